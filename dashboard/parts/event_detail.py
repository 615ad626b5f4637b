"""One event in full: what the desk knows of it, the source's record as code, what is kept apart from it."""

from __future__ import annotations

from collections.abc import Mapping

import orjson
import streamlit as st

from dashboard.desk_session import put, said
from dashboard.parts import cells
from dashboard.parts.event_table import severity_pills
from dashboard.parts.piece import Cell, Fact, facts, hint, note, prose
from dashboard.parts.section import fold
from dashboard.wording import formats
from data_access.contracts.readings import ContentPart, EventDetail

_MOST_CHARACTERS = 30_000


def event_detail(item: EventDetail, names: Mapping[str, str]) -> None:
    """Open `item` over the page; the payload is shown as code and never interpreted."""
    w = said()

    @st.dialog(w.event.detail, width="large", on_dismiss=lambda: put("event", None, keep_page=True))
    def opened() -> None:
        facts(_facts(item, names), key="event-facts")
        if item.summary:
            prose(item.summary, key="event-summary", label=w.event.what)
        if item.payload is None:
            hint(w.event.no_payload, key="no-payload")
        _code(w.event.payload, item.payload)
        if item.extra:
            _code(w.event.extra, item.extra)
        for number, part in enumerate(item.content_parts):
            _part(part, number)

    opened()


def _facts(item: EventDetail, names: Mapping[str, str]) -> list[Fact]:
    w = said()
    agent = names.get(item.agent_id or "", item.agent_id)
    time = cells.clock(item.occurred_at)
    told = [
        Fact(w.event.kind, Cell(formats.kind(item.event_type, w), tip=item.event_type)),
        Fact(w.event.time, time, tip=w.event.naive if item.time_is_naive else None),
        Fact(w.event.recorded, cells.clock(item.recorded_at) if item.recorded_at else None),
        Fact(w.event.agent, Cell(agent, tip=item.agent_id) if agent else None),
        Fact(
            w.event.severity,
            Cell("", pills=severity_pills(item.severity)) if severity_pills(item.severity) else item.severity,
        ),
        Fact(w.event.phase, item.phase),
        Fact(w.event.task, item.task_id),
        Fact(
            w.event.source,
            Cell(item.source_file or w.state.not_known, sub=w.event.line.format(n=item.line), mono=True),
            wide=True,
        ),
        Fact(
            w.run.id, Cell(formats.short_id(item.event_id), tip=item.event_id, mono=True, copy=item.event_id)
        ),
    ]
    return [fact for fact in told if fact.value is not None]


def _code(label: str, value: object) -> None:
    if value is None:
        return
    st.caption(label)
    json_shown(value, key=f"cut-{label}")


def json_shown(value: object, *, key: str) -> None:
    """Draw a record as code, never interpreted; of a very long one the beginning, which is said."""
    w = said()
    text = orjson.dumps(value, option=orjson.OPT_INDENT_2).decode()
    st.code(
        text[:_MOST_CHARACTERS], language="json", wrap_lines=True, height=min(480, 60 + 19 * text.count("\n"))
    )
    if len(text) > _MOST_CHARACTERS:
        shown, total = formats.count(_MOST_CHARACTERS), formats.count(len(text))
        note(w.event.cut.format(shown=shown, total=total), key=key)


def _part(part: ContentPart, number: int) -> None:
    """Draw one part: pictures and documents are named with their size, text is shown as it stands."""
    w = said()
    label = f"{w.event.parts}: {part.kind} · {formats.size(part.size_bytes)}"
    with fold(label, name="raw"):
        if part.kind in {"image", "document"}:
            facts([Fact(w.event.kind, part.media_type or part.kind)], key=f"part-{number}")
        else:
            prose(part.content, key=f"part-{number}")
