"""What an agent's own error means for the order: try again, ask the user, or give up."""

import re

from shopfloor.agent_executor.json_lines import Json
from shopfloor.agent_executor.json_rpc import RpcError
from shopfloor.domain.work_order import ErrorCategory
from shopfloor.errors import AgentError, AgentNotAvailable, AgentReportedError

_AUTHENTICATION_REQUIRED = -32000
_SHOWN_CHARACTERS = 4000
_TRANSIENT = re.compile(
    r"\b(429|500|502|503|504|529|overloaded|rate.?limit\w*|too many requests|temporar\w+|try again"
    r"|timed? ?out|econnreset|etimedout|connection (reset|refused|error))\b",
    re.IGNORECASE,
)
_USER_ACTION = re.compile(
    r"\b(401|402|403|unauthori[sz]ed|unauthenticated|api.?key|log ?in|sign ?in|billing|credits?|quota|payment)\b",
    re.IGNORECASE,
)


def agent_error_from(error: RpcError, login_hint: str | None = None) -> AgentError:
    message = _message_of(error)
    if error.code == _AUTHENTICATION_REQUIRED:
        return AgentNotAvailable(f"The agent is not signed in: {message}", hint=login_hint)
    category = _stated_category(error.data) or _category_of(message)
    hint = login_hint if category is ErrorCategory.USER_ACTION else None
    return AgentReportedError(message, category=category, hint=hint)


def _stated_category(data: Json) -> ErrorCategory | None:
    stated = data.get("category") if isinstance(data, dict) else None
    return next((category for category in ErrorCategory if category.value == stated), None)


def _category_of(message: str) -> ErrorCategory:
    """Few agents say which kind of error theirs is, but most pass on what the model's server said."""
    if _USER_ACTION.search(message):
        return ErrorCategory.USER_ACTION
    return ErrorCategory.TRANSIENT if _TRANSIENT.search(message) else ErrorCategory.PERSISTENT


def _message_of(error: RpcError) -> str:
    details = _details_of(error.data)
    message = error.message.strip() or f"error {error.code}"
    return (f"{message}: {details}" if details and details not in message else message)[:_SHOWN_CHARACTERS]


def _details_of(data: Json) -> str:
    if isinstance(data, str):
        return data.strip()
    if isinstance(data, dict):
        return next((str(data[key]).strip() for key in ("details", "message", "error") if data.get(key)), "")
    return ""
