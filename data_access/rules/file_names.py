"""File names: those of the disk as text that can be stored, those that people send as names that are safe."""

from __future__ import annotations

import unicodedata
from pathlib import PurePath

_LONGEST_NAME = 200
"""Bytes; systems allow 255."""


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


def safe_name(sent: str) -> str:
    """Return a name for a file that somebody sent: the last part of `sent`, odd signs replaced, never a path.

    It keeps its end, where the kind of the file stands, and is empty where nothing is left.
    """
    tail = sent.replace("\\", "/").rsplit("/", 1)[-1]
    safe = "".join(sign if sign.isalnum() or sign in "-_." else "_" for sign in tail)
    return safe.encode()[-_LONGEST_NAME:].decode(errors="ignore").lstrip(".")


def name_of_title(title: str, *, most: int = 60) -> str:
    """Return a title as a part of a file name: letters, digits and dashes, at most `most` of them.

    It is never a path, hides no ending and is empty where the title has neither letters nor digits.
    """
    kept = "".join(sign if sign.isalnum() else "-" for sign in unicodedata.normalize("NFC", title))
    return "-".join(part for part in kept.split("-") if part)[:most].strip("-")
