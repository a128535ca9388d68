"""Whether this machine has what Shopfloor needs: each finding says what to do about it."""

import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from shopfloor.cli.failures import CommandFailed
from shopfloor.cli.floor import Floor
from shopfloor.cli.text import one_line
from shopfloor.errors import ShopfloorError
from shopfloor.home import Home

if TYPE_CHECKING:
    from shopfloor.settings import Settings

_OLDEST_PYTHON = (3, 11)
_OLDEST_GIT = (2, 38)
_LITTLE_SPACE, _TOO_LITTLE_SPACE = 2 * 2**30, 200 * 2**20


@dataclass(frozen=True, slots=True)
class Finding:
    name: str
    status: Literal["ok", "warn", "fail"]
    message: str
    advice: str = ""


def examine(settings: "Settings", open_floor: Callable[[], Floor]) -> Iterator[Finding]:
    """One finding after the other, as they are made."""
    yield check_python(sys.version_info[:3])
    yield check_git(shutil.which("git", path=settings.environment.get("PATH")), settings.environment)
    home = check_home(settings.home)
    yield home
    if home.status == "fail":
        return
    yield check_space(shutil.disk_usage(_existing(settings.home)).free)
    yield check_server(settings)
    yield check_containment(settings.home)
    yield from check_floor(open_floor)


def check_python(version: tuple[int, ...]) -> Finding:
    text = ".".join(map(str, version))
    if version < _OLDEST_PYTHON:
        return Finding("python", "fail", f"{text} is too old", "Install Python 3.11 or newer.")
    return Finding("python", "ok", text)


def check_git(program: str | None, environment: Mapping[str, str]) -> Finding:
    advice = "Install git 2.38 or newer: https://git-scm.com/downloads"
    if program is None:
        return Finding("git", "fail", "not found on PATH", advice)
    return judge_git(_git_version(program, environment), advice)


def judge_git(answer: str, advice: str) -> Finding:
    found = re.search(r"(\d+)\.(\d+)(?:\.\d+)?", answer)
    if found is None:
        return Finding("git", "fail", f"does not tell its version: {one_line(answer)}", advice)
    if (int(found[1]), int(found[2])) < _OLDEST_GIT:
        return Finding("git", "fail", f"{found[0]} is too old", advice)
    return Finding("git", "ok", found[0])


def _git_version(program: str, environment: Mapping[str, str]) -> str:
    import asyncio

    return asyncio.run(_ask_git(program, environment))


async def _ask_git(program: str, environment: Mapping[str, str]) -> str:
    from shopfloor.process import Processes, ProcessOwner, base_environment, detect_containment

    owner = ProcessOwner(Path(tempfile.gettempdir()), f"doctor-{os.getpid()}")
    processes = Processes(owner=owner, containment=detect_containment(owner))
    try:
        result = await processes.run([program, "--version"], environment=base_environment(environment))
    finally:
        await processes.close()
    return (result.stdout or result.stderr).decode("utf-8", "replace")


def check_home(home: Path) -> Finding:
    advice = "Set SHOPFLOOR_HOME to a folder you own."
    try:
        home.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.TemporaryFile(dir=home):
            pass
    except OSError as exc:
        return Finding("home", "fail", f"{home} cannot be written to: {exc.strerror}", advice)
    return Finding("home", "ok", str(home))


def check_space(free: int) -> Finding:
    text = f"{free / 2**30:.1f} GiB free"
    if free < _TOO_LITTLE_SPACE:
        return Finding("disk space", "fail", text, "Make room: sandboxes and mirrors need it.")
    if free < _LITTLE_SPACE:
        return Finding("disk space", "warn", text, "That may be little for large repositories.")
    return Finding("disk space", "ok", text)


def check_server(settings: "Settings") -> Finding:
    note = Home(settings.home).running_server()
    if note is None:
        return Finding(
            "server", "ok", "not running; commands start what they need (`shopfloor serve` runs it for good)"
        )
    return Finding("server", "ok", f"running at {note['url']} (process {note['pid']})")


def check_containment(home: Path) -> Finding:
    from shopfloor.process import ProcessOwner, detect_containment

    kind = type(detect_containment(ProcessOwner(home, "doctor"))).__name__
    if kind == "CgroupContainment":
        return Finding("sandbox", "ok", "agents are ended as a whole, by cgroup")
    return Finding(
        "sandbox",
        "warn",
        "no cgroup can be made here: agents are ended by process group and by searching for their children",
        "Nothing to do on macOS. On Linux, run as a service with Delegate=yes for the surest clean-up.",
    )


def check_floor(open_floor: Callable[[], Floor]) -> Iterator[Finding]:
    asking = "database"
    try:
        with open_floor() as floor:
            for name, state in floor.get("ready")["checks"].items():
                yield Finding(name, "ok" if state == "ok" else "fail", str(state))
            asking = "github"
            yield from map(check_github, floor.get("github/credentials")["credentials"])
            asking = "editor"
            yield check_editor(floor.get("editor"))
            asking = "agents"
            agents = floor.get("agents")["agents"]
            yield check_agents(agents)
            yield from map(check_agent, (agent for agent in agents if agent["is_installed"]))
    except (CommandFailed, ShopfloorError) as exc:
        yield Finding(asking, "fail", one_line(exc.message), exc.hint or "")


def check_editor(editor: dict[str, Any]) -> Finding:
    """Nothing is wrong without one: the web app has an editor of its own."""
    if editor["is_available"]:
        return Finding("editor", "ok", f"{editor['name']} ({editor['path']})")
    return Finding("editor", "ok", "the web app's own; code-server or openvscode-server on PATH would be VS Code")


_SOURCES = {
    "user_token": "the stored github_token",
    "project_token": "the project's github_token",
    "github_app": "the GitHub App",
    "environment": "a token in the server's environment",
    "gh": "the sign-in of gh",
}


def check_github(credential: dict[str, Any]) -> Finding:
    host, source = credential["host"], _SOURCES.get(credential["source"] or "", credential["source"])
    if source is None:
        return Finding("github", "ok", f"no token for {host}. {credential['hint']}")
    if credential["error_code"]:
        return Finding("github", "warn", f"{source}: {one_line(credential['error_message'])}", credential["hint"] or "")
    scopes = f", scopes {', '.join(credential['scopes'])}" if credential["scopes"] else ""
    return Finding("github", "ok", f"{source}, as {credential['login'] or 'an app'} on {host}{scopes}")


def check_agents(agents: list[dict[str, Any]]) -> Finding:
    installed = [agent["name"] for agent in agents if agent["is_installed"]]
    if not installed:
        return Finding("agents", "fail", "none is installed", "See `shopfloor agents`.")
    if installed == ["demo"]:
        return Finding("agents", "warn", "only the demo agent", "`shopfloor agents` tells how to add another.")
    return Finding("agents", "ok", ", ".join(installed))


def check_agent(agent: dict[str, Any]) -> Finding:
    name, version = str(agent["name"]), agent.get("version") or "version unknown"
    signed_in = {"yes": "signed in", "no": "not signed in"}.get(str(agent.get("signed_in")), "sign-in unknown")
    status: Literal["ok", "warn"] = "warn" if agent.get("signed_in") == "no" else "ok"
    return Finding(name, status, f"{version}, {signed_in}", agent.get("hint") or "")


def _existing(path: Path) -> Path:
    return next(folder for folder in (path, *path.parents) if folder.exists())
