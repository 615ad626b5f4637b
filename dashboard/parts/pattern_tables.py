"""Patterns over many runs as tables: every figure leads to the run, the event or the calls it comes from."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from unicodedata import east_asian_width
from zoneinfo import ZoneInfo

from dashboard.desk_session import link, said, zone
from dashboard.parts import cells
from dashboard.parts.how_it_went import lengths
from dashboard.parts.pattern_filters import cut_told, nothing_of_this
from dashboard.parts.piece import Cell, Column, Row, ledger
from dashboard.selections import PatternSelection
from dashboard.wording import formats
from data_access.contracts.across_runs import (
    AgentOutlier,
    ContextPeak,
    CostOutlier,
    InRun,
    Latency,
    OfAgent,
    QuietRun,
    RepeatedCall,
    TimedCall,
    ToolReliability,
)
from data_access.contracts.common import CallKind, Listing
from data_access.rules.reporting_days import local_time

_LONGEST_TITLE = 34
_LONGEST_AGENT = 22
"""Names are cut there, so that no column beside them is pushed out of view; the pointer tells the whole."""


def latency_table(listing: Listing[Latency], kind: CallKind, selection: PatternSelection) -> None:
    """Draw how long the models, or the tools, take; each leads to its calls, the longest to its event."""
    w = said()
    s = w.standing
    items = [one for one in listing.items if one.kind == kind]
    if not items:
        nothing_of_this(f"latency-{kind}")
        return
    columns = [
        Column(s.model if kind == "model" else s.tool),
        Column(s.calls, right=True),
        Column(w.pattern.runs, right=True, optional=True),
        Column(s.median, right=True),
        Column(s.most, right=True),
        Column(s.longest, right=True),
        Column(w.pattern.unmeasured, right=True),
        Column(w.pattern.span, right=True, optional=True),
    ]
    label = w.pattern.models if kind == "model" else w.pattern.tools
    ledger(label, columns, [_latency_row(one, selection) for one in items], key=f"latency-{kind}", dense=True)
    cut_told(listing, f"latency-{kind}")


def _latency_row(one: Latency, selection: PatternSelection) -> Row:
    w = said()
    half, most, longest = lengths(one)
    unknown, unreliable = formats.count(one.unknown), formats.count(one.unreliable)
    left_out = one.unknown + one.unreliable
    tip = w.pattern.unmeasured_tip.format(unknown=unknown, unreliable=unreliable)
    return Row(
        (
            Cell(one.name or w.state.not_known, muted=one.name is None),
            cells.number(one.calls),
            cells.number(one.runs),
            half,
            most,
            _at_event(longest, one.longest_conversation_key, one.longest_event_id),
            Cell(formats.count(left_out), tip=tip if left_out else None, muted=left_out == 0),
            _span(one.first_at, one.last_at),
        ),
        href=_calls(selection, one.kind, one.name),
    )


def reliability_table(listing: Listing[ToolReliability], selection: PatternSelection) -> None:
    """Draw how the calls of each tool ended; failures lead to the failed calls, the last one to its event."""
    w = said()
    s = w.standing
    if not listing.items:
        nothing_of_this("reliability")
        return
    columns = [
        Column(s.tool),
        Column(s.calls, right=True),
        Column(w.pattern.ok, right=True),
        Column(s.failed, right=True),
        Column(s.denied, right=True),
        Column(s.open, right=True),
        Column(w.pattern.runs, right=True, optional=True),
        Column(w.pattern.last_failure, right=True),
    ]
    rows = [_reliability_row(one, selection) for one in listing.items]
    ledger(w.pattern.reliability, columns, rows, key="reliability", dense=True)
    cut_told(listing, "reliability")


def _reliability_row(one: ToolReliability, selection: PatternSelection) -> Row:
    w = said()
    failure = _at_event(
        cells.moment(one.last_error_at), one.last_error_conversation_key, one.last_error_event_id
    )
    return Row(
        (
            Cell(one.tool or w.state.not_known, muted=one.tool is None),
            cells.number(one.calls),
            *(_ended(one, status, selection) for status in ("ok", "error", "denied", "unfinished")),
            cells.number(one.runs),
            failure if one.last_error_at else Cell(w.state.nothing, muted=True),
        ),
        href=_calls(selection, "tool", one.tool),
    )


def _ended(one: ToolReliability, status: str, selection: PatternSelection) -> Cell:
    """Write how many calls ended so and what part of all that is; it leads to them."""
    amount = {"ok": one.ok, "error": one.errors, "denied": one.denied, "unfinished": one.unfinished}[status]
    return Cell(
        formats.count(amount),
        sub=formats.share(amount, one.calls) if amount else None,
        tone="failed" if amount and status == "error" else "plain",
        muted=amount == 0,
        href=_calls(selection, "tool", one.tool, status=status) if amount else None,
    )


def call_table(listing: Listing[TimedCall]) -> None:
    """Draw single calls, each leading to its event."""
    w = said()
    if not listing.items:
        nothing_of_this("calls")
        return
    columns = [
        Column(w.pattern.call),
        Column(w.pattern.took, right=True),
        Column(w.pattern.ended),
        Column(w.event.agent, optional=True),
        Column(w.run.run),
        Column(w.pattern.began, right=True),
    ]
    ledger(w.pattern.calls, columns, [_call_row(one) for one in listing.items], key="calls", dense=True)


def _call_row(one: TimedCall) -> Row:
    w = said()
    return Row(
        (
            Cell(one.name or w.state.not_known, sub=w.pattern.kinds[one.kind], muted=one.name is None),
            cells.length(one.seconds, is_unreliable=one.seconds is not None and one.seconds < 0),
            cells.status(one.status) if one.status else None,
            _agent(one),
            _run(one),
            cells.moment(one.started_at or one.ended_at),
        ),
        href=cells.event_link(one.conversation_key, one.event_id),
    )


def repeated_table(listing: Listing[RepeatedCall]) -> None:
    """Draw calls that an agent made again and again, each leading to where the longest row begins."""
    w = said()
    s = w.standing
    if not listing.items:
        nothing_of_this("loops")
        return
    columns = [
        Column(s.tool),
        Column(s.loops),
        Column(w.run.errors, right=True),
        Column(w.event.agent, optional=True),
        Column(w.run.run),
        Column(w.pattern.began, right=True, optional=True),
    ]
    rows = [
        Row(
            (
                Cell(one.tool, sub=" ".join(one.input_preview.split())[:200], tip=one.input_preview),
                Cell(
                    s.loop(one.in_a_row), sub=s.loop_all.format(n=formats.count(one.in_run)), tone="waiting"
                ),
                cells.errors(one.errors),
                _agent(one),
                _run(one),
                cells.moment(one.first_at),
            ),
            href=cells.event_link(one.conversation_key, one.event_id),
        )
        for one in listing.items
    ]
    ledger(w.pattern.loops, columns, rows, key="loops", dense=True)
    cut_told(listing, "loops")


def context_table(listing: Listing[ContextPeak]) -> None:
    """Draw how far the context of each agent grew, the largest input leading to its call."""
    w = said()
    if not listing.items:
        nothing_of_this("context")
        return
    largest = max((one.peak_tokens or 0 for one in listing.items), default=0)
    columns = [
        Column(w.event.agent),
        Column(w.run.run),
        Column(w.standing.calls, right=True, optional=True),
        Column(w.pattern.first_call, right=True, optional=True),
        Column(w.pattern.peak, right=True),
        Column(w.pattern.last_call, right=True, optional=True),
        Column(w.pattern.compactions, right=True),
    ]
    rows = [
        Row(
            (
                _agent(one),
                _run(one),
                cells.number(one.calls),
                _tokens(one.first_tokens),
                _peak(one, largest),
                _tokens(one.last_tokens),
                cells.number(one.compactions),
            ),
            href=cells.event_link(one.conversation_key, one.peak_event_id),
        )
        for one in listing.items
    ]
    ledger(w.pattern.context, columns, rows, key="context", dense=True)
    cut_told(listing, "context")


def _peak(one: ContextPeak, largest: int) -> Cell:
    told = _tokens(one.peak_tokens)
    if one.peak_tokens is None:
        return told
    return Cell(told.text, tip=told.tip, sub=one.peak_model, share=one.peak_tokens / (largest or 1))


def _tokens(amount: int | None) -> Cell:
    w = said()
    if amount is None:
        return Cell(w.state.not_known, muted=True)
    return Cell(formats.compact(amount, w), tip=formats.count(amount))


def dear_call_table(listing: Listing[CostOutlier]) -> None:
    """Draw model calls that cost many times their agent's median, each leading to its event."""
    w = said()
    if not listing.items:
        nothing_of_this("dear-calls")
        return
    columns = [
        Column(w.standing.model),
        Column(w.money.cost, right=True),
        Column(w.pattern.above, right=True),
        Column(w.event.agent, optional=True),
        Column(w.run.run),
        Column(w.pattern.began, right=True, optional=True),
    ]
    rows = [
        Row(
            (
                Cell(one.model or w.state.not_known),
                _money(one.cost_usd),
                _times(one.times_median, one.median_usd, one.calls),
                _agent(one),
                _run(one),
                cells.moment(one.occurred_at),
            ),
            href=cells.event_link(one.conversation_key, one.event_id),
        )
        for one in listing.items
    ]
    ledger(w.pattern.dear_calls, columns, rows, key="dear-calls", dense=True)
    cut_told(listing, "dear-calls")


