"""Measures what listing 200 revisions of a report takes when their texts are long, and when they are empty.

    python benchmarks/report_history.py [--times 30]

Two cases in one database file: one with texts of 100 kB, one with texts of one letter, everything else equal.
The lists are read in turn; what is recorded is the ratio of the medians. The answers are compared first: both
say 200 revisions, each worked out.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from measured import record

from data_access.contracts.case_calls import CreateTaskCall
from data_access.contracts.principal import LOCAL_AGENT
from data_access.reading.report_history import report_history
from data_access.store.case_tables import add_case_rows
from data_access.store.connection import Store
from data_access.writing.case_write import Author
from data_access.writing.create_task import create_task
from data_access.writing.revision_changes import keep_revision_changes

REVISIONS = 200
LONG = 100_000
GOAL_RATIO = 1.5
BEGIN = datetime(2026, 5, 1, 8, tzinfo=UTC)


def main() -> int:
    """Measure, print, record; ends with 1 when long texts make the list slower than the goal."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=30)
    times = parser.parse_args().times
    with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder) / "desk.duckdb") as store:
        cases = {size: written(store, size) for size in (LONG, 1)}
        began = time.perf_counter()
        assert keep_revision_changes(store) == 2 * REVISIONS
        working_out = time.perf_counter() - began
        took: dict[int, list[float]] = {LONG: [], 1: []}
        for _ in range(times + 1):
            for size, task_id in cases.items():
                took[size].append(listed(store, task_id))
    long, short = (statistics.median(took[size][1:]) for size in (LONG, 1))
    ratio = long / short
    lines = [
        f"{REVISIONS} revisions listed with what each changed; by `benchmarks/report_history.py`.",
        "",
        "| texts | median | slowest |",
        "|---|--:|--:|",
        *(
            f"| {size:,} letters | {statistics.median(took[size][1:]) * 1000:.1f} ms "
            f"| {max(took[size][1:]) * 1000:.1f} ms |"
            for size in (LONG, 1)
        ),
        "",
        f"Ratio of the medians: **{ratio:.2f}** (the goal is at most {GOAL_RATIO}).",
        f"Comparing all {2 * REVISIONS} with the one before, once: {working_out:.0f} s.",
    ]
    print(record("report_history", "The history of a report", lines).read_text("utf-8"))
    return int(ratio > GOAL_RATIO)


def written(store: Store, size: int) -> str:
    """Create a case whose report has so many revisions, each a few words away from the one before."""
    call = CreateTaskCall(request_id=f"r-{size}", title=f"Texts of {size}")
    task_id = create_task(store, call, author=Author(LOCAL_AGENT, "rest")).task_id
    with store.transaction() as transaction:
        for row in rows(task_id, size):
            add_case_rows(transaction, "report_revision", [row])
    return task_id


def rows(task_id: str, size: int) -> Iterator[dict[str, Any]]:
    """Yield the rows of the revisions."""
    sentences = [f"Pump {n} ran at {n * 7 % 90} % of its power during the night. " for n in range(size // 50)]
    for number in range(1, REVISIONS + 1):
        if size > 1:
            sentences[number * 13 % len(sentences)] = f"Revision {number} looked at this pump again. "
        yield {
            "task_id": task_id, "revision": number, "generation": 1, "stage": "interim",
            "outcome": "undetermined", "title": f"Report {number}", "summary": "S",
            "body": "".join(sentences)[:size] or "B", "reason": "Another look.", "findings": "[]",
            "data_gaps": "[]", "evidence_ids": "[]", "answer_ids": "[]", "action_ids": "[]",
            "graph_updates": 0, "published_at": BEGIN + timedelta(minutes=number),
        }  # fmt: skip


def listed(store: Store, task_id: str) -> float:
    """Return the seconds of one list."""
    began = time.perf_counter()
    history = report_history(store, task_id)
    took = time.perf_counter() - began
    assert [one.change_state for one in history.items] == ["told"] * (REVISIONS - 1) + ["first"]
    return took


if __name__ == "__main__":
    raise SystemExit(main())
