"""What the tests of the trace importer share: spans in short form, requests, and a desk to load them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import orjson
import pytest

from data_access.contracts.importing import BatchReport, ImportCall
from data_access.store.connection import Store
from data_access.writing.import_records import import_records

BEGIN = 1_777_629_600_000_000_000
TRACE = "5b8efff798038103d269b633813fc60c"


def span(
    span_id: str,
    parent: str | None = None,
    *,
    at: float = 0,
    seconds: float | None = 1,
    trace: str = TRACE,
    name: str | None = None,
    events: Iterable[dict[str, Any]] = (),
    status: int | None = None,
    **attributes: Any,
) -> dict[str, Any]:
    """Return a span; attributes are given with `__` for dots."""
    said = {key.replace("__", "."): value for key, value in attributes.items()}
    found: dict[str, Any] = {
        "traceId": trace,
        "spanId": span_id,
        "name": name or span_id,
        "startTimeUnixNano": str(BEGIN + int(at * 1e9)),
        "attributes": [{"key": key, "value": any_value(value)} for key, value in said.items()],
    }
    if seconds is not None:
        found["endTimeUnixNano"] = str(BEGIN + int((at + seconds) * 1e9))
    if parent is not None:
        found["parentSpanId"] = parent
    if events:
        found["events"] = list(events)
    if status is not None:
        found["status"] = {"code": status}
    return found


def any_value(value: Any) -> dict[str, Any]:
    if isinstance(value, bool):
        return {"boolValue": value}
    if isinstance(value, int):
        return {"intValue": str(value)}
    if isinstance(value, float):
        return {"doubleValue": value}
    if isinstance(value, list):
        return {"arrayValue": {"values": [any_value(one) for one in value]}}
    return {"stringValue": value}


def call(span_id: str, parent: str | None = None, *, tokens: tuple[int, int], **rest: Any) -> dict[str, Any]:
    """Return a model call with its input and output tokens."""
    told = {
        "gen_ai__operation__name": "chat",
        "gen_ai__response__model": "gpt-5.2",
        "gen_ai__usage__input_tokens": tokens[0],
        "gen_ai__usage__output_tokens": tokens[1],
    }
    return span(span_id, parent, **{**told, **rest})


def agent(span_id: str, parent: str | None = None, **rest: Any) -> dict[str, Any]:
    return span(span_id, parent, **{"openinference__span__kind": "AGENT", "agent__name": span_id, **rest})


def tool(span_id: str, parent: str | None = None, **rest: Any) -> dict[str, Any]:
    return span(span_id, parent, **{"openinference__span__kind": "TOOL", "tool__name": span_id, **rest})


def request(*spans: dict[str, Any], service: str = "app", scope: str = "t") -> dict[str, Any]:
    """Return one request with these spans."""
    resource = {"attributes": [{"key": "service.name", "value": {"stringValue": service}}]}
    return {
        "resourceSpans": [
            {"resource": resource, "scopeSpans": [{"scope": {"name": scope}, "spans": list(spans)}]}
        ]
    }


class Desk:
    """A store, and files to load into it."""

    def __init__(self, store: Store, folder: Path) -> None:
        self.store = store
        self.folder = folder
        self._files = 0

    def load(self, *spans: dict[str, Any], **rest: Any) -> BatchReport:
        """Load spans as one file of one request."""
        return self.load_text(orjson.dumps(request(*spans, **rest)), ".json")

    def load_text(self, content: bytes, suffix: str) -> BatchReport:
        self._files += 1
        path = self.folder / f"trace{self._files}{suffix}"
        path.write_bytes(content)
        return self.load_path(path)

    def load_path(self, path: Path) -> BatchReport:
        (batch,) = import_records(self.store, ImportCall(paths=(str(path),))).batches
        assert (
            batch.records
            == self.one(
                "SELECT coalesce(sum(stored), 0) FROM import_file WHERE file_id IN ("
                f"SELECT file_id FROM batch_file WHERE batch_id = {batch.batch_id})"
            )
            * (batch.unchanged_files == 0)
            + batch.duplicates_ignored
            + batch.other_records
            + batch.rejected
        )
        return batch

    def all(self, sql: str) -> list[tuple[Any, ...]]:
        with self.store.reading() as cursor:
            return cursor.execute(sql).fetchall()

    def one(self, sql: str) -> Any:
        ((value,),) = self.all(sql)
        return value

    def tokens(self) -> tuple[int, int, int]:
        """Return calls, input and output of everything."""
        (found,) = self.all(
            "SELECT count(*), coalesce(sum(coalesce(fresh_input, 0) + coalesce(cache_read, 0)"
            " + coalesce(cache_write_unspecified, 0)), 0), coalesce(sum(output), 0) FROM usage_call"
        )
        return int(found[0]), int(found[1]), int(found[2])


@pytest.fixture
def desk(fresh_store: Store, tmp_path: Path) -> Desk:
    return Desk(fresh_store, tmp_path)


@pytest.fixture
def new_desk(tmp_path: Path) -> Callable[[], Desk]:
    """Make desks with stores of their own; the caller closes them."""
    made: list[Desk] = []

    def make() -> Desk:
        folder = tmp_path / f"desk{len(made)}"
        folder.mkdir()
        made.append(Desk(Store.open(None), folder))
        return made[-1]

    return make
