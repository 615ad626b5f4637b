"""What other tools got wrong with such logs, imported into a real store; and variations of each kind."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from data_access.contracts.importing import BatchReport, ImportCall
from data_access.store.connection import Store
from data_access.writing.import_records import import_records
from tests.importers.claude_code.conftest import WriteLog
from tests.importers.claude_code.sample_records import Record, assistant, tool_result, tool_use, usage, user

Load = Callable[[Path], BatchReport]
Ask = Callable[[str], list[tuple[Any, ...]]]


@pytest.fixture
def load(fresh_store: Store) -> Load:
    """Import a path into the fresh store."""

    def load_path(path: Path) -> BatchReport:
        return import_records(fresh_store, ImportCall(paths=(str(path),))).batches[0]

    return load_path


@pytest.fixture
def ask(fresh_store: Store) -> Ask:
    """Ask the fresh store."""

    def answer(question: str) -> list[tuple[Any, ...]]:
        with fresh_store.transaction() as transaction:
            return transaction.cursor.execute(question).fetchall()

    return answer


@pytest.fixture
def case(inputs: Path) -> Callable[[str], tuple[Path, dict[str, Any]]]:
    """A case of the shared inputs: its folder and what is right."""

    def folder(number: str) -> tuple[Path, dict[str, Any]]:
        found = next((inputs / "bug_repros").glob(f"{number}_*"))
        return found, json.loads((found / "expected.json").read_text())

    return folder


def test_case_01_rows_without_a_request_id_are_one_call(case: Any, load: Load, ask: Ask) -> None:
    folder, expected = case("01")
    load(folder)
    assert ask("SELECT count(*), sum(fresh_input), sum(output) FROM usage_call") == [
        (expected["api_calls"], expected["input_tokens"], expected["output_tokens"])
    ]


def test_case_03_tool_blocks_in_later_rows_are_kept(case: Any, load: Load, ask: Ask) -> None:
    folder, expected = case("03")
    load(folder)
    assert ask("SELECT output, strftime(occurred_at, '%Y-%m-%d') FROM usage_call") == [
        (expected["output_tokens"], expected["day_utc"])
    ]
    tools = ask("SELECT tool FROM tool_outcome ORDER BY sequence")
    assert [tool for (tool,) in tools] == expected["tool_calls"]


def test_case_05_the_rest_of_a_breakdown_is_unspecified(case: Any, load: Load, ask: Ask) -> None:
    folder, expected = case("05")
    load(folder)
    assert ask("SELECT cache_write_5m, cache_write_1h, cache_write_unspecified FROM usage_call") == [
        (expected["cw5m"], expected["cw1h"], expected["cw_unclassified"])
    ]


def test_case_07_the_agent_tree_is_as_deep_as_it_was(case: Any, load: Load, ask: Ask) -> None:
    folder, expected = case("07")
    load(folder)
    told = ask("SELECT agent_id, parent_agent_id FROM agent WHERE parent_agent_id IS NOT NULL")
    assert dict(told) == expected["parents"]


def test_case_09_a_branch_repeats_nothing(case: Any, load: Load, ask: Ask) -> None:
    folder, expected = case("09")
    load(folder)
    assert ask("SELECT sum(output) FROM usage_call") == [(expected["output_tokens_total"],)]
    assert ask("""
        SELECT count(*) FROM event JOIN conversation USING (conversation_key) WHERE conversation_id = 'B'
    """) == [(expected["events_in_B_distinct"],)]
    assert ask("""
        SELECT call_id, conversation_id
        FROM usage_call JOIN conversation USING (conversation_key) ORDER BY ALL
    """) == [("msg_A", "P"), ("msg_B", "P"), ("msg_C", "B")]


def test_case_11_nul_padding_hides_no_session(case: Any, load: Load, ask: Ask) -> None:
    folder, expected = case("11")
    report = load(folder)
    assert (report.events, report.rejected > 0) == (expected["events"], expected["warning"])
    assert ask("SELECT conversation_id FROM conversation") == [("S1",)]


def test_case_13_an_exploded_message_is_one_flagged_event(case: Any, load: Load, ask: Ask) -> None:
    folder, expected = case("13")
    assert load(folder).events == expected["events"]
    assert ask("SELECT count(*) FROM event WHERE extra->>'malformed' = 'message'") == [
        (expected["malformed_messages"],)
    ]


def streamed(*outputs: int, call: str | None = "msg_A", **more: Any) -> list[Record]:
    return [
        assistant(f"u{n}", call=call, usage=usage(10, output, 0, 0), at=f"2026-05-01T10:00:0{n}.000Z", **more)
        for n, output in enumerate(outputs)
    ]


@pytest.mark.parametrize("outputs", [(1, 5, 80), (80, 5, 1), (80, 80), (80,)])
@pytest.mark.parametrize("more", [{}, {"requestId": "req_1"}, {"stop_reason": "end_turn"}])
def test_a_streamed_answer_counts_once_with_its_largest_output(
    write_log: WriteLog, load: Load, ask: Ask, outputs: tuple[int, ...], more: Record
) -> None:
    load(write_log(*streamed(*outputs, **more)))
    assert ask("SELECT fresh_input, output, observations FROM usage_call") == [(10, 80, len(outputs))]
    assert ask("SELECT duplicates_ignored FROM call_measure") == [(len(outputs) - 1,)]


def test_a_resumed_copy_of_a_session_costs_nothing_again(write_log: WriteLog, load: Load, ask: Ask) -> None:
    root = write_log(*streamed(5, 9), user("u9", "hi")).parent
    copies = [{**record, "sessionId": "S2"} for record in (*streamed(5, 9), user("u9", "hi"))]
    write_log(*copies, assistant("new", call="msg_N", sessionId="S2"), path="projects/-w/S2.jsonl")
    load(root)
    assert ask("""
        SELECT conversation_id, count(*), sum(output)
        FROM usage_call JOIN conversation USING (conversation_key) GROUP BY ALL ORDER BY ALL
    """) == [("S1", 1, 9), ("S2", 1, 1)]
    assert ask("SELECT conversation_id, events FROM conversation ORDER BY ALL") == [("S1", 3), ("S2", 4)]


def test_old_rows_copied_with_their_own_session_are_not_there_twice(
    write_log: WriteLog, load: Load, ask: Ask
) -> None:
    root = write_log(user("a", "hi"), assistant("b")).parent
    write_log(
        user("a", "hi"),
        assistant("b"),
        user("c", "go on", sessionId="S2", parentUuid="b"),
        path="projects/-w/S2.jsonl",
    )
    report = load(root)
    assert (report.records, report.events, report.duplicates_ignored) == (5, 3, 2)
    assert ask("SELECT conversation_id, events FROM conversation ORDER BY ALL") == [("S1", 2), ("S2", 1)]


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_the_agent_tree_is_right_in_any_order_of_files(
    write_log: WriteLog, load: Load, ask: Ask, order: tuple[int, ...]
) -> None:
    def spawn(call: str, agent: str, uuid: str, **more: Any) -> list[Record]:
        return [
            assistant(f"{uuid}0", tool_use(call, "Agent", description=agent), call=f"msg_{uuid}", **more),
            tool_result(f"{uuid}1", call, told={"status": "completed", "agentId": agent}, **more),
        ]

    paths = [
        write_log(*spawn("t1", "a", "x")),
        write_log(*spawn("t2", "b", "y", agentId="a"), path="projects/-w/S1/subagents/agent-a.jsonl"),
        write_log(*spawn("t3", "c", "z", agentId="b"), path="projects/-w/S1/subagents/agent-b.jsonl"),
    ]
    for index in order:
        load(paths[index])
    told = ask("SELECT agent_id, parent_agent_id, spawned_by_tool_call_id FROM agent ORDER BY agent_id")
    assert told == [("a", "main", "t1"), ("b", "a", "t2"), ("c", "b", "t3"), ("main", None, None)]


def test_loading_twice_writes_nothing(write_log: WriteLog, load: Load) -> None:
    path = write_log(user("a", "hi"), assistant("b", tool_use("t")), tool_result("c", "t"))
    load(path)
    again = load(path)
    assert (again.rows_written, again.duplicates_ignored) == (0, 3)
