"""Reads plans, reports, maps, evidence and presentations in the words of a front end, as records of a case.

Words that mean the same are brought to the desk's; what it has no word for is kept in `extra`. A foreign
reference to evidence is handed to `cite`, which says what it is called in the case. Nothing is checked here
but the kind of a value: the contracts of a bundle say what a record must be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import orjson

from data_access.contracts import case_bundle as bundle
from data_access.contracts.case_bundle import BundleRecord
from data_access.contracts.execution_plan import PLAN_SCHEMA
from data_access.importers.json_recovery import depth_of
from data_access.importers.json_text import canonical
from data_access.importers.loose_values import Json, mapping, native_id, sequence, text
from data_access.importers.session_state.state_documents import FORMAT_NAME, snake

Cite = Callable[[str, Any], str]
"""Takes a foreign reference, and what was said with it, and returns the id that it has in the case."""
UNSTATED = "unstated"
"""Stage, outcome or reason that a source does not state."""
_ACTORS = {
    "agent": "agent", "assistant": "agent", "ai": "agent", "system": "agent", "tool": "agent",
    "human": "human", "person": "human", "people": "human", "user": "human", "人工": "human",
}  # fmt: skip
_KINDS = {
    "execution_plan": "execution_plan", "plan": "execution_plan",
    "report": "report", "task_report": "report", "investigation_report": "report",
    "publish_task_report": "report",
    "progress": "progress", "task_progress": "progress", "publish_task_progress": "progress",
    "graph": "progress", "graph_update": "progress", "progress_graph": "progress", "mermaid": "progress",
    "investigation_map": "progress", "diagram": "progress",
    "evidence": "evidence", "task_evidence": "evidence", "evidence_snapshot": "evidence",
    "presentation": "presentation", "task_presentation": "presentation", "chart": "presentation",
    "publish_task_presentation": "presentation", "overlay": "presentation",
}  # fmt: skip
"""Words of an artifact's kind and the record it is; any other artifact is kept aside."""
_EVIDENCE_NAMES = ("evidence_ids", "evidence_refs", "evidence", "evidence_id")

_SOURCE_KINDS = ("live_query", "attached_sample", "calculation", "document", "manual")
_FINDINGS = ("observation", "cause", "absence", "recommendation")
_MOST_LEFT = 150
_DEEPEST_KEPT = 15


class ToldRecord(NamedTuple):
    """A record of a case without its number, its round and its generation."""

    kind: type[BundleRecord]
    fields: Json
    legacy_source: str | None = None
    """Text of a whole map, where that is all a source has of it."""


def kind_of(member: str, value: Json) -> str | None:
    """Return what a member of a state is, in the desk's word; None for what is kept aside."""
    if member != "artifact":
        return member
    for name, item in value.items():
        if snake(name) in ("artifact_type", "artifact_kind", "type", "kind") and isinstance(item, str):
            word = snake(item.strip().replace("-", "_"))
            if word == "map":
                return "presentation" if _Taken(value).inside("map").has("longitude") else "progress"
            return _KINDS.get(word)
    return None


def told_record(kind: str, value: Json, cite: Cite) -> ToldRecord | None:
    """Return a member of a state as a record of its case; None for a kind that makes none."""
    reader = _READERS.get(kind)
    return None if reader is None else reader(_Taken(value).inside(kind), cite)


def reference_of(item: Any) -> str | None:
    """Return by what evidence is named: its id, or the words that stand for it."""
    if isinstance(item, dict):
        named = _Taken(item)
        given = named.take("evidence_id", "id", "artifact_id", "ref", "reference")
        return native_id(given) or canonical(item)
    if isinstance(item, str):
        return item.strip() or None
    return repr(item) if isinstance(item, int | float) else None


class _Taken:
    """Fields of a foreign object, spelled as the desk spells names; `left` is what nobody has taken."""

    def __init__(self, value: Json) -> None:
        self.left: Json = {}
        for name, item in value.items():
            self.left.setdefault(snake(name), item)

    def inside(self, kind: str) -> _Taken:
        """Read the fields of the object that an artifact wraps as its own."""
        wrappers = ["payload", "content", "artifact", kind, "command", "chart", "map", "overlay"]
        for name in wrappers if kind == "evidence" else [*wrappers, "data"]:
            inner = self.left.get(name)
            if isinstance(inner, dict):
                del self.left[name]
                for spelled, item in inner.items():
                    if self.left.get(snake(spelled)) is None:
                        self.left[snake(spelled)] = item
                    else:  # said inside and outside: what is inside is kept beside
                        self.left.setdefault(f"{name}.{spelled}", item)
        return self

    def has(self, name: str) -> bool:
        return self.left.get(name) is not None

    def take(self, *names: str) -> Any:
        """Take the first of these fields that says something."""
        for name in names:
            if self.left.get(name) is not None:
                return self.left.pop(name)
        return None

    def words(self, *names: str) -> str | None:
        """Take text; a number is taken as its digits, anything else stays behind."""
        for name in names:
            value = self.left.get(name)
            if isinstance(value, str) and value.strip():
                return str(self.left.pop(name))
            if isinstance(value, int | float) and not isinstance(value, bool):
                return repr(self.left.pop(name))
        return None

    def cited(self, cite: Cite, *names: str) -> list[str]:
        """Take what is named as evidence, each once."""
        found: dict[str, None] = {}
        for name in names or _EVIDENCE_NAMES:
            value = self.left.get(name)
            items = value if isinstance(value, list) else [] if value is None else [value]
            named = [(reference_of(item), item) for item in items]
            if named and all(reference for reference, _ in named):
                del self.left[name]
                found.update((cite(str(reference), item), None) for reference, item in named)
        return list(found)

    def extra(self) -> Json:
        """Return what was left behind; a longer list stays in the record of the run alone."""
        return dict(list(_aside(self.left).items())[:_MOST_LEFT])


