"""Notes when people sign in and out, with a row in the change log. Signing out ends it in every tab."""

from __future__ import annotations

from datetime import UTC, datetime

from data_access.contracts.principal import SCOPES, Face
from data_access.contracts.sign_in import SignedInPerson
from data_access.store.connection import Store, Transaction
from data_access.writing.change_log import record_change


def note_sign_in(store: Store, person: SignedInPerson, *, face: Face = "page") -> bool:
    """Keep a sign-in that is seen first, with its person; return whether it was new."""
    with store.transaction() as transaction:
        return _note(transaction, person, face, datetime.now(UTC))


def sign_out(store: Store, person: SignedInPerson, *, face: Face = "page") -> bool:
    """End a sign-in, noting it first where it is new; return whether it held until now."""
    now = datetime.now(UTC)
    with store.transaction() as transaction:
        _note(transaction, person, face, now)
        has_ended = bool(transaction.run("end_sign_in", {"sign_in_id": person.sign_in_id, "at": now}))
        if has_ended:
            _record(transaction, person, "sign_out", face, now)
    return has_ended


def _note(transaction: Transaction, person: SignedInPerson, face: Face, now: datetime) -> bool:
    values = {
        "sign_in_id": person.sign_in_id,
        "principal_id": person.person_id,
        "signed_in_at": person.signed_in_at,
        "ends_at": person.ends_at,
    }
    if not transaction.run("note_sign_in", values):
        return False
    scopes = ",".join(scope for scope in SCOPES if scope in person.scopes)
    kept = {"principal_id": person.person_id, "name": person.name, "scopes": scopes, "at": now}
    transaction.run("keep_person", kept)
    _record(transaction, person, "sign_in", face, now, new={"scopes": scopes})
    return True


def _record(
    transaction: Transaction,
    person: SignedInPerson,
    action: str,
    face: Face,
    now: datetime,
    new: dict[str, str] | None = None,
) -> None:
    record_change(
        transaction,
        principal=person.principal,
        face=face,
        action=action,
        subject_kind="sign_in",
        subject_id=person.sign_in_id,
        new=dict(new) if new else None,
        at=now,
    )
