"""What the calls do that tell of workspaces."""

from __future__ import annotations

from dashboard.faces.caller import Caller
from dashboard.policy_in_force import worktree_patterns
from data_access.contracts.common import Listing
from data_access.contracts.workspaces import (
    StoredWorkspaceListing,
    StoredWorkspacesQuery,
    WorkspaceResult,
    WorkspaceResultsQuery,
)
from data_access.reading.stored_workspaces import stored_workspaces
from data_access.reading.workspace_results import workspace_results


def list_workspaces(caller: Caller, query: StoredWorkspacesQuery) -> StoredWorkspaceListing:
    """List workspaces as they stood when somebody looked last."""
    patterns = worktree_patterns(caller.desk.settings)
    return stored_workspaces(caller.store, patterns=patterns, **query.model_dump())


def list_workspace_results(caller: Caller, query: WorkspaceResultsQuery) -> Listing[WorkspaceResult]:
    """List results that name where they were worked out."""
    return workspace_results(caller.store, limit=query.limit)
