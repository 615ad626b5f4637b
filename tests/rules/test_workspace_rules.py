"""Names of workspaces, how they stand, and commands that mean what they say."""

from __future__ import annotations

import os
import shutil
import subprocess
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data_access.contracts.workspaces import DirtyFiles, ObservedWorkspace, UnmergedCommits
from data_access.rules.commands_to_paste import shell_command
from data_access.rules.observed_worktrees import (
    ObservedWorktrees,
    SeenWorkspace,
    in_words_of_isolation,
)
from data_access.rules.policy_file import default_policy
from data_access.rules.workspace_patterns import (
    NamedWorkspace,
    Patterns,
    WorkspacePattern,
    given_patterns,
    policy_patterns,
)
from data_access.rules.workspace_states import SystemNames, left_over, state_of, suggestions

NOW = datetime(2026, 5, 10, tzinfo=UTC)
PATTERNS = Patterns(policy_patterns(default_policy().policy.worktrees))


@pytest.mark.parametrize(
    ("branch", "named"),
    [
        ("jarvis/run-1/worker-2", NamedWorkspace("jarvis", "run-1", "worker-2")),
        ("jarvis/运行/工人", NamedWorkspace("jarvis", "运行", "工人")),
        ("worktree-calm-river", NamedWorkspace("claude_code", None, "calm-river")),
        ("jarvis/run-1", None),
        ("jarvis/run-1/a/b", None),
        ("x/jarvis/run-1/a", None),
        ("main", None),
        (None, None),
    ],
)
def test_a_branch_tells_its_run_and_worker(branch, named):
    assert PATTERNS.of_branch(branch) == named


def test_a_folder_tells_its_run_and_worker_wherever_the_repository_lies():
    found = NamedWorkspace("jarvis", "r", "w")
    assert PATTERNS.of_folder("/srv/repo/.worktrees/jarvis/r/w") == found
    assert PATTERNS.of_folder(".worktrees/jarvis/r/w") == found
    assert PATTERNS.of_folder("/srv/my.worktrees/jarvis/r/w") is None
    assert PATTERNS.of_folder("/srv/repo/.claude/worktrees/x\ny").worker == "x\ny"


def test_signs_of_a_pattern_mean_themselves():
    found = Patterns(given_patterns(["a.b+(c)/{worker}-*"], ()))
    assert found.of_branch("a.b+(c)/w-1-x") == NamedWorkspace("given", None, "w-1")
    assert found.of_branch("aXb+(c)/w-1") is None


def test_a_pattern_of_anything_tells_no_branch_but_its_folder_does():
    found = Patterns([WorkspacePattern("codex", "*", ".worktrees/{worker}")])
    assert found.of_branch("main") is None
    assert found.of_folder("/srv/repo/.worktrees/w1") == NamedWorkspace("codex", None, "w1")


bash = shutil.which("bash")


@pytest.mark.skipif(bash is None, reason="needs bash")
@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])), min_size=1))
def test_a_shell_reads_the_words_that_were_meant(words):
    command = shell_command(words)
    assert command.isprintable()
    told = subprocess.run([str(bash), "-c", f"printf '%s\\0' {command}"], capture_output=True)
    assert told.stdout == b"".join(os.fsencode(word) + b"\0" for word in words)


def test_bytes_that_are_no_text_survive_a_shell():
    assert shell_command(["cat", os.fsdecode(b"a\xff1")]) == r"cat $'a\3771'"
    assert shell_command(["x", "it's \u202e"]) == r"x $'it\'s \342\200\256'"
    assert shell_command(["git", "-C", "/a/b", ""]) == "git -C /a/b ''"


def dirty(files: int, *, is_cut: bool = False) -> DirtyFiles:
    none = dict.fromkeys(("staged", "unstaged", "conflicted", "submodules"), 0)
    return DirtyFiles(files=files, untracked=files, is_cut=is_cut, **none)


def unmerged(commits: int, *, is_merged: bool | None = False, is_cut: bool = False) -> UnmergedCommits:
    return UnmergedCommits(base="main", commits=commits, is_merged=is_merged, is_cut=is_cut)


def facts(**told: Any) -> ObservedWorkspace:
    usual: dict[str, Any] = {
        "repository": "/repo",
        "kind": "linked",
        "path": "/repo/w",
        "branch": "b",
        "head": "1" * 40,
        "exists": True,
        "is_bare": False,
        "is_locked": False,
        "is_prunable": False,
        "dirty": dirty(0),
        "unmerged": unmerged(0),
        "bases": ("main",),
        "active_at": NOW - timedelta(days=1),
        "as_of": NOW,
    }
    return ObservedWorkspace(**usual | told)


@pytest.mark.parametrize(
    ("told", "state"),
    [
        ({}, "clean"),
        ({"unmerged": unmerged(0, is_merged=None)}, "clean"),
        ({"unmerged": unmerged(0, is_merged=True)}, "merged"),
        ({"unmerged": unmerged(3)}, "awaiting_merge"),
        ({"unmerged": unmerged(3, is_cut=True)}, "awaiting_merge"),
        ({"unmerged": unmerged(0, is_cut=True, is_merged=None)}, "not_known"),
        ({"unmerged": None}, "not_known"),
        ({"dirty": None}, "not_known"),
        ({"dirty": dirty(1), "unmerged": unmerged(3)}, "dirty"),
        ({"head": None, "unmerged": None}, "empty"),
        ({"kind": "branch", "path": None, "dirty": None}, "clean"),
        ({"is_bare": True, "dirty": None}, "bare"),
        ({"exists": False, "dirty": None}, "missing"),
    ],
)
def test_what_matters_most_is_the_state(told, state):
    assert state_of(facts(**told)) == state


