"""Whatever stands in a log, every record ends as an event or kept aside, and nothing raises."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_access.contracts.rows import ContentPartRow, EventRow, UsageRow
from data_access.importers.claude_code import FORMAT
from data_access.importers.claude_code.layout import LOG_SUFFIX
from data_access.importers.claude_code.records import KEPT_ASIDE
from data_access.importers.formats import ReadFrom, SourceFile
from data_access.importers.sink import Sink
from tests.importers.claude_code.sample_records import assistant, row, tool_result, tool_use, user

TYPES = ("user", "assistant", "system", "attachment", "progress", "queue-operation", *sorted(KEPT_ASIDE))
TOOLS = ("Task", "TodoWrite", "TaskCreate", "TaskUpdate", "TaskOutput", "SendMessage", "ExitPlanMode")
ASKED = ("todos", "prompt", "to", "message", "taskId")
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
BLOCK_TYPES = st.sampled_from(("text", "thinking", "tool_use", "tool_result", "image", "redacted_thinking"))
BLOCK_FIELDS = {
    "id": VALUES,
    "tool_use_id": VALUES,
    "name": st.sampled_from(TOOLS) | VALUES,
    "input": st.dictionaries(st.sampled_from(ASKED), VALUES) | VALUES,
    "content": VALUES,
    "text": VALUES,
    "thinking": VALUES,
    "is_error": VALUES,
    "source": VALUES,
}
BLOCKS = st.fixed_dictionaries({"type": BLOCK_TYPES}, optional=BLOCK_FIELDS) | VALUES
USAGE_FIELDS = [
    "input_tokens",
    "output_tokens",
    "cache_creation_input_tokens",
    "cache_read_input_tokens",
    "cache_creation",
    "server_tool_use",
    "output_tokens_details",
    "speed",
    "service_tier",
]
MESSAGES = (
    st.fixed_dictionaries(
        {},
        optional={
            "id": VALUES,
            "role": VALUES,
            "model": VALUES,
            "content": st.lists(BLOCKS, max_size=3) | VALUES,
            "stop_reason": VALUES,
            "usage": st.dictionaries(st.sampled_from(USAGE_FIELDS), VALUES) | VALUES,
            "0": VALUES,
        },
    )
    | VALUES
)
TOLD_FIELDS = ("agentId", "status", "task", "tasks", "taskId", "success", "isAsync", "worktreePath", "type")
ROW_FIELDS = [
    "parentUuid",
    "sessionId",
    "agentId",
    "isSidechain",
    "timestamp",
    "cwd",
    "subtype",
    "content",
    "level",
    "attachment",
    "data",
    "isMeta",
    "isCompactSummary",
    "isApiErrorMessage",
    "error",
    "costUSD",
    "forkedFrom",
    "leafUuid",
    "summary",
    "customTitle",
    "agentName",
    "worktreeSession",
    "compactMetadata",
    "retryAttempt",
    "maxRetries",
    "durationMs",
    "inputTokens",
    "outputTokens",
    "toolDenialKind",
    "parentToolUseID",
]
ROWS = st.fixed_dictionaries(
    {"type": st.sampled_from(TYPES) | VALUES},
    optional={
        "uuid": st.sampled_from(("u1", "u2")) | VALUES,
        "message": MESSAGES,
        "toolUseResult": st.dictionaries(st.sampled_from(TOLD_FIELDS), VALUES) | VALUES,
    }
    | dict.fromkeys(ROW_FIELDS, VALUES),
)
ONE_FIELD = ("type", "uuid", "parentUuid", "sessionId", "timestamp", "cwd", "message", "toolUseResult")


def read(path: Path) -> Sink:
    sink = Sink()
    sink.begin(1)
    FORMAT.read(SourceFile(path, path.name), ReadFrom(), sink)
    return sink


def assert_adds_up(sink: Sink) -> None:
    tally = sink.tally
    assert tally.records == len(sink.rows[EventRow]) + tally.others + tally.rejected
    assert (tally.others, tally.rejected) == (len(sink.others), len(sink.rejects))


@given(rows=st.lists(ROWS, min_size=1, max_size=4))
def test_no_value_in_any_place_loses_a_record(
    tmp_path_factory: pytest.TempPathFactory, rows: list[dict[str, Any]]
) -> None:
    path = tmp_path_factory.getbasetemp() / "any.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in rows), encoding="utf-8")
    sink = read(path)
    assert_adds_up(sink)
    assert sink.tally.records == len(rows)
    for found in sink.rows[UsageRow]:
        assert isinstance(found, UsageRow)
        assert all(value is None or 0 <= value <= 10**12 for value in found[12:19])


@given(
    field=st.sampled_from(ONE_FIELD),
    value=VALUES,
    record=st.sampled_from(
        [
            user("u", "hi"),
            assistant("a", {"type": "thinking", "thinking": "hm"}, tool_use("t", "Task", prompt="x")),
            tool_result("r", "t", told={"agentId": "a1", "status": "completed"}),
            row("system", "s", subtype="api_error", error={"status": 1}),
        ]
    ),
)  # fmt: skip
def test_a_sound_record_with_one_odd_field_is_still_an_event(
    tmp_path_factory: pytest.TempPathFactory, field: str, value: Any, record: dict[str, Any]
) -> None:
    path = tmp_path_factory.getbasetemp() / "odd.jsonl"
    path.write_text(json.dumps({**record, field: value}) + "\n", encoding="utf-8")
    sink = read(path)
    assert_adds_up(sink)
    assert len(sink.rows[EventRow]) + len(sink.others) == 1


def test_payload_and_parts_together_are_the_record(tmp_path: Path) -> None:
    long = "x" * 9_000
    thinking = {"type": "thinking", "thinking": "hm"}
    record = assistant("a", thinking, tool_use("t", "Write", content=long, same=long))
    path = tmp_path / "S1.jsonl"
    path.write_text(json.dumps(record) + "\n")
    sink = read(path)
    parts = {part.part_id: part.content for part in sink.rows[ContentPartRow]}

    def whole(value: Any) -> Any:
        if isinstance(value, dict):
            return parts[value["$part"]] if "$part" in value else {k: whole(v) for k, v in value.items()}
        return [whole(item) for item in value] if isinstance(value, list) else value

    assert whole(json.loads(sink.rows[EventRow][0].payload)) == record


def test_every_real_log_adds_up(inputs: Path) -> None:
    logs = [
        path
        for folder in ("claude_code", "bug_repros", "odd")
        for path in sorted((inputs / folder).rglob(f"*{LOG_SUFFIX}"))
    ]
    assert len(logs) > 100
    for path in logs:
        assert_adds_up(read(path))
