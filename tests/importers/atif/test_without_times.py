"""A run without times is read in the order of its steps, and what rests on times is unknown, never zero."""

from __future__ import annotations

import pytest

from data_access.reading.across_runs import latency
from data_access.reading.events import events
from data_access.reading.phases import phases
from data_access.reading.runs import runs
from data_access.reading.timeline import timeline
from data_access.reading.trace import trace
from data_access.reading.transcript import transcript
from data_access.store.connection import Store
from tests.importers.atif.sample_trajectories import metrics, step, trajectory


@pytest.fixture
def undated(write, load, fresh_store: Store) -> Store:
    """A desk with one run of nine steps, none of which has a time."""
    call = {"tool_call_id": "c1", "function_name": "Read", "arguments": {"path": "/a"}}
    results = {"results": [{"source_call_id": "c1", "content": "text"}, {"content": "prompt $"}]}
    entries = [step(n, message=f"m{n}", metrics=metrics(100 * n, 1)) for n in range(2, 9)]
    steps = [step(1, "user", "go"), *entries, step(9, message="m9", tool_calls=[call], observation=results)]
    load(write(trajectory(*steps[::-1])))
    return fresh_store


def test_the_run_has_no_first_and_no_last_time(undated: Store) -> None:
    (run,) = runs(undated).items
    assert (run.first_at, run.last_at, run.events) == (None, None, 9)


def test_model_calls_of_the_trace_follow_the_steps(undated: Store) -> None:
    agent = next(node for node in trace(undated, "run-1").items if node.kind == "agent")
    below = trace(undated, "run-1", parent=agent.node_id).items
    tokens = [node.own.fresh_input for node in below if node.kind == "model_call"]
    assert tokens == [200, 300, 400, 500, 600, 700, 800]


def test_pages_of_the_trace_leave_nothing_out(undated: Store) -> None:
    agent = next(node for node in trace(undated, "run-1").items if node.kind == "agent")
    whole = trace(undated, "run-1", parent=agent.node_id).items
    first = trace(undated, "run-1", parent=agent.node_id, limit=3)
    rest = trace(undated, "run-1", parent=agent.node_id, cursor=first.next_cursor, limit=100)
    assert (*first.items, *rest.items) == whole


def test_events_and_dialogue_follow_the_steps(undated: Store) -> None:
    told = [event.summary for event in events(undated, "run-1", newest_first=False).items]
    assert told == ["go", *(f"m{n}" for n in range(2, 9)), "Read: /a"]
    items = transcript(undated, "run-1").items
    said = [item.message.content if item.message else item.kind for item in items]
    assert said == ["go", *(f"m{n}" for n in range(2, 10)), "tool_call", "prompt $"]


def test_times_of_phases_are_unknown(undated: Store) -> None:
    (phase,) = phases(undated, "run-1").items
    assert (phase.wall_seconds, phase.agent_minutes, phase.human_wait_minutes) == (None, None, None)
    assert phase.events == 9


def test_nothing_is_drawn_and_nothing_measured(undated: Store) -> None:
    drawn = timeline(undated, "run-1")
    assert (drawn.bins, drawn.undated_events) == ((), 9)
    assert all(one.measured == 0 for one in latency(undated, "run-1").items)
