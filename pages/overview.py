"""Today: the desk at a glance; on an empty desk, what can be loaded."""

import streamlit as st

from dashboard.desk_session import now, read, said, store, zone
from dashboard.parts.activity import activity_panel, cost_panel
from dashboard.parts.cases_today import report_list, waiting_things
from dashboard.parts.fault import faults_shown
from dashboard.parts.found_logs import found_logs
from dashboard.parts.import_tables import latest_imports
from dashboard.parts.needs_you import need_table, needs_of_desk
from dashboard.parts.overview_cards import overview_cards, today_told
from dashboard.parts.piece import heading
from dashboard.parts.plain_deeds import deeds, newest_deeds
from dashboard.parts.run_table import run_table
from dashboard.parts.running import running_list
from dashboard.parts.section import is_told, section
from data_access.reading.cases_glance import latest_reports, waiting_for_people
from data_access.reading.desk_overview import desk_overview
from data_access.reading.inbox import inbox

w = said()
desk = read(desk_overview, timezone=zone(), now=now())

waiting = read(waiting_for_people)
reports = read(latest_reports)

if desk.runs == 0 and not waiting.items and not reports:
    heading(w.today.empty_title, key="heading", lead=w.today.empty_text)
    found_logs(store())
    st.stop()

heading(w.today.title, key="heading", lead=today_told())
if waiting.items or is_told("needs"):
    with section(w.glance.needs_you):
        if waiting.items:
            waiting_things(waiting, read(inbox, limit=5))
        if is_told("needs"):
            with faults_shown(key="needs-fault"):
                need_table(needs_of_desk(), key="needs", is_rest=bool(waiting.items))
if is_told("deeds"):
    with section(w.detail.deeds), faults_shown(key="deeds-fault"):
        deeds(newest_deeds(limit=5), key="deeds")
overview_cards(desk)
if reports:
    with section(w.glance.latest_reports):
        report_list(reports)
if desk.running:
    with section(w.today.running, hint=w.today.running_hint):
        running_list(desk.running)
left, right = st.columns([3, 2], gap="medium")
with left:
    cost_panel(desk)
with right:
    activity_panel(desk)
with section(w.today.top):
    run_table(desk.top_runs, key="top-runs")
with section(w.today.imports, name="today_imports"):
    latest_imports(desk.latest_imports)
