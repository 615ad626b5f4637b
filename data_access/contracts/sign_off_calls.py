"""What people are asked for when they sign a report off, and what they are told: only what is stored."""

from __future__ import annotations

from pydantic import Field

from data_access.contracts.case_calls import TaskNamed, TaskWrite
from data_access.contracts.case_receipts import CaseReceipt
from data_access.contracts.evidence import RecordState
from data_access.contracts.given_values import Name, Prose
from data_access.contracts.sign_offs import SignOffVerdict


class SignOffCall(TaskWrite):
    """What you think of a revision."""

    report_revision: int = Field(ge=1, lt=2**31)
    """The revision that you read. A later one inherits nothing."""
    verdict: SignOffVerdict
    note: Prose | None = None
    """What you have to say about it; needed with `needs_work`: what has to be mended."""
    corrects: Name | None = None
    """Your own earlier sign-off of this revision that this one takes the place of, for example `S-1`; the
    earlier one stays readable."""


class WithdrawSignOffCall(TaskWrite):
    """A sign-off of your own that should no longer count."""

    sign_off_id: Name
    """Which one, for example `S-1`."""
    reason: Prose | None = None
    """Why, if you want to say so."""


class SignOffReceipt(CaseReceipt):
    """The sign-off is stored as it stands now; nothing in the case has changed."""

    sign_off_id: str
    revision: int
    verdict: SignOffVerdict
    state: RecordState
    newest_revision: int
    """Of the report; where it is another one, that one is not signed off by this."""


class ReportSignOffsQuery(TaskNamed):
    """Whose sign-offs to list."""

    report_revision: int | None = Field(default=None, ge=1, lt=2**31)
    """Of this revision only; absent: of all."""
