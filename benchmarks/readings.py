"""Measures every reading that is scoped to a run at a million events against its SQL alone.

    python benchmarks/readings.py [--count 1000000] [--rounds 5] [--database FILE]

The database holds the event lines of `events_workload.py` and one run of 50,000 events with messages, tool
calls and model calls of 40 agents. A reading is asked `--rounds` times; its SQL alone is what its statements
took within it: the ratio says what contracts, trees and texts add. `--database` keeps the loaded database.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from events_workload import write_workload
from last_record import compared, in_short, recorded
from measured import machine

from data_access.contracts.importing import ImportCall
from data_access.reading import (
    across_runs,
    phases,
    run_as_of,
    runtime_summary,
    search,
    task_evidence,
    thread_messages,
    topology,
    trace,
    transcript,
    verifier,
)
from data_access.reading.events import events
from data_access.store.connection import Record, Store
from data_access.writing.import_records import import_records

RESULT = Path(__file__).resolve().parent / "results" / "readings.md"
GOAL = 2.0
SMALL, LARGE = "conversation-0007", "large-run"
LARGE_EVENTS = 50_000
AGENTS = 40
FIRST = datetime(2026, 3, 1, 8, tzinfo=UTC)


class ClockedStore(Store):
    """A store that adds up what its statements take."""

    seconds = 0.0

    def rows(self, name: str, values: Mapping[str, Any] | None = None) -> list[Record]:
        """Answer as the store does, by the clock."""
        started = time.perf_counter()
        try:
            return super().rows(name, values)
        finally:
            self.seconds += time.perf_counter() - started


def readings() -> Iterator[tuple[str, Callable[[Store], Any]]]:
    """Name every reading and say how it is asked."""
    for run in (SMALL, LARGE):
        yield f"events, {run}", lambda store, run=run: events(store, run)
        yield f"events with a text, {run}", lambda store, run=run: events(store, run, q="valve")
        yield f"topology, {run}", lambda store, run=run: topology.topology(store, run)
        yield f"verifier, {run}", lambda store, run=run: verifier.verifier(store, run)
        yield f"runtime_summary, {run}", lambda store, run=run: runtime_summary.runtime_summary(store, run)
        yield f"phases, {run}", lambda store, run=run: phases.phases(store, run)
        yield f"snapshots, {run}", lambda store, run=run: run_as_of.snapshots(store, run)
        yield f"transcript, {run}", lambda store, run=run: transcript.transcript(store, run)
        yield f"next_error, {run}", lambda store, run=run: transcript.next_error(store, run)
        yield f"trace, {run}", lambda store, run=run: trace.trace(store, run)
        yield f"latency, {run}", lambda store, run=run: across_runs.latency(store, run)
        yield f"tool_reliability, {run}", lambda store, run=run: across_runs.tool_reliability(store, run)
        yield f"loops, {run}", lambda store, run=run: across_runs.loops(store, run)
        yield f"outliers, {run}", lambda store, run=run: across_runs.outliers(store, run)
        yield f"context_growth, {run}", lambda store, run=run: across_runs.context_growth(store, run)
        yield f"search, {run}", lambda store, run=run: search.search(store, "valve", conversation=run)
    yield "trace below an agent", lambda store: trace.trace(store, LARGE, parent="agent:agent-03")
    yield "task_evidence", lambda store: task_evidence.task_evidence(store, "task-07", LARGE)
    yield "thread_messages", lambda store: thread_messages.thread_messages(store, "agent-03", LARGE)
    yield "events of all runs", lambda store: events(store, newest_first=True)


def large_run() -> Iterator[str]:
    """Yield one snapshot a line: together 50,000 events, a fifth with a tool call, a tenth with a message."""
    step = 2_000
    for start in range(0, LARGE_EVENTS, step):
        yield json.dumps(_snapshot(range(start, start + step)))


def _snapshot(numbers: range) -> dict[str, object]:
    at = [(FIRST + timedelta(seconds=number)).isoformat() for number in numbers]
    placed = list(zip(numbers, at, strict=True))
    return {
        "conversation_id": LARGE,
        "captured_at": at[-1],
        "phase": f"phase-{numbers.start // 10_000}",
        "agents": [_agent(number) for number in range(AGENTS)],
        "event_trace": [_event(number, moment) for number, moment in placed],
        "message_trace": [
            {
                "message_id": f"m{number}",
                "thread_id": f"agent-{number // 10 % AGENTS:02}",
                "sender": f"agent-{number // 10 % AGENTS:02}",
                "recipient": "agent-00",
                "role": "assistant",
                "content": "The valve is open, the flow is back. " * 12,
                "occurred_at": moment,
            }
            for number, moment in placed[::10]
        ],
        "tool_outcomes": [
            {
                "tool_call_id": f"c{number}",
                "tool": ("read_file", "run_tests", "edit_file")[number % 3],
                "agent_id": f"agent-{number // 5 % AGENTS:02}",
                "task_id": f"task-{number // 5 % 30:02}",
                "status": "error" if number % 400 == 0 else "ok",
                "started_at": moment,
                "ended_at": moment,
                "input": {"path": f"station/{number % 700}.csv"},
                "output": "a line of output " * 40,
            }
            for number, moment in placed[::5]
        ],
        "active_tasks": [
            {"task_id": f"task-{number:02}", "status": "running", "agent_id": f"agent-{number:02}"}
            for number in range(30)
        ],
        "usage": [
            {
                "call_id": f"u{number}",
                "agent_id": f"agent-{number // 25 % AGENTS:02}",
                "model": "claude-sonnet-4-5",
                "occurred_at": moment,
                "fresh_input": 100 + number % 900,
                "cache_read": number % 9_000,
                "output": 200,
            }
            for number, moment in placed[::25]
        ],
        "verification_status": "passed",
        "verification_evidence": [{"tool_call_id": f"c{number}"} for number in numbers[::100]],
    }


def _agent(number: int) -> dict[str, object]:
    return {
        "agent_id": f"agent-{number:02}",
        "parent_agent_id": f"agent-{(number - 1) // 3:02}" if number else None,
    }


def _event(number: int, moment: str) -> dict[str, object]:
    return {
        "event_id": f"large-{number}",
        "event_type": "tool_called" if number % 5 == 0 else "note_taken",
        "agent_id": f"agent-{number % AGENTS:02}",
        "task_id": f"task-{number % 30:02}",
        "phase": f"phase-{number // 10_000}",
        "severity": "error" if number % 400 == 0 else "info",
        "occurred_at": moment,
        "summary": "Read the sensor log again, the valve is open",
        "payload": {"number": number, "notes": ["ok"] * 20},
    }


def load(folder: Path, database: Path, count: int) -> None:
    """Fill the database."""
    lines, large = folder / "events.jsonl", folder / "large.jsonl"
    write_workload(lines, count)
    large.write_text("\n".join(large_run()) + "\n", encoding="utf-8")
    with Store.open(database) as store:
        import_records(store, ImportCall(paths=(str(lines), str(large))))


def measure(database: Path, rounds: int) -> dict[str, tuple[float, float]]:
    """Return for each reading the medians of its seconds and of its SQL's seconds."""
    taken: dict[str, tuple[float, float]] = {}
    with ClockedStore.open(database) as store:
        for name, ask in readings():
            ask(store)
            times = [_clocked(store, ask) for _ in range(rounds)]
            taken[name] = (
                statistics.median(one[0] for one in times),
                statistics.median(one[1] for one in times),
            )
            print(f"{name:40} {taken[name][0] * 1000:8.1f} ms  sql {taken[name][1] * 1000:8.1f} ms")
    return taken


