"""What becomes of each kind of record of a rollout."""

from __future__ import annotations

import json
from typing import Any

import pytest

from data_access.contracts.rows import (
    AgentRow,
    ContentPartRow,
    ConversationRow,
    EventRow,
    MessageRow,
    TaskResultRow,
    TaskRow,
    TodoRow,
    ToolRow,
    UsageRow,
)
from data_access.importers.codex.spoken import texts_of
from tests.importers.codex.conftest import Ask, Load, ReadRows, WriteLog
from tests.importers.codex.sample_rollouts import call, event, item, meta, output, said, tokens, turn
from tests.importers.codex.sample_thread import CHILD, ROLLOUT, THREAD


def test_every_record_is_one_event_of_its_type(read_rows: ReadRows) -> None:
    sink = read_rows(*ROLLOUT)
    assert [(row.event_type, row.severity) for row in sink.rows[EventRow]] == [
        ("session_meta", None),
        ("turn_context", None),
        ("world_state", None),
        ("system.instructions", None),
        ("user_message", None),
        ("user_message", None),
        ("event.user_message", None),
        ("thinking", None),
        ("event.thinking", None),
        ("thinking", None),
        ("tool_call", None),
        ("tool_result", None),
        ("tool_call", None),
        ("event.exec_command_end", "error"),
        ("tool_result", None),
        ("tool_call", None),
        ("event.patch_apply_end", "error"),
        ("event.mcp_tool_call_end", "error"),
        ("tool_call", None),
        ("tool_call", None),
        ("token_count", None),
        ("tool_call", None),
        ("tool_result", None),
        ("tool_call", None),
        ("tool_result", None),
        ("event.collab_agent_spawn_end", None),
        ("tool_call", None),
        ("tool_result", None),
        ("token_count", None),
        ("token_count", None),
        ("assistant_message", None),
        ("event.assistant_message", None),
        ("event.context_compacted", None),
        ("compact_summary", None),
        ("error", "error"),
        ("turn_aborted", "warning"),
        ("token_count", None),
        ("unknown.unheard_of", None),
        ("unknown.brand_new", None),
    ]
    assert sink.tally.unknown_types == {"unheard_of": 1, "brand_new": 1}
    assert sink.tally.records == len(ROLLOUT)


def test_each_text_is_one_message(read_rows: ReadRows) -> None:
    found = read_rows(*ROLLOUT).rows[MessageRow]
    assert [(row.role, row.sender, row.recipient, row.content, row.extra) for row in found] == [
        ("system", None, "main", "You are a coding agent.", '{"meta":true}'),
        (
            "user",
            None,
            "main",
            "<environment_context><cwd>/srv/app</cwd></environment_context>",
            '{"wrapper":true}',
        ),
        ("user", "person", "main", "列出文件 and test them", None),
        ("assistant", "main", "person", "Done: two files.", None),
        ("user", None, "main", "We listed files.", '{"compact_summary":true}'),
    ]


def test_the_same_words_said_twice_are_two_messages(read_rows: ReadRows) -> None:
    again = [said("user", "go on"), event("user_message", message="go on")]
    assert len(read_rows(meta(), *again, *again).rows[MessageRow]) == 2


def test_an_event_without_its_item_is_the_message(read_rows: ReadRows) -> None:
    rows = [event("user_message", message="hi"), event("agent_message", message="ho")]
    assert [row.content for row in read_rows(meta(), *rows).rows[MessageRow]] == ["hi", "ho"]


def test_a_message_with_images_is_one_message_too(read_rows: ReadRows) -> None:
    content = [
        {"type": "input_text", "text": '<image name="[Image #1]">'},
        {"type": "input_image", "image_url": "data:image/png;base64,AAAA"},
        {"type": "input_text", "text": "what is this"},
    ]
    sink = read_rows(
        meta(), item("message", role="user", content=content), event("user_message", message="what is this")
    )
    assert [row.content for row in sink.rows[MessageRow]] == ["what is this"]
    assert [(part.kind, part.media_type, part.content) for part in sink.rows[ContentPartRow]] == [
        ("image", "image/png", "AAAA")
    ]


