"""What is told of real repositories: every standing a worktree can have, hostile ones, nothing changed."""

from __future__ import annotations

import os
import shutil
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from data_access.contracts.common import Listing
from data_access.contracts.workspaces import Workspace, WorkspaceListing, WorkspaceResult, WorkspacesQuery
from data_access.errors import GitMissing, InvalidInput, NoRepository, RepositoryNotOwned
from data_access.importers.worktrees import disk_size, file_status, git_process
from data_access.importers.worktrees.repository import MOST_LOGS_READ
from data_access.reading.workspaces import narrowed, workspaces
from data_access.rules.policy_file import default_policy
from data_access.rules.workspace_patterns import policy_patterns
from tests.throwaway_repositories import FOLDER, WORKER, ThrowawayRepository, everything_in

USUAL = policy_patterns(default_policy().policy.worktrees)
pytestmark = [
    pytest.mark.skipif(shutil.which("git") is None, reason="needs git"),
    pytest.mark.skipif(sys.platform == "win32", reason="names, links and pipes are those of POSIX"),
]


@pytest.fixture(autouse=True)
def nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask as somebody without settings of their own."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)


@pytest.fixture
def repository(tmp_path: Path) -> ThrowawayRepository:
    return ThrowawayRepository(tmp_path / "repo")


def look(*places: Path, results: Any = None, now: datetime | None = None, **asked: Any) -> WorkspaceListing:
    query = WorkspacesQuery(**asked)
    return narrowed(workspaces(list(places), query, results, usual=USUAL, now=now), query)


def linked(listing: WorkspaceListing) -> Workspace:
    (only,) = [one for one in listing.items if one.kind == "linked"]
    return only


def test_a_fresh_worktree_is_told_whole(repository):
    place = repository.worktree()
    listing = look(repository.root)
    main, worker = listing.items
    assert (main.kind, main.level, main.branch, main.state, main.left_over) == (
        "main",
        "L0",
        "main",
        "clean",
        (),
    )
    assert (worker.path, worker.branch, worker.level) == (str(place), WORKER, "L2")
    assert (worker.source, worker.run, worker.worker) == ("jarvis", "run-1", "worker-2")
    assert worker.dirty is not None
    assert (worker.state, worker.dirty.files, worker.left_over, worker.problems) == ("clean", 0, (), ())
    assert worker.unmerged is not None
    assert (worker.unmerged.base, worker.unmerged.commits, worker.unmerged.is_merged) == ("main", 0, False)
    assert worker.last_commit is not None
    assert worker.last_commit.committed_at == datetime(2026, 5, 1, 2, tzinfo=UTC)
    assert (worker.last_commit.author, worker.last_commit.subject) == ("王 小明", "Begin")
    assert (worker.result, listing.records_asked, listing.basis) == (None, False, "git")
    (seen,) = listing.repositories
    assert (seen.repository, seen.base, seen.worktrees, seen.branches) == (str(repository.root), "main", 2, 1)


def test_changed_files_are_counted_by_kind_without_ignored_ones_and_worktrees_inside(repository):
    place = repository.worktree()
    (place / "readme.txt").write_text("other\n")
    (place / "new.txt").write_text("new\n")
    repository.git("add", "new.txt", cwd=place)
    (place / "new.txt").write_text("new, and changed again\n")
    (place / "说明 一.txt").write_text("untracked\n")
    (place / "ignored").mkdir()
    (place / "ignored" / "cache").write_text("x")
    inner = repository.worktree("jarvis/run-1/inner", f"{FOLDER}/inner here")
    outer = next(one for one in look(repository.root).items if one.path == str(place))
    assert outer.dirty is not None
    assert outer.dirty.model_dump(exclude={"names"}) == {
        "files": 3,
        "staged": 1,
        "unstaged": 2,
        "untracked": 1,
        "conflicted": 0,
        "submodules": 0,
        "is_cut": False,
    }
    assert set(outer.dirty.names) == {"readme.txt", "new.txt", "说明 一.txt"}
    assert (outer.state, [one.command for one in outer.suggestions]) == ("dirty", [f"git -C {place} status"])
    main = look(repository.root).items[0]
    assert main.dirty is not None
    assert main.dirty.files == 0, "neither the worktree inside nor the one inside that is a file of it"
    assert inner.is_dir()


