"""Takes the pictures of the README from the demo: `python docs/make_screenshots.py`; needs a Chromium.

A desk with the sample data is served on a free port from a temporary folder; nothing of the user's is
touched.
"""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from datetime import UTC, datetime
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

from dashboard.serve import serve
from dashboard.settings import Settings
from data_access.reading.investigations import investigations
from data_access.reading.runs import runs
from data_access.store.connection import Store
from data_access.writing.demo_data import load_demo

FOLDER = Path(__file__).parent / "screenshots"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
WINDOW = {"width": 1280, "height": 860}


def addresses(database: Path) -> dict[str, str]:
    """Return the address of each picture: a run with sub-agents and the newest case."""
    with Store.open(database) as store:
        logs = [run for run in runs(store).items if run.source_format == "claude_code"]
        key = max(logs, key=lambda run: (run.agents, run.own.cost_usd or 0))
        case = investigations(store).items[0].task_id
    return {
        "overview": "",
        "runs": "runs",
        "run_summary": f"run_summary?run={key.conversation_key}",
        "run_timeline": f"run_timeline?run={key.conversation_key}",
        "run_cost": f"run_cost?run={key.conversation_key}",
        "cost": "cost",
        "investigation": f"investigation?case={case}",
        "investigation_map": f"investigation_map?case={case}",
        "agent_operations": "agent_operations?view=additions",
        "run_workspace": "run_workspace?run=yellow-water-7",
    }


def take(folder: Path, *, scheme: str = "light") -> None:
    """Write one PNG a page into `folder`."""
    with tempfile.TemporaryDirectory() as place:
        database = Path(place) / "demo.duckdb"
        with Store.open(database) as store:
            load_demo(store, datetime.now(UTC))
        pages = addresses(database)
        port = _free_port()
        server = subprocess.Popen([sys.executable, __file__, "--serve", str(database), str(port)])  # noqa: S603 - this file
        try:
            _wait(port)
            _photograph(pages, f"http://127.0.0.1:{port}", folder, scheme)
        finally:
            server.terminate()
            server.wait(20)


def _photograph(pages: dict[str, str], desk: str, folder: Path, scheme: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        page = browser.new_page(viewport=WINDOW, color_scheme=scheme)
        for name, address in pages.items():
            page.goto(f"{desk}/{address}")
            _settle(page)
            page.screenshot(path=folder / f"{name}.png")
        browser.close()


def _settle(page: Page) -> None:
    """Wait until the page is drawn: the app is idle and its pictures stand."""
    page.wait_for_selector("[data-testid=stMain]", timeout=60_000)
    page.wait_for_selector("[data-test-script-state=notRunning]", timeout=60_000)
    page.wait_for_timeout(1_500)
    expect(page.get_by_test_id("stSkeleton")).to_have_count(0, timeout=60_000)
    page.wait_for_timeout(1_000)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait(port: int) -> None:
    for _ in range(240):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=2)
            return
        except OSError:
            time.sleep(0.25)
    raise TimeoutError("the desk did not start")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        serve(Settings(database=Path(sys.argv[2]), port=int(sys.argv[3]), timezone="UTC", demo=True))
    else:
        take(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
