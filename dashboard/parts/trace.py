"""A run as a tree of agents and calls: rows that open, bars of time, cost and errors rolled up."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta

from dashboard.desk_session import link, read, said
from dashboard.parts import cells
from dashboard.parts.piece import Cell, Column, Crumb, Fact, Pill, Row, facts, hint, ledger, note, pages_line
from dashboard.selections import TraceSelection
from dashboard.wording import formats
from data_access.contracts.trace import Trace, TraceNode
from data_access.reading.trace import rows_below, trace_tree
from data_access.store.connection import Store

FEW_BELOW = 100
"""How many rows an opened row shows; the rest has a page of its own."""
MOST_ROWS = 1_500
"""How many rows a page draws; then it says so and offers a part of the tree."""
_DEEPEST = 30
_ICONS = {"run": "◆", "agent": "●", "model_call": "◇", "tool_call": "□", "step": "○", "unattached": "◌"}
Below = Callable[[str], Trace]


@dataclass(frozen=True)
class TreeLine:
    """A row of the tree at its depth; `more` counts rows of its parent that are left out."""

    node: TraceNode
    depth: int
    more: int = 0


def opened_rows(top: Trace, selection: TraceSelection) -> tuple[str, ...]:
    """Return the rows that are open: as the address says, else the first agent."""
    if selection.opened is not None:
        return selection.opened
    return tuple(node.node_id for node in top.items[:1])


def rows_of(
    store: Store, run: str, *, parent: str | None = None, limit: int = FEW_BELOW, cursor: str | None = None
) -> Trace:
    """Return the rows below one row of a run, whose tree is read once however many rows are open."""
    return rows_below(store, read(trace_tree, run), parent=parent, limit=limit, cursor=cursor)


def tree_lines(top: Trace, opened: tuple[str, ...], below: Below) -> list[TreeLine]:
    """Return the rows to draw; `below` reads what lies below an opened row."""
    wanted = frozenset(opened)
    lines: list[TreeLine] = []
    for line in _lines(top, 1, wanted, below):
        lines.append(line)
        if len(lines) >= MOST_ROWS:
            break
    return lines


def _lines(page: Trace, depth: int, opened: frozenset[str], below: Below) -> Iterator[TreeLine]:
    for node in page.items:
        yield TreeLine(node, depth)
        if node.node_id in opened and node.children and node.kind != "run" and depth < _DEEPEST:
            yield from _lines(below(node.node_id), depth + 1, opened, below)
    rest = page.total - len(page.items)
    if rest > 0 and page.parent is not None and depth > 1:
        yield TreeLine(page.parent, depth, more=rest)


def draw_tree(
    top: Trace,
    lines: list[TreeLine],
    opened: tuple[str, ...],
    names: Mapping[str, str],
    selection: TraceSelection,
) -> None:
    """Draw the tree under its topmost row; a row selects, and opens or closes what lies below it."""
    w = said()
    columns = [
        Column(w.trace.row),
        Column(w.trace.time, wide=True),
        Column(w.token.tokens, right=True, optional=True),
        Column(w.trace.own, right=True, optional=True),
        Column(w.trace.inclusive, right=True),
        Column(w.run.errors, right=True, tip=w.trace.errors_below),
    ]
    head = _row(TreeLine(top.parent or top.run, 0), top.run, opened, names, selection)
    rows = [head, *(_row(line, top.run, opened, names, selection) for line in lines)]
    ledger(w.trace.title, columns, rows, key="trace", dense=True)
    if len(lines) >= MOST_ROWS:
        _cut(lines, selection)


def _cut(lines: list[TreeLine], selection: TraceSelection) -> None:
    """Say that the page ends here; offer the part of the tree it ends in, and the tree closed."""
    w = said()
    last = lines[-1]
    inside = next((line.node for line in reversed(lines) if line.depth < last.depth and not line.more), None)
    ways = [Crumb(w.trace.close_all, link("run_trace", **selection.opening(()).but(node=None).to_query()))]
    if inside is not None:
        alone = selection.but(top=inside.node_id, open=None, node=None, cursor=None, skipped=0)
        ways.insert(0, Crumb(w.trace.only_below, link("run_trace", **alone.to_query())))
    note(w.trace.rows_cut.format(n=formats.count(MOST_ROWS)), key="trace-cut", links=ways)


def _row(
    line: TreeLine,
    run: TraceNode,
    opened: tuple[str, ...],
    names: Mapping[str, str],
    selection: TraceSelection,
) -> Row:
    node = line.node
    if line.more:
        return _more_row(line, selection)
    return Row(
        (
            _name(node, names, is_open=node.node_id in opened or line.depth == 0),
            _time(node, run),
            cells.tokens(node.inclusive),
            cells.money(node.own),
            cells.money(node.inclusive) if node.inclusive != node.own else Cell("", muted=True),
            cells.errors(node.errors),
        ),
        href=link("run_trace", **_toggled(node, opened, selection, is_top=line.depth == 0).to_query()),
        depth=line.depth,
        selected=node.node_id == selection.node,
    )


def _more_row(line: TreeLine, selection: TraceSelection) -> Row:
    w = said()
    told = Cell(w.trace.more(line.more), muted=True)
    alone = selection.but(top=line.node.node_id, open=None, node=None, cursor=None, skipped=0)
    return Row(
        (told, None, None, None, None, None), href=link("run_trace", **alone.to_query()), depth=line.depth
    )


def _toggled(
    node: TraceNode, opened: tuple[str, ...], selection: TraceSelection, *, is_top: bool
) -> TraceSelection:
    """Return the view after a click: the row chosen, and what it holds open, or closed when it was open."""
    chosen = selection.but(node=node.node_id, event=None)
    if is_top or not node.children:
        return chosen.opening(opened)
    if node.node_id not in opened:
        return chosen.opening((*opened, node.node_id))
    if selection.node in (node.node_id, None):
        return chosen.opening(one for one in opened if one != node.node_id)
    return chosen.opening(opened)


def trace_name(node: TraceNode, names: Mapping[str, str]) -> str:
    """Return what to call a row."""
    w = said()
    if node.kind == "unattached":
        return w.trace.unattached.format(n=node.children)
    if node.kind == "agent":
        return names.get(node.native_id or "", node.label or node.native_id or w.run.no_agent)
    return node.label or formats.short_id(node.native_id or w.state.not_known)


def _name(node: TraceNode, names: Mapping[str, str], *, is_open: bool) -> Cell:
    w = said()
    fold = ("▾ " if is_open else "▸ ") if node.children else ""
    below = w.trace.below(node.children) if node.children and not is_open else None
    is_call = node.kind in {"model_call", "tool_call", "step", "unattached"}
    native = node.native_id if node.kind == "agent" and node.native_id != "main" else None
    told = (
        None if is_call else w.trace.kinds[node.kind],
        node.role,
        native and formats.short_id(native),
        below,
    )
    return Cell(
        f"{fold}{_ICONS[node.kind]} {trace_name(node, names)}",
        sub=" · ".join(part for part in told if part) or None,
        tip=_tip(node),
        pills=_marks(node),
    )


def _tip(node: TraceNode) -> str:
    w = said()
    if node.kind == "unattached":
        return w.trace.unattached_tip
    return f"{w.trace.kinds[node.kind]} {node.native_id or ''}".strip()


def _marks(node: TraceNode) -> tuple[Pill, ...]:
    w = said()
    if node.kind == "model_call" and node.status == "unfinished":
        return (Pill(w.trace.unfinished, "unknown", tip=node.status),)
    marks = (cells.status_pill(node.status),) if node.status not in (None, "ok") else ()
    return (*marks, Pill(w.run.orphan, "unknown")) if node.is_orphan else marks


def _time(node: TraceNode, run: TraceNode) -> Cell:
    """Write when a row began and how long it took, with a bar within the time of the run."""
    w = said()
    if node.started_at is None:
        return Cell(w.event.not_dated, muted=True)
    began = cells.clock(node.started_at)
    took = cells.length(node.duration_seconds, is_unreliable=node.is_duration_unreliable)
    return Cell(
        took.text, tip="\n".join(part for part in (began.tip, took.tip) if part), span=_span(node, run)
    )


def _span(node: TraceNode, run: TraceNode) -> tuple[float, float] | None:
    if node.started_at is None or run.started_at is None or run.ended_at is None:
        return None
    whole = (run.ended_at - run.started_at) / timedelta(seconds=1)
    if whole <= 0:
        return None
    start = min(0.99, max(0.0, (node.started_at - run.started_at) / timedelta(seconds=1) / whole))
    return start, min(1 - start, max(0.008, (node.duration_seconds or 0.0) / whole))


def trace_detail(node: TraceNode, names: Mapping[str, str], selection: TraceSelection) -> None:
    """Draw one row in full, with the ways on from it."""
    w = said()
    native = node.native_id
    took = cells.length(node.duration_seconds, is_unreliable=node.is_duration_unreliable)
    told = [
        Fact(w.trace.kinds[node.kind], Cell(trace_name(node, names), strong=True), wide=True),
        Fact(w.topology.role, node.role),
        Fact(w.topology.status, Cell("", pills=_marks(node)) if _marks(node) else None),
        Fact(w.check.began, cells.clock(node.started_at) if node.started_at else None),
        Fact(w.check.ended, cells.clock(node.ended_at) if node.ended_at else None),
        Fact(w.check.took, took if node.duration_seconds is not None else None),
        Fact(w.token.tokens, cells.tokens(node.own)),
        Fact(w.trace.own, cells.money(node.own)),
        Fact(w.trace.inclusive, cells.money(node.inclusive)),
        Fact(w.run.errors, cells.errors(node.own_errors)),
        Fact(w.trace.errors_below, cells.errors(node.errors)),
        Fact(
            w.run.id, Cell(formats.short_id(native), tip=native, mono=True, copy=native) if native else None
        ),
    ]
    facts([fact for fact in told if fact.value is not None], key="trace-facts")
    pages_line("", _ways(node, selection), key="trace-ways")


def _ways(node: TraceNode, selection: TraceSelection) -> list[Crumb]:
    w = said()
    run = selection.run
    ways = []
    if node.event_id:
        opened = selection.but(event=node.event_id)
        ways.append(Crumb(w.trace.open_event, link("run_trace", **opened.to_query())))
    if node.kind == "agent" and node.native_id:
        ways.append(Crumb(w.trace.transcript, link("run_transcript", run=run, agent=node.native_id)))
    if node.kind == "run":
        ways.append(Crumb(w.trace.child_run, link("run_summary", run=node.native_id)))
    elif node.children:
        alone = selection.but(top=node.node_id, open=None, cursor=None, skipped=0)
        ways.append(Crumb(w.trace.only_below, link("run_trace", **alone.to_query())))
    return ways


def chosen_row(
    selection: TraceSelection, top: Trace, lines: list[TreeLine], names: Mapping[str, str]
) -> None:
    """Draw the chosen row where the tree shows it; else say that it does not."""
    shown = [top.parent or top.run, *(line.node for line in lines)]
    node = next((one for one in shown if one.node_id == selection.node), None)
    if node is None:
        note(said().trace.missing.format(id=(selection.node or "")[:80]), key="no-row")
    else:
        trace_detail(node, names, selection)


def kinds_told(lines: list[TreeLine]) -> None:
    """Say which shape stands for what, of those that are drawn."""
    w = said()
    drawn = {"run", *(line.node.kind for line in lines)}
    shapes = [f"{icon} {w.trace.kinds[kind]}" for kind, icon in _ICONS.items() if kind in drawn]
    hint(" · ".join(shapes), key="trace-kinds")


def back_to_whole(selection: TraceSelection) -> None:
    """Offer the whole run where only a part of the tree is shown."""
    if selection.top:
        whole = TraceSelection(run=selection.run)
        way = Crumb(said().trace.whole, link("run_trace", **whole.to_query()))
        pages_line("", [way], key="whole-tree")
