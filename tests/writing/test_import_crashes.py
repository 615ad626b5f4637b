"""An import that is killed leaves no half batch; done again, it gives what an undisturbed one gives."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from data_access.contracts.importing import ImportCall
from data_access.errors import UnknownFormat
from data_access.reading.verify import verify
from data_access.store.connection import Store
from data_access.writing.import_records import import_records

IMPORT = """
from data_access.contracts.importing import ImportCall
from data_access.writing.import_records import import_records
store = Store.open(sys.argv[1])
print("opened", flush=True)
while len(sys.argv) > 3 and not Path(sys.argv[3]).exists():
    time.sleep(0.01)
say = lambda progress: print(progress.files_done, flush=True)
import_records(store, ImportCall(paths=(sys.argv[2],)), progress=say)
print("imported", flush=True)
os._exit(0)
"""

STOPPING_IMPORT = """
from data_access.contracts.importing import ImportCall
from data_access.writing.import_records import import_records
def stop_half_way(progress):
    if progress.files_done == 6:
        print("half way", flush=True)
        time.sleep(60)
import_records(Store.open(sys.argv[1]), ImportCall(paths=(sys.argv[2],)), progress=stop_half_way)
"""

TOTALS = """
    SELECT table_name, count(*), bit_xor(hash(conversation_key, row_id)) FROM brought_row GROUP BY ALL
    UNION ALL
    SELECT 'call', count(*), bit_xor(hash(call_key, conversation_key, agent_id, model, output, fresh_input))
    FROM usage_call
    UNION ALL
    SELECT 'cost', count(*), bit_xor(hash(call_key, cost_usd)) FROM usage_cost
    UNION ALL
    SELECT 'run', count(*), bit_xor(hash(c)) FROM conversation c
    UNION ALL
    SELECT 'own', count(*), bit_xor(hash(u)) FROM conversation_usage u
    UNION ALL
    SELECT 'reject', count(*), bit_xor(hash(line, raw_text)) FROM import_reject
    UNION ALL
    SELECT 'file', count(*), bit_xor(hash(shown_path, content_hash, stored, duplicates, rejected))
    FROM import_file
    UNION ALL
    SELECT 'batch', count(*), 0 FROM import_batch
    ORDER BY ALL
