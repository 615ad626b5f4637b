"""Who comes again with a browser: an id made from its cookie, and the name somebody typed there.

Neither proves anything about a person. The cookie itself is kept nowhere: whoever reads the change log or the
database cannot come as somebody else.
"""

from __future__ import annotations

import hashlib

from data_access.errors import InvalidInput, Problem
from data_access.rules.text_safety import one_line

VIEWER_BEGINS = "viewer-"
LONGEST_NAME = 80
"""Characters of a name."""
_ID_DIGITS = 32


def viewer_id(cookie: str) -> str:
    """Return the id of the browser that shows `cookie`: 128 bits of its hash, in hexadecimal digits."""
    return VIEWER_BEGINS + hashlib.sha256(cookie.encode("utf-8", "replace")).hexdigest()[:_ID_DIGITS]


def person_name(typed: str) -> str:
    """Return a name as it is kept: one visible line of at most 80 characters. Raises: `InvalidInput`."""
    name = one_line(typed, LONGEST_NAME)
    if not name:
        wrong = Problem("name", "it has no visible characters", "Type the name others know you by.")
        raise InvalidInput("A name is needed.", problems=(wrong,))
    return name
