"""What the desk answers a program that asks for a run: the address and the JSON, as REST gives them."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote, urlencode

import orjson
import streamlit as st

from dashboard.current_desk import current_desk
from dashboard.desk_session import read, said, viewer
from dashboard.faces.answering import answer
from dashboard.faces.caller import Caller
from dashboard.faces.calls import BY_NAME
from dashboard.parts.event_detail import json_shown
from dashboard.parts.filters import segments
from dashboard.parts.pager import pager
from dashboard.parts.piece import hint
from dashboard.selections import RawAnswer, RawSelection
from data_access.contracts.common import Contract, Listing
from data_access.store.connection import Store

_CALLS: dict[RawAnswer, str] = {
    "run": "read_run",
    "standing": "read_runtime_summary",
    "agents": "list_agents",
    "tasks": "read_topology",
    "events": "list_events",
    "operations": "list_operations",
    "isolation": "read_isolation",
}
_PAGE = 20


def raw_choice(selection: RawSelection) -> None:
    """Offer what can be asked about the run."""
    w = said().detail
    segments(w.raw_which, "answer", w.raw_answers, selection.answer, default="run")


def raw_answer(run: str, selection: RawSelection) -> None:
    """Draw the address of the chosen answer and what it gives now, or as of the snapshot that is read."""
    call = BY_NAME[_CALLS[selection.answer]]
    given = {"conversation_id": run} | _more(call.takes, selection)
    st.code(f"{call.method} {_address(call.path, given)}", language=None, wrap_lines=True)
    told: Contract = read(_asked, call.name, tuple(given.items()))
    if selection.at is not None and "at" not in given:
        hint(said().detail.raw_of_now, key="raw-of-now")
    json_shown(orjson.loads(told.model_dump_json()), key="raw-json")
    if isinstance(told, Listing) and "cursor" in call.takes.model_fields:
        pager("run_raw", selection, told)


def _more(takes: type[Contract], selection: RawSelection) -> dict[str, Any]:
    fields = takes.model_fields
    asked: dict[str, Any] = {
        "at": selection.at and selection.at.isoformat(),
        "cursor": selection.cursor,
        "limit": _PAGE,
    }
    return {name: value for name, value in asked.items() if name in fields and value is not None}


def _asked(store: Store, name: str, given: tuple[tuple[str, Any], ...]) -> Contract:
    """Answer a reading of the table of calls; `store` is the open one, and every reader gets the same."""
    return answer(BY_NAME[name], dict(given), Caller(current_desk(), viewer(), "page"))


def _address(path: str, given: dict[str, Any]) -> str:
    left = dict(given)
    for name in given:
        if f"{{{name}}}" in path:
            path = path.replace(f"{{{name}}}", quote(str(left.pop(name)), safe=""))
    return f"{path}?{urlencode(left)}" if left else path
