"""Files that people give: hostile ones refused or inert, photos without what they tell, none left over."""

from __future__ import annotations

import base64
import hashlib
import io
import unicodedata
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some
from PIL import Image

from data_access.contracts.attachments import AddAttachmentCall, AttachmentReceipt, PhotoTold
from data_access.contracts.importing import ImportCall
from data_access.errors import (
    AttachmentGone,
    AttachmentRefused,
    BodyTooLarge,
    NotFound,
    PermissionDenied,
    RequestIdReused,
    TaskCancelled,
    UnknownReference,
)
from data_access.reading.attachments import attachment_content, attachments_of_task, thumbnail
from data_access.reading.case_bundle import case_bundle
from data_access.reading.case_records import human_evidence_of_task
from data_access.reading.investigations import investigations
from data_access.reading.verify import verify
from data_access.rules.attachment_kinds import ENDINGS, kind_of, shown_name
from data_access.store.attached_files import attachments_folder, kept_names
from data_access.store.connection import Store
from data_access.writing.add_attachment import add_attachment, judged_file
from data_access.writing.backup import backup
from data_access.writing.demo_data import load_demo, remove_demo
from data_access.writing.import_records import import_records
from tests.writing.cases import Agent
from tests.writing.hostile_files import INERT, REFUSED, endless_scans, photo, told_exif
from tests.writing.people import Person


@pytest.fixture
def store(tmp_path):
    with Store.open(tmp_path / "desk.duckdb") as opened:
        yield opened


@pytest.fixture
def wang(store: Store) -> Person:
    agent = Agent(store)
    return Person(agent, agent.create().task_id)


def give(person: Person, name: str, content: bytes, **given: Any) -> AttachmentReceipt:
    own = {"name": name, "content": base64.b64encode(content).decode()}
    call = AddAttachmentCall(**person.asked(own | given))
    return add_attachment(person.agent.store, call, author=person.author)


@pytest.mark.parametrize(("name", "content"), [pytest.param(*one[1:], id=one[0]) for one in REFUSED])
def test_a_hostile_file_is_refused_and_leaves_nothing(wang: Person, name: str, content: bytes) -> None:
    with pytest.raises(AttachmentRefused) as fault:
        give(wang, name, content)
    assert all(problem.why and problem.fix for problem in fault.value.problems)
    assert attachments_of_task(wang.agent.store, wang.task_id) == ()
    folder = attachments_folder(wang.agent.store.path)
    assert not folder.exists() or not any(folder.iterdir())


def test_files_that_are_taken_are_inert(wang: Person) -> None:
    for what, name, content, kind in INERT:
        receipt = give(wang, name, content)
        assert (receipt.media_type, "/" in receipt.name, "\\" in receipt.name) == (kind, False, False), what
        kept = attachment_content(wang.agent.store, wang.task_id, receipt.attachment_hash).content
        assert hashlib.sha256(kept).hexdigest() == receipt.attachment_hash
        assert receipt.given_hash == hashlib.sha256(content).hexdigest()
        if kind.startswith("image/"):
            assert b"<script" not in kept, what
            assert b"PK\x03\x04" not in kept, what
            assert len(kept) < 5000, what
        else:
            assert kept == content
    names = {file.name for file in attachments_folder(wang.agent.store.path).iterdir()}
    assert names == set(kept_names(wang.agent.store.path))
    assert verify(wang.agent.store).faults == 0


@pytest.mark.long
def test_a_photo_that_takes_for_ever_is_given_up(monkeypatch) -> None:
    monkeypatch.setattr("data_access.importers.photo.photo._LONGEST", 3)
    with pytest.raises(AttachmentRefused, match="time or memory"):
        judged_file("endless.jpg", endless_scans())


