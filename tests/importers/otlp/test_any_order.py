"""A trace means the same in whatever order, pieces and repetitions its spans arrive."""

from __future__ import annotations

import random
import tempfile
from decimal import Decimal
from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from data_access.importers.otlp import trace_rows
from data_access.reading.verify import verify
from data_access.store.connection import Store
from data_access.writing.remove_batch import remove_batch
from tests.importers.otlp.conftest import Desk, agent, call, request, span, tool

STATE = {
    "conversation": "* EXCLUDE (origin, purpose, machine)",
    "event": "* EXCLUDE (file_id, line)",
    "span": "DISTINCT span_id, parent_span_id, kind, agent_id, phase, counts, call_key, tool_call_id",
    "message": "* EXCLUDE (file_id, line)",
    "tool_outcome": "* EXCLUDE (event_id, sequence)",
    "agent": "*",
    "usage_call": "* EXCLUDE (observations)",
    "reported_total": "DISTINCT conversation_key, agent_id, scope, total_usd, total_tokens",
    "conversation_usage": "* EXCLUDE (duplicates_ignored)",
}
"""What must come out the same, by table."""
Spans = list[dict[str, Any]]


def state(desk: Desk) -> dict[str, list[tuple[Any, ...]]]:
    return {table: desk.all(f"SELECT {what} FROM {table} ORDER BY ALL") for table, what in STATE.items()}


@st.composite
def traces(draw: st.DrawFn) -> Spans:
    """Spans of two traces: missing parents, circles, agents, calls in calls, tools, repetitions."""
    count = draw(st.integers(1, 9))
    found: Spans = []
    for number in range(count):
        parents = [f"s{one}" for one in range(count)] + ["gone", None]
        found.append(one_span(draw, f"s{number}", draw(st.sampled_from(parents)), number))
    for known in draw(st.lists(st.sampled_from(found), max_size=2)):
        found.append(later_statement(draw, known))
    return found


def one_span(draw: st.DrawFn, span_id: str, parent: str | None, number: int) -> dict[str, Any]:
    rest: dict[str, Any] = {
        "at": draw(st.integers(0, 5)),
        "seconds": draw(st.sampled_from([0, 2, 5, None])),
        "trace": draw(st.sampled_from(["a" * 32, "b" * 32])),
    }
    if draw(st.booleans()):
        rest["session__id"] = "session-1"
    if draw(st.integers(0, 4)) == 0:
        rest["status"] = 2
    kind = draw(st.sampled_from(["agent", "call", "call", "tool", "step"]))
    if kind == "agent":
        figures = {"llm__token_count__prompt": 100, "llm__token_count__completion": 10}
        rest |= figures if draw(st.booleans()) else {}
        return agent(span_id, parent, **{**rest, "agent__name": draw(st.sampled_from(["x", "y", "z"]))})
    if kind == "tool":
        rest |= {"gen_ai__tool__call__id": "c1"} if draw(st.booleans()) else {}
        return tool(span_id, parent, **{**rest, "tool__name": draw(st.sampled_from(["read", "write"]))})
    if kind == "step":
        return span(span_id, parent, **rest)
    rest |= {"gen_ai__response__id": draw(st.sampled_from(["r1", "r2"]))} if draw(st.booleans()) else {}
    if draw(st.booleans()):
        said = [{"role": "user", "content": draw(st.sampled_from(["hello", "go on"]))}]
        answer = {
            "role": "assistant",
            "content": "yes",
            "tool_calls": [{"id": f"c{number % 2}", "name": "read"}],
        }
        rest |= {"gen_ai__input__messages": orjson.dumps(said).decode()}
        rest |= {"gen_ai__output__messages": orjson.dumps([answer]).decode()}
    tokens = draw(st.sampled_from([(5, 1), (5, 1), (100, 20), (0, 0)]))
    made = call(span_id, parent, tokens=tokens, **rest)
    if draw(st.integers(0, 4)) == 0:
        made["attributes"] = [one for one in made["attributes"] if "usage" not in one["key"]]
    return made


