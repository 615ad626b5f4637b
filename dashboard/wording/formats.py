"""How figures are written: money with its state, tokens, counts, times. Unknown is said, never zero."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from zoneinfo import ZoneInfo

from dashboard.wording.english import Words
from data_access.contracts.resource_limits import LimitName
from data_access.contracts.usage import UsageTotals
from data_access.rules.reporting_days import local_time

_CENT = Decimal("0.01")


@dataclass(frozen=True)
class MoneyText:
    """A cost as people read it: the figure, what weakens it, and the whole truth for the pointer."""

    text: str
    weakness: str | None
    tip: str | None


def dollars(amount: Decimal) -> str:
    """Write an amount: cents, or two significant places below one cent."""
    if amount == 0 or abs(amount) >= _CENT:
        return f"${amount.quantize(_CENT):,}"
    return f"${round(amount, 1 - amount.adjusted()).normalize():f}"


def exact_dollars(amount: Decimal) -> str:
    """Write an amount without rounding it: cents, and every further place it has."""
    exact_places = max(2, -int(amount.normalize().as_tuple().exponent))
    return f"${amount:,.{exact_places}f}"


def cost(totals: UsageTotals, w: Words) -> MoneyText:
    """Write the cost of `totals`: exact, at least, not known, only a total, or none."""
    if totals.is_nothing:
        return MoneyText(w.state.nothing, None, w.money.no_calls)
    if totals.usage_calls == 0:
        return MoneyText(dollars(totals.cost_usd or Decimal(0)), w.money.only_total, w.money.only_total_tip)
    unpriced = w.money.unpriced(totals.unpriced_calls) if totals.unpriced_calls else None
    models = ", ".join(totals.unpriced_models)
    if totals.cost_usd is None:
        return MoneyText(
            w.state.not_known, unpriced, w.money.nothing_priced.format(models=models or w.state.not_known)
        )
    floor = w.money.floor(totals.at_least_calls) if totals.at_least_calls else None
    shown = dollars(totals.cost_usd)
    text = w.money.at_least.format(amount=shown) if unpriced or floor else shown
    return MoneyText(text, unpriced, _cost_tip(totals, unpriced and f"{unpriced} ({models})", floor, w))


def _cost_tip(totals: UsageTotals, unpriced: str | None, floor: str | None, w: Words) -> str:
    amount = f"${totals.cost_usd or Decimal(0):,.6f}"
    lines = [
        w.money.exactly.format(amount=amount)
        if not unpriced and not floor
        else w.money.at_least.format(amount=amount)
    ]
    lines += [line for line in (unpriced, floor) if line]
    if totals.assumed_calls:
        lines.append(w.money.assumed(totals.assumed_calls))
    return "\n".join(lines)


def count(number: int) -> str:
    """Write a count in full, with separators."""
    return f"{number:,}"


def compact(number: int, w: Words) -> str:
    """Write a large number short: 26.6M, or in the units of the language."""
    steps = (
        ((10**8, "亿"), (10**4, "万")) if w.language == "zh" else ((10**9, "B"), (10**6, "M"), (10**3, "K"))
    )
    for size, unit in steps:
        if abs(number) >= size:
            value = number / size
            return f"{value:.1f}{unit}" if value < 100 else f"{value:,.0f}{unit}"
    return f"{number:,}"


def all_tokens(totals: UsageTotals) -> int:
    """Add the disjoint token classes."""
    return (
        totals.fresh_input
        + totals.cache_read
        + totals.cache_write_5m
        + totals.cache_write_1h
        + totals.cache_write_unspecified
        + totals.output
    )


def share(part: Decimal | int, whole: Decimal | int) -> str:
    """Write a part of a whole in percent; nothing where there is no whole, never 0 % for something."""
    if not whole:
        return ""
    percent = 100 * float(part) / float(whole)
    if 0 < percent < 1:
        return "<1 %"
    return ">99 %" if 99 < percent < 100 else f"{percent:.0f} %"


def size(number: int) -> str:
    """Write a size in bytes short."""
    amount = float(number)
    for unit in ("B", "KB", "MB", "GB"):
        if amount < 1000 or unit == "GB":
            return f"{amount:.0f} {unit}" if unit == "B" or amount >= 100 else f"{amount:.1f} {unit}"
        amount /= 1000
    raise AssertionError("unreachable")


def used(limit: LimitName, amount: float, w: Words) -> str:
    """Write how much was used, in the unit of its limit: sizes short, lengths of commands in seconds."""
    if limit == "command_seconds":
        told = "<0.1" if 0 < amount < 0.05 else f"{amount:,.1f}".removesuffix(".0")
        return w.limits.units["seconds"].format(n=told)
    return f"{size(int(amount))}/s" if limit == "network_bytes_per_second" else size(int(amount))


def exactly_used(limit: LimitName, amount: float, w: Words) -> str:
    """Write the same to the last digit."""
    if limit == "command_seconds":
        whole = f"{amount:,.6f}".rstrip("0").removesuffix(".")
        return w.limits.units["seconds"].format(n=whole)
    unit = "bytes_per_second" if limit == "network_bytes_per_second" else "bytes"
    return w.limits.units[unit].format(n=f"{int(amount):,}")


def length(seconds: float, w: Words) -> str:
    """Write a length of time in its two largest units."""
    whole = int(seconds)
    if whole < 60:
        below = "<0.1" if seconds < 0.05 else f"{seconds:.1f}"
        return w.time.seconds_long.format(s=whole if seconds >= 1 or seconds == 0 else below)
    if whole < 3600:
        return w.time.minutes_long.format(m=whole // 60)
    if whole < 86_400:
        return w.time.hours_long.format(h=whole // 3600, m=whole % 3600 // 60)
    return w.time.days_long.format(d=whole // 86_400, h=whole % 86_400 // 3600)


def ago(moment: datetime | None, now: datetime, w: Words) -> str:
    """Write how long ago `moment` was."""
    if moment is None:
        return w.state.not_known
    seconds = (now - moment).total_seconds()
    if seconds < -60:
        return w.time.ahead
    if seconds < 60:
        return w.time.now
    if seconds < 3600:
        return w.time.minutes.format(n=int(seconds // 60))
    if seconds < 86_400:
        return w.time.hours.format(n=int(seconds // 3600))
    return _days_ago(int(seconds // 86_400), w)


def _days_ago(days: int, w: Words) -> str:
    if days == 1:
        return w.time.yesterday
    if days < 61:
        return w.time.days(days)
    return w.time.months(days // 30) if days < 730 else w.time.years(days // 365)


def exact(moment: datetime | None, zone: str, w: Words) -> str:
    """Write the full moment with its zone."""
    if moment is None:
        return w.state.not_known
    local = local_time(moment, ZoneInfo(zone))
    return w.time.exact.format(date=f"{local:%Y-%m-%d}", clock=f"{local:%H:%M:%S}", zone=zone)


def clock(moment: datetime | None, zone: str, w: Words) -> str:
    """Write date and time short, without the zone."""
    if moment is None:
        return w.event.not_dated
    local = local_time(moment, ZoneInfo(zone))
    return f"{day(local.date(), w)} {local:%H:%M:%S}"


def day(value: date, w: Words, *, short: bool = False) -> str:
    """Write a day."""
    pattern = w.time.day_short if short else w.time.day
    return pattern.format(day=value.day, month=w.time.months_short[value.month - 1], year=value.year)


def now() -> datetime:
    """Return the present moment in UTC."""
    return datetime.now(UTC)


def short_id(text: str) -> str:
    """Shorten an id for reading: whole up to 13 characters, else its head."""
    return text if len(text) <= 13 else f"{text[:8]}…"


def run_title(title: str | None, conversation_id: str | None, w: Words) -> str:
    """Return what to call a run: its title, else that it has none and the head of its id."""
    return title or f"{w.run.untitled} {short_id(conversation_id or '')}".rstrip()


def kind(event_type: str, w: Words) -> str:
    """Write a kind of event as a word; of a kind with a part (`system.x`) the part as it stands."""
    known = w.kinds.get(event_type)
    if known is not None:
        return known
    family, _, part = event_type.partition(".")
    told = w.kinds.get(family, family.replace("_", " "))
    return f"{told}: {part.replace('_', ' ')}" if part else told


def status(code: str | None, w: Words) -> str:
    """Write a status of a source as a word; one that no dictionary knows stands as the source writes it."""
    return w.state.not_known if code is None else w.statuses.get(code.lower(), code.replace("_", " "))
