"""Opening a session: a new one, or an earlier one taken up again, with the model that was asked for."""

from collections.abc import Iterator, Mapping

from shopfloor.agent_executor.acp_agent import AcpAgent
from shopfloor.agent_executor.acp_session import AcpSession
from shopfloor.agent_executor.json_lines import Json
from shopfloor.domain.work_order import ErrorCategory
from shopfloor.errors import AgentReportedError, AgentStartFailed


async def open_session(agent: AcpAgent, cwd: str, *, resume_session_id: str | None, model: str | None) -> AcpSession:
    opened = await _resume(agent, cwd, resume_session_id) if resume_session_id else None
    was_resumed = opened is not None
    if opened is None:
        opened = await agent.ask("session/new", {"cwd": cwd, "mcpServers": []}, what="open a session")
        agent.session_id = _session_id_of(opened)
    if agent.session_id is None:
        raise AgentStartFailed("The agent opened a session without a name.")
    if model is not None:
        await _choose_model(agent, agent.session_id, opened, model)
    return AcpSession(agent, agent.session_id, was_resumed=was_resumed)


async def _resume(agent: AcpAgent, cwd: str, session_id: str) -> Mapping[str, Json] | None:
    """None if the agent cannot, or does not know the session any more. What it tells of old turns is not heard."""
    if agent.capabilities.get("loadSession") is not True:
        return None
    agent.session_id = session_id
    params = {"sessionId": session_id, "cwd": cwd, "mcpServers": []}
    try:
        return await agent.ask("session/load", params, what="load its session")
    except AgentReportedError:
        agent.session_id = None
        return None


async def _choose_model(agent: AcpAgent, session_id: str, opened: Mapping[str, Json], model: str) -> None:
    option = _model_option(opened)
    if option is None:
        raise AgentStartFailed(
            f"This agent does not let its model be chosen, so it cannot use {model}.",
            category=ErrorCategory.USER_ACTION,
            hint="Leave the model out, or choose another agent.",
        )
    known = list(_values_of(option.get("options")))
    if model not in known:
        raise AgentStartFailed(
            f"The agent does not know the model {model}.",
            category=ErrorCategory.USER_ACTION,
            hint=f"It knows: {', '.join(known)}.",
        )
    if option.get("currentValue") != model:
        params = {"sessionId": session_id, "configId": option.get("id"), "value": model}
        await agent.ask("session/set_config_option", params, what="change its model")


def _session_id_of(opened: Mapping[str, Json]) -> str | None:
    session_id = opened.get("sessionId")
    return session_id if isinstance(session_id, str) and session_id else None


def _model_option(opened: Mapping[str, Json]) -> Mapping[str, Json] | None:
    options = opened.get("configOptions")
    for option in options if isinstance(options, list) else []:
        if isinstance(option, dict) and "model" in (option.get("category"), option.get("id")):
            return option
    return None


def _values_of(options: Json) -> Iterator[str]:
    """Choices may come in groups."""
    for option in options if isinstance(options, list) else []:
        if isinstance(option, dict) and isinstance(option.get("value"), str):
            yield str(option["value"])
        elif isinstance(option, dict):
            yield from _values_of(option.get("options"))
