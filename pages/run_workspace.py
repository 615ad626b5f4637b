"""One run: how the work of its agents was kept apart, what speaks against it, what they wrote and ran."""

from dashboard.current_desk import current_desk
from dashboard.desk_session import read, said, selected
from dashboard.parts.apart_agents import agent_in_full, agent_table, apart_cards, worker_names
from dashboard.parts.apart_files import file_filters, file_table, short_operations
from dashboard.parts.apart_findings import examined_hint, finding_table
from dashboard.parts.limit_table import limits_of_run
from dashboard.parts.permission_requests import permission_table
from dashboard.parts.run_head import chosen_run, run_head
from dashboard.parts.section import section
from dashboard.policy_in_force import policy_in_force
from dashboard.selections import RunWorkspaceSelection
from data_access.reading.permission_requests import permission_requests
from data_access.reading.resource_limits import limits_of_agents
from data_access.reading.run_workspace import run_workspace

w = said()
selection = selected(RunWorkspaceSelection)
run = chosen_run(selection)
key = run.conversation_key
policy = policy_in_force(current_desk().settings)
whole = read(
    run_workspace,
    key,
    policy=policy,
    agent_id=selection.agent,
    shared_only=selection.shared,
    cursor=selection.cursor,
    limit=50,
)
reading, files = whole.isolation, whole.files
names = worker_names(reading.agents)

run_head(run, "run_workspace", reads_as_of=False)
apart_cards(reading, files, selection)
examined_hint(reading.examined, is_cut=reading.truncated)
with section(w.apart.findings):
    finding_table(reading.findings, names, key, reading.main_directory)
with section(w.apart.agents, hint=w.apart.agents_hint):
    agent_table(reading, selection)
    agent_in_full(reading, selection)
with section(w.apart.written, hint=w.apart.written_hint):
    file_filters(selection, files, names)
    file_table(files, reading.main_directory, names, selection)
with section(w.permissions.title, hint=w.permissions.hint):
    permission_table(
        read(permission_requests, conversation=key, agent_id=selection.agent, limit=50), names_run=False
    )
with section(w.apart.ran, hint=w.apart.ran_hint):
    short_operations(whole.operations, names, selection)
with section(w.limits.title, hint=w.limits.agents_hint):
    limits_of_run(read(limits_of_agents, key, policy=policy, limit=200), key)
