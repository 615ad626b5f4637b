"""Gives tokens and takes them back. A token is shown once; the desk keeps its hash.

Nobody gives away more than they may do themselves, and only a person may be let to decide.
"""

from __future__ import annotations

import secrets
from datetime import UTC, datetime

from data_access.contracts.principal import LOCAL_OWNER, SCOPES, Face, Principal
from data_access.contracts.queries import IssuedToken, TokenCall, TokenItem
from data_access.errors import InvalidInput, NotFound, PermissionDenied, Problem
from data_access.rules.text_safety import without_surrogates
from data_access.rules.token_hash import TOKEN_BEGINS, token_hash
from data_access.store.connection import Store, Transaction
from data_access.writing.change_counters import touch
from data_access.writing.change_log import record_change


def create_token(
    store: Store, call: TokenCall, *, principal: Principal = LOCAL_OWNER, face: Face = "command line"
) -> IssuedToken:
    """Give a token. Needs the scope `operate`. Raises: `PermissionDenied`, `InvalidInput`."""
    principal.require("operate")
    now = datetime.now(UTC)
    _check(call, principal, now)
    token = TOKEN_BEGINS + secrets.token_urlsafe(32)
    token_id = f"{call.kind}-{secrets.token_hex(6)}"
    scopes = tuple(scope for scope in SCOPES if scope in call.scopes)
    with store.transaction() as transaction:
        values = {
            "principal_id": token_id,
            "kind": call.kind,
            "name": without_surrogates(call.name),
            "scopes": ",".join(scopes),
            "at": now,
        }
        transaction.run("add_principal", values)
        transaction.run(
            "add_token",
            {"token_id": token_id, "token_hash": token_hash(token), "at": now, "expires_at": call.expires_at},
        )
        _record(transaction, principal, face, "create_token", token_id, now, new=call)
    return IssuedToken(
        token=token,
        token_id=token_id,
        name=call.name,
        kind=call.kind,
        scopes=scopes,
        expires_at=call.expires_at,
    )


def revoke_token(
    store: Store, token_id: str, *, principal: Principal = LOCAL_OWNER, face: Face = "command line"
) -> TokenItem:
    """End a token; ending it again changes nothing. Needs the scope `operate`.

    Raises: `PermissionDenied`, `NotFound`.
    """
    principal.require("operate")
    now = datetime.now(UTC)
    with store.transaction() as transaction:
        before = _token(transaction, token_id)
        if before.revoked_at is not None:
            return before
        transaction.run("revoke_token", {"token_id": before.token_id, "at": now})
        _record(transaction, principal, face, "revoke_token", token_id, now, old=before)
        return before.model_copy(update={"revoked_at": now})


def _check(call: TokenCall, principal: Principal, now: datetime) -> None:
    if "decide" in call.scopes and call.kind != "person":
        wrong = Problem(
            "scopes", "an agent never decides for people", "Leave `decide` out, or give --kind person."
        )
        raise InvalidInput("Only a person may have the scope `decide`.", problems=(wrong,))
    if call.expires_at is not None and call.expires_at <= now:
        wrong = Problem("expires_at", "it has passed already", "Give a moment to come, or none.")
        raise InvalidInput("The token would be worth nothing.", problems=(wrong,))
    beyond = sorted(set(call.scopes) - principal.scopes)
    if beyond:
        raise PermissionDenied(
            f"{principal.name} cannot give {', '.join(beyond)} without having it. Ask the owner of the desk."
        )


def _token(transaction: Transaction, token_id: str) -> TokenItem:
    rows = transaction.run("token_named", {"token_id": without_surrogates(token_id)})
    if not rows:
        wrong = Problem("token_id", "no token of this desk has this id", "`caseboard token list` lists them.")
        raise NotFound(f"There is no token {without_surrogates(token_id)}.", problems=(wrong,))
    return TokenItem(**(rows[0] | {"scopes": tuple(rows[0]["scopes"].split(","))}))


def _record(
    transaction: Transaction,
    principal: Principal,
    face: Face,
    action: str,
    token_id: str,
    now: datetime,
    *,
    old: TokenItem | None = None,
    new: TokenCall | None = None,
) -> None:
    record_change(
        transaction,
        principal=principal,
        face=face,
        action=action,
        subject_kind="token",
        subject_id=token_id,
        old=old,
        new=new,
        at=now,
    )
    touch(transaction, ["tokens"], now)
