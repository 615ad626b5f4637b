"""One run: what was said and done, in order, with tool calls inline; find a text, go from error to error."""

from dashboard.desk_session import read, said, selected, store
from dashboard.parts.event_detail import event_detail
from dashboard.parts.latest_events import names_of
from dashboard.parts.run_head import chosen_run, run_head
from dashboard.parts.transcript import (
    after_this,
    error_line,
    match_line,
    transcript_filters,
    transcript_pager,
    turns,
)
from dashboard.selections import TranscriptSelection
from data_access.reading.agents import agents
from data_access.reading.events import event, event_filter_options
from data_access.reading.transcript import find_in_transcript, next_error, transcript

w = said()
selection = selected(TranscriptSelection)
run = chosen_run(selection)
key = run.conversation_key
at = selection.at
names = names_of(read(agents, key, at=at).items)
whose = {"agent_id": selection.agent, "thread_id": selection.thread, "at": at}
page = read(transcript, key, **whose, cursor=selection.cursor, limit=50)
after = after_this(page, selection)

run_head(run, "run_transcript")
transcript_filters(selection, names, read(event_filter_options, key, at=at).threads)
if selection.q:
    found = read(find_in_transcript, key, selection.q, **whose, after=after)
    before = read(find_in_transcript, key, selection.q, **whose, before=after) if after else None
    match_line(found, before, selection)
error_line(page, read(next_error, key, **whose, after=after), selection)
transcript_pager(page, selection, key="above")
turns(page, names, selection)
transcript_pager(page, selection, key="below")
if selection.event:
    event_detail(event(store(), key, selection.event), names)
