from tests.support.model_server.answer import Refusal
from tests.support.model_server.protocol import Body

_TYPES = {
    401: ("invalid_request_error", "invalid_api_key"),
    402: ("insufficient_quota", "insufficient_quota"),
    429: ("rate_limit_error", "rate_limit_exceeded"),
}


def openai_error(refusal: Refusal) -> Body:
    kind, code = _TYPES.get(refusal.status, ("server_error", "server_error"))
    return {"error": {"message": refusal.message, "type": kind, "code": code, "param": None}}
