"""What lies between two revisions of a report: work, time, money, and what of it the newer one cites."""

from __future__ import annotations

from data_access.contracts.case_chronology import WorkMoment
from data_access.contracts.common import Contract, Listing, UtcTime
from data_access.contracts.usage import CostGroup, UsageTotals


class TimeBetween(Contract):
    """Where the time went, by the status of the case; the four and `other_seconds` are all of it."""

    agent_seconds: float
    """A session held the lease."""
    human_wait_seconds: float
    """It waited for people: for an answer, or for a decision."""
    queue_seconds: float
    """It waited for a session to claim it."""
    calculation_seconds: float
    """It waited for a calculation."""
    other_seconds: float
    """It was completed, failed or cancelled."""


class BetweenRevisions(Contract):
    """From the older of two revisions to the newer one."""

    task_id: str
    older: int
    newer: int
    since: UtcTime
    """When the older one was published."""
    until: UtcTime
    """When the newer one was."""
    done: Listing[WorkMoment]
    """What agents, people and the desk did, the earliest first; it says when it is cut."""
    failed_nodes: tuple[str, ...]
    """Nodes of the map that failed in between: routes that led nowhere."""
    time: TimeBetween
    cost: UsageTotals
    """Of the calls that led to a revision after the older one, up to the newer one."""
    by_model: tuple[CostGroup, ...]
    by_agent: tuple[CostGroup, ...]
    """The key is `<run>/<agent>`."""
    rounds: tuple[str, ...]
    """Sessions that worked in between."""
    unlinked_rounds: tuple[str, ...]
    """Those of which no run is known: their cost is not linked, which is not the same as zero."""
    used: tuple[str, ...]
    """What was given in between and the newer revision cites: evidence, facts, answers, actions."""
