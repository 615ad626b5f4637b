"""A run as a tree whose children are read on demand, so that fifty thousand events stay usable.

Agents are few and read at once, with their errors rolled up; calls are read a page at a time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from data_access.contracts.trace import Trace, TraceNode
from data_access.contracts.usage import UsageTotals
from data_access.errors import NotFound, Problem
from data_access.reading.clock_jumps import clock_jumps
from data_access.reading.conversations import clean
from data_access.reading.run_as_of import RunAsOf, run_as_of
from data_access.reading.tasks import seconds_between
from data_access.reading.trace_spans import SpanTree
from data_access.reading.usage_columns import usage_totals
from data_access.rules.agent_tree import TreePlace, inclusive_usage, parents_in, tree_order
from data_access.rules.clock_jumps import ClockJump, is_unreliable
from data_access.rules.page_cursor import page_limit, read_cursor, write_cursor
from data_access.rules.usage_sums import usage_sum
from data_access.store.connection import Store

NO_AGENT = "no_agent"
_ORDER = "trace"
_KINDS = (datetime, int, str)
_LAST = datetime(9999, 12, 31, tzinfo=UTC)
Row = Mapping[str, Any]


class _Agent(NamedTuple):
    node: TraceNode
    above: str | None
    """The node it hangs under: an agent, the tool call that started it, or null for the top."""


class TraceTree(NamedTuple):
    """What is read of a run at once: for all its rows, however many of them are opened."""

    run: RunAsOf
    jumps: list[ClockJump]
    agents: dict[str, _Agent]
    """By node id, parents first."""
    runs: list[TraceNode]
    """The run itself and its child runs."""
    spans: SpanTree | None = None
    """Of a run that rests on a trace; then there are no agents here."""

    @property
    def root(self) -> TraceNode:
        """The row of the whole run."""
        return next(node for node in self.runs if node.native_id == self.run.conversation_key)

    def below(self, node_id: str | None) -> list[TraceNode]:
        """The agents that hang under a node."""
        return [agent.node for agent in self.agents.values() if agent.above == node_id]


def trace(
    store: Store,
    conversation: str,
    *,
    parent: str | None = None,
    limit: int = 200,
    cursor: str | None = None,
) -> Trace:
    """Return the rows directly below `parent` (a `node_id`), or the top of the tree, a page at a time.

    Raises: `NotFound`, also for an unknown `parent`; `AmbiguousId`, `InvalidInput`.
    """
    page_limit(limit)
    return rows_below(store, trace_tree(store, conversation), parent=parent, limit=limit, cursor=cursor)


def rows_below(
    store: Store,
    tree: TraceTree,
    *,
    parent: str | None = None,
    limit: int = 200,
    cursor: str | None = None,
) -> Trace:
    """Return what `trace` does, of a tree that has been read: whoever opens many rows reads it once.

    Raises: `NotFound`, `InvalidInput`.
    """
    at_most = page_limit(limit)
    after = read_cursor(cursor, _ORDER, _KINDS) if cursor else (None, None, None)
    if tree.spans is not None:
        return _of_spans(store, tree, tree.spans, parent, at_most, after)
    node = None if parent is None else _node_named(store, tree, clean(parent))
    if node is not None and node.kind == "agent":
        items, last, total = _calls(store, tree, node, after, at_most)
    else:
        items, last, total = _few(tree, node, after, at_most)
    return Trace(
        **tree.run.heading({"usage": tree.root.own.is_nothing}),
        run=tree.root,
        parent=node,
        items=tuple(items),
        total=total,
        truncated=last is not None,
        next_cursor=last,
    )


def _of_spans(
    store: Store, tree: TraceTree, spans: SpanTree, parent: str | None, limit: int, after: Sequence[Any]
) -> Trace:
    """Read the rows of a trace: its spans, and below a session its traces."""
    root, named = tree.root, clean(parent or "")
    is_top = parent is None or named == root.node_id
    if not is_top and not spans.has(named):
        raise _no_such_row(tree.run, named)
    names = spans.children(None if is_top else named)
    names += [node.node_id for node in tree.runs if is_top and node is not root]
    begin = after[1] or 0
    page = names[begin : begin + limit]
    nodes = {node.node_id: node for node in tree.runs}
    wanted = [one for one in (named, *page) if spans.has(one)]
    nodes |= {node.node_id: node for node in spans.nodes(store, wanted)}
    is_cut = begin + limit < len(names)
    return Trace(
        **tree.run.heading({"usage": root.own.is_nothing}),
        run=root,
        parent=None if parent is None else nodes[named],
        items=tuple(nodes[one] for one in page),
        total=len(names),
        truncated=len(page) < len(names),
        next_cursor=write_cursor(_ORDER, (_LAST, begin + limit, "")) if is_cut else None,
    )


def _run_of_trace(row: Row, tops: int, run: RunAsOf, jumps: Sequence[ClockJump]) -> TraceNode:
    node = _run(row, {}, run, jumps)
    if row["native_id"] != run.conversation_key:
        return node
    own = {"own_errors": row["own_errors"], "errors": row["errors"], "children": tops}
    return node.model_copy(update=own)


def _few(
    tree: TraceTree, node: TraceNode | None, after: Sequence[Any], limit: int
) -> tuple[list[TraceNode], str | None, int]:
    """Page through what is read at once: the top of the tree, or the agents that a tool call started."""
    if node is None or node.kind == "run":
        children = tree.below(None) + [run for run in tree.runs if run is not tree.root]
    else:
        children = tree.below(node.node_id)
    left = sorted((one for one in children if after[2] is None or _place(one) > tuple(after)), key=_place)
    page = left[:limit]
    last = write_cursor(_ORDER, _place(page[-1])) if len(left) > limit else None
    return page, last, len(children)


def _place(node: TraceNode) -> tuple[datetime, int, str]:
    return node.started_at or _LAST, 0, node.node_id


def _calls(
    store: Store, tree: TraceTree, node: TraceNode, after: Sequence[Any], limit: int
) -> tuple[list[TraceNode], str | None, int]:
    """Page through what an agent called, with the sub-agents that no known call started."""
    attached = tree.below(node.node_id)
    names = ("after_at", "after_rank", "after_id")
    asked = {
        "conversation_key": tree.run.conversation_key,
        "agent_id": node.native_id,
        "attached": [one.native_id for one in attached],
        "limit": limit + 1,
    }
    rows = store.rows("trace_calls", asked | dict(zip(names, after, strict=True)))
    page, cursor = rows[:limit], None
    if len(rows) > limit:
        cursor = write_cursor(_ORDER, tuple(page[-1][name] for name in ("sort_at", "rank", "native_id")))
    items = [
        tree.agents[f"agent:{row['native_id']}"].node if row["kind"] == "agent" else _call(tree, row)
        for row in page
    ]
    return items, cursor, node.children


def _node_named(store: Store, tree: TraceTree, node_id: str) -> TraceNode:
    kind, _, native_id = node_id.partition(":")
    if node_id in tree.agents:
        return tree.agents[node_id].node
    if kind == "run" and native_id == tree.run.conversation_key:
        return tree.root
    if kind == "tool":
        values = {"conversation_key": tree.run.conversation_key, "tool_call_id": native_id}
        for row in store.rows("trace_tool_call", values):
            return _call(tree, row)
    raise _no_such_row(tree.run, node_id)


def _no_such_row(run: RunAsOf, node_id: str) -> NotFound:
    problem = Problem(
        "parent", "this run has no such row", "Give the `node_id` of a row that has rows below."
    )
    return NotFound(f"The trace of run {run.conversation_id} has no row {node_id}.", problems=(problem,))


def _call(tree: TraceTree, row: Row) -> TraceNode:
    """Return a call with the agents it started rolled up into it."""
    is_tool = row["kind"] == "tool_call"
    node_id = f"{'tool' if is_tool else 'model'}:{row['native_id']}"
    started = tree.below(node_id) if is_tool else []
    own = _call_usage(row["own"])
    failed = int(row["is_error"])
    return TraceNode(
        **{name: row[name] for name in ("kind", "native_id", "label", "status", "event_id")},
        **_span(row["started_at"], row["ended_at"], tree.jumps),
        node_id=node_id,
        role=None,
        is_orphan=False,
        own=own,
        inclusive=usage_sum([own, *(agent.inclusive for agent in started)]),
        own_errors=failed,
        errors=failed + sum(agent.errors for agent in started),
        children=len(started),
    )


def _call_usage(row: Row | None) -> UsageTotals:
    """Return what one model call counts for, as a sum over it would; a tool call counts for nothing."""
    if row is None:
        return UsageTotals()
    known = {name: value for name, value in row.items() if value is not None}
    models = (row["model"],) if row["unpriced_calls"] and row["model"] is not None else ()
    return usage_totals(known | {"unpriced_models": models})


def _span(
    started_at: datetime | None, ended_at: datetime | None, jumps: Sequence[ClockJump]
) -> dict[str, Any]:
    return {
        "started_at": started_at,
        "ended_at": ended_at,
        "duration_seconds": seconds_between(started_at, ended_at),
        "is_duration_unreliable": is_unreliable(started_at, ended_at, jumps),
    }


# What is read at once -------------------------------------------------------------------------------------


def trace_tree(store: Store, conversation: str) -> TraceTree:
    """Read the agents of a run with all that is rolled up in them.

    Raises: `NotFound`, `AmbiguousId`.
    """
    run = run_as_of(store, conversation)
    key = {"conversation_key": run.conversation_key}
    jumps = clock_jumps(store, run.conversation_key)
    if run.basis == "trace":
        spans = SpanTree(store, run.conversation_key, jumps)
        tops = len(spans.children(None))
        runs = [_run_of_trace(row, tops, run, jumps) for row in store.rows("trace_runs", key)]
        return TraceTree(run, jumps, {}, runs, spans)
    rows = store.rows("trace_agents", key)
    agents = _agents({row["agent_id"]: row for row in rows if row["agent_id"] is not None}, jumps)
    for row in filter(_is_nobody, rows):
        agents[NO_AGENT] = _Agent(
            _agent(row, None, (usage_totals(row["own"]), row["errors"], 0), jumps), None
        )
    return TraceTree(
        run, jumps, agents, [_run(row, agents, run, jumps) for row in store.rows("trace_runs", key)]
    )


def _agents(rows: Mapping[str, Row], jumps: Sequence[ClockJump]) -> dict[str, _Agent]:
    parents = {name: row["parent_agent_id"] for name, row in rows.items()}
    places = tree_order(list(rows), parents)
    inclusive = inclusive_usage(
        places, parents, {name: usage_totals(row["own"]) for name, row in rows.items()}
    )
    above = parents_in(places)
    errors = _rolled_up(places, above, rows)
    hanging = {name: _hangs_under(rows[name], parent) for name, parent in above.items()}
    attached = Counter(hanging.values())
    agents: dict[str, _Agent] = {}
    for place in places:
        name, node_id = place.agent_id, f"agent:{place.agent_id}"
        below = (inclusive[name], errors[name], attached[node_id])
        agents[node_id] = _Agent(_agent(rows[name], place, below, jumps), hanging[name])
    return agents


def _hangs_under(row: Row, parent: str | None) -> str | None:
    if parent is not None and row["started_by"] is not None:
        return f"tool:{row['started_by']}"
    return None if parent is None else f"agent:{parent}"


def _rolled_up(
    places: Sequence[TreePlace], above: Mapping[str, str | None], by_id: Mapping[str, Row]
) -> dict[str, int]:
    """Add the errors of every agent to all agents above it; places come parents first."""
    errors = {place.agent_id: by_id[place.agent_id]["errors"] for place in places}
    for place in reversed(places):
        parent = above[place.agent_id]
        if parent is not None:
            errors[parent] += errors[place.agent_id]
    return errors


def _agent(
    row: Row, place: TreePlace | None, below: tuple[UsageTotals, int, int], jumps: Sequence[ClockJump]
) -> TraceNode:
    """Return an agent; `below` is its usage and errors with all below it, and how many hang under it."""
    inclusive, errors, attached = below
    return TraceNode(
        **_span(row["first_at"], row["last_at"], jumps),
        node_id=NO_AGENT if place is None else f"agent:{place.agent_id}",
        kind="agent",
        native_id=row["agent_id"],
        label=row["name"],
        role=row["role"],
        status=None,
        is_orphan=place is not None and place.is_orphan,
        own=usage_totals(row["own"]),
        inclusive=inclusive,
        own_errors=row["errors"],
        errors=errors,
        children=row["calls"] + attached,
        event_id=None,
    )


def _is_nobody(row: Row) -> bool:
    """Tell whether a row is what the source ties to no agent, and is worth a row of the tree."""
    return row["agent_id"] is None and (row["calls"] > 0 or row["errors"] > 0 or row["own"] is not None)


def _run(row: Row, agents: Mapping[str, _Agent], run: RunAsOf, jumps: Sequence[ClockJump]) -> TraceNode:
    is_root = row["native_id"] == run.conversation_key
    tops = [agent.node for agent in agents.values() if agent.above is None]
    own_errors = sum(node.errors for node in tops) if is_root else row["own_errors"]
    return TraceNode(
        **_span(row["first_at"], row["last_at"], jumps),
        node_id=f"run:{row['native_id']}",
        kind="run",
        native_id=row["native_id"],
        label=row["label"],
        role=None,
        status=None,
        is_orphan=False,
        own=usage_totals(row["own"]),
        inclusive=usage_totals(row["with_descendants"]),
        own_errors=own_errors,
        errors=row["errors"] - row["own_errors"] + own_errors,
        children=len(tops) if is_root else row["agents"],
        event_id=None,
    )
