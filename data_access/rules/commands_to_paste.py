"""Writes a command so that a person can paste it into a POSIX shell: every word quoted, no sign hidden."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterable

_PLAIN = re.compile(r"[\w@%+=:,./-]+", re.ASCII)


def shell_command(words: Iterable[str]) -> str:
    """Return the words as one line that a shell of POSIX 2024, bash, zsh or ksh reads as these words.

    Words with line breaks, invisible signs or bytes that are no text are written as `$'…'` with escapes.
    """
    return " ".join(map(_quoted, words))


def _quoted(word: str) -> str:
    if _PLAIN.fullmatch(word):
        return word
    if word.isprintable():  # surrogates, which stand for bytes that are no text, are not
        return shlex.quote(word)
    return f"$'{''.join(map(_escaped, word))}'"


def _escaped(sign: str) -> str:
    if sign in "\\'":
        return f"\\{sign}"
    if sign.isprintable():
        return sign
    # Three digits always, so that no digit that follows is taken in.
    return "".join(f"\\{byte:03o}" for byte in os.fsencode(sign))