def _clocked(store: ClockedStore, ask: Callable[[Store], Any]) -> tuple[float, float]:
    store.seconds = 0.0
    started = time.perf_counter()
    ask(store)
    return time.perf_counter() - started, store.seconds


def record(taken: dict[str, tuple[float, float]], count: int) -> None:
    """Write the result."""
    lines = [
        "# Readings of a run against their SQL alone",
        "",
        f"{count:,} event lines in 300 runs, and `{LARGE}` with {LARGE_EVENTS:,} events, {AGENTS} agents.",
        "Medians in milliseconds, in one process, everything warm. Made by `benchmarks/readings.py`.",
        "",
        "| reading | whole | SQL | ratio | whole, against the last record |",
        "|---|--:|--:|--:|---|",
    ]
    words = compared({name: whole * 1000 for name, (whole, _) in taken.items()}, recorded(RESULT, "whole"))
    for name, (whole, sql) in taken.items():
        figures = f"{whole * 1000:.1f} | {sql * 1000:.1f} | {whole / sql:.2f}"
        lines.append(f"| {name} | {figures} | {words[name]} |")
    worst = max(taken, key=lambda name: taken[name][0] / taken[name][1])
    ratio = taken[worst][0] / taken[worst][1]
    lines += ["", f"**Largest ratio {ratio:.2f}** ({worst}); the goal is at most {GOAL}.", ""]
    lines += [in_short(words), "", machine(), ""]
    RESULT.write_text("\n".join(lines), encoding="utf-8")


@contextmanager
def loaded(database: Path | None, count: int) -> Iterator[Path]:
    """Give a loaded database: the one named, or a new one that is gone afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        path = database or Path(folder) / "readings.duckdb"
        if not path.exists():
            load(Path(folder), path, count)
        yield path


def main() -> None:
    """Measure and record."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--database", type=Path)
    asked = parser.parse_args()
    with loaded(asked.database, asked.count) as database:
        record(measure(database, asked.rounds), asked.count)


if __name__ == "__main__":
    main()
