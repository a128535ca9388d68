"""A GitHub to play with: python -m tests.support.github_simulator [PORT]. Prints how to reach it; ends with Ctrl-C."""

import json
import signal
import sys
import tempfile
from pathlib import Path

from tests.support.github_simulator.simulator import GitHubSimulator

_ENDING = frozenset({signal.SIGINT, signal.SIGTERM})


def main() -> None:
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    signal.pthread_sigmask(signal.SIG_BLOCK, _ENDING)
    with tempfile.TemporaryDirectory(prefix="github-simulator-") as folder:
        github = GitHubSimulator(Path(folder), port=port)
        ada = github.add_user("ada")
        repository = github.add_repository(ada, "app")
        github.add_issue(repository, ada, "Say hello", "The program should greet whoever starts it.")
        token = github.add_token(ada)
        with github:
            reach = {"url": github.url, "api_url": github.api_url, "token": token.value}
            print(json.dumps({**reach, "repository_url": github.repository_url(repository)}), flush=True)
            signal.sigwait(_ENDING)


if __name__ == "__main__":
    main()
