"""Tool calls, their results, and the todo lists some of them keep."""

from __future__ import annotations

from typing import Any

import pytest

from data_access.contracts.rows import EventRow, TodoRow, ToolRow
from tests.importers.claude_code.conftest import ReadRows, WriteLog
from tests.importers.claude_code.sample_records import assistant, tool_result, tool_use, user


@pytest.fixture
def tools_of(read_rows: ReadRows, write_log: WriteLog) -> Any:
    """The tool rows that some records give."""
    return lambda *records: read_rows(write_log(*records)).rows[ToolRow]


@pytest.fixture
def todos_of(read_rows: ReadRows, write_log: WriteLog) -> Any:
    """The todo lists that some records give, by the call that wrote them."""

    def read(*records: dict[str, Any]) -> dict[str, list[tuple[Any, ...]]]:
        lists: dict[str, list[tuple[Any, ...]]] = {}
        for found in read_rows(write_log(*records)).rows[TodoRow]:
            assert isinstance(found, TodoRow)
            lists.setdefault(found.list_id, []).append((found.ordinal, found.content, found.status))
        return lists

    return read


def test_every_tool_block_of_an_answer_written_in_several_rows_is_kept(tools_of: Any) -> None:
    rows = tools_of(
        assistant("a"),
        assistant("b", tool_use("t1", "Read")),
        assistant("c", tool_use("t2", "mcp__playwright__click"), at="2026-05-02T00:00:01.000Z"),
        assistant("d", tool_use("t3"), tool_use("t4")),
    )
    assert [(found.tool_call_id, found.tool, found.event_id) for found in rows] == [
        ("t1", "Read", "b"),
        ("t2", "mcp__playwright__click", "c"),
        ("t3", "Read", "d"),
        ("t4", "Read", "d"),
    ]
    assert len({found.observation_id for found in rows}) == 4


def test_a_call_and_its_result_are_two_halves_of_one_id(tools_of: Any) -> None:
    call, result = tools_of(
        assistant("a", tool_use("t1", "Bash", command="ls")),
        tool_result("r", "t1", "x" * 20_000, at="2026-05-01T10:00:07.000Z"),
    )
    assert (call.part, call.tool, call.input, call.status, call.ended_at) == (
        "call", "Bash", '{"command":"ls"}', None, None,
    )  # fmt: skip
    assert (result.part, result.tool_call_id, result.status, result.output) == (
        "result", "t1", "ok", "x" * 20_000,
    )  # fmt: skip
    assert result.ended_at.isoformat() == "2026-05-01T10:00:07+00:00"


@pytest.mark.parametrize(
    ("content", "more", "status"),
    [
        ("ok", {}, "ok"),
        ("ok", {"is_error": False}, "ok"),
        ("Exit code 1", {"is_error": True}, "error"),
        ("boom", {"told": {"stderr": "boom", "is_error": True}}, "error"),
        ("The user doesn't want to proceed with this tool use. The tool", {"is_error": True}, "denied"),
        ("The user doesn't want to take this action right now. STOP", {"is_error": True}, "denied"),
        (
            "Claude requested permissions to use WebSearch, but you haven't granted it yet.",
            {"is_error": True},
            "denied",
        ),
        ("This command requires approval", {"is_error": True}, "denied"),
        (
            "This Bash command contains multiple operations. The following part requires approval: rm",
            {"is_error": True},
            "denied",
        ),
        (
            "ls in '~' was blocked. For security, Claude Code may only list files",
            {"is_error": True},
            "denied",
        ),
        ("Permission to use Bash with command rm has been denied.", {"is_error": True}, "denied"),
        ("no", {"is_error": True, "told": "User rejected tool use"}, "denied"),
        ("no", {"is_error": True, "toolDenialKind": "user-rejected"}, "denied"),
        ("The user doesn't want to proceed with this tool use", {}, "ok"),
    ],
)
def test_a_refusal_is_no_failure(tools_of: Any, content: str, more: dict[str, Any], status: str) -> None:
    assert [found.status for found in tools_of(tool_result("r", "t1", content, **more))] == [status]


def test_a_plan_that_a_person_sent_back_is_denied(tools_of: Any) -> None:
    rows = tools_of(
        assistant("a", tool_use("t1", "ExitPlanMode", plan="do it")),
        tool_result("r", "t1", "please add the other file first", is_error=True),
        assistant("b", tool_use("t2", "ExitPlanMode", plan="do it")),
        tool_result("s", "t2", "<tool_use_error>No such tool</tool_use_error>", is_error=True),
    )
    assert [found.status for found in rows if found.part == "result"] == ["denied", "error"]


def test_the_text_of_a_failure_is_the_error(tools_of: Any) -> None:
    found = tools_of(tool_result("r", "t1", "boom", is_error=True))[0]
    assert (found.output, found.error) == (None, "boom")


