"""File names as text: a name may hold bytes that are no text, while ledger and reports hold text only."""

from __future__ import annotations

from pathlib import PurePath


def name_text(path: PurePath | str) -> str:
    """Return a path as text; a byte that is none is written as `\\xff`, so that two names stay two names."""
    text = str(path)
    try:
        return text if text.isascii() else written_out(text)
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace").decode()


def written_out(text: str) -> str:
    """Write out the bytes that the system could not read as text.

    Raises: `UnicodeEncodeError` for half a character, which stands for no byte.
    """
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
