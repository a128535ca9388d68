"""A project's own text for commands: checked as a command file is, before an order stumbles over it."""

from collections.abc import Mapping

from shopfloor.command_loader.command_loader import OWN_COMMANDS, own_command
from shopfloor.errors import CommandFileInvalid, InvalidInput


def checked_commands(commands: Mapping[str, str | None]) -> dict[str, str]:
    """Without those that are empty: they leave the command to the repository."""
    if unknown := next((name for name in commands if name not in OWN_COMMANDS), None):
        raise InvalidInput(f"There is no command {unknown}: there are {', '.join(OWN_COMMANDS)}.", field="commands")
    kept = {name: text for name, text in commands.items() if text and text.strip()}
    for name, text in kept.items():
        try:
            own_command(name, text)
        except CommandFileInvalid as exc:
            raise CommandFileInvalid(exc.message, hint=exc.hint, field=f"commands.{name}") from exc
    return kept
