"""What people do with a fact: confirm one that an agent passed on, correct one, withdraw one, each with why.

Nothing is overwritten: the older fact stays readable and marked, and reports that cite it are flagged.
"""

from __future__ import annotations

from functools import partial

import streamlit as st

from dashboard.desk_session import forget_readings, link, put, said, store, viewer, viewer_name, widget_key
from dashboard.parts.draft import Draft, draft, draft_line, field_key, kept_text, not_sent, send, written
from dashboard.parts.fact_file import file_field, file_given
from dashboard.parts.fact_form import Given, fact_fields, fact_given, file_kept, known_choice, show_piece
from dashboard.parts.fault import show_fault
from dashboard.parts.permission import refusal
from dashboard.parts.piece import Crumb, hint, note
from dashboard.parts.section import section
from dashboard.selections import EvidenceSelection, FactKnown
from data_access.contracts.investigation import InvestigationTask
from data_access.contracts.people import HumanEvidence
from data_access.contracts.people_calls import ConfirmFactCall, CorrectFactCall, WithdrawFactCall
from data_access.errors import CaseboardError
from data_access.writing.case_write import Author
from data_access.writing.person_facts import confirm_relayed_fact, correct_evidence, withdraw_evidence


def confirm_fact(case: InvestigationTask, fact: HumanEvidence, *, place: str) -> None:
    """Draw the ways to agree or not to a fact that an agent passed on; nothing where nobody is to agree.

    What it says stands where this is drawn. `place` tells two drawings of the same fact on one page apart.
    """
    if fact.is_confirmed or fact.state != "valid":
        return
    w, refused = said().fact, refusal("decide")
    key = widget_key(f"confirm-{place}-{case.task_id}", fact.evidence_id)
    hint(w.confirm_lead.format(person=fact.person), key=f"{key}-lead")
    st.button(
        w.confirm,
        key=key,
        icon=":material/check:",
        disabled=bool(refused),
        help=refused,
        on_click=_confirm,
        args=(case.task_id, fact.evidence_id, f"{key}-fault"),
    )
    fault = st.session_state.pop(f"{key}-fault", None)
    if isinstance(fault, CaseboardError):
        show_fault(fault, key=f"{key}-refused", title=w.confirm_refused)
    ways = [
        Crumb(word, link("investigation_evidence", case=case.task_id, piece=fact.evidence_id, act=act))
        for word, act in ((w.correct, "correct"), (w.withdraw, "withdraw"))
    ]
    note(w.not_so, key=f"{key}-ways", links=ways)


def fact_actions(case: InvestigationTask, fact: HumanEvidence, selection: EvidenceSelection) -> None:
    """Draw what can be done with a fact; one that was corrected or withdrawn is left as it is."""
    w, refused = said().fact, refusal("decide")
    if fact.state != "valid":
        return
    confirm_fact(case, fact, place="piece")
    if selection.act == "correct":
        with section(w.correct_title.format(id=fact.evidence_id)):
            _correction(case.task_id, fact, selection.known or _known_before(fact), refused)
    elif selection.act == "withdraw":
        with section(w.withdraw_title.format(id=fact.evidence_id)):
            _withdrawal(case.task_id, fact, refused)
    elif fact.is_confirmed:
        with st.container(horizontal=True):
            for word, act in ((w.correct, "correct"), (w.withdraw, "withdraw")):
                st.button(
                    word, key=f"act-{act}", disabled=bool(refused), help=refused, on_click=_open, args=(act,)
                )


def _known_before(fact: HumanEvidence) -> FactKnown | None:
    """Return from where whoever corrects a fact knows it, where that was their own word; else they say so."""
    is_own = fact.person == viewer().name and not fact.is_relayed
    return fact.known_by if is_own else None


def flagged_reports(cited_in: tuple[int, ...], task_id: str) -> None:
    """Say which revisions cite a fact that counts no longer; each is flagged where it is read."""
    if cited_in:
        ways = [
            Crumb(said().case.revision_n.format(n=one), link("report", case=task_id, revision=one))
            for one in cited_in
        ]
        note(said().fact.flagged(len(cited_in)), key="flagged-reports", tone="waiting", links=ways)


def _open(act: str | None) -> None:
    put("act", act, keep_page=True)


