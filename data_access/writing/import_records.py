"""Imports agent logs and snapshots: finds the format, reads what is new, keeps all of it or nothing.

One named path is one batch and one transaction, or all are one where the call says so. Nothing read is
dropped without a trace: every record ends as stored, duplicate, kept aside or rejected, and the ledger holds
the counts, the rejects and their raw text.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from stat import S_ISDIR, S_ISREG

from data_access.contracts.importing import BatchReport, ImportCall, ImportCounts, ImportReport
from data_access.contracts.principal import LOCAL_OWNER, Face, Principal, Scope
from data_access.errors import SourceNotFound, UnknownFormat
from data_access.importers.registry import Source, sources_of
from data_access.store.connection import Store
from data_access.writing.cycle_collection import without_cycle_collection
from data_access.writing.import_batch import Batch, Errand, Progress
from data_access.writing.price_calls import load_price_book


class _DryRun(Exception):
    def __init__(self, report: BatchReport) -> None:
        self.report = report


def import_records(
    store: Store,
    call: ImportCall,
    *,
    principal: Principal = LOCAL_OWNER,
    face: Face = "command line",
    progress: Progress | None = None,
    needs: Scope = "operate",
) -> ImportReport:
    """Import the paths of `call`, each as a batch of its own or all as one; report what became of it.

    Whoever names paths needs the scope `operate`; for logs that were received `publish` is enough. A path
    that fails leaves the batches of the paths before it in place and nothing of its own.

    Raises: `PermissionDenied`, `PriceFileInvalid`, `SourceNotFound`, `UnknownFormat`, `StoreError`.
    """
    principal.require(needs)
    errand = Errand(call, principal, face, load_price_book(call.prices))
    sources = [source for path in call.paths for source in _sources(store, path, call.format)]
    if call.together:
        sources = _one_for_each_format(sources)
    batches = [_import_source(store, source, errand, progress) for source in sources]
    return ImportReport(dry_run=call.dry_run, batches=tuple(batches), total=_total(batches))


def _one_for_each_format(sources: Sequence[Source]) -> list[Source]:
    """Return the same files, of each format as one source that is named by the folder above all of them."""
    by_format: dict[str, list[Source]] = {}
    for source in sources:
        by_format.setdefault(source.format.name, []).append(source)
    return [_joined(parts) if len(parts) > 1 else parts[0] for parts in by_format.values()]


def _joined(parts: Sequence[Source]) -> Source:
    files = {file.path: file for part in parts for file in part.files}
    try:
        above = Path(os.path.commonpath([part.path for part in parts]))
    except ValueError:  # on two drives
        above = parts[0].path
    skipped = tuple(dict.fromkeys(name for part in parts for name in part.skipped))
    return Source(above, parts[0].format, tuple(files.values()), skipped)


def _sources(store: Store, path: str, format_name: str | None) -> Sequence[Source]:
    place = _place(path)
    if store.path is not None and place.samefile(store.path):
        # Not even looked into: opening and closing the file would drop this process's lock on it.
        raise UnknownFormat(f"{path} is the database of this desk. Name the logs or snapshots to import.")
    return sources_of(place.resolve(), format_name, database=store.path)


def _place(path: str) -> Path:
    try:
        place = Path(path).expanduser()
        mode = place.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        raise SourceNotFound(
            f"There is nothing at {path}. Check the path, or mount the folder it lies in."
        ) from None
    except (OSError, RuntimeError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise SourceNotFound(f"{path} cannot be looked at: {why}. Check it and who may read it.") from error
    if not (S_ISREG(mode) or S_ISDIR(mode)):
        # A pipe would be empty when it is read after it was hashed, a device may never end.
        raise SourceNotFound(f"{path} is neither a file nor a folder. Write its content to a file first.")
    return place


def _import_source(store: Store, source: Source, errand: Errand, progress: Progress | None) -> BatchReport:
    try:
        with store.transaction() as transaction:
            with without_cycle_collection():
                batch = Batch(transaction, source, errand)
                report = batch.load(progress)
            if errand.call.dry_run:
                raise _DryRun(report)
    except _DryRun as dry_run:
        return dry_run.report.model_copy(update={"batch_id": None})
    if batch.restored:
        # Most imports have no cases, and what compares reports takes a while to load.
        from data_access.writing.revision_changes import keep_revision_changes

        for task_id in batch.restored:
            keep_revision_changes(store, task_id)
    return report


def _total(batches: Sequence[BatchReport]) -> ImportCounts:
    total: dict[str, int | dict[str, int]] = {}
    for name in ImportCounts.model_fields:
        values = [getattr(batch, name) for batch in batches]
        total[name] = (
            dict(sum((Counter(value) for value in values), Counter()))
            if name in ("unknown_types", "unpriced_models")
            else sum(values)
        )
    return ImportCounts.model_validate(total)
