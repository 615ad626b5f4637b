"""Limits: what agents used against what the policy lets them use, over all runs, and of one run over time."""

from dashboard.current_desk import current_desk
from dashboard.desk_session import now, read, said, selected, zone
from dashboard.parts.limit_filters import how_to_measure, limit_filters, none_stand_so, only_run
from dashboard.parts.limit_table import limit_cards, limit_table, unmeasured_told
from dashboard.parts.limit_use import choose_limit, limit_shown, names_of, title_of, use_over_time
from dashboard.parts.piece import heading
from dashboard.parts.section import section
from dashboard.policy_in_force import policy_in_force
from dashboard.selections import LimitSelection, since_of
from data_access.reading.resource_limits import limits_of_agents, resource_use
from data_access.reading.runs import run_filter_options

w = said()
selection = selected(LimitSelection)
policy = policy_in_force(current_desk().settings)
since = since_of(selection.period, now(), zone())
page = read(
    limits_of_agents,
    selection.run,
    policy=policy,
    as_named=selection.named,
    limit_name=selection.limit,
    state=selection.state,
    project=selection.project,
    source_format=selection.source,
    origin=selection.origin,
    since=since,
    limit=200,
)

heading(w.limits.title, key="heading", lead=w.limits.lead)
limit_cards(page, selection)
limit_filters(selection, read(run_filter_options))
only_run(selection, page)
if selection.run is not None:
    shown = limit_shown(selection, page.items)
    with section(title_of(selection, shown, page.items), hint=w.limits.over_time_hint, boxed=True):
        choose_limit(shown)
        use = read(
            resource_use,
            selection.run,
            policy=policy,
            as_named=selection.named,
            agent_id=selection.agent,
            without_agent=selection.nobody,
            limit_name=shown,
            since=since,
        )
        use_over_time(use, shown, names_of(page.items))
with section(w.limits.agents, hint=w.limits.agents_hint):
    if page.items:
        limit_table(page, selection)
        unmeasured_told(page, selection)
    else:
        none_stand_so(selection)
how_to_measure(page)
