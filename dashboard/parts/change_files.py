"""Saves a comparison as a file; it is made when somebody asks for it."""

from __future__ import annotations

from functools import partial

import streamlit as st

from dashboard.comparison_file.file import ENDINGS, MEDIA_TYPES, comparison_file, file_name
from dashboard.desk_session import said, store, zone
from dashboard.parts.piece import hint
from dashboard.parts.section import section
from data_access.contracts.comparison_file import ComparisonFormat
from data_access.contracts.investigation import InvestigationTask
from data_access.reading.compared_revisions import compared_revisions


def change_files(case: InvestigationTask, before: int, after: int) -> None:
    """Offer the comparison in every format, in the language of the page."""
    w, desk, local = said(), store(), zone()

    def saved(kind: ComparisonFormat) -> str:
        told = compared_revisions(desk, case.task_id, before, after)
        return comparison_file(told, kind, w, zone=local).text

    with st.container(key="save-files"), section(w.what_changed.file):  # of no use on paper
        with st.container(horizontal=True, vertical_alignment="center"):
            for kind in ENDINGS:
                st.download_button(
                    w.what_changed.file_names[kind],
                    partial(saved, kind),
                    file_name=file_name(case.title, before, after, kind),
                    mime=MEDIA_TYPES[kind],
                    on_click="ignore",
                    icon=":material/download:",
                    key=f"save-{kind}",
                )
        hint(w.what_changed.file_hint, key="file-hint")