def test_a_photo_is_kept_as_pixels_and_offers_what_it_told(wang: Person) -> None:
    receipt = give(wang, "meter.jpg", photo(exif=told_exif()))
    told = PhotoTold(taken_at=datetime(2026, 5, 1, 2, tzinfo=UTC), latitude=31.235, longitude=-121.466667)
    assert receipt.photo_told == told
    assert (receipt.width, receipt.height) == (40, 60), "turned as the camera was held"
    kept = attachment_content(wang.agent.store, wang.task_id, receipt.attachment_hash)
    assert b"SECRET" not in kept.content
    assert b"Exif" not in kept.content
    with Image.open(io.BytesIO(kept.content)) as shown:
        assert (shown.format, shown.size, len(shown.getexif())) == ("JPEG", (40, 60), 0)
    small = thumbnail(wang.agent.store, kept.attachment)
    assert small is not None
    assert b"SECRET" not in small


@pytest.mark.parametrize(
    ("exif", "told"),
    [
        ({"offset": None}, PhotoTold(taken_local="2026-05-01T10:00:00")),
        ({"taken": "0000:00:00 00:00:00"}, PhotoTold()),
        ({"taken": "yesterday", "offset": "+99:99"}, PhotoTold()),
    ],
)
def test_a_clock_without_a_zone_is_told_as_such(exif: dict[str, Any], told: PhotoTold) -> None:
    found = judged_file("a.jpg", photo(exif=told_exif(**exif))).photo_told
    assert found.model_copy(update={"latitude": None, "longitude": None}) == told


def test_a_large_photo_is_made_smaller_and_a_large_file_refused() -> None:
    judged = judged_file("wall.png", photo(form="PNG", size=(6000, 3000)))
    assert (judged.width, judged.height) == (4096, 2048)
    with pytest.raises(BodyTooLarge):
        judged_file("film.mp4", b"\0\0\0\x20ftypisom" + bytes(20 * 2**20))


def test_a_fact_names_its_file_and_only_one_of_its_case(wang: Person) -> None:
    kept = give(wang, "西门 meter.jpg", photo())
    wang.state(attachment_hash=kept.attachment_hash)
    [fact] = human_evidence_of_task(wang.agent.store, wang.task_id)
    assert (fact.attachment_name, fact.attachment_hash) == ("西门 meter.jpg", kept.attachment_hash)
    other = Person(wang.agent, wang.agent.create().task_id)
    with pytest.raises(UnknownReference):
        other.state(attachment_hash=kept.attachment_hash)
    with pytest.raises(NotFound):
        attachment_content(wang.agent.store, other.task_id, kept.attachment_hash)
    wang.correct("H-1", attachment_hash=kept.attachment_hash)
    assert human_evidence_of_task(wang.agent.store, wang.task_id)[1].attachment_name == "西门 meter.jpg"


def test_the_same_request_keeps_a_file_once_and_another_under_its_id_is_refused(wang: Person) -> None:
    first = give(wang, "a.jpg", photo(), request_id="once")
    assert give(wang, "a.jpg", photo(), request_id="once") == first.model_copy(update={"replayed": True})
    with pytest.raises(RequestIdReused):
        give(wang, "b.jpg", photo(), request_id="once")
    assert give(wang, "b.jpg", photo()).attachment_hash == first.attachment_hash
    assert len(attachments_of_task(wang.agent.store, wang.task_id)) == 1


def test_only_a_person_gives_files_and_none_to_a_cancelled_case(wang: Person) -> None:
    call = AddAttachmentCall(request_id="r", task_id=wang.task_id, name="a.jpg", content="AAAA")
    with pytest.raises(PermissionDenied):
        add_attachment(wang.agent.store, call, author=wang.agent.author)
    wang.cancel()
    with pytest.raises(TaskCancelled):
        give(wang, "a.jpg", photo())
    assert kept_names(wang.agent.store.path) == []


