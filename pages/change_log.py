"""The change log: filters, the list, one change in full, and the list as a file."""

from dashboard.desk_session import now, read, said, selected, store, viewer, zone
from dashboard.parts.change_detail import change_detail, change_gone
from dashboard.parts.change_filters import change_filters, no_changes, withheld_hint
from dashboard.parts.change_table import change_files, change_table
from dashboard.parts.pager import pager
from dashboard.parts.setup_head import setup_head
from dashboard.selections import ChangeSelection
from data_access.errors import NotFound
from data_access.reading.change_log import change, change_filter_options, changes, withheld_from

w = said()
selection = selected(ChangeSelection)
withheld = withheld_from(viewer())
filters = {
    "withheld": withheld,
    "principal_id": selection.who,
    "principal_kind": selection.by,
    "face": selection.through,
    "action": selection.action,
    "subject_kind": selection.subject,
    "task_id": selection.case,
    "since": selection.starts(now(), zone()),
    "until": selection.ends,
    "q": selection.q,
    "newest_first": not selection.oldest,
}
page = changes(store(), **filters, cursor=selection.cursor, limit=50)

setup_head("change_log", w.change.title, w.change.lead)
change_filters(selection, read(change_filter_options, withheld=withheld))
withheld_hint(page.withheld)
if selection.change:
    try:
        change_detail(change(store(), selection.change, withheld=withheld))
    except NotFound:
        change_gone(selection.change)
if page.items:
    change_table(page.items, selection)
    pager("change_log", selection, page)
    change_files(page, filters)
else:
    no_changes(selection)
