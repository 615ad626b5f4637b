"""Measures what open pages cost a desk of a million events: its server process alone, in parts of one core.

    python benchmarks/live_tabs.py [--count 1000000] [--seconds 60] [--tabs 20] [--database FILE]

A tab is a client that does on the wire what a browser does: it opens a page, looks as often as the page says,
and asks for the page again when the desk has moved on. First nothing happens on the desk; then a log of
which every tab shows a view grows by a turn and is imported every five seconds. `--database` keeps the loaded
database.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from urllib.request import urlopen

import psutil
from last_record import compared, in_short, recorded
from measured import machine
from readings import loaded
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Delta_pb2 import Delta
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

from dashboard.asking import RunningDesk, import_through, running_desk
from dashboard.settings import Settings
from data_access.contracts.importing import ImportCall
from data_access.store.desk_address import desk_of

RESULT = Path(__file__).resolve().parent / "results" / "live_tabs.md"
IDLE_GOAL, LIVE_GOAL = 0.10, 0.40
IMPORT_SECONDS = 5
SETTLE_SECONDS = 30
VIEWS = ("overview", "runs", "run_summary", "run_transcript", "run_timeline")
SESSION = "5f3c2a10-0000-4000-8000-000000000001"
TURNS = 600
PULSE = "caseboard.pulse"


@dataclass
class Tab:
    """One open page; notes when it was drawn and how often it looked."""

    address: str
    page: str
    query: str
    drawn_at: list[float] = field(default_factory=list)
    looked: int = 0
    faults: list[str] = field(default_factory=list)
    _beat: asyncio.Task[None] | None = None

    async def stay_open(self) -> None:
        """Open the page and live until somebody cancels."""
        ws = self.address.replace("http", "ws", 1) + "/_stcore/stream"
        async with connect(
            ws,
            subprotocols=[Subprotocol("streamlit")],
            origin=Origin(self.address),
            max_size=None,
        ) as socket:
            await socket.send(self._ask())
            try:
                async for message in socket:
                    self._hear(socket, ForwardMsg.FromString(bytes(message)))  # type: ignore[arg-type]
            finally:
                if self._beat is not None:
                    self._beat.cancel()

    def _ask(self) -> bytes:
        asked = BackMsg()
        asked.rerun_script.page_name = "" if self.page == "overview" else self.page
        asked.rerun_script.query_string = self.query
        asked.rerun_script.context_info.url = f"{self.address}/{self.page}"
        asked.rerun_script.context_info.timezone = "UTC"
        return asked.SerializeToString()

    def _hear(self, socket: ClientConnection, told: ForwardMsg) -> None:
        kind = told.WhichOneof("type")
        if kind == "script_finished" and told.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY:
            self.drawn_at.append(time.monotonic())
        elif kind == "delta":
            self._see(socket, told.delta)

    def _see(self, socket: ClientConnection, told: Delta) -> None:
        element = told.new_element
        kind = element.WhichOneof("type")
        if kind == "bidi_component" and element.bidi_component.component_name == PULSE:
            if self._beat is not None:
                self._beat.cancel()
            self._beat = asyncio.create_task(self._beats(socket, json.loads(element.bidi_component.json)))
        elif kind == "exception":
            self.faults.append(element.exception.message)

    async def _beats(self, socket: ClientConnection, told: dict[str, Any]) -> None:
        while True:
            await asyncio.sleep(told["every_ms"] / 1000)
            answer = await asyncio.to_thread(self._look, told["asks"])
            self.looked += 1
            if answer["changes"] > told["drawn"]:
                self._beat = None
                await socket.send(self._ask())
                return

    def _look(self, asks: str) -> dict[str, Any]:
        with urlopen(f"{self.address}{asks}", timeout=30) as answer:
            looked: dict[str, Any] = json.load(answer)
            return looked


@dataclass(frozen=True)
class Figures:
    """What a stretch of time took."""

    part: float
    """Of one core."""
    drawn: int
    looked: int
    slowest: float | None
    """Longest time, in seconds, from the end of an import until a tab showed it; None without imports."""


@dataclass
class Log:
    """The growing log of the watched run."""

    file: Path
    turns: int = 0

    def grow(self, turns: int) -> None:
        """Append so many turns: a prompt, a call with its outcome, an answer."""
        self.file.parent.mkdir(parents=True, exist_ok=True)
        with self.file.open("a", encoding="utf-8") as file:
            for number in range(self.turns, self.turns + turns):
                file.writelines(json.dumps(row) + "\n" for row in _turn(number))
        self.turns += turns


def _turn(number: int) -> Iterator[dict[str, object]]:
    at = datetime(2026, 5, 1, 8, tzinfo=UTC) + timedelta(seconds=20 * number)
    base = {"sessionId": SESSION, "cwd": "/srv/station", "timestamp": at.isoformat()}
    usage = {"input_tokens": 40, "cache_read_input_tokens": 9_000, "output_tokens": 200}
    call = {"type": "tool_use", "id": f"t{number}", "name": "Bash", "input": {"command": "read-valve 7"}}
    done = {"type": "tool_result", "tool_use_id": f"t{number}", "content": "the valve is open"}
    says = {"role": "assistant", "model": "claude-sonnet-4-5", "id": f"m{number}", "usage": usage}
    yield base | {"type": "user", "uuid": f"u{number}", "message": {"role": "user", "content": "And now?"}}
    yield base | {"type": "assistant", "uuid": f"a{number}", "message": says | {"content": [call]}}
    yield base | {"type": "user", "uuid": f"r{number}", "message": {"role": "user", "content": [done]}}


@contextmanager
def desk(database: Path) -> Iterator[tuple[psutil.Process, RunningDesk]]:
    """Lend a desk that runs on `database` in a process of its own."""
    command = [sys.executable, "-m", "dashboard", "serve", "--json", "--port", "8747"]
    with subprocess.Popen([*command, "--database", str(database)], stdout=subprocess.PIPE) as server:
        try:
            assert server.stdout is not None
            server.stdout.readline()
            deadline = time.monotonic() + 60
            while (lent := running_desk(Settings(database=database))) is None:
                assert time.monotonic() < deadline, "the desk does not answer"
                time.sleep(0.3)
            with lent as running:
                yield psutil.Process(server.pid), running
        finally:
            server.terminate()
            server.wait(30)


def desk_address(database: Path) -> str:
    """Return where the desk on `database` answers."""
    left = desk_of(database)
    assert left is not None, "the desk left no address"
    return left.address


async def measure(database: Path, log: Log, tabs: int, seconds: int) -> dict[str, Figures]:
    """Return the part of a core, the pages drawn and the looks taken: idle, live, and the imports alone."""
    with desk(database) as (process, running):
        run = await asyncio.to_thread(_imported, running, log)
        log.grow(1)
        told = {"imports alone": await _watched(process, [], seconds, growing=(running, log))}
        address = desk_address(database)
        opened = [
            Tab(address, VIEWS[n % len(VIEWS)], _query(VIEWS[n % len(VIEWS)], run)) for n in range(tabs)
        ]
        tasks = [asyncio.create_task(tab.stay_open()) for tab in opened]
        await asyncio.sleep(SETTLE_SECONDS)
        for task in tasks:
            if task.done():
                task.result()
        told["idle"] = await _watched(process, opened, seconds)
        told["live"] = await _watched(process, opened, seconds, growing=(running, log))
        for task in tasks:
            task.cancel()
        for task in tasks:
            with suppress(asyncio.CancelledError):
                await task
        faults = [fault for tab in opened for fault in tab.faults]
        assert not faults, faults[:3]
        assert all(tab.drawn_at for tab in opened), "a tab was never drawn"
    return told


async def _watched(
    process: psutil.Process,
    opened: list[Tab],
    seconds: int,
    *,
    growing: tuple[RunningDesk, Log] | None = None,
) -> Figures:
    drawn, looked = sum(len(tab.drawn_at) for tab in opened), sum(tab.looked for tab in opened)
    imports: list[tuple[float, float]] = []
    before, started = process.cpu_times(), time.monotonic()
    while (left := started + seconds - time.monotonic()) > 0:
        if growing:
            begun = time.monotonic()
            growing[1].grow(1)
            await asyncio.to_thread(_imported, *growing)
            imports.append((begun, time.monotonic()))
            left = min(left, begun + IMPORT_SECONDS - time.monotonic())
        await asyncio.sleep(max(0.0, left))
    after, wall = process.cpu_times(), time.monotonic() - started
    part = (after.user + after.system - before.user - before.system) / wall
    counted = sum(len(tab.drawn_at) for tab in opened) - drawn, sum(tab.looked for tab in opened) - looked
    waits = [_first(tab.drawn_at, begun) - done for tab in opened for begun, done in imports[:-1]]
    print(f"{part:6.1%} of a core, {counted[0]} pages drawn, {counted[1]} looks", flush=True)
    return Figures(part, *counted, max(waits) if waits else None)


def _first(moments: list[float], after: float) -> float:
    return next(moment for moment in moments if moment > after)


def _imported(running: RunningDesk, log: Log) -> str:
    import_through(running, ImportCall(paths=(str(log.file),)), None)
    named = running.ask("find_run", beginning=SESSION)
    return str(named.conversation_key)


def _query(page: str, run: str) -> str:
    return urlencode({"run": run}) if page.startswith("run_") else ""


def record(told: dict[str, Figures], tabs: int, seconds: int, count: int) -> None:
    """Write the result."""
    goals = {"idle": f"{IDLE_GOAL:.0%}", "live": f"{LIVE_GOAL:.0%}"}
    names = {
        "idle": f"{tabs} open tabs, nothing happens",
        "live": f"{tabs} open tabs, an import every {IMPORT_SECONDS} s",
        "imports alone": f"no tab, an import every {IMPORT_SECONDS} s",
    }
    lines = [
        "# Open pages",
        "",
        f"{count:,} events; tabs on {', '.join(VIEWS)} in turn, the last three of a run of",
        f"{TURNS:,} turns whose log grows by one turn. Processor time of the server process in {seconds} s;",
        "waits from the end of an import until the last tab shows it. Made by `benchmarks/live_tabs.py`.",
        "",
        "| | part of a core | goal, less than | pages drawn | looks | slowest to show one | last record |",
        "|---|--:|--:|--:|--:|--:|---|",
    ]
    parts = {names[name]: told[name].part * 100 for name in names}
    against = compared(parts, recorded(RESULT, "part of a core"))
    for name, words in names.items():
        one = told[name]
        wait = "" if one.slowest is None else f"{one.slowest:.1f} s"
        goal = goals.get(name, "")
        lines.append(
            f"| {words} | {one.part:.1%} | {goal} | {one.drawn} | {one.looked} | {wait} | {against[words]} |"
        )
    lines += ["", in_short(against), "", machine(), ""]
    RESULT.write_text("\n".join(lines), encoding="utf-8")


def main() -> None:
    """Measure and record."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--tabs", type=int, default=20)
    parser.add_argument("--database", type=Path)
    asked = parser.parse_args()
    with loaded(asked.database, asked.count) as database, tempfile.TemporaryDirectory() as folder:
        log = Log(Path(folder) / "projects" / "-srv-station" / f"{SESSION}.jsonl")
        log.grow(TURNS)
        told = asyncio.run(measure(database, log, asked.tabs, asked.seconds))
        record(told, asked.tabs, asked.seconds, asked.count)


if __name__ == "__main__":
    main()
