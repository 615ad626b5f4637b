"""Importing and counting on the command line."""

from __future__ import annotations

import json
from decimal import Decimal

import pytest

COUNTS = {
    "files",
    "empty_files",
    "records",
    "events",
    "messages",
    "tool_calls",
    "usage_calls",
    "rows_written",
    "duplicates_ignored",
    "other_records",
    "rejected",
    "orphans",
    "unknown_types",
    "unpriced_models",
    "naive_times",
    "secrets_masked",
}
GROUP = {
    "key",
    "usage_calls",
    "duplicates_ignored",
    "fresh_input",
    "cache_read",
    "cache_write_5m",
    "cache_write_1h",
    "cache_write_unspecified",
    "output",
    "reasoning",
    "cost_usd",
    "unpriced_calls",
    "unpriced_models",
    "at_least_calls",
    "assumed_calls",
}


def test_an_import_reports_counts_that_add_up_and_a_second_one_writes_nothing(caseboard, tree):
    first = caseboard("import", tree, "--json").document
    again = caseboard("import", tree, "--json").document
    assert set(first["total"]) >= COUNTS
    assert set(first["batches"][0]) >= COUNTS | {"source", "format", "rejects"}
    total = first["total"]
    stored = total["records"] - total["duplicates_ignored"] - total["other_records"] - total["rejected"]
    assert stored == total["events"] > 0
    assert (again["total"]["rows_written"], again["total"]["records"]) == (0, total["records"])
    assert again["total"]["duplicates_ignored"] == stored


def test_a_dry_run_reports_the_same_and_writes_nothing(caseboard, tree, home):
    dry = caseboard("import", tree, "--dry-run", "--json").document
    assert not (home / "desk.duckdb").exists()
    real = caseboard("import", tree, "--json").document
    for document in (dry, real):
        for batch in document["batches"]:
            del batch["batch_id"]
    assert dry["batches"] == real["batches"]
    assert (dry["dry_run"], real["dry_run"]) == (True, False)


def test_rejects_are_shown_with_file_and_line(caseboard, home):
    log = home / "log.jsonl"
    log.write_text(
        '{"conversation_id":"c","captured_at":"2026-05-01T10:00:00Z"}\n{"broken\n', encoding="utf-8"
    )
    shown = caseboard("import", log)
    assert "rejected log.jsonl:2 " in shown.out
    reject = caseboard("import", log, "--json").document["batches"][0]["rejects"]
    assert [(one["file"], one["line"]) for one in reject] == [("log.jsonl", 2)]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("import", "/no/such/place"), "source_not_found"),
        (("import", "{tree}", "--format", "carrier_pigeon"), "unknown_format"),
        (("import", "{tree}/nothing", "--format", "snapshot"), "unknown_format"),
        (("import", "{tree}", "--prices", "/no/prices.json"), "price_file_invalid"),
    ],
)
def test_what_cannot_be_imported_is_refused(caseboard, tree, arguments, code):
    (tree / "nothing").mkdir(exist_ok=True)
    refused = caseboard(*(part.format(tree=tree) for part in arguments), "--json")
    assert (refused.code, refused.document["error"]["code"]) == (1, code)


@pytest.mark.parametrize("by", ["day", "model", "agent", "conversation", "project", "task", "phase"])
def test_every_dimension_adds_up_to_the_same_total(loaded, by):
    report = loaded("cost", "--by", by, "--json").document
    assert list(report) == ["as_of", "timezone", "groups", "total", "unlinked_cases"]
    assert all(set(group) == GROUP for group in report["groups"])
    for name in ("usage_calls", "duplicates_ignored", "fresh_input", "output", "unpriced_calls"):
        assert sum(group[name] for group in report["groups"]) == report["total"][name]
    known = [Decimal(group["cost_usd"]) for group in report["groups"] if group["cost_usd"] is not None]
    assert sum(known) == Decimal(report["total"]["cost_usd"])


def test_people_see_the_total_with_what_weakens_it(loaded):
    shown = loaded("cost", "--by", "model", "--timezone", "Asia/Shanghai")
    assert shown.code == 0
    assert "Total" in shown.out
    assert "Days are cut in Asia/Shanghai." in shown.out


def test_a_span_of_days_narrows_the_report(loaded):
    every = loaded("cost", "--by", "day", "--json").document["groups"]
    day = every[0]["key"]
    only = loaded("cost", "--by", "day", "--since", day, "--until", every[1]["key"], "--json").document[
        "groups"
    ]
    assert [group["key"] for group in only] == [day]


def test_a_price_file_prices_earlier_calls_that_had_no_price(caseboard, home):
    log = home / "log.jsonl"
    log.write_text(
        '{"conversation_id":"c","captured_at":"2026-05-01T10:00:00Z","usage":[{"call_id":"1","agent_id":"a",'
        '"model":"house-model","occurred_at":"2026-05-01T10:00:00Z","fresh_input":1000000,"output":0}]}\n'
    )
    prices = home / "prices.json"
    prices.write_text('{"house-model": {"input": 2, "output": 8}}')
    assert caseboard("import", log, "--json").document["total"]["unpriced_models"] == {"house-model": 1}
    assert caseboard("cost", "--json").document["total"]["cost_usd"] is None
    caseboard("import", log, "--prices", prices)
    assert caseboard("cost", "--json").document["total"]["cost_usd"] == "2"


def test_repricing_is_explicit_and_keeps_the_old_figures(loaded, home):
    before = loaded("cost", "--by", "model", "--json").document
    model = before["groups"][0]["key"]
    prices = home / "prices.json"
    rates = dict.fromkeys(("input", "output", "cache_read", "cache_write_5m", "cache_write_1h"), 1000)
    prices.write_text(json.dumps({model: rates}))
    report = loaded("reprice", "--prices", prices, "--json").document
    assert report["priced_calls"] > 0
    after = loaded("cost", "--by", "model", "--json").document
    figures = {group["key"]: group["cost_usd"] for group in after["groups"]}
    assert figures[model] != before["groups"][0]["cost_usd"]
    loaded("reprice")
    assert loaded("cost", "--by", "model", "--json").document["groups"] == before["groups"]


def test_a_source_that_states_only_a_total_shows_it_as_such(caseboard, home):
    log = home / "log.jsonl"
    log.write_text(
        '{"conversation_id":"c","captured_at":"2026-05-01T10:00:00Z","cost":{"total_usd":1.25}}\n',
        encoding="utf-8",
    )
    caseboard("import", log)
    total = caseboard("cost", "--json").document["total"]
    assert (total["usage_calls"], total["cost_usd"]) == (0, "1.25")
    assert "$1.25 (reported, no breakdown)" in caseboard("runs").out


def test_forks_and_reasoning_of_codex_count_once(caseboard, inputs):
    cases = [
        str(inputs / "bug_repros" / name) for name in ("17_codex_fork_replay", "19_codex_reasoning_subset")
    ]
    assert caseboard("import", *cases, "--json").code == 0
    report = caseboard("cost", "--by", "day", "--timezone", "UTC", "--json").document
    used = {
        group["key"]: group["fresh_input"] + group["cache_read"] + group["output"]
        for group in report["groups"]
    }
    assert used == {"2026-05-01": 3300 + 23569, "2026-05-02": 650}
    assert (report["total"]["reasoning"], report["total"]["duplicates_ignored"]) == (53, 2)
