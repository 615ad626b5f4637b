"""The outbox: a notice is written with what it tells of, or not at all, whatever happens to the process."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from data_access.contracts.case_calls import TaskContextCall
from data_access.contracts.case_receipts import ClaimReceipt
from data_access.contracts.principal import LOCAL_AGENT, LOCAL_OWNER
from data_access.errors import CaseboardError, NotFound, NoticeSettled, PermissionDenied
from data_access.reading.change_log import changes
from data_access.reading.notices import due_notices, notice_queue, webhook_standing
from data_access.store.connection import Store
from data_access.writing.case_expiries import settle_expiries
from data_access.writing.deliver_answers import deliver_answers
from data_access.writing.notices import (
    Attempt,
    drop_notice,
    keep_attempt,
    note_gone,
    retry_notice,
    turn_webhook,
)
from tests.writing.cases import Agent
from tests.writing.people import Person

AT = datetime(2026, 5, 1, 12, tzinfo=UTC)


@pytest.fixture
def agent(fresh_store: Store) -> Agent:
    turn_webhook(fresh_store, "https://hooks.example")
    return Agent(fresh_store)


def told(store: Store) -> list[tuple[str, str | None, str | None]]:
    return [(one.kind, one.subject_id, one.detail) for one in reversed(notice_queue(store).items)]


def deliver(agent: Agent, claim: ClaimReceipt) -> None:
    call = TaskContextCall(task_id=claim.task_id, lease_token=claim.lease_token, section="questions")
    assert deliver_answers(agent.store, call, author=agent.author)


def test_each_event_is_noted_once_in_its_order_and_without_what_was_written(agent: Agent) -> None:
    claim = agent.begin()
    person = Person(agent, claim.task_id)
    agent.ask(claim, prompt="SECRET prompt", is_required=False)
    agent.report(claim, body="SECRET body")
    agent.propose(claim, description="SECRET description")
    agent.propose(claim)
    person.decide("A-1", reason="SECRET reason")
    person.decide("A-2", decision="rejected")
    person.post("SECRET text")
    person.answer(text="SECRET answer")
    deliver(agent, claim)
    agent.finish(claim, reason="SECRET failure")
    person.look_again(reason="SECRET again")
    assert told(agent.store) == [
        ("task_queued", None, None),
        ("question_asked", "Q-1", "optional"),
        ("action_proposed", "A-1", None),
        ("action_proposed", "A-2", None),
        ("action_decided", "A-1", "approved"),
        ("action_decided", "A-2", "rejected"),
        ("discussion_message", "D-1", "person"),
        ("task_failed", None, None),
        ("task_queued", None, None),
    ]
    assert "SECRET" not in notice_queue(agent.store).model_dump_json()
    assert [one.generation for one in notice_queue(agent.store).items][:2] == [2, 1]


def test_what_the_desk_queues_by_itself_is_noted_too(agent: Agent) -> None:
    claim = agent.begin(lease_seconds=60)
    agent.wait(61)
    settle_expiries(agent.store, lambda: agent.now)
    assert [kind for kind, _, _ in told(agent.store)] == ["task_queued", "task_queued"]
    assert claim.generation == 1


def test_a_repeated_request_and_a_refused_one_note_nothing(agent: Agent) -> None:
    claim = agent.begin()
    agent.ask(claim, request_id="same", prompt="Which?")
    agent.ask(claim, request_id="same", prompt="Which?")
    before = told(agent.store)
    for refused in (lambda: agent.ask(claim, prompt="Which?"), lambda: agent.propose(claim)):
        with pytest.raises(CaseboardError):
            refused()
    assert told(agent.store) == before
    assert len(before) == 2


def test_what_is_rolled_back_after_its_notice_leaves_none(
    agent: Agent, monkeypatch: pytest.MonkeyPatch
) -> None:
    claim = agent.begin()

    def fail(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("data_access.writing.case_write.touch", fail)
    with pytest.raises(ZeroDivisionError):
        agent.ask(claim)
    assert [kind for kind, _, _ in told(agent.store)] == ["task_queued"]


KILLED = """
from tests.writing.cases import Agent
store = Store.open(sys.argv[1])
agent = Agent(store)
claim = agent.begin(lease_seconds=1800)
print("begun", flush=True)
while True:
    agent.ask(claim, is_required=False)
    print("asked", flush=True)
