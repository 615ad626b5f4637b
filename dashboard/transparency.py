"""How much the desk shows at once: simple, advanced or developer, and what each of the three leaves out.

The one place that says so: a page asks, and decides nothing by itself. Only what stands there at first
differs: a link opens what its level leaves out, no figure rests on the level, and what is folded opens.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

Transparency = Literal["simple", "advanced", "developer"]
"""`simple` for whoever wants to know what happened and what waits; `advanced` with details and filters;
`developer` with ids, hashes and the records as they came."""
TRANSPARENCIES: tuple[Transparency, ...] = get_args(Transparency)
DEFAULT_TRANSPARENCY: Transparency = "advanced"
TRANSPARENCY_COOKIE = "caseboard_detail"

Levels = frozenset[Transparency]
ALWAYS: Levels = frozenset(TRANSPARENCIES)
PLAIN: Levels = frozenset({"simple"})
DETAILS: Levels = ALWAYS - PLAIN
RAW: Levels = frozenset({"developer"})

TABS: Mapping[str, Levels] = {
    "run_trace": DETAILS,
    "run_timeline": DETAILS,
    "run_topology": DETAILS,
    "run_raw": RAW,
    "patterns": DETAILS,
    "rounds": DETAILS,
}
"""The pages whose tab is not always there; one that is open has its tab at every level."""

COLUMNS: Mapping[str, Mapping[str, Levels]] = {
    "runs": {
        "agents": DETAILS,
        "events": DETAILS,
        "tool_calls": DETAILS,
        "tokens": DETAILS,
        "project": RAW,
        "key": RAW,
    },
    "events": {"kind": DETAILS, "sequence": RAW, "id": RAW},
    "agents": {
        "models": DETAILS,
        "events": DETAILS,
        "calls": DETAILS,
        "tokens": DETAILS,
        "id": RAW,
    },
    "tasks": {"listing": DETAILS, "events": DETAILS, "id": RAW},
    "cost": {
        "fresh_input": DETAILS,
        "cache_read": DETAILS,
        "cache_write": DETAILS,
        "output": DETAILS,
        "key": RAW,
    },
    "cases": {"round": DETAILS, "gaps": DETAILS, "age": DETAILS, "id": RAW},
    "imports": {"rows": DETAILS, "batch": RAW},
    "files": {"duplicates": DETAILS, "other": DETAILS, "size": DETAILS, "hash": RAW, "id": RAW},
    "changes": {"came_to": DETAILS, "id": RAW},
    "workspaces": {
        "changed": DETAILS,
        "unmerged": DETAILS,
        "size": RAW,
        "last_commit": DETAILS,
        "head": RAW,
        "key": RAW,
    },
    "operations": {
        "sentence": PLAIN,
        "operation": DETAILS,
        "zone": DETAILS,
        "result": DETAILS,
        "rule": DETAILS,
        "id": RAW,
    },
    "refusals": {"told": DETAILS, "rule": DETAILS, "tokens": DETAILS, "id": RAW},
    "additions": {"rule": DETAILS, "times": DETAILS},
    "search": {"kind": DETAILS, "id": RAW},
}
"""By table the columns that are not always there; one that a list is sorted by stays at every level."""

FACTS: Mapping[str, Mapping[str, Levels]] = {
    "run": {"basis": DETAILS, "id": DETAILS, "key": RAW},
    "case": {"id": DETAILS},
}
"""By head the facts that are not always there."""

SECTIONS: Mapping[str, Levels] = {
    "run_phases": DETAILS,
    "run_loops": DETAILS,
    "run_tools": DETAILS,
    "run_models": DETAILS,
    "run_context": DETAILS,
    "run_latest": DETAILS,
    "today_imports": DETAILS,
    "filters": DETAILS,
    "operations_where": DETAILS,
    "arithmetic": RAW,
    "raw": RAW,
}
"""Parts of pages by the levels at which they stand open; elsewhere one click opens them."""


PARTS: Mapping[str, Levels] = {"needs": PLAIN, "deeds": PLAIN}
"""Parts that are there at some levels only: they repeat in plain words what other pages have in detail."""


def shown_columns(
    table: str | None, names: tuple[str | None, ...], level: Transparency, *, kept: tuple[bool, ...] = ()
) -> tuple[int, ...]:
    """Return the places of the columns that `table` shows at `level`.

    A column without a name, or without a line here, is always there; so is one that `kept` marks, because the
    list is sorted by it.
    """
    levels = COLUMNS.get(table or "", {})
    return tuple(
        place
        for place, name in enumerate(names)
        if level in levels.get(name or "", ALWAYS) or (place < len(kept) and kept[place])
    )


def shows_tab(page: str, level: Transparency, *, current: bool) -> bool:
    """Tell whether the tab of `page` is there: it is where the page is open, whatever the level."""
    return current or level in TABS.get(page, ALWAYS)


def shows_fact(head: str, name: str, level: Transparency) -> bool:
    """Tell whether a head shows the fact called `name`."""
    return level in FACTS.get(head, {}).get(name, ALWAYS)


def has_part(part: str, level: Transparency) -> bool:
    """Tell whether a part that repeats something in plain words is there."""
    return level in PARTS[part]


def stands_open(section: str, level: Transparency) -> bool:
    """Tell whether a part of a page stands open."""
    return level in SECTIONS.get(section, ALWAYS)
