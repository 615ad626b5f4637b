"""The door of a desk with sign-in: nothing of a page is drawn or read before somebody may read it."""

from __future__ import annotations

import json
from urllib.parse import urlencode

import streamlit as st

from dashboard.current_desk import current_desk
from dashboard.desk_session import has_been_signed_in, said, signed_in, viewer_id
from dashboard.parts.frame import language_switch
from dashboard.parts.piece import Fact, facts, heading, hint, note
from dashboard.parts.you import leave
from dashboard.sign_in import SignIn
from dashboard.sign_in_notes import note_beside
from dashboard.way_back import keep_way_back
from data_access.contracts.sign_in import SignedInPerson

_OUTCOME = "sign_in"
_WIDTH = 460


def let_in(page: str) -> bool:
    """Say whether `page` may be drawn; else draw where to sign in, or whom to ask for what."""
    desk = current_desk()
    if desk.sign_in is None:
        return True
    person = signed_in()
    if person is None:
        _door(desk.sign_in, page)
        return False
    if desk.store is not None:
        note_beside(desk.store, person)
    if "read" not in person.scopes:
        _no_role(person)
        return False
    st.query_params.pop(_OUTCOME, None)
    return True


def _door(sign_in: SignIn, page: str) -> None:
    w = said().sign_in
    with _card():
        heading(w.title, key="heading", lead=w.lead)
        if st.query_params.get(_OUTCOME) == "failed":
            note(w.failed, key="sign-in-failed", text=w.failed_text, tone="failed")
        elif has_been_signed_in():
            note(w.ended, key="sign-in-ended", text=w.ended_text, tone="waiting")
        if st.button(w.sign_in, key="sign-in-button", type="primary", width="stretch"):
            _keep_way_back(page)
            st.login()
        hint(w.provider.format(host=sign_in.provider), key="sign-in-provider")
        language_switch()


def _keep_way_back(page: str) -> None:
    browser = viewer_id()
    if browser is not None:
        asked = st.query_params
        query = [(name, one) for name in asked if name != _OUTCOME for one in asked.get_all(name)]
        keep_way_back(browser, page, urlencode(query))


def _no_role(person: SignedInPerson) -> None:
    w = said().sign_in
    listed = person.email if person.email_is_confirmed else person.subject
    with _card():
        heading(w.no_role, key="heading", lead=w.no_role_text)
        known = [
            Fact(w.name, person.name, wide=True),
            Fact(w.email, person.email),
            Fact(w.subject, person.subject),
        ]
        facts([fact for fact in known if fact.value], key="sign-in-facts")
        if person.email and not person.email_is_confirmed:
            note(w.not_confirmed, key="not-confirmed")
        if listed and (person.email_is_confirmed or "@" not in listed):
            hint(w.line, key="line-hint")
            st.code(
                f'[people]\n{json.dumps(listed, ensure_ascii=False)} = ["read"]',
                language="toml",
                wrap_lines=True,
            )
        if st.button(w.sign_out, key="sign-out", icon=":material/logout:"):
            leave(person)
        language_switch()


def _card() -> st.delta_generator.DeltaGenerator:
    with st.container(horizontal_alignment="center", key="door"):
        return st.container(border=True, width=_WIDTH, key="door-card")
