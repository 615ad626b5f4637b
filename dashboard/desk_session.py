"""What a page asks Streamlit for: the store, the viewer's language and theme, cached readings, addresses.

Pages and parts go through this module, so that addresses, widget keys and caching are decided in one place.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any, TypeVar
from urllib.parse import parse_qs, urlencode, urlsplit

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from dashboard.current_desk import current_desk, current_store
from dashboard.desk_changes import desk_changes
from dashboard.page_viewer import IS_LOCAL, viewer_id_told, viewer_told
from dashboard.selections import Selection
from dashboard.sign_in_notes import has_ended
from dashboard.theme import Palette, palette
from dashboard.transparency import (
    DEFAULT_TRANSPARENCY,
    TRANSPARENCIES,
    TRANSPARENCY_COOKIE,
    Transparency,
)
from dashboard.wording import LANGUAGE_COOKIE, LANGUAGES, Words, words
from data_access.contracts.principal import NOBODY, Principal, Scope, Viewer
from data_access.contracts.sign_in import SignedInPerson
from data_access.reading.viewers import viewer_named
from data_access.store.connection import Store

DEFAULT_PAGE = "overview"
PAGES = (
    "overview",
    "inbox",
    "runs",
    "patterns",
    "run_summary",
    "run_transcript",
    "run_trace",
    "run_timeline",
    "run_topology",
    "run_cost",
    "run_checks",
    "run_workspace",
    "run_raw",
    "task_evidence",
    "run_compare",
    "search",
    "cost",
    "investigations",
    "new_case",
    "what_happened",
    "rounds",
    "investigation",
    "investigation_evidence",
    "investigation_map",
    "report",
    "report_revisions",
    "what_changed",
    "execution_plans",
    "presentations",
    "workspaces",
    "agent_operations",
    "limits",
    "import_records",
    "connect",
    "change_log",
)
RUN_PAGES = frozenset(page for page in PAGES if page.startswith(("run_", "task_")) and page != "run_compare")
"""The views of one run."""
CASE_PAGES = frozenset(
    (
        "what_happened",
        "rounds",
        "investigation",
        "investigation_evidence",
        "investigation_map",
        "report",
        "report_revisions",
        "what_changed",
        "execution_plans",
        "presentations",
    )
)
"""The views of one case."""
_LANGUAGE = "lang"
_TRANSPARENCY = "detail"
_CHOSEN_LINK = "chosen-link"
_CHOSEN_AT = "chosen-at"
_AS_OF = "as_of"
_FRESH_SECONDS = 60
_OWED = "page-owed"
_SHARED = (_LANGUAGE, _TRANSPARENCY)
"""What travels along every link."""
_PAGING = ("cursor", "skipped", "agents_cursor", "agents_skipped", "event", "place", "change", "open")

Answer = TypeVar("Answer")
_words: ContextVar[Words | None] = ContextVar("words", default=None)
Chosen = TypeVar("Chosen", bound=Selection)


def store() -> Store:
    """Return the store of this desk, to whoever may read it.

    Raises: `PermissionDenied`, and `StoreError` with the reason when it is not open.
    """
    if current_desk().sign_in is not None:
        viewer().require("read")
    return current_store()


def zone() -> str:
    """Return the zone in which this desk cuts days and writes times."""
    return current_desk().settings.timezone


def viewer() -> Principal:
    """Return as whom this browser acts: whoever signed in, else under the name that was typed in it.

    It is found out anew each time: a sign-in ends by its time, and by signing out in another tab.
    """
    if current_desk().sign_in is not None:
        person = signed_in()
        return person.principal if person else NOBODY
    headers = st.context.headers
    named = known_viewer()
    return viewer_told(headers, named.name if named else None)


def viewer_name() -> str:
    """Return the name under which what is done here is recorded; one that nobody checked says so."""
    principal = viewer()
    return principal.name if principal.is_verified else said().you.unverified.format(name=principal.name)


def may(scope: Scope) -> bool:
    """Say whether whoever sits at this browser may do what needs `scope`."""
    if current_desk().sign_in is None:
        return scope in viewer_told(st.context.headers).scopes  # whatever name was typed
    return scope in viewer().scopes


def signed_in() -> SignedInPerson | None:
    """Return who is signed in with this browser; None where nobody is, or people do not sign in here."""
    desk = current_desk()
    if desk.sign_in is None or not st.user.get("is_logged_in"):
        return None
    person = desk.sign_in.person(st.user.to_dict(), datetime.now(UTC))
    if person is None or (desk.store and has_ended(desk.store, person.sign_in_id)):
        return None
    return person


def has_been_signed_in() -> bool:
    """Say whether somebody signed in with this browser, although that may have ended."""
    return bool(st.user.get("is_logged_in"))


def is_this_machine() -> bool:
    """Say whether the browser runs on the machine of the desk; a page without a request does."""
    return st.context.headers.get(IS_LOCAL, "1") == "1"


def viewer_id() -> str | None:
    """Return the id of this browser; None where it keeps no cookie, or no browser asks."""
    return viewer_id_told(st.context.headers)


def draft_owner() -> str:
    """Return whose drafts are shown here: whoever signed in, else this browser, whatever its name."""
    if current_desk().sign_in is not None:
        return viewer().id
    return viewer_id() or viewer().id


def known_viewer() -> Viewer | None:
    """Return this browser as the desk knows it; None where no name was typed in it."""
    shown, opened = viewer_id(), current_desk().store
    return viewer_named(opened, shown) if shown and opened else None


def address() -> str:
    """Return the address under which this viewer reached the desk, without a path."""
    parts = urlsplit(st.context.url or "")
    if parts.scheme and parts.netloc:
        return f"{parts.scheme}://{parts.netloc}"
    settings = current_desk().settings
    return f"http://{settings.host}:{settings.port}"


def begin_page() -> Words:
    """Forget what an earlier page of this thread found out about its viewer, and return the dictionary."""
    _words.set(None)
    return said()


def said() -> Words:
    """Return the dictionary of this viewer: by the address, else as remembered, else the browser's."""
    found = _words.get()
    if found is None:
        found = _dictionary()
        _words.set(found)
    return found


