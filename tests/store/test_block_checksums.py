"""A changed byte anywhere behind the headers of a database file is found, whoever owns the block."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from data_access.store.block_checksums import HEADERS_BYTES, compare_blocks, scan_blocks
from data_access.store.connection import Store

BLOCK = 262_144
WRITER = """
import sys
from data_access.store.connection import Store
ROWS = "INSERT INTO import_other SELECT 1, i, hash(i), to_json(hash(-i)) FROM range(150000) n(i)"
with Store.open(sys.argv[1]) as store:
    print("begun", flush=True)
    for turn in range(1000):
        try:
            with store.transaction() as transaction:
                transaction.cursor.execute(ROWS)
                if turn % 3 == 0:
                    raise KeyError
                if turn % 4 == 0:
                    transaction.cursor.execute("DELETE FROM import_other")
        except KeyError:
            pass
"""


@pytest.fixture(scope="module")
def sound(tmp_path_factory) -> Path:
    """A database of some megabytes with blocks that were given up."""
    path = tmp_path_factory.mktemp("blocks") / "desk.duckdb"
    rows = "INSERT INTO import_other SELECT i % 7, i, hash(i), to_json(hash(-i)) FROM range(100000) n(i)"
    with Store.open(path) as store:
        for statement in (rows, rows, "DELETE FROM import_other WHERE file_id > 1", rows):
            with store.transaction() as transaction:
                transaction.cursor.execute(statement)
            with store.reading() as cursor:
                cursor.execute("CHECKPOINT")
    return path


def test_a_sound_file_has_no_damaged_block(sound: Path) -> None:
    with Store.open(sound) as store:
        scan = scan_blocks(store)
    assert scan.blocks > 10
    assert scan.damaged == ()


@pytest.mark.parametrize("seed", range(20))
def test_any_changed_bit_of_a_block_in_use_is_found(seed: int, sound: Path, tmp_path: Path) -> None:
    damaged = Path(shutil.copy(sound, tmp_path / "damaged.duckdb"))
    blocks = (damaged.stat().st_size - HEADERS_BYTES) // BLOCK
    in_use = compare_blocks(sound).blocks
    source = random.Random(seed)
    found = []
    for place in source.sample(range(blocks), blocks):
        at = HEADERS_BYTES + place * BLOCK + source.randrange(BLOCK)
        change(damaged, at, 1 << source.randrange(8))
        found.append(len(compare_blocks(damaged).damaged))
    assert found[-1] >= in_use - 1
    assert sorted(found) == found


def change(path: Path, at: int, bits: int) -> None:
    with path.open("r+b") as file:
        file.seek(at)
        changed = file.read(1)[0] ^ bits
        file.seek(at)
        file.write(bytes([changed]))


def test_a_zeroed_block_in_use_is_damaged(sound: Path, tmp_path: Path) -> None:
    emptied = Path(shutil.copy(sound, tmp_path / "emptied.duckdb"))
    blocks = (emptied.stat().st_size - HEADERS_BYTES) // BLOCK
    with emptied.open("r+b") as file:
        file.seek(HEADERS_BYTES)
        file.write(bytes(blocks * BLOCK))
    scan = compare_blocks(emptied)
    assert len(scan.damaged) == scan.blocks == blocks


def test_a_file_that_ends_early_is_damaged(sound: Path, tmp_path: Path) -> None:
    cut = Path(shutil.copy(sound, tmp_path / "cut.duckdb"))
    with cut.open("r+b") as file:
        file.truncate(HEADERS_BYTES + BLOCK // 2)
    assert compare_blocks(cut).damaged


def test_a_file_of_another_make_is_not_judged(tmp_path: Path) -> None:
    other = tmp_path / "other.duckdb"
    for content in (b"", b"DUCK" * 5_000, bytes(20_000), bytes(range(256)) * 100):
        other.write_bytes(content)
        assert compare_blocks(other) == (0, ())


def test_a_killed_writer_leaves_blocks_that_are_sound(tmp_path: Path) -> None:
    path = tmp_path / "killed.duckdb"
    for turn in range(3):
        writer = subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE)
        writer.stdout.readline()
        time.sleep(0.3 + 0.4 * turn)
        writer.kill()
        writer.wait()
        writer.stdout.close()
        with Store.open(path) as store:
            assert scan_blocks(store).damaged == ()


def test_the_owner_keeps_its_lock_while_the_file_is_read(sound: Path, tmp_path: Path) -> None:
    path = Path(shutil.copy(sound, tmp_path / "held.duckdb"))
    with Store.open(path) as store:
        scan_blocks(store)
        opens = f"import duckdb; duckdb.connect({str(path)!r})"
        other = subprocess.run([sys.executable, "-c", opens], capture_output=True, text=True)
    assert other.returncode != 0
    assert "lock" in other.stderr


def test_a_database_in_memory_has_no_file_to_compare() -> None:
    with Store.open(None) as store:
        assert scan_blocks(store) == (0, ())
