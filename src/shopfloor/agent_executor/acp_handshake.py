"""Opening a session: a new one, or an earlier one taken up again, with what the user chose for it."""

from collections.abc import Mapping, Sequence

from shopfloor.agent_executor.acp_agent import AcpAgent
from shopfloor.agent_executor.acp_mcp_servers import mcp_server_on_wire
from shopfloor.agent_executor.acp_options import options_from_wire
from shopfloor.agent_executor.acp_session import AcpSession
from shopfloor.agent_executor.agent_options import Wishes
from shopfloor.agent_executor.json_lines import Json
from shopfloor.domain.mcp_servers import McpServer
from shopfloor.errors import AgentNotSignedIn, AgentReportedError, AgentStartFailed


async def open_session(
    agent: AcpAgent,
    cwd: str,
    *,
    resume_session_id: str | None,
    wishes: Wishes,
    sign_in_method: str | None = None,
    mcp_servers: Sequence[McpServer] = (),
) -> AcpSession:
    place: dict[str, Json] = {"cwd": cwd, "mcpServers": [mcp_server_on_wire(server) for server in mcp_servers]}
    try:
        return await _open_session(agent, place, resume_session_id, wishes)
    except AgentNotSignedIn:
        if sign_in_method is None:
            raise
        await agent.ask("authenticate", {"methodId": sign_in_method}, what="sign in")
        return await _open_session(agent, place, resume_session_id, wishes)


async def _open_session(
    agent: AcpAgent, place: Mapping[str, Json], resume_session_id: str | None, wishes: Wishes
) -> AcpSession:
    opened = await _take_up(agent, place, resume_session_id) if resume_session_id else None
    was_resumed = opened is not None
    if opened is None:
        opened = await agent.ask("session/new", place, what="open a session")
        agent.session_id = _session_id_of(opened)
    if agent.session_id is None:
        raise AgentStartFailed("The agent opened a session without a name.")
    agent.options = options_from_wire(opened)
    session = AcpSession(agent, agent.session_id, was_resumed=was_resumed)
    for kind, value in wishes.wanted():
        await session.choose(kind, value)
    return session


async def _take_up(agent: AcpAgent, place: Mapping[str, Json], session_id: str) -> Mapping[str, Json] | None:
    """None if the agent cannot, or does not know the session any more."""
    agent.session_id = session_id
    params = {"sessionId": session_id, **place}
    for method in _ways_to_take_up(agent.capabilities):
        try:
            return await agent.ask(method, params, what="take up its session")
        except AgentReportedError:
            continue
    agent.session_id = None
    return None


def _ways_to_take_up(capabilities: Mapping[str, Json]) -> list[str]:
    """`resume` does not tell the old turns again, which nobody would hear anyway."""
    of_sessions = capabilities.get("sessionCapabilities")
    can_resume = isinstance(of_sessions, dict) and of_sessions.get("resume") is not None
    can_load = capabilities.get("loadSession") is True
    return ["session/resume"] * can_resume + ["session/load"] * can_load


def _session_id_of(opened: Mapping[str, Json]) -> str | None:
    session_id = opened.get("sessionId")
    return session_id if isinstance(session_id, str) and session_id else None
