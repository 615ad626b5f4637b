"""The way through a long list: how much is shown, back to the first page, on to the next."""

from __future__ import annotations

from typing import Any, Protocol

from dashboard.desk_session import link, said
from dashboard.parts.piece import Crumb, pages_line
from dashboard.wording import formats
from data_access.contracts.common import Listing


class Paged(Protocol):
    """A selection that names a page of a list."""

    @property
    def cursor(self) -> str | None:
        """Where the page begins; None on the first."""

    @property
    def skipped(self) -> int:
        """How many items stand before it."""

    def but(self, **changed: Any) -> Any:
        """Return the selection with some values changed."""


def pager(page: str, selection: Paged, listing: Listing[Any], *, key: str = "pager") -> None:
    """Draw the pager of `listing`, whose pages are addressed by `selection` on the page `page`."""
    w = said()
    first, last = selection.skipped + 1, selection.skipped + len(listing.items)
    text = w.state.range.format(
        first=formats.count(first), last=formats.count(last), total=formats.count(listing.total)
    )
    ways = []
    if selection.cursor is not None:
        start = selection.but(cursor=None, skipped=0).to_query()
        ways.append(Crumb(w.state.first_page, link(page, **start)))
    if listing.next_cursor is not None:
        on = selection.but(cursor=listing.next_cursor, skipped=last).to_query()
        ways.append(Crumb(w.state.next_page, link(page, **on)))
    pages_line(text, ways, key=key)
