"""What each row says of its billed call."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from data_access.contracts.rows import EventRow, UsageRow
from tests.importers.claude_code.conftest import ReadRows, WriteLog
from tests.importers.claude_code.sample_records import assistant, cache, row, usage

CLASSES = (
    "fresh_input",
    "cache_read",
    "cache_write_5m",
    "cache_write_1h",
    "cache_write_unspecified",
    "output",
)


def classes(found: Any) -> tuple[int | None, ...]:
    return tuple(getattr(found, name) for name in CLASSES)


@pytest.fixture
def usage_of(read_rows: ReadRows, write_log: WriteLog) -> Any:
    """The usage rows that some records give."""
    return lambda *records: read_rows(write_log(*records)).rows[UsageRow]


def test_rows_of_one_answer_are_one_call_with_or_without_a_request_id(usage_of: Any) -> None:
    rows = usage_of(
        assistant("u0", call="chatcmpl-9"),
        assistant("u1", call="chatcmpl-9", requestId="req_1"),
        assistant("u2", call="chatcmpl-9"),
    )
    assert {found.call_key for found in rows} == {"cc:chatcmpl-9"}
    assert len({found.observation_id for found in rows}) == 3


def test_an_answer_without_an_id_is_the_call_of_its_row(usage_of: Any) -> None:
    rows = usage_of(assistant("u0", call=None), assistant("u1", call="  "))
    assert [(found.call_id, found.call_key) for found in rows] == [(None, "cc:u0"), (None, "cc:u1")]


def test_a_row_without_any_id_counts_for_its_own_conversation_only(
    read_rows: ReadRows, write_log: WriteLog
) -> None:
    bare = {"type": "assistant", "message": {"usage": {"input_tokens": 1000, "output_tokens": 50}}}
    write_log(bare, bare, path="projects/-w/S1.jsonl")
    root = write_log(bare, path="projects/-w/S2.jsonl").parent
    assert len({found.call_key for found in read_rows(root).rows[UsageRow]}) == 3


@pytest.mark.parametrize(
    ("stated", "expected"),
    [
        pytest.param(
            usage(1, 2, 1000, 4, cache_creation=cache(300, 200)),
            (1, 4, 300, 200, 500, 2),
            id="the rest of an incomplete breakdown is unspecified",
        ),
        pytest.param(usage(1, 2, 1000, 4), (1, 4, 0, 0, 1000, 2), id="no breakdown"),
        pytest.param(
            usage(1, 2, 1000, 4, cache_creation=cache(0, 0)),
            (1, 4, 0, 0, 1000, 2),
            id="a breakdown of zeros",
        ),
        pytest.param(
            usage(1, 2, 100, 4, cache_creation=cache(300, 0)),
            (1, 4, 300, 0, 0, 2),
            id="a breakdown larger than the total is the finer statement",
        ),
        pytest.param(usage(1, 2, 1000, 4, cache_creation="x"), (1, 4, 0, 0, 1000, 2), id="damaged"),
        pytest.param({"input_tokens": 1, "output_tokens": 2}, (1, *[None] * 4, 2), id="no cache told"),
        pytest.param(usage(-1, 2.5, "7", 10**15), (None,) * 6, id="no counts at all"),
        pytest.param(usage(True, None, [], {}), (None,) * 6, id="no numbers at all"),
    ],
)
def test_the_classes_are_disjoint_and_what_cannot_be_a_count_is_unknown(
    usage_of: Any, stated: Any, expected: tuple[int | None, ...]
) -> None:
    assert [classes(found) for found in usage_of(assistant("a", usage=stated))] == [expected]


@pytest.mark.parametrize(("reason", "expected"), [(None, False), ("end_turn", True), ("tool_use", True)])
def test_a_call_is_finished_when_the_source_gives_a_reason(
    usage_of: Any, reason: str | None, expected: bool
) -> None:
    assert [found.is_finished for found in usage_of(assistant("a", stop_reason=reason))] == [expected]


def test_a_call_is_neither_finished_nor_unfinished_where_the_source_does_not_say(usage_of: Any) -> None:
    record = assistant("a")
    del record["message"]["stop_reason"]
    assert [found.is_finished for found in usage_of(record)] == [None]


def test_a_synthetic_answer_is_no_call_and_still_an_event(read_rows: ReadRows, write_log: WriteLog) -> None:
    sink = read_rows(write_log(assistant("a", model="<synthetic>", isApiErrorMessage=True)))
    assert sink.rows[UsageRow] == []
    assert [(found.event_type, found.severity) for found in sink.rows[EventRow]] == [("api_error", "error")]


def test_a_model_nobody_knows_is_kept_by_name(usage_of: Any) -> None:
    assert [found.model for found in usage_of(assistant("a", model="claude-nova-9"))] == ["claude-nova-9"]


def test_a_copied_row_says_so(usage_of: Any) -> None:
    rows = usage_of(assistant("a", forkedFrom={"sessionId": "P", "messageUuid": "a"}), assistant("a"))
    assert [found.is_fork_copy for found in rows] == [True, False]
    assert len({found.call_key for found in rows}) == 1


def test_rows_without_a_type_count(usage_of: Any) -> None:
    message = {"role": "assistant", "id": "msg-1", "model": "claude-opus-4", "usage": usage(100, 50, 25, 10)}
    old = {"timestamp": "2026-01-09T10:00:00.000Z", "sessionId": "s", "message": message, "costUSD": 0.12}
    found = usage_of(old)[0]
    assert (classes(found), found.reported_cost_usd) == ((100, 10, 0, 0, 25, 50), Decimal("0.12"))


def test_counts_beside_the_message_count(usage_of: Any) -> None:
    record = {
        "type": "assistant",
        "uuid": "m2",
        "timestamp": "2024-12-01T10:00:30.000Z",
        "message": {"content": "Hi", "model": "claude-3-5-sonnet-20241022"},
        "costUSD": 0.05,
        "cacheCreationInputTokens": 100,
        "cacheReadInputTokens": 50,
        "inputTokens": 200,
        "outputTokens": 100,
    }
    found = usage_of(record)[0]
    assert (classes(found), found.call_key) == ((200, 50, 0, 0, 100, 100), "cc:m2")


@pytest.mark.parametrize("cost", [0, -1, "0.5", float("inf"), True, None, 10**12])
def test_a_cost_that_cannot_be_one_is_unknown(usage_of: Any, cost: Any) -> None:
    assert [found.reported_cost_usd for found in usage_of(assistant("a", costUSD=cost))] == [None]


def test_web_searches_and_reasoning_are_read(usage_of: Any) -> None:
    stated = usage(
        1, 20, server_tool_use={"web_search_requests": 3}, output_tokens_details={"thinking_tokens": 12}
    )
    found = usage_of(assistant("a", usage=stated))[0]
    assert (found.web_searches, found.output, found.reasoning) == (3, 20, 12)


def test_what_an_agent_used_is_never_taken_from_the_answer_to_its_spawner(usage_of: Any) -> None:
    told = {"agentId": "a1", "totalTokens": 999, "usage": usage(5, 5)}
    message = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "content": "ok"}]}
    assert usage_of(row("user", "u", message=message, toolUseResult=told)) == []


def test_the_same_statement_in_two_places_is_one_observation(usage_of: Any) -> None:
    rows = usage_of(assistant("a"), assistant("a"))
    assert len({found.observation_id for found in rows}) == 1
