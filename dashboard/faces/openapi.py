"""What the API is, for programs (OpenAPI 3.1) and for people: both made from the table of calls."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from dashboard.faces.calls import CALLS, Call
from dashboard.faces.error_answers import STATUS
from dashboard.release import release
from data_access.contracts.field_texts import field_texts

_REF = "#/components/schemas/{model}"
_PROSE = {"title", "description"}
_FAULT: dict[str, Any] = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["code", "message", "problems"],
            "properties": {
                "code": {"type": "string"},
                "message": {"type": "string"},
                "problems": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "required": ["where", "why", "fix"],
                        "properties": {name: {"type": "string"} for name in ("where", "why", "fix")},
                    },
                },
                "candidates": {"type": "array", "items": {"type": "string"}},
                "winner": {"type": "object"},
            },
        }
    },
}


def document_routes() -> list[Route]:
    """Return the open addresses: the API document, its readable page, health and release."""

    async def document(_request: Request) -> Response:
        return JSONResponse(openapi_document())

    async def page(_request: Request) -> Response:
        return HTMLResponse(readable_page())

    async def health(_request: Request) -> Response:
        return JSONResponse({"status": "ok"}, headers={"cache-control": "no-store"})

    async def version(_request: Request) -> Response:
        return JSONResponse({"program": "caseboard", "version": release()})

    return [
        Route("/api/openapi.json", document),
        Route("/api/docs", page),
        Route("/api/health", health),
        Route("/api/version", version),
    ]


@cache
def openapi_document() -> dict[str, Any]:
    """Return the OpenAPI 3.1 document of the table."""
    models = dict.fromkeys(model for call in CALLS for model in (call.takes, call.gives))
    wanted: list[Any] = [
        (model, "serialization" if model in _answers() else "validation") for model in models
    ]
    refs, schemas = models_json_schema(wanted, ref_template=_REF)
    paths: dict[str, dict[str, Any]] = {}
    for call in CALLS:
        given = refs[(call.gives, "serialization")]
        paths.setdefault(call.path, {})[call.method.lower()] = _operation(call, given, schemas["$defs"])
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Caseboard",
            "version": release(),
            "description": "What multi-agent runs did, cost and left to decide. "
            "Times are UTC; money is a decimal string of US dollars; an unknown is null, never 0.",
        },
        "paths": paths,
        "components": {
            "schemas": {**schemas["$defs"], "Error": _FAULT},
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{}, {"token": []}],
    }


def _answers() -> frozenset[type[BaseModel]]:
    return frozenset(call.gives for call in CALLS)


def _operation(call: Call, given: dict[str, Any], schemas: dict[str, Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": call.name,
        "summary": call.teaches.split(". ")[0].rstrip(".") + ".",
        "description": f"{call.teaches} Needs the scope `{call.scope_told}`.",
        "tags": [call.path.split("/")[2]],
        "parameters": _parameters(call),
        "responses": {
            "200": {"description": "The answer.", "content": {"application/json": {"schema": given}}},
            **{
                str(status): {
                    "description": f"Refused: {', '.join(f'`{code}`' for code in codes)}.",
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}},
                }
                for status, codes in _refusals().items()
            },
        },
    }
    if call.method == "POST":
        body = {"$ref": f"#/components/schemas/{call.takes.__name__}"}
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
    return operation


def _parameters(call: Call) -> list[dict[str, Any]]:
    in_path = re.findall(r"\{(\w+)\}", call.path)
    properties = call.takes.model_json_schema().get("properties", {})
    told = []
    for name, field in call.takes.model_fields.items():
        if name not in in_path and call.method == "POST":
            continue
        schema = {key: value for key, value in properties[name].items() if key not in _PROSE}
        told.append(
            {
                "name": name,
                "in": "path" if name in in_path else "query",
                "required": name in in_path or field.is_required(),
                "description": field_texts(call.takes).get(name, ""),
                "schema": _without_null(schema),
            }
        )
    return told


def _without_null(schema: dict[str, Any]) -> dict[str, Any]:
    """A query string has no null: leave the parameter out instead."""
    kinds = [one for one in schema.get("anyOf", []) if one.get("type") != "null"]
    if len(kinds) == 1:
        return kinds[0]  # type: ignore[no-any-return]
    return schema


def _refusals() -> dict[int, list[str]]:
    by_status: dict[int, list[str]] = {}
    for code, status in STATUS.items():
        by_status.setdefault(status, []).append(code)
    by_status.setdefault(503, []).append("store_error")
    return by_status


@cache
def readable_page() -> str:
    """Return the page for people: plain HTML, no script, nothing from anywhere else."""
    sections = "".join(_section(call) for call in CALLS)
    index = "".join(f'<li><a href="#{call.name}">{call.name}</a></li>' for call in CALLS)
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Caseboard API</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"><style>'
        ":root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;"
        "margin:2rem auto;padding:0 1rem}table{border-collapse:collapse;width:100%}"
        "td,th{border-bottom:1px solid #8884;padding:.3rem;text-align:left;vertical-align:top}"
        "code{font-size:.9em;overflow-wrap:anywhere}"
        "ul.index{columns:3 12rem;padding-left:1rem}h2{margin-top:2.5rem}</style></head><body>"
        f"<h1>Caseboard API</h1><p>Release {escape(release())}. Programs read "
        '<a href="/api/openapi.json">the OpenAPI document</a>; agents speak MCP at <code>/mcp</code>. '
        "Times are UTC, money is a decimal string of US dollars, an unknown is null, never 0. A refusal is "
        '<code>{"error": {"code", "message", "problems": [{"where", "why", "fix"}]}}</code>.</p>'
        f'<ul class="index">{index}</ul>{sections}</body></html>'
    )


def _section(call: Call) -> str:
    rows = "".join(
        f"<tr><td><code>{escape(name)}</code></td><td><code>{escape(kind)}</code></td><td>{escape(text)}</td></tr>"
        for name, kind, text in parameter_rows(call)
    )
    table = f"<table><tr><th>parameter</th><th>what</th><th>meaning</th></tr>{rows}</table>" if rows else ""
    sets = f", tool sets {', '.join(sorted(call.tools))}" if call.tools else ", no tool of agents"
    if call.gathered:
        sets += " as {} with what={}".format(*call.gathered)
    return (
        f'<h2 id="{call.name}">{call.name}</h2><p><code>{call.method} {escape(call.path)}</code>, scope '
        f"<code>{call.scope_told}</code>{sets}</p><p>{escape(call.teaches)}</p>{table}"
        f"<p>Answers <code>{escape(answer_name(call))}</code>.</p>"
    )


def parameter_rows(call: Call) -> list[tuple[str, str, str]]:
    """Return name, kind and meaning of each parameter."""
    properties = call.takes.model_json_schema().get("properties", {})
    return [
        (
            name,
            _kind(_without_null(properties[name]), required=field.is_required()),
            field_texts(call.takes).get(name, ""),
        )
        for name, field in call.takes.model_fields.items()
    ]


def _kind(schema: dict[str, Any], *, required: bool) -> str:
    words = " | ".join(schema["enum"]) if "enum" in schema else schema.get("format") or schema.get("type", "")
    if schema.get("type") == "array":
        words = f"{_kind(schema['items'], required=True)}, repeatable".removesuffix(", required, repeatable")
    if not required and schema.get("default") not in (None, [], ()):
        return f"{words}, default {schema['default']}"
    return words


def answer_name(call: Call) -> str:
    """Return the name of what a call answers."""
    name: str = call.gives.__name__
    return name
