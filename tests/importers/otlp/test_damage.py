"""Damaged traces lose nothing: every piece is a span, known, kept aside or rejected with its text."""

from __future__ import annotations

import random
import struct
import tempfile
import time
from pathlib import Path

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data_access.importers.formats import ReadFrom, SourceFile
from data_access.importers.otlp import FORMAT
from data_access.importers.sink import Sink
from tests.importers.otlp.conftest import agent, call, request, span, tool
from tests.importers.otlp.test_decoding import protobuf_request

SAMPLE = orjson.dumps(
    request(
        agent("a" * 16, session__id="会话"),
        call(
            "b" * 16,
            "a" * 16,
            tokens=(100, 10),
            gen_ai__input__messages='[{"role":"user","content":"水质"}]',
            gen_ai__output__messages='[{"role":"assistant","content":"好","tool_calls":[{"id":"c","name":"read"}]}]',
        ),
        tool("c" * 16, "a" * 16, gen_ai__tool__call__id="c", input__value="{}", status=2),
        span("d" * 16, "missing", at=-1e12, seconds=None),
    )
)
PROTOBUF = protobuf_request()
FRAMED = b"".join(struct.pack("<II", len(PROTOBUF), 1) + PROTOBUF for _ in range(3))
SLOWEST_SECONDS = 5
Damage = tuple[int, bytes]


def read(content: bytes, suffix: str) -> Sink:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"trace{suffix}"
        path.write_bytes(content)
        sink = Sink()
        sink.begin(1)
        FORMAT.read(SourceFile(path, path.name), ReadFrom(), sink)
        return sink


def check(content: bytes, suffix: str) -> None:
    began = time.monotonic()
    sink = read(content, suffix)
    tally = sink.tallies[1]
    (spans,) = [rows for kind, rows in sink.rows.items() if kind.__name__ == "SpanRow"]
    assert tally.records == len(spans) + tally.others + tally.rejected
    assert (len(sink.others), len(sink.rejects)) == (tally.others, tally.rejected)
    assert tally.records > 0 or not content.strip(b"\x00 \t\r\n\xef\xbb\xbf\xff\xfe")
    assert time.monotonic() - began < SLOWEST_SECONDS


def damaged(content: bytes, seed: int) -> bytes:
    """Change, cut, insert, repeat or swap parts of a file."""
    chance = random.Random(seed)
    found = bytearray(content)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(found) + 1) if found else 0
        end = min(len(found), at + chance.choice([1, 2, 8, 200]))
        way = chance.randrange(6)
        if way == 0 and at < len(found):
            found[at] = chance.randrange(256)
        elif way == 1:
            del found[at:end]
        elif way == 2:
            found[at:at] = bytes(chance.randrange(256) for _ in range(chance.randint(1, 8)))
        elif way == 3:
            found[at:at] = found[at:end] * chance.randint(1, 3)
        elif way == 4:
            found[at:at] = chance.choice(
                [b"{", b"}", b"[", b"]", b'"', b"\\", b"null", b"1e999", b"\x00", b"\n"]
            )
        else:
            del found[at:]
    return bytes(found)


FILES = ((SAMPLE, ".json"), (SAMPLE + b"\n" + SAMPLE, ".jsonl"), (PROTOBUF, ".pb"), (FRAMED, ".bin"))


@settings(max_examples=120)
@given(st.sampled_from(FILES), st.integers(0, 10**9))
def test_damaged_files_are_read_as_far_as_they_go(file: tuple[bytes, str], seed: int) -> None:
    check(damaged(file[0], seed), file[1])


@pytest.mark.long
def test_ten_thousand_damaged_files_are_read_as_far_as_they_go() -> None:
    for seed in range(10_000):
        content, suffix = FILES[seed % len(FILES)]
        check(damaged(content, seed), suffix)


def test_an_attribute_of_a_megabyte_is_kept_apart_whole() -> None:
    text = "水" * 400_000
    sink = read(orjson.dumps(request(call("b" * 16, tokens=(1, 1), notes=text))), ".json")
    ((part,),) = [rows for kind, rows in sink.rows.items() if kind.__name__ == "ContentPartRow"]
    assert part.content == text
    ((row,),) = [rows for kind, rows in sink.rows.items() if kind.__name__ == "SpanRow"]
    assert len(row.payload) < 2_000


def test_a_span_without_an_id_is_rejected_with_its_text_and_the_rest_is_read() -> None:
    nameless = span("x", name="lost")
    del nameless["spanId"]
    sink = read(orjson.dumps(request(nameless, span("y"))), ".json")
    assert [(reject.reason, "lost" in reject.raw_text) for reject in sink.rejects] == [
        ("a span without a span id", True)
    ]
    assert sink.tallies[1].records == 2


def test_times_that_are_none_are_unknown() -> None:
    odd = {**span("x"), "startTimeUnixNano": "-5", "endTimeUnixNano": "99999999999999999999"}
    sink = read(orjson.dumps(request(odd, {**span("y"), "startTimeUnixNano": 0})), ".json")
    (spans,) = [rows for kind, rows in sink.rows.items() if kind.__name__ == "SpanRow"]
    assert [(row.started_at, row.sequence >= 0) for row in spans] == [(None, True), (None, True)]


def test_a_file_that_grows_inside_a_request_is_continued_there() -> None:
    sink = read(FRAMED[:-10], ".bin")
    tally = sink.tallies[1]
    assert (tally.records, tally.rejected) == (3, 1)
    assert (tally.resume_offset, tally.resume_line) == (len(FRAMED) * 2 // 3, 2)


@pytest.mark.parametrize(
    "secret",
    [{"api_key": "sk-proj-abcdef0123456789abcdef01"}, {"note": "token sk-proj-abcdef0123456789abcdef01"}],
)
def test_secrets_in_attributes_are_masked(secret: dict[str, str]) -> None:
    sink = read(orjson.dumps(request(call("b" * 16, tokens=(1, 1), **secret))), ".json")
    ((row,),) = [rows for kind, rows in sink.rows.items() if kind.__name__ == "SpanRow"]
    assert "abcdef0123456789" not in row.payload.decode()
    assert sink.tallies[1].secrets_masked > 0
