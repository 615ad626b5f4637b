"""The cells that many tables share: money with its state, tokens, moments, counts."""

from __future__ import annotations

from datetime import datetime

from dashboard.desk_session import link, said, zone
from dashboard.parts.piece import Cell, Pill
from dashboard.theme import tone_of
from dashboard.wording import formats
from data_access.contracts.common import Origin
from data_access.contracts.usage import UsageTotals


def money(totals: UsageTotals, *, share: float | None = None) -> Cell:
    """Write a cost: the figure, below it what weakens it, the whole truth for the pointer."""
    told = formats.cost(totals, said())
    unknown = totals.cost_usd is None
    return Cell(told.text, sub=told.weakness, tip=told.tip, muted=unknown, share=share)


def case_money(cost: UsageTotals | None, *, rounds: int, linked: int) -> Cell:
    """Write what a case cost: exact, at least where rounds or prices are unknown, or not linked."""
    w = said()
    if not rounds:
        return Cell(w.state.nothing, muted=True, tip=w.case_work.no_round_hint)
    if not linked or cost is None:
        return Cell(w.case.not_linked, muted=True, tip=w.case.not_linked_hint)
    told, missing = formats.cost(cost, w), rounds - linked
    if missing <= 0:
        return money(cost)
    is_floor = cost.cost_usd is None or cost.unpriced_calls or cost.at_least_calls
    text = told.text if is_floor else w.money.at_least.format(amount=told.text)
    lines = [w.case_work.partly_linked_hint, *([told.weakness] if told.weakness else [])]
    return Cell(text, sub=w.case.unlinked(missing), tip="\n".join(lines))


def tokens(totals: UsageTotals) -> Cell:
    """Write all tokens short, the classes for the pointer."""
    w = said()
    number = formats.all_tokens(totals)
    if not totals.usage_calls:
        return Cell(w.state.nothing, muted=True)
    lines = [f"{label}: {formats.count(amount)}" for label, amount in token_rows(totals) if amount]
    return Cell(formats.compact(number, w), tip="\n".join(lines))


def token_rows(totals: UsageTotals) -> list[tuple[str, int]]:
    """Return the disjoint classes with their labels, in the order they are always shown."""
    t = said().token
    return [
        (t.fresh_input, totals.fresh_input),
        (t.cache_read, totals.cache_read),
        (t.cache_write_5m, totals.cache_write_5m),
        (t.cache_write_1h, totals.cache_write_1h),
        (t.cache_write_unspecified, totals.cache_write_unspecified),
        (t.output, totals.output),
    ]


def moment(at: datetime | None) -> Cell:
    """Write how long ago, the exact moment for the pointer."""
    w = said()
    return Cell(formats.ago(at, formats.now(), w), tip=formats.exact(at, zone(), w), muted=at is None)


def native(text: str | None) -> Cell | None:
    """Write an id as its source has it, short, whole for the pointer and for copying; nothing for none."""
    if not text:
        return None
    return Cell(formats.short_id(text), tip=text, mono=True, copy=text)


def event_link(run: str | None, event_id: str | None) -> str | None:
    """Return where an event stands; where none is known, its run; null where there is no run."""
    if run is None:
        return None
    return link("run_timeline", run=run, event=event_id) if event_id else link("run_summary", run=run)


def number(amount: int) -> Cell:
    """Write a count; nothing stands as a quiet dash of zero."""
    return Cell(formats.count(amount), muted=amount == 0)


def errors(amount: int) -> Cell:
    """Write a count of errors, marked when there are any."""
    return Cell(formats.count(amount), tone="failed" if amount else "plain", muted=amount == 0)


def origin_pills(origin: Origin) -> tuple[Pill, ...]:
    """Return the mark of everything that is not real."""
    w = said()
    marks: dict[Origin, Pill] = {
        "demo": Pill(w.state.demo, "waiting"),
        "synthetic": Pill(w.state.synthetic, "waiting"),
        "human": Pill(w.state.human, "working"),
    }
    return (marks[origin],) if origin in marks else ()


def clock(at: datetime | None) -> Cell:
    """Write the moment in the desk's zone, with its zone for the pointer."""
    w = said()
    return Cell(formats.clock(at, zone(), w), tip=formats.exact(at, zone(), w), muted=at is None)


def status(code: str | None) -> Cell:
    """Write a status as a word with the shape of its family, the source's own word for the pointer."""
    return Cell("", pills=(status_pill(code),))


def status_pill(code: str | None) -> Pill:
    """Return a status as a mark."""
    return Pill(formats.status(code, said()), tone_of(code), tip=code)


def kind(event_type: str) -> Cell:
    """Write a kind of event as a word, the source's own code for the pointer."""
    return Cell(formats.kind(event_type, said()), tip=event_type, muted=True)


def length(seconds: float | None, *, is_unreliable: bool = False) -> Cell:
    """Write how long something took; across a jump of the clock it is marked."""
    w = said()
    if seconds is None:
        return Cell(w.state.nothing, muted=True)
    told = formats.length(seconds, w)
    return Cell(f"{told} ?", tip=w.check.unreliable, tone="waiting") if is_unreliable else Cell(told)
