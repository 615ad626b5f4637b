"""Rows of usage for tests: a complete one, to be varied field by field."""

from __future__ import annotations

from datetime import UTC, datetime

from data_access.contracts.rows import UsageRow
from data_access.rules.identity import conversation_key, digest

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
NOT_SAID = ("conversation_key", "observation_id", "file_id", "line")

PLAIN = UsageRow(
    conversation_key=conversation_key("claude_code", "S1"),
    observation_id="",
    call_key="cc:msg_1",
    call_id="msg_1",
    conversation_id="S1",
    agent_id="main",
    task_id=None,
    phase=None,
    model="claude-opus-4-7",
    occurred_at=NOON,
    is_fork_copy=False,
    is_finished=True,
    fresh_input=1000,
    cache_read=0,
    cache_write_5m=0,
    cache_write_1h=0,
    cache_write_unspecified=0,
    output=100,
    reasoning=None,
    web_searches=0,
    service=None,
    reported_cost_usd=None,
    event_id=None,
    file_id=1,
    line=1,
)


def usage_row(**changes: object) -> UsageRow:
    """A row like `PLAIN` with some fields changed, its key and identity recomputed from them."""
    row = PLAIN._replace(**changes)  # type: ignore[arg-type]
    if "conversation_key" not in changes:
        row = row._replace(conversation_key=conversation_key("claude_code", row.conversation_id))
    if "call_id" in changes and "call_key" not in changes:
        row = row._replace(call_key=f"cc:{row.call_id}")
    if "observation_id" not in changes:
        said = {k: v for k, v in row._asdict().items() if k not in NOT_SAID}
        row = row._replace(observation_id=digest(*said.values()))
    return row
