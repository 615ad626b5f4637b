"""What runtimes published of the runs of a case, and what git said of its repositories, as bundles carry it.

The fields and their bounds are those of the calls that publish them, but for `of_task`: in a bundle `task_id`
names the case.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from data_access.contracts.case_bundle import BUNDLE_RECORDS, BundleRecord, Line
from data_access.contracts.given_values import ClockTime, GivenJson, GivenTime, Name, PlainId, Prose
from data_access.contracts.isolation import (
    CleanupPolicy,
    CleanupStatus,
    FilePaths,
    GitName,
    IsolationMode,
    WorkspacePath,
    WorkspaceStrategy,
)
from data_access.contracts.operations import (
    ApprovedBy,
    OperationKind,
    OperationResult,
    PathText,
    ResourceAmount,
    Target,
)
from data_access.contracts.workspaces import WorkspaceRecord

Evidence = Annotated[tuple[GivenJson, ...], Field(max_length=1000)]


class BundledWork(BundleRecord):
    """What every record of a runtime has."""

    key = ("conversation", "principal_id", "request_id", "recorded_at")

    conversation: PlainId
    """The run, by its native id or its key, as the runtime named it."""
    agent_id: PlainId | None = None
    recorded_at: GivenTime
    principal_id: Line
    request_id: Line
    """Under which it was published; two records of one runtime never share it."""
    record_hash: Line | None = None
    """SHA-256 of what the record says; checked, and made where it is absent."""


class BundleIsolationRequest(BundledWork):
    """How a task was to be kept apart."""

    kind = "isolation_request"
    table = "isolation_request"

    of_task: PlainId
    """The task of the runtime."""
    goal: Prose
    isolation_mode: IsolationMode
    workspace_strategy: WorkspaceStrategy
    allow_merge_back: bool
    cleanup_policy: CleanupPolicy


class BundleIsolationResult(BundledWork):
    """What came out of a task that was kept apart."""

    kind = "isolation_result"
    table = "isolation_result"
    json_fields = frozenset({"evidence", "modified_files", "task_result", "verification_evidence"})

    of_task: PlainId
    """The task of the runtime."""
    status: Name
    isolation_mode: IsolationMode
    workspace_path: WorkspacePath | None = None
    branch: GitName | None = None
    cleanup_status: CleanupStatus | None = None
    evidence: Evidence = ()
    summary: Prose | None = None
    modified_files: FilePaths | None = None
    """Absent where the runtime does not say; empty where it says that there are none."""
    git_diff_summary: Prose | None = None
    task_result: GivenJson = None
    verification_evidence: Evidence = ()


class BundleAgentOperation(BundledWork):
    """An operation of an agent; what the policy says of it is read and never travels."""

    kind = "agent_operation"
    table = "agent_operation"

    of_task: PlainId | None = None
    """The task of the runtime."""
    occurred_at: ClockTime
    operation: OperationKind
    target: Target
    approved_by: ApprovedBy
    result: OperationResult
    working_directory: PathText | None = None
    workspace: PathText | None = None
    checksum: Name | None = None


class BundleResourceSample(BundledWork):
    """What an agent used at one moment; absent is "not measured"."""

    kind = "resource_sample"
    table = "resource_sample"

    sampled_at: ClockTime
    disk_bytes: ResourceAmount | None = None
    command_seconds: Annotated[float, Field(ge=0, allow_inf_nan=False)] | None = None
    memory_bytes: ResourceAmount | None = None
    network_bytes_per_second: ResourceAmount | None = None


class BundleLook(BundleRecord):
    """A worktree or a branch as the newest look at a repository of the case found it."""

    kind = "workspace"
    table = "workspace_observation"
    key = ("told",)
    json_fields = frozenset({"told"})

    told: WorkspaceRecord
    """One line of what `caseboard workspaces --save` writes."""


WORK_RECORDS: tuple[type[BundledWork], ...] = (
    BundleIsolationRequest,
    BundleIsolationResult,
    BundleAgentOperation,
    BundleResourceSample,
)
"""Records of runtimes, in the order in which an export writes them."""
EVERY_RECORD: tuple[type[BundleRecord], ...] = (*BUNDLE_RECORDS, *WORK_RECORDS, BundleLook)
"""Every kind of record that a bundle may hold."""
