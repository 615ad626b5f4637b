"""The table of calls as routes. Parameters come from the path, the query string, or a JSON object.

An address under `/api` that is no call, and a method it does not take, are answered in the one error shape.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, get_origin

import orjson
from starlette.convertors import Convertor, register_url_convertor
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from dashboard.faces.access import caller_of
from dashboard.faces.answering import answer
from dashboard.faces.calls import Call
from dashboard.faces.error_answers import error_answer
from dashboard.faces.time_limit import within_time
from data_access.errors import (
    BodyNotJson,
    CaseboardError,
    InvalidInput,
    MethodNotAllowed,
    NotFound,
    Problem,
)


class _Anything(Convertor[str]):
    """A piece of a path with whatever a native id may hold: slashes, line breaks."""

    regex = "(?s:.*)"

    def convert(self, value: str) -> str:
        return value

    def to_string(self, value: str) -> str:
        return value


register_url_convertor("anything", _Anything())
Endpoint = Callable[[Request], Awaitable[Response]]


def rest_routes(calls: Sequence[Call]) -> list[Route]:
    """Return a route per call, and one that says what is no call."""
    routes = [Route(_pattern(call.path), _endpoint(call), methods=[call.method]) for call in calls]
    nothing_here = _NothingHere(calls)
    return [*routes, Route("/api/{rest:anything}", nothing_here), Route("/api", nothing_here)]


def _pattern(path: str) -> str:
    return re.sub(r"\{(\w+)\}", r"{\1:anything}", path)


def _endpoint(call: Call) -> Endpoint:
    async def endpoint(request: Request) -> Response:
        try:
            given = await _given(call, request)
            told = await _told(call, given, request)
        except CaseboardError as fault:
            return error_answer(fault)
        return Response(told, media_type="application/json", headers={"cache-control": "no-store"})

    return endpoint


async def _told(call: Call, given: dict[str, Any], request: Request) -> bytes:
    def work() -> bytes:
        return answer(call, given, caller_of(request)).model_dump_json().encode()

    return await within_time(call, work)


async def _given(call: Call, request: Request) -> dict[str, Any]:
    told = _from_query(call, request) if call.method == "GET" or call.method == "DELETE" else {}
    if call.method == "POST":
        if request.query_params:
            raise _unusable(
                next(iter(request.query_params)), "it stands in the address", "Give it in the JSON body."
            )
        told = await _from_body(request)
    for name, value in request.path_params.items():
        if name in told:
            raise _unusable(name, "it stands in the path already", "Give it once.")
        told[name] = value
    return told


def _from_query(call: Call, request: Request) -> dict[str, Any]:
    told: dict[str, Any] = {}
    for name, value in request.query_params.multi_items():
        if _is_list(call, name):
            told.setdefault(name, []).append(value)
        elif name in told:
            raise _unusable(name, "it is given twice", "Give it once; this one does not repeat.")
        else:
            told[name] = value
    return told


@functools.cache
def _is_list(call: Call, name: str) -> bool:
    field = call.takes.model_fields.get(name)
    return field is not None and get_origin(field.annotation) is tuple


async def _from_body(request: Request) -> dict[str, Any]:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise BodyNotJson(
            f"This call takes JSON and was given {kind or 'no content type'}. "
            "Send a JSON object with the header `Content-Type: application/json`."
        )
    try:
        told = orjson.loads(await request.body() or b"{}")
    except orjson.JSONDecodeError as error:
        raise _unusable("body", f"it is no JSON: {error}", "Send one JSON object.") from error
    if not isinstance(told, dict):
        raise _unusable("body", "it is JSON and no object", "Send one JSON object.")
    return told


def _unusable(where: str, why: str, fix: str) -> InvalidInput:
    return InvalidInput(
        f"The request cannot be used: {where[:100]}.", problems=(Problem(where[:100], why, fix),)
    )


class _NothingHere:
    """Answers for addresses under `/api` that are no call, whatever the method."""

    def __init__(self, calls: Sequence[Call]) -> None:
        self._known = [
            (re.compile(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(call.path))), call.method) for call in calls
        ]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._answer(scope["path"], scope["method"])(scope, receive, send)

    def _answer(self, path: str, method: str) -> Response:
        methods = sorted({known for pattern, known in self._known if pattern.fullmatch(path)})
        if methods:
            fault = MethodNotAllowed(f"{path} takes {', '.join(methods)}, not {method}.")
            return error_answer(fault, {"allow": ", ".join(methods)})
        return error_answer(NotFound(f"There is nothing at {path[:200]}. /api/docs lists every call."))
