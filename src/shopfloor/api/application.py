"""The HTTP application: routers, error map, guard."""

from fastapi import FastAPI
from fastapi.responses import HTMLResponse
from starlette.types import ASGIApp, Lifespan

from shopfloor import __version__
from shopfloor.api.floor_routes import floor_router
from shopfloor.api.git_routes import git_router
from shopfloor.api.guard import Guard
from shopfloor.api.live_routes import live_router
from shopfloor.api.problems import PROBLEM_RESPONSES, add_problem_handlers
from shopfloor.api.services import Services
from shopfloor.api.work_order_routes import work_order_router

_FRONT_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Shopfloor</title>
<meta name="viewport" content="width=device-width"><style>body{font:16px/1.5 system-ui;margin:12vh auto;max-width:36rem;
padding:0 1rem;color-scheme:light dark}code{font-size:.95em}</style>
<h1>Shopfloor is running</h1><p>File a work order: <code>shopfloor run "Add a greeting" --repo PATH</code></p>
<p><a href="/api/agent-work-orders">Work orders</a> · <a href="/api/projects">Projects</a> ·
<a href="/api/docs">API</a> · <a href="/api/openapi.json">OpenAPI</a></p></html>"""


def build_api(services: Services, lifespan: Lifespan[FastAPI] | None = None) -> ASGIApp:
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
    for router in (work_order_router, git_router, live_router, floor_router):
        app.include_router(router(services), prefix="/api")

    @app.get("/", include_in_schema=False)
    async def front_page() -> HTMLResponse:
        return HTMLResponse(_FRONT_PAGE)

    app.add_middleware(Guard, settings=services.settings)
    return app
