"""The agents of a run with the level each had and was called for, where it worked and what came of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from dashboard.desk_session import link, said
from dashboard.parts import cells
from dashboard.parts.apart_findings import written_told
from dashboard.parts.piece import (
    Card,
    Cell,
    Column,
    Crumb,
    Fact,
    Pill,
    Row,
    cards,
    facts,
    ledger,
    note,
    pages_line,
)
from dashboard.parts.workspace_table import STATE_TONES, level_word
from dashboard.selections import RunWorkspaceSelection
from dashboard.wording import formats
from data_access.contracts.isolation import IsolationLevel
from data_access.contracts.run_operations import (
    AgentApart,
    AgentWork,
    GivenBack,
    RunIsolation,
    WrittenFiles,
)
from data_access.rules.isolation_findings import LEVELS, is_below
from data_access.rules.text_safety import one_line
from data_access.rules.work_paths import below_folder

_FIRST_AGENTS = 100
_LONGEST = 4096
_SHOWN_FILES = 20


def apart_cards(reading: RunIsolation, files: WrittenFiles, selection: RunWorkspaceSelection) -> None:
    """Draw how many agents had which level, how many findings, files and operations there are."""
    w = said().apart
    had = Counter(one.level_had for one in reading.agents)
    told = [
        f"{formats.count(had[level])} × {said().workspaces.levels[level]}" for level in LEVELS if had[level]
    ]
    unknown = [f"{formats.count(had[None])} {said().state.not_known}"] if had[None] else []
    below = sum(is_below(one.level_had, one.level_called_for) for one in reading.agents)
    verdicts: Counter[str] = Counter()
    for one in reading.agents:
        verdicts.update(one.by_verdict)
    asked = {verdict: n for verdict, n in verdicts.items() if verdict != "allowed" and n}
    kinds = Counter(one.kind for one in reading.findings)
    cards(
        [
            Card(w.cards_had, formats.count(len(reading.agents)), sub=" · ".join([*told, *unknown]) or None),
            Card(w.cards_below, formats.count(below), tone="failed" if below else "plain"),
            Card(
                w.cards_findings,
                formats.count(len(reading.findings)),
                sub=" · ".join(f"{w.kinds[kind]}: {formats.count(n)}" for kind, n in kinds.items()) or None,
                tone="waiting" if kinds else "plain",
            ),
            Card(
                w.cards_files,
                _floor(files.written, files),
                href=_to(selection.but(shared=False, agent=None, cursor=None, skipped=0)),
            ),
            Card(
                w.cards_shared,
                _floor(files.shared, files),
                tone="waiting" if files.shared else "plain",
                href=_to(selection.but(shared=True, agent=None, cursor=None, skipped=0)),
            ),
            Card(
                w.cards_rule,
                formats.count(sum(asked.values())),
                sub=" · ".join(
                    f"{said().policy.verdicts[verdict]}: {formats.count(n)}" for verdict, n in asked.items()
                )
                or None,
                tone="waiting" if asked else "plain",
            ),
        ],
        key="apart-cards",
    )


def _floor(amount: int, files: WrittenFiles) -> str:
    """Write a count; of a run that was not looked at whole there are at least so many."""
    shown = formats.count(amount)
    return shown if files.is_examined_whole else said().workspaces.at_least.format(n=shown)


def agent_table(reading: RunIsolation, selection: RunWorkspaceSelection) -> None:
    """Draw the agents; a line shows one of them in full."""
    w = said().apart
    if not reading.agents:
        note(w.no_agents, key="no-agents")
        return
    columns = [
        Column(w.agent),
        Column(w.level_had, wide=True),
        Column(w.called_for),
        Column(w.stands, wide=True),
        Column(w.merge, optional=True),
        Column(w.result, optional=True),
        Column(w.operations_column, right=True),
        Column(w.files_column, right=True),
    ]
    rows = [_row(one, reading.main_directory, selection) for one in reading.agents]
    ledger(w.agents, columns, rows, key="agents-apart", dense=True, first=_FIRST_AGENTS)


def _row(one: AgentWork, main_directory: str | None, selection: RunWorkspaceSelection) -> Row:
    chosen = selection.but(agent=one.agent_id, cursor=None, skipped=0)
    return Row(
        (
            _agent(one, main_directory),
            level_had_cell(one),
            replace(called_for_cell(one), sub=None, tip=called_for_cell(one).sub),
            _state(one),
            _merge(one),
            _result(one.given_back),
            cells.number(one.operations),
            _files(one),
        ),
        href=_to(chosen) if one.agent_id else None,
        selected=one.agent_id is not None and one.agent_id == selection.agent,
    )


def _to(selection: RunWorkspaceSelection) -> str:
    return link("run_workspace", **selection.to_query())


def worker_name(one: AgentWork | AgentApart) -> str:
    """Return what to call an agent: its name, its role, `main agent`, or the head of its id."""
    w = said().run
    if one.agent_id is None:
        return w.no_agent
    if one.agent_id == "main" and one.name in (None, "main"):
        return w.main_agent
    return one.name or one.role or formats.short_id(one.agent_id)


def worker_names(agents: Sequence[AgentWork]) -> dict[str | None, str]:
    """Return what to call each agent of a run, by its id."""
    return {one.agent_id: worker_name(one) for one in agents}


def level_had_cell(one: AgentWork) -> Cell:
    """Write the level an agent had and how that is known; unknown is said so."""
    w = said().apart
    if one.level_had is None or one.level_known_by is None:
        return Cell("", pills=(Pill(said().state.not_known, "unknown"),), sub=w.nobody_says)
    short = w.is_derived if one.is_mode_seen else w.recorded
    pill = _level_pill(one.level_had, is_bad=is_below(one.level_had, one.level_called_for))
    return Cell("", pills=(pill,), sub=short, sub_tip=w.known_by[one.level_known_by])


def called_for_cell(one: AgentWork) -> Cell:
    """Write the level that what an agent did calls for, and what of it does."""
    w = said().apart
    if one.level_called_for is None or one.called_for_by is None:
        return Cell("", pills=(Pill(said().state.not_known, "unknown"),), sub=w.not_all_told)
    phrase = w.called_by[one.called_for_by]
    if one.called_for_by == "files_written":
        sub = phrase(1, written_told(one.files_total, one.folders).strip())
    else:
        sub = phrase(one.dangerous)
    return Cell("", pills=(_level_pill(one.level_called_for),), sub=sub)


def _level_pill(level: IsolationLevel, *, is_bad: bool = False) -> Pill:
    return Pill(said().workspaces.levels[level], "failed" if is_bad else "plain", tip=level_word(level))


def _agent(one: AgentWork, main_directory: str | None) -> Cell:
    """Write what an agent is called, and below it where it worked and on which branch."""
    w = said().apart
    name = one_line(worker_name(one), 80)
    place = one.workspace and one_line(below_folder(one.workspace, main_directory), 120)
    branch = one.branch and one_line(one.branch, 80)
    where = " · ".join(part for part in (place, branch) if part)
    marks = (Pill(w.patterns[one.pattern], "waiting"),) if one.pattern not in (None, "kept") else ()
    told = [one.role, one.agent_id, one.task_id and f"{w.task} {one.task_id}"]
    tip = "\n".join(part for part in told if part)
    return Cell(name, sub=where or w.place_not_known, tip=tip or None, sub_tip=where or None, pills=marks)


def _state(one: AgentWork) -> Cell:
    """Write how git saw the workspace, and how cleaning up stands."""
    w = said().apart
    cleanup = w.cleanups[one.cleanup_status] if one.cleanup_status else None
    if one.git is None:
        if one.workspace is None:
            return Cell(said().state.nothing, muted=True)
        return Cell(w.git_not_asked, sub=cleanup, muted=True, tip=w.git_not_asked_hint)
    word = said().workspaces.states[one.git.state]
    looked = cells.moment(one.git.as_of)
    return Cell(
        "", pills=(Pill(word, STATE_TONES[one.git.state], tip=looked.tip),), sub=cleanup or looked.text
    )


def _merge(one: AgentWork) -> Cell:
    w = said().apart
    if one.workspace is None and one.merge_allowed is None:
        return Cell(said().state.nothing, muted=True)
    merged = _merged(one)
    if one.merge_allowed is None and merged == w.merge_not_known:
        tip = f"{w.merge_not_told}\n{w.merge_not_known}"
        return Cell(said().state.not_known, muted=True, tip=tip)
    allowed = {True: w.merge_allowed, False: w.merge_not_allowed, None: w.merge_not_told}[one.merge_allowed]
    is_bad = one.merge_allowed is False and one.git is not None and one.git.is_merged is True
    return Cell(allowed, sub=merged, muted=one.merge_allowed is None, tone="failed" if is_bad else "plain")


def _merged(one: AgentWork) -> str:
    w = said().apart
    git = one.git
    if git is None or (git.is_merged is None and git.unmerged_commits is None):
        return w.merge_not_known
    if git.unmerged_commits:
        return w.unmerged(git.unmerged_commits)
    return {True: w.merged, False: w.not_merged, None: w.merge_not_known}[git.is_merged]


def _result(told: GivenBack | None) -> Cell:
    w = said().apart
    if told is None:
        return Cell(w.no_result, muted=True)
    status = formats.status(told.status, said()) if told.status else None
    if told.missing:
        parts = w.missing.format(parts=w.join.join(w.parts[name] for name in told.missing))
        return Cell(w.partly if told.parts else w.no_result, sub=status, tip=parts, tone="waiting")
    there = w.join.join(w.parts[name] for name in told.parts)
    return Cell(w.recovered if told.parts else said().state.not_known, sub=status, tip=there or None)


def _files(one: AgentWork) -> Cell:
    """Write how many files an agent wrote, marked where others wrote some of them too."""
    shared = len(one.shared_files)
    tip = said().apart.shared(shared) if shared else None
    marks = (Pill(formats.count(shared), "waiting", tip=tip),) if shared else ()
    return Cell(formats.count(one.files_total), pills=marks, muted=not one.files_total)


def agent_in_full(reading: RunIsolation, selection: RunWorkspaceSelection) -> None:
    """Draw what is known of the chosen agent, line by line; nothing where none is chosen."""
    w = said().apart
    chosen = [one for one in reading.agents if one.agent_id is not None and one.agent_id == selection.agent]
    if not chosen:
        return
    everybody = _to(selection.but(agent=None, cursor=None, skipped=0))
    title = w.chosen.format(agent=one_line(worker_name(chosen[0]), 80))
    pages_line(title, [Crumb(w.every_agent, everybody)], key="chosen-agent")
    for number, one in enumerate(chosen[:_SHOWN_FILES]):
        known = [fact for fact in _facts(one) if fact.value is not None]
        facts(known, key=f"agent-facts-{number}")


def _facts(one: AgentWork) -> list[Fact]:
    w, git, told = said().apart, one.git, one.given_back
    names: Mapping[str, str] = w.parts
    return [
        Fact(w.task, Cell(one_line(one.task_id, 120), mono=True) if one.task_id else None),
        Fact(w.level_had, _level_in_full(one)),
        Fact(
            w.asked_for, said().standing.levels[one.asked_mode] if one.asked_mode else said().state.not_known
        ),
        Fact(w.called_for, called_for_cell(one)),
        Fact(w.pattern, w.patterns[one.pattern] if one.pattern else said().state.not_known),
        Fact(w.merge, _merge(one)),
        Fact(w.cleanup, _cleanup(one)),
        Fact(w.result, _result(told)),
        Fact(w.is_there, w.join.join(names[part] for part in told.parts) if told and told.parts else None),
        Fact(
            w.is_missing, w.join.join(names[part] for part in told.missing) if told and told.missing else None
        ),
        Fact(w.stands, _git(one) if git else Cell(w.git_not_asked, tip=w.git_not_asked_hint, muted=True)),
        Fact(w.worked_in, _copied(one.workspace), wide=True),
        Fact(said().workspaces.branch, _copied(one.branch), wide=True),
        Fact(
            w.diff,
            one_line(told.git_diff_summary, 300) if told and told.git_diff_summary else None,
            wide=True,
        ),
        Fact(w.modified, _modified(told) if told else None, wide=True),
        Fact(w.added, one_line(w.join.join(one.added), 500) or None, wide=True),
    ]


def _level_in_full(one: AgentWork) -> Cell:
    short = level_had_cell(one)
    return short if short.sub_tip is None else replace(short, sub=short.sub_tip, sub_tip=None)


def _copied(name: str | None) -> Cell:
    if name is None:
        return Cell(said().state.not_known, muted=True)
    return Cell(one_line(name, _LONGEST), mono=True, copy=name)


def _cleanup(one: AgentWork) -> Cell:
    w = said().apart
    stated = w.cleanups[one.cleanup_status] if one.cleanup_status else said().state.not_known
    policy = w.cleanup_policies[one.cleanup_policy] if one.cleanup_policy else None
    return Cell(stated, sub=policy, muted=one.cleanup_status is None)


def _git(one: AgentWork) -> Cell:
    state, git = _state(one), one.git
    assert git is not None
    dirty = said().apart.dirty(git.dirty_files) if git.dirty_files else None
    looked = cells.moment(git.as_of)
    sub = " · ".join(part for part in (dirty, one_line(git.machine, 60), looked.text) if part)
    return Cell(
        "", pills=state.pills, sub=sub, sub_tip=looked.tip, href=link("workspaces", open=git.workspace_key)
    )


def _modified(told: GivenBack) -> str | None:
    w = said().apart
    if told.modified_files is None or told.modified_files_total is None:
        return None
    shown = one_line(w.join.join(told.modified_files[:_SHOWN_FILES]), 2000)
    rest = told.modified_files_total - len(told.modified_files[:_SHOWN_FILES])
    return w.more.format(first=shown, n=formats.count(rest)) if rest > 0 else shown or said().state.nothing
