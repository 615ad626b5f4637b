"""The words of how agents were kept apart in English: levels, findings, what those rest on, files written."""

from __future__ import annotations

from dataclasses import dataclass, field

from dashboard.wording.counted import Counted


@dataclass(frozen=True)
class ApartWords:
    """How the work of agents was kept apart."""

    tab: str = "Workspace"
    agents: str = "Agents and where they worked"
    agents_hint: str = (
        "One line for each agent, or for each of its tasks that is on record. What nobody recorded and the "
        "work does not show is not known."
    )
    agent: str = "Agent"
    level_had: str = "Level had"
    called_for: str = "Called for"
    worked_in: str = "Worked in"
    stands: str = "State"
    merge: str = "Merge"
    result: str = "Result"
    operations_column: str = "Operations"
    files_column: str = "Files"
    known_by: dict[str, str] = field(
        default_factory=lambda: {
            "published": "recorded: its runtime published it",
            "stated": "recorded: the source of the run states it",
            "folder": "derived: the run itself stands there",
            "writes": "derived: all that it wrote lies there",
            "started": "derived: another agent started it",
        }
    )
    recorded: str = "recorded"
    is_derived: str = "derived"
    nobody_says: str = "nobody says"
    asked_for: str = "Asked for"
    place_not_known: str = "where it worked is not known"
    called_by: dict[str, Counted] = field(
        default_factory=lambda: {
            "dangerous_commands": Counted("ran {n} dangerous command", "ran {n} dangerous commands"),
            "files_written": Counted("wrote {n}", "wrote {n}"),
            "nothing_written": Counted("wrote nothing", "wrote nothing"),
        }
    )
    in_folders: Counted = Counted("in {n} folder", "in {n} folders")
    both: str = "{files} and {folders}"
    not_all_told: str = "not all that it did can be told"
    patterns: dict[str, str] = field(
        default_factory=lambda: {
            "kept": "named by the pattern",
            "other_branch": "branch not by the pattern",
            "other_folder": "folder not by the pattern",
            "neither": "named by no pattern",
        }
    )
    pattern: str = "Pattern"
    git_not_asked: str = "git not asked"
    git_not_asked_hint: str = "Nobody has loaded a look at this workspace: caseboard workspaces REPO --load"
    cleanup: str = "Cleaning up"
    cleanups: dict[str, str] = field(
        default_factory=lambda: {
            "pending": "not cleaned up yet",
            "done": "cleaned up",
            "failed": "cleaning up failed",
            "kept": "left on purpose",
        }
    )
    cleanup_policies: dict[str, str] = field(
        default_factory=lambda: {
            "on_success": "to go on success",
            "always": "always to go",
            "never": "to stay",
        }
    )
    merge_allowed: str = "allowed"
    merge_not_allowed: str = "not allowed"
    merge_not_told: str = "not known whether allowed"
    merged: str = "merged"
    not_merged: str = "not merged"
    merge_not_known: str = "not known whether merged"
    unmerged: Counted = Counted("{n} commit waits", "{n} commits wait")
    dirty: Counted = Counted("{n} file not committed", "{n} files not committed")
    recovered: str = "given back"
    partly: str = "partly given back"
    no_result: str = "no result on record"
    parts: dict[str, str] = field(
        default_factory=lambda: {
            "modified_files": "list of files",
            "git_diff_summary": "summary of the diff",
            "task_result": "result of the task",
            "verification_evidence": "evidence for a verifier",
        }
    )
    is_there: str = "Came back"
    is_missing: str = "Missing"
    missing: str = "missing: {parts}"
    diff: str = "Diff"
    modified: str = "Files it names as changed"
    files: Counted = Counted("{n} file", "{n} files")
    shared: Counted = Counted("{n} with others", "{n} with others")
    added: str = "Added"
    no_agents: str = "This source names no agent, and nothing on record says how the work was kept apart."
    every_agent: str = "All agents"
    chosen: str = "{agent} in full"
    task: str = "Task"
    cards_had: str = "Agents by level had"
    cards_findings: str = "Findings"
    cards_below: str = "Had less than called for"
    cards_files: str = "Files written"
    cards_shared: str = "Written by several agents"
    cards_rule: str = "Not simply allowed"
    none_found: str = "Nothing speaks against it"
    none_found_text: str = (
        "A finding needs facts on both sides: where a level, a workspace or a result is not known, there is "
        "none."
    )
    findings: str = "What speaks against the isolation"
    finding: str = "Finding"
    kinds: dict[str, str] = field(
        default_factory=lambda: {
            "level_too_low": "level too low",
            "context_leaked_in": "context leaked in",
            "context_leaked_out": "context leaked out",
            "shared_worktree": "shared worktree",
            "main_directory_written": "main directory written",
            "left_over": "left over",
            "dirty": "not committed",
            "awaiting_merge": "awaiting merge",
            "merged_not_allowed": "merged, not allowed",
            "result_not_recovered": "result not recovered",
        }
    )
    rests_on: str = "Rests on"
    causes: dict[str, Counted] = field(
        default_factory=lambda: {
            "dangerous_commands": Counted(
                "Ran {n} dangerous command, which calls for {called_for}; it had {had}.",
                "Ran {n} dangerous commands, which calls for {called_for}; it had {had}.",
            ),
            "files_written": Counted(
                "Wrote {written}, which calls for {called_for}; it had {had}.",
                "Wrote {written}, which calls for {called_for}; it had {had}.",
            ),
            "more_asked_for": Counted(
                "{names} was asked for; it had {had}.", "{names} was asked for; it had {had}."
            ),
            "full_history": Counted(
                "Was given the full history of its parent.", "Was given the full history of its parent."
            ),
            "more_given_back": Counted(
                "Gave back {names} besides its result.", "Gave back {names} besides its result."
            ),
            "main_directory_written": Counted(
                "Wrote {written} of the main directory, outside its own workspace.",
                "Wrote {written} of the main directory, outside its own workspace.",
            ),
            "same_worktree": Counted(
                "Works in the same worktree as {names}.", "Works in the same worktree as {names}."
            ),
            "cleanup_failed": Counted(
                "Its runtime says that cleaning up failed.", "Its runtime says that cleaning up failed."
            ),
            "cleanup_due": Counted(
                "Has ended, its worktree was {names}, and it is still there.",
                "Has ended, its worktree was {names}, and it is still there.",
            ),
            "not_committed": Counted(
                "Has ended, and {n} file of its worktree is not committed.",
                "Has ended, and {n} files of its worktree are not committed.",
            ),
            "merged_all_the_same": Counted(
                "Its branch is merged ({names}), which was not allowed.",
                "Its branch is merged ({names}), which was not allowed.",
            ),
            "commits_wait": Counted(
                "Has ended, and {n} commit waits to be merged ({names}).",
                "Has ended, and {n} commits wait to be merged ({names}).",
            ),
            "nothing_given_back": Counted(
                "Has ended and gave back no {names}.", "Has ended and gave back no {names}."
            ),
        }
    )
    grounds: dict[str, str] = field(
        default_factory=lambda: {
            "operations": "operations",
            "request": "request",
            "result": "result",
            "session": "session",
            "workspaces": "where both worked",
            "git": "what git said",
        }
    )
    join: str = ", "
    more: str = "{first} and {n} more"
    written: str = "Files written"
    written_hint: str = (
        "By what the operations say; what a program wrote by itself is not known. Failed and denied ones "
        "wrote nothing."
    )
    file: str = "File"
    writers: str = "Written by"
    last_write: str = "Last write"
    which_files: str = "Which files"
    shared_files: str = "By several agents ({n})"
    no_files: str = "No file is known to have been written."
    none_shared: str = "No file is known to have been written by several agents."
    times: Counted = Counted("{n} time", "{n} times")
    ran: str = "What the agents did"
    ran_hint: str = "What the rules do not simply allow comes first."
    no_operations: str = "No operation is recorded, and none follows from the calls of this run."
    ran_cut: str = "{shown} of {total} operations."
    all_operations: str = "All operations of agents"
    derived: str = "derived from a call"
    view: str = "View"
    view_places: str = "Workspaces"
    view_runs: str = "Runs and their agents"
    which_runs: str = "Which runs"
    every_team: str = "Of several agents or kept apart"
    recorded_only: str = "With a folder or a record"
    no_runs: str = "No run with agents that were kept apart"
    no_runs_text: str = (
        "Here stand runs of several agents, and those of which a folder or isolation is on record."
    )
    run_and_agents: str = "Run and its agents"
    changed_files: str = "Changed files"
    below: Counted = Counted("{n} had less", "{n} had less")
    more_agents: Counted = Counted("{n} more agent", "{n} more agents")
    not_examined: str = "not looked at here"
    not_examined_hint: str = (
        "Of the runs of a page up to 2,000 calls together are looked at. Open a run to see it all the same."
    )
    shared_title: str = "Files that several agents wrote"
    to_examine: Counted = Counted(
        "{n} run is still to be examined; files of it may be missing.",
        "{n} runs are still to be examined; files of them may be missing.",
    )
    examined: str = (
        "The first {shown} operations of this run were looked at; it has more. Figures are at least so many."
    )
