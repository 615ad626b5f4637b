"""Verifies the whole database: every value readable, every reference answered, every kept sum true.

There are no foreign keys, so these questions are asked here. Nothing is changed: what has to be counted anew
is counted in a transaction that is rolled back. Writes wait only during that recount.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from pathlib import Path

from data_access.contracts.upkeep import VerifyCheck, VerifyReport
from data_access.errors import StoreError
from data_access.reading.revision_changes import untrue_revision_changes
from data_access.rules.recorded_work import record_hash
from data_access.store.attached_files import SAMPLES, attachments_folder
from data_access.store.block_checksums import scan_blocks
from data_access.store.connection import Store, Transaction
from data_access.store.full_scan import scan_tables, shapes_of
from data_access.store.migrate import this_release
from data_access.store.work_tables import WORK_TABLES, every_work_row

EXAMPLES = 5
_STRETCH = 10_000

_ASKED = {
    "file_references": "Every row names a file of the ledger.",
    "batch_files": "Every file is in a batch, and every membership joins a batch and a file that exist.",
    "identities": "Every record is stored once.",
    "memberships": "Every further membership points to a stored row of another file.",
    "conversations_known": "Every row belongs to a run of the list, and every run has rows.",
    "parents": "Every run that found its parent names one that exists.",
    "event_references": "Every large piece kept apart belongs to an event.",
    "dispositions": "Every record is stored, a duplicate, kept aside or rejected, and the counts add up.",
    "costs": "Every cost belongs to a call and a price, and one cost of a call is current.",
    "prices": "Every price belongs to a price version.",
    "cases": "Every record of a case has its task and round, its number and its place in the state table.",
    "recorded_work": "Every record of a runtime is in the change log or came with a case, and every receipt "
    "has its record.",
    "change_log": "Every import is in the change log.",
    "change_counters": "Every change was counted.",
}
"""Statements `verify_<name>` that answer by reading."""

_RECOUNTED = {
    "usage_calls": (
        "Every billed call is what its observations merge to.",
        ("verify_note_all_calls", "find_uncounted_calls", "merge_calls", "find_changed_calls"),
    ),
    "conversations": (
        "The counts of every run equal a recount.",
        (
            "verify_keep_conversations",
            "begin_touched_conversations",
            "verify_note_all_conversations",
            "drop_conversations",
            "count_conversations",
            "claim_child_conversations",
            "attach_child_conversations",
            "gather_sessions",
        ),
    ),
    "conversation_usage": (
        "The usage and cost kept per run equal a recount.",
        (
            "verify_keep_conversation_usage",
            "begin_touched_conversations",
            "verify_note_all_conversations",
            "drop_conversation_usage",
            "count_conversation_usage",
        ),
    ),
}
"""Statements that count anew, before `verify_<name>` compares."""


def verify(store: Store) -> VerifyReport:
    """Ask every question of the whole database; a question that cannot be answered is a fault itself."""
    as_of = datetime.now(UTC)
    checks = (*_checks(store),)
    return VerifyReport(
        database=str(store.path) if store.path else None,
        as_of=as_of,
        schema_number=this_release().number,
        checks=checks,
        faults=sum(check.faults for check in checks),
    )


def _checks(store: Store) -> Iterator[VerifyCheck]:
    yield _every_value(store)
    yield _every_block(store)
    yield _shape(store)
    for name, question in _ASKED.items():
        yield _answered(store.as_of_now(), name, question)
    for name, (question, statements) in _RECOUNTED.items():
        yield _answered(store.rehearsal(), name, question, statements)
    yield _work_as_recorded(store)
    yield _revision_changes(store)
    yield _attachments(store)


def _answered(
    lent: AbstractContextManager[Transaction], name: str, question: str, statements: tuple[str, ...] = ()
) -> VerifyCheck:
    try:
        with lent as transaction:
            for statement in statements:
                transaction.run(statement, {"since_file_id": 0})
            (row,) = transaction.run(f"verify_{name}")
    except StoreError as error:
        return VerifyCheck(name=name, question=question, checked=0, faults=1, examples=(error.message,))
    return VerifyCheck(
        name=name,
        question=question,
        checked=row["checked"],
        faults=row["faults"],
        examples=tuple(row["examples"] or ()),
    )


def _every_value(store: Store) -> VerifyCheck:
    scanned = scan_tables(store)
    faults = [f"{table.table}: {table.fault}" for table in scanned if table.fault]
    return _check(
        "every_value", "Every value of every table can be read.", sum(table.rows for table in scanned), faults
    )


def _every_block(store: Store) -> VerifyCheck:
    question = "Every block in use of the file has the content that its checksum stands for."
    try:
        found = scan_blocks(store)
    except StoreError as error:
        return _check("every_block", question, 0, [error.message])
    faults = [f"block {place} of the file is damaged" for place in found.damaged]
    return _check("every_block", question, found.blocks, faults)


def _shape(store: Store) -> VerifyCheck:
    with Store.open(None) as released:
        wanted = {shape.table: shape.columns for shape in shapes_of(released)}
    found = {shape.table: shape.columns for shape in shapes_of(store)}
    faults = [name for name in sorted({*wanted, *found}) if wanted.get(name) != found.get(name)]
    return _check("schema", "Every table and view has the columns of this release.", len(wanted), faults)


def _revision_changes(store: Store) -> VerifyCheck:
    question = "What is kept of what revisions of reports changed equals a new comparison."
    try:
        compared, untrue = untrue_revision_changes(store)
    except StoreError as error:
        return _check("revision_changes", question, 0, [error.message])
    return _check("revision_changes", question, compared, list(untrue))


def _work_as_recorded(store: Store) -> VerifyCheck:
    question = "Every record of a runtime says what it said when it was kept."
    checked, faults = 0, []
    try:
        with store.as_of_now() as transaction:
            for table in WORK_TABLES:
                after = 0
                while rows := every_work_row(transaction, table, after=after, most=_STRETCH):
                    after = rows[-1]["record_id"]
                    checked += len(rows)
                    faults += [
                        f"{table} {row['record_id']}"
                        for row in rows
                        if record_hash(table, row) != row["record_hash"]
                    ]
    except StoreError as error:
        return _check("work_as_recorded", question, checked, [error.message])
    return _check("work_as_recorded", question, checked, faults)


def _attachments(store: Store) -> VerifyCheck:
    question = "Every attachment has the content its name stands for, and every one given here is there."
    folder = attachments_folder(store.path)
    try:
        given = {row["name"] for row in store.rows("verify_attachments_given")}
    except StoreError as error:
        return _check("attachments", question, 0, [error.message])
    files = {file.name: file for file in folder.iterdir()} if folder.is_dir() else {}
    if store.path is None:
        files = {name: file for name, file in files.items() if name in given}  # the folder is every store's
    files.pop(SAMPLES, None)
    faults = {name for name, file in files.items() if _hash(file) != name} | (given - files.keys())
    return _check("attachments", question, len(given | files.keys()), sorted(faults))


def _hash(file: Path) -> str | None:
    try:
        with file.open("rb") as content:
            return hashlib.file_digest(content, "sha256").hexdigest()
    except OSError:
        return None


def _check(name: str, question: str, checked: int, faults: list[str]) -> VerifyCheck:
    return VerifyCheck(
        name=name, question=question, checked=checked, faults=len(faults), examples=tuple(faults[:EXAMPLES])
    )
