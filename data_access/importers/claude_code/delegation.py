"""Agents and the tasks they are given: who spawned whom through which call, and what came of it.

A call of the `Task` or `Agent` tool is a runtime task under the id of the call. The row that answers it names
the agent (`toolUseResult.agentId`); it stands in the log of the agent that asked, so the tree is right to any
depth. `totalTokens` of a result is the size of the last turn, not what the agent used: it is kept aside and
never counted.
"""

from __future__ import annotations

import re
from typing import Any

import orjson

from data_access.contracts.rows import AgentRow, TaskResultRow, TaskRow
from data_access.importers.claude_code.file_memory import FileMemory, Spawn
from data_access.importers.claude_code.layout import is_worktree
from data_access.importers.claude_code.source_record import MAIN
from data_access.importers.claude_code.tool_calls import Status, result_text
from data_access.importers.loose_values import Json, mapping, native_id, text
from data_access.importers.source_record import SourceRecord
from data_access.rules.identity import digest
from data_access.rules.text_safety import one_line

SPAWNING_TOOLS = frozenset(("Task", "Agent"))
SPAWNING_ROW, SIDE_FILE, MAIN_AS_FALLBACK, NOT_TOLD = 3, 2, 1, 0
_STILL_RUNNING = frozenset(
    ("async_launched", "remote_launched", "teammate_spawned", "in_progress", "running", "pending")
)
_KEPT_ASIDE = ("totalTokens", "totalToolUseCount", "totalDurationMs", "usage", "toolStats", "outputFile")
_NOTICE = re.compile(r"\s*<task-notification>(.*)</task-notification>", re.DOTALL)
_NOTICE_FIELD = r"<{0}>\s*(.*?)\s*</{0}>"


def spawn_of(record: SourceRecord, tool_call_id: str, block: Json) -> Spawn:
    """Return what a call of a spawning tool asks for."""
    asked = mapping(block.get("input"))
    return Spawn(
        tool_call_id,
        record.agent_id,
        text(asked.get("name")),
        text(asked.get("description")),
        text(asked.get("subagent_type")),
        text(asked.get("prompt")),
        text(asked.get("resume")) is not None,
    )


def remember_spawn(memory: FileMemory, spawn: Spawn) -> None:
    """Keep a spawn for the rows that follow from it."""
    memory.spawns[spawn.tool_call_id] = spawn
    if spawn.prompt:
        memory.prompts.setdefault(spawn.prompt, spawn.tool_call_id)


def task_called(record: SourceRecord, spawn: Spawn) -> TaskRow:
    """Return the task as the call states it; without an answer it stays unfinished."""
    return _task_row(record, spawn.tool_call_id, "call", None, "unfinished", spawn, started=True)


def agent_row(
    record: SourceRecord,
    agent_id: str,
    *,
    name: str | None = None,
    role: str | None = None,
    parent: str | None = None,
    rank: int = NOT_TOLD,
    spawned_by: str | None = None,
    workspace: str | None = None,
) -> AgentRow:
    """Return one statement about an agent."""
    values = (agent_id, name, role, parent, rank, spawned_by, workspace, record.occurred_at)
    return AgentRow(
        record.conversation_key,
        digest(record.conversation_key, *values),
        *values,
        extra=None,
        file_id=record.file_id,
        line=record.line,
    )


def first_seen(record: SourceRecord, side_file: Json, parent_by_place: str | None) -> AgentRow:
    """Return what the first row of an agent says of it, with the side file and the place of its log."""
    directory = text(record.value.get("cwd"))
    workspace = directory if directory and is_worktree(directory) else None
    if record.agent_id == MAIN:
        return agent_row(record, MAIN, workspace=workspace)
    parent = native_id(side_file.get("parentAgentId")) or parent_by_place
    role = text(side_file.get("agentType")) or text(record.value.get("attributionAgent"))
    return agent_row(
        record,
        record.agent_id,
        name=text(side_file.get("name")) or text(side_file.get("description")),
        role=role,
        parent=parent or MAIN,
        rank=SIDE_FILE if parent else MAIN_AS_FALLBACK,
        spawned_by=native_id(side_file.get("toolUseId")),
        workspace=text(side_file.get("worktreePath")) or workspace,
    )


def sidechain_seen(record: SourceRecord, spawn: Spawn | None) -> AgentRow:
    """Return what is known of an agent whose rows stand in the session's own file."""
    if spawn is None:
        return agent_row(record, record.agent_id, parent=MAIN, rank=MAIN_AS_FALLBACK)
    return agent_row(
        record,
        record.agent_id,
        name=spawn.name or spawn.description,
        role=spawn.agent_type,
        parent=spawn.agent_id,
        rank=SPAWNING_ROW,
        spawned_by=spawn.tool_call_id,
    )


def answered(
    record: SourceRecord, tool_call_id: str, block: Json, status: Status, memory: FileMemory
) -> list[AgentRow | TaskRow | TaskResultRow]:
    """Return what the answer to a spawning call says of the agent, the task and its result."""
    told = mapping(record.value.get("toolUseResult"))
    spawn = memory.spawns.get(tool_call_id)
    agent_id = native_id(told.get("agentId")) or native_id(told.get("agent_id"))
    if spawn is None and agent_id is None:
        return []
    rows: list[AgentRow | TaskRow | TaskResultRow] = []
    if agent_id is not None:
        rows.append(_spawned(record, agent_id, tool_call_id, told, spawn, memory))
    else:
        agent_id = next((a for a, call in memory.started_by.items() if call == tool_call_id), None)
    word = _status_word(told, status)
    rows.append(_task_row(record, tool_call_id, "result", agent_id, word, spawn, ended=word != "running"))
    if word != "running":
        output = result_text(block, record.value.get("toolUseResult"))
        rows.append(_result_row(record, tool_call_id, word, output, told, agent_id))
    return rows