def dear_agent_table(listing: Listing[AgentOutlier]) -> None:
    """Draw agents that cost in one run many times what they usually do, each leading to that run's cost."""
    w = said()
    if not listing.items:
        nothing_of_this("dear-agents")
        return
    columns = [
        Column(w.event.agent),
        Column(w.money.cost, right=True),
        Column(w.pattern.above, right=True),
        Column(w.run.run),
        Column(w.run.last_event, right=True, optional=True),
    ]
    rows = [
        Row(
            (
                _agent(one),
                _money(one.cost_usd),
                _times(one.times_median, one.median_usd, one.runs),
                _run(one),
                cells.moment(one.last_at),
            ),
            href=link("run_cost", run=one.conversation_key),
        )
        for one in listing.items
    ]
    ledger(w.pattern.dear_agents, columns, rows, key="dear-agents", dense=True)
    cut_told(listing, "dear-agents")


def quiet_table(listing: Listing[QuietRun]) -> None:
    """Draw runs with open work that went quiet, for how long, and what they wait on."""
    w = said()
    if not listing.items:
        nothing_of_this("quiet")
        return
    columns = [Column(w.run.run), Column(w.run.last_event), Column(w.pattern.waits_on)]
    rows = [
        Row((_run(one), _quiet(one), _waits_on(one)), href=link("run_summary", run=one.conversation_key))
        for one in listing.items
    ]
    ledger(w.pattern.quiet, columns, rows, key="quiet", dense=True)
    cut_told(listing, "quiet")


