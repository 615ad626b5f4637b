"""The quick look for calls of the desk misses none that the statement finds."""

from __future__ import annotations

import pytest

from dashboard.faces.calls import CALLS
from data_access.rules.desk_calls import DESK_CALLS, may_be_desk_call


@pytest.mark.parametrize("before", ["", "mcp__caseboard__", "caseboard.", "caseboard/", "CALL "])
def test_a_call_of_the_desk_is_known_whatever_stands_before_it(before: str) -> None:
    assert all(may_be_desk_call(before + name) for name in DESK_CALLS)


def test_other_tools_are_none() -> None:
    assert not any(map(may_be_desk_call, (None, "", "Read", "claim_task_list", "claim", "task")))


def test_every_one_of_them_is_a_call() -> None:
    assert {call.name for call in CALLS} >= set(DESK_CALLS)