def _plan(taken: _Taken, cite: Cite) -> ToldRecord:
    nodes = taken.take("nodes", "steps")
    fields = {
        "schema_version": taken.words("schema_version") or PLAN_SCHEMA,
        "title": taken.words("title", "name", "goal"),
        "reason": taken.words("reason", "change_reason") or "",
        "nodes": nodes and [_node(item, cite) for item in _listed(nodes)],
        "edges": [_plan_edge(item) for item in _listed(taken.take("edges"))],
    }
    return ToldRecord(bundle.BundlePlan, _known(fields) | _rest(taken))


def _node(item: Any, cite: Cite) -> Any:
    if not isinstance(item, dict):
        return item
    taken = _Taken(item)
    actor = taken.words("actor", "executor", "owner", "assignee")
    status = taken.words("status", "state")
    node = {
        "id": taken.words("id", "node_id"),
        "title": taken.words("title", "label", "name"),
        "actor": _ACTORS.get((actor or "").strip().lower(), actor),
        "description": taken.words("description", "detail"),
        "evidence_ids": taken.cited(cite, *_EVIDENCE_NAMES, "answer_ids"),
        "reason": taken.words("reason", "status_reason"),
        "status": None if status is None else status.strip().lower(),
    }
    return _known(node) | _aside(taken.left)


def _aside(left: Json) -> Json:
    """Return what is kept beside the desk's fields, under names that are none of these.

    What no column can hold stays in the record of the run alone.
    """
    own = ("answer_ids", "evidence_ids", "action_ids")
    return {
        f"told_{name}" if name in own else name: item
        for name, item in left.items()
        if depth_of(item) <= _DEEPEST_KEPT and _is_storable(item)
    }


def _is_storable(value: Any) -> bool:
    try:
        orjson.dumps(value)
    except (TypeError, RecursionError):  # a number beyond 64 bits
        return False
    return not (isinstance(value, int) and value >= 2**63)


def _plan_edge(item: Any) -> Any:
    return _edge(item, "from", "to")


def _edge(item: Any, source: str, target: str) -> Any:
    if not isinstance(item, dict):
        return item
    taken = _Taken(item)
    edge = {
        source: taken.words("from", "source", "from_id", "source_id"),
        target: taken.words("to", "target", "to_id", "target_id"),
        "label": taken.words("label", "condition"),
    }
    return _known(edge) | _aside(taken.left)


def _report(taken: _Taken, cite: Cite) -> ToldRecord:
    evidence = taken.cited(cite)
    findings = [_finding(item, cite) for item in sequence(taken.take("findings"))]
    node_refs = [_reference(item, cite) for item in _references(taken.take("node_refs"))]
    inner = [one for part in (findings, node_refs) for item in part for one in item["evidence_ids"]]
    fields = {
        "stage": taken.words("stage") or UNSTATED,
        "outcome": taken.words("outcome") or UNSTATED,
        "title": taken.words("title", "name"),
        "summary": taken.words("summary", "abstract") or "",
        "body": taken.words("body", "content", "markdown", "text"),
        "reason": taken.words("reason", "change_reason") or "",
        "findings": findings,
        "data_gaps": list(_gaps(taken.take("data_gaps", "gaps"))),
        "evidence_ids": list(dict.fromkeys([*evidence, *inner])),
        "diagram": taken.words("diagram", "mermaid", "graph"),
        "node_refs": node_refs,
        "kept_in": FORMAT_NAME,
    }
    return ToldRecord(bundle.BundleReport, _known(fields) | _rest(taken))


def _finding(item: Any, cite: Cite) -> Json:
    if not isinstance(item, dict):
        return {"statement": item, "kind": "observation", "evidence_ids": []}
    taken = _Taken(item)
    kind = taken.words("kind", "type")
    finding = {
        "statement": taken.words("statement", "text", "title", "summary"),
        "kind": kind if kind in _FINDINGS else "observation",
        "evidence_ids": taken.cited(cite),
    }
    told = {} if kind in (None, *_FINDINGS) else {"told_kind": kind}
    return finding | told | _aside(taken.left)


def _reference(item: Json, cite: Cite) -> Json:
    taken = _Taken(item)
    reference = {"node_id": taken.words("node_id", "id"), "evidence_ids": taken.cited(cite)}
    return reference | _aside(taken.left)


