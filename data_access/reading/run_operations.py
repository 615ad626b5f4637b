"""What the agents of a run did, as recorded or as their tool calls tell, and what the policy says of it."""

from __future__ import annotations

from typing import NamedTuple

from data_access.contracts.operations import OperationKind, PolicyInForce
from data_access.contracts.policy import Verdict
from data_access.contracts.run_operations import RunOperation, RunOperations
from data_access.reading.run_as_of import RunAsOf, run_as_of
from data_access.rules.derived_operations import COMMAND_TOOLS, WRITE_TOOLS
from data_access.rules.examined_operations import Examined, examined
from data_access.rules.operation_policy import LONGEST_TARGET_SHOWN
from data_access.store.connection import Store

MOST_EXAMINED = 10_000
"""Operations of one run that are looked at: a few seconds."""
_MOST_FILES = 50


class ExaminedRun(NamedTuple):
    """The operations of a run; `total` says how many there are in all."""

    run: RunAsOf
    items: list[Examined]
    looked_at: int
    total: int
    main_directory: str | None


def run_operations(
    store: Store,
    conversation: str,
    *,
    policy: PolicyInForce,
    agent_id: str | None = None,
    operation: OperationKind | None = None,
    verdict: Verdict | None = None,
    limit: int = 200,
) -> RunOperations:
    """List what the agents of a run did, the earliest first, each with what the policy says of it.

    Raises: `NotFound`, `AmbiguousId`.
    """
    found = examined_run(store, conversation, policy=policy, agent_id=agent_id)
    items = [
        one
        for one in found.items
        if operation in (None, one.operation) and verdict in (None, one.check.verdict)
    ]
    return RunOperations(
        as_of=found.run.as_of,
        basis=found.run.basis,
        items=tuple(map(shown_operation, items[:limit])),
        total=len(items),
        truncated=len(items) > limit or found.looked_at < found.total,
        examined=found.looked_at,
        policy=policy.source,
        policy_version=policy.version,
        **found.run.identity,
    )


def examined_run(
    store: Store, conversation: str, *, policy: PolicyInForce, agent_id: str | None = None
) -> ExaminedRun:
    """Return the operations of a run, examined. Raises: `NotFound`, `AmbiguousId`."""
    run = run_as_of(store, conversation)
    asked = {
        # A record that names an id which fits several runs is shown with each of them.
        "runs": [run.conversation_key, f"told:{run.conversation_id}"],
        "agent_id": agent_id,
        "tools": sorted(COMMAND_TOOLS | WRITE_TOOLS),
        "limit": MOST_EXAMINED,
    }
    rows = store.rows("operations_of_run", asked)
    directory = store.rows("directory_of_run", {"conversation_key": run.conversation_key})
    items = [one for row in rows for one in examined(row, run.conversation_id, policy)]
    total = rows[0]["total"] if rows else 0
    return ExaminedRun(run, items, len(rows), total, directory[0]["directory"] if directory else None)


def shown_operation(one: Examined) -> RunOperation:
    """Return an examined operation as it is listed."""
    row, check = one.row, one.check
    return RunOperation(
        operation_id=one.operation_id,
        is_derived=row["is_derived"],
        agent_id=row["agent_id"],
        task_id=row["task_id"],
        occurred_at=row["occurred_at"],
        operation=one.operation,
        target=one.target[:LONGEST_TARGET_SHOWN],
        tool=row["tool"],
        working_directory=one.around.working_directory,
        workspace=one.around.workspaces[0] if one.around.workspaces else None,
        approved_by=row["approved_by"],
        result=one.result,
        duration_ms=row["duration_ms"],
        origin=row["origin"],
        verdict=check.verdict,
        rule=check.rule,
        why=check.why,
        zone=check.zone,
        capability=check.capability,
        is_dangerous=check.is_dangerous,
        level_called_for=check.level_called_for,
        files=tuple(dict.fromkeys(one.files))[:_MOST_FILES],
        event_id=row["event_id"],
    )
