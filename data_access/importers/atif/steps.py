"""One step as rows: its event, what was said, what was called and what came of it, its model call.

A document states one time for a step and none for its calls and results, so a result has no time of its own.
Results that name a call are its outcome; the others are kept as what the environment said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

import orjson

from data_access.contracts.rows import (
    AgentRow,
    ConversationRow,
    EventRow,
    MessageRow,
    TaskRow,
    ToolRow,
    UsageRow,
)
from data_access.importers.atif.content import Parts, content_text
from data_access.importers.atif.references import SubAgent, sub_agents_of
from data_access.importers.atif.trajectory_identity import (
    FORMAT_NAME,
    Whose,
    is_unique_everywhere,
    step_digest,
)
from data_access.importers.atif.usage import model_of, speaks_of_call, token_classes
from data_access.importers.loose_values import Json, dollars, mapping, moment, native_id, sequence, text
from data_access.importers.sink import Sink
from data_access.rules.identity import call_key, digest
from data_access.rules.text_safety import one_line

PERSON = "person"
SPAWNED_HERE = 3
LONGEST_SUMMARY = 300
_SOURCES = {"user": "user_message", "agent": "assistant_message", "system": "system"}
_ROLES = {"user": "user", "agent": "assistant", "system": "system"}
_TELLING = (
    "command",
    "cmd",
    "path",
    "file_path",
    "pattern",
    "query",
    "url",
    "keystrokes",
    "prompt",
    "message",
)
_FAILED = frozenset(("error", "failed", "failure"))


class Voice(NamedTuple):
    """Whose steps are read."""

    conversation_key: str
    told: Whose
    agent: Json
    parent: str | None
    is_embedded: bool
    embedded: frozenset[str]
    """Sub-agents whose trajectories stand in the same document."""


class _Step(NamedTuple):
    """One step with its identity."""

    value: Json
    event_id: str
    sequence: int
    occurred_at: datetime | None
    time_is_naive: bool
    phase: str | None


class StepReader:
    """Reads the steps of one trajectory in order."""

    def __init__(self, voice: Voice, sink: Sink, line: int) -> None:
        self._voice = voice
        self._sink = sink
        self._line = line
        self._key = voice.conversation_key
        self._agent_id = voice.told.agent_id
        self._seen: Counter[str] = Counter()
        self._calls: dict[str, str] = {}
        """The desk's id of each call so far, by the source's."""

    def read(self, value: Json, number: int, sequence_number: int) -> list[str]:
        """Add the rows of one step; return the sub-agents it started."""
        step = self._identified(value, number, sequence_number)
        calls = self._add_calls(step)
        self._add_message(step)
        started = self._add_results(step)
        self._add_usage(step)
        self._add_event(step, calls)
        return started

    def _identified(self, value: Json, number: int, sequence_number: int) -> _Step:
        name = step_digest(self._voice.told.run_id, self._agent_id, number, value)
        self._seen[name] += 1
        event_id = name if self._seen[name] == 1 else f"{name}-{self._seen[name]}"
        occurred_at, is_naive = moment(value.get("timestamp"))
        if is_naive:
            self._sink.tally.naive_times += 1
        return _Step(value, event_id, sequence_number, occurred_at, is_naive, self._phase(value))

    def _phase(self, value: Json) -> str | None:
        """Return the phase that the producer noted, under a plain key or one with its own name before it."""
        extra = mapping(value.get("extra"))
        return text(extra.get("phase")) or text(extra.get(f"{self._voice.agent.get('name')}_phase"))

    # the event

    def _add_event(self, step: _Step, calls: list[str]) -> None:
        value = step.value
        parts = Parts(self._key, step.event_id, self._sink.file_id, self._line)
        payload = parts.payload(value)
        for part in parts.rows:
            self._sink.add(part)
        said = content_text(value.get("message"))
        summary = calls[0] if calls else said or text(value.get("reasoning_content"))
        if len(calls) > 1:
            summary = f"{summary} (and {len(calls) - 1} more)"
        self._sink.add(
            EventRow(
                self._key,
                step.event_id,
                self._agent_id,
                self._agent_id,
                None,
                self._event_type(value, calls, said),
                step.phase,
                "error" if _says_error(value) else None,
                step.occurred_at,
                None,
                step.time_is_naive,
                one_line(summary, LONGEST_SUMMARY) if summary else None,
                payload,
                None,
                step.sequence,
                self._sink.file_id,
                self._line,
            )
        )

    def _event_type(self, value: Json, calls: list[str], said: str | None) -> str:
        source = value.get("source")
        known = _SOURCES.get(source) if isinstance(source, str) else None
        if known is None:
            self._sink.tally.unknown_types[source[:80] if isinstance(source, str) else "(none)"] += 1
            return "unknown"
        if calls:
            return "tool_call"
        managed = text(mapping(mapping(value.get("extra")).get("context_management")).get("type"))
        if source == "system" and managed:
            return "compact_boundary" if managed == "compaction" else "system"
        if source == "agent" and not said and text(value.get("reasoning_content")):
            return "thinking"
        return known

    # what was said

    def _add_message(self, step: _Step) -> None:
        said = content_text(step.value.get("message"))
        if said is None:
            return
        source = step.value.get("source")
        role = _ROLES.get(source, "system") if isinstance(source, str) else "system"
        other = self._voice.parent if self._voice.is_embedded or self._voice.told.summarises else PERSON
        other = other or self._voice.told.summarises
        sender, recipient = (self._agent_id, other) if role == "assistant" else (other, self._agent_id)
        if role == "system":
            sender = None
        self._say(step, step.event_id, sender, recipient, role, said, 0)

    def _say(
        self,
        step: _Step,
        message_id: str,
        sender: str | None,
        recipient: str | None,
        role: str,
        content: str,
        behind: int,
    ) -> None:
        self._sink.add(
            MessageRow(
                self._key,
                message_id,
                self._agent_id,
                sender,
                recipient,
                role,
                content,
                step.occurred_at,
                None,
                step.event_id,
                '{"meta":true}' if sender is None and role == "system" else None,
                step.sequence + behind,
                self._sink.file_id,
                self._line,
            )
        )

    # what was called and what came of it

    def _add_calls(self, step: _Step) -> list[str]:
        """Add the calls of a step; return each in a few words."""
        shown = []
        for ordinal, call in enumerate(sequence(step.value.get("tool_calls")), 1):
            told = mapping(call)
            if not told:
                continue
            native = native_id(told.get("tool_call_id"))
            call_id = self._call_id(step, native, ordinal)
            self._sink.add(self._call(step, call_id, told, ordinal))
            shown.append(_shown_call(told))
        return shown

    def _call_id(self, step: _Step, native: str | None, ordinal: int) -> str:
        """Name a call: harnesses count their calls anew in each step, so only a drawn id stands alone."""
        if native is None:
            return f"{step.event_id}#{ordinal}"
        is_alone = is_unique_everywhere(native) and native not in self._calls
        call_id = native if is_alone else f"{native}@{step.event_id}"
        if self._calls.get(native) == call_id:  # twice in one step
            call_id = f"{call_id}#{ordinal}"
        self._calls[native] = call_id
        return call_id

    def _call(self, step: _Step, call_id: str, told: Json, ordinal: int) -> ToolRow:
        asked = told.get("arguments")
        extra = {key: told[key] for key in ("tool_call_id", "extra") if told.get(key)}
        return ToolRow(
            self._key,
            f"{step.event_id}#{ordinal}",
            call_id,
            "call",
            text(told.get("function_name")),
            self._agent_id,
            None,
            None,
            step.occurred_at,
            None,
            None if asked is None else orjson.dumps(asked).decode(),
            None,
            None,
            step.event_id,
            orjson.dumps(extra).decode() if extra else None,
            step.sequence,
            self._sink.file_id,
            self._line,
        )

    def _add_results(self, step: _Step) -> list[str]:
        """Add what came of the step; return the sub-agents that it started."""
        started: list[str] = []
        results = sequence(mapping(step.value.get("observation")).get("results"))
        for ordinal, entry in enumerate(results, 1):
            result = entry if isinstance(entry, dict) else {"content": entry}
            native = native_id(result.get("source_call_id"))
            call_id = self._calls.get(native) if native else None
            content = content_text(result.get("content"))
            if call_id is not None:
                self._sink.add(self._outcome(step, call_id, result, content, ordinal))
            elif content is not None:
                message_id = f"{step.event_id}#result-{ordinal}"
                self._say(step, message_id, None, self._agent_id, "system", content, ordinal)
            for sub_agent in sub_agents_of(result, self._voice.told.run_id, self._voice.embedded):
                if sub_agent.agent_id != self._agent_id:
                    self._add_sub_agent(step, sub_agent, call_id)
                    started.append(sub_agent.agent_id)
        return started

    def _outcome(self, step: _Step, call_id: str, result: Json, content: str | None, ordinal: int) -> ToolRow:
        failed = _says_error(result)
        extra = mapping(result.get("extra"))
        return ToolRow(
            self._key,
            f"{step.event_id}#result-{ordinal}",
            call_id,
            "result",
            None,
            self._agent_id,
            None,
            "error" if failed else "ok",
            None,
            None,
            None,
            None if failed else content,
            content if failed else None,
            step.event_id,
            orjson.dumps(extra).decode() if extra else None,
            step.sequence,
            self._sink.file_id,
            self._line,
        )

    def _add_sub_agent(self, step: _Step, sub_agent: SubAgent, call_id: str | None) -> None:
        values = (sub_agent.agent_id, sub_agent.name, None, self._agent_id, SPAWNED_HERE, call_id, None)
        said = digest(self._key, *values, step.event_id)
        place = (self._sink.file_id, self._line)
        self._sink.add(AgentRow(self._key, said, *values, None, None, *place))
        if call_id is not None:
            self._sink.add(self._task(step, sub_agent, call_id))
        if sub_agent.claim is not None:
            claim = orjson.dumps(sub_agent.claim).decode()
            told = (self._voice.told.run_id, FORMAT_NAME, None, None, None, 0, None, None, None, None, claim)
            self._sink.add(ConversationRow(self._key, digest(self._key, *told), *told, *place))

    def _task(self, step: _Step, sub_agent: SubAgent, call_id: str) -> TaskRow:
        return TaskRow(
            self._key,
            f"{step.event_id}:{call_id}:{sub_agent.agent_id}",
            call_id,
            sub_agent.name,
            sub_agent.agent_id,
            None,
            None,
            step.phase,
            step.occurred_at,
            None,
            step.occurred_at,
            listed=False,
            extra=None,
            sequence=step.sequence,
            file_id=self._sink.file_id,
            line=self._line,
        )

    # the model call

    def _add_usage(self, step: _Step) -> None:
        if not speaks_of_call(step.value):
            return
        metrics = mapping(step.value.get("metrics"))
        drawn = next(self._drawn_ids(step.value), None)
        values = (
            call_key(FORMAT_NAME, drawn or step.event_id),
            None,
            self._voice.told.run_id,
            self._agent_id,
            None,
            step.phase,
            model_of(step.value, self._voice.agent),
            step.occurred_at,
            False,
            None,
            *token_classes(metrics),
            0,
            None,
            dollars(metrics.get("cost_usd")),
            step.event_id,
        )
        said = digest(self._key, values)
        self._sink.add(UsageRow(self._key, said, *values, self._sink.file_id, self._line))

    def _drawn_ids(self, value: Json) -> Iterator[str]:
        """Yield the ids in a step that no other answer of a model can have."""
        for call in sequence(value.get("tool_calls")):
            native = native_id(mapping(call).get("tool_call_id"))
            if native is not None and is_unique_everywhere(native):
                yield native


def _says_error(value: Json) -> bool:
    """Tell whether a producer noted that a step or a result is a failure."""
    extra = mapping(value.get("extra"))
    word = text(extra.get("status")) or ""
    told = extra.get("is_error") is True or bool(text(extra.get("error")) or text(extra.get("error_type")))
    return told or value.get("is_error") is True or word.lower() in _FAILED


def _shown_call(told: Json) -> str:
    tool = text(told.get("function_name")) or "tool"
    asked = mapping(told.get("arguments"))
    telling = next((asked[key] for key in _TELLING if text(asked.get(key))), None)
    return f"{tool}: {telling}" if telling else tool
