"""Makes `docs/github.md`: what of GitHub is used. Run by `make github-contract`."""

from pathlib import Path

from tests.support.github_contract.contract import RestContract
from tests.support.github_contract.used import OUR_MUTATIONS, OUR_WEBHOOKS, OURS

DOCUMENT = Path(__file__).parents[3] / "docs" / "github.md"
_HEAD = """\
# What of GitHub is used

Made by `make github-contract`, not edited by hand. Each operation is carried out once, as a client asks for it, by
`tests/integration/github_simulator/test_operations.py`; and in every test each request that Shopfloor makes, with the
answer to it, is held against GitHub's published description by the simulator, which takes no other from it.
"""


def document() -> str:
    published = {each.name: each for each in RestContract().operations}
    requests = [f"| `{published[name].method} {published[name].path}` | {name} | {why} |" for name, why in OURS.items()]
    mutations = [f"| `{name}` | {why} |" for name, why in OUR_MUTATIONS.items()]
    webhooks = [f"| `{name}` | {why} |" for name, why in OUR_WEBHOOKS.items()]
    parts = (
        _HEAD,
        _table("request", "operation", "what for", rows=requests),
        "Over GraphQL, whose published schema the simulator serves:\n",
        _table("mutation", "what for", rows=mutations),
        "Webhooks, checked against the published schemas; GitHub's own examples of them are read, too:\n",
        _table("event", "what for", rows=webhooks),
    )
    return "\n".join(parts)


def _table(*columns: str, rows: list[str]) -> str:
    return "\n".join([f"| {' | '.join(columns)} |", f"|{' --- |' * len(columns)}", *rows, ""])


if __name__ == "__main__":
    DOCUMENT.write_text(document())
