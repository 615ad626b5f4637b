"""Whose a trajectory is: the run it belongs to, the agent it is of, and what makes two steps the same one.

`session_id` names a run and not a document: parts, sub-agents and siblings may share it. Before 1.7 it was
all there is; then `trajectory_id` names the document. A harness that splits a run writes the part into the
session id (`<session>-cont-2`), and so it does with the sub-agents that sum up the context
(`<session>-summarization-1-summary`); both stay one run. What the document does not say is not guessed from
its place on disk, so that a copy of it anywhere is the same trajectory.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import orjson

from data_access.importers.loose_values import Json, mapping, moment, native_id, sequence, text
from data_access.rules.identity import digest

FORMAT_NAME = "atif"
NAMELESS = "agent"

_PART = re.compile(r"(.+?)-cont-([0-9]{1,4})")
_SUMMARISING = re.compile(r"(.+)-summarization-[0-9]+-[a-z]+")
_PLACEHOLDER = re.compile(r"[A-Z]+(?:_[A-Z]+)+")
_RANDOM = re.compile(r"[A-Za-z0-9]{16,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_LETTERS_AND_DIGITS = re.compile(r"[0-9].*[A-Za-z]|[A-Za-z].*[0-9]")


class Whose(NamedTuple):
    """What a trajectory says of itself."""

    run_id: str
    agent_id: str
    part: int
    """0 for the first or only part of a run that is written in several."""
    summarises: str | None
    """The agent whose context this one sums up."""


class Session(NamedTuple):
    """A session id taken apart."""

    run_id: str
    part: int
    is_summarising: bool


def named(value: object) -> str | None:
    """Return an id that names something; `NORMALIZED_SESSION_ID` and its like stand for an id left out."""
    name = native_id(value)
    return None if name is None or _PLACEHOLDER.fullmatch(name) else name


def session_of(value: object) -> Session | None:
    """Return the run and the part that a session id names."""
    name = named(value)
    if name is None:
        return None
    summarising = _SUMMARISING.fullmatch(name)
    base = summarising[1] if summarising else name
    part = _PART.fullmatch(base)
    return Session(part[1] if part else base, int(part[2]) if part else 0, summarising is not None)


def whose(value: Json) -> Whose:
    """Return the run and the agent of a document that stands alone."""
    session, trajectory_id = session_of(value.get("session_id")), named(value.get("trajectory_id"))
    name = agent_name(value) or NAMELESS
    if session is None:
        return Whose(trajectory_id or f"run-{_content_digest(value)}", name, 0, None)
    if trajectory_id is not None and not _is_main(trajectory_id, session):
        return Whose(session.run_id, trajectory_id, session.part, None)
    if session.is_summarising:
        of_whom = name.split("-summarization")[0]
        return Whose(session.run_id, str(value["session_id"]), session.part, of_whom)
    return Whose(session.run_id, name, session.part, None)


def _is_main(trajectory_id: str, session: Session) -> bool:
    """Tell whether the document's id is that of the run itself."""
    told = session_of(trajectory_id)
    return told is not None and told.run_id == session.run_id and not told.is_summarising


def agent_name(value: Json) -> str | None:
    """Return the name of the agent system."""
    return native_id(mapping(value.get("agent")).get("name"))


def _content_digest(value: Json) -> str:
    """Stand in for an id: what was asked up to the agent's first answer, which later versions repeat."""
    begun = list(_up_to_first_answer(value))
    return digest(orjson.dumps([value.get("agent"), begun], option=orjson.OPT_SORT_KEYS))


def _up_to_first_answer(value: Json) -> Iterator[list[object]]:
    for step in sequence(value.get("steps")):
        told = mapping(step)
        yield [told.get(key) for key in ("timestamp", "source", "message", "tool_calls")]
        if told.get("source") == "agent":
            return


def step_digest(run_id: str, agent_id: str, number: int, step: Json) -> str:
    """Return what a step is known by, wherever the trajectory is read and however it grew since.

    A later version of a trajectory may know more of the same step: what came of it, what it cost. So it is
    known by when it was and what was said and called in it; by its number where it has no time.
    """
    stamp = step.get("timestamp")
    at = moment(stamp)[0]
    when = at.isoformat() if at else text(stamp) or number
    calls = [mapping(call).get("tool_call_id") for call in sequence(step.get("tool_calls"))]
    said = orjson.dumps([step.get("source"), step.get("message"), calls], option=orjson.OPT_SORT_KEYS)
    return digest(run_id, agent_id, when, said)


def is_unique_everywhere(tool_call_id: str | None) -> bool:
    """Tell an id drawn by a model's provider (`toolu_01Nf...`) from a harness's count (`call_1_2`)."""
    drawn = _RANDOM.search(tool_call_id or "")
    return drawn is not None and _LETTERS_AND_DIGITS.search(drawn[0]) is not None
