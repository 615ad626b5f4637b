"""What a desk keeps of a token: its hash. 256 random bits cannot be guessed back from it."""

from __future__ import annotations

import hashlib

TOKEN_BEGINS = "cb_"  # noqa: S105 - no password
"""How a token begins, so that people and secret scanners recognise one."""


def token_hash(token: str) -> str:
    """Return the hash under which a token is kept."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