@pytest.mark.parametrize(
    ("told", "result", "reasons"),
    [
        ({}, None, ()),
        ({}, "not_recorded", ()),
        ({}, "recorded", ("settled",)),
        ({"active_at": NOW - timedelta(minutes=59)}, "recorded", ()),
        ({"unmerged": unmerged(3)}, "recorded", ()),
        ({"dirty": dirty(1)}, "recorded", ()),
        ({"unmerged": unmerged(0, is_merged=True)}, None, ("merged",)),
        ({"unmerged": unmerged(0, is_merged=True), "active_at": NOW}, None, ()),
        ({"unmerged": unmerged(0, is_merged=True), "dirty": dirty(1)}, None, ()),
        ({"active_at": NOW - timedelta(days=8)}, None, ("old",)),
        ({"active_at": NOW - timedelta(days=8)}, "not_recorded", ("no_result", "old")),
        ({"active_at": NOW - timedelta(days=7)}, "not_recorded", ()),
        ({"active_at": None}, "not_recorded", ()),
        ({"exists": False, "is_prunable": True, "dirty": None}, None, ("missing", "prunable")),
        ({"kind": "main", "active_at": NOW - timedelta(days=800)}, "not_recorded", ()),
    ],
)
def test_why_a_workspace_may_be_left_over(told, result, reasons):
    one = facts(**told)
    assert left_over(one, state_of(one), result, now=NOW, older_than=timedelta(days=7)) == reasons


@pytest.mark.parametrize(
    ("told", "cleanup", "reasons"),
    [
        ({"dirty": dirty(2)}, "failed", ("cleanup_failed",)),
        ({"active_at": NOW}, "failed", ("cleanup_failed",)),
        ({}, "failed", ("cleanup_failed", "settled")),
        ({"dirty": dirty(2)}, "kept", ()),
        ({"dirty": dirty(2)}, "pending", ()),
        ({"kind": "main", "dirty": dirty(2)}, "failed", ()),
        ({"exists": False, "dirty": None}, "failed", ("missing",)),
    ],
)
def test_what_a_runtime_could_not_clean_up_is_left_over(told, cleanup, reasons):
    one = facts(**told)
    left = left_over(one, state_of(one), "recorded", cleanup, now=NOW, older_than=timedelta(days=7))
    assert left == reasons


def test_nothing_is_suggested_that_forces_or_that_names_the_main_directory():
    every = [
        facts(**told)
        for told in (
            {"kind": "main", "dirty": dirty(1)},
            {"unmerged": unmerged(0, is_merged=True), "is_locked": True},
            {"exists": False, "is_locked": True},
            {"kind": "branch", "path": None, "branch": "-x", "unmerged": unmerged(0, is_merged=True)},
            {"unmerged": unmerged(2), "branch": None},
            {"unmerged": unmerged(2), "bases": ()},
        )
    ]
    told = []
    for one in every:
        state = state_of(one)
        reasons = left_over(one, state, None, now=NOW, older_than=timedelta(days=7))
        names = SystemNames(one.repository, one.path, one.branch)
        told.append([suggestion.command for suggestion in suggestions(one, names, state, reasons)])
    assert told == [
        [],
        [
            "git -C /repo worktree unlock /repo/w",
            "git -C /repo worktree remove /repo/w",
            "git -C /repo branch -d -- b",
        ],
        [
            "git -C /repo worktree unlock /repo/w",
            "git -C /repo worktree prune --dry-run --verbose",
            "git -C /repo worktree prune --verbose",
        ],
        ["git -C /repo branch -d -- -x"],
        [f"git -C /repo log --oneline {'1' * 40} --not main --"],
        [],
    ]


def kept(one: ObservedWorkspace) -> SeenWorkspace:
    return SeenWorkspace(
        "key",
        one.repository,
        one.path,
        one.branch,
        one.kind == "linked",
        "m",
        one.as_of,
        one.model_dump_json(),
    )


def test_the_worktree_of_a_task_is_found_by_its_folder_or_its_branch():
    def seen(**told: Any) -> ObservedWorkspace:
        return facts(**{"path": "/repo/.worktrees/w", "branch": "agent/w"} | told)

    tree = seen(dirty=dirty(1).model_copy(update={"names": ("a.txt",)}), unmerged=unmerged(2))
    found = ObservedWorktrees([kept(tree), kept(seen(repository="/other", path="/other/.worktrees/w"))])
    for place in (
        ("/repo", ".worktrees/w", None),
        ("/repo/", "/repo/./.worktrees/w/", None),
        (None, "/repo/.worktrees/w", "unknown"),
        ("/repo", None, "refs/heads/agent/w"),
        ("/repo", "/gone", "agent/w"),
    ):
        there = found.of(*place)
        assert there is not None, place
        one = in_words_of_isolation(there.one)
        assert (one.repository, one.branch, one.dirty_files) == ("/repo", "agent/w", ("a.txt",))
        assert (one.base, one.unmerged_commits, one.is_merged, one.exists) == ("main", 2, False, True)
    for place in ((None, None, "agent/w"), ("/repo", None, None), ("/elsewhere", ".worktrees/w", "agent/w")):
        assert found.of(*place) is None, place
    newer = ObservedWorktrees([kept(seen(as_of=NOW + timedelta(days=1), exists=False)), kept(tree)])
    assert newer.of("/repo", ".worktrees/w", None).one.exists is False
    bare_branch = ObservedWorktrees([kept(seen(kind="branch", path=None))])
    assert in_words_of_isolation(bare_branch.of("/repo", "/gone", "agent/w").one).exists is False
    assert found.linked_above("/repo/.worktrees/w/src/a.py") == "/repo/.worktrees/w"
    assert found.linked_above("/repo/src/a.py") is None
