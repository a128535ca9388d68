"""A GitHub of our own on loopback: real HTTP, real git, GitHub's published contract in between.

Every request it receives, every answer it gives and every webhook it sends is held against what GitHub publishes
(`tests.support.github_contract`). `GitHubSimulator.check()` fails a test in which that was violated.
"""

from tests.support.github_simulator.faults import Fault
from tests.support.github_simulator.model import Permission
from tests.support.github_simulator.simulator import GitHubSimulator

__all__ = ["Fault", "GitHubSimulator", "Permission"]