def _dictionary() -> Words:
    told = (st.query_params.get(_LANGUAGE), st.context.cookies.get(LANGUAGE_COOKIE), st.context.locale)
    return words(next((one for one in told if one), current_desk().settings.language))


def colours() -> Palette:
    """Return the palette of the theme this viewer sees."""
    return palette(st.context.theme.type)


def choose_language(language: str) -> None:
    """Put the language into the address; unknown ones are ignored."""
    if language in LANGUAGES:
        st.query_params[_LANGUAGE] = language


def transparency() -> Transparency:
    """Return how much this viewer is shown at once: by the address, else as remembered, else advanced."""
    told = (st.query_params.get(_TRANSPARENCY), st.context.cookies.get(TRANSPARENCY_COOKIE))
    return next((level for one in told for level in TRANSPARENCIES if level == one), DEFAULT_TRANSPARENCY)


def read(question: Callable[..., Answer], *given: Any, **named: Any) -> Answer:
    """Ask a reading of the store, once for all viewers until something changes or a minute has passed."""
    moved = changes()
    asked = f"{question.__module__}.{question.__qualname__}"
    told: Answer = _answer(asked, id(store()), moved, given, tuple(sorted(named.items())), _question=question)
    return told


def changes() -> int:
    """Return a number that moves whenever something a page shows has changed."""
    return desk_changes(store())


@st.cache_resource(max_entries=300, ttl=_FRESH_SECONDS, show_spinner=False)
def _answer(
    asked: str,
    opened: int,
    moved: int,
    given: tuple[Any, ...],
    named: tuple[tuple[str, Any], ...],
    *,
    _question: Callable[..., Answer],
) -> Answer:
    return _question(store(), *given, **dict(named))


def forget_readings() -> None:
    """Drop cached answers, after a write of this viewer; the page owes them what came of it."""
    _answer.clear()
    owe_page()


