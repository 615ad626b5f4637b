"""What speaks against the isolation of a run: each finding in a sentence, and the way to what it rests on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dashboard.desk_session import link, said
from dashboard.parts.piece import Cell, Column, Pill, Row, hint, ledger, note
from dashboard.parts.workspace_table import level_word
from dashboard.theme import Tone
from dashboard.wording import formats
from data_access.contracts.isolation import FindingKind, IsolationFinding
from data_access.rules.text_safety import one_line
from data_access.rules.work_paths import below_folder

FINDING_TONES: dict[FindingKind, Tone] = {
    "level_too_low": "failed",
    "context_leaked_in": "failed",
    "context_leaked_out": "failed",
    "shared_worktree": "waiting",
    "main_directory_written": "failed",
    "left_over": "waiting",
    "dirty": "waiting",
    "awaiting_merge": "waiting",
    "merged_not_allowed": "failed",
    "result_not_recovered": "waiting",
}
_FIRST = 50
_NAMED = 5


def finding_table(
    findings: Sequence[IsolationFinding],
    names: Mapping[str | None, str],
    run: str,
    main_directory: str | None,
) -> None:
    """Draw the findings; where there is none, say what that does not mean."""
    w = said().apart
    if not findings:
        note(w.none_found, key="no-findings", text=w.none_found_text)
        return
    columns = [Column(w.finding), Column(w.agent), Column(w.rests_on)]
    rows = [_row(one, names, run, main_directory) for one in findings]
    ledger(w.findings, columns, rows, key="findings", dense=True, first=_FIRST)


def _row(one: IsolationFinding, names: Mapping[str | None, str], run: str, main_directory: str | None) -> Row:
    agent = names.get(one.agent_id, one.worker) if one.agent_id else one.worker
    chosen = link("run_workspace", run=run, agent=one.agent_id) if one.agent_id else None
    return Row(
        (
            Cell(
                finding_sentence(one),
                pills=(finding_pill(one.kind),),
                sub=_paths([below_folder(path, main_directory) for path in one.paths]),
                sub_tip="\n".join(one.paths[:20]) or None,
            ),
            Cell(one_line(agent, 80), tip=one.agent_id, href=chosen),
            _ground(one, run),
        )
    )


def finding_pill(kind: FindingKind) -> Pill:
    """Return a kind of finding as a mark."""
    return Pill(said().apart.kinds[kind], FINDING_TONES[kind], tip=kind)


def finding_sentence(one: IsolationFinding) -> str:
    """Return why a finding is one, with its values, in the viewer's language."""
    w = said().apart
    unknown = said().state.not_known
    values = {
        "had": level_word(one.level_had) if one.level_had else unknown,
        "called_for": level_word(one.level_called_for) if one.level_called_for else unknown,
        "names": _names(one),
        "written": written_told(one.amount or 0, one.folders),
    }
    amount = one.amount or 0
    phrase = w.causes[one.cause]
    template = phrase.one if amount == 1 else phrase.many
    return template.format(n=formats.count(amount), **values)


def written_told(files: int, folders: int) -> str:
    """Write how many files were written, and in how many folders files that no operation names."""
    w = said().apart
    if files and folders:
        return w.both.format(files=w.files(files), folders=w.in_folders(folders))
    return w.in_folders(folders) if folders else w.files(files)


def _names(one: IsolationFinding) -> str:
    w = said().apart
    if one.cause == "nothing_given_back":
        return w.join.join(w.parts[name] for name in one.names)
    if one.cause == "more_asked_for":
        return w.join.join(map(level_word, one.names))
    if one.cause == "cleanup_due":
        return w.join.join(w.cleanup_policies[name] for name in one.names)
    if one.cause in ("merged_all_the_same", "commits_wait"):
        return " → ".join(one_line(name, 80) for name in one.names if name)
    told = w.join.join(one_line(name, 60) for name in one.names[:_NAMED])
    rest = (one.amount if one.cause == "same_worktree" and one.amount else len(one.names)) - _NAMED
    return w.more.format(first=told, n=formats.count(rest)) if rest > 0 else told


def _paths(paths: Sequence[str]) -> str | None:
    if not paths:
        return None
    first = one_line(paths[0], 120)
    rest = len(paths) - 1
    return said().apart.more.format(first=first, n=formats.count(rest)) if rest else first


def _ground(one: IsolationFinding, run: str) -> Cell:
    """Write which records a finding rests on; the cell leads to the first of them that can be opened."""
    w = said()
    told = w.apart.join.join(w.apart.grounds[ground] for ground in one.rests_on)
    basis = w.bases.get(one.basis, one.basis)
    return Cell(told, sub=basis, tip=one.rule, href=_way(one, run))


def _way(one: IsolationFinding, run: str) -> str | None:
    if one.workspace_key:
        return link("workspaces", open=one.workspace_key)
    if one.events:
        return link("run_timeline", run=run, event=one.events[0], agent=one.agent_id)
    return link("run_workspace", run=run, agent=one.agent_id) if one.agent_id else None


def examined_hint(examined: int, *, is_cut: bool) -> None:
    """Say that a run has more operations than were looked at."""
    if is_cut:
        hint(said().apart.examined.format(shown=formats.count(examined)), key="examined")
