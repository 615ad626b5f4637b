"""Appending sifts by identity, keeps every membership, and never depends on order or split."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal
from typing import NamedTuple, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data_access.contracts.rows import ROW_TYPES, TABLES, EventRow, ReportedTotalRow, SpanRow, TodoRow
from data_access.errors import StoreError
from data_access.store.bulk_load import (
    Appended,
    StoredBefore,
    append_part,
    append_rows,
    insert_rows,
    remove_doomed_rows,
)
from data_access.store.connection import Store, Transaction
from data_access.store.span_load import append_spans, lend_rows

AT = datetime(2026, 5, 1, 8, 30, 0, 123_456, tzinfo=UTC)


def todo(
    identity: str, file_id: int = 1, line: int = 1, conversation: str = "cc-1", **changed: object
) -> TodoRow:
    row = TodoRow(
        conversation_key=conversation,
        todo_id=identity,
        agent_id=None,
        list_id="l",
        ordinal=0,
        content=f"{conversation} {identity}",
        status=None,
        observed_at=AT,
        sequence=0,
        file_id=file_id,
        line=line,
    )
    return row._replace(**changed)


def append(store: Store, *rows: NamedTuple) -> Appended:
    with store.transaction() as transaction:
        return append_rows(transaction, rows)


def stored(store: Store, table: str) -> list[tuple]:
    with store.reading() as cursor:
        return cursor.execute(f"FROM {table} ORDER BY ALL").fetchall()


def test_new_rows_are_stored_and_counted_by_file(fresh_store):
    said = append(fresh_store, todo("a", 1), todo("b", 1, 2), todo("c", 2))
    assert said == Appended("todo", new={1: 2, 2: 1}, known={})
    assert [row[1] for row in stored(fresh_store, "todo")] == ["a", "b", "c"]


def test_a_known_row_is_not_stored_again_and_its_further_file_is_remembered(fresh_store):
    append(fresh_store, todo("a", 1, 5))
    assert append(fresh_store, todo("a", 2, 9), todo("b", 2, 10)) == Appended(
        "todo", new={2: 1}, known={2: 1}
    )
    assert [(row[1], row[-2]) for row in stored(fresh_store, "todo")] == [("a", 1), ("b", 2)]
    assert stored(fresh_store, "also_in") == [("todo", "cc-1", "a", 2, 9)]


def test_the_same_file_read_again_is_no_further_membership(fresh_store):
    append(fresh_store, todo("a"))
    append(fresh_store, todo("a"))
    append(fresh_store, todo("a", 2), todo("a", 2, 7))
    append(fresh_store, todo("a", 2))
    assert stored(fresh_store, "also_in") == [("todo", "cc-1", "a", 2, 1)]


def test_the_same_identity_in_another_conversation_is_another_row(fresh_store):
    append(fresh_store, todo("a"), todo("a", conversation="cc-2"))
    assert len(stored(fresh_store, "todo")) == 2


def test_of_equal_rows_in_one_stage_the_first_place_is_kept(fresh_store):
    assert append(fresh_store, todo("a", 2, 1), todo("a", 1, 9), todo("a", 1, 3)) == Appended(
        "todo", new={1: 1}, known={1: 1, 2: 1}
    )
    assert [row[-2:] for row in stored(fresh_store, "todo")] == [(1, 3)]
    assert stored(fresh_store, "also_in") == [("todo", "cc-1", "a", 2, 1)]


def test_events_lie_in_the_order_in_which_a_run_is_read(fresh_store):
    def event(conversation: str, number: int) -> EventRow:
        empty = dict.fromkeys(EventRow._fields)
        return EventRow(**empty)._replace(
            conversation_key=conversation, event_id=f"e{number}", event_type="x", time_is_naive=False,
            occurred_at=AT + timedelta(seconds=number % 5), sequence=number, file_id=1, line=number,
        )  # fmt: skip

    append(fresh_store, *(event(f"cc-{i % 3}", 50 - i) for i in range(50)))
    with fresh_store.reading() as cursor:
        order = "SELECT conversation_key, occurred_at, sequence FROM event"
        assert cursor.execute(order).fetchall() == cursor.execute(f"{order} ORDER BY ALL").fetchall()


@pytest.mark.parametrize(
    "content",
    [
        "",
        "水质报告",
        "𠀀😀 \U0010ffff",
        "a\x00b",
        "\x00",
        "\u202e\u0007\x1b[31m",
        "'; DROP TABLE todo; --",
        "x" * 3_000_000,
    ],
)
def test_any_text_comes_back_as_it_was(fresh_store, content):
    append(fresh_store, todo("a", content=content, agent_id=content))
    with fresh_store.reading() as cursor:
        assert cursor.execute("SELECT content, agent_id FROM todo").fetchall() == [(content, content)]


def test_half_a_character_is_refused_before_anything_is_stored(fresh_store):
    with pytest.raises((StoreError, UnicodeEncodeError)):
        append(fresh_store, todo("a"), todo("b", content="\ud800"))
    assert stored(fresh_store, "todo") == []


def test_nothing_known_stays_nothing_known(fresh_store):
    append(fresh_store, todo("a", content=None, observed_at=None))
    assert stored(fresh_store, "todo") == [("cc-1", "a", None, "l", 0, None, None, None, 0, 1, 1)]


def test_times_of_any_zone_are_kept_in_utc_to_the_microsecond(fresh_store):
    tokyo = AT.astimezone(timezone(timedelta(hours=9)))
    early, late = datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC)
    append(
        fresh_store, todo("a", observed_at=tokyo), todo("b", observed_at=early), todo("c", observed_at=late)
    )
    with fresh_store.reading() as cursor:
        found = cursor.execute("SELECT observed_at FROM todo ORDER BY todo_id").fetchall()
    assert found == [(AT,), (early,), (late,)]


@pytest.mark.parametrize(
    "amount", ["0", "0.000000000001", "-0.5", "99999999999999999999999999.999999999999", None]
)
def test_money_is_exact(fresh_store, amount):
    usd = None if amount is None else Decimal(amount)
    append(
        fresh_store,
        ReportedTotalRow(
            conversation_key="cc-1", observation_id="o", agent_id=None, scope="conversation", total_usd=usd,
            total_tokens=2**63 - 1, observed_at=None, extra=None, file_id=1, line=1,
        ),
    )  # fmt: skip
    with fresh_store.reading() as cursor:
        assert cursor.execute("SELECT total_usd, total_tokens FROM reported_total").fetchall() == [
            (usd, 2**63 - 1)
        ]


@pytest.mark.parametrize(
    "kind", [kind for kind in ROW_TYPES if kind is not SpanRow], ids=lambda kind: kind.__name__
)
def test_every_kind_of_row_fits_its_table(fresh_store, kind):
    with fresh_store.reading() as cursor:
        shape = dict(row[:2] for row in cursor.execute(f"DESCRIBE {TABLES[kind].name}").fetchall())
    samples = {"VARCHAR": "x", "JSON": '{"a":1}', "BIGINT": 1, "INTEGER": 1, "BOOLEAN": True}
    samples |= {"TIMESTAMP WITH TIME ZONE": AT, "DECIMAL(38,12)": Decimal("1.5"), "DOUBLE": 1.5}
    row = kind(**{name: samples[shape[name]] for name in kind._fields})
    assert append(fresh_store, row).new == {1: 1}
    assert append(fresh_store, row).known == {1: 1}


def span_row() -> SpanRow:
    """A statement of a span; its table does not have all its columns, for some go to its event."""
    samples = {name: f"some {name}" for name in SpanRow._fields}
    numbers = [name for name, hint in get_type_hints(SpanRow).items() if "int" in str(hint)]
    times = {"started_at": AT, "ended_at": AT}
    known = {"kind": "model_call", "counts": "call", "payload": b"{}", "reported_cost_usd": Decimal("1.5")}
    return SpanRow(**{**samples, **dict.fromkeys(numbers, 1), **times, **known})


def test_a_statement_of_a_span_fits_its_tables(fresh_store):
    row = span_row()
    with fresh_store.transaction() as transaction:
        assert append_spans(transaction, [row]).new == {1: 1}
    with fresh_store.transaction() as transaction:
        assert append_spans(transaction, [row]).known == {1: 1}
    assert [len(stored(fresh_store, table)) for table in ("span", "event", "usage_observation")] == [1, 1, 1]


def append_refused(store: Store, table: str, append_them: Callable[[Transaction], object]) -> None:
    """Append rows of which the table refuses the second one, which aborts the transaction."""
    with store.transaction() as transaction:
        transaction.cursor.execute(f"ALTER TABLE {table} ADD COLUMN refused INTEGER DEFAULT 1")
        transaction.cursor.execute(f"CREATE UNIQUE INDEX only_one ON {table} (refused)")
        append_them(transaction)


def cast_lent_rows(transaction: Transaction) -> None:
    with lend_rows(transaction, "lent_todo", [todo("a")]):
        transaction.cursor.execute("INSERT INTO todo (line) SELECT todo_id::INTEGER FROM lent_todo")


def test_the_engine_refusing_rows_says_so_itself(fresh_store):
    """Taking the rows back fails too in an aborted transaction; that is not what is to be read."""
    rows = [todo("a"), todo("b")]
    before = StoredBefore(frozenset(), 1)
    spans = [span_row(), span_row()._replace(span_id="other", observation_id="other")]
    with pytest.raises(StoreError, match="duplicate key"):
        append_refused(fresh_store, "todo", lambda transaction: append_rows(transaction, rows))
    with pytest.raises(StoreError, match="duplicate key"):
        append_refused(fresh_store, "todo", lambda transaction: append_part(transaction, rows, before))
    with pytest.raises(StoreError, match="duplicate key"):
        append_refused(fresh_store, "span", lambda transaction: append_spans(transaction, spans))
    with pytest.raises(StoreError, match="Could not convert"):
        append_refused(fresh_store, "todo", cast_lent_rows)
    assert stored(fresh_store, "todo") == stored(fresh_store, "span") == []


def test_ledger_rows_go_in_by_name_and_none_is_nothing(fresh_store):
    class Reject(NamedTuple):
        reason: str
        raw_text: str | None
        line: int
        file_id: int

    with fresh_store.transaction() as transaction:
        insert_rows(transaction, "import_reject", [])
        insert_rows(transaction, "import_reject", [Reject("cut", "{\x00", 3, 1), Reject("cut", None, 4, 1)])
    assert stored(fresh_store, "import_reject") == [(1, 3, "cut", "{\x00"), (1, 4, "cut", None)]


# Any order, any split -----------------------------------------------------------------------------------

PLACES = st.tuples(
    st.sampled_from(["cc-1", "cc-2"]), st.sampled_from("abcd"), st.integers(1, 4), st.integers(1, 3)
)


@st.composite
def splits(draw: st.DrawFn) -> list[list[TodoRow]]:
    """Some rows, the same ones from several files among them, in any order, cut into any stages."""
    places = draw(st.lists(PLACES, min_size=1, max_size=24))
    rows = [todo(identity, file_id, line, conversation) for conversation, identity, file_id, line in places]
    cuts = sorted(draw(st.lists(st.integers(0, len(rows)), max_size=5)))
    return [rows[a:b] for a, b in zip([0, *cuts], [*cuts, len(rows)], strict=True) if rows[a:b]]


def memberships(store: Store) -> dict[tuple[str, str], set[int]]:
    """Return which files hold each row, its own and the further ones."""
    held = defaultdict(set)
    for row in stored(store, "todo"):
        held[row[0], row[1]].add(row[-2])
    for _, conversation, identity, file_id, _ in stored(store, "also_in"):
        assert file_id not in held[conversation, identity]
        held[conversation, identity].add(file_id)
    return dict(held)


def expected(stages: list[list[TodoRow]]) -> dict[tuple[str, str], set[int]]:
    held = defaultdict(set)
    for row in (row for stage in stages for row in stage):
        held[row.conversation_key, row.todo_id].add(row.file_id)
    return dict(held)


@pytest.fixture(scope="module")
def one_store():
    with Store.open(None) as store:
        yield store


def filled(store: Store, stages: list[list[TodoRow]]) -> list[Appended]:
    """Empty the store and append the stages; return what was said to each."""
    with store.transaction() as transaction:
        transaction.cursor.execute("DELETE FROM todo; DELETE FROM also_in")
    return [append(store, *stage) for stage in stages]


@settings(max_examples=30)
@given(stages=splits())
def test_any_order_and_split_gives_the_same_rows_and_memberships(one_store, stages):
    told = filled(one_store, stages)
    assert memberships(one_store) == expected(stages)
    contents = {(row[0], row[1]): row[5] for row in stored(one_store, "todo")}
    assert contents == {key: " ".join(key) for key in expected(stages)}
    assert sum(sum(said.new.values()) for said in told) == len(contents)
    assert sum(sum((*said.new.values(), *said.known.values())) for said in told) == sum(map(len, stages))


@settings(max_examples=30)
@given(stages=splits(), doomed=st.sets(st.integers(1, 4)))
def test_taking_files_out_leaves_what_the_others_hold(one_store, stages, doomed):
    filled(one_store, stages)
    with one_store.transaction() as transaction:
        transaction.cursor.execute(
            "CREATE TEMP TABLE doomed_file AS SELECT unnest($files::INTEGER[]) AS file_id",
            {"files": list(doomed)},
        )
        remove_doomed_rows(transaction)
        transaction.cursor.execute("DELETE FROM also_in WHERE file_id IN (FROM doomed_file)")
    left = {key: files - doomed for key, files in expected(stages).items()}
    assert memberships(one_store) == {key: files for key, files in left.items() if files}
