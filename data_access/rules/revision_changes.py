"""What a revision changed against the one before it, as it is kept beside it, and what is left out of a list.

Revisions never change, so what one changed is worked out once. It is worked out anew only when another
revision comes to stand before it, or when a release compares by other rules.
"""

from __future__ import annotations

from collections.abc import Mapping

from data_access.contracts.report_comparison import ChangeClass
from data_access.contracts.report_history import RevisionChange
from data_access.contracts.reports import ReportRevision
from data_access.rules.report_diff import CitedRecord, compare_revisions

RULES = 1
"""Raise it with every change of `rules.report_diff` or `rules.prose_diff` that tells two revisions otherwise:
what is kept is then worked out anew by every desk."""
SMALL: frozenset[ChangeClass] = frozenset(("none", "formatting", "wording"))
"""Changes that touch neither what is concluded nor what it rests on."""


def change_of(
    task_id: str,
    previous: ReportRevision | None,
    revision: ReportRevision,
    records: Mapping[str, CitedRecord],
) -> RevisionChange:
    """Return what `revision` changed since `previous`, None for the first; `records` are what they cite."""
    told = compare_revisions(task_id, previous, revision, records) if previous else None
    return RevisionChange(
        task_id=task_id,
        revision=revision.revision,
        previous_revision=previous.revision if previous else None,
        verdict=told.verdict if told else None,
        open_gaps=sum(gap.is_open for gap in revision.data_gaps),
    )
