"""Make the OpenAPI document from the list of endpoints."""

import re
from http import HTTPStatus
from typing import Any

import msgspec

import sortilege
from sortilege.server.http.endpoints import ENDPOINTS
from sortilege.server.http.requests import PARAMETERS, Endpoint
from sortilege.server.ws.messages import Refused

REF = "#/components/schemas/{name}"
ALWAYS = (403, 429)  # a foreign origin, too many requests


def document() -> dict[str, Any]:
    kinds = [e.gives for e in ENDPOINTS if not isinstance(e.gives, str)] + [e.takes for e in ENDPOINTS if e.takes]
    _, components = msgspec.json.schema_components([*kinds, Refused], ref_template=REF)
    paths: dict[str, Any] = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint)
    about = {"title": "Sortilège", "version": sortilege.__version__, "license": {"name": "MIT", "identifier": "MIT"}}
    return {"openapi": "3.1.0", "info": about, "paths": paths, "components": {"schemas": components}}


def _operation(endpoint: Endpoint) -> dict[str, Any]:
    names = re.findall(r"\{(\w+)\}", endpoint.path)
    operation: dict[str, Any] = {
        "operationId": endpoint.id,
        "summary": endpoint.says,
        "parameters": [
            {"name": name, "in": "path", "required": True, "schema": _schema(PARAMETERS[name])} for name in names
        ],
        "responses": {"200": {"description": "Done.", "content": _content(endpoint.gives)}},
    }
    if endpoint.takes:
        operation["requestBody"] = {"required": True, "content": _content(endpoint.takes)}
    for status in sorted({*endpoint.refuses, *ALWAYS}):
        said = HTTPStatus(status).phrase
        operation["responses"][str(status)] = {"description": said, "content": _content(Refused)}
    return operation


def _content(kind: Any) -> dict[str, Any]:
    if isinstance(kind, str):
        return {kind.partition(";")[0]: {"schema": {"type": "string"}}}
    return {"application/json": {"schema": _schema(kind)}}


def _schema(kind: Any) -> Any:
    (schema,), _ = msgspec.json.schema_components([kind], ref_template=REF)
    return schema
