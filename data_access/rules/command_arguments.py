"""Arguments of a command in the manner of POSIX and GNU: options with their values, and operands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from data_access.rules.shell_script import Word


@dataclass(frozen=True)
class Option:
    """An option as it was given."""

    name: str
    """With its dashes: `-o` or `--output`."""
    value: Word | None


@dataclass(frozen=True)
class Arguments:
    """What a command was given."""

    options: tuple[Option, ...]
    operands: tuple[Word, ...]
    has_unknown: bool
    """True when a word that only a running shell knows may be an option."""

    def has(self, *names: str) -> bool:
        """Tell whether one of the options was given, long ones also cut short."""
        return any(matches(option.name, name) for option in self.options for name in names)

    def values(self, *names: str) -> tuple[Word, ...]:
        """Return the values of these options in their order."""
        return tuple(
            option.value
            for option in self.options
            for name in names
            if option.value is not None and matches(option.name, name)
        )


def matches(given: str, name: str) -> bool:
    """Tell whether an option is `name`, which may be cut short where it is a long one."""
    if given == name:
        return True
    return name.startswith("--") and len(given) > 3 and given.startswith("--") and name.startswith(given)


def arguments(words: Sequence[Word], *, valued: Iterable[str] = ()) -> Arguments:
    """Read the words behind a program; options in `valued` take the next word where they hold no value."""
    takes = tuple(valued)
    options: list[Option] = []
    operands: list[Word] = []
    has_unknown = False
    rest = list(words)
    while rest:
        word = rest.pop(0)
        text = word.text
        if text is None:
            has_unknown = True
            operands.append(word)
        elif text == "--":
            operands.extend(rest)
            break
        elif text.startswith("--"):
            name, sign, value = text.partition("=")
            options.append(Option(name, _inner(word, value) if sign else _next(rest, name, takes)))
        elif text.startswith("-") and len(text) > 1:
            options.extend(_short(word, text, rest, takes))
        else:
            operands.append(word)
    return Arguments(tuple(options), tuple(operands), has_unknown)


def _short(word: Word, text: str, rest: list[Word], takes: tuple[str, ...]) -> list[Option]:
    """Read letters behind one dash. A whole word that takes a value, as in `find -name x`, is one option."""
    if text in takes:
        return [Option(text, rest.pop(0) if rest else None)]
    found: list[Option] = []
    for at, letter in enumerate(text[1:], 1):
        name = f"-{letter}"
        if name in takes:
            behind = text[at + 1 :].removeprefix("=")
            found.append(Option(name, _inner(word, behind) if behind else _next(rest, name, takes)))
            break
        found.append(Option(name, None))
    return found


def _next(rest: list[Word], name: str, takes: tuple[str, ...]) -> Word | None:
    return rest.pop(0) if rest and any(matches(name, one) for one in takes) else None


def _inner(word: Word, text: str) -> Word:
    return Word(text, text, word.has_glob, word.reads_otherwise)
