"""Workspaces in figures and as a table, and the repositories they are of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dashboard.desk_session import link, said
from dashboard.parts import cells
from dashboard.parts.pager import pager
from dashboard.parts.piece import Card, Cell, Column, Pill, Row, cards, hint, ledger
from dashboard.selections import WorkspaceSelection
from dashboard.theme import Tone
from dashboard.wording import formats
from data_access.contracts.isolation import LEVEL_OF_MODE
from data_access.contracts.workspaces import (
    RepositoryLooked,
    SizeOnDisk,
    StoredWorkspace,
    StoredWorkspaceListing,
    WorkspaceState,
)
from data_access.rules.text_safety import one_line
from data_access.rules.work_paths import below_folder

STATE_TONES: dict[WorkspaceState, Tone] = {
    "missing": "failed",
    "dirty": "working",
    "empty": "plain",
    "awaiting_merge": "waiting",
    "merged": "done",
    "clean": "done",
    "bare": "plain",
    "not_known": "unknown",
}
_SHORT_ID = 8
_MODES = {level: mode for mode, level in LEVEL_OF_MODE.items()}


def workspace_cards(page: StoredWorkspaceListing, selection: WorkspaceSelection) -> None:
    """Draw how many there are by level, and how many of what needs somebody; each leads to them."""
    w = said().workspaces
    levels = " · ".join(
        f"{formats.count(number)} {w.levels[level]}" for level, number in sorted(page.by_level.items())
    )
    every = sum(page.by_state.values())
    left_over = sum(one.left_over for one in page.repositories)
    base = WorkspaceSelection(repo=selection.repo, days=selection.days)
    drawn = [
        Card(w.all, formats.count(every), sub=levels, href=_to(base)),
        Card(
            w.may_be_left_over,
            formats.count(left_over),
            sub=_reasons(page),
            tone="waiting" if left_over else "plain",
            href=_to(base.but(left=True)),
        ),
    ]
    for state in ("awaiting_merge", "dirty", "missing"):
        number = page.by_state.get(state, 0)
        tone = STATE_TONES[state] if number else "plain"
        label = w.states[state][:1].upper() + w.states[state][1:]
        drawn.append(Card(label, formats.count(number), tone=tone, href=_to(base.but(state=state))))
    cards(drawn, key="workspace-cards")


def _reasons(page: StoredWorkspaceListing) -> str | None:
    w = said().workspaces
    told = [
        f"{w.left_over[reason].format(days=page.older_than_days)}: {formats.count(number)}"
        for reason, number in page.by_left_over.items()
    ]
    return " · ".join(told) or None


def workspace_table(page: StoredWorkspaceListing, selection: WorkspaceSelection) -> None:
    """Draw the workspaces; each line opens one."""
    w = said().workspaces
    columns = [
        Column(w.workspace),
        Column(w.state),
        Column(w.changed_column, right=True, tip=w.changed_files, name="changed"),
        Column(w.unmerged_column, right=True, tip=w.unmerged_commits, name="unmerged"),
        Column(w.result),
        Column(w.worked_here),
        Column(w.why_left_over),
        Column(w.size, right=True, optional=True, name="size"),
        Column(w.last_commit, right=True, optional=True, name="last_commit"),
        Column(said().detail.head, right=True, name="head"),
        Column(said().detail.key, right=True, name="key"),
    ]
    rows = [_row(one, page.older_than_days, selection) for one in page.items]
    ledger(w.title, columns, rows, key="workspaces", dense=True, table="workspaces")
    pager("workspaces", selection, page, key="workspaces-pager")
    if page.truncated and page.next_cursor is None:
        counts = {"shown": formats.count(selection.skipped + len(rows)), "total": formats.count(page.total)}
        hint(w.cut.format(**counts), key="workspaces-cut")


def _row(one: StoredWorkspace, days: int, selection: WorkspaceSelection) -> Row:
    return Row(
        (
            place_cell(one),
            state_cell(one),
            _changed(one),
            unmerged_cell(one),
            result_cell(one),
            runs_cell(one),
            left_over_cell(one, days),
            size_cell(one.size),
            _committed(one),
            cells.native(one.head),
            cells.native(one.workspace_key),
        ),
        href=_to(selection.but(open=one.workspace_key)),
        selected=one.workspace_key == selection.open,
    )


def _to(selection: WorkspaceSelection) -> str:
    return link("workspaces", **selection.to_query())


def level_word(level: str) -> str:
    """Return a level with its words."""
    return said().standing.levels[_MODES[level]]  # type: ignore[index]


def place_cell(one: StoredWorkspace) -> Cell:
    """Write where a workspace lies below its repository, and its branch or commit."""
    w = said().workspaces
    kind = w.kinds[one.kind]
    branch = one.branch
    if branch is None and one.head is not None:
        branch = w.detached.format(commit=one.head[:_SHORT_ID])
    if one.path is None:
        return Cell(one_line(branch or "", 120), sub=kind, tip=one.repository, pills=_marks(one))
    name = kind if one.kind == "main" else below_folder(one.path, one.repository)
    return Cell(one_line(name, 120), sub=one_line(branch or "", 120) or None, tip=one.path, pills=_marks(one))


def _marks(one: StoredWorkspace) -> tuple[Pill, ...]:
    w = said().workspaces
    marks = []
    if one.is_locked:
        told = w.locked.format(reason=one.lock_reason) if one.lock_reason else w.locked_without
        marks.append(Pill(w.is_locked, "plain", tip=one_line(told)))
    if one.is_busy:
        marks.append(Pill(w.busy, "working"))
    return (*marks, *cells.origin_pills(one.origin))


def state_cell(one: StoredWorkspace) -> Cell:
    """Write the state as a word with its shape, and below it the level."""
    pill = Pill(said().workspaces.states[one.state], STATE_TONES[one.state], tip=one.state)
    w = said().workspaces
    return Cell("", pills=(pill,), sub=w.levels[one.level], sub_tip=level_word(one.level))


def changed_cell(one: StoredWorkspace) -> Cell:
    """Write how many files differ, and of which kinds."""
    w, dirty = said().workspaces, one.dirty
    if dirty is None:
        is_nothing = one.kind == "branch" or one.is_bare or not one.exists
        return Cell(said().state.nothing if is_nothing else said().state.not_known, muted=True)
    parts = (
        (dirty.staged, w.staged),
        (dirty.unstaged, w.unstaged),
        (dirty.untracked, w.untracked),
        (dirty.conflicted, w.conflicted),
    )
    told = [phrase.format(n=formats.count(number)) for number, phrase in parts if number]
    number = formats.count(dirty.files)
    text = w.at_least.format(n=number) if dirty.is_cut else number
    return Cell(text, sub=", ".join(told) or None, muted=not dirty.files and not dirty.is_cut)


def unmerged_cell(one: StoredWorkspace) -> Cell:
    """Write how many commits the base does not have, the base at the pointer."""
    unmerged = one.unmerged
    if unmerged is None:
        return Cell(said().state.not_known if one.head else said().state.nothing, muted=True)
    number = formats.count(unmerged.commits)
    text = said().workspaces.at_least.format(n=number) if unmerged.is_cut else number
    return Cell(text, tip=one_line(unmerged.base), muted=not unmerged.commits and not unmerged.is_cut)


def size_cell(size: SizeOnDisk | None) -> Cell:
    """Write what a workspace takes on the disk."""
    if size is None:
        return Cell(said().state.nothing, muted=True)
    shown = formats.size(size.size_bytes)
    is_floor = size.is_cut or size.unreadable
    return Cell(said().workspaces.at_least.format(n=shown) if is_floor else shown)


def _changed(one: StoredWorkspace) -> Cell:
    """Write how many files differ, of which kinds at the pointer."""
    whole = changed_cell(one)
    return replace(whole, sub=None, tip=whole.sub)


def _committed(one: StoredWorkspace) -> Cell:
    """Write how long ago the last commit was, what it says at the pointer."""
    commit = one.last_commit
    when = cells.moment(commit.committed_at if commit else None)
    if commit is None:
        return when
    return replace(when, tip=f"{when.tip}\n{commit.author}: {commit.subject}")


def commit_cell(one: StoredWorkspace) -> Cell:
    """Write what the last commit says, by whom and when."""
    commit = one.last_commit
    if commit is None:
        return Cell(said().state.not_known if one.head else said().state.nothing, muted=True)
    when = cells.moment(commit.committed_at)
    author = one_line(commit.author, 40)
    return Cell(
        one_line(commit.subject, 60), sub=f"{author} · {when.text}", tip=commit.subject, sub_tip=when.tip
    )


def result_cell(one: StoredWorkspace) -> Cell:
    """Write whether a result is on record, and where the newest stands."""
    w = said().workspaces
    if one.result is None:
        return Cell(said().state.nothing if one.kind == "main" else said().state.not_known, muted=True)
    if not one.results:
        return Cell(w.results[one.result], muted=True)
    newest = one.results[0]
    return Cell(
        w.results[one.result],
        sub=formats.status(newest.status, said()),
        href=link("task_evidence", run=newest.conversation_key, task=newest.task_id)
        if newest.conversation_key and newest.basis != "published"
        else None,
    )


def runs_cell(one: StoredWorkspace) -> Cell:
    """Write which run worked there last, and by which agent; the cell leads to how it was kept apart."""
    w = said()
    if not one.runs:
        return Cell(w.state.nothing if one.kind == "main" else w.state.not_known, muted=True)
    first, rest = one.runs[0], len(one.runs) - 1
    agent = first.agent_name or (first.agent_id and formats.short_id(first.agent_id))
    title = one_line(formats.run_title(first.title, first.conversation_id, w), 24)
    told = " · ".join(
        [*([one_line(agent, 30)] if agent else []), *([w.workspaces.more_runs(rest)] if rest else [])]
    )
    href = link("run_workspace", run=first.conversation_key, agent=first.agent_id)
    tip = f"{first.title or first.conversation_id}\n{w.workspaces.run_known_by[first.known_by]}"
    return Cell(title, sub=told or None, tip=tip, href=href)


def left_over_cell(one: StoredWorkspace, days: int) -> Cell:
    """Write why a workspace may be left over."""
    w = said().workspaces
    if not one.left_over:
        return Cell(said().state.nothing, muted=True)
    first, *more = [w.left_over[reason].format(days=days) for reason in one.left_over]
    return Cell(first, sub="; ".join(more) or None)


def repository_table(repositories: Sequence[RepositoryLooked], selection: WorkspaceSelection) -> None:
    """Draw the repositories with when somebody looked at each; each line shows it alone."""
    w = said().workspaces
    columns = [
        Column(w.repository),
        Column(w.base),
        Column(w.all, right=True),
        Column(w.may_be_left_over, right=True),
        Column(w.looked, right=True),
    ]
    rows = [
        Row(
            (
                Cell(
                    one_line(one.repository, 120),
                    sub=one_line(one.machine, 60),
                    tip=one.repository,
                    pills=cells.origin_pills(one.origin),
                ),
                Cell(one_line(", ".join(one.bases), 80) or said().state.not_known, muted=not one.bases),
                cells.number(one.workspaces),
                cells.number(one.left_over),
                cells.moment(one.looked_at),
            ),
            href=_to(WorkspaceSelection(repo=one.repository_key, days=selection.days)),
            selected=one.repository_key == selection.repo,
        )
        for one in repositories
    ]
    ledger(w.repositories, columns, rows, key="repositories", dense=True)
