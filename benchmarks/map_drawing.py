"""Measures how long a browser takes from the page of a case to its drawn map, and what 300 nodes become.

    python benchmarks/map_drawing.py [--times 3]

A case with a map is written to an empty desk, which a process of its own serves; Chromium opens the page each
time anew. The first time fetches the drawing engine too; later ones have it in their cache.
"""

from __future__ import annotations

import argparse
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from measured import machine
from playwright.sync_api import BrowserContext, sync_playwright

from data_access.contracts.case_calls import ClaimTaskCall, CreateTaskCall, PublishProgressCall
from data_access.contracts.principal import LOCAL_AGENT
from data_access.store.connection import Store
from data_access.writing.case_write import Author
from data_access.writing.create_task import create_task
from data_access.writing.publish_progress import publish_task_progress
from data_access.writing.task_runs import claim_task

MARKS = Path(__file__).with_name("map_marks.js")
RESULT = Path(__file__).resolve().parent / "results" / "map_drawing.md"
GOAL_SECONDS = 2.0
SIZES = ((40, 80), (300, 400))
STATUSES = ("reference", "recorded", "needs_input", "failed", "not_taken")


def main() -> int:
    """Measure, print, record; ends with 1 when 40 nodes take longer than the goal."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=3)
    times = parser.parse_args().times
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "desk.duckdb"
        with Store.open(database) as store:
            cases = [written(store, nodes, edges) for nodes, edges in SIZES]
        with served(database) as address, sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=os.environ.get("CASEBOARD_CHROMIUM", "/usr/bin/chromium"),
                args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
            )
            context = browser.new_context(viewport={"width": 1440, "height": 900})
            took = [[seconds(context, address, case) for _ in range(times + 1)] for case in cases]
            browser.close()
    lines = [_line(f"{nodes} / {edges}", one) for (nodes, edges), one in zip(SIZES, took, strict=True)]
    text = "\n".join(
        [
            "# Maps of cases in the browser",
            "",
            "Seconds from the heading of the page to the drawn map; above 120 nodes it is drawn by status.",
            f"The goal for 40 nodes and 80 edges is {GOAL_SECONDS:.0f} s. By `benchmarks/map_drawing.py`.",
            "",
            "| nodes / edges | first time | median later | slowest later | whole page first | median later |",
            "|---|--:|--:|--:|--:|--:|",
            *lines,
            "",
            f"{machine()}; load average while measuring {load:.1f}",
            "",
        ]
    )
    print(text)
    RESULT.write_text(text, encoding="utf-8")
    return int(statistics.median(one for one, _ in took[0][1:]) > GOAL_SECONDS)


def _line(size: str, took: list[tuple[float, float]]) -> str:
    (first, whole), *rest = took
    later, wholes = zip(*rest, strict=True)
    figures = (first, statistics.median(later), max(later), whole, statistics.median(wholes))
    return " | ".join([f"| {size}", *(f"{one:.2f}" for one in figures), ""]).rstrip()


def written(store: Store, nodes: int, edges: int) -> str:
    """Write a case whose map has so many nodes and edges; return its id."""
    author = Author(LOCAL_AGENT, "benchmark")
    task = create_task(store, CreateTaskCall(request_id=str(uuid4()), title=f"{nodes} nodes"), author=author)
    claim = claim_task(store, ClaimTaskCall(request_id=str(uuid4()), task_id=task.task_id), author=author)
    pairs = [(n // 2, n) for n in range(1, nodes)]
    pairs += [(n, n + step) for step in (3, 7) for n in range(nodes - step) if (n, n + step) not in pairs]
    update = {
        "nodes": [
            {"node_id": f"n{n}", "title": f"第{n}步 check valve {n}", "status": STATUSES[n % 5]}
            for n in range(nodes)
        ],
        "edges": [{"source": f"n{a}", "target": f"n{b}", "label": "then"} for a, b in pairs[:edges]],
    }
    call = PublishProgressCall.model_validate(
        {
            "request_id": str(uuid4()), "task_id": task.task_id, "lease_token": claim.lease_token,
            "generation": claim.generation, "graph_update": update,
        }
    )  # fmt: skip
    publish_task_progress(store, call, author=author)
    return task.task_id


@contextmanager
def served(database: Path) -> Iterator[str]:
    """Serve `database` in a process of its own until the block ends."""
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        port = door.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "dashboard", "serve", "--port", str(port)]
    environment = os.environ | {"CASEBOARD_DATABASE": str(database), "HOME": str(database.parent)}
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) as process:
        try:
            wait_for(f"{address}/api/health")
            yield address
        finally:
            process.terminate()


def wait_for(url: str) -> None:
    """Wait until the desk answers; raises `TimeoutError` after a minute."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(url, timeout=2):
                return
        except OSError:
            time.sleep(0.2)
    raise TimeoutError(f"nothing answers at {url}")


def seconds(context: BrowserContext, address: str, task_id: str) -> tuple[float, float]:
    """Open the map of a case; return the seconds until it is drawn: from its heading, and in all."""
    page = context.new_page()
    page.add_init_script(path=MARKS)
    page.goto(f"{address}/investigation_map?case={task_id}")
    page.wait_for_selector(".stage g.node", timeout=120_000)
    seen = page.evaluate("window.seen")
    page.close()
    return (seen["map"] - seen["heading"]) / 1000, seen["map"] / 1000


if __name__ == "__main__":
    sys.exit(main())
