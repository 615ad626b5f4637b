"""One case of the inbox, open: everything it waits for stands together, and each is settled by itself.

The forms stand outside of every part that is drawn anew by itself; what is live stands beside and below them.
What was settled while the case is open stays where it was, with what is stored of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import streamlit as st

from dashboard.desk_session import changes, link, may, read, said, viewer, zone
from dashboard.parts import cells
from dashboard.parts.inbox_list import case_facts, due_told, for_whom, goes_on, needed
from dashboard.parts.live import TICK_SECONDS, changed_notice
from dashboard.parts.piece import (
    Cell,
    Column,
    Crumb,
    Fact,
    Row,
    facts,
    heading,
    hint,
    ledger,
    note,
    pages_line,
    prose,
    topic,
)
from dashboard.parts.section import section
from dashboard.parts.settled_list import settled_list, stored_facts
from dashboard.selections import InboxSelection
from dashboard.wording import formats
from data_access.contracts.common import Listing
from data_access.contracts.inbox import Inbox, OwedItem, OwedKind, SettledQuestion
from data_access.contracts.investigation import InvestigationTask
from data_access.contracts.people import ProposedAction, Question
from data_access.reading.case_people import actions_of_task, questions_of_task
from data_access.reading.inbox import inbox, settled_questions

_MOST_ITEMS = 30
"""Of one case on the page; forms are heavy."""
_MOST_BESIDE = 200
_DAYS = 90
_DRAWN = "inbox-drawn"

_RECORD: dict[OwedKind, str] = {
    "question": "question",
    "approval": "action",
    "action_done": "action",
    "relayed_fact": "fact",
    "map_node": "node",
    "plan_step": "step",
}
"""Of what record something is owed: an action that is approved is still the same action."""

Named = tuple[str, str]
"""Record and id of something that is owed."""


@dataclass(frozen=True)
class _Records:
    """What is known of one case, by id."""

    questions: Mapping[str, Question]
    actions: Mapping[str, ProposedAction]
    settled: Mapping[str, SettledQuestion]


def close_case() -> None:
    """Forget what was drawn of the case that was open."""
    st.session_state.pop(_DRAWN, None)


def open_case(case: InvestigationTask, selection: InboxSelection) -> None:
    """Draw what a case waits for, and beside it what else waits."""
    box = read(inbox, task_id=case.task_id, limit=_MOST_ITEMS)
    listed = _listed(selection)
    _case_heading(case, box, selection)
    _ways(case, listed, selection)
    changed_notice(changes(), formats.now())
    main, beside = st.columns([5, 2], gap="medium")
    with main:
        _items(case, box)
        _settled_here(case.task_id)
    with beside:
        _beside(case.task_id, selection)


def _listed(selection: InboxSelection) -> Inbox:
    """Return what the list shows from which the case was opened."""
    me = viewer()
    return read(
        inbox,
        whose=selection.whose,
        person=me.name,
        principal_id=me.id,
        kind=selection.kind,
        order=selection.order,
        limit=_MOST_BESIDE,
    )


def _case_heading(case: InvestigationTask, box: Inbox, selection: InboxSelection) -> None:
    w = said()
    st.set_page_config(page_title=f"{case.title[:60]} · {w.inbox.title} · {w.menu.product}")
    heading(
        case.title,
        key="heading",
        crumbs=[Crumb(w.inbox.title, link("inbox", **selection.but(case=None).to_query()))],
        pills=[cells.status_pill(case.status), *cells.origin_pills(case.origin)],
        lead=goes_on(box.cases[0]) if box.cases else None,
        meta=case_facts(box.cases[0]) if box.cases else [],
        labels=(w.menu.where, ""),
    )


def _ways(case: InvestigationTask, listed: Inbox, selection: InboxSelection) -> None:
    """Draw the ways to the cases before and after this one in the list, and to the case itself."""
    w = said().inbox
    ids = [one.task_id for one in listed.cases]
    place = ids.index(case.task_id) if case.task_id in ids else None
    before = ids[place - 1] if place else None
    after = ids[place + 1 : place + 2] if place is not None else ids[:1]
    ways = [Crumb(w.open_case, link("investigation", case=case.task_id), hotkey="o")]
    if before:
        ways.insert(0, Crumb(w.previous_case, _here(selection, before), hotkey="p"))
    if after:
        ways.insert(0, Crumb(w.next_case, _here(selection, after[0]), hotkey="n"))
    pages_line("", ways, key="inbox-ways")


def _here(selection: InboxSelection, task_id: str) -> str:
    return link("inbox", **selection.but(case=task_id).to_query())


def _items(case: InvestigationTask, box: Inbox) -> None:
    """Draw everything that was owed since the case was opened, the settled where they were."""
    w = said().inbox
    records = _Records(
        questions={one.question_id: one for one in read(questions_of_task, case.task_id)},
        actions={one.action_id: one for one in read(actions_of_task, case.task_id)},
        settled={one.question_id: one for one in _settled_of(case.task_id).items},
    )
    owed = {(_RECORD[one.kind], one.item_id): one for one in box.items}
    for place, named in enumerate(_drawn(case.task_id, list(owed))):
        with st.container(border=True, key=f"owed-{place}"):
            if named in owed:
                _owed(case, owed[named], records)
            else:
                _gone(named, records)
    if not box.items:
        note(w.case_settled, key="case-settled", tone="done")
    if box.truncated:
        shown, total = formats.count(len(box.items)), formats.count(box.total)
        hint(w.only_first.format(shown=shown, total=total), key="only-first")


def _settled_of(task_id: str) -> Listing[SettledQuestion]:
    return read(settled_questions, task_id=task_id, days=_DAYS)


def _drawn(task_id: str, now: Sequence[Named]) -> Sequence[Named]:
    """Return what was drawn of this case since it was opened and what has come since, in that order."""
    of_case, before = st.session_state.get(_DRAWN, (task_id, ()))
    drawn = tuple(dict.fromkeys((*(before if of_case == task_id else ()), *now)))
    st.session_state[_DRAWN] = (task_id, drawn)
    return drawn


def _owed(case: InvestigationTask, one: OwedItem, records: _Records) -> None:
    """Draw one thing that is owed: what is asked, why, and what settling it changes."""
    w, key = said(), "-".join((_RECORD[one.kind], one.item_id))
    question = records.questions.get(one.item_id) if one.kind == "question" else None
    topic(f"{w.inbox.kinds[one.kind]} {one.item_id}", key=f"{key}-topic", pills=[needed(one)])
    prose(question.prompt if question else one.title, key=f"{key}-asked")
    told = [
        Fact(_why_label(one), one.why, wide=True) if one.why else None,
        Fact(w.inbox.changes, w.inbox.effects[one.effect], wide=True),
        Fact(w.inbox.asked_at, cells.moment(one.since_at)),
        Fact(w.inbox.for_whom, for_whom(one)) if question else None,
        Fact(w.inbox.due, due_told(one)) if one.due_at or one.expires_at else None,
    ]
    facts([fact for fact in told if fact], key=f"{key}-facts")
    pages_line("", [_way(case, one)], key=f"{key}-way")


def _why_label(one: OwedItem) -> str:
    w = said().inbox
    return {"action_done": w.why_approved, "relayed_fact": w.words_of}.get(one.kind, w.why)


def _way(case: InvestigationTask, one: OwedItem) -> Crumb:
    """Return the way to where the item stands in its case."""
    w, task_id = said().inbox, case.task_id
    if one.kind == "map_node":
        return Crumb(w.on_map, link("investigation_map", case=task_id, node=one.item_id))
    if one.kind == "plan_step":
        return Crumb(w.in_plan, link("execution_plans", case=task_id, node=one.item_id))
    if one.kind == "relayed_fact":
        return Crumb(w.in_evidence, link("investigation_evidence", case=task_id, piece=one.item_id))
    return Crumb(w.read_report, link("report", case=task_id))


def _gone(named: Named, records: _Records) -> None:
    """Draw what is owed no more, where it stood: what is stored of it."""
    w, (record, item_id), key = said(), named, "-".join(named)
    asked, told = None, w.inbox.no_longer
    if record == "question" and item_id in records.settled:
        settled = records.settled[item_id]
        asked, told = settled.prompt, " · ".join(stored_facts(settled))
    elif record == "action" and item_id in records.actions:
        action = records.actions[item_id]
        state = w.inbox.action_done if action.done else w.inbox.action_states[action.state]
        asked, told = action.title, f"{state} · {formats.exact(action.state_at, zone(), w)}"
    topic(f"{w.inbox.records[record]} {item_id}", key=f"{key}-topic")
    if asked:
        prose(asked, key=f"{key}-asked")
    hint(told, key=f"{key}-stored")


@st.fragment(run_every=TICK_SECONDS)
def _settled_here(task_id: str) -> None:
    """Draw what was settled of this case, as it stands now."""
    if not may("read"):
        st.rerun()  # the sign-in has ended
    w = said().settled
    with section(w.title.format(n=_DAYS), hint=w.hint):
        settled_list(_settled_of(task_id), none=w.none_of_case, key="settled-here", with_case=False)


@st.fragment(run_every=TICK_SECONDS)
def _beside(task_id: str, selection: InboxSelection) -> None:
    """Draw which cases wait now, with this one marked."""
    if not may("read"):
        st.rerun()  # the sign-in has ended
    w = said().inbox
    listed = _listed(selection)
    rows = [
        Row(
            (Cell(case.title, tip=case.title, sub=_waits_told(case.task_id, listed)),),
            href=_here(selection, case.task_id),
            selected=case.task_id == task_id,
        )
        for case in listed.cases
    ]
    with section(w.beside):
        if rows:
            ledger(w.beside, [Column(said().case.case)], rows, key="beside", narrow=True)
        else:
            hint(w.empty_title, key="beside-none")
        if listed.truncated:
            shown, total = formats.count(len(listed.items)), formats.count(listed.total)
            hint(w.more_cases.format(shown=shown, total=total), key="beside-cut")


def _waits_told(task_id: str, listed: Inbox) -> str:
    """Say how much waits in a case, and since when."""
    since = [one.since_at for one in listed.items if one.task_id == task_id]
    age = formats.ago(min(since), formats.now(), said())
    return f"{said().inbox.waits(len(since))} · {said().inbox.oldest.format(age=age)}"