def _references(value: Any) -> Iterator[Json]:
    """Return references of nodes, also out of a map from the node to what it refers to."""
    if isinstance(value, dict):
        for name, item in value.items():
            yield {"node_id": name} | (item if isinstance(item, dict) else {"evidence_ids": item})
    else:
        yield from (item for item in sequence(value) if isinstance(item, dict))


def _gaps(value: Any) -> Iterator[Json]:
    for item in _listed(value):
        taken = _Taken(item if isinstance(item, dict) else {"missing": item})
        tried = taken.take("tried", "attempts")
        yield {
            "missing": taken.words("missing", "title", "description", "text") or "",
            "why_it_matters": taken.words("why_it_matters", "impact", "reason") or "",
            "tried": [one for one in (tried if isinstance(tried, list) else [tried]) if text(one)],
        }


def _progress(taken: _Taken, cite: Cite) -> ToldRecord:
    source = taken.words("mermaid", "diagram", "source", "graph")
    graph = taken if taken.has("nodes") else _Taken(mapping(taken.take("graph_update", "graph")))
    nodes = [_map_node(item, cite) for item in _listed(graph.take("nodes"))]
    edges = [_edge(item, "source", "target") for item in _listed(graph.take("edges"))]
    update = {"nodes": nodes, "edges": edges} if nodes or edges else None
    fields = {"summary": taken.words("summary", "text"), "graph_update": update}
    return ToldRecord(bundle.BundleProgressUpdate, _known(fields) | _rest(taken), source)


def _map_node(item: Any, cite: Cite) -> Any:
    if not isinstance(item, dict):
        return item
    taken = _Taken(item)
    status = taken.words("status", "state")
    node = {
        "node_id": taken.words("node_id", "id"),
        "title": taken.words("title", "label", "name"),
        "detail": taken.words("detail", "description"),
        "evidence_ids": taken.cited(cite) or None,
        "status": None if status is None else status.strip().lower(),
    }
    return _known(node) | _aside(taken.left)


def _evidence(taken: _Taken, cite: Cite) -> ToldRecord:
    source_kind = taken.words("source_kind", "source_type")
    is_known = source_kind in _SOURCE_KINDS
    truncated = taken.left.get("is_truncated", taken.left.get("truncated"))
    is_truncated = truncated if isinstance(truncated, bool) else False
    fields = {
        "title": taken.words("title", "name") or taken.words("summary"),
        "source_kind": source_kind if is_known else "document",
        "source": taken.words("source", "provider") or FORMAT_NAME,
        "query": taken.words("query"),
        "scope": taken.words("scope"),
        "summary": taken.words("summary", "description", "text"),
        "content_reference": taken.words("content_reference", "content_ref", "reference", "url"),
        "content_hash": taken.words("content_hash", "hash"),
        "observed_at": taken.words("observed_at"),
        "window_from": taken.words("window_from"),
        "window_until": taken.words("window_until"),
        "origin": taken.words("origin"),
        "data": taken.take("data"),
        "is_truncated": is_truncated,
        "truncation": (taken.words("truncation") or UNSTATED) if is_truncated else None,
    }
    told = {} if is_known or source_kind is None else {"told_source_kind": source_kind}
    taken.left |= told
    return ToldRecord(bundle.BundleEvidence, _known(fields) | _rest(taken))


def _presentation(taken: _Taken, cite: Cite) -> ToldRecord:
    kind = taken.words("presentation_kind", "shown_as", "command_type", "kind", "type")
    kind = taken.words("presentation_type") if kind in (None, "presentation", "task_presentation") else kind
    shown_as = kind or ("overlay" if taken.has("overlay") else "map" if taken.has("longitude") else "chart")
    command = {
        "chart_kind": taken.words("chart_kind", "chart_type"),
        "longitude": taken.take("longitude", "lon", "lng"),
        "latitude": taken.take("latitude", "lat"),
        "zoom": taken.take("zoom"),
    }
    fields = {
        "shown_as": shown_as,
        "title": taken.words("title", "name") or shown_as,
        "command": _known(command),
        "cited": taken.cited(cite),
    }
    return ToldRecord(bundle.BundlePresentation, _known(fields) | _rest(taken))


_READERS: dict[str, Callable[[_Taken, Cite], ToldRecord]] = {
    "execution_plan": _plan,
    "report": _report,
    "progress": _progress,
    "evidence": _evidence,
    "presentation": _presentation,
}


def _listed(value: Any) -> list[Any]:
    """Return the members of a list; of a map those it names, each with its name as its id."""
    if isinstance(value, dict):
        return [{"id": name, **item} if isinstance(item, dict) else item for name, item in value.items()]
    return sequence(value)


def _known(fields: Json) -> Json:
    return {name: item for name, item in fields.items() if item is not None}


def _rest(taken: _Taken) -> Json:
    """Return what is kept beside a record; times, ids and numbers of the source among it."""
    extra = taken.extra()
    return {"extra": extra} if extra else {}