def test_what_is_encrypted_is_nowhere(read_rows: ReadRows) -> None:
    sink = read_rows(*ROLLOUT)
    assert "gAAAA" not in "".join(map(repr, (row for rows in sink.rows.values() for row in rows)))
    payload = json.loads(str(sink.rows[EventRow][9].payload))
    assert payload["payload"]["encrypted_content"] == {"$sealed": True, "bytes": 20}


def test_thoughts_that_can_be_read_stand_once(read_rows: ReadRows) -> None:
    sink = read_rows(*ROLLOUT)
    assert [(part.kind, part.content) for part in sink.rows[ContentPartRow]] == [("thinking", "Look first.")]


def test_calls_have_their_outcomes(write_log: WriteLog, load: Load, ask: Ask) -> None:
    load(write_log(*ROLLOUT))
    found = ask("SELECT tool_call_id, tool, status, coalesce(error, output) FROM tool_outcome ORDER BY ALL")
    assert found == [
        ("c1", "exec_command", "ok", "Exit code: 0\nWall time: 0.1 seconds\nOutput:\na.txt"),
        ("c2", "exec_command", "error", "Exit code: 2\n1 failed"),
        ("c3", "apply_patch", "error", "no such file"),
        ("c4", "s.t", "error", "gone"),
        ("c5", "local_shell", "unfinished", None),
        ("p1", "update_plan", "ok", "Plan updated"),
        ("s1", "spawn_agent", "ok", f'{{"agent_id": "{CHILD}", "nickname": "Sartre"}}'),
        ("w1", "wait_agent", "ok", f'{{"status": {{"{CHILD}": {{"completed": "It parses."}}}}}}'),
        ("ws1", "web_search", "ok", None),
    ]


@pytest.mark.parametrize(
    ("told", "status", "exit_code"),
    [
        pytest.param("Exit code: 0\nOutput:\nok", "ok", 0, id="text"),
        pytest.param(
            "Chunk ID: 1\nWall time: 1\nProcess exited with code 3\nOutput:\nx", "error", 3, id="unified"
        ),
        pytest.param(
            '{"output":"x","metadata":{"exit_code":1,"duration_seconds":0.1}}', "error", 1, id="json text"
        ),
        pytest.param('{"output":"x","metadata":{"exit_code":0}}', "ok", 0, id="json text that is well"),
        pytest.param({"content": "x", "success": False}, "error", None, id="object"),
        pytest.param({"content": "x", "success": True}, "ok", None, id="object that is well"),
        pytest.param([{"type": "input_text", "text": "Exit code: 7"}], "error", 7, id="list"),
        pytest.param("exec command rejected by user", "denied", None, id="refused"),
        pytest.param("failed to parse function arguments: x", "error", None, id="not understood"),
        pytest.param(
            "the log says Exit code: 1 somewhere", "ok", None, id="an exit code that is only spoken of"
        ),
        pytest.param("", "ok", None, id="empty"),
        pytest.param(None, "ok", None, id="null"),
        pytest.param(7, "ok", None, id="a number"),
    ],
)
def test_an_output_tells_how_a_call_ended(
    read_rows: ReadRows, told: Any, status: str, exit_code: int | None
) -> None:
    (found,) = [
        row for row in read_rows(meta(), call("c"), output("c", told)).rows[ToolRow] if row.part == "result"
    ]
    extra = json.loads(found.extra or "{}")
    assert (found.status, extra.get("exit_code")) == (status, exit_code)


@pytest.mark.parametrize(
    ("result", "status"),
    [
        ({"Ok": {"content": [{"type": "text", "text": "x"}], "isError": False}}, "ok"),
        ({"Ok": {"content": [], "isError": True}}, "error"),
        ({"Ok": {"content": []}}, "ok"),
        ({"Err": "boom"}, "error"),
        ({"Err": "user rejected MCP tool call"}, "denied"),
        ({}, None),
    ],
)
def test_a_tool_of_a_server_says_ok_or_err(read_rows: ReadRows, result: Any, status: str | None) -> None:
    sink = read_rows(meta(), event("mcp_tool_call_end", call_id="c", result=result))
    assert [row.status for row in sink.rows[ToolRow]] == [status]