def test_files_in_conflict_are_said(repository):
    place = repository.worktree()
    repository.commit("Ours", {"readme.txt": "ours\n"})
    repository.commit("Theirs", {"readme.txt": "theirs\n"}, cwd=place)
    with pytest.raises(AssertionError):
        repository.git("merge", "--quiet", "main", cwd=place)
    dirty = linked(look(repository.root)).dirty
    assert dirty is not None
    assert (dirty.files, dirty.conflicted, dirty.staged, dirty.unstaged) == (1, 1, 0, 0)


def test_commits_wait_until_the_base_has_them_and_then_the_worktree_is_left_over(repository):
    place = repository.worktree()
    repository.commit("One", {"one.txt": "1"}, cwd=place)
    repository.commit("Two", {"two.txt": "2"}, cwd=place)
    waiting = linked(look(repository.root))
    assert waiting.unmerged is not None
    assert (waiting.state, waiting.unmerged.commits, waiting.left_over) == ("awaiting_merge", 2, ())
    (suggested,) = waiting.suggestions
    told = repository.git(*suggested.command.split()[1:]).decode().splitlines()
    assert [line.split(" ", 1)[1] for line in told] == ["Two", "One"]
    repository.git("merge", "--quiet", "--ff-only", WORKER)
    just_merged = linked(look(repository.root))
    assert (just_merged.state, just_merged.left_over, just_merged.suggestions) == ("merged", (), ())
    repository.rest()
    merged = linked(look(repository.root))
    assert (merged.state, merged.left_over) == ("merged", ("merged",))
    assert [(one.purpose, one.command) for one in merged.suggestions] == [
        ("remove", f"git -C {repository.root} worktree remove {place}"),
        ("delete_branch", f"git -C {repository.root} branch -d -- {WORKER}"),
    ]
    for one in merged.suggestions:
        repository.git(*one.command.split()[1:])
    assert [one.kind for one in look(repository.root).items] == ["main"]


def test_what_was_merged_beside_the_line_of_the_base_counts_as_merged_without_a_log(repository):
    place = repository.worktree()
    repository.commit("One", {"one.txt": "1"}, cwd=place)
    repository.commit("Meanwhile", {"other.txt": "1"})
    repository.git("merge", "--quiet", "--no-ff", "-m", "Merge", WORKER)
    shutil.rmtree(repository.root / ".git" / "logs")
    assert linked(look(repository.root)).state == "merged"


def test_without_a_log_nobody_says_whether_a_branch_had_commits_of_its_own(repository):
    repository.worktree()
    shutil.rmtree(repository.root / ".git" / "logs")
    unmerged = linked(look(repository.root)).unmerged
    assert unmerged is not None
    assert (unmerged.commits, unmerged.is_merged) == (0, None)


def test_the_base_is_given_or_found_at_the_remote_or_said_not_to_be_known(repository, tmp_path):
    repository.git("branch", "-m", "main", "work")
    repository.worktree()
    found = look(repository.root).repositories[0]
    assert found.base == "work", "what is checked out in the main directory"
    repository.git("branch", "release/一")
    assert look(repository.root, base="release/一").repositories[0].base == "release/一"
    missing = look(repository.root, base="nowhere")
    assert missing.repositories[0].base is None
    assert "no branch nowhere" in missing.repositories[0].problems[0]
    assert {one.state for one in missing.items} == {"not_known"}
    clone = tmp_path / "clone"
    repository.git("clone", "--quiet", repository.root, clone)
    assert look(clone).repositories[0].base == "work, origin/work"


def test_a_detached_worktree_names_its_commit(repository):
    place = repository.root / ".worktrees" / "jarvis" / "run-1" / "loose"
    repository.git("worktree", "add", "--quiet", "--detach", place)
    one = linked(look(repository.root))
    assert (one.is_detached, one.branch, len(one.head or "")) == (True, None, 40)
    assert (one.source, one.worker) == ("jarvis", "loose"), "its folder still tells"


