"""An import keeps all of a source or nothing, twice is once, and what one batch brought can go again."""

from __future__ import annotations

import itertools
import json
import os
import random
import shutil
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data_access.contracts.importing import ImportCall, ImportReport
from data_access.contracts.principal import Principal
from data_access.errors import (
    NotFound,
    PermissionDenied,
    PriceFileInvalid,
    SourceNotFound,
    UnknownFormat,
)
from data_access.importers.snapshot.snapshot_format import SnapshotFormat
from data_access.reading.cost import cost_by
from data_access.store.connection import Store
from data_access.writing.import_records import import_records
from data_access.writing.remove_batch import remove_batch

DERIVED = ("usage_call", "conversation", "conversation_usage")
RECORDED = ("event", "message", "tool_observation", "usage_observation")
OBSERVED = (
    *RECORDED,
    "agent_observation",
    "conversation_observation",
    "task_observation",
    "task_result_observation",
    "todo",
    "content_part",
)


def user(session: str, number: int, text: str = "Please look.") -> dict[str, object]:
    return {
        "type": "user",
        "uuid": f"{session}-u{number}",
        "parentUuid": None,
        "isSidechain": False,
        "sessionId": session,
        "timestamp": f"2026-05-01T10:{number:02}:00.000Z",
        "cwd": "/srv/water",
        "message": {"role": "user", "content": text},
    }


def assistant(
    session: str, number: int, call: str, output: int, *, finished: bool = True
) -> dict[str, object]:
    return {
        "type": "assistant",
        "uuid": f"{session}-a{number}-{output}",
        "parentUuid": f"{session}-u{number}",
        "isSidechain": False,
        "sessionId": session,
        "timestamp": f"2026-05-01T10:{number:02}:30.000Z",
        "cwd": "/srv/water",
        "requestId": f"req-{call}",
        "message": {
            "id": call,
            "type": "message",
            "role": "assistant",
            "model": "claude-opus-4-5-20251101",
            "content": [
                {"type": "text", "text": f"Answer {number}: 0.31 mg/L 余氯"},
                {"type": "tool_use", "id": f"toolu-{call}", "name": "Read", "input": {"path": "/x"}},
            ],
            "stop_reason": "tool_use" if finished else None,
            "usage": {
                "input_tokens": 10,
                "output_tokens": output,
                "cache_read_input_tokens": 100,
                "cache_creation_input_tokens": 20,
                "cache_creation": {"ephemeral_5m_input_tokens": 20, "ephemeral_1h_input_tokens": 0},
            },
        },
    }


def session_rows(session: str, turns: int) -> list[dict[str, object]]:
    """A session whose calls are streamed: each call stands in two rows, the second with its final output."""
    rows: list[dict[str, object]] = []
    for number in range(turns):
        call = f"msg-{session}-{number}"
        rows += [
            user(session, number),
            assistant(session, number, call, 1, finished=False),
            assistant(session, number, call, 40 + number),
        ]
    return rows