def test_a_file_that_no_fact_names_goes_after_a_day_and_one_that_is_shared_stays(wang: Person) -> None:
    used = give(wang, "used.jpg", photo(size=(900, 600)))
    wang.state(attachment_hash=used.attachment_hash)
    give(wang, "unused.txt", b"water")
    other = Person(wang.agent, wang.agent.create().task_id)
    give(other, "same.jpg", photo(size=(900, 600)))
    wang.agent.wait(timedelta(days=1, seconds=1).total_seconds())
    give(wang, "late.txt", b"fire")
    assert [one.name for one in attachments_of_task(wang.agent.store, wang.task_id)] == [
        "used.jpg",
        "late.txt",
    ]
    assert attachments_of_task(wang.agent.store, other.task_id) == ()
    assert attachment_content(wang.agent.store, wang.task_id, used.attachment_hash).content
    assert len(kept_names(wang.agent.store.path)) == 3
    assert verify(wang.agent.store).faults == 0


def test_a_lost_or_changed_file_is_said_and_found(wang: Person, tmp_path) -> None:
    kept = give(wang, "a.txt", b"water")
    wang.state(attachment_hash=kept.attachment_hash)
    assert backup(wang.agent.store, tmp_path / "copy.duckdb").attachments == 1
    file = attachments_folder(wang.agent.store.path) / kept.attachment_hash
    file.write_bytes(b"wine")
    with pytest.raises(AttachmentGone):
        attachment_content(wang.agent.store, wang.task_id, kept.attachment_hash)
    file.unlink()
    assert not attachments_of_task(wang.agent.store, wang.task_id)[0].is_here
    assert [check.name for check in verify(wang.agent.store).checks if check.faults] == ["attachments"]
    with Store.open(tmp_path / "copy.duckdb") as copied:
        assert attachment_content(copied, wang.task_id, kept.attachment_hash).content == b"water"
        assert verify(copied).faults == 0


def test_a_bundle_names_files_and_the_other_desk_says_that_they_are_not_there(
    wang: Person, tmp_path: Path
) -> None:
    kept = give(wang, "meter.jpg", photo())
    wang.state(attachment_hash=kept.attachment_hash)
    bundle = case_bundle(wang.agent.store, [wang.task_id])
    file = tmp_path / "case.jsonl"
    file.write_text(bundle.text, "utf-8")
    with Store.open(tmp_path / "other.duckdb") as other:
        [report] = import_records(other, ImportCall(paths=(str(file),))).batches
        assert report.rejected == 0
        [there] = attachments_of_task(other, wang.task_id)
        assert (there.name, there.is_here) == ("meter.jpg", False)
        with pytest.raises(AttachmentGone, match="came without its files"):
            attachment_content(other, wang.task_id, there.attachment_hash)
        assert case_bundle(other, [wang.task_id]).lines == bundle.lines
        assert verify(other).faults == 0


def test_removing_an_import_drops_the_files_that_nobody_else_has(wang: Person) -> None:
    store = wang.agent.store
    load_demo(store, wang.agent.now)
    [demo] = investigations(store, origin="demo").items
    shared, own = give(wang, "a.txt", b"water"), give(Person(wang.agent, demo.task_id), "b.txt", b"fire")
    give(Person(wang.agent, demo.task_id), "c.txt", b"water")
    assert verify(store).faults == 0
    remove_demo(store)
    assert kept_names(store.path) == [shared.attachment_hash]
    assert own.attachment_hash != shared.attachment_hash
    assert verify(store).faults == 0


@given(some.text(max_size=400))
def test_no_name_is_a_path_or_hides_its_end(sent: str) -> None:
    try:
        shown = shown_name(sent)
    except AttachmentRefused:
        return
    assert 0 < len(shown) <= 150
    assert not any(unicodedata.category(sign)[0] == "C" or sign in "/\\" for sign in shown)
    assert shown_name(shown) == shown
    assert shown.strip(".") != ""


@given(some.text(max_size=20), some.sampled_from((*ENDINGS, "html", "svg", "exe")), some.binary(max_size=200))
def test_a_file_is_one_kind_by_name_and_content_or_refused(name: str, ending: str, content: bytes) -> None:
    try:
        kind = kind_of(f"{name}.{ending}", content)
    except AttachmentRefused:
        return
    assert ending in kind.endings
    assert kind.holds(content)
