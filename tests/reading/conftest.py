"""A desk that tests of readings fill row by row, through the store's own loader."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest

from data_access.contracts.rows import AgentRow, ContentPartRow, EventRow, Row
from data_access.store.bulk_load import append_rows
from data_access.store.connection import Store
from data_access.writing.merge_usage import refresh_conversation_usage
from data_access.writing.refresh_conversations import touched_conversations


def moment(text: str) -> datetime:
    """Read `2026-05-01 10:00` as UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


class Desk:
    """A store and the shortest way to put something on it."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def append(self, rows: Sequence[Row]) -> None:
        with self.store.transaction() as transaction:
            append_rows(transaction, rows)

    def insert(self, table: str, **values: Any) -> None:
        columns, marks = ", ".join(values), ", ".join(f"${name}" for name in values)
        with self.store.transaction() as transaction:
            transaction.cursor.execute(f"INSERT INTO {table} ({columns}) VALUES ({marks})", values)

    def run(self, key: str, **values: Any) -> None:
        base: dict[str, Any] = {
            "conversation_id": f"native {key}",
            "source_format": "claude_code",
            "basis": "log",
            "origin": "real",
            "purpose": "ordinary_chat",
            "title": None,
            "project": None,
            "parent_conversation_id": None,
            "parent_conversation_key": None,
            "first_at": None,
            "last_at": None,
            "agents": 1,
            "events": 0,
            "messages": 0,
            "tool_calls": 0,
            "errors": 0,
        }
        self.insert("conversation", conversation_key=key, **(base | values))

    def call(self, call_key: str, run: str, agent: str | None, cost: str | None, **values: Any) -> None:
        base: dict[str, Any] = {
            "model": "claude-opus-4-7",
            "occurred_at": moment("2026-05-01 10:00"),
            "fresh_input": 10,
            "output": 5,
            "web_searches": 0,
            "observations": 1,
            "reported_cost_usd": None if cost is None else Decimal(cost),
        }
        self.insert("usage_call", call_key=call_key, conversation_key=run, agent_id=agent, **(base | values))
        self.recount(run)

    def recount(self, run: str) -> None:
        """Count what the run spent, as every import does."""
        with self.store.transaction() as transaction, touched_conversations(transaction, [run]):
            refresh_conversation_usage(transaction)

    def agent(self, run: str, agent_id: str, parent: str | None = None, name: str | None = None) -> None:
        self.append(
            [
                AgentRow(
                    conversation_key=run,
                    observation_id=f"{run}/{agent_id}",
                    agent_id=agent_id,
                    name=name,
                    role=None,
                    parent_agent_id=parent,
                    parent_rank=3,
                    spawned_by_tool_call_id=None,
                    workspace_path=None,
                    observed_at=None,
                    extra=None,
                    file_id=1,
                    line=1,
                )
            ]
        )

    def part(self, run: str, event_id: str, number: int, content: str) -> None:
        self.append(
            [
                ContentPartRow(
                    conversation_key=run,
                    part_id=f"{event_id}#{number}",
                    event_id=event_id,
                    kind="thinking",
                    media_type=None,
                    size_bytes=len(content),
                    content=content,
                    file_id=1,
                    line=1,
                )
            ]
        )

    @staticmethod
    def event(run: str, event_id: str, at: str | datetime | None = None, **values: Any) -> EventRow:
        base: dict[str, Any] = {
            "agent_id": "main",
            "thread_id": None,
            "task_id": None,
            "event_type": "assistant",
            "phase": None,
            "severity": None,
            "recorded_at": None,
            "time_is_naive": False,
            "summary": None,
            "payload": None,
            "extra": None,
            "sequence": 1,
            "file_id": 1,
            "line": 1,
        }
        occurred_at = moment(at) if isinstance(at, str) else at
        return EventRow(conversation_key=run, event_id=event_id, occurred_at=occurred_at, **(base | values))


@pytest.fixture
def desk(fresh_store: Store) -> Iterator[Desk]:
    """An empty desk in memory."""
    return Desk(fresh_store)
