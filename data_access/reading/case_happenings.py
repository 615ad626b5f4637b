"""What happened in cases, over all of them, and one day of it: what waits, what moved, what it cost."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta

from data_access.contracts.common import Listing
from data_access.contracts.happenings import CaseDayCost, CaseHappening, DayOfCases, HappeningKind
from data_access.contracts.usage import UsageTotals
from data_access.reading.cost import cost_by
from data_access.reading.inbox import inbox
from data_access.rules.page_cursor import LARGEST_PAGE, page_limit
from data_access.rules.reporting_days import day_start, zone_named
from data_access.rules.time_bounds import time_bounds
from data_access.store.connection import Store

_FIELDS = tuple(CaseHappening.model_fields)


def case_happenings(
    store: Store,
    *,
    since: datetime | None = None,
    until: datetime | None = None,
    kinds: Sequence[HappeningKind] = (),
    newest_first: bool = True,
    limit: int = 100,
) -> Listing[CaseHappening]:
    """List what happened from `since` on, before `until`. Of more than `limit` the list is cut, and says so.

    Raises: `InvalidInput`.
    """
    values = time_bounds(since, until) | {"kinds": list(kinds) or None, "newest_first": newest_first}
    rows = store.rows("case_happenings", values | {"limit": page_limit(limit)})
    total = rows[0]["total"] if rows else 0
    return Listing[CaseHappening](
        as_of=datetime.now(UTC),
        basis="published",
        items=tuple(CaseHappening(**{name: row[name] for name in _FIELDS}) for row in rows),
        total=total,
        truncated=len(rows) < total,
    )


def day_of_cases(store: Store, day: date, *, timezone: str, now: datetime) -> DayOfCases:
    """Sum up `day` as it is cut in `timezone`, with what waits at `now`.

    Money is that of the calls of the day. Raises: `InvalidInput`.
    """
    zone = zone_named(timezone)
    since, until = day_start(day, zone), day_start(day + timedelta(days=1), zone)
    cost = cost_by(store, "case", timezone=timezone, since=since, until=until)
    task_ids = [group.key for group in cost.groups if group.key is not None]
    titles = {row["task_id"]: row["title"] for row in store.rows("case_titles", {"task_ids": task_ids})}
    return DayOfCases(
        date=day,
        timezone=timezone,
        since_at=since,
        until_at=until,
        as_of=now,
        waiting=inbox(store, limit=LARGEST_PAGE, as_of=now),
        happenings=case_happenings(store, since=since, until=until, newest_first=False, limit=LARGEST_PAGE),
        costs=tuple(
            CaseDayCost(
                task_id=group.key,
                case_title=titles.get(group.key),
                cost=UsageTotals(**group.model_dump(exclude={"key"})),
            )
            for group in cost.groups
            if group.key is not None
        ),
        total=cost.total,
        unlinked_cases=cost.unlinked_cases,
    )