def test_a_lock_is_told_with_its_reason(repository):
    place = repository.worktree()
    assert linked(look(repository.root)).is_locked is False
    repository.git("worktree", "lock", "--reason", "on a stick,\n别动", place)
    one = linked(look(repository.root))
    assert (one.is_locked, one.lock_reason) == (True, "on a stick,\n别动")
    shutil.rmtree(place)
    gone = linked(look(repository.root))
    assert (gone.state, gone.is_prunable, gone.left_over) == ("missing", False, ("missing",))
    assert [one.purpose for one in gone.suggestions] == ["unlock", "look", "prune"]


def test_a_missing_worktree_is_prunable_and_the_suggestion_prunes_it(repository):
    shutil.rmtree(repository.worktree())
    one = linked(look(repository.root))
    assert (one.state, one.is_prunable, one.dirty, one.size) == ("missing", True, None, None)
    assert "non-existent" in (one.prunable_reason or "")
    assert one.left_over == ("missing", "prunable")
    repository.git(*one.suggestions[-1].command.split()[1:])
    kinds = [(one.kind, one.branch) for one in look(repository.root).items]
    assert kinds == [("main", "main"), ("branch", WORKER)]


def test_a_bare_repository_has_worktrees_and_no_files(repository, tmp_path):
    bare = tmp_path / "bare.git"
    repository.git("clone", "--quiet", "--bare", repository.root, bare)
    repository.git("worktree", "add", "--quiet", "-b", WORKER, tmp_path / "outside", cwd=bare)
    main, worker = look(bare).items
    assert (main.state, main.path, main.dirty, main.size) == ("bare", str(bare), None, None)
    assert (worker.state, worker.path) == ("clean", str(tmp_path / "outside"))
    assert look(bare).repositories[0].base == "main"


def test_a_repository_without_commits_is_empty(tmp_path):
    empty = ThrowawayRepository(tmp_path / "empty", begin=False)
    (only,) = look(empty.root).items
    assert (only.state, only.head, only.branch, only.last_commit, only.unmerged) == (
        "empty",
        None,
        "main",
        None,
        None,
    )
    (empty.root / "first.txt").write_text("1")
    (only,) = look(empty.root).items
    assert only.dirty is not None
    assert (only.state, only.dirty.untracked) == ("dirty", 1)


def test_a_submodule_counts_as_one_file_and_can_be_looked_at_itself(repository, tmp_path):
    inner = ThrowawayRepository(tmp_path / "inner")
    repository.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.root, "子模块")
    repository.commit("Take it in", {})
    assert look(repository.root).items[0].state == "clean"
    module = repository.root / "子模块"
    (module / "changed.txt").write_text("inside")
    assert look(repository.root).items[0].state == "clean", "nobody looks inside"
    repository.commit("Inside", {}, cwd=module)
    dirty = look(repository.root).items[0].dirty
    assert dirty is not None
    assert (dirty.files, dirty.unstaged, dirty.submodules, dirty.names) == (1, 1, 1, ("子模块",))
    itself = look(module)
    assert itself.repositories[0].repository == str(module)
    assert itself.items[0].unmerged is not None
    assert itself.items[0].path == str(module)


@pytest.mark.parametrize(
    "name",
    [
        "水 厂",
        "it's",
        'double " quote',
        "line\nbreak",
        "-leading",
        "$HOME `id`",
        "trail ",
        "\u202etxt",
        "\udcff",
    ],
)
def test_odd_names_are_told_and_suggestions_mean_them(repository, name, tmp_path):
    try:
        place = repository.worktree(folder=name)
    except (OSError, UnicodeEncodeError):
        pytest.skip("this disk takes no such name")
    (place / name).write_text("untracked")
    one = linked(look(repository.root))
    assert one.dirty is not None
    assert (one.dirty.files, one.dirty.untracked) == (1, 1)
    assert one.problems == ()
    shown = one.path or ""
    shown.encode()
    assert shown.endswith(name if name != "\udcff" else "\\xff")
    (look_first,) = one.suggestions
    assert look_first.command.isprintable()
    out = tmp_path / "out"
    os.system(f"bash -c {bash_word(look_first.command + ' --porcelain -z >' + str(out))}")
    assert out.read_bytes() == b"?? " + os.fsencode(name) + b"\0"


