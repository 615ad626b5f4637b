"""How a case stands, and its rounds, on the screen: what is next, who looked, what is linked."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from dashboard import desk_session
from data_access.contracts.case_calls import LinkRoundCall
from data_access.contracts.principal import LOCAL_AGENT, Principal
from data_access.reading.case_cost import case_cost
from data_access.reading.case_rounds import rounds_of_run
from data_access.store.connection import Store
from data_access.writing.agent_looks import note_agent_look
from data_access.writing.case_write import Author
from data_access.writing.link_round import link_round
from tests.pages.cases import full_case
from tests.writing.cases import Agent

RUN = "11111111-2222-3333-4444-555555555555"


def _facts(opened: object) -> str:
    pieces = opened.pieces  # type: ignore[attr-defined]
    return str([piece for piece in pieces if piece["kind"] == "facts"])


def test_a_queued_case_says_whether_an_agent_has_looked(open_page: Callable, fresh_store: Store) -> None:
    agent = Agent(fresh_store)
    task_id = agent.create().task_id
    opened = open_page(fresh_store, "investigation", case=task_id)
    assert "no agent has ever looked for work on this desk" in _facts(opened)
    assert "Queued is not started" in _facts(opened)
    earlier = Author(LOCAL_AGENT, "rest", lambda: agent.now - timedelta(hours=1))
    note_agent_look(fresh_store, author=earlier)
    assert "no agent has looked since" in _facts(open_page(fresh_store, "investigation", case=task_id))
    later = Author(LOCAL_AGENT, "rest", lambda: agent.now + timedelta(hours=1))
    note_agent_look(fresh_store, author=later)
    assert "has not taken it up so far" in _facts(open_page(fresh_store, "investigation", case=task_id))


def test_a_running_case_says_what_an_end_now_would_mean(open_page: Callable, fresh_store: Store) -> None:
    agent = Agent(fresh_store, now=datetime.now(UTC))
    claim = agent.begin(agent="Codex", lease_seconds=1800)
    opened = open_page(fresh_store, "investigation", case=claim.task_id)
    assert "it would fail: this session has published no final report" in _facts(opened)
    agent.ask(claim, is_required=True)
    opened = open_page(fresh_store, "investigation", case=claim.task_id)
    assert "it would wait for people" in _facts(opened)


def test_what_was_said_last_leads_to_map_and_report(open_page: Callable, fresh_store: Store) -> None:
    task_id = full_case(fresh_store)
    opened = open_page(fresh_store, "investigation", case=task_id)
    ways = [way["href"] for piece in opened.pieces if piece["kind"] == "pages" for way in piece["ways"]]
    assert ways == [
        f"./investigation_map?case={task_id}",
        f"./report?case={task_id}",
        f"./rounds?case={task_id}",
    ]
    assert "改查西门。" in opened.text()


def test_a_run_is_linked_and_unlinked_by_hand(
    open_page: Callable, fresh_store: Store, log_file: Callable, import_file: Callable
) -> None:
    key = import_file(fresh_store, log_file("look"))
    task_id = full_case(fresh_store)
    run = open_page(fresh_store, "rounds", case=task_id).run
    run.selectbox(key="link-which").set_value(key)
    next(one for one in run.button if one.label == "Link a run").click()
    run.run()
    cost = case_cost(fresh_store, task_id)
    assert [(one.linked_by, one.conversation) for one in cost.linked_runs] == [("hand", RUN)]
    assert (cost.total.usage_calls, cost.unlinked_rounds) == (1, ())
    assert [one.task_id for one in rounds_of_run(fresh_store, key)] == [task_id]
    assert "黄水投诉" in str(open_page(fresh_store, "run_summary", run=key).piece("heading")["meta"])

    run = open_page(fresh_store, "rounds", case=task_id).run
    next(one for one in run.button if one.label == "Take a link away").click()
    run.run()
    assert case_cost(fresh_store, task_id).linked_runs == ()
    with fresh_store.reading() as cursor:
        told = cursor.execute(
            "SELECT principal_id, face, new_value->>'is_removed' FROM audit "
            "WHERE subject_kind = 'round_conversation' ORDER BY audit_id"
        ).fetchall()
    assert told == [("local-owner", "page", "false"), ("local-owner", "page", "true")]


def test_a_link_that_was_made_by_native_id_is_taken_away_by_key(
    fresh_store: Store, log_file: Callable, import_file: Callable
) -> None:
    key = import_file(fresh_store, log_file("look"))
    agent = Agent(fresh_store)
    claim = agent.begin(conversation_ids=[RUN])
    call = LinkRoundCall(
        request_id="x", task_id=claim.task_id, round_id="R-1", conversation_id=key, is_removed=True
    )
    link_round(fresh_store, call, author=agent.author)
    assert case_cost(fresh_store, claim.task_id).linked_runs == ()


def test_the_list_says_at_least_where_some_rounds_are_not_linked(
    open_page: Callable, fresh_store: Store, log_file: Callable[..., Path], import_file: Callable
) -> None:
    import_file(fresh_store, log_file("look"))
    agent = Agent(fresh_store)
    claim = agent.begin(conversation_ids=[RUN])
    agent.now += timedelta(hours=1)
    agent.claim(claim.task_id)
    row = open_page(fresh_store, "investigations").piece("ledger")["rows"][0]
    money = row["cells"][6]
    assert (money["text"], money["sub"]) == ("≥ $0.00055", "1 round is not linked")


def test_whoever_may_not_publish_sees_why_links_are_closed(
    open_page: Callable, fresh_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    task_id = full_case(fresh_store)
    who = Principal(kind="person", id="p", name="P", scopes=frozenset({"read"}), is_verified=False)
    monkeypatch.setattr(desk_session, "viewer_told", lambda _headers, _name=None: who)
    opened = open_page(fresh_store, "rounds", case=task_id)
    button = next(one for one in opened.run.button if one.label == "Link a run")
    assert (button.disabled, button.help) == (True, "This is done on the machine the desk runs on.")


def test_what_was_so_stands_apart_from_what_was_done(open_page: Callable, fresh_store: Store) -> None:
    agent = Agent(fresh_store)
    task_id = agent.create().task_id
    agent.wait(1)
    claim = agent.claim(task_id, agent="Codex")
    agent.wait(1)
    agent.relay(
        claim.task_id, kind="measurement", statement=None, point="West gate", parameter="chlorine",
        value=0.13, unit="mg/L",
    )  # fmt: skip
    both = open_page(fresh_store, "what_happened", case=claim.task_id)
    so, done = [piece for piece in both.pieces if piece["kind"] == "ledger"]
    measured = so["rows"][0]
    assert measured["cells"][0]["text"] == "West gate: chlorine 0.13 mg/L"
    assert measured["cells"][2]["text"] == "time not known"
    assert measured["href"] == f"./investigation_evidence?case={claim.task_id}&piece=H-1"
    assert [row["cells"][0]["text"] for row in done["rows"]][:2] == [
        "the case was created",
        "an agent claimed it",
    ]
    alone = open_page(fresh_store, "what_happened", case=claim.task_id, kind="fact")
    (ledger,) = [piece for piece in alone.pieces if piece["kind"] == "ledger"]
    assert len(ledger["rows"]) == 1


def test_a_long_case_says_that_what_happened_is_cut_and_pages_the_whole(
    open_page: Callable, fresh_store: Store
) -> None:
    agent = Agent(fresh_store)
    claim = agent.begin()
    for number in range(60):
        agent.progress(claim, summary=f"Step {number}")
    both = open_page(fresh_store, "what_happened", case=claim.task_id)
    cut = next(piece for piece in both.pieces if piece["kind"] == "pages")
    assert cut["ways"][0]["href"] == f"./what_happened?case={claim.task_id}&side=work"
    whole = open_page(fresh_store, "what_happened", case=claim.task_id, side="work")
    assert next(piece for piece in whole.pieces if piece["kind"] == "pages")["text"] == "1 to 50 of 62"
