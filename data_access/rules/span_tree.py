"""What the spans of one trace say together and none says alone: whose a span is, and which figures count.

A span names its parent, and parents may come later, never, or in a circle. So nothing here depends on the
order of arrival: whenever spans of a trace arrive, all of it is looked at again.

* An agent is whom a span names; a span that names none is the nearest named agent's above it.
* Figures of usage count on the call they belong to. A span that is no call itself (an agent, a chain, a
  tool) and has calls with figures below it states their sum: a total to compare, never added. A call span
  around others is such a total only if it speaks of the same answer: see `_speaks_of`.
* Siblings that look alike are different calls. Two spans of one answer by two instrumentations are one call.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple, Protocol

AGENT, MODEL, EMBEDDING, RERANKING = "agent_run", "model_call", "embedding", "reranking"
TOOL, RETRIEVAL, GUARDRAIL, EVALUATION, STEP = "tool_call", "retrieval", "guardrail", "evaluation", "step"
CALL_KINDS = frozenset((MODEL, EMBEDDING, RERANKING))
"""Kinds of spans that are one billed call each."""
_OTHERS_WORK = frozenset((TOOL, AGENT))
"""Kinds of spans whose calls are not those of the call they stand in."""
COUNTS_AS_CALL, COUNTS_AS_TOTAL = "call", "total"
_LATEST = datetime(9999, 12, 31, tzinfo=UTC)


class LinkedSpan(Protocol):
    """What is asked of a span to find its place in the tree."""

    @property
    def span_id(self) -> str: ...  # noqa: D102
    @property
    def parent_span_id(self) -> str | None: ...  # noqa: D102
    @property
    def started_at(self) -> datetime | None: ...  # noqa: D102


class TreeSpan(LinkedSpan, Protocol):
    """What is asked of a span here; `contracts.rows.SpanRow` has it."""

    @property
    def kind(self) -> str: ...  # noqa: D102
    @property
    def status(self) -> str | None: ...  # noqa: D102
    @property
    def ended_at(self) -> datetime | None: ...  # noqa: D102
    @property
    def told_agent_id(self) -> str | None: ...  # noqa: D102
    @property
    def told_agent_name(self) -> str | None: ...  # noqa: D102
    @property
    def told_phase(self) -> str | None: ...  # noqa: D102
    @property
    def response_id(self) -> str | None: ...  # noqa: D102
    @property
    def scope(self) -> str | None: ...  # noqa: D102
    @property
    def input_tokens(self) -> int | None: ...  # noqa: D102
    @property
    def output_tokens(self) -> int | None: ...  # noqa: D102
    @property
    def tool(self) -> str | None: ...  # noqa: D102
    @property
    def told_tool_call_id(self) -> str | None: ...  # noqa: D102


class Asked(NamedTuple):
    """A tool call that a model asked for."""

    span_id: str
    """Of the model call."""
    tool_call_id: str
    tool: str | None


class SpanPlace(NamedTuple):
    """Where a span stands in its trace."""

    parent_span_id: str | None
    """The parent that is there; null for the top, for orphans and where a circle is cut."""
    is_orphan: bool
    """True when it names a parent that nobody has seen."""
    agent_id: str | None
    phase: str | None
    counts: str | None
    """`call`: its figures are a billed call's. `total`: they sum up calls below it. Null: it has none."""
    call_span_id: str | None
    """Of a span that is a call: the span the call is named after, another one's for its twin."""
    tool_call_id: str | None
    """Of a tool's span: the call it carries out."""


class AgentPlace(NamedTuple):
    """An agent as the trace introduces it."""

    agent_id: str
    name: str | None
    """As its earliest span says that gives another one than the id, else any."""
    span_id: str
    """The earliest span that is its own."""
    parent_agent_id: str | None
    unseen_span_id: str | None
    """Where what is above it was never seen: the span it would hang under."""
    spawned_by_tool_call_id: str | None


def places_of(spans: Sequence[TreeSpan], asked: Sequence[Asked] = ()) -> dict[str, SpanPlace]:
    """Return the place of every span of one trace, by span id; each span is given once, in any order."""
    by_id = {span.span_id: span for span in spans}
    order, parents = parents_first(by_id)
    agents, phases = _inherited(by_id, order, parents)
    counts, twins = _counted(by_id, order, parents)
    tool_calls = _tool_calls(by_id, agents, asked)
    return {
        span_id: SpanPlace(
            parents[span_id],
            parents[span_id] is None and _names_unseen_parent(by_id[span_id], by_id),
            agents[span_id],
            phases[span_id],
            counts.get(span_id),
            twins.get(span_id, span_id) if counts.get(span_id) == COUNTS_AS_CALL else None,
            tool_calls.get(span_id),
        )
        for span_id in order
    }


