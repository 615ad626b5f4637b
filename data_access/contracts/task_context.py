"""What an agent reads of a case before and while it works on it."""

from __future__ import annotations

from data_access.contracts.case_calls import ContextSection
from data_access.contracts.common import Contract, UtcTime
from data_access.contracts.investigation import FinishOutlook, InvestigationTask, Round, TaskTransition


class TaskContext(Contract):
    """A case as it stands now, and one section of it in full."""

    as_of: UtcTime
    section: ContextSection
    is_lease_holder: bool
    """True when the lease token you gave is the one that works on the task now."""
    delivered: tuple[str, ...]
    """Questions whose answer, refusal or expiry you were given for the first time, as holder of the lease."""
    if_finished_now: FinishOutlook | None
    """What `finish_task_run` would do now; null while no session works on the task."""
    task: InvestigationTask
    rounds: tuple[Round, ...] | None
    """Of section `task`: every round, in order."""
    transitions: tuple[TaskTransition, ...] | None
    """Of section `task`: every move of the state table, in order."""
