"""How far a started import is, and its report when it has ended."""

from __future__ import annotations

import streamlit as st

from dashboard.desk_session import forget_readings, may, said
from dashboard.import_jobs import ImportJob
from dashboard.parts.fault import show_fault
from dashboard.parts.import_report import import_report
from dashboard.parts.piece import note
from dashboard.parts.pulse import drawn_again
from data_access.errors import CaseboardError

_TICK_SECONDS = 0.75


def import_progress(job: ImportJob) -> None:
    """Draw the job; while it runs, look again all the while and redraw the page at its end."""
    if not job.is_done:
        _running(job)
        return
    try:
        import_report(job.report())
    except CaseboardError as error:
        show_fault(error, key="import-fault", title=said().load.refused)


@st.fragment
def _running(job: ImportJob) -> None:
    w = said()
    if not may("read"):
        st.rerun()
    if job.is_done:
        forget_readings()
        st.rerun()
    drawn_again("import", _TICK_SECONDS)
    told = job.progress
    if told is None:
        st.progress(0.0, text=w.load.working)
        return
    done = w.load.progress.format(done=told.files_done, total=told.files_total)
    st.progress(told.files_done / max(told.files_total, 1), text=done)
    note(w.load.reading.format(name=told.file), key="import-file", tone="working")
