"""What changed since this viewer last looked: which revision they knew, and the way to what came since."""

from __future__ import annotations

from collections.abc import Collection

from dashboard.desk_session import draft_owner, link, may, said, store, viewer
from dashboard.parts.piece import Crumb, pages_line
from dashboard.wording import formats
from data_access.contracts.investigation import InvestigationTask
from data_access.errors import StoreError
from data_access.reading.report_looks import report_look
from data_access.rules.report_looks import known_before
from data_access.writing.report_looks import keep_report_look


def known_to_viewer(task_id: str, revisions: Collection[int]) -> int | None:
    """Return the revision that this viewer knew before; None for none, and where nothing newer came since."""
    newest = max(revisions, default=0)
    known = known_before(report_look(store(), draft_owner(), task_id), newest, formats.now())
    return known if known in revisions and known != newest else None


def since_look(case: InvestigationTask, revisions: Collection[int]) -> None:
    """Offer what changed since this viewer last looked; nothing where nothing did."""
    known, newest = known_to_viewer(case.task_id, revisions), max(revisions, default=0)
    if known is not None:
        told = said().history.since_look.format(before=known, after=newest)
        way = link("what_changed", case=case.task_id, before=known, after=newest)
        pages_line("", [Crumb(told, way)], key="since-look")


def note_opened(case: InvestigationTask, revision: int, newest: int) -> None:
    """Keep that this viewer opened a revision, where that is news; a look that is lost does no harm."""
    if not may("read"):
        return
    owner, task_id = draft_owner(), case.task_id
    try:
        look = report_look(store(), owner, task_id)
        keep_report_look(store(), look, task_id, revision, newest=newest, owner_id=owner, principal=viewer())
    except StoreError:  # a full disk; nobody waits for this
        return
