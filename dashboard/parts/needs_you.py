"""What needs a person, in plain sentences: counts of other pages, each leading to what it counts.

No alarm of its own: every line repeats what a page of the desk says, and is gone when that page says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dashboard.current_desk import current_desk
from dashboard.desk_session import link, now, read, said, viewer, zone
from dashboard.parts.piece import Cell, Column, Row, ledger, note
from dashboard.policy_in_force import policy_in_force, worktree_patterns
from dashboard.selections import Period, since_of
from dashboard.theme import MARKS, Tone
from dashboard.wording import formats
from dashboard.wording.counted import Counted
from data_access.reading.agent_operations import operation_counts
from data_access.reading.operation_scope import policy_asked
from data_access.reading.permission_requests import permission_requests
from data_access.reading.report_sign_offs import reports_to_sign_off
from data_access.reading.resource_limits import limits_of_agents
from data_access.reading.run_isolation import run_isolation
from data_access.reading.stored_workspaces import stored_workspaces

_OF_LATE: Period = "week"
"""What lies further back is history, and needs nobody today."""


@dataclass(frozen=True)
class Need:
    """So many things of one kind, and where they stand."""

    number: int
    told: Counted
    href: str
    where: str
    """The page, as the menu names it."""
    tone: Tone = "waiting"


def needs_of_desk() -> list[Need]:
    """Return what needs people besides the inbox, by the readings of the pages that show it."""
    w = said()
    to_sign = read(reports_to_sign_off, principal_id=viewer().id, limit=1).total
    return [
        Need(to_sign, w.detail.to_sign, link("inbox"), w.inbox.title),
        _violations_of_late(),
        _permissions(),
        *_workspaces(),
        _limits(),
    ]


def needs_of_run(run: str) -> list[Need]:
    """Return what needs people in one run, by the readings of the pages that show it."""
    w, policy = said(), policy_in_force(current_desk().settings)
    against = read(operation_counts, policy=policy_asked(policy), conversation_id=run).violations
    apart = len(read(run_isolation, run, policy=policy).findings)
    passed = read(limits_of_agents, run, policy=policy, limit=1).by_state.get("passed", 0)
    violations = link("agent_operations", view="violations", run=run)
    limits = link("limits", run=run, state="passed")
    asked = read(permission_requests, conversation=run, state="pending", limit=1).total
    workspace = link("run_workspace", run=run)
    return [
        Need(asked, w.detail.permissions_open, workspace, w.apart.tab),
        Need(against, w.detail.violations, violations, w.operation.title, "failed"),
        Need(apart, w.detail.findings, workspace, w.apart.tab),
        Need(passed, w.detail.limits_passed, limits, w.limits.title),
    ]


def _violations_of_late() -> Need:
    """Count what was done against the policy in the last 7 days, as the page of operations does."""
    w = said()
    policy = policy_asked(policy_in_force(current_desk().settings))
    counts = read(operation_counts, policy=policy, since=since_of(_OF_LATE, now(), zone()))
    way = link("agent_operations", view="violations", period=_OF_LATE)
    return Need(counts.violations, w.detail.violations_of_late, way, w.operation.title, "failed")


def _permissions() -> Need:
    """Count what is asked where agents run, and answered there; the page lists these first."""
    w = said()
    pending = read(permission_requests, state="pending", limit=1).total
    way = link("agent_operations", view="permissions")
    return Need(pending, w.detail.permissions_open, way, w.operation.title)


def _workspaces() -> list[Need]:
    """Count over every repository somebody looked at, as the page of workspaces does."""
    w = said()
    patterns = worktree_patterns(current_desk().settings)
    page = read(stored_workspaces, patterns=patterns, limit=1)
    left_over = sum(one.left_over for one in page.repositories)
    awaiting = page.by_state.get("awaiting_merge", 0)
    title = w.workspaces.title
    return [
        Need(left_over, w.detail.left_over, link("workspaces", left="1"), title),
        Need(awaiting, w.detail.awaiting_merge, link("workspaces", state="awaiting_merge"), title),
    ]


def _limits() -> Need:
    """Count who passed a limit in the last 7 days, as the page of limits does: the rest is history."""
    w = said()
    page = read(
        limits_of_agents,
        policy=policy_in_force(current_desk().settings),
        since=since_of(_OF_LATE, now(), zone()),
        limit=1,
    )
    way = link("limits", state="passed", period=_OF_LATE)
    return Need(page.by_state.get("passed", 0), w.detail.limits_passed_of_late, way, w.limits.title)


def need_table(needs: Sequence[Need], *, key: str, is_rest: bool = False) -> None:
    """Draw a line for each kind of which there is something; say that nothing is, unless this `is_rest`."""
    w = said().detail
    found = [one for one in needs if one.number]
    if not found:
        if not is_rest:
            note(w.nothing_needed, key=f"{key}-none", tone="done")
        return
    rows = [Row((_told(one), Cell(one.where, muted=True)), href=one.href) for one in found]
    ledger(w.needs, [Column(w.needs, whole=True), Column(w.where, right=True)], rows, key=key, narrow=True)


def _told(one: Need) -> Cell:
    """Write the sentence with the shape of its tone, so that it says what it is without its colour."""
    return Cell(f"{MARKS[one.tone].shape} {one.told(one.number, formats.count(one.number))}")
