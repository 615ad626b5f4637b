"""Links a run to a round by hand, and takes such a link away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from uuid import uuid4

import streamlit as st

from dashboard.desk_session import forget_readings, said, store, viewer
from dashboard.parts.case_spending import round_name
from dashboard.parts.fault import show_fault
from dashboard.parts.permission import refusal
from dashboard.parts.piece import hint, note
from dashboard.wording import formats
from data_access.contracts.case_calls import LinkRoundCall
from data_access.contracts.case_cost import LinkedRun
from data_access.contracts.investigation import Round
from data_access.contracts.readings import RunSummary
from data_access.errors import CaseboardError
from data_access.writing.case_write import Author
from data_access.writing.link_round import link_round

_LONGEST_ID = 300
_DONE = "round-link-done"
_REQUEST = "round-link-request"
"""The id of the next write: a second click on the same button repeats the request."""


def round_links(
    task_id: str, rounds: Sequence[Round], linked: Sequence[LinkedRun], offered: Sequence[RunSummary]
) -> None:
    """Draw the forms; whoever may not link sees why. `offered` are runs to choose from."""
    w, refused = said().case_round, refusal("publish")
    if _DONE in st.session_state:
        note(st.session_state.pop(_DONE), key="round-link-done", tone="done")
    if refused:
        note(w.refused, key="round-link-refused", text=refused)
        st.button(w.link, key="link-run", disabled=True, help=refused)
        return
    names = {one.round_id: round_name(one) for one in reversed(rounds)}
    by_hand = [one for one in linked if one.linked_by in ("hand", "claim") and not one.is_child]
    with st.container(horizontal=True):
        with st.popover(w.link, icon=":material/link:"):
            _linking(task_id, names, offered)
        if by_hand:
            with st.popover(w.unlink, icon=":material/link_off:"):
                _unlinking(task_id, names, by_hand)


def _linking(task_id: str, names: Mapping[str, str], offered: Sequence[RunSummary]) -> None:
    w = said().case_round
    hint(w.link_hint, key="link-hint")
    titles = {one.conversation_key: _title(one) for one in offered}
    with st.form("link-run-form", border=False):
        round_id = st.selectbox(w.which_round, list(names), format_func=names.__getitem__, key="link-round")
        run = st.selectbox(
            w.which_run,
            list(titles),
            index=None,
            accept_new_options=True,
            format_func=lambda key: titles.get(key, key),
            placeholder=w.run_hint,
            key="link-which",
        )
        sent = st.form_submit_button(w.link, type="primary")
    if not sent:
        return
    if not run or not run.strip() or len(run) > _LONGEST_ID:
        note(w.no_run, key="no-run-named", tone="waiting")
        return
    _write(task_id, round_id, run.strip(), is_removed=False)


def _unlinking(task_id: str, names: Mapping[str, str], by_hand: Sequence[LinkedRun]) -> None:
    w = said().case_round
    hint(w.unlink_hint, key="unlink-hint")
    told = [f"{names.get(one.round_id, one.round_id)} · {one.title or one.conversation}" for one in by_hand]
    with st.form("unlink-run-form", border=False):
        place = st.selectbox(
            w.which_run, range(len(by_hand)), format_func=told.__getitem__, key="unlink-which"
        )
        sent = st.form_submit_button(w.unlink, type="primary")
    if sent and place is not None:
        chosen = by_hand[place]
        run = chosen.conversation_key or chosen.conversation
        _write(task_id, chosen.round_id, run, is_removed=True)


def _write(task_id: str, round_id: str, run: str, *, is_removed: bool) -> None:
    """Write it once, however often the button is pressed, and give the next write an id of its own."""
    w = said().case_round
    call = LinkRoundCall(
        request_id=st.session_state.setdefault(_REQUEST, str(uuid4())),
        task_id=task_id,
        round_id=round_id,
        conversation_id=run,
        is_removed=is_removed,
    )
    try:
        link_round(store(), call, author=Author(viewer(), "page"))
    except CaseboardError as error:
        show_fault(error, key="round-link-fault", title=w.refused)
        return
    del st.session_state[_REQUEST]
    st.session_state[_DONE] = w.unlinked if is_removed else w.linked
    forget_readings()
    st.rerun()


def _title(one: RunSummary) -> str:
    return f"{(one.title or said().run.untitled)[:80]} · {formats.short_id(one.conversation_id)}"
