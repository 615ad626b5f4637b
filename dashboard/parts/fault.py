"""Turns errors into words on the page: what is the matter and what to do. A page never shows a traceback."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from dashboard.desk_session import said
from dashboard.parts.piece import note
from data_access.errors import CaseboardError, StoreError

_log = logging.getLogger("caseboard.pages")


@contextmanager
def faults_shown() -> Iterator[None]:
    """Run a page; an error that the desk raises on purpose becomes a block that says what to do."""
    try:
        yield
    except CaseboardError as error:
        show_fault(error)


def show_fault(error: CaseboardError, *, key: str = "fault", title: str | None = None) -> None:
    """Draw an error that the desk raised on purpose, under `title` where the page knows a better one."""
    w = said()
    if title is None or isinstance(error, StoreError):
        title = w.fault.store_title if isinstance(error, StoreError) else w.fault.title
    lines = [f"{problem.where}: {problem.why}. {problem.fix}" for problem in error.problems]
    note(title, key=key, text=error.message, tone="failed", lines=lines)


def show_unexpected(error: Exception) -> bool:
    """Draw a fault nobody foresaw, keep its place in the log, and tell Streamlit that it has been shown."""
    _log.error("A page failed", exc_info=error)
    if isinstance(error, CaseboardError):
        show_fault(error, key="unexpected")
        return True
    w = said()
    note(
        w.fault.title,
        key="unexpected",
        text=w.fault.bug.format(kind=type(error).__name__),
        tone="failed",
        lines=[w.fault.bug_fix],
    )
    return True
