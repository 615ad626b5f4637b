"""Text from logs is shown and never obeyed; tables keep money whole."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dashboard.commands.terminal import Column, plain, print_document, print_table
from dashboard.fault_document import fault_document
from data_access.errors import AmbiguousId, InvalidInput, Problem, StoreHeld

MARK = "\N{REPLACEMENT CHARACTER}"


@pytest.mark.parametrize(
    ("foreign", "shown"),
    [
        ("\x1b[2J\x1b[31mred", f"{MARK}[2J{MARK}[31mred"),
        ("a\nb\r\nc\td", "a b c d"),
        ("\x9b31m\x07bell", f"{MARK}31m{MARK}bell"),
        ("safe \u202egnp.exe", f"safe {MARK}gnp.exe"),
        ("lone \ud800 half", f"lone {MARK} half"),
        ("闸门 sluice 🌊", "闸门 sluice 🌊"),
    ],
)
def test_what_would_steer_a_terminal_becomes_a_mark(foreign, shown):
    assert plain(foreign) == shown


@given(st.text())
def test_no_text_gets_a_control_character_through(text):
    assert plain(text).isprintable() or not any(
        ord(sign) < 32 or 127 <= ord(sign) < 160 for sign in plain(text)
    )


@given(st.dictionaries(st.text(max_size=5), st.text(), max_size=3))
def test_a_document_says_the_same_and_holds_nothing_that_steers_a_terminal(said):
    import contextlib
    import io

    stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with contextlib.redirect_stdout(stream):
        print_document(said)
    written = stream.buffer.getvalue().decode()
    assert not any(127 <= ord(sign) < 160 or sign in "\x1b\u202e" for sign in written)
    assert json.loads(written) == {
        key.encode("utf-8", "replace").decode(): value.encode("utf-8", "replace").decode()
        for key, value in said.items()
    }


def test_a_piped_table_keeps_every_column_and_counts_wide_signs_as_two(capsys):
    print_table(
        (Column("Title", is_wide=True), Column("Cost", "right", leaves=1)),
        [("闸门", "$1.00"), ("  sluice", "≥ $12.50")],
    )
    assert capsys.readouterr().out.splitlines() == [
        "Title          Cost",
        "───────────────────",
        "闸门          $1.00",
        "  sluice   ≥ $12.50",
    ]


def test_an_error_has_one_shape_whatever_it_carries():
    plain_fault = InvalidInput("No.", problems=(Problem("limit", "too big", "Give less."),))
    assert fault_document(plain_fault) == {
        "error": {
            "code": "invalid_input",
            "message": "No.",
            "problems": [{"where": "limit", "why": "too big", "fix": "Give less."}],
        }
    }
    held = fault_document(StoreHeld("Held.", pid=7, address="http://127.0.0.1:8501"))
    assert held["error"]["problems"][0]["why"] == "held by process 7, http://127.0.0.1:8501"
    several = fault_document(AmbiguousId("Two.", candidates=("cc-1", "cs-2")))
    assert [problem["why"] for problem in several["error"]["problems"]] == [
        "the id fits cc-1",
        "the id fits cs-2",
    ]
