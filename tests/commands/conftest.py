"""Runs commands as people do, in this process or in one of their own, each test in a home of its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from dashboard.__main__ import main
from data_access.contracts.importing import ImportCall
from data_access.store.connection import Store
from data_access.writing.import_records import import_records


@dataclass(frozen=True)
class Ended:
    """How a command ended and what it said."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """The one JSON document on stdout."""
        return json.loads(self.out)


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A user without settings, logs or a database of their own."""
    for name in list(os.environ):
        if name.startswith(("CASEBOARD_", "XDG_", "CLAUDE_")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("CASEBOARD_DATABASE", str(tmp_path / "desk.duckdb"))
    monkeypatch.setenv("CASEBOARD_TIMEZONE", "UTC")
    return tmp_path


@pytest.fixture
def caseboard(home, capsys):
    """Run a command in this process."""

    def run(*arguments: object) -> Ended:
        code = main([str(argument) for argument in arguments])
        said = capsys.readouterr()
        return Ended(code, said.out, said.err)

    return run


@pytest.fixture
def program(home, checkout):
    """Run a command in a process of its own."""

    def run(*arguments: object, **options: Any) -> Ended:
        command = [sys.executable, "-W", "error", "-m", "dashboard", *map(str, arguments)]
        done = subprocess.run(
            command, cwd=checkout, capture_output=True, text=True, encoding="utf-8", **options
        )
        return Ended(done.returncode, done.stdout, done.stderr)

    return run


@pytest.fixture(scope="session")
def tree(checkout: Path) -> Path:
    """A projects tree of Claude Code with sub-agents, made for the demo."""
    return checkout / "sample_data" / "claude_tree"


@pytest.fixture(scope="session")
def loaded_database(tree, tmp_path_factory):
    """A database into which the tree was imported once, for all tests to copy."""
    database = tmp_path_factory.mktemp("loaded") / "desk.duckdb"
    with Store.open(database) as store:
        import_records(store, ImportCall(paths=(str(tree),)))
    return database


@pytest.fixture
def loaded(caseboard, home, loaded_database):
    """A desk on which the tree is imported."""
    shutil.copy(loaded_database, home / "desk.duckdb")
    return caseboard
