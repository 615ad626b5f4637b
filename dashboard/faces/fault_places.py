"""Finds where in a request something is wrong: the path as its author reads it, and the contract there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, get_args

from data_access.contracts.common import Contract

LONGEST = 100


class Place(NamedTuple):
    """A field of a request, however deep."""

    path: str
    """For example `findings[2].evidence_ids`."""
    field: str
    """Its name in the contract that has it, or that should have it."""
    owner: type[Contract]
    """The contract in which it stands."""
    inside: type[Contract] | None
    """The contract of the field itself, where it has one and no other."""


def place_of(contract: type[Contract], location: Sequence[str | int]) -> Place:
    """Follow the location that a validation told into `contract`; tags of unions are no part of the path."""
    path, field, owner = "", "request", contract
    inside: tuple[type[Contract], ...] = (contract,)
    for part in location:
        if isinstance(part, int):
            path += f"[{part}]"
            continue
        tagged = [one for one in inside if len(inside) > 1 and _tag(one) == part]
        if tagged:
            inside = (tagged[0],)
            continue
        path, field, owner = f"{path}.{part}".lstrip("."), part, inside[0]
        inside = tuple(_contracts_in(_annotation(owner, part))) or (owner,)
    own = inside[0] if len(inside) == 1 and inside[0] is not owner else None
    return Place(path[:LONGEST] or "request", field, owner, own)


def _annotation(owner: type[Contract], name: str) -> Any:
    for own, field in owner.model_fields.items():
        if name in (own, field.alias):
            return field.annotation
    return None


def _contracts_in(annotation: Any) -> Iterator[type[Contract]]:
    if isinstance(annotation, type) and issubclass(annotation, Contract):
        yield annotation
        return
    for one in get_args(annotation):
        yield from _contracts_in(one)


def _tag(contract: type[Contract]) -> object:
    field = contract.model_fields.get("kind")
    return None if field is None else next(iter(get_args(field.annotation)), None)
