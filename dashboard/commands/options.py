"""Options that commands share, and what they turn into: settings, an open store, moments, a run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple
from zoneinfo import ZoneInfo

import typer

from dashboard.settings import Settings, read_settings
from data_access.errors import InvalidInput, NotFound, Problem, StoreMissing

if TYPE_CHECKING:
    from data_access.store.connection import Store

DatabaseOption = Annotated[
    Path | None,
    typer.Option(
        "--database", metavar="FILE", help="The database; else CASEBOARD_DATABASE, else the default one."
    ),
]
JsonOption = Annotated[
    bool, typer.Option("--json", help="Print one JSON document on stdout and nothing else there.")
]
TimezoneOption = Annotated[
    str | None,
    typer.Option("--timezone", metavar="ZONE", help="Zone in which days are cut; else that of the desk."),
]
SinceOption = Annotated[
    str | None,
    typer.Option("--since", metavar="TIME", help="From this day or time on, for example 2026-05-01."),
]
UntilOption = Annotated[
    str | None, typer.Option("--until", metavar="TIME", help="Up to, and without, this day or time.")
]
LastOption = Annotated[
    str | None,
    typer.Option("--last", metavar="SPAN", help="The last 24h, 7d or 4w; days are whole, today included."),
]
ConversationArgument = Annotated[
    str,
    typer.Argument(
        metavar="CONVERSATION_ID", help="Id or key of the run; its beginning is enough where it is clear."
    ),
]
CursorOption = Annotated[
    str | None, typer.Option("--cursor", metavar="CURSOR", help="Go on after a page: its next_cursor.")
]


class OpenDesk(NamedTuple):
    """A store with the settings it is read by."""

    settings: Settings
    store: Store


@contextmanager
def open_desk(database: Path | None, *, create: bool = False, **flags: Any) -> Iterator[OpenDesk]:
    """Lend the store of a command; only a command that writes may make the file.

    Raises: `InvalidInput`, `StoreMissing`, `StoreHeld` and the other store errors.
    """
    settings = read_settings({"database": database, **flags})
    file = settings.database
    if file is not None and not create and not file.exists():
        fix = "Fill one with `caseboard import PATH`, or give the right --database."
        raise StoreMissing(
            f"There is no database at {file}.",
            problems=(Problem("database", "the file does not exist", fix),),
        )
    from dashboard.reporting_zone import with_reporting_zone
    from data_access.store.connection import Store

    with Store.open(file) as store:
        yield OpenDesk(with_reporting_zone(settings, store), store)


def window(
    zone: str, since: str | None, until: str | None, last: str | None, now: datetime | None = None
) -> tuple[datetime | None, datetime | None]:
    """Return from when and up to when a command looks. Raises: `InvalidInput`."""
    from data_access.rules.reporting_days import moment_given, start_of_last

    if last is not None and (since is not None or until is not None):
        wrong = Problem(
            "--last", "it already says since and until", "Give --last alone, or --since and --until."
        )
        raise InvalidInput("--last and --since or --until exclude each other.", problems=(wrong,))
    where = ZoneInfo(zone)
    if last is not None:
        return start_of_last(last, now or datetime.now(UTC), where), None
    begin = moment_given(since, where, where="--since") if since is not None else None
    end = moment_given(until, where, where="--until") if until is not None else None
    if begin and end and begin >= end:
        wrong = Problem("--until", f"{until} is not after {since}", "Give a later --until.")
        raise InvalidInput("The time asked for is empty.", problems=(wrong,))
    return begin, end


def run_meant(store: Store, given: str) -> str:
    """Return the key of the run that an id, a key, or the clear beginning of one means.

    Raises: `NotFound`, `AmbiguousId`.
    """
    from data_access.reading.conversations import conversations_beginning_with, named_conversation

    try:
        return named_conversation(store, given).conversation_key
    except NotFound:
        alike = conversations_beginning_with(store, given)
        if len(alike) != 1:
            raise
        return alike[0].conversation_key
