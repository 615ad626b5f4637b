"""The one way a page draws text of its own: plain data for a component that sets it as text, never as markup.

Everything that comes from logs or people is hostile; here it cannot become HTML, Markdown, a link off this
desk or a remote picture. A link inside a piece comes back as the person's choice, followed in the session.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib.resources import files
from typing import Any

import streamlit as st

from dashboard.desk_session import choose_link, follow_chosen_link, page_key, page_of, said, transparency
from dashboard.theme import MARKS, Tone
from dashboard.transparency import shown_columns, shows_fact, shows_tab

_MOST_CHARACTERS = 20_000
_MOST_ROWS = 1_000
_AROUND_PAGES = frozenset({"menu", "remember", "hint", "legend"})
"""What stands around every page and stays, and what has no links."""


@dataclass(frozen=True)
class Pill:
    """A short word with a shape and a colour."""

    text: str
    tone: Tone = "plain"
    tip: str | None = None


@dataclass(frozen=True)
class Cell:
    """One value: its text, what stands under it, what the pointer tells."""

    text: str
    sub: str | None = None
    tip: str | None = None
    sub_tip: str | None = None
    tone: Tone = "plain"
    href: str | None = None
    pills: tuple[Pill, ...] = ()
    mono: bool = False
    muted: bool = False
    strong: bool = False
    share: float | None = None
    """Draws a bar of this part of the width, 0 to 1."""
    span: tuple[float, float] | None = None
    """Draws a bar: where it starts and how far it reaches, as parts of the width, 0 to 1."""
    copy: str | None = None
    """Offers this text for copying."""


Value = Cell | str | None


@dataclass(frozen=True)
class Column:
    """One column of a ledger; `optional` ones give way on narrow screens."""

    label: str
    right: bool = False
    optional: bool = False
    wide: bool = False
    whole: bool = False
    """Its texts are sentences, and are never cut after two lines."""
    tip: str | None = None
    href: str | None = None
    sorted: str | None = None
    name: str | None = None
    """What `dashboard.transparency` calls it, where it is not shown at every level."""


@dataclass(frozen=True)
class Row:
    """One line of a ledger; with `href` the whole line leads there."""

    cells: tuple[Value, ...]
    href: str | None = None
    depth: int = 0
    selected: bool = False
    total: bool = False
    pick: int | None = None
    """Its number among the rows of which two can be chosen."""


@dataclass(frozen=True)
class Picks:
    """Two columns in which an earlier and a later row of a ledger are chosen, and where that leads."""

    labels: tuple[str, str]
    row: str
    """What one row is called, with a place `n` for its number."""
    go: str
    """The word of the button below, with places `before` and `after`."""
    href: str
    """Where it leads, with the same places."""
    chosen: tuple[int, int]
    """The two that are chosen at first."""


@dataclass(frozen=True)
class Card:
    """One figure with its label, what weakens or explains it, and its recent course."""

    label: str
    value: str
    sub: str | None = None
    tip: str | None = None
    value_tip: str | None = None
    sub_tip: str | None = None
    tone: Tone = "plain"
    spark: tuple[float, ...] = ()
    href: str | None = None


@dataclass(frozen=True)
class Fact:
    """A labelled value."""

    label: str
    value: Value
    tip: str | None = None
    wide: bool = False
    name: str | None = None
    """What `dashboard.transparency` calls it, where it is not shown at every level."""


@dataclass(frozen=True)
class Tab:
    """A view beside this one, with its own address."""

    text: str
    href: str
    current: bool = False


@dataclass(frozen=True)
class Crumb:
    """A step of the way to this page, or a way on from it."""

    text: str
    href: str | None = None
    hotkey: str | None = None
    """A key that follows it, on a `pages_line` only."""


@dataclass(frozen=True)
class MenuEntry:
    """A screen in the menu; `icon` is the name of a Material symbol."""

    text: str
    href: str
    icon: str
    current: bool = False
    badge: Pill | None = None
    """What is to be said beside it."""


@dataclass(frozen=True)
class Block:
    """A longer text of a turn, or the lines of a change: sign and text."""

    text: str = ""
    label: str | None = None
    diff: tuple[tuple[str, str], ...] = ()
    mono: bool = False
    note: str | None = None
    """What weakens it: that it is cut."""


@dataclass(frozen=True)
class Turn:
    """One turn of a dialogue: who, to whom, when, and what; `folded` ones open on demand."""

    who: str
    kind: str
    href: str
    """The address of this place."""
    time: str = ""
    time_tip: str | None = None
    to: str | None = None
    lead: str | None = None
    """A quiet line beside the name."""
    pills: tuple[Pill, ...] = ()
    blocks: tuple[Block, ...] = ()
    links: tuple[Crumb, ...] = ()
    folded: bool = False
    quiet: bool = False
    marked: bool = False
    failed: bool = False


def dialogue(
    label: str, turns: Sequence[Turn], *, more: str, key: str, found: str | None = None, elsewhere: str = ""
) -> None:
    """Draw turns in their order; `more` is the word that unfolds a long text.

    `found` is a text that is marked wherever it stands, whatever its case; `elsewhere` is said at the marked
    turn when the text stands in nothing of it that is shown.
    """
    drawn = [_turn(turn) for turn in turns]
    _draw("dialogue", key, label=label, more=more, found=found, elsewhere=elsewhere, turns=drawn)


def _turn(turn: Turn) -> dict[str, Any]:
    parts = {
        "pills": [_plain(pill) for pill in turn.pills],
        "blocks": [_plain(block) for block in turn.blocks],
        "links": [vars(way) for way in turn.links],
    }
    return {name: part for name, part in (vars(turn) | parts).items() if part not in (None, False, [], ())}


def menu(entries: Sequence[MenuEntry], *, label: str, key: str) -> None:
    """Draw the menu."""
    drawn = [{**vars(entry), "badge": _plain(entry.badge)} for entry in entries]
    _draw("menu", key, label=label, entries=drawn)


def heading(
    title: str,
    *,
    key: str,
    lead: str | None = None,
    untitled: bool = False,
    pills: Sequence[Pill] = (),
    meta: Sequence[Fact] = (),
    crumbs: Sequence[Crumb] = (),
    tabs: Sequence[Tab] = (),
    labels: tuple[str, str] = ("", ""),
    head: str = "",
) -> None:
    """Draw the head of a page; `labels` name crumbs and tabs for screen readers.

    Tabs and the facts of `head` are those of the viewer's transparency.
    """
    level = transparency()
    _draw(
        "heading",
        key,
        title=title,
        lead=lead,
        untitled=untitled,
        pills=[_plain(pill) for pill in pills],
        meta=[_plain(fact) for fact in meta if shows_fact(head, fact.name or "", level)],
        crumbs=[vars(crumb) for crumb in crumbs],
        tabs=[vars(tab) for tab in tabs if shows_tab(page_of(tab.href) or "", level, current=tab.current)],
        crumbs_label=labels[0],
        tabs_label=labels[1],
    )


def topic(
    title: str,
    *,
    key: str,
    href: str | None = None,
    pills: Sequence[Pill] = (),
    meta: Sequence[Fact] = (),
    lead: str | None = None,
) -> None:
    """Draw the head of one subject of several on a page: its title and the way to it, its state, a line."""
    _draw(
        "topic",
        key,
        title=title,
        href=href,
        lead=lead,
        pills=[_plain(pill) for pill in pills],
        meta=[_plain(fact) for fact in meta],
    )


def cards(items: Sequence[Card], *, key: str) -> None:
    """Draw figures side by side."""
    _draw("cards", key, cards=[vars(item) for item in items])


def ledger(
    label: str,
    columns: Sequence[Column],
    rows: Sequence[Row],
    *,
    key: str,
    dense: bool = False,
    narrow: bool = False,
    first: int | None = None,
    picks: Picks | None = None,
    table: str | None = None,
) -> None:
    """Draw a table that turns into cards on a narrow screen; `label` names it for screen readers.

    Of the columns of `table` those are drawn that the viewer's transparency has.
    A `narrow` one has few short columns and stays a table. With `first` only so many rows show until the
    reader asks for more; of more than 1,000 the table says that the rest is not there. With `picks` two rows
    can be chosen, and a button leads to what comes of the two.
    """
    total = len(rows)
    rows = rows if first is None else rows[:_MOST_ROWS]
    w = said()
    places = shown_columns(
        table,
        tuple(column.name for column in columns),
        transparency(),
        kept=tuple(column.sorted is not None for column in columns),
    )
    _draw(
        "ledger",
        key,
        label=label,
        dense=dense,
        narrow=narrow,
        first=first,
        more=w.state.more_rows,
        cut=w.state.rows_cut.format(shown=f"{len(rows):,}", total=f"{total:,}")
        if total > len(rows)
        else None,
        columns=[_column(columns[place]) for place in places],
        rows=[_row(row, places) for row in rows],
        **({"picks": vars(picks)} if picks else {}),
    )


def _column(column: Column) -> dict[str, Any]:
    return {name: told for name, told in vars(column).items() if name != "name"}


def _row(row: Row, places: Sequence[int]) -> dict[str, Any]:
    told = {**vars(row), "cells": [_plain(row.cells[place]) for place in places]}
    return told if row.pick is not None else {name: told[name] for name in told if name != "pick"}


def facts(items: Sequence[Fact], *, key: str) -> None:
    """Draw labelled values side by side."""
    _draw("facts", key, facts=[_plain(item) for item in items])


def prose(text: str, *, key: str, label: str | None = None) -> None:
    """Draw a longer text as it stands, cut at 20,000 characters."""
    _draw("prose", key, text=text[:_MOST_CHARACTERS], label=label)


def note(
    title: str,
    *,
    key: str,
    text: str | None = None,
    tone: Tone = "plain",
    lines: Sequence[str] = (),
    links: Sequence[Crumb] = (),
) -> None:
    """Say something beside the content: what is the matter, why, what to do."""
    links_given = [vars(link) for link in links]
    _draw(
        "note",
        key,
        title=title,
        text=text,
        tone=tone,
        shape=MARKS[tone].shape,
        lines=list(lines),
        links=links_given,
    )


def legend(parts: Sequence[tuple[str, str]], *, key: str) -> None:
    """Draw which colour of a picture stands for what; nothing for no parts."""
    if parts:
        _draw("legend", key, parts=[{"text": text, "colour": colour} for text, colour in parts])


def hint(text: str, *, key: str, mono: bool = False, tip: str | None = None) -> None:
    """Draw a quiet line beside something."""
    _draw("hint", key, text=text, mono=mono, tip=tip)


def pages_line(text: str, ways: Sequence[Crumb], *, key: str) -> None:
    """Draw how much of a list is shown and the ways to the rest."""
    _draw("pages", key, text=text, ways=[vars(way) for way in ways])


def remember(name: str, value: str, *, key: str, language: str | None = None) -> None:
    """Keep a choice of this browser in a cookie of this desk; with `language` the document is told it."""
    _draw("remember", key, name=name, value=value, document_language=language)


def _plain(value: Any) -> Any:
    """Turn a value into what the component reads, shapes beside tones included."""
    if value is None or isinstance(value, str):
        return value
    told = {name: part for name, part in vars(value).items() if part not in (None, (), False)}
    if isinstance(value, Cell):
        told["pills"] = [_plain(pill) for pill in value.pills]
    if isinstance(value, Fact):
        told["value"] = _plain(value.value)
        told.pop("name", None)
    if isinstance(value, Cell | Pill) and value.tone != "plain":
        told["shape"] = MARKS[value.tone].shape
    return told


def _draw(kind: str, key: str, **data: Any) -> None:
    told = {"kind": kind, "copy_label": said().state.copy, **data}
    leads_nowhere = kind in _AROUND_PAGES or (kind == "note" and not data["links"])
    own = key if leads_nowhere else page_key(key)
    _component()(key=own, data=told, on_open_change=partial(choose_link, own))
    follow_chosen_link()  # of a piece in a fragment, which runs without the frame of the page


@cache
def _component() -> Any:
    folder = files("dashboard.parts")
    return st.components.v2.component(
        "caseboard.piece",
        html='<div class="piece"></div>',
        css=(folder / "piece.css").read_text(encoding="utf-8"),
        js=(folder / "piece.js").read_text(encoding="utf-8"),
    )
