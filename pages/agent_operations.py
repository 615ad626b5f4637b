"""Agent operations: what agents did, what of it broke the policy, what was refused, what they left."""

from dashboard.current_desk import current_desk
from dashboard.desk_session import now, read, said, selected, zone
from dashboard.parts import addition_tables, operation_filters, operation_table, refusal_table
from dashboard.parts.operation_cards import examining_note, operation_cards, where_table
from dashboard.parts.operation_detail import operation_detail
from dashboard.parts.pager import pager
from dashboard.parts.permission_requests import permission_table
from dashboard.parts.piece import heading, hint
from dashboard.parts.section import section
from dashboard.policy_in_force import policy_in_force
from dashboard.selections import OperationSelection
from data_access.reading.agent_operations import agent_operations, operation_counts
from data_access.reading.operation_additions import agent_additions, operation_additions
from data_access.reading.operation_scope import policy_asked
from data_access.reading.permission_requests import permission_requests
from data_access.reading.refusals import refusals

w = said()
selection = selected(OperationSelection)
asked = {"policy": policy_asked(policy_in_force(current_desk().settings)), **selection.scope(now(), zone())}
counts = read(operation_counts, **asked)
refused = read(refusals, **asked, cursor=selection.cursor) if selection.view == "refusals" else None

heading(w.operation.title, key="heading", lead=w.operation.lead)
operation_cards(counts, refused, selection)
examining_note(counts.runs_to_examine)
operation_filters.views(selection)
operation_filters.scope_line(selection, counts)
operation_filters.filters(selection, counts)
if refused is not None:
    refusal_table.refusal_table(refused, selection)
elif selection.view == "permissions":
    asked_for = {
        name: told for name, told in selection.scope(now(), zone()).items() if name != "conversation_id"
    }
    permission_table(read(permission_requests, conversation=selection.run, **asked_for), names_run=True)
    hint(w.permissions.hint, key="permissions-hint")
elif selection.view == "additions":
    agents = read(agent_additions, **asked, cursor=selection.agents_cursor, limit=20)
    things = read(
        operation_additions, **asked, kind=selection.kind, zone=selection.zone, cursor=selection.cursor
    )
    addition_tables.additions(agents, things, selection)
else:
    if selection == selection.seen("operations") and counts.operations:
        with section(w.operation.where, hint=w.operation.where_hint, name="operations_where"):
            where_table(counts, selection)
    page = read(agent_operations, **asked, **selection.filters, cursor=selection.cursor)
    if page.items:
        operation_table.operation_table(page.items, selection)
        pager("agent_operations", selection, page)
        operation_detail(page.items, selection)
    else:
        operation_filters.nothing(selection, counts)
