"""The way through the snapshots of a run: which one is read, those before and after it, and back to now."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import streamlit as st

from dashboard.desk_session import link, put_chosen, read, said, selected, widget_key, zone
from dashboard.parts.piece import Crumb, hint, note, pages_line
from dashboard.selections import RunSelection
from dashboard.wording import formats
from data_access.errors import InvalidInput
from data_access.reading.run_as_of import snapshots

_PAGE = 500
MOST_STEPS = 2_000
"""So many snapshots, the newest, can be chosen; any other by its address."""


def snapshot_steps(run: str, view: str, *, reads_as_of: bool) -> None:
    """Draw the steps of a run that has snapshots; as of an older one, say so plainly with the way back.

    `reads_as_of` tells whether `view` can be read as of a snapshot.
    """
    at = selected(RunSelection).at
    times = _captured(run)
    if not times:
        return
    if not reads_as_of:
        if at is not None:
            w = said().as_of
            note(w.of_now, key="of-now", text=w.of_now_text, tone="waiting", links=[_to(view, run, None)])
        return
    place = None if at is None else sum(1 for time in times if time <= at) - 1
    if place is not None:
        _told(times, place, view, run)
    chosen, ways = st.columns([2, 3], gap="medium", vertical_alignment="bottom")
    with chosen:
        _chooser(times, place)
    with ways:
        pages_line(said().as_of.snapshots(len(times)), _ways(times, place, view, run), key="snapshot-steps")
    if len(times) >= MOST_STEPS:
        hint(said().as_of.cut.format(n=formats.count(MOST_STEPS)), key="snapshots-cut")


def refused(run: str, view: str, error: InvalidInput) -> None:
    """Say that the run cannot be read as of the moment in the address, and where to go instead."""
    w = said().as_of
    times = _captured(run)
    if not times:
        note(w.no_snapshots, key="no-snapshots", tone="waiting", links=[_to(view, run, None)])
        return
    first = Crumb(w.first, _address(view, run, times[0]))
    text = w.too_early.format(time=_clock(times[0])) if selected(RunSelection).at else error.message
    note(w.too_early_title, key="too-early", text=text, tone="waiting", links=[first, _to(view, run, None)])


def _captured(run: str) -> list[datetime]:
    """Return when the newest snapshots of a run were captured, the oldest first."""
    found: list[datetime] = []
    cursor = None
    while len(found) < MOST_STEPS:
        page = read(snapshots, run, limit=_PAGE, cursor=cursor)
        found += [one.captured_at for one in page.items]
        cursor = page.next_cursor
        if cursor is None:
            break
    return sorted(set(found))


def _told(times: Sequence[datetime], place: int, view: str, run: str) -> None:
    w = said().as_of
    text = w.told_text.format(number=formats.count(place + 1), total=formats.count(len(times)))
    back = _to(view, run, None)
    note(w.told.format(time=_clock(times[place])), key="as-of", text=text, tone="waiting", links=[back])


def _chooser(times: Sequence[datetime], place: int | None) -> None:
    w = said().as_of
    key = widget_key("as_of", place)
    options = ["", *(time.isoformat() for time in reversed(times))]
    names = {time.isoformat(): _name(times, number) for number, time in enumerate(times)}
    st.selectbox(
        w.choose,
        options,
        index=0 if place is None else len(times) - place,
        format_func=lambda value: names.get(value, w.now),
        key=key,
        on_change=put_chosen,
        args=("as_of", key),
    )


def _name(times: Sequence[datetime], number: int) -> str:
    w = said().as_of
    total = formats.count(len(times))
    told = w.one.format(number=formats.count(number + 1), total=total, time=_clock(times[number]))
    return f"{told} · {w.newest}" if number == len(times) - 1 else told


def _ways(times: Sequence[datetime], place: int | None, view: str, run: str) -> list[Crumb]:
    """Return the steps to the snapshot before and after; now stands after the newest."""
    w = said().as_of
    here = len(times) if place is None else place
    ways = []
    if here > 0:
        ways.append(Crumb(w.earlier, _address(view, run, times[here - 1])))
    if here < len(times) - 1:
        ways.append(Crumb(w.later, _address(view, run, times[here + 1])))
    elif here == len(times) - 1:
        ways.append(_to(view, run, None))
    return ways


def _to(view: str, run: str, at: datetime | None) -> Crumb:
    return Crumb(said().as_of.back, _address(view, run, at))


def _address(view: str, run: str, at: datetime | None) -> str:
    """Return the address of this view as of a moment; what else it shows stays chosen."""
    kept = {name: st.query_params[name] for name in st.query_params if name in _KEPT}
    return link(view, **(kept | {"run": run, "as_of": at and at.isoformat()}))


_KEPT = ("by", "node", "task", "agent", "kind", "severity", "thread")


def _clock(at: datetime) -> str:
    return formats.clock(at, zone(), said())
