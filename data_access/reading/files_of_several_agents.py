"""Files that several agents of one run wrote, over the whole desk, as operations were examined."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from data_access.contracts.run_operations import FileOfSeveralAgents, FilesOfSeveralAgents
from data_access.reading.operation_scope import PolicyAsked, runs_to_examine
from data_access.rules.page_cursor import page_limit, read_cursor, write_cursor
from data_access.store.connection import Store

_ORDER = "files_of_several_agents"


def files_of_several_agents(
    store: Store, *, policy: PolicyAsked, cursor: str | None = None, limit: int = 50
) -> FilesOfSeveralAgents:
    """List the files that several agents of one run wrote, the newest first.

    Runs that are not examined yet are not among them; `runs_to_examine` says how many there are.
    Raises: `InvalidInput`.
    """
    after = read_cursor(cursor, _ORDER, (int, str, str)) if cursor else (None, None, None)
    values = dict(zip(("after_number", "after_run", "after_path"), after, strict=True))
    asked = values | {"judge": policy.judge, "limit": page_limit(limit) + 1}
    rows = store.rows("files_of_several_agents", asked)
    page = rows[:limit]
    is_cut = len(rows) > len(page)
    return FilesOfSeveralAgents(
        as_of=datetime.now(UTC),
        basis="mixed",
        items=tuple(map(_file, page)),
        total=rows[0]["total"] if rows else 0,
        truncated=is_cut,
        next_cursor=write_cursor(_ORDER, tuple(page[-1][name] for name in ("sort_number", "run", "path")))
        if is_cut
        else None,
        runs_to_examine=runs_to_examine(store, policy),
    )


def _file(row: Mapping[str, Any]) -> FileOfSeveralAgents:
    same = ("conversation_key", "conversation_id", "run_title", "origin", "path", "agents_total", "last_at")
    names = row["agent_names"] or [one for one in row["agent_ids"] if one]
    return FileOfSeveralAgents(agents=tuple(names), **{name: row[name] for name in same})
