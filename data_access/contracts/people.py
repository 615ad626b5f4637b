"""What a case asks of people and what they give: questions, answers, facts, and proposed actions."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, JsonValue

from data_access.contracts.common import Contract, UtcTime
from data_access.contracts.evidence import RecordState
from data_access.contracts.given_values import Name, Prose

QuestionState = Literal["pending", "answered", "declined", "expired", "cancelled", "superseded"]
ActionState = Literal["pending", "approved", "rejected", "expired", "cancelled"]
FieldKind = Literal["text", "number", "time", "choice", "yes_no"]
FactKind = Literal["statement", "measurement"]
KnownBy = Literal["seen", "told"]
Decision = Literal["approved", "rejected"]
AnswerStanding = Literal["effective", "late", "dissent", "evidence"]
"""What became of what somebody answered: it holds; it came too late; it is another opinion beside the one
that holds; or it was kept as a fact."""
KeepAs = Literal["dissent", "evidence"]
Options = Annotated[tuple[Name, ...], Field(max_length=50)]


class QuestionField(Contract):
    """One value that a question asks for; free text is always possible beside it."""

    name: Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9_]{0,49}$")]
    """Under which the value comes back: a letter, then letters, digits and `_`."""
    label: Name
    """As people read it."""
    kind: FieldKind = "text"
    unit: Name | None = None
    """Unit of a number."""
    options: Options = ()
    """What can be chosen, of a `choice`."""
    hint: Prose | None = None
    """What is meant; it is no fact."""


class Answer(Contract):
    """What a person answered, or that they refused; an edit is a new answer."""

    answer_id: str
    """`<question>.<n>`, for example `Q-1.1`."""
    question_id: str
    person: str | None
    """Whoever answered, as they are named."""
    text: str | None
    field_values: dict[str, JsonValue]
    is_refusal: bool
    is_late: bool
    """Given after the question was no longer open, when nobody's answer stood; it moves nothing."""
    is_dissent: bool
    """Somebody else was faster, and whoever wrote this keeps it as another opinion."""
    is_effective: bool
    """The one that holds; at most one of each question."""
    corrects: str | None
    """The answer that this one is an edit of."""
    corrected_by: str | None
    reason: str | None
    """Why it was refused, or edited."""
    answered_at: UtcTime
    delivered_at: UtcTime | None
    applied_at: UtcTime | None
    withdrawn_at: UtcTime | None
    withdrawn_by: str | None
    withdrawn_reason: str | None


class Question(Contract):
    """Something an agent asks people."""

    question_id: str
    """`Q-<n>`, counted within the task; cite its answer as `[Q-1]`."""
    round_id: str | None
    generation: int
    prompt: str
    why: str
    fields: tuple[QuestionField, ...]
    options: tuple[str, ...]
    is_required: bool
    assignee: str | None
    asked_at: UtcTime
    due_at: UtcTime | None
    """A wish; only `expires_at` ends a question."""
    expires_at: UtcTime | None
    state: QuestionState
    """`expired` says that nobody answered: neither consent nor refusal."""
    state_at: UtcTime
    delivered_at: UtcTime | None
    """When a session first read how it was settled."""
    applied_at: UtcTime | None
    """When a report or the map first cited its answer."""
    supersedes: str | None
    supersede_reason: str | None
    superseded_by: str | None
    claimed_by: str | None
    """Who says that they are about to answer; anybody else still may."""
    claimed_until: UtcTime | None
    answers: tuple[Answer, ...]
    """Every answer, the first one first."""
    no_response: bool
    """True when it ended without anybody's answer: take that for neither consent nor refusal."""
    no_response_means: str | None
    """Of such a question: what that says, in a sentence."""


class HumanEvidence(Contract):
    """A fact that a person states."""

    evidence_id: str
    """`H-<n>`, counted within the task; cite it as `[H-1]`."""
    kind: FactKind
    known_by: KnownBy
    """`seen` by the person, or `told` to them."""
    told_by: str | None
    statement: str | None
    point: str | None
    parameter: str | None
    value: float | None
    unit: str | None
    method: str | None
    observed_at: UtcTime | None
    place: str | None
    attachment_name: str | None
    attachment_hash: str | None
    person: str
    is_relayed: bool
    """An agent passed it on; it counts as unconfirmed until a person confirms it."""
    quote: str | None
    """The person's own words, of a relayed one."""
    message_id: str | None
    conversation: str | None
    is_confirmed: bool
    confirmed_at: UtcTime | None
    confirmed_by: str | None
    action_id: str | None
    """The approved action that it says was carried out."""
    done_by: str | None
    """Who carried that out."""
    reference: str | None
    """Number of the work order, protocol or message of it."""
    recorded_at: UtcTime
    state: RecordState
    state_at: UtcTime
    state_reason: str | None
    corrects: str | None
    corrected_by: str | None


class ActionDone(Contract):
    """That an approved action was carried out, as a person reported it."""

    evidence_id: str
    """The fact that says so; correct or withdraw it like any other."""
    done_by: str
    done_at: UtcTime
    reference: str | None
    result: str
    known_by: KnownBy
    """`seen` by whoever reported it, or `told` to them."""
    told_by: str | None
    person: str
    """Who reported it."""
    reported_at: UtcTime


class ProposedAction(Contract):
    """Something an agent proposes and people decide; the desk never carries it out."""

    action_id: str
    """`A-<n>`, counted within the task."""
    round_id: str | None
    generation: int
    kind: str
    title: str
    description: str
    target: str | None
    reason: str
    risk: str | None
    parameters: dict[str, JsonValue]
    evidence_ids: tuple[str, ...]
    proposed_at: UtcTime
    expires_at: UtcTime | None
    state: ActionState
    state_at: UtcTime
    decided_by: str | None
    decision_reason: str | None
    done: ActionDone | None
    """Null while nobody has reported it done, which does not say that it was not."""
