import pytest

from shopfloor.agent_executor.acp_errors import agent_error_from
from shopfloor.agent_executor.error_classification import ErrorProfile
from shopfloor.agent_executor.json_rpc import RpcError
from shopfloor.domain.work_order import ErrorCategory
from shopfloor.errors import AgentError, AgentNotAvailable, AgentNotSignedIn


@pytest.mark.parametrize(
    ("message", "data", "category"),
    [
        ("x", {"category": "transient"}, ErrorCategory.TRANSIENT),
        ("x", {"category": "fatal"}, ErrorCategory.FATAL),
        ("invalid api key", {"category": "persistent"}, ErrorCategory.PERSISTENT),
        ("x", {"category": "odd"}, ErrorCategory.PERSISTENT),
        ("429 Too Many Requests", None, ErrorCategory.TRANSIENT),
        ("Internal error", "overloaded", ErrorCategory.TRANSIENT),
        ("Your credit balance is too low", None, ErrorCategory.USER_ACTION),
        ("Invalid API key, please log in", None, ErrorCategory.USER_ACTION),
        ("segmentation of 1500 files failed", None, ErrorCategory.PERSISTENT),
    ],
)
def test_the_category_is_what_was_stated_else_what_the_words_say(
    message: str, data: object, category: ErrorCategory
) -> None:
    error = agent_error_from(RpcError(-32603, message, data), ErrorProfile())
    assert error.category is category


def _told(error: RpcError) -> AgentError:
    return agent_error_from(error, ErrorProfile())


def test_details_are_part_of_the_message_once() -> None:
    assert _told(RpcError(1, "Internal error", {"details": "no disk"})).message == "Internal error: no disk"
    assert _told(RpcError(1, "no disk", {"details": "no disk"})).message == "no disk"
    assert _told(RpcError(7, "", None)).message == "error 7"


def test_a_missing_login_is_told_with_its_remedy() -> None:
    error = agent_error_from(
        RpcError(-32000, "Authentication required", None), ErrorProfile(login_hint="Run `x login`.")
    )
    assert isinstance(error, AgentNotSignedIn)
    assert isinstance(error, AgentNotAvailable)
    assert error.hint == "Run `x login`."
