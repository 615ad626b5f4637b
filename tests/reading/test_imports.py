"""The ledger as people read it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from data_access.contracts.importing import ImportCounts
from data_access.contracts.readings import ImportBatch, RejectedLine, SourceFileItem
from data_access.errors import NotFound
from data_access.reading.imports import import_batches, import_rejects, source_files

NOW = datetime(2026, 5, 1, 10, tzinfo=UTC)


@pytest.fixture
def ledger(desk):
    for number in (1, 2):
        desk.insert(
            "import_batch",
            batch_id=number,
            source=f"/logs/{number}",
            source_format="claude_code",
            origin="real",
            principal_id="local-owner",
            started_at=NOW,
            finished_at=NOW,
            counts='{"source": "/logs", "files": 2, "records": 5, "unknown_types": {"odd": 1}, "later": 1}',
        )
    for file_id, path in ((1, "b.jsonl"), (2, "a.jsonl")):
        desk.insert(
            "import_file",
            file_id=file_id,
            source_format="claude_code",
            location=f"/logs/{path}",
            shown_path=path,
            size_bytes=9,
            content_hash="h",
            start_offset=0,
            start_line=0,
            resume_offset=1,
            resume_line=1,
            resume_hash="h",
            records=3,
            stored=1,
            duplicates=0,
            others=1,
            rejected=1,
            counts="{}",
            loaded_at=NOW,
        )
        desk.insert("batch_file", batch_id=1, file_id=file_id)
        desk.insert("import_reject", file_id=file_id, line=7, reason="cut", raw_text="x" * 5000)
        desk.insert("import_reject", file_id=file_id, line=7, reason="cut again", raw_text=None)
    return desk.store


def test_the_latest_import_comes_first_and_counts_of_later_releases_do_no_harm(ledger):
    page = import_batches(ledger, limit=1)
    assert page.items == (
        ImportBatch(
            batch_id=2,
            source="/logs/2",
            source_format="claude_code",
            origin="real",
            principal_id="local-owner",
            started_at=NOW,
            finished_at=NOW,
            counts=ImportCounts(files=2, records=5, unknown_types={"odd": 1}),
        ),
    )
    assert [b.batch_id for b in import_batches(ledger, cursor=page.next_cursor).items] == [1]


def test_every_reject_is_listed_once_with_its_text_cut_short(ledger):
    seen, cursor = [], None
    for _ in range(4):
        page = import_rejects(ledger, 1, limit=1, cursor=cursor)
        seen += page.items
        cursor = page.next_cursor
    assert (cursor, page.total) == (None, 4)
    assert [(item.file, item.reason) for item in seen] == [
        ("a.jsonl", "cut"),
        ("a.jsonl", "cut again"),
        ("b.jsonl", "cut"),
        ("b.jsonl", "cut again"),
    ]
    assert seen[0] == RejectedLine(file="a.jsonl", line=7, reason="cut", raw_text="x" * 4000, raw_length=5000)
    assert import_rejects(ledger, 2).items == ()


def test_the_files_of_a_batch_are_listed_by_path(ledger):
    page = source_files(ledger, batch_id=1, limit=1)
    assert page.items == (
        SourceFileItem(
            file_id=2,
            shown_path="a.jsonl",
            location="/logs/a.jsonl",
            source_format="claude_code",
            size_bytes=9,
            content_hash="h",
            continues_file_id=None,
            records=3,
            stored=1,
            duplicates=0,
            others=1,
            rejected=1,
            loaded_at=NOW,
        ),
    )
    assert [f.file_id for f in source_files(ledger, batch_id=1, cursor=page.next_cursor).items] == [1]
    assert source_files(ledger).total == 2
    assert source_files(ledger, batch_id=2).total == 0


def test_an_unknown_batch_is_named(ledger):
    with pytest.raises(NotFound, match="no import 9"):
        import_rejects(ledger, 9)
