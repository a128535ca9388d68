"""The HTTP application: routers, error map, guard."""

from fastapi import FastAPI
from starlette.types import ASGIApp, Lifespan

from shopfloor import __version__
from shopfloor.api import wire
from shopfloor.api.analytics_routes import analytics_router
from shopfloor.api.board_routes import board_router
from shopfloor.api.chat_routes import chat_router
from shopfloor.api.configuration_routes import configuration_router
from shopfloor.api.conversation_routes import conversation_router
from shopfloor.api.editor_routes import editor_router
from shopfloor.api.floor_routes import floor_router
from shopfloor.api.git_routes import git_router
from shopfloor.api.github_routes import github_router
from shopfloor.api.guard import Guard
from shopfloor.api.live_routes import live_router
from shopfloor.api.pages import pages_router
from shopfloor.api.preview_routes import preview_router
from shopfloor.api.problems import PROBLEM_RESPONSES, add_problem_handlers
from shopfloor.api.project_routes import project_router
from shopfloor.api.repository_routes import repository_router
from shopfloor.api.review_routes import review_router
from shopfloor.api.sandbox_routes import sandbox_router
from shopfloor.api.schema_document import complete_document
from shopfloor.api.secret_routes import secret_router
from shopfloor.api.services import Services
from shopfloor.api.task_comment_routes import task_comment_router
from shopfloor.api.task_execution_routes import task_execution_router
from shopfloor.api.terminal_socket import terminal_router
from shopfloor.api.web_app import web_app_router
from shopfloor.api.webhook_routes import webhook_router
from shopfloor.api.work_order_routes import work_order_router
from shopfloor.preview_proxy.gateway import PreviewGateway


def build_api(services: Services, lifespan: Lifespan[FastAPI] | None = None) -> ASGIApp:
    app = build_routes(services, lifespan)
    app.add_middleware(Guard, settings=services.settings)
    app.add_middleware(
        PreviewGateway,
        programs=services.served,
        names=services.served_names,
        public_url=services.settings.public_url,
        key=services.settings.api_key,
    )
    return app


def build_routes(services: Services, lifespan: Lifespan[FastAPI] | None = None) -> FastAPI:
    app = FastAPI(
        title="Shopfloor",
        version=__version__,
        description="A shop floor for coding agents: work orders in, pull requests out.",
        lifespan=lifespan,
        docs_url="/api/docs",
        redoc_url=None,
        openapi_url="/api/openapi.json",
        responses=PROBLEM_RESPONSES,
        separate_input_output_schemas=False,
    )
    add_problem_handlers(app)
    for router in (
        *(work_order_router, conversation_router, chat_router, git_router, live_router),
        *(repository_router, floor_router, board_router, task_execution_router, task_comment_router),
        *(sandbox_router, terminal_router, preview_router),
        *(github_router, secret_router, configuration_router, project_router, analytics_router),
        *(webhook_router, review_router, editor_router),
    ):
        app.include_router(router(services), prefix="/api")

    app.include_router(pages_router(services))
    app.include_router(web_app_router(frame_sources=services.served_names.frame_sources))
    complete_document(app, wire.ProblemModel, wire.EventsResponse)
    return app
