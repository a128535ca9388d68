"""VS Code for browsers, if this machine has it: found on the PATH, or named by a setting."""

import shlex
import shutil
from dataclasses import dataclass
from pathlib import Path

from shopfloor.errors import InvalidInput

INSTALL_HINT = (
    "Install code-server (https://coder.com/docs/code-server/install) or openvscode-server where Shopfloor runs, "
    "or name one in SHOPFLOOR_EDITOR_COMMAND."
)
_KNOWN = {
    "code-server": (
        *("--auth", "none", "--socket", "{socket}", "--socket-mode", "600", "--disable-proxy"),
        *("--disable-telemetry", "--disable-update-check", "--disable-workspace-trust"),
        *("--user-data-dir", "{data}/user", "--extensions-dir", "{data}/extensions", "{folder}"),
    ),
    "openvscode-server": (
        *("--without-connection-token", "--socket-path", "{socket}", "--accept-server-license-terms"),
        *("--telemetry-level", "off", "--server-data-dir", "{data}", "--default-folder", "{folder}"),
    ),
}
"""Who may use it is our proxy's affair: it listens at a socket file that nobody else can reach, so no password."""


@dataclass(frozen=True, slots=True)
class EditorProgram:
    program: str
    arguments: tuple[str, ...]

    @property
    def name(self) -> str:
        return Path(self.program).name

    def argv(self, *, socket: str, folder: str, data: str) -> list[str]:
        places = {"{socket}": socket, "{folder}": folder, "{data}": data}
        return [self.program, *(_filled(argument, places) for argument in self.arguments)]


def find_editor(command: str | None, search_path: str) -> EditorProgram | None:
    """A command says how the program is told its places: {socket}, {folder}, {data}; of those we know we know it."""
    if not command:
        found = ((name, shutil.which(name, path=search_path)) for name in _KNOWN)
        return next((EditorProgram(path, _KNOWN[name]) for name, path in found if path), None)
    program, *arguments = shlex.split(command)
    path = shutil.which(program, path=search_path)
    known = _KNOWN.get(Path(program).name)
    if not any("{socket}" in argument for argument in arguments):
        if known is None:
            raise InvalidInput("editor_command says where to listen with {socket}.", field="editor_command")
        arguments = [*arguments, *known]
    return EditorProgram(path, tuple(arguments)) if path else None


def _filled(argument: str, places: dict[str, str]) -> str:
    for name, place in places.items():
        argument = argument.replace(name, place)
    return argument
