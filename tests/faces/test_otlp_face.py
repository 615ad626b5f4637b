"""The receiver of traces over HTTP: what the protocol promises, and who may send."""

from __future__ import annotations

import gzip
import json
import threading
import zlib
from collections.abc import MutableMapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import anyio
import pytest
from google.rpc.status_pb2 import Status
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceResponse
from starlette.testclient import TestClient

from dashboard.current_desk import Desk
from dashboard.faces import body_limit, otlp_face
from dashboard.faces.body_limit import BodyLimit
from data_access.contracts.queries import TokenCall
from data_access.reading.change_counter import change_counter
from data_access.reading.verify import verify
from data_access.writing.tokens import create_token
from tests.beside import run_beside
from tests.trace_requests import request, span, trace

PROTOBUF = {"content-type": "application/x-protobuf"}
JSON = {"content-type": "application/json"}
OF_THE_FIXTURE = {"identities", "conversations", "conversations_known"}
TRACE_ID = "5b8efff798038103d269b633813fc60c"


def json_request(*spans: dict[str, object]) -> bytes:
    return json.dumps({"resourceSpans": [{"scopeSpans": [{"spans": list(spans)}]}]}).encode()


def json_span(number: int, **more: object) -> dict[str, object]:
    return {
        "traceId": TRACE_ID,
        "spanId": f"eee19b7ec3c1b1{number:02x}",
        "name": f"span {number}",
        "kind": 1,
        "startTimeUnixNano": "1777629600000000000",
        "endTimeUnixNano": "1777629601000000000",
        **more,
    }


def sent(
    client: TestClient, body: bytes, headers: dict[str, str] = PROTOBUF, **more: str
) -> tuple[int, bytes]:
    told = client.post("/v1/traces", content=body, headers={**headers, **more})
    assert told.headers["content-type"] == headers["content-type"]
    return told.status_code, told.content


def refused(client: TestClient, body: bytes, **more: str) -> tuple[int, str]:
    """Send what is refused; the reason comes as a status in protobuf."""
    status, told = sent(client, body, PROTOBUF, **more)
    return status, Status.FromString(told).message


def events(desk: Desk) -> int:
    assert desk.store is not None
    with desk.store.reading() as cursor:
        return len(cursor.execute("SELECT 1 FROM span").fetchall())


def faults_of_traces(desk: Desk) -> list[str]:
    """Return what is wrong in the database, but for the run that the fixture put there twice."""
    assert desk.store is not None
    return [
        check.name for check in verify(desk.store).checks if check.faults and check.name not in OF_THE_FIXTURE
    ]


def received(desk: Desk) -> list[tuple[str, str, int]]:
    assert desk.store is not None
    with desk.store.reading() as cursor:
        found = cursor.execute(
            "SELECT b.source, b.principal_id, (b.counts ->> 'records')::BIGINT "
            "FROM import_batch b WHERE b.source_format = 'otlp' ORDER BY b.batch_id"
        ).fetchall()
    return [(str(source), str(principal), int(records)) for source, principal, records in found]


def test_spans_in_protobuf_are_answered_when_they_are_stored(desk: Desk, rest: TestClient) -> None:
    status, told = sent(rest, request(trace()))
    assert (status, ExportTraceServiceResponse.FromString(told)) == (200, ExportTraceServiceResponse())
    assert events(desk) == 7
    run = next(
        run for run in rest.get("/api/conversations?purpose=all").json()["items"] if run["events"] == 7
    )
    assert (run["tool_calls"], run["own"]["usage_calls"], run["own"]["output"]) == (3, 3, 63)
    assert received(desk) == [("received:otlp from Local program", "local-agent", 7)]


def test_spans_in_json_are_answered_in_json(desk: Desk, rest: TestClient) -> None:
    assert sent(rest, json_request(json_span(1), json_span(2)), JSON) == (200, b"{}")
    assert events(desk) == 2


