"""The change log as it is read: who wrote what to the desk, from which value to which."""

from __future__ import annotations

from pydantic import Field, JsonValue

from data_access.contracts.common import Contract, Listing, UtcTime
from data_access.contracts.given_values import GivenTime
from data_access.contracts.principal import Face, PrincipalKind
from data_access.contracts.queries import PageQuery, Text


class ChangesQuery(PageQuery):
    """Which changes to list."""

    principal_id: Text | None = None
    """Only changes by this principal."""
    principal_kind: PrincipalKind | None = None
    """Only changes by persons, agents, the desk itself or imports."""
    face: Face | None = None
    """Only changes that were made through this."""
    action: Text | None = None
    """Only changes of this kind, for example `publish_task_report`."""
    subject_kind: Text | None = None
    """Only changes of such things, for example `question` or `token`."""
    task_id: Text | None = None
    """Only changes of this case and of what belongs to it."""
    since: GivenTime | None = None
    """Only changes from this moment on."""
    until: GivenTime | None = None
    """Only changes before this moment."""
    q: Text | None = None
    """Only changes with this text in the name, the action, the id of the subject, or the values, in capitals
    or not."""
    newest_first: bool = True
    """The latest change first; else the first one."""


class ChangeQuery(Contract):
    """Which change is meant."""

    audit_id: int = Field(ge=1, lt=2**63)
    """Number of the change."""


class Change(Contract):
    """One row of the change log. Rows are never altered or removed."""

    audit_id: int
    """Number of the change; they count up in the order in which changes were made."""
    recorded_at: UtcTime
    principal_kind: PrincipalKind
    principal_id: str
    principal_name: str
    """As they were called then."""
    is_verified: bool
    """True when the desk had checked who that was."""
    face: Face
    """Through what they spoke to the desk."""
    action: str
    """The call, or what happened by itself."""
    subject_kind: str
    subject_id: str | None
    """What was changed; of a record of a case the case and the record, `T-1/Q-2`."""
    task_id: str | None
    """The case that was changed, or that the changed record belongs to."""
    case_title: str | None
    """Its title as it is now; null where the case is no longer there."""
    old_value: JsonValue
    """What it was before, as far as the change tells; null where it tells nothing."""
    new_value: JsonValue
    """What it is since, or what the change came to."""


class ChangeLog(Listing[Change]):
    """A page of the change log."""

    withheld: tuple[str, ...]
    """Subject kinds of which nothing is told here, because only whoever looks after the desk (`operate`) may
    read them; they are in no count."""


class ChangeOption(Contract):
    """One value that the change log can be filtered by."""

    value: str
    label: str | None
    """A name for people, where there is one."""
    changes: int
    """How many changes have it."""


class ChangeFilterOptions(Contract):
    """What the change log can be filtered by, the most frequent first; at most 200 of each."""

    principals: tuple[ChangeOption, ...]
    principal_kinds: tuple[ChangeOption, ...]
    faces: tuple[ChangeOption, ...]
    actions: tuple[ChangeOption, ...]
    subject_kinds: tuple[ChangeOption, ...]
