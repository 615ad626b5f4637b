"""Nobody waits at the door while an import holds the database, and signing out counts at once."""

from __future__ import annotations

from threading import Event, Thread

from dashboard.sign_in_notes import end_sign_in, finish_notes, has_ended, note_beside
from data_access.reading.sign_ins import sign_in_state
from data_access.store.connection import Store
from tests.writing.test_sign_ins import logged, person


def test_nobody_waits_at_the_door_while_something_else_is_written(fresh_store: Store) -> None:
    ada, is_writing, may_end = person(nonce="3"), Event(), Event()

    def write() -> None:
        with fresh_store.transaction():
            is_writing.set()
            may_end.wait(60)

    writing = Thread(target=write)
    writing.start()
    assert is_writing.wait(60)
    for _ in range(3):
        note_beside(fresh_store, ada)
    assert not has_ended(fresh_store, ada.sign_in_id)
    leaving = Thread(target=end_sign_in, args=(fresh_store, ada))
    leaving.start()
    while not has_ended(fresh_store, ada.sign_in_id):
        pass
    assert sign_in_state(fresh_store, ada.sign_in_id) == "new", "nothing is written yet, and yet it has ended"
    may_end.set()
    for thread in (writing, leaving):
        thread.join(60)
    finish_notes(60)
    assert [row[2] for row in logged(fresh_store)] == ["sign_in", "sign_out"]
