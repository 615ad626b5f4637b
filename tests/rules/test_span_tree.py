"""Which figures of a trace count, and whose its spans are."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from data_access.rules.span_tree import AGENT, MODEL, STEP, TOOL, Asked, agents_of, places_of

BEGIN = datetime(2026, 5, 1, 10, tzinfo=UTC)


class Span(NamedTuple):
    span_id: str
    parent_span_id: str | None = None
    kind: str = STEP
    input_tokens: int | None = None
    output_tokens: int | None = None
    started_at: datetime | None = BEGIN
    ended_at: datetime | None = BEGIN + timedelta(seconds=10)
    status: str | None = None
    told_agent_id: str | None = None
    told_agent_name: str | None = None
    told_phase: str | None = None
    response_id: str | None = None
    scope: str | None = None
    tool: str | None = None
    told_tool_call_id: str | None = None


def call(span_id: str, parent: str | None, tokens: tuple[int, int], **rest: object) -> Span:
    return Span(span_id, parent, MODEL, *tokens)._replace(**rest)  # type: ignore[arg-type]


def counted(*spans: Span) -> dict[str, str | None]:
    places = places_of(spans)
    assert places == places_of(spans[::-1])
    return {span.span_id: places[span.span_id].counts for span in spans}


def test_an_agent_around_calls_states_their_sum() -> None:
    assert counted(
        Span("agent", None, AGENT, 300, 30), call("one", "agent", (100, 10)), call("two", "agent", (200, 20))
    ) == {"agent": "total", "one": "call", "two": "call"}


def test_an_agent_with_figures_and_no_call_below_counts_itself() -> None:
    assert counted(Span("agent", None, AGENT, 300, 30), Span("step", "agent")) == {
        "agent": "call",
        "step": None,
    }


def test_a_framework_around_the_client_of_the_same_call_counts_once() -> None:
    assert counted(call("framework", None, (100, 10)), call("client", "framework", (100, 10))) == {
        "framework": "total",
        "client": "call",
    }


def test_a_framework_that_counts_cache_otherwise_is_known_by_the_same_output() -> None:
    assert counted(call("framework", None, (20, 10)), call("client", "framework", (100, 10))) == {
        "framework": "total",
        "client": "call",
    }


def test_a_call_inside_another_with_an_answer_of_its_own_is_another_call() -> None:
    assert counted(
        call("first", None, (150, 200), response_id="a"), call("second", "first", (350, 180), response_id="b")
    ) == {"first": "call", "second": "call"}


def test_what_a_tool_calls_meanwhile_is_counted_besides_the_call_it_stands_in() -> None:
    assert counted(
        call("outer", None, (900, 90)), Span("tool", "outer", TOOL), call("inner", "tool", (100, 10))
    ) == {"outer": "call", "tool": None, "inner": "call"}


def test_siblings_that_look_alike_are_different_calls() -> None:
    assert counted(Span("top"), call("one", "top", (5, 1)), call("two", "top", (5, 1))) == {
        "top": None,
        "one": "call",
        "two": "call",
    }


def test_two_instrumentations_of_one_answer_are_one_call() -> None:
    spans = (
        call("one", "top", (5, 1), response_id="r", scope="openai"),
        call("two", "top", (5, 1), response_id="r", scope="langchain"),
        call("three", "top", (5, 1), response_id="r", scope="openai"),
    )
    places = places_of((Span("top"), *spans))
    assert [places[span.span_id].call_span_id for span in spans] == ["one", "one", "three"]


def test_a_call_without_figures_is_a_call_unless_something_counts_for_it_or_it_failed() -> None:
    assert counted(Span("one", None, MODEL), Span("two", None, MODEL)._replace(status="error")) == {
        "one": "call",
        "two": None,
    }
    assert counted(Span("agent", None, AGENT, 300, 30), Span("one", "agent", MODEL)) == {
        "agent": "call",
        "one": None,
    }
    assert counted(Span("framework", None, MODEL), call("client", "framework", (5, 1))) == {
        "framework": None,
        "client": "call",
    }


def test_a_circle_of_parents_is_cut_above_its_earliest_span() -> None:
    late = BEGIN + timedelta(seconds=1)
    spans = (Span("a", "b")._replace(started_at=late), Span("b", "a"), Span("self", "self"))
    places = places_of(spans)
    assert {name: place.parent_span_id for name, place in places.items()} == {
        "a": "b",
        "b": None,
        "self": None,
    }
    assert not any(place.is_orphan for place in places.values())


def test_an_agent_hangs_under_the_nearest_other_agent_and_the_tool_call_between() -> None:
    boss = Span("s1", None, AGENT, told_agent_id="boss")
    spans = (
        boss,
        Span("s2", "s1", TOOL, tool="ask", told_tool_call_id="c1"),
        Span("s3", "s2", AGENT, told_agent_id="helper", told_agent_name="Helper"),
        Span("s4", "s3", AGENT, told_agent_id="boss")._replace(started_at=BEGIN + timedelta(seconds=1)),
        Span("s5", "gone", AGENT, told_agent_id="lost"),
    )
    found = agents_of(spans, places_of(spans))
    assert [
        (one.agent_id, one.parent_agent_id, one.unseen_span_id, one.spawned_by_tool_call_id) for one in found
    ] == [
        ("boss", None, None, None),
        ("helper", "boss", None, "c1"),
        ("lost", None, "gone", None),
    ]


def test_a_tool_that_gives_no_id_carries_out_what_its_agent_asked_for_before() -> None:
    spans = (
        Span("top", None, AGENT, told_agent_id="a"),
        call("ask", "top", (5, 1)),
        Span("run", "top", TOOL, tool="read")._replace(started_at=BEGIN + timedelta(seconds=1)),
        Span("other", "top", TOOL, tool="write"),
    )
    places = places_of(spans, [Asked("ask", "c1", "read")])
    assert (places["run"].tool_call_id, places["other"].tool_call_id) == ("c1", "other")


def test_a_trace_of_great_depth_is_walked_without_the_call_stack() -> None:
    spans = [
        Span("s0"),
        *(Span(f"s{n}", f"s{n - 1}") for n in range(1, 20_000)),
        call("end", "s19999", (5, 1)),
    ]
    assert places_of(spans)["end"].counts == "call"
