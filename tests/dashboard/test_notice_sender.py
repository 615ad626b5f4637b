"""Notices reach a real receiver: signed, in order, again until taken, whatever the receiver does."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from dashboard import webhook as sending
from dashboard.notice_sender import notices_sent
from dashboard.settings import Settings
from dashboard.webhook import Outcome, Webhook, body_of, headers_of, next_try, webhook_of
from data_access.contracts.notices import DueNotice
from data_access.contracts.principal import LOCAL_OWNER
from data_access.errors import StoreError
from data_access.reading.notices import notice_queue, webhook_standing
from data_access.store.connection import Store
from data_access.writing.notices import retry_notice
from tests.writing.cases import Agent

SECRET = b"0123456789abcdef01234567"
AT = datetime(2026, 5, 1, 8, tzinfo=UTC)
Answer = Callable[[BaseHTTPRequestHandler], None]


@dataclass
class Receiver:
    """Answers as it is told, and keeps what arrived."""

    answers: list[Answer] = field(default_factory=list)
    """One for each request; then 204."""
    arrived: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)
    port: int = 0

    @property
    def ids(self) -> list[str]:
        return [headers["webhook-id"] for _, headers, _ in self.arrived]

    @property
    def kinds(self) -> list[str]:
        return [json.loads(body)["type"] for _, _, body in self.arrived]

    def webhook(self, path: str = "/hook/s3cret") -> Webhook:
        return Webhook(f"http://127.0.0.1:{self.port}{path}", SECRET, 3, "https://desk.example")


def answering(status: int, **headers: str) -> Answer:
    def answer(request: BaseHTTPRequestHandler) -> None:
        request.send_response(status)
        for name, value in headers.items():
            request.send_header(name.replace("_", "-"), value)
        request.send_header("content-length", "0")
        request.end_headers()

    return answer


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    told = Receiver()

    class Hook(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            told.arrived.append(
                (self.path, {name.lower(): value for name, value in self.headers.items()}, body)
            )
            place = len(told.arrived) - 1
            (told.answers[place] if place < len(told.answers) else answering(204))(self)

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Hook)
    server.daemon_threads = True
    told.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    yield told
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Try again within moments."""
    monkeypatch.setattr(sending, "_FIRST_DELAY", 0.02)
    monkeypatch.setattr(sending, "_FACTOR", 1.0)
    monkeypatch.setattr("dashboard.notice_sender._FIRST_REST", timedelta(seconds=0.05))


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not holds():
        assert time.monotonic() < end, "it never came to be"
        time.sleep(0.01)


def states(store: Store) -> list[str]:
    return [one.state for one in reversed(notice_queue(store).items)]


def verified(headers: dict[str, str], body: bytes) -> bool:
    """Verify as a receiver does that knows the specification and the secret alone."""
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    wanted = base64.b64encode(hmac.new(SECRET, signed, hashlib.sha256).digest()).decode()
    return f"v1,{wanted}" in headers["webhook-signature"].split(" ")


def test_notices_arrive_signed_in_order_and_once(fresh_store: Store, receiver: Receiver) -> None:
    with notices_sent(fresh_store, receiver.webhook(), every=0.01):
        agent = Agent(fresh_store)
        claim = agent.begin()
        agent.ask(claim, is_required=True)
        until(lambda: states(fresh_store) == ["delivered"] * 2)
    assert receiver.kinds == ["task_queued", "question_asked"]
    for path, headers, body in receiver.arrived:
        assert path == "/hook/s3cret"
        assert verified(headers, body)
        assert not verified(headers, body + b" ")
        assert abs(int(headers["webhook-timestamp"]) - time.time()) < 60
        assert headers["content-type"] == "application/json"
    assert json.loads(receiver.arrived[1][2]) == {
        "type": "question_asked",
        "timestamp": "2026-05-01T08:00:00Z",
        "data": {
            "task_id": claim.task_id,
            "case_title": "Yellow water in twelve households",
            "origin": "real",
            "generation": 1,
            "subject_id": "Q-1",
            "detail": "required",
            "ordinal": 2,
            "url": f"https://desk.example/investigation?case={claim.task_id}",
        },
    }


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (answering(500), "HTTP 500"),
        (answering(404), "HTTP 404"),
        (answering(429, retry_after="0"), "HTTP 429"),
        (answering(302, location="/elsewhere"), "HTTP 302 (redirects are not followed)"),
        (lambda request: request.connection.close(), None),
        (lambda request: request.wfile.write(b"nonsense\r\n\r\n"), None),
    ],
    ids=["fails", "refuses", "is busy", "redirects", "hangs up", "speaks no HTTP"],
)
def test_what_was_not_taken_is_sent_again_under_the_same_id(
    fresh_store: Store, receiver: Receiver, answer: Answer, error: str | None
) -> None:
    receiver.answers += [answer, answer]
    seen: list[str | None] = []
    with notices_sent(fresh_store, receiver.webhook(), every=0.01):
        Agent(fresh_store).create()

        def delivered() -> bool:
            [item] = notice_queue(fresh_store).items
            seen.append(item.last_error)
            return item.state == "delivered"

        until(delivered)
    [item] = notice_queue(fresh_store).items
    assert (item.attempts, item.last_error, item.last_status) == (3, None, 204)
    assert len(set(receiver.ids)) == 1
    assert {path for path, _, _ in receiver.arrived} == {"/hook/s3cret"}, "no redirect is followed"
    told = {one for one in seen if one}
    assert told == {error} if error else len(told) == 1
    assert "s3cret" not in str(told)


