"""Logs from another machine arrive whole, once, under safe names, and are imported as their sender's."""

from __future__ import annotations

import base64
import hashlib
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from data_access.contracts.principal import Principal
from data_access.contracts.uploads import LogOffer, LogPart, SendingMachine
from data_access.errors import BodyTooLarge, InvalidInput, NotFound, PermissionDenied, ReceivedFull
from data_access.store.connection import Store
from data_access.writing.receive_logs import import_received_logs, offer_log, receive_log_part
from data_access.writing.received_folder import drop_old, received_folder

SENDER = Principal(kind="agent", id="agent-1", name="Sender", scopes=frozenset({"publish"}), is_verified=True)
ONE = b'{"conversation_id": "run", "captured_at": "2026-05-01T10:00:00Z", "title": "One"}\n'
TWO = b'{"conversation_id": "run", "captured_at": "2026-05-01T10:01:00Z", "title": "Two"}\n'


@pytest.fixture
def store(tmp_path: Path):
    with Store.open(tmp_path / "desk.duckdb") as opened:
        yield opened


def offer(whole: bytes, path: str = "logs/run.jsonl") -> LogOffer:
    return LogOffer(
        machine="harbour",
        person="Kim",
        path=path,
        size_bytes=len(whole),
        content_hash=hashlib.sha256(whole).hexdigest(),
    )


def send(
    store: Store,
    whole: bytes,
    begin: int,
    end: int,
    principal: Principal = SENDER,
    total_bytes: int | None = None,
    **changed: object,
):
    content = base64.b64encode(whole[begin:end]).decode()
    part = LogPart(**{**offer(whole).model_dump(), "offset": begin, "content": content, **changed})
    return receive_log_part(store, part, principal=principal, largest_bytes=10_000, total_bytes=total_bytes)


def load(store: Store, principal: Principal = SENDER):
    sender = SendingMachine(machine="harbour", person="Kim")
    return import_received_logs(store, sender, principal=principal, face="rest")


def test_a_log_is_received_in_parts_imported_and_continued(store: Store) -> None:
    assert offer_log(store, offer(ONE), principal=SENDER).have_bytes == 0
    half = send(store, ONE, 0, 20)
    assert (half.have_bytes, half.is_whole) == (20, False)
    assert send(store, ONE, 0, 20).have_bytes == 20
    whole = send(store, ONE, 20, len(ONE))
    assert whole.is_whole
    assert load(store).total.rejected == 0
    assert offer_log(store, offer(ONE), principal=SENDER).is_whole
    grown = offer_log(store, offer(ONE + TWO), principal=SENDER)
    assert (grown.have_bytes, grown.have_hash) == (len(ONE), offer(ONE).content_hash)
    assert send(store, ONE + TWO, len(ONE), len(ONE + TWO)).is_whole
    assert load(store).total.rows_written > 0
    assert load(store).total.rows_written == 0
    with store.reading() as cursor:
        told = cursor.execute("SELECT machine, person, title FROM conversation").fetchall()
        assert told == [("harbour", "Kim", "Two")]
        assert cursor.execute("SELECT count(*) FROM snapshot").fetchall() == [(2,)]
        assert ("agent-1",) in cursor.execute("SELECT principal_id FROM import_batch").fetchall()


def test_what_arrives_wrong_is_not_imported(store: Store) -> None:
    with pytest.raises(InvalidInput, match="is not that log"):
        send(store, ONE, 0, len(ONE), content_hash="0" * 64)
    assert offer_log(store, offer(ONE), principal=SENDER).have_bytes == 0
    wrong: tuple[dict[str, object], ...] = (
        {"offset": 5},
        {"offset": 2**50 - 1, "total_bytes": 1000},
        {"content": "no base64!"},
        {"path": "../../etc/passwd"},
        {"path": "/"},
        {"path": "/".join(["日" * 130] * 30)},
    )
    for changed in wrong:
        with pytest.raises(InvalidInput):
            send(store, ONE, 0, 10, **changed)