def test_an_id_used_again_for_something_else_is_another_call(
    write_log: WriteLog, load: Load, ask: Ask
) -> None:
    rows = [
        call("c", cmd="ls"),
        output("c", "Exit code: 0"),
        call("c", cmd="rm"),
        output("c", "Exit code: 1"),
    ]
    load(write_log(meta(), *rows))
    assert ask("SELECT tool_call_id, status FROM tool_outcome ORDER BY ALL") == [
        ("c", "ok"),
        ("c#2", "error"),
    ]


def test_a_plan_is_a_todo_list(read_rows: ReadRows) -> None:
    found = read_rows(*ROLLOUT).rows[TodoRow]
    assert [(row.ordinal, row.content, row.status) for row in found] == [
        (1, "Look", "completed"),
        (2, "Fix", "pending"),
    ]


def test_a_started_thread_is_an_agent_with_a_task(read_rows: ReadRows) -> None:
    sink = read_rows(*ROLLOUT)
    children = [row for row in sink.rows[AgentRow] if row.agent_id == CHILD]
    assert {(row.parent_agent_id, row.parent_rank, row.spawned_by_tool_call_id) for row in children} == {
        ("main", 3, "s1")
    }
    assert {row.name for row in children} | {row.role for row in children} == {None, "Sartre", "explorer"}
    assert [(row.task_id, row.title, row.status, row.agent_id) for row in sink.rows[TaskRow]] == [
        ("s1", "Summarize the parser.", "unfinished", None),
        ("s1", "Summarize the parser.", "running", CHILD),
        ("s1", "Summarize the parser.", "running", CHILD),
        ("s1", "Summarize the parser.", "completed", CHILD),
    ]
    assert [(row.task_id, row.status, row.output) for row in sink.rows[TaskResultRow]] == [
        ("s1", "completed", "It parses.")
    ]


@pytest.mark.parametrize(
    ("state", "word"),
    [
        ("running", "running"),
        ({"completed": {"message": "x"}}, "completed"),
        ({"completed": None}, "completed"),
        ({"errored": "boom"}, "failed"),
        ("shutdown", "cancelled"),
        ({"status": "completed", "message": "x"}, "completed"),
    ],
)
def test_the_state_of_a_thread_is_read_in_every_spelling(read_rows: ReadRows, state: Any, word: str) -> None:
    spawned = event("collab_agent_spawn_end", call_id="s", new_thread_id=CHILD, prompt="look")
    sink = read_rows(meta(), spawned, event("collab_waiting_end", statuses={CHILD: state}))
    assert sink.rows[TaskRow][-1].status == word


def test_a_notice_tells_how_a_thread_ended(read_rows: ReadRows) -> None:
    told = json.dumps({"agent_id": CHILD, "status": {"completed": "fine"}})
    spawned = event("collab_agent_spawn_end", call_id="s", new_thread_id=CHILD)
    sink = read_rows(meta(), spawned, said("user", f"<subagent_notification>{told}</subagent_notification>"))
    assert [(row.status, row.output) for row in sink.rows[TaskResultRow]] == [("completed", "fine")]


def test_the_head_of_a_child_names_its_parent_and_itself(read_rows: ReadRows) -> None:
    spawn = {"parent_thread_id": THREAD, "depth": 1, "agent_nickname": "Averroes", "agent_role": "explorer"}
    sink = read_rows(meta(CHILD, source={"subagent": {"thread_spawn": spawn}}), said("user", "Look around."))
    (told, titled), (agent,) = sink.rows[ConversationRow], sink.rows[AgentRow]
    assert (told.conversation_id, told.parent_conversation_id, told.project) == (CHILD, THREAD, "/srv/app")
    assert (titled.title, titled.title_rank) == ("Look around.", 0)
    assert (agent.agent_id, agent.name, agent.role) == ("main", "Averroes", "explorer")
    assert [(row.sender, row.recipient) for row in sink.rows[MessageRow]] == [(THREAD, "main")]


def test_the_surroundings_of_a_thread_are_kept(read_rows: ReadRows) -> None:
    told = read_rows(*ROLLOUT).rows[ConversationRow][0]
    assert json.loads(str(told.extra)) == {
        "originator": "codex_cli_rs",
        "cli_version": "0.145.0",
        "git_branch": "main",
        "git_commit_hash": "0" * 40,
        "git_repository_url": "https://example.invalid/r.git",
    }


