"""What a person has begun to write and not sent: theirs alone, kept until it is sent or discarded."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from data_access.contracts.common import Contract, UtcTime
from data_access.contracts.given_values import Name

DraftValue = Annotated[str, Field(max_length=20_000)] | bool | int | float | None
"""What stands in a field; nothing (null or no characters) takes the field out."""


class KeepDraftCall(Contract):
    """A field as it stands now."""

    form: Name
    """What is written, for example `answer:T-1:Q-1`; a person has one draft of each."""
    request_id: Name
    """The id of the write that this becomes. A draft that was begun before, in another tab, keeps its own."""
    task_id: Name | None = None
    """The case it belongs to; the draft goes when that is removed."""
    field: Name
    """Which field of the form."""
    value: DraftValue
    """What stands in it."""


class KeptDraft(Contract):
    """A draft as it is kept."""

    form: str
    request_id: str
    """The id of the write it becomes; the same in every tab."""
    task_id: str | None
    field_values: dict[str, DraftValue]
    """What stands in its fields, secrets masked; fields without anything are absent."""
    begun_at: UtcTime
    kept_at: UtcTime
    """When it was last changed."""
    sent_at: UtcTime | None
    """When the write was stored that it became; null while it was not."""
