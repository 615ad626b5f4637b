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
def faults_shown(*, key: str = "fault") -> Iterator[None]:
    """Run a page or a part of it; an error raised on purpose becomes a block that says what to do.

    What stands behind a part is drawn all the same; each part has a `key` of its own.
    """
    try:
        yield
    except CaseboardError as error:
        show_fault(error, key=key)


def show_fault(error: CaseboardError, *, key: str = "fault", title: str | None = None) -> None:
    """Draw an error that the desk raised on purpose, under `title` where the page knows a better one.

    What is the matter is said by its code in the language of the page; its own words, which name what is
    meant, are English, and say so in another language.
    """
    w = said()
    matter = w.fault.codes.get(error.code, w.fault.title)
    own = [f"{problem.where}: {problem.why}. {problem.fix}" for problem in error.problems]
    if title is None or isinstance(error, StoreError):
        title, matter = matter, ""
    if w.language == "en":
        note(title, key=key, text=error.message, tone="failed", lines=own)
    else:
        original = w.fault.original.format(message=error.message)
        note(title, key=key, text=matter or None, tone="failed", lines=[original, *own])


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
