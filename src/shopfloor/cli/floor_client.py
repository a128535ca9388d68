"""The HTTP API as the commands use it: JSON in and out, problems and dead connections as errors of ours."""

import contextlib
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote, urlsplit

import httpx

from shopfloor.cli.failures import Problem, ServerUnreachable
from shopfloor.cli.sse import StreamEvent, parse_events

_CONNECT_SECONDS = 5.0
_ANSWER_SECONDS = 120.0
_SILENCE_SECONDS = 60.0
"""The server sends a heartbeat several times in this time."""
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


class NeverReached(ServerUnreachable):
    """Nobody was there: the request has had no effect and can be sent again."""


class FloorClient:
    def __init__(self, url: str, *, api_key: str | None) -> None:
        self.url = url
        self.api_key = api_key
        self._http = httpx.Client(
            base_url=f"{url.rstrip('/')}/api/",
            headers={"accept": "application/json"} | ({"authorization": f"Bearer {api_key}"} if api_key else {}),
            timeout=httpx.Timeout(_ANSWER_SECONDS, connect=_CONNECT_SECONDS),
            verify=url.startswith("https:"),
            trust_env=(urlsplit(url).hostname or "") not in _LOOPBACK,
        )

    def close(self) -> None:
        self._http.close()

    def request(self, method: str, path: str, *, body: Any = None, query: Mapping[str, Any] | None = None) -> Any:
        with self._translated():
            response = self._http.request(method, path, json=body, params=_without_none(query))
        _raise_for_problem(response)
        return response.json() if response.content else None

    @contextlib.contextmanager
    def events(self, order_id: str, *, after: int) -> Iterator[Iterator[StreamEvent]]:
        path = f"agent-work-orders/{quote(order_id, safe='')}/events?after={after}"
        with self.stream(path, headers={"last-event-id": str(after)}) as events:
            yield events

    @contextlib.contextmanager
    def stream(self, path: str, *, headers: Mapping[str, str] | None = None) -> Iterator[Iterator[StreamEvent]]:
        timeout = httpx.Timeout(_SILENCE_SECONDS, connect=_CONNECT_SECONDS)
        asked = {"accept": "text/event-stream", **(headers or {})}
        with self._translated(), self._http.stream("GET", path, headers=asked, timeout=timeout) as response:
            if response.is_error:
                response.read()
                _raise_for_problem(response)
            yield self._read(response)

    def _read(self, response: httpx.Response) -> Iterator[StreamEvent]:
        with self._translated():
            yield from parse_events(response.iter_bytes())

    @contextlib.contextmanager
    def _translated(self) -> Iterator[None]:
        hint = "Start it with `shopfloor serve`, or see what is wrong with `shopfloor doctor`."
        try:
            yield
        except (httpx.ConnectError, httpx.ConnectTimeout) as exc:
            raise NeverReached(f"No Shopfloor server answers at {self.url}.", hint=hint) from exc
        except httpx.TimeoutException as exc:
            raise ServerUnreachable(f"The server at {self.url} did not answer in time.", hint=hint) from exc
        except (httpx.TransportError, httpx.InvalidURL) as exc:
            raise ServerUnreachable(f"The connection to {self.url} failed: {exc}.", hint=hint) from exc


def _without_none(query: Mapping[str, Any] | None) -> dict[str, Any]:
    return {name: value for name, value in (query or {}).items() if value is not None}


def _raise_for_problem(response: httpx.Response) -> None:
    if response.is_success:
        return
    try:
        problem = response.json()
    except ValueError:
        problem = None
    if not isinstance(problem, dict) or "detail" not in problem:
        raise Problem(
            response.status_code,
            f"{response.url} answered {response.status_code} {response.reason_phrase}.",
            hint="Is this a Shopfloor server?",
        )
    raise Problem(response.status_code, str(problem["detail"]), code=str(problem.get("code", "")), hint=_hint(problem))


def _hint(problem: Mapping[str, Any]) -> str | None:
    if problem.get("code") == "key_wanted":
        return "Set SHOPFLOOR_API_KEY to the server's key."
    files = problem.get("conflicting_files") or []
    parts = [f"Conflicting files: {', '.join(files)}"] if files else []
    parts += [str(problem["hint"])] if problem.get("hint") else []
    if not parts and problem.get("code") == "internal_error" and problem.get("request_id"):
        parts.append(f"Request id: {problem['request_id']}")
    return "\n  ".join(parts) or None
