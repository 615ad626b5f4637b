"""A real server on a free port with a filled database, and a real Chromium that tells what went wrong."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from urllib.error import URLError

import orjson
import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request

from data_access.contracts.importing import ImportCall
from data_access.store.connection import Store
from data_access.writing.demo_data import load_demo
from data_access.writing.import_records import import_records

HOSTILE = '<script>alert("x")</script> ![x](https://evil.example/x.png) ```mermaid graph TD```'
SERVER = """
import sys
from pathlib import Path
from dashboard.serve import serve
from dashboard.settings import Settings
serve(Settings(database=Path(sys.argv[1]), port=int(sys.argv[2]), timezone="Europe/Berlin"))
"""


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory, checkout: Path) -> Iterator[str]:
    """Where a desk with sample data and one hostile run answers."""
    folder = tmp_path_factory.mktemp("desk")
    with Store.open(folder / "desk.duckdb") as store:
        load_demo(store, datetime.now(UTC))
        import_records(store, ImportCall(paths=(str(_hostile_log(folder)),)))
    port = _free_port()
    command = [sys.executable, "-c", SERVER, str(folder / "desk.duckdb"), str(port)]
    environment = {**os.environ, "PYTHONPATH": str(checkout), "HOME": str(folder)}
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as server:
        try:
            _wait_for(f"http://127.0.0.1:{port}/_stcore/health")
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
            server.wait(20)


def _hostile_log(folder: Path) -> Path:
    row = {
        "type": "user",
        "uuid": "u1",
        "sessionId": "99999999-2222-3333-4444-555555555555",
        "cwd": "/srv/example",
        "timestamp": "2026-05-01T10:00:00.000Z",
        "message": {"role": "user", "content": HOSTILE},
    }
    file = folder / "projects" / "-srv-example" / f"{row['sessionId']}.jsonl"
    file.parent.mkdir(parents=True)
    file.write_bytes(orjson.dumps(row) + b"\n")
    return file


def _free_port() -> int:
    with socket.socket() as sought:
        sought.bind(("127.0.0.1", 0))
        return int(sought.getsockname()[1])


def _wait_for(url: str) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(url, timeout=2):
                return
        except (URLError, OSError):
            time.sleep(0.2)
    raise AssertionError(f"nothing answers at {url}")


class Watched:
    """A browser page whose complaints and foreign requests are kept."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.complaints: list[str] = []
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", self._see)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.complaints.append(message.text)

    def _see(self, request: Request) -> None:
        own = (self.address, self.address.replace("http", "ws", 1), "data:", "blob:")
        if not request.url.startswith(own):
            self.complaints.append(f"asked {request.url}")

    def open(self, path: str) -> Page:
        self.page.goto(self.address + path)
        self.page.wait_for_selector("[data-test-script-state=notRunning]", timeout=60_000)
        self.page.wait_for_selector("h1", timeout=60_000)
        # What still comes moves what is there, and a click lands beside what it was meant for.
        self.page.wait_for_selector("[data-test-script-state=notRunning]", timeout=60_000)
        return self.page

    def open_and_measure(self, path: str) -> Page:
        """Open a page and hold that it never scrolls sideways; a narrow window is made narrower still."""
        page = self.open(path)
        page.wait_for_timeout(400)
        given = page.viewport_size
        assert given is not None
        for width in (given["width"], 320) if given["width"] < 400 else (given["width"],):
            page.set_viewport_size({"width": width, "height": given["height"]})
            page.wait_for_timeout(100)
            wide = page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth")
            assert wide <= width, f"{path} scrolls sideways at {width} px"
        page.set_viewport_size(given)
        return page


@pytest.fixture
def watch(browser: Browser, address: str) -> Iterator:
    """Open a window of a given width and theme: `watch(375, "dark")`."""
    contexts = []

    def opened(width: int = 1440, theme: str = "light") -> Watched:
        context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=theme)
        contexts.append(context)
        return Watched(context.new_page(), address)

    yield opened
    for context in contexts:
        context.close()
