"""Options that commands share, and what they turn into: moments, a run."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from zoneinfo import ZoneInfo

import typer

from data_access.errors import InvalidInput, Problem

if TYPE_CHECKING:
    from dashboard.asking import AskedDesk
    from data_access.contracts.queries import NamedRun

DatabaseOption = Annotated[
    Path | None,
    typer.Option(
        "--database", metavar="FILE", help="The database; else CASEBOARD_DATABASE, else the default one."
    ),
]
PolicyOption = Annotated[
    Path | None,
    typer.Option(
        "--policy", metavar="FILE", help="Policy of agents; else CASEBOARD_POLICY, else the default."
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


def run_meant(desk: AskedDesk, given: str) -> str:
    """Return the key of the run that an id, a key, or the clear beginning of one means.

    Raises: `NotFound`, `AmbiguousId`.
    """
    named: NamedRun = desk.ask("find_run", beginning=given)
    return named.conversation_key
