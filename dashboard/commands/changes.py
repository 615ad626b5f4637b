"""`changes`: the change log, a page of it on the screen or all of it in a file."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dashboard.commands.options import (
    CursorOption,
    DatabaseOption,
    JsonOption,
    LastOption,
    SinceOption,
    TimezoneOption,
    UntilOption,
    window,
)
from dashboard.commands.terminal import Column, print_document, print_lines, print_table, say
from data_access.contracts.principal import Face, PrincipalKind

if TYPE_CHECKING:
    from data_access.contracts.change_log import Change, ChangeLog


def changes(
    database: DatabaseOption = None,
    who: Annotated[
        str | None, typer.Option("--who", metavar="ID", help="Only changes by this principal.")
    ] = None,
    kind: Annotated[PrincipalKind | None, typer.Option(help="Only changes by such principals.")] = None,
    face: Annotated[Face | None, typer.Option(help="Only changes made through this.")] = None,
    action: Annotated[
        str | None, typer.Option(help="Only changes of this kind, for example remove_batch.")
    ] = None,
    subject: Annotated[
        str | None, typer.Option(help="Only changes of such things, for example token.")
    ] = None,
    case: Annotated[
        str | None, typer.Option("--case", metavar="ID", help="Only changes of this case.")
    ] = None,
    text: Annotated[str | None, typer.Option("--q", help="Only changes that hold this text.")] = None,
    since: SinceOption = None,
    until: UntilOption = None,
    last: LastOption = None,
    timezone: TimezoneOption = None,
    oldest_first: Annotated[bool, typer.Option("--oldest-first", help="The first change first.")] = False,
    limit: Annotated[int, typer.Option(help="Changes on a page, 1 to 500.")] = 50,
    cursor: CursorOption = None,
    csv: Annotated[
        Path | None,
        typer.Option("--csv", metavar="FILE", help="Write all that match as CSV into a new file."),
    ] = None,
    jsonl: Annotated[
        Path | None, typer.Option("--jsonl", metavar="FILE", help="Write all that match as JSON lines.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Read the change log: who wrote what to the desk, from which value to which."""
    from dashboard.asking import asked_desk

    with asked_desk(database, timezone=timezone) as desk:
        begin, end = window(desk.settings.timezone, since, until, last)

        def page(cursor: str | None, limit: int) -> ChangeLog:
            listing: ChangeLog = desk.ask(
                "list_changes",
                principal_id=who,
                principal_kind=kind,
                face=face,
                action=action,
                subject_kind=subject,
                task_id=case,
                since=begin,
                until=end,
                q=text,
                newest_first=not oldest_first,
                limit=limit,
                cursor=cursor,
            )
            return listing

        if csv is None and jsonl is None:
            _show(page(cursor, limit), desk.settings.timezone, as_json=as_json)
        else:
            _save(page, csv, jsonl, as_json=as_json)


def _save(page: Any, csv: Path | None, jsonl: Path | None, *, as_json: bool) -> None:
    from dashboard.change_files import csv_lines, every_change, json_lines

    written = {}
    if csv is not None:
        written[str(csv)] = _write(csv, csv_lines(every_change(page)), mark="\ufeff") - 1
    if jsonl is not None:
        written[str(jsonl)] = _write(jsonl, json_lines(every_change(page)))
    if as_json:
        print_document({"files": written})
    else:
        print_lines(f"{count:,} changes written to {file}." for file, count in written.items())


def _write(file: Path, lines: Iterable[str], *, mark: str = "") -> int:
    """Write a new file and return its lines. Raises: `TargetInvalid`, also for one that is there."""
    from data_access.errors import TargetInvalid

    count = 0
    try:
        with file.expanduser().open("x", encoding="utf-8", newline="") as target:
            try:
                target.write(mark)
                for line in lines:
                    count += target.write(line) > 0
            except BaseException:  # half a log would pass for the whole
                file.expanduser().unlink(missing_ok=True)
                raise
    except FileExistsError as error:
        raise TargetInvalid(f"{file} is there already. Name another file, or remove it.") from error
    except OSError as error:
        raise TargetInvalid(f"{file} cannot be written: {error.strerror}. Name another file.") from error
    return count


def _show(listing: ChangeLog, zone: str, *, as_json: bool) -> None:
    if as_json:
        print_document(listing)
        return
    columns = (
        Column("No.", "right", leaves=1),
        Column("When"),
        Column("Who", is_wide=True),
        Column("Checked", leaves=2),
        Column("Through", leaves=3),
        Column("Did"),
        Column("On what", is_wide=True),
    )
    print_table(columns, [_row(one, zone) for one in listing.items])
    print_lines((f"{len(listing.items):,} of {listing.total:,} changes",))
    if listing.withheld:
        say(f"Not yours to read, and in no count: changes of {', '.join(listing.withheld)}.")
    if listing.next_cursor:
        say(f"More: --cursor {listing.next_cursor}")


def _row(one: Change, zone: str) -> tuple[str, ...]:
    from zoneinfo import ZoneInfo

    from data_access.rules.text_safety import one_line

    when = one.recorded_at.astimezone(ZoneInfo(zone))
    subject = f"{one.subject_kind} {one.subject_id or ''}".strip()
    return (
        str(one.audit_id),
        f"{when:%Y-%m-%d %H:%M:%S}",
        f"{one_line(one.principal_name, 60)} ({one.principal_kind})",
        "yes" if one.is_verified else "no",
        one.face,
        one.action,
        one_line(subject, 80),
    )
