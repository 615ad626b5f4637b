"""The form of a new case. Its address carries the id of the request, so that it is sent once.

A double click, a reload, the same address in another tab: all of them are the same request.
"""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID, uuid4

import streamlit as st

from dashboard.desk_session import follow, forget_readings, link, put, said, store, viewer, viewer_name
from dashboard.parts.fault import show_fault
from dashboard.parts.permission import refusal
from dashboard.parts.piece import Crumb, hint, note
from dashboard.selections import NewCaseSelection
from data_access.contracts.case_calls import CreateTaskCall
from data_access.contracts.investigation import InvestigationTask
from data_access.errors import CaseboardError
from data_access.reading.investigations import case_of_request
from data_access.writing.case_write import Author
from data_access.writing.create_task import create_task

_LONGEST_NAME = 300
_LONGEST_TEXT = 20_000


def form_id(selection: NewCaseSelection) -> str:
    """Return the id of this form; the address is given one where it has none."""
    try:
        return str(UUID(selection.form or ""))
    except ValueError:
        fresh = str(uuid4())
        put("form", fresh)
        return fresh


def new_case_button() -> None:
    """Draw the way to the form; whoever may not create cases sees why."""
    refused = refusal("publish")
    w = said().new_case
    if st.button(
        w.title, icon=":material/add:", key="new-case", type="primary", disabled=bool(refused), help=refused
    ):
        follow(link("new_case"))


def new_case_form(
    form: str, *, others: Sequence[InvestigationTask], projects: Sequence[str], chosen: str | None
) -> None:
    """Draw the form `form`; `others` are the cases it can be related to, `chosen` is one of them.

    A form that was sent before says so, and leads to its case.
    """
    w, refused = said().new_case, refusal("publish")
    created = case_of_request(store(), viewer().id, form)
    if created is not None:
        links = [Crumb(w.to_case, link("investigation", case=created)), Crumb(w.anew, link("new_case"))]
        note(w.sent_before, key="sent-before", text=w.sent_before_text, links=links)
        return
    if refused:
        note(w.refused, key="new-case-refused", text=refused)
    with st.form(f"new-case-{form}"):
        call = _fields(form, others, projects, chosen, disabled=bool(refused))
        hint(w.as_whom.format(name=viewer_name()), key="as-whom")
        sent = st.form_submit_button(w.create, type="primary", disabled=bool(refused), help=refused)
    if sent:
        _create(call)


def _fields(
    form: str,
    others: Sequence[InvestigationTask],
    projects: Sequence[str],
    chosen: str | None,
    *,
    disabled: bool,
) -> dict[str, object]:
    w = said().new_case
    titles = {one.task_id: f"{one.title[:80]} · {one.task_id}" for one in others}
    title = st.text_input(
        w.ask, max_chars=_LONGEST_NAME, help=w.ask_hint, key=f"title-{form}", disabled=disabled
    )
    description = st.text_area(
        w.description,
        max_chars=_LONGEST_TEXT,
        help=w.description_hint,
        key=f"description-{form}",
        disabled=disabled,
    )
    project = st.selectbox(
        w.project,
        projects,
        index=None,
        accept_new_options=True,
        placeholder=w.project_hint,
        key=f"project-{form}",
        disabled=disabled,
    )
    related = st.multiselect(
        w.related,
        list(titles),
        default=[chosen] if chosen in titles else None,
        format_func=lambda task_id: titles.get(task_id, task_id),
        placeholder=w.related_hint if titles else w.no_related,
        key=f"related-{form}",
        disabled=disabled or not titles,
    )
    made_up = st.checkbox(w.made_up, help=w.made_up_hint, key=f"made-up-{form}", disabled=disabled)
    return {
        "request_id": form,
        "title": title.strip(),
        "description": description.strip() or None,
        "project": (project or "").strip() or None,
        "related_task_ids": tuple(related),
        "origin": "synthetic" if made_up else "real",
    }


def _create(given: dict[str, object]) -> None:
    w = said().new_case
    project = given["project"]
    if not given["title"]:
        note(w.no_title, key="no-title", tone="waiting")
        return
    if isinstance(project, str) and len(project) > _LONGEST_NAME:
        told = w.too_long.format(field=w.project, n=len(project), most=_LONGEST_NAME)
        note(told, key="too-long", tone="waiting")
        return
    try:
        kept = create_task(store(), CreateTaskCall.model_validate(given), author=Author(viewer(), "page"))
    except CaseboardError as error:
        show_fault(error, key="new-case-fault", title=w.refused)
        return
    forget_readings()
    follow(link("investigation", case=kept.task_id))
