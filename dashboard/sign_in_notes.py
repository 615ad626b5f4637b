"""Notes sign-ins beside the pages, so that nobody waits at the door while an import holds the database.

That a sign-in has ended counts in this process from the moment somebody says so, also before it is written.
"""

from __future__ import annotations

import logging
from concurrent.futures import Future as Pending
from concurrent.futures import ThreadPoolExecutor, wait
from threading import Lock

from data_access.contracts.sign_in import SignedInPerson
from data_access.errors import StoreError
from data_access.reading.sign_ins import sign_in_state
from data_access.store.connection import Store
from data_access.writing.sign_ins import note_sign_in, sign_out

_log = logging.getLogger("caseboard.sign_in")
_worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="sign-in")
_lock = Lock()
_pending: dict[str, Pending[None]] = {}
_ended: set[str] = set()


def note_beside(store: Store, person: SignedInPerson) -> None:
    """See to it that this sign-in stands in the change log; returns at once."""
    if sign_in_state(store, person.sign_in_id) != "new":
        return
    with _lock:
        if person.sign_in_id not in _pending:
            _pending[person.sign_in_id] = _worker.submit(_note, store, person)


def end_sign_in(store: Store, person: SignedInPerson) -> None:
    """End a sign-in in every tab, at once; returns when it is written."""
    with _lock:
        _ended.add(person.sign_in_id)
    sign_out(store, person)


def has_ended(store: Store, sign_in_id: str) -> bool:
    """Say whether somebody has signed out of this sign-in."""
    return sign_in_id in _ended or sign_in_state(store, sign_in_id) == "ended"


def finish_notes(seconds: float | None = None) -> None:
    """Wait until what was to be noted is written; called before the database is closed."""
    with _lock:
        waiting = list(_pending.values())
    wait(waiting, seconds)


def _note(store: Store, person: SignedInPerson) -> None:
    try:
        note_sign_in(store, person)
    except StoreError:
        _log.exception("A sign-in could not be noted; it is tried again with the next page")
    finally:
        with _lock:
            _pending.pop(person.sign_in_id, None)
