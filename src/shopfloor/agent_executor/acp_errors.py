"""What an agent's error over the Agent Client Protocol means for the order."""

from shopfloor.agent_executor.error_classification import ErrorProfile, classify, error_of
from shopfloor.agent_executor.error_facts import facts_from
from shopfloor.agent_executor.json_lines import Json
from shopfloor.agent_executor.json_rpc import RpcError
from shopfloor.errors import AgentError, AgentNotSignedIn

_AUTHENTICATION_REQUIRED = -32000


def agent_error_from(error: RpcError, profile: ErrorProfile) -> AgentError:
    message = _message_of(error)
    if error.code == _AUTHENTICATION_REQUIRED:
        return error_of(AgentNotSignedIn, message, profile)
    return classify(facts_from(message, error.data), profile)


def _message_of(error: RpcError) -> str:
    details = _details_of(error.data)
    message = error.message.strip() or f"error {error.code}"
    return f"{message}: {details}" if details and details not in message else message


def _details_of(data: Json) -> str:
    if isinstance(data, str):
        return data.strip()
    if isinstance(data, dict):
        return next((str(data[key]).strip() for key in ("details", "message", "error") if data.get(key)), "")
    return ""