@pytest.mark.parametrize("headers", [PROTOBUF, JSON])
def test_a_request_may_be_packed(desk: Desk, rest: TestClient, headers: dict[str, str]) -> None:
    body = request(trace()) if headers is PROTOBUF else json_request(json_span(1))
    assert sent(rest, gzip.compress(body), headers, **{"content-encoding": "gzip"})[0] == 200
    assert events(desk) == (7 if headers is PROTOBUF else 1)


def test_an_empty_request_is_fine_and_leaves_nothing(desk: Desk, rest: TestClient) -> None:
    assert sent(rest, b"") == (200, b"")
    assert sent(rest, b"{}", JSON) == (200, b"{}")
    assert sent(rest, json_request(), JSON) == (200, b"{}")
    assert received(desk) == []


def test_spans_that_cannot_be_kept_are_counted_and_the_rest_is_stored(desk: Desk, rest: TestClient) -> None:
    good, bad = json_span(1), json_span(2, spanId="")
    told = json.loads(sent(rest, json_request(good, bad), JSON)[1])
    assert told == {"partialSuccess": {"rejectedSpans": "1", "errorMessage": "a span without a span id"}}
    nameless = span(7)
    nameless.span_id = b""
    answer = ExportTraceServiceResponse.FromString(sent(rest, request([*trace(), nameless]))[1])
    assert answer.partial_success.rejected_spans == 1
    assert "span id" in answer.partial_success.error_message
    assert events(desk) == 8
    assert desk.store is not None
    assert faults_of_traces(desk) == []


def test_what_was_sent_twice_is_stored_once(desk: Desk, rest: TestClient) -> None:
    for _ in range(3):
        assert sent(rest, request(trace())) == (200, b"")
    assert events(desk) == 7
    assert desk.store is not None
    assert faults_of_traces(desk) == []


@pytest.mark.parametrize(
    "body", [request(trace())[:-100], request(trace())[1:], b"\xff" * 50, b"hello", b"{}"]
)
def test_bytes_that_are_no_request_are_refused(desk: Desk, rest: TestClient, body: bytes) -> None:
    status, told = refused(rest, body)
    assert (status, "protobuf" in told) == (400, True)
    assert events(desk) == 0


@pytest.mark.parametrize(
    "body", [b"{", b"[]", b"7", b'{"resourceLogs": []}', b'{"traceId": 7, "x": 1}', b"\xff"]
)
def test_json_that_is_no_request_is_refused(desk: Desk, rest: TestClient, body: bytes) -> None:
    status, told = sent(rest, body, JSON)
    assert status == 400
    assert json.loads(told)["code"] == 3
    assert "Nothing was stored." in json.loads(told)["message"]
    assert events(desk) == 0


def test_a_body_of_another_kind_is_refused(rest: TestClient) -> None:
    told = rest.post("/v1/traces", content=b"x", headers={"content-type": "text/plain"})
    assert told.status_code == 415
    assert "application/x-protobuf" in told.json()["message"]
    assert rest.post("/v1/traces", content=b"").status_code == 415
    assert refused(rest, b"x", **{"content-encoding": "br"})[0] == 415


def test_a_small_request_that_unpacks_to_very_much_is_refused(rest: TestClient, desk: Desk) -> None:
    bomb = gzip.compress(bytes(200 * 2**20), 9)
    assert len(bomb) < 2**20
    status, told = refused(rest, bomb, **{"content-encoding": "gzip"})
    assert (status, "unpacked" in told) == (413, True)
    assert events(desk) == 0


@pytest.mark.parametrize("body", [gzip.compress(request(trace()))[:-9], b"no gzip", zlib.compress(b"x" * 99)])
def test_what_cannot_be_unpacked_is_refused(rest: TestClient, body: bytes) -> None:
    status, told = refused(rest, body, **{"content-encoding": "gzip"})
    assert (status, "unpacked" in told) == (400, True)


def test_parts_of_gzip_in_a_row_are_one_body(rest: TestClient, desk: Desk) -> None:
    body = request(trace())
    packed = gzip.compress(body[:50]) + gzip.compress(body[50:])
    assert sent(rest, packed, PROTOBUF, **{"content-encoding": "gzip"})[0] == 200
    assert events(desk) == 7


