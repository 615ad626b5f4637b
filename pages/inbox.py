"""The inbox: what waits for people over all cases, and the case that is open."""

import streamlit as st

from dashboard.desk_session import read, said, selected, viewer
from dashboard.parts.case_head import chosen_case
from dashboard.parts.inbox_case import close_case, open_case
from dashboard.parts.inbox_list import inbox_filters, inbox_heading, nothing_waits, waiting_cases
from dashboard.parts.pager import pager
from dashboard.parts.reports_to_sign import reports_to_sign
from dashboard.parts.section import section
from dashboard.parts.settled_list import settled_list
from dashboard.selections import CaseSelection, InboxSelection
from data_access.reading.inbox import inbox, settled_questions
from data_access.reading.report_sign_offs import reports_to_sign_off

w = said()
selection = selected(InboxSelection)
if selection.case is not None:
    open_case(chosen_case(CaseSelection(case=selection.case)), selection)
    st.stop()

close_case()
me = viewer()
box = read(
    inbox,
    whose=selection.whose,
    person=me.name,
    principal_id=me.id,
    kind=selection.kind,
    order=selection.order,
    cursor=selection.cursor,
    limit=30,
)
to_sign = read(reports_to_sign_off, principal_id=me.id, limit=20)
settled = read(settled_questions)

inbox_heading(box)
if box.counts:
    inbox_filters(box, selection)
if box.items:
    waiting_cases(box, selection)
    pager("inbox", selection, box)
else:
    nothing_waits(box, selection)
with section(w.sign_off.to_sign, hint=w.sign_off.to_sign_hint):
    reports_to_sign(to_sign)
with section(w.settled.title.format(n=7), hint=w.settled.hint):
    settled_list(settled, none=w.settled.none.format(n=7), key="settled")