def owe_page() -> None:
    """Note, in the callback of a click, that the whole page is to be drawn anew.

    Whoever leaves a field by that click sends both at once, and the browser asks then for the field alone:
    the fields of drafts, which are parts of a page, look whether the page is owed.
    """
    st.session_state[_OWED] = True


def page_owed() -> bool:
    """Say whether the page is still to be drawn anew since a click on it."""
    return bool(st.session_state.get(_OWED))


def page_drawn() -> None:
    """Note that the page is being drawn, so that it is owed no more."""
    st.session_state.pop(_OWED, None)


def link(page: str, **query: object) -> str:
    """Return the address of a page of this desk without empty values; language and transparency travel along.

    Within one run the moment it is read as of is carried along too, unless `as_of` is given.
    """
    named = {key: str(value) for key, value in query.items() if value not in (None, "", (), False)}
    is_same_run = "run" in named and named["run"] == st.query_params.get("run")
    carried = (*_SHARED, _AS_OF) if is_same_run and _AS_OF not in query and page in RUN_PAGES else _SHARED
    for key in carried:
        if key in st.query_params:
            named.setdefault(key, st.query_params[key])
    path = "" if page == DEFAULT_PAGE else page
    return f"./{path}?{urlencode(named)}" if named else f"./{path}"


def follow(href: str) -> None:
    """Go to an address of this desk within the session; anything else is ignored."""
    page = page_of(href)
    if page is not None:
        st.switch_page(f"{page}.py", query_params=parse_qs(urlsplit(href).query))


def page_key(name: str) -> str:
    """Return the key under which this page, and no other one, draws what is called `name`.

    A link can be followed on a page that is just leaving: under its own key the choice is still found when
    the page that comes draws something of the same name.
    """
    drawn = get_script_run_ctx()
    return f"{name}@{drawn.page_script_hash[:8]}" if drawn else name


def choose_link(key: str) -> None:
    """Keep where the link leads that was followed in the piece `key`, called before the page is drawn.

    A run of the page may be cut off before it comes to the piece, and the choice would be gone with it. A
    choice says when it was made: the browser may tell an earlier one again.
    """
    piece = st.session_state.get(key)
    if piece is None or not piece.open:
        return
    chosen, at = piece.open["href"], piece.open["at"]
    if at > st.session_state.get(_CHOSEN_AT, 0):
        st.session_state[_CHOSEN_AT] = at
        st.session_state[_CHOSEN_LINK] = chosen


def follow_chosen_link() -> None:
    """Go where the link leads that was followed last, if any was since."""
    chosen = st.session_state.pop(_CHOSEN_LINK, None)
    if chosen is not None:
        follow(str(chosen))


def page_of(href: str) -> str | None:
    """Return the page that an address of this desk leads to; None for any other address."""
    parts = urlsplit(href)
    page = parts.path.removeprefix("./").strip("/") or DEFAULT_PAGE
    return None if parts.scheme or parts.netloc or page not in PAGES else page


def selected(kind: type[Chosen]) -> Chosen:
    """Return the selection that the address of this view names."""
    return kind.from_query({name: st.query_params[name] for name in st.query_params})


def put(name: str, value: object, *, keep_page: bool = False) -> None:
    """Change one parameter of this view's address, None takes it out; paging starts anew unless kept."""
    for dropped in {name} if keep_page else {name, *_PAGING}:
        st.query_params.pop(dropped, None)
    if value not in (None, ""):
        st.query_params[name] = str(value)


def put_chosen(
    name: str, key: str, told: Callable[[Any], object] = lambda value: value, *, keep_page: bool = False
) -> None:
    """Change one parameter of this view's address to what the widget `key` says, as `told` writes it.

    Nothing for a widget of a page that was left at that moment: its choice belongs to no view any more.
    """
    if key in st.session_state:
        put(name, told(st.session_state[key]), keep_page=keep_page)


def widget_key(name: str, value: object = None) -> str:
    """Return the key of a widget; one that follows the address carries the value the address gives it."""
    return f"{name}={value}"


def now() -> datetime:
    """Return the present moment, whole minutes in the cache's sense: readings asked with it stay shared."""
    return datetime.now(UTC).replace(second=0, microsecond=0)
