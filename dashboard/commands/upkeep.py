"""`export`, `backup`, `verify`, `doctor`: what keeps a desk safe and sound."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dashboard.commands.options import DatabaseOption, JsonOption, run_meant
from dashboard.commands.terminal import Column, in_words, print_document, print_lines, print_table, say
from dashboard.settings import Settings, read_settings

if TYPE_CHECKING:
    from data_access.contracts.case_bundle import CaseBundle
    from data_access.contracts.upkeep import BackupReport, DoctorReport, ExportReport, VerifyReport


def export(
    folder: Annotated[
        Path,
        typer.Argument(metavar="FOLDER", help="Folder to write, empty or absent; with --case the file."),
    ],
    conversation: Annotated[
        list[str] | None, typer.Option(metavar="ID", help="Only this run; may be repeated. Else everything.")
    ] = None,
    case: Annotated[
        list[str] | None,
        typer.Option(metavar="ID", help="This case as a bundle that another desk imports; may be repeated."),
    ] = None,
    database: DatabaseOption = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace the export that is there.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Write runs, or everything, as Parquet and JSON lines with a manifest; or whole cases as a bundle."""
    from dashboard.asking import asked_desk

    if case:
        _export_cases(folder, case, conversation, database, overwrite=overwrite, as_json=as_json)
        return

    with asked_desk(database) as desk:
        keys = [run_meant(desk, given) for given in conversation or ()]
        place = str(folder.absolute())
        report: ExportReport = desk.ask("export", folder=place, conversations=keys, overwrite=overwrite)
    if as_json:
        print_document(report)
    else:
        _show_export(report)


def _export_cases(
    file: Path,
    cases: list[str],
    conversations: list[str] | None,
    database: Path | None,
    *,
    overwrite: bool,
    as_json: bool,
) -> None:
    from dashboard.asking import asked_desk
    from data_access.reading.case_bundle import write_case_bundle

    if conversations:
        from data_access.errors import TargetInvalid

        raise TargetInvalid("Give --case or --conversation, not both: a bundle holds cases and no runs.")
    with asked_desk(database) as desk:
        bundle: CaseBundle = desk.ask("export_cases", task_ids=cases)
    place = write_case_bundle(bundle, file, overwrite=overwrite)
    if as_json:
        print_document(bundle.model_copy(update={"lines": ()}))
    else:
        print_lines((f"Wrote {len(bundle.tasks)} cases, {bundle.records:,} records, to {place}.",))


def backup(
    target: Annotated[Path, typer.Argument(metavar="FILE", help="File to write; it must not exist yet.")],
    database: DatabaseOption = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace the backup that is there.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Copy the database and its attachments; the copy opens like any database."""
    from dashboard.asking import asked_desk

    with asked_desk(database) as desk:
        report: BackupReport = desk.ask("backup", target=str(target.absolute()), overwrite=overwrite)
    if as_json:
        print_document(report)
    else:
        files = f" with {report.attachments} attachments" if report.attachments else ""
        files += f" and {report.received} received logs" if report.received else ""
        print_lines((f"Backed up to {report.path}, {report.size_bytes:,} bytes{files}.",))


def verify(database: DatabaseOption = None, as_json: JsonOption = False) -> None:
    """Read the whole database and check that it agrees with itself; ends with 1 on a fault."""
    from dashboard.asking import asked_desk

    with asked_desk(database) as desk:
        report: VerifyReport = desk.ask("verify")
    if as_json:
        print_document(report)
    else:
        _show_verify(report)
    if report.faults:
        raise typer.Exit(1)


def doctor(database: DatabaseOption = None, as_json: JsonOption = False) -> None:
    """Say what this desk runs on, how big it is, and what is wrong and how to mend it; ends with 1 then."""
    report = _examined(read_settings({"database": database}))
    if as_json:
        print_document(report)
    else:
        _show_doctor(report)
    if report.problems:
        raise typer.Exit(1)


def _examined(settings: Settings) -> DoctorReport:
    """Let a running desk examine itself; a database that cannot be opened is examined all the same."""
    from dashboard.asking import running_desk
    from data_access.reading.doctor import doctor as examine

    running = running_desk(settings)
    if running is None:
        return examine(settings.database)
    with running as desk:
        report: DoctorReport = desk.ask("doctor")
        return report


def _show_export(report: ExportReport) -> None:
    columns = (
        Column("Table", is_wide=True),
        Column("Rows", "right"),
        Column("Parquet bytes", "right"),
        Column("JSONL bytes", "right"),
    )
    print_table(
        columns,
        (
            (one.table, f"{one.rows:,}", f"{one.parquet_bytes:,}", f"{one.jsonl_bytes:,}")
            for one in report.manifest.tables
        ),
    )
    print_lines((f"Exported to {report.folder}",))


def _show_verify(report: VerifyReport) -> None:
    columns = (
        Column("Check", is_wide=True),
        Column("Looked at", "right", leaves=1),
        Column("Faults", "right"),
    )
    print_table(columns, ((one.question, f"{one.checked:,}", f"{one.faults:,}") for one in report.checks))
    print_lines(f"{one.name}: {place}" for one in report.checks for place in one.examples)
    print_lines(
        ("The database is sound." if not report.faults else f"{report.faults:,} faults. Restore a backup.",)
    )


def _show_doctor(report: DoctorReport) -> None:
    print_lines(f"{name} {release}" for name, release in report.versions.items())
    print_lines(
        (
            report.platform,
            f"Database {report.database or 'in memory'}, schema {report.schema_number or 'unknown'}",
        )
    )
    print_lines(f"{size:,} bytes {path}" for path, size in report.files.items())
    if report.free_bytes is not None:
        print_lines((f"{report.free_bytes:,} bytes free",))
    if report.tables:
        sizes = (("" if one.size_bytes is None else f"{one.size_bytes:,}") for one in report.tables)
        rows = ((one.table, f"{one.rows:,}", size) for one, size in zip(report.tables, sizes, strict=True))
        print_table((Column("Table"), Column("Rows", "right"), Column("Bytes", "right")), rows)
    for problem in report.problems:
        say(in_words(problem))
    print_lines(("Nothing is wrong.",) if not report.problems else ())
