"""Reads the signed cookie in which the screen library keeps who signed in, where no page runs to ask it.

Files and uploads are answered beside the pages; this is how they know whom they answer.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import timedelta

COOKIE = "_streamlit_user"
_CHUNKS = re.compile(r"chunks-([1-9]\d?)")

Claims = dict[str, object]


def claims_shown(
    cookies: Mapping[str, str], secret: str, *, origin: str, longest: timedelta
) -> Claims | None:
    """Return the claims of whoever signed in at `origin`; None where nobody did, or nobody can have."""
    whole = _unsigned(cookies, COOKIE, secret, longest)
    pieces = _CHUNKS.fullmatch(whole or "")
    if pieces:
        parts = [
            _unsigned(cookies, f"{COOKIE}_{number + 1}", secret, longest) for number in range(int(pieces[1]))
        ]
        whole = None if None in parts else "".join(part for part in parts if part)
    try:
        claims = json.loads(whole or "null")
    except ValueError:
        return None
    is_signed_in = isinstance(claims, dict) and claims.get("is_logged_in") is True
    return claims if is_signed_in and claims.get("origin") == origin else None


def _unsigned(cookies: Mapping[str, str], name: str, secret: str, longest: timedelta) -> str | None:
    from itsdangerous import BadData, URLSafeTimedSerializer

    if name not in cookies:
        return None
    try:
        told = URLSafeTimedSerializer(secret, salt=name).loads(
            cookies[name], max_age=int(longest.total_seconds())
        )
    except BadData:
        return None
    return told if isinstance(told, str) else None
