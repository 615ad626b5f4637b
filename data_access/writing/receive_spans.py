"""Stores spans that are sent to the desk: what arrives together in one transaction, at a cost that stays.

What a sender sends is kept like a file that grows (`writing.received_stretch`), so that received spans stand
in the ledger, are counted and can be taken out like imports. Everything derived is brought up to date in the
same transaction, and only for what the spans touch (`writing.settle_part`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import NamedTuple, cast

from data_access.contracts.importing import ImportCounts
from data_access.contracts.receiving import SpanDelivery, SpanReceipt
from data_access.contracts.rows import MessageRow, Row, SpanRow, ToolRow
from data_access.errors import InvalidInput
from data_access.importers.otlp.delivered import Piece, decoded
from data_access.importers.otlp.span_reading import SpanReading
from data_access.importers.otlp.span_record import FORMAT_NAME
from data_access.importers.sink import Sink
from data_access.rules.pricing import PriceBook
from data_access.store.bulk_load import StoredBefore, append_part
from data_access.store.connection import Store, Transaction
from data_access.store.span_load import (
    NO_SPANS,
    AppendedSpans,
    append_fresh_spans,
    append_spans,
    move_messages_earlier,
)
from data_access.writing.change_counters import touch
from data_access.writing.cycle_collection import without_cycle_collection
from data_access.writing.fresh_traces import FreshTraces, plain_traces, settle_fresh_traces
from data_access.writing.import_ledger import stamp_of
from data_access.writing.price_calls import load_price_book
from data_access.writing.received_stretch import Stretch, begin_stretch, keep_stretch, standing_batches
from data_access.writing.settle_part import Part, Settled, settle_part
from data_access.writing.settle_traces import settle_traces
from data_access.writing.unused_records import keep_unused

Outcome = SpanReceipt | InvalidInput
"""What becomes of a delivery: it is stored, or it cannot be read at all."""


_EMPTY = SpanReceipt(0, 0, "")


class _Decoded(NamedTuple):
    """A delivery that can be read."""

    delivery: SpanDelivery
    pieces: list[Piece]


class SpanReceiver:
    """Stores deliveries of spans; one call at a time, from whatever thread."""

    def __init__(self, store: Store, prices: Path | None = None) -> None:
        self._store = store
        self._prices = _Prices(prices)
        self._stretches: dict[str, Stretch] = {}
        """The last stretch of each sender, as it was committed."""

    def store(self, deliveries: Sequence[SpanDelivery]) -> list[Outcome]:
        """Store deliveries together and say of each what became of it; an error stores nothing of any.

        Raises: `StoreError`, `DiskFull`, `PriceFileInvalid`.
        """
        outcomes: list[Outcome] = []
        with without_cycle_collection():
            read = map(_read, deliveries)
            for one in read:
                if isinstance(one, _Decoded):
                    # The others are decoded one by one, each when the one before it is let go.
                    return [*outcomes, *self._commit(chain((one,), read))]
                outcomes.append(one)
        return outcomes

    def _commit(self, read: Iterable[_Decoded | Outcome]) -> list[Outcome]:
        with self._store.transaction(is_one_of_many=True) as transaction:
            commit = _Commit(transaction, self._stretches, self._prices.book())
            outcomes = commit.take(read)
        self._stretches = commit.stretches
        return outcomes


def _read(delivery: SpanDelivery) -> _Decoded | Outcome:
    try:
        pieces = decoded(delivery.body, is_json=delivery.is_json)
    except InvalidInput as fault:
        return fault
    return _Decoded(delivery, pieces) if pieces else _EMPTY


class _Prices:
    """The price book of a desk; a price file that was changed is read anew."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._stamp: tuple[int, int] | None = None
        self._book: PriceBook | None = None

    def book(self) -> PriceBook:
        """Return the prices that hold now. Raises: `PriceFileInvalid`."""
        stamp = stamp_of(self._path) if self._path else None
        if self._book is None or stamp != self._stamp:
            self._book, self._stamp = load_price_book(self._path), stamp
        return self._book


