"""Turns one document into rows: each trajectory in it and each of their steps is a record.

A trajectory's head is kept aside as it is, without its steps; a step makes one event; a step that was copied
from an earlier trajectory is kept aside too: it was read, or will be, where it was made.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any, NamedTuple

import orjson

from data_access.contracts.rows import AgentRow, ConversationRow, ReportedTotalRow
from data_access.importers.atif.content import content_text
from data_access.importers.atif.references import continuation_claim
from data_access.importers.atif.steps import StepReader, Voice
from data_access.importers.atif.trajectory_identity import (
    FORMAT_NAME,
    NAMELESS,
    Whose,
    agent_name,
    named,
    whose,
)
from data_access.importers.atif.usage import total_id, total_tokens
from data_access.importers.json_lines import LineRecord
from data_access.importers.loose_values import Json, dollars, mapping, moment, sequence, text
from data_access.importers.sink import Sink
from data_access.rules.identity import conversation_key, digest
from data_access.rules.text_safety import one_line

LONGEST_TITLE = 200
FIRST_PROMPT, OTHER_TEXT = 1, 0
STEPS_BETWEEN_BREATHS = 500
PART_STRIDE = 10**13
STEP_STRIDE = 10**7
CHILD_STRIDE = 10**5
DEEPEST = 50
"""Sub-agents embedded deeper than this are rejected."""
_PROJECT_KEYS = ("project", "cwd", "working_directory", "target_dir")
_LISTS = ("steps", "subagent_trajectories")


class _Level(NamedTuple):
    """Where an embedded trajectory stands: under whom, and how its steps are numbered among the others."""

    depth: int
    parent: str | None
    first: int
    stride: int


def read_document(document: LineRecord, sink: Sink) -> None:
    """Read one document, which the caller has counted as a record, with all that is embedded in it."""
    told = whose(document.value)
    level = _Level(0, None, told.part * PART_STRIDE, STEP_STRIDE)
    _Trajectory(document.value, told, level, sink, document.line).read()


class _Trajectory:
    """One trajectory on its way into rows."""

    def __init__(self, value: Json, told: Whose, level: _Level, sink: Sink, line: int) -> None:
        self.value = value
        self.told = told
        self.level = level
        self.sink = sink
        self.line = line
        self.key = conversation_key(FORMAT_NAME, told.run_id)
        self.children = [mapping(child) for child in sequence(value.get("subagent_trajectories"))]
        self.embedded = frozenset(
            filter(None, (named(child.get("trajectory_id")) for child in self.children))
        )
        self.first_at: datetime | None = None
        self.spawned_at: dict[str, int] = {}

    def read(self) -> None:
        """Read the head, the steps, then what is embedded."""
        self._keep_head()
        steps = list(self._steps())
        self.first_at = next((at for _, _, step in steps if (at := moment(step.get("timestamp"))[0])), None)
        self._add_agent()
        self._add_conversation([step for _, _, step in steps])
        self._add_total(len(steps))
        self._read_steps(steps)
        self._read_embedded()

    # the head

    def _keep_head(self) -> None:
        head = {key: item for key, item in self.value.items() if key not in _LISTS}
        self.sink.keep_other(self.line, "trajectory", orjson.dumps(head).decode())
        for field in _LISTS:
            told = self.value.get(field)
            if told is not None and not isinstance(told, list):
                self.sink.reject(self.line, f"{field} is no list", orjson.dumps(told).decode())

    def _add_agent(self) -> None:
        agent = mapping(self.value.get("agent"))
        extra = {key: agent[key] for key in ("version", "model_name") if text(agent.get(key))}
        parent = self.level.parent or self.told.summarises
        parent = parent if parent != self.told.agent_id else None
        values = (
            self.told.agent_id,
            agent_name(self.value),
            None,
            parent,
            (2 if self.level.parent else 1) if parent else 0,
            None,
            None,
            self.first_at,
            orjson.dumps(extra).decode() if extra else None,
        )
        seen = digest(self.key, *values)
        self.sink.add(AgentRow(self.key, seen, *values, file_id=self.sink.file_id, line=self.line))

    def _add_conversation(self, steps: list[Json]) -> None:
        is_main = self.level.depth == 0 and self.told.summarises is None
        title, rank = _title_of(steps, is_main=is_main)
        extra = {"schema_version": text(self.value.get("schema_version"))} if is_main else {}
        self._say(title, rank, _project_of(self.value) if is_main else None, extra)
        claim = continuation_claim(self.value)
        if claim is not None:
            self._say(None, OTHER_TEXT, None, claim)

    def _say(self, title: str | None, rank: int, project: str | None, extra: Json) -> None:
        told = orjson.dumps(extra).decode() if extra else None
        values = (
            self.told.run_id,
            FORMAT_NAME,
            self.first_at,
            None,
            title,
            rank,
            project,
            None,
            None,
            None,
            told,
        )
        said = digest(self.key, *values)
        self.sink.add(ConversationRow(self.key, said, *values, file_id=self.sink.file_id, line=self.line))

    def _add_total(self, steps: int) -> None:
        total = mapping(self.value.get("final_metrics"))
        usd, tokens = dollars(total.get("total_cost_usd")), total_tokens(total)
        if usd is None and tokens is None:
            return
        is_run = self.level.depth == 0 and self.told.summarises is None and self._speaks_for_run()
        self.sink.add(
            ReportedTotalRow(
                self.key,
                total_id(total, self.told.agent_id, self.told.part, steps),
                None if is_run else self.told.agent_id,
                "conversation" if is_run else "agent",
                usd,
                tokens,
                self.first_at,
                orjson.dumps(total).decode(),
                self.sink.file_id,
                self.line,
            )
        )

    def _speaks_for_run(self) -> bool:
        """A document with an id of its own may be a sub-agent's in a file of its own, unless it has some."""
        return self.told.agent_id == (agent_name(self.value) or NAMELESS) or bool(self.children)

    # steps

    def _steps(self) -> Iterator[tuple[int, int, Json]]:
        """Yield order, number and value of each step, by number; what is no step is rejected."""
        steps = self.value.get("steps")
        found: list[tuple[int, int, Json]] = []
        number = 0
        for place, step in enumerate(steps if isinstance(steps, list) else []):
            if not isinstance(step, dict):
                self.sink.reject(self.line, f"steps[{place}] is no object", orjson.dumps(step).decode())
                continue
            number = _number_of(step, number + 1)
            found.append((number, place, step))
        for order, (number, _, step) in enumerate(sorted(found, key=lambda entry: entry[:2])):
            yield order, number, step

    def _read_steps(self, steps: list[tuple[int, int, Json]]) -> None:
        agent = mapping(self.value.get("agent"))
        voice = Voice(self.key, self.told, agent, self.level.parent, self.level.depth > 0, self.embedded)
        reader = StepReader(voice, self.sink, self.line)
        for order, number, step in steps:
            self.sink.tally.records += 1
            if step.get("is_copied_context") is True:
                self.sink.keep_other(self.line, "copied_context", orjson.dumps(step).decode())
                continue
            sequence_number = self.level.first + order * self.level.stride
            for agent_id in reader.read(step, number, sequence_number):
                self.spawned_at.setdefault(agent_id, sequence_number)
            if order % STEPS_BETWEEN_BREATHS == STEPS_BETWEEN_BREATHS - 1:
                self.sink.breathe()

    # what is embedded

    def _read_embedded(self) -> None:
        children = self.value.get("subagent_trajectories")
        for ordinal, child in enumerate(children if isinstance(children, list) else []):
            if not isinstance(child, dict):
                self._reject_child(ordinal, "is no object", child)
            elif self.level.depth >= DEEPEST:
                self._reject_child(ordinal, "is embedded too deep", child)
            else:
                self.sink.tally.records += 1
                self._child(child, ordinal).read()

    def _child(self, child: Json, ordinal: int) -> _Trajectory:
        name = agent_name(child) or NAMELESS
        agent_id = named(child.get("trajectory_id")) or f"{self.told.agent_id}/{ordinal + 1}:{name}"
        spawned_at = self.spawned_at.get(agent_id, self.level.first)
        first = spawned_at + (1 + ordinal % 90) * min(CHILD_STRIDE, max(1, self.level.stride // 100))
        level = _Level(self.level.depth + 1, self.told.agent_id, first, max(1, self.level.stride // 10**6))
        told = Whose(self.told.run_id, agent_id, self.told.part, None)
        return _Trajectory(child, told, level, self.sink, self.line)

    def _reject_child(self, ordinal: int, why: str, child: Any) -> None:
        raw = orjson.dumps(child).decode()
        self.sink.reject(self.line, f"subagent_trajectories[{ordinal}] {why}", raw)


def _number_of(step: Json, otherwise: int) -> int:
    number = step.get("step_id")
    return number if type(number) is int and 0 <= number < 10**9 else otherwise


def _title_of(steps: list[Json], *, is_main: bool) -> tuple[str | None, int]:
    """Return the first thing that was asked, else the first that was said, with its rank."""
    rank = FIRST_PROMPT if is_main else OTHER_TEXT
    own = [step for step in steps if step.get("is_copied_context") is not True]
    for wanted, given in ((("user",), rank), (("agent", "system"), OTHER_TEXT)):
        for step in own:
            said = content_text(step.get("message")) if step.get("source") in wanted else None
            if said and said.strip():
                return one_line(said, LONGEST_TITLE), given
    return None, OTHER_TEXT


def _project_of(value: Json) -> str | None:
    """Return the project or the directory that a producer noted; a placeholder names none."""
    extra = mapping(value.get("extra"))
    told = (text(extra.get(key)) for key in _PROJECT_KEYS)
    return next((one_line(name, LONGEST_TITLE) for name in told if name and name[0] not in "[<"), None)
