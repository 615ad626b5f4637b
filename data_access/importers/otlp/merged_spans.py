"""Several statements of one span as one: exporters send a span again when it has ended, or send it twice.

The result depends on the set of statements only. The fullest one wins where they differ: one that has ended
over one that has not, a later end over an earlier one, then the one that says more.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from data_access.importers.otlp.payloads import as_json, written
from data_access.importers.otlp.span_record import Attributes, Resource, Span

Value = TypeVar("Value")


def merged_span(statements: Sequence[Span]) -> Span:
    """Return what statements of one span say together; each is given once, in any order."""
    if len(statements) == 1:
        return statements[0]
    fullest_last = sorted(statements, key=_fullness)
    spans = fullest_last[::-1]
    status = next((one for one in ("error", "ok") if one in {span.status for span in spans}), None)
    return Span(
        spans[0].trace_id,
        spans[0].span_id,
        _first(span.parent_span_id for span in spans),
        _first(span.name or None for span in spans) or "",
        _first(span.kind for span in spans),
        min((span.start_ns for span in spans if span.start_ns is not None), default=None),
        max((span.end_ns for span in spans if span.end_ns is not None), default=None),
        status,
        _first(span.status_message for span in spans if span.status == status),
        _united(span.attributes for span in fullest_last),
        tuple(_unique(event for span in spans for event in span.events)),
        tuple(_unique(link for span in spans for link in span.links)),
        Resource(_united(span.resource.attributes for span in fullest_last)),
        _first(span.scope for span in spans),
        _united(span.more or {} for span in fullest_last) or None,
    )


def _fullness(span: Span) -> tuple[bool, int, int, int, str]:
    return (
        span.end_ns is not None,
        span.end_ns or 0,
        len(span.attributes),
        len(span.events),
        written(as_json(span)),
    )


def _united(attributes: Iterable[Attributes]) -> Attributes:
    united: Attributes = {}
    for one in attributes:
        united.update(one)
    return dict(sorted(united.items()))


def _unique(values: Iterable[Any]) -> list[Any]:
    by_text = {written({"value": value._asdict()}): value for value in values}
    return [by_text[text] for text in sorted(by_text, key=lambda text: (_time_of(by_text[text]), text))]


def _time_of(value: Any) -> int:
    return getattr(value, "time_ns", None) or 0


def _first(values: Iterable[Value | None]) -> Value | None:
    return next((value for value in values if value is not None), None)
