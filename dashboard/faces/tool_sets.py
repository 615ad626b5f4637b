"""The tools that agents are offered: most are one call of the table, some gather calls that answer alike.

An agent reads every tool before it asks anything, so there are few. One that gathers takes `what`, the word
of the call meant, beside the parameters of that call; nothing of what the calls answer is lost or changed.
In the set of runtimes nothing is gathered: it is small, and read by programs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import orjson

from dashboard.faces.calls import CALLS, Call, ToolSet
from data_access.contracts.common import Contract
from data_access.errors import InvalidInput, Problem

WHAT = "what"
_NOISE = frozenset({"title", "discriminator", "minLength", "maxLength", "exclusiveMaximum"})
"""What of a schema no agent needs to read: the desk refuses what is too long, and says so."""
_TEACHES = {
    "look_into_run": "Look closer at one run, after read_run and read_transcript: where time and money went, "
    "what was checked, where a text or the next error stands, how it stood before. Or, of no run: what the "
    "policy of agents is, and what it would say of an operation.",
    "look_across_runs": "Look for patterns over many runs, or in one: what is slow, what fails, what "
    "repeats, what grows, what is dear, what went silent; or put two runs side by side. Every row names its "
    "run and event.",
    "review_case": "Read what a case cost, what each revision of its report changed, how two of them "
    "differ (as a file too), who signed them off, what people say about them, or the whole case as a bundle; "
    "reply to a message of theirs after you have read how the case stands. It changes nothing in the case.",
    "list_imports": "List what was imported with what became of the records; of one import its files or what "
    "could not be used; or who brought records.",
}


@dataclass(frozen=True)
class Tool:
    """One tool of MCP: the calls it answers, by the word that chooses among several."""

    name: str
    calls: Mapping[str, Call]

    @property
    def is_gathered(self) -> bool:
        """Whether `what` chooses among several calls."""
        return self.name in _TEACHES

    @property
    def teaches(self) -> str:
        """What it is for and when to use it."""
        return _TEACHES[self.name] if self.is_gathered else self._only.teaches

    @property
    def schema(self) -> dict[str, Any]:
        """The flat JSON schema of its arguments."""
        return _gathered_schema(self.calls) if self.is_gathered else input_schema(self._only.takes)

    @property
    def _only(self) -> Call:
        return next(iter(self.calls.values()))

    def chosen(self, given: Mapping[str, Any]) -> tuple[Call, dict[str, Any]]:
        """Return the call that is meant and what is left for it. Raises: `InvalidInput` for a bad `what`."""
        left = dict(given)
        if not self.is_gathered:
            return self._only, as_meant(self._only, left)
        word = left.pop(WHAT, None)
        if not isinstance(word, str) or word not in self.calls:
            why = "it is missing" if word is None else f"{str(word)[:80]} is not known"
            wrong = Problem(WHAT, why, f"Give one of {', '.join(self.calls)}.")
            raise InvalidInput(f"What was given to {self.name} cannot be used: {WHAT}.", problems=(wrong,))
        return self.calls[word], as_meant(self.calls[word], left)


@cache
def offered_in(tool_set: ToolSet) -> Mapping[str, Tool]:
    """Return the tools of a set by name, in the order of the table."""
    found: dict[str, dict[str, Call]] = {}
    for call in CALLS:
        if tool_set in call.tools:
            gathered = None if tool_set == "runtime" else call.gathered
            name, word = gathered or (call.name, call.name)
            found.setdefault(name, {})[word] = call
    return {name: Tool(name, calls) for name, calls in found.items()}


def as_meant(call: Call, given: Mapping[str, Any]) -> dict[str, Any]:
    """Read lists and objects that a client wrote as text: models do that, and no such field is a text."""
    return {name: _decoded(value) if _is_nested(call, name) else value for name, value in given.items()}


@cache
def _is_nested(call: Call, name: str) -> bool:
    field = input_schema(call.takes)["properties"].get(name, {})
    choices = [field]
    for one in choices:
        choices += [*one.get("anyOf", ()), *one.get("oneOf", ())]
    kinds = {kind for one in choices for kind in _listed(one.get("type"))}
    return "string" not in kinds and bool(kinds & {"array", "object"})


def _listed(kind: Any) -> list[Any]:
    return kind if isinstance(kind, list) else [kind]


def _decoded(value: Any) -> Any:
    if not isinstance(value, str) or value[:1] not in ("[", "{"):
        return value
    try:
        return orjson.loads(value)
    except orjson.JSONDecodeError:
        return value


def input_schema(takes: type[Contract]) -> dict[str, Any]:
    """Return the JSON schema of a tool's arguments, whole in itself: no references, no titles."""
    schema = takes.model_json_schema()
    parts = schema.pop("$defs", {})
    schema.pop("description", None)
    told: dict[str, Any] = _in_place(schema, parts)
    return {"type": "object", "properties": {}} | told


