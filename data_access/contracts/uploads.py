"""Logs that another machine sends: offered by their size and hash, received in parts, then imported."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from data_access.contracts.common import Contract

PART_BYTES = 4 * 2**20
"""Largest part of a log, in bytes before it is written as base64."""
Name = Annotated[str, Field(min_length=1, max_length=200)]
Hash = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class SendingMachine(Contract):
    """Whose logs are meant."""

    machine: Name
    """Name of the machine they lie on."""
    person: Name | None = None
    """For whom the runs in them ran."""


class LogPlace(SendingMachine):
    """Which log of which machine is meant."""

    path: Annotated[str, Field(min_length=1, max_length=4000)]
    """Path below the folder that was named, its own name first, parted by slashes."""


class LogOffer(LogPlace):
    """Ask how much of a log the desk has."""

    size_bytes: int = Field(ge=0, lt=2**50)
    content_hash: Hash
    """SHA-256 of the whole log."""


class LogPart(LogOffer):
    """Send the next part of a log."""

    offset: int = Field(ge=0, lt=2**50)
    """Where the part begins; 0 begins anew."""
    content: Annotated[str, Field(max_length=PART_BYTES * 4 // 3 + 8)]
    """The bytes as base64."""


class LogStanding(Contract):
    """What the desk has of a log."""

    have_bytes: int
    """Send the next part from here, if what the desk has is the beginning of the log."""
    have_hash: Hash
    """SHA-256 of what it has."""
    is_whole: bool
    """True when it has all of it."""