"""


def record(session: str, number: int, kind: str) -> dict[str, object]:
    message: dict[str, object] = {"role": kind, "content": f"第 {number} 步 of {session}"}
    if kind == "assistant":
        usage = {"input_tokens": number, "output_tokens": 3 * number, "cache_read_input_tokens": 7}
        message |= {"id": f"msg_{session}_{number // 2}", "model": "claude-sonnet-4-5", "usage": usage}
        message["content"] = [{"type": "text", "text": "ok " * (number % 50)}]
    return {
        "type": kind,
        "uuid": f"{session}-{number}",
        "parentUuid": f"{session}-{number - 1}" if number else None,
        "sessionId": session,
        "cwd": "/srv/demo",
        "timestamp": f"2026-05-01T{number // 60 % 24:02}:{number % 60:02}:00.000Z",
        "isSidechain": False,
        "message": message,
    }


@pytest.fixture(scope="module")
def tree(tmp_path_factory) -> Path:
    """A tree of session logs, some of which share records, with a line nobody can read in each."""
    folder = tmp_path_factory.mktemp("logs") / "projects" / "-srv-demo"
    folder.mkdir(parents=True)
    for session in range(12):
        lines = [
            json.dumps(record(f"s{session}", number, ("user", "assistant")[number % 2]), ensure_ascii=False)
            for number in range(120 + 20 * session)
        ]
        lines[5:5] = ["{half a line"]
        if session:
            lines += [json.dumps(record(f"s{session - 1}", number, "user")) for number in range(0, 60, 2)]
        (folder / f"s{session}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder.parent


def totals(path: Path) -> list[tuple]:
    with Store.open(path) as store:
        assert [check for check in verify(store).checks if check.faults] == []
        with store.reading() as cursor:
            return cursor.execute(TOTALS).fetchall()


def undisturbed(path: Path, tree: Path) -> list[tuple]:
    with Store.open(path) as store:
        import_records(store, ImportCall(paths=(str(tree),)))
    return totals(path)


def kill_during_import(other_process, path: Path, tree: Path, chance: random.Random, files: int) -> bool:
    """Import `tree` and kill at a random file, or a little later; tell whether it was through."""
    process = other_process.start(IMPORT, path, tree)
    for _ in range(chance.randrange(files + 2)):
        process.stdout.readline()
    time.sleep(chance.random() * 0.3)
    process.kill()
    return "imported" in process.communicate()[0]


def import_with_kills(other_process, path: Path, tree: Path, seed: int, times: int) -> None:
    chance, files = random.Random(seed), sum(1 for _ in tree.rglob("*.jsonl"))
    for _ in range(times):
        was_through = kill_during_import(other_process, path, tree, chance, files)
        with Store.open(path) as store:
            assert [check for check in verify(store).checks if check.faults] == []
            with store.reading() as cursor:
                batches = cursor.execute("SELECT count(*) FROM import_batch").fetchall()[0][0]
                files_held = cursor.execute("SELECT count(*) FROM import_file").fetchall()[0][0]
        assert files_held == (files if batches else 0)
        if batches:
            return
        assert not was_through
    with Store.open(path) as store:
        import_records(store, ImportCall(paths=(str(tree),)))


def test_a_killed_import_leaves_nothing_and_done_again_gives_the_same(other_process, tmp_path, tree):
    import_with_kills(other_process, tmp_path / "desk.duckdb", tree, seed=7, times=3)
    assert totals(tmp_path / "desk.duckdb") == undisturbed(tmp_path / "other.duckdb", tree)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(6))
def test_imports_killed_at_many_moments_end_as_if_undisturbed(other_process, tmp_path, tree, seed):
    import_with_kills(other_process, tmp_path / "desk.duckdb", tree, seed=seed, times=8)
    assert totals(tmp_path / "desk.duckdb") == undisturbed(tmp_path / "other.duckdb", tree)


@pytest.mark.long
def test_a_generated_tree_survives_kills_during_its_import(other_process, tmp_path, inputs):
    generator = inputs.parent / "bench" / "emit_jsonl.py"
    if not generator.is_file():
        pytest.skip("the workload generator is absent")
    tree = tmp_path / "tree"
    subprocess.run([sys.executable, generator, tree, "--mb", "5"], check=True, capture_output=True)
    import_with_kills(other_process, tmp_path / "desk.duckdb", tree / "projects", seed=3, times=6)
    assert totals(tmp_path / "desk.duckdb") == undisturbed(tmp_path / "other.duckdb", tree / "projects")


def test_of_two_processes_importing_into_one_file_the_second_is_refused_in_words(
    other_process, tmp_path, tree
):
    path, go = tmp_path / "desk.duckdb", tmp_path / "go"
    first = other_process.start(IMPORT, path, tree, go)
    assert first.stdout.readline() == "opened\n"
    said = other_process.said(IMPORT, path, tree)
    assert f"The database {path} is in use by process {first.pid}" in said
    go.touch()
    printed, _ = first.communicate(timeout=120)
    assert printed.splitlines()[-1] == "imported"
    assert totals(path) == undisturbed(tmp_path / "other.duckdb", tree)


@pytest.mark.skipif(os.name == "nt", reason="signals are those of POSIX")
def test_ctrl_c_during_an_import_keeps_nothing_of_the_batch(other_process, tmp_path, tree):
    import signal

    path = tmp_path / "desk.duckdb"
    process = other_process.start(STOPPING_IMPORT, path, tree)
    assert process.stdout.readline() == "half way\n"
    process.send_signal(signal.SIGINT)
    assert "KeyboardInterrupt" in process.communicate(timeout=60)[1]
    with Store.open(path) as store, store.reading() as cursor:
        assert cursor.execute("SELECT count(*) FROM import_batch").fetchall() == [(0,)]
        assert cursor.execute("SELECT count(*) FROM brought_row").fetchall() == [(0,)]


def test_importing_the_database_itself_is_refused_and_keeps_the_lock(other_process, tmp_path):
    path = tmp_path / "desk.duckdb"
    with Store.open(path) as store:
        for name in (path, tmp_path):
            (tmp_path / "notes.txt").write_text("x")
            with pytest.raises(UnknownFormat):
                import_records(store, ImportCall(paths=(str(name),)))
        said = other_process.said("say_how_it_opens(sys.argv[1])", path)
    assert said.startswith("store_held: ")


def test_what_lies_beside_the_database_under_its_name_is_not_imported(tmp_path, checkout):
    shutil.copytree(checkout / "sample_data" / "calm_run", tmp_path / "calm_run")
    (tmp_path / "desk.duckdb.desk.json").write_text('{"pid": 1, "address": "http://127.0.0.1:8501"}')
    with Store.open(tmp_path / "desk.duckdb") as store:
        (batch,) = import_records(store, ImportCall(paths=(str(tmp_path),))).batches
        (alone,) = import_records(
            store, ImportCall(paths=(str(tmp_path / "calm_run"),), dry_run=True)
        ).batches
    assert (batch.files, batch.rejected) == (alone.files, 0)
