"""The Workspace tab of a run: each agent with its level and place, findings, files; nothing is markup."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from data_access.contracts.importing import ImportCall
from data_access.reading.runs import runs
from data_access.store.connection import Store
from data_access.writing.import_records import import_records

HOSTILE = "<img src=x onerror=alert(1)>\u202e[x](https://evil.example)"
ROOT = "-experiments/worktrees/.claude/worktrees/"


@pytest.fixture(scope="module")
def worktree_session(inputs: Path) -> Iterator[Store]:
    """A session of one main agent and six sub-agents in git worktrees, two rounds."""
    with Store.open(None) as store:
        folder = inputs / "claude_code" / "real_projects" / "-experiments-worktrees"
        import_records(store, ImportCall(paths=(str(folder),)))
        yield store


def key_of(store: Store) -> str:
    return runs(store, limit=1).items[0].conversation_key


def ledgers(opened: Any) -> dict[str, list[dict[str, Any]]]:
    return {piece["label"]: piece["rows"] for piece in opened.pieces if piece["kind"] == "ledger"}


def texts(row: dict[str, Any]) -> list[str]:
    return [
        " ".join([*(pill["text"] for pill in cell.get("pills", ())), cell["text"]]).strip()
        for cell in row["cells"]
    ]


@pytest.mark.inputs
def test_the_session_of_six_worktree_agents_stands_there_without_hand_work(
    open_page: Callable, worktree_session: Store
) -> None:
    opened = open_page(worktree_session, "run_workspace", run=key_of(worktree_session))
    cards = {card["label"]: (card["value"], card["sub"]) for card in opened.piece("cards")["cards"]}
    assert cards == {
        "Agents by level had": ("7", "6 × L2 worktree · 1 not known"),
        "Had less than called for": ("0", None),
        "Findings": ("6", "shared worktree: 6"),
        "Files written": ("3", None),
        "Written by several agents": ("3", None),
        "Not simply allowed": ("2", "needs approval: 1 · cannot be told: 1"),
    }
    shown = ledgers(opened)
    agents = {
        texts(row)[0]: (row["cells"][1]["sub"], *texts(row)[1:])
        for row in shown["Agents and where they worked"]
    }
    unknown = ("git not asked", "not known", "given back")
    assert agents == {
        "Main agent": ("nobody says", "not known", "L2 worktree", "–", "–", "no result on record", "9", "0"),
        "alice": ("recorded", "L2 worktree", "L2 worktree", *unknown, "15", "1 1"),
        "alice2": ("derived", "L2 worktree", "L2 worktree", *unknown, "4", "1 1"),
        "bob": ("recorded", "L2 worktree", "L2 worktree", *unknown, "11", "1 1"),
        "bob2": ("derived", "L2 worktree", "L2 worktree", *unknown, "3", "1 1"),
        "carol": ("recorded", "L2 worktree", "L2 worktree", *unknown, "9", "1 1"),
        "carol2": ("derived", "L2 worktree", "L2 worktree", *unknown, "3", "1 1"),
    }  # fmt: skip
    assert [texts(row)[:2] for row in shown["Files written"]] == [
        [".claude/worktrees/agent-a4ca7529/work/research-plan-mode.md", "2 alice (5 times), alice2"],
        [".claude/worktrees/agent-a52886dc/work/research-teammates.md", "2 bob (4 times), bob2"],
        [".claude/worktrees/agent-ab1e6e14/work/research-beads.md", "2 carol (2 times), carol2"],
    ]
    said = shown["What the agents did"]
    assert (len(said), texts(said[0])[3], texts(said[1])[3]) == (12, "cannot be told", "needs approval")
    assert "12 of 54 operations." in opened.text()
    used = {row["cells"][0]["text"]: row["cells"][2] for row in shown["Agents by run"]}
    assert {name: cell["text"] for name, cell in used.items() if cell["tone"] == "failed"} == {
        "alice": "318.1 s",
        "bob": "374.2 s",
    }
    assert used["bob"]["sub"] == "+74.2 s · 1 of 7 derived"


@pytest.mark.inputs
def test_a_chosen_agent_is_shown_in_full_with_its_files_and_operations(
    open_page: Callable, worktree_session: Store
) -> None:
    run = key_of(worktree_session)
    first = ledgers(open_page(worktree_session, "run_workspace", run=run))
    (bob,) = [row for row in first["Agents and where they worked"] if texts(row)[0] == "bob"]
    agent = bob["href"].partition("agent=")[2].partition("&")[0]
    opened = open_page(worktree_session, "run_workspace", run=run, agent=agent)
    facts = {fact["label"]: fact["value"] for fact in opened.piece("facts")["facts"]}
    assert facts["Worked in"]["copy"] == f"{ROOT}agent-a52886dc"
    assert facts["Branch"]["copy"] == "worktree-agent-a52886dc"
    assert facts["Pattern"] == "named by the pattern"
    assert facts["Level had"]["sub"] == "recorded: the source of the run states it"
    assert facts["Asked for"] == "L2: worktree, own working tree and branch"
    assert facts["Cleaning up"]["text"] == facts["Merge"]["text"] == "not known"
    shown = ledgers(opened)
    assert [texts(row)[1] for row in shown["Files written"]] == ["2 bob (4 times), bob2"]
    assert len(shown["What the agents did"]) == 11


@pytest.mark.inputs
def test_it_is_whole_in_chinese(open_page: Callable, worktree_session: Store) -> None:
    opened = open_page(worktree_session, "run_workspace", run=key_of(worktree_session), lang="zh")
    assert not opened.run.exception
    assert {"共用工作树", "有记录", "推断", "未问过 git"} <= {
        part for rows in ledgers(opened).values() for row in rows for cell in row["cells"] for part in
        [cell["text"], cell.get("sub"), *(pill["text"] for pill in cell.get("pills", ()))]
    }  # fmt: skip
    assert "与 alice 在同一个工作树中工作。" in opened.text()


def test_a_run_of_which_nothing_is_known_says_so(
    open_page: Callable, fresh_store: Store, tmp_path: Path
) -> None:
    log = tmp_path / "run.jsonl"
    log.write_text('{"conversation_id": "s-1", "captured_at": "2026-05-01T10:00:00Z"}\n')
    import_records(fresh_store, ImportCall(paths=(str(log),)))
    opened = open_page(fresh_store, "run_workspace", run=key_of(fresh_store))
    titles = [piece["title"] for piece in opened.pieces if piece["kind"] == "note"]
    assert titles == [
        "Nothing speaks against it",
        "This source names no agent, and nothing on record says how the work was kept apart.",
        "No file is known to have been written.",
        "No request for permission is on record.",
        "No operation is recorded, and none follows from the calls of this run.",
        "Nothing that its agents used was measured.",
    ]


def test_hostile_names_and_paths_stay_text(open_page: Callable, fresh_store: Store, tmp_path: Path) -> None:
    call = {
        "agent_id": HOSTILE,
        "tool": "Write",
        "status": "ok",
        "input": json.dumps({"file_path": f"/srv/{HOSTILE}"}),
    }
    agents = [
        {"agent_id": HOSTILE, "name": HOSTILE, "workspace_path": f"/x/.worktrees/jarvis/a/{HOSTILE}"},
        {"agent_id": "b", "workspace_path": f"/x/.worktrees/jarvis/a/{HOSTILE}"},
    ]
    told = {
        "conversation_id": "s-1", "captured_at": "2026-05-01T10:00:00Z", "agents": agents,
        "tool_outcomes": [call | {"tool_call_id": "c"}],
    }  # fmt: skip
    log = tmp_path / "run.jsonl"
    log.write_text(json.dumps(told) + "\n")
    import_records(fresh_store, ImportCall(paths=(str(log),)))
    opened = open_page(fresh_store, "run_workspace", run=key_of(fresh_store), agent=HOSTILE)
    assert not opened.run.exception
    assert all("<img" not in part.value for part in opened.run.markdown)
    labels = [label for box in opened.run.selectbox for label in box.options]
    assert all("\u202e" not in label for label in labels)
    drawn = [cell for rows in ledgers(opened).values() for row in rows for cell in row["cells"]]
    assert all("\u202e" not in cell["text"] for cell in drawn)
