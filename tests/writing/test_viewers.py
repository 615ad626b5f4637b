"""A typed name is kept for its browser, cleaned, with its row in the change log, and proves nothing."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_access.contracts.principal import LOCAL_BROWSER, LOCAL_OWNER, Principal, Viewer
from data_access.errors import InvalidInput, PermissionDenied
from data_access.reading.viewers import viewer_named
from data_access.rules.viewer_identity import LONGEST_NAME, person_name, viewer_id
from data_access.store.connection import Store
from data_access.writing.viewers import name_viewer, see_viewer

BROWSER = viewer_id("a" * 22)
HOSTILE = {
    '<script>alert("x")</script>': '<script>alert("x")</script>',
    "王小明": "王小明",
    "\u202eadA\u202c": "adA",
    "Ada\n\tLovelace\x00": "Ada Lovelace",
    "x" * 10_240: "x" * (LONGEST_NAME - 1) + "…",
    "\ud800Ada": "�Ada",
}


def logged(store: Store) -> list[tuple]:
    with store.reading() as cursor:
        return cursor.execute(
            "SELECT principal_kind, principal_id, principal_name, is_verified, face, action, subject_id, "
            "old_value ->> '$', new_value ->> '$' FROM audit ORDER BY audit_id"
        ).fetchall()


@pytest.mark.parametrize(("typed", "kept"), HOSTILE.items())
def test_a_name_is_kept_as_one_visible_line(fresh_store: Store, typed: str, kept: str) -> None:
    named = name_viewer(fresh_store, typed, viewer_id=BROWSER, principal=LOCAL_BROWSER)
    assert viewer_named(fresh_store, BROWSER) == named
    assert named.name == kept


@given(st.text())
def test_a_kept_name_is_short_stays_as_it_is_and_breaks_no_line(typed: str) -> None:
    try:
        name = person_name(typed)
    except InvalidInput:
        return
    assert 0 < len(name) <= LONGEST_NAME
    assert person_name(name) == name
    assert name.splitlines() == [name]


@pytest.mark.parametrize("typed", ["", "  ", "\u200b\u202e", "\x00"])
def test_a_name_without_visible_characters_is_refused(fresh_store: Store, typed: str) -> None:
    with pytest.raises(InvalidInput):
        name_viewer(fresh_store, typed, viewer_id=BROWSER, principal=LOCAL_BROWSER)
    assert logged(fresh_store) == []


def test_another_name_stands_in_the_change_log_beside_the_earlier_one(fresh_store: Store) -> None:
    for name in ("Ada", "王小明"):
        name_viewer(fresh_store, name, viewer_id=BROWSER, principal=LOCAL_BROWSER)
    who = ("person", BROWSER)
    assert logged(fresh_store) == [
        (*who, "Ada", False, "page", "name_viewer", BROWSER, None, "Ada"),
        (*who, "王小明", False, "page", "name_viewer", BROWSER, "Ada", "王小明"),
    ]


def test_whoever_is_verified_or_may_not_read_types_no_name(fresh_store: Store) -> None:
    nobody = Principal(kind="person", id="x", name="X", scopes=frozenset(), is_verified=False)
    for principal in (LOCAL_OWNER, nobody):
        with pytest.raises(PermissionDenied):
            name_viewer(fresh_store, "Ada", viewer_id=BROWSER, principal=principal)
    with pytest.raises(PermissionDenied):
        name_viewer(fresh_store, "Ada", viewer_id="local-owner", principal=LOCAL_BROWSER)
    assert logged(fresh_store) == []


def test_when_a_browser_was_last_seen_is_noted_once_an_hour(fresh_store: Store) -> None:
    named = name_viewer(fresh_store, "Ada", viewer_id=BROWSER, principal=LOCAL_BROWSER)
    see_viewer(fresh_store, named, named.last_seen_at + timedelta(minutes=59))
    assert viewer_named(fresh_store, BROWSER) == named
    later = (named.last_seen_at + timedelta(hours=1)).astimezone(UTC)
    see_viewer(fresh_store, named, later)
    assert viewer_named(fresh_store, BROWSER) == named.model_copy(update={"last_seen_at": later})
    assert len(logged(fresh_store)) == 1


def test_a_browser_nobody_named_is_not_kept(fresh_store: Store) -> None:
    assert viewer_named(fresh_store, BROWSER) is None
    unknown = Viewer(
        viewer_id=BROWSER,
        name="Ada",
        first_seen_at=datetime(2026, 5, 1, tzinfo=UTC),
        last_seen_at=datetime(2026, 5, 1, tzinfo=UTC),
    )
    see_viewer(fresh_store, unknown, datetime.now(UTC))
    assert viewer_named(fresh_store, BROWSER) is None