def test_a_receiver_that_hangs_holds_up_neither_writes_nor_the_end_of_the_desk(
    fresh_store: Store, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "ANSWER_SECONDS", 8.0)
    arrived = threading.Event()

    def hang(request: BaseHTTPRequestHandler) -> None:
        arrived.set()
        time.sleep(10)

    receiver.answers += [hang] * 50
    with notices_sent(fresh_store, receiver.webhook(), every=0.01):
        agent = Agent(fresh_store)
        agent.create()
        assert arrived.wait(20)
        begun = time.monotonic()
        agent.create()
        assert time.monotonic() - begun < 3
        begun = time.monotonic()
    assert time.monotonic() - begun < 4
    assert set(states(fresh_store)) == {"waiting"}


def test_an_answer_that_never_ends_is_given_its_time_and_no_more(
    fresh_store: Store, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "ANSWER_SECONDS", 0.6)

    def drip(request: BaseHTTPRequestHandler) -> None:
        request.wfile.write(b"HTTP/1.1 200 OK\r\n")
        for _ in range(40):
            time.sleep(0.1)
            request.wfile.write(b"x-more: 1\r\n")

    receiver.answers.append(drip)
    with notices_sent(fresh_store, receiver.webhook(), every=0.01):
        Agent(fresh_store).create()
        until(lambda: notice_queue(fresh_store).items[0].attempts == 1)
        assert notice_queue(fresh_store).items[0].last_error == "no answer within 1 seconds"
        until(lambda: states(fresh_store) == ["delivered"])


def test_a_receiver_that_is_gone_is_left_alone_until_somebody_asks(
    fresh_store: Store, receiver: Receiver
) -> None:
    receiver.answers.append(answering(410))
    with notices_sent(fresh_store, receiver.webhook(), every=0.01):
        agent = Agent(fresh_store)
        agent.create()
        until(lambda: webhook_standing(fresh_store).gone_at is not None)
        agent.create()
        time.sleep(0.2)
        assert len(receiver.arrived) == 1
        last = notice_queue(fresh_store).items[0].notice_id
        retry_notice(fresh_store, last, principal=LOCAL_OWNER, face="page")
        until(lambda: states(fresh_store) == ["delivered"] * 2)


