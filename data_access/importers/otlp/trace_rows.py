"""Turns spans into rows: the one place that knows which span makes which rows.

Spans are gathered and looked at trace by trace, because whose a span is and whether its figures count is told
by the spans around it. What arrives of a trace later is settled in the store by the same rule. Every span
makes one `SpanRow`; the other rows are named after it, so that a span read again makes the same ones.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from blake3 import blake3

from data_access.contracts.rows import (
    AgentRow,
    ContentPartRow,
    ConversationRow,
    MessageRow,
    SpanRow,
    ToolRow,
)
from data_access.importers.content_parts import LONGEST_INLINE
from data_access.importers.loose_values import text
from data_access.importers.otlp.messages import (
    NO_DIALOGUE,
    Dialogue,
    Said,
    ToolRequest,
    as_text,
    dialogue_of_agent,
    dialogue_of_call,
)
from data_access.importers.otlp.payloads import PayloadParts, as_json, masked, packed
from data_access.importers.otlp.shapes import shape_of
from data_access.importers.otlp.span_record import FORMAT_NAME, NO_RESOURCE, Attributes, Span
from data_access.importers.otlp.surroundings import (
    NO_AGENT,
    Surroundings,
    surroundings_of_resource,
    surroundings_with,
)
from data_access.importers.otlp.usage import NO_USAGE, model_of, usage_of
from data_access.importers.shown_event import READ_AHEAD, one_line
from data_access.importers.sink import Sink
from data_access.rules.identity import call_key, conversation_key, digest
from data_access.rules.span_tree import (
    AGENT,
    CALL_KINDS,
    TOOL,
    AgentPlace,
    Asked,
    SpanPlace,
    agents_of,
    places_of,
)
from data_access.rules.text_safety import without_surrogates

MOST_WAITING = 20_000
"""Spans that are gathered before their traces are looked at."""
LONGEST_TITLE = 200

_BEGIN = datetime(1970, 1, 1, tzinfo=UTC)


class CarriedOut(NamedTuple):
    """What a tool's span says of the call it carries out."""

    input: str | None
    output: str | None
    error: str | None
    """Why it failed."""


NOT_CARRIED_OUT = CarriedOut(None, None, None)


class ReadSpan(NamedTuple):
    """What one span says by itself; the span is not needed any more, and may be let go."""

    row: SpanRow
    """Not settled yet: its agent, phase, count and tool call are those it tells itself."""
    surroundings: Surroundings
    dialogue: Dialogue
    carried_out: CarriedOut
    parts: tuple[ContentPartRow, ...]
    """Very long texts, kept apart from the row."""


class SpanReader:
    """Gathers spans and fills the sink with the rows of their traces."""

    def __init__(self, sink: Sink) -> None:
        self._sink = sink
        self._waiting: defaultdict[str, list[ReadSpan]] = defaultdict(list)
        self._number = 0
        self._keys: dict[str, str] = {}
        self._resource = NO_RESOURCE
        self._around = surroundings_of_resource(NO_RESOURCE)

    def take(self, span: Span, line: int) -> None:
        """Read one span; the caller has counted it as a record. Gathered spans are flushed when many wait."""
        key = self._keys.get(span.trace_id)
        if key is None:
            key = self._keys[span.trace_id] = conversation_key(FORMAT_NAME, span.trace_id)
        self._waiting[key].append(self._read(span, key, line))
        self._number += 1
        if self._number >= MOST_WAITING:
            self.flush()

    def flush(self) -> None:
        """Look at the traces that were gathered, and let the sink breathe."""
        for key, reads in self._waiting.items():
            TraceRows(key, reads, self._sink).add()
        self._sink.note_looked_at(self._waiting.keys())
        self._waiting.clear()
        self._keys.clear()
        self._number = 0
        self._sink.breathe()

    def _read(self, span: Span, key: str, line: int) -> ReadSpan:
        span, payload, count = masked(span)
        self._sink.tally.secrets_masked += count
        if span.resource is not self._resource:
            self._resource = span.resource
            self._around = surroundings_of_resource(span.resource)
        return read_span(span, key, self._sink.file_id, line, payload, self._around)


