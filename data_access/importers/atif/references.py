"""What a trajectory refers to: sub-agents in the document or in others, and the document that goes on.

Only the reference is read. A sub-agent of the same run is an agent of it, whether its own trajectory was read
or not. One with a session of its own is a run of its own, and so is a document that goes on under another
session: the run that refers to it states a claim, and the store attaches the other run when both are there,
whichever came first.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import NamedTuple

from data_access.importers.atif.trajectory_identity import named, session_of
from data_access.importers.loose_values import Json, mapping, sequence, text
from data_access.rules.text_safety import one_line

LONGEST_NAME = 120


class SubAgent(NamedTuple):
    """A sub-agent that an observation refers to."""

    agent_id: str
    name: str | None
    claim: Json | None
    """Which run is claimed as a child, where it has one of its own."""


def sub_agents_of(result: Json, run_id: str, embedded: frozenset[str]) -> Iterator[SubAgent]:
    """Yield the sub-agents that one result refers to; a reference that names nothing is left out."""
    told = result.get("subagent_trajectory_ref")
    for reference in sequence(told) or [told]:
        found = _sub_agent(mapping(reference), run_id, embedded)
        if found is not None:
            yield found


def _sub_agent(reference: Json, run_id: str, embedded: frozenset[str]) -> SubAgent | None:
    trajectory_id, path = named(reference.get("trajectory_id")), text(reference.get("trajectory_path"))
    session_id = named(reference.get("session_id"))
    session = session_of(session_id)
    file = file_claim(path)
    agent_id = trajectory_id or (session_id if session_id != run_id else None) or file
    if agent_id is None:
        return None
    name = text(mapping(reference.get("extra")).get("summary")) or agent_id.removeprefix(f"{run_id}:")
    is_here = trajectory_id in embedded or session is None or session.run_id == run_id
    claim = None if is_here and (trajectory_id or session) else {"child_run": session and session.run_id}
    if claim is not None and file is not None:
        claim["child_file"] = file
    return SubAgent(agent_id, one_line(name, LONGEST_NAME), claim)


def continuation_claim(value: Json) -> Json | None:
    """Return the claim of a document that goes on in another file."""
    file = file_claim(text(value.get("continued_trajectory_ref")))
    return {"child_file": file} if file else None


def file_claim(path: str | None) -> str | None:
    """Return the path of a file beside or below the document; None for an address or a place elsewhere."""
    if path is None or "://" in path or "\\" in path or not path.isprintable():
        return None
    pure = PurePosixPath(path)
    return None if pure.is_absolute() or ".." in pure.parts or not pure.name else str(pure)
