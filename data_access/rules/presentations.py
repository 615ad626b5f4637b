"""What can be shown: a place on the map, evidence with figures as a chart, one with places as an overlay."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from data_access.contracts.case_calls import PublishPresentationCall
from data_access.contracts.evidence import EvidenceData, SeriesData
from data_access.errors import NotPresentable, UnknownReference
from data_access.rules.refusals import Refusal, refusal

_OWN_FIELDS = {
    "map": ("longitude", "latitude", "zoom"),
    "chart": ("evidence_ids", "chart_kind"),
    "overlay": ("evidence_ids",),
}
_NEEDED = {
    "map": ("longitude", "latitude"),
    "chart": ("evidence_ids", "chart_kind"),
    "overlay": ("evidence_ids",),
}


@dataclass(frozen=True)
class Showable:
    """A piece of evidence with what could be shown of it."""

    evidence_id: str
    title: str
    state: str
    window_from: datetime | None
    window_until: datetime | None
    data: EvidenceData | None


def presentation_refusals(
    call: PublishPresentationCall, evidence: Mapping[str, Showable]
) -> Iterator[Refusal]:
    """Yield what forbids to show this; `evidence` is that of the task, by id."""
    yield from _fields(call)
    shown = []
    for one in call.evidence_ids:
        if one not in evidence:
            known = ", ".join(list(evidence)[-8:]) or "no evidence yet"
            why = f"{one[:100]} is no evidence of this task"
            yield refusal(UnknownReference, "evidence_ids", why, f"The task has {known}.")
            continue
        shown.append(evidence[one])
        if evidence[one].state == "withdrawn":
            fix = "Show what replaced it, or nothing."
            yield refusal(NotPresentable, "evidence_ids", f"{one} was withdrawn", fix)
    if call.kind == "chart":
        yield from _chart(call, shown)
    if call.kind == "overlay":
        yield from _overlay(call, shown)


def _fields(call: PublishPresentationCall) -> Iterator[Refusal]:
    for name in ("evidence_ids", "chart_kind", "longitude", "latitude", "zoom"):
        is_given = getattr(call, name) not in (None, ())
        if is_given and name not in _OWN_FIELDS[call.kind]:
            why = f"a presentation of kind {call.kind} has no {name}"
            yield refusal(NotPresentable, name, why, "Leave it out, or choose another kind.")
        if not is_given and name in _NEEDED[call.kind]:
            yield refusal(NotPresentable, name, f"a presentation of kind {call.kind} needs it", "Give it.")


def _chart(call: PublishPresentationCall, shown: list[Showable]) -> Iterator[Refusal]:
    for one in shown:
        if one.data is None or one.data.kind == "geo":
            fix = "Publish the figures as `data` of the evidence: a series or a table."
            yield refusal(
                NotPresentable, "evidence_ids", f"{one.evidence_id} carries no series or table", fix
            )
    if call.chart_kind == "comparison":
        yield from _comparison(shown)


def _comparison(shown: list[Showable]) -> Iterator[Refusal]:
    if len(shown) < 2:
        why = "a comparison needs at least two pieces of evidence"
        yield refusal(NotPresentable, "evidence_ids", why, "Name two or more, or draw a `line`.")
    measured = {(one.data.parameter, one.data.unit) for one in shown if isinstance(one.data, SeriesData)}
    if any(not isinstance(one.data, SeriesData) for one in shown):
        why = "a comparison is of series over time"
        yield refusal(NotPresentable, "evidence_ids", why, "Name evidence whose data is a series.")
    if len(measured) > 1:
        told = "; ".join(f"{parameter} in {unit}" for parameter, unit in sorted(measured))
        why = f"they measure different things: {told}"
        yield refusal(NotPresentable, "evidence_ids", why, "Compare series of one parameter in one unit.")
    for one in shown:
        if one.window_from is None or one.window_until is None:
            fix = "Publish it again with window_from and window_until, with `corrects` and a reason."
            yield refusal(NotPresentable, "evidence_ids", f"{one.evidence_id} does not state its window", fix)


def _overlay(call: PublishPresentationCall, shown: list[Showable]) -> Iterator[Refusal]:
    if len(call.evidence_ids) > 1:
        why = "an overlay shows one piece of evidence"
        yield refusal(NotPresentable, "evidence_ids", why, "Publish one overlay for each.")
    for one in shown:
        if one.data is None or one.data.kind != "geo":
            fix = "Publish the places as `data` of the evidence, kind `geo`."
            yield refusal(NotPresentable, "evidence_ids", f"{one.evidence_id} carries nothing on a map", fix)
