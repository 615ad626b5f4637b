"""What people owe over all cases, with the cases it belongs to, and what became of what they settled."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, JsonValue

from data_access.contracts.common import Contract, Listing, Origin, UtcTime
from data_access.contracts.given_values import Name
from data_access.contracts.investigation import TaskStatus
from data_access.contracts.people import QuestionState
from data_access.contracts.queries import PageQuery
from data_access.contracts.usage import UsageTotals

OwedKind = Literal["question", "approval", "action_done", "relayed_fact", "map_node", "plan_step"]
"""A pending question; a proposed action to decide; an approved one that nobody reported as done; a fact that
an agent passed on and nobody confirmed; a node of a map that needs input; a step of a plan that people do
and that waits."""
Whose = Literal["all", "mine", "unassigned"]
"""Of everybody; asked of you, or claimed by you just now; asked of nobody in particular."""
InboxOrder = Literal["oldest", "required", "due"]
"""Which case stands first: the one with the oldest item, with a required question, with what is due or
expires first. The items of a case stand together, in the same order."""
SettlingEffect = Literal[
    "queues_case",
    "one_of_required",
    "read_in_round",
    "read_by_next_round",
    "read_if_taken_up",
    "completes_case",
    "one_of_actions",
    "moves_nothing",
    "told_by_agents",
]
"""What it changes when this is settled now: the case is queued for a new round; others that are required keep
it waiting; the session that works on the case reads it; the next one does; one does if the case is taken up
again; the case is completed; other proposals keep it open; a fact is kept and nothing moves; agents take it
off the map or the plan when they read of it."""


class InboxQuery(PageQuery):
    """Which of what people owe to list, and in what order."""

    whose: Whose = "all"
    kind: OwedKind | None = None
    task_id: Name | None = None
    """Of one case only."""
    order: InboxOrder = "oldest"


class OwedItem(Contract):
    """One thing that people owe."""

    kind: OwedKind
    task_id: str
    item_id: str
    """Of the question, the action, the fact, the node or the step; unique with kind and case."""
    title: str
    """What is asked, proposed, passed on or missing."""
    why: str | None
    """Why it is needed; of an approved action why it was approved, of a fact the person's own words."""
    since_at: UtcTime
    """Since when it waits: asked, proposed, approved, passed on; of a node or step, since it has waited
    without a break."""
    is_required: bool | None
    """Of a question: the case does not go on without it. Null for anything else."""
    due_at: UtcTime | None
    """A wish of whoever asked."""
    expires_at: UtcTime | None
    """When it ends by itself, undecided."""
    assignee: str | None
    """Who is asked; null: nobody in particular. Anybody may settle it."""
    claimed_by: str | None
    """Who says that they are about to answer."""
    claimed_until: UtcTime | None
    effect: SettlingEffect


class InboxCase(Contract):
    """A case of this page of the inbox."""

    task_id: str
    title: str
    project: str | None
    origin: Origin
    status: TaskStatus
    status_at: UtcTime
    generation: int
    required: int
    """Required questions of this generation, and older ones that are still open; without those cancelled or
    asked anew."""
    required_settled: int
    """How many of these are answered, declined or expired."""
    pending_required: int
    pending_approvals: int
    waited_seconds: float
    """How long the case has stood waiting for people in all, until now."""
    rounds: int
    linked_rounds: int
    """Rounds with an imported run; of the others the cost is not known."""
    cost: UsageTotals | None
    """What the linked rounds used; null: none is linked, which is not the same as zero."""


class OwedCount(Contract):
    """How much is owed of one kind."""

    kind: OwedKind
    items: int
    mine: int
    unassigned: int


class Inbox(Listing[OwedItem]):
    """What people owe, the items of a case together."""

    cases: tuple[InboxCase, ...]
    """The cases of these items, in their order."""
    counts: tuple[OwedCount, ...]
    """All that is owed, whatever is asked for; kinds of which nothing is owed are left out."""
    oldest_at: UtcTime | None
    """Since when the oldest of all that is owed waits; null where nothing is."""


class SettledQuery(Contract):
    """Which settled questions to list."""

    days: int = Field(default=7, ge=1, le=90)
    """Settled, or answered late, within so many days."""
    task_id: Name | None = None
    """Of one case only."""
    limit: int = Field(default=50, ge=1, le=500)


class SettledQuestion(Contract):
    """A question that was settled, and what is stored of what came of it."""

    task_id: str
    case_title: str
    origin: Origin
    question_id: str
    prompt: str
    is_required: bool
    state: QuestionState
    settled_at: UtcTime
    last_at: UtcTime
    """When it was settled, or the answer shown here was given."""
    answer_id: str | None
    """The answer or refusal that holds, else the last late one; null where there is none."""
    person: str | None
    """Whoever gave it."""
    text: str | None
    """Its first 300 characters; of a refusal the reason."""
    field_values: dict[str, JsonValue]
    is_late: bool
    delivered_at: UtcTime | None
    """When a session first read it; null: none has."""
    applied_at: UtcTime | None
    """When a report or the map first cited it."""
    used_in_revision: int | None
    """The first report that cites it; null with `applied_at`: the map does."""
    case_status: TaskStatus
    case_status_at: UtcTime
    generation: int
    agent_looked_at: UtcTime | None
    """When an agent last looked for queued cases, of this desk."""
