"""Runs with their agents: the level each had and was called for, what it changed, what several changed."""

from __future__ import annotations

from dashboard.desk_session import link, said
from dashboard.parts import cells
from dashboard.parts.apart_agents import worker_name
from dashboard.parts.apart_findings import finding_pill
from dashboard.parts.filters import segments
from dashboard.parts.piece import Cell, Column, Pill, Row, hint, ledger, note
from dashboard.parts.workspace_table import STATE_TONES, level_word
from dashboard.selections import WorkspaceSelection
from dashboard.wording import formats
from data_access.contracts.isolation import IsolationLevel
from data_access.contracts.run_operations import (
    AgentApart,
    FileOfSeveralAgents,
    FilesOfSeveralAgents,
    RunApart,
    RunsApart,
)
from data_access.rules.isolation_findings import LEVELS
from data_access.rules.text_safety import one_line
from data_access.rules.work_paths import below_folder

_SHOWN_AGENTS = 8
_SHOWN_FINDINGS = 3
_LONGEST_FILE = 30
_SHOWN_WRITERS = 4


def view_choice(selection: WorkspaceSelection) -> None:
    """Offer the workspaces as git saw them, and the runs with their agents."""
    w = said().apart
    views = {"places": w.view_places, "runs": w.view_runs, "files": w.shared_title}
    segments(w.view, "view", views, selection.view, default="places")
    if selection.view == "runs":
        which = {"0": w.every_team, "1": w.recorded_only}
        chosen = "1" if selection.recorded else "0"
        segments(w.which_runs, "recorded", which, chosen, default="0", show_label=True)


def runs_apart_table(runs: RunsApart, selection: WorkspaceSelection) -> None:
    """Draw each run with its findings, and below it its agents, who had less than called for first."""
    w = said().apart
    if not runs.items:
        note(w.no_runs, key="no-runs", text=w.no_runs_text)
        return
    columns = [
        Column(w.run_and_agents),
        Column(w.level_had, wide=True),
        Column(w.called_for),
        Column(w.changed_files),
        Column(w.diff, optional=True),
    ]
    rows = [row for one in runs.items for row in (_run_row(one), *_agent_rows(one))]
    ledger(w.view_runs, columns, rows, key="runs-apart", dense=True)
    if any(not one.is_examined for one in runs.items):
        hint(w.not_examined_hint, key="not-examined")


def _run_row(one: RunApart) -> Row:
    w = said().apart
    name = Cell(
        one_line(formats.run_title(one.title, one.conversation_id, said()), 120),
        sub=cells.moment(one.last_at).text,
        tip=one.conversation_id,
        pills=(*_findings(one), *cells.origin_pills(one.origin)),
        strong=True,
    )
    href = link("run_workspace", run=one.conversation_key)
    if not one.is_examined:
        return Row((name, Cell(w.not_examined, muted=True), None, None, None), href=href)
    had = [
        f"{formats.count(one.by_level_had[level])} × {_short(level)}"
        for level in _ORDER
        if level in one.by_level_had
    ]
    below = Cell(w.below(one.below), tone="failed") if one.below else None
    return Row((name, Cell(" · ".join(had)), below, _shared(one.shared_files_total), None), href=href)


def _findings(one: RunApart) -> list[Pill]:
    """Return the kinds of findings of a run, of many the first few and how many more there are."""
    w = said().apart
    told = [
        Pill(f"{w.kinds[kind]} {formats.count(number)}", finding_pill(kind).tone, tip=kind)
        for kind, number in one.by_finding.items()
    ]
    rest = told[_SHOWN_FINDINGS:]
    more = [Pill(f"+{len(rest)}", "waiting", tip="\n".join(pill.text for pill in rest))] if rest else []
    return told[:_SHOWN_FINDINGS] + more


_ORDER = (*LEVELS, "not_known")


def _short(level: str) -> str:
    return said().state.not_known if level == "not_known" else level


