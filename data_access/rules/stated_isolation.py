"""What the source of a run states of isolation in its own words, brought to those of the desk.

A word that is not one of the desk's says nothing here; the source's own stays in its record.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, get_args

from data_access.contracts.isolation import (
    CleanupPolicy,
    CleanupStatus,
    IsolatedWorkspace,
    IsolationMode,
    IsolationRequest,
    IsolationResult,
    SessionIsolation,
    WorkspaceStrategy,
)

_LONGEST_NAME = 300
_LONGEST_BRANCH = 1024
_LONGEST_PATH = 4096
_LONGEST_PROSE = 2000
_MOST_RETURNED = 100


class StatedSession(NamedTuple):
    """How apart a session is by its own snapshots."""

    isolation: SessionIsolation
    branch: str | None
    cleanup_status: CleanupStatus | None


def stated_session(told: Mapping[str, Any], metadata: Any) -> StatedSession | None:
    """Return what snapshots say of their session, `metadata` decoded; None where they name no known mode."""
    mode = told["isolation_mode"]
    if mode not in get_args(IsolationMode):
        return None
    more = metadata if isinstance(metadata, dict) else {}
    inherited, count = more.get("history_inherited"), more.get("messages_inherited")
    cleanup, branch = more.get("cleanup_status"), as_name(more.get("branch"), _LONGEST_BRANCH)
    return StatedSession(
        isolation=SessionIsolation(
            isolation_mode=mode,
            isolation_id=as_name(told["isolation_id"]),
            isolation_parent_conversation_id=as_name(told["isolation_parent_conversation_id"]),
            isolation_workspace_path=as_path(told["isolation_workspace_path"]),
            messages_inherited=count if type(count) is int and 0 <= count < 2**63 else None,
            history_inherited=inherited if isinstance(inherited, bool) else None,
            returned=_names(more.get("returned")),
        ),
        branch=branch,
        cleanup_status=cleanup if cleanup in get_args(CleanupStatus) else None,
    )


def stated_request(told: Any, task_id: str | None, goal: str | None) -> IsolationRequest | None:
    """Return how a task was to be kept apart by its source, `told` decoded; None without a known mode.

    What it leaves open is as the isolation API has it: an own workspace, nothing merged back, cleaned up on
    success.
    """
    if not isinstance(told, dict) or told.get("isolation_mode") not in get_args(IsolationMode):
        return None
    strategy, cleanup = told.get("workspace_strategy"), told.get("cleanup_policy")
    given: dict[str, Any] = {}
    if strategy in get_args(WorkspaceStrategy):
        given["workspace_strategy"] = strategy
    if cleanup in get_args(CleanupPolicy):
        given["cleanup_policy"] = cleanup
    return IsolationRequest(
        task_id=as_name(task_id) or "?",
        goal=as_name(goal, _LONGEST_PROSE) or "?",
        isolation_mode=told["isolation_mode"],
        allow_merge_back=told.get("allow_merge_back") is True,
        **given,
    )


def stated_result(
    told: Mapping[str, Any],
    isolation: Any,
    modified_files: Any,
    *,
    seen_mode: IsolationMode | None,
    seen_path: str | None,
) -> IsolationResult | None:
    """Return what came of a task by its source, `isolation` and `modified_files` decoded.

    None where it does not say how apart it was, and it was not seen otherwise (`seen_mode`) either.
    """
    if not isinstance(isolation, dict) or isolation.get("mode") not in get_args(IsolationMode):
        if seen_mode is None:
            return None
        isolation = {"mode": seen_mode, "workspace_path": seen_path}
    cleanup = isolation.get("cleanup_status")
    return IsolationResult(
        task_id=as_name(told["task_id"]) or "?",
        status=as_name(told["status"]) or "?",
        isolation=IsolatedWorkspace(
            mode=isolation["mode"],
            workspace_path=as_path(isolation.get("workspace_path")),
            branch=as_name(isolation.get("branch"), _LONGEST_BRANCH),
            cleanup_status=cleanup if cleanup in get_args(CleanupStatus) else None,
        ),
        summary=as_name(told["summary"], _LONGEST_PROSE),
        modified_files=tuple(filter(as_path, modified_files)) if isinstance(modified_files, list) else None,
        git_diff_summary=as_name(told["git_diff_summary"], _LONGEST_PROSE),
        task_result=as_name(told["output"], _LONGEST_PROSE),
    )


def _names(value: object) -> tuple[str, ...] | None:
    if not isinstance(value, list):
        return None
    return tuple(filter(None, map(as_name, value[:_MOST_RETURNED])))


def as_name(value: object, longest: int = _LONGEST_NAME) -> str | None:
    """Return a name of a source as the contracts take it: in bounds; null where it is blank."""
    return value.strip()[:longest].strip() or None if isinstance(value, str) else None


def as_path(value: object) -> str | None:
    """Return a path of a source; null where it is blank, or longer than any path."""
    return value if isinstance(value, str) and value.strip() and len(value) <= _LONGEST_PATH else None
