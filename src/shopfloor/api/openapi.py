"""The API's description as a document: `python -m shopfloor.api.openapi docs/openapi.json`."""

import json
import sys
from pathlib import Path
from typing import Any, cast

from shopfloor.api.application import build_routes


class _NobodyHome:
    """Stands for all services: routers may take hold of them, and call them only to answer a request."""

    def __getattr__(self, name: str) -> "_NobodyHome":
        return self


def openapi_document() -> str:
    document = build_routes(cast(Any, _NobodyHome())).openapi()
    return json.dumps(document, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(openapi_document())
