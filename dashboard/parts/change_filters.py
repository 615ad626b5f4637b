"""The filters of the change log, and what is said when nothing passes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from zoneinfo import ZoneInfo

import streamlit as st

from dashboard.desk_session import link, put_chosen, said, widget_key, zone
from dashboard.parts.filters import choice, period_choice, search_box, segments
from dashboard.parts.piece import Crumb, hint, note, pages_line
from dashboard.parts.section import filter_bar
from dashboard.selections import NO_MOMENT, ChangeSelection
from dashboard.wording import formats
from data_access.contracts.change_log import ChangeFilterOptions, ChangeOption
from data_access.rules.reporting_days import day_of, day_start

_INSTANT = timedelta(microseconds=1)


def change_filters(selection: ChangeSelection, options: ChangeFilterOptions) -> None:
    """Draw the filters, each option with how many changes it has."""
    w = said().change
    with filter_bar(is_set=selection.narrows("case", "cursor", "skipped", "change")):
        with st.grid(4, min_column_width=140):
            search_box(w.search, "q", selection.q, hint=w.search_hint)
            _choice(w.who, "who", options.principals, selection.who, {}, w.any_who)
            _choice(w.by, "by", options.principal_kinds, selection.by, w.kinds, w.any_kind)
            _choice(w.action, "action", options.actions, selection.action, w.actions, w.anything)
            _choice(
                w.subject_kind, "subject", options.subject_kinds, selection.subject, w.subjects, w.anything
            )
            _choice(w.through, "through", options.faces, selection.through, w.faces, w.all)
            begins = None if selection.since == NO_MOMENT else day_of(selection.since, ZoneInfo(zone()))
            _day(w.since, "since", begins, later=0)
            ends = None if selection.ends is None else day_of(selection.ends - _INSTANT, ZoneInfo(zone()))
            _day(w.until, "until", ends, later=1)
        with st.container(horizontal=True):
            period_choice(selection.period, default="all")
            order = "1" if selection.oldest else "0"
            segments(w.order, "oldest", {"0": w.newest, "1": w.oldest}, order, default="0")
    if selection.case:
        every = link("change_log", **selection.but(case=None, cursor=None, skipped=0, change=0).to_query())
        case = formats.short_id(selection.case)
        pages_line(w.only_case.format(case=case), [Crumb(w.all_cases, every)], key="only-case")


def withheld_hint(withheld: Sequence[str]) -> None:
    """Say that some changes are told to others only."""
    if withheld:
        hint(said().change.withheld, key="withheld")


def no_changes(selection: ChangeSelection) -> None:
    """Say why the list is empty and what to do."""
    w = said().change
    if selection.but(oldest=False, change=0) == ChangeSelection():
        note(w.empty_title, key="no-changes", text=w.empty)
    else:
        note(w.none_match, key="no-match", links=[Crumb(w.clear, link("change_log"))])


def _day(label: str, name: str, current: date | None, *, later: int) -> None:
    """Offer a day of the desk's zone; the address keeps the moment at which it begins, or ends."""
    key = widget_key(name, current)

    def told(day: object) -> str | None:
        if not isinstance(day, date):
            return None
        return day_start(day + timedelta(days=later), ZoneInfo(zone())).isoformat()

    st.date_input(
        label,
        value=current,
        key=key,
        on_change=put_chosen,
        args=(name, key, told),
        help=said().menu.zone.format(zone=zone()),
    )


def _choice(
    label: str,
    name: str,
    options: Sequence[ChangeOption],
    current: str | None,
    told: Mapping[str, str],
    everything: str,
) -> None:
    labels = {one.value: _label(one, told) for one in options}
    choice(label, name, list(labels), current, labels=dict(told) | labels, everything=everything)


def _label(one: ChangeOption, told: Mapping[str, str]) -> str:
    return f"{told.get(one.value) or one.label or one.value} ({formats.count(one.changes)})"
