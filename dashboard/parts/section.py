"""A titled part of a page, boxed or plain, so that every page is cut the same way."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

import streamlit as st


@contextmanager
def section(title: str, *, hint: str | None = None, boxed: bool = False) -> Iterator[None]:
    """Open a part of a page under a heading; `hint` explains it at the pointer."""
    with st.container(border=boxed, height="stretch" if boxed else "content"):
        st.subheader(title, help=hint, anchor=False)
        yield


def slot() -> AbstractContextManager[object]:
    """Open a place for what comes and goes: what stands behind it then never moves.

    The browser makes a field anew that moves among its neighbours; whoever writes in it loses the cursor.
    """
    return st.container()
