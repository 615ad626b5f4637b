"""An investigation task, its rounds and its lease: the words of their states, and what readings tell."""

from __future__ import annotations

from typing import Literal

from data_access.contracts.common import Contract, Origin, UtcTime

TaskStatus = Literal[
    "queued",
    "running",
    "waiting_human",
    "waiting_calculation",
    "waiting_review",
    "completed",
    "failed",
    "cancelled",
]
TaskMove = Literal[
    "create_task",
    "claim_task",
    "lease_expired",
    "finish_task_run",
    "wait_for_calculation",
    "resume_task",
    "until_passed",
    "question_settled",
    "action_decided",
    "request_reinvestigation",
    "cancel_task",
]
"""What moves a task: a call, or something that came to its end."""
RoundEnd = Literal["finished", "waiting_calculation", "lease_expired", "cancelled"]
CaseOrder = Literal["last_move", "newest", "oldest", "waits", "gaps"]
"""Which case stands first: the one that moved last, the newest, the oldest, the one in which something has
waited for people the longest, the one with the most open gaps."""
LinkedBy = Literal["claim", "snapshot", "recognised", "hand"]
"""How the desk knows that a run belongs to a round."""


class RelatedTask(Contract):
    """Another case that has to do with this one."""

    task_id: str
    relation: str
    """In the words of whoever related them, for example `same place`."""


class FinishOutlook(Contract):
    """What `finish_task_run` would do now, by the state table."""

    status: TaskStatus
    """The status the task would move to."""
    why: str
    """Which row of the state table holds, and what to do where that is not what you want."""


class InvestigationTask(Contract):
    """A case: what is to be found out, and how far that is."""

    task_id: str
    title: str
    description: str | None
    project: str | None
    origin: Origin
    status: TaskStatus
    """As of `as_of` of the answer: what has expired by then counts as expired."""
    status_at: UtcTime
    """Since when it has this status."""
    status_reason: str | None
    """Why it failed, waits, was cancelled or taken up again, in the words given."""
    generation: int
    """Shown as round n; raised by every answer, refusal or reinvestigation that queues it again."""
    attempts: int
    """Claims of this generation so far."""
    rounds: int
    """Claims in all."""
    round_id: str | None
    """The session that works on it; null while none does."""
    agent: str | None
    """Who works on it, as the claim said."""
    lease_expires_at: UtcTime | None
    """Until when that session may be silent."""
    wait_until: UtcTime | None
    """Of `waiting_calculation`: when it is queued by itself; null: when somebody resumes it."""
    created_at: UtcTime
    created_by: str
    """Name of whoever created it, as screens show it; of a restored case their id on its first desk."""
    restored_with: int | None
    """The import that brought the case; null of one that was created here."""
    updated_at: UtcTime
    latest_revision: int | None
    """Number of the newest report; null while there is none."""
    latest_stage: str | None
    latest_outcome: str | None
    latest_reviewed: int
    """People who have the newest report as reviewed; a sign-off of an earlier one does not count for it."""
    latest_needs_work: int
    """People who say that the newest report needs work."""
    evidence: int
    """Pieces of evidence, without those withdrawn."""
    open_gaps: int
    pending_questions: int
    pending_required_questions: int
    pending_actions: int
    waiting_since_at: UtcTime | None
    """Since when the oldest of these questions and actions waits; null where none does."""
    agent_looked_at: UtcTime | None
    """When an agent last looked for queued tasks, of this desk; before `status_at` of a queued one: nobody
    has looked since it was queued."""
    related: tuple[RelatedTask, ...]


class Round(Contract):
    """One claim of a task: a session of an agent from its claim to its end."""

    round_id: str
    generation: int
    attempt: int
    """Counted per generation."""
    agent: str | None
    principal: str
    """Name of whoever claimed; of a restored round their id on the desk it comes from."""
    restored_with: int | None
    """The import that brought the round; null of one that began here."""
    started_at: UtcTime
    ended_at: UtcTime | None
    """Null while it lasts."""
    end_reason: RoundEnd | None
    end_note: str | None
    """The reason given at the end."""


class TaskTransition(Contract):
    """One move of a task through the state table."""

    ordinal: int
    from_status: TaskStatus | None
    to_status: TaskStatus
    moved_by: TaskMove
    generation: int
    """After the move."""
    round_id: str | None
    reason: str | None
    occurred_at: UtcTime
    """When it took effect; of an expiry, the moment it named."""
    recorded_at: UtcTime
