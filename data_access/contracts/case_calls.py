"""What the calls of a case are asked, by whoever investigates: one contract per call, its fields flat.

Every write carries a `request_id`: the same request asked twice is done once and answered twice. What a round
writes carries its task, its generation and its lease.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from data_access.contracts.common import Contract, Origin
from data_access.contracts.investigation import TaskStatus
from data_access.contracts.queries import GivenTime, PageQuery


def _not_blank(text: str) -> str:
    if not text.strip():
        raise ValueError("it is blank")
    return text


def _one_or_more(given: object) -> object:
    return (given,) if isinstance(given, str) else given


NonBlank = AfterValidator(_not_blank)
Name = Annotated[str, Field(min_length=1, max_length=300), NonBlank]
"""A title, a name or an id in one line."""
Prose = Annotated[str, Field(min_length=1, max_length=20_000), NonBlank]
"""Sentences."""
RequestId = Annotated[str, Field(min_length=1, max_length=200), NonBlank]
LONGEST_LEASE = 1800
"""Seconds that a session may be silent at most."""

ContextSection = Literal["task"]


class CaseWrite(Contract):
    """What every write of a case carries."""

    request_id: RequestId
    """Your own id of this request, best a UUID. Repeat it only to repeat the same request: it is then
    answered as before and not done again."""


class TaskWrite(CaseWrite):
    """A write on one task that needs no lease."""

    task_id: Name
    """The task, as `list_tasks` or `create_task` gave it."""


class RoundWrite(TaskWrite):
    """A write of the session that holds the lease of a task; it renews the lease."""

    lease_token: Name
    """The token that `claim_task` gave you."""
    generation: int = Field(ge=1, lt=2**31)
    """The generation that `claim_task` gave you."""


class CreateTaskCall(CaseWrite):
    """What is to be found out."""

    title: Name
    """What is to be found out, in one line."""
    description: Prose | None = None
    """What is known, since when, who asked, what a good answer would settle."""
    project: Name | None = None
    """The project it belongs to."""
    related_task_ids: tuple[Name, ...] = Field(default=(), max_length=50)
    """Other tasks of this desk that it has to do with."""
    origin: Origin = "real"
    """`real`, or `synthetic` for a test with made-up data; shown on every screen."""


class ClaimTaskCall(TaskWrite):
    """Take a queued task on."""

    lease_seconds: int = Field(default=120, ge=1, le=LONGEST_LEASE)
    """How long you may be silent before the task goes back to the queue, 1 to 1800; every write of the round
    begins it anew."""
    agent: Name | None = None
    """Who works on it, as people shall see it, for example the name of the agent and its model."""
    conversation_ids: tuple[Name, ...] = Field(default=(), max_length=200)
    """Ids of the runs (sessions, logs) in which you work on it, so that their cost is counted for this
    round."""


class RenewLeaseCall(RoundWrite):
    """Say that you still work on the task."""


class FinishTaskRunCall(RoundWrite):
    """End your round."""

    reason: Prose | None = None
    """Why the round ends without a final report, where it does; people read it."""


class WaitForCalculationCall(RoundWrite):
    """Set the task aside while something is computed elsewhere."""

    reason: Prose
    """What is computed, where, and what its result will be used for."""
    until: GivenTime | None = None
    """When to queue the task again by itself; absent: when somebody calls `resume_task`."""


class ResumeTaskCall(TaskWrite):
    """Queue a task again that waits for a calculation."""

    reason: Prose | None = None
    """What became of the calculation."""


class TasksQuery(PageQuery):
    """Which tasks to list."""

    status: Annotated[tuple[TaskStatus, ...], BeforeValidator(_one_or_more)] = ()
    """Only tasks of these statuses; may be repeated. A worker asks for `queued`."""
    project: Name | None = None
    """Only tasks of this project."""
    origin: Origin | None = None
    """Only tasks of this origin."""
    q: Name | None = None
    """Only tasks with this text in their title or description."""


class TaskContextCall(Contract):
    """What of a task to read."""

    task_id: Name
    """The task."""
    section: ContextSection = "task"
    """`task`: how it stands, its rounds and moves."""
    lease_token: Name | None = None
    """Your lease token; only with it do the answers you are given count as delivered to your round."""
