"""Answers a call of the table, the same for every face: what was given becomes its contract, or is refused.

Whatever is wrong with what was given is said in the desk's own words, each with what to give instead.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Any, get_args

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from dashboard.faces.caller import Caller
from dashboard.faces.calls import Call
from dashboard.faces.fault_places import Place, place_of
from data_access.contracts.common import Contract
from data_access.contracts.field_texts import field_texts
from data_access.errors import InvalidInput, Problem, UnknownParameter

_FIXES = {
    "missing": "Give it; this call cannot do without.",
    "int_parsing": "Give a whole number.",
    "int_type": "Give a whole number.",
    "int_from_float": "Give a whole number.",
    "int_parsing_size": "Give a whole number below 2^63.",
    "datetime_type": "Give a time, for example 2026-05-01T10:00:00Z.",
    "bool_parsing": "Give true or false.",
    "bool_type": "Give true or false.",
    "string_type": "Give a text.",
    "string_too_short": "Give a text, or leave the parameter out.",
    "tuple_type": "Give a list.",
    "too_short": "Give at least one.",
    "too_long": "Give fewer.",
}


_OBJECT = ("model_type", "model_attributes_type")
_NO_OBJECT = "it should be a JSON object"
"""Of a value that is none where fields are needed; the library would name a class, which no caller knows."""


def answer(call: Call, given: Mapping[str, Any], caller: Caller) -> Contract:
    """Answer `call` with what was `given`. Raises: every `CaseboardError` of the call."""
    caller.principal.require(call.scope_for(caller.principal))
    return call.run(caller, query_of(call, given))


def query_of(call: Call, given: Mapping[str, Any]) -> Contract:
    """Return what was given as the contract of `call`. Raises: `InvalidInput`, `UnknownParameter`."""
    try:
        return call.takes.model_validate(given)
    except ValidationError as error:
        details = error.errors(include_url=False)
    unknown = [one for one in details if one["type"] == "extra_forbidden"]
    problems = tuple(_problem(call, one) for one in unknown or _deepest(details))
    names = ", ".join(dict.fromkeys(problem.where for problem in problems))
    if unknown:
        raise UnknownParameter(f"The call {call.name} has no parameter {names}.", problems=problems)
    raise InvalidInput(f"What was given to {call.name} cannot be used: {names}.", problems=problems)


def _deepest(details: list[ErrorDetails]) -> list[ErrorDetails]:
    """Leave out that a list is too short when that is so only because its items are wrong."""
    places = [one["loc"] for one in details]
    return [
        one
        for one in details
        if one["type"] != "too_short"
        or not any(place[: len(one["loc"])] == one["loc"] and place != one["loc"] for place in places)
    ]


def _problem(call: Call, detail: ErrorDetails) -> Problem:
    place = place_of(call.takes, detail["loc"])
    if detail["type"] == "extra_forbidden":
        is_outer = place.owner is call.takes
        around = place.path.rpartition(".")[0]
        why = "this call has no such parameter" if is_outer else f"{around} has no such field"
        return Problem(place.path, why, _meant(place))
    if detail["type"] == "union_tag_not_found":
        name = detail["ctx"]["discriminator"].strip("'")
        words = ", ".join(map(repr, _words_of(name, place.owner.model_fields[place.field].annotation)))
        return Problem(
            f"{place.path}.{name}", "it is missing, and says which fields there are", f"Give one of {words}."
        )
    return Problem(place.path, _why(detail), _fix(place, detail))


def _words_of(name: str, annotation: Any) -> list[str]:
    """Return the words that the field `name` has in the contracts which a value may be."""
    if isinstance(annotation, type) and issubclass(annotation, Contract):
        field = annotation.model_fields.get(name)
        return [str(word) for word in get_args(field.annotation)] if field else []
    return [word for inner in get_args(annotation) for word in _words_of(name, inner)]


def _why(detail: ErrorDetails) -> str:
    said = _NO_OBJECT if detail["type"] in _OBJECT else detail["msg"].removeprefix("Value error, ")
    said = said[0].lower() + said[1:]
    shown = str(detail["input"])
    return said if detail["type"] == "missing" or not shown.strip() or len(shown) > 80 else f"{shown}: {said}"


def _fix(place: Place, detail: ErrorDetails) -> str:
    context = detail.get("ctx", {})
    for expected in ("expected", "expected_tags"):
        if expected in context:
            return f"Give one of {context[expected]}."
    if detail["type"] in _OBJECT:
        return f"Give an object. {_fields_told(place.inside)}" if place.inside else "Give an object."
    if detail["type"] == "string_too_long":
        return f"Give at most {context['max_length']} characters."
    if detail["type"] in _FIXES:
        return _FIXES[detail["type"]]
    meant = field_texts(place.owner).get(place.field)
    return f"Meant is: {meant}" if meant else "See /api/docs."


def _meant(place: Place) -> str:
    meant = difflib.get_close_matches(place.field, _fields_of(place.owner), n=1)
    return f"Did you mean {meant[0]}?" if meant else _fields_told(place.owner)


def _fields_of(contract: type[Contract]) -> list[str]:
    return [field.alias or name for name, field in contract.model_fields.items()]


def _fields_told(contract: type[Contract]) -> str:
    known = _fields_of(contract)
    return f"It has {', '.join(known)}." if known else "It has none."
