"""What every room's tests share: an empty store, the real input files, the Chromium of this machine.

A test that needs something this machine lacks is skipped, and the closing summary says in one line how many
were and what to do. With `CI=true` a missing Chromium is a failure, never a skip.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from data_access.store.connection import Store

CHECKOUT = Path(__file__).resolve().parent.parent
NO_INPUTS = "the shared input files are absent (looked in {}; set CASEBOARD_INPUTS to their folder)"
NO_CHROMIUM = "no Chromium on this machine (install the package `chromium`, or set CASEBOARD_CHROMIUM)"
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")

settings.register_profile("desk", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", parent=settings.get_profile("desk"), derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") == "true" else "desk")


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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests by the fixtures they ask for, so that no test forgets its mark."""
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
