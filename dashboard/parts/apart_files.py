"""The files that the agents of a run wrote, and in short what they ran, with what the rules say of it."""

from __future__ import annotations

from collections.abc import Mapping

from dashboard.desk_session import link, said
from dashboard.parts import cells
from dashboard.parts.filters import choice, segments
from dashboard.parts.operation_cards import VERDICT_TONES
from dashboard.parts.pager import pager
from dashboard.parts.piece import Cell, Column, Crumb, Pill, Row, ledger, note, pages_line
from dashboard.selections import RunWorkspaceSelection
from dashboard.wording import formats
from data_access.contracts.run_operations import (
    FileWriter,
    RunOperation,
    RunOperations,
    WrittenFile,
    WrittenFiles,
)
from data_access.rules.text_safety import one_line
from data_access.rules.work_paths import below_folder

_NAMED = 4


def file_filters(
    selection: RunWorkspaceSelection, files: WrittenFiles, names: Mapping[str | None, str]
) -> None:
    """Offer the files of one agent, and those that several agents wrote."""
    w = said().apart
    labels = {agent_id: one_line(name, 60) for agent_id, name in names.items() if agent_id is not None}
    choice(w.agent, "agent", list(labels), selection.agent, labels=labels, everything=w.every_agent)
    which = {"0": said().state.all, "1": w.shared_files.format(n=formats.count(files.shared))}
    segments(w.which_files, "shared", which, "1" if selection.shared else "0", default="0", show_label=True)


def file_table(
    files: WrittenFiles,
    main_directory: str | None,
    names: Mapping[str | None, str],
    selection: RunWorkspaceSelection,
) -> None:
    """Draw the files with who wrote each; a line leads to the last write of it."""
    w = said().apart
    if not files.items:
        note(w.none_shared if selection.shared else w.no_files, key="no-files")
        return
    columns = [Column(w.file), Column(w.writers), Column(w.last_write, right=True)]
    rows = [_file_row(one, main_directory, names, selection) for one in files.items]
    ledger(w.written, columns, rows, key="files-written", dense=True)
    pager("run_workspace", selection, files, key="files-pager")


def _file_row(
    one: WrittenFile,
    main_directory: str | None,
    names: Mapping[str | None, str],
    selection: RunWorkspaceSelection,
) -> Row:
    w = said().apart
    path = below_folder(one.path, main_directory)
    told = [_writer(writer, names) for writer in one.writers[:_NAMED]]
    rest = one.writers_total - len(told)
    text = w.join.join(told)
    event = one.writers[-1].event_id if one.writers else None
    marks = (Pill(formats.count(one.writers_total), "waiting"),) if one.writers_total > 1 else ()
    return Row(
        (
            Cell(one_line(path, 200), tip=one.path, mono=True),
            Cell(w.more.format(first=text, n=formats.count(rest)) if rest > 0 else text, pills=marks),
            cells.clock(one.last_at),
        ),
        href=link("run_timeline", run=selection.run, event=event) if event else None,
    )


def _writer(writer: FileWriter, names: Mapping[str | None, str]) -> str:
    name = one_line(names.get(writer.agent_id) or writer.name or said().run.no_agent, 60)
    return f"{name} ({said().apart.times(writer.operations)})" if writer.operations > 1 else name


def short_operations(
    operations: RunOperations, names: Mapping[str | None, str], selection: RunWorkspaceSelection
) -> None:
    """Draw what the agents ran, as it is given; a line leads to its event, the way below to all of them."""
    w = said().apart
    if not operations.items:
        note(w.no_operations, key="no-operations")
        return
    p = said().policy
    columns = [
        Column(p.operation),
        Column(w.agent),
        Column(p.zone, optional=True),
        Column(p.verdict),
        Column(said().event.time, right=True),
    ]
    ledger(
        w.ran,
        columns,
        [_operation_row(one, names, operations.conversation_key) for one in operations.items],
        key="ran",
        dense=True,
    )
    shown, total = formats.count(len(operations.items)), formats.count(operations.total)
    every = link("agent_operations", run=selection.run, agent=selection.agent)
    pages_line(w.ran_cut.format(shown=shown, total=total), [Crumb(w.all_operations, every)], key="ran-cut")


def _operation_row(one: RunOperation, names: Mapping[str | None, str], run: str) -> Row:
    p = said().policy
    agent = names.get(one.agent_id) or one.agent_id or said().run.no_agent
    kind = p.operations[one.operation]
    below = f"{kind} · {said().apart.derived}" if one.is_derived else kind
    return Row(
        (
            Cell(one_line(one.target, 160), sub=below, tip=one.target[:1000], mono=True),
            Cell(one_line(agent, 60), tip=one.agent_id),
            Cell(p.zones[one.zone] if one.zone else p.no_zone, muted=one.zone is None),
            Cell("", pills=(Pill(p.verdicts[one.verdict], VERDICT_TONES[one.verdict], tip=one.rule),)),
            cells.clock(one.occurred_at),
        ),
        href=link("run_timeline", run=run, event=one.event_id) if one.event_id else None,
    )
