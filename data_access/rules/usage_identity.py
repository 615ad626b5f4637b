"""Which rows of a source are one billed call, and what that call counts for.

A source speaks of a call several times: streaming rewrites the row, a fork copies it, a resumed session
repeats it. All rows of one `call_key` are one call. Its figures come whole from the row with the largest
output; its time, owner and place come from the earliest row. The result depends on the set of rows only,
never on the order or the imports in which they arrived.

Where a source copies the history of a conversation into its forks, the copies count for the call they were
copied from, and for none while its conversation is not here. A running total counts only where nobody speaks
of single calls. `sql/find_uncounted_calls.sql` and `sql/merge_calls.sql` are the same rule for many
rows at once; this module is the rule to read and the reference that the tests hold the SQL to.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from typing import NamedTuple, TypeVar

from data_access.contracts.rows import UsageRow

_END_OF_TIME = datetime(9999, 12, 31, tzinfo=UTC)
Value = TypeVar("Value")


class UsageCall(NamedTuple):
    """One billed model call, columns as in the table `usage_call`."""

    call_key: str
    call_id: str | None
    conversation_key: str
    """The owner: where the call was made first."""
    agent_id: str | None
    task_id: str | None
    phase: str | None
    model: str | None
    occurred_at: datetime | None
    """The earliest time any row gives: a call belongs to the day on which it began."""
    is_finished: bool | None
    """False: the source itself says the output is not complete, so the figures are a floor."""
    fresh_input: int | None
    cache_read: int | None
    cache_write_5m: int | None
    cache_write_1h: int | None
    cache_write_unspecified: int | None
    output: int | None
    reasoning: int | None
    web_searches: int
    service: str | None
    reported_cost_usd: Decimal | None
    event_id: str | None
    observations: int
    """Rows that speak of the call; all but one of them are duplicates."""


def merged_calls(rows: Iterable[UsageRow]) -> dict[str, UsageCall]:
    """Merge rows into calls, by `call_key`; the order of the rows does not matter."""
    by_call: dict[str, dict[tuple[str, str], UsageRow]] = defaultdict(dict)
    for row in rows:
        by_call[row.call_key].setdefault((row.conversation_key, row.observation_id), row)
    said = {key: list(observations.values()) for key, observations in by_call.items()}
    counted_as = _counted_as(said)
    merged = {key: merged_call(said[key]) for key, top in counted_as.items() if top == key}
    for key, top in counted_as.items():
        if top is not None and top != key:
            observations = merged[top].observations + len(said[key])
            merged[top] = merged[top]._replace(observations=observations)
    return merged


class _Place(NamedTuple):
    """Where the rows of one call stand in the histories that are copied into forks."""

    conversation_key: str
    replay_id: str | None
    forked_from: str | None
    forked_at: datetime | None
    first_at: datetime | None
    is_copy: bool
    is_running_total: bool


def _place(rows: Sequence[UsageRow]) -> _Place:
    times = [row.occurred_at for row in rows if row.occurred_at is not None]
    forked = [row.forked_at for row in rows if row.forked_at is not None]
    return _Place(
        min(row.conversation_key for row in rows),
        min((row.replay_id for row in rows if row.replay_id is not None), default=None),
        min((row.forked_from for row in rows if row.forked_from is not None), default=None),
        max(forked, default=None),
        min(times, default=None),
        all(row.is_fork_copy for row in rows),
        all(row.is_running_total for row in rows),
    )


def _counted_as(said: Mapping[str, Sequence[UsageRow]]) -> dict[str, str | None]:
    """Return for which call the rows of each call key count; null for none."""
    present = {row.conversation_key for rows in said.values() for row in rows}
    with_calls = {row.conversation_key for rows in said.values() for row in rows if not row.is_running_total}
    places = {key: _place(rows) for key, rows in said.items()}
    counted: dict[str, str | None] = {}
    for key, place in places.items():
        if place.replay_id is None and not place.is_running_total:
            counted[key] = key
            continue
        top = _copied_from(key, places)
        is_lost_copy = places[top].is_copy and places[top].forked_from not in {*present, None}
        is_covered = places[top].is_running_total and places[top].conversation_key in with_calls
        counted[key] = None if is_lost_copy or is_covered else top
    return counted


def _copied_from(key: str, places: Mapping[str, _Place]) -> str:
    """Climb from copy to original; in a circle of forks the smallest key is it."""
    reached = [key]
    while (above := _original(reached[-1], places)) is not None:
        if above in reached:
            return min(reached)
        reached.append(above)
    return reached[-1]


def _original(key: str, places: Mapping[str, _Place]) -> str | None:
    place = places[key]
    if place.replay_id is None:
        return None
    originals = [
        other
        for other, there in places.items()
        if other != key
        and there.conversation_key == place.forked_from
        and there.replay_id == place.replay_id
        and (there.first_at is None or place.forked_at is None or there.first_at <= place.forked_at)
    ]
    return min(originals, default=None)


def merged_call(rows: Sequence[UsageRow]) -> UsageCall:
    """Merge the observations of one call; each is given once.

    `model`, `service` and the reported cost are the chosen row's; where it has none, those of the best row
    with equally large output that has one, so that a cost stated for a partial row never stands for the call.
    """
    chosen = min(rows, key=_by_figures)
    complete = sorted((row for row in rows if row.output == chosen.output), key=_by_figures)
    copied_to = {row.conversation_key for row in rows if row.is_fork_copy}
    owner = min(rows, key=lambda row: _by_owner(row, copied_to))
    at_home = sorted(
        (row for row in rows if row.conversation_key == owner.conversation_key),
        key=lambda row: _by_owner(row, copied_to),
    )
    finished = {row.is_finished for row in complete} - {None}
    return UsageCall(
        call_key=chosen.call_key,
        call_id=_first(row.call_id for row in at_home),
        conversation_key=owner.conversation_key,
        agent_id=_first(row.agent_id for row in at_home),
        task_id=_first(row.task_id for row in at_home),
        phase=_first(row.phase for row in at_home),
        model=_first(row.model for row in complete),
        occurred_at=min((row.occurred_at for row in rows if row.occurred_at is not None), default=None),
        is_finished=(True in finished) if finished else None,
        fresh_input=chosen.fresh_input,
        cache_read=chosen.cache_read,
        cache_write_5m=chosen.cache_write_5m,
        cache_write_1h=chosen.cache_write_1h,
        cache_write_unspecified=chosen.cache_write_unspecified,
        output=chosen.output,
        reasoning=chosen.reasoning,
        web_searches=chosen.web_searches,
        service=_first(row.service for row in complete),
        reported_cost_usd=_first(row.reported_cost_usd for row in complete),
        event_id=_first(row.event_id for row in at_home),
        observations=len(rows),
    )


def _by_figures(row: UsageRow) -> tuple[object, ...]:
    """Sort key: largest output first, then finished, earliest, stable ids."""
    return (
        row.output is None,
        -(row.output or 0),
        (True, None, False).index(row.is_finished),
        row.occurred_at or _END_OF_TIME,
        row.conversation_id,
        row.conversation_key,
        row.observation_id,
    )


def _by_owner(row: UsageRow, copied_to: Collection[str]) -> tuple[object, ...]:
    """Sort key: earliest first, on a tie the one that is no copy, then the smallest conversation id.

    A conversation that marks one of its rows as copied holds no original: some versions write the row again
    without the mark.
    """
    return (
        row.occurred_at or _END_OF_TIME,
        row.conversation_key in copied_to,
        row.is_fork_copy,
        row.conversation_id,
        row.conversation_key,
        row.observation_id,
    )


def _first(values: Iterable[Value | None]) -> Value | None:
    return next((value for value in values if value is not None), None)
