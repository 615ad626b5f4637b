"""What stands around every page: its title in the tab, the language, the zone, the mark of sample data."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from dashboard.current_desk import current_desk
from dashboard.desk_session import (
    CASE_PAGES,
    DEFAULT_PAGE,
    choose_language,
    colours,
    follow,
    link,
    may,
    put_chosen,
    read,
    said,
    transparency,
    widget_key,
    zone,
)
from dashboard.parts.piece import MenuEntry, Pill, hint, menu, remember
from dashboard.parts.you import you
from dashboard.transparency import TRANSPARENCIES, TRANSPARENCY_COOKIE
from dashboard.wording import LANGUAGE_COOKIE, LANGUAGES, formats
from data_access.reading.cases_glance import waiting_for_people

_STATIC = Path(__file__).resolve().parent.parent.parent / "pages" / "static"


def brand(title: str) -> None:
    """Name the browser tab, use the whole width, show the product's mark."""
    icon = str(_STATIC / "caseboard.svg")
    st.set_page_config(page_title=f"{title} · {said().menu.product}", page_icon=icon, layout="wide")
    st.logo(str(_STATIC / f"caseboard-{colours().name}.svg"), size="medium", icon_image=icon)


def _entries(page: str) -> list[MenuEntry]:
    w = said()
    family = _family(page)
    screens = (
        (DEFAULT_PAGE, w.menu.today, "today"),
        ("inbox", w.inbox.title, "inbox"),
        ("runs", w.menu.runs, "account_tree"),
        ("cost", w.menu.costs, "payments"),
        ("investigations", w.menu.cases, "travel_explore"),
        ("workspaces", w.workspaces.title, "folder_copy"),
        ("agent_operations", w.operation.title, "policy"),
        ("limits", w.limits.title, "speed"),
        ("import_records", w.menu.import_records, "upload_file"),
        ("connect", w.menu.connect, "cable"),
    )
    badges = {"inbox": _needs_you()}
    return [
        MenuEntry(text, link(name), icon, current=name == family, badge=badges.get(name))
        for name, text, icon in screens
    ]


def _needs_you() -> Pill | None:
    """Return how much waits for people and since when, while something does; asked once per change."""
    if current_desk().store is None or not may("read"):
        return None
    waiting = read(waiting_for_people)
    if not waiting.items:
        return None
    w, number = said().glance, formats.count(waiting.items)
    age = formats.ago(waiting.oldest_at, formats.now(), said())
    return Pill(f"{number} · {age}", "waiting", tip=w.menu.format(n=number, age=age))


def _family(page: str) -> str:
    """Return the entry of the menu that a page belongs to."""
    if page in CASE_PAGES or page == "new_case":
        return "investigations"
    if page == "change_log":
        return "connect"
    return "runs" if page.startswith(("run", "task_", "patterns")) else page or DEFAULT_PAGE


def _search(page: str) -> None:
    """Draw the search over everything; on the page of its answers it holds what was looked for."""
    w = said()
    looked_for = st.query_params.get("q", "") if page == "search" else ""
    typed = st.text_input(
        w.search.everywhere,
        value=looked_for,
        placeholder=w.search.everywhere,
        max_chars=200,
        key=widget_key("search", (page, looked_for)),
        type="search",
        label_visibility="collapsed",
    ).strip()
    if typed and typed != looked_for:
        follow(link("search", q=typed))


def sidebar(page: str) -> None:
    """Draw the menu, and below it the language, how much is shown, the database and the zone of this desk."""
    w = said()
    with st.sidebar:
        _search(page)
        menu(_entries(page), label=w.menu.product, key="menu")
    with st.sidebar, st.container(key="desk-foot"):
        language_switch()
        transparency_switch()
        database = current_desk().settings.database
        hint(
            database.name if database else w.menu.memory,
            key="desk-file",
            tip=str(database) if database and may("operate") else None,
        )
        hint(w.menu.zone.format(zone=zone()), key="desk-zone")
        if current_desk().store is not None:
            you()


def transparency_switch() -> None:
    """Draw the choice of how much is shown at once, and remember it."""
    w, level, key = said().detail, transparency(), "transparency-switch"
    st.session_state[key] = level  # another address, or the way back, may have told another one
    st.segmented_control(
        w.label,
        list(TRANSPARENCIES),
        format_func=lambda one: w.levels[one],
        required=True,
        key=key,
        on_change=put_chosen,
        args=("detail", key),
        kwargs={"keep_page": True},
        help=w.hint,
        width="stretch",
    )
    remember(TRANSPARENCY_COOKIE, level, key="remember-transparency")


def language_switch() -> None:
    """Draw the choice of language, and remember it."""
    w = said()
    chosen = st.segmented_control(
        w.menu.language,
        list(LANGUAGES),
        format_func=lambda language: LANGUAGES[language].name,
        default=w.language,
        required=True,
        key="language-switch",
        label_visibility="collapsed",
    )
    if chosen and chosen != w.language:
        choose_language(chosen)
        st.rerun()
    remember(LANGUAGE_COOKIE, w.language, key="remember-language", language=w.language)
