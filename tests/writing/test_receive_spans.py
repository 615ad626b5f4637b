"""Spans that are sent to the desk: stored once, counted right in any order, kept like imports."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from datetime import timedelta
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from opentelemetry.proto.trace.v1.trace_pb2 import Span

from data_access.contracts.importing import ImportCall
from data_access.contracts.principal import LOCAL_AGENT, Principal
from data_access.contracts.receiving import SpanDelivery, SpanReceipt
from data_access.errors import InvalidInput
from data_access.importers.otlp import trace_rows
from data_access.reading.verify import verify
from data_access.store.connection import Store
from data_access.writing import received_stretch
from data_access.writing.import_records import import_records
from data_access.writing.receive_spans import SpanReceiver
from data_access.writing.remove_batch import remove_batch
from tests.trace_requests import agent, call, request, span, tool, trace

OTHER = LOCAL_AGENT.model_copy(update={"id": "station", "name": "Station"})
_TABLES = (
    "span",
    "event",
    "message",
    "tool_observation",
    "agent_observation",
    "conversation_observation",
    "usage_observation",
    "usage_call",
)


def delivery(spans: Sequence[Span], principal: Principal = LOCAL_AGENT) -> SpanDelivery:
    return SpanDelivery(request(spans), False, principal, "rest")


def state(store: Store) -> dict[str, object]:
    """Return what the desk knows of the runs, whatever brought it."""
    with store.reading() as cursor:
        found: dict[str, object] = {
            "runs": cursor.execute(
                "SELECT conversation_key, events, agents, messages, tool_calls, errors, first_at, last_at, "
                "title, project, parent_conversation_key FROM conversation ORDER BY ALL"
            ).fetchall(),
            "usage": cursor.execute(
                "SELECT conversation_key, agent_id, phase, model, sum(usage_calls), sum(fresh_input), "
                "sum(output), sum(cost_usd), sum(unpriced_calls) "
                "FROM conversation_usage GROUP BY ALL ORDER BY ALL"
            ).fetchall(),
            "events": cursor.execute(
                "SELECT conversation_key, event_id, agent_id, event_type, summary FROM event ORDER BY ALL"
            ).fetchall(),
        }
        for table in _TABLES:
            found[table] = cursor.execute(f"SELECT count(*) FROM {table}").fetchall()
    return found


def batches(store: Store) -> list[tuple[int, str, int, int, int]]:
    with store.reading() as cursor:
        rows = cursor.execute("""
            SELECT b.batch_id, b.principal_id, f.records, f.stored, f.duplicates
            FROM import_batch b JOIN batch_file USING (batch_id) JOIN import_file f USING (file_id)
            ORDER BY b.batch_id
        """).fetchall()
    return [(int(row[0]), str(row[1]), *map(int, row[2:])) for row in rows]  # type: ignore[misc]


def received(parts: Iterable[Sequence[SpanDelivery]]) -> dict[str, object]:
    """Return the state after deliveries, each part of them in one commit; the store must be sound."""
    with Store.open(None) as store:
        receiver = SpanReceiver(store)
        for part in parts:
            assert all(isinstance(one, SpanReceipt) for one in receiver.store(part))
        faults = [check for check in verify(store).checks if check.faults]
        assert faults == []
        return state(store)


RUN = [
    agent(1),
    call(2, 1),
    tool(3, 1),
    agent(4, 3, name="reader"),
    call(5, 4, output=33),
    tool(6, 4),
    call(7, 1, output=44),
]
OTHER_RUN = trace(2)


def test_a_run_is_stored_with_its_agents_calls_and_cost(fresh_store: Store) -> None:
    assert SpanReceiver(fresh_store).store([delivery(RUN)]) == [SpanReceipt(7, 0, "")]
    with fresh_store.reading() as cursor:
        run = cursor.execute("SELECT events, agents, tool_calls, project FROM conversation").fetchall()
        usage = cursor.execute(
            "SELECT agent_id, sum(usage_calls), sum(output), sum(cost_usd) "
            "FROM conversation_usage GROUP BY ALL ORDER BY 1"
        ).fetchall()
    assert run == [(7, 2, 2, "station")]
    assert usage == [
        ("planner", 2, 64, Decimal("0.001560000000")),
        ("reader", 1, 33, Decimal("0.000795000000")),
    ]


def test_what_a_spawned_agent_spends_belongs_to_the_tool_call_that_spawned_it(fresh_store: Store) -> None:
    receiver = SpanReceiver(fresh_store)
    receiver.store([delivery(OTHER_RUN)])
    receiver.store([delivery(RUN)])
    with fresh_store.reading() as cursor:
        spawned = cursor.execute(
            "SELECT DISTINCT u.task_id, a.spawned_by_tool_call_id FROM conversation_usage u "
            "JOIN agent a USING (conversation_key, agent_id) WHERE a.name = 'reader' AND u.output = 33"
        ).fetchall()
    assert len(spawned) == 1
    assert spawned[0][0] == spawned[0][1] is not None


@settings(max_examples=8)
@given(st.randoms(use_true_random=False))
def test_any_order_and_split_gives_the_same_runs(chance: random.Random) -> None:
    spans = [*RUN, *OTHER_RUN]
    chance.shuffle(spans)
    again = [chance.choice(spans) for _ in range(3)]
    singles = [delivery([one]) for one in (*spans, *again)]
    parts: list[list[SpanDelivery]] = [[]]
    for one in singles:
        if parts[-1] and chance.random() < 0.4:
            parts.append([])
        parts[-1].append(one)
    assert received(parts) == received([[delivery([*RUN, *OTHER_RUN])]])


def test_received_and_imported_spans_are_the_same_runs(fresh_store: Store, tmp_path: Path) -> None:
    (tmp_path / "trace.pb").write_bytes(request(RUN))
    import_records(fresh_store, ImportCall(paths=(str(tmp_path / "trace.pb"),)))
    assert state(fresh_store) == received([[delivery(RUN)]])
    before = state(fresh_store)
    SpanReceiver(fresh_store).store([delivery(RUN)])
    assert state(fresh_store) == before
    assert verify(fresh_store).faults == 0


def in_session(number: int, session: str) -> list[Span]:
    """Return a small run of a session, with a sum stated above its calls and a question asked."""
    top = span(
        1,
        None,
        number,
        gen_ai__operation__name="invoke_agent",
        gen_ai__agent__name="planner",
        gen_ai__conversation__id=session,
        gen_ai__usage__input_tokens=300,
        gen_ai__usage__output_tokens=63,
        input__value=f"what is pump {number}?",
    )
    top.start_time_unix_nano -= number * 3_600 * 10**9
    return [top, *trace(number)[1:]]


def test_traces_of_a_session_are_the_same_runs_however_they_come(fresh_store: Store, tmp_path: Path) -> None:
    runs = [in_session(number, f"session-{number % 2}") for number in range(1, 6)]
    (tmp_path / "trace.pb").write_bytes(request([one for run in runs for one in run]))
    import_records(fresh_store, ImportCall(paths=(str(tmp_path / "trace.pb"),)))
    imported = state(fresh_store)
    assert len(imported["runs"]) == 7  # type: ignore[arg-type]
    whole = [delivery(run) for run in runs]
    assert received([whole]) == imported
    assert received([[one] for one in whole]) == imported
    assert received([whole[:2], whole[1:3], [whole[4], delivery(runs[3][3:])], [whole[3]]]) == imported


def test_a_trace_too_large_to_be_read_at_once_is_settled_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    children_first = [*RUN[::-1], *OTHER_RUN]
    whole = received([[delivery(children_first)]])
    monkeypatch.setattr(trace_rows, "MOST_WAITING", 3)
    assert received([[delivery(children_first)]]) == whole


def test_the_same_delivery_at_once_from_two_senders_is_stored_once(fresh_store: Store) -> None:
    receiver = SpanReceiver(fresh_store)
    receiver.store([delivery(RUN), delivery(RUN), delivery(RUN, OTHER)])
    assert [row[1:] for row in batches(fresh_store)] == [("local-agent", 14, 7, 7), ("station", 7, 0, 7)]
    assert verify(fresh_store).faults == 0
    assert state(fresh_store) == received([[delivery(RUN)]])


def test_taking_out_the_batch_of_one_sender_keeps_what_another_also_sent(fresh_store: Store) -> None:
    receiver = SpanReceiver(fresh_store)
    receiver.store([delivery([*RUN, *OTHER_RUN])])
    receiver.store([delivery(RUN, OTHER)])
    remove_batch(fresh_store, batches(fresh_store)[0][0])
    assert state(fresh_store) == received([[delivery(RUN)]])
    assert verify(fresh_store).faults == 0


def test_what_comes_after_a_batch_was_taken_out_begins_a_new_one(fresh_store: Store) -> None:
    receiver = SpanReceiver(fresh_store)
    receiver.store([delivery(RUN)])
    ((first, *_),) = batches(fresh_store)
    remove_batch(fresh_store, first)
    receiver.store([delivery(OTHER_RUN)])
    ((second, *counts),) = batches(fresh_store)
    assert (second > first, counts) == (True, ["local-agent", 7, 7, 0])
    assert verify(fresh_store).faults == 0


def test_a_stretch_ends_after_its_time_and_after_very_many_records(
    fresh_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    receiver = SpanReceiver(fresh_store)
    receiver.store([delivery(trace(1))])
    receiver.store([delivery(trace(2))])
    assert len(batches(fresh_store)) == 1
    monkeypatch.setattr(received_stretch, "MOST_RECORDS", 14)
    receiver.store([delivery(trace(3))])
    assert len(batches(fresh_store)) == 2
    monkeypatch.setattr(received_stretch, "LONGEST", timedelta(0))
    receiver.store([delivery(trace(4))])
    assert [row[2] for row in batches(fresh_store)] == [14, 7, 7]
    assert verify(fresh_store).faults == 0


def test_another_process_begins_a_batch_of_its_own(store_file: Path) -> None:
    for number in (1, 2):
        with Store.open(store_file) as store:
            SpanReceiver(store).store([delivery(trace(number))])
    with Store.open(store_file) as store:
        assert len(batches(store)) == 2
        assert verify(store).faults == 0


def test_a_delivery_that_is_no_request_stores_nothing_and_spoils_nothing(fresh_store: Store) -> None:
    told = SpanReceiver(fresh_store).store([delivery(RUN), delivery(RUN)._replace(body=b"\xff")])
    assert told[0] == SpanReceipt(7, 0, "")
    assert isinstance(told[1], InvalidInput)
    assert state(fresh_store) == received([[delivery(RUN)]])


def test_a_changed_price_file_holds_from_then_on(fresh_store: Store, tmp_path: Path) -> None:
    prices = tmp_path / "prices.json"
    prices.write_text('{"claude-sonnet-4-5-20250929": {"input": 1, "output": 10}}')
    receiver = SpanReceiver(fresh_store, prices)
    receiver.store([delivery([call(1, trace=1)])])
    prices.write_text('{"claude-sonnet-4-5-20250929": {"input": 10, "output": 1000}}')
    receiver.store([delivery([call(1, trace=2)])])
    with fresh_store.reading() as cursor:
        costs = cursor.execute("SELECT cost_usd FROM conversation_usage ORDER BY 1").fetchall()
    assert costs == [(Decimal("0.000300000000"),), (Decimal("0.021000000000"),)]


def test_an_unpriced_model_is_said_so(fresh_store: Store) -> None:
    one = call(1)
    for attribute in one.attributes:
        if attribute.key == "gen_ai.response.model":
            attribute.value.string_value = "pump-9"
    SpanReceiver(fresh_store).store([delivery([one])])
    with fresh_store.reading() as cursor:
        counts = cursor.execute(
            "SELECT counts ->> 'unpriced_models', counts ->> 'usage_calls' FROM import_batch"
        ).fetchall()
    assert counts == [('{"pump-9":1}', "1")]


def test_a_long_prompt_has_the_price_of_its_tier(fresh_store: Store) -> None:
    small, large = call(1, trace=1), call(1, trace=2)
    for attribute in large.attributes:
        if attribute.key == "gen_ai.usage.input_tokens":
            attribute.value.int_value = 300_000
    SpanReceiver(fresh_store).store([delivery([small, large])])
    with fresh_store.reading() as cursor:
        costs = cursor.execute(
            "SELECT sum(cost_usd) FROM conversation_usage GROUP BY conversation_key ORDER BY 1"
        )
        found = costs.fetchall()
    # 100 and 300,000 tokens of input and 20 of output: $3 and $15 a million, above 200,000 $6 and $22.50
    assert found == [(Decimal("0.000600000000"),), (Decimal("1.800450000000"),)]
