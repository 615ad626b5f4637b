"""Spans received over HTTP: spans per server CPU-second, memory and disk, against MLflow.

    PYTHONPATH=. python benchmarks/otlp_receiver.py BENCH [--mlflow PROGRAM] [--large 1000000]

BENCH is the folder of the common workload: `gen.py` makes runs and their true totals, `emit_otlp.py` makes
requests of them, one trace each. PROGRAM is MLflow's command in an environment of its own:

    python -m venv mlflow-environment && mlflow-environment/bin/pip install mlflow

Both servers run as processes of their own on this machine, one after the other, and get the same requests
from the same number of connections. Of the desk all counts until it has stopped, the last checkpoint too, but
not the question after its totals; of MLflow until its last answer. The desk's totals must be those of
`gen.py`, or there is no figure.
"""

from __future__ import annotations

import argparse
import http.client
import importlib
import json
import os
import queue
import resource
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

import psutil
from measured import machine

RESULT = Path(__file__).resolve().parent / "results" / "otlp_receiver.md"
BOUND, GOAL = 10, 15_000
MEMORY_BOUND = 600
"""Megabytes at a million spans."""
MEMORY_LIMIT = "192MB"
"""What the desk's engine may keep in memory, set as the user guide says for small machines."""
PATIENCE = 300


@dataclass
class Server:
    """A server process with what it took."""

    process: subprocess.Popen[bytes]
    port: int
    began: float = 0.0
    """CPU seconds of the start."""
    peak: float = 0.0
    """Largest memory of the process tree, in megabytes."""
    _stop: threading.Event = field(default_factory=threading.Event)

    def cpu(self) -> float:
        """CPU seconds of the process tree since the server was ready."""
        return sum(_cpu_of(one) for one in self.tree()) - self.began

    def tree(self) -> list[psutil.Process]:
        """The processes of the server."""
        top = psutil.Process(self.process.pid)
        return [top, *top.children(recursive=True)]

    def watch(self) -> None:
        """Note the memory until the server stops."""
        while not self._stop.wait(0.1):
            try:
                self.peak = max(self.peak, sum(one.memory_info().rss for one in self.tree()) / 1e6)
            except psutil.Error:
                return

    def end(self) -> None:
        """Stop as an operator would."""
        self._stop.set()
        self.process.terminate()
        self.process.wait(PATIENCE)


@dataclass(frozen=True)
class Figures:
    """What one server needed for a number of spans."""

    spans: int
    cpu_seconds: float
    wall_seconds: float
    peak_megabytes: float
    bytes_on_disk: int
    slices: tuple[tuple[int, float], ...] = ()
    """Spans sent so far, CPU seconds so far."""

    @property
    def rate(self) -> float:
        """Spans per CPU second."""
        return self.spans / self.cpu_seconds


def main() -> None:
    options = _options()
    sys.path.insert(0, str(options.bench))
    with tempfile.TemporaryDirectory(prefix="otlp-") as folder:
        lines = _compared(options, Path(folder))
        if options.large:
            lines += _large(options, Path(folder))
    RESULT.parent.mkdir(exist_ok=True)
    heading = ["# Spans received over HTTP", "", machine(), ""]
    RESULT.write_text("\n".join([*heading, *lines, ""]), "utf-8")
    print(RESULT.read_text("utf-8"))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("bench", type=Path)
    parser.add_argument("--mlflow", default=shutil.which("mlflow"), help="MLflow's command")
    parser.add_argument("--spans", type=int, default=100_000)
    parser.add_argument("--mlflow-spans", type=int, default=0, help="fewer for MLflow; else as many")
    parser.add_argument("--large", type=int, default=0, help="spans of a second run, for memory and growth")
    parser.add_argument("--clients", type=int, default=16)
    return parser.parse_args()


def _compared(options: argparse.Namespace, folder: Path) -> list[str]:
    requests = folder / "requests.bin"
    truth = _written(requests, options.spans)
    desk = _desk(folder / "desk", requests, options.clients, truth)
    rows = [("Caseboard", desk)]
    if options.mlflow:
        most = options.mlflow_spans or options.spans
        rows.append(("MLflow", _mlflow(options.mlflow, folder / "mlflow", requests, options.clients, most)))
    lines = [
        (
            f"{desk.spans:,} spans of {requests.stat().st_size / desk.spans:,.0f} bytes, {options.clients} "
            "connections, one trace a request; totals as `gen.py` has them. "
            f"The desk runs with CASEBOARD_MEMORY_LIMIT={MEMORY_LIMIT}."
        ),
        "",
        "| server | spans | CPU-s | spans per CPU-s | wall s | peak memory MB | bytes on disk a span |",
        "|---|---|---|---|---|---|---|",
        *(_row(name, one) for name, one in rows),
        "",
    ]
    if len(rows) == 2:
        ratio = rows[0][1].rate / rows[1][1].rate
        lines.append(
            f"Ratio: {ratio:.1f}x (bound {BOUND}x). Goal {GOAL:,} spans per CPU-second: {desk.rate:,.0f}."
        )
    return [*lines, ""]


