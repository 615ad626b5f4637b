"""Which files the agents of a run wrote, and which of them several agents wrote."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from data_access.contracts.operations import PolicyInForce
from data_access.contracts.run_operations import FileWriter, WrittenFile, WrittenFiles
from data_access.reading.run_operations import ExaminedRun, examined_run
from data_access.rules.examined_operations import Examined
from data_access.rules.page_cursor import page_limit, read_cursor, write_cursor
from data_access.store.connection import Store

_ORDER = "written_files"
_MOST_WRITERS = 50


def written_files(
    store: Store,
    conversation: str,
    *,
    policy: PolicyInForce,
    agent_id: str | None = None,
    shared_only: bool = False,
    cursor: str | None = None,
    limit: int = 100,
) -> WrittenFiles:
    """List the files that the agents of a run wrote, by path, with who wrote each.

    They follow from what was recorded or derived; what a program wrote by itself is not known.
    Raises: `NotFound`, `AmbiguousId`, `InvalidInput`.
    """
    found = examined_run(store, conversation, policy=policy)
    return files_of(store, found, agent_id=agent_id, shared_only=shared_only, cursor=cursor, limit=limit)


def files_of(
    store: Store,
    found: ExaminedRun,
    *,
    agent_id: str | None = None,
    shared_only: bool = False,
    cursor: str | None = None,
    limit: int = 100,
) -> WrittenFiles:
    """Do what `written_files` does with a run that is examined already. Raises: `InvalidInput`."""
    begin = "" if cursor is None else _begin(cursor)
    names = {
        row["agent_id"]: row["name"]
        for row in store.rows("names_of_agents", {"conversation_key": found.run.conversation_key})
    }
    by_file: dict[str, list[Examined]] = defaultdict(list)
    for one in found.items:
        for path in dict.fromkeys(one.files):
            by_file[path].append(one)
    every = [_file(path, by_file[path], names) for path in sorted(by_file)]
    asked = [
        one
        for one in every
        if (one.writers_total > 1 or not shared_only)
        and (agent_id is None or any(done.row["agent_id"] == agent_id for done in by_file[one.path]))
    ]
    behind = [one for one in asked if one.path > begin]
    items = tuple(behind[: page_limit(limit)])
    return WrittenFiles(
        as_of=found.run.as_of,
        basis=found.run.basis,
        items=items,
        total=len(asked),
        truncated=len(behind) > len(items),
        next_cursor=write_cursor(_ORDER, (items[-1].path,)) if len(behind) > len(items) else None,
        written=len(every),
        shared=sum(one.writers_total > 1 for one in every),
        examined=found.looked_at,
        is_examined_whole=found.looked_at == found.total,
        **found.run.identity,
    )


def _begin(cursor: str) -> str:
    (path,) = read_cursor(cursor, _ORDER, (str,))
    return str(path or "")


def _file(path: str, done: Sequence[Examined], names: Mapping[str | None, str | None]) -> WrittenFile:
    by_agent: dict[str | None, list[Examined]] = defaultdict(list)
    for one in done:
        by_agent[one.row["agent_id"]].append(one)
    times = sorted(one.row["occurred_at"] for one in done if one.row["occurred_at"])
    writers = [
        FileWriter(
            agent_id=agent_id,
            name=names.get(agent_id),
            operations=len(own),
            event_id=own[-1].row["event_id"],
        )
        for agent_id, own in by_agent.items()
    ]
    return WrittenFile(
        path=path,
        writers=tuple(writers[:_MOST_WRITERS]),
        writers_total=len(writers),
        first_at=times[0] if times else None,
        last_at=times[-1] if times else None,
    )
