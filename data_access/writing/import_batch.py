"""One source on its way into the store: what is read of its files, what the store says, what the ledger has.

A batch lives inside one transaction of the import that began it and decides nothing about paths or formats.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple, cast

import orjson

from data_access.contracts.importing import BatchReport, ImportCall, Reject
from data_access.contracts.principal import Face, Principal
from data_access.contracts.rows import (
    OF_NO_RUN,
    ConversationRow,
    EventRow,
    MessageRow,
    OperationRow,
    Row,
    SpanRow,
    ToolRow,
    UsageRow,
)
from data_access.importers.formats import Format, ReadFrom, SourceFile
from data_access.importers.registry import Source
from data_access.importers.session_state.state_documents import FORMAT_NAME as SESSION_STATE
from data_access.importers.sink import FileTally, Sink
from data_access.rules.file_names import name_text
from data_access.rules.identity import digest
from data_access.rules.pricing import PriceBook
from data_access.store.bulk_lines import load_bulk
from data_access.store.bulk_load import append_rows, insert_rows
from data_access.store.connection import Transaction
from data_access.writing.change_counters import touch
from data_access.writing.change_log import record_change
from data_access.writing.import_ledger import FileVersion, Ledger, Standing, prefix_hash, stamp_of
from data_access.writing.merge_usage import merge_usage_calls, refresh_conversation_usage
from data_access.writing.price_calls import price_new_calls, unpriced_models
from data_access.writing.refresh_conversations import (
    count_orphans,
    refresh_conversations,
    touched_conversations,
)
from data_access.writing.unused_records import keep_unused

REJECTS_SHOWN = 200
SKIPPED_SHOWN = 200


@dataclass(frozen=True)
class ImportProgress:
    """How far an import is."""

    source: str
    files_done: int
    files_total: int
    file: str


Progress = Callable[[ImportProgress], None]


class Errand(NamedTuple):
    """What was asked, by whom, and the prices that hold for it."""

    call: ImportCall
    principal: Principal
    face: Face
    prices: PriceBook


@dataclass
class _Reading:
    """A file this batch reads, with what the store said to its rows."""

    file: SourceFile
    standing: Standing
    stored: int = 0
    known: int = 0


class Batch:
    """One source on its way into the store, inside one transaction."""

    def __init__(self, transaction: Transaction, source: Source, errand: Errand) -> None:
        self.transaction = transaction
        self.errand = errand
        self.source = source
        self.source_name = _source_name(source, errand.call)
        self.format: Format = source.format
        self.started_at = datetime.now(UTC)
        self.batch_id: int = transaction.run("next_batch_id")[0]["batch_id"]
        self.file_ids = iter(_file_ids(transaction, len(source.files)))
        self.ledger = Ledger.of(transaction, self.format.name)
        self.sink = Sink(relieve=self._take)
        self.readings: dict[int, _Reading] = {}
        self.held: dict[int, FileVersion] = {}
        self.new_rows: Counter[type[Row]] = Counter()
        """By type of the rows that were read: how many were new, which may be none."""
        self.touched: set[str] = set()
        self.restored: dict[str, int] = {}
        """Cases this import brought, with their rows."""
        self.told_runs: set[str] = set()
        """Runs of which a case told what was done in them, as runtimes named them."""
        self.several: set[tuple[str, str | None]] = set()
        """Spans of traces with several statements."""
        self.grown_traces: set[str] = set()
        """Traces of which spans were stored before, or that must be looked at as a whole."""
        self.empty_files = 0
        self.unchanged_files = 0

    def load(self, progress: Progress | None) -> BatchReport:
        """Read every file, then bring merged records and the ledger up to date."""
        for number, file in enumerate(self.source.files):
            if progress is not None:
                progress(ImportProgress(self.source_name, number, len(self.source.files), file.shown_path))
            self._load_file(file)
        self._take(self.sink)
        self._make_session_cases()
        self._keep_ledger()
        billed_calls = self._merge_and_price()
        report = self._report(billed_calls, self._refresh())
        self._finish(report)
        return report

    def _refresh(self) -> int:
        """Count the touched conversations anew; return the orphans among them."""
        if not self.touched:
            return 0
        with touched_conversations(self.transaction, self.touched):
            refresh_conversations(self.transaction, self.started_at)
            refresh_conversation_usage(self.transaction)
            return count_orphans(self.transaction)

    def _merge_and_price(self) -> int:
        """Merge the usage that was read, price what has no cost; return the calls brought or completed."""
        billed = 0
        settled = self._settle_traces() if self.grown_traces else ()
        if self._speaks_of_usage():
            merged = merge_usage_calls(self.transaction, list(self.readings), settled)
            self.touched.update(merged.conversation_keys)
            billed = merged.brought + merged.completed
        if billed or self.errand.call.prices:
            priced = price_new_calls(self.transaction, self.errand.prices, self.started_at)
            self.touched.update(priced.conversation_keys)
        return billed

    def _settle_traces(self) -> tuple[str, ...]:
        """Decide anew over the traces that grew; return the calls whose usage has to be merged again."""
        # Most imports have no spans, and what settles them takes a while to load.
        from data_access.writing.settle_traces import settle_traces

        return settle_traces(self.transaction, self.grown_traces).call_keys

    def _load_file(self, file: SourceFile) -> None:
        try:
            standing = self.ledger.standing(file.path, self._location(file))
        except OSError as error:
            self._refuse(file, f"The file cannot be read: {error.strerror or error}.")
            return
        self.empty_files += standing.size_bytes == 0
        for version in standing.held_by:
            self.held[version.file_id] = version
        if standing.is_unchanged:
            self.unchanged_files += 1
            return
        self._forget_cut_line(standing)
        file_id = self._begin(file, standing)
        try:
            begin = self._load_in_bulk(file_id, file, standing.begin)
            self.format.read(file, begin, self.sink)
        except OSError as error:
            self.sink.begin(file_id)
            self.sink.reject(0, f"Reading stopped: {error.strerror or error}.", "")
        self._restore_cases(file_id)
        self.sink.breathe()

    def _restore_cases(self, file_id: int) -> None:
        """Write the cases of the file that was read; one that the desk has already is rejected whole."""
        if not self.sink.cases:
            return
        # Most imports have no cases, and the contracts of cases take a while to load.
        from data_access.writing.restore_cases import restore_case

        for case in self.sink.cases:
            call = self.errand.call
            restored = restore_case(
                self.transaction, case, file_id=file_id, origin=call.origin, face=self.errand.face
            )
            if restored.refusal is None:
                self.restored[case.task_id] = restored.rows
                self.told_runs |= restored.runs
                self.readings[file_id].stored += len(case.lines) - restored.known
                self.readings[file_id].known += restored.known
                continue
            for line in case.lines:
                self.sink.tally.records -= 1  # counted again as a reject
                self.sink.reject(line.line, restored.refusal, line.raw_text)
        self.sink.cases.clear()

    def _make_session_cases(self) -> None:
        """Make the cases anew of which new records of sessions tell."""
        if self.format.name != SESSION_STATE or not self.new_rows[EventRow]:
            return
        # Most imports have no cases, and the contracts of cases take a while to load.
        from data_access.writing.session_cases import make_session_cases

        call = self.errand.call
        self.restored |= make_session_cases(
            self.transaction,
            sorted(self.touched),
            file_id=min(self.readings),
            origin=call.origin,
            face=self.errand.face,
        )

    def _location(self, file: SourceFile) -> str:
        return f"upload:{file.shown_path}" if self.errand.call.is_upload else name_text(file.path)

    def _load_in_bulk(self, file_id: int, file: SourceFile, begin: ReadFrom) -> ReadFrom:
        """Load what the engine can decode by itself; return where the rest of the file begins."""
        plan = self.format.bulk_plan(file, begin, self.sink)
        if plan is None:
            return begin
        self._take(self.sink)
        reading, tally = self.readings[file_id], self.sink.tally
        for block in load_bulk(
            self.transaction, plan, file.path, file_id, offset=begin.offset, line=begin.line
        ):
            reading.stored += block.stored
            reading.known += block.known
            self.new_rows[EventRow] += block.stored
            self.touched |= block.conversation_keys
            begin = ReadFrom(block.resume_offset, block.resume_line)
            tally.resume_offset, tally.resume_line = begin.offset, begin.line
            self.sink.breathe()
        return begin

    def _begin(self, file: SourceFile, standing: Standing) -> int:
        file_id = next(self.file_ids)
        self.readings[file_id] = _Reading(file, standing)
        tally = self.sink.begin(file_id)
        tally.resume_offset, tally.resume_line = standing.begin.offset, standing.begin.line
        return file_id

    def _refuse(self, file: SourceFile, reason: str) -> None:
        self._begin(file, Standing.of_unreadable())
        self.sink.reject(0, reason, "")

    def _forget_cut_line(self, standing: Standing) -> None:
        """A last line that was cut when it was read first is read again: its reject is no longer true."""
        if not standing.held_by:
            return
        version = standing.held_by[0]
        place = {"file_id": version.file_id, "resume_line": version.resume_line}
        rejects = self.transaction.run("count_superseded_rejects", place)[0]["rejects"]
        if rejects:
            self.transaction.run("drop_superseded_rejects", place)
            self.transaction.run("lower_reject_count", {"file_id": version.file_id, "rejects": rejects})
            self.held[version.file_id] = version._replace(
                records=version.records - rejects, rejected=version.rejected - rejects
            )

    def _take(self, sink: Sink) -> None:
        """Write what waits in the sink."""
        spans = sink.rows[SpanRow]
        if spans:
            self._append_spans(cast("list[SpanRow]", spans))
        self.grown_traces |= sink.parted
        for kind, rows in sink.rows.items():
            if rows and kind is not SpanRow:
                self._append(kind, [self._placed(row) for row in rows] if kind is ConversationRow else rows)
        keep_unused(self.transaction, sink)
        sink.clear()

    def _placed(self, row: Row) -> Row:
        """Add the machine and the person that were named to what a log says of its conversation."""
        call = self.errand.call
        if not isinstance(row, ConversationRow) or not (call.machine or call.person):
            return row
        machine, person = row.machine or call.machine, row.person or call.person
        said = digest(row.observation_id, machine, person)
        return row._replace(machine=machine, person=person, observation_id=said)

    def _append_spans(self, rows: Sequence[SpanRow]) -> None:
        from data_access.store.span_load import append_spans

        appended = append_spans(self.transaction, rows)
        self.touched.update(row.conversation_key for row in rows)
        self.grown_traces |= appended.grown
        self.several |= appended.several
        self.new_rows[EventRow] += appended.events
        self.new_rows[SpanRow] += sum(appended.new.values())
        for file_id, number in appended.new.items():
            self.readings[file_id].stored += number
        for file_id, number in appended.known.items():
            self.readings[file_id].known += number

    def _is_told_together(self, row: Row) -> bool:
        """Tell whether a row is of a span with several statements: settling writes what they say together."""
        return isinstance(row, MessageRow | ToolRow) and (row.conversation_key, row.event_id) in self.several

    def _append(self, kind: type[Row], rows: Sequence[Row]) -> None:
        if self.several and kind in (MessageRow, ToolRow):
            rows = [row for row in rows if not self._is_told_together(row)]
        if not rows:
            return
        appended = append_rows(self.transaction, rows)
        if kind is MessageRow and self.grown_traces:
            self._move_messages_earlier(rows)
        if kind not in OF_NO_RUN:
            self.touched.update(row.conversation_key for row in rows)
        self.new_rows[kind] += sum(appended.new.values())
        if kind in self.format.record_rows:
            for file_id, number in appended.new.items():
                self.readings[file_id].stored += number
            for file_id, number in appended.known.items():
                self.readings[file_id].known += number

    def _move_messages_earlier(self, rows: Sequence[Row]) -> None:
        """Give messages of traces that came in parts the earliest place that these rows give them."""
        repeated = [cast(MessageRow, row) for row in rows if row.conversation_key in self.grown_traces]
        if repeated:
            from data_access.store.span_load import move_messages_earlier

            move_messages_earlier(self.transaction, repeated)

    def _keep_ledger(self) -> None:
        versions = [self._version(file_id, reading) for file_id, reading in self.readings.items()]
        insert_rows(self.transaction, "import_file", versions)
        file_ids = [*self.held, *self.readings]
        self.transaction.run("add_batch_files", {"batch_id": self.batch_id, "file_ids": file_ids})
        self.transaction.run(
            "add_import_batch",
            {
                "batch_id": self.batch_id,
                "source": self.source_name,
                "source_format": self.format.name,
                "origin": self.errand.call.origin,
                "principal_id": self.errand.principal.id,
                "started_at": self.started_at,
            },
        )

    def _version(self, file_id: int, reading: _Reading) -> FileVersion:
        tally, standing = self.sink.tallies[file_id], reading.standing
        content_hash = _hash_of_what_was_read(reading)
        return FileVersion(
            file_id=file_id,
            source_format=self.format.name,
            location=self._location(reading.file),
            shown_path=reading.file.shown_path,
            size_bytes=standing.size_bytes,
            content_hash=content_hash,
            start_offset=standing.begin.offset,
            start_line=standing.begin.line,
            resume_offset=tally.resume_offset,
            resume_line=tally.resume_line,
            resume_hash=_resume_hash(reading, tally, content_hash),
            continues_file_id=standing.held_by[0].file_id if standing.held_by else None,
            records=tally.records,
            stored=reading.stored,
            duplicates=reading.known,
            others=tally.others,
            rejected=tally.rejected,
            counts=_tally_counts(tally),
            loaded_at=self.started_at,
        )

    def _report(self, billed_calls: int, orphans: int) -> BatchReport:
        tallies = [self.sink.tallies[file_id] for file_id in self.readings]
        held = self.held.values()
        rejected = sum(t.rejected for t in tallies) + sum(v.rejected for v in held)
        return BatchReport(
            source=self.source_name,
            format=self.format.name,
            batch_id=self.batch_id,
            files=len(self.source.files),
            empty_files=self.empty_files,
            unchanged_files=self.unchanged_files,
            skipped_files=len(self.source.skipped),
            skipped=self.source.skipped[:SKIPPED_SHOWN],
            records=sum(t.records for t in tallies) + sum(v.records for v in held),
            events=self.new_rows[EventRow],
            messages=self.new_rows[MessageRow],
            tool_calls=self._tool_calls(),
            usage_calls=billed_calls,
            rows_written=self.new_rows.total() + sum(self.restored.values()),
            duplicates_ignored=sum(r.known for r in self.readings.values())
            + sum(v.stored + v.duplicates for v in held),
            other_records=sum(t.others for t in tallies) + sum(v.others for v in held),
            rejected=rejected,
            orphans=orphans,
            unknown_types=dict(sum((t.unknown_types for t in tallies), Counter())),
            unpriced_models=self._unpriced_models(),
            naive_times=sum(t.naive_times for t in tallies),
            secrets_masked=sum(t.secrets_masked for t in tallies),
            rejects=self._rejects() if rejected else (),
            rejects_truncated=rejected > REJECTS_SHOWN,
        )

    def _tool_calls(self) -> int:
        if ToolRow not in self.new_rows:
            return 0
        files = {"file_ids": list(self.readings)}
        tool_calls: int = self.transaction.run("count_tool_calls_of_files", files)[0]["tool_calls"]
        return tool_calls

    def _unpriced_models(self) -> dict[str, int]:
        return unpriced_models(self.transaction, list(self.readings)) if self._speaks_of_usage() else {}

    def _speaks_of_usage(self) -> bool:
        return UsageRow in self.new_rows or SpanRow in self.new_rows

    def _runs_of_operations(self) -> list[str]:
        if not self.new_rows[OperationRow]:
            return []
        rows = self.transaction.run("runs_of_audit_log", {"file_ids": list(self.readings)})
        return [row["conversation_key"] for row in rows]

    def _rejects(self) -> tuple[Reject, ...]:
        rows = self.transaction.run(
            "rejects_of_files", {"file_ids": [*self.held, *self.readings], "most": REJECTS_SHOWN}
        )
        return tuple(Reject(**row) for row in rows)

    def _finish(self, report: BatchReport) -> None:
        finished_at = datetime.now(UTC)
        self.transaction.run(
            "finish_import_batch",
            {
                "batch_id": self.batch_id,
                "finished_at": finished_at,
                "counts": report.model_dump_json(exclude={"rejects"}),
            },
        )
        record_change(
            self.transaction,
            principal=self.errand.principal,
            face=self.errand.face,
            action="import_records",
            subject_kind="import_batch",
            subject_id=str(self.batch_id),
            new=report.model_copy(update={"rejects": ()}),
            at=finished_at,
        )
        scopes = ["imports"]
        if report.rows_written:
            scopes += ["runs", "costs", *(f"conversation:{key}" for key in self.touched)]
        if any(self.new_rows[kind] for kind in OF_NO_RUN):
            scopes += ["workspaces", *(f"conversation:{key}" for key in self._runs_of_operations())]
        if self.restored:
            told = (f"conversation:{run}" for run in self.told_runs - self.touched)
            scopes += ["cases", "workspaces", *(f"case:{task_id}" for task_id in self.restored), *told]
        touch(self.transaction, scopes, finished_at)


def _source_name(source: Source, call: ImportCall) -> str:
    if not call.is_upload or not source.files:
        return name_text(source.path)
    more = len(source.files) - 1
    return f"upload:{source.files[0].shown_path}{f' +{more}' if more else ''}"


def _file_ids(transaction: Transaction, number: int) -> list[int]:
    return [row["file_id"] for row in transaction.run("next_file_ids", {"number": number})]


def _hash_of_what_was_read(reading: _Reading) -> str:
    """Return the hash of the content, or none where the file was written between its hash and its end.

    Without a hash the file never counts as unchanged, so that nothing of it is missed next time.
    """
    standing = reading.standing
    return standing.content_hash if standing.stamp == stamp_of(reading.file.path) else ""


def _resume_hash(reading: _Reading, tally: FileTally, content_hash: str) -> str:
    if content_hash and tally.resume_offset == reading.standing.size_bytes:
        return content_hash
    try:
        return prefix_hash(reading.file.path, tally.resume_offset)
    except OSError:
        return ""  # never equal to a hash: the file is read whole next time


def _tally_counts(tally: FileTally) -> str:
    return orjson.dumps(
        {
            "unknown_types": dict(tally.unknown_types),
            "naive_times": tally.naive_times,
            "secrets_masked": tally.secrets_masked,
        }
    ).decode()
