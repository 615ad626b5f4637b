"""`import`: agent logs and snapshots into the store, with a report of what became of every record."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dashboard.commands.options import DatabaseOption, JsonOption
from dashboard.commands.terminal import (
    Column,
    plain,
    print_document,
    print_lines,
    print_table,
    progress_bar,
    say,
)
from dashboard.settings import Settings, read_settings
from data_access.errors import CaseboardError, InvalidInput, Problem, SourceNotFound

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from data_access.contracts.importing import BatchReport, ImportCall, ImportCounts, ImportReport
    from data_access.store.connection import Store

_REJECTS_SHOWN = 20


def import_(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH", help="Files or folders to read.")],
    database: DatabaseOption = None,
    format_name: Annotated[
        str | None,
        typer.Option("--format", metavar="NAME", help="Read as this format instead of recognising it."),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Report what an import would bring; write nothing.")
    ] = False,
    prices: Annotated[
        Path | None,
        typer.Option(
            "--prices", metavar="FILE", help="Price file; it also prices earlier calls without a price."
        ),
    ] = None,
    follow: Annotated[
        bool, typer.Option("--follow", help="Go on: read logs again as they grow, until Ctrl+C.")
    ] = False,
    to: Annotated[
        str | None, typer.Option("--to", metavar="URL", help="Send the logs to this desk instead.")
    ] = None,
    token: Annotated[
        str | None,
        typer.Option(
            "--token", envvar="CASEBOARD_TOKEN", metavar="TOKEN", help="Token for that desk (publish)."
        ),
    ] = None,
    person: Annotated[str | None, typer.Option("--person", help="For whom the runs ran, for --to.")] = None,
    machine: Annotated[
        str | None, typer.Option("--machine", help="Name of this machine, for --to; else its host name.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Import agent logs or snapshots; what is loaded already is recognised and writes nothing."""
    from data_access.contracts.importing import ImportCall

    settings = read_settings({"database": database, "prices": prices})
    call = ImportCall(
        paths=tuple(map(str, paths)),
        format=format_name,
        dry_run=dry_run,
        prices=str(settings.prices) if settings.prices else None,
    )
    if to is not None:
        _send(
            settings, call, to=to, token=token, person=person, machine=machine, follow=follow, as_json=as_json
        )
        return
    if follow:
        _follow(settings, call, as_json=as_json)
        return
    _tell(_imported(settings, call), as_json=as_json)


def _tell(report: ImportReport, *, as_json: bool) -> None:
    if as_json:
        print_document(report)
    else:
        _show(report)


def _send(
    settings: Settings,
    call: ImportCall,
    *,
    to: str,
    token: str | None,
    person: str | None,
    machine: str | None,
    follow: bool,
    as_json: bool,
) -> None:
    """Send the logs to another desk, once or as they grow."""
    import platform

    from dashboard.asking import desk_at
    from dashboard.commands.following import follow as keep_following
    from dashboard.commands.following import logs_below
    from dashboard.commands.sending import send_log, shown_path

    roots = [Path(path).expanduser().absolute() for path in call.paths]
    _require_there(roots)
    named = {"machine": machine or platform.node() or "unknown", "person": person}

    def load(changed: Sequence[Path]) -> None:
        for file in sorted(logs_below(changed)):
            is_new = send_log(desk, file, {**named, "path": shown_path(roots, file)})
            say(f"{'sent' if is_new else 'known'} {plain(file)}")
        _tell(desk.ask("import_sent_logs", **named), as_json=as_json)

    with desk_at(settings, to, token) as desk:
        if not follow:
            load(roots)
            return
        say("Following; stop with Ctrl+C.")
        keep_following(roots, load, lambda file, fault: say(f"{plain(file)}: {plain(fault.message)}"))


def _require_there(roots: Sequence[Path]) -> None:
    for root in roots:
        if not root.exists():
            raise SourceNotFound(f"There is nothing at {root}. Check the path.")