def later_statement(draw: st.DrawFn, known: dict[str, Any]) -> dict[str, Any]:
    """The same span again: as it was, or with more."""
    if draw(st.booleans()):
        return known
    more = {"key": "gen_ai.usage.output_tokens", "value": {"intValue": str(draw(st.integers(1, 40)))}}
    said = orjson.dumps([{"role": "assistant", "content": draw(st.sampled_from(["half", "half and half"]))}])
    text = {"key": "gen_ai.output.messages", "value": {"stringValue": said.decode()}}
    later = str(int(known["startTimeUnixNano"]) + 9_000_000_000)
    return {**known, "endTimeUnixNano": later, "attributes": [*known["attributes"], more, text]}


def loaded(folder: str, pieces: list[Spans]) -> Desk:
    place = Path(tempfile.mkdtemp(dir=folder))
    desk = Desk(Store.open(None), place)
    for piece in pieces:
        desk.load(*piece)
    return desk


def check_any_order(spans: Spans, seed: int) -> None:
    shuffled = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        whole = loaded(folder, [spans])
        mixed = list(spans)
        shuffled.shuffle(mixed)
        cut = sorted(shuffled.randrange(len(mixed) + 1) for _ in range(2))
        pieces = [piece for piece in (mixed[: cut[0]], mixed[cut[0] : cut[1]], mixed[cut[1] :]) if piece]
        parts = loaded(folder, pieces)
        expected = state(whole)
        assert state(parts) == expected
        assert parts.load(*spans).rows_written == 0
        assert state(parts) == expected
        for desk in (whole, parts):
            report = verify(desk.store)
            assert [check for check in report.checks if check.faults] == []
        for batch in range(len(pieces) + 1, 1, -1):
            remove_batch(parts.store, batch)
        assert state(parts) == state(loaded(folder, pieces[:1]))
        assert [check for check in verify(parts.store).checks if check.faults] == []


