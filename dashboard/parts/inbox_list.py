"""The inbox as a list: how much waits for people, the filters, the cases with what they wait for."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from dashboard.desk_session import link, said, viewer, zone
from dashboard.parts import cells
from dashboard.parts.filters import choice, segments
from dashboard.parts.piece import Cell, Column, Crumb, Fact, Pill, Row, heading, hint, ledger, note, topic
from dashboard.parts.run_table import project_name
from dashboard.selections import InboxSelection
from dashboard.wording import formats
from data_access.contracts.inbox import Inbox, InboxCase, OwedItem


def inbox_heading(box: Inbox) -> None:
    """Draw the title, and how much waits for people in all."""
    heading(said().inbox.title, key="heading", lead=waiting_told(box))


def waiting_told(box: Inbox) -> str | None:
    """Say how much waits in all and since when; nothing where nothing does."""
    w, total = said().inbox, sum(one.items for one in box.counts)
    if not total:
        return None
    return w.told.format(waiting=w.waiting(total), age=formats.ago(box.oldest_at, formats.now(), said()))


def inbox_filters(box: Inbox, selection: InboxSelection) -> None:
    """Draw the filters, each kind and each "whose" with how much there is of it."""
    w = said().inbox
    counts = {
        "all": sum(one.items for one in box.counts),
        "mine": sum(one.mine for one in box.counts),
        "unassigned": sum(one.unassigned for one in box.counts),
    }
    words = {"all": w.all, "mine": w.mine, "unassigned": w.unassigned}
    with st.container(horizontal=True, vertical_alignment="bottom", key="inbox-filters"):
        segments(
            w.whose,
            "whose",
            {name: f"{words[name]} ({formats.count(counts[name])})" for name in words},
            selection.whose,
            default="all",
            show_label=True,
        )
        segments(w.order, "order", w.orders, selection.order, default="oldest", show_label=True)
        choice(
            w.kind,
            "kind",
            list(w.kinds),
            selection.kind,
            labels={one.kind: f"{w.kinds[one.kind]} ({formats.count(one.items)})" for one in box.counts}
            | {kind: word for kind, word in w.kinds.items() if kind not in {one.kind for one in box.counts}},
            everything=w.all_kinds,
        )
    if selection.whose != "all":
        hint(w.whose_hint.format(name=viewer().name), key="whose-hint")


def nothing_waits(box: Inbox, selection: InboxSelection) -> None:
    """Say why the list is empty and what to do."""
    w = said().inbox
    total = sum(one.items for one in box.counts)
    if not total:
        note(w.empty_title, key="empty", text=w.empty, tone="done")
        return
    told = w.none_match.format(n=formats.count(total))
    note(told, key="no-match", links=[Crumb(w.clear, link("inbox"))])


def waiting_cases(box: Inbox, selection: InboxSelection) -> None:
    """Draw each case with what it waits for; a line leads to where it is settled."""
    for place, case in enumerate(box.cases):
        items = [one for one in box.items if one.task_id == case.task_id]
        opened = selection.but(case=case.task_id, cursor=None, skipped=0)
        with st.container(border=True, key=f"inbox-case-{place}"):
            topic(
                case.title,
                key=f"topic-{place}",
                href=link("inbox", **opened.to_query()),
                pills=[cells.status_pill(case.status), *cells.origin_pills(case.origin)],
                lead=goes_on(case),
                meta=case_facts(case),
            )
            owed_table(case, items, opened, key=f"owed-{place}")


def goes_on(case: InboxCase) -> str | None:
    """Say when a case goes on that has required questions open, and how many of them are settled."""
    if not case.pending_required:
        return None
    return said().inbox.goes_on.format(settled=case.required_settled, required=case.required)


def case_facts(case: InboxCase) -> list[Fact]:
    """Say how a case stands: its round, since when, how long it waited for people, what it cost."""
    w = said()
    waited = formats.length(case.waited_seconds, w) if case.waited_seconds else w.inbox.never_waited
    told = [
        Fact(w.case_work.round, formats.count(case.generation)),
        Fact(w.inbox.status_since, cells.moment(case.status_at)),
        Fact(w.inbox.waited, waited, tip=w.inbox.waited_hint),
        Fact(w.case.cost, cells.case_money(case.cost, rounds=case.rounds, linked=case.linked_rounds)),
    ]
    if case.project:
        told.append(Fact(w.case.project, Cell(project_name(case.project) or case.project, tip=case.project)))
    return told


def owed_table(case: InboxCase, items: Sequence[OwedItem], opened: InboxSelection, *, key: str) -> None:
    """Draw what a case waits for; `opened` is where all of it is settled."""
    w = said()
    columns = [
        Column(w.inbox.what),
        Column(w.inbox.changes, wide=True),
        Column(w.inbox.for_whom),
        Column(w.inbox.due),
        Column(w.case.since, right=True),
    ]
    rows = [
        Row(
            (
                Cell(one.title, sub=item_sub(one), tip=one.title, pills=(needed(one),)),
                Cell(w.inbox.effects[one.effect], muted=True),
                for_whom(one),
                due_told(one),
                cells.moment(one.since_at),
            ),
            href=link("inbox", **opened.but(item=one.item_id).to_query()),
        )
        for one in items
    ]
    ledger(case.title, columns, rows, key=key)


def item_sub(one: OwedItem) -> str:
    """Name the item, and say why it is needed."""
    return f"{one.item_id} · {one.why}" if one.why else one.item_id


def needed(one: OwedItem) -> Pill:
    """Return what kind of thing it is, of a question whether it is required."""
    w = said()
    tip = w.inbox.kind_tips[one.kind]
    if one.kind != "question":
        return Pill(w.inbox.kinds[one.kind], "waiting" if one.kind == "approval" else "plain", tip=tip)
    if one.is_required:
        return Pill(w.report.required, "waiting", tip=tip)
    return Pill(w.case.optional, "plain", tip=tip)


def for_whom(one: OwedItem) -> Cell:
    """Say who is asked, and who says that they are about to answer."""
    w = said()
    claimed = None
    if one.claimed_by:
        until = formats.clock(one.claimed_until, zone(), w)
        claimed = w.inbox.claimed.format(name=one.claimed_by, until=until)
    return Cell(one.assignee or w.case.anybody, sub=claimed, muted=not one.assignee)


def due_told(one: OwedItem) -> Cell:
    """Say when it is wished for and when it ends by itself; a blank where neither was said."""
    w = said()
    expires = (
        w.inbox.expires.format(when=formats.clock(one.expires_at, zone(), w)) if one.expires_at else None
    )
    if one.due_at is None:
        return Cell(expires or "", tip=formats.exact(one.expires_at, zone(), w) if expires else None)
    is_over = one.due_at < formats.now()
    sub = " · ".join(part for part in (w.inbox.overdue if is_over else None, expires) if part)
    return Cell(
        formats.clock(one.due_at, zone(), w),
        sub=sub or None,
        tip=formats.exact(one.due_at, zone(), w),
        tone="failed" if is_over else "plain",
    )
