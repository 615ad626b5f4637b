"""Runs of Codex on the pages: whose usage it is, how calls ended, who started whom, what is not told."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from data_access.contracts.importing import ImportCall
from data_access.rules.identity import conversation_key
from data_access.store.connection import Store
from data_access.writing.import_records import import_records
from tests.importers.codex.sample_rollouts import meta, said, turn
from tests.importers.codex.sample_thread import CHILD, ROLLOUT, STREAM, THREAD

RUN = conversation_key("codex", THREAD)


@pytest.fixture
def codex_store(fresh_store: Store, tmp_path: Path) -> Store:
    """A store with one thread and the thread it started."""
    spawn = {"parent_thread_id": THREAD, "agent_nickname": "Sartre", "agent_role": "explorer"}
    child = [
        meta(CHILD, source={"subagent": {"thread_spawn": spawn}}),
        turn(),
        said("user", "Summarize the parser."),
    ]
    for name, log in (("rollout-p.jsonl", ROLLOUT), ("rollout-c.jsonl", child)):
        (tmp_path / name).write_text("".join(json.dumps(record) + "\n" for record in log))
    import_records(fresh_store, ImportCall(paths=(str(tmp_path),)))
    return fresh_store


@pytest.mark.parametrize(
    ("case", "thread", "shown"),
    [
        ("17_codex_fork_replay", "p", ["3.3K", "2 duplicate rows ignored", "4.0K"]),
        ("17_codex_fork_replay", "c", ["650"]),
        ("19_codex_reasoning_subset", "r", ["251", "53", "23,569"]),
        ("21_codex_total_missing", "m", ["300", "30", "330"]),
    ],
)
def test_the_public_reports_have_their_right_values_on_the_page(
    open_page: Callable[..., Any], fresh_store: Store, inputs: Path, case: str, thread: str, shown: list[str]
) -> None:
    import_records(fresh_store, ImportCall(paths=(str(inputs / "bug_repros" / case),)))
    text = open_page(fresh_store, "run_cost", run=conversation_key("codex", thread)).text()
    for figure in shown:
        assert f'"{figure}"' in text or figure in text, figure


def test_a_transcript_shows_exit_codes_and_nothing_encrypted(
    open_page: Callable[..., Any], codex_store: Store
) -> None:
    text = open_page(codex_store, "run_transcript", run=RUN).text()
    assert "Exit code: 2" in text
    assert "gAAAA" not in text


@pytest.mark.parametrize(
    ("page", "shown"),
    [
        ("run_summary", "Sartre"),
        ("run_topology", "Sartre"),
        ("run_trace", "Summarize the parser."),
        ("run_topology", "Summarize the parser."),
    ],
)
def test_a_started_thread_appears_in_the_run_that_started_it(
    open_page: Callable[..., Any], codex_store: Store, page: str, shown: str
) -> None:
    assert shown in open_page(codex_store, page, run=RUN).text()


def test_a_started_thread_leads_to_its_own_run(open_page: Callable[..., Any], codex_store: Store) -> None:
    opened = open_page(codex_store, "run_summary", run=RUN)
    assert "has a run of its own" in opened.text()
    assert f"run={conversation_key('codex', CHILD)}" in opened.text()


@pytest.mark.parametrize(
    "page",
    ["run_summary", "run_transcript", "run_trace", "run_timeline", "run_topology", "run_cost", "run_checks"],
)
def test_every_view_of_a_run_without_times_is_drawn(
    open_page: Callable[..., Any], fresh_store: Store, tmp_path: Path, page: str
) -> None:
    path = tmp_path / "stream.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in STREAM))
    import_records(fresh_store, ImportCall(paths=(str(path),)))
    opened = open_page(fresh_store, page, run=RUN)
    assert "could not be drawn" not in opened.text()
    assert not opened.run.exception
    if page == "run_timeline":
        assert "This source gives no times" in opened.text()


def test_a_todo_list_stands_on_the_summary(open_page: Callable[..., Any], codex_store: Store) -> None:
    text = open_page(codex_store, "run_summary", run=RUN).text()
    assert "could not be drawn" not in text
    assert '"Fix"' in text
