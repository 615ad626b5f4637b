"""People create cases on a page: once, however often it is sent; whoever may not sees why."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest

from dashboard import desk_session
from data_access.contracts.principal import Principal
from data_access.reading.investigations import investigations
from data_access.store.connection import Store
from tests.pages.cases import full_case


def _send(opened: object, form: str, title: str) -> object:
    run = opened.run  # type: ignore[attr-defined]
    run.text_input(key=f"title-{form}").set_value(title)
    run.text_area(key=f"description-{form}").set_value("自 5 月 1 日起。")
    next(button for button in run.button if button.label == "Create the case").click()
    return run.run()


def test_a_form_creates_its_case_once_and_says_who_did(open_page: Callable, fresh_store: Store) -> None:
    form = str(uuid4())
    first = open_page(fresh_store, "new_case", form=form)
    second = open_page(fresh_store, "new_case", form=form)
    _send(first, form, "为什么发黄？")
    _send(second, form, "为什么发黄？")
    (case,) = investigations(fresh_store).items
    assert (case.title, case.description, case.status, case.created_by) == (
        "为什么发黄？",
        "自 5 月 1 日起。",
        "queued",
        "Local owner",
    )
    with fresh_store.reading() as cursor:
        written = cursor.execute("SELECT principal_id, face, action, subject_id FROM audit").fetchall()
    assert written == [("local-owner", "page", "create_task", case.task_id)]
    again = open_page(fresh_store, "new_case", form=form)
    note = again.piece("note")
    assert note["title"] == "This form was sent already"
    assert note["links"][0]["href"] == f"./investigation?case={case.task_id}"


def test_a_form_without_a_question_is_not_sent(open_page: Callable, fresh_store: Store) -> None:
    form = str(uuid4())
    opened = open_page(fresh_store, "new_case", form=form)
    _send(opened, form, "   ")
    assert investigations(fresh_store).total == 0
    assert "Say what is to be found out first." in opened.text()


def test_a_new_case_can_be_related_to_another(open_page: Callable, fresh_store: Store) -> None:
    other, form = full_case(fresh_store), str(uuid4())
    opened = open_page(fresh_store, "new_case", form=form, related=other)
    _send(opened, form, "Same street again")
    (created,) = [one for one in investigations(fresh_store).items if one.task_id != other]
    assert [one.task_id for one in created.related] == [other]


def test_whoever_may_not_publish_sees_why(
    open_page: Callable, fresh_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    who = Principal(kind="person", id="p", name="P", scopes=frozenset({"read"}), is_verified=False)
    monkeypatch.setattr(desk_session, "viewer_told", lambda _headers, _name=None: who)
    for page in ("investigations", "new_case"):
        opened = open_page(fresh_store, page)
        buttons = [one for one in opened.run.button if one.label in ("New case", "Create the case")]
        assert [(one.disabled, one.help) for one in buttons] == [
            (True, "This is done on the machine the desk runs on.")
        ]
