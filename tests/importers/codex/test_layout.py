"""Where logs lie, what is one, and logs that lie there packed."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pyarrow as pa
import pytest

from data_access.importers import packed_log
from data_access.importers.codex import FORMAT
from data_access.importers.registry import sources_of
from tests.importers.codex.conftest import Ask, Load
from tests.importers.codex.sample_thread import ROLLOUT

DATA = b"".join(json.dumps(record).encode() + b"\n" for record in ROLLOUT)
TOTAL = "SELECT sum(fresh_input), sum(output), (SELECT count(*) FROM event) FROM usage_call"


def packed(data: bytes) -> bytes:
    target = pa.BufferOutputStream()
    with pa.CompressedOutputStream(target, "zstd") as stream:
        stream.write(data)
    return bytes(target.getvalue())


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home of Codex as it lies there."""
    home = tmp_path / ".codex"
    day = home / "sessions" / "2026" / "05" / "01"
    day.mkdir(parents=True)
    (home / "archived_sessions").mkdir()
    (day / "rollout-2026-05-01T10-00-00-019fbcca-9fd4-7d20-83dc-0762b2f839b3.jsonl").write_bytes(DATA)
    (day / "rollout-2026-05-01T10-00-00-019fbcca-9fd4-7d20-83dc-0762b2f839b3.jsonl.zst").write_bytes(
        packed(DATA)
    )
    (home / "archived_sessions" / "rollout-2026-04-01T10-00-00-b.jsonl").write_bytes(
        DATA.replace(b"019fbcca", b"019fbccb")
    )
    (home / "history.jsonl").write_text('{"session_id": "x", "ts": 1, "text": "secret words"}\n')
    (home / "session_index.jsonl").write_text(
        '{"id": "x", "thread_name": "n", "updated_at": "2026-05-01T10:00:00Z"}\n'
    )
    (home / "auth.json").write_text('{"token": "x"}')
    (home / "config.toml").write_text("model = 'x'")
    return home


def test_a_home_gives_its_logs_and_nothing_beside_them(home: Path) -> None:
    (source,) = sources_of(home)
    assert (source.format, source.skipped) == (FORMAT, ())
    assert [file.shown_path for file in source.files] == [
        "sessions/2026/05/01/rollout-2026-05-01T10-00-00-019fbcca-9fd4-7d20-83dc-0762b2f839b3.jsonl",
        "archived_sessions/rollout-2026-04-01T10-00-00-b.jsonl",
    ]


@pytest.mark.parametrize("name", ["history.jsonl", "session_index.jsonl"])
def test_what_lies_beside_the_logs_is_no_log(home: Path, name: str) -> None:
    assert not FORMAT.looks_like(home / name)


@pytest.mark.parametrize(("suffix", "pack"), [(".zst", packed), (".gz", gzip.compress)])
def test_a_packed_log_is_the_log(tmp_path: Path, load: Load, ask: Ask, suffix: str, pack: object) -> None:
    path = tmp_path / f"rollout-r.jsonl{suffix}"
    path.write_bytes(pack(DATA))  # type: ignore[operator]
    assert load(path).records == len(ROLLOUT)
    assert ask(TOTAL) == [(1400, 150, len(ROLLOUT))]
    assert load(path).rows_written == 0


def test_a_log_that_was_packed_meanwhile_is_known(tmp_path: Path, load: Load) -> None:
    (tmp_path / "rollout-r.jsonl").write_bytes(DATA)
    load(tmp_path / "rollout-r.jsonl")
    (tmp_path / "rollout-r.jsonl").rename(tmp_path / "old")
    (tmp_path / "rollout-r.jsonl.zst").write_bytes(packed(DATA))
    again = load(tmp_path / "rollout-r.jsonl.zst")
    assert (again.rows_written, again.duplicates_ignored) == (0, len(ROLLOUT))


@pytest.mark.parametrize(("suffix", "pack"), [(".zst", packed), (".gz", gzip.compress)])
@pytest.mark.parametrize("keep", [0.3, 0.9])
def test_a_packed_log_that_ends_early_gives_what_there_is_and_says_so(
    tmp_path: Path, load: Load, suffix: str, pack: object, keep: float
) -> None:
    path = tmp_path / f"rollout-r.jsonl{suffix}"
    whole: bytes = pack(DATA * 40)  # type: ignore[operator]
    path.write_bytes(whole[: int(len(whole) * keep)])
    from data_access.importers.formats import ReadFrom, SourceFile
    from data_access.importers.sink import Sink

    sink = Sink()
    sink.begin(1)
    FORMAT.read(SourceFile(path, path.name), ReadFrom(), sink)
    assert "cannot be unpacked further" in sink.rejects[-1].reason


def test_a_trap_is_cut(tmp_path: Path) -> None:
    path = tmp_path / "rollout-r.jsonl.zst"
    path.write_bytes(packed(b"0" * 1_000_000))
    handle, fault = packed_log.unpacked(path, most=1000)
    assert (len(handle.read()), fault) == (1000, "The packed log is cut at 1,000 bytes.")
    handle.close()
