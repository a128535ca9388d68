"""Starts a model server by itself: `python -m tests.support.model_server [PORT]`."""

import sys
import threading

from tests.support.model_server.server import ModelServer

if __name__ == "__main__":
    server = ModelServer(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
    server.start()
    print(server.url, flush=True)
    try:
        threading.Event().wait()
    except KeyboardInterrupt:
        server.close()
