"""One question to a model over HTTP, one answer or a clear failure, within a bound."""

import asyncio
from typing import Any

import httpx

from shopfloor.domain.naming_endpoint import NamingEndpoint, NamingProvider

_MOST_BYTES = 256 * 1024
_MOST_TOKENS = 1000


class NoAnswer(Exception):
    """The model could not be asked, or said nothing of use."""


class SmallModelChat:
    """Its connection is made when the first question is asked: most floors have no small model."""

    def __init__(self) -> None:
        self._http: httpx.AsyncClient | None = None

    async def close(self) -> None:
        if self._http is not None:
            await self._http.aclose()

    async def ask(self, endpoint: NamingEndpoint, key: str | None, *, system: str, user: str, seconds: float) -> str:
        url, headers, body = _request(endpoint, key, system, user)
        try:
            async with asyncio.timeout(seconds):
                status, content = await self._post(url, headers, body)
        except TimeoutError as exc:
            raise NoAnswer(f"no answer within {seconds:g} seconds") from exc
        except (httpx.HTTPError, httpx.InvalidURL, ValueError) as exc:
            raise NoAnswer(f"{type(exc).__name__}: {exc}") from exc
        if status != 200:
            raise NoAnswer(f"HTTP status {status}")
        return _text_in(endpoint.provider, content)

    async def _post(self, url: str, headers: dict[str, str], body: dict[str, Any]) -> tuple[int, bytes]:
        if self._http is None:
            self._http = httpx.AsyncClient(trust_env=False, follow_redirects=False)
        async with self._http.stream("POST", url, headers=headers, json=body) as response:
            content = b""
            async for piece in response.aiter_bytes():
                content += piece
                if len(content) > _MOST_BYTES:
                    raise NoAnswer("more text than a name needs")
            return response.status_code, content


def _request(
    endpoint: NamingEndpoint, key: str | None, system: str, user: str
) -> tuple[str, dict[str, str], dict[str, Any]]:
    base = endpoint.base_url.rstrip("/")
    message = {"role": "user", "content": user}
    if endpoint.provider is NamingProvider.ANTHROPIC:
        headers = {"anthropic-version": "2023-06-01", **({"x-api-key": key} if key else {})}
        body = {"model": endpoint.model, "system": system, "messages": [message], "max_tokens": _MOST_TOKENS}
        return f"{base.removesuffix('/v1')}/v1/messages", headers, body
    headers = {"authorization": f"Bearer {key}"} if key else {}
    body = {"model": endpoint.model, "messages": [{"role": "system", "content": system}, message]}
    return f"{base}/chat/completions", headers, body


def _text_in(provider: NamingProvider, content: bytes) -> str:
    try:
        answer = httpx.Response(200, content=content).json()
        if provider is NamingProvider.ANTHROPIC:
            text = "".join(part["text"] for part in answer["content"] if part.get("type") == "text")
        else:
            text = answer["choices"][0]["message"]["content"]
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError) as exc:
        raise NoAnswer("an answer of another form than expected") from exc
    if not isinstance(text, str) or not text.strip():
        raise NoAnswer("an empty answer")
    return text