def _follow(settings: Settings, call: ImportCall, *, as_json: bool) -> None:
    """Import what grows, pass by pass; each pass is told like an import of its own."""
    from dashboard.commands.following import follow

    if call.dry_run:
        wrong = Problem("--dry-run", "a rehearsal has no end to follow", "Give one of the two.")
        raise InvalidInput("--follow and --dry-run exclude each other.", problems=(wrong,))

    def load(changed: Sequence[Path]) -> None:
        asked = call.model_copy(update={"paths": tuple(map(str, changed)), "together": True})
        _tell(_imported(settings, asked), as_json=as_json)

    def complain(file: Path, fault: CaseboardError) -> None:
        say(f"{plain(file)}: {plain(fault.message)}")

    paths = [Path(path).expanduser().absolute() for path in call.paths]
    say("Following; stop with Ctrl+C.")
    follow(paths, load, complain)


def _imported(settings: Settings, call: ImportCall) -> ImportReport:
    from data_access.store.connection import Store
    from data_access.store.desk_address import desk_of
    from data_access.store.opening import stands_at

    file = settings.database
    if call.dry_run and file is not None and not stands_at(file):
        with Store.open(None) as store:
            return _own_import(store, settings, call)
    if file is not None and desk_of(file) is not None:
        return _import_beside_desk(settings, call)
    # One statement after the other: what a second thread waits costs more than what it does.
    with Store.open(file, threads=1) as store:
        return _own_import(store, settings, call)


def _own_import(store: Store, settings: Settings, call: ImportCall) -> ImportReport:
    from dashboard.reporting_zone import keep_reporting_zone
    from data_access.writing.import_records import import_records

    with progress_bar(dry_run=call.dry_run) as progress:
        report = import_records(store, call, progress=progress)
    if not call.dry_run:
        keep_reporting_zone(settings, store)
    return report


def _import_beside_desk(settings: Settings, call: ImportCall) -> ImportReport:
    """Let the desk that has the file do it; a desk that does not answer has left the file to us."""
    # Loaded here only: the calls of a desk cost more to load than an import without news takes.
    from dashboard.asking import RunningDesk, asked_desk, import_through

    with asked_desk(settings.database, create=True) as desk:
        if not isinstance(desk, RunningDesk):
            return _own_import(desk.store, desk.settings, call)
        with progress_bar(dry_run=call.dry_run) as progress:
            return import_through(desk, call, progress)


def _show(report: ImportReport) -> None:
    columns = (
        Column("Source", is_wide=True),
        Column("Format", leaves=6),
        Column("Files", "right", leaves=1),
        Column("Records", "right"),
        Column("Events", "right", leaves=4),
        Column("Calls", "right", leaves=5),
        Column("New rows", "right"),
        Column("Known", "right", leaves=2),
        Column("Other", "right", leaves=3),
        Column("Rejected", "right"),
    )
    rows = [(batch.source, batch.format, *_counts(batch)) for batch in report.batches]
    print_table(columns, [*rows, ("Total", "", *_counts(report.total))] if len(rows) > 1 else rows)
    for batch in report.batches:
        print_lines(_rejects(batch))
    print_lines(_remarks(report))


def _counts(counts: ImportCounts) -> tuple[str, ...]:
    numbers = (
        counts.files,
        counts.records,
        counts.events,
        counts.usage_calls,
        counts.rows_written,
        counts.duplicates_ignored,
        counts.other_records,
        counts.rejected,
    )
    return tuple(f"{number:,}" for number in numbers)


def _rejects(batch: BatchReport) -> Iterator[str]:
    shown = batch.rejects[:_REJECTS_SHOWN]
    for reject in shown:
        yield f"rejected {reject.file}:{reject.line} {reject.reason}"
    if batch.rejected > len(shown) > 0:
        yield f"... and {batch.rejected - len(shown):,} more; the import page lists them with their text"


def _remarks(report: ImportReport) -> Iterator[str]:
    total = report.total
    if total.unpriced_models:
        models = ", ".join(f"{model} ({calls:,} calls)" for model, calls in total.unpriced_models.items())
        yield f"Without a price: {models}. Give one with --prices FILE."
    if total.unknown_types:
        types = ", ".join(f"{name} ({count:,})" for name, count in total.unknown_types.items())
        yield f"Types this release does not know, stored all the same: {types}."
    notes = (
        (total.empty_files, "empty files"),
        (total.unchanged_files, "files unchanged"),
        (total.orphans, "parents not seen yet"),
        (total.naive_times, "times without a zone"),
        (total.secrets_masked, "secrets masked"),
    )
    said = ", ".join(f"{count:,} {what}" for count, what in notes if count)
    if said:
        yield f"{said[0].upper()}{said[1:]}."
    if report.dry_run:
        yield "Dry run: nothing was written."
