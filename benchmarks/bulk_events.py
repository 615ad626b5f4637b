"""Measures the import of a million event lines against what the engine needs to read them at all.

    python benchmarks/bulk_events.py [--count 1000000] [--runs 3]

Both sides run as child processes in turn, into a new database file each, and the processor time of the whole
child counts. The yardstick is `read_json` with explicit columns and the payload kept; the import does what
`caseboard import` does: masking on, every line accounted for, aggregates and ledger kept.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from events_workload import write_workload
from measured import Run, machine, median_cpu, run

CHECKOUT = Path(__file__).resolve().parent.parent
RESULT = CHECKOUT / "benchmarks" / "results" / "bulk_events.md"
GOAL = 1.8
YARDSTICK = """
import sys, duckdb
source, database = sys.argv[1:]
columns = {name: "VARCHAR" for name in (
    "conversation_id", "event_id", "event_type", "agent_id", "thread_id", "task_id", "phase", "severity",
    "summary")}
columns |= {"occurred_at": "TIMESTAMPTZ", "recorded_at": "TIMESTAMPTZ", "payload": "JSON"}
connection = duckdb.connect(database)
connection.execute("SET TimeZone = 'UTC'")
connection.execute(
    f"CREATE TABLE event AS SELECT * FROM read_json($path, format='newline_delimited', columns={columns})",
    {"path": source})
assert connection.execute("SELECT count(*) FROM event").fetchall()[0][0] > 0
connection.close()
"""
IMPORT = """
import sys
from data_access.contracts.importing import ImportCall
from data_access.store.connection import Store
from data_access.writing.import_records import import_records
source, database = sys.argv[1:]
with Store.open(database) as store:
    total = import_records(store, ImportCall(paths=(source,))).total
assert total.records == total.events and total.rejected == 0, total
"""


def measure(count: int, runs: int) -> dict[str, list[Run]]:
    """Return what both sides took, one after the other in every run."""
    taken: dict[str, list[Run]] = {"read_json": [], "import": []}
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "events.jsonl"
        write_workload(source, count)
        for number in range(runs):
            for name, program in (("read_json", YARDSTICK), ("import", IMPORT)):
                database = Path(folder) / f"{name}-{number}.duckdb"
                command = [sys.executable, "-c", program, str(source), str(database)]
                taken[name].append(run(command, {"PYTHONPATH": str(CHECKOUT)}))
                database.unlink()
    return taken


def report(count: int, taken: dict[str, list[Run]]) -> str:
    """Return the result as Markdown."""
    ratio = median_cpu(taken["import"]) / median_cpu(taken["read_json"])
    rows = [
        f"| {name} | {median_cpu(runs):.2f} | {', '.join(f'{one.cpu_seconds:.2f}' for one in runs)} |"
        for name, runs in taken.items()
    ]
    table = ["| side | median | runs |", "|---|---|---|", *rows]
    return "\n".join(
        [
            "# Import of event lines against `read_json`",
            "",
            f"{count:,} lines of the bulk form, masking on, into a new database file each.",
            "Processor seconds of the whole child process. Made by `benchmarks/bulk_events.py`.",
            "",
            *table,
            "",
            f"**Ratio {ratio:.2f}**; the goal is at most {GOAL}.",
            "",
            machine(),
            "",
        ]
    )


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--count", type=int, default=1_000_000)
    arguments.add_argument("--runs", type=int, default=3)
    given = arguments.parse_args()
    text = report(given.count, measure(given.count, given.runs))
    RESULT.parent.mkdir(parents=True, exist_ok=True)
    RESULT.write_text(text, encoding="utf-8")
    print(text)
