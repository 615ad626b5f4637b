"""A desk with the sample tree behind its whole application, and ways to ask it: function, REST, MCP."""

from __future__ import annotations

import json
import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from dashboard.app import face_routes, guards
from dashboard.current_desk import Desk, set_desk
from dashboard.faces.mcp_face import McpFace
from dashboard.faces.otlp_face import OtlpFace
from dashboard.settings import Settings
from data_access.contracts.importing import ImportCall
from data_access.store.connection import Store
from data_access.writing.import_records import import_records

_TASKS = [{"task_id": "t/1", "title": "Sample", "status": "done"}, {"task_id": "t-both", "status": "running"}]
_MESSAGES = [
    {"message_id": "m1", "thread_id": "thread-1", "sender": "main", "recipient": "a1", "content": "Sample."},
    {"message_id": "m2", "thread_id": "thread-1", "sender": "a1", "recipient": "main", "content": "Done."},
]
SNAPSHOTS = [
    {"conversation_id": "twin", "captured_at": "2026-05-01T10:00:00Z", "title": "One"},
    {
        "conversation_id": "harbour",
        "captured_at": "2026-05-01T10:00:00Z",
        "phase": "plan",
        "agents": [{"agent_id": "main"}, {"agent_id": "a1", "parent_agent_id": "main"}],
        "active_tasks": _TASKS,
        "message_trace": _MESSAGES,
        "verification_status": "objection",
        "verification_summary": "One figure is missing.",
    },
    {"conversation_id": "harbour", "captured_at": "2026-05-01T10:01:00Z", "phase": "act"},
    {
        "conversation_id": "pier",
        "captured_at": "2026-05-01T10:00:00Z",
        "active_tasks": _TASKS[1:],
        "message_trace": _MESSAGES[:1],
    },
]
"""Two runs that share ids, one run that can be read as of an older snapshot, one whose id fits two runs."""
OWNER_SECRET = "owner-secret-of-this-start"


@pytest.fixture(scope="session")
def filled_database(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with the sample runs, one id of which fits two runs, for all tests to copy."""
    folder = tmp_path_factory.mktemp("faces")
    snapshots = folder / "snapshots.jsonl"
    snapshots.write_text("\n".join(map(json.dumps, SNAPSHOTS)), "utf-8")
    database = folder / "desk.duckdb"
    with Store.open(database) as store:
        tree = checkout / "sample_data" / "claude_tree"
        import_records(store, ImportCall(paths=(str(tree), str(snapshots))))
        with store.transaction() as transaction:
            transaction.cursor.execute(
                "INSERT INTO conversation SELECT * REPLACE ('cc-00000000000000aa' AS conversation_key) "
                "FROM conversation WHERE conversation_id = 'twin'"
            )
    return database


@pytest.fixture
def desk(filled_database: Path, tmp_path: Path) -> Iterator[Desk]:
    """A desk of one's own on those runs."""
    file = tmp_path / "desk.duckdb"
    shutil.copy(filled_database, file)
    with Store.open(file) as store:
        yield Desk(Settings(database=file, timezone="UTC"), store, owner_secret=OWNER_SECRET)


@pytest.fixture
def rest(desk: Desk) -> Iterator[TestClient]:
    """Asks the application over HTTP as a local program."""
    mcp, otlp = McpFace(), OtlpFace()

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        async with mcp.running():
            with otlp.receiving(desk):
                yield

    # The screen library runs once a process: these are its routes and guards without it.
    app = Starlette(routes=face_routes(mcp, otlp), middleware=guards(desk.settings), lifespan=lifespan)
    set_desk(desk)
    with TestClient(app, base_url="http://localhost", client=("127.0.0.1", 5000)) as client:
        yield client
    set_desk(None)


@pytest.fixture
def as_owner() -> dict[str, str]:
    """The header that the owner's own tools show."""
    return {"authorization": f"Bearer {OWNER_SECRET}"}
