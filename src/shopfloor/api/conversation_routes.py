"""Talking with the agent of an order: prompts, and what it asks leave for."""

from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, Query

from shopfloor.api import wire
from shopfloor.api.services import Services
from shopfloor.domain.ids import AgentWorkOrderId, PromptId
from shopfloor.domain.permissions import tool_kind
from shopfloor.domain.work_order import AgentWorkOrderStatus, Prompt
from shopfloor.errors import InvalidInput
from shopfloor.state_manager.permissions import Permission


def conversation_router(services: Services) -> APIRouter:
    router = APIRouter(prefix="/agent-work-orders", tags=["agent-work-orders"])
    _add_prompts(router, services)
    _add_waiting_prompts(router, services)
    _add_messages(router, services)
    _add_permissions(router, services)
    return router


def _add_prompts(router: APIRouter, services: Services) -> None:
    @router.post("/{agent_work_order_id}/prompt")
    async def send_prompt(agent_work_order_id: str, request: wire.AgentPromptRequest) -> wire.AgentPromptResponse:
        """Queued in order while the order is under way; starts a follow-up run when it has ended."""
        if request.agent_work_order_id not in (None, agent_work_order_id):
            raise InvalidInput("The id in the body is not the id in the path.", field="agent_work_order_id")
        order_id = AgentWorkOrderId(agent_work_order_id)
        order, prompt = await services.prompts.send(order_id, request.prompt_text)
        started = order.status is AgentWorkOrderStatus.PENDING and order.run_count > 1
        message = "A follow-up run was started." if started else "Queued: the agent gets it when its turn is over."
        return wire.AgentPromptResponse(
            agent_work_order_id=order_id, prompt_id=prompt.prompt_id, prompt_accepted=True, message=message
        )

    @router.get("/{agent_work_order_id}/prompts")
    async def list_prompts(agent_work_order_id: str) -> wire.PromptsResponse:
        """What was asked of the agent, in order, with what became of it."""
        models = [_prompt(prompt) for prompt in await services.prompts.list(AgentWorkOrderId(agent_work_order_id))]
        return wire.PromptsResponse(prompts=models, total_count=len(models), has_more=False)


def _add_waiting_prompts(router: APIRouter, services: Services) -> None:
    @router.patch("/{agent_work_order_id}/prompts/{prompt_id}")
    async def edit_prompt(
        agent_work_order_id: str, prompt_id: str, request: wire.EditPromptRequest
    ) -> wire.PromptModel:
        """Changes a prompt that the agent has not been given yet; 409 `prompt_already_sent` afterwards."""
        order_id = AgentWorkOrderId(agent_work_order_id)
        return _prompt(await services.prompts.edit(order_id, PromptId(prompt_id), request.prompt_text))

    @router.delete("/{agent_work_order_id}/prompts/{prompt_id}", status_code=204)
    async def withdraw_prompt(agent_work_order_id: str, prompt_id: str) -> None:
        """Takes back a prompt that the agent has not been given yet; 409 `prompt_already_sent` afterwards."""
        await services.prompts.withdraw(AgentWorkOrderId(agent_work_order_id), PromptId(prompt_id))


def _add_messages(router: APIRouter, services: Services) -> None:
    @router.get("/{agent_work_order_id}/messages")
    async def list_messages(
        agent_work_order_id: str,
        after: Annotated[int, Query(ge=0, description="only messages that stand after this `seq`")] = 0,
        limit: Annotated[int, Query(ge=1, le=1000)] = 200,
    ) -> wire.MessagesResponse:
        """The conversation told from the journal: prompts, answers, tool calls, commits, each once as it stands."""
        return await messages_page(services, AgentWorkOrderId(agent_work_order_id), after, limit)


async def messages_page(
    services: Services, order_id: AgentWorkOrderId, after: int, limit: int
) -> wire.MessagesResponse:
    page, total, has_more = await services.conversations.page(order_id, after=after, limit=limit)
    models = [wire.MessageModel.model_validate(message, from_attributes=True) for message in page]
    return wire.MessagesResponse(messages=models, total_count=total, has_more=has_more)


def _add_permissions(router: APIRouter, services: Services) -> None:
    @router.get("/{agent_work_order_id}/permissions", tags=["permissions"])
    async def list_permissions(
        agent_work_order_id: str,
        include_closed: Annotated[bool, Query(description="answered and expired ones, too")] = False,
    ) -> wire.PermissionsResponse:
        """The permission requests that wait for an answer."""
        order_id = AgentWorkOrderId(agent_work_order_id)
        permissions = await services.permissions.requests(order_id, only_open=not include_closed)
        models = [_permission(services, permission) for permission in permissions]
        return wire.PermissionsResponse(permissions=models, total_count=len(models), has_more=False)

    @router.post("/{agent_work_order_id}/permissions/{permission_id}", status_code=204, tags=["permissions"])
    async def answer_permission(
        agent_work_order_id: str, permission_id: str, request: wire.AnswerPermissionRequest
    ) -> None:
        """Answers a permission request with one of its options. The first answer counts, a second one is a 409."""
        order_id = AgentWorkOrderId(agent_work_order_id)
        by = services.preferences.current.author_name or "user"
        await services.permissions.answer(order_id, permission_id, request.option_id, by=by)


def _permission(services: Services, permission: Permission) -> wire.PermissionModel:
    asked = permission.request
    return wire.PermissionModel.model_validate(
        {
            **{name: getattr(permission, name) for name in ("answer", "answered_by", "created_at", "answered_at")},
            "permission_id": asked.permission_id,
            "title": asked.title,
            "tool_kind": tool_kind(asked),
            "options": [asdict(option) for option in asked.options],
            "tool_call": asked.tool_call,
            "status": permission.status.value,
            "expires_at": permission.created_at + services.permissions.time_to_answer,
        }
    )


def _prompt(prompt: Prompt) -> wire.PromptModel:
    return wire.PromptModel.model_validate(prompt, from_attributes=True)
