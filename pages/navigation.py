"""The entry script: the list of screens and the frame around them, nothing else."""

import streamlit as st

from dashboard.desk_session import begin_page, follow_chosen_link
from dashboard.parts.demo_banner import demo_banner
from dashboard.parts.fault import faults_shown
from dashboard.parts.frame import brand, sidebar
from dashboard.parts.live import live
from dashboard.parts.loading import loading
from dashboard.parts.sign_in import let_in

w = begin_page()
page = st.navigation(
    [
        st.Page("overview.py", title=w.menu.today, default=True),
        st.Page("inbox.py", title=w.inbox.title),
        st.Page("runs.py", title=w.menu.runs),
        st.Page("cost.py", title=w.menu.costs),
        st.Page("investigations.py", title=w.case.title),
        st.Page("workspaces.py", title=w.workspaces.title),
        st.Page("agent_operations.py", title=w.operation.title),
        st.Page("limits.py", title=w.limits.title),
        st.Page("import_records.py", title=w.menu.import_records),
        st.Page("connect.py", title=w.menu.connect),
        st.Page("change_log.py", title=w.change.title),
        st.Page("run_summary.py", title=w.run.summary, visibility="hidden"),
        st.Page("run_transcript.py", title=w.dialogue.tab, visibility="hidden"),
        st.Page("run_trace.py", title=w.trace.tab, visibility="hidden"),
        st.Page("run_timeline.py", title=w.run.timeline, visibility="hidden"),
        st.Page("run_topology.py", title=w.topology.tab, visibility="hidden"),
        st.Page("run_cost.py", title=w.run.cost, visibility="hidden"),
        st.Page("run_checks.py", title=w.check.tab, visibility="hidden"),
        st.Page("run_workspace.py", title=w.apart.tab, visibility="hidden"),
        st.Page("run_raw.py", title=w.detail.raw, visibility="hidden"),
        st.Page("task_evidence.py", title=w.check.task, visibility="hidden"),
        st.Page("run_compare.py", title=w.compare.title, visibility="hidden"),
        st.Page("patterns.py", title=w.pattern.title, visibility="hidden"),
        st.Page("new_case.py", title=w.new_case.title, visibility="hidden"),
        st.Page("what_happened.py", title=w.case.happened, visibility="hidden"),
        st.Page("rounds.py", title=w.case_round.title, visibility="hidden"),
        st.Page("investigation.py", title=w.case.now, visibility="hidden"),
        st.Page("investigation_evidence.py", title=w.evidence.title, visibility="hidden"),
        st.Page("investigation_map.py", title=w.case_map.title, visibility="hidden"),
        st.Page("report.py", title=w.report.title, visibility="hidden"),
        st.Page("report_revisions.py", title=w.history.title, visibility="hidden"),
        st.Page("what_changed.py", title=w.what_changed.title, visibility="hidden"),
        st.Page("execution_plans.py", title=w.case.plan, visibility="hidden"),
        st.Page("presentations.py", title=w.case.presentations, visibility="hidden"),
        st.Page("search.py", title=w.search.title, visibility="hidden"),
    ],
    position="hidden",
)
follow_chosen_link()
brand(page.title)
if let_in(page.url_path):
    sidebar(page.url_path)
    with faults_shown():
        live(page.url_path)
        demo_banner()
        with loading(page.url_path):
            page.run()
