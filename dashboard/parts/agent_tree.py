"""The agents of a run as a tree, each with what it spent itself and with all below it."""

from __future__ import annotations

from collections.abc import Sequence

from dashboard.desk_session import link, said
from dashboard.parts import cells
from dashboard.parts.piece import Cell, Column, Pill, Row, ledger, note
from dashboard.wording import formats
from data_access.contracts.readings import AgentUsage


def agent_tree(items: Sequence[AgentUsage], run: str, *, most: int = 200) -> None:
    """Draw agents as they come, parents before children; a line leads to the agent's events."""
    w = said()
    if not items:
        note(w.run.no_agents, key="no-agents")
        return
    columns = [
        Column(w.run.agent),
        Column(w.run.models, optional=True, name="models"),
        Column(w.run.events, right=True, name="events"),
        Column(w.cost.calls, right=True, optional=True, name="calls"),
        Column(w.token.tokens, right=True, optional=True, name="tokens"),
        Column(w.money.own, right=True),
        Column(w.money.with_descendants, right=True),
        Column(w.run.last_event, right=True, optional=True),
        Column(w.run.id, right=True, name="id"),
    ]
    rows = [_row(item, run) for item in items]
    ledger(w.run.agent_tree, columns, rows, key="agents", first=most, table="agents")


def agent_name(item: AgentUsage) -> str:
    """Return what to call an agent: its name, its role, `main agent`, or the head of its id."""
    w = said()
    if item.agent_id is None:
        return w.run.no_agent
    if item.agent_id == "main" and item.name in (None, "main"):
        return w.run.main_agent
    return item.name or item.role or formats.short_id(item.agent_id)


def _row(item: AgentUsage, run: str) -> Row:
    w = said()
    told = agent_name(item)
    is_only_named = item.agent_id is not None and not (item.events or item.own.usage_calls)
    named = w.run.own_run if item.own_run else w.run.only_named if is_only_named else None
    below = [part for part in (item.role, _id_beside(item, told), named) if part and part != told]
    orphan = Pill(w.run.orphan, "unknown", tip=w.run.orphan_tip.format(parent=item.parent_agent_id))
    name = Cell(
        told,
        sub=" · ".join(below) or None,
        tip=item.agent_id,
        pills=(orphan,) if item.is_orphan else (),
        muted=item.agent_id is None,
    )
    has_below = item.with_descendants != item.own
    return Row(
        (
            name,
            Cell(", ".join(item.models), muted=not item.models) if item.models else None,
            cells.number(item.events),
            cells.number(item.own.usage_calls),
            cells.tokens(item.own),
            cells.money(item.own),
            cells.money(item.with_descendants) if has_below else Cell("", muted=True),
            cells.moment(item.last_at),
            cells.native(item.agent_id),
        ),
        href=_href(item, run),
        depth=item.depth,
    )


def _href(item: AgentUsage, run: str) -> str | None:
    """Return where an agent's own work stands: in its own run, where it has one."""
    if item.own_run:
        return link("run_summary", run=item.own_run)
    return link("run_timeline", run=run, agent=item.agent_id) if item.agent_id else None


def _id_beside(item: AgentUsage, told: str) -> str | None:
    if item.agent_id in (None, "main", told):
        return None
    return formats.short_id(item.agent_id or "")
