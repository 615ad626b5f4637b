"""Appends statements of spans, and makes each span's event of the first one.

Only the keys are sifted against the store, so that a trace that is new costs one look at what is there; whole
traces of which the store has nothing are stored as they come. What is derived over a whole trace
(`writing.settle_traces`) is not decided here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from data_access.contracts.rows import MessageRow, SpanRow
from data_access.rules.span_tree import CALL_KINDS
from data_access.store.bulk_load import StoredBefore, arrow_table, lent, numbered
from data_access.store.connection import Transaction

if TYPE_CHECKING:
    import pyarrow as pa

_in_order = itemgetter(*map(SpanRow._fields.index, ("conversation_key", "sequence", "span_id")))
"""A trace together, by time, as most readings want it."""


@dataclass(frozen=True)
class AppendedSpans:
    """What became of the statements of one stage."""

    new: dict[int, int]
    """By file: statements that were not stored before."""
    known: dict[int, int]
    events: int
    """Spans that were not stored before."""
    grown: frozenset[str]
    """Traces of which spans were stored before, or that hold several statements of one span."""
    several: frozenset[tuple[str, str]]
    """Spans (run and span id) with several statements: what they say is told by all of them together."""


NO_SPANS = AppendedSpans({}, {}, 0, frozenset(), frozenset())


def append_spans(
    transaction: Transaction, rows: Sequence[SpanRow], before: StoredBefore | None = None
) -> AppendedSpans:
    """Append statements of spans; the same one again is known and writes nothing but its membership.

    `before` tells which of their traces the store has seen; None: any.
    """
    with lent(transaction.cursor, "incoming_span", numbered(arrow_table(SpanRow, rows))):
        if before is None or any(row.conversation_key in before.conversation_keys for row in rows):
            transaction.run("sift_spans", {"since_file_id": before.since_file_id if before else 0})
        else:
            transaction.run("sift_new_spans")
        return _append(transaction, has_totals=any(map(states_total, rows)))


def append_fresh_spans(transaction: Transaction, rows: Sequence[SpanRow]) -> None:
    """Append spans of traces of which the store has nothing, each stated once; note their calls.

    Fills the temporary table `fresh_call`. No two of the spans may speak of one call.
    """
    with _lent_spans(transaction, arrow_table(SpanRow, sorted(rows, key=_in_order))):
        _keep(transaction, has_totals=any(map(states_total, rows)))
        transaction.run("stage_calls_of_fresh_spans")


@contextmanager
def _lent_spans(transaction: Transaction, rows: pa.Table) -> Iterator[None]:
    import pyarrow as pa

    # Named as what it is, the JSON is taken as it is: text would be parsed to see whether it is JSON.
    place = rows.column_names.index("payload")
    payload = rows.column(place).chunk(0)
    is_json = pa.ExtensionArray.from_storage(pa.json_(payload.type), payload)
    rows = rows.set_column(place, "payload", is_json)
    nothing = pa.nulls(rows.num_rows, pa.large_string())
    with (
        lent(transaction.cursor, "first_span", rows),
        lent(transaction.cursor, "new_span", rows.append_column("kept_payload", nothing)),
    ):
        yield


@contextmanager
def lend_rows(transaction: Transaction, relation: str, rows: Sequence[NamedTuple]) -> Iterator[None]:
    """Lend rows, all of one NamedTuple type, to statements under the name of a relation."""
    with lent(transaction.cursor, relation, arrow_table(type(rows[0]), rows)):
        yield


def move_messages_earlier(transaction: Transaction, rows: Sequence[MessageRow]) -> None:
    """Give stored messages of traces the earliest place at which any span repeats them."""
    with lend_rows(transaction, "repeated_message", rows):
        transaction.run("move_messages_earlier")


def states_total(row: SpanRow) -> bool:
    """Tell whether a span may state a total: most traces have none."""
    return row.kind not in CALL_KINDS and not (
        row.total_tokens is None
        and row.input_tokens is None
        and row.output_tokens is None
        and row.reported_cost_usd is None
    )


def _append(transaction: Transaction, *, has_totals: bool) -> AppendedSpans:
    counts = transaction.run("sifted_span_counts")
    grown = transaction.run("grown_traces")
    several = transaction.run("spans_stated_differently")
    transaction.run("begin_new_spans")
    transaction.run("begin_first_spans")
    _keep(transaction, has_totals=has_totals)
    transaction.run("end_new_spans")
    transaction.run("end_first_spans")
    if any(row["known"] or row["further"] for row in counts):
        transaction.run("keep_span_memberships")
        transaction.run("keep_span_event_memberships")
    return AppendedSpans(
        {row["file_id"]: row["new"] for row in counts if row["new"]},
        {row["file_id"]: row["known"] for row in counts if row["known"]},
        sum(row["events"] for row in counts),
        frozenset(row["conversation_key"] for row in grown),
        frozenset((row["conversation_key"], row["span_id"]) for row in several),
    )


def _keep(transaction: Transaction, *, has_totals: bool) -> None:
    """Store `new_span`, and the events of `first_span`."""
    for statement in ("keep_spans", "keep_span_events", "keep_span_usage"):
        transaction.run(statement)
    if has_totals:
        transaction.run("keep_span_totals")
