"""Whose a span is and what it belongs to: agent, session, project, person, machine, phase."""

from __future__ import annotations

from typing import Any, NamedTuple

from data_access.importers.loose_values import native_id
from data_access.importers.otlp.span_record import Attributes, Resource, Span
from data_access.rules.span_tree import AGENT, MODEL, TOOL

_AGENT_IDS = ("gen_ai.agent.id", "agent.id", "agent.name", "gen_ai.agent.name", "agent_name")
_AGENT_NAMES = ("gen_ai.agent.name", "agent.name", "agent_name")
_SESSIONS = (
    "gen_ai.conversation.id",
    "session.id",
    "langfuse.session.id",
    "traceloop.association.properties.session_id",
    "traceloop.association.properties.thread_id",
    "ai.telemetry.metadata.sessionId",
    "mlflow.trace.session",
)
_PEOPLE = (
    "user.id",
    "enduser.id",
    "langfuse.user.id",
    "traceloop.association.properties.user_id",
    "ai.telemetry.metadata.userId",
    "mlflow.trace.user",
)
_PHASES = (
    "langgraph_node",
    "langgraph.node",
    "metadata.langgraph_node",
    "traceloop.association.properties.langgraph_node",
)
_PROJECTS = ("openinference.project.name", "service.name")
AROUND_NAMES = (
    *_AGENT_IDS,
    *_AGENT_NAMES,
    *_SESSIONS,
    *_PEOPLE,
    *_PHASES,
    "graph.node.id",
    "traceloop.entity.name",
    "traceloop.span.kind",
)
"""Attributes that say whose a span is, beside its own name and id."""
_OPERATIONS = ("invoke_agent ", "create_agent ")
_NO_SERVICE = "unknown_service"


class ToldAgent(NamedTuple):
    """The agent that a span names."""

    agent_id: str
    name: str | None
    """Equal to the id where the source gives only a name."""


NO_AGENT = (None, None)


class Surroundings(NamedTuple):
    """What a span says of the run it belongs to."""

    session_id: str | None
    project: str | None
    machine: str | None
    person: str | None


def told_agent(span: Span, kind: str) -> ToldAgent | None:
    """Return the agent that a span names: an agent's own span always names one."""
    attributes = span.attributes
    agent_id = _first(attributes, _AGENT_IDS)
    if agent_id is None:
        agent_id = _told_by_kind(span, kind)
        return None if agent_id is None else ToldAgent(agent_id, agent_id)
    names = [told for one in _AGENT_NAMES if (told := native_id(attributes.get(one)))]
    return ToldAgent(agent_id, next((told for told in names if told != agent_id), (*names, None)[0]))


def names_an_agent(attributes: Attributes) -> bool:
    """Tell whether attributes name an agent by themselves, and not the span by its name or id."""
    return _first(attributes, _AGENT_IDS) is not None


def _told_by_kind(span: Span, kind: str) -> str | None:
    attributes = span.attributes
    if kind not in (TOOL, MODEL) and "graph.node.id" in attributes:
        return native_id(attributes["graph.node.id"])
    if kind != AGENT:
        return None
    named = native_id(attributes.get("traceloop.entity.name"))
    if named is not None:
        return named
    for operation in _OPERATIONS:
        if span.name.startswith(operation):
            return native_id(span.name.removeprefix(operation).strip())
    return native_id(span.name) or span.span_id


def session_of(attributes: Attributes) -> str | None:
    """Return the session that a span or a resource names."""
    return _first(attributes, _SESSIONS)


def person_of(attributes: Attributes) -> str | None:
    """Return the person that a span or a resource names."""
    return _first(attributes, _PEOPLE)


def surroundings_with(session: str | None, person: str | None, of_resource: Surroundings) -> Surroundings:
    """Return what a span says of the run, and its resource where it says nothing itself."""
    if session is None and person is None:
        return of_resource
    return Surroundings(
        session or of_resource.session_id,
        of_resource.project,
        of_resource.machine,
        person or of_resource.person,
    )


def surroundings_of_resource(resource: Resource) -> Surroundings:
    """Return what a resource says of the runs of its spans."""
    attributes = resource.attributes
    return Surroundings(
        session_of(attributes),
        _project(attributes),
        native_id(attributes.get("host.name")),
        person_of(attributes),
    )


def _project(resource: Attributes) -> str | None:
    for name in _PROJECTS:
        told = native_id(resource.get(name))
        if told is not None and not told.startswith(_NO_SERVICE):
            return told
    return None


def phase_of(attributes: Attributes) -> str | None:
    """Return the phase that a span names: a node of a graph, or a task of a workflow."""
    phase = _first(attributes, _PHASES)
    if phase is None and attributes.get("traceloop.span.kind") == "task":
        return native_id(attributes.get("traceloop.entity.name"))
    return phase


def _first(attributes: dict[str, Any], names: tuple[str, ...]) -> str | None:
    for name in names:
        if name in attributes:
            told = native_id(attributes[name])
            if told is not None:
                return told
    return None
