"""Who sits at this browser: whoever signed in, with the way out; else a typed name, with the way to set it.

The name goes into the change log. Nobody checks a typed one, and the desk says so beside it.
"""

from __future__ import annotations

import streamlit as st

from dashboard.current_desk import current_store
from dashboard.desk_session import (
    known_viewer,
    said,
    signed_in,
    store,
    viewer,
    viewer_id,
    widget_key,
    zone,
)
from dashboard.parts.fault import show_fault
from dashboard.parts.piece import hint
from dashboard.sign_in_notes import end_sign_in
from dashboard.wording import formats
from data_access.contracts.principal import LOCAL_OWNER
from data_access.contracts.sign_in import SignedInPerson
from data_access.errors import CaseboardError
from data_access.rules.viewer_identity import LONGEST_NAME
from data_access.writing.viewers import name_viewer, see_viewer


def you() -> None:
    """Draw as whom this browser acts, with the way to say who one is."""
    person = signed_in()
    if person is not None:
        _signed_in(person)
        return
    w, principal = said().you, viewer()
    known = known_viewer()
    if known is not None:
        see_viewer(store(), known, formats.now())
    name = known.name if known else w.owner if principal.id == LOCAL_OWNER.id else w.nobody
    shown = name if principal.is_verified else w.unverified.format(name=name)
    hint(w.line.format(name=shown), key="you", tip=w.tip)
    browser = viewer_id()
    if browser is not None:
        _naming(browser, known.name if known else "")


def _signed_in(person: SignedInPerson) -> None:
    w = said().sign_in
    ends = w.ends.format(time=formats.exact(person.ends_at, zone(), said()))
    tip = f"{person.email} · {ends}" if person.email else ends
    hint(w.signed_in.format(name=person.name), key="you", tip=tip)
    if st.button(w.sign_out, key="sign-out", type="tertiary", icon=":material/logout:"):
        leave(person)


def leave(person: SignedInPerson) -> None:
    """Sign out, in every tab, and of the provider where it offers that."""
    end_sign_in(current_store(), person)
    st.logout()


def _naming(browser: str, name: str) -> None:
    w = said().you
    with (
        st.popover(w.change if name else w.say, key=widget_key("naming", name), type="tertiary"),
        st.form(widget_key("name-form", name), border=False),
    ):
        typed = st.text_input(w.name, value=name, max_chars=LONGEST_NAME, help=w.tip, key=f"name={name}")
        if st.form_submit_button(w.save, type="primary"):
            _keep(browser, typed)


def _keep(browser: str, typed: str) -> None:
    try:
        name_viewer(store(), typed, viewer_id=browser, principal=viewer())
    except CaseboardError as error:
        show_fault(error, key="name-fault", title=said().you.refused)
        return
    st.rerun()
