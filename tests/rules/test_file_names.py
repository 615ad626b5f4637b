"""Whatever bytes a file is named by, its name becomes text, and different names stay different."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_access.contracts.importing import ImportCall
from data_access.rules.file_names import name_text, safe_name
from data_access.writing.import_records import import_records


@given(st.text())
def test_every_text_becomes_one_that_can_be_stored(text):
    name_text(text).encode()  # raises where it is no text


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_a_name_that_is_text_stays_as_it_is(text):
    assert name_text(text) == text


@given(st.binary(max_size=6), st.binary(max_size=6))
def test_names_that_differ_in_bytes_differ_as_text(one, other):
    # A byte written out looks like the four characters that write it: names with a backslash may meet.
    if one != other and b"\\" not in one + other:
        texts = {name_text(name.decode("utf-8", "surrogateescape")) for name in (one, other)}
        assert len(texts) == 2


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="names are always text there")
def test_a_file_whose_name_is_no_text_is_imported_and_named(fresh_store, tmp_path):
    folder = os.fsencode(tmp_path) + b"/caf\xe9"
    os.mkdir(folder)
    Path(os.fsdecode(folder + b"/log\xff.jsonl")).write_text(
        '{"conversation_id": "c", "captured_at": "2026-05-01T10:00:00Z"}\n{"cut', encoding="utf-8"
    )
    call = ImportCall(paths=(os.fsdecode(folder),))
    first = import_records(fresh_store, call).batches[0]
    again = import_records(fresh_store, call).batches[0]
    assert (first.source, first.rejects[0].file) == (f"{tmp_path}/caf\\xe9", "log\\xff.jsonl")
    assert (first.rows_written > 0, again.rows_written, again.unchanged_files) == (True, 0, 1)
    assert first.model_dump_json()


@given(st.text())
def test_a_name_that_was_sent_is_never_a_path_and_fits_every_disk(sent):
    name = safe_name(sent)
    assert Path(name).name == name
    assert len(name.encode()) <= 200
    assert not name.startswith(".")


@pytest.mark.parametrize(
    ("sent", "name"),
    [
        ("../../etc/passwd", "passwd"),
        ("C:\\logs\\a b.jsonl", "a_b.jsonl"),
        ("..", ""),
        ("\x00<b>.json", "__b_.json"),
        ("界" * 120 + ".jsonl", "界" * 64 + ".jsonl"),
    ],
)
def test_a_name_that_was_sent_keeps_its_end(sent, name):
    assert safe_name(sent) == name
