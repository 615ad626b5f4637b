"""What is wrong with what was given is said so that whoever gave it can mend it."""

from __future__ import annotations

import pytest

from dashboard.faces.answering import query_of
from dashboard.faces.calls import BY_NAME
from data_access.errors import InvalidInput, Problem


def test_a_value_that_may_be_of_several_kinds_says_which_ones() -> None:
    given = {
        "request_id": "5f0c1f7e-8f0b-4f0e-9a51-2f6d0f0b7a10",
        "task_id": "T-1",
        "lease_token": "cb_lease_x",
        "generation": 1,
        "title": "Turbidity",
        "source_kind": "live_query",
        "source": "historian",
        "data": {"points": [["2026-05-01", 1]]},
    }
    with pytest.raises(InvalidInput) as refused:
        query_of(BY_NAME["publish_task_evidence"], given)
    assert refused.value.problems == (
        Problem(
            "data.kind",
            "it is missing, and says which fields there are",
            "Give one of 'table', 'series', 'geo'.",
        ),
    )
