"""`digest`: a day of all cases as Markdown, for a mail, a chat or a file."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from dashboard.commands.options import DatabaseOption, JsonOption, TimezoneOption
from dashboard.commands.terminal import plain, print_document

if TYPE_CHECKING:
    from data_access.contracts.happenings import DailyDigest


def digest(
    database: DatabaseOption = None,
    date: Annotated[
        str | None, typer.Option("--date", metavar="DAY", help="The day, for example 2026-05-01; else today.")
    ] = None,
    timezone: TimezoneOption = None,
    language: Annotated[
        Literal["en", "zh"] | None, typer.Option(help="Language of the text; else that of the desk.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Sum up a day of all cases as Markdown: what waits, what happened, what it cost."""
    from dashboard.asking import asked_desk

    with asked_desk(database, timezone=timezone) as desk:
        told: DailyDigest = desk.ask(
            "read_digest", date=date, timezone=desk.settings.timezone, language=language
        )
    if as_json:
        print_document(told)
        return
    for line in told.markdown.splitlines():
        sys.stdout.write(f"{plain(line)}\n")
