"""A server that sets one sandbox up, says so, makes it dirty and waits to be killed."""

import asyncio
import os
import sys
from pathlib import Path

from tests.contract.sandbox.backends import open_backend

from shopfloor.process import Processes, ProcessOwner, base_environment, detect_containment


async def serve(backend_name: str, home: Path, repository: Path) -> None:
    owner = ProcessOwner(home, f"server-{os.getpid()}")
    processes = Processes(owner=owner, containment=detect_containment(owner))
    backend = await open_backend(backend_name, home, processes, base_environment(os.environ), repository)
    sandbox = backend.make(backend.spec(setup_script="sleep 0.05; echo done >>setup.local"))
    sys.stdout.write("begin\n")
    sys.stdout.flush()
    await sandbox.setup()
    await sandbox.spawn(["sh", "-c", "while :; do echo x >>work.txt; sleep 0.005; done"])
    await asyncio.sleep(60)


asyncio.run(serve(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])))
