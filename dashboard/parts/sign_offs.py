"""Who signed off which revision of a report, always in sight: what holds, and what was changed or taken back.

A sign-off is of its revision. On any other one it stands as what it is, never as a sign-off of that one.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import streamlit as st

from dashboard.desk_session import link, said, zone
from dashboard.parts import cells
from dashboard.parts.piece import Block, Cell, Fact, Pill, Turn, dialogue, facts, hint
from dashboard.parts.section import slot
from dashboard.theme import Tone
from dashboard.wording import formats
from data_access.contracts.investigation import InvestigationTask
from data_access.contracts.sign_offs import SignOff, SignOffs, SignOffVerdict

VERDICT_TONES: dict[str, Tone] = {"reviewed": "done", "needs_work": "waiting"}
_SHOWN, _SHOWN_EARLIER = 20, 100


def sign_offs_told(case: InvestigationTask, signed: SignOffs, shown: Collection[int]) -> None:
    """Draw how the `shown` revisions stand, who signed off what, and what no longer holds."""
    w, holding = said().sign_off, _in_sight(signed.items, shown)
    with slot():  # the form stands behind it and must not move when somebody signs
        facts([_standing(signed, one) for one in sorted(shown)], key="sign-off-standing")
        _turns(case, signed, holding[:_SHOWN], shown, key="sign-offs")
        if len(holding) > _SHOWN:
            hint(w.cut.format(n=len(holding), shown=_SHOWN), key="sign-offs-cut")
        rest = [one for one in reversed(signed.items) if one not in holding]
        if rest:
            with st.expander(w.earlier(len(rest)), type="compact"):
                _turns(case, signed, rest[:_SHOWN_EARLIER], shown, key="sign-offs-earlier")
                if len(rest) > _SHOWN_EARLIER:
                    hint(w.cut.format(n=len(rest), shown=_SHOWN_EARLIER), key="earlier-cut")


def standing_cell(reviewed: int, needs_work: int) -> Cell:
    """Return how many people think what of a revision; that nobody has said anything is no alarm."""
    w = said().sign_off
    if not reviewed and not needs_work:
        return Cell(w.nobody, muted=True, tip=w.nobody_hint)
    pills = [Pill(w.reviewed(reviewed), VERDICT_TONES["reviewed"])] if reviewed else []
    if needs_work:
        pills.append(Pill(w.needs_work(needs_work), VERDICT_TONES["needs_work"]))
    return Cell("", pills=tuple(pills))


def sign_off_in_short(reviewed: int, needs_work: int) -> str:
    """Say the same in words, for a line of a list."""
    w = said().sign_off
    told = [w.reviewed(reviewed)] if reviewed else []
    return " · ".join([*told, w.needs_work(needs_work)] if needs_work else told) or w.not_signed


def verdict_pill(verdict: SignOffVerdict) -> Pill:
    """Return a verdict as a mark."""
    return Pill(said().sign_off.verdicts[verdict], VERDICT_TONES[verdict])


def _standing(signed: SignOffs, revision: int) -> Fact:
    here = [one.verdict for one in signed.items if one.revision == revision and one.state == "valid"]
    cell = standing_cell(here.count("reviewed"), here.count("needs_work"))
    return Fact(said().sign_off.of_revision.format(n=revision), cell)


def _in_sight(items: Sequence[SignOff], shown: Collection[int]) -> list[SignOff]:
    """Return what holds of the shown revisions, then of everybody else the latest of another one."""
    valid = sorted(
        (one for one in items if one.state == "valid"),
        key=lambda one: (one.revision, one.made_at),
        reverse=True,
    )
    here = [one for one in valid if one.revision in shown]
    known = {_name(one) for one in here}
    elsewhere = []
    for one in valid:
        if one.revision not in shown and _name(one) not in known:
            known.add(_name(one))
            elsewhere.append(one)
    return here + elsewhere


def _name(one: SignOff) -> tuple[str, bool]:
    return (
        one.person,
        one.is_verified is None,
    )  # a restored one is of somebody else than who has the name here


def _turns(
    case: InvestigationTask,
    signed: SignOffs,
    shown_items: Sequence[SignOff],
    shown: Collection[int],
    *,
    key: str,
) -> None:
    if shown_items:
        turns = [_turn(case, signed, one, shown) for one in shown_items]
        dialogue(said().sign_off.title, turns, more=said().dialogue.more, key=key)


def _turn(case: InvestigationTask, signed: SignOffs, one: SignOff, shown: Collection[int]) -> Turn:
    w = said().sign_off
    blocks = [Block(one.note)] if one.note else []
    if one.withdrawn_reason:
        blocks.append(Block(one.withdrawn_reason, label=w.withdrawn_label))
    return Turn(
        who=one.person,
        kind="user_message",
        href=link("report", case=case.task_id, revision=one.revision),
        time=formats.ago(one.made_at, formats.now(), said()),
        time_tip=formats.exact(one.made_at, zone(), said()),
        lead=one.sign_off_id,
        pills=(verdict_pill(one.verdict), *_marks(signed, one, shown), *_origin(one)),
        blocks=tuple(blocks),
        quiet=one.state != "valid" or one.revision not in shown,
    )


def _origin(one: SignOff) -> tuple[Pill, ...]:
    """Mark sample data; that every other sign-off was given by a person goes without saying."""
    return (
        tuple(cells.origin_pills(one.origin)) if one.origin == "demo" else ()
    )  # the others are of people anyway


def _marks(signed: SignOffs, one: SignOff, shown: Collection[int]) -> list[Pill]:
    w, talk = said().sign_off, said().discussion
    marks = [Pill(w.you)] if one.sign_off_id in signed.yours else []
    known = {True: talk.person_verified, False: talk.person_unverified, None: talk.person_restored}
    if one.origin != "demo":
        marks.append(Pill(known[one.is_verified], "done" if one.is_verified else "unknown"))
    newest = signed.newest_revision
    if newest is not None and one.revision < newest:
        marks.append(Pill(w.older.format(n=one.revision, newest=newest), "unknown"))
    elif len(shown) > 1 or one.revision not in shown:
        marks.append(Pill(w.not_this.format(n=one.revision)))
    if one.corrected_by:
        marks.append(Pill(w.corrected.format(id=one.corrected_by), "unknown"))
    if one.withdrawn_at:
        when = formats.ago(one.withdrawn_at, formats.now(), said())
        marks.append(Pill(w.withdrawn.format(when=when), "unknown"))
    return marks
