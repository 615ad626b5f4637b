"""What becomes of what `codex exec --json` prints."""

from __future__ import annotations

from data_access.contracts.rows import EventRow, MessageRow, TodoRow
from tests.importers.codex.conftest import Ask, Load, ReadRows, WriteLog
from tests.importers.codex.sample_thread import ROLLOUT, STREAM, THREAD

CALLS = "SELECT tool, status, coalesce(error, output) FROM tool_outcome ORDER BY ALL"
TOTAL = "SELECT sum(fresh_input), sum(cache_read), sum(output), count(*) FROM usage_call"


def turn_completed(asked: int, output: int) -> dict[str, object]:
    return {
        "type": "turn.completed",
        "usage": {"input_tokens": asked, "cached_input_tokens": 0, "output_tokens": output},
    }


def test_a_stream_has_no_times_and_every_record_is_an_event(read_rows: ReadRows) -> None:
    sink = read_rows(*STREAM)
    assert [row.event_type for row in sink.rows[EventRow]] == [
        "session_meta",
        "turn_started",
        "tool_call",
        "tool_result",
        "thinking",
        "tool_call",
        "event.todo_list",
        "tool_result",
        "assistant_message",
        "turn_completed",
        "error",
    ]
    assert {row.occurred_at for row in sink.rows[EventRow]} == {None}
    assert [(row.content, row.status) for row in sink.rows[TodoRow]] == [("a", "completed")]
    assert [row.content for row in sink.rows[MessageRow]] == ["Done: two files."]


def test_a_stream_says_how_its_calls_ended(write_log: WriteLog, load: Load, ask: Ask) -> None:
    load(write_log(*STREAM))
    assert ask(CALLS) == [
        ("command_execution", "error", "Exit code: 2\nno"),
        ("file_change", "ok", None),
        ("s.t", "unfinished", None),
    ]


def test_items_without_an_id_are_joined_in_order(write_log: WriteLog, load: Load, ask: Ask) -> None:
    rows = [STREAM[0]]
    for status in ("completed", "failed"):
        item = {"type": "command_execution", "command": "make"}
        rows += [
            {"type": "item.started", "item": item},
            {"type": "item.completed", "item": {**item, "status": status}},
        ]
    load(write_log(*rows))
    assert ask(CALLS) == [("command_execution", "error", None), ("command_execution", "ok", None)]


def test_the_total_of_a_resumed_thread_counts_once_in_any_order(
    write_log: WriteLog, load: Load, ask: Ask
) -> None:
    load(write_log(STREAM[0], turn_completed(250, 30), path="b.jsonl"))
    load(write_log(STREAM[0], turn_completed(100, 10), path="a.jsonl"))
    load(write_log(STREAM[0], turn_completed(100, 10), turn_completed(250, 30), path="c.jsonl"))
    assert ask(TOTAL) == [(250, 0, 30, 1)]


def test_two_threads_in_one_stream_are_two_runs(write_log: WriteLog, load: Load, ask: Ask) -> None:
    other = {"type": "thread.started", "thread_id": "other"}
    load(write_log(STREAM[0], turn_completed(100, 10), other, turn_completed(70, 7)))
    assert ask("SELECT conversation_id FROM conversation ORDER BY ALL") == [(THREAD,), ("other",)]
    assert ask(TOTAL) == [(170, 0, 17, 2)]


def test_a_counter_that_begins_anew_in_a_stream_counts_on(write_log: WriteLog, load: Load, ask: Ask) -> None:
    load(write_log(STREAM[0], turn_completed(100, 10), turn_completed(50, 5)))
    assert ask(TOTAL) == [(150, 0, 15, 2)]


def test_a_stream_beside_the_rollout_of_its_thread_adds_nothing(
    write_log: WriteLog, load: Load, ask: Ask
) -> None:
    logs = {"rollout-r.jsonl": ROLLOUT, "stream.jsonl": STREAM}
    for first in logs:
        for path in sorted(logs, key=lambda path: path != first):
            load(write_log(*logs[path], path=path))
        assert ask(TOTAL) == [(1400, 1600, 150, 2)]
        assert ask("SELECT count(*) FROM message WHERE role = 'assistant'") == [(1,)]
        for table in (
            "usage_observation",
            "usage_call",
            "event",
            "message",
            "import_file",
            "also_in",
            "batch_file",
        ):
            ask(f"DELETE FROM {table}")


def test_a_stream_names_no_model_so_its_cost_is_unknown(write_log: WriteLog, load: Load, ask: Ask) -> None:
    assert load(write_log(*STREAM)).unpriced_models == {"unknown": 1}
    assert ask("SELECT cost_usd, cost_state FROM call_measure") == [(None, "unknown")]
