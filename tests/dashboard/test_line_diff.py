"""Changes of a text: what goes and what comes, in order, bounded."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from dashboard.line_diff import line_diff


def test_a_change_stands_between_the_lines_around_it() -> None:
    old = "\n".join(f"line {n}" for n in range(10))
    new = old.replace("line 5", "line five")
    assert line_diff(old, new) == (
        (" ", "line 2"), (" ", "line 3"), (" ", "line 4"),
        ("-", "line 5"), ("+", "line five"),
        (" ", "line 6"), (" ", "line 7"), (" ", "line 8"),
    )  # fmt: skip


def test_a_new_text_is_all_new() -> None:
    assert line_diff(None, "a\nb") == (("+", "a"), ("+", "b"))


def test_a_huge_change_is_cut_and_says_so() -> None:
    shown = line_diff("x\n" * 5_000, "y\n" * 5_000)
    assert len(shown) == 401
    assert shown[-1] == ("@", "…")


@given(st.lists(st.sampled_from("abc"), max_size=30), st.lists(st.sampled_from("abc"), max_size=30))
def test_what_is_removed_stood_in_the_old_and_what_is_added_in_the_new(
    old: list[str], new: list[str]
) -> None:
    lines = line_diff("\n".join(old), "\n".join(new))
    removed, added = ([text for mark, text in lines if mark == sign] for sign in "-+")
    assert len(new) - len(old) == len(added) - len(removed)
    assert all(line in old for line in removed)
    assert all(line in new for line in added)