def agents_of(spans: Sequence[TreeSpan], places: Mapping[str, SpanPlace]) -> list[AgentPlace]:
    """Return the agents of a trace, in the order of their ids."""
    by_id = {span.span_id: span for span in spans}
    own: dict[str, list[TreeSpan]] = defaultdict(list)
    for span in spans:
        if span.told_agent_id is not None:
            own[span.told_agent_id].append(span)
    return [
        _introduced(agent_id, sorted(own[agent_id], key=_by_time), by_id, places) for agent_id in sorted(own)
    ]


def _introduced(
    agent_id: str,
    own: Sequence[TreeSpan],
    by_id: Mapping[str, TreeSpan],
    places: Mapping[str, SpanPlace],
) -> AgentPlace:
    """Climb from the earliest span of an agent to the nearest span of another one."""
    names = [span.told_agent_name for span in own if span.told_agent_name is not None]
    name = next((one for one in names if one != agent_id), (*names, None)[0])
    first = own[0].span_id
    above, tool_call = first, None
    while (parent := places[above].parent_span_id) is not None:
        above, place = parent, places[parent]
        if tool_call is None and by_id[above].kind == TOOL:
            tool_call = place.tool_call_id
        if place.agent_id is not None and place.agent_id != agent_id:
            return AgentPlace(agent_id, name, first, place.agent_id, None, tool_call)
    unseen = by_id[above].parent_span_id if places[above].is_orphan else None
    return AgentPlace(agent_id, name, first, None, unseen, None)


def _names_unseen_parent(span: TreeSpan, by_id: dict[str, TreeSpan]) -> bool:
    return span.parent_span_id is not None and span.parent_span_id not in by_id


def _by_time(span: LinkedSpan) -> tuple[datetime, str]:
    return span.started_at or _LATEST, span.span_id


def parents_first(by_id: Mapping[str, LinkedSpan]) -> tuple[list[str], dict[str, str | None]]:
    """Return the span ids, parents before children, and each one's parent; circles are cut.

    A circle is cut above its earliest span.
    """
    children: dict[str, list[str]] = {}
    order: list[str] = []
    parents: dict[str, str | None] = {}
    for span_id, span in by_id.items():
        parent = span.parent_span_id
        if parent is None or parent not in by_id or parent == span_id:
            parents[span_id] = None
            order.append(span_id)
        else:
            children.setdefault(parent, []).append(span_id)
    _descend(order, 0, children, parents)
    if len(order) < len(by_id):
        _cut_circles(by_id, children, order, parents)
    return order, parents


def _descend(
    order: list[str], begin: int, children: dict[str, list[str]], parents: dict[str, str | None]
) -> None:
    """Append all below the spans from `begin` on."""
    at = begin
    while at < len(order):
        span_id = order[at]
        for child in children.get(span_id, ()):
            if child not in parents:
                parents[child] = span_id
                order.append(child)
        at += 1


def _cut_circles(
    by_id: Mapping[str, LinkedSpan],
    children: dict[str, list[str]],
    order: list[str],
    parents: dict[str, str | None],
) -> None:
    left = sorted((span for span in by_id.values() if span.span_id not in parents), key=_by_time)
    for span in left:
        circle = _circle_above(span.span_id, by_id) if span.span_id not in parents else ()
        if circle:
            top = min((by_id[one] for one in circle), key=_by_time).span_id
            parents[top] = None
            order.append(top)
            _descend(order, len(order) - 1, children, parents)


def _circle_above(span_id: str, by_id: Mapping[str, LinkedSpan]) -> list[str]:
    climbed: dict[str, int] = {}
    current = span_id
    while current not in climbed:
        climbed[current] = len(climbed)
        current = by_id[current].parent_span_id or current
    return list(climbed)[climbed[current] :]


def _inherited(
    by_id: dict[str, TreeSpan], order: list[str], parents: dict[str, str | None]
) -> tuple[dict[str, str | None], dict[str, str | None]]:
    agents: dict[str, str | None] = {}
    phases: dict[str, str | None] = {}
    for span_id in order:
        span, parent = by_id[span_id], parents[span_id]
        agents[span_id] = span.told_agent_id or (agents[parent] if parent is not None else None)
        phases[span_id] = span.told_phase or (phases[parent] if parent is not None else None)
    return agents, phases


