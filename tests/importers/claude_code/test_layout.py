"""Which files are logs, whose they are, and what is recognised."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from data_access.importers.claude_code import FORMAT
from data_access.importers.claude_code.layout import Place, place_of
from tests.importers.claude_code.conftest import WriteLog
from tests.importers.claude_code.sample_records import assistant, user

TREE = (
    "projects/-a/S1.jsonl",
    "projects/-a/agent-b2.jsonl",
    "projects/-a/S1/subagents/agent-a1.jsonl",
    "projects/-a/S1/subagents/workflows/run/agent-c3.jsonl",
    "projects/-b/S2.jsonl",
)


@pytest.fixture
def tree(write_log: WriteLog, tmp_path: Path) -> Path:
    """A tree with sub-agents in both places where they have files, and things that are no logs."""
    for path in TREE:
        write_log(user("u", "hi"), path=path)
    for path in ("projects/-a/S1/subagents/agent-a1.meta.json", "projects/-a/S1/tool-results/x.txt"):
        target = tmp_path / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text("{}")
    return tmp_path


def listed(root: Path) -> list[str]:
    return [file.shown_path for file in FORMAT.files(root)]


def test_a_tree_lists_its_logs_in_a_stable_order(tree: Path) -> None:
    assert listed(tree) == [TREE[0], TREE[1], *TREE[2:]]
    assert listed(tree / "projects") == [path.removeprefix("projects/") for path in listed(tree)]


def test_a_session_is_its_file_its_folder_and_the_agents_beside_it(tree: Path) -> None:
    assert listed(tree / "projects/-a/S1.jsonl") == [
        "S1.jsonl",
        "S1/subagents/agent-a1.jsonl",
        "S1/subagents/workflows/run/agent-c3.jsonl",
        "agent-b2.jsonl",
    ]
    assert listed(tree / "projects/-b/S2.jsonl") == ["S2.jsonl"]


def test_the_log_of_an_agent_is_one_file(tree: Path) -> None:
    assert listed(tree / "projects/-a/S1/subagents/agent-a1.jsonl") == ["agent-a1.jsonl"]


def test_links_are_not_followed(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    outside = tmp_path_factory.mktemp("outside")
    (outside / "S9.jsonl").write_text(json.dumps(user("u", "secret")) + "\n")
    (tree / "projects/-a/S9.jsonl").symlink_to(outside / "S9.jsonl")
    (tree / "projects/-c").symlink_to(outside, target_is_directory=True)
    (tree / "projects/-b/S2").symlink_to(outside, target_is_directory=True)
    assert set(listed(tree)) == set(TREE)
    assert listed(tree / "projects/-b/S2.jsonl") == ["S2.jsonl"]


def test_a_linked_side_file_is_not_read(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    from data_access.importers.claude_code.layout import side_file

    outside = tmp_path_factory.mktemp("outside") / "meta.json"
    outside.write_text('{"agentType": "secret"}')
    beside = tree / "projects/-a/S1/subagents/workflows/run/agent-c3.meta.json"
    beside.symlink_to(outside)
    assert side_file(beside.with_name("agent-c3.jsonl")) == {}


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/h/.claude/projects/-a/S1.jsonl", Place("S1", None, None, "-a", is_in_session_folder=False)),
        (
            "/h/.claude/projects/-a/agent-b2.jsonl",
            Place("agent-b2", "b2", None, "-a", is_in_session_folder=False),
        ),
        (
            "/h/.claude/projects/-a/S1/subagents/agent-a1.jsonl",
            Place("S1", "a1", None, "-a", is_in_session_folder=True),
        ),
        (
            "/h/.claude/projects/-a/S1/subagents/workflows/r/agent-c3.jsonl",
            Place("S1", "c3", None, "-a", is_in_session_folder=True),
        ),
        (
            "/h/.claude/projects/-a/S1/subagents/agent-a1/subagents/agent-d4.jsonl",
            Place("S1", "d4", "a1", "-a", is_in_session_folder=True),
        ),
        ("/elsewhere/-x/S1.jsonl", Place("S1", None, None, "-x", is_in_session_folder=False)),
        ("/tmp/upload/S1.jsonl", Place("S1", None, None, None, is_in_session_folder=False)),
        (
            "/h/projects/p/session/chat.jsonl",
            Place("chat", None, None, "p", is_in_session_folder=False),
        ),
    ],
)
def test_a_path_says_whose_log_it_is(path: str, expected: Place) -> None:
    assert place_of(Path(path)) == expected


@pytest.mark.parametrize(
    "record",
    [
        user("u", "hi"),
        assistant("a"),
        {"type": "user", "message": {}},
        {"type": "summary", "summary": "x", "leafUuid": "u"},
        {"type": "queue-operation", "operation": "enqueue", "sessionId": "S1"},
        {"type": "system", "subtype": "x", "isSidechain": False},
        {"timestamp": "2026-01-09T10:00:00Z", "sessionId": "s", "message": {"usage": {"input_tokens": 1}}},
    ],
)
def test_our_records_are_recognised(write_log: WriteLog, record: dict[str, object]) -> None:
    path = write_log(record)
    assert FORMAT.looks_like(path)
    assert FORMAT.looks_like(path.parent)


@pytest.mark.parametrize(
    "record",
    [
        {"timestamp": "2026-05-01T10:00:00Z", "type": "session_meta", "payload": {"id": "x"}},
        {"conversation_id": "c", "captured_at": "2026-05-01T10:00:00Z"},
        {"conversation_id": "c", "event_type": "x"},
        {"type": "message", "message": {"role": "user"}},
        {"type": "user", "message": {"role": "system"}},
        {"type": "user", "message": "hi"},
        {"type": "user.message", "data": {}},
        {"resourceSpans": []},
        {},
    ],
)
def test_records_of_others_are_not_ours(write_log: WriteLog, record: dict[str, object]) -> None:
    assert not FORMAT.looks_like(write_log(record))


def test_a_folder_with_a_foreign_log_is_not_ours_as_a_whole(write_log: WriteLog) -> None:
    write_log({"resourceSpans": []}, path="mixed/other.jsonl")
    path = write_log(user("u", "hi"), path="mixed/S1.jsonl")
    assert not FORMAT.looks_like(path.parent)


def test_empty_files_and_folders_are_nobodys(write_log: WriteLog, tmp_path: Path) -> None:
    path = write_log(path="empty/S1.jsonl")
    assert (FORMAT.looks_like(path), FORMAT.looks_like(path.parent), FORMAT.looks_like(tmp_path / "no")) == (
        False,
        False,
        False,
    )


def test_a_session_kept_as_one_document_is_a_log(write_log: WriteLog, tmp_path: Path) -> None:
    write_log(user("u", "hi"), path="S1.jsonl")
    (tmp_path / "S2.json").write_text(json.dumps({"loglines": [user("v", "ho")]}, indent=2))
    (tmp_path / "other.json").write_text("{}")
    assert listed(tmp_path) == ["S1.jsonl", "S2.json"]


def test_only_our_inputs_are_recognised(inputs: Path) -> None:
    ours = ("claude_code", "odd", "bug_repros")
    foreign = [
        path
        for path in sorted(inputs.rglob("*.json*"))
        if path.is_file() and path.relative_to(inputs).parts[0] not in ours and FORMAT.looks_like(path)
    ]
    assert foreign == []
