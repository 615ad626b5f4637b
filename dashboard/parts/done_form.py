"""That an approved action was carried out: what a person reports of it, and the form for that.

It is a fact of whoever reports it. That nobody has reported says nothing about what was done.
"""

from __future__ import annotations

import streamlit as st

from dashboard.desk_session import link, said, store, viewer, zone
from dashboard.parts import cells
from dashboard.parts.draft import (
    Draft,
    draft,
    draft_line,
    field_key,
    kept_choice,
    kept_text,
    kept_time,
    moment_written,
    not_sent,
    send,
    written,
)
from dashboard.parts.flash import flash
from dashboard.parts.permission import refusal
from dashboard.parts.piece import Cell, Fact, facts, hint, note
from dashboard.wording import formats
from data_access.contracts.investigation import InvestigationTask
from data_access.contracts.people import ActionDone, KnownBy, ProposedAction
from data_access.contracts.people_calls import ReportActionDoneCall
from data_access.writing.case_write import Author
from data_access.writing.decide_actions import report_action_done

_KNOWN_BY: tuple[KnownBy, ...] = ("seen", "told")
_TEXTS = ("done_by", "result", "reference", "known_by", "told_by")


def done_facts(
    case: InvestigationTask, action: ProposedAction, done: ActionDone, *, place: str, key: str
) -> None:
    """Draw who carried it out, when and with what result, and who says so and how they know.

    What somebody wrote while another person reported it stays theirs, below.
    """
    w = said()
    known = w.action.told_to if done.known_by == "told" else w.action.seen_by
    source = (done.told_by or w.state.not_known) if done.known_by == "told" else done.person
    way = Cell(
        w.action.read_fact.format(id=done.evidence_id),
        href=link("investigation_evidence", case=case.task_id, piece=done.evidence_id),
    )
    told = [
        Fact(w.action.done_by, done.done_by),
        Fact(w.action.done_at, cells.clock(done.done_at)),
        Fact(w.action.reference, done.reference or Cell(w.state.nothing, muted=True)),
        Fact(w.action.known_by, known.format(who=source)),
        Fact(w.action.reported_by, Cell(done.person, sub=cells.clock(done.reported_at).text)),
        Fact(w.action.result, done.result, wide=True),
        Fact(w.evidence.piece, way),
    ]
    facts(told, key=f"{key}/done")
    begun = _draft(case, action, place)
    if begun.values and begun.sent_at is None:
        note(w.action.reported_first, key=f"{key}/overtaken", text=w.action.overtaken_text, tone="waiting")
        _fields(begun)
        draft_line(begun, refused_title=w.action.report_refused)


def _draft(case: InvestigationTask, action: ProposedAction, place: str) -> Draft:
    return draft(f"done:{case.task_id}:{action.action_id}", task_id=case.task_id, place=f"{place}/")


def done_form(case: InvestigationTask, action: ProposedAction, *, place: str, key: str) -> None:
    """Say since when an approved action was not reported done, and draw the form that reports it.

    What was stored is said on the next run where the page calls `flashed(place)`.
    """
    w, refused = said().action, refusal("decide")
    since = formats.exact(action.state_at, zone(), said())
    note(w.not_done.format(when=since), key=f"{key}/not-done", text=w.not_done_text, tone="waiting")
    if case.status == "cancelled":
        hint(said().discussion.closed, key=f"{key}/closed")
        return
    if refused:
        note(w.may_not, key=f"{key}/report-refused", text=refused)
        return
    begun = _draft(case, action, place)
    with st.expander(w.report_done, expanded=bool(begun.values), type="compact"):
        hint(w.report_hint, key=f"{key}/report-hint")
        _fields(begun)
        st.button(
            w.report_done,
            key=field_key(begun, "send"),
            type="primary",
            disabled=begun.sent_at is not None,
            on_click=_report,
            args=(case, action.action_id, begun, place),
        )
        draft_line(begun, refused_title=w.report_refused)


def _fields(begun: Draft) -> None:
    w = said().action
    names: dict[KnownBy, str] = {"seen": w.seen, "told": w.told}
    kept_text(begun, "done_by", w.done_by, is_line=True)
    kept_time(begun, "done_at", w.done_at)
    kept_text(begun, "result", w.result)
    kept_text(begun, "reference", w.reference, is_line=True)
    kept_choice(begun, "known_by", w.known_by, _KNOWN_BY, format_func=names.__getitem__)
    kept_text(begun, "told_by", w.told_by, is_line=True, help=w.told_by_hint)


def _report(case: InvestigationTask, action_id: str, begun: Draft, place: str) -> None:
    given: dict[str, object] = {field: written(begun, field) for field in _TEXTS}
    given["done_at"] = moment_written(begun, "done_at")
    if given["known_by"] == "seen":
        given["told_by"] = None
    missing = _missing(given)
    if missing:
        not_sent(begun, missing)
        return
    told = given | {"task_id": case.task_id, "action_id": action_id}

    def write(request_id: str) -> None:
        call = ReportActionDoneCall.model_validate(told | {"request_id": request_id})
        kept = report_action_done(store(), call, author=Author(viewer(), "page"))
        flash(place, said().action.reported.format(id=kept.evidence_id))

    send(begun, write)


def _missing(given: dict[str, object]) -> list[str]:
    w = said().action
    needed = {"done_by": w.done_by, "done_at": w.done_at, "result": w.result, "known_by": w.known_by}
    if given["known_by"] == "told":
        needed["told_by"] = w.told_by
    return [w.missing.format(field=label) for field, label in needed.items() if not given[field]]
