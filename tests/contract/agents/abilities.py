"""What an agent can be expected to do, and what each declares. The table in the README is made of this."""

from collections.abc import Mapping, Sequence
from enum import StrEnum

from tests.contract.agents.kinds import KINDS, Kind


class Ability(StrEnum):
    STREAMS = "streams text and thinking"
    EDITS = "edits files, asks first, obeys a yes"
    OBEYS_NO = "obeys a no"
    RUNS = "runs commands, asks first"
    OUTPUT = "shows what a command prints"
    TOOL_KINDS = "tells edits from commands"
    STOPS = "stops in mid-answer"
    FOLLOWS_UP = "follows up"
    RESUMES = "goes on after SIGKILL"
    INSTRUCTIONS = "reads AGENTS.md or its own file"
    COMMANDS = "knows the repository's commands"
    MODELS = "changes its model"
    MODES = "has modes"
    EFFORT = "has reasoning effort"
    USAGE = "reports tokens"
    COST = "reports cost"
    ERRORS = "names 401, 402, 429, 500"
    CUT = "survives a cut connection"
    NOISE = "is heard through noise on stderr"
    PORTS = "lets no stranger in by a port"
    LOOP = "order → commit → pull request"
    REVIEWS = "reviews, and changes nothing"


def declared(kind: Kind) -> Mapping[Ability, bool]:
    agent = kind.declaration
    limited = {
        Ability.RESUMES: agent.supports_resume,
        Ability.COMMANDS: kind.command_file is not None,
        Ability.MODELS: agent.supports_models,
        Ability.MODES: agent.supports_modes,
        Ability.EFFORT: agent.supports_effort,
        Ability.OUTPUT: agent.shows_command_output,
        Ability.TOOL_KINDS: agent.names_tool_kinds,
        Ability.COST: agent.reports_cost,
        Ability.EDITS: agent.asks_permission,
    }
    return {ability: limited.get(ability, True) for ability in Ability}


def declared_table() -> str:
    """As it stands in the README."""
    cells = {kind.test_id: declared(kind) for kind in KINDS}
    rows = [[ability.value, *("✓" if cells[kind.test_id][ability] else "–" for kind in KINDS)] for ability in Ability]
    return markdown_table(["", *(kind.title for kind in KINDS)], rows)


def markdown_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---", *([":-:"] * (len(head) - 1))], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
