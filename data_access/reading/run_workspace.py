"""All of how a run was kept apart at once: its operations are examined only one time for it."""

from __future__ import annotations

from data_access.contracts.operations import PolicyInForce
from data_access.contracts.policy import Verdict
from data_access.contracts.run_operations import RunOperations, RunWorkspace
from data_access.reading.run_isolation import isolation_of
from data_access.reading.run_operations import ExaminedRun, examined_run, shown_operation
from data_access.reading.written_files import files_of
from data_access.store.connection import Store

GRAVEST: tuple[Verdict, ...] = ("denied", "unknown", "needs_approval", "allowed")
"""What the rules say of operations, what asks most for a look first."""


def run_workspace(
    store: Store,
    conversation: str,
    *,
    policy: PolicyInForce,
    agent_id: str | None = None,
    shared_only: bool = False,
    cursor: str | None = None,
    limit: int = 100,
    operations: int = 12,
) -> RunWorkspace:
    """Say how the work of a run was kept apart, which files its agents wrote, and in short what they did.

    `agent_id`, `shared_only`, `cursor` and `limit` are those of the files; `operations` are at most so many,
    of that agent, what the rules do not simply allow first.
    Raises: `NotFound`, `AmbiguousId`, `InvalidInput`.
    """
    found = examined_run(store, conversation, policy=policy)
    return RunWorkspace(
        isolation=isolation_of(store, found, policy),
        files=files_of(store, found, agent_id=agent_id, shared_only=shared_only, cursor=cursor, limit=limit),
        operations=_gravest(found, policy, agent_id, operations),
    )


def _gravest(found: ExaminedRun, policy: PolicyInForce, agent_id: str | None, limit: int) -> RunOperations:
    asked = [one for one in found.items if agent_id in (None, one.row["agent_id"])]
    first = sorted(asked, key=lambda one: GRAVEST.index(one.check.verdict))[:limit]
    return RunOperations(
        as_of=found.run.as_of,
        basis=found.run.basis,
        items=tuple(map(shown_operation, first)),
        total=len(asked),
        truncated=len(asked) > len(first) or found.looked_at < found.total,
        examined=found.looked_at,
        policy=policy.source,
        policy_version=policy.version,
        **found.run.identity,
    )
