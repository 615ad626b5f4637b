"""A real desk that receives spans is killed or stopped: what it acknowledged is there."""

from __future__ import annotations

import http.client
import signal
import threading
import time
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from data_access.reading.verify import verify
from data_access.store.connection import Store
from tests.faces.running_desk import Running, running
from tests.trace_requests import request, trace


class Senders:
    """Send traces, several at a time, until the desk is gone; note what was acknowledged."""

    def __init__(self, desk: Running, senders: int = 4) -> None:
        self.acknowledged: list[int] = []
        self._port = urlsplit(desk.address).port or 0
        self._threads = [
            threading.Thread(target=self._send, args=(n, senders)) for n in range(1, senders + 1)
        ]
        for thread in self._threads:
            thread.start()

    def _send(self, first: int, step: int) -> None:
        number = first
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=30)
        try:
            while True:
                headers = {"content-type": "application/x-protobuf"}
                connection.request("POST", "/v1/traces", request(trace(number, calls=20)), headers)
                answer = connection.getresponse()
                answer.read()
                if answer.status != 200:
                    return
                self.acknowledged.append(number)
                number += step
        except (OSError, http.client.HTTPException):
            return
        finally:
            connection.close()

    def wait_for(self, number: int) -> None:
        until = time.monotonic() + 60
        while len(self.acknowledged) < number and time.monotonic() < until:
            time.sleep(0.01)
        assert len(self.acknowledged) >= number

    def end(self) -> list[int]:
        for thread in self._threads:
            thread.join(60)
        return sorted(self.acknowledged)


def stored(database: Path) -> dict[int, int]:
    """Return the traces in the database with their spans; the database must be sound."""
    with Store.open(database) as store:
        assert [check for check in verify(store).checks if check.faults] == []
        with store.reading() as cursor:
            rows = cursor.execute("SELECT conversation_id, count(*) FROM span GROUP BY ALL").fetchall()
    return {int(str(trace_id), 16): int(spans) for trace_id, spans in rows}


@pytest.mark.parametrize("acknowledged", [1, 25])
def test_a_killed_desk_has_everything_it_acknowledged(
    checkout: Path, tmp_path: Path, acknowledged: int
) -> None:
    database = tmp_path / "desk.duckdb"
    with running(database, checkout) as desk:
        senders = Senders(desk)
        senders.wait_for(acknowledged)
        desk.process.send_signal(signal.SIGKILL)
        kept = senders.end()
    found = stored(database)
    assert set(kept) <= set(found)
    assert set(found.values()) == {41}


def test_a_stopped_desk_stores_what_it_had_taken_in(checkout: Path, tmp_path: Path) -> None:
    database = tmp_path / "desk.duckdb"
    with running(database, checkout) as desk:
        senders = Senders(desk)
        senders.wait_for(12)
        desk.process.send_signal(signal.SIGTERM)
        kept = senders.end()
        assert desk.process.wait(60) == 0
    found = stored(database)
    assert set(kept) <= set(found)
    assert set(found.values()) == {41}


def test_the_exporter_of_opentelemetry_needs_an_address_and_no_more(checkout: Path, tmp_path: Path) -> None:
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    database = tmp_path / "desk.duckdb"
    with running(database, checkout) as desk:
        provider = TracerProvider(resource=Resource.create({"service.name": "waterworks"}))
        provider.add_span_processor(
            BatchSpanProcessor(
                OTLPSpanExporter(endpoint=f"{desk.address}/v1/traces"), max_export_batch_size=50
            )
        )
        tracer = provider.get_tracer("station")
        with tracer.start_as_current_span("invoke_agent planner") as top:
            top.set_attribute("gen_ai.operation.name", "invoke_agent")
            top.set_attribute("gen_ai.agent.name", "planner")
            for number in range(120):
                with tracer.start_as_current_span("chat") as span:
                    span.set_attribute("gen_ai.operation.name", "chat")
                    span.set_attribute("gen_ai.request.model", "claude-sonnet-4-5-20250929")
                    span.set_attribute("gen_ai.usage.input_tokens", 10)
                    span.set_attribute("gen_ai.usage.output_tokens", number)
        assert provider.force_flush(30_000)
        provider.shutdown()
    with Store.open(database) as store:
        assert verify(store).faults == 0
        with store.reading() as cursor:
            run = cursor.execute("SELECT events, project FROM conversation").fetchall()
            usage = cursor.execute(
                "SELECT sum(usage_calls), sum(output), count(DISTINCT agent_id), min(agent_id) "
                "FROM conversation_usage"
            ).fetchall()
    assert run == [(121, "waterworks")]
    assert usage == [(120, sum(range(120)), 1, "planner")]
