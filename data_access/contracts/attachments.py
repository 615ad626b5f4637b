"""Files that people give with a fact: what may be given, what a photo tells, what the desk keeps of it."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from data_access.contracts.case_calls import AttachmentHash, TaskWrite
from data_access.contracts.case_receipts import CaseReceipt
from data_access.contracts.common import Contract, UtcTime
from data_access.contracts.given_values import Name

LARGEST_FILE = 20 * 2**20
"""Bytes of a file."""


class AddAttachmentCall(TaskWrite):
    """A photo or another file, to be stated with a fact."""

    name: Name
    """Name of the file with its ending, as people shall read it; it is never used as a path."""
    content: Annotated[str, Field(max_length=LARGEST_FILE * 4 // 3 + 8)]
    """The bytes as base64, at most 20 MB of them."""


class AttachmentNamed(Contract):
    """Which file of which case is meant."""

    task_id: Name
    """The case."""
    attachment_hash: AttachmentHash
    """The file, as `add_attachment` or the fact gave it."""


class PhotoTold(Contract):
    """What a photo told of itself before that was taken out: an offer, which a person takes or leaves."""

    taken_at: UtcTime | None = None
    """When it was taken, where the camera knew its zone."""
    taken_local: str | None = None
    """When by the clock of the camera, `2026-05-01T10:00:00`, where it did not."""
    latitude: float | None = None
    """Degrees (WGS 84), north positive."""
    longitude: float | None = None
    """Degrees (WGS 84), east positive."""


class Attachment(Contract):
    """A file of a case."""

    attachment_hash: str
    """SHA-256 of what the desk keeps."""
    name: str
    """As it was first given; a fact tells its own."""
    media_type: str
    """What it is by its content. Only a picture is ever shown; anything else is offered for saving."""
    size_bytes: int
    given_hash: str
    """SHA-256 of the file as it was given. A photo is kept written anew, without what it told of itself."""
    given_bytes: int
    width: int | None
    """Pixels, of a picture."""
    height: int | None
    thumbnail_hash: str | None
    """The small picture of it."""
    person: str
    """Who gave it."""
    added_at: UtcTime
    is_here: bool
    """False where this desk knows of it and does not have it: the case came without its files."""


class AttachmentContent(Contract):
    """A file with its bytes."""

    attachment: Attachment
    content: bytes


class AttachmentReceipt(CaseReceipt):
    """The file is kept; state the fact with its `attachment_hash`, else it is dropped after a day."""

    attachment_hash: str
    name: str
    media_type: str
    size_bytes: int
    given_hash: str
    width: int | None
    height: int | None
    photo_told: PhotoTold
    """What the photo told of itself; nothing of it is kept. Give it with the fact where it is true."""
