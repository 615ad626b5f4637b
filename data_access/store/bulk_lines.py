"""Loads a file of plain lines in bulk: Python cuts lines, the engine decodes them.

Lines take the first of three lanes that fits. Lines like the sample of their block, of a conversation that
is new to the store, are decoded and stored in one statement. Other plain lines are decoded into a stage and
sifted. Whatever the engine cannot be trusted with is read in Python. The lane changes nothing in the result.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from data_access.contracts.bulk_plan import BulkOutcome, BulkPlan, NamedByLine
from data_access.contracts.rows import EventRow
from data_access.store.bulk_load import append_stage, arrow_table, lent
from data_access.store.connection import Transaction
from data_access.store.line_blocks import LineBlock, LineTexts, line_blocks
from data_access.store.statements import parameters, statement

if TYPE_CHECKING:
    import pyarrow as pa

    from data_access.store.line_blocks import Numbers

SAMPLE_LINES = 4_000
_FIELDS_MARK = "STRUCT(event_id VARCHAR)"


def load_bulk(
    transaction: Transaction, plan: BulkPlan, path: Path, file_id: int, *, offset: int = 0, line: int = 0
) -> Iterator[BulkOutcome]:
    """Load the whole lines of `path` behind `offset`, before which `line` lines stand, block by block.

    Stops in front of a line that is longer than a block and of a last line without newline: from the place in
    the last outcome on, the file is read as usual.
    Raises: `OSError`.
    """
    loading = _Loading(transaction, plan, file_id, line)
    try:
        for block in line_blocks(path, offset, line):
            stored, known = loading.take(block)
            offset += len(block.data)
            line += len(block.ends)
            yield BulkOutcome(stored, known, frozenset(loading.is_new), offset, line)
    except OSError:
        loading.finish()
        raise
    repeated = loading.finish()
    yield BulkOutcome(-repeated, repeated, frozenset(loading.is_new), offset, line)


class _Conversation(NamedTuple):
    conversation_id: str | None
    conversation_key: str
    is_new: bool


class _OddLine(NamedTuple):
    line: int


class _Loading:
    """One file on its way into the store."""

    def __init__(self, transaction: Transaction, plan: BulkPlan, file_id: int, lines_before: int) -> None:
        self.transaction = transaction
        self.plan = plan
        self.reader = plan.reader
        self.values = {**plan.values, "file_id": file_id, "lines_before": lines_before}
        self.keys: dict[str, str] = {}
        self.is_new: dict[str, bool] = {}
        """By conversation key: True when the store had no event of it before this file."""
        self.fields: dict[int, str | None] = {}
        """By shape, which stands for the fields of a line: their type, None when it is not plain."""

    def take(self, block: LineBlock) -> tuple[int, int]:
        """Store the events of one block; return how many were new and how many known."""
        import numpy as np

        texts = block.texts()
        doubtful = block.lines_at(self.reader.doubtful_places(block.data))
        fields = self._learn_from_sample(block, texts)
        order = block.order_by_text_behind(self.plan.conversation_opening)
        if len(doubtful):
            order = order[~np.isin(order, doubtful - block.lines_before - 1)]
        done = self._store_at_once(block, texts.table(order, as_json=True), fields)
        rest = np.setdiff1d(block.numbers, done, assume_unique=True)
        if not len(rest):
            return len(done), 0
        stored, known = self._sift(block, texts, rest, doubtful)
        return len(done) + stored, known

    def finish(self) -> int:
        """Note whom the events name, then take out those that repeat an earlier one; return how many."""
        with self._relation("block_conversation", self._conversations()):
            self.reader.note_named([NamedByLine(**row) for row in self._run("named_in_stored_lines")])
        self.reader.keep_named()
        repeated: int = self._run("count_repeated_events")[0]["repeated"]
        if repeated:
            self._run("drop_repeated_events")
        return repeated

    # Lines like the sample

    def _learn_from_sample(self, block: LineBlock, texts: LineTexts) -> str | None:
        """Learn conversations and shapes; return the fields that most plain lines have."""
        import numpy as np

        sample = texts.table(np.arange(0, len(block.ends), max(1, len(block.ends) // SAMPLE_LINES)))
        with self._relation("block_line", sample):
            found = self._run("sample_of_block")
        self._judge_shapes(block, found)
        self._learn_conversations(row["conversation_id"] for row in found if row["conversation_id"])
        counts: Counter[str] = Counter()
        for row in found:
            if (fields := self.fields[row["shape"]]) is not None:
                counts[fields] += row["lines"]
        return counts.most_common(1)[0][0] if counts else None

    def _store_at_once(self, block: LineBlock, table: pa.Table, fields: str | None) -> Numbers:
        """Store what can be stored in one statement; return the numbers of those lines."""
        import numpy as np

        if fields is None:
            return np.empty(0, dtype=np.int64)
        insert = statement("insert_plain_events").replace(_FIELDS_MARK, fields)
        place = {"lines_before": block.lines_before}
        with (
            self._relation("block_line", table),
            self._relation("block_conversation", self._conversations(only_new=True)),
        ):
            self.transaction.cursor.execute(insert, self._needed("insert_plain_events"))
            done = self._numbers("lines_in_store", place)
        self.reader.count_plain(len(done), 0)
        return done

    # The other plain lines, and those for Python

    def _sift(self, block: LineBlock, texts: LineTexts, rest: Numbers, doubtful: Numbers) -> tuple[int, int]:
        """Store the events of the lines that are left; return how many were new and how many known."""
        import numpy as np

        plain = np.setdiff1d(rest, doubtful)
        with self._relation("block_line", texts.table(plain - block.lines_before - 1)):
            self._run(self.plan.statement)
        self._judge_shapes(block, self._run("shapes_in_block"))
        odd_shapes = [shape for shape, fields in self.fields.items() if fields is None]
        odd = [row["line"] for row in self._run("odd_lines_in_block", {"odd_shapes": odd_shapes})]
        self._drop_from_stage(odd)
        in_python = [
            event
            for lines, before in block.runs(np.union1d(odd, np.unique(doubtful)).astype(np.int64).tolist())
            for event in self.reader.read_lines(lines, before)
        ]
        self._note_stage()
        self._learn_keys(event.conversation_key for event in in_python)
        return self._append(in_python)

    def _drop_from_stage(self, odd: Sequence[int]) -> None:
        if odd:
            with self._relation("odd_line", arrow_table(_OddLine, [_OddLine(line) for line in odd])):
                self._run("drop_odd_lines")

    def _note_stage(self) -> None:
        named = [NamedByLine(**row) for row in self._run("named_in_block")]
        counts = self._run("count_plain_lines")[0]
        self._learn_conversations(name.conversation_id for name in named if name.kind == "conversation")
        self.reader.count_plain(counts["lines"], counts["naive_times"])
        self.reader.note_named(named)

    def _append(self, in_python: Sequence[EventRow]) -> tuple[int, int]:
        with (
            self._relation("block_conversation", self._conversations()),
            self._relation("python_event", arrow_table(EventRow, in_python)),
        ):
            self._run("begin_block_rows")
            at_once = self._run("insert_rows_of_new_conversations")[0]["Count"]
            self._run("drop_rows_of_new_conversations")
            appended = append_stage(self.transaction, EventRow, "block_row")
        return at_once + sum(appended.new.values()), sum(appended.known.values())

    # What is known of shapes and conversations

    def _judge_shapes(self, block: LineBlock, examples: Iterable[dict[str, Any]]) -> None:
        for example in examples:
            if example["shape"] not in self.fields:
                line = bytes(block.line(example["line"]))
                self.fields[example["shape"]] = self.reader.fields_of(line)

    def _learn_conversations(self, conversation_ids: Iterable[str]) -> None:
        unknown = list(dict.fromkeys(name for name in conversation_ids if name not in self.keys))
        self.keys.update(zip(unknown, self.reader.keys_of(unknown), strict=True))
        self._learn_keys(self.keys[name] for name in unknown)

    def _learn_keys(self, conversation_keys: Iterable[str]) -> None:
        unknown = list(dict.fromkeys(key for key in conversation_keys if key not in self.is_new))
        if unknown:
            found = self._run("conversations_with_events", {"conversation_keys": unknown})
            known = {row["conversation_key"] for row in found}
            self.is_new.update((key, key not in known) for key in unknown)

    def _conversations(self, *, only_new: bool = False) -> pa.Table:
        names = {key: name for name, key in self.keys.items()}
        rows = [_Conversation(names.get(key), key, is_new) for key, is_new in self.is_new.items()]
        return arrow_table(_Conversation, [row for row in rows if row.is_new or not only_new])

    # The engine

    def _run(self, name: str, values: dict[str, Any] | None = None) -> list[dict[str, Any]]:
        return self.transaction.run(name, {**self.values, **(values or {})})

    def _needed(self, name: str) -> dict[str, Any]:
        return {key: value for key, value in self.values.items() if key in parameters(name)}

    def _numbers(self, name: str, values: dict[str, Any]) -> Numbers:
        """Answer a statement that has one column of whole numbers."""
        import numpy as np

        values = {**values, "file_id": self.values["file_id"]}
        (column,) = self.transaction.cursor.execute(statement(name), values).fetchnumpy().values()
        numbers: Numbers = np.asarray(column, dtype=np.int64)
        return numbers

    @contextmanager
    def _relation(self, name: str, table: pa.Table) -> Iterator[None]:
        """Lend an Arrow table to the engine under a name."""
        with lent(self.transaction.cursor, name, table):
            yield
