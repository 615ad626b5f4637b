"""Writes a span as the JSON that the desk keeps of it, and reads it back.

The JSON holds everything the span said, attributes as one plain object. Secrets are masked before; very long
texts are kept apart as content parts, with a reference in their place.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import orjson

from data_access.contracts.rows import ContentPartRow
from data_access.importers.content_parts import LONGEST_INLINE, PREVIEW
from data_access.importers.loose_values import Json, mapping, sequence, text
from data_access.importers.otlp.span_record import Resource, Scope, Span, SpanEvent, SpanLink
from data_access.importers.otlp.spellings import nanoseconds
from data_access.rules.identity import digest
from data_access.rules.redaction import has_hint_in_bytes, mask_value
from data_access.rules.text_safety import without_surrogates


def as_json(span: Span) -> Json:
    """Return a span as a JSON object; parts it does not say are left out."""
    found: Json = {"traceId": span.trace_id, "spanId": span.span_id}
    if span.parent_span_id is not None:
        found["parentSpanId"] = span.parent_span_id
    found["name"] = span.name
    if span.kind is not None:
        found["kind"] = span.kind
    if span.start_ns is not None:
        found["startTimeUnixNano"] = span.start_ns
    if span.end_ns is not None:
        found["endTimeUnixNano"] = span.end_ns
    if span.status is not None:
        found["status"] = span.status
    if span.status_message is not None:
        found["statusMessage"] = span.status_message
    found["attributes"] = span.attributes
    if span.events:
        found["events"] = [one._asdict() for one in span.events]
    if span.links:
        found["links"] = [one._asdict() for one in span.links]
    if span.resource.attributes:
        found["resource"] = span.resource.attributes
    if span.scope is not None:
        found["scope"] = span.scope._asdict()
    if span.more:
        found["more"] = span.more
    return found


def of_json(value: Json) -> Span:
    """Return the span that `as_json` wrote."""
    scope = mapping(value.get("scope"))
    return Span(
        str(value.get("traceId") or ""),
        str(value.get("spanId") or ""),
        text(value.get("parentSpanId")),
        str(value.get("name") or ""),
        text(value.get("kind")),
        nanoseconds(value.get("startTimeUnixNano")),
        nanoseconds(value.get("endTimeUnixNano")),
        text(value.get("status")),
        text(value.get("statusMessage")),
        mapping(value.get("attributes")),
        tuple(SpanEvent(**one) for one in sequence(value.get("events"))),
        tuple(SpanLink(**one) for one in sequence(value.get("links"))),
        Resource(mapping(value.get("resource"))),
        Scope(**scope) if scope else None,
        value.get("more"),
    )


def written(value: Json) -> str:
    """Return a JSON object as text; half characters are replaced and numbers out of range written out."""
    return packed(value).decode()


def masked(span: Span) -> tuple[Span, bytes, int]:
    """Return the span and its JSON with the secrets in its texts masked, and how many there were."""
    raw = packed(as_json(span))
    if not has_hint_in_bytes(raw):
        return span, raw, 0
    value, count = mask_value(orjson.loads(raw))
    return (of_json(value), packed(value), count) if count else (span, raw, 0)


def packed(value: Json) -> bytes:
    """Return a JSON object as `written` has it, in UTF-8."""
    try:
        return orjson.dumps(value)
    except (TypeError, ValueError):
        return orjson.dumps(_writable(value), option=orjson.OPT_NON_STR_KEYS)


class PayloadParts:
    """Takes very long texts out of one payload."""

    def __init__(self, conversation_key: str, span_id: str, file_id: int, line: int) -> None:
        self._place = (conversation_key, span_id, file_id, line)
        self.parts: dict[str, ContentPartRow] = {}

    def slim(self, value: Any) -> Any:
        """Return a value with references in place of its very long texts."""
        if isinstance(value, str):
            return self._taken(value) if len(value) > LONGEST_INLINE else value
        if isinstance(value, list):
            return [self.slim(item) for item in value]
        if isinstance(value, dict):
            return {key: self.slim(item) for key, item in value.items()}
        return value

    def keep_thought(self, thought: str) -> None:
        """Keep what a model thought as a part of its own."""
        self._part(thought, "thinking")

    def _taken(self, content: str) -> Json:
        part = self._part(content, "text")
        return {"$part": part.part_id, "kind": "text", "bytes": part.size_bytes, "preview": content[:PREVIEW]}

    def _part(self, content: str, kind: str) -> ContentPartRow:
        key, span_id, file_id, line = self._place
        part_id = f"{span_id}#{digest(kind, content)}"
        part = ContentPartRow(
            key, part_id, span_id, kind, None, len(content.encode()), content, file_id, line
        )
        return self.parts.setdefault(part_id, part)


def with_parts(value: Any, contents: Mapping[str, str]) -> Any:
    """Return a payload with the texts back in the places of their references."""
    if isinstance(value, list):
        return [with_parts(item, contents) for item in value]
    if isinstance(value, dict):
        reference = value.get("$part")
        if isinstance(reference, str) and reference in contents:
            return contents[reference]
        return {key: with_parts(item, contents) for key, item in value.items()}
    return value


def _writable(value: Any) -> Any:
    if isinstance(value, str):
        return without_surrogates(value)
    if isinstance(value, int) and not -(1 << 63) <= value < 1 << 64:
        return str(value)
    if isinstance(value, list):
        return [_writable(item) for item in value]
    if isinstance(value, dict):
        return {without_surrogates(str(key)): _writable(item) for key, item in value.items()}
    return value