def test_one_that_is_refused_for_ever_keeps_its_place_for_a_while_and_is_given_up(
    fresh_store: Store, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused: set[str] = set()

    def refuse_the_first(request: BaseHTTPRequestHandler) -> None:
        refused.add(receiver.ids[0])
        is_first = request.headers["webhook-id"] in refused
        answering(400 if is_first else 204)(request)

    receiver.answers += [refuse_the_first] * 100
    with notices_sent(fresh_store, receiver.webhook(), every=0.01):
        agent = Agent(fresh_store)
        agent.ask(agent.begin())
        until(lambda: states(fresh_store)[-1:] == ["delivered"])
        assert receiver.ids.index(receiver.ids[-1]) >= 5 or len(receiver.ids) >= 6
        monkeypatch.setattr("dashboard.notice_sender.next_try", lambda *_: None)
        until(lambda: states(fresh_store) == ["given_up", "delivered"])


def test_what_was_sent_and_not_noted_before_a_crash_is_sent_again(
    fresh_store: Store, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crash(*_: Any) -> None:
        raise StoreError("The process ends here.")

    with monkeypatch.context() as patched:
        patched.setattr("dashboard.notice_sender.keep_attempt", crash)
        with notices_sent(fresh_store, receiver.webhook(), every=0.01):
            Agent(fresh_store).create()
            until(lambda: bool(receiver.ids))
    with notices_sent(fresh_store, receiver.webhook(), every=0.01):
        until(lambda: states(fresh_store) == ["delivered"])
    assert len(receiver.ids) >= 2
    assert len(set(receiver.ids)) == 1


def test_a_dead_receiver_is_rested_and_then_told_everything_in_order(
    fresh_store: Store, receiver: Receiver
) -> None:
    receiver.answers += [answering(503)] * 8
    agent = Agent(fresh_store)
    with notices_sent(fresh_store, receiver.webhook(), every=0.01):
        claim = agent.begin()
        for _ in range(4):
            agent.ask(claim)
        until(lambda: states(fresh_store) == ["delivered"] * 5)
    taken = [json.loads(body)["data"]["ordinal"] for _, _, body in receiver.arrived[8:]]
    assert sorted(set(taken)) == taken


def test_without_a_receiver_no_thread_runs(fresh_store: Store) -> None:
    others = set(threading.enumerate())  # of other tests: one may still wait for its receiver
    with notices_sent(fresh_store, None):
        assert "notices" not in {thread.name for thread in set(threading.enumerate()) - others}
    with notices_sent(None, None):
        pass


def due_notice(**given: Any) -> DueNotice:
    own = {
        "notice_id": "msg_1", "ordinal": 1, "kind": "discussion_message", "task_id": "T 1/&?",
        "origin": "real", "case_title": "x\u202e\n<b>" + "y" * 400, "generation": 1, "subject_id": "D-1",
        "detail": "person", "occurred_at": AT, "attempts": 0, "first_tried_at": None, "is_asked_for": False,
    }  # fmt: skip
    return DueNotice(**(own | given))


def test_the_signature_is_that_of_the_specification() -> None:
    """Recomputed from the text of the specification: `{id}.{timestamp}.{body}`, base64, `v1,`."""
    headers = headers_of("msg_1", b'{"a":1}', SECRET, AT)
    signed = hmac.new(SECRET, b"msg_1.1777622400." + b'{"a":1}', hashlib.sha256).digest()
    assert headers["webhook-timestamp"] == "1777622400"
    assert headers["webhook-signature"] == f"v1,{base64.b64encode(signed).decode()}"


def test_a_hostile_title_is_one_line_and_an_id_cannot_leave_the_link() -> None:
    data = json.loads(body_of(due_notice(), "https://desk.example"))["data"]
    assert data["case_title"].startswith("x <b>yy")
    assert len(data["case_title"]) <= 300
    assert data["url"] == "https://desk.example/report?case=T%201%2F%26%3F"
    assert len(body_of(due_notice(), "https://desk.example")) < 2_000


def test_attempts_come_ever_later_never_together_and_end_after_days(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "_FIRST_DELAY", 5.0)
    monkeypatch.setattr(sending, "_FACTOR", 3.0)
    failed = Outcome(500, "HTTP 500")

    def waits(attempts: int, outcome: Outcome = failed) -> set[float]:
        notice = due_notice(attempts=attempts, first_tried_at=AT)
        moments = (next_try(notice, outcome, AT, 3) for _ in range(20))
        return {(moment - AT).total_seconds() for moment in moments if moment}

    for attempts, middle in ((0, 5), (1, 15), (2, 45), (8, 6 * 3600), (500, 6 * 3600)):
        told = waits(attempts)
        assert 0.79 * middle <= min(told) <= max(told) <= 1.21 * middle
        assert len(told) > 5
    assert waits(0, Outcome(429, "HTTP 429", 120)) == {120}
    late = AT + timedelta(days=3)
    assert next_try(due_notice(first_tried_at=AT), failed, late, 3) is None
    assert next_try(due_notice(first_tried_at=None, occurred_at=AT), failed, late, 3) is not None


def test_the_settings_say_where_and_no_message_shows_the_key_or_the_path() -> None:
    assert webhook_of(Settings()) is None
    settings = Settings(webhook_url="https://hooks.example/T0/s3cret", webhook_secret=SECRET)
    made = webhook_of(settings)
    assert made is not None
    assert (made.receiver, made.public_url) == ("https://hooks.example", "http://127.0.0.1:8501")
    for shown in (repr(settings), repr(made)):
        assert "s3cret" not in shown
        assert "0123456789" not in shown
