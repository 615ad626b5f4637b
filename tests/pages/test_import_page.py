"""The import page: places inside the open folders, files, the report, the ledger, the way back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from dashboard.current_desk import Desk
from dashboard.import_jobs import import_job
from dashboard.settings import Settings
from data_access.reading.imports import import_batches
from data_access.reading.runs import runs
from data_access.store.connection import Store


def rooted(store: Store, folder: Path) -> Desk:
    return Desk(Settings(import_roots=(folder,)), store)


def finished(opened, page):
    """Wait for the job the page started and draw the page again."""
    number = int(opened.run.query_params["job"][0])
    job = import_job(number)
    assert job is not None
    assert job.future is not None
    job.future.exception(timeout=30)
    opened.run.run()
    assert not opened.run.exception
    return opened


def import_by_path(opened, path: str, *, dry_run: bool = False):
    opened.run.text_input(key="import-path").set_value(path)
    if dry_run:
        opened.run.toggle(key="import-dry-path").set_value(True)
    opened.run.button(key="import-by-path").click().run()
    assert not opened.run.exception
    return opened


def test_a_log_inside_the_open_folders_is_imported_and_reported(
    open_page: Callable, fresh_store: Store, log_file: Callable
) -> None:
    file = log_file("hello")
    opened = open_page(None, "import_records", desk=rooted(fresh_store, file.parent))
    finished(import_by_path(opened, str(file)), "import_records")
    cards = {card["label"]: card["value"] for card in opened.piece("cards")["cards"]}
    assert cards == {
        "Files": "1", "Records": "2", "Stored": "2",
        "Duplicates ignored": "0", "Kept, no events": "0", "Rejected": "0",
    }  # fmt: skip
    assert runs(fresh_store).total == 1


def test_a_dry_run_writes_nothing(open_page: Callable, fresh_store: Store, log_file: Callable) -> None:
    file = log_file("hello")
    opened = open_page(None, "import_records", desk=rooted(fresh_store, file.parent))
    finished(import_by_path(opened, str(file), dry_run=True), "import_records")
    titles = [piece.get("title") for piece in opened.pieces if piece["kind"] == "note"]
    assert "Tried, nothing written" in titles
    assert runs(fresh_store).total == 0


@pytest.mark.parametrize("path", ["/etc/passwd", "../../etc", "/", "~root", "nowhere"])
def test_a_place_outside_is_refused_with_what_to_do(
    path: str, open_page: Callable, fresh_store: Store, tmp_path: Path
) -> None:
    opened = open_page(None, "import_records", desk=rooted(fresh_store, tmp_path))
    import_by_path(opened, path)
    fault = next(piece for piece in opened.pieces if piece["kind"] == "note" and piece["tone"] == "failed")
    assert fault["title"] == "This was not imported"
    assert "outside the folders" in fault["text"]
    assert "upload" in fault["lines"][0]


def test_a_record_that_cannot_be_used_is_shown_with_its_place(
    open_page: Callable, fresh_store: Store, log_file: Callable
) -> None:
    file = log_file("hello")
    with file.open("ab") as tail:
        tail.write(b'{"type": "user", "broken\n')
    opened = open_page(None, "import_records", desk=rooted(fresh_store, file.parent))
    finished(import_by_path(opened, str(file)), "import_records")
    rejects = next(piece for piece in opened.pieces if piece.get("label") == "Rejected records")
    assert [row["cells"][2] for row in rejects["rows"]] == ["3"]


def test_an_import_can_be_taken_out_again(
    open_page: Callable, fresh_store: Store, log_file: Callable
) -> None:
    file = log_file("hello")
    opened = open_page(None, "import_records", desk=rooted(fresh_store, file.parent))
    finished(import_by_path(opened, str(file)), "import_records")
    number = import_batches(fresh_store).items[0].batch_id
    detail = open_page(fresh_store, "import_records", batch=str(number))
    detail.run.button(key="remove-batch").click().run()
    assert not detail.run.exception
    assert (runs(fresh_store).total, import_batches(fresh_store).total) == (0, 0)


def test_an_import_that_is_not_there_is_said_so(open_page: Callable, fresh_store: Store) -> None:
    opened = open_page(fresh_store, "import_records", batch="77", job="9999")
    titles = [piece.get("title") for piece in opened.pieces if piece["kind"] == "note"]
    assert "Import 77 is not in the ledger" in titles


def test_files_are_uploaded_under_safe_names(
    open_page: Callable, fresh_store: Store, log_file: Callable
) -> None:
    content = log_file("hello").read_bytes()
    opened = open_page(fresh_store, "import_records")
    opened.run.file_uploader(key="import-files").set_value(
        [("../../evil name.jsonl", content, "application/json")]
    )
    opened.run.run()
    opened.run.button(key="import-upload").click().run()
    finished(opened, "import_records")
    assert runs(fresh_store).total == 1
    (batch,) = import_batches(fresh_store).items
    assert batch.source == "upload:evil_name.jsonl"


def test_an_empty_desk_offers_the_logs_of_this_machine(
    open_page: Callable,
    fresh_store: Store,
    log_file: Callable,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    from dashboard.parts import found_logs

    log_file("hello")
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path))
    found_logs._found.clear()
    opened = open_page(None, desk=rooted(fresh_store, tmp_path))
    offer = opened.run.button(key="load-0")
    assert offer.label == "1 session found. Load it."
    offer.click().run()
    assert not opened.run.exception
    finished(opened, "import_records")
    assert runs(fresh_store).total == 1
    found_logs._found.clear()