def read_span(
    span: Span,
    key: str,
    file_id: int,
    line: int,
    payload: bytes | None = None,
    around: Surroundings | None = None,
) -> ReadSpan:
    """Return what a span says by itself.

    `payload` is its JSON, masked; `around` what its resource says of the run, where that is known already.
    """
    payload = payload or packed(as_json(span))
    observation_id = blake3(payload).hexdigest(8)
    parts: tuple[ContentPartRow, ...] = ()
    if len(payload) > LONGEST_INLINE and len(payload.decode()) > LONGEST_INLINE:
        taking = PayloadParts(key, span.span_id, file_id, line)
        payload = packed(taking.slim(as_json(span)))
        parts = tuple(taking.parts.values())
    attributes = span.attributes
    shape = shape_of(tuple(attributes))
    names = shape.said_by
    kind, agent, session, person, phase = shape.told(span)
    is_call = kind in CALL_KINDS
    usage = NO_USAGE if shape.figures is None else usage_of(attributes, shape.figures)
    error = _error_of(span)
    dialogue, carried_out = NO_DIALOGUE, NOT_CARRIED_OUT
    tool = told_call = None
    if is_call:
        dialogue = dialogue_of_call(span, shape.numbered)
    elif kind == AGENT:
        dialogue = dialogue_of_agent(span)
    elif kind == TOOL:
        tool = _first_text(attributes, names.tool) or span.name or None
        told_call = _first_text(attributes, names.tool_call)
        carried_out = CarriedOut(
            _first_value(attributes, names.tool_input), _first_value(attributes, names.tool_output), error
        )
    row = SpanRow._make(
        (
            key,
            observation_id,
            span.trace_id,
            span.span_id,
            span.parent_span_id,
            without_surrogates(span.name) or None,
            kind,
            span.status,
            _moment(span.start_ns),
            _moment(span.end_ns),
            *(agent or NO_AGENT),
            phase,
            _first_text(attributes, names.response),
            span.scope.name if span.scope else None,
            tool,
            told_call,
            model_of(attributes, names.model) if is_call or usage is not NO_USAGE else None,
            _service(attributes, names.tier) if is_call and names.tier else None,
            *usage,
            *_UNSETTLED,
            "error" if error is not None else None,
            _summary(span.name, dialogue.outputs if is_call else (), carried_out, error),
            payload,
            span.start_ns or span.end_ns or 0,
            file_id,
            line,
        )
    )
    around = around or surroundings_of_resource(span.resource)
    return ReadSpan(row, surroundings_with(session, person, around), dialogue, carried_out, parts)


class TraceRows:
    """Makes the rows of one trace, of all its spans that are known together."""

    def __init__(self, key: str, reads: Sequence[ReadSpan], sink: Sink) -> None:
        self._key = key
        self._reads = reads
        self._sink = sink
        self._messages: dict[str, MessageRow] = {}

    def add(self) -> None:
        """Fill the sink."""
        asked = [one for read in self._reads for one in _asked(read)]
        first: dict[str, SpanRow] = {}
        for read in self._reads:
            first.setdefault(read.row.span_id, read.row)
        rows = list(first.values())
        places = places_of(rows, asked)
        for read in self._reads:
            self._add_span(read, places[read.row.span_id])
        for message in self._messages.values():
            self._sink.add(message)
        self._add_agents(agents_of(rows, places))
        self._add_conversation()

    def _add_span(self, read: ReadSpan, place: SpanPlace) -> None:
        add, row = self._sink.add, settled(read.row, place)
        add(row)
        for part in read.parts:
            add(part)
        if row.kind == TOOL:
            add(tool_row(read, row))
        if read.dialogue is not NO_DIALOGUE:
            for said in message_rows(read, row):
                keep_earliest(self._messages, said)
            for one in request_rows(read, row):
                add(one)
            for part in thought_parts(read, row):
                add(part)

    def _add_agents(self, agents: Iterable[AgentPlace]) -> None:
        by_span = {read.row.span_id: read.row for read in self._reads}
        for agent in agents:
            self._sink.add(agent_row(by_span[agent.span_id], agent))

    def _add_conversation(self) -> None:
        """State the surroundings that spans give, each once, and the best title of those here."""
        around = {read.surroundings: read.row for read in reversed(self._reads)}
        for surroundings, row in around.items():
            for one in conversation_rows(row, surroundings):
                self._sink.add(one)
        titles = [row for row in map(title_row, _best_titled(self._reads)) if row is not None]
        if titles:
            self._sink.add(max(titles, key=_by_title))


