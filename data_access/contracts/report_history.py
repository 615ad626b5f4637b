"""The history of a report: each revision with what it changed, what led to it, and what marks it."""

from __future__ import annotations

from typing import Literal

from data_access.contracts.case_calls import TaskNamed
from data_access.contracts.common import Contract, Listing, Origin, UtcTime
from data_access.contracts.report_comparison import Verdict
from data_access.contracts.reports import ReportHead
from data_access.contracts.usage import UsageTotals

ChangeState = Literal["first", "told", "not_yet"]
"""`first`: there is none before it. `not_yet`: it is still to be worked out, for a moment after it came."""
SpendingState = Literal["told", "at_least", "no_calls", "not_known"]
"""`at_least`: some of the sessions are linked to no run, so there may be more. `no_calls`: the sessions are
linked to runs that tell what they used, and none of it led here. `not_known` is not zero."""


class ReportLook(Contract):
    """Which revision of a case's report one viewer opened last. Nobody else is shown it."""

    revision: int
    before: int | None
    """What they knew before the visit in which they opened it; null: nothing."""
    newest: int
    """The newest revision that there was then."""
    looked_at: UtcTime


class RevisionChange(Contract):
    """What a revision changed, as it is worked out once out of two texts and kept."""

    task_id: str
    revision: int
    previous_revision: int | None
    """The one before it that there is; null of the first."""
    verdict: Verdict | None
    """Null of the first."""
    open_gaps: int
    """That this revision states."""


class RevisionSpending(Contract):
    """What the sessions that worked towards a revision since the one before it took."""

    state: SpendingState
    used: UsageTotals | None
    """Of the calls that led to it; null where none is known."""
    round_ids: tuple[str, ...]
    """The sessions."""
    unlinked_rounds: tuple[str, ...]
    """Those of them that are linked to no run: what they cost is not in `used`."""
    worked_seconds: float | None
    """Of sessions that held the lease; null where no session is known."""


class RevisionEntry(ReportHead):
    """One revision in the history of a report."""

    previous_revision: int | None
    """The one before it that there is; null of the first."""
    missing_before: int
    """How many numbers between the two are missing; of the first, before it."""
    shares_second: bool
    """Another revision was published in the same second; then the number tells the order, not the time."""
    author: str | None
    """The agent as its claim said, else the name of whoever claimed; null where the session is not known."""
    origin: Origin
    """Of the case."""
    kept_in: str | None
    """Of an imported one: where it was kept, under whose rules it was published."""
    cites_synthetic: bool
    """It cites evidence that is made up."""
    change_state: ChangeState
    change: Verdict | None
    """What it changed against `previous_revision`; null unless `change_state` is `told`."""
    open_gaps: int | None
    """Gaps that it states as open; null while that is `not_yet` worked out."""
    spending: RevisionSpending
    """Since the revision before it."""


class ReportHistoryQuery(TaskNamed):
    """Of which case to list the revisions of the report."""

    grave: bool = False
    """True: leave out revisions that changed nothing but words, formatting, or nothing at all."""


class ReportHistory(Listing[RevisionEntry]):
    """The revisions of a report, the newest first."""

    hidden: int
    """How many were left out because they changed nothing but words, formatting, or nothing at all."""
