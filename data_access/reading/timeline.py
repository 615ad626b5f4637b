"""What happened in a run over time, counted: never more marks than a screen can draw."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, get_args

from data_access.contracts.queries import TimelineBy
from data_access.contracts.readings import Timeline, TimelineBin, TimelineLane
from data_access.errors import InvalidInput, Problem
from data_access.reading.run_as_of import run_as_of
from data_access.rules.time_bins import bin_end, bin_start, bin_width
from data_access.store.connection import Store

MOST_BINS = 300
MOST_LANES = 32
"""With the lane that gathers the rest, 33 lanes of 300 bins: below 10,000 marks."""
_LABELS = {"agent": "agent_names", "task": "task_titles"}


def timeline(
    store: Store,
    conversation: str,
    *,
    by: TimelineBy = "agent",
    since: datetime | None = None,
    until: datetime | None = None,
    bins: int = MOST_BINS,
    at: datetime | None = None,
) -> Timeline:
    """Count the events of a run by lane and stretch of time, from `since` up to `until`.

    The stretches are round (1 s, 5 min, 1 day ...) and at most `bins` (1..300). Lanes beyond the 32 largest
    are gathered into one. `at` reads an older snapshot. Raises: `NotFound`, `AmbiguousId`, `InvalidInput`.
    """
    _check(by, bins)
    run = run_as_of(store, conversation, at)
    span = store.rows("timeline_span", run.values | {"since": since, "until": until})[0]
    first_at, last_at = span["first_at"], span["last_at"]
    width, rows = timedelta(), []
    if first_at is not None and last_at is not None and first_at <= last_at:
        width = bin_width(first_at, last_at, bins)
        microseconds = width // timedelta(microseconds=1)
        stretch = {"since": first_at, "through": last_at, "width": microseconds, "most_lanes": MOST_LANES}
        rows = store.rows("timeline_bins", run.values | stretch | {"by": by})
    return Timeline(
        **run.identity,
        basis=run.basis,
        as_of=run.as_of,
        by=by,
        since=bin_start(first_at, width) if rows else None,
        until=bin_end(last_at, width) if rows else None,
        bin_seconds=width.total_seconds(),
        lanes=_lanes(rows, _labels(store, by, run.conversation_key)),
        rest_lanes=rows[0]["rest_lanes"] if rows else 0,
        bins=tuple(TimelineBin(**{name: row[name] for name in TimelineBin.model_fields}) for row in rows),
        undated_events=span["undated_events"],
    )


def _check(by: str, bins: int) -> None:
    if by not in get_args(TimelineBy):
        wrong = Problem("by", f"{by} is not known", f"Use one of {', '.join(get_args(TimelineBy))}.")
        raise InvalidInput(f"A timeline cannot be drawn by {by}.", problems=(wrong,))
    if not 1 <= bins <= MOST_BINS:
        wrong = Problem("bins", f"{bins} is out of bounds", f"Give a number from 1 to {MOST_BINS}.")
        raise InvalidInput(f"A timeline of {bins} bins cannot be given.", problems=(wrong,))


def _labels(store: Store, by: str, key: str) -> dict[str, str]:
    if by not in _LABELS:
        return {}
    return {row["value"]: row["label"] for row in store.rows(_LABELS[by], {"conversation_key": key})}


def _lanes(rows: list[dict[str, Any]], labels: dict[str, str]) -> tuple[TimelineLane, ...]:
    """Add up the bins of each lane; rows come lane by lane."""
    by_number: dict[int, list[dict[str, Any]]] = {}
    for row in rows:
        by_number.setdefault(row["lane_number"], []).append(row)
    return tuple(
        TimelineLane(
            lane=lane[0]["lane"],
            label=labels.get(lane[0]["lane"]),
            is_rest=number == MOST_LANES,
            first_at=min(row["first_at"] for row in lane),
            last_at=max(row["last_at"] for row in lane),
            events=sum(row["events"] for row in lane),
            errors=sum(row["errors"] for row in lane),
        )
        for number, lane in by_number.items()
    )
