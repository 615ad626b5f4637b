"""Appends rows by the thousand: an anti-join on identity, the new rows, the membership of the rest.

Rows arrive as NamedTuples (`contracts.rows`), file after file, which keeps the rows of a conversation
together on disk. Nothing here knows a format.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from operator import itemgetter
from types import NoneType
from typing import TYPE_CHECKING, NamedTuple, get_args, get_type_hints

from data_access.contracts.rows import TABLES, Row
from data_access.store.arrow_columns import arrow_column
from data_access.store.connection import Transaction

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa


@dataclass(frozen=True)
class Appended:
    """How many rows of one stage were new, by the file that brought them, and how many were known."""

    table: str
    new: dict[int, int]
    known: dict[int, int]
    told: frozenset[str] = frozenset()
    """Conversations with new rows, where a small part was appended."""


@contextmanager
def lent(cursor: duckdb.DuckDBPyConnection, relation: str, rows: pa.Table) -> Iterator[None]:
    """Lend rows to statements under the name of a relation.

    After an error they are not taken back: the transaction is aborted and refuses that too, which would hide
    the error. They go with its cursor.
    """
    cursor.register(relation, rows)
    yield
    cursor.unregister(relation)


def append_rows(transaction: Transaction, rows: Sequence[Row]) -> Appended:
    """Append `rows`, all of one type, leaving out those whose identity is stored already.

    The rest is remembered in `also_in`, so that removing one batch keeps what another also brought.
    """
    kind = type(rows[0])
    with lent(transaction.cursor, "incoming", numbered(arrow_table(kind, rows))):
        return append_stage(transaction, kind, "incoming")


class StoredBefore(NamedTuple):
    """Where rows of the same identity may be stored already, for rows that arrive in small parts."""

    conversation_keys: frozenset[str]
    """No other conversation has rows in the store."""
    since_file_id: int
    """The first file that brought a row of them: what earlier files brought need not be looked at."""


def append_part(transaction: Transaction, rows: Sequence[Row], before: StoredBefore) -> Appended:
    """Append `rows` like `append_rows`, at a cost that does not grow with what the store holds.

    Rows of conversations that the store has not seen are sifted among themselves alone.
    """
    kind = type(rows[0])
    table, identity = TABLES[kind]
    first: dict[tuple[object, ...], Row] = {}
    known = [row for row in rows if first.setdefault(row[:2], row) is not row]
    doubtful = [row for row in first.values() if row[0] in before.conversation_keys]
    if doubtful:
        known += _drop_stored(transaction.cursor, kind, first, doubtful, before.since_file_id)
    if first:
        # Together what is read together; the order of files is kept within a conversation.
        _insert(transaction.cursor, table, kind, sorted(first.values(), key=itemgetter(0)))
    if known:
        _remember_known(transaction.cursor, table, identity, known, before.since_file_id)
    told = frozenset(row.conversation_key for row in first.values())
    return Appended(table, _count_by_file(first.values()), _count_by_file(known), told)


def _drop_stored(
    cursor: duckdb.DuckDBPyConnection,
    kind: type[Row],
    first: dict[tuple[object, ...], Row],
    doubtful: Sequence[Row],
    since: int,
) -> list[Row]:
    """Take out of `first` what the store has, and return it."""
    table, identity = TABLES[kind]
    with lent(cursor, "incoming", _places(doubtful)):
        found = cursor.execute(
            f"""
            SELECT i.place FROM incoming i
            SEMI JOIN (
                SELECT conversation_key, {identity} AS row_id FROM {table} WHERE file_id >= $since
            ) t USING (conversation_key, row_id)
            """,  # noqa: S608
            {"since": since},
        ).fetchall()
    return [first.pop(doubtful[place][:2]) for (place,) in found]


def _insert(cursor: duckdb.DuckDBPyConnection, table: str, kind: type[Row], rows: Sequence[Row]) -> None:
    columns = ", ".join(kind._fields)
    with lent(cursor, "incoming", arrow_table(kind, rows)):
        cursor.execute(f"INSERT INTO {table} ({columns}) SELECT {columns} FROM incoming")  # noqa: S608


def _remember_known(
    cursor: duckdb.DuckDBPyConnection, table: str, identity: str, known: Sequence[Row], since: int
) -> None:
    with lent(cursor, "known", _places(known)):
        cursor.execute("CREATE OR REPLACE TEMP TABLE sifted AS SELECT *, FALSE AS is_new FROM known")
    _remember_membership(cursor, table, identity, since)
    cursor.execute("DROP TABLE sifted")


def _places(rows: Sequence[Row]) -> pa.Table:
    places = [_Place(str(row[0]), str(row[1]), row.file_id, row.line) for row in rows]
    return numbered(arrow_table(_Place, places))


class _Place(NamedTuple):
    conversation_key: str
    row_id: str
    file_id: int
    line: int


def _count_by_file(rows: Collection[Row]) -> dict[int, int]:
    return dict(Counter(row.file_id for row in rows))


def append_stage(transaction: Transaction, kind: type[Row], stage: str) -> Appended:
    """Append from the relation `stage`: the columns of `kind` and `place`, the number of the row."""
    cursor = transaction.cursor
    table, identity = TABLES[kind]
    columns = ", ".join(kind._fields)
    # Table and column names come from the row types of this package, never from input. Only keys are sifted:
    # texts go from the incoming rows to the table in one step.
    cursor.execute(f"""
        CREATE OR REPLACE TEMP TABLE sifted AS
        SELECT
            place, conversation_key, {identity} AS row_id, file_id, line,
            row_number() OVER (PARTITION BY conversation_key, {identity} ORDER BY file_id, line, place) = 1
            AND NOT EXISTS (
                SELECT 1 FROM {table} t
                WHERE t.conversation_key = s.conversation_key AND t.{identity} = s.{identity}
            ) AS is_new
        FROM {stage} s
    """)  # noqa: S608
    counts = cursor.execute("SELECT file_id, is_new, count(*) FROM sifted GROUP BY ALL").fetchall()
    new = {file_id: number for file_id, is_new, number in counts if is_new}
    known = {file_id: number for file_id, is_new, number in counts if not is_new}
    chosen = "WHERE place IN (SELECT place FROM sifted WHERE is_new)" if known else ""
    order = "occurred_at, sequence" if table == "event" else "file_id, line"
    cursor.execute(f"""
        INSERT INTO {table} ({columns})
        SELECT {columns} FROM {stage} {chosen} ORDER BY conversation_key, {order}
    """)  # noqa: S608
    if known:
        _remember_membership(cursor, table, identity)
    cursor.execute("DROP TABLE sifted")
    return Appended(table, new, known)


def _remember_membership(
    cursor: duckdb.DuckDBPyConnection, table: str, identity: str, since: int = 0
) -> None:
    cursor.execute(
        f"""
        INSERT INTO also_in
        SELECT '{table}', s.conversation_key, s.row_id, s.file_id, min(s.line)
        FROM sifted s
        JOIN {table} t ON t.conversation_key = s.conversation_key AND t.{identity} = s.row_id
        WHERE NOT s.is_new AND t.file_id <> s.file_id AND t.file_id >= $since
            AND NOT EXISTS (
                SELECT 1 FROM also_in a
                WHERE a.table_name = '{table}' AND a.conversation_key = s.conversation_key
                    AND a.row_id = s.row_id AND a.file_id = s.file_id
            )
        GROUP BY ALL
        """,  # noqa: S608
        {"since": since},
    )


def insert_rows(transaction: Transaction, table: str, rows: Sequence[NamedTuple]) -> None:
    """Insert ledger rows, all of one NamedTuple type, into `table` by column name."""
    if not rows:
        return
    with lent(transaction.cursor, "incoming", arrow_table(type(rows[0]), rows)):
        transaction.cursor.execute(f"INSERT INTO {table} BY NAME SELECT * FROM incoming")  # noqa: S608


@cache
def _column_types(kind: type[NamedTuple]) -> tuple[type, ...]:
    hints = get_type_hints(kind)
    return tuple(_plain(hints[name]) for name in kind._fields)


def _plain(hint: object) -> type:
    options = [option for option in get_args(hint) if option is not NoneType]
    return options[0] if options else hint  # type: ignore[return-value]


def arrow_table(kind: type[NamedTuple], rows: Sequence[NamedTuple]) -> pa.Table:
    """Return rows, all of one NamedTuple type, as an Arrow table with its columns."""
    import pyarrow as pa

    columns: list[Sequence[object]] = list(zip(*rows, strict=True)) or [()] * len(kind._fields)
    arrays = [arrow_column(*column) for column in zip(_column_types(kind), columns, strict=True)]
    return pa.Table.from_arrays(arrays, names=kind._fields)


def numbered(rows: pa.Table) -> pa.Table:
    """Return the rows with their number in the column `place`."""
    return rows.append_column("place", arrow_column(int, range(rows.num_rows)))


def remove_doomed_rows(transaction: Transaction) -> int:
    """Remove the rows that only files of the temporary table `doomed_file` brought; return how many.

    A row that another file also brought stays and belongs to that file from now on.
    """
    return sum(_remove_doomed(transaction.cursor, table, identity) for table, identity in TABLES.values())


def _remove_doomed(cursor: duckdb.DuckDBPyConnection, table: str, identity: str) -> int:
    cursor.execute(f"""
        CREATE OR REPLACE TEMP TABLE inherited AS
        SELECT a.conversation_key, a.row_id, a.file_id, a.line
        FROM also_in a
        JOIN {table} t ON t.conversation_key = a.conversation_key AND t.{identity} = a.row_id
        WHERE a.table_name = '{table}'
            AND a.file_id NOT IN (SELECT file_id FROM doomed_file)
            AND t.file_id IN (SELECT file_id FROM doomed_file)
        QUALIFY row_number() OVER (PARTITION BY a.conversation_key, a.row_id ORDER BY a.file_id) = 1
    """)  # noqa: S608
    cursor.execute(f"""
        UPDATE {table} SET file_id = i.file_id, line = i.line
        FROM inherited i
        WHERE {table}.conversation_key = i.conversation_key AND {table}.{identity} = i.row_id
    """)  # noqa: S608
    cursor.execute(f"""
        DELETE FROM also_in USING inherited i
        WHERE also_in.table_name = '{table}' AND also_in.conversation_key = i.conversation_key
            AND also_in.row_id = i.row_id AND also_in.file_id = i.file_id
    """)  # noqa: S608
    cursor.execute("DROP TABLE inherited")
    removed = cursor.execute(
        f"DELETE FROM {table} WHERE file_id IN (SELECT file_id FROM doomed_file)"  # noqa: S608
    ).fetchall()
    return int(removed[0][0])