def bash_word(text: str) -> str:
    import shlex

    return shlex.quote(text)


def test_a_path_that_is_no_repository_is_refused_plainly(tmp_path):
    for place, why in (
        (tmp_path, "is in no git repository"),
        (tmp_path / "none", "no folder"),
        (Path("\0"), "no folder"),
    ):
        with pytest.raises(NoRepository, match=why):
            look(place)


def test_of_several_repositories_one_that_cannot_be_read_is_named_beside_the_others(repository, tmp_path):
    listing = look(tmp_path, repository.root, repository.root)
    assert [one.kind for one in listing.items] == ["main"], "one that is named twice is told once"
    good, bad = listing.repositories
    assert (good.worktrees, bad.worktrees) == (1, 0)
    assert "no git repository" in bad.problems[0]


def test_without_git_it_is_said(repository, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(GitMissing, match="no git on this machine"):
        look(repository.root)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "git").write_text("#!/bin/sh\ntouch pwned\n")
    (tmp_path / "git").chmod(0o755)
    monkeypatch.setenv("PATH", os.pathsep.join((".", "")))
    with pytest.raises(GitMissing):
        look(repository.root)
    assert not (tmp_path / "pwned").exists(), "a program of the current folder is no git"


def test_an_old_git_is_said(repository, monkeypatch, tmp_path):
    (tmp_path / "bin").mkdir()
    old = tmp_path / "bin" / "git"
    old.write_text("#!/bin/sh\necho git version 2.20.1\n")
    old.chmod(0o755)
    monkeypatch.setenv("PATH", str(old.parent))
    with pytest.raises(git_process.GitTooOld, match=r"2\.20\.1 is too old.*2\.36"):
        look(repository.root)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives folders away")
def test_a_repository_of_somebody_else_is_refused_with_what_to_do(repository):
    for path in (repository.root, repository.root / ".git"):
        os.chown(path, 12345, 12345)
    with pytest.raises(RepositoryNotOwned) as refused:
        look(repository.root)
    assert "belongs to another user" in refused.value.message
    assert f"git config --global --add safe.directory {repository.root}" in refused.value.message
    repository.git("config", "--global", "--add", "safe.directory", repository.root)
    assert look(repository.root).items[0].kind == "main"


PROGRAMS = {
    "core.fsmonitor": "{trap}",
    "core.pager": "{trap}",
    "pager.status": "{trap}",
    "pager.worktree": "{trap}",
    "core.sshCommand": "{trap}",
    "core.askPass": "{trap}",
    "core.editor": "{trap}",
    "core.hooksPath": "{hooks}",
    "core.alternateRefsCommand": "{trap}",
    "credential.helper": "{trap}",
    "diff.external": "{trap}",
    "diff.trap.textconv": "{trap}",
    "diff.trap.command": "{trap}",
    "filter.trap.clean": "{trap}",
    "filter.trap.smudge": "{trap}",
    "filter.trap.process": "{trap}",
    "filter.trap.required": "true",
    "gpg.program": "{trap}",
    "log.showSignature": "true",
    "merge.trap.driver": "{trap}",
    "alias.status": "!{trap}",
    "alias.worktree": "!{trap}",
    "protocol.ext.allow": "always",
    "remote.origin.url": "ext::{trap}",
    "remote.origin.uploadpack": "{trap}",
    "remote.origin.promisor": "true",
    "extensions.partialClone": "origin",
    "uploadpack.packObjectsHook": "{trap}",
    "trailer.trap.command": "{trap}",
    "core.gitProxy": "{trap}",
    "submodule.recurse": "true",
    "status.submoduleSummary": "true",
}


