"""The filters of workspaces, and what is said when there are none."""

from __future__ import annotations

from typing import get_args

import streamlit as st

from dashboard.desk_session import link, said
from dashboard.parts.filters import choice, segments
from dashboard.parts.piece import Crumb, note, pages_line
from dashboard.parts.section import filter_bar
from dashboard.parts.workspace_table import level_word
from dashboard.selections import OLD_AFTER_DAYS, WorkspaceSelection
from dashboard.wording import formats
from data_access.contracts.isolation import IsolationLevel
from data_access.contracts.workspaces import StoredWorkspaceListing


def workspace_filters(selection: WorkspaceSelection, page: StoredWorkspaceListing) -> None:
    """Offer states and levels, each with how many it has, and from when a workspace is old."""
    w = said().workspaces
    states = {
        state: f"{word} ({formats.count(page.by_state.get(state, 0))})"  # type: ignore[call-overload]
        for state, word in w.states.items()
    }
    levels = {
        level: f"{level_word(level)} ({formats.count(page.by_level.get(level, 0))})"
        for level in get_args(IsolationLevel)
    }
    with filter_bar(is_set=selection.narrows("repo", "open")):
        with st.grid(2, min_column_width=160):
            choice(w.state, "state", list(states), selection.state, labels=states, everything=w.any_state)
            choice(w.level, "level", list(levels), selection.level, labels=levels, everything=w.any_level)
        with st.container(horizontal=True):
            which = {"0": w.everything, "1": w.may_be_left_over}
            segments(w.which, "left", which, "1" if selection.left else "0", default="0", show_label=True)
            days = {str(number): w.days(number) for number in OLD_AFTER_DAYS}
            segments(w.old_after, "days", days, str(selection.days), default="7", show_label=True)
    if selection.repo:
        every = link("workspaces", **selection.but(repo=None, open=None).to_query())
        shown = page.repositories[0].repository if page.repositories else selection.repo
        pages_line(w.only_repository.format(name=shown), [Crumb(w.all_repositories, every)], key="only-repo")


def no_workspaces(selection: WorkspaceSelection) -> None:
    """Say why there is nothing and how to look at a repository."""
    w = said().workspaces
    if selection.repo is not None:
        note(w.repository_gone, key="no-workspaces", links=[Crumb(w.all_repositories, link("workspaces"))])
        return
    note(w.empty_title, key="no-workspaces", text=w.empty)
    st.code("caseboard workspaces REPO --load", language=None)


def none_match() -> None:
    """Say that no workspace passes the filters."""
    w = said().workspaces
    note(w.none_match, key="none-match", links=[Crumb(w.clear, link("workspaces"))])
