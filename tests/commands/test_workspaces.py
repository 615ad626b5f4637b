"""`caseboard workspaces`: what a person reads, what a program reads, and what stays untouched."""

from __future__ import annotations

import json
import shlex
import shutil

import pytest

from dashboard.asking import asked_desk
from tests.throwaway_repositories import FOLDER, WORKER, ThrowawayRepository, everything_in

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")


@pytest.fixture
def repository(home) -> ThrowawayRepository:
    return ThrowawayRepository(home / "水厂 repo")


def test_a_table_lines_up_under_chinese_names_and_suggests_commands_to_paste(caseboard, repository):
    place = repository.worktree()
    repository.worktree("jarvis/运行/工人甲")
    repository.commit("修好 the pump", {"one.txt": "1"}, cwd=place)
    repository.git("merge", "--quiet", "--ff-only", WORKER)
    repository.rest()
    before = everything_in(repository.root)
    told = caseboard("workspaces", repository.root, "--no-sizes")
    assert (told.code, told.err) == (0, "")
    assert everything_in(repository.root) == before
    lines = told.out.splitlines()
    assert lines[0].startswith(str(repository.root))
    from rich.cells import cell_len

    head, rows = lines[1], [line for line in lines[3:] if "L2 worktree" in line]
    place_of_level = cell_len(head[: head.index("Level")])
    assert len(rows) == 2
    assert {cell_len(row[: row.index("L2")]) for row in rows} == {place_of_level}
    (merged,) = [row for row in rows if FOLDER in row]
    for word in ("merged, not removed", "王 小明: 修好 the pump", "1 May 2026"):
        assert word in merged
    command = f"git -C {shlex.quote(str(repository.root))} worktree remove {shlex.quote(str(place))}"
    assert f"  {command}" in lines
    assert "nothing was run" in told.out
    assert place.is_dir()
    assert lines[-1] == "3 workspaces; no desk was asked for recorded results"


def test_a_program_gets_one_document(caseboard, repository, home):
    repository.worktree()
    document = caseboard("workspaces", repository.root, "--json").document
    assert {"as_of", "basis", "items", "total", "truncated", "next_cursor"} <= set(document)
    assert (document["total"], document["basis"]) == (2, "git")
    assert [one["level"] for one in document["items"]] == ["L0", "L2"]
    cut = caseboard("workspaces", repository.root, "--limit", 1, "--json").document
    assert (len(cut["items"]), cut["total"], cut["truncated"]) == (1, 2, True)
    refused = caseboard("workspaces", home / "nowhere", "--json")
    assert (refused.code, refused.document["error"]["code"]) == (1, "no_repository")
    some = caseboard("workspaces", home / "nowhere", repository.root, "--json")
    assert (some.code, some.document["total"]) == (1, 2)
    bad = caseboard("workspaces", repository.root, "--older-than", -1)
    assert (bad.code, "--older-than" in bad.err) == (1, True)


def test_results_on_the_desk_are_joined(caseboard, repository, home):
    place = repository.worktree()
    repository.worktree("jarvis/run-1/worker-3")
    snapshot = home / "snapshot.json"
    isolation = {"mode": "worktree", "workspace_path": FOLDER, "branch": WORKER, "cleanup_status": "pending"}
    told = {"task_id": "t-1", "status": "completed", "isolation": isolation}
    state = {"conversation_id": "run-1", "captured_at": "2026-05-01T10:00:00Z", "task_results": [told]}
    snapshot.write_text(json.dumps(state))
    assert caseboard("import", snapshot).code == 0
    repository.rest()
    document = caseboard("workspaces", repository.root, "--json").document
    by_path = {one["path"]: one for one in document["items"]}
    mine = by_path[str(place)]
    assert (document["records_asked"], mine["result"], mine["left_over"]) == (True, "recorded", ["settled"])
    (result,) = mine["results"]
    assert (result["task_id"], result["status"], result["cleanup_status"]) == ("t-1", "completed", "pending")
    others = [one["result"] for path, one in by_path.items() if path != str(place)]
    assert others == [None, "not_recorded"], "of the main directory nobody records a result"
    assert (
        caseboard("workspaces", repository.root, "--no-records", "--json").document["records_asked"] is False
    )
    missing = caseboard("workspaces", repository.root, "--database", home / "none.duckdb")
    assert (missing.code, "no database" in missing.err) == (1, True)


def test_what_git_said_is_kept_as_a_file_and_in_the_desk(caseboard, repository, home):
    place = repository.worktree()
    before = everything_in(repository.root)
    file = home / "look.jsonl"
    saved = caseboard("workspaces", repository.root, "--save", file, "--limit", 1, "--machine", "站")
    assert (saved.code, "2 workspaces written" in saved.err) == (0, True)
    assert everything_in(repository.root) == before
    again = caseboard("workspaces", repository.root, "--save", file)
    assert (again.code, "is there already" in again.err) == (1, True)
    assert caseboard("import", file, "--json").document["total"]["rows_written"] == 2
    loaded = caseboard("workspaces", repository.root, "--load", "--machine", "站", "--json")
    assert (loaded.code, loaded.document["total"]) == (0, 2)
    assert "2 workspaces new in the desk, 0 rejected" in loaded.err
    with asked_desk(None) as desk:
        kept = desk.ask("list_workspaces")
    assert [one.path for one in kept.items] == [str(repository.root), str(place)], "the newest look alone"
    assert {one.machine for one in kept.items} == {"站"}
    assert caseboard("verify").code == 0
