"""What every room's tests share: an empty store, the real input files, the Chromium of this machine.

A test that needs something this machine lacks is skipped, and the closing summary says in one line how many
were and what to do. With `CI=true` a missing Chromium is a failure, never a skip.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb
import pytest
from hypothesis import HealthCheck, settings

from data_access.store.connection import Store
from data_access.store.migrate import applied_numbers, migrate

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CHECKOUT = Path(__file__).resolve().parent.parent
NO_INPUTS = "the shared input files are absent (looked in {}; set CASEBOARD_INPUTS to their folder)"
NO_CHROMIUM = "no Chromium on this machine (install the package `chromium`, or set CASEBOARD_CHROMIUM)"
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")

settings.register_profile("desk", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", parent=settings.get_profile("desk"), derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") == "true" else "desk")


def pytest_xdist_auto_num_workers() -> int:
    """Run one process more than there are cores: tests that drive a browser wait half of their time."""
    return (os.cpu_count() or 1) + 1


def inputs_folder() -> Path:
    """Return where the real input files are expected; the folder need not exist."""
    return Path(os.environ.get("CASEBOARD_INPUTS") or CHECKOUT.parent / "shared" / "inputs")


def chromium_path() -> str | None:
    """Return the Chromium to drive, None where there is none."""
    named = os.environ.get("CASEBOARD_CHROMIUM")
    return named or next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)


@pytest.fixture(scope="session")
def checkout() -> Path:
    """The root of the checkout under test."""
    return CHECKOUT


@pytest.fixture(scope="session")
def inputs() -> Path:
    """The folder of real input files; skips where it is absent."""
    folder = inputs_folder()
    if not folder.is_dir():
        pytest.skip(NO_INPUTS.format(folder))
    return folder


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with nothing in it, brought to the schema of this release as every desk is."""
    file = tmp_path_factory.mktemp("schema") / "empty.duckdb"
    Store.open(file).close()
    return file


@pytest.fixture(autouse=True)
def copied_schema(empty_database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give new databases a copy of the schema: to work it out anew takes twice as long, a thousand times.

    How databases are brought to it is tested in `tests/store`, where this does nothing.
    """

    def copy(connection: duckdb.DuckDBPyConnection) -> None:
        if applied_numbers(connection):
            migrate(connection)
            return
        (name,) = connection.execute("SELECT current_database()").fetchall()[0]
        connection.execute(f"ATTACH '{empty_database}' AS empty_database (READ_ONLY)")
        connection.execute(f'COPY FROM DATABASE empty_database TO "{name}"')
        connection.execute("DETACH empty_database")

    monkeypatch.setattr("data_access.store.connection.migrate", copy)


@pytest.fixture
def fresh_store() -> Iterator[Store]:
    """An empty database in memory, schema up to date."""
    with Store.open(None) as store:
        yield store


@pytest.fixture
def store_file(tmp_path: Path) -> Path:
    """The path of a database that does not exist yet."""
    return tmp_path / "desk.duckdb"


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a real Chromium; skips where there is none, fails with `CI=true`."""
    path = chromium_path()
    if path is None and os.environ.get("CI") == "true":
        pytest.fail(f"CI=true skips nothing, but {NO_CHROMIUM}", pytrace=False)
    if path is None:
        pytest.skip(NO_CHROMIUM)
    return path


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    """The Chromium of this machine, one for all tests of a process: its driver cannot run twice in one."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(
        timeout=30_000
    )  # what is awaited is the state; how long a busy machine takes is no fault
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=chromium,
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        yield started
        started.close()


LONGEST_FIRST = (
    "browser",
    "sign_in",
    "importers",
    "writing",
    "faces",
    "commands",
    "store",
    "reading",
    "pages",
)
"""Rooms of tests whose files take long: begun first, so that no worker is left alone with one at the end."""


def _turn(item: pytest.Item) -> int:
    room = item.path.relative_to(CHECKOUT / "tests").parts[0]
    return LONGEST_FIRST.index(room) if room in LONGEST_FIRST else len(LONGEST_FIRST)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests by the fixtures they ask for, so that no test forgets its mark; begin with the long ones."""
    items.sort(key=_turn)
    for item in items:
        for name, mark in (("inputs", pytest.mark.inputs), ("chromium", pytest.mark.browser)):
            if name in getattr(item, "fixturenames", ()):
                item.add_marker(mark)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in one line each how many tests this machine could not run."""
    reasons = [str(report.longrepr) for report in terminalreporter.stats.get("skipped", [])]
    for group, part in (("Real inputs", NO_INPUTS.split("(")[0]), ("Browser", NO_CHROMIUM.split("(")[0])):
        skipped = [reason for reason in reasons if part in reason]
        if skipped:
            why = skipped[0].split("Skipped: ")[-1].removesuffix("')").removesuffix('")')
            terminalreporter.write_line(f"{group}: {len(skipped)} tests skipped, {why}", yellow=True)


class OtherProcess:
    """Runs Python in a process of its own, because a lock, a user and a crash are only real there."""

    PRELUDE = """
import os, resource, signal, sys, time
from pathlib import Path
from data_access.errors import CaseboardError
from data_access.store import engine_errors, opening
from data_access.store.connection import Store
def become_nobody():
    if os.geteuid() == 0:
        os.setgroups([]); os.setgid(65534); os.setuid(65534)
def say_how_it_opens(path):
    try:
        Store.open(path).close()
        print("opened")
    except CaseboardError as error:
        print(f"{error.code}: {error.message}")
"""

    def __init__(self) -> None:
        self.started: list[subprocess.Popen[str]] = []

    def start(self, code: str, *arguments: object) -> subprocess.Popen[str]:
        """Start `code` with `arguments` in `sys.argv`; it is ended with the test."""
        environment = {**os.environ, "PYTHONPATH": str(CHECKOUT), "PYTHONDONTWRITEBYTECODE": "1"}
        process = subprocess.Popen(
            [sys.executable, "-c", self.PRELUDE + code, *map(str, arguments)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )
        self.started.append(process)
        return process

    def said(self, code: str, *arguments: object) -> str:
        """Run `code` to its end and return what it printed, or its traceback."""
        process = self.start(code, *arguments)
        printed, complaint = process.communicate(timeout=120)
        return printed.strip() if process.returncode == 0 else f"exit {process.returncode}: {complaint}"

    def end(self) -> None:
        """End what still runs and close its pipes."""
        for process in self.started:
            if process.poll() is None:
                process.kill()
            process.communicate()


@pytest.fixture
def other_process() -> Iterator[OtherProcess]:
    """Runs Python in further processes."""
    processes = OtherProcess()
    yield processes
    processes.end()