@settings(max_examples=6, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(traces(), st.integers(0, 1_000))
def test_the_order_and_the_split_of_files_change_nothing(spans: Spans, seed: int) -> None:
    check_any_order(spans, seed)


@pytest.mark.long
@settings(max_examples=600, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(traces(), st.integers(0, 1_000_000))
def test_the_order_and_the_split_of_files_change_nothing_at_length(spans: Spans, seed: int) -> None:
    check_any_order(spans, seed)


# what was found -------------------------------------------------------------------------------------------


def said_call(span_id: str, parent: str | None, **rest: Any) -> dict[str, Any]:
    """A call that was told one thing, answered, and asked for a tool."""
    told = [{"role": "user", "content": "go on"}]
    answer = {"role": "assistant", "content": "yes", "tool_calls": [{"id": "c0", "name": "read"}]}
    return call(
        span_id,
        parent,
        tokens=(5, 1),
        gen_ai__input__messages=orjson.dumps(told).decode(),
        gen_ai__output__messages=orjson.dumps([answer]).decode(),
        **rest,
    )


def revised(known: dict[str, Any], answer: str, seconds: int) -> dict[str, Any]:
    """The same span, with another answer at a later end."""
    said = orjson.dumps([{"role": "assistant", "content": answer}]).decode()
    ended = str(int(known["startTimeUnixNano"]) + seconds * 1_000_000_000)
    text = {"key": "gen_ai.output.messages", "value": {"stringValue": said}}
    return {**known, "endTimeUnixNano": ended, "attributes": [*known["attributes"], text]}


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("seconds", [3, 30])
def test_an_answer_that_one_span_revises_stands_where_another_one_says_it(seed: int, seconds: int) -> None:
    """The first place of a message may go, move later, or pass to a span of an earlier file."""
    first = said_call("a", None, at=1, seconds=2)
    other = said_call("b", None, at=2, seconds=4)
    third = said_call("c", None, at=3, seconds=9)
    check_any_order([first, other, revised(first, "half", seconds), third], seed)
    check_any_order([first, other, revised(first, "yes", seconds), third], seed)


@pytest.mark.parametrize("seed", range(6))
def test_a_sum_that_becomes_a_call_again_has_its_price(seed: int) -> None:
    """The call below an outer one goes with its batch: the outer one then counts, and costs."""
    outer = call("a", None, tokens=(100, 20), at=0, seconds=9, gen_ai__response__id="r1")
    inner = call("b", "a", tokens=(100, 20), at=1, seconds=2, gen_ai__response__id="r1")
    check_any_order([outer, inner], seed)


def test_what_counts_after_a_removal_costs_what_the_price_file_says(desk: Desk) -> None:
    """Loaded with one price file and taken out with it: list prices have no say."""
    outer = call("a", None, tokens=(100, 20), at=0, seconds=9, gen_ai__response__id="r1")
    inner = call("b", "a", tokens=(100, 20), at=1, seconds=2, gen_ai__response__id="r1")
    model = next(one["value"]["stringValue"] for one in outer["attributes"] if "model" in one["key"])
    prices = desk.folder / "prices.json"
    prices.write_bytes(orjson.dumps({model: {"input": 1_000_000, "output": 0}}))
    desk.load(outer)
    desk.load(inner)
    remove_batch(desk.store, 2, prices=prices)
    assert desk.all("SELECT cost_usd FROM call_measure") == [(Decimal(100),)]


def test_taking_out_a_batch_of_another_log_leaves_what_another_batch_says(desk: Desk) -> None:
    """Only traces are told anew: messages and tool calls of other logs stand in no span."""
    for hour in ("09", "10"):
        snapshot = {
            "conversation_id": "c",
            "captured_at": f"2026-05-01T{hour}:00:00Z",
            "message_trace": [{"message_id": "m1", "role": "user", "content": "hello", "sender": "a"}],
            "tool_outcomes": [{"tool_call_id": "t1", "tool": "read", "status": "ok", "agent_id": "a"}],
        }
        desk.load_text(orjson.dumps(snapshot), ".json")
    kept = "SELECT (SELECT list(content) FROM message), (SELECT list(tool) FROM tool_outcome)"
    assert desk.all(kept) == [(["hello"], ["read"])]
    remove_batch(desk.store, 2)
    assert desk.all(kept) == [(["hello"], ["read"])]


# traces that are read in parts ------------------------------------------------------------------------------


def read_in_parts(spans: Spans, parts: list[Spans], most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hold one import of `parts`, looked at after every `most` spans, to one of `spans` as a whole."""
    with tempfile.TemporaryDirectory() as folder:
        whole = loaded(folder, [spans])
        expected, calls = state(whole), whole.tokens()
        place = Path(tempfile.mkdtemp(dir=folder))
        for number, part in enumerate(parts):
            (place / f"part{number:03}.json").write_bytes(orjson.dumps(request(*part)))
        monkeypatch.setattr(trace_rows, "MOST_WAITING", most)
        desk = Desk(Store.open(None), place)
        desk.load_path(place)
        assert desk.tokens() == calls
        assert state(desk) == expected
        assert [check for check in verify(desk.store).checks if check.faults] == []


def talking_trace() -> Spans:
    """An agent that states the sum of its calls, one of which repeats what an earlier one was told."""
    top = agent("top", None, at=0, seconds=60, llm__token_count__prompt=20, llm__token_count__completion=4)
    calls = [said_call(f"call{number}", "below", at=3 * number, seconds=2) for number in range(4)]
    below = agent("below", "step", at=1, seconds=50)
    step = tool("step", "top", at=1, seconds=55)
    alone = call("alone", None, tokens=(7, 3), trace="b" * 32)
    return [top, step, below, *calls, alone]


@pytest.mark.parametrize("most", [1, 3, 4])
def test_a_trace_cut_where_many_spans_wait_is_settled_as_a_whole(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    spans = talking_trace()
    read_in_parts(spans, [spans[::-1]], most, monkeypatch)


def test_a_trace_in_several_files_of_one_import_is_settled_as_a_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    spans = talking_trace()
    read_in_parts(spans, [[one] for one in spans[::-1]], 20_000, monkeypatch)


@pytest.mark.long
def test_a_trace_that_reaches_over_the_cuts_of_a_large_file_is_settled_as_a_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """45,000 spans of small traces, and one trace whose children come first and whose top comes last."""
    long = talking_trace()[:-1][::-1]
    others = [
        call(f"s{number}", None, tokens=(2, 1), trace=f"{number // 9:032x}") for number in range(9, 45_000)
    ]
    step = len(others) // len(long)
    spans = [one for place, first in enumerate(long) for one in (first, *others[place * step :][:step])]
    read_in_parts(spans[::-1], [spans], 20_000, monkeypatch)
