"""The dialogue of a run: turns with their tool calls inline, edits as changes, and the ways through it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import orjson
import streamlit as st

from dashboard.desk_session import link, said, zone
from dashboard.line_diff import line_diff
from dashboard.parts import cells
from dashboard.parts.filters import choice, search_box
from dashboard.parts.piece import Block, Crumb, Pill, Turn, dialogue, note, pages_line
from dashboard.selections import TranscriptSelection
from dashboard.wording import formats
from data_access.contracts.readings import FilterOption
from data_access.contracts.transcript import (
    TextEdit,
    Transcript,
    TranscriptCall,
    TranscriptItem,
    TranscriptMatch,
    TranscriptMessage,
)

_TELLING = ("command", "file_path", "path", "pattern", "query", "url", "description", "subject", "prompt")
"""Fields of an input that say in one line what a call is about, the most telling first."""
PEOPLE = ("person", "user", "human")


def transcript_filters(
    selection: TranscriptSelection, names: Mapping[str, str], threads: Sequence[FilterOption]
) -> None:
    """Draw whose dialogue is read and what is looked for in it."""
    w = said()
    with st.grid(3 if len(threads) > 1 else 2, min_column_width=170):
        search_box(w.dialogue.find, "q", selection.q, hint=w.dialogue.find_hint)
        everyone = w.dialogue.everyone
        choice(w.dialogue.agent, "agent", list(names), selection.agent, labels=names, everything=everyone)
        if len(threads) > 1:
            told = {one.value: one.label or one.value for one in threads}
            choice(
                w.dialogue.thread, "thread", list(told), selection.thread, labels=told, everything=w.state.all
            )


def after_this(page: Transcript, selection: TranscriptSelection) -> str | None:
    """Return the place behind which to look on: the turn pointed at, else what stands before this page."""
    if selection.place and page.items:
        return page.items[0].cursor
    return selection.cursor


def error_line(page: Transcript, found: TranscriptMatch, selection: TranscriptSelection) -> None:
    """Draw how many errors there are and the way to the next one; after the last the way begins anew."""
    w = said()
    if not page.errors:
        pages_line(w.dialogue.no_errors, [], key="errors-line")
        return
    if found.item is None:
        text = w.dialogue.errors(page.errors)
        ways = [Crumb(w.dialogue.first_error, _address(selection, None, None))] if selection.cursor else []
    else:
        text = w.dialogue.errors(page.errors)
        told = w.dialogue.error.format(n=formats.count(found.number), total=formats.count(found.total))
        ways = [Crumb(f"{w.dialogue.next_error} · {told}", _place(selection, found.item), hotkey="e")]
    pages_line(text, ways, key="errors-line")


def match_line(
    found: TranscriptMatch, previous: TranscriptMatch | None, selection: TranscriptSelection
) -> None:
    """Draw the ways to the next place that holds the text and to the one before, or that none does."""
    w = said()
    if not found.total:
        pages_line(w.dialogue.no_match, [], key="match-line")
        return
    reached = found.number - 1 if found.item is not None else found.total
    before = previous.number if previous is not None else 0
    text = w.dialogue.matches(found.total)
    if previous is not None and reached == before + 1:
        text = w.dialogue.match.format(n=formats.count(reached), total=formats.count(found.total))
    ways = []
    if previous is not None and previous.item is not None:
        ways.append(Crumb(w.dialogue.previous_match, _place(selection, previous.item), hotkey="p"))
    if found.item is not None:
        ways.append(Crumb(w.dialogue.next_match, _place(selection, found.item), hotkey="n"))
    elif not ways:
        ways.append(Crumb(w.state.first_page, _address(selection, None, None)))
    pages_line(text, ways, key="match-line")


def turns(page: Transcript, names: Mapping[str, str], selection: TranscriptSelection) -> None:
    """Draw the turns of a page."""
    w = said()
    if not page.items:
        title = w.dialogue.none_here if page.total else w.dialogue.empty_title
        note(title, key="no-turns", text=None if page.total else w.dialogue.empty)
        return
    drawn = [_turn(item, names, selection) for item in page.items]
    dialogue(
        w.dialogue.title,
        drawn,
        more=w.dialogue.more,
        found=selection.q,
        elsewhere=w.dialogue.found_elsewhere,
        key="dialogue",
    )


def transcript_pager(page: Transcript, selection: TranscriptSelection, *, key: str) -> None:
    """Draw where in the dialogue this page stands and the ways to the others."""
    w = said()
    if not page.items:
        return
    first, last = page.before + 1, page.before + len(page.items)
    text = w.state.range.format(
        first=formats.count(first), last=formats.count(last), total=formats.count(page.total)
    )
    ways = []
    if page.previous_cursor:
        ways.append(Crumb(w.state.first_page, _address(selection, None, None)))
        ways.append(Crumb(w.dialogue.previous_page, _address(selection, page.previous_cursor, None)))
    if page.next_cursor:
        ways.append(Crumb(w.state.next_page, _address(selection, page.next_cursor, None)))
    pages_line(text, ways, key=key)


def _place(selection: TranscriptSelection, item: TranscriptItem) -> str:
    return _address(selection, item.cursor, item.item_id)


def _address(selection: TranscriptSelection, cursor: str | None, place: str | None) -> str:
    there = selection.but(cursor=cursor, place=place, event=None)
    return link("run_transcript", **there.to_query())


# One turn -------------------------------------------------------------------------------------------------


def _turn(item: TranscriptItem, names: Mapping[str, str], selection: TranscriptSelection) -> Turn:
    """Return what is drawn of one item; every turn has an address of its own."""
    w = said()
    bare = Turn(
        who=_name(item.agent_id, names),
        kind=item.kind,
        href=_place(selection, item),
        time=formats.clock(item.occurred_at, zone(), w) if item.occurred_at else "",
        time_tip=formats.exact(item.occurred_at, zone(), w),
        links=_in_full(item, selection),
        marked=item.item_id == selection.place,
        failed=item.is_error,
    )
    if item.message:
        return _message(bare, item.message, names)
    if item.tool_call:
        return _call(bare, item.tool_call, names, selection)
    if item.thinking:
        lead = f"{bare.who} · {formats.size(item.thinking.size_bytes)}"
        return replace(bare, who=w.dialogue.thinking, lead=lead, folded=True, quiet=True)
    event = item.event
    told = formats.kind(event.event_type, w) if event else w.state.not_known
    blocks = (Block(event.summary),) if event and event.summary else ()
    return replace(bare, pills=(Pill(told, "failed"),), blocks=blocks)


def _name(agent_id: str | None, names: Mapping[str, str]) -> str:
    w = said()
    if agent_id is None:
        return w.dialogue.nobody
    return w.topology.person if agent_id == "person" else names.get(agent_id, agent_id)


def _in_full(item: TranscriptItem, selection: TranscriptSelection) -> tuple[Crumb, ...]:
    if item.event_id is None:
        return ()
    opened = selection.but(event=item.event_id)
    return (Crumb(said().dialogue.in_full, link("run_transcript", **opened.to_query())),)


def _message(bare: Turn, told: TranscriptMessage, names: Mapping[str, str]) -> Turn:
    w = said()
    is_prompt = told.sender is None and told.role in PEOPLE
    is_person = told.sender in PEOPLE and not told.is_from_program
    text = told.content or ""
    cut = _cut(len(text), told.content_length)
    named = _name(told.sender, names) if told.sender else w.dialogue.prompt if is_prompt else bare.who
    return replace(
        bare,
        who=w.dialogue.from_program if told.is_from_program else named,
        to=_name(told.recipient, names) if told.recipient else None,
        kind="person" if is_person else "message",
        blocks=(Block(text, note=cut),) if text else (),
        links=bare.links if cut else (),
        quiet=told.is_from_program,
    )


def _cut(shown: int, total: int) -> str | None:
    if shown >= total:
        return None
    return said().dialogue.cut.format(shown=formats.count(shown), total=formats.count(total))


def _call(bare: Turn, call: TranscriptCall, names: Mapping[str, str], selection: TranscriptSelection) -> Turn:
    w = said()
    took = cells.length(call.duration_seconds, is_unreliable=call.is_duration_unreliable).text
    edits = tuple(_edit(edit) for edit in call.edits)
    started = tuple(
        Crumb(
            w.dialogue.started.format(name=_name(one, names)), _address(selection.but(agent=one), None, None)
        )
        for one in call.started_agent_ids
    )
    lead = (" ".join(_first(call).split())[:160], took if call.duration_seconds is not None else "", bare.who)
    return replace(
        bare,
        who=call.tool or w.state.not_known,
        kind="call",
        pills=(cells.status_pill(call.status),),
        lead=" · ".join(part for part in lead if part),
        blocks=(*(edits or _asked(call)), *_outcome(call)),
        links=(*started, *bare.links),
        folded=not (edits or call.status in {"error", "denied"}),
    )


def _asked(call: TranscriptCall) -> tuple[Block, ...]:
    given = call.input_preview or ""
    cut = _cut(len(given), call.input_length)
    return (Block(given, said().dialogue.input, mono=True, note=cut),) if given else ()


def _first(call: TranscriptCall) -> str:
    """Return what tells most of a call in one line: the file it changed, its command, else its input."""
    if call.edits:
        return call.edits[0].path or ""
    given = call.input_preview or ""
    try:
        fields = orjson.loads(given)
    except orjson.JSONDecodeError:
        return given
    told = (fields.get(name) for name in _TELLING) if isinstance(fields, dict) else ()
    return next((one for one in told if isinstance(one, str) and one), given)


def _outcome(call: TranscriptCall) -> tuple[Block, ...]:
    w = said()
    text = call.output_preview or ""
    if text:
        return (Block(text, w.dialogue.output, mono=True, note=_cut(len(text), call.output_length)),)
    return (Block(w.dialogue.no_output),) if call.status == "unfinished" else ()


def _edit(edit: TextEdit) -> Block:
    w = said()
    path = edit.path or w.dialogue.some_text
    label = (w.dialogue.wrote if edit.old_text is None else w.dialogue.changed).format(path=path)
    return Block(label=label, diff=line_diff(edit.old_text, edit.new_text))