def test_nothing_of_a_hostile_repository_runs_and_not_a_byte_of_it_changes(repository, tmp_path):
    place = repository.worktree()
    inner = ThrowawayRepository(tmp_path / "inner")
    repository.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.root, "module")
    attributes = "* filter=trap diff=trap merge=trap\n"
    repository.commit("Attributes", {".gitattributes": attributes, "data.txt": "1\n", "module/own.txt": "x"})
    repository.commit("Attributes", {".gitattributes": attributes, "data.txt": "1\n"}, cwd=place)
    lost = repository.commit("Lost", {"lost.txt": "lost\n"}, cwd=place)
    trap, hooks, sprung = tmp_path / "trap", tmp_path / "hooks", tmp_path / "sprung"
    hooks.mkdir()
    trap.write_text(f'#!/bin/sh\necho "$0 $@" >> {sprung}\nexit 1\n')
    trap.chmod(0o755)
    for hook in ("post-index-change", "reference-transaction", "fsmonitor-watchman", "post-checkout"):
        shutil.copy(trap, hooks / hook)
        shutil.copy(trap, repository.root / ".git" / "hooks" / hook)
    for folder in (repository.root / ".git", repository.root / ".git" / "modules" / "module"):
        for name, value in PROGRAMS.items():
            repository.git("config", "--file", folder / "config", name, value.format(trap=trap, hooks=hooks))
        repository.git("config", "--file", folder / "config", "core.repositoryFormatVersion", "1")
    # Files that must be compared by their content, and a commit that would have to be fetched.
    for folder in (repository.root, place):
        (folder / "data.txt").write_text("2\n")
        os.utime(folder / "data.txt", (1, 1))
    tree = repository.root / ".git" / "objects"
    shutil.copytree(tree, tmp_path / "kept")
    (tree / lost[:2] / lost[2:]).unlink()
    before = everything_in(repository.root, place, tmp_path / "home")
    listing = look(repository.root)
    assert not sprung.exists(), sprung.read_text()
    assert everything_in(repository.root, place, tmp_path / "home") == before
    main, worker = listing.items
    assert main.dirty is not None
    assert (main.state, main.dirty.names) == ("dirty", ("data.txt",))
    assert worker.last_commit is None
    assert "its last commit could not be read" in worker.problems
    shutil.rmtree(tree)
    shutil.move(tmp_path / "kept", tree)
    # The trap does spring where git is asked as people ask it.
    with pytest.raises(AssertionError):
        repository.git("status")
    assert sprung.exists()


def test_a_repository_that_lists_a_folder_of_somebody_else_is_not_believed(repository, tmp_path):
    repository.worktree()
    private = tmp_path / "private"
    private.mkdir()
    (private / "secret.txt").write_text("secret")
    (entry,) = (repository.root / ".git" / "worktrees").iterdir()
    for link in (None, f"gitdir: {tmp_path / 'elsewhere'}\n", "x" * 10_000):
        if link is not None:
            (private / ".git").write_text(link)
        (entry / "gitdir").write_text(f"{private / '.git'}\n")
        one = linked(look(repository.root))
        assert (one.path, one.dirty, one.size) == (str(private), None, None)
        assert "does not name this repository" in one.problems[0]
        assert "secret" not in one.model_dump_json()
    repository.git("config", "core.worktree", private)
    assert "secret" not in look(repository.root).model_dump_json()


def test_names_and_words_of_a_hostile_repository_stay_text(repository):
    place = repository.worktree("jarvis/run-1/<script>alert(1)<", ".worktrees/x")
    repository.commit("\x1b[31mred\u202e <b>bold</b>", {"x": "1"}, cwd=place)
    one = linked(look(repository.root))
    assert one.worker == "<script>alert(1)<"
    assert one.last_commit is not None
    assert "\x1b" not in one.last_commit.subject
    assert "\u202e" not in one.last_commit.subject


