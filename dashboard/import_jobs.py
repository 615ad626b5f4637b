"""Imports of a running desk: they run to their end beside its pages, one at a time, and can be looked at.

A page may be closed or redrawn while an import runs; nothing of it is lost. No screen call is ever made
inside the import's transaction: the job keeps its progress, a page looks at it.
"""

from __future__ import annotations

import itertools
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from dashboard.current_desk import current_desk
from data_access.contracts.importing import ImportCall, ImportReport
from data_access.contracts.principal import LOCAL_OWNER, Face, Principal, Scope
from data_access.store.connection import Store
from data_access.writing.import_batch import ImportProgress
from data_access.writing.import_records import import_records

_MOST_JOBS = 50


class ImportJob:
    """One import on its way, or at its end."""

    def __init__(self, number: int, call: ImportCall) -> None:
        self.number = number
        self.call = call
        self.progress: ImportProgress | None = None
        """The newest word; None before the first file."""
        self.future: Future[ImportReport] | None = None

    @property
    def is_done(self) -> bool:
        """Whether the import has ended, well or not."""
        return self.future is not None and self.future.done()

    def report(self) -> ImportReport:
        """Return the report of an ended import; raises whatever ended it."""
        if self.future is None:
            raise RuntimeError("the import has not been started")
        return self.future.result()


_worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="import")
_numbers = itertools.count(1)
_jobs: OrderedDict[int, ImportJob] = OrderedDict()


def import_call(
    place: Path, format_name: str | None = None, *, dry_run: bool = False, is_upload: bool = False
) -> ImportCall:
    """Return the call that imports `place` with the price file of this desk."""
    prices = current_desk().settings.prices
    return ImportCall(
        paths=(str(place),),
        format=format_name,
        dry_run=dry_run,
        is_upload=is_upload,
        prices=None if prices is None else str(prices),
    )


def start_import(
    store: Store,
    call: ImportCall,
    *,
    afterwards: Callable[[], None] | None = None,
    principal: Principal = LOCAL_OWNER,
    face: Face = "page",
    needs: Scope = "operate",
) -> ImportJob:
    """Start an import, else as the owner of this desk from a page; `afterwards` is called at its end.

    It needs the scope `needs`: `operate` for a place of this machine, `publish` for what was sent here.
    The price file of the desk's settings holds where the call names none.
    """
    prices = current_desk().settings.prices
    if prices is not None and call.prices is None:
        call = call.model_copy(update={"prices": str(prices)})
    job = ImportJob(next(_numbers), call)

    def note_progress(progress: ImportProgress) -> None:
        job.progress = progress

    def run() -> ImportReport:
        try:
            return import_records(
                store, call, principal=principal, face=face, progress=note_progress, needs=needs
            )
        finally:
            if afterwards is not None:
                afterwards()

    job.future = _worker.submit(run)
    _jobs[job.number] = job
    while len(_jobs) > _MOST_JOBS:
        _jobs.popitem(last=False)
    return job


def import_job(number: int) -> ImportJob | None:
    """Return the job of that number; None when it is not known, for example after a restart."""
    return _jobs.get(number)
