"""Threads that a thread starts: who they are, what they were asked, and what came of them.

A started thread has a log of its own and is a conversation of its own; here stands what its parent's log says
of it. A call that starts a thread is a task under the id of the call.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import orjson

from data_access.contracts.rows import AgentRow, TaskResultRow, TaskRow
from data_access.importers.codex.file_memory import ThreadMemory
from data_access.importers.codex.naming import MAIN
from data_access.importers.loose_values import Json, mapping, native_id, sequence, text
from data_access.importers.source_record import SourceRecord
from data_access.rules.identity import digest
from data_access.rules.text_safety import one_line

SPAWNING_ROW, NOT_TOLD = 3, 0
_NOTICE = re.compile(r"\s*<subagent_notification>(.*)</subagent_notification>", re.DOTALL)
_ENDED = {
    "completed": "completed",
    "complete": "completed",
    "errored": "failed",
    "error": "failed",
    "failed": "failed",
    "interrupted": "cancelled",
    "shutdown": "cancelled",
    "closed": "cancelled",
}
_AT_WORK = frozenset(("running", "pending_init", "pendinginit", "started", "in_progress"))


def own_agent(record: SourceRecord, memory: ThreadMemory, workspace: str | None) -> AgentRow:
    """Return what a thread says of its own agent."""
    fork = memory.fork
    return _agent(record, MAIN, fork.nickname, fork.role, None, NOT_TOLD, None, workspace)


def spawn_called(record: SourceRecord, memory: ThreadMemory, call_id: str, asked: Json) -> TaskRow:
    """Return the task that a call gives to a thread it starts."""
    memory.prompts[call_id] = asked
    return _task(record, memory, call_id, None, "unfinished", started=True)


def spawned(
    record: SourceRecord, memory: ThreadMemory, child: str, call_id: str | None, told: Json
) -> Iterator[AgentRow | TaskRow]:
    """Return that a thread was started."""
    if call_id is not None:
        memory.started_by.setdefault(child, call_id)
    call_id = memory.started_by.get(child)
    asked = memory.prompts.get(call_id or "", {})
    name = (
        text(told.get("new_agent_nickname")) or text(told.get("nickname")) or text(told.get("agent_nickname"))
    )
    role = text(told.get("new_agent_role")) or text(told.get("agent_role")) or text(asked.get("agent_type"))
    yield _agent(record, child, name or _last_name(told.get("agent_path")), role, MAIN, 3, call_id, None)
    if call_id is not None:
        if call_id not in memory.prompts and text(told.get("prompt")):
            memory.prompts[call_id] = {"message": told["prompt"]}
        yield _task(record, memory, call_id, child, "running", started=True)


def answered_spawn(
    record: SourceRecord, memory: ThreadMemory, call_id: str, output: str | None
) -> Iterator[AgentRow | TaskRow]:
    """Return what the answer to a spawning call says: the thread that was started."""
    told = _object_in(output)
    child = native_id(told.get("agent_id")) or native_id(told.get("new_thread_id"))
    if child is not None:
        yield from spawned(record, memory, child, call_id, told)


def stated(record: SourceRecord, memory: ThreadMemory, states: Json) -> Iterator[TaskRow | TaskResultRow]:
    """Return how threads stand, as a wait, a close or a notice tells it."""
    for child, state in states.items():
        if native_id(child) is None:
            continue
        word, said = _state_of(state)
        call_id = memory.started_by.get(child)
        if word is None or call_id is None:
            continue
        is_over = word != "running"
        yield _task(record, memory, call_id, child, word, ended=is_over)
        if is_over:
            yield _result(record, call_id, word, said, child)


def states_in_output(output: str | None) -> Json:
    """Return the states of threads in the answer to a call that waits for them."""
    told = _object_in(output)
    return mapping(told.get("status")) or mapping(told.get("statuses"))


def states_in_event(told: Json) -> Json:
    """Return the states of threads in an event about them."""
    states = mapping(told.get("statuses")) or mapping(told.get("agents_states"))
    child = native_id(told.get("receiver_thread_id")) or native_id(told.get("agent_thread_id"))
    return states or ({child: told["status"]} if child and "status" in told else {})


def states_in_notice(content: str) -> Json:
    """Return the state of a thread that the program reports to its parent in a notice."""
    found = _NOTICE.match(content)
    told = _object_in(found[1].strip()) if found else {}
    child = native_id(told.get("agent_id")) or native_id(told.get("agent_path"))
    return {child: told["status"]} if child and "status" in told else {}


def children_in(item: Json) -> list[str]:
    """Return the threads that an item of a stream speaks to."""
    return [child for child in sequence(item.get("receiver_thread_ids")) if native_id(child)]


def _state_of(state: object) -> tuple[str | None, str | None]:
    """Read `"running"`, `{"completed": "text"}`, or `{"status": "completed", "message": "text"}`."""
    told = mapping(state)
    word, said = state if isinstance(state, str) else text(told.get("status")), told.get("message")
    if word is None and len(told) == 1:
        ((word, said),) = told.items()
    if isinstance(said, dict):
        said = said.get("message")
    word = word.lower() if word else None
    if word in _AT_WORK:
        return "running", None
    return _ENDED.get(word or ""), text(said)


def _object_in(output: str | None) -> Json:
    try:
        return mapping(orjson.loads(output or ""))
    except orjson.JSONDecodeError:
        return {}


def _last_name(path: object) -> str | None:
    return path.rsplit("/", 1)[-1] or None if isinstance(path, str) else None


def _agent(
    record: SourceRecord,
    agent_id: str,
    name: str | None,
    role: str | None,
    parent: str | None,
    rank: int,
    spawned_by: str | None,
    workspace: str | None,
) -> AgentRow:
    values = (agent_id, name, role, parent, rank, spawned_by, workspace, record.occurred_at)
    return AgentRow(
        record.conversation_key,
        digest(record.conversation_key, *values),
        *values,
        extra=None,
        file_id=record.file_id,
        line=record.line,
    )


def _task(
    record: SourceRecord,
    memory: ThreadMemory,
    call_id: str,
    child: str | None,
    status: str,
    *,
    started: bool = False,
    ended: bool = False,
) -> TaskRow:
    asked = memory.prompts.get(call_id, {})
    title = text(asked.get("task_name")) or text(asked.get("message")) or text(asked.get("prompt"))
    return TaskRow(
        record.conversation_key,
        f"{record.event_id}:{call_id}:{child or ''}",
        call_id,
        one_line(title, 200) if title else None,
        child,
        None,
        status,
        None,
        record.occurred_at if started else None,
        record.occurred_at if ended else None,
        record.occurred_at,
        listed=False,
        extra=None,
        sequence=record.line,
        file_id=record.file_id,
        line=record.line,
    )


def _result(record: SourceRecord, call_id: str, status: str, said: str | None, child: str) -> TaskResultRow:
    return TaskResultRow(
        record.conversation_key,
        f"{record.event_id}:{call_id}:{child}",
        call_id,
        status,
        one_line(said.strip().split("\n", 1)[0]) if said else None,
        said,
        None,
        None,
        None,
        None,
        record.occurred_at,
        orjson.dumps({"agent_id": child}).decode(),
        record.line,
        record.file_id,
        record.line,
    )
