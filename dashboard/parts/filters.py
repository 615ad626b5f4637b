"""Filters whose state is the address: what is chosen goes into it, what it says is what is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from dashboard.desk_session import put_chosen, said, widget_key
from dashboard.selections import Period


def choice(
    label: str,
    name: str,
    options: Sequence[str],
    current: str | None,
    *,
    labels: Mapping[str, str] | None = None,
    everything: str,
) -> None:
    """Offer `options` for the parameter `name`; `everything` is the word for no filter."""
    known = list(options) if current is None or current in options else [current, *options]
    key = widget_key(name, current)
    st.selectbox(
        label,
        ["", *known],
        index=0 if current is None else known.index(current) + 1,
        format_func=lambda value: (labels or {}).get(value, value) if value else everything,
        key=key,
        on_change=put_chosen,
        args=(name, key),
        label_visibility="collapsed" if not label else "visible",
    )


def segments(
    label: str, name: str, options: Mapping[Any, str], current: str, *, default: str, show_label: bool = False
) -> None:
    """Offer a few `options` (value -> word) side by side; the default one leaves the address short."""
    key = widget_key(name, current)
    st.segmented_control(
        label,
        list(options),
        default=current,
        required=True,
        format_func=lambda value: options[value],
        key=key,
        on_change=put_chosen,
        args=(name, key, lambda value: None if value == default else value),
        label_visibility="visible" if show_label else "collapsed",
    )


def period_choice(current: Period, *, default: Period) -> None:
    """Offer the named stretches of time."""
    p = said().period
    periods = {"all": p.all, "today": p.today, "week": p.week, "month": p.month, "quarter": p.quarter}
    segments(said().run.period, "period", periods, current, default=default)


def search_box(label: str, name: str, current: str | None, *, hint: str) -> None:
    """Offer a text to look for."""
    key = widget_key(name, current)
    st.text_input(
        label,
        value=current or "",
        placeholder=hint,
        max_chars=200,
        key=key,
        type="search",
        on_change=put_chosen,
        args=(name, key, str.strip),
    )
