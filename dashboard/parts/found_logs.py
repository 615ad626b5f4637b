"""Agent logs found in the usual places of this machine, with one click to load them."""

from __future__ import annotations

import streamlit as st

from dashboard.current_desk import current_desk
from dashboard.desk_session import follow, link, said, viewer
from dashboard.import_jobs import import_call, start_import
from dashboard.log_discovery import FoundLogs, find_local_logs
from dashboard.parts import cells
from dashboard.parts.permission import refusal
from dashboard.parts.piece import Card, Crumb, cards, hint, note
from dashboard.wording import formats
from data_access.store.connection import Store


@st.cache_data(ttl=30, show_spinner=False)
def _found() -> tuple[FoundLogs, ...]:
    return find_local_logs(roots=current_desk().settings.import_roots)


def found_logs(store: Store, *, quiet: bool = False) -> None:
    """Offer what was found; where nothing was, say what else can be done, unless `quiet`.

    Whoever may not load it is not told what lies on this machine.
    """
    w, refused = said(), refusal("operate")
    if refused:
        if not quiet:
            note(w.load.path_refused, key="found-refused", text=refused)
        return
    found = _found()
    if not found and not quiet:
        links = [Crumb(w.today.go_import, link("import_records"))]
        note(w.today.found_none, key="found-none", text=w.today.found_none_fix, links=links)
    for place, logs in enumerate(found):
        _offer(store, logs, place)


def _offer(store: Store, logs: FoundLogs, place: int) -> None:
    w = said()
    kind = w.formats.get(logs.source_format, logs.source_format)
    projects = "" if logs.projects is None else w.today.in_projects(logs.projects)
    with st.container(border=True, key=f"found-{place}"):
        cards(
            [
                Card(kind, w.today.sessions(logs.sessions), sub=projects),
                Card(w.load.files, formats.count(logs.files), sub=formats.size(logs.size_bytes)),
                Card(
                    w.today.newest,
                    cells.moment(logs.newest_at).text,
                    value_tip=cells.moment(logs.newest_at).tip,
                ),
            ],
            key=f"found-cards-{place}",
        )
        hint(str(logs.folder), key=f"found-place-{place}", mono=True)
        label = w.today.found(logs.sessions)
        if st.button(label, key=f"load-{place}", type="primary", icon=":material/download:"):
            job = start_import(store, import_call(logs.folder), principal=viewer())
            follow(link("import_records", job=job.number))
