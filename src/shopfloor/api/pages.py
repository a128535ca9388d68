"""A pull request of the local forge as a page of its own: what its address leads to."""

from html import escape

from fastapi import APIRouter
from fastapi.responses import HTMLResponse

from shopfloor.api.services import Services
from shopfloor.domain.ids import RepositoryKey
from shopfloor.domain.pull_request import PullRequest
from shopfloor.domain.pull_request_text import without_markers
from shopfloor.domain.work_order import AgentWorkOrder
from shopfloor.git_operations.diff import Diff

_HEAD = """<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title><style>body{{font:16px/1.5 system-ui,sans-serif;margin:8vh auto;max-width:50rem;padding:0 1rem;
color-scheme:light dark}}pre{{overflow-x:auto;font-size:13px;line-height:1.4;border:1px solid #8886;padding:.8rem;
border-radius:6px}}code{{font-size:.92em}}.state{{border:1px solid;border-radius:1rem;padding:.1rem .6rem;
font-size:.8rem}}</style>"""


def pages_router(services: Services) -> APIRouter:
    router = APIRouter(include_in_schema=False)

    @router.get("/pull-requests/{repository_key}/{number}")
    async def pull_request_page(repository_key: str, number: int) -> HTMLResponse:
        key = RepositoryKey(repository_key)
        order = await services.store.read(lambda tx: tx.orders.get_by_pull_request(key, number))
        pull_request = await services.pull_requests.get(order.agent_work_order_id)
        diff = await services.views.diff(order)
        return _page(pull_request.pull_request_title, _pull_request(order, pull_request, diff))

    return router


def _page(title: str, body: str) -> HTMLResponse:
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    return HTMLResponse(_HEAD.format(title=escape(title)) + body, headers={"content-security-policy": policy})


def _pull_request(order: AgentWorkOrder, pull_request: PullRequest, diff: Diff | None) -> str:
    state = "draft" if pull_request.is_draft and pull_request.state == "open" else pull_request.state.value
    patches = "\n".join(file.patch or f"{file.path}: not shown" for file in diff.files) if diff else ""
    order_id = order.agent_work_order_id
    return f"""<h1>{escape(pull_request.pull_request_title)} <small>#{pull_request.pull_request_number}</small></h1>
<p><span class="state">{escape(state)}</span> <code>{escape(pull_request.head_branch)}</code> into
<code>{escape(pull_request.base_branch)}</code>,
work order <a href="/api/agent-work-orders/{order_id}">{order_id}</a></p>
<pre>{escape(without_markers(pull_request.pull_request_body))}</pre><p><code>shopfloor pr ready {order_id}</code>,
<code>shopfloor pr merge {order_id}</code></p><pre>{escape(patches)}</pre>"""