def _row(name: str, one: Figures) -> str:
    return (
        f"| {name} | {one.spans:,} | {one.cpu_seconds:.1f} | {one.rate:,.0f} | {one.wall_seconds:.1f} "
        f"| {one.peak_megabytes:.0f} | {one.bytes_on_disk / one.spans:,.0f} |"
    )


def _large(options: argparse.Namespace, folder: Path) -> list[str]:
    requests = folder / "many.bin"
    truth = _written(requests, options.large)
    desk = _desk(folder / "large", requests, options.clients, truth)
    size = desk.bytes_on_disk / desk.spans
    lines = [
        (
            f"{desk.spans:,} spans: {desk.rate:,.0f} spans per CPU-second in all, peak memory "
            f"{desk.peak_megabytes:.0f} MB (bound {MEMORY_BOUND}), {size:,.0f} bytes on disk a span."
        ),
        "",
        "| spans stored before | spans per CPU-s of the next tenth |",
        "|---|---|",
    ]
    before = (0, 0.0)
    for sent, cpu in desk.slices:
        lines.append(f"| {before[0]:,} | {(sent - before[0]) / (cpu - before[1]):,.0f} |")
        before = (sent, cpu)
    return [*lines, ""]


# the workload -----------------------------------------------------------------------------------------------


def _written(path: Path, spans: int) -> dict[str, Any]:
    """Write requests, each behind its length and its number of spans; return the true totals."""
    gen, emit = importlib.import_module("gen"), importlib.import_module("emit_otlp")
    truth: dict[str, Any] = {"spans": 0, "tok": [0, 0, 0, 0], "cost": Decimal(0)}
    with path.open("wb") as file:
        for run in gen.gen_runs(7, spans):
            body = emit.request(run).SerializeToString()
            file.write(struct.pack("<II", len(body), len(run["spans"])) + body)
            truth["spans"] += len(run["spans"])
            for span in run["spans"]:
                _add(truth, span, gen.PRICES)
    return truth


def _add(truth: dict[str, Any], span: Mapping[str, Any], prices: Mapping[str, Sequence[float]]) -> None:
    if not span["tok"]:
        return
    truth["tok"] = [old + new for old, new in zip(truth["tok"], span["tok"], strict=True)]
    rates = [Decimal(str(rate)) for rate in prices[span["model"]]]
    truth["cost"] += sum(Decimal(t) * rate for t, rate in zip(span["tok"], rates, strict=True)) / 1_000_000


def _bodies(path: Path, most: int) -> Iterator[tuple[bytes, int]]:
    sent = 0
    with path.open("rb") as file:
        while sent < most and (head := file.read(8)):
            size, spans = struct.unpack("<II", head)
            sent += spans
            yield file.read(size), spans


def _send(
    server: Server, requests: Path, clients: int, headers: Mapping[str, str], most: int
) -> tuple[int, tuple[tuple[int, float], ...]]:
    """Send everything; return the spans that were acknowledged, and the CPU seconds on the way."""
    waiting: queue.Queue[tuple[bytes, int] | None] = queue.Queue(2 * clients)
    acknowledged: list[int] = []
    faults: list[str] = []

    def work() -> None:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        while (item := waiting.get()) is not None:
            fault = _posted(connection, item[0], headers)
            if fault:
                faults.append(fault)
            acknowledged.append(item[1])

    threads = [threading.Thread(target=work) for _ in range(clients)]
    for thread in threads:
        thread.start()
    slices: list[tuple[int, float]] = []
    step = most / 10
    for body in _bodies(requests, most):
        waiting.put(body)
        if sum(acknowledged) >= step * (len(slices) + 1):
            slices.append((sum(acknowledged), server.cpu()))
    for _ in threads:
        waiting.put(None)
    for thread in threads:
        thread.join()
    assert not faults, faults[:3]
    return sum(acknowledged), (*slices, (sum(acknowledged), server.cpu()))


