"""What people are told when they have answered, decided or stated something: only what is stored."""

from __future__ import annotations

from data_access.contracts.case_receipts import CaseReceipt
from data_access.contracts.common import UtcTime
from data_access.contracts.people import ActionState, AnswerStanding, QuestionState


class AnswerGivenReceipt(CaseReceipt):
    """The answer or the refusal is stored; nobody has read it yet."""

    question_id: str
    question_state: QuestionState
    answer_id: str | None
    """Null where it was kept as a fact."""
    evidence_id: str | None
    """The fact that it was kept as."""
    standing: AnswerStanding
    required_pending: tuple[str, ...]
    """Required questions of the case that still wait; the case goes on when there are none."""
    is_queued_by_this: bool
    """True when this queued the case as a new generation. Queued does not say that anybody has begun."""
    flagged_reports: tuple[int, ...]
    """Revisions that cite what this one edits; readers see them flagged."""


class AnswerWithdrawnReceipt(CaseReceipt):
    """The answer counts no longer; the question and the case stand as they stood."""

    answer_id: str
    flagged_reports: tuple[int, ...]
    """Revisions that cite it; readers see them flagged."""


class QuestionHeldReceipt(CaseReceipt):
    """Who is to answer, or says that they are about to."""

    question_id: str
    assignee: str | None
    claimed_by: str | None
    claimed_until: UtcTime | None


class ActionDecidedReceipt(CaseReceipt):
    """The decision is stored; nothing was carried out."""

    action_id: str
    state: ActionState


class FactReceipt(CaseReceipt):
    """The fact is stored as it stands now."""

    evidence_id: str
    """The fact, or the one that replaces it."""
    flagged_reports: tuple[int, ...]
    """Revisions that cite what this corrects or withdraws; readers see them flagged."""
