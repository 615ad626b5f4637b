"""Runs as a table: what it was, who worked, what it cost, when it last moved."""

from __future__ import annotations

from collections.abc import Sequence

from dashboard.desk_session import link, said
from dashboard.parts import cells
from dashboard.parts.piece import Cell, Column, Pill, Row, ledger
from dashboard.selections import RunListSelection, RunOrder
from dashboard.wording import formats
from data_access.contracts.readings import RunSummary


def run_table(items: Sequence[RunSummary], *, key: str, selection: RunListSelection | None = None) -> None:
    """Draw `items`; with a `selection` the heads of the columns sort by them."""
    w = said()
    columns = [
        Column(w.run.run),
        Column(w.run.agents, right=True, optional=True, name="agents"),
        _sortable(w.run.events, "events", selection, optional=True, name="events"),
        Column(w.run.tool_calls, right=True, optional=True, name="tool_calls"),
        Column(w.run.errors, right=True),
        Column(w.token.tokens, right=True, optional=True, name="tokens"),
        _sortable(w.money.cost, "cost", selection),
        _sortable(w.run.last_event, "last_at", selection),
        Column(w.run.project, optional=True, name="project"),
        Column(w.detail.key, right=True, name="key"),
    ]
    against = selection.against if selection else None
    ledger(w.run.title, columns, [_row(item, against) for item in items], key=key, table="runs")


def _sortable(
    label: str,
    order: RunOrder,
    selection: RunListSelection | None,
    *,
    optional: bool = False,
    name: str | None = None,
) -> Column:
    if selection is None:
        return Column(label, right=True, optional=optional, name=name)
    href = link("runs", **selection.but(order=order, cursor=None, skipped=0).to_query())
    is_current = selection.order == order
    sorted_by = "down" if is_current else None
    return Column(label, right=True, optional=optional, href=href, sorted=sorted_by, name=name)


def _row(item: RunSummary, against: str | None) -> Row:
    w = said()
    own = item.own
    duration = (item.last_at - item.first_at).total_seconds() if item.first_at and item.last_at else None
    last = cells.moment(item.last_at)
    return Row(
        (
            run_name(item),
            cells.number(item.agents),
            cells.number(item.events),
            cells.number(item.tool_calls),
            cells.errors(item.errors),
            cells.tokens(own),
            cells.money(own),
            Cell(
                last.text,
                tip=last.tip,
                muted=last.muted,
                sub=formats.length(duration, w) if duration else None,
                sub_tip=w.run.duration,
            ),
            Cell(item.project, mono=True) if item.project else None,
            cells.native(item.conversation_key),
        ),
        href=_address(item.conversation_key, against),
    )


def _address(key: str, against: str | None) -> str:
    return link("run_compare", a=against, b=key) if against else link("run_summary", run=key)


def run_name(item: RunSummary) -> Cell:
    """Write the name of a run: its title, below it project and source."""
    w = said()
    source = w.formats.get(item.source_format, item.source_format)
    below = [part for part in (project_name(item.project), source) if part]
    if item.parent_conversation_id:
        below.append(f"{w.run.parent}: {formats.short_id(item.parent_conversation_id)}")
    return Cell(
        formats.run_title(item.title, item.conversation_id, w),
        sub=" · ".join(below),
        sub_tip=item.project,
        tip=item.title,
        muted=item.title is None,
        pills=origin_marks(item),
    )


def origin_marks(item: RunSummary) -> tuple[Pill, ...]:
    """Return the marks of a run that is not real."""
    return cells.origin_pills(item.origin)


def project_name(project: str | None) -> str | None:
    """Return the short name of a project: the last part of a path, else the name itself."""
    if project is None:
        return None
    return project.replace("\\", "/").rstrip("/").rpartition("/")[2] or project
