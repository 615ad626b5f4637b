"""`import --follow` loads what grows, once, and lives with what cannot be read."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from dashboard.commands.following import follow
from data_access.errors import CaseboardError, StoreHeld, UnknownFormat

LINE = '{"conversation_id": "run", "captured_at": "2026-05-01T10:0%d:00Z"}\n'


class Enough(Exception):
    """The test has seen what it wanted."""


def passes(paths: Sequence[Path], changes: list, load, complain=lambda *_: None) -> None:
    """Follow `paths`, making one change before each look."""
    left = iter(changes)

    def pause(_seconds: float) -> None:
        change = next(left, None)
        if change is None:
            raise Enough
        change()

    with pytest.raises(Enough):
        follow(paths, load, complain, pause=pause)


def test_only_what_changed_is_loaded_again(tmp_path: Path) -> None:
    one, two, other = tmp_path / "one.jsonl", tmp_path / "below" / "two.jsonl", tmp_path / "note.txt"
    two.parent.mkdir()
    one.write_text("a\n")
    loaded: list[list[Path]] = []
    changes = [
        lambda: None,
        lambda: one.write_text("a\nb\n"),
        lambda: two.write_text("c\n"),
        lambda: other.write_text("not a log"),
        lambda: (one.write_text("d\n" * 9), two.write_text("e\n" * 9)),
        one.unlink,
    ]
    passes([tmp_path], changes, lambda files: loaded.append(list(files)))
    assert loaded == [[tmp_path], [one], [two], [two, one]]


def test_one_refused_file_of_a_pass_holds_up_no_other(tmp_path: Path) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    loaded: list[Path] = []
    told: list[Path] = []

    def load(files: Sequence[Path]) -> None:
        if one in files and loaded:
            raise UnknownFormat("Odd.")
        loaded.extend(files)

    changes = [lambda: (one.write_text("a"), two.write_text("b")), lambda: None]
    passes([tmp_path], changes, load, lambda file, _fault: told.append(file))
    assert (loaded, told) == ([tmp_path, two], [one])


def test_what_is_refused_is_told_once_and_what_is_held_is_tried_again(tmp_path: Path) -> None:
    file = tmp_path / "one.jsonl"
    file.write_text("a\n")
    faults: list[CaseboardError | None] = [None, StoreHeld("Held."), UnknownFormat("Odd."), None]
    told: list[str] = []

    def load(_files: Sequence[Path]) -> None:
        fault = faults.pop(0)
        if fault is not None:
            raise fault

    changes = [lambda: file.write_text("ab\n"), lambda: None, lambda: None, lambda: file.write_text("abc\n")]
    passes([tmp_path], changes, load, lambda _file, fault: told.append(fault.code))
    assert (faults, told) == ([], ["store_held", "unknown_format"])


@pytest.mark.skipif(os.name == "nt", reason="signals are of another kind there")
def test_a_growing_log_is_followed_until_it_is_stopped(home: Path, checkout: Path, caseboard) -> None:
    log = home / "logs" / "run.jsonl"
    log.parent.mkdir()
    log.write_text(LINE % 0)
    command = [sys.executable, "-m", "dashboard", "import", "--follow", str(log.parent)]
    process = subprocess.Popen(
        command, cwd=checkout, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert _first_line(process) != ""
        with log.open("a") as growing:
            growing.write(LINE % 1)
        time.sleep(0.1)
        assert _first_line(process) != ""
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)
    assert process.returncode == 130
    shutil.copytree(log.parent, home / "copy")
    again = caseboard("import", log.parent, "--json").document["total"]
    assert (again["rows_written"], again["records"]) == (0, 2)


def _first_line(process: subprocess.Popen[str]) -> str:
    """Wait for the report of a pass."""
    while line := process.stdout.readline():
        if "snapshot" in line:
            return line
    return ""


def test_following_a_rehearsal_is_refused(caseboard, tree: Path) -> None:
    refused = caseboard("import", tree, "--follow", "--dry-run", "--json")
    assert (refused.code, refused.document["error"]["code"]) == (1, "invalid_input")