# which figures count --------------------------------------------------------------------------------------


class _Below:
    """The calls below a span."""

    __slots__ = ("has_figures", "near")

    def __init__(self) -> None:
        self.has_figures = False
        """True when any call below has figures."""
        self.near: list[TreeSpan] = []
        """Calls with figures that neither a tool nor an agent stands in front of."""


def _counted(
    by_id: dict[str, TreeSpan], order: list[str], parents: dict[str, str | None]
) -> tuple[dict[str, str], dict[str, str]]:
    """Return how the figures of spans count, and the twins: calls that are named after another span."""
    counts: dict[str, str] = {}
    below: dict[str, _Below] = {}
    inside = _inside_calls(by_id, order, parents)
    for span_id in reversed(order):
        span, mine = by_id[span_id], below.get(span_id)
        counted = _own_count(span, mine)
        if counted is not None:
            counts[span_id] = counted
        parent = parents[span_id]
        if parent is not None and (mine is not None or counted == COUNTS_AS_CALL):
            _hand_up(below.setdefault(parent, _Below()), span, mine, counted, span_id in inside)
    _count_calls_without_figures(by_id, order, parents, counts)
    return counts, _twins([by_id[one] for one, how in counts.items() if how == COUNTS_AS_CALL])


def _own_count(span: TreeSpan, below: _Below | None) -> str | None:
    if not _has_figures(span):
        return None
    if below is None or not below.has_figures:
        return COUNTS_AS_CALL
    if span.kind not in CALL_KINDS or _speaks_of(span, below.near):
        return COUNTS_AS_TOTAL
    return COUNTS_AS_CALL


def _speaks_of(span: TreeSpan, calls: Sequence[TreeSpan]) -> bool:
    """Tell whether a call's figures are those of calls inside it, and not its own.

    Calls that a tool or an agent makes, or that begin when it has ended, are others. Of the rest it speaks
    if it gives the id of one answer, or the same output as all of them, or, when ids do not tell them
    apart, if none of its figures is smaller than theirs.
    """
    inside = [one for one in calls if _begins_within(one, span)]
    if not inside:
        return False
    ids = {one.response_id for one in inside}
    if span.response_id is not None and span.response_id in ids:
        return True
    if (span.output_tokens or 0) == sum(one.output_tokens or 0 for one in inside):
        return True
    if span.response_id is not None and None not in ids:
        return False
    return (span.input_tokens or 0) >= sum(one.input_tokens or 0 for one in inside) and (
        span.output_tokens or 0
    ) >= sum(one.output_tokens or 0 for one in inside)


def _begins_within(call: TreeSpan, span: TreeSpan) -> bool:
    return call.started_at is None or span.ended_at is None or call.started_at <= span.ended_at


def _has_figures(span: TreeSpan) -> bool:
    return span.input_tokens is not None or span.output_tokens is not None


def _inside_calls(
    by_id: Mapping[str, TreeSpan], order: Sequence[str], parents: Mapping[str, str | None]
) -> set[str]:
    """Return the spans that stand in a call with figures, with no tool or agent between."""
    inside: set[str] = set()
    for span_id in order:
        parent = parents[span_id]
        if parent is not None:
            above = by_id[parent]
            if (above.kind in CALL_KINDS and _has_figures(above)) or (
                parent in inside and above.kind not in _OTHERS_WORK
            ):
                inside.add(span_id)
    return inside


def _hand_up(to: _Below, span: TreeSpan, below: _Below | None, counted: str | None, is_inside: bool) -> None:
    if counted == COUNTS_AS_CALL and ((span.input_tokens or 0) > 0 or (span.output_tokens or 0) > 0):
        to.has_figures = True
        if is_inside and span.kind not in _OTHERS_WORK:
            to.near.append(span)
    if below is not None:
        to.has_figures = to.has_figures or below.has_figures
        if is_inside and span.kind not in _OTHERS_WORK:
            to.near += below.near


