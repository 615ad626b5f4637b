"""Sign-ins are noted once, with their person, and end for good."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from data_access.contracts.sign_in import RoleRules, SignedInPerson
from data_access.reading.sign_ins import sign_in_state
from data_access.rules.sign_in_roles import person_signed_in
from data_access.store.connection import Store
from data_access.writing.sign_ins import note_sign_in, sign_out

RULES = RoleRules(people={"s": ("read", "decide")})


def person(name: str = "Ada", nonce: str = "n") -> SignedInPerson:
    now = datetime.now(UTC).timestamp()
    claims = {"iss": "https://id.example.org", "sub": "s", "iat": int(now), "nonce": nonce, "name": name}
    return person_signed_in(claims, RULES, longest=timedelta(hours=1))


def logged(store: Store) -> list[tuple]:
    with store.reading() as cursor:
        return cursor.execute(
            "SELECT principal_name, is_verified, action, subject_id, new_value ->> 'scopes' FROM audit "
            "ORDER BY audit_id"
        ).fetchall()


def test_a_sign_in_is_noted_once_with_its_person_and_what_they_may_do(fresh_store: Store) -> None:
    ada = person()
    assert sign_in_state(fresh_store, ada.sign_in_id) == "new"
    assert [note_sign_in(fresh_store, ada), note_sign_in(fresh_store, ada)] == [True, False]
    assert sign_in_state(fresh_store, ada.sign_in_id) == "holds"
    assert logged(fresh_store) == [("Ada", True, "sign_in", ada.sign_in_id, "read,decide")]
    again = person("Ada King", nonce="m")
    note_sign_in(fresh_store, again)
    with fresh_store.reading() as cursor:
        kept = cursor.execute(
            "SELECT principal_id, kind, name, scopes, is_verified FROM principal"
        ).fetchall()
    assert kept == [(ada.person_id, "person", "Ada King", "read,decide", True)]


def test_signing_out_ends_this_sign_in_for_good_and_no_other_one(fresh_store: Store) -> None:
    ada, elsewhere = person(nonce="1"), person(nonce="2")
    note_sign_in(fresh_store, elsewhere)
    assert [sign_out(fresh_store, ada), sign_out(fresh_store, ada)] == [True, False]
    assert note_sign_in(fresh_store, ada) is False
    assert sign_in_state(fresh_store, ada.sign_in_id) == "ended"
    assert sign_in_state(fresh_store, elsewhere.sign_in_id) == "holds"
    assert [row[2:4] for row in logged(fresh_store)] == [
        ("sign_in", elsewhere.sign_in_id),
        ("sign_in", ada.sign_in_id),
        ("sign_out", ada.sign_in_id),
    ]
