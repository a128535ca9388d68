"""A server that starts an agent, a terminal and a plain command of its own, says so, and waits to be killed."""

import asyncio
import os
import sys
from pathlib import Path

from tests.integration.process.conftest import containment_named

from shopfloor.process import Processes, ProcessOwner, base_environment


async def serve(witness: str, home: Path, containment_name: str, *tree: str) -> None:
    owner = ProcessOwner(home, "doomed")
    processes = Processes(owner=owner, containment=containment_named(containment_name, owner))
    environment = base_environment(os.environ)
    agent = await processes.spawn(tree, environment=environment)
    await agent.read()
    deaf = ["sh", "-c", f"trap '' HUP; exec sleep {witness}"]
    await processes.spawn_terminal(deaf, environment=environment)
    command = asyncio.ensure_future(processes.run(["sleep", witness], environment=environment))
    await asyncio.sleep(0.05)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    await command


asyncio.run(serve(sys.argv[1], Path(sys.argv[2]), *sys.argv[3:]))
