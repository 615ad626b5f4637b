"""A task that vanished is not a finished one."""

from __future__ import annotations

import pytest

from data_access.rules.task_listing import is_outcome_unknown, task_listing


@pytest.mark.parametrize(
    ("is_listed", "was_listed", "has_result", "listing"),
    [
        (True, True, True, "listed"),
        (False, True, True, "result_noted"),
        (False, True, False, "no_longer_listed"),
        (False, False, False, "stated"),
    ],
)
def test_the_newest_list_decides_then_a_result(is_listed, was_listed, has_result, listing):
    assert task_listing(is_listed=is_listed, was_listed=was_listed, has_result=has_result) == listing


@pytest.mark.parametrize(
    ("listing", "status", "unknown"),
    [
        ("no_longer_listed", "running", True),
        ("no_longer_listed", None, True),
        ("no_longer_listed", " Completed ", False),
        ("no_longer_listed", "failed", False),
        ("listed", "running", False),
        ("stated", None, False),
    ],
)
def test_only_a_task_that_vanished_without_a_last_word_has_an_unknown_outcome(listing, status, unknown):
    assert is_outcome_unknown(listing, status) is unknown
