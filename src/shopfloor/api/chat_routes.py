"""A work order as a chat: a message in, what comes of it out as a stream."""

from typing import Annotated, Any

from fastapi import APIRouter, Query
from starlette.responses import Response

from shopfloor.api import wire
from shopfloor.api.chat_stream import chat_stream
from shopfloor.api.conversation_routes import messages_page
from shopfloor.api.presenters import order_response
from shopfloor.api.services import Services
from shopfloor.api.sse import event_stream
from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.domain.work_order import AgentWorkOrder

_STREAM_DOC: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "Named events: status, event, permission, pr-created, error, heartbeat; done is the last.",
        "content": {"text/event-stream": {"schema": {"type": "string"}}},
    }
}


def chat_router(services: Services) -> APIRouter:
    router = APIRouter(prefix="/chat", tags=["chat"])
    _add_messages(router, services)
    _add_moves(router, services)
    return router


def _add_messages(router: APIRouter, services: Services) -> None:
    @router.post("/{agent_work_order_id}", response_class=Response, responses=_STREAM_DOC)
    async def chat(agent_work_order_id: str, request: wire.ChatRequest) -> Response:
        """Says something to the order. Work and questions go to the agent; what is meant for the platform ("use branch
        X", "mark the PR ready", "merge it", "pause", …) is carried out by it. The turn goes on when the client leaves.
        """
        order_id = AgentWorkOrderId(agent_work_order_id)
        turn = await services.chat.take(order_id, request.message)
        return event_stream(chat_stream(services, order_id, turn))

    @router.post("/{agent_work_order_id}/task", response_class=Response, responses=_STREAM_DOC)
    async def start_task(agent_work_order_id: str, request: wire.ChatRequest) -> Response:
        """The message is work for the agent, whatever it sounds like."""
        order_id = AgentWorkOrderId(agent_work_order_id)
        turn = await services.chat.start_task(order_id, request.message)
        return event_stream(chat_stream(services, order_id, turn))

    @router.get("/{agent_work_order_id}/messages")
    async def list_chat_messages(
        agent_work_order_id: str,
        after: Annotated[int, Query(ge=0)] = 0,
        limit: Annotated[int, Query(ge=1, le=1000)] = 200,
    ) -> wire.MessagesResponse:
        """The conversation so far."""
        return await messages_page(services, AgentWorkOrderId(agent_work_order_id), after, limit)


def _add_moves(router: APIRouter, services: Services) -> None:
    async def answer(order: AgentWorkOrder) -> wire.AgentWorkOrderResponse:
        return order_response(await services.views.view(order))

    @router.post("/{agent_work_order_id}/retry")
    async def retry_chat(agent_work_order_id: str) -> wire.AgentWorkOrderResponse:
        """Goes on from what failed."""
        return await answer(await services.work_orders.retry(AgentWorkOrderId(agent_work_order_id)))

    @router.post("/{agent_work_order_id}/pause")
    async def pause_chat(agent_work_order_id: str) -> wire.AgentWorkOrderResponse:
        """Answers when the agent is dead; its work so far is committed."""
        return await answer(await services.work_orders.pause(AgentWorkOrderId(agent_work_order_id)))

    @router.post("/{agent_work_order_id}/resume")
    async def resume_chat(agent_work_order_id: str) -> wire.AgentWorkOrderResponse:
        """Goes on with what was paused."""
        return await answer(await services.work_orders.resume(AgentWorkOrderId(agent_work_order_id)))

    @router.post("/{agent_work_order_id}/stop")
    async def stop_chat(agent_work_order_id: str) -> wire.AgentWorkOrderResponse:
        """Ends the order for good. Answers when the agent is dead."""
        return await answer(await services.work_orders.cancel(AgentWorkOrderId(agent_work_order_id)))
