"""What a command may put on a terminal: one JSON document or tables on stdout, everything else on stderr.

Text from logs never reaches a terminal raw: control characters and turns of writing direction are replaced.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from pydantic import BaseModel

from data_access.errors import AmbiguousId, CaseboardError, Problem, StoreHeld

if TYPE_CHECKING:
    from rich.console import Console

    from data_access.writing.import_records import Progress

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


def print_table(columns: Sequence[Column], rows: Iterable[Sequence[str]]) -> None:
    """Write a table to stdout; the wide column gives way where the terminal is narrow."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    console = _console()
    # A leading run of blanks is the indent of a tree; the rest of a cell is foreign text.
    cells = [[_indent(cell) + plain(cell) for cell in row] for row in rows]
    columns, cells = _fitting(columns, cells, console.width)
    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for column, wanted in zip(columns, _widths(columns, cells), strict=True):
        width = (
            min(wanted, max(_room(columns, cells, console.width), _NARROWEST)) if column.is_wide else wanted
        )
        table.add_column(
            column.title,
            justify=column.side,
            overflow="ellipsis",
            no_wrap=True,
            min_width=width,
            max_width=width,
        )
    for row in cells:
        table.add_row(*map(Text, row))
    console.print(table)


def _widths(columns: Sequence[Column], cells: Sequence[Sequence[str]]) -> list[int]:
    """Return how many places each column takes when every cell stands whole; a Chinese sign takes two."""
    from rich.cells import cell_len

    return [
        max(map(cell_len, (column.title, *(row[number] for row in cells))))
        for number, column in enumerate(columns)
    ]


def _room(columns: Sequence[Column], cells: Sequence[Sequence[str]], width: int) -> int:
    """Return how many places are left for the wide column when all others stand whole."""
    widths = zip(columns, _widths(columns, cells), strict=True)
    taken = sum(_GAP + wanted for column, wanted in widths if not column.is_wide)
    return min(_WIDEST, width - taken)


def _fitting(
    columns: Sequence[Column], cells: list[list[str]], width: int
) -> tuple[Sequence[Column], list[list[str]]]:
    """Take out columns until the wide one has room."""
    while any(column.is_wide for column in columns) and _room(columns, cells, width) < _NARROWEST:
        last = max(range(len(columns)), key=lambda number: columns[number].leaves)
        if not columns[last].leaves:
            break
        columns = [column for number, column in enumerate(columns) if number != last]
        cells = [[cell for number, cell in enumerate(row) if number != last] for row in cells]
    return columns, cells


def say(text: str) -> None:
    """Tell people something on stderr."""
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def print_fault(fault: CaseboardError, *, as_json: bool) -> None:
    """Say what is wrong and what to do: as the one error document, or in words on stderr."""
    if as_json:
        print_document(error_document(fault))
        return
    say(f"Error: {plain(fault.message)}")
    for problem in fault.problems:
        say(f"  {in_words(problem)}")


def in_words(problem: Problem) -> str:
    """Return a problem as one line: where, why, what to do."""
    why = plain(problem.why)
    stop = "" if why.endswith((".", "!", "?", "。")) else "."
    return f"{plain(problem.where)}: {why}{stop} {plain(problem.fix)}"


def error_document(fault: CaseboardError) -> dict[str, Any]:
    """Return the error shape that every face shares."""
    return {
        "error": {
            "code": fault.code,
            "message": fault.message,
            "problems": [asdict(problem) for problem in _problems(fault)],
        }
    }


def _problems(fault: CaseboardError) -> Iterator[Problem]:
    yield from fault.problems
    if isinstance(fault, AmbiguousId):
        for key in fault.candidates:
            yield Problem("conversation_id", f"the id fits {key}", "Give this key instead of the id.")
    if isinstance(fault, StoreHeld) and fault.pid:
        where = f"process {fault.pid}" + (f", {fault.address}" if fault.address else "")
        yield Problem(
            "database", f"held by {where}", "Work in that desk, stop it, or give another --database."
        )


@contextmanager
def progress_bar(*, dry_run: bool = False) -> Iterator[Progress | None]:
    """Lend a progress bar on stderr; nothing where nobody watches."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    from data_access.writing.import_records import ImportProgress

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


def _console() -> Console:
    from rich.console import Console

    is_watched = sys.stdout.isatty()
    return Console(
        file=sys.stdout,
        width=None if is_watched else _PIPED_WIDTH,
        no_color=not is_watched,
        highlight=False,
        markup=False,
        emoji=False,
    )
