"""Lists in pages, with the Link header that leads from one to the next."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from tests.support.github_simulator.exchange import Answer, Request

_DEFAULT_SIZE = 30
_LARGEST_SIZE = 100


def one_page(request: Request, items: Sequence[Any]) -> tuple[list[Any], dict[str, str]]:
    size = min(int(request.query.get("per_page", _DEFAULT_SIZE)), _LARGEST_SIZE)
    page = int(request.query.get("page", 1))
    last = max(1, -(-len(items) // size))
    links: dict[str, int] = {}
    if page > 1:
        links |= {"prev": page - 1, "first": 1}
    if page < last:
        links |= {"next": page + 1, "last": last}
    header = ", ".join(f'<{_url(request, number)}>; rel="{rel}"' for rel, number in links.items())
    return list(items[(page - 1) * size : page * size]), {"Link": header} if header else {}


def paged(request: Request, items: Sequence[Any]) -> Answer:
    body, headers = one_page(request, items)
    return Answer(200, body, headers)


def _url(request: Request, page: int) -> str:
    return f"{request.api_url}{request.path}?{urlencode({**request.query, 'page': str(page)})}"
