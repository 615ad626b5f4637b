"""Makes the cases that session UI states tell of, from every record there is of them, after each import.

A case is made anew as a whole, so the order and the split of files change nothing. It refuses to touch a case
that this desk has of its own, that a bundle brought, or that somebody wrote to since: what sessions tell of
such a case stays in their runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import orjson

from data_access.contracts.common import Origin
from data_access.contracts.principal import Face
from data_access.errors import CaseWrittenSince, Problem
from data_access.importers.session_state.session_cases import StoredRecord, case_of_sessions
from data_access.store.case_tables import drop_case
from data_access.store.connection import Transaction
from data_access.writing.restore_cases import restore_case


class SessionCase(NamedTuple):
    """A case that sessions brought, as it stood."""

    task_id: str
    origin: Origin
    face: Face


def make_session_cases(
    transaction: Transaction, conversation_keys: Sequence[str], *, file_id: int, origin: Origin, face: Face
) -> dict[str, int]:
    """Make the cases of these runs anew; return them with the rows that each has more than before."""
    made: dict[str, int] = {}
    for row in transaction.run("cases_of_sessions", {"conversation_keys": list(conversation_keys)}):
        task_id = row["task_id"]
        grown = _made(transaction, task_id, file_id=file_id, origin=origin, face=face)
        if grown is not None:
            made[task_id] = grown
    return made


def session_cases_to_remake(
    transaction: Transaction, conversation_keys: Sequence[str], face: Face = "command line"
) -> tuple[SessionCase, ...]:
    """Return the cases of which the runs of a batch tell, before anything of it is removed.

    Raises: `CaseWrittenSince` for one that somebody wrote to since, unless it is of the demo.
    """
    found = []
    for row in transaction.run("cases_of_sessions", {"conversation_keys": list(conversation_keys)}):
        task_id = row["task_id"]
        for standing in transaction.run("session_case_standing", {"task_id": task_id}):
            if not standing["is_of_sessions"]:
                continue
            if standing["written_since"] and standing["origin"] != "demo":
                why = "it was written to after its import"
                fix = "Keep the import, or export the case first and cancel it."
                raise CaseWrittenSince(
                    f"The import stays: the case {task_id} was written to here since. {fix}",
                    problems=(Problem("task_id", f"{task_id}: {why}", fix),),
                )
            found.append(SessionCase(task_id, standing["origin"], face))
    return tuple(found)


def remake_session_cases(transaction: Transaction, cases: Sequence[SessionCase]) -> tuple[str, ...]:
    """Make cases anew of what is left of them, or take them out; return which there were."""
    for case in cases:
        held = transaction.run("file_of_session_case", {"task_id": case.task_id})
        if held:
            _made(
                transaction,
                case.task_id,
                file_id=held[0]["file_id"],
                origin=case.origin,
                face=case.face,
            )
        else:
            _forget(transaction, case.task_id)
    return tuple(case.task_id for case in cases)


def _made(transaction: Transaction, task_id: str, *, file_id: int, origin: Origin, face: Face) -> int | None:
    """Make one case anew; return by how many rows it grew, None where it is not ours to write."""
    standing = transaction.run("session_case_standing", {"task_id": task_id})
    if standing and (not standing[0]["is_of_sessions"] or standing[0]["written_since"]):
        return None
    made = case_of_sessions(task_id, _records(transaction, task_id), origin=origin)
    before = _forget(transaction, task_id) if standing else 0
    if made is None:
        return 0
    restored = restore_case(
        transaction, made.case, file_id=file_id, origin=origin, face=face, left_out=made.left_out
    )
    return max(restored.rows - before, 0)


def _forget(transaction: Transaction, task_id: str) -> int:
    transaction.run("forget_restored_case", {"task_id": task_id})
    return drop_case(transaction, task_id)


def _records(transaction: Transaction, task_id: str) -> list[StoredRecord]:
    return [
        StoredRecord(
            session_id=row["session_id"],
            event_id=row["event_id"],
            event_type=row["event_type"],
            occurred_at=row["occurred_at"],
            payload=orjson.loads(row["payload"]),
            extra=orjson.loads(row["extra"] or "{}"),
        )
        for row in transaction.run("session_records_of_case", {"task_id": task_id})
    ]