_SETTLED = SpanRow._fields.index("agent_id")
_UNSETTLED = (None, None, None, None, None)


def settled(row: SpanRow, place: SpanPlace) -> SpanRow:
    """Return the row of a span with what its trace says of it."""
    key = None
    if place.call_span_id is not None:
        key = call_key(FORMAT_NAME, f"{row.conversation_id}/{place.call_span_id}")
    told = (place.agent_id, place.phase, place.counts, key, place.tool_call_id)
    if told == row[_SETTLED : _SETTLED + 5]:
        return row
    return SpanRow._make((*row[:_SETTLED], *told, *row[_SETTLED + 5 :]))


# rows of one span -------------------------------------------------------------------------------------------


def tool_row(read: ReadSpan, row: SpanRow) -> ToolRow:
    """Return what a tool's span says of the call."""
    asked, output, error = read.carried_out
    has_ended = row.ended_at is not None or row.status == "ok"
    status = "error" if row.severity == "error" else "ok" if has_ended else None
    return ToolRow(
        row.conversation_key,
        row.span_id,
        row.tool_call_id or row.told_tool_call_id or row.span_id,
        "both",
        row.tool,
        row.agent_id,
        None,
        status,
        row.started_at,
        row.ended_at,
        asked,
        output if status != "error" else None,
        (error or output) if status == "error" else None,
        row.span_id,
        None,
        row.sequence,
        row.file_id,
        row.line,
    )


def request_rows(read: ReadSpan, row: SpanRow) -> list[ToolRow]:
    """Return the tool calls that a model asked for, and the results it was told."""
    found = [
        _half(
            row,
            f"{row.span_id}#{n}",
            one.tool_call_id or f"{row.span_id}#{n}",
            tool=one.tool,
            asked=one.arguments,
            at=row.ended_at,
            sequence=row.sequence,
        )
        for n, one in enumerate(_requests(read.dialogue.outputs))
    ]
    if any(said.requests or said.answers for said in read.dialogue.inputs):
        for one in _requests(read.dialogue.inputs):
            if one.tool_call_id is not None:
                found.append(
                    _half(
                        row,
                        f"call:{one.tool_call_id}",
                        one.tool_call_id,
                        tool=one.tool,
                        asked=one.arguments,
                        sequence=0,
                    )
                )
        for said in read.dialogue.inputs:
            found += [
                _half(row, f"result:{one.tool_call_id}", one.tool_call_id, answer=one.output)
                for one in said.answers
            ]
    return found


def _half(
    row: SpanRow,
    observation_id: str,
    tool_call_id: str,
    *,
    tool: str | None = None,
    asked: str | None = None,
    answer: str | None = None,
    at: datetime | None = None,
    sequence: int = 0,
) -> ToolRow:
    """Return one half of a tool call as a message tells it; a span of the call itself says more."""
    is_answer = observation_id.startswith("result:")
    return ToolRow(
        row.conversation_key,
        observation_id,
        tool_call_id,
        "result" if is_answer else "call",
        tool,
        row.agent_id,
        None,
        "ok" if is_answer else None,
        at,
        None,
        asked,
        answer,
        None,
        row.span_id,
        None,
        sequence,
        row.file_id,
        row.line,
    )


