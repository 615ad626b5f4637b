"""The program as a process: stdout stays pure, exit codes tell, a held database and a taken port are said."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request

import pytest


def test_without_a_slip_stderr_is_silent_and_stdout_is_one_document(program, tree):
    done = program("import", tree, "--json")
    assert (done.code, done.err) == (0, "")
    assert done.document["total"]["events"] > 0
    for command in ("runs", "cost"):
        done = program(command, "--json")
        assert (done.code, done.err) == (0, "")
        json.loads(done.out)


@pytest.mark.parametrize(
    "arguments", [("cost", "--by", "colour"), ("frobnicate",), ("import",), ("runs", "--limit", "x")]
)
def test_a_slip_in_the_command_line_ends_with_2(program, arguments):
    done = program(*arguments)
    assert (done.code, done.out) == (2, "")
    assert "Error: " in done.err
    assert "Traceback" not in done.err
    as_document = program(*arguments, "--json")
    assert (as_document.code, as_document.document["error"]["code"]) == (2, "usage")


def test_a_wrong_setting_is_named(program, home, monkeypatch):
    monkeypatch.setenv("CASEBOARD_PORT", "many")
    done = program("runs", "--json")
    assert (done.code, done.document["error"]["problems"][0]["where"]) == (1, "CASEBOARD_PORT")


def test_a_reader_that_leaves_early_is_no_fault(home, checkout, tree, program):
    program("import", tree)
    reader = subprocess.Popen(
        [sys.executable, "-m", "dashboard", "runs", "--json"],
        cwd=checkout,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    reader.stdout.close()
    assert b"Traceback" not in reader.stderr.read()
    reader.stderr.close()
    reader.wait(30)


def test_the_program_says_its_release_and_its_commands(program):
    assert program("--help").out.count("\n  ") > 10
    for command in ("demo", "serve", "import", "runs", "agents", "cost", "events", "backup"):
        done = program(command, "--help")
        assert (done.code, done.err) == (0, "")


def free_port() -> int:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return int(door.getsockname()[1])


@pytest.fixture
def desk(home, checkout):
    """A desk that runs, with its address."""
    port = free_port()
    command = [sys.executable, "-m", "dashboard", "serve", "--port", str(port), "--json"]
    process = subprocess.Popen(
        command, cwd=checkout, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    told = ""
    while not told.endswith("}\n"):
        line = process.stdout.readline()
        assert line, "the desk ended before it said where it is"
        told += line
    yield process, json.loads(told)
    if process.poll() is None:
        process.kill()
    process.stdout.close()
    process.wait(30)


def wait_for(address: str) -> None:
    for _ in range(150):
        try:
            with urllib.request.urlopen(address, timeout=5) as answer:
                assert answer.status == 200
                return
        except OSError:
            time.sleep(0.1)
    raise AssertionError(f"nothing answers at {address}")


@pytest.mark.skipif(os.name == "nt", reason="signals are of another kind there")
def test_a_running_desk_is_named_to_whoever_wants_its_database_and_ends_cleanly(desk, program, home):
    process, told = desk
    wait_for(told["address"])
    assert program("cost", "--json").code == 0
    held = program("serve", "--port", str(free_port()), "--json")
    assert (held.code, held.document["error"]["code"]) == (1, "store_held")
    assert str(process.pid) in held.document["error"]["message"]
    assert told["address"] in held.document["error"]["message"]
    port = told["address"].rpartition(":")[2]
    taken = program("serve", "--database", home / "other.duckdb", "--port", port)
    assert (taken.code, taken.out) == (1, "")
    assert f"Port {port} of 127.0.0.1 cannot be used" in taken.err
    process.send_signal(signal.SIGTERM)
    assert process.wait(30) == 0
    assert not (home / "desk.duckdb.desk.json").exists()
    assert program("cost", "--json").code == 0