"""


def test_after_a_kill_there_is_a_notice_for_each_question_and_no_other(
    store_file: Path, other_process: Any
) -> None:
    with Store.open(store_file) as store:
        turn_webhook(store, "https://hooks.example")
    process = other_process.start(KILLED, store_file)
    for _ in range(9):
        assert process.stdout.readline()
    process.kill()
    process.wait()
    with Store.open(store_file) as store:
        with store.reading() as cursor:
            [(asked,)] = cursor.execute("SELECT count(*) FROM question").fetchall()
        kinds = [kind for kind, _, _ in told(store)]
        assert kinds == ["task_queued", *["question_asked"] * asked]
        assert asked >= 8, "what was acknowledged is there"
        assert len(due_notices(store, AT, after=0)) == len(kinds)


def attempt(store: Store, number: int, *, error: str | None, later: float | None = None) -> int | None:
    notice = next(one for one in notice_queue(store, limit=500).items if one.ordinal == number)
    again = None if later is None else AT + timedelta(seconds=later)
    told = Attempt(notice.notice_id, notice.task_id, AT, None if error else 204, error, again)
    return keep_attempt(store, told)


def due(store: Store, after_seconds: float = 0, **given: Any) -> list[int]:
    moment = AT + timedelta(seconds=after_seconds)
    return [one.ordinal for one in due_notices(store, moment, after=0, **given)]


def test_later_notices_of_a_case_wait_for_the_earlier_ones_and_other_cases_do_not(agent: Agent) -> None:
    claim = agent.begin()
    agent.ask(claim)
    agent.create()
    assert due(agent.store) == [1, 2, 3]
    attempt(agent.store, 1, error="down", later=60)
    assert due(agent.store) == [3]
    assert due(agent.store, 61) == [1, 2, 3]
    for _ in range(4):
        attempt(agent.store, 1, error="down", later=60)
    assert due(agent.store) == [2, 3], "one that fails for ever holds nothing up"
    attempt(agent.store, 2, error=None)
    assert due(agent.store) == [3]


def test_somebody_may_have_one_tried_at_once_or_drop_it(agent: Agent) -> None:
    agent.begin()
    agent.create()
    first = notice_queue(agent.store).items[-1].notice_id
    attempt(agent.store, 1, error="HTTP 500", later=3600)
    as_owner: dict[str, Any] = {"principal": LOCAL_OWNER, "face": "page"}
    assert retry_notice(agent.store, first, **as_owner).attempts == 1
    assert due(agent.store, only_asked_for=True) == [1]
    attempt(agent.store, 1, error="HTTP 500")
    assert notice_queue(agent.store, state="given_up").items[0].last_error == "HTTP 500"
    assert retry_notice(agent.store, first, **as_owner).state == "waiting"
    assert drop_notice(agent.store, first, **as_owner).state == "dropped"
    assert attempt(agent.store, 1, error=None) is None, "it was dropped while it was on its way"
    with pytest.raises(NoticeSettled):
        drop_notice(agent.store, first, **as_owner)
    second = notice_queue(agent.store).items[0].notice_id
    attempt(agent.store, 2, error=None)
    for settling in (retry_notice, drop_notice):
        with pytest.raises(NoticeSettled):
            settling(agent.store, second, **as_owner)
        with pytest.raises(NotFound):
            settling(agent.store, "msg_none\ud800", **as_owner)
        with pytest.raises(PermissionDenied):
            settling(agent.store, first, principal=LOCAL_AGENT, face="mcp")
    logged = [(one.action, one.principal_id) for one in changes(agent.store, withheld=(), q="notice").items]
    assert logged == [
        ("drop_notice", "local-owner"), ("retry_notice", "local-owner"), ("give_up_notice", "desk"),
        ("retry_notice", "local-owner"),
    ]  # fmt: skip


def test_only_what_happens_while_sending_is_on_is_ever_sent(fresh_store: Store) -> None:
    agent = Agent(fresh_store)
    agent.create(title="Before")
    turn_webhook(fresh_store, "https://one.example")
    agent.create(title="While")
    turn_webhook(fresh_store, "https://one.example")  # a restart
    turn_webhook(fresh_store, "https://two.example")  # what still waits goes to the new one
    assert [one.case_title for one in notice_queue(fresh_store).items] == ["While"]
    turn_webhook(fresh_store, None)
    turn_webhook(fresh_store, None)
    agent.create(title="Off")
    assert notice_queue(fresh_store).items == ()
    turn_webhook(fresh_store, "https://one.example")
    agent.create(title="Again")
    assert [one.case_title for one in notice_queue(fresh_store).items] == ["Again"]
    log = [one.new_value for one in changes(fresh_store, action="send_webhook").items]
    assert [value and value["receiver"] for value in log] == [
        "https://one.example", None, "https://two.example", "https://one.example",
    ]  # fmt: skip


def test_a_receiver_that_is_gone_is_there_again_when_somebody_asks_or_the_desk_restarts(agent: Agent) -> None:
    agent.create()
    note_gone(agent.store, AT)
    assert webhook_standing(agent.store).gone_at == AT
    retry_notice(
        agent.store, notice_queue(agent.store).items[0].notice_id, principal=LOCAL_OWNER, face="page"
    )
    assert webhook_standing(agent.store).gone_at is None
    note_gone(agent.store, AT)
    turn_webhook(agent.store, "https://hooks.example")
    assert webhook_standing(agent.store).gone_at is None


def test_pages_of_notices_add_up(agent: Agent) -> None:
    for _ in range(5):
        agent.create()
    first = notice_queue(agent.store, limit=3)
    second = notice_queue(agent.store, limit=3, cursor=first.next_cursor)
    assert [one.ordinal for one in first.items + second.items] == [5, 4, 3, 2, 1]
    assert (first.total, first.truncated, second.truncated) == (5, True, False)