def progress_seen(record: SourceRecord) -> AgentRow | None:
    """Return what a progress row says: it names the call and the agent while the agent works."""
    told = mapping(record.value.get("data"))
    agent_id, call = native_id(told.get("agentId")), native_id(record.value.get("parentToolUseID"))
    if told.get("type") != "agent_progress" or agent_id is None or agent_id == record.agent_id:
        return None
    return agent_row(record, agent_id, parent=record.agent_id, rank=SIDE_FILE, spawned_by=call)


def is_notice(content: str) -> bool:
    """Tell whether the program says something about a background task."""
    return _NOTICE.match(content) is not None


def taken_up(record: SourceRecord, call: str) -> TaskRow:
    """Return that an agent has taken up the task; how it stands is not said."""
    return _task_row(record, call, "agent", record.agent_id, None, None)


def noticed(record: SourceRecord, content: str, memory: FileMemory) -> list[TaskRow | TaskResultRow]:
    """Return what a notice about a background agent says; empty for a notice about anything else."""
    notice = _NOTICE.match(content)
    if notice is None:
        return []
    agent_id = native_id(_field(notice[1], "task-id"))
    call = native_id(_field(notice[1], "tool-use-id")) or memory.started_by.get(agent_id or "")
    if call is None or (call not in memory.spawns and agent_id not in memory.started_by):
        return []
    word = _status_word({"status": _field(notice[1], "status")}, "ok")
    if word == "running":
        return [_task_row(record, call, "notice", agent_id, word, None)]
    output = _field(notice[1], "result") or _field(notice[1], "summary")
    return [
        _task_row(record, call, "notice", agent_id, word, None, ended=True),
        _result_row(record, call, word, output, {}, agent_id, _field(notice[1], "summary")),
    ]


def polled(record: SourceRecord, block: Json, memory: FileMemory) -> list[TaskRow]:
    """Return the state of a background agent that the agent asked for with `TaskOutput`."""
    told = mapping(mapping(record.value.get("toolUseResult")).get("task"))
    if not told:
        output = result_text(block) or ""
        told = {"task_id": _field(output, "task_id"), "status": _field(output, "status")}
    call = memory.started_by.get(native_id(told.get("task_id")) or "")
    if call is None or not text(told.get("status")):
        return []
    word = _status_word(told, "ok")
    return [
        _task_row(record, call, "poll", native_id(told.get("task_id")), word, None, ended=word != "running")
    ]


def _spawned(
    record: SourceRecord, agent_id: str, call: str, told: Json, spawn: Spawn | None, memory: FileMemory
) -> AgentRow:
    first_call = memory.started_by.setdefault(agent_id, call)
    is_first = first_call == call and not (spawn and spawn.is_resumption)
    name = spawn.name if spawn else None
    if name:
        memory.agents_by_name[name] = agent_id
    return agent_row(
        record,
        agent_id,
        name=name or (spawn.description if spawn and is_first else text(told.get("description"))),
        role=text(told.get("agentType")) or (spawn.agent_type if spawn else None),
        parent=record.agent_id,
        rank=SPAWNING_ROW,
        spawned_by=call if is_first else None,
        workspace=text(told.get("worktreePath")),
    )


def _status_word(told: Json, status: Status) -> str:
    """Return the source's own word where it has one."""
    word = text(told.get("status"))
    if status != "ok":
        return "failed" if status == "error" else "denied"
    if word is None:
        return "completed"
    return "running" if word in _STILL_RUNNING else word


def _task_row(
    record: SourceRecord,
    call: str,
    said_by: str,
    agent_id: str | None,
    status: str | None,
    spawn: Spawn | None,
    *,
    started: bool = False,
    ended: bool = False,
) -> TaskRow:
    return TaskRow(
        record.conversation_key,
        f"{record.event_id}:{call}:{said_by}",
        call,
        (spawn.description or spawn.name or spawn.agent_type) if spawn else None,
        agent_id,
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


def _result_row(
    record: SourceRecord,
    call: str,
    status: str,
    output: str | None,
    told: Json,
    agent_id: str | None,
    summary: str | None = None,
) -> TaskResultRow:
    aside: dict[str, Any] = {key: told[key] for key in _KEPT_ASIDE if key in told}
    if agent_id:
        aside["agent_id"] = agent_id
    return TaskResultRow(
        record.conversation_key,
        f"{record.event_id}:{call}",
        call,
        status,
        summary or (output and one_line(output.strip().split("\n", 1)[0])),
        output,
        None,
        None,
        None,
        _isolation(told),
        record.occurred_at,
        orjson.dumps(aside).decode() if aside else None,
        record.line,
        record.file_id,
        record.line,
    )


def _isolation(told: Json) -> str | None:
    path = text(told.get("worktreePath"))
    if path is None:
        return None
    isolation = {"mode": "worktree", "workspace_path": path, "branch": text(told.get("worktreeBranch"))}
    return orjson.dumps(isolation).decode()


def _field(notice: str, name: str) -> str | None:
    found = re.search(_NOTICE_FIELD.format(name), notice, re.DOTALL)
    return found[1] if found else None
