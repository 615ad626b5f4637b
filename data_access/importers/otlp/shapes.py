"""What spans with the same attributes have in common, found out once: a program sends few shapes of spans.

A shape knows which of the many names that the desk looks for its spans have. What a span says of its kind and
of whose it is rests on short words that repeat, and is remembered by them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from operator import itemgetter
from typing import Any, NamedTuple

from data_access.importers.otlp.messages import NumberedName, numbered_names
from data_access.importers.otlp.span_kinds import KIND_NAMES, kind_of_span
from data_access.importers.otlp.span_record import Attributes, Span
from data_access.importers.otlp.surroundings import (
    AROUND_NAMES,
    ToldAgent,
    names_an_agent,
    person_of,
    phase_of,
    session_of,
    told_agent,
)
from data_access.importers.otlp.usage import MODEL_NAMES, FigureNames, figure_names
from data_access.rules.span_tree import AGENT

MOST_SHAPES = 1024
MOST_REMEMBERED = 4096
"""Things told that are remembered of one shape."""
LONGEST_REMEMBERED = 200
"""Characters of a word that is worth remembering."""
_NAMES = frozenset((*KIND_NAMES, *AROUND_NAMES))


class SaidBy(NamedTuple):
    """Attributes that say what a span is about, the plainest first."""

    response: tuple[str, ...]
    model: tuple[str, ...]
    tier: tuple[str, ...]
    tool: tuple[str, ...]
    tool_call: tuple[str, ...]
    tool_input: tuple[str, ...]
    tool_output: tuple[str, ...]


_SAID_BY = SaidBy(
    response=("gen_ai.response.id", "llm.response.id", "ai.response.id"),
    model=MODEL_NAMES,
    tier=("gen_ai.openai.response.service_tier", "gen_ai.openai.request.service_tier"),
    tool=("gen_ai.tool.name", "tool.name", "ai.toolCall.name", "traceloop.entity.name"),
    tool_call=("gen_ai.tool.call.id", "tool_call.id", "tool.call.id", "ai.toolCall.id"),
    tool_input=(
        "gen_ai.tool.call.arguments",
        "input.value",
        "tool_arguments",
        "ai.toolCall.args",
        "traceloop.entity.input",
        "mlflow.spanInputs",
        "langfuse.observation.input",
        "input",
    ),
    tool_output=(
        "gen_ai.tool.call.result",
        "output.value",
        "tool_response",
        "ai.toolCall.result",
        "traceloop.entity.output",
        "mlflow.spanOutputs",
        "langfuse.observation.output",
        "output",
    ),
)


class Told(NamedTuple):
    """What a span says of its kind, and of whose it is."""

    kind: str
    agent: ToldAgent | None
    session_id: str | None
    person: str | None
    phase: str | None


class Shape:
    """Spans with the same names of attributes."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.figures: FigureNames | None = figure_names(names)
        """Null where such spans state none."""
        self.said_by = SaidBy._make(tuple(one for one in known if one in names) for known in _SAID_BY)
        """Those of the names that say what such spans are about."""
        self.numbered: tuple[NumberedName, ...] = numbered_names(names)
        words = [name for name in names if name in _NAMES]
        self._words: Callable[[Attributes], Any] = itemgetter(*words) if words else _nothing
        self._told: dict[Any, Told] = {}

    def told(self, span: Span) -> Told:
        """Return what a span of this shape says of its kind, and of whose it is."""
        words = self._words(span.attributes)
        try:
            return self._told[words]
        except KeyError:
            told = _told(span)
            if self._is_worth_remembering(span, told, words):
                self._told[words] = told
            return told
        except TypeError:  # a list or an object where words belong
            return _told(span)

    def _is_worth_remembering(self, span: Span, told: Told, words: Any) -> bool:
        if len(self._told) >= MOST_REMEMBERED:
            self._told.clear()
        given = words if isinstance(words, tuple) else (words,)
        are_short = all(not isinstance(one, str) or len(one) <= LONGEST_REMEMBERED for one in given)
        return are_short and (told.kind != AGENT or names_an_agent(span.attributes))


@lru_cache(maxsize=MOST_SHAPES)
def shape_of(names: tuple[str, ...]) -> Shape:
    """Return the shape of spans whose attributes have these names, in this order."""
    return Shape(names)


def _nothing(attributes: Attributes) -> None:
    return None


def _told(span: Span) -> Told:
    attributes = span.attributes
    kind = kind_of_span(attributes)
    agent = told_agent(span, kind)
    return Told(kind, agent, session_of(attributes), person_of(attributes), phase_of(attributes))
