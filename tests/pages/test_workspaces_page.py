"""The page of workspaces: what stands there, where each figure leads, and that nothing of it is markup."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest
from streamlit.testing.v1 import AppTest

from data_access.contracts.importing import ImportCall
from data_access.rules.policy_file import default_policy
from data_access.store.connection import Store
from data_access.writing.examine_operations import examine_operations
from data_access.writing.import_records import import_records

HOSTILE = "<script>alert(1)</script>\u202e![x](https://evil.example/x.png)"
NONE = dict.fromkeys(("files", "staged", "unstaged", "untracked", "conflicted", "submodules"), 0)


def line(**told: Any) -> dict[str, Any]:
    return {
        "workspace": "caseboard.workspace@1",
        "machine": "desk-3",
        "repository": "/src/水厂",
        "kind": "linked",
        "path": "/src/水厂/.worktrees/jarvis/run-1/w1",
        "exists": True,
        "branch": "jarvis/run-1/w1",
        "head": "1" * 40,
        "dirty": NONE,
        "bases": ["main"],
        "unmerged": {"base": "main", "commits": 0, "is_merged": True},
        "as_of": "2026-05-09T12:00:00Z",
    } | told


LINES = (
    line(kind="main", path="/src/水厂", branch="main", unmerged=None),
    line(size={"size_bytes": 1_500_000, "files": 3, "is_cut": True}, is_locked=True, lock_reason=HOSTILE),
    line(
        branch="jarvis/run-1/w2",
        path="/src/水厂/.worktrees/jarvis/run-1/w2",
        dirty={**NONE, "files": 2, "untracked": 2, "names": [HOSTILE, "说明.txt"]},
        unmerged={"base": "main", "commits": 3, "is_merged": False},
        last_commit={"commit_id": "2" * 40, "committed_at": None, "author": "王", "subject": HOSTILE},
        problems=["its last commit could not be read"],
    ),
    line(kind="branch", path=None, dirty=None, branch=HOSTILE, unmerged=None),
)


@pytest.fixture
def kept(fresh_store: Store, tmp_path: Path) -> Store:
    file = tmp_path / "look.jsonl"
    file.write_text("".join(json.dumps(one) + "\n" for one in LINES))
    import_records(fresh_store, ImportCall(paths=(str(file),)))
    return fresh_store


def titles_of_dialogs(run: AppTest) -> list[str]:
    protos = [node.proto for node in run._tree if hasattr(getattr(node, "proto", None), "dialog")]
    return [proto.dialog.title for proto in protos if proto.dialog.title]


def texts(row: dict[str, Any]) -> list[str]:
    return [cell["text"] if cell else "" for cell in row["cells"]]


def test_an_empty_page_says_how_to_look(open_page: Callable, fresh_store: Store) -> None:
    opened = open_page(fresh_store, "workspaces")
    assert opened.piece("note")["title"] == "Nobody has looked at a repository yet"
    assert opened.run.code[0].value == "caseboard workspaces REPO --load"


def test_figures_table_and_repositories_agree_and_lead_to_what_they_count(
    open_page: Callable, kept: Store
) -> None:
    opened = open_page(kept, "workspaces")
    cards = {card["label"]: card for card in opened.piece("cards")["cards"]}
    assert {label: card["value"] for label, card in cards.items()} == {
        "Workspaces": "4",
        "May be left over": "1",
        "Awaiting merge": "0",
        "Files changed": "1",
        "Folder gone": "0",
    }
    assert cards["Workspaces"]["sub"] == "1 L0 none · 3 L2 worktree"
    assert cards["Files changed"]["href"] == "./workspaces?state=dirty"
    table, repositories = (piece for piece in opened.pieces if piece["kind"] == "ledger")
    main, merged, dirty, branch = table["rows"]
    assert texts(main)[0] == "main directory"
    assert texts(merged)[2:7] == ["0", "0", "not recorded", "not known", "merged, not removed"]
    assert (texts(dirty)[2], dirty["cells"][2]["tip"], texts(dirty)[3]) == ("2", "2 untracked", "3")
    assert texts(branch)[3] == "not known"
    assert texts(repositories["rows"][0]) == [
        "/src/水厂",
        "main",
        "4",
        "1",
        texts(repositories["rows"][0])[4],
    ]
    left = open_page(kept, "workspaces", left="1")
    assert len(left.piece("ledger")["rows"]) == 1
    assert "No workspace is like this." in open_page(kept, "workspaces", state="missing").text()


def test_one_workspace_opens_with_everything_and_commands_to_paste(open_page: Callable, kept: Store) -> None:
    rows = open_page(kept, "workspaces").piece("ledger")["rows"]
    key = rows[1]["href"].partition("open=")[2]
    opened = open_page(kept, "workspaces", open=key)
    assert [one.value for one in opened.run.code] == [
        "git -C '/src/水厂' worktree unlock '/src/水厂/.worktrees/jarvis/run-1/w1'",
        "git -C '/src/水厂' worktree remove '/src/水厂/.worktrees/jarvis/run-1/w1'",
        "git -C '/src/水厂' branch -d -- jarvis/run-1/w1",
    ]
    facts = {fact["label"]: fact.get("value") for fact in opened.piece("facts")["facts"]}
    assert facts["Machine"] == "desk-3"
    assert facts["Size"]["text"] == "at least 1.5 MB"
    key = rows[2]["href"].partition("open=")[2]
    changed = open_page(kept, "workspaces", open=key)
    assert "说明.txt" in changed.text()
    assert "its last commit could not be read" in changed.text()
    assert not open_page(kept, "workspaces", open="gone").run.exception


def test_hostile_names_stay_text_in_both_languages(open_page: Callable, kept: Store) -> None:
    for language in ("en", "zh"):
        opened = open_page(kept, "workspaces", lang=language)
        assert not opened.run.exception
        assert all("<script>" not in part.value for part in opened.run.markdown)
    key = opened.piece("ledger")["rows"][3]["href"].partition("open=")[2].partition("&")[0]
    (title,) = titles_of_dialogs(open_page(kept, "workspaces", open=key).run)
    assert "](" not in title, "a title is Markdown: no picture of elsewhere in it"
    assert r"\<script\>" in title
    assert "可能是遗留的" in opened.text()


def test_the_list_is_paged_and_its_pages_have_addresses(
    open_page: Callable, fresh_store: Store, tmp_path: Path
) -> None:
    many = [
        line(path=f"/src/水厂/.worktrees/jarvis/r/{number:03}", branch=f"jarvis/r/{number:03}")
        for number in range(53)
    ]
    file = tmp_path / "look.jsonl"
    file.write_text("".join(json.dumps(one) + "\n" for one in many))
    import_records(fresh_store, ImportCall(paths=(str(file),)))
    first = open_page(fresh_store, "workspaces")
    pages = next(piece for piece in first.pieces if piece["kind"] == "pages")
    assert (pages["text"], len(first.piece("ledger")["rows"])) == ("1 to 50 of 53", 50)
    query = dict(parse_qsl(pages["ways"][-1]["href"].partition("?")[2]))
    last = open_page(fresh_store, "workspaces", **query)
    rows = last.piece("ledger")["rows"]
    assert [texts(row)[0] for row in rows] == [f".worktrees/jarvis/r/{number:03}" for number in (50, 51, 52)]
    assert "51 to 53 of 53" in last.text()
    key = rows[-1]["href"].partition("open=")[2].partition("&")[0]
    opened = open_page(fresh_store, "workspaces", open=key, state="dirty")
    assert titles_of_dialogs(opened.run) == [r"jarvis\/r\/052"], "a link opens what stands on a later page"


@pytest.mark.inputs
def test_the_session_of_worktree_agents_stands_among_the_runs_with_its_agents_and_shared_files(
    open_page: Callable, fresh_store: Store, inputs: Path
) -> None:
    folder = inputs / "claude_code" / "real_projects" / "-experiments-worktrees"
    import_records(fresh_store, ImportCall(paths=(str(folder),)))
    opened = open_page(fresh_store, "workspaces", view="runs")
    table = opened.piece("ledger")["rows"]
    run, *agents = table
    assert run["cells"][0]["pills"][0]["text"] == "shared worktree 6"
    assert (texts(run)[1], texts(run)[3]) == ("6 × L2 · 1 × not known", "3 with others")
    told = {texts(row)[0]: (row["cells"][1]["pills"][0]["text"], *texts(row)[3:]) for row in agents}
    file = {"alice": "work/research-plan-mode.md", "bob": "work/research-teammates.md",
            "carol": "work/research-beads.md"}  # fmt: skip
    assert told == {
        name + again: ("L2 worktree", path, "") for name, path in file.items() for again in ("", "2")
    } | {"Main agent": ("not known", "–", "")}
    before = open_page(fresh_store, "workspaces", view="files")
    assert "1 run is still to be examined" in before.text()
    examine_operations(fresh_store, default_policy())
    shared = open_page(fresh_store, "workspaces", view="files").piece("ledger")["rows"]
    trees = "-experiments/worktrees/.claude/worktrees/"
    assert {texts(row)[0]: set(texts(row)[1].split(", ")) for row in shared} == {
        f"{trees}agent-{tree}/{file[name]}": {name, f"{name}2"}
        for name, tree in {"alice": "a4ca7529", "bob": "a52886dc", "carol": "ab1e6e14"}.items()
    }
    for language in ("en", "zh"):
        assert not open_page(fresh_store, "workspaces", view="files", lang=language).run.exception
        assert not open_page(
            fresh_store, "workspaces", view="runs", recorded="1", lang=language
        ).run.exception


def test_a_workspace_leads_to_the_run_that_worked_there(
    open_page: Callable, kept: Store, tmp_path: Path
) -> None:
    log = tmp_path / "run.jsonl"
    agents = [
        {"agent_id": "v"},
        {"agent_id": "w", "name": HOSTILE, "workspace_path": "/src/水厂/.worktrees/jarvis/run-1/w2"},
    ]
    told = {
        "conversation_id": "s-1",
        "captured_at": "2026-05-01T10:00:00Z",
        "title": HOSTILE,
        "agents": agents,
    }
    log.write_text(json.dumps(told) + "\n")
    import_records(kept, ImportCall(paths=(str(log),)))
    opened = open_page(kept, "workspaces")
    cell = opened.piece("ledger")["rows"][2]["cells"][5]
    assert cell["href"].startswith("./run_workspace?run=cs-")
    assert "\u202e" not in cell["text"] + cell["sub"]
    runs = open_page(kept, "workspaces", view="runs")
    assert not runs.run.exception
    assert runs.piece("ledger")["rows"][1]["cells"][0]["pills"][0]["text"] == "files changed"
