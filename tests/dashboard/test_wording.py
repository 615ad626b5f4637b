"""What people read: figures with their state, times, and no gap in any language."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from string import Formatter
from typing import Any

import pytest

from dashboard.wording import LANGUAGES, words
from dashboard.wording.counted import Counted
from dashboard.wording.english import ENGLISH
from dashboard.wording.formats import (
    MoneyText,
    ago,
    clock,
    compact,
    cost,
    dollars,
    exact,
    exact_dollars,
    length,
    share,
    short_id,
    size,
)
from data_access.contracts.usage import UsageTotals
from data_access.errors import CaseboardError
from data_access.importers.registry import FORMATS

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)


def phrases(value: Any, path: str = "") -> dict[str, Any]:
    """Return every phrase of a dictionary by its path."""
    if isinstance(value, str):
        return {path: value}
    if isinstance(value, Counted):
        return {f"{path}.one": value.one, f"{path}.many": value.many}
    if isinstance(value, tuple):
        return {f"{path}.{place}": part for place, part in enumerate(value)}
    if isinstance(value, dict):
        parts = (phrases(part, f"{path}.{key}") for key, part in value.items())
        return {name: part for told in parts for name, part in told.items()}
    assert is_dataclass(value)
    told: dict[str, Any] = {}
    for entry in fields(value):
        told |= phrases(getattr(value, entry.name), f"{path}.{entry.name}")
    return told


def places(phrase: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(phrase) if name}


@pytest.mark.parametrize("language", [name for name in LANGUAGES if name != "en"])
def test_every_phrase_has_the_places_of_the_english_one(language: str) -> None:
    english, other = phrases(ENGLISH), phrases(LANGUAGES[language])
    assert other.keys() == english.keys()
    assert {path for path in english if places(other[path]) - places(english[path])} == set()


def test_an_unknown_language_is_english() -> None:
    assert words("tlh") is ENGLISH
    assert words(None) is ENGLISH
    assert words("zh-Hans-CN").language == "zh"


@pytest.mark.parametrize(
    ("totals", "told"),
    [
        (UsageTotals(), MoneyText("–", None, "no billed calls")),
        (
            UsageTotals(usage_calls=2, cost_usd=Decimal("5.451318")),
            MoneyText("$5.45", None, "Exactly $5.451318"),
        ),
        (
            UsageTotals(usage_calls=2, cost_usd=Decimal(5), unpriced_calls=1, unpriced_models=("m",)),
            MoneyText("≥ $5.00", "1 call unpriced", "≥ $5.000000\n1 call unpriced (m)"),
        ),
        (
            UsageTotals(usage_calls=1, unpriced_calls=1, unpriced_models=("m",)),
            MoneyText("not known", "1 call unpriced", "no price for m"),
        ),
        (
            UsageTotals(usage_calls=3, cost_usd=Decimal(0), at_least_calls=2),
            MoneyText("≥ $0.00", None, "≥ $0.000000\n2 calls left open by their source"),
        ),
    ],
)
def test_a_cost_says_what_is_not_known(totals: UsageTotals, told: MoneyText) -> None:
    assert cost(totals, ENGLISH) == told


@pytest.mark.parametrize(
    ("amount", "told"),
    [("0", "$0.00"), ("0.01", "$0.01"), ("0.00055", "$0.00055"), ("1234567.891", "$1,234,567.89")],
)
def test_amounts_keep_what_matters(amount: str, told: str) -> None:
    assert dollars(Decimal(amount)) == told


def test_large_numbers_are_short_in_the_units_of_the_language() -> None:
    shown = [compact(number, ENGLISH) for number in (999, 48_530, 126_959, 26_596_329, 2_000_000_000)]
    assert shown == ["999", "48.5K", "127K", "26.6M", "2.0B"]
    assert [compact(number, words("zh")) for number in (999, 48_530, 26_596_329)] == [
        "999",
        "4.9万",
        "2,660万",
    ]


@pytest.mark.parametrize(
    ("back", "told"),
    [
        (timedelta(seconds=5), "just now"),
        (timedelta(minutes=59), "59 min ago"),
        (timedelta(hours=23), "23 h ago"),
        (timedelta(days=1, hours=3), "yesterday"),
        (timedelta(days=8), "8 days ago"),
        (timedelta(days=90), "3 months ago"),
        (timedelta(days=800), "2 years ago"),
        (-timedelta(hours=1), "in the future"),
    ],
)
def test_times_are_told_as_people_tell_them(back: timedelta, told: str) -> None:
    assert ago(NOW - back, NOW, ENGLISH) == told


def test_moments_are_written_in_the_zone_of_the_desk() -> None:
    assert clock(NOW, "Asia/Shanghai", ENGLISH) == "1 May 2026 20:00:00"
    assert exact(NOW, "Asia/Shanghai", ENGLISH) == "2026-05-01 20:00:00 (Asia/Shanghai)"
    assert (ago(None, NOW, ENGLISH), exact(None, "UTC", ENGLISH)) == ("not known", "not known")


def test_lengths_sizes_shares_and_ids() -> None:
    assert [length(seconds, ENGLISH) for seconds in (0, 0.1, 12, 61, 7300, 180_000)] == [
        "0 s", "0.1 s", "12 s", "1 min", "2 h 01 min", "2 d 2 h",
    ]  # fmt: skip
    assert [size(number) for number in (0, 999, 9_300_000, 2_000_000_000)] == [
        "0 B",
        "999 B",
        "9.3 MB",
        "2.0 GB",
    ]
    assert (share(1, 4), share(1, 0)) == ("25 %", "")
    assert (short_id("task-1"), short_id("ef958aa1-0e93-49f0")) == ("task-1", "ef958aa1…")


def test_no_chinese_phrase_is_left_in_english() -> None:
    english, chinese = phrases(ENGLISH), phrases(words("zh"))
    same = {path for path in english if english[path] == chinese[path]}
    assert same == {
        ".menu.product",
        ".state.nothing",
        ".money.at_least",
        ".formats.claude_code",
        ".formats.codex",
    }


@pytest.mark.parametrize(
    ("amount", "told"), [("5", "$5.00"), ("0.075", "$0.075"), ("6.250", "$6.25"), ("1250", "$1,250.00")]
)
def test_a_price_and_its_arithmetic_are_never_rounded(amount: str, told: str) -> None:
    assert exact_dollars(Decimal(amount)) == told


def codes(kind: type[CaseboardError] = CaseboardError) -> set[str]:
    return {kind.code}.union(*(codes(one) for one in kind.__subclasses__()))


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_every_error_has_words_in_every_language_and_no_words_are_left_over(language: str) -> None:
    assert set(LANGUAGES[language].fault.codes) == codes()


def test_every_format_has_a_name_in_every_language() -> None:
    """Else a table shows the word of the code where a name belongs."""
    for language in LANGUAGES.values():
        assert {one.name for one in FORMATS} <= set(language.formats)