def test_while_git_is_at_work_the_worktree_is_read_and_said_to_be_busy(repository):
    place = repository.worktree()
    lock = repository.root / ".git" / "worktrees" / "worker-2" / "index.lock"
    lock.write_bytes(b"")
    (place / "readme.txt").write_text("changed\n")
    one = linked(look(repository.root))
    assert one.dirty is not None
    assert (one.is_busy, one.dirty.files) == (True, 1)
    assert lock.read_bytes() == b""


def test_an_index_in_two_files_and_a_shallow_history_are_read(repository, tmp_path):
    repository.commit("Two", {"two.txt": "2"})
    clone = tmp_path / "shallow"
    repository.git("clone", "--quiet", "--depth=1", f"file://{repository.root}", clone)
    repository.git("update-index", "--split-index", cwd=clone)
    assert list((clone / ".git").glob("sharedindex.*"))
    (only,) = look(clone).items
    assert (only.state, only.problems) == ("clean", ())


def test_a_repository_of_the_newer_kind_of_hash_is_read(tmp_path):
    root = tmp_path / "newer"
    made = ThrowawayRepository(tmp_path / "first")
    made.git("init", "--quiet", "--initial-branch=main", "--object-format=sha256", root)
    made.commit("One", {"one.txt": "1"}, cwd=root)
    (only,) = look(root).items
    assert (only.state, len(only.head or ""), only.problems) == ("clean", 64, ())


def test_a_damaged_index_is_said_and_the_rest_is_told(repository):
    place = repository.worktree()
    (repository.root / ".git" / "worktrees" / "worker-2" / "index").write_bytes(b"no index")
    one = linked(look(repository.root))
    assert (one.path, one.state, one.dirty) == (str(place), "not_known", None)
    assert "could not be compared" in one.problems[0]
    assert one.last_commit is not None


def test_a_thousand_branches_are_told_at_a_bounded_cost(repository, monkeypatch):
    commit = repository.commit("Shared", {"x": "1"})
    repository.git("reset", "--quiet", "--hard", "HEAD~1")
    lines = "".join(f"create refs/heads/jarvis/run-1/w{number} {commit}\n" for number in range(1000))
    repository.git("update-ref", "--stdin", asked=lines.encode())
    asked = []
    plain = git_process.GitProcess.answer

    def counted(self: git_process.GitProcess, *arguments: Any, **options: Any) -> git_process.GitAnswer:
        asked.append(arguments)
        return plain(self, *arguments, **options)

    monkeypatch.setattr(git_process.GitProcess, "answer", counted)
    listing = look(repository.root, limit=300)
    assert (listing.total, len(listing.items), listing.truncated) == (1001, 300, True)
    assert listing.repositories[0].branches == 1000
    assert {one.state for one in listing.items[1:]} == {"awaiting_merge"}
    assert listing.items[1].unmerged is not None
    assert listing.items[1].unmerged.commits == 1
    assert len(asked) < MOST_LOGS_READ + 20, "not one command for each branch"


def test_a_size_follows_no_link_counts_a_file_once_and_says_when_it_is_cut(repository, tmp_path, monkeypatch):
    place = repository.worktree()
    (tmp_path / "large").write_bytes(b"x" * 1_000_000)
    (place / "link").symlink_to(tmp_path / "large")
    (place / "folder").symlink_to(tmp_path)
    (place / "loop").symlink_to(place)
    (place / "data").write_bytes(b"x" * 100_000)
    os.link(place / "data", place / "same")
    size = linked(look(repository.root)).size
    assert size is not None
    assert 100_000 <= size.size_bytes < 200_000
    assert (size.files, size.is_cut) == (6, False)
    assert disk_size.size_on_disk(str(place), most_entries=3).is_cut
    assert disk_size.size_on_disk(str(place), most_seconds=0).is_cut
    assert linked(look(repository.root, with_sizes=False)).size is None


def test_a_look_that_takes_too_long_ends_and_says_what_is_not_known(repository, tmp_path):
    place = repository.worktree()
    os.mkfifo(place / ".gitignore-pipe")
    (place / ".gitignore").unlink()
    os.mkfifo(place / ".gitignore")
    (repository.root / ".git" / "worktrees" / "worker-2" / "index").unlink()
    os.mkfifo(repository.root / ".git" / "worktrees" / "worker-2" / "index")
    one = linked(look(repository.root, seconds=1.5, with_sizes=False))
    assert (one.state, one.dirty) == ("not_known", None)
    assert "git took too long" in one.problems[0]