def _confirm(task_id: str, evidence_id: str, fault_at: str) -> None:
    person = viewer()
    call = ConfirmFactCall(
        request_id=f"confirm/{task_id}/{evidence_id}", task_id=task_id, evidence_id=evidence_id
    )
    try:
        confirm_relayed_fact(store(), call, author=Author(person, "page"))
    except CaseboardError as error:
        st.session_state[fault_at] = error
    forget_readings()


def _correction(task_id: str, fact: HumanEvidence, known: FactKnown | None, refused: str | None) -> None:
    w, disabled = said().fact, bool(refused)
    hint(w.correct_lead.format(id=fact.evidence_id), key="correct-lead")
    begun = draft(f"correct:{task_id}:{fact.evidence_id}", task_id=task_id)
    known_choice(known)
    if known == "inferred":
        note(w.inferred, key="inferred", text=w.inferred_text, tone="waiting")
        return
    if known == "told":
        told_by = fact.told_by if _known_before(fact) else None
        kept_text(begun, "told_by", w.told_by, is_line=True, initial=told_by, disabled=disabled)
    fact_fields(begun, fact.kind, disabled=disabled, older=fact)
    kept_text(begun, "reason", w.why, disabled=disabled)
    if fact.attachment_hash:
        hint(w.file_kept.format(id=fact.evidence_id), key="file-kept")
        st.checkbox(
            w.without_file.format(id=fact.evidence_id), key=field_key(begun, "without"), disabled=disabled
        )
    file_field(begun, disabled=disabled)
    hint(w.as_whom.format(name=viewer_name()), key="as-whom")
    _buttons(begun, w.correct_send, partial(_correct, begun, fact, known), refused)


def _withdrawal(task_id: str, fact: HumanEvidence, refused: str | None) -> None:
    w = said().fact
    hint(w.withdraw_lead.format(id=fact.evidence_id), key="withdraw-lead")
    begun = draft(f"withdraw:{task_id}:{fact.evidence_id}", task_id=task_id)
    kept_text(begun, "reason", w.why, disabled=bool(refused))
    label = w.withdraw_send.format(id=fact.evidence_id)
    _buttons(begun, label, partial(_withdraw, begun, fact), refused)


def _buttons(begun: Draft, label: str, act: partial[None], refused: str | None) -> None:
    with st.container(horizontal=True):
        key = field_key(begun, "send")
        st.button(label, key=key, type="primary", disabled=bool(refused), help=refused, on_click=act)
        st.button(said().fact.keep_it, key=field_key(begun, "leave"), on_click=_open, args=(None,))
    draft_line(begun)


def _correct(begun: Draft, fact: HumanEvidence, known: FactKnown | None) -> None:
    given, missing = fact_given(begun, fact.kind, known)
    given["reason"] = written(begun, "reason")
    if given["reason"] is None:
        missing.append(said().fact.missing.format(field=said().fact.why))
    if missing:
        not_sent(begun, missing)
        return
    stored: list[str] = []
    if send(begun, partial(_store_correction, begun, fact, given, stored)):
        show_piece(stored[0])


def _store_correction(
    begun: Draft, fact: HumanEvidence, given: Given, stored: list[str], request_id: str
) -> None:
    is_without = st.session_state.get(field_key(begun, "without"))
    before = None if is_without else fact.attachment_hash
    file = file_kept(begun, request_id) if file_given(begun) else before
    call = CorrectFactCall(
        request_id=request_id,
        task_id=begun.task_id or "",
        evidence_id=fact.evidence_id,
        attachment_hash=file,
        **given,
    )
    stored.append(correct_evidence(store(), call, author=Author(viewer(), "page")).evidence_id)


def _withdraw(begun: Draft, fact: HumanEvidence) -> None:
    reason = written(begun, "reason")
    if reason is None:
        not_sent(begun, [said().fact.missing.format(field=said().fact.why)])
        return

    def write(request_id: str) -> None:
        call = WithdrawFactCall(
            request_id=request_id, task_id=begun.task_id or "", evidence_id=fact.evidence_id, reason=reason
        )
        withdraw_evidence(store(), call, author=Author(viewer(), "page"))

    if send(begun, write):
        show_piece(fact.evidence_id)
