"""Two revisions held against each other, with the case and what lies between: as a file of it needs them."""

from __future__ import annotations

from datetime import UTC, datetime

from data_access.contracts.comparison_file import ComparedRevisions, RevisionStanding
from data_access.reading.between_revisions import between_revisions
from data_access.reading.case_reports import report
from data_access.reading.investigations import investigation
from data_access.reading.report_comparison import report_comparison
from data_access.store.connection import Store


def compared_revisions(store: Store, task_id: str, before: int, after: int) -> ComparedRevisions:
    """Return all that is to be told of two revisions, in the given direction. Raises: `NotFound`."""
    case = investigation(store, task_id)
    both = report(store, task_id, before), report(store, task_id, after)
    return ComparedRevisions(
        task_id=case.task_id,
        case_title=case.title,
        case_origin=case.origin,
        project=case.project,
        as_of=datetime.now(UTC),
        comparison=report_comparison(store, task_id, before, after),
        between=between_revisions(store, task_id, before, after),
        standing=tuple(
            RevisionStanding(**{name: getattr(one, name) for name in RevisionStanding.model_fields})
            for one in both
        ),
    )
