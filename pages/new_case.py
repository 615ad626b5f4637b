"""The form of a new case."""

from dashboard.desk_session import link, read, said, selected
from dashboard.parts.new_case import form_id, new_case_form
from dashboard.parts.piece import Crumb, heading
from dashboard.selections import NewCaseSelection
from data_access.reading.investigations import investigations
from data_access.reading.runs import run_filter_options

w = said()
selection = selected(NewCaseSelection)
others = read(investigations, limit=200).items
named = {one.project for one in others if one.project}

heading(
    w.new_case.title,
    key="heading",
    lead=w.new_case.lead,
    crumbs=[Crumb(w.case.title, link("investigations"))],
    labels=(w.menu.where, ""),
)
new_case_form(
    form_id(selection),
    others=others,
    projects=sorted(named | set(read(run_filter_options).projects)),
    chosen=selection.related,
)
