"""The dialogue of a run: in order, paged both ways, its errors and texts found."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data_access.contracts.importing import ImportCall
from data_access.contracts.transcript import (
    TextEdit,
    TranscriptCall,
    TranscriptItem,
    TranscriptMessage,
    TranscriptThinking,
)
from data_access.errors import InvalidInput, NotFound
from data_access.reading.runs import runs
from data_access.reading.transcript import find_in_transcript, next_error, transcript
from data_access.store.connection import Store
from data_access.writing.import_records import import_records

TIDES = "180a2922-db32-5a11-9f71-a581b8030ae5"
NIGHTLY = "e21a6d3f-249e-5954-8b43-49c8128894d7"


@pytest.fixture(scope="module")
def sample(checkout: Path) -> Iterator[Store]:
    with Store.open(None) as store:
        import_records(store, ImportCall(paths=(str(checkout / "sample_data"),), origin="synthetic"))
        yield store


def whole(store: Store, run: str, **scope: str) -> tuple[TranscriptItem, ...]:
    return transcript(store, run, limit=500, **scope).items


@pytest.mark.parametrize("run", [TIDES, "oxygen-alarm-7"])
@settings(max_examples=4)
@given(limit=st.integers(5, 60), start=st.integers(0, 30))
def test_pages_forwards_and_backwards_skip_nothing_and_repeat_nothing(
    sample: Store, run: str, limit: int, start: int
) -> None:
    expected = whole(sample, run)
    begin = expected[min(start, len(expected) - 1)]
    page = transcript(sample, run, limit=limit, cursor=begin.cursor)
    forwards, before = list(page.items), page.before
    while page.next_cursor:
        page = transcript(sample, run, limit=limit, cursor=page.next_cursor)
        forwards += page.items
    assert (tuple(forwards), before) == (expected[expected.index(begin) :], expected.index(begin))
    page = transcript(sample, run, limit=limit, last=True)
    backwards = list(page.items)
    while page.previous_cursor:
        page = transcript(sample, run, limit=limit, cursor=page.previous_cursor)
        backwards = [*page.items, *backwards]
    assert tuple(backwards) == expected


def test_every_error_of_every_run_is_found_and_none_twice(sample: Store) -> None:
    for run in runs(sample, source_format="claude_code").items:
        found, cursor = [], None
        while (match := next_error(sample, run.conversation_key, after=cursor)).item is not None:
            found.append(match.number)
            cursor = match.item.cursor
        assert (found, match.total) == (list(range(1, run.errors + 1)), run.errors)


def test_a_tool_call_stands_where_it_was_made_with_what_came_of_it(sample: Store) -> None:
    match = next_error(sample, TIDES)
    assert match.item is not None
    call = match.item.tool_call
    assert call is not None
    assert call == TranscriptCall(
        tool="Bash",
        status="error",
        started_at=match.item.occurred_at,
        ended_at=call.ended_at,
        duration_seconds=25.0,
        is_duration_unreliable=False,
        task_id=None,
        input_preview=call.input_preview,
        input_length=len(call.input_preview or ""),
        output_preview=call.output_preview,
        output_length=len(call.output_preview or ""),
        edits=(),
        started_agent_ids=(),
    )


def test_edits_are_given_as_old_and_new_text(sample: Store) -> None:
    edits = [edit for item in whole(sample, NIGHTLY) if item.tool_call for edit in item.tool_call.edits]
    assert edits
    assert all(isinstance(edit, TextEdit) and not edit.is_cut for edit in edits)


def test_a_call_names_the_agents_it_started(sample: Store) -> None:
    started = [item.tool_call.started_agent_ids for item in whole(sample, TIDES) if item.tool_call]
    assert [ids for ids in started if ids] == [("c90b4a77",), ("d41e6602",)]


def test_one_agent_has_its_own_dialogue(sample: Store) -> None:
    for scope in ({"agent_id": "d41e6602"}, {"thread_id": "d41e6602"}):
        items = whole(sample, TIDES, **scope)
        assert items
        assert {item.agent_id for item in items} == {"d41e6602"}


def test_a_message_stands_in_the_dialogues_of_both_who_share_a_thread(sample: Store) -> None:
    both = [whole(sample, "oxygen-alarm-7", agent_id=agent_id) for agent_id in ("analyst", "main")]
    texts = [{item.message.content for item in items if item.message} for items in both]
    assert len(texts[0] & texts[1]) == 1
    assert whole(sample, TIDES, agent_id="d41e6602") == whole(sample, TIDES, thread_id="d41e6602")


def test_a_text_is_found_where_it_is_whatever_its_case(sample: Store) -> None:
    match = find_in_transcript(sample, "oxygen-alarm-7", "冬季")
    again = find_in_transcript(sample, "oxygen-alarm-7", "冬季", after=match.item and match.item.cursor)
    assert match.item is not None
    assert again.item is not None
    assert (match.number, again.number, match.total == again.total) == (1, 2, True)
    assert find_in_transcript(sample, "oxygen-alarm-7", "no such text anywhere").item is None
    assert find_in_transcript(sample, TIDES, "TIDE").total == find_in_transcript(sample, TIDES, "tide").total


@pytest.mark.parametrize("text", ["冬季", "QUERY", "o"])
def test_the_matches_backwards_are_those_forwards(sample: Store, text: str) -> None:
    forwards, cursor = [], None
    while (match := find_in_transcript(sample, "oxygen-alarm-7", text, after=cursor)).item is not None:
        forwards.append((match.number, match.item))
        cursor = match.item.cursor
    backwards = forwards[-1:]
    while (match := find_in_transcript(sample, "oxygen-alarm-7", text, before=cursor)).item is not None:
        backwards.insert(0, (match.number, match.item))
        cursor = match.item.cursor
    assert len(forwards) > 1
    assert backwards == forwards


@pytest.mark.parametrize(
    ("ask", "error"),
    [
        (lambda store: find_in_transcript(store, TIDES, "a", after="x", before="x"), InvalidInput),
        (lambda store: transcript(store, TIDES, cursor="x"), InvalidInput),
        (lambda store: transcript(store, TIDES, limit=0), InvalidInput),
        (lambda store: transcript(store, TIDES, agent_id="nobody"), NotFound),
        (lambda store: transcript(store, TIDES, thread_id="nowhere"), NotFound),
        (lambda store: next_error(store, "nobody"), NotFound),
        (lambda store: find_in_transcript(store, TIDES, " "), InvalidInput),
    ],
)
def test_what_cannot_be_answered_is_said(sample: Store, ask, error) -> None:
    with pytest.raises(error) as refused:
        ask(sample)
    assert refused.value.problems


def test_thinking_is_folded_and_an_error_of_no_message_stands_by_itself(desk) -> None:
    desk.run("cc-1", conversation_id="session")
    desk.append(
        [
            desk.event("cc-1", "e1", "2026-05-01 10:00", event_type="thinking", sequence=1),
            desk.event(
                "cc-1", "e2", "2026-05-01 10:00", event_type="api_error", severity="error", summary="busy"
            ),
            desk.event("cc-1", "e3", event_type="system.error", severity="error"),
        ]
    )
    desk.part("cc-1", "e1", 1, "hm")
    desk.part("cc-1", "e1", 2, "水")
    thinking, busy, undated = whole(desk.store, "session")
    assert thinking.thinking == TranscriptThinking(part_ids=("e1#1", "e1#2"), size_bytes=3)
    assert (busy.kind, busy.is_error, busy.event and busy.event.summary) == ("event", True, "busy")
    assert (undated.item_id, undated.occurred_at) == ("e3", None)


def test_a_real_session_reads_as_it_was(inputs: Path) -> None:
    with Store.open(None) as store:
        folder = inputs / "claude_code" / "real_projects"
        (log,) = folder.rglob("ef958aa1*.jsonl")
        import_records(store, ImportCall(paths=(str(log),)))
        run = log.stem
        first = transcript(store, run, limit=1)
        assert (first.total, first.errors, first.items[0].kind) == (172, 3, "message")
        assert isinstance(first.items[0].message, TranscriptMessage)
        tools = [item.tool_call.tool for item in whole(store, run) if item.tool_call and item.is_error]
        assert tools == ["WebFetch", "WebFetch", "WebFetch"]
