"""Sixteen tabs that press at once: one answer holds, one write of a request, every word kept."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest
import streamlit as st
from streamlit.runtime import Runtime
from streamlit.runtime.fragment import MemoryFragmentStorage
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.pages_manager import PagesManager
from streamlit.runtime.scriptrunner import add_script_run_ctx
from streamlit.runtime.scriptrunner_utils.script_run_context import ScriptRunContext
from streamlit.runtime.state import SafeSessionState, SessionState

from dashboard import desk_session
from dashboard.app import ENTRY_SCRIPT
from dashboard.current_desk import Desk, set_desk
from dashboard.parts.draft import Draft, draft, field_key, keep_field
from dashboard.parts.question_form import send_answer
from dashboard.settings import Settings
from data_access.contracts.people import Question
from data_access.contracts.principal import Principal
from data_access.reading.case_people import questions_of_task
from data_access.reading.drafts import draft_of
from data_access.reading.investigations import investigation
from data_access.store.connection import Store
from tests.writing.cases import Agent
from tests.writing.people import person_named

TABS = 16
WITHIN = 60.0
"""Seconds for all of them, on a machine with two busy cores; alone it takes two."""
_sits = threading.local()


def in_a_tab(work: Callable[[], object], who: Principal) -> object:
    """Run what a page does in a session of its own, with `who` at the browser."""
    session = SafeSessionState(SessionState(), lambda: None)
    context = ScriptRunContext(
        session_id=f"tab-{threading.get_ident()}",
        _enqueue=lambda _: None,
        query_string="",
        session_state=session,
        uploaded_file_mgr=MemoryUploadedFileManager("/upload"),
        main_script_path=str(ENTRY_SCRIPT),
        user_info={},
        fragment_storage=MemoryFragmentStorage(),
        pages_manager=PagesManager(str(ENTRY_SCRIPT)),
    )
    add_script_run_ctx(threading.current_thread(), context)
    _sits.who = who
    return work()


@pytest.fixture
def case(fresh_store: Store, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, Question]]:
    """A desk with one case that waits for the answer to one question."""
    agent = Agent(fresh_store, now=datetime.now(UTC) - timedelta(minutes=5))
    claim = agent.begin()
    agent.ask(claim, is_required=True)
    agent.finish(claim)
    monkeypatch.setattr(desk_session, "viewer_told", lambda _headers, _name=None: _sits.who)
    nobody_connected = SimpleNamespace(get_client=lambda _session: None)
    monkeypatch.setattr(Runtime, "_instance", nobody_connected)
    set_desk(Desk(Settings(timezone="UTC"), fresh_store))
    yield claim.task_id, questions_of_task(fresh_store, claim.task_id)[0]
    set_desk(None)


def typed(task_id: str, question: Question, text: str) -> Draft:
    """Type an answer as the page keeps it."""
    begun = draft(f"answer:{task_id}:{question.question_id}", task_id=task_id)
    key = field_key(begun, "text")
    st.session_state[key] = text
    keep_field(begun, "text", key)
    return begun


def at_once(work: Callable[[int], object]) -> float:
    """Run `work` in all tabs at once; return how long they took."""
    ready = threading.Barrier(TABS)

    def pressed(number: int) -> object:
        ready.wait(WITHIN)
        return work(number)

    began = time.monotonic()
    with ThreadPoolExecutor(TABS) as tabs:
        list(tabs.map(pressed, range(TABS), timeout=WITHIN))
    return time.monotonic() - began


def test_of_sixteen_people_one_answer_holds_and_the_others_keep_their_words(
    case: tuple[str, Question], fresh_store: Store
) -> None:
    task_id, question = case

    def answer(number: int) -> None:
        def press() -> None:
            begun = typed(task_id, question, f"Valve {number}")
            send_answer(begun, task_id, question)

        in_a_tab(press, person_named(f"p{number}"))

    assert at_once(answer) < WITHIN
    (held,) = questions_of_task(fresh_store, task_id)[0].answers
    assert investigation(fresh_store, task_id).generation == 2, "queued once"
    form = f"answer:{task_id}:Q-1"
    kept = {number: draft_of(fresh_store, f"person-p{number}", form) for number in range(TABS)}
    words = {number: one.field_values["text"] for number, one in kept.items() if one}
    assert words == {n: f"Valve {n}" for n in range(TABS) if f"Valve {n}" != held.text}

    def keep(number: int) -> None:
        def press() -> None:
            begun = draft(f"answer:{task_id}:Q-1", task_id=task_id)
            st.session_state[field_key(begun, "text")] = begun.values["text"]
            send_answer(begun, task_id, question, keep_as="dissent")

        if number in words:
            in_a_tab(press, person_named(f"p{number}"))

    assert at_once(keep) < WITHIN
    given = questions_of_task(fresh_store, task_id)[0].answers
    assert sorted(one.text or "" for one in given) == sorted(f"Valve {number}" for number in range(TABS))
    assert [one.answer_id for one in given if one.is_effective] == [held.answer_id]


def test_sixteen_tabs_of_one_person_write_once(case: tuple[str, Question], fresh_store: Store) -> None:
    task_id, question = case
    wang = person_named("wang")
    with ThreadPoolExecutor(1) as first:
        first.submit(in_a_tab, lambda: typed(task_id, question, "Valve 7"), wang).result(WITHIN)

    def answer(_: int) -> None:
        def press() -> None:
            begun = draft(f"answer:{task_id}:Q-1", task_id=task_id)
            st.session_state[field_key(begun, "text")] = "Valve 7"
            send_answer(begun, task_id, question)

        in_a_tab(press, wang)

    assert at_once(answer) < WITHIN
    assert [one.text for one in questions_of_task(fresh_store, task_id)[0].answers] == ["Valve 7"]
    assert draft_of(fresh_store, "person-wang", f"answer:{task_id}:Q-1") is None


def test_a_field_that_is_left_by_the_click_that_sent_it_begins_no_draft(
    case: tuple[str, Question], fresh_store: Store
) -> None:
    task_id, question = case

    def press() -> None:
        begun = typed(task_id, question, "Valve 7")
        send_answer(begun, task_id, question)
        keep_field(begun, "text", field_key(begun, "text"))

    with ThreadPoolExecutor(1) as tab:
        tab.submit(in_a_tab, press, person_named("wang")).result(WITHIN)
    assert [one.text for one in questions_of_task(fresh_store, task_id)[0].answers] == ["Valve 7"]
    assert draft_of(fresh_store, "person-wang", f"answer:{task_id}:Q-1") is None
