"""`workspaces --save`, `--load` and `--to`: what git said, as a file, in the desk, or in a desk elsewhere."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from dashboard.commands.terminal import plain, say

if TYPE_CHECKING:
    from dashboard.asking import RunningDesk
    from dashboard.settings import Settings
    from data_access.contracts.importing import ImportReport
    from data_access.contracts.workspaces import Workspace


def keep_workspaces(
    settings: Settings,
    every: Sequence[Workspace],
    *,
    save: Path | None,
    load: bool,
    to: str | None,
    token: str | None,
    machine: str | None,
) -> None:
    """Write, load and send what git said, each where it was asked for, and say so.

    Raises: `TargetInvalid`, `DeskUnreachable`, and what a desk or a database says no to.
    """
    import platform

    from data_access.rules.workspace_record import workspace_line

    here = machine or platform.node() or "unknown"
    text = "".join(f"{workspace_line(one, here)}\n" for one in every)
    if save is not None:
        _save(save.expanduser(), text)
        say(f"{len(every):,} workspaces written to {plain(save)}.")
    if not (load or to) or not every:
        return
    name = f"{every[0].as_of:%Y-%m-%dT%H-%M-%S-%f}.jsonl"
    with tempfile.TemporaryDirectory(prefix="caseboard-") as folder:
        file = Path(folder) / name
        file.write_text(text, encoding="utf-8")
        if load:
            _tell(_loaded(settings, file, here), "the desk")
        if to is not None:
            from dashboard.asking import desk_at

            with desk_at(settings, to, token) as desk:
                _tell(_sent(desk, file, here), to)


def _save(target: Path, text: str) -> None:
    """Write a new file. Raises: `TargetInvalid`, also for one that is there."""
    from data_access.errors import TargetInvalid

    try:
        with target.open("x", encoding="utf-8", newline="") as written:
            written.write(text)
    except FileExistsError as error:
        raise TargetInvalid(f"{target} is there already. Name another file, or remove it.") from error
    except OSError as error:
        raise TargetInvalid(f"{target} cannot be written: {error.strerror}. Name another file.") from error


def _loaded(settings: Settings, file: Path, machine: str) -> ImportReport:
    from dashboard.asking import RunningDesk, asked_desk
    from data_access.contracts.importing import ImportCall
    from data_access.writing.import_records import import_records

    with asked_desk(settings.database, create=True) as desk:
        if isinstance(desk, RunningDesk):
            return _sent(desk, file, machine)
        call = ImportCall(paths=(str(file),), format="workspaces", is_upload=True, machine=machine)
        return import_records(desk.store, call)


def _sent(desk: RunningDesk, file: Path, machine: str) -> ImportReport:
    from dashboard.commands.sending import send_log

    send_log(desk, file, {"machine": machine, "person": None, "path": f"workspaces/{file.name}"})
    report: ImportReport = desk.ask("import_sent_logs", machine=machine)
    return report


def _tell(report: ImportReport, where: str) -> None:
    total = report.total
    say(f"{total.rows_written:,} workspaces new in {plain(where)}, {total.rejected:,} rejected.")
