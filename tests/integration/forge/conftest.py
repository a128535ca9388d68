from tests.integration.git.fixtures import bare, checkout, floor, git, processes

__all__ = ["bare", "checkout", "floor", "git", "processes"]