def write(path: Path, rows: Sequence[dict[str, object]]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return path


def load(store: Store, *paths: Path, dry_run: bool = False) -> ImportReport:
    return import_records(store, ImportCall(paths=tuple(map(str, paths)), dry_run=dry_run))


def content(store: Store, tables: Sequence[str], without: Sequence[str] = ()) -> dict[str, list[str]]:
    """Everything the tables hold, without where it was read."""
    left_out = {"file_id", "line", *without}
    with store.reading() as cursor:
        found = {}
        for table in tables:
            cursor.execute(f"SELECT * FROM {table}")
            names = [column[0] for column in cursor.description or ()]
            rows = [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
            found[table] = sorted(repr({k: v for k, v in row.items() if k not in left_out}) for row in rows)
        return found


def counts_add_up(report: ImportReport) -> bool:
    total = report.total
    return total.records == (total.events + total.duplicates_ignored + total.other_records + total.rejected)


def test_a_session_is_loaded_with_its_calls_merged_and_priced(fresh_store: Store, tmp_path: Path) -> None:
    report = load(fresh_store, write(tmp_path / "s1.jsonl", session_rows("s1", 3)))

    assert (report.total.records, report.total.events, report.total.usage_calls) == (9, 9, 3)
    assert counts_add_up(report)
    total = cost_by(fresh_store, "model", timezone="UTC").total
    assert (total.usage_calls, total.duplicates_ignored, total.output) == (3, 3, 40 + 41 + 42)
    per_call = Decimal("10") * 5 + Decimal("100") * Decimal("0.5") + Decimal("20") * Decimal("6.25")
    assert total.cost_usd == (3 * per_call + Decimal(123) * 25) / 1_000_000


def test_a_second_import_writes_nothing(fresh_store: Store, tmp_path: Path) -> None:
    file = write(tmp_path / "s1.jsonl", session_rows("s1", 2))
    load(fresh_store, file)
    before = content(fresh_store, OBSERVED + DERIVED)

    report = load(fresh_store, file)

    assert (report.total.rows_written, report.total.unchanged_files) == (0, 1)
    assert (report.total.records, report.total.duplicates_ignored) == (6, 6)
    assert content(fresh_store, OBSERVED + DERIVED) == before


def test_a_grown_file_is_continued_where_it_ended(fresh_store: Store, tmp_path: Path) -> None:
    rows = session_rows("s1", 4)
    file = write(tmp_path / "s1.jsonl", rows[:5])
    load(fresh_store, file)
    write(file, rows)

    report = load(fresh_store, file)

    assert (report.total.records, report.total.events, report.total.duplicates_ignored) == (12, 7, 5)
    with Store.open(None) as whole:
        load(whole, file)
        assert content(whole, RECORDED + DERIVED) == content(fresh_store, RECORDED + DERIVED)


def test_a_cut_last_line_is_rejected_and_read_when_it_is_complete(fresh_store: Store, tmp_path: Path) -> None:
    text = "".join(json.dumps(row) + "\n" for row in session_rows("s1", 2))
    file = tmp_path / "s1.jsonl"
    file.write_text(text[:-200], encoding="utf-8")
    first = load(fresh_store, file)
    assert (first.total.events, first.total.rejected) == (5, 1)
    file.write_text(text, encoding="utf-8")

    second = load(fresh_store, file)

    assert (second.total.events, second.total.rejected, second.total.records) == (1, 0, 6)
    assert second.batches[0].rejects == ()


def test_a_rewritten_file_adds_what_is_new_and_loses_nothing(fresh_store: Store, tmp_path: Path) -> None:
    rows = session_rows("s1", 3)
    file = write(tmp_path / "s1.jsonl", rows[:6])
    load(fresh_store, file)
    write(file, [*rows[6:], *rows[:3]])

    report = load(fresh_store, file)

    assert (report.total.events, report.total.duplicates_ignored) == (3, 3)
    assert counts_add_up(report)
    assert cost_by(fresh_store, "model", timezone="UTC").total.usage_calls == 3


def test_a_dry_run_reports_the_same_and_writes_nothing(fresh_store: Store, tmp_path: Path) -> None:
    file = write(tmp_path / "s1.jsonl", session_rows("s1", 2))
    empty = content(fresh_store, (*OBSERVED, *DERIVED, "import_file", "import_batch", "audit", "price"))

    dry = load(fresh_store, file, dry_run=True)

    assert (
        content(fresh_store, (*OBSERVED, *DERIVED, "import_file", "import_batch", "audit", "price")) == empty
    )
    wet = load(fresh_store, file)
    assert dry.dry_run
    assert dry.batches[0].batch_id is None
    assert dry.total == wet.total


def test_a_record_that_no_one_can_use_is_kept_with_place_reason_and_text(
    fresh_store: Store, tmp_path: Path
) -> None:
    file = tmp_path / "s1.jsonl"
    good = [json.dumps(row) for row in session_rows("s1", 1)]
    file.write_text("\n".join([good[0], "{broken", *good[1:]]) + "\n", encoding="utf-8")

    report = load(fresh_store, file)

    assert (report.total.events, report.total.rejected) == (3, 1)
    assert [(r.file, r.line) for r in report.batches[0].rejects] == [("s1.jsonl", 2)]
    with fresh_store.reading() as cursor:
        assert cursor.execute("SELECT raw_text FROM import_reject").fetchall() == [("{broken",)]


def test_removing_a_batch_keeps_what_another_also_brought(fresh_store: Store, tmp_path: Path) -> None:
    rows = session_rows("s1", 4)
    one = write(tmp_path / "one" / "s1.jsonl", rows[:9])
    two = write(tmp_path / "two" / "s1.jsonl", rows[3:])
    first = load(fresh_store, one).batches[0].batch_id
    load(fresh_store, two)
    assert first is not None

    remove_batch(fresh_store, first)

    with Store.open(None) as only_two:
        load(only_two, two)
        left = content(fresh_store, OBSERVED + DERIVED, ["sequence"])
        assert left == content(only_two, OBSERVED + DERIVED, ["sequence"])


def test_paths_of_one_pass_are_one_batch_and_go_together_or_stay_with_another(
    fresh_store: Store, tmp_path: Path
) -> None:
    one, two = (write(tmp_path / f"{name}.jsonl", session_rows(name, 2)) for name in ("s1", "s2"))
    load(fresh_store, one)
    alone = content(fresh_store, OBSERVED + DERIVED)
    write(two, session_rows("s2", 2))
    call = ImportCall(paths=(str(one), str(two), str(one)), together=True)

    report = import_records(fresh_store, call)

    (batch,) = report.batches
    assert (batch.source, batch.files, batch.unchanged_files) == (str(tmp_path), 2, 1)
    assert counts_add_up(report)
    assert batch.batch_id is not None
    remove_batch(fresh_store, batch.batch_id)
    assert content(fresh_store, OBSERVED + DERIVED) == alone


def test_removing_every_batch_leaves_no_row(fresh_store: Store, tmp_path: Path) -> None:
    for name in ("s1", "s2"):
        load(fresh_store, write(tmp_path / f"{name}.jsonl", session_rows(name, 2)))
    load(fresh_store, tmp_path / "s1.jsonl")
    with fresh_store.reading() as cursor:
        batches = [row[0] for row in cursor.execute("SELECT batch_id FROM import_batch").fetchall()]

    for batch in batches:
        remove_batch(fresh_store, batch)

    left = content(
        fresh_store,
        (*OBSERVED, *DERIVED, "usage_cost", "import_file", "batch_file", "import_reject", "also_in"),
    )
    assert all(rows == [] for rows in left.values()), left


def test_removing_an_unknown_batch_says_so(fresh_store: Store) -> None:
    with pytest.raises(NotFound, match="no import batch 7"):
        remove_batch(fresh_store, 7)


def test_a_path_that_is_not_there_says_so(fresh_store: Store, tmp_path: Path) -> None:
    with pytest.raises(SourceNotFound, match="nothing at"):
        load(fresh_store, tmp_path / "absent")


def test_a_file_that_was_sent_twice_is_known_by_its_name_and_content(
    fresh_store: Store, tmp_path: Path
) -> None:
    reports = []
    for number, lines in enumerate((1, 1, 3)):
        folder = tmp_path / f"sent-{number}"
        folder.mkdir()
        rows = "".join(f'{{"conversation_id":"c","event_type":"x","event_id":"{n}"}}\n' for n in range(lines))
        (folder / "log.jsonl").write_text(rows, encoding="utf-8")
        call = ImportCall(paths=(str(folder),), is_upload=True)
        reports.append(import_records(fresh_store, call).batches[0])
    assert {report.source for report in reports} == {"upload:log.jsonl"}
    assert [(one.unchanged_files, one.events, one.duplicates_ignored) for one in reports] == [
        (0, 1, 0), (1, 0, 1), (0, 2, 1),
    ]  # fmt: skip


def test_a_file_that_shrank_while_it_was_read_is_read_again_when_it_is_whole(
    fresh_store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "log.jsonl"
    whole = b"".join(
        b'{"conversation_id":"c","event_type":"x","event_id":"%d"}\n' % number for number in range(3)
    )
    file.write_bytes(whole)

    def shrink(*_: object) -> None:
        file.write_bytes(whole[: len(whole) // 3])

    with monkeypatch.context() as patched:
        patched.setattr(SnapshotFormat, "bulk_plan", shrink)
        assert import_records(fresh_store, ImportCall(paths=(str(file),))).total.events == 1
    file.write_bytes(whole)
    again = import_records(fresh_store, ImportCall(paths=(str(file),))).total
    assert (again.unchanged_files, again.events, again.records) == (0, 2, 3)
    assert import_records(fresh_store, ImportCall(paths=(str(file),))).total.unchanged_files == 1


@pytest.mark.parametrize("path", ["x" * 5000, "~nobody-of-that-name/logs", "a\0b"])
def test_a_path_that_cannot_be_one_says_so(fresh_store: Store, path: str) -> None:
    with pytest.raises(SourceNotFound):
        import_records(fresh_store, ImportCall(paths=(path,)))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.parametrize("format_name", [None, "claude_code", "snapshot"])
def test_a_pipe_is_refused_and_not_waited_for(
    fresh_store: Store, tmp_path: Path, format_name: str | None
) -> None:
    os.mkfifo(tmp_path / "pipe.jsonl")
    with pytest.raises(SourceNotFound, match="neither a file nor a folder"):
        import_records(fresh_store, ImportCall(paths=(str(tmp_path / "pipe.jsonl"),), format=format_name))


def test_a_file_nobody_recognises_says_which_formats_are_known(fresh_store: Store, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("hello", encoding="utf-8")
    with pytest.raises(UnknownFormat, match="claude_code"):
        load(fresh_store, tmp_path / "notes.txt")


def test_a_stranger_may_not_import(fresh_store: Store, tmp_path: Path) -> None:
    stranger = Principal(
        kind="agent", id="a", name="Agent", scopes=frozenset({"read", "publish"}), is_verified=False
    )
    with pytest.raises(PermissionDenied):
        import_records(fresh_store, ImportCall(paths=(str(tmp_path),)), principal=stranger)


def test_a_folder_of_several_formats_is_one_batch_each_and_names_what_it_leaves(
    fresh_store: Store, tmp_path: Path
) -> None:
    write(tmp_path / "mixed" / "s1.jsonl", session_rows("s1", 1))
    snapshot = {"conversation_id": "c1", "captured_at": "2026-05-01T10:00:00Z", "event_trace": []}
    (tmp_path / "mixed" / "snapshot.json").write_text(json.dumps(snapshot), encoding="utf-8")
    (tmp_path / "mixed" / "notes.txt").write_text("hello", encoding="utf-8")

    report = load(fresh_store, tmp_path / "mixed")

    assert {batch.format for batch in report.batches} == {"claude_code", "snapshot"}
    assert [name for batch in report.batches for name in batch.skipped] == ["notes.txt"]
    assert report.total.skipped_files == 1


def test_an_import_is_written_to_the_change_log_and_moves_the_counters(
    fresh_store: Store, tmp_path: Path
) -> None:
    report = load(fresh_store, write(tmp_path / "s1.jsonl", session_rows("s1", 1)))
    with fresh_store.reading() as cursor:
        audit = cursor.execute("SELECT action, subject_kind, subject_id FROM audit").fetchall()
        scopes = {row[0] for row in cursor.execute("SELECT scope FROM change_counter").fetchall()}
    assert audit == [("import_records", "import_batch", str(report.batches[0].batch_id))]
    assert {"imports", "runs", "costs"} < scopes


def test_a_link_out_of_the_folder_is_not_followed(fresh_store: Store, tmp_path: Path) -> None:
    outside = write(tmp_path / "outside" / "s9.jsonl", session_rows("s9", 1))
    inside = write(tmp_path / "projects" / "-srv-water" / "s1.jsonl", session_rows("s1", 1))
    (inside.parent / "s9.jsonl").symlink_to(outside)

    load(fresh_store, tmp_path / "projects")

    with fresh_store.reading() as cursor:
        assert cursor.execute("SELECT conversation_id FROM conversation").fetchall() == [("s1",)]


TREE = {
    "s1": session_rows("s1", 3),
    "s2": [
        *({**row, "sessionId": "s2"} for row in session_rows("s1", 2)),  # a resumed copy
        *session_rows("s2", 2),
    ],
    "s3": session_rows("s3", 1),
}


Parts = list[tuple[str, list[dict[str, object]]]]


@st.composite
def arrangements(draw: st.DrawFn) -> Parts:
    """The same records cut into files at any place, in any order."""
    parts: Parts = []
    for name, rows in TREE.items():
        cuts = sorted(draw(st.sets(st.integers(1, len(rows) - 1), max_size=2))) if len(rows) > 1 else []
        bounds = [0, *cuts, len(rows)]
        parts += [
            (f"{name}-{place}", rows[start:end])
            for place, (start, end) in enumerate(itertools.pairwise(bounds))
        ]
    return draw(st.permutations(parts))


@settings(max_examples=6)
@given(arrangements())
def test_any_order_and_any_split_of_files_gives_the_same_records_and_totals(
    tmp_path_factory: pytest.TempPathFactory, parts: Parts
) -> None:
    split_and_whole_are_equal(tmp_path_factory, parts)


@pytest.mark.long
@settings(max_examples=200)
@given(arrangements())
def test_very_many_orders_and_splits_give_the_same_records_and_totals(
    tmp_path_factory: pytest.TempPathFactory, parts: Parts
) -> None:
    split_and_whole_are_equal(tmp_path_factory, parts)


def split_and_whole_are_equal(tmp_path_factory: pytest.TempPathFactory, parts: Parts) -> None:
    folder = tmp_path_factory.mktemp("arranged")
    with Store.open(None) as whole, Store.open(None) as split:
        for name, rows in TREE.items():
            load(whole, write(folder / "whole" / f"{name}.jsonl", rows))
        for name, rows in parts:
            assert counts_add_up(load(split, write(folder / "split" / f"{name}.jsonl", rows)))
        order_of_lines = ("sequence", "observation_id")
        same = ("event", "message", "tool_observation", "usage_call", "conversation", "conversation_usage")
        assert content(whole, same, order_of_lines) == content(split, same, order_of_lines)


@settings(max_examples=6)
@given(st.randoms(use_true_random=False))
def test_removing_batches_in_any_order_leaves_what_the_others_would_have_brought(
    tmp_path_factory: pytest.TempPathFactory, chance: random.Random
) -> None:
    folder = tmp_path_factory.mktemp("removed")
    files = []
    for number in range(4):
        name = chance.choice(list(TREE))
        rows = TREE[name]
        start = chance.randrange(len(rows))
        files.append(
            write(
                folder / str(number) / f"{name}.jsonl", rows[start : chance.randrange(start, len(rows)) + 1]
            )
        )
    kept = chance.sample(range(4), 2)
    with Store.open(None) as pruned, Store.open(None) as alone:
        batches = [load(pruned, file).batches[0].batch_id for file in files]
        for number in chance.sample([n for n in range(4) if n not in kept], 2):
            remove_batch(pruned, batches[number] or 0)
        for number in sorted(kept):
            load(alone, files[number])
        same = (*OBSERVED, "usage_call", "conversation", "conversation_usage")
        assert content(pruned, same, ("sequence",)) == content(alone, same, ("sequence",))


def test_the_real_projects_give_the_golden_numbers(fresh_store: Store, inputs: Path, tmp_path: Path) -> None:
    tree = tmp_path / "projects"
    shutil.copytree(inputs / "claude_code" / "real_projects", tree)
    first = load(fresh_store, tree).total
    second = load(fresh_store, tree).total
    total = cost_by(fresh_store, "model", timezone="UTC").total

    assert (first.files, first.empty_files, first.records, first.rejected) == (84, 15, 2396, 0)
    assert first.records == first.events + first.duplicates_ignored + first.other_records
    assert (second.rows_written, second.unchanged_files) == (0, 84)
    assert (total.usage_calls, total.duplicates_ignored) == (716, 571)
    assert (total.fresh_input, total.output, total.cache_read) == (48_530, 126_959, 26_596_329)
    assert (total.cache_write_1h, total.cache_write_5m, total.cache_write_unspecified) == (
        102_189,
        1_262_776,
        686_766,
    )


def test_a_price_file_that_cannot_be_used_stops_an_import_before_it_reads(
    fresh_store: Store, tmp_path: Path
) -> None:
    file = write(tmp_path / "s1.jsonl", session_rows("s1", 1))
    call = ImportCall(paths=(str(file),), prices=str(tmp_path / "absent.json"))

    with pytest.raises(PriceFileInvalid, match="cannot be read"):
        import_records(fresh_store, call)

    assert content(fresh_store, ("import_batch", "event")) == {"import_batch": [], "event": []}