def test_ten_megabytes_are_taken_and_much_more_is_not(desk: Desk, rest: TestClient) -> None:
    large = span(1, input__value="pump " * (2 * 2**20))
    assert sent(rest, request([large])) == (200, b"")
    assert events(desk) == 1
    status, told = refused(rest, bytes(body_limit.LARGEST_TRACES + 1))
    assert (status, "larger" in told) == (413, True)


def test_other_methods_and_addresses_say_so_in_the_words_of_the_protocol(rest: TestClient) -> None:
    told = rest.get("/v1/traces")
    assert (told.status_code, told.headers["allow"], told.json()["code"]) == (405, "POST", 12)
    for path in ("/v1/logs", "/v1/metrics", "/v1", "/v1/"):
        told = rest.post(path, content=b"", headers=PROTOBUF)
        assert told.status_code == 404
        assert Status.FromString(told.content).code == 5


def test_whoever_sends_needs_a_token_that_publishes(desk: Desk, rest: TestClient) -> None:
    assert desk.store is not None
    given = {
        scope: create_token(desk.store, TokenCall(name="Station", scopes=(scope,))).token
        for scope in ("read", "publish")
    }
    assert refused(rest, request(trace()))[0] == 401
    assert refused(rest, request(trace()), authorization="Bearer nothing")[0] == 401
    assert refused(rest, request(trace()), authorization=f"Bearer {given['read']}")[0] == 403
    assert events(desk) == 0
    assert sent(rest, request(trace()), PROTOBUF, authorization=f"Bearer {given['publish']}")[0] == 200
    assert [source for source, _, _ in received(desk)] == ["received:otlp from Station"]
    assert refused(rest, request(trace()), origin="https://elsewhere.example")[0] == 421


def test_sixteen_senders_at_once_get_what_they_sent_stored(desk: Desk, rest: TestClient) -> None:
    bodies = [request(trace(number, calls=4)) for number in range(1, 17)] * 2
    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(lambda body: sent(rest, body), bodies))
    assert answers == [(200, b"")] * 32
    assert events(desk) == 16 * 9
    assert desk.store is not None
    assert faults_of_traces(desk) == []


def test_open_pages_learn_of_it(desk: Desk, rest: TestClient) -> None:
    assert desk.store is not None
    before = [change_counter(desk.store, scope).value for scope in ("imports", "runs", "costs")]
    sent(rest, request(trace()))
    after = [change_counter(desk.store, scope).value for scope in ("imports", "runs", "costs")]
    assert after == [value + 1 for value in before]


def test_a_sender_is_asked_to_try_again_when_it_takes_too_long(
    desk: Desk, rest: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(otlp_face, "LONGEST_WAIT", 0.2)
    assert desk.store is not None
    done = threading.Event()

    def hold() -> None:
        assert desk.store is not None
        with desk.store.transaction():
            done.wait(20)

    holder = threading.Thread(target=hold)
    holder.start()
    try:
        told = rest.post("/v1/traces", content=request(trace()), headers=PROTOBUF)
    finally:
        done.set()
        holder.join()
    assert (told.status_code, told.headers["retry-after"]) == (503, "1")
    assert Status.FromString(told.content).code == 14
    monkeypatch.undo()
    assert sent(rest, request(trace()))[0] == 200
    assert events(desk) == 7


def test_a_body_that_trickles_in_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(body_limit, "_LONGEST", 0.05)
    told: list[dict[str, Any]] = []

    async def trickle() -> dict[str, Any]:
        await anyio.sleep(0.03)
        return {"type": "http.request", "body": b"x", "more_body": True}

    async def send(message: MutableMapping[str, Any]) -> None:
        told.append(dict(message))

    async def never(*_: object) -> None:
        raise AssertionError("it went on")

    headers = [(b"content-type", b"application/x-protobuf")]
    scope = {"type": "http", "path": "/v1/traces", "method": "POST", "headers": headers}
    run_beside(BodyLimit(never), scope, trickle, send)
    assert told[0]["status"] == 503
    assert "did not arrive" in Status.FromString(told[1]["body"]).message