class _Commit:
    """What is stored in one transaction."""

    def __init__(self, transaction: Transaction, stretches: dict[str, Stretch], book: PriceBook) -> None:
        self._transaction = transaction
        self._book = book
        self._now = datetime.now(UTC)
        self._sink = Sink()
        self._new: defaultdict[int, Counter[type[Row]]] = defaultdict(Counter)
        """By file and type of row: how many were new."""
        self._known: Counter[int] = Counter()
        """By file: spans that were stored before."""
        standing = standing_batches(transaction, list(stretches.values())) if stretches else set()
        self.stretches = {
            sender: one
            for sender, one in stretches.items()
            if one.batch_id in standing and one.goes_on(self._now)
        }

    def take(self, read: Iterable[_Decoded | Outcome]) -> list[Outcome]:
        """Store what was read and everything that comes of it; what could not be read stays as it is."""
        reading = SpanReading(self._sink)
        outcomes = [self._take(reading, one) if isinstance(one, _Decoded) else one for one in read]
        reading.spans.flush()
        settled = self._settle(self._sink.parted)
        self._keep_ledger(settled)
        scopes = ["imports", "runs", "costs", *(f"conversation:{key}" for key in settled.conversation_keys)]
        touch(self._transaction, scopes, self._now)
        return outcomes

    def _take(self, reading: SpanReading, one: _Decoded) -> SpanReceipt:
        principal = one.delivery.principal
        stretch = self.stretches.get(principal.id) or begin_stretch(
            self._transaction, FORMAT_NAME, principal, one.delivery.face, self._now
        )
        stretch = self.stretches[principal.id] = stretch.with_request(len(one.delivery.body))
        self._sink.begin(stretch.file_id)
        before, number = len(self._sink.rejects), len(one.pieces)
        reading.take(one.pieces, stretch.requests)
        one.pieces.clear()  # they are rows now
        rejected = self._sink.rejects[before:]
        return SpanReceipt(number, len(rejected), rejected[0].reason if rejected else "")

    def _settle(self, parted: Collection[str]) -> Settled:
        """Append the rows and bring up to date what rests on them; traces read in parts are not settled."""
        rows = self._sink.rows
        spans = cast("list[SpanRow]", rows[SpanRow])
        keys = {row.conversation_key for kind in rows.values() for row in kind}
        traces = {row.conversation_key for row in spans}
        before = self._stored_before(keys)
        plain = plain_traces(spans, before, parted)
        appended = self._append_spans(spans, plain, before)
        grown = appended.grown.union(parted)
        told = self._append_others(before, grown, appended.several)
        keep_unused(self._transaction, self._sink)
        call_keys = settle_traces(self._transaction, grown).call_keys
        settled = Settled((), 0, frozenset())
        if plain:
            sessions = keys - traces if traces == plain else frozenset()
            begun, known = sessions - before.conversation_keys, sessions & before.conversation_keys
            fresh = FreshTraces(plain, frozenset(begun), frozenset(known - told), before.since_file_id)
            settled = settle_fresh_traces(self._transaction, fresh, rows, self._book, self._now)
        others = keys - settled.conversation_keys
        if others:
            fresh_keys = traces - plain - grown - before.conversation_keys
            part = Part(fresh_keys, grown, others - fresh_keys - grown, call_keys, before.since_file_id)
            settled = settled.and_also(settle_part(self._transaction, part, self._book, self._now))
        return settled

    def _stored_before(self, keys: Collection[str]) -> StoredBefore:
        seen = self._transaction.run("seen_conversations", {"conversation_keys": list(keys)}) if keys else []
        files = [*(row["first_file_id"] for row in seen), *(one.file_id for one in self.stretches.values())]
        return StoredBefore(frozenset(row["conversation_key"] for row in seen), min(files))

    def _append_spans(
        self, spans: Sequence[SpanRow], plain: Collection[str], before: StoredBefore
    ) -> AppendedSpans:
        fresh = [row for row in spans if row.conversation_key in plain]
        if fresh:
            append_fresh_spans(self._transaction, fresh)
            for file_id, number in Counter(row.file_id for row in fresh).items():
                self._new[file_id][SpanRow] += number
        if len(fresh) == len(spans):
            return NO_SPANS
        others = [row for row in spans if row.conversation_key not in plain]
        appended = append_spans(self._transaction, others, before)
        for file_id, number in appended.new.items():
            self._new[file_id][SpanRow] += number
        self._known.update(appended.known)
        return appended

    def _append_others(
        self, before: StoredBefore, grown: Collection[str], several: frozenset[tuple[str, str]]
    ) -> frozenset[str]:
        """Append the other rows, but for what a span with several statements says: settling writes that.

        Returns the conversations of which something new is said.
        """
        told: frozenset[str] = frozenset()
        for kind, read in self._sink.rows.items():
            rows = [
                row for row in read if not (several and (row.conversation_key, _event_id(row)) in several)
            ]
            if rows and kind is not SpanRow:
                appended = append_part(self._transaction, rows, before)
                for file_id, number in appended.new.items():
                    self._new[file_id][kind] += number
                told |= appended.told
            if kind is MessageRow and grown:
                repeated = [cast(MessageRow, row) for row in rows if row.conversation_key in grown]
                if repeated:
                    move_messages_earlier(self._transaction, repeated)
        return told

    def _keep_ledger(self, settled: Settled) -> None:
        calls = self._calls_by_file(settled)
        for sender, stretch in self.stretches.items():
            tally = self._sink.tallies.get(stretch.file_id)
            if tally is None:
                continue  # nothing of this sender came this time
            new = self._new[stretch.file_id]
            billed, unpriced = calls[stretch.file_id]
            brought = ImportCounts(
                records=tally.records,
                events=new[SpanRow],
                messages=new[MessageRow],
                tool_calls=new[ToolRow],
                usage_calls=billed,
                rows_written=new.total(),
                duplicates_ignored=self._known[stretch.file_id],
                rejected=tally.rejected,
                unpriced_models=dict(unpriced),
                secrets_masked=tally.secrets_masked,
            )
            self.stretches[sender] = stretch.with_records(brought)
            keep_stretch(self._transaction, self.stretches[sender], self._now)

    def _calls_by_file(self, settled: Settled) -> dict[int, tuple[int, Counter[str]]]:
        """Count calls for the file that brought their trace; what was merged for the first."""
        file_of = {row.conversation_key: row.file_id for row in reversed(self._sink.rows[SpanRow])}
        billed: Counter[int] = Counter()
        unpriced: defaultdict[int, Counter[str]] = defaultdict(Counter)
        for one in settled.fresh_calls:
            billed[file_of[one.conversation_key]] += one.calls
            if one.unpriced:
                unpriced[file_of[one.conversation_key]][one.model] += one.unpriced
        first = next(iter(self._sink.tallies))
        billed[first] += settled.merged_calls
        return defaultdict(lambda: (0, Counter()), {file: (billed[file], unpriced[file]) for file in billed})


def _event_id(row: Row) -> str | None:
    return row.event_id if isinstance(row, MessageRow | ToolRow) else None
