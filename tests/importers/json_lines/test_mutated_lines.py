"""Whatever happens to a few lines, the others survive, nothing is lost, and a grown file is continued."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from data_access.importers.formats import ReadFrom

SHORT = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
LONG = settings(SHORT, max_examples=600)

_texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12) | st.sampled_from(
    ["中文", "a{b", 'say "x"', "C:\\Users", "}{", '{"a": 1}', "[1, 2", "\\u0041", "😀", "NaN"]
)
_plain = st.none() | st.booleans() | st.integers(-(2**40), 2**40) | _texts


def _objects(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.dictionaries(_texts, inner, max_size=3)


_values = st.recursive(_plain, lambda inner: st.lists(inner, max_size=3) | _objects(inner), max_leaves=6)


@st.composite
def _records(draw: st.DrawFn) -> bytes:
    """A whole record as one line."""
    value = {"uuid": draw(st.uuids().map(str)), **draw(_objects(_values))}
    return json.dumps(value, ensure_ascii=draw(st.booleans())).encode()


@st.composite
def _damaged(draw: st.DrawFn) -> bytes:
    """A line in trouble: cut, glued, padded, wrongly escaped, or with any bytes changed."""
    line = draw(_records())
    place = draw(st.integers(0, len(line)))
    kind = draw(st.sampled_from(["cut", "head", "glue", "insert", "change", "noise", "list"]))
    if kind == "cut":
        return line[:place]
    if kind == "head":
        return line[place:]
    if kind == "glue":
        return line[:place] + draw(_records())
    if kind == "list":
        return b"[" + line + b"," + draw(_records()) + b"]"[: draw(st.integers(0, 1))]
    if kind == "insert":
        return line[:place] + draw(st.sampled_from(INSERTS)) + line[place:]
    if kind == "change":
        return line[:place] + draw(st.binary(max_size=3)).replace(b"\n", b"") + line[place + 1 :]
    return draw(st.binary(max_size=40)).replace(b"\n", b"")


INSERTS = [
    b"\0" * 7, b"\xef\xbb\xbf", b"\\", b"\\x", b"\\ud800", b"NaN", b"-Infinity", b"\xff", b"\x01", b'"', b"{",
    b"}", b"[" * 300, b"9" * 400, b"\xed\xa0\x80", b'{"a": 1}', b"\xff\xfe", b"\r", b"1e999",
]  # fmt: skip

_lines = st.lists(st.tuples(st.just(True), _records()) | st.tuples(st.just(False), _damaged()), max_size=6)
_newlines = st.sampled_from([b"\n", b"\r\n", b"\n\n", b" \n", b"\n\r\n"])


def check_untouched_lines(read, lines: list[tuple[bool, bytes]], newline: bytes, ends: bool) -> None:
    data = newline.join(line for _, line in [(True, b'{"first": 0}'), *lines]) + newline * ends
    found = {(record.line, json.dumps(record.value)) for record in read(data).records}
    step = newline.count(b"\n")
    for number, (is_whole, line) in enumerate(lines, 1):
        if is_whole:
            assert (1 + number * step, json.dumps(json.loads(line))) in found


@SHORT
@given(lines=_lines, newline=_newlines, ends=st.booleans())
def test_untouched_lines_always_survive(read, lines, newline: bytes, ends: bool) -> None:
    check_untouched_lines(read, lines, newline, ends)


@pytest.mark.long
@LONG
@given(lines=_lines, newline=_newlines, ends=st.booleans())
def test_untouched_lines_always_survive_at_length(read, lines, newline: bytes, ends: bool) -> None:
    check_untouched_lines(read, lines, newline, ends)


def check_every_character(read, line: bytes) -> None:
    reading = read(b'{"first": 0}\n' + line + b"\n")
    kept = [record.text for record in reading.records[1:]] + [reject.raw_text for reject in reading.rejects]
    wanted, found = _characters(line.decode()), _characters("".join(kept))
    assert wanted - found <= Counter("[],"), "only the frame of a list may go"
    assert found - wanted == Counter()


def _characters(text: str) -> Counter[str]:
    return Counter("".join(text.replace("\0", " ").replace("\ufeff", " ").split(" ")))


@st.composite
def _rearranged(draw: st.DrawFn) -> bytes:
    """Records cut and glued, so that every character can be looked for."""
    pieces = draw(st.lists(_records(), min_size=1, max_size=3))
    cut = [piece[: draw(st.integers(0, len(piece)))] if draw(st.booleans()) else piece for piece in pieces]
    glue = draw(st.sampled_from([b"", b" ", b"\0\0\0", b", ", b" x "]))
    return glue.join(cut).decode("utf-8", "ignore").replace("\r", "").encode()


@SHORT
@given(line=_rearranged())
def test_every_character_ends_in_a_record_or_a_reject(read, line: bytes) -> None:
    check_every_character(read, line)


@pytest.mark.long
@LONG
@given(line=_rearranged())
def test_every_character_ends_in_a_record_or_a_reject_at_length(read, line: bytes) -> None:
    check_every_character(read, line)


_clean_lines = st.lists(
    _records()
    | st.tuples(_records(), _records()).map(b"".join)
    | st.tuples(_records(), _records()).map(lambda two: b"[" + two[0] + b", " + two[1] + b"]")
    | _records().map(lambda line: line + b"\0" * 9)
    | st.sampled_from([b"", b" ", b"\0" * 12, b"12", b'{"cut": "half', b"{} {"]),
    min_size=1,
    max_size=6,
)


def check_continuing(read, lines: list[bytes], newline: bytes, encoding: str, cut: float) -> None:
    text = newline.join([b'{"first": 0}', *lines, b'{"last": 1}']).decode()
    data = text.encode(encoding)
    place = int(cut * len(data))
    whole, first = read(data), read(data[:place])
    second = read(data, first.place)
    seen = [record for record in first.records if record not in second.records]
    assert [*seen, *second.records] == whole.records
    standing = [reject for reject in first.rejects if reject.line <= first.place.line]
    assert [*standing, *second.rejects] == whole.rejects
    assert second.place == whole.place


@SHORT
@given(
    lines=_clean_lines,
    newline=st.sampled_from([b"\n", b"\r\n"]),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
    cut=st.floats(0, 1),
)
def test_a_file_cut_anywhere_is_continued_as_if_read_whole(read, lines, newline, encoding, cut) -> None:
    check_continuing(read, lines, newline, encoding, cut)


@pytest.mark.long
@LONG
@given(
    lines=_clean_lines,
    newline=st.sampled_from([b"\n", b"\r\n"]),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
    cut=st.floats(0, 1),
)
def test_a_file_cut_anywhere_is_continued_as_if_read_whole_at_length(
    read, lines, newline, encoding, cut
) -> None:
    check_continuing(read, lines, newline, encoding, cut)


@SHORT
@given(lines=st.lists(_damaged() | _records(), max_size=5), cut=st.floats(0, 1))
def test_a_damaged_file_is_continued_without_losing_a_whole_line(read, lines, cut: float) -> None:
    data = b"\n".join([b'{"first": 0}', *lines, b'{"last": 1}', b""])
    first = read(data[: int(cut * len(data))])
    second = read(data, first.place)
    found = [json.dumps(value) for value in first.values + second.values]
    assert {json.dumps({"first": 0}), json.dumps({"last": 1})} <= set(found)
    assert second.place == ReadFrom(len(data), data.count(b"\n"))


@SHORT
@given(data=st.binary(max_size=300))
def test_any_bytes_are_read_without_an_error(read, data: bytes) -> None:
    reading = read(data)
    for record in reading.records:
        record.text.encode()
    for reject in reading.rejects:
        reject.raw_text.encode()


@pytest.mark.long
@LONG
@given(data=st.text('{}[]",:\\u0dn \0\n\r-1.eE\ufeff中', max_size=60).map(str.encode))
def test_any_text_of_marks_is_read_without_an_error(read, data: bytes) -> None:
    test_any_bytes_are_read_without_an_error.hypothesis.inner_test(read, data)


@pytest.mark.parametrize(
    "line", [b'[{"a": 1}, {"b": []}]', b'[{"a": "[1"}, {"b": "]"}]', b"[]", b'[{"a": 1}] {"b": 2}']
)
def test_a_list_cut_anywhere_loses_none_of_its_objects(read, line: bytes) -> None:
    for place in range(len(line) + 14):
        check_continuing(read, [line], b"\n", "utf-8", place / (len(line) + 25))
