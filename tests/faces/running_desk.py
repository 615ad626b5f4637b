"""Starts a real server process on a database, and ends it."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Running:
    """A desk in a process of its own."""

    address: str
    database: Path
    process: subprocess.Popen[str]
    environment: dict[str, str]

    def command(self, *arguments: object) -> subprocess.CompletedProcess[str]:
        """Run a command beside the desk."""
        return subprocess.run(
            [sys.executable, "-m", "dashboard", *map(str, arguments)],
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=120,
        )


@contextmanager
def running(database: Path, checkout: Path, *flags: str) -> Iterator[Running]:
    """Serve `database` until the block ends."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("CASEBOARD_", "XDG_"))}
    environment = kept | {
        "CASEBOARD_DATABASE": str(database),
        "CASEBOARD_TIMEZONE": "UTC",
        "HOME": str(database.parent),
        "PYTHONPATH": str(checkout),
    }
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        port = door.getsockname()[1]
    command = [sys.executable, "-m", "dashboard", "serve", "--port", str(port), "--json", *flags]
    process = subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        yield Running(_answering(process), database, process, environment)
    finally:
        process.terminate()
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(30)
        if process.stdout is not None:
            process.stdout.close()


def _answering(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    told = ""
    while not told.endswith("}\n"):
        line = process.stdout.readline()
        assert line, "the desk ended before it said where it is"
        told += line
    address = str(json.loads(told)["address"])
    for _ in range(300):
        try:
            with urllib.request.urlopen(f"{address}/api/health", timeout=5):
                return address
        except OSError:
            time.sleep(0.1)
    raise AssertionError(f"nothing answers at {address}")
