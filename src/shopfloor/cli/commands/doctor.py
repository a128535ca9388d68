"""`shopfloor doctor`: whether this machine has what Shopfloor needs."""

from dataclasses import asdict

import click

from shopfloor.cli.commands.following import leave_with
from shopfloor.cli.desk import Desk, FloorCommand
from shopfloor.cli.doctor import Finding, examine
from shopfloor.cli.exit_codes import ExitCode
from shopfloor.cli.terminal import Terminal

_COLORS = {"ok": "green", "warn": "yellow", "fail": "red"}


@click.command("doctor", cls=FloorCommand)
def doctor(desk: Desk) -> None:
    """Check whether this machine has what Shopfloor needs.

    Each line says ok, warn or fail, and what to do. The exit code is 1 if anything fails.
    """
    from shopfloor.settings import load_settings

    settings = load_settings(home=desk.where.home)
    findings = []
    for finding in examine(settings, desk.floor):
        findings.append(finding)
        if not desk.as_json:
            _print(desk.out, finding)
    if desk.as_json:
        desk.print_json({"checks": [asdict(finding) for finding in findings]})
    leave_with(ExitCode.FAILED if any(finding.status == "fail" for finding in findings) else ExitCode.DONE)


def _print(terminal: Terminal, finding: Finding) -> None:
    status = terminal.style(f"{finding.status:<4}", fg=_COLORS[finding.status], bold=True)
    terminal.line(f"{status}  {finding.name:<10}  {finding.message}")
    if finding.advice and finding.status != "ok":
        terminal.line(f"{'':<4}  {'':<10}  {terminal.style(finding.advice, dim=True)}")
