"""Gives the bytes of a file of a case to whoever may read: always for saving, never for a browser to run.

`GET /api/attachments/{task_id}/{attachment_hash}`, with `?small=true` the small picture of a picture. A type
is told only of pictures, which the desk wrote itself.
"""

from __future__ import annotations

from urllib.parse import quote

import anyio
from pydantic import ValidationError
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from dashboard.faces.access import caller_of
from dashboard.faces.caller import Caller
from dashboard.faces.error_answers import error_answer
from data_access.contracts.attachments import AttachmentNamed
from data_access.errors import AttachmentGone, CaseboardError, InvalidInput, MethodNotAllowed
from data_access.reading.attachments import attachment_content, thumbnail
from data_access.rules.attachment_kinds import is_picture

_PATH = "/api/attachments/{task_id}/{attachment_hash}"
_HEADERS = {
    "cache-control": "private, no-store",
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
}


def attachment_routes() -> list[Route]:
    """Return the route; it stands before those of the calls."""

    async def endpoint(request: Request) -> Response:
        if request.method not in ("GET", "HEAD"):
            fault = MethodNotAllowed(f"{request.url.path} takes GET, not {request.method}.")
            return error_answer(fault, {"allow": "GET"})
        try:
            return await anyio.to_thread.run_sync(_answer, request)
        except CaseboardError as fault:
            return error_answer(fault)

    return [Route(_PATH, endpoint, methods=["GET", "POST", "PUT", "PATCH", "DELETE"])]


def _answer(request: Request) -> Response:
    caller = caller_of(request)
    caller.principal.require("read")
    try:
        asked = AttachmentNamed.model_validate(request.path_params)
    except ValidationError:
        raise InvalidInput(
            "The address names no file. It ends in the SHA-256 of one, 64 signs of 0-9 and a-f."
        ) from None
    is_small = request.query_params.get("small") == "true"
    return _small(caller, asked) if is_small else _whole(caller, asked)


def _whole(caller: Caller, asked: AttachmentNamed) -> Response:
    told = attachment_content(caller.store, asked.task_id, asked.attachment_hash)
    kind = told.attachment.media_type
    return _saved(told.content, told.attachment.name, kind if is_picture(kind, told.content) else None)


def _small(caller: Caller, asked: AttachmentNamed) -> Response:
    whole = attachment_content(caller.store, asked.task_id, asked.attachment_hash).attachment
    content = thumbnail(caller.store, whole)
    if content is None:
        raise AttachmentGone(f"{whole.name!r} has no small picture here. Ask for the whole file.")
    return _saved(content, f"{whole.name.rpartition('.')[0]}.small.jpg", "image/jpeg")


def _saved(content: bytes, name: str, kind: str | None) -> Response:
    plain = "".join(sign if sign.isascii() and (sign.isalnum() or sign in "-_.") else "_" for sign in name)
    told = f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"
    headers = _HEADERS | {"content-disposition": told}
    return Response(content, headers=headers, media_type=kind or "application/octet-stream")
