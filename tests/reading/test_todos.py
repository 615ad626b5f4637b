"""Todo lists: the newest of each agent, in its order, with how often it was written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import orjson
import pytest

from data_access.contracts.importing import ImportCall
from data_access.contracts.todos import TodoItem
from data_access.errors import NotFound
from data_access.reading.todos import todos
from data_access.store.connection import Store
from data_access.writing.import_records import import_records


@pytest.fixture
def noted() -> Callable[..., dict]:
    """A snapshot with a todo list."""

    def snapshot(minute: int, *statuses: str) -> dict:
        return {
            "conversation_id": "c", "captured_at": f"2026-05-01T10:{minute:02d}:00Z", "agent_id": "lead",
            "todos": [
                {"content": f"step {place}", "status": status, "agent_id": "lead"}
                for place, status in enumerate(statuses)
            ],
        }  # fmt: skip

    return snapshot


def test_the_newest_list_is_given_with_how_often_it_was_written(tmp_path: Path, noted: Callable) -> None:
    file = tmp_path / "series.jsonl"
    series = [noted(1, "pending", "pending"), noted(2, "completed", "in_progress", "pending")]
    file.write_bytes(b"\n".join(map(orjson.dumps, series)))
    with Store.open(None) as store:
        import_records(store, ImportCall(paths=(str(file),)))
        (one,) = todos(store, "c").items
    assert (one.agent_id, one.versions) == ("lead", 2)
    assert one.items == (
        TodoItem(content="step 0", status="completed"),
        TodoItem(content="step 1", status="in_progress"),
        TodoItem(content="step 2", status="pending"),
    )


def test_an_unknown_run_is_refused() -> None:
    with Store.open(None) as store, pytest.raises(NotFound):
        todos(store, "nothing")
