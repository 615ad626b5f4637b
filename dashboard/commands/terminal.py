"""What a command may put on a terminal: one JSON document or tables on stdout, everything else on stderr.

Text from logs never reaches a terminal raw: control characters and turns of writing direction are replaced.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from pydantic import BaseModel

from dashboard.fault_document import fault_document
from data_access.errors import CaseboardError, Problem

if TYPE_CHECKING:
    from data_access.writing.import_batch import Progress

_WILD = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]+")
_WIDEST, _NARROWEST = 100, 12
"""Places of the wide column, whatever the terminal."""
_GAP = 3
_PIPED_WIDTH = 10_000
_WILD_IN_JSON = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


class Column(NamedTuple):
    """One column of a table."""

    title: str
    side: Literal["left", "right"] = "left"
    is_wide: bool = False
    """True for the one column that gives way in a narrow terminal."""
    leaves: int = 0
    """In a still narrower one columns leave, those with the highest number first; 0 stays."""


def plain(text: object) -> str:
    """Return text as one harmless line; what would steer the terminal becomes a mark."""
    return _WILD.sub("\N{REPLACEMENT CHARACTER}", re.sub(r"\s+", " ", str(text)).strip())


def print_document(answer: BaseModel | dict[str, Any]) -> None:
    """Write the one JSON document of a command."""
    told = answer.model_dump(mode="json") if isinstance(answer, BaseModel) else answer
    text = json.dumps(told, ensure_ascii=False, indent=2)
    safe = _WILD_IN_JSON.sub(lambda found: f"\\u{ord(found.group()):04x}", text)
    sys.stdout.flush()
    sys.stdout.buffer.write(safe.encode("utf-8", "replace") + b"\n")
    sys.stdout.flush()


def print_lines(lines: Iterable[str]) -> None:
    """Write lines for people to stdout; each is made harmless."""
    for line in lines:
        sys.stdout.write(f"{plain(line)}\n")


def print_commands(commands: Iterable[tuple[str, str]]) -> None:
    """Write commands to paste, each with its purpose; a command has no sign that would steer a terminal."""
    for command, purpose in commands:
        if not command.isprintable():  # written as it stands or not at all: changed, it would mean another
            continue
        sys.stdout.write(f"  {command}\n      {plain(purpose)}\n")


def print_table(columns: Sequence[Column], rows: Iterable[Sequence[str]]) -> None:
    """Write a table to stdout, nothing for no rows; the wide column gives way in a narrow terminal."""
    # A leading run of blanks is the indent of a tree; the rest of a cell is foreign text.
    cells = [[_indent(cell) + plain(cell) for cell in row] for row in rows]
    if not cells:
        return
    wanted = [
        max(map(_places, (column.title, *(row[number] for row in cells))))
        for number, column in enumerate(columns)
    ]
    shown, widths = _fitting(columns, wanted, _terminal_width())
    line = " " * _GAP
    titles = [
        _cell(columns[number].title, columns[number], width)
        for number, width in zip(shown, widths, strict=True)
    ]
    lines = [line.join(titles).rstrip(), "─" * (sum(widths) + _GAP * (len(widths) - 1))]
    for row in cells:
        fitted = (
            _cell(row[number], columns[number], width) for number, width in zip(shown, widths, strict=True)
        )
        lines.append(line.join(fitted).rstrip())
    sys.stdout.write("\n".join(lines) + "\n")


def _places(text: str) -> int:
    """Return how many places a text takes on a terminal; a Chinese sign takes two."""
    from rich.cells import cell_len

    return len(text) if text.isascii() else cell_len(text)


def _cell(text: str, column: Column, width: int) -> str:
    """Bring a text to a width; what does not fit ends in a sign that says so."""
    from rich.cells import set_cell_size

    missing = width - _places(text)
    if missing < 0:
        text = set_cell_size(text, width - 1).rstrip() + "…"
        missing = width - _places(text)
    return " " * missing + text if column.side == "right" else text + " " * missing


def _fitting(columns: Sequence[Column], wanted: Sequence[int], width: int) -> tuple[list[int], list[int]]:
    """Choose the columns that find room, by number, and their widths."""
    shown = list(range(len(columns)))
    while True:
        taken = sum(wanted[number] + _GAP for number in shown if not columns[number].is_wide)
        room = width - taken
        last = max(shown, key=lambda number: columns[number].leaves)
        if (
            room >= _NARROWEST
            or not columns[last].leaves
            or not any(columns[number].is_wide for number in shown)
        ):
            break
        shown.remove(last)
    wide = min(_WIDEST, max(_NARROWEST, room))
    return shown, [
        min(wanted[number], wide) if columns[number].is_wide else wanted[number] for number in shown
    ]


def _terminal_width() -> int:
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else _PIPED_WIDTH


def say(text: str) -> None:
    """Tell people something on stderr."""
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def print_fault(fault: CaseboardError, *, as_json: bool) -> None:
    """Say what is wrong and what to do: as the one error document, or in words on stderr."""
    if as_json:
        print_document(fault_document(fault))
        return
    say(f"Error: {plain(fault.message)}")
    for problem in fault.problems:
        say(f"  {in_words(problem)}")


def in_words(problem: Problem) -> str:
    """Return a problem as one line: where, why, what to do."""
    why = plain(problem.why)
    stop = "" if why.endswith((".", "!", "?", "。")) else "."
    return f"{plain(problem.where)}: {why}{stop} {plain(problem.fix)}"


@contextmanager
def progress_bar(*, dry_run: bool = False) -> Iterator[Progress | None]:
    """Lend a progress bar on stderr; nothing where nobody watches."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    from data_access.writing.import_batch import ImportProgress

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Checking" if dry_run else "Importing", total=None)

        def step(at: ImportProgress) -> None:
            bar.update(task, description=plain(at.file)[-40:], completed=at.files_done, total=at.files_total)

        yield step


def _indent(cell: str) -> str:
    return " " * (len(cell) - len(cell.lstrip(" ")))
