"""What each phase of a run took: time of agents apart from waits for people, calls, tokens, money, tasks."""

from __future__ import annotations

from data_access.contracts.common import Contract, UtcTime
from data_access.contracts.usage import UsageTotals
from data_access.contracts.visibility import RunAnswer, TaskStatusCount


class PhaseMeasure(Contract):
    """One phase, in the source's words."""

    phase: str | None
    """`run` where the source has no phases; null gathers what it ties to none of them."""
    first_at: UtcTime | None
    last_at: UtcTime | None
    wall_seconds: float | None
    """From the first event to the last one; phases may overlap."""
    agent_minutes: float | None
    """Summed over agents: the time between two events of one agent, without waits for people; null where no
    event of the phase has a time."""
    human_wait_minutes: float | None
    """Time before the words of a person, since anything last happened; null where no event has a time."""
    is_duration_unreliable: bool
    """True when the clock jumped within the phase."""
    agents: int
    events: int
    errors: int
    tool_calls: int
    usage: UsageTotals
    tasks: tuple[TaskStatusCount, ...]
    """Tasks of the phase by status: progress is these counts, never a share of time."""


class Phases(RunAnswer):
    """The phases of a run in the order of their first event."""

    has_phases: bool
    """False when the source says none: then there is the one phase `run`."""
    items: tuple[PhaseMeasure, ...]
