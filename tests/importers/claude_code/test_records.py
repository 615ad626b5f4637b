"""How records become events, messages, parts and statements about their conversation."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from data_access.contracts.rows import ContentPartRow, ConversationRow, EventRow, MessageRow, UsageRow
from data_access.importers.sink import Sink
from tests.importers.claude_code.conftest import ReadRows, WriteLog
from tests.importers.claude_code.sample_records import assistant, row, tool_result, tool_use, user

ReadRecords = Callable[..., Sink]


@pytest.fixture
def read(read_rows: ReadRows, write_log: WriteLog) -> ReadRecords:
    """The rows that some records give."""
    return lambda *records: read_rows(write_log(*records))


def shown(sink: Sink) -> list[tuple[str, str | None, str | None]]:
    return [(found.event_type, found.summary, found.severity) for found in sink.rows[EventRow]]


def title_of(sink: Sink) -> tuple[str | None, int]:
    """Return the title that wins: the highest rank, then the latest word."""
    early = datetime(1970, 1, 1, tzinfo=UTC)
    told = [found for found in sink.rows[ConversationRow] if found.title]
    best = max(told, key=lambda found: (found.title_rank, found.observed_at or early), default=None)
    return (best.title, best.title_rank) if best else (None, 0)


def system(subtype: str, **more: Any) -> dict[str, Any]:
    return row("system", "s", subtype=subtype, **more)


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        (user("u", "hi\nthere"), ("user_message", "hi there", None)),
        (user("u", [{"type": "text", "text": "hi"}]), ("user_message", "hi", None)),
        (user("u", "so far ...", isCompactSummary=True), ("compact_summary", "so far ...", None)),
        (assistant("a", {"type": "text", "text": "y" * 400}), ("assistant_message", "y" * 299 + "…", None)),
        (assistant("a", {"type": "thinking", "thinking": "hm"}), ("thinking", "hm", None)),
        (
            assistant("a", {"type": "redacted_thinking", "data": "eA=="}),
            ("thinking", "Thinking, not in the log", None),
        ),
        (tool_result("r", "t", "boom", is_error=True), ("tool_result", "boom", "error")),
        (
            tool_result("r", "t", "This command requires approval", is_error=True),
            ("tool_result", "This command requires approval", "warning"),
        ),
        (system("session_start"), ("system.session_start", "session_start", None)),
        (
            row("system", "s", content="Opus limit reached", level="warning"),
            ("system", "Opus limit reached", "warning"),
        ),
        (
            row(
                "system",
                "s",
                subtype="compact_boundary",
                compactMetadata={"trigger": "auto", "preTokens": 50_000},
            ),
            ("system.compact_boundary", "Conversation compacted (auto, 50,000 tokens before)", None),
        ),
        (
            system("api_error", error={"status": 529}, retryAttempt=1, maxRetries=10),
            ("system.api_error", "API error 529 (attempt 1 of 10)", "error"),
        ),
        (
            system("model_refusal_fallback", originalModel="a", fallbackModel="b"),
            ("system.model_refusal_fallback", "a refused, continued with b", "warning"),
        ),
        (
            row("system", "s", subtype="turn_duration", durationMs=1234),
            ("system.turn_duration", "Turn took 1.2 s", None),
        ),
        (row("system", "s", subtype="turn_duration"), ("system.turn_duration", "Turn ended", None)),
        (
            row("system", "s", subtype="stop_hook_summary", hookCount=2),
            ("system.stop_hook_summary", "Stop hooks ran: 2", None),
        ),
        (
            row("attachment", "t", attachment={"type": "hook_blocking_error", "hookName": "Stop"}),
            ("attachment.hook_blocking_error", "Stop", "error"),
        ),
        (row("attachment", "t", attachment=None), ("attachment", None, None)),
        (row("queue-operation", "q", operation="enqueue"), ("queue_operation", "enqueue", None)),
        (
            row("pr-link", "p", prUrl="https://example.invalid/1"),
            ("pr_link", "https://example.invalid/1", None),
        ),
        (row("Brand New!", "b", text="what"), ("unknown.brand_new", "what", None)),
        (row({"odd": 1}, "b"), ("unknown", None, None)),
    ],
)
def test_every_kind_of_record_has_its_word_and_its_line(
    read: ReadRecords, record: dict[str, Any], expected: tuple[str, str | None, str | None]
) -> None:
    assert shown(read(record)) == [expected]


def test_an_event_says_where_when_and_what(read: ReadRecords) -> None:
    record = user("u1", "hi", at="2026-05-01T12:00:00+02:00")
    sink = read(record)
    assert sink.rows[EventRow] == [
        EventRow(
            conversation_key=sink.rows[ConversationRow][0].conversation_key,
            event_id="u1",
            agent_id="main",
            thread_id="main",
            task_id=None,
            event_type="user_message",
            phase=None,
            severity=None,
            occurred_at=datetime(2026, 5, 1, 10, tzinfo=UTC),
            recorded_at=None,
            time_is_naive=False,
            summary="hi",
            payload=json.dumps(record),
            extra=None,
            sequence=1,
            file_id=1,
            line=1,
        )
    ]


def test_unknown_types_are_counted_by_name(read: ReadRecords) -> None:
    sink = read(row("new", "a"), row("new", "b"), {"silly": "this"})
    assert sink.tally.unknown_types == {"new": 2, "(none)": 1}


@pytest.mark.parametrize(
    "kind",
    ["summary", "file-history-snapshot", "permission-mode", "mode", "last-prompt", "started", "result"],
)
def test_records_about_the_session_are_kept_as_they_are(read: ReadRecords, kind: str) -> None:
    sink = read({"type": kind, "sessionId": "S1", "x": 1})
    assert (sink.rows[EventRow], [(o.record_type, json.loads(o.raw)["x"]) for o in sink.others]) == (
        [],
        [(kind, 1)],
    )


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ({"0": "a", "1": "b", "2": "c", "content": []}, "abc"),
        ({str(n): "xyz"[n % 3] for n in range(30_000)}, ("xyz" * 100)[:299] + "…"),
        ({"0": {"odd": 1}, "1": "b"}, None),
        ("error", "error"),
        (None, None),
        ({}, None),
        ({"role": "user", "contenst": []}, None),
        ({"role": "user", "content": 7}, None),
    ],
)
@pytest.mark.parametrize("kind", ["user", "assistant"])
def test_a_malformed_message_is_one_flagged_event_and_no_call(
    read: ReadRecords, kind: str, message: Any, said: str | None
) -> None:
    sink = read(row(kind, "u", message=message))
    assert shown(sink) == [(f"{kind}_message", said, "warning")]
    assert [found.extra for found in sink.rows[EventRow]] == ['{"malformed":"message"}']
    assert sink.rows[UsageRow] == []


@pytest.mark.parametrize(
    ("at", "expected", "naive"),
    [
        ("2026-05-01T10:00:00.123456Z", datetime(2026, 5, 1, 10, 0, 0, 123456, UTC), False),
        ("2026-05-01T10:00:00", datetime(2026, 5, 1, 10, tzinfo=UTC), True),
        ("[trimmed for fixture]", None, False),
        ("0001-01-01T00:00:00+14:00", None, False),
        (1746093600, None, False),
        (None, None, False),
    ],
)
def test_times_are_utc_and_an_assumed_zone_is_flagged(
    read: ReadRecords, at: Any, expected: datetime | None, naive: bool
) -> None:
    sink = read(row("user", "u", at, message={"content": "x"}))
    assert [(found.occurred_at, found.time_is_naive) for found in sink.rows[EventRow]] == [(expected, naive)]
    assert sink.tally.naive_times == naive


def test_rows_without_an_id_are_named_by_content_and_place_among_equals(read: ReadRecords) -> None:
    bare = {"type": "user", "message": {"content": "x"}}
    swapped = {"message": {"content": "x"}, "type": "user"}
    names = [found.event_id for found in read(bare, swapped, {**bare, "y": 1}).rows[EventRow]]
    assert (names[0][:-2], names[0][-2:], names[1][-2:]) == (names[1][:-2], "-1", "-2")
    assert len(set(names)) == 3


def test_a_row_written_twice_has_one_identity(read: ReadRecords) -> None:
    copy = user("u", "x", forkedFrom={"sessionId": "P", "messageUuid": "u"})
    assert {found.event_id for found in read(copy, user("u", "x")).rows[EventRow]} == {"u"}


def test_other_content_under_a_known_id_is_kept_beside(read: ReadRecords) -> None:
    sink = read(user("u", "one"), user("u", "two"))
    assert [found.summary for found in sink.rows[EventRow]] == ["one"]
    assert [(found.record_type, found.line) for found in sink.others] == [("same_uuid_other_content", 2)]


def test_messages_have_sender_recipient_and_what_they_reply_to(read: ReadRecords) -> None:
    sink = read(
        user("u", "hi"),
        assistant("a", {"type": "text", "text": "one"}, {"type": "text", "text": "two"}, parentUuid="u"),
        tool_result("r", "t"),
        user("m", "injected", isMeta=True),
        user("c", "<command-name>/clear</command-name>"),
        user("x", "go", agentId="a1", isSidechain=True),
    )
    assert [
        (m.message_id, m.thread_id, m.sender, m.recipient, m.role, m.content, m.reply_to, m.extra)
        for m in sink.rows[MessageRow]
    ] == [
        ("u", "main", "person", "main", "user", "hi", None, None),
        ("a", "main", "main", "person", "assistant", "one\n\ntwo", "u", None),
        ("m", "main", None, "main", "user", "injected", None, '{"meta":true}'),
        ("c", "main", None, "main", "user", "<command-name>/clear</command-name>", None, '{"wrapper":true}'),
        ("x", "a1", None, "a1", "user", "go", None, None),
    ]


def test_thinking_and_media_and_long_text_stand_apart_with_a_preview(read: ReadRecords) -> None:
    picture = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "aGk="}}
    sink = read(
        assistant("a", {"type": "thinking", "thinking": "hm", "signature": "s"}),
        user("u", [picture, {"type": "text", "text": "see"}]),
        tool_result("r", "t", "长" * 9_000, told={"stdout": "长" * 9_000, "short": "x"}),
        assistant("h", {"type": "redacted_thinking", "data": "eA=="}),
    )
    parts = [(p.part_id, p.event_id, p.kind, p.media_type, p.size_bytes) for p in sink.rows[ContentPartRow]]
    assert parts.pop() == ("h#1", "h", "thinking", None, 4)
    assert parts == [
        ("a#1", "a", "thinking", None, 2),
        ("u#1", "u", "image", "image/png", 4),
        ("r#1", "r", "text", None, 27_000),
    ]
    payloads = [json.loads(found.payload) for found in sink.rows[EventRow]]
    assert payloads[0]["message"]["content"][0] == {
        "type": "thinking",
        "thinking": {"$part": "a#1", "kind": "thinking", "bytes": 2, "preview": "hm"},
        "signature": "s",
    }
    assert payloads[1]["message"]["content"][0]["source"]["data"] == {
        "$part": "u#1", "kind": "image", "bytes": 4, "preview": "image/png",
    }  # fmt: skip
    assert payloads[2]["toolUseResult"]["stdout"]["$part"] == "r#1"
    assert payloads[2]["toolUseResult"]["short"] == "x"


def test_unknown_blocks_stay_in_the_payload(read: ReadRecords) -> None:
    sink = read(assistant("a", {"type": "fallback", "from": {}, "to": {}}, {"type": "text", "text": "x"}))
    assert json.loads(sink.rows[EventRow][0].payload)["message"]["content"][0]["type"] == "fallback"


def test_the_title_is_a_persons_then_the_programs_then_the_first_prompt(read: ReadRecords) -> None:
    rows = [
        user("w", "<ide_opened_file>x</ide_opened_file>"),
        user("m", "meta", isMeta=True),
        user(
            "u",
            [
                {"type": "text", "text": "<ide_selection>y</ide_selection>"},
                {"type": "text", "text": "Do\nit"},
            ],
        ),
        user("v", "later", at="2026-05-01T11:00:00Z"),
    ]
    summary = {"type": "summary", "summary": "By the program", "leafUuid": "u"}
    custom = {"type": "custom-title", "sessionId": "S1", "customTitle": "By a person"}
    assert title_of(read(*rows)) == ("Do it", 1)
    assert title_of(read(summary, *rows)) == ("By the program", 2)
    assert title_of(read(summary, custom, *rows)) == ("By a person", 3)


def test_a_summary_of_another_conversation_names_nothing_here(read: ReadRecords) -> None:
    sink = read({"type": "summary", "summary": "Other", "leafUuid": "elsewhere"}, user("u", "hi"))
    assert title_of(sink) == ("hi", 1)
    assert len(sink.others) == 1


def test_a_summary_names_the_conversation_of_its_leaf(read: ReadRecords) -> None:
    sink = read(
        user("u", "hi"),
        user("v", "ho", sessionId="S2"),
        {"type": "summary", "summary": "Second", "leafUuid": "v"},
    )
    named = {
        found.conversation_id: found.title for found in sink.rows[ConversationRow] if found.title_rank == 2
    }
    assert named == {"S2": "Second"}


@pytest.mark.parametrize(
    ("directory", "project"),
    [
        ("/w/repo", "/w/repo"),
        ("/w/repo/.claude/worktrees/agent-a1", "/w/repo"),
        ("/w/repo/.worktrees/x/y", "/w/repo"),
        ("C:\\repo\\.claude\\worktrees\\x", "C:\\repo"),
        ("/w/worktrees", "/w/worktrees"),
        (None, "-w"),
    ],
)
def test_a_worktree_belongs_to_its_project(read: ReadRecords, directory: str | None, project: str) -> None:
    sink = read(row("queue-operation", "q", cwd=None), user("u", "hi", cwd=directory))
    assert {found.project for found in sink.rows[ConversationRow] if found.title is None} == {project}


def test_where_a_conversation_took_place_is_kept(read: ReadRecords) -> None:
    sink = read(user("u", "hi", gitBranch="main", forkedFrom={"sessionId": "P", "messageUuid": "u"}))
    assert json.loads(sink.rows[ConversationRow][0].extra) == {
        "cwd": "/w", "gitBranch": "main", "version": "2.1.81", "forked_from": "P",
    }  # fmt: skip


def test_rows_of_two_sessions_in_one_file_are_two_conversations(read: ReadRecords) -> None:
    sink = read(
        user("u", "hi"), user("v", "ho", sessionId="S2"), {"type": "user", "message": {"content": "?"}}
    )
    assert [found.conversation_id for found in sink.rows[ConversationRow] if not found.title] == ["S1", "S2"]
    keys = [found.conversation_key for found in sink.rows[EventRow]]
    assert keys[0] == keys[2] != keys[1]


def test_tool_use_beside_text_is_both(read: ReadRecords) -> None:
    sink = read(assistant("a", {"type": "text", "text": "let me"}, tool_use("t", "Read", file_path="/x")))
    assert shown(sink) == [("tool_call", "Read /x", None)]
    assert [found.content for found in sink.rows[MessageRow]] == ["let me"]
