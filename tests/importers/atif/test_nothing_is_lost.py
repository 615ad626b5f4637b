"""Whatever stands in a document, however damaged, split and ordered: no crash, no lost record, one total."""

from __future__ import annotations

import copy
import itertools
import json
import random
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from data_access.contracts.importing import ImportCall
from data_access.contracts.rows import EventRow
from data_access.importers.atif import FORMAT
from data_access.importers.formats import ReadFrom, SourceFile
from data_access.importers.registry import FORMATS
from data_access.importers.sink import Sink
from data_access.store.connection import Store
from data_access.writing.import_records import import_records
from tests.importers.atif.sample_trajectories import asked_and_answered, metrics, spent, step, trajectory

FEW = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
SECONDS = 5
MUTATED, MUTATED_AT_LENGTH = 400, 10_000

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


def some(*fields: str, **known: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """An object with any of the fields, or anything else."""
    optional = dict.fromkeys(fields, VALUES) | {name: VALUES | inner for name, inner in known.items()}
    return st.fixed_dictionaries({}, optional=optional) | VALUES


IDS = st.sampled_from(["a", "b", "run-1", "run-1-cont-2", "run-1-summarization-1-summary", "X_Y"])
REFERENCES = some(
    "extra", trajectory_id=IDS, session_id=IDS, trajectory_path=st.sampled_from(["b.json", "../b"])
)
RESULTS = some(
    "content", "extra", source_call_id=IDS, subagent_trajectory_ref=st.lists(REFERENCES, max_size=2)
)
CALLS = some("arguments", "extra", "function_name", tool_call_id=IDS)
METRICS = some("prompt_tokens", "completion_tokens", "cached_tokens", "cost_usd", "logprobs", "extra")
STEPS = some(
    "timestamp", "message", "model_name", "reasoning_content", "extra", "is_copied_context", "llm_call_count",
    "step_id",
    source=st.sampled_from(["user", "agent", "system"]),
    tool_calls=st.lists(CALLS, max_size=2),
    observation=some(results=st.lists(RESULTS, max_size=2)),
    metrics=METRICS,
)  # fmt: skip
FIELDS = {
    "session_id": IDS | VALUES,
    "trajectory_id": IDS | VALUES,
    "agent": some("name", "version", "model_name") | VALUES,
    "steps": st.lists(STEPS, max_size=4) | VALUES,
    "final_metrics": some("total_prompt_tokens", "total_completion_tokens", "total_cost_usd") | VALUES,
    "continued_trajectory_ref": VALUES,
    "extra": VALUES,
}
TRAJECTORIES = st.recursive(
    st.fixed_dictionaries({"schema_version": st.just("ATIF-v1.7")}, optional=FIELDS),
    lambda inner: st.fixed_dictionaries(
        {
            "schema_version": st.just("ATIF-v1.7"),
            "subagent_trajectories": st.lists(inner | VALUES, max_size=2),
        },
        optional=FIELDS,
    ),
    max_leaves=3,
)


def read(path: Path) -> Sink:
    sink = Sink()
    sink.begin(1)
    FORMAT.read(SourceFile(path, path.name), ReadFrom(), sink)
    return sink


def assert_adds_up(sink: Sink) -> None:
    tally = sink.tally
    assert tally.records == len(sink.rows[EventRow]) + tally.others + tally.rejected
    assert tally.others == len(sink.others)
    assert tally.rejected == len(sink.rejects)


def assert_import_adds_up(path: Path) -> None:
    with Store.open(None) as store:
        call = ImportCall(paths=(str(path),), format="atif")
        total = import_records(store, call).total
        assert total.records == total.events + total.duplicates_ignored + total.other_records + total.rejected
        assert import_records(store, call).total.rows_written == 0


@pytest.fixture
def document(tmp_path: Path) -> Path:
    return tmp_path / "trajectory.json"


@FEW
@given(value=TRAJECTORIES)
def test_any_values_in_any_field_are_read(value: dict[str, Any], document: Path) -> None:
    document.write_text(json.dumps(value))
    assert_adds_up(read(document))


@settings(FEW, max_examples=15)
@given(value=TRAJECTORIES)
def test_any_values_in_any_field_are_stored(value: dict[str, Any], document: Path) -> None:
    document.write_text(json.dumps(value))
    assert_import_adds_up(document)


# damage


def tree() -> dict[str, Any]:
    """A run with calls, results, a copy, an embedded sub-agent and Chinese text."""
    call = {"tool_call_id": "c1", "function_name": "Read", "arguments": {"path": "/报告"}}
    results = [
        {"source_call_id": "c1", "content": "内容"},
        {"subagent_trajectory_ref": [{"trajectory_id": "a"}]},
    ]
    own = [
        *asked_and_answered(0),
        step(3, message="看", tool_calls=[call], observation={"results": results}, metrics=metrics(50, 5)),
        step(4, is_copied_context=True),
    ]
    child = trajectory(*asked_and_answered(1), trajectory_id="a")
    return trajectory(*own, final_metrics={"total_cost_usd": 1.5}, subagent_trajectories=[child])


@pytest.mark.parametrize("indent", [None, 2])
def test_every_whole_step_of_a_cut_document_is_kept(indent: int | None, document: Path) -> None:
    entries = [step(number, message=f"m{number}") for number in range(1, 9)]
    text = json.dumps(trajectory(*entries, final_metrics={"total_steps": 8}), indent=indent)
    for end in range(text.index('"steps"') + 10, len(text)):
        document.write_text(text[:end])
        sink = read(document)
        assert_adds_up(sink)
        whole = sum(f'"m{number}"' in text[: max(end - 6, 0)] for number in range(1, 9))
        assert whole - 1 <= len(sink.rows[EventRow]) <= 8, end
        assert sink.tally.rejected <= 1, end


def test_a_damaged_step_costs_only_itself(document: Path) -> None:
    text = json.dumps(trajectory(*(step(number, message=f"m{number}") for number in range(1, 6))), indent=1)
    document.write_text(text.replace('"m3"', '"m3'))
    sink = read(document)
    assert [row.summary for row in sink.rows[EventRow]] == ["m1", "m2", "m4", "m5"]
    assert [(reject.line > 1, '"m3' in reject.raw_text) for reject in sink.rejects] == [(True, True)]


def test_a_cut_document_is_recognised_and_a_whole_one_after_it_adds_the_rest(document: Path) -> None:
    text = json.dumps(trajectory(*asked_and_answered(0), *asked_and_answered(1)))
    with Store.open(None) as store:
        for end in (text.index("did 1"), len(text)):
            document.write_text(text[:end])
            assert FORMAT.looks_like(document)
            import_records(store, ImportCall(paths=(str(document),)))
        assert spent(store)[:2] == (2, 2_000)


INSERTS = [
    b"\0" * 5, b"\xef\xbb\xbf", b"\\", b"\\ud800", b"NaN", b"\xff", b"\x01", b'"', b"{", b"}", b"[", b"]",
    b",", b"[" * 300, b"9" * 400, b"\xed\xa0\x80", b"\xff\xfe", b"\r\n", b"1e999", b"null", b'{"step_id":1}',
]  # fmt: skip


def mutated(data: bytes, source: random.Random) -> bytes:
    """Return the document with one to three places changed."""
    for _ in range(source.randint(1, 3)):
        start = source.randrange(len(data) + 1)
        end = min(len(data), start + source.choice([1, 1, 2, 8, 64, 512]))
        kind = source.randrange(6)
        if kind == 0:
            data = data[:start]
        elif kind == 1:
            data = data[:start] + data[end:]
        elif kind == 2:
            data = data[:end] + data[start:]
        elif kind == 3:
            data = data[:start] + source.randbytes(end - start) + data[end:]
        elif kind == 4:
            data = data[:start] + source.choice(INSERTS) + data[start:]
        else:
            data = (
                data[:start]
                + bytes([byte ^ (1 << source.randrange(8)) for byte in data[start:end]])
                + data[end:]
            )
    return data


def check_mutated(document: Path, originals: Sequence[bytes], number: int, seed: int) -> None:
    source = random.Random(seed)
    for turn in range(number):
        data = mutated(source.choice(originals), source)
        document.write_bytes(data)
        began = time.process_time()
        FORMAT.looks_like(document)
        sink = read(document)
        assert time.process_time() - began < SECONDS, (seed, turn)
        assert_adds_up(sink)
        assert sink.tally.records or not data.strip(b"\0 \t\r\n\xef\xbb\xbf"), (seed, turn)
        if turn % 100 == 0:
            assert_import_adds_up(document)


@pytest.fixture
def originals() -> list[bytes]:
    forms = [(is_ascii, indent) for is_ascii in (True, False) for indent in (None, 2)]
    made = [json.dumps(tree(), ensure_ascii=is_ascii, indent=indent).encode() for is_ascii, indent in forms]
    lines = b"\n".join(
        json.dumps(trajectory(*asked_and_answered(n), session=f"s{n}")).encode() for n in range(3)
    )
    return [*made, lines, b"[" + lines.replace(b"\n", b",\n") + b"]", made[3].decode().encode("utf-16")]


def test_mutated_documents_neither_crash_nor_hang_nor_lose(document: Path, originals: list[bytes]) -> None:
    check_mutated(document, originals, MUTATED, seed=random.randrange(2**32))


@pytest.mark.long
@pytest.mark.inputs
def test_mutated_documents_neither_crash_nor_hang_nor_lose_at_length(
    document, originals, inputs: Path
) -> None:
    real = [path.read_bytes() for path in sorted((inputs / "atif").iterdir())]
    check_mutated(document, [*originals, *real], MUTATED_AT_LENGTH, seed=random.randrange(2**32))


def test_a_huge_damaged_document_is_read_in_time(document: Path) -> None:
    text = json.dumps(trajectory(*(step(number, message="{" * 40 + "x" * 200) for number in range(1, 4_000))))
    document.write_text(text[:-3].replace('"step_id": 77,', '"step_id": 77'))
    began = time.process_time()
    sink = read(document)
    assert time.process_time() - began < SECONDS
    assert len(sink.rows[EventRow]) >= 3_990


# order and split


@st.composite
def _families(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Documents of one run and its kin: parts, children, copies, later versions, strangers."""
    steps = [entry for minute in range(4) for entry in asked_and_answered(minute)]
    references = [
        {"trajectory_id": "kid", "session_id": "run-1"},
        {"session_id": "far", "trajectory_path": "far.json"},
    ]
    hands_over = step(
        20, message="hand over", observation={"results": [{"subagent_trajectory_ref": references}]}
    )
    kid = trajectory(*asked_and_answered(5), trajectory_id="kid")
    copied = [entry | {"is_copied_context": True} for entry in steps[:2]]
    family = [
        trajectory(*steps[:4]),
        trajectory(*steps[:6], hands_over),
        trajectory(*steps[:6], hands_over, subagent_trajectories=[kid]),
        kid,
        trajectory(*copied, *asked_and_answered(6), session="run-1-cont-1"),
        trajectory(*steps[:2], *asked_and_answered(7), session="run-1-cont-1"),
        trajectory(*asked_and_answered(8), session="far", continued_trajectory_ref="d0.json"),
        trajectory(step(1, "user", "no time"), step(2, metrics=metrics(7, 1)), session="still"),
    ]
    return draw(st.permutations(family))


@settings(FEW, max_examples=6)
@given(family=_families(), cuts=st.lists(st.integers(0, 8), max_size=3), data=st.data())
def test_any_order_and_split_of_documents_gives_the_same_totals(family, cuts, data, tmp_path_factory) -> None:
    folder = tmp_path_factory.mktemp("family")
    bounds = sorted({0, len(family), *(min(cut, len(family)) for cut in cuts)})
    for number, (begin, end) in enumerate(itertools.pairwise(bounds)):
        (folder / str(number)).mkdir()
        for place, document in enumerate(family[begin:end]):
            (folder / str(number) / f"d{place}.json").write_text(json.dumps(document))
    with Store.open(None) as store:
        for number in data.draw(st.permutations(range(len(bounds) - 1))):
            import_records(store, ImportCall(paths=(str(folder / str(number)),)))
        assert spent(store)[:4] == (8, 7_007, 701, 70)
        for number in range(len(bounds) - 1):
            assert (
                import_records(store, ImportCall(paths=(str(folder / str(number)),))).total.rows_written == 0
            )


# what is no trajectory


@pytest.mark.parametrize(
    "value",
    [
        {"schema_version": "1.0", "steps": [{"step_id": 1, "source": "agent"}], "agent": {"name": "x"}},
        {"steps": [1, 2], "agent": {"name": "x"}},
        {"steps": [{"step_id": 1, "source": "agent"}]},
        {"trial": 1, "trajectory": {"schema_version": "ATIF-v1.6", "steps": []}},
        {
            "conversation_id": "c",
            "captured_at": "2026-05-01T10:00:00Z",
            "extra": {"schema_version": "ATIF-v1.6"},
        },
        {"type": "user", "message": {"content": '"schema_version": "ATIF-v1.6"'}, "sessionId": "S"},
        [],
        [[{"schema_version": "ATIF-v1.6"}]],
        "ATIF-v1.6",
    ],
)
def test_other_documents_are_left_alone(value: Any, write: Callable[..., Path]) -> None:
    atif = next(entry for entry in FORMATS if entry.name == "atif")
    assert not atif.looks_like(write(value, "x.json"))


@pytest.mark.parametrize("name", ["one.json", "list.json", "lines.jsonl", "plain.json", "utf16.json"])
def test_every_form_of_a_file_is_recognised(name: str, tmp_path: Path) -> None:
    value = trajectory(*asked_and_answered())
    other = copy.deepcopy(value) | {"session_id": "run-2"}
    unversioned = {key: item for key, item in value.items() if key != "schema_version"}
    forms = {
        "one.json": json.dumps(value).encode(),
        "list.json": json.dumps([value, other], indent=1).encode(),
        "lines.jsonl": (json.dumps(value) + "\n" + json.dumps(other) + "\n").encode(),
        "plain.json": json.dumps(unversioned, indent=4).encode(),
        "utf16.json": json.dumps(value, indent=4).encode("utf-16"),
    }
    path = tmp_path / name
    path.write_bytes(forms[name])
    with Store.open(None) as store:
        report = import_records(store, ImportCall(paths=(str(path),)))
        assert report.batches[0].format == "atif"
        assert spent(store).calls == (2 if name in ("list.json", "lines.jsonl") else 1)
        assert report.total.rejected == 0