def test_the_first_thing_a_person_asked_is_the_title_until_a_person_names_it(read_rows: ReadRows) -> None:
    rows = [*ROLLOUT, event("thread_name_updated", thread_id=THREAD, thread_name="Parser")]
    titles = [(row.title, row.title_rank) for row in read_rows(*rows).rows[ConversationRow] if row.title]
    assert titles == [("列出文件 and test them", 1), ("Parser", 3)]


def test_the_model_is_that_of_the_turn(read_rows: ReadRows) -> None:
    rows = [meta(), tokens((10, 0, 1)), turn("a"), tokens((20, 0, 2)), turn(None), tokens((30, 0, 3))]
    settings = {"model": "b", "service_tier": "flex"}
    rows += [event("thread_settings_applied", thread_settings=settings), tokens((40, 0, 4))]
    found = read_rows(*rows).rows[UsageRow]
    assert [(row.model, row.service) for row in found] == [
        (None, None),
        ("a", None),
        ("a", None),
        ("b", "service_tier=flex"),
    ]


def test_early_rows_without_a_payload_are_read(read_rows: ReadRows) -> None:
    sink = read_rows(
        {"id": "t-1", "timestamp": "2025-06-01T10:00:00Z", "instructions": None, "git": {"branch": "b"}},
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "hi"}]},
        {"type": "function_call", "name": "shell", "arguments": '{"command":["ls"]}', "call_id": "c"},
        {
            "type": "function_call_output",
            "call_id": "c",
            "output": '{"output":"x","metadata":{"exit_code":0}}',
        },
        {"record_type": "state"},
    )
    assert {row.conversation_id for row in sink.rows[ConversationRow]} == {"t-1"}
    assert [row.event_type for row in sink.rows[EventRow]] == [
        "session_meta",
        "user_message",
        "tool_call",
        "tool_result",
        "state",
    ]
    assert [row.occurred_at is None for row in sink.rows[EventRow]] == [False, True, True, True, True]
    assert [(row.tool_call_id, row.status) for row in sink.rows[ToolRow]] == [("c", None), ("c", "ok")]
    assert sink.tally.unknown_types == {}


def test_one_failure_told_by_two_rows_is_one_error(write_log: WriteLog, load: Load, ask: Ask) -> None:
    load(write_log(*ROLLOUT))
    assert ask("SELECT errors FROM conversation") == [(4,)]
    assert ask("SELECT count(*) FROM transcript_item_as_of(NULL, NULL) WHERE is_error") == [(4,)]


def test_a_call_of_which_only_the_end_is_told_began_before_it(
    write_log: WriteLog, load: Load, ask: Ask
) -> None:
    ended = event(
        "mcp_tool_call_end", call_id="c", duration={"secs": 1, "nanos": 5_000_000}, result={"Err": "x"}
    )
    load(write_log(meta(), ended))
    assert ask("SELECT ended_at - started_at = INTERVAL '1005 milliseconds' FROM tool_outcome") == [(True,)]


def test_a_placeholder_for_an_id_takes_no_run_over(read_rows: ReadRows) -> None:
    cleaned = meta("[trimmed for fixture]", cwd="[trimmed for fixture]")
    renamed = event(
        "thread_name_updated", thread_id="[trimmed for fixture]", thread_name="[trimmed for fixture]"
    )
    rows = read_rows(meta(), said("user", "hi"), cleaned, renamed).rows[ConversationRow]
    assert {(row.project, row.title) for row in rows} == {("/srv/app", None), (None, "hi")}


@pytest.mark.parametrize(
    ("tier", "service"),
    [
        ("fast", "service_tier=priority"),
        ("flex", "service_tier=flex"),
        ("default", None),
        (None, None),
        ("a b", None),
    ],
)
def test_a_tier_is_named_as_the_price_list_names_it(
    read_rows: ReadRows, tier: Any, service: str | None
) -> None:
    settings = event("thread_settings_applied", thread_settings={"service_tier": tier})
    assert [row.service for row in read_rows(meta(), settings, tokens((10, 0, 1))).rows[UsageRow]] == [
        service
    ]


def test_a_part_of_no_kind_is_no_text() -> None:
    """A damaged part stops no import."""
    assert texts_of([{"type": ["input_text"], "text": "x"}, {"type": "input_text", "text": "y"}]) == ["y"]
