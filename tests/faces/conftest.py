"""A desk with the sample tree behind its whole application, and ways to ask it: function, REST, MCP."""

from __future__ import annotations

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
from dashboard.settings import Settings
from data_access.contracts.importing import ImportCall
from data_access.store.connection import Store
from data_access.writing.import_records import import_records

OWNER_SECRET = "owner-secret-of-this-start"


@pytest.fixture(scope="session")
def filled_database(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with the sample runs, one id of which fits two runs, for all tests to copy."""
    folder = tmp_path_factory.mktemp("faces")
    twin = folder / "twin.jsonl"
    twin.write_text(
        '{"conversation_id": "twin", "captured_at": "2026-05-01T10:00:00Z", "title": "One"}\n', "utf-8"
    )
    database = folder / "desk.duckdb"
    with Store.open(database) as store:
        tree = checkout / "sample_data" / "claude_tree"
        import_records(store, ImportCall(paths=(str(tree), str(twin))))
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
    mcp = McpFace()

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        async with mcp.running():
            yield

    # The screen library runs once a process: these are its routes and guards without it.
    app = Starlette(routes=face_routes(mcp), middleware=guards(desk.settings), lifespan=lifespan)
    set_desk(desk)
    with TestClient(app, base_url="http://localhost", client=("127.0.0.1", 5000)) as client:
        yield client
    set_desk(None)


@pytest.fixture
def as_owner() -> dict[str, str]:
    """The header that the owner's own tools show."""
    return {"authorization": f"Bearer {OWNER_SECRET}"}
