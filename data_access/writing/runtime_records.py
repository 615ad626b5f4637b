"""Keeps what runtimes publish of isolation, operations and resources: each record once, never changed.

Nothing is carried out and nothing is permitted by a record; what the policy says of it is read, not stored.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import orjson

from data_access.contracts.principal import Principal
from data_access.contracts.runtime_records import (
    PublishIsolationResultCall,
    RecordAgentOperationCall,
    RecordIsolationRequestCall,
    RecordResourceSampleCall,
    RuntimeReceipt,
    RuntimeWrite,
)
from data_access.rules.recorded_work import record_hash
from data_access.store.connection import Store, Transaction
from data_access.writing.case_secrets import without_secrets
from data_access.writing.case_write import Author
from data_access.writing.change_counters import touch
from data_access.writing.change_log import record_change
from data_access.writing.receipts import keep_receipt, replayed

Kept = TypeVar("Kept", bound=RuntimeWrite)
_OWN = {"request_id", "conversation_id"}


def record_isolation_request(
    store: Store, call: RecordIsolationRequestCall, *, author: Author
) -> RuntimeReceipt:
    """Keep how a task is to be kept apart. Needs the scope `publish`.

    Raises: `PermissionDenied`, `RequestIdReused`.
    """
    return _keep(store, "isolation_request", "record_isolation_request", call, author, _flat)


def publish_isolation_result(
    store: Store, call: PublishIsolationResultCall, *, author: Author
) -> RuntimeReceipt:
    """Keep what came out of a task that was kept apart; the newest of a task holds. Needs `publish`.

    Raises: `PermissionDenied`, `RequestIdReused`.
    """
    return _keep(store, "isolation_result", "publish_isolation_result", call, author, _result)


def record_agent_operation(store: Store, call: RecordAgentOperationCall, *, author: Author) -> RuntimeReceipt:
    """Keep an operation of an agent. Needs the scope `publish`.

    Raises: `PermissionDenied`, `RequestIdReused`.
    """
    return _keep(store, "agent_operation", "record_agent_operation", call, author, _flat)


def record_resource_sample(store: Store, call: RecordResourceSampleCall, *, author: Author) -> RuntimeReceipt:
    """Keep what an agent used at one moment. Needs the scope `publish`.

    Raises: `PermissionDenied`, `RequestIdReused`.
    """
    return _keep(store, "resource_sample", "record_resource_sample", call, author, _flat)


def _flat(call: RuntimeWrite) -> dict[str, Any]:
    return call.model_dump(exclude=_OWN)


def _result(call: PublishIsolationResultCall) -> dict[str, Any]:
    flat = call.model_dump(mode="json", exclude={*_OWN, "isolation"})
    packed = ("evidence", "modified_files", "task_result", "verification_evidence")
    where = call.isolation
    return flat | {name: _json(flat[name]) for name in packed} | {
        "isolation_mode": where.mode,
        "workspace_path": where.workspace_path,
        "branch": where.branch,
        "cleanup_status": where.cleanup_status,
    }  # fmt: skip


def _json(value: Any) -> str | None:
    return None if value is None else orjson.dumps(value).decode()


def _keep(
    store: Store,
    table: str,
    name: str,
    asked: Kept,
    author: Author,
    row: Callable[[Kept], dict[str, Any]],
) -> RuntimeReceipt:
    """Keep one record once: rows, change log, counters and receipt in one transaction."""
    author.principal.require("publish")
    with store.as_of_now() as snapshot:  # a repetition waits for nobody's write
        earlier = _earlier(snapshot, author.principal, name, asked)
    if earlier is not None:
        return earlier
    clean, secrets = without_secrets(asked)
    with store.transaction() as transaction:
        earlier = _earlier(transaction, author.principal, name, asked)
        if earlier is not None:
            return earlier
        at = author.clock()
        values = row(clean) | {
            "conversation": clean.conversation_id,
            "recorded_at": at,
            "principal_id": author.principal.id,
            "request_id": clean.request_id,
        }
        values |= {"record_hash": record_hash(table, values)}
        receipt = RuntimeReceipt(
            request_id=asked.request_id,
            record_id=transaction.run(f"add_{table}", values)[0]["record_id"],
            conversation_id=asked.conversation_id,
            recorded_at=at,
            secrets_masked=secrets,
        )
        record_change(
            transaction,
            principal=author.principal,
            face=author.face,
            action=name,
            subject_kind=table,
            subject_id=str(receipt.record_id),
            new=receipt.model_dump(mode="json", exclude={"replayed"}),
            at=at,
        )
        touch(transaction, ["workspaces", f"conversation:{asked.conversation_id}"], at)
        keep_receipt(
            transaction,
            principal=author.principal,
            call=name,
            request_id=asked.request_id,
            payload=asked,
            receipt=receipt,
            at=at,
        )
        return receipt


def _earlier(
    transaction: Transaction, principal: Principal, call: str, asked: RuntimeWrite
) -> RuntimeReceipt | None:
    found = replayed(transaction, principal=principal, call=call, request_id=asked.request_id, payload=asked)
    return None if found is None else RuntimeReceipt.model_validate(found)
