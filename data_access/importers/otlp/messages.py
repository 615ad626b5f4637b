"""What was said to a model or an agent and what it answered, under each of the conventions in use.

Messages stand as a JSON text or list (`gen_ai.input.messages`, `gen_ai.prompt`, `input.value`), one attribute
for each part (`llm.input_messages.0.message.role`, `gen_ai.prompt.0.content`), or as events of the span.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import orjson

from data_access.importers.loose_values import mapping, native_id, sequence, text
from data_access.importers.otlp.span_record import Attributes, Span, SpanEvent

DEEPEST = 6
"""How far messages are looked for inside a document."""
_NUMBERED = re.compile(
    r"(?:(llm\.input_messages|gen_ai\.prompt)|llm\.output_messages|gen_ai\.completion)\.(\d{1,6})\.(?:message\.)?(.+)"
)
_NUMBERED_SIGNS = ("llm.input_messages.", "llm.output_messages.", "gen_ai.prompt.", "gen_ai.completion.")
_INPUTS = (
    "gen_ai.input.messages",
    "gen_ai.prompt",
    "ai.prompt.messages",
    "ai.prompt",
    "input.value",
    "mlflow.spanInputs",
    "traceloop.entity.input",
    "langfuse.observation.input",
    "input",
)
_OUTPUTS = (
    "gen_ai.output.messages",
    "gen_ai.completion",
    "ai.response.text",
    "output.value",
    "mlflow.spanOutputs",
    "traceloop.entity.output",
    "langfuse.observation.output",
    "output",
)
_PLAIN_ROLES = frozenset(("user", "assistant", "system"))
_TEXT_KEYS = ("content", "text", "value")
_CALL_TYPES = frozenset(("tool_call", "tool_use", "function_call"))
_RESULT_TYPES = frozenset(("tool_call_response", "tool_result", "function_call_output"))
_THOUGHT_TYPES = frozenset(("reasoning", "thinking"))
_IMAGE_TYPES = frozenset(("image", "image_url", "input_image", "blob", "uri", "file"))
_ROLES = {"human": "user", "ai": "assistant", "model": "assistant", "developer": "system", "function": "tool"}
_PLAIN_KEYS = {"role", "content"}
_EVENT_ROLES = {
    "gen_ai.system.message": "system",
    "gen_ai.user.message": "user",
    "gen_ai.assistant.message": "assistant",
    "gen_ai.tool.message": "tool",
}


class ToolRequest(NamedTuple):
    """A tool call that stands in a message."""

    tool_call_id: str | None
    tool: str | None
    arguments: str | None


class ToolAnswer(NamedTuple):
    """A result of a tool that stands in a message."""

    tool_call_id: str
    output: str | None


class Said(NamedTuple):
    """One message."""

    role: str | None
    content: str
    requests: tuple[ToolRequest, ...] = ()
    answers: tuple[ToolAnswer, ...] = ()
    thoughts: tuple[str, ...] = ()


class Dialogue(NamedTuple):
    """What went into a span and what came out of it."""

    inputs: tuple[Said, ...]
    outputs: tuple[Said, ...]


NO_DIALOGUE = Dialogue((), ())


class NumberedName(NamedTuple):
    """The name of an attribute that is a part of a numbered message."""

    name: str
    is_input: bool
    number: int
    path: list[str]
    """Not to be changed: it is handed out again."""


def numbered_names(names: Iterable[str]) -> tuple[NumberedName, ...]:
    """Return those of `names` that are parts of numbered messages."""
    found = ((name, _NUMBERED.fullmatch(name)) for name in names if name.startswith(_NUMBERED_SIGNS))
    return tuple(
        NumberedName(name, bool(one[1]), int(one[2]), one[3].split("."))
        for name, one in found
        if one is not None
    )


def dialogue_of_call(span: Span, numbered: Sequence[NumberedName]) -> Dialogue:
    """Return what a model call was told and what it answered; `numbered` are those attributes of it."""
    attributes = span.attributes
    inputs, outputs = _numbered(attributes, numbered) if numbered else ([], [])
    if span.events:
        told_inputs, told_outputs = _of_events(span.events)
        inputs, outputs = inputs or told_inputs, outputs or told_outputs
    if not inputs:
        inputs = _of_attributes(attributes, _INPUTS, "user")
    if not outputs:
        outputs = _of_attributes(attributes, _OUTPUTS, "assistant")
        outputs += _vercel_calls(attributes)
    system = attributes.get("gen_ai.system_instructions")
    if system is not None:
        inputs = [*_from_value(system, "system"), *inputs]
    return Dialogue(tuple(inputs), tuple(outputs))


def dialogue_of_agent(span: Span) -> Dialogue:
    """Return what an agent was asked and what it answered, where that is plain text or messages."""
    attributes = span.attributes
    inputs = _of_attributes(attributes, _INPUTS, "user", is_plain=False)
    outputs = _of_attributes(attributes, _OUTPUTS, "assistant", is_plain=False)
    return Dialogue(tuple(inputs[-1:]), tuple(outputs[-1:]))


def as_text(value: Any) -> str | None:
    """Return a value as the text that stands for it: text as it is, everything else as JSON."""
    if value is None or value == "":
        return None
    return value if isinstance(value, str) else orjson.dumps(value).decode()


# attributes that hold whole lists ---------------------------------------------------------------------------


def _of_attributes(
    attributes: Attributes, names: tuple[str, ...], role: str, *, is_plain: bool = True
) -> list[Said]:
    for name in names:
        value = attributes.get(name)
        if value is None or value == "":
            continue
        found = list(_from_value(value, role))
        if found:
            return found
        if is_plain or not _is_document(value):
            told = as_text(value)
            return [Said(role, told)] if told else []
    return []


def _vercel_calls(attributes: Attributes) -> list[Said]:
    if "ai.response.toolCalls" not in attributes:
        return []
    calls = _decoded(attributes["ai.response.toolCalls"])
    requests = tuple(_request(one) for one in sequence(calls) if isinstance(one, dict))
    return [Said("assistant", "", requests)] if requests else []


def _is_document(value: Any) -> bool:
    return not isinstance(value, str) or value.lstrip()[:1] in ("{", "[")


def _decoded(value: Any) -> Any:
    if isinstance(value, str) and value.lstrip()[:1] in ("{", "["):
        try:
            return orjson.loads(value)
        except orjson.JSONDecodeError:
            return value
    return value


def _from_value(value: Any, role: str, depth: int = 0) -> Iterator[Said]:
    """Yield the messages in a value of any known shape; nothing where it has none."""
    value = _decoded(value)
    if isinstance(value, list):
        for one in value:
            yield from _from_member(one, role, depth)
    elif isinstance(value, dict) and depth < DEEPEST:
        yield from _from_object(value, role, depth)


def _from_member(value: Any, role: str, depth: int) -> Iterator[Said]:
    value = _decoded(value)
    if isinstance(value, str) and value:
        yield Said(role, value)
    elif isinstance(value, dict | list) and depth < DEEPEST:
        yield from _from_value(value, role, depth + 1)


def _from_object(value: Attributes, role: str, depth: int) -> Iterator[Said]:
    if isinstance(value.get("kwargs"), dict) and "lc" in value:  # a message of LangChain
        value = value["kwargs"]
    for inner in ("messages", "choices", "generations", "message", "items"):
        if isinstance(value.get(inner), list | dict) and "role" not in value:
            system = value.get("system") if inner == "messages" else None
            if system:
                yield from _from_value(system if isinstance(system, list) else [system], "system", depth + 1)
            yield from _from_value(value[inner], role, depth + 1)
            return
    said = _said(value, role)
    if said is not None:
        yield said


def _said(value: Attributes, role: str) -> Said | None:
    """Read one message; None where the object is none."""
    content = value.get("content")
    if isinstance(content, str) and value.keys() <= _PLAIN_KEYS:  # the common one
        return Said(_role(value.get("role")) or role, content) if content else None
    told_role = _role(value.get("role") or value.get("type")) or role
    texts: list[str] = []
    requests: list[ToolRequest] = []
    answers: list[ToolAnswer] = []
    thoughts: list[str] = []
    body = _first(value, ("parts", "contents", "content", "text"))
    if isinstance(value.get("type"), str) and "role" not in value:
        body = [value]
    for part in body if isinstance(body, list) else [body]:
        _read_part(part, texts, requests, answers, thoughts)
    for call in sequence(value.get("tool_calls")):
        if isinstance(call, dict):
            requests.append(_request(call))
    answered = native_id(value.get("tool_call_id")) or native_id(value.get("tool_use_id"))
    if answered is not None:
        answers.append(ToolAnswer(answered, "\n".join(texts) or None))
    if not (texts or requests or answers or thoughts):
        return None
    return Said(told_role, "\n\n".join(texts), tuple(requests), tuple(answers), tuple(thoughts))


def _read_part(
    part: Any,
    texts: list[str],
    requests: list[ToolRequest],
    answers: list[ToolAnswer],
    thoughts: list[str],
) -> None:
    if isinstance(part, str):
        if part:
            texts.append(part)
        return
    if not isinstance(part, dict):
        return
    part = part["message_content"] if isinstance(part.get("message_content"), dict) else part
    kind = part.get("type")
    if kind in _CALL_TYPES:
        requests.append(_request(part))
    elif kind in _RESULT_TYPES:
        answered = native_id(_first(part, ("id", "tool_use_id", "call_id")))
        if answered is not None:
            result = _first(part, ("response", "result", "content", "output"))
            answers.append(ToolAnswer(answered, as_text(result)))
    elif kind in _THOUGHT_TYPES:
        thought = text(_first(part, ("content", "thinking", "text")))
        if thought:
            thoughts.append(thought)
    elif kind in _IMAGE_TYPES:
        texts.append("[image]" if "image" in str(kind) else "[file]")
    else:
        told = _first(part, _TEXT_KEYS)
        if isinstance(told, str) and told:
            texts.append(told)


def _request(call: Attributes) -> ToolRequest:
    call = call["tool_call"] if isinstance(call.get("tool_call"), dict) else call
    inner = mapping(call.get("function"))
    arguments = _first(inner or call, ("arguments", "args", "input"))
    return ToolRequest(
        native_id(_first(call, ("id", "call_id", "toolCallId"))),
        text(_first(inner or call, ("name", "toolName"))),
        as_text(arguments),
    )


def _role(value: Any) -> str | None:
    if not isinstance(value, str):
        return None
    word = value.lower()
    if (
        word in _CALL_TYPES
        or word in _THOUGHT_TYPES
        or word in ("message", "text", "output_text", "input_text")
    ):
        return None
    return _ROLES.get(word, word) if word.isidentifier() else None


def _first(value: Attributes, names: Iterable[str]) -> Any:
    return next((value[name] for name in names if value.get(name) is not None), None)


# one attribute for each part --------------------------------------------------------------------------------


def _numbered(attributes: Attributes, names: Sequence[NumberedName]) -> tuple[list[Said], list[Said]]:
    """Put messages together that stand as `<list>.<number>.<part>`."""
    inputs: dict[int, Attributes] = defaultdict(dict)
    outputs: dict[int, Attributes] = defaultdict(dict)
    for name, is_input, number, path in names:
        message = (inputs if is_input else outputs)[number]
        if len(path) == 1 and path[0] not in message:
            message[path[0]] = attributes[name]
        else:
            _set_member(message, path, attributes[name])
    return _put_together(inputs, "user"), _put_together(outputs, "assistant")


def _set_member(target: Attributes, path: list[str], value: Any) -> None:
    """Set a member of nested objects; numbers in a path are members too, and become lists later."""
    for name in path[:-1]:
        inner = target.get(name)
        if not isinstance(inner, dict):
            inner = target[name] = {}
        target = inner
    if not isinstance(target.get(path[-1]), dict):
        target[path[-1]] = value


def _put_together(messages: dict[int, Attributes], role: str) -> list[Said]:
    if not messages:
        return []
    found = (_said_plainly(messages[number], role) for number in sorted(messages))
    return [said for said in found if said is not None]


def _said_plainly(value: Attributes, role: str) -> Said | None:
    """Read one message; the commonest, words under a role, takes the short way."""
    content, told = value.get("content"), value.get("role")
    if len(value) == 2 and told in _PLAIN_ROLES and type(content) is str and content:
        return Said(told, content)
    return _said(_with_lists(value), role)


def _with_lists(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    if value and all(name.isdecimal() for name in value):
        return [_with_lists(value[name]) for name in sorted(value, key=int)]
    return {name: _with_lists(inner) for name, inner in value.items()}


# events -----------------------------------------------------------------------------------------------------


def _of_events(events: Iterable[SpanEvent]) -> tuple[list[Said], list[Said]]:
    inputs: list[Said] = []
    outputs: list[Said] = []
    for event in events:
        attributes = {**event.attributes, **mapping(_decoded(event.attributes.get("body")))}
        if event.name in _EVENT_ROLES:
            said = _said(_plain(attributes), _EVENT_ROLES[event.name])
            inputs += [said] if said is not None else []
        elif event.name == "gen_ai.choice":
            outputs += _from_value(_decoded(attributes.get("message")) or _plain(attributes), "assistant")
        elif event.name.startswith("gen_ai."):
            inputs += _of_attributes(attributes, ("gen_ai.input.messages", "gen_ai.prompt"), "user")
            outputs += _of_attributes(
                attributes, ("gen_ai.output.messages", "gen_ai.completion"), "assistant"
            )
    return inputs, outputs


def _plain(attributes: Attributes) -> Attributes:
    """Decode what an event holds as JSON text."""
    return {name.removeprefix("gen_ai.event."): _decoded(value) for name, value in attributes.items()}