def agent_row(row: SpanRow, agent: AgentPlace) -> AgentRow:
    """Return an agent as `row`, the earliest span of its own, introduces it.

    Below a span that nobody has seen it hangs under that span's id, which is no agent: it is unattached.
    """
    return AgentRow(
        row.conversation_key,
        f"agent:{agent.agent_id}",
        agent.agent_id,
        agent.name,
        None,
        agent.parent_agent_id or agent.unseen_span_id,
        0 if agent.parent_agent_id is None and agent.unseen_span_id is None else 1,
        agent.spawned_by_tool_call_id,
        None,
        row.started_at,
        None,
        row.file_id,
        row.line,
    )


def thought_parts(read: ReadSpan, row: SpanRow) -> Iterable[ContentPartRow]:
    """Return what a model thought before it answered."""
    thoughts = [thought for said in read.dialogue.outputs for thought in said.thoughts]
    if not thoughts:
        return ()
    parts = PayloadParts(row.conversation_key, row.span_id, row.file_id, row.line)
    for thought in thoughts:
        parts.keep_thought(thought)
    return parts.parts.values()


def message_rows(read: ReadSpan, row: SpanRow) -> list[MessageRow]:
    """Return what was said in a span; the same words in the same role are one message of the trace.

    Every call repeats what was said before it, so a message is named after its words and how often they were
    said by then, and not after its span.
    """
    seen: Counter[tuple[str | None, str]] = Counter()
    found: list[MessageRow] = []
    for place, said in enumerate(read.dialogue.inputs):
        if said.content and not said.answers:
            found.append(_message(row, said, seen, row.started_at, place))
    for place, said in enumerate(read.dialogue.outputs, len(read.dialogue.inputs)):
        if said.content and not said.answers:
            found.append(_message(row, said, seen, row.ended_at or row.started_at, place))
    return found


def keep_earliest(messages: dict[str, MessageRow], said: MessageRow) -> None:
    """Keep the statement of a message that came first, by its id; the store goes by the same order."""
    known = messages.get(said.message_id)
    if known is None or _message_order(said) < _message_order(known):
        messages[said.message_id] = said


def _message_order(message: MessageRow) -> tuple[bool, datetime, int, str]:
    at = message.occurred_at
    return at is None, at or _BEGIN, message.sequence, message.event_id or ""


def _message(
    row: SpanRow, said: Said, seen: Counter[tuple[str | None, str]], at: datetime | None, place: int
) -> MessageRow:
    content = without_surrogates(said.content)
    seen[said.role, content] += 1
    is_answer = said.role == "assistant"
    return MessageRow(
        row.conversation_key,
        blake3(f"{said.role}\0{seen[said.role, content]}\0{content}".encode()).hexdigest(8),
        row.agent_id,
        row.agent_id if is_answer else None,
        None if is_answer else row.agent_id,
        said.role,
        content,
        at,
        None,
        row.span_id,
        '{"meta":true}' if said.role == "system" else None,
        row.sequence + place,
        row.file_id,
        row.line,
    )


# rows of the run --------------------------------------------------------------------------------------------


def conversation_rows(row: SpanRow, around: Surroundings) -> Iterable[ConversationRow]:
    """Yield what spans say of their trace, and of the session that the trace belongs to."""
    session = _session(row, around)
    yield _conversation(row.conversation_key, row.conversation_id, row, around, session)
    if session is not None:
        yield _conversation(conversation_key(FORMAT_NAME, session), session, row, around, None)


def title_row(read: ReadSpan) -> ConversationRow | None:
    """Return the title that a span gives its trace.

    What was asked first names a run; else the name of its topmost span. The line stays out of it: of two
    titles of one moment the same one wins in every order of arrival.
    """
    title, rank = _title(read)
    if title is None:
        return None
    row = read.row
    return ConversationRow(
        row.conversation_key,
        digest(row.conversation_key, title, rank, row.started_at),
        row.conversation_id,
        FORMAT_NAME,
        row.started_at,
        None,
        title,
        rank,
        None,
        None,
        None,
        None,
        None,
        row.file_id,
        0,
    )


def _session(row: SpanRow, around: Surroundings) -> str | None:
    return around.session_id if around.session_id != row.conversation_id else None


