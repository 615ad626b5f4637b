"""What happened in a case: what was so in the world, clearly apart from what was done about it."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from dashboard.desk_session import PAGES, link, put_chosen, said, widget_key
from dashboard.parts import cells
from dashboard.parts.filters import choice, segments
from dashboard.parts.pager import pager
from dashboard.parts.piece import Cell, Column, Crumb, Pill, Row, hint, ledger, note, pages_line
from dashboard.selections import WORK_KINDS, WORLD_KINDS, HappenedSelection, HappenedSide
from dashboard.wording import formats
from data_access.contracts.case_chronology import WorkMoment, WorldMoment
from data_access.contracts.common import Listing

_VIEWS = {
    "report": ("report", "revision"),
    "map": ("investigation_map", "update"),
    "plan": ("execution_plans", "revision"),
    "presentation": ("presentations", "shown"),
    "published": ("investigation_evidence", "piece"),
    "fact": ("investigation_evidence", "piece"),
    "question": ("report", None),
    "answer": ("report", None),
    "action": ("investigation", None),
    "decision": ("investigation", None),
    "sign_off": ("report", "revision"),
    "status": ("rounds", None),
}
"""Where each kind of activity is shown, and the parameter that names it there."""


def happened_filters(selection: HappenedSelection) -> None:
    """Draw which part, which kind, and from which end."""
    w = said().happened
    sides = {"both": w.both, "world": w.world, "work": w.work}
    segments(w.side, "side", sides, selection.side, default="both")
    offered = {"both": (*WORLD_KINDS, *WORK_KINDS), "world": WORLD_KINDS, "work": WORK_KINDS}
    with st.grid(2, min_column_width=220, vertical_alignment="bottom"):
        kinds = offered[selection.side]
        choice(w.kind, "kind", kinds, selection.kind, labels=w.kinds, everything=w.all_kinds)
        _order(newest=selection.newest)


def _order(*, newest: bool) -> None:
    w = said().happened
    key = widget_key("newest", newest)
    st.segmented_control(
        w.order,
        [False, True],
        default=newest,
        required=True,
        format_func=lambda last_first: w.newest_first if last_first else w.oldest_first,
        key=key,
        on_change=put_chosen,
        args=("newest", key, lambda last_first: "1" if last_first else None),
    )


def world_table(case: str, listing: Listing[WorldMoment], selection: HappenedSelection) -> None:
    """Draw what was so, each with when it was so and when it was recorded."""
    w = said().happened
    hint(w.world_hint, key="world-hint")
    if not listing.items:
        note(w.nothing_world, key="no-world")
        return
    columns = [
        Column(w.what),
        Column(w.kind, optional=True),
        Column(w.when, right=True),
        Column(w.recorded, right=True, optional=True),
    ]
    ledger(w.world, columns, [_was_so(case, one) for one in listing.items], key="world")
    _rest("world", listing, selection)


def work_table(case: str, listing: Listing[WorkMoment], selection: HappenedSelection) -> None:
    """Draw what was done, by whom and in which round."""
    w = said()
    hint(w.happened.work_hint, key="work-hint")
    if not listing.items:
        note(w.happened.nothing_work, key="no-work")
        return
    columns = [
        Column(w.happened.what),
        Column(w.happened.kind),
        Column(w.happened.who),
        Column(w.happened.done_at, right=True),
    ]
    ledger(w.happened.work, columns, [_was_done(case, one) for one in listing.items], key="work")
    _rest("work", listing, selection)


def _rest(
    side: HappenedSide, listing: Listing[WorldMoment] | Listing[WorkMoment], selection: HappenedSelection
) -> None:
    """Draw the pager of the only list, or the way from two beginnings to the whole of one."""
    if selection.shown == side:
        pager("what_happened", selection, listing, key=f"{side}-pager")
    elif listing.truncated:
        w = said()
        shown, total = formats.count(len(listing.items)), formats.count(listing.total)
        whole = link("what_happened", **selection.but(side=side, cursor=None, skipped=0).to_query())
        ways: Sequence[Crumb] = [Crumb(w.happened.all_of(listing.total), whole)]
        pages_line(w.state.truncated.format(shown=shown, total=total), ways, key=f"{side}-cut")


def _was_so(case: str, one: WorldMoment) -> Row:
    w = said().happened
    when = cells.clock(one.observed_at)
    if one.observed_at is None:
        when = Cell(w.no_time, tip=w.no_time_tip, muted=True)
    told = [one.item_id, w.stated_by.format(who=one.person) if one.person else None, one.detail]
    title = one.title or _measured(one)
    return Row(
        (
            Cell(title, sub=" · ".join(part for part in told if part), tip=title, pills=_marks(one)),
            Cell(w.kinds[one.kind], muted=True),
            when,
            cells.clock(one.recorded_at),
        ),
        href=link("investigation_evidence", case=case, piece=one.item_id),
    )


def _measured(one: WorldMoment) -> str:
    w = said().happened
    unit = "" if one.unit in (None, "1") else one.unit
    value = "" if one.value is None else f"{one.value:,.12g}"
    told = " ".join(part for part in (one.parameter, value, unit) if part)
    return w.at_point.format(point=one.point, measured=told) if one.point else told


def _marks(one: WorldMoment) -> tuple[Pill, ...]:
    w = said().happened
    marks = list(cells.origin_pills(one.origin)) if one.kind == "evidence" else []
    if not one.is_confirmed:
        marks.append(Pill(w.unconfirmed, "waiting"))
    if one.is_truncated:
        marks.append(Pill(w.cut, "waiting"))
    states = {"corrected": w.corrected, "withdrawn": w.withdrawn}
    if one.state in states:
        marks.append(Pill(states[one.state], "failed"))
    return tuple(marks)


def _was_done(case: str, one: WorkMoment) -> Row:
    w = said()
    number = w.case.round_n.format(n=one.generation) if one.generation else None
    is_status = one.kind == "status"
    title = w.happened.moves.get(one.code or "", one.code) if is_status else one.title
    told = [_number(one), _code(one), one.detail]
    at = cells.clock(one.done_at)
    return Row(
        (
            Cell(
                title or w.happened.kinds[one.kind],
                sub=" · ".join(part for part in told if part) or None,
                tip=title,
                pills=(cells.status_pill(one.title),) if is_status else (),
            ),
            Cell(w.happened.kinds[one.kind], muted=True, tip=one.code),
            _who(one, number),
            at,
        ),
        href=_address(case, one),
    )


def _who(one: WorkMoment, number: str | None) -> Cell | None:
    """Write who did it; of what an import restored, and names nobody, that."""
    if one.who:
        return Cell(one.who, sub=number)
    if one.restored_with is None:
        return None
    return Cell(said().happened.restored.format(n=one.restored_with), sub=number, muted=True)


def _number(one: WorkMoment) -> str | None:
    """Write the id of what was done; of what has only a number, that it is one."""
    w = said()
    if one.kind == "status":
        return None
    if one.kind == "map":
        return w.happened.update_n.format(n=one.item_id)
    is_of_revision = one.kind in ("report", "plan", "sign_off")
    return w.case.revision_n.format(n=one.item_id) if is_of_revision else one.item_id


def _code(one: WorkMoment) -> str | None:
    w = said()
    if one.kind == "report":
        return w.report.stages.get(one.code or "", one.code or "")
    if one.kind == "sign_off":
        return w.sign_off.verdicts.get(one.code or "", one.code)
    if one.kind in ("decision", "answer") and one.code:
        return formats.status(one.code, w)
    return None


def _address(case: str, one: WorkMoment) -> str | None:
    page, name = _VIEWS[one.kind]
    if page not in PAGES:
        return None
    return link(page, case=case, **({name: one.item_id} if name else {}))
