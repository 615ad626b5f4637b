"""The parts of a shell command, and what stands in the way of telling what it does.

A word whose value only a running shell knows has no text. A construct that is not understood raises a doubt,
and the commands inside it are kept all the same: what is forbidden there is forbidden. What has a doubt is
never permitted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

Doubt = Literal[
    "shell.too_long",
    "shell.too_deep",
    "shell.hidden_text",
    "shell.not_parsed",
    "shell.construct",
    "shell.substitution",
    "shell.function",
]
DOUBTS: dict[Doubt, str] = {
    "shell.too_long": "it is longer, or has more signs of the shell, than is read",
    "shell.too_deep": "it is nested deeper than is read",
    "shell.hidden_text": "it holds characters that cannot be seen",
    "shell.not_parsed": "it is no shell command that can be read for certain",
    "shell.construct": "it uses a construct whose outcome only a running shell knows",
    "shell.substitution": "a part of it is the output of another command",
    "shell.function": "it gives commands a meaning of its own",
}
"""Why it cannot be told what a command does, in words."""
Join = Literal["then", "and", "or"]


@dataclass(frozen=True)
class Word:
    """A word of a command, its quotes taken off."""

    text: str | None
    """Null where only a running shell knows it. A leading `~` is the home folder; a file of that name is
    written `./~`."""
    raw: str
    has_glob: bool = False
    reads_otherwise: bool = False
    """True when it holds backslashes that another shell would read as folders."""


@dataclass(frozen=True)
class Redirect:
    """A file that a command reads or writes without naming it as an argument."""

    kind: Literal["read", "write"]
    target: Word
    is_output: bool = False
    """True when what the command prints goes there, as in `> file`."""


@dataclass(frozen=True)
class Command:
    """A simple command."""

    words: tuple[Word, ...] = ()
    """The program and its arguments; empty when it only sets variables or opens files."""
    assignments: tuple[tuple[str, Word], ...] = ()
    redirects: tuple[Redirect, ...] = ()


@dataclass(frozen=True)
class Step:
    """A part of a series, and how it follows the part before."""

    join: Join
    part: Part


@dataclass(frozen=True)
class Series:
    """Parts that run one after the other in the same shell."""

    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Apart:
    """Parts that each run in a shell of their own: a pipeline, a subshell, something in the background."""

    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Choice:
    """Parts of which one runs or none: the branches of `if` and `case`."""

    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Loop:
    """A part that runs any number of times."""

    part: Part


Part = Command | Series | Apart | Choice | Loop
NOTHING = Series(())


class Script(NamedTuple):
    """A command line as it was read."""

    part: Part
    doubts: tuple[Doubt, ...]
    """Each once, in their order; empty when every part of it is understood."""
