"""The head of every page of one case: what it is, how it stands, the ways to its views."""

from __future__ import annotations

import streamlit as st

from dashboard.desk_session import link, read, said, store
from dashboard.parts import cells
from dashboard.parts.piece import Cell, Crumb, Fact, Tab, heading, note
from dashboard.parts.run_table import project_name
from dashboard.parts.sign_offs import standing_cell
from dashboard.selections import CaseSelection
from dashboard.wording import formats
from data_access.contracts.investigation import InvestigationTask
from data_access.errors import NotFound
from data_access.reading.case_records import optional_views
from data_access.reading.investigations import investigation


def chosen_case(selection: CaseSelection) -> InvestigationTask:
    """Return the case that the address names; where it names none that is here, say so and stop."""
    w = said().case
    back = Crumb(w.back, link("investigations"))
    if selection.case is not None:
        try:
            return investigation(store(), selection.case)  # leases and looks of agents move no counter
        except NotFound:
            heading(w.missing_title, key="heading")
            note(w.unknown.format(id=selection.case[:80]), key="unknown-case", links=[back])
            return st.stop()
    heading(w.missing_title, key="heading")
    note(w.missing, key="no-case", links=[back])
    return st.stop()


def case_head(case: InvestigationTask, view: str) -> None:
    """Draw the head of a case with `view` as the open tab."""
    w = said()
    st.set_page_config(page_title=f"{case.title[:60]} · {w.menu.product}")
    tabs = [
        ("investigation", w.case.now),
        ("what_happened", w.case.happened),
        ("investigation_evidence", w.case.evidence),
        ("investigation_map", w.case.map),
        ("report", w.case.reports),
        ("rounds", w.case_round.title),
    ]
    optional = read(optional_views, case.task_id)
    if optional.has_plan or view == "execution_plans":
        tabs.append(("execution_plans", w.case.plan))
    if optional.has_presentations or view == "presentations":
        tabs.append(("presentations", w.case.presentations))
    heading(
        case.title,
        key="heading",
        pills=[cells.status_pill(case.status), *cells.origin_pills(case.origin)],
        crumbs=[Crumb(w.case.title, link("investigations"))],
        meta=_facts(case),
        tabs=[Tab(text, link(page, case=case.task_id), current=page == view) for page, text in tabs],
        labels=(w.menu.where, w.case.views),
        head="case",
    )


def _facts(case: InvestigationTask) -> list[Fact]:
    w = said().case
    facts = [Fact(said().case_work.round, formats.count(case.generation))]
    facts.append(Fact(w.last_move, cells.moment(case.status_at)))
    facts.append(Fact(w.created, cells.moment(case.created_at)))
    if case.latest_revision is not None:
        label = said().sign_off.of_revision.format(n=case.latest_revision)
        facts.append(Fact(label, standing_cell(case.latest_reviewed, case.latest_needs_work)))
    if case.agent:
        facts.append(Fact(w.agent, case.agent))
    if case.project:
        facts.append(Fact(w.project, Cell(project_name(case.project) or case.project, tip=case.project)))
    facts.append(
        Fact(
            w.id,
            Cell(formats.short_id(case.task_id), tip=case.task_id, mono=True, copy=case.task_id),
            name="id",
        )
    )
    return facts


def waiting_in(case: InvestigationTask) -> int:
    """Count the questions and actions of a case that wait for people."""
    return case.pending_questions + case.pending_actions


def waits_told(case: InvestigationTask) -> str:
    """Say how many questions and actions wait; nothing for none of a kind."""
    w = said().case_work
    asked, proposed = case.pending_questions, case.pending_actions
    parts = [w.questions(asked)] if asked else []
    return ", ".join([*parts, w.to_approve(proposed)] if proposed else parts)


def oldest_told(case: InvestigationTask) -> str:
    """Say how long the oldest of what waits has waited."""
    return said().case_work.oldest.format(age=formats.ago(case.waiting_since_at, formats.now(), said()))
