"""The tokens of the desk: the list, one to give, one to end. Only whoever looks after the desk sees them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from zoneinfo import ZoneInfo

import streamlit as st

from dashboard.desk_session import forget_readings, said, zone
from dashboard.parts import cells
from dashboard.parts.fault import show_fault
from dashboard.parts.permission import refusal
from dashboard.parts.piece import Cell, Column, Pill, Row, hint, ledger, note
from dashboard.wording import formats
from data_access.contracts.principal import SCOPES, Principal
from data_access.contracts.queries import IssuedToken, TokenCall, TokenItem
from data_access.errors import CaseboardError
from data_access.rules.reporting_days import day_of, day_start
from data_access.store.connection import Store
from data_access.writing.tokens import create_token, revoke_token

_ISSUED = "issued-token"


def token_desk(store: Store, given: Sequence[TokenItem], *, principal: Principal) -> None:
    """Draw the tokens with the ways to give and to end one; whoever may not is told why."""
    w, refused = said().connect, refusal("operate")
    if refused:
        note(w.tokens_refused, key="tokens-refused", text=refused)
        return
    _issued()
    if given:
        _table(given)
    else:
        note(w.no_tokens, key="no-tokens", text=w.from_the_first)
    with st.expander(w.create, icon=":material/key:"):
        _creation(store, principal)
    valid = [one for one in given if one.revoked_at is None]
    if valid:
        with st.expander(w.revoke, icon=":material/key_off:"):
            _revocation(store, valid, principal)


def _table(given: Sequence[TokenItem]) -> None:
    w = said().connect
    columns = [
        Column(w.name),
        Column(w.id, optional=True),
        Column(w.may),
        Column(w.given, right=True, optional=True),
        Column(w.state, right=True),
    ]
    ledger(w.tokens, columns, [_row(one) for one in given], key="tokens")


def _row(one: TokenItem) -> Row:
    w = said().connect
    return Row(
        (
            Cell(one.name, sub=w.kinds.get(one.kind, one.kind)),
            Cell(one.token_id, mono=True, muted=True),
            ", ".join(w.scopes[scope] for scope in one.scopes),
            cells.moment(one.created_at),
            _state(one, formats.now()),
        )
    )


def _state(one: TokenItem, now: datetime) -> Cell:
    w = said().connect
    if one.revoked_at is not None:
        return Cell("", pills=(Pill(w.revoked.format(day=_day(one.revoked_at)), "failed"),))
    if one.expires_at is None:
        return Cell("", pills=(Pill(w.holds, "done"),))
    tip, day = formats.exact(one.expires_at, zone(), said()), _day(one.expires_at)
    if one.expires_at <= now:
        return Cell("", pills=(Pill(w.ended.format(day=day), "failed", tip),))
    return Cell("", pills=(Pill(w.holds_until.format(day=day), "done", tip),))


def _day(moment: datetime) -> str:
    return formats.day(day_of(moment, ZoneInfo(zone())), said())


def _issued() -> None:
    """Show a new token, until it is hidden: a page that follows changes is drawn anew at any moment."""
    w = said().connect
    issued: IssuedToken | None = st.session_state.get(_ISSUED)
    if issued is None:
        return
    with st.container(border=True, key="new-token"):
        note(w.created.format(name=issued.name), key="token-created", text=w.created_hint, tone="waiting")
        st.code(issued.token, language=None, wrap_lines=True)
        if st.button(w.hide, key="hide-token"):
            del st.session_state[_ISSUED]
            st.rerun()


def _creation(store: Store, principal: Principal) -> None:
    w = said().connect
    hint(w.from_the_first, key="first-token")
    name = st.text_input(w.name, key="token-name", help=w.name_hint, max_chars=200)
    kind = st.radio(
        w.kind,
        ["agent", "person"],
        format_func=lambda one: w.kinds[one],
        horizontal=True,
        key="token-kind",
    )
    offered = [scope for scope in SCOPES if scope != "decide" or kind == "person"]
    scopes = st.multiselect(
        w.may,
        offered,
        default=["read", "publish"],
        format_func=lambda scope: w.scopes[scope],
        key=f"token-scopes-{kind}",
    )
    ends = st.date_input(w.ends, value=None, key="token-expires", help=w.ends_hint.format(zone=zone()))
    if not st.button(w.create, key="create-token", type="primary", disabled=not (name.strip() and scopes)):
        return
    try:
        expires_at = day_start(ends, ZoneInfo(zone())) if isinstance(ends, date) else None
        call = TokenCall(name=name.strip(), kind=kind, scopes=tuple(scopes), expires_at=expires_at)
        st.session_state[_ISSUED] = create_token(store, call, principal=principal, face="page")
    except CaseboardError as error:
        show_fault(error, key="token-fault", title=w.refused)
        return
    forget_readings()
    st.rerun()


def _revocation(store: Store, valid: Sequence[TokenItem], principal: Principal) -> None:
    w = said().connect
    names = {one.token_id: f"{one.name} · {one.token_id}" for one in valid}
    chosen = st.selectbox(w.revoke_which, list(names), format_func=lambda one: names[one], key="token-to-end")
    hint(w.revoke_text, key="revoke-text")
    if st.button(w.revoke_yes, key="revoke-token", type="primary"):
        revoke_token(store, chosen, principal=principal, face="page")
        forget_readings()
        st.rerun()