def _count_calls_without_figures(
    by_id: dict[str, TreeSpan],
    order: list[str],
    parents: dict[str, str | None],
    counts: dict[str, str],
) -> None:
    """A call that says nothing of its tokens is a call of unknown cost, if nothing else speaks of it.

    Others do: a call inside it, or a span above it that counts for all it has below. One that failed was
    not answered, and nothing says that it was billed.
    """
    around: set[str] = set()
    for span_id in reversed(order):
        parent = parents[span_id]
        kind = by_id[span_id].kind
        if parent is not None and kind not in _OTHERS_WORK and (span_id in around or kind in CALL_KINDS):
            around.add(parent)
    covered: dict[str, str | None] = {}
    for span_id in order:
        span, parent = by_id[span_id], parents[span_id]
        cover = covered[parent] if parent is not None else None
        is_silent = span.kind in CALL_KINDS and not _has_figures(span) and span.status != "error"
        if is_silent and cover is None and span_id not in around:
            counts[span_id] = COUNTS_AS_CALL
        covered[span_id] = _cover_below(span, counts.get(span_id), cover)


def _cover_below(span: TreeSpan, counted: str | None, cover: str | None) -> str | None:
    """Return what counts for calls below a span: an agent's figures reach through everything."""
    if counted == COUNTS_AS_CALL and _has_figures(span):
        return "call" if span.kind in CALL_KINDS else "all"
    return None if cover == "call" and span.kind in _OTHERS_WORK else cover


def _twins(calls: Sequence[TreeSpan]) -> dict[str, str]:
    """Return calls that two instrumentations saw, by span id: the later is named after the earlier.

    They give the same id of the answer and the same figures, and one lies within the other in time.
    """
    by_answer: dict[tuple[str, int | None, int | None], list[TreeSpan]] = defaultdict(list)
    for span in calls:
        if span.response_id is not None:
            by_answer[span.response_id, span.input_tokens, span.output_tokens].append(span)
    twins: dict[str, str] = {}
    for alike in by_answer.values():
        if len(alike) > 1:
            _pair(sorted(alike, key=_by_time), twins)
    return twins


def _pair(alike: Sequence[TreeSpan], twins: dict[str, str]) -> None:
    first_of: list[tuple[TreeSpan, set[str | None]]] = []
    for span in alike:
        for first, scopes in first_of:
            if span.scope not in scopes and _lies_within(span, first):
                twins[span.span_id] = first.span_id
                scopes.add(span.scope)
                break
        else:
            first_of.append((span, {span.scope}))


def _lies_within(span: TreeSpan, first: TreeSpan) -> bool:
    """Tell whether two spans, the first begun first, overlap as one inside the other."""
    if None in (span.started_at, span.ended_at, first.started_at, first.ended_at):
        return False
    return span.ended_at <= first.ended_at or span.started_at == first.started_at  # type: ignore[operator]


# which tool call a tool's span carries out -----------------------------------------------------------------


def _tool_calls(
    by_id: dict[str, TreeSpan], agents: dict[str, str | None], asked: Sequence[Asked]
) -> dict[str, str]:
    """Return the tool call of each tool's span.

    It is the id that the span gives, if only one span gives it. A span that gives none, or one that no model
    asked for, carries out the first call of that tool, asked for by the same agent before it, that no other
    span answers to. Else the span is the call.
    """
    tools = sorted((span for span in by_id.values() if span.kind == TOOL), key=_by_time)
    if not tools:
        return {}
    asked_ids = {one.tool_call_id for one in asked}
    found: dict[str, str] = {}
    taken: set[str] = set()
    for span in tools:
        told = span.told_tool_call_id
        if told is not None and told not in taken and (told in asked_ids or not asked_ids):
            found[span.span_id] = told
            taken.add(told)
    if asked_ids:
        _join_by_name(tools, by_id, agents, asked, found, taken)
    for span in tools:
        if span.span_id not in found:
            told = span.told_tool_call_id
            found[span.span_id] = told if told is not None and told not in taken else span.span_id
            taken.add(found[span.span_id])
    return found


def _join_by_name(
    tools: Sequence[TreeSpan],
    by_id: dict[str, TreeSpan],
    agents: dict[str, str | None],
    asked: Sequence[Asked],
    found: dict[str, str],
    taken: set[str],
) -> None:
    waiting: dict[tuple[str | None, str | None], list[Asked]] = defaultdict(list)
    for one in sorted(asked, key=lambda one: (*_by_time(by_id[one.span_id]), one.tool_call_id)):
        if one.tool_call_id not in taken:
            waiting[agents[one.span_id], one.tool].append(one)
    for span in tools:
        if span.span_id in found:
            continue
        offered = waiting.get((agents[span.span_id], span.tool), [])
        match = next((one for one in offered if _by_time(by_id[one.span_id]) <= _by_time(span)), None)
        if match is not None:
            offered.remove(match)
            if match.tool_call_id not in taken:
                found[span.span_id] = match.tool_call_id
                taken.add(match.tool_call_id)
