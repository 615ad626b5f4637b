"""How a run went: slow and failing tools and models, the same call again and again, the growing context."""

from __future__ import annotations

from collections.abc import Mapping

from dashboard.charts.context_growth import context_growth_lines
from dashboard.desk_session import colours, link, said, zone
from dashboard.parts import cells
from dashboard.parts.picture import chart
from dashboard.parts.piece import Cell, Column, Row, hint, ledger
from dashboard.wording import formats
from data_access.contracts.across_runs import ContextPoint, Latency, RepeatedCall, ToolReliability
from data_access.contracts.common import Listing

_FIRST_ROWS = 30


def tool_table(tools: Listing[ToolReliability], slow: Listing[Latency]) -> None:
    """Draw for each tool how its calls end and how long they take."""
    w = said()
    s = w.standing
    lengths = {one.name: one for one in slow.items if one.kind == "tool"}
    columns = [
        Column(s.tool),
        Column(s.calls, right=True),
        Column(s.failed, right=True),
        Column(s.denied, right=True, optional=True),
        Column(s.open, right=True, optional=True),
        Column(s.median, right=True),
        Column(s.most, right=True),
        Column(s.longest, right=True, optional=True),
    ]
    rows = [_tool_row(one, lengths.get(one.tool)) for one in tools.items]
    ledger(s.tools, columns, rows, key="tools", dense=True, first=_FIRST_ROWS)
    if tools.total > len(rows):
        shown, total = formats.count(len(rows)), formats.count(tools.total)
        hint(w.state.truncated.format(shown=shown, total=total), key="tools-cut")


def _tool_row(one: ToolReliability, slow: Latency | None) -> Row:
    w = said()
    failed = Cell(
        formats.count(one.errors),
        tone="failed" if one.errors else "plain",
        muted=not one.errors,
        sub=formats.share(one.errors, one.calls) if one.errors else None,
    )
    return Row(
        (
            Cell(one.tool or w.state.not_known),
            cells.number(one.calls),
            failed,
            cells.number(one.denied),
            cells.number(one.unfinished),
            *lengths(slow),
        )
    )


def lengths(slow: Latency | None) -> tuple[Cell, Cell, Cell]:
    """Write the middle, the slow end and the longest; on how many calls they rest for the pointer."""
    if slow is None:
        return cells.length(None), cells.length(None), cells.length(None)
    w = said()
    tip = w.standing.measured.format(n=formats.count(slow.measured))
    told = (slow.p50_seconds, slow.p95_seconds, slow.longest_seconds)
    half, most, longest = (
        Cell(formats.length(one, w), tip=tip) if one is not None else cells.length(None) for one in told
    )
    return half, most, longest


def model_table(slow: Listing[Latency]) -> None:
    """Draw for each model how long its calls take."""
    w = said()
    s = w.standing
    columns = [Column(s.model), Column(s.calls, right=True), Column(s.median, right=True),
               Column(s.most, right=True), Column(s.longest, right=True, optional=True)]  # fmt: skip
    rows = [
        Row((Cell(one.name or w.state.not_known), cells.number(one.calls), *lengths(one)))
        for one in slow.items
        if one.kind == "model" and one.measured
    ]
    ledger(s.models, columns, rows, key="models", dense=True, first=_FIRST_ROWS)


def loop_table(listing: Listing[RepeatedCall], names: Mapping[str, str], run: str) -> None:
    """Draw calls that an agent made again and again with the same input."""
    w = said()
    s = w.standing
    columns = [Column(s.tool), Column(s.loops), Column(w.run.errors, right=True), Column(w.event.agent)]
    rows = [
        Row(
            (
                Cell(one.tool, sub=" ".join(one.input_preview.split())[:200], tip=one.input_preview),
                Cell(
                    s.loop(one.in_a_row), sub=s.loop_all.format(n=formats.count(one.in_run)), tone="waiting"
                ),
                cells.errors(one.errors),
                Cell(names.get(one.agent_id or "", one.agent_id or w.run.no_agent), tip=one.agent_id),
            ),
            href=link("run_timeline", run=run, agent=one.agent_id, event=one.event_id)
            if one.event_id
            else None,
        )
        for one in listing.items
    ]
    ledger(s.loops, columns, rows, key="loops", dense=True, first=_FIRST_ROWS)


def context_panel(points: Listing[ContextPoint], names: Mapping[str, str]) -> None:
    """Draw how the input of model calls grew, with what each agent reached as its table."""
    w = said()
    s = w.standing
    told: dict[str | None, str] = {None: w.run.no_agent}
    told.update(names)
    figure = context_growth_lines(points.items, told, colours(), zone=zone(), compacted_label=s.compacted)
    reached: dict[str | None, list[ContextPoint]] = {}
    for point in points.items:
        reached.setdefault(point.agent_id, []).append(point)
    columns = [Column(w.event.agent), Column(s.calls, right=True), Column(s.tokens, right=True),
               Column(s.compacted, right=True)]  # fmt: skip
    rows = [
        Row(
            (
                told.get(agent_id, agent_id or ""),
                cells.number(len(calls)),
                cells.number(max((call.input_tokens or 0 for call in calls), default=0)),
                cells.number(sum(call.is_compacted for call in calls)),
            )
        )
        for agent_id, calls in reached.items()
    ]
    chart(figure, alt=s.context, key="context", twin=(columns, rows))
    if points.truncated:
        shown, total = formats.count(len(points.items)), formats.count(points.total)
        hint(s.context_cut.format(shown=shown, total=total), key="context-cut")
