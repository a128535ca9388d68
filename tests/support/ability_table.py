"""Prints, at the end of a run of the agents' contract suite, which agent was seen to do what."""

from collections import defaultdict

import pytest

PROPERTY = "agent_ability"
_MARKS = {"passed": "✓", "failed": "✗"}


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    seen: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for outcome, mark in _MARKS.items():
        for report in terminalreporter.stats.get(outcome, []):
            for name, value in getattr(report, "user_properties", ()):
                if name == PROPERTY:
                    agent, ability, can = value
                    worse = mark == "✗" or seen[ability].get(agent) == "✗"
                    seen[ability][agent] = "✗" if worse else (mark if can else "–")
    if seen:
        _print(terminalreporter, seen)


def _print(terminalreporter: pytest.TerminalReporter, seen: dict[str, dict[str, str]]) -> None:
    agents = list(dict.fromkeys(agent for row in seen.values() for agent in row))
    width = max(map(len, seen)) + 2
    terminalreporter.section("agents and abilities: ✓ seen, – declared not to, ✗ failed")
    terminalreporter.write_line(" " * width + "".join(f"{agent:<15}" for agent in agents))
    for ability, row in seen.items():
        terminalreporter.write_line(f"{ability:<{width}}" + "".join(f"{row.get(agent, ' '):<15}" for agent in agents))
