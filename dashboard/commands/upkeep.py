"""`export`, `backup`, `verify`, `doctor`: what keeps a desk safe and sound."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dashboard.commands.options import DatabaseOption, JsonOption, open_desk
from dashboard.commands.terminal import print_document, print_lines


def backup(
    target: Annotated[Path, typer.Argument(metavar="FILE", help="File to write; it must not exist yet.")],
    database: DatabaseOption = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace the backup that is there.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Copy the database and its attachments; the copy opens like any database."""
    from data_access.writing.backup import backup as copy

    with open_desk(database) as desk:
        report = copy(desk.store, target, overwrite=overwrite)
    if as_json:
        print_document(report)
    else:
        files = f" with {report.attachments} attachments" if report.attachments else ""
        print_lines((f"Backed up to {report.path}, {report.size_bytes:,} bytes{files}.",))
