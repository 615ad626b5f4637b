"""A day of all cases as Markdown, for a mail, a chat or a file; nothing that others wrote is markup in it."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

from dashboard.wording import Words, formats
from data_access.contracts.happenings import CaseHappening, DayOfCases
from data_access.contracts.inbox import OwedItem
from data_access.contracts.usage import UsageTotals
from data_access.rules.text_safety import one_line, plain_markdown

_TITLE = 160
_ORDER = (
    "question_asked", "question_answered", "question_declined", "action_proposed", "action_decided",
    "report_published", "report_signed_off", "task_failed", "task_queued", "discussion_message",
)  # fmt: skip
_SHOWN = 100
"""Of what waits so much is listed."""


def digest_markdown(day: DayOfCases, public_url: str, w: Words) -> str:
    """Return the text: what waits now, what happened on the day by kind, what it cost by case."""
    parts = (_head(day, w), _waiting(day, public_url, w), _happened(day, public_url, w), _cost(day, w))
    return "\n".join(line for part in parts for line in part) + "\n"


def _head(day: DayOfCases, w: Words) -> Iterator[str]:
    yield f"# {w.digest.title.format(day=day.date.isoformat())}"
    yield ""
    yield w.digest.zone.format(zone=plain_markdown(day.timezone))


def _waiting(day: DayOfCases, public_url: str, w: Words) -> Iterator[str]:
    yield from ("", f"## {w.digest.waits}", "")
    if not day.waiting.total:
        yield w.digest.nothing_waits
        return
    shown = day.waiting.items[:_SHOWN]
    if len(shown) < day.waiting.total:
        counts = {"n": formats.count(day.waiting.total), "shown": formats.count(len(shown))}
        yield from (w.digest.waits_cut.format(**counts), "")
    titles = {case.task_id: (case.title, case.origin) for case in day.waiting.cases}
    for item in shown:
        title, origin = titles[item.task_id]
        case = _case(item.task_id, title, origin, public_url, w)
        yield f"- {_owed(item, day.timezone, w)} ({case})"


def _owed(item: OwedItem, zone: str, w: Words) -> str:
    required = f", {w.digest.required}" if item.is_required else ""
    since = w.digest.since.format(time=formats.clock(item.since_at, zone, w))
    return f"{w.inbox.kinds[item.kind]}: {_text(item.title)} ({since}{required})"


def _happened(day: DayOfCases, public_url: str, w: Words) -> Iterator[str]:
    if not day.happenings.total:
        yield from ("", w.digest.nothing)
        return
    if day.happenings.truncated:
        counts = {
            "total": formats.count(day.happenings.total),
            "shown": formats.count(len(day.happenings.items)),
        }
        yield from ("", w.digest.happened_cut.format(**counts))
    for kind in _ORDER:
        found = [one for one in day.happenings.items if one.kind == kind]
        if found:
            yield from ("", f"## {w.digest.kinds[kind]} ({formats.count(len(found))})", "")
            yield from (_line(one, day.timezone, public_url, w) for one in found)


def _line(one: CaseHappening, zone: str, public_url: str, w: Words) -> str:
    detail = w.digest.details.get(one.detail or "")
    who = w.digest.by.format(who=_text(one.who)) if one.who else None
    case = _case(one.task_id, one.case_title, one.origin, public_url, w)
    told = [_text(one.title) if one.title else None, detail, who, case]
    return f"- {formats.clock(one.happened_at, zone, w)} {' · '.join(part for part in told if part)}"


def _cost(day: DayOfCases, w: Words) -> Iterator[str]:
    yield from ("", f"## {w.digest.cost}", "")
    if not day.costs:
        yield from (w.digest.no_case_cost, "")
    yield f"| {w.digest.cost_case} | {w.digest.cost_money} | {w.digest.cost_calls} |"
    yield "|---|---:|---:|"
    for one in day.costs:
        yield _cost_row(_text(one.case_title or one.task_id), one.cost, w)
    yield _cost_row(w.digest.all_runs, day.total, w)
    if day.unlinked_cases:
        yield from ("", w.digest.unlinked.format(n=formats.count(len(day.unlinked_cases))))


def _cost_row(name: str, totals: UsageTotals, w: Words) -> str:
    told = formats.cost(totals, w)
    money = f"{told.text} ({told.weakness})" if told.weakness else told.text
    return f"| {name} | {money} | {formats.count(totals.usage_calls)} |"


def _case(task_id: str, title: str, origin: str, public_url: str, w: Words) -> str:
    mark = f", {w.digest.made_up}" if origin in ("demo", "synthetic") else ""
    return f"[{_text(title)}]({public_url}/investigation?case={quote(task_id, safe='')}){mark}"


def _text(text: str) -> str:
    return plain_markdown(one_line(text, _TITLE))
