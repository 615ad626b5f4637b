"""A titled part of a page, boxed or plain, so that every page is cut the same way."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

import streamlit as st

from dashboard.desk_session import said, transparency
from dashboard.transparency import has_part, stands_open


@contextmanager
def section(
    title: str, *, hint: str | None = None, boxed: bool = False, name: str | None = None
) -> Iterator[None]:
    """Open a part of a page under a heading; `hint` explains it at the pointer.

    A part that `dashboard.transparency` knows by `name` is folded where the viewer's level says so.
    """
    if name is not None and not stands_open(name, transparency()):
        with st.expander(title, type="compact"):
            yield
        return
    with st.container(border=boxed, height="stretch" if boxed else "content"):
        st.subheader(title, help=hint, anchor=False)
        yield


def is_told(part: str) -> bool:
    """Tell whether the viewer's level has the part that says something in plain words."""
    return has_part(part, transparency())


@contextmanager
def filter_bar(*, is_set: bool) -> Iterator[None]:
    """Open the place of a list's filters; folded where the viewer's level says so, unless one `is_set`."""
    if stands_open("filters", transparency()):
        yield
        return
    with st.expander(said().detail.filters, type="compact", expanded=is_set, icon=":material/filter_list:"):
        yield


@contextmanager
def fold(title: str, *, name: str) -> Iterator[None]:
    """Open what is folded at first, except where the viewer's level says that `name` stands open."""
    with st.expander(title, type="compact", expanded=stands_open(name, transparency())):
        yield


def slot() -> AbstractContextManager[object]:
    """Open a place for what comes and goes: what stands behind it then never moves.

    The browser makes a field anew that moves among its neighbours; whoever writes in it loses the cursor.
    """
    return st.container()