def test_no_log_lies_below_another(store: Store) -> None:
    send(store, ONE, 0, 10, path="logs/one")
    for path in ("logs", "logs/one/inner/run.jsonl"):
        with pytest.raises(InvalidInput, match="below the other"):
            send(store, ONE, 0, 10, path=path)
        with pytest.raises(InvalidInput, match="below the other"):
            offer_log(store, offer(ONE, path), principal=SENDER)


def test_a_log_lands_inside_the_folder_of_its_sender_whatever_it_is_called(
    store: Store, tmp_path: Path
) -> None:
    names = ("a b.jsonl", "a_b.jsonl", "C:\\x\\y.jsonl", "日志.jsonl", ".hidden", "n" * 300, "日" * 200)
    for name in names:
        send(store, ONE, 0, 10, path=f"logs/{name}")
    received = tmp_path / "desk.duckdb.received"
    assert len([file for file in received.rglob("*") if file.is_file()]) == len(names)


def test_senders_do_not_meet(store: Store) -> None:
    send(store, ONE, 0, 20)
    other = SENDER.model_copy(update={"id": "agent-2"})
    assert offer_log(store, offer(ONE), principal=other).have_bytes == 0
    with pytest.raises(NotFound):
        load(store, other)


def test_a_log_that_is_too_large_and_a_sender_who_may_not_are_refused(store: Store) -> None:
    with pytest.raises(BodyTooLarge):
        send(store, ONE, 0, 10, size_bytes=20_000)
    reader = SENDER.model_copy(update={"scopes": frozenset({"read"})})
    with pytest.raises(PermissionDenied):
        send(store, ONE, 0, 10, principal=reader)


def test_more_than_the_desk_has_room_for_is_refused_before_and_while_it_is_sent(store: Store) -> None:
    room = len(ONE) + 10
    assert send(store, ONE, 0, len(ONE)).is_whole
    assert offer_log(store, offer(ONE), principal=SENDER, total_bytes=room).is_whole
    with pytest.raises(ReceivedFull, match="upload_total_mb"):
        offer_log(store, offer(TWO, "logs/other.jsonl"), principal=SENDER, total_bytes=room)
    with pytest.raises(BodyTooLarge):
        offer_log(store, offer(TWO, "logs/other.jsonl"), principal=SENDER, largest_bytes=10)
    part = LogPart(
        **offer(TWO, "logs/other.jsonl").model_dump(), offset=0, content=base64.b64encode(TWO).decode()
    )
    with pytest.raises(ReceivedFull):
        receive_log_part(store, part, principal=SENDER, largest_bytes=10_000, total_bytes=room)
    assert offer_log(store, offer(TWO, "logs/other.jsonl"), principal=SENDER).have_bytes == 0


def test_a_sent_log_is_dropped_after_its_time_and_what_it_brought_stays(store: Store) -> None:
    send(store, ONE, 0, len(ONE))
    load(store)
    folder = received_folder(store.path)
    (log,) = (file for file in folder.rglob("*") if file.is_file())
    ago = datetime.now(UTC) - timedelta(days=11)
    os.utime(log, (ago.timestamp(), ago.timestamp()))
    assert drop_old(folder, datetime.now(UTC), 0) == 0
    assert drop_old(folder, datetime.now(UTC), 12) == 0
    sender = SendingMachine(machine="harbour", person="Kim")
    import_received_logs(store, sender, principal=SENDER, face="rest", keep_days=10)
    assert not log.exists()
    assert send(store, ONE + TWO, 0, len(ONE + TWO)).is_whole
    assert load(store).total.rejected == 0
    with store.reading() as cursor:
        assert cursor.execute("SELECT count(*) FROM snapshot").fetchall() == [(2,)]
        assert cursor.execute("SELECT title FROM conversation").fetchall() == [("Two",)]
