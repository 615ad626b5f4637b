"""What people begin to write is kept until it is sent or discarded, for them alone."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from threading import Barrier

import pytest

from data_access.contracts.drafts import KeepDraftCall, KeptDraft
from data_access.contracts.principal import LOCAL_OWNER, NOBODY
from data_access.errors import DraftSent, DraftTooLarge, PermissionDenied
from data_access.reading.change_counter import change_counter
from data_access.reading.drafts import draft_of, request_sent_at
from data_access.rules import drafts as bounds
from data_access.store.case_tables import drop_case
from data_access.store.connection import Store
from data_access.writing.keep_draft import discard_draft, keep_draft
from tests.writing.cases import BEGIN, Agent
from tests.writing.people import Person

FORM = "answer:T-1:Q-1"


def keep(store: Store, value: object, *, owner: str = "wang", **given: object) -> KeptDraft | None:
    own = {"form": FORM, "request_id": "form-1", "field": "text"}
    call = KeepDraftCall.model_validate(own | {"value": value} | given)
    return keep_draft(store, call, owner_id=owner, principal=LOCAL_OWNER, clock=lambda: BEGIN)


def test_a_draft_is_there_again_after_a_restart(store_file: Path) -> None:
    with Store.open(store_file) as store:
        keep(store, "阀门 7 已关闭。")
        keep(store, True, field="seen")
    with Store.open(store_file) as store:
        kept = draft_of(store, "wang", FORM)
    assert kept == KeptDraft(
        form=FORM,
        request_id="form-1",
        task_id=None,
        field_values={"text": "阀门 7 已关闭。", "seen": True},
        begun_at=BEGIN,
        kept_at=BEGIN,
        sent_at=None,
    )


def test_a_draft_is_shown_to_nobody_else(fresh_store: Store) -> None:
    keep(fresh_store, "mine")
    keep(fresh_store, "theirs", owner="li", request_id="form-2")
    assert draft_of(fresh_store, "zhao", FORM) is None
    told = {owner: draft_of(fresh_store, owner, FORM) for owner in ("wang", "li")}
    assert {owner: (one.request_id, one.field_values["text"]) for owner, one in told.items() if one} == {
        "wang": ("form-1", "mine"),
        "li": ("form-2", "theirs"),
    }


def test_another_tab_goes_on_with_the_same_request(fresh_store: Store) -> None:
    keep(fresh_store, "Valve 7")
    second = keep(fresh_store, "seen", request_id="form-2", field="known_by")
    assert second is not None
    assert (second.request_id, second.field_values) == ("form-1", {"text": "Valve 7", "known_by": "seen"})


def test_what_is_emptied_or_discarded_is_gone(fresh_store: Store) -> None:
    keep(fresh_store, "Valve 7")
    assert keep(fresh_store, "") is None
    assert draft_of(fresh_store, "wang", FORM) is None
    keep(fresh_store, "Valve 8", request_id="form-2")
    for request_id, left in (("form-1", True), ("form-2", False)):
        discard_draft(fresh_store, FORM, request_id, owner_id="wang", principal=LOCAL_OWNER)
        assert (draft_of(fresh_store, "wang", FORM) is not None) == left


def test_secrets_are_masked_before_they_are_kept(fresh_store: Store) -> None:
    keep(fresh_store, "password = hunter2Xy9!q and more")
    kept = draft_of(fresh_store, "wang", FORM)
    assert kept is not None
    assert "hunter2" not in str(kept.field_values)


@pytest.mark.parametrize("text", ["\x00\u202e<script>alert(1)</script>", "'; DROP TABLE draft; --"])
def test_hostile_text_is_kept_as_text(fresh_store: Store, text: str) -> None:
    keep(fresh_store, text)
    kept = draft_of(fresh_store, "wang", FORM)
    assert kept is not None
    assert kept.field_values == {"text": text}


def test_what_was_sent_is_no_draft_any_more(fresh_store: Store) -> None:
    agent = Agent(fresh_store)
    claim = agent.begin()
    agent.ask(claim, is_required=True)
    person = Person(agent, claim.task_id)
    keep(fresh_store, "Valve 7")
    assert request_sent_at(fresh_store, "form-1", since=BEGIN) is None
    person.answer(request_id="form-1")
    kept = draft_of(fresh_store, "wang", FORM)
    assert kept is not None
    assert kept.sent_at == request_sent_at(fresh_store, "form-1", since=BEGIN) == agent.now
    with pytest.raises(DraftSent):
        keep(fresh_store, "Valve 8")
    again = keep(fresh_store, "Valve 9", request_id="form-2")
    assert again is not None
    assert (again.request_id, again.field_values) == ("form-2", {"text": "Valve 9"})


def test_a_draft_has_bounds(fresh_store: Store) -> None:
    for number in range(5):
        keep(fresh_store, "x" * 20_000, field=f"f{number}")
    with pytest.raises(DraftTooLarge):
        keep(fresh_store, "x")
    for number in range(bounds.MOST_FIELDS - 5):
        keep(fresh_store, number, field=f"n{number}")
    with pytest.raises(DraftTooLarge):
        keep(fresh_store, 1, field="one-more")
    with pytest.raises(ValueError, match="at most 20000"):
        keep(fresh_store, "x" * 20_001)
    for number in range(1, bounds.MOST_DRAFTS):
        keep(fresh_store, "x", form=f"f-{number}")
    with pytest.raises(DraftTooLarge):
        keep(fresh_store, "x", form="one-more")
    assert keep(fresh_store, "y", form="f-7") is not None, "what is begun goes on"
    assert keep(fresh_store, "x", form="one-more", owner="li") is not None


def test_what_nobody_touches_for_long_is_forgotten(fresh_store: Store) -> None:
    keep(fresh_store, "old")
    keep(fresh_store, "old", owner="li")
    later = BEGIN + bounds.KEPT_FOR + timedelta(seconds=1)
    call = KeepDraftCall(form="new", request_id="form-9", field="text", value="x")
    keep_draft(fresh_store, call, owner_id="wang", principal=LOCAL_OWNER, clock=lambda: later)
    assert [draft_of(fresh_store, owner, FORM) for owner in ("wang", "li")] == [None, None]


def test_an_old_draft_that_was_sent_gives_way_to_a_new_one(fresh_store: Store) -> None:
    agent = Agent(fresh_store)
    claim = agent.begin()
    agent.ask(claim)
    keep(fresh_store, "Valve 7")
    Person(agent, claim.task_id).answer(request_id="form-1")
    later = BEGIN + bounds.KEPT_FOR + timedelta(seconds=1)
    call = KeepDraftCall(form=FORM, request_id="form-2", field="text", value="x")
    kept = keep_draft(fresh_store, call, owner_id="wang", principal=LOCAL_OWNER, clock=lambda: later)
    assert kept is not None
    assert (kept.request_id, kept.begun_at) == ("form-2", later)


def test_a_case_takes_its_drafts_with_it(fresh_store: Store) -> None:
    task_id = Agent(fresh_store).create().task_id
    keep(fresh_store, "x", task_id=task_id)
    keep(fresh_store, "x", form="other", task_id="T-other")
    with fresh_store.transaction() as transaction:
        drop_case(transaction, task_id)
    assert draft_of(fresh_store, "wang", FORM) is None
    assert draft_of(fresh_store, "wang", "other") is not None


def test_a_draft_stands_in_no_change_log_and_wakes_no_page(fresh_store: Store) -> None:
    before = change_counter(fresh_store, "cases").value
    keep(fresh_store, "not yet for others")
    assert change_counter(fresh_store, "cases").value == before
    with fresh_store.reading() as cursor:
        assert cursor.execute("SELECT count(*) FROM audit").fetchone() == (0,)


def test_nobody_keeps_drafts_before_sign_in(fresh_store: Store) -> None:
    call = KeepDraftCall(form=FORM, request_id="form-1", field="text", value="x")
    with pytest.raises(PermissionDenied):
        keep_draft(fresh_store, call, owner_id="nobody", principal=NOBODY)


def test_many_tabs_keep_one_draft_with_every_field(fresh_store: Store) -> None:
    ready = Barrier(16)

    def type_in_tab(number: int) -> str:
        ready.wait(30)
        kept = keep(fresh_store, f"text {number}", request_id=f"form-{number}", field=f"f{number}")
        assert kept is not None
        return kept.request_id

    with ThreadPoolExecutor(16) as tabs:
        told = set(tabs.map(type_in_tab, range(16), timeout=60))
    kept = draft_of(fresh_store, "wang", FORM)
    assert kept is not None
    assert told == {kept.request_id}
    assert kept.field_values == {f"f{number}": f"text {number}" for number in range(16)}
