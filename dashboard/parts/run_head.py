"""The head of every page of one run: what it is, where it comes from, the ways to its views."""

from __future__ import annotations

from datetime import datetime

import streamlit as st

from dashboard.desk_session import link, read, said
from dashboard.parts import cells
from dashboard.parts.piece import Cell, Crumb, Fact, Pill, Tab, heading, note
from dashboard.parts.run_table import origin_marks, project_name
from dashboard.parts.snapshot_steps import refused, snapshot_steps
from dashboard.selections import RunSelection
from dashboard.wording import formats
from data_access.contracts.case_rounds import RoundOfRun
from data_access.contracts.readings import RunSummary
from data_access.errors import AmbiguousId, InvalidInput, NotFound
from data_access.reading.case_rounds import rounds_of_run
from data_access.reading.runs import run
from data_access.reading.runtime_summary import runtime_summary

_OF_THEN = ("first_at", "last_at", "agents", "events", "messages", "tool_calls", "errors")


def chosen_run(selection: RunSelection) -> RunSummary:
    """Return the run that the address names; where it names none or one that is not here, say so and stop."""
    w = said()
    back = Crumb(w.run.back, link("runs"))
    if selection.run is None:
        heading(w.run.missing_title, key="heading")
        note(w.run.missing, key="no-run", links=[back])
        st.stop()
    try:
        found = read(run, selection.run)
    except NotFound:
        heading(w.run.unknown_title, key="heading")
        note(w.run.unknown.format(id=selection.run[:80]), key="unknown-run", links=[back])
    except AmbiguousId as error:
        heading(w.run.missing_title, key="heading")
        candidates = [Crumb(key, link("run_summary", run=key)) for key in error.candidates]
        note(w.run.ambiguous, key="ambiguous-run", links=[*candidates, back])
    else:
        return found if selection.at is None else _as_of(found, selection.at)
    return st.stop()


def _as_of(item: RunSummary, at: datetime) -> RunSummary:
    """Return the run with the figures it had at `at`; where it cannot be read so, say why and stop."""
    # Links within the run carry the moment along, and they name the run by its key.
    st.query_params["run"] = item.conversation_key
    try:
        then = read(runtime_summary, item.conversation_key, at=at)
    except InvalidInput as error:
        heading(item.title or item.conversation_id, key="heading", crumbs=_crumbs(item))
        refused(item.conversation_key, "run_summary", error)
        return st.stop()
    known = {name: getattr(then, name) for name in _OF_THEN}
    return item.model_copy(update=known | {"own": then.cost, "with_descendants": then.cost})


def run_head(item: RunSummary, view: str, *, tab: str | None = None, reads_as_of: bool = True) -> None:
    """Draw the head of `item` with `tab`, else `view`, as the open one, and the steps through its snapshots.

    A view that cannot be read as of an older snapshot says so.
    """
    w = said()
    title = formats.run_title(item.title, item.conversation_id, w)
    st.set_page_config(page_title=f"{title[:60]} · {w.menu.product}")
    tabs = [
        ("run_summary", w.run.summary),
        ("run_transcript", w.dialogue.tab),
        ("run_trace", w.trace.tab),
        ("run_timeline", w.run.timeline),
        ("run_topology", w.topology.tab),
        ("run_cost", w.run.cost),
        ("run_checks", w.check.tab),
        ("run_workspace", w.apart.tab),
        ("run_raw", w.detail.raw),
    ]
    heading(
        title,
        key="heading",
        untitled=item.title is None,
        pills=_pills(item),
        crumbs=_crumbs(item),
        meta=_facts(item),
        tabs=[
            Tab(text, link(page, run=item.conversation_key), current=page == (tab or view))
            for page, text in tabs
        ],
        labels=(w.menu.where, w.menu.views),
        head="run",
    )
    snapshot_steps(item.conversation_key, view, reads_as_of=reads_as_of)


def _pills(item: RunSummary) -> list[Pill]:
    failed = Pill(said().state.errors(item.errors), "failed")
    return [*origin_marks(item), *([failed] if item.errors else [])]


def _crumbs(item: RunSummary) -> list[Crumb]:
    crumbs = [Crumb(said().run.title, link("runs"))]
    if item.project:
        crumbs.append(Crumb(project_name(item.project) or item.project, link("runs", project=item.project)))
    return crumbs


def _facts(item: RunSummary) -> list[Fact]:
    w = said()
    facts = [Fact(w.run.source, w.formats.get(item.source_format, item.source_format))]
    facts.append(Fact(w.run.basis, w.bases.get(item.basis, item.basis), name="basis"))
    if item.purpose != "ordinary_chat":
        facts.append(Fact(w.run.purpose, w.purposes.get(item.purpose, item.purpose)))
    facts.append(Fact(w.run.started, cells.clock(item.first_at)))
    facts.append(Fact(w.run.last_event, cells.moment(item.last_at)))
    if item.first_at and item.last_at:
        length = formats.length((item.last_at - item.first_at).total_seconds(), w)
        facts.append(Fact(w.run.duration, length))
    facts.append(
        Fact(
            w.run.id,
            Cell(
                formats.short_id(item.conversation_id),
                tip=item.conversation_id,
                mono=True,
                copy=item.conversation_id,
            ),
            name="id",
        )
    )
    facts.append(Fact(w.detail.key, cells.native(item.conversation_key), name="key"))
    facts += [
        Fact(w.case_round.of_run, _round_of(one)) for one in read(rounds_of_run, item.conversation_key)[:3]
    ]
    if item.parent_conversation_id:
        parent = Cell(
            formats.short_id(item.parent_conversation_id),
            tip=item.parent_conversation_id,
            mono=True,
            href=link("run_summary", run=item.parent_conversation_id),
        )
        facts.append(Fact(w.run.parent, parent))
    return facts


def _round_of(one: RoundOfRun) -> Cell:
    w = said()
    number = w.case.round_n.format(n=one.generation)
    return Cell(
        f"{one.title[:60]} · {number}",
        tip=w.case_round.linked_by[one.linked_by],
        href=link("rounds", case=one.task_id),
    )
