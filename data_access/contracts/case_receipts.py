"""What a write of a case is answered: what was kept, under which number, how the task stands then."""

from __future__ import annotations

from data_access.contracts.common import Contract, UtcTime
from data_access.contracts.investigation import FinishOutlook, TaskStatus


class CaseReceipt(Contract):
    """Says that a write was kept."""

    request_id: str
    task_id: str
    status: TaskStatus
    """Of the task after the write. `queued` says that nobody has started yet."""
    generation: int
    recorded_at: UtcTime
    replayed: bool = False
    """True when this request was answered before; nothing was done again, and this is what was true then."""


class TaskReceipt(CaseReceipt):
    """Says that a task was created or queued."""


class RoundReceipt(CaseReceipt):
    """Says that a round wrote something."""

    round_id: str
    lease_expires_at: UtcTime | None
    """Until when you may be silent; null when the round has ended."""
    if_finished_now: FinishOutlook | None
    """What `finish_task_run` would do now; null when the round has ended."""


class ClaimReceipt(RoundReceipt):
    """The task is yours."""

    lease_token: str
    """Show it with every write of this round; nobody else gets it."""
    lease_seconds: int
    attempt: int
    """How many sessions have claimed this generation, yours included."""
    title: str
    description: str | None
    read_first: str
    """What to read before anything else."""


class FinishReceipt(RoundReceipt):
    """Your round has ended."""

    explanation: str
    """Which row of the state table held, and what comes next."""
