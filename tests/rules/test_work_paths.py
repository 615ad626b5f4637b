"""Paths of agents: one form for all systems, no way out of the workspace by spelling."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_access.contracts.operations import Surroundings
from data_access.rules.policy_file import default_policy
from data_access.rules.work_paths import Place, WorkPaths

HERE = "/home/dev/project"


def paths(folder: str = HERE, workspace: str | None = None, **more: object) -> WorkPaths:
    around = Surroundings.model_validate(
        {"working_directory": folder, "workspaces": (workspace or folder,), **more}
    )
    return WorkPaths(default_policy().policy, around)


@pytest.mark.parametrize(("text", "expected"), [
    ("a/./b//c", f"{HERE}/a/b/c"), ("../x", "/home/dev/x"), ("~/x", "/home/dev/x"), ("~", "/home/dev"),
    ("/a/../../b", "/b"), ("~+/x", None), ("a\0b", None), (r"..\x", None), (r"\x", None),
    (r"a\b", rf"{HERE}/a\b"),
    (r"C:\a\..\b", "C:/b"), ("c:/a", "C:/a"), (r"\\server\share\x", "//server/share/x"),
])  # fmt: skip
def test_a_path_has_one_form(text: str, expected: str | None) -> None:
    assert paths().absolute(text, HERE) == expected


@pytest.mark.parametrize(("folder", "text", "expected"), [
    (r"C:\repo", r"src\a.py", Place("C:/repo/src/a.py", "workspace")),
    (r"C:\repo", r"..\x", Place("C:/x", "user_system")),
    (r"C:\repo", "C:x", Place("C:x", None)),
    (r"C:\repo", "c:/REPO/a", Place("C:/REPO/a", "workspace")),
    ("/srv/Repo", "/srv/repo/a", Place("/srv/repo/a", "user_system")),
    ("-src/x", "-src/x/a", Place("-src/x/a", "workspace")),
    ("-src/x", "../../../etc", Place("../etc", "user_system")),
])  # fmt: skip
def test_zones_hold_on_every_system(folder: str, text: str, expected: Place) -> None:
    assert paths(folder).place(text, paths(folder).begin) == expected


def test_a_protected_folder_is_recognised_in_any_letter_case() -> None:
    assert paths().place("~/.QimingClaw/Core/x", HERE).zone == "core"


@pytest.mark.parametrize("session", ["../x", "a/b", "*", "**", "s?"])
def test_the_id_of_a_session_widens_no_pattern(session: str) -> None:
    found = paths(session_id=session).place("/home/dev/.qimingclaw/workspace/other/x", HERE)
    assert found.zone == "user_system"


@pytest.mark.parametrize(("text", "zone"), [
    ("src/*.py", "workspace"), ("*", "workspace"), ("../*", "user_system"), ("/etc/*", "user_system"),
    (".*", None), ("src/.*", None), ("a*/../../x", None), ("**/x", "workspace"),
])  # fmt: skip
def test_a_glob_lies_where_everything_that_it_can_match_lies(text: str, zone: str | None) -> None:
    assert paths().place(text, HERE, has_glob=True).zone == zone


def test_a_workspace_may_be_named_from_the_working_directory() -> None:
    found = paths("/srv/repo", ".worktrees/jarvis/run-1/worker-2")
    assert found.workspaces == ("/srv/repo/.worktrees/jarvis/run-1/worker-2",)
    assert found.place("a", "/srv/repo").zone == "user_system"


@given(st.lists(st.sampled_from(["a", "..", ".", "", "~", "b", "...", "*"]), max_size=8))
def test_no_spelling_of_a_path_leaves_the_workspace_unseen(names: list[str]) -> None:
    import posixpath

    text = "/".join(names)
    place = paths().place(text, HERE)
    whole = posixpath.normpath(posixpath.join(HERE, text))
    if place.zone == "workspace" and not text.startswith("~"):
        assert whole == HERE or whole.startswith(f"{HERE}/")
