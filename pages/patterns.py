"""Patterns over all runs: what is slow, fails, repeats, grows, is dear or quiet, and the calls behind it."""

from dashboard.desk_session import now, read, said, selected, zone
from dashboard.parts import pattern_tables as draw
from dashboard.parts.pager import pager
from dashboard.parts.pattern_filters import call_filters, pattern_filters
from dashboard.parts.runs_head import runs_head
from dashboard.parts.section import section
from dashboard.selections import PatternSelection, since_of
from data_access.reading.across_runs import (
    agent_outliers,
    context_peaks,
    latency,
    loops,
    outliers,
    quiet_since,
    timed_calls,
    tool_reliability,
)
from data_access.reading.runs import run_filter_options

w = said()
selection = selected(PatternSelection)
runs_asked = {"project": selection.project, "source_format": selection.source, "origin": selection.origin}
asked = {**runs_asked, "since": since_of(selection.period, now(), zone())}

runs_head("patterns")
pattern_filters(selection, read(run_filter_options))
if selection.view == "latency":
    slow = read(latency, **asked, limit=200)
    with section(w.pattern.models, hint=w.pattern.models_hint):
        draw.latency_table(slow, "model", selection)
    with section(w.pattern.tools, hint=w.pattern.tools_hint):
        draw.latency_table(slow, "tool", selection)
elif selection.view == "reliability":
    with section(w.pattern.reliability, hint=w.pattern.reliability_hint):
        draw.reliability_table(read(tool_reliability, **asked), selection)
elif selection.view == "loops":
    with section(w.pattern.loops, hint=w.pattern.loops_hint):
        draw.repeated_table(read(loops, **asked))
elif selection.view == "context":
    with section(w.pattern.context, hint=w.pattern.context_hint):
        draw.context_table(read(context_peaks, **asked))
elif selection.view == "outliers":
    with section(w.pattern.dear_calls, hint=w.pattern.dear_calls_hint):
        draw.dear_call_table(read(outliers, **asked))
    with section(w.pattern.dear_agents, hint=w.pattern.dear_agents_hint):
        draw.dear_agent_table(read(agent_outliers, **asked))
elif selection.view == "quiet":
    with section(w.pattern.quiet, hint=w.pattern.quiet_hint):
        draw.quiet_table(read(quiet_since, **runs_asked, now=now()))
else:
    with section(w.pattern.calls):
        names = draw.names_measured(read(latency, **asked, limit=200), selection.kind)
        call_filters(selection, names)
        page = read(
            timed_calls,
            **asked,
            kind=selection.kind,
            name=selection.name,
            status=selection.status,
            order=selection.order,
            cursor=selection.cursor,
            limit=50,
        )
        draw.call_table(page)
        if page.items:
            pager("patterns", selection, page)
