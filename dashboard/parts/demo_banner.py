"""The mark of sample data over every page, with one click to take it out."""

from __future__ import annotations

import streamlit as st

from dashboard.desk_session import forget_readings, read, said, store, viewer
from dashboard.parts.permission import refusal
from dashboard.parts.piece import note
from data_access.reading.demo_data import demo_runs
from data_access.writing.demo_data import remove_demo


def demo_banner() -> None:
    """Draw the banner while sample data is loaded."""
    number = read(demo_runs)
    if not number:
        return
    w = said()
    with st.container(horizontal=True, vertical_alignment="center", key="demo-banner"):
        with st.container():
            note(w.demo.title, key="demo-note", text=w.demo.text(number), tone="waiting")
        refused = refusal("operate")
        if st.button(w.demo.remove, key="remove-demo", disabled=refused is not None, help=refused):
            remove_demo(store(), principal=viewer(), face="page")
            forget_readings()
            st.toast(w.demo.removed)
            st.rerun()