def _posted(connection: http.client.HTTPConnection, body: bytes, headers: Mapping[str, str]) -> str | None:
    """Send one request as exporters do, again after a moment where asked to; return what went wrong."""
    for _ in range(100):
        connection.request("POST", "/v1/traces", body, dict(headers))
        answer = connection.getresponse()
        told = answer.read()
        if answer.status not in (429, 503):
            return None if answer.status == 200 else f"{answer.status} {told[:300]!r}"
        time.sleep(float(answer.headers.get("retry-after", "1")))
    return "never taken"


# the servers ------------------------------------------------------------------------------------------------


def _desk(folder: Path, requests: Path, clients: int, truth: Mapping[str, Any]) -> Figures:
    folder.mkdir()
    database, prices = folder / "desk.duckdb", folder / "prices.json"
    rates = importlib.import_module("gen").PRICES
    names = ("input", "output", "cache_read", "cache_write_5m")
    prices.write_text(json.dumps({model: dict(zip(names, one, strict=True)) for model, one in rates.items()}))
    command = [
        sys.executable,
        "-m",
        "dashboard",
        "serve",
        "--database",
        str(database),
        "--prices",
        str(prices),
    ]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with _running(command, folder, lambda port: ["--port", str(port)], "/api/health") as server:
        started = time.perf_counter()
        headers = {"content-type": "application/x-protobuf"}
        spans, slices = _send(server, requests, clients, headers, truth["spans"])
        wall, sent = time.perf_counter() - started, server.cpu()
        _check(server.port, spans, truth)
        not_received = server.began + server.cpu() - sent
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime - not_received
    size = sum(file.stat().st_size for file in folder.glob("desk.duckdb*"))
    return Figures(spans, cpu, wall, server.peak, size, slices)


def _check(port: int, spans: int, truth: Mapping[str, Any]) -> None:
    """A fast answer that is wrong is no answer."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/cost?by=model", timeout=PATIENCE) as answer:
        total = json.load(answer)["total"]
    fresh, output, read, write = truth["tok"]
    found = [total["fresh_input"], total["output"], total["cache_read"], total["cache_write_unspecified"]]
    assert found == [fresh, output, read, write], (found, truth)
    assert Decimal(total["cost_usd"]) == truth["cost"], (total["cost_usd"], truth["cost"])
    assert spans == truth["spans"], (spans, truth["spans"])


def _mlflow(program: str, folder: Path, requests: Path, clients: int, most: int) -> Figures:
    folder.mkdir()
    command = [program, "server", "--workers", "1", "--host", "127.0.0.1"]
    with _running(command, folder, lambda port: ["--port", str(port)], "/health") as server:
        started = time.perf_counter()
        headers = {"content-type": "application/x-protobuf", "x-mlflow-experiment-id": "0"}
        spans, _ = _send(server, requests, clients, headers, most)
        wall, cpu = time.perf_counter() - started, server.cpu()
    size = sum(file.stat().st_size for file in folder.glob("mlflow.db*"))
    return Figures(spans, cpu, wall, server.peak, size)


@contextmanager
def _running(
    command: Sequence[str], folder: Path, listening: Callable[[int], list[str]], health: str
) -> Iterator[Server]:
    """Lend a server that is ready, in a folder of its own that is also its home."""
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        port = door.getsockname()[1]
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("CASEBOARD_")},
        "HOME": str(folder),
        "CASEBOARD_TIMEZONE": "UTC",
        "CASEBOARD_MEMORY_LIMIT": MEMORY_LIMIT,
        "MLFLOW_SERVER_ENABLE_JOB_EXECUTION": "false",
        "PYTHONPATH": str(Path(__file__).resolve().parent.parent) if "dashboard" in command else "",
    }
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    with (folder / "server.log").open("wb") as log:
        process = subprocess.Popen(
            [*command, *listening(port)], cwd=folder, env=environment, stdout=log, stderr=log
        )
        server = Server(process, port)
        try:
            _wait_until_ready(server, health)
            server.began = server.cpu()
            threading.Thread(target=server.watch, daemon=True).start()
            yield server
        finally:
            server.end()


def _wait_until_ready(server: Server, health: str) -> None:
    for _ in range(PATIENCE * 5):
        assert server.process.poll() is None, "the server ended before it was ready"
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{server.port}{health}", timeout=5):
                time.sleep(3)  # what it does by itself after its start
                return
        except OSError:
            time.sleep(0.2)
    raise AssertionError("the server was never ready")


def _cpu_of(process: psutil.Process) -> float:
    try:
        times = process.cpu_times()
    except psutil.Error:
        return 0.0
    return times.user + times.system


if __name__ == "__main__":
    main()
