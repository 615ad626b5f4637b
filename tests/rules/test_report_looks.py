"""What a viewer knew before they came: the revision opened last, or before the visit that goes on."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from data_access.contracts.report_history import ReportLook
from data_access.rules.report_looks import VISIT, known_before, look_at

BEGIN = datetime(2026, 5, 1, 8, tzinfo=UTC)


def visited(*opened: tuple[float, int, int]) -> tuple[ReportLook | None, datetime]:
    """Open revisions one after another (hour, revision, newest then); return the look and the last moment."""
    look, at = None, BEGIN
    for hour, revision, newest in opened:
        at = BEGIN + timedelta(hours=hour)
        look = look_at(look, revision, newest, at) or look
    return look, at


@pytest.mark.parametrize(
    ("opened", "newest", "hours_later", "known"),
    [
        ((), 5, 0, None),
        (((0, 3, 3),), 3, 0, 3),  # nothing changed since
        (((0, 3, 3),), 5, 0.1, 3),  # newer ones came while they read
        (((0, 3, 3),), 5, 40, 3),
        (((0, 3, 3), (24, 5, 5)), 5, 0, 3),  # while they read the newest
        (((0, 3, 3), (24, 5, 5)), 5, 11, 3),
        (((0, 3, 3), (24, 5, 5)), 5, 12, 5),  # the visit is over
        (((0, 3, 3), (24, 5, 5), (24.1, 2, 5), (24.2, 5, 5)), 5, 0, 3),  # leafing through
        (((0, 3, 3), (24, 5, 5), (24.1, 2, 5)), 5, 30, 2),  # opened last
        (((0, 3, 3), (24, 5, 5), (25, 6, 6)), 6, 0, 5),  # a newer one came within the visit
        (((0, 3, 3), (24, 5, 5)), 6, 0.5, 5),
        (((0, 2, 5),), 5, 0, 2),  # an older one, by a link
        (((0, 2, 5), (0.1, 5, 5)), 5, 0, 2),
    ],
)
def test_what_was_known_before(
    opened: tuple[tuple[float, int, int], ...], newest: int, hours_later: float, known: int | None
) -> None:
    look, at = visited(*opened)
    assert known_before(look, newest, at + timedelta(hours=hours_later)) == known


def test_the_same_revision_again_is_nothing_to_keep() -> None:
    look, at = visited((0, 3, 3))
    assert look_at(look, 3, 3, at + timedelta(days=9)) is None
    assert look_at(look, 3, 7, at) is None


def test_what_is_told_does_not_change_by_being_looked_at() -> None:
    look, at = visited((0, 3, 3))
    now = at + timedelta(days=2)
    opened = look_at(look, 5, 5, now)
    assert known_before(look, 5, now) == known_before(opened, 5, now) == 3
    assert known_before(opened, 5, now + VISIT) == 5
