"""What a step becomes: event, messages, calls and results, the model call; and what it never becomes."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pytest

from data_access.contracts.rows import ContentPartRow, EventRow, MessageRow, ToolRow, UsageRow
from data_access.reading.transcript import transcript
from data_access.store.connection import Store
from tests.importers.atif.sample_trajectories import metrics, spent, step, trajectory

VERSIONS = [f"ATIF-v1.{minor}" for minor in range(8)] + ["ATIF-v1.9", "ATIF-v2.0", "atif-v1.6"]


@pytest.mark.parametrize("version", VERSIONS)
def test_every_version_is_read(version: str, write, load, fresh_store: Store) -> None:
    document = trajectory(step(1, metrics=metrics(10, 2))) | {"schema_version": version}
    assert load(write(document)).events == 1
    assert spent(fresh_store)[:3] == (1, 10, 2)


@pytest.mark.parametrize(
    ("told", "classes"),
    [
        (metrics(100, 10, 60), (40, 60, None, None, None, 10, None)),
        (metrics(100, 10, 0), (100, 0, None, None, None, 10, None)),
        ({"prompt_tokens": 100, "completion_tokens": 10}, (100, None, None, None, None, 10, None)),
        ({"prompt_tokens": 5, "cached_tokens": 9}, (0, 9, None, None, None, None, None)),
        (metrics(100, 10, 60, cache_creation_input_tokens=30), (10, 60, None, None, 30, 10, None)),
        (metrics(100, 10, 60, cache_creation_input_tokens=50), (40, 60, None, None, 50, 10, None)),
        (
            metrics(
                100, 10, 20,
                cache_creation_input_tokens=50, cache_creation={"ephemeral_1h_input_tokens": 30},
            ),
            (30, 20, None, 30, 20, 10, None),
        ),
        (metrics(100, 10, 0, reasoning_tokens=7), (100, 0, None, None, None, 10, 7)),
        ({"prompt_tokens": -1, "completion_tokens": 3}, (None, None, None, None, None, 3, None)),
        ({"prompt_tokens": "9", "completion_tokens": 3}, (None, None, None, None, None, 3, None)),
    ],
)  # fmt: skip
def test_token_classes_are_disjoint(told: dict[str, Any], classes: tuple, write, read_rows) -> None:
    (usage,) = read_rows(write(trajectory(step(1, metrics=told)))).rows[UsageRow]
    found = (
        usage.fresh_input, usage.cache_read, usage.cache_write_5m, usage.cache_write_1h,
        usage.cache_write_unspecified, usage.output, usage.reasoning,
    )  # fmt: skip
    assert found == classes


@pytest.mark.parametrize(
    ("cost", "reported"),
    [
        (0.00075, Decimal("0.00075")),
        (0, None),
        (0.0, None),
        (None, None),
        (-1, None),
        (1, Decimal(1)),
        (True, None),
    ],
)
def test_a_cost_of_nothing_is_unknown_and_not_free(cost: Any, reported: Any, write, read_rows) -> None:
    told = metrics(10, 2) | {"cost_usd": cost}
    (usage,) = read_rows(write(trajectory(step(1, metrics=told)))).rows[UsageRow]
    assert usage.reported_cost_usd == reported


@pytest.mark.parametrize(
    "entry",
    [
        step(1),
        step(1, metrics={}),
        step(1, metrics=None),
        step(1, metrics=[1]),
        step(1, metrics=metrics(0, 0)),
        step(1, metrics={"cost_usd": 0}),
        step(1, metrics=metrics(900, 90, 0, 1.0), llm_call_count=0),
        step(1, metrics=metrics(900, 90), is_copied_context=True),
        step(
            1, "system", metrics=metrics(900, 90),
            observation={"results": [{"subagent_trajectory_ref": [{"trajectory_id": "a"}]}]},
        ),
    ],
)  # fmt: skip
def test_what_is_no_model_call_costs_nothing(entry: dict[str, Any], write, load, fresh_store: Store) -> None:
    counts = load(write(trajectory(entry)))
    assert counts.rejected == 0
    assert spent(fresh_store).calls == 0


def test_several_calls_in_one_step_are_one_because_only_their_sum_is_told(write, load, fresh_store) -> None:
    load(write(trajectory(step(1, metrics=metrics(900, 90), llm_call_count=3))))
    assert spent(fresh_store)[:3] == (1, 900, 90)


def test_the_model_is_the_steps_else_the_agents(write, read_rows) -> None:
    entries = [step(1, metrics=metrics(1, 1), model_name=name) for name in ("gpt-5", "", None)]
    rows = read_rows(write(trajectory(*entries))).rows[UsageRow]
    assert [row.model for row in rows] == ["gpt-5", "claude-sonnet-4-5", "claude-sonnet-4-5"]


def test_equal_steps_of_one_trajectory_are_told_apart(write, load, fresh_store: Store) -> None:
    entry = step(1, metrics=metrics(10, 2), timestamp="2026-05-01T10:00:00Z")
    assert load(write(trajectory(entry, entry, entry))).events == 3
    assert spent(fresh_store).calls == 3


def test_steps_come_in_the_order_of_their_numbers(write, read_rows) -> None:
    entries = [
        step(3, message="c"),
        step(1, message="a"),
        {"source": "user", "message": "a2"},
        step(2, message="b"),
    ]
    rows = sorted(read_rows(write(trajectory(*entries))).rows[EventRow], key=lambda row: row.sequence)
    assert [row.summary for row in rows] == ["a", "a2", "b", "c"]


def test_times_that_are_unknown_stay_unknown(write, read_rows) -> None:
    stamps = ["2026-05-01T10:00:00+02:00", "2026-05-01T10:00:00", "yesterday", None, 12]
    sink = read_rows(
        write(trajectory(*(step(n, message=str(n), timestamp=at) for n, at in enumerate(stamps, 1))))
    )
    rows = sink.rows[EventRow]
    told = [row.occurred_at and row.occurred_at.isoformat() for row in rows]
    assert told == ["2026-05-01T08:00:00+00:00", "2026-05-01T10:00:00+00:00", None, None, None]
    assert [row.time_is_naive for row in rows] == [False, True, False, False, False]
    assert sink.tally.naive_times == 1


def test_results_join_their_calls_and_the_others_are_kept(write, read_rows) -> None:
    calls = [
        {"tool_call_id": "c1", "function_name": "Read", "arguments": {"path": "/x"}},
        {"tool_call_id": "c2", "function_name": "Bash", "arguments": {"command": "ls"}},
        {"tool_call_id": "c3", "function_name": "Wait", "arguments": {}},
    ]
    results = [
        {"source_call_id": "c2", "content": "no such file", "extra": {"is_error": True}},
        {"source_call_id": "c1", "content": [{"type": "text", "text": "hello"}]},
        {"source_call_id": None, "content": "a shell prompt"},
        {"source_call_id": "nobody", "content": "lost"},
        "bare words",
    ]
    entry = step(1, tool_calls=calls, observation={"results": results})
    late = step(2, observation={"results": [{"source_call_id": "c3", "content": "at last"}]})
    sink = read_rows(write(trajectory(entry, late)))
    outcomes = {}
    for row in sink.rows[ToolRow]:
        known = outcomes.setdefault(row.tool_call_id, {})
        known |= {
            name: getattr(row, name) for name in ("tool", "status", "output", "error") if getattr(row, name)
        }
    assert list(outcomes.values()) == [
        {"tool": "Read", "status": "ok", "output": "hello"},
        {"tool": "Bash", "status": "error", "error": "no such file"},
        {"tool": "Wait", "status": "ok", "output": "at last"},
    ]
    said = [row.content for row in sink.rows[MessageRow]]
    assert said == ["done", "a shell prompt", "lost", "bare words", "done"]


def test_harnesses_that_count_their_calls_anew_do_not_mix_them(write, load, fresh_store: Store) -> None:
    call = {"tool_call_id": "call_1", "function_name": "Run", "arguments": {}}
    entries = [
        step(
            n,
            message=f"m{n}",
            tool_calls=[call, call],
            observation={"results": [{"source_call_id": "call_1"}]},
        )
        for n in (1, 2, 3)
    ]
    assert load(write(trajectory(*entries))).tool_calls == 6


def test_a_message_of_parts_is_text_with_images_named(write, load, fresh_store: Store) -> None:
    parts = [
        {"type": "text", "text": "What is this?"},
        {"type": "image", "source": {"media_type": "image/png", "path": "https://example.org/x.png"}},
    ]
    load(write(trajectory(step(1, "user", parts), step(2, message="A cat."))))
    said = [item.message.content for item in transcript(fresh_store, "run-1").items if item.message]
    assert said == ["What is this?\n\n[image: https://example.org/x.png]", "A cat."]


def test_reasoning_and_number_lists_are_kept_apart(write, read_rows) -> None:
    numbers = metrics(2_000, 200) | {"prompt_token_ids": list(range(2_000)), "logprobs": [-0.5] * 200}
    sink = read_rows(write(trajectory(step(1, reasoning_content="think", metrics=numbers))))
    parts = {(row.kind, row.media_type, len(row.content) > 100) for row in sink.rows[ContentPartRow]}
    assert parts == {("thinking", None, False), ("text", "application/json", True)}
    (event,) = sink.rows[EventRow]
    payload = json.loads(event.payload)
    assert payload["reasoning_content"]["kind"] == "thinking"
    assert len(event.payload) < 2_500
    assert len(sink.rows[ContentPartRow]) == 3


def test_the_phase_is_what_the_producer_noted(write, read_rows) -> None:
    extras = [{"walker_phase": "review"}, {"phase": "fix"}, {"other_phase": "x"}, {}, None]
    entries = [step(n, message=str(n), extra=extra) for n, extra in enumerate(extras, 1)]
    rows = read_rows(write(trajectory(*entries))).rows[EventRow]
    assert [row.phase for row in rows] == ["review", "fix", None, None, None]


def test_extra_fields_stay_in_the_record(write, read_rows) -> None:
    entry = step(1, reasoning_effort="high", future={"a": [1]}, extra={"x": 1})
    sink = read_rows(write(trajectory(entry, notes="n", future_root=2, extra={"y": 2})))
    payload = json.loads(sink.rows[EventRow][0].payload)
    assert {key: payload[key] for key in ("reasoning_effort", "future", "extra")} == {
        "reasoning_effort": "high",
        "future": {"a": [1]},
        "extra": {"x": 1},
    }
    head = json.loads(sink.others[0].raw)
    assert (head["notes"], head["future_root"], head["extra"]) == ("n", 2, {"y": 2})


def test_event_types_follow_the_source(write, read_rows) -> None:
    compacts = {"context_management": {"type": "compaction", "boundary": "replace"}}
    entries = [
        step(1, "system", "be kind"),
        step(2, "user", "go"),
        step(3, message="", reasoning_content="hm"),
        step(4, tool_calls=[{"tool_call_id": "x", "function_name": "Read", "arguments": {"path": "/a"}}]),
        step(5, message="done"),
        step(6, "system", "compacted", extra=compacts),
        step(7, "tool", "?"),
    ]
    sink = read_rows(write(trajectory(*entries)))
    told = [row.event_type for row in sink.rows[EventRow]]
    assert told == [
        "system",
        "user_message",
        "thinking",
        "tool_call",
        "assistant_message",
        "compact_boundary",
        "unknown",
    ]
    assert sink.tally.unknown_types == {"tool": 1}


def test_secrets_are_masked_before_they_are_stored(write, load, fresh_store: Store) -> None:
    secret = "sk-ant-" + "a1B2" * 12
    counts = load(write(trajectory(step(1, "user", f"my key is {secret}"), step(2, message="ok"))))
    assert counts.secrets_masked == 1
    said = [item.message.content for item in transcript(fresh_store, "run-1").items if item.message]
    assert secret not in " ".join(map(str, said))