def _conversation(
    key: str, conversation_id: str, row: SpanRow, around: Surroundings, session: str | None
) -> ConversationRow:
    said = (around.project, session, around.machine, around.person)
    return ConversationRow(
        key,
        digest(key, said),
        conversation_id,
        FORMAT_NAME,
        None,
        None,
        None,
        0,
        *said,
        None,
        row.file_id,
        row.line,
    )


def _title(read: ReadSpan) -> tuple[str | None, int]:
    for said in read.dialogue.inputs:
        if said.role == "user" and said.content:
            return one_line(said.content)[:LONGEST_TITLE], 1
    if read.row.parent_span_id is None and read.row.name:
        return one_line(read.row.name)[:LONGEST_TITLE], 0
    return None, 0


def _best_titled(reads: Iterable[ReadSpan]) -> list[ReadSpan]:
    """Return the spans of which one gives the title: few, so that few titles are made only to be dropped."""
    best: list[ReadSpan] = []
    order: tuple[int, datetime] | None = None
    for read in reads:
        if any(said.role == "user" and said.content for said in read.dialogue.inputs):
            mine = (0, read.row.started_at or _BEGIN)
        elif read.row.parent_span_id is None and read.row.name:
            mine = (1, read.row.started_at or _BEGIN)
        else:
            continue
        if order is None or mine < order:
            best, order = [read], mine
        elif mine == order:
            best.append(read)
    return best


def _by_title(row: ConversationRow) -> tuple[int, timedelta, str]:
    """The order in which the store prefers titles: higher rank, earlier, larger id."""
    return row.title_rank, _BEGIN - (row.observed_at or _BEGIN), row.observation_id


# small questions to a span ----------------------------------------------------------------------------------


def _asked(read: ReadSpan) -> Iterable[Asked]:
    if read.dialogue is NO_DIALOGUE:
        return
    for one in _requests(read.dialogue.outputs):
        if one.tool_call_id is not None:
            yield Asked(read.row.span_id, one.tool_call_id, one.tool)


def _requests(dialogue: Sequence[Said]) -> Iterable[ToolRequest]:
    return (one for said in dialogue for one in said.requests)


def _error_of(span: Span) -> str | None:
    """Return why a span failed; nothing where it did not, or where an error was handled."""
    if span.status == "error":
        return (
            span.status_message
            or _exception(span)
            or _first_text(span.attributes, ("error.type",))
            or "error"
        )
    if span.status is None:
        return _exception(span) or _first_text(span.attributes, ("error.type",))
    return None


def _exception(span: Span) -> str | None:
    for event in span.events:
        if event.name == "exception":
            message = text(event.attributes.get("exception.message"))
            kind = text(event.attributes.get("exception.type"))
            return ": ".join(filter(None, (kind, message))) or "exception"
    return None


def _service(attributes: Attributes, names: Sequence[str]) -> str | None:
    return "service_tier=batch" if attributes[names[0]] == "batch" else None


def _summary(name: str, answers: Sequence[Said], carried_out: CarriedOut, error: str | None) -> str | None:
    told = error
    if told is None:
        told = next((said.content for said in answers if said.content), None) or carried_out.input
    if told:
        told = told[: READ_AHEAD + 1]  # a line takes no more, whatever stands before it
    return one_line(f"{name}: {told}" if told and name else told or name) or None


def _first_text(attributes: Attributes, names: tuple[str, ...]) -> str | None:
    for name in names:
        if name in attributes:
            told = text(attributes[name])
            if told is not None:
                return without_surrogates(told[:LONGEST_TITLE])
    return None


def _first_value(attributes: Attributes, names: tuple[str, ...]) -> str | None:
    for name in names:
        if name in attributes:
            told = as_text(attributes[name])
            if told is not None:
                return without_surrogates(told)
    return None


def _moment(nanoseconds: int | None) -> datetime | None:
    """Return a time; the desk keeps microseconds, the span's JSON the nanoseconds."""
    if nanoseconds is None:
        return None
    try:
        return _BEGIN + timedelta(microseconds=nanoseconds // 1_000)
    except OverflowError:
        return None
