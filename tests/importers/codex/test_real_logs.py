"""Every real log: counts add up, reading twice adds nothing, tokens are those the source states last."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from data_access.contracts.importing import ImportCall
from data_access.store.connection import Store
from data_access.writing.import_records import import_records

TOKENS = {
    "agentsessions_codex_050_legacy": (1420, 0, 910, 1),
    "agentsessions_codex_051_usage": (2840, 1420, 1520, 2),
    "agentsessions_codex_052_raw": (980 + 1620, 980, 640 + 240, 2),
    "agentsessions_codex_053_rate_limit": (12091, 10880, 182, 1),
    "agentsessions_small": (16341, 3584, 81, 1),
    "agentsview_traex_rollout_subagent": (4200, 3600, 180, 1),
    "daydream_codex_exec_item_started_no_id": (10, 0, 5, 1),
    "daydream_codex_exec_malformed_structured_output": (5, 0, 3, 1),
    "daydream_codex_exec_orphaned_tool_result": (5, 0, 3, 1),
    "daydream_codex_exec_real_golden": (52101, 39040, 225, 1),
    "daydream_codex_exec_turn_completed_partial_usage": (200, 0, 0, 1),
}
"""Input with its cache, of it cached, output, calls: added up by hand from each file."""
SUMS = """
    SELECT
        coalesce(sum(fresh_input), 0)::BIGINT + coalesce(sum(cache_read), 0)::BIGINT
            + coalesce(sum(cache_write_unspecified), 0)::BIGINT,
        coalesce(sum(cache_read), 0)::BIGINT, coalesce(sum(output), 0)::BIGINT, count(*)
    FROM usage_call
"""


def logs_of(inputs: Path) -> list[Path]:
    return sorted((inputs / "codex").glob("*.jsonl"))


def ask(store: Store, question: str) -> list[tuple[Any, ...]]:
    with store.transaction() as transaction:
        return transaction.cursor.execute(question).fetchall()


def test_each_real_log_has_the_tokens_it_states(inputs: Path) -> None:
    logs = logs_of(inputs)
    assert len(logs) == 21
    for path in logs:
        with Store.open(None) as store:
            report = import_records(store, ImportCall(paths=(str(path),)))
            total = report.total
            records = [line for line in path.read_text().splitlines() if line.strip()]
            assert (report.batches[0].format, total.records, total.events) == (
                "codex",
                len(records),
                len(records),
            )
            assert ask(store, SUMS) == [TOKENS.get(path.stem, (0, 0, 0, 0))], path.name
            again = import_records(store, ImportCall(paths=(str(path),))).total
            assert (again.rows_written, again.duplicates_ignored) == (0, len(records))


@pytest.mark.parametrize("seed", range(3))
def test_any_order_and_split_of_the_real_logs_gives_the_same_totals(
    inputs: Path, fresh_store: Store, seed: int
) -> None:
    logs = [*logs_of(inputs), *sorted((inputs / "bug_repros").glob("*codex*/*.jsonl"))]
    random.Random(seed).shuffle(logs)
    for start in range(0, len(logs), 5):
        paths = tuple(map(str, logs[start : start + 5]))
        import_records(fresh_store, ImportCall(paths=paths))
    by_hand = [sum(figures[place] for figures in TOKENS.values()) for place in range(4)]
    cases = (3600 + 23318 + 300, 1200, 350 + 251 + 30, 3 + 1 + 3)
    assert ask(fresh_store, SUMS) == [tuple(a + b for a, b in zip(by_hand, cases, strict=True))]


def test_the_sub_agent_of_a_real_log_is_a_child_with_its_own_sub_agent(
    inputs: Path, fresh_store: Store
) -> None:
    path = inputs / "codex" / "agentsview_traex_rollout_subagent.jsonl"
    import_records(fresh_store, ImportCall(paths=(str(path),)))
    assert ask(
        fresh_store,
        "SELECT conversation_id, parent_conversation_id, project, tool_calls, errors FROM conversation",
    ) == [
        (
            "019fbcca-9fd4-7d20-83dc-0762b2f839b3",
            "019fbc4a-48b9-7472-a0da-6d92901383db",
            "/home/user/code/api",
            3,
            0,
        )
    ]
    assert ask(
        fresh_store,
        "SELECT agent_id, name, role, parent_agent_id, spawned_by_tool_call_id FROM agent ORDER BY name",
    ) == [
        ("main", "Averroes", "explorer", None, None),
        ("019fbcd0-1111-7000-8000-000000000001", "Sartre", "explorer", "main", "call_spawn_1"),
    ]
    assert ask(fresh_store, "SELECT task_id, title, status FROM task") == [
        ("call_spawn_1", "Summarize the provider facade.", "completed")
    ]


def test_only_codex_logs_are_taken_for_such(inputs: Path) -> None:
    from data_access.importers.codex import FORMAT

    for path in sorted(inputs.rglob("*.jsonl")):
        is_ours = path.parent.name == "codex" or "codex" in path.parent.name
        assert FORMAT.looks_like(path) == is_ours, path


def test_no_real_log_shows_what_is_encrypted(inputs: Path, fresh_store: Store) -> None:
    import_records(fresh_store, ImportCall(paths=(str(inputs / "codex"),)))
    for (payload,) in ask(
        fresh_store, "SELECT payload FROM event WHERE contains(payload::VARCHAR, 'encrypted_content')"
    ):
        assert '"encrypted_content":"' not in json.dumps(json.loads(payload), separators=(",", ":"))
