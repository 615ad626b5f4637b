"""What a receiver is handed and what it answers: plain tuples, handed from thread to thread."""

from __future__ import annotations

from typing import NamedTuple

from data_access.contracts.principal import Face, Principal


class SpanDelivery(NamedTuple):
    """One request with spans, unpacked and not yet decoded."""

    body: bytes
    is_json: bool
    """Otherwise protobuf."""
    principal: Principal
    face: Face


class SpanReceipt(NamedTuple):
    """What became of a delivery: everything that is not rejected is stored, now or before."""

    spans: int
    rejected: int
    why: str
    """Why the first rejected one was; empty when none was."""
