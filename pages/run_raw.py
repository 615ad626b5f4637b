"""One run as programs are given it: the address of each answer of REST, and its JSON."""

from dashboard.desk_session import said, selected
from dashboard.parts.raw_answer import raw_answer, raw_choice
from dashboard.parts.run_head import chosen_run, run_head
from dashboard.parts.section import section
from dashboard.selections import RawSelection

w = said()
selection = selected(RawSelection)
run = chosen_run(selection)

run_head(run, "run_raw")
with section(w.detail.raw_title, hint=w.detail.raw_hint):
    raw_choice(selection)
    raw_answer(run.conversation_key, selection)
