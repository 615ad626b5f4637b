"""The list of runs: filters, the table, the way on."""

from dashboard.desk_session import now, read, said, selected, zone
from dashboard.parts.pager import pager
from dashboard.parts.run_compare import choosing
from dashboard.parts.run_filters import nothing_matches, run_filters
from dashboard.parts.run_table import run_table
from dashboard.parts.runs_head import runs_head
from dashboard.selections import RunListSelection, since_of
from data_access.reading.runs import run_filter_options, runs

w = said()
selection = selected(RunListSelection)
page = read(
    runs,
    q=selection.q,
    project=selection.project,
    source_format=selection.source,
    origin=selection.origin,
    model=selection.model,
    since=since_of(selection.period, now(), zone()),
    order=selection.order,
    cursor=selection.cursor,
    limit=50,
)

runs_head("runs")
if selection.against:
    choosing(selection)
run_filters(selection, read(run_filter_options))
if page.items:
    run_table(page.items, key="runs", selection=selection)
    pager("runs", selection, page)
else:
    nothing_matches(selection)