@pytest.mark.parametrize(
    ("content", "told", "output"),
    [
        ([{"type": "text", "text": "a"}, {"type": "image", "source": {}}, "b", 7], None, "a\n[image]\nb"),
        (None, "told beside", "told beside"),
        ([], None, ""),
        ({"odd": 1}, None, None),
    ],
)
def test_the_output_is_text_whatever_its_form(tools_of: Any, content: Any, told: Any, output: Any) -> None:
    assert [found.output for found in tools_of(tool_result("r", "t1", content, told))] == [output]


def test_blocks_without_ids_are_joined_by_their_rows(tools_of: Any) -> None:
    nameless = {"type": "tool_use", "name": "bash", "input": {}}
    answer = user("r", [{"type": "tool_result", "content": "ok"}], parentUuid="a")
    assert [found.tool_call_id for found in tools_of(assistant("a", nameless, nameless), answer)] == [
        "a#1",
        "a#2",
        "a#1",
    ]


@pytest.mark.parametrize(
    ("block", "shown"),
    [
        (tool_use("t", "Read", file_path="/a/b.py"), "Read /a/b.py"),
        (tool_use("t", "Bash", command="ls\n-l", description="list"), "Bash: ls -l"),
        (tool_use("t", "Grep", pattern="x+", path="src"), "Grep: x+"),
        (tool_use("t", "LS", path="/src"), "LS /src"),
        (tool_use("t", "TodoWrite", todos=[1, 2]), "TodoWrite: 2 items"),
        (tool_use("t", "Task", description="Look", prompt="long"), "Task: Look"),
        ({"type": "tool_use", "input": "?"}, "tool"),
    ],
)
def test_a_call_is_shown_in_a_few_words(
    read_rows: ReadRows, write_log: WriteLog, block: dict[str, Any], shown: str
) -> None:
    events = read_rows(write_log(assistant("a", block))).rows[EventRow]
    assert [(found.event_type, found.summary) for found in events] == [("tool_call", shown)]


def test_a_row_of_several_blocks_is_shown_by_the_first_and_by_what_failed(
    read_rows: ReadRows, write_log: WriteLog
) -> None:
    calls = assistant("a", tool_use("t1", "LS", path="/x"), tool_use("t2", "LS"), tool_use("t3", "LS"))
    answers = [
        {"type": "tool_result", "tool_use_id": f"t{n}", "content": content, "is_error": content == "boom"}
        for n, content in enumerate(("fine", "boom", "good"), 1)
    ]
    events = read_rows(write_log(calls, user("u", answers))).rows[EventRow]
    assert [(found.event_type, found.summary, found.severity) for found in events] == [
        ("tool_call", "LS /x (and 2 more)", None),
        ("tool_result", "boom", "error"),
    ]


def test_a_written_todo_list_is_kept_as_it_stood(todos_of: Any) -> None:
    todos = ["broken", {"content": "one", "status": "pending"}, {"status": 3}, None]
    assert todos_of(assistant("a", tool_use("t1", "TodoWrite", todos=todos))) == {
        "t1": [(1, "broken", None), (2, "one", "pending"), (3, None, None), (4, None, None)]
    }


def test_a_checklist_is_written_out_after_every_change(todos_of: Any) -> None:
    def change(call: str, tool: str, told: Any, **asked: Any) -> list[dict[str, Any]]:
        return [
            assistant(f"{call}-a", tool_use(call, tool, **asked)),
            tool_result(f"{call}-r", call, told=told),
        ]

    listed = [{"id": "9", "subject": "other", "status": "completed"}]
    assert todos_of(
        *change("c1", "TaskCreate", {"task": {"id": "1", "subject": "one"}}, subject="one"),
        *change("c2", "TaskCreate", {"task": {"id": "2", "subject": "two"}}, subject="two"),
        *change("u1", "TaskUpdate", {"success": True, "taskId": "1"}, taskId="1", status="in_progress"),
        *change("u2", "TaskUpdate", {"success": True, "taskId": "2"}, taskId="2", status="deleted"),
        *change("u3", "TaskUpdate", {"success": False, "taskId": "1"}, taskId="1", status="completed"),
        *change("u4", "TaskUpdate", {"success": True, "taskId": "77"}, taskId="77", status="completed"),
        *change("l1", "TaskList", {"tasks": listed}),
    ) == {
        "c1": [(1, "one", "pending")],
        "c2": [(1, "one", "pending"), (2, "two", "pending")],
        "u1": [(1, "one", "in_progress"), (2, "two", "pending")],
        "u2": [(1, "one", "in_progress")],
        "l1": [(1, "other", "completed")],
    }
