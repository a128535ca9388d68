"""The real agents, in the versions that `tests/agents` pins, installed once for all checkouts of this user.

`python -m tests.support.agent_installation` installs them if they are not there; `make test` does.
"""

import fcntl
import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

import platformdirs

_PINS = Path(__file__).parents[1] / "agents"
_INSTALL = ("npm", "install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error")
"""Not `npm ci`: it wants builds for all platforms in the lock, and not every registry has those of OpenCode."""
_PROGRAMS = {
    "claude": ".bin/claude",
    "claude-agent-acp": ".bin/claude-agent-acp",
    "codex": ".bin/codex",
    "codex-acp": ".bin/codex-acp",
    "gemini": ".bin/gemini",
    "goose": "@aaif/goose-binary-linux-x64/bin/goose",
    "opencode": ".bin/opencode",
}


def installation_folder() -> Path:
    """Named after what is pinned, so that another pin is another folder."""
    pins = b"".join((_PINS / name).read_bytes() for name in ("package.json", "package-lock.json"))
    return Path(platformdirs.user_cache_dir("shopfloor")) / "test-agents" / hashlib.sha256(pins).hexdigest()[:16]


def programs_folder() -> Path:
    """To be put on PATH. What has no build for this machine is not in it."""
    folder = installation_folder() / "programs"
    if not folder.is_dir():
        raise RuntimeError("The agents under test are not installed: run `make agents`.")
    return folder


def install() -> Path:
    target = installation_folder()
    target.parent.mkdir(parents=True, exist_ok=True)
    with (target.parent / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not target.is_dir():
            _install_into(target)
    return target


def _install_into(target: Path) -> None:
    aside = target.with_name(f"{target.name}.new")
    shutil.rmtree(aside, ignore_errors=True)
    aside.mkdir()
    for name in ("package.json", "package-lock.json"):
        shutil.copy(_PINS / name, aside)
    subprocess.run(_INSTALL, cwd=aside, check=True)
    programs = aside / "programs"
    programs.mkdir()
    for name, path in _PROGRAMS.items():
        if (aside / "node_modules" / path).exists():
            (programs / name).symlink_to(Path("..") / "node_modules" / path)
    aside.rename(target)


if __name__ == "__main__":
    print(f"agents under test: {install()}", file=sys.stderr)
