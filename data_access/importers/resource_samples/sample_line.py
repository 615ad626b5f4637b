"""One resource sample as a line of a file: how its fields may be spelled, and what of it becomes a row.

A sample is what the call `record_resource_sample` takes; here it may also use the spellings of runtimes that
write `sessionId` and a number of milliseconds. Whatever does not hold to the contract is refused whole, with
the reason: half a sample would look like one that measured less.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from data_access.contracts.rows import ResourceSampleRow
from data_access.importers.json_text import canonical
from data_access.importers.loose_values import clock_time, moment
from data_access.rules.identity import conversation_key, digest

FORMAT_NAME = "resource_samples"
SPELLINGS: dict[str, tuple[str, ...]] = {
    "conversation_id": ("conversation_id", "conversationId", "conversation", "session_id", "sessionId"),
    "sampled_at": ("sampled_at", "sampledAt", "timestamp"),
    "agent_id": ("agent_id", "agentId"),
    "disk_bytes": ("disk_bytes", "diskBytes"),
    "command_seconds": ("command_seconds", "commandSeconds"),
    "memory_bytes": ("memory_bytes", "memoryBytes"),
    "network_bytes_per_second": ("network_bytes_per_second", "networkBytesPerSecond"),
}
"""Each field of a sample with the names it may have, the first that a line has counts."""
MEASURES = ("disk_bytes", "command_seconds", "memory_bytes", "network_bytes_per_second")
_FAULTS_NAMED = 3


class SampleInvalid(ValueError):
    """A line is no sample that this release reads; its text says why."""


class _Spelled(NamedTuple):
    """The fields of a sample by their own names, and everything else that the line says."""

    fields: dict[str, Any]
    rest: dict[str, Any]


def is_sample(value: object) -> bool:
    """Tell whether a JSON value says of a session and a moment how much was used, and is no event."""
    if not isinstance(value, dict) or "event_type" in value or "captured_at" in value:
        return False
    fields = _spelled(value).fields
    return {"conversation_id", "sampled_at"} <= fields.keys() and not fields.keys().isdisjoint(MEASURES)


def sample_row(value: Mapping[str, Any], *, file_id: int, line: int) -> ResourceSampleRow:
    """Return the row of a line. Raises: `SampleInvalid`."""
    # Every import asks what a file looks like; the contract is loaded for such files only.
    from pydantic import ValidationError

    from data_access.contracts.operations import ResourceSample

    fields, rest = _spelled(value)
    at, is_naive = _moment(fields.get("sampled_at"))
    try:
        sample = ResourceSample.model_validate(fields | {"sampled_at": at})
    except ValidationError as error:
        faults = error.errors(include_url=False, include_input=False)
        told = "; ".join(f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in faults[:_FAULTS_NAMED])
        raise SampleInvalid(told) from error
    measured = [getattr(sample, name) for name in MEASURES]
    if all(amount is None for amount in measured):
        raise SampleInvalid(f"it measures nothing: give one of {', '.join(MEASURES)}")
    extra = canonical(rest) if rest else None
    return ResourceSampleRow(
        conversation_key=conversation_key(FORMAT_NAME, sample.conversation_id),
        observation_id=digest(sample.conversation_id, sample.sampled_at, sample.agent_id, *measured, extra),
        conversation=sample.conversation_id,
        sampled_at=sample.sampled_at,
        time_is_naive=is_naive,
        agent_id=sample.agent_id,
        disk_bytes=sample.disk_bytes,
        command_seconds=sample.command_seconds,
        memory_bytes=sample.memory_bytes,
        network_bytes_per_second=sample.network_bytes_per_second,
        extra=extra,
        file_id=file_id,
        line=line,
    )


def _spelled(value: Mapping[str, Any]) -> _Spelled:
    chosen = {
        name: next((spelling for spelling in spellings if value.get(spelling) is not None), None)
        for name, spellings in SPELLINGS.items()
    }
    fields = {name: value[spelling] for name, spelling in chosen.items() if spelling is not None}
    taken = set(chosen.values())
    empty = {spelling for spellings in SPELLINGS.values() for spelling in spellings}
    rest = {
        name: told
        for name, told in value.items()
        if name not in taken and not (name in empty and told is None)
    }
    return _Spelled(fields, rest)


def _moment(told: object) -> tuple[datetime, bool]:
    """Return the time in UTC and whether its zone had to be assumed; a number counts from 1970.

    Raises: `SampleInvalid`.
    """
    at, is_naive = moment(told) if isinstance(told, str) else (clock_time(told), False)
    if at is None:
        raise SampleInvalid("sampled_at: it is no time; write it like 2026-05-01T10:00:00Z")
    return at, is_naive
