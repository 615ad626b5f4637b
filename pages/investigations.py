"""The list of cases: filters, the table, the way on."""

from dashboard.desk_session import read, said, selected, zone
from dashboard.parts.case_table import case_filters, case_table, nothing_there
from dashboard.parts.new_case import new_case_button
from dashboard.parts.pager import pager
from dashboard.parts.piece import heading
from dashboard.selections import CASE_GROUPS, CaseListSelection
from data_access.reading.case_cost import linked_rounds
from data_access.reading.cost import cost_by
from data_access.reading.investigations import investigations

w = said()
selection = selected(CaseListSelection)
page = read(
    investigations,
    statuses=CASE_GROUPS[selection.group],
    origin=selection.origin,
    q=selection.q,
    order=selection.order,
    cursor=selection.cursor,
    limit=50,
)

heading(w.case.title, key="heading", lead=w.case.lead)
new_case_button()
case_filters(selection)
if page.items:
    costs = {group.key: group for group in read(cost_by, "case", timezone=zone()).groups if group.key}
    case_table(page.items, costs, read(linked_rounds), selection)
    pager("investigations", selection, page)
else:
    nothing_there(selection)