def _agent_rows(one: RunApart) -> list[Row]:
    w = said().apart
    rows = [_agent_row(agent, one) for agent in one.agents[:_SHOWN_AGENTS]]
    rest = one.agents_total - len(rows)
    if rest > 0:
        more = Cell(w.more_agents(rest), muted=True)
        rows.append(
            Row(
                (more, None, None, None, None),
                depth=1,
                href=link("run_workspace", run=one.conversation_key),
            )
        )
    return rows


def _agent_row(one: AgentApart, run: RunApart) -> Row:
    place = one.workspace and one_line(below_folder(one.workspace, run.main_directory), 120)
    where = " · ".join(part for part in (place, one.branch and one_line(one.branch, 80)) if part)
    state = (Pill(said().workspaces.states[one.git.state], STATE_TONES[one.git.state]),) if one.git else ()
    return Row(
        (
            Cell(
                one_line(worker_name(one), 80),
                sub=where or None,
                sub_tip=where or None,
                tip=one.agent_id,
                pills=state,
            ),
            _level(one.level_had, is_bad=one.is_below, known_by=one.level_known_by),
            _level(one.level_called_for),
            _changed(one, run.main_directory),
            Cell(one_line(one.git_diff_summary, 80), tip=one.git_diff_summary)
            if one.git_diff_summary
            else None,
        ),
        depth=1,
        href=link("run_workspace", run=run.conversation_key, agent=one.agent_id),
    )


def _level(level: IsolationLevel | None, *, is_bad: bool = False, known_by: str | None = None) -> Cell:
    w = said()
    if level is None:
        return Cell("", pills=(Pill(w.state.not_known, "unknown"),))
    how = w.apart.known_by[known_by] if known_by else None
    tip = "\n".join(part for part in (level_word(level), how) if part)
    return Cell("", pills=(Pill(w.workspaces.levels[level], "failed" if is_bad else "plain", tip=tip),))


def _changed(one: AgentApart, main_directory: str | None) -> Cell:
    if not one.files:
        return Cell(said().state.nothing, muted=True)
    first = one_line(below_folder(below_folder(one.files[0], one.workspace), main_directory), 300)
    first = f"…{first[-_LONGEST_FILE:]}" if len(first) > _LONGEST_FILE else first
    rest = one.files_total - 1
    text = said().apart.more.format(first=first, n=formats.count(rest)) if rest else first
    marks = (
        (Pill(formats.count(one.shared), "waiting", tip=said().apart.shared(one.shared)),)
        if one.shared
        else ()
    )
    return Cell(text, tip="\n".join(one.files), mono=True, pills=marks)


def _shared(files: int) -> Cell | None:
    return Cell(said().apart.shared(files), tone="waiting") if files else None


def shared_file_table(files: FilesOfSeveralAgents) -> None:
    """Draw the files that several agents of one run wrote, each leading to its run."""
    w = said().apart
    if files.runs_to_examine:
        hint(w.to_examine(files.runs_to_examine), key="to-examine")
    if not files.items:
        note(w.none_shared, key="none-shared")
        return
    columns = [Column(w.file), Column(w.writers), Column(said().run.run), Column(w.last_write, right=True)]
    ledger(w.shared_title, columns, [_file_row(one) for one in files.items], key="shared-files", dense=True)


def _file_row(one: FileOfSeveralAgents) -> Row:
    w = said()
    named = [one_line(name, 40) for name in one.agents[:_SHOWN_WRITERS]]
    first, rest = w.apart.join.join(named), one.agents_total - len(named)
    text = w.apart.more.format(first=first, n=formats.count(rest)) if rest > 0 else first
    title = formats.run_title(one.run_title, one.conversation_id, w)
    return Row(
        (
            Cell(one_line(one.path, 200), tip=one.path, mono=True),
            Cell(text, tip="\n".join(one.agents)),
            Cell(one_line(title, 40), tip=one.conversation_id, pills=cells.origin_pills(one.origin)),
            cells.moment(one.last_at),
        ),
        href=link("run_workspace", run=one.conversation_key, shared=1) if one.conversation_key else None,
    )
