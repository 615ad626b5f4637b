"""What people are asked for when they answer, decide, state and look after a case: one contract a call.

Only a person with the scope `decide` makes these calls; an agent answers for nobody. The `request_id` is kept
with the draft of whatever is written, so that a double click, a repeated send or a re-opened tab writes once.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from data_access.contracts.case_calls import FactGiven, TaskWrite
from data_access.contracts.given_values import GivenJson, GivenTime, Name, Prose
from data_access.contracts.people import Decision, KeepAs, KnownBy


class QuestionWrite(TaskWrite):
    """A write on one question."""

    question_id: Name
    """The question, for example `Q-1`."""


class AnswerQuestionCall(QuestionWrite):
    """An answer, or the edit of one."""

    text: Prose | None = None
    """The answer in words; always possible. To choose one of the question's options, give its words."""
    field_values: Annotated[dict[Name, GivenJson], Field(max_length=20)] = Field(default_factory=dict)
    """Values by name of the question's fields: a text, a number, a time such as `2026-05-01T10:00:00Z`, one
    of the options of a choice, or true and false. A field may be left out."""
    keep_as: KeepAs | None = None
    """What becomes of it when somebody else was faster: `dissent` keeps it beside the answer that holds,
    `evidence` keeps its text as a fact that you state. Absent: it is refused, and you see what holds."""
    known_by: KnownBy | None = None
    """Of `evidence`: `seen` by yourself, or `told` to you."""
    told_by: Name | None = None
    """Of `evidence`: who told you; needed with `told`."""
    corrects: Name | None = None
    """The answer that this one is an edit of, for example `Q-1.1`."""
    reason: Prose | None = None
    """Why it is edited; needed with `corrects`."""


class DeclineQuestionCall(QuestionWrite):
    """A refusal to answer."""

    reason: Prose
    """Why; whoever asked reads it and does not ask again without a reason."""
    keep_as_dissent: bool = False
    """True to keep it beside the answer that holds when somebody else was faster."""


class WithdrawAnswerCall(TaskWrite):
    """An answer that should no longer count."""

    answer_id: Name
    """Which one, for example `Q-1.1`."""
    reason: Prose
    """Why; reports that cite it are flagged with this."""


class AssignQuestionCall(QuestionWrite):
    """Whoever should answer."""

    assignee: Name | None = None
    """Their name; absent: nobody in particular."""


class ClaimQuestionCall(QuestionWrite):
    """A notice that you are about to answer."""

    is_released: bool = False
    """True when you no longer are."""
    take_over: bool = False
    """True to put your name in place of somebody else's."""


class DecideActionCall(TaskWrite):
    """Yes or no to a proposed action."""

    action_id: Name
    """The action, for example `A-1`."""
    decision: Decision
    """`approved` or `rejected`. Nothing is carried out by this."""
    reason: Prose
    """Why."""


class ReportActionDoneCall(TaskWrite):
    """That an approved action was carried out."""

    action_id: Name
    """The action, for example `A-1`."""
    done_by: Name
    """Who carried it out."""
    done_at: GivenTime
    """When."""
    result: Prose
    """What came of it."""
    reference: Name | None = None
    """Number of the work order, protocol or message."""
    known_by: KnownBy
    """`seen` by yourself (also when you did it), or `told` to you."""
    told_by: Name | None = None
    """Who told you; needed with `told`."""


class ReinvestigateCall(TaskWrite):
    """That a case is to be looked at again."""

    reason: Prose
    """What is to be looked at again, and why."""


class CancelTaskCall(TaskWrite):
    """That a case is to end."""

    reason: Prose
    """Why; whoever works on it reads it."""


class ConfirmFactCall(TaskWrite):
    """A fact that an agent passed on and that is so."""

    evidence_id: Name
    """The fact, for example `H-1`."""


class CorrectFactCall(FactGiven):
    """A fact as it should have been stated; the older one stays readable, marked as corrected."""

    evidence_id: Name
    """The fact that this one replaces, for example `H-1`."""
    reason: Prose
    """What was wrong with it; reports that cite it are flagged with this."""


class WithdrawFactCall(TaskWrite):
    """A fact that should no longer count."""

    evidence_id: Name
    """The fact, for example `H-1`."""
    reason: Prose
    """Why; reports that cite it are flagged with this."""
