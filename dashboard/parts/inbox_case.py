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
from dashboard.parts.action_form import action_form
from dashboard.parts.evidence_piece import fact_told
from dashboard.parts.fact_actions import confirm_fact
from dashboard.parts.flash import flashed
from dashboard.parts.inbox_list import case_facts, goes_on, needed
from dashboard.parts.live import changed_notice
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
from dashboard.parts.pulse import drawn_when_changed
from dashboard.parts.question_form import question_form
from dashboard.parts.section import section
from dashboard.parts.settled_list import settled_list
from dashboard.selections import InboxSelection
from dashboard.wording import formats
from data_access.contracts.inbox import Inbox, OwedItem, OwedKind
from data_access.contracts.investigation import InvestigationTask
from data_access.contracts.people import HumanEvidence, ProposedAction, Question
from data_access.reading.case_people import actions_of_task, questions_of_task
from data_access.reading.case_records import human_evidence_of_task
from data_access.reading.inbox import inbox, settled_questions

_MOST_ITEMS = 30
"""Of one case on the page; forms are heavy."""
_MOST_BESIDE = 200
_DAYS = 90
_DRAWN = "inbox-drawn"
_PLACE = "inbox"

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
    facts: Mapping[str, HumanEvidence]


def close_case() -> None:
    """Forget what was drawn of the case that was open."""
    st.session_state.pop(_DRAWN, None)


def open_case(case: InvestigationTask, selection: InboxSelection) -> None:
    """Draw what a case waits for, and beside it what else waits."""
    box = read(inbox, task_id=case.task_id, order="required", limit=_MOST_ITEMS)
    listed = _listed(selection)
    _case_heading(case, box, selection)
    _ways(case, listed, selection)
    changed_notice(changes(), formats.now())
    main, beside = st.columns([5, 2], gap="medium")
    with main:
        _items(case, box, selection.item)
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
        crumbs=[Crumb(w.inbox.title, link("inbox", **selection.but(case=None, item=None).to_query()))],
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
    return link("inbox", **selection.but(case=task_id, item=None).to_query())


def _items(case: InvestigationTask, box: Inbox, chosen: str | None) -> None:
    """Draw everything that was owed since the case was opened, first the `chosen`, the settled in place."""
    w = said().inbox
    records = _Records(
        questions={one.question_id: one for one in read(questions_of_task, case.task_id)},
        actions={one.action_id: one for one in read(actions_of_task, case.task_id)},
        facts={one.evidence_id: one for one in read(human_evidence_of_task, case.task_id)},
    )
    owed = {(_RECORD[one.kind], one.item_id): one for one in box.items}
    flashed(_PLACE)
    for named in _drawn(case.task_id, sorted(owed, key=lambda one: one[1] != chosen)):
        with st.container(border=named[0] != "action"):  # the form of an action has a border of its own
            _item(case, named, owed.get(named), records)
    if not box.items:
        note(w.case_settled, key="case-settled", tone="done")
    if box.truncated:
        shown, total = formats.count(len(box.items)), formats.count(box.total)
        hint(w.only_first.format(shown=shown, total=total), key="only-first")


def _drawn(task_id: str, now: Sequence[Named]) -> Sequence[Named]:
    """Return what was drawn of this case since it was opened and what has come since, in that order."""
    of_case, before = st.session_state.get(_DRAWN, (task_id, ()))
    drawn = tuple(dict.fromkeys((*(before if of_case == task_id else ()), *now)))
    st.session_state[_DRAWN] = (task_id, drawn)
    return drawn


def _item(case: InvestigationTask, named: Named, owed: OwedItem | None, records: _Records) -> None:
    """Draw one thing of a case, as it is owed or was settled meanwhile, with the form of it."""
    w, (record, item_id), key = said(), named, "-".join(named)
    topic(
        f"{w.inbox.records[record]} {item_id}",
        key=f"{key}-topic",
        pills=[needed(owed)] if owed else [],
        lead=w.inbox.effects[owed.effect] if owed else None,
    )
    if record == "question" and item_id in records.questions:
        question_form(case, records.questions[item_id], place=_PLACE)
    elif record == "action" and item_id in records.actions:
        action_form(case, records.actions[item_id], place=_PLACE)
    elif record == "fact" and item_id in records.facts:
        _fact(case, records.facts[item_id], key=key)
    elif owed:
        _told_by_agents(case, owed, key=key)
    else:
        hint(w.inbox.no_longer, key=f"{key}-gone")


def _fact(case: InvestigationTask, fact: HumanEvidence, *, key: str) -> None:
    """Draw a fact that an agent passed on, with the ways to agree or not, or who agreed."""
    w = said()
    prose(fact_told(fact), key=f"{key}-told")
    if fact.quote:
        prose(fact.quote, key=f"{key}-quote", label=w.evidence.quote)
    if fact.is_confirmed:
        who, when = fact.confirmed_by or w.state.not_known, formats.exact(fact.confirmed_at, zone(), w)
        hint(w.inbox.confirmed.format(who=who, when=when), key=f"{key}-confirmed")
    elif fact.state != "valid":
        hint(w.inbox.no_longer, key=f"{key}-gone")
    confirm_fact(case, fact, place=_PLACE)


def _told_by_agents(case: InvestigationTask, one: OwedItem, *, key: str) -> None:
    """Draw what an agent lacks, since when, and the ways to where it stands and to state a fact."""
    w = said().inbox
    prose(one.title, key=f"{key}-asked")
    why = [Fact(w.why, one.why, wide=True)] if one.why else []
    facts([*why, Fact(w.asked_at, cells.moment(one.since_at))], key=f"{key}-facts")
    if one.kind == "map_node":
        there = Crumb(w.on_map, link("investigation_map", case=case.task_id, node=one.item_id))
    else:
        there = Crumb(w.in_plan, link("execution_plans", case=case.task_id, node=one.item_id))
    to_fact = link("investigation_evidence", case=case.task_id, write="statement")
    pages_line("", [there, Crumb(said().fact.state, to_fact)], key=f"{key}-way")


@st.fragment
def _settled_here(task_id: str) -> None:
    """Draw what was settled of this case, as it stands now."""
    if not may("read"):
        st.rerun()  # the sign-in has ended
    drawn_when_changed("settled-here", changes())
    w = said().settled
    with section(w.title.format(n=_DAYS), hint=w.hint):
        listing = read(settled_questions, task_id=task_id, days=_DAYS)
        settled_list(listing, none=w.none_of_case, key="settled-here", with_case=False)


@st.fragment
def _beside(task_id: str, selection: InboxSelection) -> None:
    """Draw which cases wait now, with this one marked."""
    if not may("read"):
        st.rerun()  # the sign-in has ended
    drawn_when_changed("beside", changes())
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
