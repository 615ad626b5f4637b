"""Fields keep what stands in them: after a restart, in another tab, until it is sent once or given up."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import orjson
import pytest
from streamlit.testing.v1 import AppTest

from dashboard.current_desk import Desk, set_desk
from dashboard.settings import Settings
from data_access.reading.drafts import draft_of
from data_access.store.connection import Store
from tests.writing.cases import Agent


def _page(task_id: str) -> None:
    import streamlit as st

    from dashboard.desk_session import store, viewer
    from dashboard.parts import draft as form
    from data_access.contracts.case_calls import AddHumanEvidenceCall
    from data_access.writing.add_human_evidence import add_task_human_evidence
    from data_access.writing.case_write import Author

    def send(begun: form.Draft) -> None:
        told = {
            "task_id": task_id,
            "kind": "statement",
            "observed_at": form.moment_written(begun, "observed_at"),
        }
        told |= {name: form.written(begun, name) for name in ("statement", "place", "known_by")}
        form.send(
            begun,
            lambda request_id: add_task_human_evidence(
                store(), AddHumanEvidenceCall(request_id=request_id, **told), author=Author(viewer(), "page")
            ),
        )

    begun = form.draft(f"fact:{task_id}", task_id=task_id)
    form.kept_text(begun, "statement", "What *is* so", help="[x](http://example.org)")
    form.kept_text(begun, "place", "Where", is_line=True)
    form.kept_choice(begun, "known_by", "Known by", ("seen", "told"))
    form.kept_time(begun, "observed_at", "When")
    form.draft_line(begun)
    st.button("Send", key="send", on_click=send, args=(begun,))


Tab = Callable[[Store, str], AppTest]


@pytest.fixture
def tab() -> Iterator[Tab]:
    """Open the form of a case in a tab of its own."""

    def opened(store: Store, task_id: str) -> AppTest:
        set_desk(Desk(Settings(timezone="Asia/Shanghai"), store))
        return AppTest.from_function(_page, args=(task_id,), default_timeout=30).run()

    yield opened
    set_desk(None)


def fill(run: AppTest) -> AppTest:
    run.text_area[0].set_value("阀门 7 已关闭。").run()
    run.text_input[0].set_value("西门").run()
    run.selectbox[0].set_value("seen").run()
    return run.datetime_input[0].set_value(datetime.fromisoformat("2026-05-01T18:30:00")).run()


def shown(run: AppTest) -> tuple[Any, ...]:
    fields = (run.text_area[0], run.text_input[0], run.selectbox[0], run.datetime_input[0])
    return tuple(one.value for one in fields)


def facts(store: Store) -> list[dict[str, Any]]:
    with store.reading() as cursor:
        told = cursor.execute("SELECT statement, place, known_by, observed_at FROM human_evidence").df()
    return told.to_dict("records")


def test_every_field_is_back_after_a_restart_and_is_sent_once(store_file: Path, tab: Tab) -> None:
    with Store.open(store_file) as store:
        task_id = Agent(store).create().task_id
        before = shown(fill(tab(store, task_id)))
    with Store.open(store_file) as store:
        first, second = tab(store, task_id), tab(store, task_id)
        assert shown(first) == shown(second) == before
        assert before[:3] == ("阀门 7 已关闭。", "西门", "seen")
        first.button(key="send").click().run()
        second.button(key="send").click().run()
        assert not first.exception
        assert not second.exception
        (fact,) = facts(store)
        assert (fact["statement"], fact["place"], fact["known_by"]) == before[:3]
        assert f"{fact['observed_at'].astimezone('UTC'):%Y-%m-%d %H:%M}" == "2026-05-01 10:30"
        assert shown(first) == shown(tab(store, task_id)) == ("", "", None, None)


def test_a_tab_that_was_opened_before_goes_on_with_what_another_one_began(
    fresh_store: Store, tab: Tab
) -> None:
    task_id = Agent(fresh_store).create().task_id
    first, second = tab(fresh_store, task_id), tab(fresh_store, task_id)
    first.text_area[0].set_value("Valve 7").run()
    second.text_input[0].set_value("west gate").run()
    assert shown(tab(fresh_store, task_id))[:2] == ("Valve 7", "west gate")
    untouched = tab(fresh_store, task_id)
    first.text_area[0].set_value("Valve 8").run()
    assert shown(untouched.run())[0] == "Valve 8"


def test_what_was_sent_from_another_tab_says_so_and_is_not_kept_again(fresh_store: Store, tab: Tab) -> None:
    task_id = Agent(fresh_store).create().task_id
    first = fill(tab(fresh_store, task_id))
    second = tab(fresh_store, task_id)
    first.button(key="send").click().run()
    second.text_area[0].set_value("Valve 9").run()
    told = [orjson.loads(one.proto.json) for one in second.get("bidi_component")]
    titles = [one["title"] for one in told if one.get("kind") == "note"]
    assert [title for title in titles if title.startswith("This was sent already")]
    assert "This is not kept as a draft" in titles
    assert draft_of(fresh_store, "local-owner", f"fact:{task_id}") is None
    anew = next(button for button in second.button if button.label == "Begin anew")
    anew.click().run()
    assert shown(second) == ("", "", None, None)
    second.text_area[0].set_value("Valve 9").run()
    assert draft_of(fresh_store, "local-owner", f"fact:{task_id}") is not None


def test_a_draft_is_given_up_everywhere(fresh_store: Store, tab: Tab) -> None:
    task_id = Agent(fresh_store).create().task_id
    first = fill(tab(fresh_store, task_id))
    second = tab(fresh_store, task_id)
    next(button for button in first.button if button.label == "Discard the draft").click().run()
    assert shown(first) == shown(second.run()) == ("", "", None, None)
    assert draft_of(fresh_store, "local-owner", f"fact:{task_id}") is None


def test_labels_and_hints_are_text(fresh_store: Store, tab: Tab) -> None:
    run = tab(fresh_store, Agent(fresh_store).create().task_id)
    assert run.text_area[0].label == r"What \*is\* so"
    assert "](http" not in run.text_area[0].help
