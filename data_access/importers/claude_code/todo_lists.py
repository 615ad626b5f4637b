"""Todo lists that a session keeps, as they stood each time they were written.

`TodoWrite` writes the whole list. `TaskCreate` and `TaskUpdate` change one line of a list that the program
keeps; the list as it then stands is written out, so that both kinds read alike. `TaskList` states it whole.
"""

from __future__ import annotations

from collections.abc import Iterable

from data_access.contracts.rows import TodoRow
from data_access.importers.claude_code.file_memory import FileMemory, ListedTask
from data_access.importers.loose_values import Json, mapping, sequence, text
from data_access.importers.source_record import SourceRecord

CHECKLIST_TOOLS = frozenset(("TaskCreate", "TaskUpdate", "TaskList"))


def written_list(record: SourceRecord, tool_call_id: str, block: Json) -> list[TodoRow]:
    """Return the list that a call of `TodoWrite` states."""
    todos = sequence(mapping(block.get("input")).get("todos"))
    return _rows(record, tool_call_id, map(_todo, todos))


def changed_checklist(record: SourceRecord, tool_call_id: str, memory: FileMemory) -> list[TodoRow]:
    """Return the checklist after the answer to one of its calls; empty where nothing is known of it."""
    asked = memory.list_calls.pop(tool_call_id, {})
    told = mapping(record.value.get("toolUseResult"))
    checklist = memory.checklist
    if isinstance(told.get("tasks"), list):
        checklist.clear()
        for listed in map(mapping, told["tasks"]):
            _keep(checklist, listed.get("id"), listed.get("subject"), listed.get("status"))
    elif isinstance(told.get("task"), dict):
        _keep(
            checklist, told["task"].get("id"), asked.get("subject") or told["task"].get("subject"), "pending"
        )
    elif told.get("success") is True and text(told.get("taskId")) in checklist:
        _change(checklist, asked, told["taskId"])
    else:
        return []
    return _rows(record, tool_call_id, ((task.subject, task.status) for task in checklist.values()))


def _keep(checklist: dict[str, ListedTask], task_id: object, subject: object, status: object) -> None:
    if isinstance(task_id, str):
        checklist[task_id] = ListedTask(text(subject), text(status))


def _change(checklist: dict[str, ListedTask], asked: Json, task_id: str) -> None:
    if asked.get("status") == "deleted":
        del checklist[task_id]
        return
    task = checklist[task_id]
    task.subject = text(asked.get("subject")) or task.subject
    task.status = text(asked.get("status")) or task.status


def _todo(item: object) -> tuple[str | None, str | None]:
    if isinstance(item, str):
        return item, None
    told = mapping(item)
    return text(told.get("content")) or text(told.get("subject")), text(told.get("status"))


def _rows(
    record: SourceRecord, list_id: str, todos: Iterable[tuple[str | None, str | None]]
) -> list[TodoRow]:
    return [
        TodoRow(
            record.conversation_key,
            f"{list_id}#{ordinal}",
            record.agent_id,
            list_id,
            ordinal,
            content,
            status,
            record.occurred_at,
            record.line,
            record.file_id,
            record.line,
        )
        for ordinal, (content, status) in enumerate(todos, 1)
    ]
