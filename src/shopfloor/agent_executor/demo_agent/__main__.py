"""Starts the demo agent from its folder, installed or copied: `python -S -I demo_agent`."""

import importlib
import os.path
import sys

_FOLDER = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120 (pathlib is slow to import)

if __name__ == "__main__":
    sys.path[0:1] = []
    sys.path.append(os.path.dirname(_FOLDER))  # noqa: PTH120
    sys.exit(importlib.import_module(f"{os.path.basename(_FOLDER)}.agent").main())  # noqa: PTH119
