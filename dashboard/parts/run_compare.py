"""Two runs side by side: figures, models, agents, tools, phases, tasks, each with the difference."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal

from dashboard.desk_session import link, read, said
from dashboard.parts import cells
from dashboard.parts.phases import phase_name
from dashboard.parts.piece import Cell, Column, Crumb, Row, Value, heading, ledger, note, pages_line
from dashboard.parts.run_table import run_name
from dashboard.parts.standing import status_pills
from dashboard.selections import CompareSelection, RunListSelection
from dashboard.wording import formats
from data_access.contracts.across_runs import ComparedRun, RunComparison, ToolReliability
from data_access.contracts.phases import PhaseMeasure
from data_access.contracts.readings import RunSummary
from data_access.contracts.usage import CostGroup
from data_access.reading.runs import run

_FIRST_ROWS = 40


def compare_way(item: RunSummary) -> None:
    """Offer to compare this run with another one."""
    way = Crumb(said().compare.choose, link("runs", against=item.conversation_key))
    pages_line("", [way], key="compare-way")


def choosing(selection: RunListSelection) -> None:
    """Say over the list of runs which one is to be compared, with the way out."""
    w = said()
    item = read(run, selection.against or "")
    title = w.compare.choosing.format(title=title_of(item))
    stop = Crumb(w.compare.stop, link("runs", **selection.but(against=None).to_query()))
    note(title, key="choosing", tone="working", links=[stop])


def title_of(item: RunSummary) -> str:
    """Return what to call a run."""
    return formats.run_title(item.title, item.conversation_id, said())


def not_two(selection: CompareSelection) -> None:
    """Say that the address names no two runs, and how to choose them."""
    w = said()
    heading(w.compare.title, key="heading")
    text = w.compare.same if selection.a and selection.a == selection.b else w.compare.missing
    ways = [Crumb(w.run.back, link("runs"))]
    if selection.a:
        ways.insert(0, Crumb(w.compare.choose, link("runs", against=selection.a)))
    note(text, key="not-two", links=ways)


def compare_head(reading: RunComparison) -> None:
    """Draw what is compared, and the way to swap the sides."""
    w = said()
    lead = w.compare.lead_same if reading.same_task else w.compare.lead_other
    heading(w.compare.title, key="heading", lead=lead, crumbs=[Crumb(w.run.title, link("runs"))])
    swapped = link("run_compare", a=reading.b.run.conversation_key, b=reading.a.run.conversation_key)
    pages_line("", [Crumb(w.compare.swap, swapped)], key="swap")
    rows = [
        Row(
            (_side(letter, side), cells.clock(side.run.first_at), cells.clock(side.run.last_at)),
            href=_open(side),
        )
        for letter, side in (("A", reading.a), ("B", reading.b))
    ]
    columns = [Column(w.run.run), Column(w.run.started, right=True), Column(w.run.last_event, right=True)]
    ledger(w.compare.title, columns, rows, key="sides")


def _side(letter: str, side: ComparedRun) -> Cell:
    name = run_name(side.run)
    return Cell(f"{letter}: {name.text}", sub=name.sub, tip=name.tip, pills=name.pills)


def _open(side: ComparedRun) -> str:
    return link("run_summary", run=side.run.conversation_key)


def figure_table(reading: RunComparison) -> None:
    """Draw the figures of both with what B has more or less."""
    w = said()
    a, b = reading.a, reading.b
    counts = [(w.run.agents, "agents"), (w.run.events, "events"), (w.compare.messages, "messages"),
              (w.run.tool_calls, "tool_calls"), (w.run.errors, "errors")]  # fmt: skip
    tokens = formats.all_tokens(b.run.own) - formats.all_tokens(a.run.own)
    rows = [
        Row((w.money.cost, cells.money(a.run.own), cells.money(b.run.own),
             _money_change(a.run.own.cost_usd, b.run.own.cost_usd, is_exact=_is_exact(a, b)))),
        Row((w.token.tokens, cells.tokens(a.run.own), cells.tokens(b.run.own), _change(tokens))),
        Row((w.run.duration, cells.length(a.wall_seconds), cells.length(b.wall_seconds),
             _time_change(a.wall_seconds, b.wall_seconds))),
        *(Row((label, cells.number(getattr(a.run, name)), cells.number(getattr(b.run, name)),
               _change(getattr(b.run, name) - getattr(a.run, name)))) for label, name in counts),
        Row((w.compare.tasks, _tasks(a), _tasks(b), None)),
    ]  # fmt: skip
    ledger(w.compare.figure, _columns(w.compare.figure), rows, key="figures", dense=True)


def _columns(label: str) -> list[Column]:
    w = said()
    return [
        Column(label),
        Column("A", right=True),
        Column("B", right=True),
        Column(w.compare.difference, right=True),
    ]


def _is_exact(a: ComparedRun, b: ComparedRun) -> bool:
    return not any(side.run.own.unpriced_calls or side.run.own.at_least_calls for side in (a, b))


def _change(number: int) -> Cell:
    if number == 0:
        return Cell("=", muted=True)
    w = said()
    return Cell(f"{'+' if number > 0 else '−'}{formats.compact(abs(number), w)}", tip=f"{number:+,}")


def _money_change(a: Decimal | None, b: Decimal | None, *, is_exact: bool) -> Cell:
    """Write the difference of two costs; of floors it is not known."""
    w = said()
    if a is None or b is None or not is_exact:
        return Cell(w.state.not_known, muted=True)
    return Cell(f"{'−' if b < a else '+'}{formats.dollars(abs(b - a))}") if b != a else Cell("=", muted=True)


def _time_change(a: float | None, b: float | None) -> Cell:
    if a is None or b is None:
        return Cell(said().state.not_known, muted=True)
    return Cell(f"{'−' if b < a else '+'}{formats.length(abs(b - a), said())}")


def _tasks(side: ComparedRun) -> Cell:
    return Cell("", pills=status_pills(side.tasks)) if side.tasks else Cell(said().state.nothing, muted=True)


def cost_table(
    label: str,
    a: Iterable[CostGroup],
    b: Iterable[CostGroup],
    *,
    key: str,
    names: Mapping[str, str] | None = None,
) -> None:
    """Draw the cost of each group on both sides, the dearest first; `names` are for people."""
    sides = _by_key(a), _by_key(b)
    told = names or {}
    keys = sorted({*sides[0], *sides[1]}, key=lambda name: -_dearest(name, *sides))
    rows = [
        Row((_group(told.get(one, one), tip=one), *(_cost(side.get(one)) for side in sides))) for one in keys
    ]
    ledger(label, _columns(label)[:3], rows, key=key, dense=True, narrow=True, first=_FIRST_ROWS)


def _by_key(groups: Iterable[CostGroup]) -> dict[str, CostGroup]:
    return {one.key or "": one for one in groups}


def _dearest(name: str, *sides: Mapping[str, CostGroup]) -> Decimal:
    costs = (side[name].cost_usd for side in sides if name in side)
    return max((cost for cost in costs if cost is not None), default=Decimal(0))


def _group(name: str, *, tip: str | None = None) -> Cell:
    return Cell(name or said().cost.not_named, muted=not name, tip=tip)


def _cost(group: CostGroup | None) -> Value:
    return cells.money(group) if group else None


def tool_comparison(reading: RunComparison) -> None:
    """Draw how often each tool was called on both sides, and how often without success."""
    w = said()
    sides = [{one.tool or "": one for one in side.tools} for side in (reading.a, reading.b)]
    names = sorted({*sides[0], *sides[1]}, key=lambda name: -sum(s[name].calls for s in sides if name in s))
    rows = [Row((_group(name), *(_calls(side.get(name)) for side in sides))) for name in names]
    ledger(
        w.compare.tools,
        _columns(w.standing.tool)[:3],
        rows,
        key="compare-tools",
        dense=True,
        narrow=True,
        first=_FIRST_ROWS,
    )


def _calls(one: ToolReliability | None) -> Value:
    if one is None:
        return None
    bad = one.errors + one.denied + one.unfinished
    told = said().compare.of_which_failed.format(n=formats.count(bad)) if bad else None
    return Cell(formats.count(one.calls), sub=told)


def _agent_time(one: PhaseMeasure | None) -> Cell | None:
    if one is None:
        return None
    return cells.length(None if one.agent_minutes is None else one.agent_minutes * 60)


def phase_comparison(reading: RunComparison) -> None:
    """Draw the time of agents in each phase of both sides."""
    w = said()
    sides = [{one.phase or "": one for one in side.phases.items} for side in (reading.a, reading.b)]
    names = list(dict.fromkeys([*sides[0], *sides[1]]))
    rows = [
        Row(
            (
                Cell(phase_name(name or None)),
                *(_agent_time(side.get(name)) for side in sides),
            )
        )
        for name in names
    ]
    ledger(
        w.compare.phases,
        _columns(w.standing.phase)[:3],
        rows,
        key="compare-phases",
        dense=True,
        narrow=True,
        first=_FIRST_ROWS,
    )
