"""One workspace in full: what git said, what is on record, and what a person may run after looking."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from dashboard.desk_session import put, said
from dashboard.parts import cells
from dashboard.parts.piece import Cell, Fact, facts, hint, note, prose
from dashboard.parts.workspace_table import (
    changed_cell,
    commit_cell,
    left_over_cell,
    level_word,
    result_cell,
    runs_cell,
    size_cell,
    state_cell,
    unmerged_cell,
)
from dashboard.selections import WorkspaceSelection
from dashboard.wording import formats
from data_access.contracts.workspaces import StoredWorkspace
from data_access.rules.text_safety import one_line, plain_markdown

_LONGEST = 4096
_SHOWN_RUNS = 5


def workspace_detail(chosen: StoredWorkspace | None, selection: WorkspaceSelection) -> None:
    """Open the workspace that was chosen over the page; one that is gone opens nothing."""
    if chosen is None:
        return
    w = said().workspaces

    @st.dialog(
        plain_markdown(one_line(chosen.branch or chosen.path or w.workspace, 120)),
        width="large",
        on_dismiss=lambda: put("open", None, keep_page=True),
    )
    def opened() -> None:
        known = [fact for fact in _facts(chosen, selection.days) if fact.value is not None]
        facts(known, key="workspace-facts")
        if chosen.dirty is not None and chosen.dirty.names:
            prose("\n".join(map(one_line, chosen.dirty.names)), key="workspace-files", label=w.changed_files)
            if len(chosen.dirty.names) < chosen.dirty.files:
                shown, total = formats.count(len(chosen.dirty.names)), formats.count(chosen.dirty.files)
                hint(w.files_cut.format(shown=shown, total=total), key="workspace-files-cut")
        if chosen.problems:
            note(
                w.problems,
                key="workspace-problems",
                lines=[one_line(problem) for problem in chosen.problems],
                tone="unknown",
            )
        _suggestions(chosen)

    opened()


def _facts(one: StoredWorkspace, days: int) -> list[Fact]:
    w = said().workspaces
    lock = one.lock_reason or w.locked_without if one.is_locked else None
    return [
        Fact(w.state, replace(state_cell(one), sub=None)),
        Fact(w.level, level_word(one.level)),
        Fact(w.changed_files, changed_cell(one)),
        Fact(w.unmerged_commits, unmerged_cell(one)),
        Fact(w.size, size_cell(one.size)),
        Fact(w.result, result_cell(one)),
        *_told_by_results(one),
        *(Fact(w.worked_here, _run(one, place), wide=True) for place in range(len(one.runs[:_SHOWN_RUNS]))),
        Fact(w.last_commit, commit_cell(one)),
        Fact(w.moved, cells.moment(one.active_at)),
        Fact(w.looked, cells.moment(one.as_of)),
        Fact(w.machine, one_line(one.machine, 120)),
        Fact(w.repository, _copied(one.repository), wide=True),
        Fact(w.folder, _copied(one.path), wide=True),
        Fact(w.branch, _copied(one.branch), wide=True),
        Fact(w.is_locked, one_line(lock) if lock else None, wide=True),
        Fact(w.prunable, one_line(one.prunable_reason) if one.prunable_reason else None, wide=True),
        Fact(w.why_left_over, left_over_cell(one, days), wide=True),
    ]


def _told_by_results(one: StoredWorkspace) -> list[Fact]:
    """Return the diff and the files that the newest result which tells any tells."""
    w = said()
    diff = next((result.git_diff_summary for result in one.results if result.git_diff_summary), None)
    files = next((result.modified_files for result in one.results if result.modified_files is not None), None)
    return [
        Fact(w.apart.diff, one_line(diff, 300) if diff else None, wide=True),
        Fact(w.apart.modified, None if files is None else w.apart.files(files).strip()),
    ]


def _run(one: StoredWorkspace, place: int) -> Cell:
    return runs_cell(one.model_copy(update={"runs": one.runs[place : place + 1]}))


def _copied(name: str | None) -> Cell | None:
    """Write a name so that nothing in it hides, and offer it as it is."""
    return Cell(one_line(name, _LONGEST), mono=True, copy=name) if name else None


def _suggestions(one: StoredWorkspace) -> None:
    w = said().workspaces
    if not one.suggestions:
        return
    hint(w.you_may_run.format(machine=one_line(one.machine, 60)), key="workspace-may-run")
    for number, suggestion in enumerate(one.suggestions):
        hint(w.purposes[suggestion.purpose], key=f"workspace-purpose-{number}")
        st.code(suggestion.command, language=None, wrap_lines=True)