def _quiet(one: QuietRun) -> Cell:
    w = said()
    told = w.state.quiet.format(time=formats.length(one.quiet_minutes * 60, w))
    return Cell(told, tone="waiting", tip=cells.moment(one.last_at).tip)


def _waits_on(one: QuietRun) -> Cell:
    w = said()
    calls = w.pattern.open_calls(one.unfinished_calls) if one.unfinished_calls else None
    tasks = w.pattern.open_tasks(one.open_tasks) if one.open_tasks else None
    told = " · ".join(part for part in (calls, tasks) if part)
    href = cells.event_link(one.conversation_key, one.last_tool_event_id) if calls else None
    return Cell(told, sub=one.last_tool, href=href or link("run_checks", run=one.conversation_key))


def _run(one: InRun) -> Cell:
    """Write the name of the run, leading to it."""
    w = said()
    title = _cut(formats.run_title(one.run_title, one.conversation_id, w), _LONGEST_TITLE)
    pills = cells.origin_pills(one.origin)
    return Cell(title, tip=one.run_title, pills=pills, href=link("run_summary", run=one.conversation_key))


def _agent(one: OfAgent) -> Cell:
    told = one.agent or said().run.no_agent
    tip = "\n".join(dict.fromkeys(part for part in (one.agent, one.agent_id) if part))
    return Cell(_cut(told, _LONGEST_AGENT), tip=tip or None, muted=one.agent_id is None)


def _cut(text: str, longest: int) -> str:
    """Return `text` on one line, cut at `longest` Latin letters; those of Chinese are twice as wide."""
    line, width = " ".join(text.split()), 0
    for place, letter in enumerate(line):
        width += 2 if east_asian_width(letter) in "WF" else 1
        if width > longest:
            return f"{line[:place].rstrip()}…"
    return line


def _money(amount: Decimal) -> Cell:
    return Cell(formats.dollars(amount), tip=formats.exact_dollars(amount))


def _times(times: float, median: float, amount: int) -> Cell:
    """Write how many times the median; what the median is and on how much it rests below it."""
    p = said().pattern
    told = p.rests_on.format(median=formats.dollars(Decimal(str(median))), n=formats.count(amount))
    return Cell(p.times.format(times=times), sub=told, tone="waiting")


def _span(first_at: datetime | None, last_at: datetime | None) -> Cell:
    w = said()
    if first_at is None or last_at is None:
        return Cell(w.state.not_known, muted=True)
    days = [formats.day(local_time(at, ZoneInfo(zone())).date(), w) for at in (first_at, last_at)]
    told = days[0] if days[0] == days[1] else w.pattern.span_told.format(first=days[0], last=days[1])
    tip = w.pattern.span_told.format(
        first=formats.exact(first_at, zone(), w), last=formats.exact(last_at, zone(), w)
    )
    return Cell(told, tip=tip, muted=True)


def _at_event(cell: Cell, run: str | None, event_id: str | None) -> Cell:
    href = cells.event_link(run, event_id)
    return Cell(cell.text, tip=cell.tip, muted=cell.muted, href=href) if href else cell


def _calls(
    selection: PatternSelection, kind: CallKind, name: str | None, *, status: str | None = None
) -> str | None:
    """Return the address of the calls behind a figure; calls without a name cannot be asked for."""
    if name is None:
        return None
    order = "newest" if status == "error" else "slowest"
    chosen = selection.but(
        view="calls", kind=kind, name=name, status=status, order=order, cursor=None, skipped=0
    )
    return link("patterns", **chosen.to_query())


def names_measured(listing: Listing[Latency], kind: CallKind | None) -> Sequence[str]:
    """Return the models or tools by whose name calls can be chosen."""
    return list(dict.fromkeys(one.name for one in listing.items if one.name and kind in (None, one.kind)))
