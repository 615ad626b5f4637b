"""Pages driven without a browser: the real entry script on a real store, texts read from what is sent."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import orjson
import pytest
from streamlit.testing.v1 import AppTest

from dashboard.app import ENTRY_SCRIPT
from dashboard.current_desk import Desk, set_desk
from dashboard.settings import Settings
from data_access.contracts.importing import ImportCall
from data_access.reading.runs import runs
from data_access.rules.policy_file import default_policy
from data_access.store.connection import Store
from data_access.writing.demo_data import load_demo
from data_access.writing.examine_operations import examine_operations
from data_access.writing.import_records import import_records


class OpenPage:
    """A page as it was drawn."""

    def __init__(self, run: AppTest) -> None:
        self.run = run

    @property
    def pieces(self) -> list[dict[str, Any]]:
        """The data of every piece of text on the page, in order."""
        return self.components("caseboard.piece")

    def components(self, name: str) -> list[dict[str, Any]]:
        """The data of every component of one kind, in order."""
        protos = [element.proto for element in self.run.get("bidi_component")]
        return [orjson.loads(proto.json) for proto in protos if proto.component_name == name]

    def kinds(self) -> list[str]:
        return [piece["kind"] for piece in self.pieces]

    def piece(self, kind: str) -> dict[str, Any]:
        return next(piece for piece in self.pieces if piece["kind"] == kind)

    def text(self) -> str:
        return orjson.dumps(self.pieces).decode()


@pytest.fixture(scope="session")
def filled_store() -> Iterator[Store]:
    """A desk with the sample data, its newest record of now, on which what agents did is examined."""
    with Store.open(None) as store:
        load_demo(store, datetime.now(UTC))
        examine_operations(store, default_policy())
        yield store


@pytest.fixture
def open_page() -> Iterator[Callable[..., OpenPage]]:
    """Open a page of a desk at an address: `open_page(store, "runs", project="x")`."""

    def opened(
        store: Store | None, page: str = "overview", *, desk: Desk | None = None, **query: str
    ) -> OpenPage:
        set_desk(desk or Desk(Settings(timezone="Europe/Berlin"), store))
        app = AppTest.from_file(ENTRY_SCRIPT, default_timeout=30)
        app.query_params.update(query)
        if page != "overview":
            app.switch_page(f"{page}.py")
        app.run()
        return OpenPage(app)

    yield opened
    set_desk(None)


@pytest.fixture
def log_file(tmp_path: Path) -> Callable[..., Path]:
    """Write a small session log: `log_file("first prompt")`."""

    def written(prompt: str, *, name: str = "11111111-2222-3333-4444-555555555555") -> Path:
        folder = tmp_path / "projects" / "-srv-example"
        folder.mkdir(parents=True, exist_ok=True)
        rows = [
            {"type": "user", "uuid": "u1", "sessionId": name, "cwd": "/srv/example",
             "timestamp": "2026-05-01T10:00:00.000Z", "message": {"role": "user", "content": prompt}},
            {"type": "assistant", "uuid": "a1", "parentUuid": "u1", "sessionId": name,
             "timestamp": "2026-05-01T10:00:05.000Z", "requestId": "r1",
             "message": {"id": "m1", "role": "assistant", "model": "claude-opus-4-7",
                         "stop_reason": "end_turn", "content": [{"type": "text", "text": prompt}],
                         "usage": {"input_tokens": 10, "output_tokens": 20}}},
        ]  # fmt: skip
        file = folder / f"{name}.jsonl"
        file.write_bytes(b"".join(orjson.dumps(row) + b"\n" for row in rows))
        return file

    return written


@pytest.fixture
def import_file() -> Callable[[Store, Path], str]:
    """Import a log into a store and return the key of its run."""

    def imported(store: Store, file: Path) -> str:
        import_records(store, ImportCall(paths=(str(file),)))
        return runs(store).items[0].conversation_key

    return imported
