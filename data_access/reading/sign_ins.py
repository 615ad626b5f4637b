"""Whether a sign-in is known to the desk and still holds."""

from __future__ import annotations

from typing import Literal

from data_access.store.connection import Store

SignInState = Literal["new", "holds", "ended"]


def sign_in_state(store: Store, sign_in_id: str) -> SignInState:
    """Return whether this sign-in was seen before, and whether its person has signed out of it."""
    rows = store.rows("sign_in_noted", {"sign_in_id": sign_in_id})
    if not rows:
        return "new"
    return "holds" if rows[0]["signed_out_at"] is None else "ended"
