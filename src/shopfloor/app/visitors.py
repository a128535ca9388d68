"""The services for people in a sandbox: files, terminals, previews, editors."""

import os
from dataclasses import dataclass
from pathlib import Path

from shopfloor.app.parts import Parts
from shopfloor.home import Home
from shopfloor.previews.editor_program import find_editor
from shopfloor.previews.editors import Editors
from shopfloor.previews.names import ServedNames
from shopfloor.previews.previews import Previews
from shopfloor.previews.served_programs import ServedPrograms
from shopfloor.settings import Settings
from shopfloor.visits.files import SandboxFiles
from shopfloor.visits.hand_commits import HandCommits
from shopfloor.visits.terminals import Terminals
from shopfloor.visits.visits import Visits
from shopfloor.visits.watching import FileWatch


@dataclass(frozen=True, slots=True)
class VisitorServices:
    visits: Visits
    files: SandboxFiles
    file_watch: FileWatch
    terminals: Terminals
    hand_commits: HandCommits
    served: ServedPrograms
    served_names: ServedNames
    previews: Previews
    editors: Editors


def assemble_visitors(parts: Parts) -> VisitorServices:
    settings, state = parts.settings, parts.state
    visits = Visits(store=state.store, workbenches=parts.workshop.workbenches)
    served = ServedPrograms(visits=visits, idle_seconds=settings.preview_idle_seconds)
    return VisitorServices(
        visits=visits,
        files=SandboxFiles(visits=visits, sensitive=settings.sensitive_files, size_limit=settings.file_size_limit),
        file_watch=FileWatch(visits=visits),
        terminals=Terminals(visits=visits, shell=_shell(settings)),
        hand_commits=_hand_commits(parts, visits),
        served=served,
        served_names=ServedNames(settings.preview_url),
        previews=Previews(store=state.store, programs=served, redact=state.redactor.text),
        editors=_editors(parts, served),
    )


def _hand_commits(parts: Parts, visits: Visits) -> HandCommits:
    return HandCommits(
        store=parts.state.store,
        journal=parts.state.journal,
        visits=visits,
        workbenches=parts.workshop.workbenches,
        delivery=parts.workshop.delivery,
    )


def _editors(parts: Parts, served: ServedPrograms) -> Editors:
    settings = parts.settings
    search_path = settings.environment.get("PATH", os.defpath)
    find_editor(settings.editor_command, search_path)
    return Editors(
        programs=served,
        editor=lambda: find_editor(settings.editor_command, search_path),
        sockets=Home(settings.home).sockets,
        redact=parts.state.redactor.text,
    )


def _shell(settings: Settings) -> list[str]:
    """As a login shell would be, but with the sandbox's own HOME; a plain one where the wanted one is missing."""
    wanted = settings.terminal_shell
    return [wanted, "-i"] if Path(wanted).exists() else ["/bin/sh", "-i"]
