"""Edits are found in the inputs of tool calls, whatever the tool calls its fields."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_access.rules.text_edits import AskedEdit, asked_edits


@pytest.mark.parametrize(
    ("asked", "edits"),
    [
        ({"file_path": "a", "old_string": "x", "new_string": "y"}, [("a", "x", "y")]),
        ({"command": "str_replace", "path": "a", "old_str": "x", "new_str": "y"}, [("a", "x", "y")]),
        ({"file_path": "a", "content": "整个"}, [("a", None, "整个")]),
        ({"path": "a", "file_text": "new"}, [("a", None, "new")]),
        ({"notebook_path": "n", "new_source": "cell"}, [("n", None, "cell")]),
        (
            {"file_path": "a", "edits": [{"old_string": "1", "new_string": "2"}, "odd", {"new_string": "3"}]},
            [("a", "1", "2"), ("a", None, "3")],
        ),
        ({"file_path": "a"}, []),
        ({"content": "a message"}, []),
        ({"command": "ls"}, []),
    ],
)
def test_an_edit_is_known_by_its_fields(asked, edits):
    assert asked_edits(json.dumps(asked)) == [AskedEdit(*edit) for edit in edits]


@pytest.mark.parametrize("text", [None, "", "ls -l", "{", "[1]", '"{"', "{" * 5_000, '{"edits": ' * 2_000])
def test_what_is_no_object_asks_for_no_edit(text):
    assert asked_edits(text) == []


@given(
    st.recursive(
        st.none() | st.booleans() | st.text(max_size=3),
        lambda inner: (
            st.dictionaries(st.sampled_from(("edits", "path", "new", "old")), inner)
            | st.lists(inner, max_size=3)
        ),
        max_leaves=12,
    )
)
def test_any_input_is_taken(asked):
    for edit in asked_edits(json.dumps(asked)):
        assert isinstance(edit.new_text, str)
