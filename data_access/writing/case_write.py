"""The one frame of every write of a case: answered before, else expiries, then rules, rows and receipt.

A request that was answered before is answered first, whatever has become of the task. Then what has expired
is settled, each in a transaction of its own that stands even when the write is refused. Then the write
itself: its rows, its change-log row, its counters and its receipt in one transaction, all or nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, TypedDict, TypeVar

from pydantic import JsonValue

from data_access.contracts.case_calls import CaseWrite
from data_access.contracts.case_receipts import CaseReceipt
from data_access.contracts.principal import Face, Principal, Scope
from data_access.store.connection import Record, Store, Transaction
from data_access.writing.case_expiries import settle_next_expiry
from data_access.writing.case_secrets import without_secrets
from data_access.writing.change_counters import touch
from data_access.writing.change_log import record_change
from data_access.writing.receipts import keep_receipt, replayed
from data_access.writing.waiting_writes import first_arrival, waiting

Clock = Callable[[], datetime]
Receipt = TypeVar("Receipt", bound=CaseReceipt)
Asked = TypeVar("Asked", bound=CaseWrite)


def utc_now() -> datetime:
    """Return this moment."""
    return datetime.now(UTC)


@dataclass(frozen=True)
class Author:
    """Who writes, through what, by which clock."""

    principal: Principal
    face: Face
    clock: Clock = utc_now


@dataclass
class Writing:
    """One write on its way: its transaction, its author, its moment."""

    transaction: Transaction
    author: Author
    at: datetime
    call: str
    before: JsonValue = None
    """How the task stood, for the change log."""
    further_scopes: list[str] = field(default_factory=list)
    """Change counters to raise beside those of the task."""

    def keep(self, name: str, /, **values: Any) -> list[Record]:
        """Execute a statement; `at` and `principal_id` are known to it."""
        known = {"at": self.at, "principal_id": self.author.principal.id}
        return self.transaction.run(name, known | values)

    def log(
        self,
        subject_kind: str,
        subject_id: str,
        *,
        old: JsonValue = None,
        new: JsonValue = None,
        action: str | None = None,
    ) -> None:
        """Append a row to the change log for something else than the task that changes with it."""
        record_change(
            self.transaction,
            principal=self.author.principal,
            face=self.author.face,
            action=action or self.call,
            subject_kind=subject_kind,
            subject_id=subject_id,
            old=old,
            new=new,
            at=self.at,
        )


_UNTOLD = {"lease_token", "replayed", "photo_told"}
"""Fields of receipts for whoever asked alone: the change log is read by more."""


class _Key(TypedDict):
    principal: Principal
    call: str
    request_id: str
    payload: CaseWrite


def write_once(
    store: Store,
    call: str,
    asked: Asked,
    act: Callable[[Writing, Asked], Receipt],
    *,
    gives: type[Receipt],
    author: Author,
    task_id: str | None,
    scope: Scope = "publish",
) -> Receipt:
    """Do what was `asked` once, and answer every repetition of the request with the same receipt.

    Secrets are masked before `act` sees the request. `act` checks the rules and writes the rows; whatever
    it raises leaves nothing behind. `task_id` is the task that is written to, None for one that does not
    exist yet.
    Raises: `PermissionDenied`, `RequestIdReused`, and whatever `act` raises.
    """
    author.principal.require(scope)
    key = _Key(principal=author.principal, call=call, request_id=asked.request_id, payload=asked)
    arrived = author.clock()
    with store.as_of_now() as snapshot:  # a repetition waits for nobody's write
        earlier = replayed(snapshot, **key)
    if earlier is not None:
        return gives.model_validate(earlier)
    clean = without_secrets(asked)  # before its turn: other writes need not wait for it
    with waiting(store, task_id, arrived):
        while True:
            with store.transaction() as transaction:
                earlier = replayed(transaction, **key)
                if earlier is not None:
                    return gives.model_validate(earlier)
                if task_id is not None:
                    moment = first_arrival(store, task_id, arrived)
                    if settle_next_expiry(transaction, moment, author.clock(), task_id=task_id):
                        continue  # it stands, whatever becomes of this write
                receipt = _written(Writing(transaction, author, author.clock(), call), clean, act)
                keep_receipt(transaction, **key, receipt=receipt, at=receipt.recorded_at)
                return receipt


def _written(writing: Writing, clean: tuple[Asked, int], act: Callable[[Writing, Asked], Receipt]) -> Receipt:
    asked, secrets = clean
    receipt = act(writing, asked)
    if secrets:
        receipt = receipt.model_copy(update={"secrets_masked": secrets})
    writing.log("investigation_task", receipt.task_id, old=writing.before, new=_shown(receipt))
    scopes = ["cases", f"case:{receipt.task_id}", *writing.further_scopes]
    touch(writing.transaction, scopes, writing.at)
    return receipt


def _shown(receipt: CaseReceipt) -> JsonValue:
    told: JsonValue = receipt.model_dump(mode="json", exclude=_UNTOLD, exclude_none=True)
    return told
