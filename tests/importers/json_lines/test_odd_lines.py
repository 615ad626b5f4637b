"""Each kind of trouble that logs are known to have, one line each."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import orjson
import pytest

from data_access.importers.formats import ReadFrom
from data_access.importers.json_lines import LINE_LIMIT_BYTES, RAW_TEXT_LIMIT, first_records, json_records
from data_access.importers.sink import Sink

A, B = {"a": 1}, {"b": "中"}
LINE_A, LINE_B = b'{"a": 1}', '{"b": "中"}'.encode()

READS = {
    "two lines": (LINE_A + b"\n" + LINE_B + b"\n", [(1, A), (2, B)], []),
    "no newline at the end": (LINE_A + b"\n" + LINE_B, [(1, A), (2, B)], []),
    "carriage returns": (LINE_A + b"\r\n" + LINE_B + b"\r\n", [(1, A), (2, B)], []),
    "blank lines": (b"\n\n" + LINE_A + b"\n \t\r\n" + LINE_B + b"\n\n", [(3, A), (5, B)], []),
    "a byte order mark": (b"\xef\xbb\xbf" + LINE_A + b"\n" + LINE_B + b"\n", [(1, A), (2, B)], []),
    "a byte order mark inside": (LINE_A + b"\n\xef\xbb\xbf" + LINE_B + b"\n", [(1, A), (2, B)], []),
    "UTF-16, little end first": ('{"a": 1}\n{"b": "中"}\n'.encode("utf-16"), [(1, A), (2, B)], []),
    "UTF-16, big end first": ('\ufeff{"a": 1}\n{"b": "中"}'.encode("utf-16-be"), [(1, A), (2, B)], []),
    "UTF-16 without a mark": ('{"a": 1}\r\n{"b": "中"}\r\n'.encode("utf-16-le"), [(1, A), (2, B)], []),
    "glued objects": (LINE_A + LINE_B + b" " + LINE_A + b"\n", [(1, A), (1, B), (1, A)], []),
    "a list on one line": (b"[" + LINE_A + b" , " + LINE_B + b"]\n", [(1, A), (1, B)], []),
    "NUL before": (b"\0" * 500 + LINE_A + b"\n" + LINE_B + b"\n", [(1, A), (2, B)], []),
    "NUL behind": (LINE_A + b"\0" * 500 + b"\n" + LINE_B + b"\n", [(1, A), (2, B)], []),
    "NUL between tokens": (b'{"a": \0\0\0 1}\n' + LINE_B + b"\n", [(1, A), (2, B)], []),
    "NUL between glued": (LINE_A + b"\0" * 9 + LINE_B + b"\n", [(1, A), (1, B)], []),
    "a cut record behind NUL": (b'{"a": "x\0\0\0' + LINE_B + b"\n", [(1, B)], ["not JSON"]),
    "a NUL tail": (LINE_A + b"\n" + b"\0" * 4000, [(1, A)], ["NUL padding: 4000 NUL bytes"]),
    "a NUL line": (b"\0" * 40 + b"\n" + LINE_A + b"\n", [(2, A)], ["NUL padding: 40 NUL bytes"]),
    "a cut line": (b'{"a": 1, "text": "abc\n' + LINE_B + b"\n", [(2, B)], ["cut off"]),
    "a cut line with whole parts": (b'{"a": {"b": 1}, "c": [{"d": 2}\n', [], ["cut off"]),
    "cut in a string, glued": (b'{"a": 1, "t": "abc' + LINE_B + b"\n", [(1, B)], ["not JSON"]),
    "cut in a key, glued": (b'{"a": 1, "te' + LINE_B + b"\n", [(1, B)], ["not JSON"]),
    "cut behind a comma, glued": (b'{"a": {"x": 1}, ' + LINE_B + b"\n", [(1, B)], ["not JSON"]),
    "cut in a number, glued": (b'{"a": {"x": 1}, "n": 12' + LINE_B + b"\n", [(1, B)], ["not JSON"]),
    "cut in a word, glued": (b'{"a": {"x": 1}, "n": tr' + LINE_B + b"\n", [(1, B)], ["not JSON"]),
    "cut in an escape, glued": (b'{"a": "x\\u4e' + LINE_B + b"\n", [(1, B)], ["not JSON"]),
    "cut in text with braces, glued": (b'{"t": "f() { return {' + LINE_B + b"\n", [(1, B)], ["not JSON"]),
    "cut where a value was due": (
        b'{"id": 1, "n": 2, "t": {"id": 3, "n": {"id": 0}, "t": "x", "z": 1}\n',
        [(1, {"id": 3, "n": {"id": 0}, "t": "x", "z": 1})],
        ["cut off"],
    ),
    "cut in a list, glued": (
        b'{"id": 1, "n": 2, "l": [{"c": 1}, {"id": 3, "n": 4, "l": []}\n',
        [(1, {"id": 3, "n": 4, "l": []})],
        ["cut off"],
    ),
    "UTF-16 appended to UTF-8": (
        LINE_A + b"\n" + '{"user": "中"}\n{"user": "x"}\n'.encode("utf-16-le"),
        [(1, A), (2, {"user": "中"}), (3, {"user": "x"})],
        [],
    ),
    "the end of a lost record": (b'st", "x": {"y": 1}}\n' + LINE_B + b"\n", [(2, B)], ["not JSON"]),
    "a lost comma": (b'{"a": 1 "b": {"c": 2}, "d": 3}\n' + LINE_B + b"\n", [(2, B)], ["not JSON"]),
    "words around an object": (b"2026 INFO " + LINE_A + b"\n", [(1, A)], ["not an object"]),
    "scalars": (b'1\n"x"\nnull\n' + LINE_A + b"\n", [(4, A)], ["not an object"] * 3),
    "a list of scalars": (b"[1, " + LINE_A + b', "x"]\n', [(1, A)], ["not an object"] * 2),
    "words, numbers, lists": (b"oh no 12 [1, 2] " + LINE_A + b"\n", [(1, A)], ["not JSON"]),
    "an empty list": (b"[]\n" + LINE_A + b"\n", [(2, A)], ["an empty list"]),
    "bad escapes": (rb'{"p": "C:\Users\new \x41"}' + b"\n", [(1, {"p": "C:\\Users\new \\x41"})], []),
    "lone surrogates": (rb'{"s": "a\ud83d b\udc00 \ud83d\ude00"}' + b"\n", [(1, {"s": "a� b� 😀"})], []),
    "an escaped escape": (rb'{"s": "\\ud83d \\\ud83d"}' + b"\n", [(1, {"s": "\\ud83d \\�"})], []),
    "no numbers": (b'{"n": [NaN, Infinity, -Infinity, 1e999]}\n', [(1, {"n": [None] * 4})], []),
    "the word NaN": (b'{"n": NaN, "s": "NaN"}\n', [(1, {"n": None, "s": "NaN"})], []),
    "a key twice": (b'{"a": 0, "a": 1}\n', [(1, A)], []),
    "no UTF-8": (b'{"s": "a\xff\xfeb"}\n', [(1, {"s": "a��b"})], []),
    "control characters": (b'{"s": "a\x01\tb"}\n', [(1, {"s": "a\x01\tb"})], []),
    "a large integer": (b'{"n": 123456789012345678901234567890}\n', [(1, {"n": 1.2345678901234568e29})], []),
    "an endless integer": (b'{"n": ' + b"9" * 5000 + b"}\n", [(1, {"n": None})], []),
    "deep but fine": (b'{"a": ' + b"[" * 150 + b"]" * 150 + b"}\n", None, []),
    "too deep": (b'{"a": ' + b"[" * 400 + b"]" * 400 + b"}\n" + LINE_A + b"\n", [(2, A)], ["nested deeper"]),
    "far too deep": (b"[" * 100_000 + b"\n" + LINE_A + b"\n", [(2, A)], ["nested deeper"]),
    "deep objects": (b'{"a":' * 90_000 + b"\n" + LINE_A + b"\n", [(2, A)], ["nested deeper"]),
    "nothing": (b"", [], []),
    "a lone brace": (b"}\n" + LINE_A + b"\n", [(2, A)], ["not JSON"]),
}


@pytest.mark.parametrize("name", READS)
def test_an_odd_line_gives_its_records_and_rejects(name: str, read) -> None:
    data, records, reasons = READS[name]
    reading = read(data)
    if records is not None:
        assert [(record.line, record.value) for record in reading.records] == records
    assert len(reading.reasons) == len(reasons)
    for reason, begins in zip(reading.reasons, reasons, strict=True):
        assert reason.startswith(begins)


@pytest.mark.parametrize("name", READS)
def test_the_text_of_a_record_is_strict_json_of_its_value(name: str, read) -> None:
    for record in read(READS[name][0]).records:
        assert orjson.loads(record.text) == record.value


def test_a_record_that_needs_no_change_keeps_its_own_text(read) -> None:
    text = '{"b" : 1.50,  "a":"\\u4e2d/\\/"}'
    assert read(f"  {text} \r\n".encode()).records[0].text == text


def test_what_is_rejected_keeps_its_text_and_its_line(read) -> None:
    reading = read(b'{"a": 1}\n{"cut": "te\\xt\n')
    assert [(reject.line, reject.raw_text) for reject in reading.rejects] == [(2, '{"cut": "te\\xt')]


def test_a_long_reject_is_cut_and_says_its_size(read) -> None:
    reading = read(b'{"cut": "' + b"x" * 200_000 + b"\n")
    raw = reading.rejects[0].raw_text
    assert raw.endswith("… [cut here; 200009 characters in all]")
    assert len(raw) < RAW_TEXT_LIMIT + 100


def test_a_line_of_twenty_megabytes_is_one_record(read) -> None:
    data = b'{"a": "' + b"x" * 20_000_000 + b'"}\n' + LINE_B + b"\n"
    assert [record.line for record in read(data).records] == [1, 2]


def test_a_cut_line_of_twenty_megabytes_is_one_reject(read) -> None:
    data = b'{"a": "' + b"x" * 20_000_000 + b"{x" + b"\n" + LINE_B + b"\n"
    reading = read(data)
    assert (reading.values, len(reading.rejects)) == ([B], 1)


def test_a_line_that_cannot_be_held_is_passed_over(read, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("data_access.importers.json_lines.LINE_LIMIT_BYTES", 1 << 20)
    reading = read(LINE_A + b"\n" + b"x" * 3_000_000 + b"\n" + LINE_B + b"\n")
    assert [(record.line, record.value) for record in reading.records] == [(1, A), (3, B)]
    assert reading.reasons == [f"longer than {LINE_LIMIT_BYTES >> 28} MB"]


def test_lines_that_cross_the_blocks_are_whole(read) -> None:
    values = [{"n": number, "t": "é" * (number % 700)} for number in range(4000)]
    data = b"".join(json.dumps(value, ensure_ascii=False).encode() + b"\n" for value in values)
    reading = read(data)
    assert reading.values == values
    assert [record.line for record in reading.records] == list(range(1, 4001))
    assert reading.place == ReadFrom(len(data), 4000)


def test_utf16_lines_cross_the_blocks_and_keep_the_place(read) -> None:
    values = [{"n": number, "t": "Ċ\u0a0a中😀" * (number % 90)} for number in range(3000)]
    data = "\ufeff".encode("utf-16-le") + b"".join(
        (json.dumps(value, ensure_ascii=False) + "\n").encode("utf-16-le") for value in values
    )
    reading = read(data + '{"cut": "'.encode("utf-16-le"))
    assert reading.values == values
    assert reading.place == ReadFrom(len(data), 3000)


def test_half_a_character_at_the_end_is_no_crash(read) -> None:
    whole = '{"a": 1}\n{"b": "中"}\n'.encode("utf-16-le")
    for end in range(len(whole)):
        first = read(whole[:end])
        second = read(whole, first.place)
        assert first.values + second.values in ([A, B], [A, A, B])


DOCUMENTS = {
    "an object over several lines": (json.dumps({"a": {"b": 1}}, indent=2), [{"a": {"b": 1}}]),
    "a list over several lines": (json.dumps([A, B], indent=1), [A, B]),
    "a list, one object a line": ('[{"a": 1},\n{"b": "中"}\n]\n', [A, B]),
    "a wrapped list": (json.dumps({"loglines": [A, B]}, indent=2), [A, B]),
    "a wrapped list on one line": (json.dumps({"loglines": [A, B], "version": 2}), [A, B, {"version": 2}]),
}


@pytest.mark.parametrize("name", DOCUMENTS)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_document_is_read_as_a_whole_and_never_continued(name: str, encoding: str, read) -> None:
    text, values = DOCUMENTS[name]
    reading = read(text.encode(encoding))
    assert (reading.values, reading.reasons, reading.place) == (values, [], ReadFrom())


CUT_DOCUMENTS = {
    "a cut list": (json.dumps([A, B, {"c": {"d": 3}}], indent=2)[:-14], [A, B], 1),
    "a cut object": (json.dumps({"a": A, "b": [B, B]}, indent=2)[:-4], [], 1),
    "a cut wrapped list": (json.dumps({"loglines": [A, B]}, indent=2)[:-6], [A, B], 0),
    "lines behind a lone brace": ('{\n{"a": 1}\n{"b": "中"}\n', [A, B], 1),
}


@pytest.mark.parametrize("name", CUT_DOCUMENTS)
def test_a_cut_document_gives_its_whole_members(name: str, read) -> None:
    text, values, rejected = CUT_DOCUMENTS[name]
    reading = read(text.encode())
    assert (reading.values, len(reading.rejects)) == (values, rejected)


def test_members_know_their_lines(read) -> None:
    reading = read(json.dumps({"loglines": [A, 7, B], "version": 2}, indent=1).encode())
    assert [(record.line, record.value) for record in reading.records] == [
        (3, A),
        (7, B),
        (1, {"version": 2}),
    ]
    assert [(reject.line, reject.raw_text) for reject in reading.rejects] == [(6, "7")]


def test_members_that_are_no_objects_are_rejected(read) -> None:
    reading = read(b'[\n{"a": 1},\n2,\n"x"\n]\n')
    assert (reading.values, [reject.raw_text for reject in reading.rejects]) == ([A], ['2,\n"x"'])


def test_secrets_are_masked_in_values_texts_and_rejects(read) -> None:
    token = "ghp_" + "a1B2" * 9
    data = json.dumps({"t": f"use {token}", "keep": "toolu_01ABC"}) + f'\n{{"cut": "{token}\n' + '{"a": 1}\n'
    reading = read(data.encode())
    assert reading.values == [{"t": "use [masked: github token]", "keep": "toolu_01ABC"}, A]
    assert json.loads(reading.records[0].text) == reading.values[0]
    assert reading.rejects[0].raw_text == '{"cut": "[masked: github token]'
    assert reading.tally.secrets_masked == 2


def test_the_first_records_are_found_without_a_sink(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(b"garbage\n" + (LINE_A + b"\n") * 5000)
    assert list(first_records(path, 2)) == [A, A]


def test_an_unreadable_file_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(OSError):
        list(json_records(tmp_path / "absent.jsonl", ReadFrom(), Sink()))


def test_the_import_may_take_rows_while_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes((b'{"a": "' + b"x" * 1000 + b'"}\n') * 4000)
    taken: list[int] = []
    sink = Sink(relieve=lambda full: taken.append(full.size()), limit=0)
    sink.begin(1)
    assert sum(1 for _ in json_records(path, ReadFrom(), sink)) == 4000
    assert len(taken) > 2


ODD_FILES = {
    "array_not_lines.jsonl": (["u1", "u2"], 0),
    "bom.jsonl": (["u1", "u2"], 0),
    "crlf.jsonl": (["u1", "u2"], 0),
    "dup_keys.jsonl": (["u1b"], 0),
    "glued.jsonl": (["u1", "u2", "u3"], 0),
    "nul_mid.jsonl": (["u1", "u2"], 0),
    "nul_tail.jsonl": (["u1", "u2"], 1),
    "numeric_keys.jsonl": (["u1", "u2"], 0),
    "utf16.jsonl": (["u1"], 0),
}


def test_the_odd_files_give_their_records(inputs: Path, read_path: Callable) -> None:
    found = {path.name: read_path(path) for path in sorted((inputs / "odd").iterdir())}
    uuids = {
        name: ([value["uuid"] for value in reading.values], len(reading.rejects))
        for name, reading in found.items()
    }
    assert uuids == ODD_FILES


def test_every_real_file_adds_up_and_hides_no_secret(inputs: Path, read_path: Callable) -> None:
    rejects = {}
    paths = [path for path in sorted(inputs.rglob("*.jsonl")) if "langsmith" not in path.parts]
    for path in paths:
        reading = read_path(path)
        if reading.rejects:
            rejects[path.relative_to(inputs).as_posix()] = len(reading.rejects)
        assert reading.tally.secrets_masked == 0
    assert rejects == {
        "bug_repros/11_cc_nul_blocks/S1.jsonl": 1,
        "claude_code/agentsview_truncated.jsonl": 1,
        "claude_code/ccl_edge_cases.jsonl": 3,
        "odd/nul_tail.jsonl": 1,
    }
