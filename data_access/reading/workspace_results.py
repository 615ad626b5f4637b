"""Results that name where they were worked out: what joins worktrees with the records of the desk."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, get_args

from data_access.contracts.common import Listing
from data_access.contracts.isolation import CleanupStatus
from data_access.contracts.workspaces import WorkspaceResult
from data_access.store.connection import Store

MOST = 10_000


def workspace_results(store: Store, *, limit: int = MOST) -> Listing[WorkspaceResult]:
    """List the newest result of each task that names a folder or a branch, the newest first."""
    rows = store.rows("workspace_results", {"limit": limit})
    total = rows[0]["total"] if rows else 0
    return Listing[WorkspaceResult](
        as_of=datetime.now(UTC),
        basis="mixed",
        items=tuple(map(_result, rows)),
        total=total,
        truncated=len(rows) < total,
    )


def _result(row: Mapping[str, Any]) -> WorkspaceResult:
    told = {name: row[name] for name in WorkspaceResult.model_fields}
    if told["cleanup_status"] not in get_args(CleanupStatus):
        told["cleanup_status"] = None  # a word of its own runtime, kept in the result as it stands
    return WorkspaceResult(**told)