def test_more_changed_files_than_are_read_are_said_to_be_more(repository):
    told = b"".join(b"? f%d\0" % number for number in range(150)) + b"? cu"
    dirty = file_status.dirty_files(told, (), is_cut=True)
    assert (dirty.files, dirty.untracked, len(dirty.names), dirty.is_cut) == (150, 150, 100, True)


def test_a_pattern_is_given_and_only_left_over_ones_are_asked_for(repository):
    repository.worktree("agent-7", "seven")
    repository.git("branch", "agent-8")
    repository.git("branch", "other")
    listing = look(repository.root, patterns=("agent-{worker}",))
    assert [(one.branch, one.source, one.worker) for one in listing.items[1:]] == [
        ("agent-7", "given", "7"),
        ("agent-8", "given", "8"),
    ]
    assert look(repository.root, patterns=("agent-*",), left_over_only=True).total == 0
    later = datetime.now(UTC) + timedelta(days=8)
    old = look(repository.root, patterns=("agent-*",), left_over_only=True, now=later)
    assert [(one.branch, one.left_over) for one in old.items] == [
        ("agent-7", ("old",)),
        ("agent-8", ("old",)),
    ]
    for wrong in ("", "a/{run}/{run}", "a/{task}", "x" * 201):
        with pytest.raises(InvalidInput):
            look(repository.root, patterns=(wrong,))


def result(**told: Any) -> WorkspaceResult:
    blank: dict[str, Any] = dict.fromkeys(WorkspaceResult.model_fields)
    return WorkspaceResult(
        **{
            **blank,
            "conversation_key": "k",
            "conversation_id": "c",
            "task_id": "t",
            "origin": "real",
            "basis": "snapshot",
            **told,
        }
    )


def on_record(*results: WorkspaceResult, truncated: bool = False) -> Listing[WorkspaceResult]:
    return Listing[WorkspaceResult](
        as_of=datetime.now(UTC), basis="mixed", items=results, total=len(results), truncated=truncated
    )


def test_results_on_record_are_found_by_folder_or_branch(repository, tmp_path):
    place = repository.worktree()
    elsewhere = f"{tmp_path}/other/{FOLDER}"
    for told, found in (
        ({"workspace_path": FOLDER}, True),
        ({"workspace_path": f"./{FOLDER}/"}, True),
        ({"workspace_path": str(place)}, True),
        ({"branch": WORKER}, True),
        ({"branch": WORKER, "workspace_path": FOLDER}, True),
        ({"branch": WORKER, "workspace_path": elsewhere}, False),
        ({"workspace_path": elsewhere}, False),
        ({"branch": "main"}, False),
        ({"workspace_path": "worker-2"}, False),
    ):
        one = linked(look(repository.root, results=on_record(result(**told))))
        assert (one.result, len(one.results)) == (("recorded", 1) if found else ("not_recorded", 0)), told
    repository.rest()
    settled = linked(look(repository.root, results=on_record(result(branch=WORKER, status="completed"))))
    assert (settled.state, settled.left_over) == ("clean", ("settled",))
    assert linked(look(repository.root, results=on_record(truncated=True))).result is None
    later = datetime.now(UTC) + timedelta(days=30)
    forgotten = linked(look(repository.root, results=on_record(), now=later))
    assert forgotten.left_over == ("no_result", "old")


def test_only_one_module_runs_git(checkout: Path):
    rooms = [checkout / room for room in ("data_access", "dashboard", "pages")]
    users = {
        file.relative_to(checkout).as_posix()
        for room in rooms
        for file in room.rglob("*.py")
        if '"git"' in file.read_text("utf-8") and "subprocess" in file.read_text("utf-8")
    }
    assert users == {"data_access/importers/worktrees/git_process.py"}
