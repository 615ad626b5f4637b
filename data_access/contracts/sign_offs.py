"""What people think of a revision of a report: each person once, changed or taken back by them alone.

A later revision inherits nothing: it is another text. No sign-off moves a case.
"""

from __future__ import annotations

from typing import Literal

from data_access.contracts.common import Contract, Listing, Origin, UtcTime
from data_access.contracts.evidence import RecordState

SignOffVerdict = Literal["reviewed", "needs_work"]
"""Whoever says it has read this revision and stands by it as it is; or something in it has to be mended."""


class SignOff(Contract):
    """What one person thinks of one revision."""

    sign_off_id: str
    """`S-<n>`, counted within the task."""
    revision: int
    verdict: SignOffVerdict
    note: str | None
    person: str
    is_verified: bool | None
    """True when the desk had checked who this is, false when it took their word; null of one that came with
    a restored case."""
    made_at: UtcTime
    origin: Origin
    """`human`, or `demo` of one that came with the demo."""
    state: RecordState
    """`valid` holds; `corrected` has another of the same person in its place; `withdrawn` was taken back."""
    corrects: str | None
    corrected_by: str | None
    withdrawn_at: UtcTime | None
    withdrawn_reason: str | None


class SignOffs(Listing[SignOff]):
    """Every sign-off of a report, the first one first, also those that no longer hold."""

    newest_revision: int | None
    """Null while there is no report."""
    yours: tuple[str, ...]
    """Ids of those that hold and are of whoever asks; at most one a revision."""


class ReportToSignOff(Contract):
    """The newest revision of a case that whoever asks has not signed off."""

    task_id: str
    case_title: str
    origin: Origin
    revision: int
    stage: str
    outcome: str
    title: str
    published_at: UtcTime
    reviewed: int
    """How many others have it as reviewed."""
    needs_work: int
    """How many others say that it needs work."""
    yours_before: int | None
    """The latest earlier revision that whoever asks signed off; null where there is none."""
