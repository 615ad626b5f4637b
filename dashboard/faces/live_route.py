"""Tells an open page whether the desk has moved on since it was drawn, and how old it is now.

`GET /live` for whoever may read the pages. Nothing it tells is of what the desk holds.
"""

from __future__ import annotations

import anyio
from pydantic import ValidationError
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from dashboard.current_desk import current_store
from dashboard.desk_changes import LIVE_PATH, PageState, SharedLook, freshness
from dashboard.faces.error_answers import error_answer
from dashboard.wording import words
from data_access.contracts.common import Contract, UtcTime
from data_access.errors import CaseboardError, InvalidInput

_HEADERS = {"cache-control": "no-store"}


class PageDrawn(Contract):
    """An open page."""

    drawn: int
    """Where the desk stood when it was drawn."""
    drawn_at: UtcTime
    state: PageState
    lang: str


def live_routes() -> list[Route]:
    """Return the route; who asks there is checked before, as for the pages."""
    look = SharedLook()

    async def live(request: Request) -> Response:
        try:
            page = _page(request)
            changes = await anyio.to_thread.run_sync(lambda: look(current_store()))
        except CaseboardError as fault:
            return error_answer(fault)
        told = (
            freshness(page.state, page.drawn_at, words(page.lang), has_changed=changes > page.drawn)
            if page
            else None
        )
        return JSONResponse({"changes": changes, "told": told}, headers=_HEADERS)

    return [Route(LIVE_PATH, live, methods=["GET"])]


def _page(request: Request) -> PageDrawn | None:
    given = dict(request.query_params)
    try:
        return PageDrawn.model_validate(given) if given else None
    except ValidationError:
        raise InvalidInput(
            "The page is not told as a page tells it: `drawn`, `drawn_at`, `state`, `lang`."
        ) from None
