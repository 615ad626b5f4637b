"""Shows that a page is still being read, below what of it stands already: never a nought, never "none".

A page that is drawn anew because the desk moved on keeps what it shows until the new figures are there.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

_HEIGHT = 420
_DRAWN = "page-drawn"


@contextmanager
def loading(page: str) -> Iterator[None]:
    """Draw `page`, a screen's path, with a shape for what is still to come, where it takes a moment."""
    place = f"{page}?{st.query_params.get('run', '')}"
    body = st.container(key="page-body")
    if st.session_state.get(_DRAWN) == place:
        with body:
            yield
        return
    with st.skeleton(height=_HEIGHT), body:
        yield
    st.session_state[_DRAWN] = place