def _in_place(schema: Any, parts: dict[str, Any]) -> Any:
    """Put what is referred to where it is referred to: many clients follow no reference."""
    if isinstance(schema, list):
        return [_in_place(one, parts) for one in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        own = {name: value for name, value in schema.items() if name != "$ref"}
        return _in_place(parts[schema["$ref"].rpartition("/")[2]] | own, parts)
    kept = _without_noise(schema)
    if isinstance(schema.get("properties"), dict):
        kept["properties"] = {name: _in_place(one, parts) for name, one in schema["properties"].items()}
        return {name: one if name == "properties" else _in_place(one, parts) for name, one in kept.items()}
    return {name: _in_place(one, parts) for name, one in kept.items()}


def _without_noise(schema: dict[str, Any]) -> dict[str, Any]:
    """Say the same in fewer words: every agent reads every schema, and most parameters may be null."""
    kept = {name: value for name, value in schema.items() if name not in _NOISE}
    choices = [one for one in schema.get("anyOf", ()) if one != {"type": "null"}]
    if len(choices) == 1 and len(schema["anyOf"]) == 2 and isinstance(choices[0].get("type"), str):
        kept.pop("anyOf")
        kept = choices[0] | kept | {"type": [choices[0]["type"], "null"]}
        if "enum" in kept:
            kept["enum"] = [*kept["enum"], None]
        kept = {name: value for name, value in kept.items() if name not in _NOISE}
    if kept.get("default", 0) is None:
        kept.pop("default")
    return kept


def _gathered_schema(calls: Mapping[str, Call]) -> dict[str, Any]:
    """Join the parameters of several calls; those that not every call has, or needs, say whose they are."""
    told = "; ".join(f"`{word}`: {call.teaches.split('. ')[0].rstrip('.')}" for word, call in calls.items())
    joined: dict[str, Any] = {WHAT: {"type": "string", "enum": list(calls), "description": f"{told}."}}
    schemas = {word: input_schema(call.takes) for word, call in calls.items()}
    takers: dict[str, list[str]] = {}
    for word, schema in schemas.items():
        for name, field in schema["properties"].items():
            takers.setdefault(name, []).append(word)
            joined.setdefault(name, dict(field))
    needed = {name: [word for word in words if name in schemas[word].get("required", ())]
              for name, words in takers.items()}  # fmt: skip
    for name, words in takers.items():
        joined[name]["description"] += _whose(words, needed[name], len(calls))
    everywhere = [name for name, words in needed.items() if len(words) == len(calls)]
    return {
        "type": "object",
        "properties": joined,
        "required": [WHAT, *everywhere],
        "additionalProperties": False,
    }


def _whose(words: list[str], needed: list[str], calls: int) -> str:
    """Say which calls have a parameter, and which cannot do without, where that is not all of them."""
    told = "" if len(words) == calls else f" Only for {', '.join(words)}."
    return told + (f" Needed for {', '.join(needed)}." if needed and len(needed) < calls else "")
