"""From a log on disk to money: the cases other tools got wrong, and one real session to the last digit."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path

import pytest

from data_access.contracts.importing import ImportCall, ImportReport
from data_access.contracts.usage import UsageTotals
from data_access.reading.cost import cost_arithmetic, cost_by
from data_access.store.connection import Store
from data_access.writing.import_records import import_records
from data_access.writing.remove_batch import remove_batch

SESSION = "ef958aa1-0e93-49f0-bb71-150f63befcd1"


def load(store: Store, *paths: Path, prices: Path | None = None) -> ImportReport:
    call = ImportCall(paths=tuple(map(str, paths)), prices=prices and str(prices))
    return import_records(store, call)


def spoken(
    at: str, message_id: str, output: int, model: str = "claude-opus-4-7", **usage: object
) -> dict[str, object]:
    """A row of a session as Claude Code writes it."""
    return {
        "type": "assistant",
        "uuid": f"{message_id} {at}",
        "sessionId": "S1",
        "timestamp": at,
        "cwd": "/w",
        "message": {
            "id": message_id,
            "role": "assistant",
            "model": model,
            "content": [{"type": "text", "text": "x"}],
            "stop_reason": "end_turn",
            "usage": {"input_tokens": 0, "output_tokens": output} | usage,
        },
    }


@pytest.fixture
def log(tmp_path: Path):
    """Write rows as the log of session S1."""

    def write(*rows: dict[str, object]) -> Path:
        file = tmp_path / "S1.jsonl"
        file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        return file

    return write


def total(store: Store) -> UsageTotals:
    return cost_by(store, "model", timezone="UTC").total


def days(store: Store, zone: str) -> list[str | None]:
    return [group.key for group in cost_by(store, "day", timezone=zone).groups]


def test_a_message_that_crosses_midnight_counts_once_on_the_day_it_began(fresh_store, log):
    load(
        fresh_store,
        log(
            spoken("2026-05-01T23:59:58.000Z", "msg_A", 1),
            spoken("2026-05-01T23:59:59.000Z", "msg_A", 5),
            spoken("2026-05-02T00:00:01.000Z", "msg_A", 80),
        ),
    )
    assert days(fresh_store, "UTC") == ["2026-05-01"]
    assert total(fresh_store) == UsageTotals(
        usage_calls=1, duplicates_ignored=2, output=80, cost_usd=Decimal("0.002")
    )


def test_the_part_of_a_cache_write_without_a_stated_life_is_priced_and_marked(fresh_store, log):
    split = {"ephemeral_5m_input_tokens": 300, "ephemeral_1h_input_tokens": 200}
    load(
        fresh_store,
        log(
            spoken("2026-05-01T10:00:00.000Z", "m", 0, cache_creation_input_tokens=1000, cache_creation=split)
        ),
    )
    assert total(fresh_store) == UsageTotals(
        usage_calls=1,
        cache_write_5m=300,
        cache_write_1h=200,
        cache_write_unspecified=500,
        cost_usd=Decimal("0.007"),
        assumed_calls=1,
    )


def test_two_in_the_morning_utc_is_the_day_before_in_denver(fresh_store, log):
    load(fresh_store, log(spoken("2026-08-05T02:00:00.000Z", "m1", 7)))
    zones = ("UTC", "America/Denver", "Asia/Shanghai")
    assert [days(fresh_store, zone) for zone in zones] == [["2026-08-05"], ["2026-08-04"], ["2026-08-05"]]


def test_an_unknown_model_is_named_and_priced_once_a_file_knows_it(fresh_store, log, tmp_path):
    rows = log(
        spoken("2026-05-01T10:00:00.000Z", "m1", 100, "claude-nova-9", input_tokens=1000),
        spoken("2026-05-01T10:00:00.000Z", "m2", 0, input_tokens=1_000_000),
        spoken("2026-05-01T10:00:00.000Z", "m3", 0, "<synthetic>"),
    )
    assert load(fresh_store, rows).total.unpriced_models == {"claude-nova-9": 1}
    known = total(fresh_store)
    assert (known.cost_usd, known.unpriced_calls, known.unpriced_models) == (5, 1, ("claude-nova-9",))
    prices = tmp_path / "prices.json"
    prices.write_text('{"claude-nova-9": {"input": 1, "output": 10}}', encoding="utf-8")
    again = load(fresh_store, rows, prices=prices).total
    assert (again.rows_written, again.unpriced_models) == (0, {})
    assert (total(fresh_store).cost_usd, total(fresh_store).unpriced_calls) == (Decimal("5.002"), 0)


def test_absurd_numbers_are_no_counts_and_never_fail_an_import(fresh_store, log, tmp_path):
    most = 2**63 - 1
    load(
        fresh_store,
        log(
            *(spoken(f"2026-05-01T10:00:0{n}.000Z", f"m{n}", most, input_tokens=most) for n in range(3)),
            spoken("2026-05-01T10:00:09.000Z", "m9", 10**30, input_tokens=-1),
        ),
    )
    call = {"model": "claude-opus-4-7", "fresh_input": most, "output": most}
    calls = [call | {"call_id": "a"}, call | {"call_id": "b"}, {"call_id": "c", "cost_usd": 1e17}]
    snapshot = {
        "conversation_id": "S2",
        "captured_at": "2026-05-01T10:00:00Z",
        "usage": [*calls, {"call_id": "d", "fresh_input": 1, "output": 1}],
    }
    (tmp_path / "snapshot.json").write_text(json.dumps(snapshot), encoding="utf-8")
    load(fresh_store, tmp_path / "snapshot.json")
    assert (total(fresh_store).cost_usd, total(fresh_store).usage_calls) == (None, 5)


def test_the_day_of_the_shared_case_follows_the_zone(inputs, fresh_store):
    load(fresh_store, inputs / "bug_repros" / "15_tz_day_boundary")
    expected = json.loads((inputs / "bug_repros/15_tz_day_boundary/expected.json").read_text("utf-8"))
    assert {zone: days(fresh_store, zone) for zone in expected["day"]} == {
        zone: [day] for zone, day in expected["day"].items()
    }


def test_an_unknown_model_of_the_shared_case_has_no_price(inputs, fresh_store):
    expected = json.loads((inputs / "bug_repros/27_unknown_model_cost/expected.json").read_text("utf-8"))
    load(fresh_store, inputs / "bug_repros/27_unknown_model_cost")
    found = total(fresh_store)
    assert (found.cost_usd, list(found.unpriced_models)) == (
        expected["known_cost_usd"],
        expected["unpriced_models"],
    )


def test_the_split_of_a_cache_write_of_the_shared_case_adds_up(inputs, fresh_store):
    expected = json.loads(
        (inputs / "bug_repros/05_cc_cache_breakdown_incomplete/expected.json").read_text("utf-8")
    )
    load(fresh_store, inputs / "bug_repros/05_cc_cache_breakdown_incomplete")
    found = total(fresh_store)
    assert (found.cache_write_5m, found.cache_write_1h, found.cache_write_unspecified) == (
        expected["cw5m"],
        expected["cw1h"],
        expected["cw_unclassified"],
    )


def test_a_fork_bills_nothing_twice(inputs, fresh_store):
    load(fresh_store, inputs / "bug_repros/09_cc_branch_duplicates")
    assert total(fresh_store).output == 30


@pytest.fixture(scope="module")
def real(inputs: Path):
    with Store.open(None) as store:
        load(store, inputs / "claude_code" / "real_projects")
        yield store


def test_a_real_tree_is_counted_call_by_call(real):
    assert total(real) == UsageTotals(
        usage_calls=716,
        duplicates_ignored=571,
        fresh_input=48530,
        cache_read=26596329,
        cache_write_5m=1262776,
        cache_write_1h=102189,
        cache_write_unspecified=686766,
        output=126959,
        cost_usd=Decimal("25.4983076"),
        at_least_calls=473,
        assumed_calls=300,
    )
    by_model = cost_by(real, "model", timezone="UTC").groups
    assert {group.key: (group.usage_calls, group.fresh_input, group.output) for group in by_model} == {
        "claude-haiku-4-5-20251001": (36, 27279, 6806),
        "claude-opus-4-1-20250805": (11, 49, 1533),
        "claude-opus-4-20250514": (58, 341, 12081),
        "claude-opus-4-5-20251101": (18, 1408, 237),
        "claude-opus-4-7": (83, 2546, 53458),
        "claude-sonnet-4-20250514": (289, 1254, 16357),
        "claude-sonnet-4-5-20250929": (221, 15653, 36487),
    }


def test_a_real_session_costs_what_its_tokens_cost_by_hand(real):
    main, *others = sorted(
        cost_by(real, "agent", timezone="UTC", conversation=SESSION).groups,
        key=lambda group: group.key != "main",
    )
    assert (main.key, main.fresh_input, main.output, main.cache_write_1h, main.cache_read, main.cost_usd) == (
        "main", 1308, 22901, 102189, 728660, Decimal("1.965285"),
    )  # fmt: skip
    assert len(others) == 6
    assert [
        sum(getattr(group, name) for group in others)
        for name in ("fresh_input", "output", "cache_write_5m", "cache_read", "cost_usd")
    ] == [1238, 30557, 296384, 1727035, Decimal("3.4860325")]
    arithmetic = cost_arithmetic(real, conversation=SESSION)
    assert arithmetic.total_usd == Decimal("5.4513175")
    (rates,) = arithmetic.computed
    assert sum(line.tokens * line.rate_usd for line in rates.lines) == arithmetic.total_usd


def test_the_arithmetic_of_a_real_tree_adds_up_to_its_total(real):
    arithmetic = cost_arithmetic(real)
    lines = [line for priced in arithmetic.computed for line in priced.lines]
    assert sum(line.amount_usd for line in lines) == arithmetic.total_usd == total(real).cost_usd


def test_taking_one_of_two_overlapping_imports_out_leaves_the_money_of_the_other(inputs, fresh_store):
    tree = inputs / "claude_code" / "real_projects"
    load(fresh_store, tree)
    before = cost_by(fresh_store, "conversation", timezone="UTC")
    session = next(path.parent for path in tree.rglob(f"{SESSION}.jsonl"))
    batch = load(fresh_store, session).batches[0].batch_id
    remove_batch(fresh_store, batch)
    after = cost_by(fresh_store, "conversation", timezone="UTC")
    assert (after.groups, after.total) == (before.groups, before.total)
