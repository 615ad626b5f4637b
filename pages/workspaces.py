"""Workspaces: what agents left in git repositories, and how the agents of runs were kept apart."""

from dashboard.current_desk import current_desk
from dashboard.desk_session import read, said, selected
from dashboard.parts.pager import pager
from dashboard.parts.piece import heading
from dashboard.parts.runs_apart import runs_apart_table, shared_file_table, view_choice
from dashboard.parts.section import section
from dashboard.parts.workspace_detail import workspace_detail
from dashboard.parts.workspace_filters import no_workspaces, none_match, workspace_filters
from dashboard.parts.workspace_table import repository_table, workspace_cards, workspace_table
from dashboard.policy_in_force import policy_in_force, worktree_patterns
from dashboard.selections import WorkspaceSelection
from data_access.reading.files_of_several_agents import files_of_several_agents
from data_access.reading.operation_scope import policy_asked
from data_access.reading.runs_apart import runs_apart
from data_access.reading.stored_workspaces import stored_workspaces

w = said()
selection = selected(WorkspaceSelection)

heading(w.workspaces.title, key="heading", lead=w.workspaces.lead)
view_choice(selection)
if selection.view == "runs":
    policy = policy_in_force(current_desk().settings)
    runs = read(
        runs_apart, policy=policy, recorded_only=selection.recorded, cursor=selection.cursor, limit=10
    )
    runs_apart_table(runs, selection)
    pager("workspaces", selection, runs)
elif selection.view == "files":
    asked = policy_asked(policy_in_force(current_desk().settings))
    files = read(files_of_several_agents, policy=asked, cursor=selection.cursor, limit=50)
    shared_file_table(files)
    pager("workspaces", selection, files)
else:
    page = read(
        stored_workspaces,
        patterns=worktree_patterns(current_desk().settings),
        repository=selection.repo,
        state=selection.state,
        level=selection.level,
        left_over_only=selection.left,
        older_than_days=selection.days,
        cursor=selection.cursor,
        workspace_key=selection.open,
        limit=50,
    )
    if not page.repositories:
        no_workspaces(selection)
    else:
        workspace_cards(page, selection)
        workspace_filters(selection, page)
        if page.items:
            workspace_table(page, selection)
        else:
            none_match()
        with section(w.workspaces.repositories, hint=w.workspaces.repositories_hint):
            repository_table(page.repositories, selection)
        workspace_detail(page.chosen, selection)
