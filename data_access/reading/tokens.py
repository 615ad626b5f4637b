"""The tokens of a desk: which were given, and who shows one. The tokens themselves are kept nowhere."""

from __future__ import annotations

import hmac
from datetime import UTC, datetime
from typing import Any

from data_access.contracts.common import Listing
from data_access.contracts.principal import Principal
from data_access.contracts.queries import TokenItem
from data_access.errors import TokenExpired, TokenInvalid
from data_access.rules.token_hash import token_hash
from data_access.store.connection import Store


def tokens(store: Store) -> Listing[TokenItem]:
    """List every token that was given, the latest first, revoked and expired ones too."""
    items = tuple(token_item(row) for row in store.rows("tokens"))
    return Listing[TokenItem](
        as_of=datetime.now(UTC), basis="published", items=items, total=len(items), truncated=False
    )


def has_tokens(store: Store) -> bool:
    """Say whether a token was ever given; revoking the last one does not open the desk again."""
    return bool(store.rows("tokens_total")[0]["total"])


def principal_of(store: Store, token: str, now: datetime) -> Principal:
    """Return who shows `token`. Raises: `TokenInvalid`, `TokenExpired`."""
    wanted = token_hash(token)
    rows = store.rows("token_shown", {"token_hash": wanted})
    if not rows or not hmac.compare_digest(rows[0]["token_hash"], wanted) or rows[0]["revoked_at"]:
        raise TokenInvalid("This token is not one of this desk, or was revoked. Ask the owner for a new one.")
    row = rows[0]
    if row["expires_at"] is not None and row["expires_at"] <= now:
        raise TokenExpired(
            f"The token of {row['name']} ended at {row['expires_at'].isoformat()}. "
            "Ask the owner for a new one."
        )
    return Principal(
        kind=row["kind"],
        id=row["token_id"],
        name=row["name"],
        scopes=frozenset(row["scopes"].split(",")),
        is_verified=True,
    )


def token_item(row: dict[str, Any]) -> TokenItem:
    """Return a stored token as lists show it."""
    return TokenItem(**(row | {"scopes": tuple(row["scopes"].split(","))}))
