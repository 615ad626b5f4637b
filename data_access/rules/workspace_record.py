"""A workspace as a line of a file: how it is written, and what of a line becomes a row.

A record holds only what git said. What follows from it, above all commands to paste, is worked out by whoever
shows it: a file from elsewhere must not be able to put a command before a person.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from data_access.contracts.rows import WorkspaceRow
from data_access.rules.identity import conversation_key, digest

if TYPE_CHECKING:
    from data_access.contracts.workspaces import ObservedWorkspace

WORKSPACE_SCHEMA = "caseboard.workspace@1"
FORMAT_NAME = "workspaces"
_FAULTS_NAMED = 3


class WorkspaceRecordInvalid(ValueError):
    """A line is no workspace that this release reads; its text says why."""


def is_workspace_record(value: object) -> bool:
    """Tell whether a JSON value says that it is a workspace."""
    return isinstance(value, dict) and value.get("workspace") == WORKSPACE_SCHEMA


def workspace_line(one: ObservedWorkspace, machine: str) -> str:
    """Return a workspace as one line of JSON, without a newline."""
    from data_access.contracts.workspaces import ObservedWorkspace, WorkspaceRecord

    told = {name: getattr(one, name) for name in ObservedWorkspace.model_fields}
    return WorkspaceRecord(workspace=WORKSPACE_SCHEMA, machine=machine, **told).model_dump_json()


def workspace_row(value: Mapping[str, Any], *, file_id: int, line: int) -> WorkspaceRow:
    """Return the row of a record. Raises: `WorkspaceRecordInvalid`."""
    from pydantic import ValidationError

    from data_access.contracts.workspaces import WorkspaceRecord

    if not is_workspace_record(value):
        raise WorkspaceRecordInvalid(f"it is no workspace ({WORKSPACE_SCHEMA})")
    try:
        record = WorkspaceRecord.model_validate(value)
    except ValidationError as error:
        faults = error.errors(include_url=False, include_input=False)
        told = "; ".join(f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in faults[:_FAULTS_NAMED])
        raise WorkspaceRecordInvalid(told) from error
    told = record.model_dump_json(exclude={"workspace", "machine"})
    return WorkspaceRow(
        conversation_key=repository_key(record.machine, record.repository),
        observation_id=digest(record.machine, told),
        machine=record.machine,
        repository=record.repository,
        observed_at=record.as_of,
        told=told,
        file_id=file_id,
        line=line,
    )


def repository_key(machine: str, repository: str) -> str:
    """Return the desk's key of a repository: its folder on its machine."""
    return conversation_key(FORMAT_NAME, f"{machine}\n{repository}")
