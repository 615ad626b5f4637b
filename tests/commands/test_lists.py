"""The lists of a desk on the command line are the readings of the pages."""

from __future__ import annotations

import json

import pytest

from data_access.contracts.usage import UsageTotals

LISTING = ["as_of", "basis", "items", "total", "truncated", "next_cursor"]
RUN = {
    "conversation_id",
    "conversation_key",
    "parent_conversation_id",
    "source_format",
    "basis",
    "project",
    "title",
    "purpose",
    "origin",
    "first_at",
    "last_at",
    "agents",
    "events",
    "messages",
    "tool_calls",
    "errors",
    "own",
    "with_descendants",
}


def pages(caseboard, *arguments):
    """Follow next_cursor to the end."""
    items, cursor = [], None
    while True:
        document = caseboard(*arguments, "--json", *(("--cursor", cursor) if cursor else ())).document
        items += document["items"]
        cursor = document["next_cursor"]
        if cursor is None:
            return items, document["total"]


def test_runs_come_in_the_listing_shape_with_usage_of_their_own_and_below(loaded):
    document = loaded("runs", "--json").document
    assert list(document) == LISTING
    assert set(document["items"][0]) == RUN
    assert set(document["items"][0]["own"]) == set(UsageTotals.model_fields)
    assert all(isinstance(item["own"]["cost_usd"], str) for item in document["items"])


def test_pages_of_runs_add_up_to_all_of_them(loaded):
    whole = loaded("runs", "--json").document["items"]
    assert pages(loaded, "runs", "--limit", 2) == (whole, len(whole))


def test_runs_can_be_narrowed(loaded):
    whole = loaded("runs", "--json").document["items"]
    project = whole[0]["project"]
    narrowed = loaded("runs", "--project", project, "--with-errors", "--json").document["items"]
    assert narrowed == [item for item in whole if item["project"] == project and item["errors"]]
    assert loaded("runs", "--purpose", "task_execution", "--json").document["total"] == 0


def test_a_run_is_found_by_its_id_its_key_or_the_clear_beginning_of_one(loaded):
    run = loaded("runs", "--json").document["items"][0]
    by_id, by_key, by_beginning = (
        loaded("agents", given, "--json").document["items"]
        for given in (run["conversation_id"], run["conversation_key"], run["conversation_id"][:8])
    )
    assert by_id == by_key == by_beginning
    assert len(by_id) == run["agents"]


def test_the_agents_of_a_run_add_up_to_the_run(loaded):
    for run in loaded("runs", "--json").document["items"]:
        agents = loaded("agents", run["conversation_id"], "--json").document["items"]
        for name in ("usage_calls", "output", "cache_read", "duplicates_ignored"):
            assert sum(agent["own"][name] for agent in agents) == run["own"][name]
        assert agents[0]["depth"] == 0


def test_pages_of_events_give_each_event_once(loaded):
    run = max(loaded("runs", "--json").document["items"], key=lambda item: item["events"])
    items, total = pages(loaded, "events", run["conversation_id"], "--limit", 7)
    assert len({item["event_id"] for item in items}) == len(items) == total == run["events"]
    backwards, _ = pages(loaded, "events", run["conversation_id"], "--limit", 7, "--newest-first")
    timed = [item["event_id"] for item in items if item["occurred_at"]]
    assert [item["event_id"] for item in backwards if item["occurred_at"]] == timed[::-1]


def test_events_can_be_narrowed_by_several_types(loaded):
    run = max(loaded("runs", "--json").document["items"], key=lambda item: item["events"])["conversation_id"]
    every = loaded("events", run, "--limit", 500, "--json").document["items"]
    types = sorted({item["event_type"] for item in every})[:2]
    chosen = loaded("events", run, "--limit", 500, "--type", types[0], "--type", types[1], "--json").document
    assert chosen["items"] == [item for item in every if item["event_type"] in types]


@pytest.mark.parametrize("command", ["runs", "agents", "events"])
def test_people_get_a_table_and_programs_a_document(loaded, command):
    run = loaded("runs", "--json").document["items"][0]["conversation_id"]
    shown = loaded(command, *(() if command == "runs" else (run,)))
    assert (shown.code, shown.err) == (0, "")
    assert "──" in shown.out
    assert "\x1b" not in shown.out


def test_a_title_cannot_steer_the_terminal(caseboard, home):
    log = home / "hostile.jsonl"
    log.write_text(
        '{"conversation_id":"evil","captured_at":"2026-05-01T10:00:00Z","title":"\\u001b]0;owned\\u0007\\u202e<b>闸门"}\n'
    )
    assert caseboard("import", log).code == 0
    shown = caseboard("runs")
    assert not any(ord(sign) < 32 and sign != "\n" for sign in shown.out)
    assert "]0;owned" in shown.out
    assert "\u202e" not in shown.out + caseboard("runs", "--json").out


@pytest.mark.parametrize(
    ("arguments", "code", "named"),
    [
        (("agents", "nobody"), "not_found", "conversation_id"),
        (("events", "nobody"), "not_found", "conversation_id"),
        (("runs", "--limit", "501"), "invalid_input", "limit"),
        (("runs", "--cursor", "!"), "invalid_input", "cursor"),
        (("runs", "--since", "soon"), "invalid_input", "--since"),
        (("runs", "--last", "fortnight"), "invalid_input", "last"),
        (("runs", "--last", "7d", "--since", "2026-01-01"), "invalid_input", "--last"),
        (("runs", "--since", "2026-01-02", "--until", "2026-01-01"), "invalid_input", "--until"),
        (("cost", "--timezone", "Mars/Olympus"), "invalid_input", "--timezone"),
    ],
)
def test_what_cannot_be_answered_is_refused_with_its_place(loaded, arguments, code, named):
    refused = loaded(*arguments, "--json")
    assert refused.code == 1
    assert refused.document["error"]["code"] == code
    assert refused.document["error"]["problems"][0]["where"] == named
    in_words = loaded(*arguments)
    assert (in_words.code, in_words.out) == (1, "")
    assert in_words.err.startswith("Error: ")


def test_a_desk_that_is_not_there_is_not_made_by_a_question(caseboard, home):
    refused = caseboard("cost", "--json")
    assert (refused.code, refused.document["error"]["code"]) == (1, "store_missing")
    assert list(home.iterdir()) == []


@pytest.mark.parametrize("zone", ["Asia/Shanghai", "America/Denver"])
def test_times_at_the_ends_of_the_calendar_are_shown_in_any_zone(caseboard, home, zone):
    log = home / "far.jsonl"
    rows = [
        {
            "type": "assistant",
            "uuid": f"u{number}",
            "sessionId": "far",
            "timestamp": moment,
            "message": {
                "id": f"m{number}",
                "role": "assistant",
                "model": "claude-opus-4-7",
                "content": "x",
                "usage": {"input_tokens": 4, "output_tokens": 4},
            },
        }
        for number, moment in enumerate(["0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"])
    ]
    log.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    caseboard("import", log)
    for command in (("runs",), ("events", "far"), ("cost",)):
        assert caseboard(*command, "--timezone", zone).code == 0
