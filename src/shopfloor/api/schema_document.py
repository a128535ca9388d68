"""The OpenAPI document as other programs want it: every model under components, every reference resolvable."""

from typing import Any

from fastapi import FastAPI
from pydantic import BaseModel

_COMPONENTS = "#/components/schemas/"


def reference(model: type[BaseModel]) -> dict[str, str]:
    """For a response that FastAPI does not build itself. The model has to be named to `complete_document`."""
    return {"$ref": f"{_COMPONENTS}{model.__name__}"}


def complete_document(app: FastAPI, *models: type[BaseModel]) -> None:
    """Adds models that only hand-written responses refer to."""
    generate = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            document = generate()
            schemas = document.setdefault("components", {}).setdefault("schemas", {})
            for model in models:
                schema = model.model_json_schema(ref_template=f"{_COMPONENTS}{{model}}")
                schemas |= schema.pop("$defs", {})
                schemas[model.__name__] = schema
            app.openapi_schema = document
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]
