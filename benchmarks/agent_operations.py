"""Measures the page Agent operations at a million events: what it asks, and what examining takes.

    python benchmarks/agent_operations.py [--events 1000000] [--operations 200000] [--database FILE]

The database holds the event lines of `events_workload.py`, and runs of 2,000 tool calls each: commands,
writes, a few refused, with a model call for each. Every reading of the page is asked five times; the page
opens with two of them. It is compared with a page that examined all operations when it is read.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from events_workload import write_workload
from measured import machine

from data_access.contracts.importing import ImportCall
from data_access.reading.agent_operations import agent_operations, operation_counts
from data_access.reading.operation_additions import agent_additions, operation_additions
from data_access.reading.operation_scope import policy_asked
from data_access.reading.refusals import refusals
from data_access.rules.policy_file import default_policy
from data_access.store.connection import Store
from data_access.writing.examine_operations import examine_operations
from data_access.writing.import_records import import_records

RESULT = Path(__file__).resolve().parent / "results" / "agent_operations.md"
GOAL = 1.0
"""Seconds in which the page has what it draws."""
A_RUN = 2_000
FIRST = datetime(2026, 3, 1, 8, tzinfo=UTC)
COMMANDS = (
    "git status && git diff --stat", "uv run pytest -q tests/{n}", "npm install pkg-{n}",
    "rg -n 'flow_{n}' src", "sudo systemctl restart pump-{n}",
    "python scripts/load_{n}.py --since 2026-03-01", "rm -rf build/{n}", "cat src/a{n}.py | head -50",
    "curl -o data/{n}.csv https://data.example.org/{n}.csv",
    "for f in a b c; do sed -i 's/x/{n}/' $f.txt; done", "echo {n} > /etc/limits.d/{n}",
    "cd /srv/plant && make check-{n}",
)  # fmt: skip


def snapshots(operations: int, seed: int = 20260501) -> Iterator[dict[str, Any]]:
    """Yield a snapshot for each run with its tool calls and model calls."""
    chance = random.Random(seed)
    for run in range(operations // A_RUN):
        begin = FIRST + timedelta(hours=run)
        calls = [_call(run, number, begin, chance) for number in range(A_RUN)]
        yield {
            "conversation_id": f"work-{run:04d}", "captured_at": (begin + timedelta(hours=2)).isoformat(),
            "project": "/srv/plant", "tool_outcomes": calls,
            "usage": [_usage(one) for one in calls],
        }  # fmt: skip


def _call(run: int, number: int, begin: datetime, chance: random.Random) -> dict[str, Any]:
    at = begin + timedelta(seconds=3 * number + 1)
    is_write = chance.random() < 0.3
    status = "denied" if chance.random() < 0.01 else "error" if chance.random() < 0.05 else "ok"
    given = (
        {"file_path": f"/srv/plant/src/m{number % 300}.py", "content": "x"}
        if is_write
        else {"command": chance.choice(COMMANDS).format(n=chance.randrange(5_000))}
    )
    return {
        "tool_call_id": f"c-{run}-{number}", "tool": "Write" if is_write else "Bash", "input": given,
        "agent_id": f"worker-{chance.randrange(4)}", "status": status, "started_at": at.isoformat(),
        "ended_at": (at + timedelta(seconds=1)).isoformat(),
    }  # fmt: skip


def _usage(call: dict[str, Any]) -> dict[str, Any]:
    at = datetime.fromisoformat(call["started_at"]) - timedelta(seconds=1)
    return {
        "call_id": f"u-{call['tool_call_id']}", "agent_id": call["agent_id"], "model": "claude-sonnet-4-5",
        "occurred_at": at.isoformat(), "fresh_input": 900, "output": 120,
    }  # fmt: skip


def main() -> None:
    """Load, examine, measure, record."""
    options = _options()
    with tempfile.TemporaryDirectory() as folder:
        database = options.database or Path(folder) / "desk.duckdb"
        is_new = not database.exists()
        with Store.open(database) as store:
            if is_new:
                _load(store, Path(folder), options.events, options.operations)
            started = time.perf_counter()
            examined = examine_operations(store, default_policy())
            examining = time.perf_counter() - started
            figures = _figures(store)
    lines = _told(figures, examined, examining, options)
    print("\n".join(lines))
    if options.record:
        RESULT.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _options() -> argparse.Namespace:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--events", type=int, default=1_000_000)
    options.add_argument("--operations", type=int, default=200_000)
    options.add_argument("--database", type=Path, default=None)
    options.add_argument("--record", action="store_true")
    return options.parse_args()


def _load(store: Store, folder: Path, events: int, operations: int) -> None:
    lines = folder / "events.jsonl"
    write_workload(lines, events)
    work = folder / "work.jsonl"
    with work.open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(one) + "\n" for one in snapshots(operations))
    for path in (lines, work):
        import_records(store, ImportCall(paths=(str(path),)))
        path.unlink()


def _figures(store: Store) -> dict[str, float]:
    """Return the median seconds of each reading; each is checked to find what was loaded."""
    asked = policy_asked(default_policy())
    whole = operation_counts(store, policy=asked)
    page = agent_operations(store, policy=asked)
    assert page.total == whole.operations > 0, "every operation is listed"
    second = agent_operations(store, policy=asked, cursor=page.next_cursor)
    assert second.items[0] != page.items[-1], "pages go on"
    questions: dict[str, Callable[[], object]] = {
        "figures, filters, zones": lambda: operation_counts(store, policy=asked),
        "first page of operations": lambda: agent_operations(store, policy=asked),
        "page after that": lambda: agent_operations(store, policy=asked, cursor=page.next_cursor),
        "violations": lambda: agent_operations(store, policy=asked, breach="any"),
        "of one run": lambda: agent_operations(store, policy=asked, conversation_id="work-0007"),
        "figures of one run": lambda: operation_counts(store, policy=asked, conversation_id="work-0007"),
        "denials with their cost": lambda: refusals(store, policy=asked),
        "what was added, by agent": lambda: agent_additions(store, policy=asked, limit=20),
        "what was added, by thing": lambda: operation_additions(store, policy=asked),
    }
    return {name: _median(question) for name, question in questions.items()}


def _median(question: Callable[[], object]) -> float:
    taken = []
    for _ in range(5):
        started = time.perf_counter()
        question()
        taken.append(time.perf_counter() - started)
    return statistics.median(taken)


def _told(
    figures: dict[str, float], examined: int, examining: float, options: argparse.Namespace
) -> list[str]:
    opening = sum(figures[name] for name in ("figures, filters, zones", "first page of operations"))
    loaded = (
        f"Measured {datetime.now(UTC):%Y-%m-%d} on {machine()}, {options.events:,} events beside "
        f"{options.operations:,} tool calls of {options.operations // A_RUN} runs. Medians of five."
    )
    lines = ["# Agent operations at a million events", "", loaded, "", "| asked | seconds |", "|---|---|"]
    lines += [f"| {name} | {seconds:.3f} |" for name, seconds in figures.items()]
    lines.append(f"| all that the page opens with | {opening:.3f} |")
    if examined:
        lines.append(f"| examining one operation, kept | {examining / examined:.5f} |")
        took = (
            f"Examining all {examined:,} took {examining:.0f} s, beside the desk and once. A page that "
            f"examined them when it is read would take {examining / opening:,.0f} times what it opens with."
        )
        lines += ["", took]
    verdict = "is within" if opening <= GOAL else "is not within"
    return [*lines, "", f"The page {verdict} its bound of {GOAL:g} s."]


if __name__ == "__main__":
    main()
