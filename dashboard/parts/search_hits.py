"""What a search found: where the text stands, in which run, and the way there."""

from __future__ import annotations

from collections.abc import Sequence

from dashboard.desk_session import link, said
from dashboard.parts import cells
from dashboard.parts.filters import period_choice, search_box
from dashboard.parts.piece import Cell, Column, Crumb, Row, ledger, note, pages_line
from dashboard.selections import SearchSelection
from dashboard.wording import formats
from data_access.contracts.search import SearchHit


def search_form(selection: SearchSelection, run_title: str | None) -> None:
    """Draw what is looked for, how far back, and whether in one run only."""
    w = said()
    search_box(w.search.text, "q", selection.q, hint=w.search.hint)
    period_choice(selection.period, default="quarter")
    if run_title is not None:
        wider = selection.but(run=None, cursor=None, skipped=0)
        way = Crumb(w.search.all_runs, link("search", **wider.to_query()))
        pages_line(w.search.only_run.format(title=run_title[:80]), [way], key="only-run")


def nothing_found(selection: SearchSelection) -> None:
    """Say that nothing was asked for, or that nothing was found and where else to look."""
    w = said()
    if not selection.q:
        note(w.search.nothing_asked, key="nothing-asked")
        return
    everything = selection.but(period="all", run=None, cursor=None, skipped=0)
    links = [Crumb(w.search.all_time, link("search", **everything.to_query()))]
    note(w.search.none, key="none-found", links=links if everything != selection else [])


def hit_table(hits: Sequence[SearchHit]) -> None:
    """Draw the places, each leading to the event, or to the evidence of the task."""
    w = said()
    columns = [Column(w.search.hits), Column(w.event.kind, name="kind"), Column(w.event.time, right=True),
               Column(w.run.id, right=True, name="id")]  # fmt: skip
    ledger(w.search.hits, columns, [_row(hit) for hit in hits], key="hits", table="search")


def _row(hit: SearchHit) -> Row:
    w = said()
    excerpt = f"{'…' if hit.is_cut_before else ''}{hit.excerpt}{'…' if hit.is_cut_after else ''}"
    title = formats.run_title(hit.run_title, hit.conversation_id, w)
    return Row(
        (
            Cell(" ".join(excerpt.split()), sub=title, sub_tip=hit.conversation_id),
            Cell(w.search.kinds[hit.kind], muted=True, tip=hit.item_id),
            cells.clock(hit.occurred_at),
            cells.native(hit.item_id),
        ),
        href=_address(hit),
    )


def _address(hit: SearchHit) -> str:
    run = hit.conversation_key
    if hit.kind == "task":
        return link("task_evidence", run=run, task=hit.task_id or hit.item_id)
    if hit.event_id:
        return link("run_timeline", run=run, event=hit.event_id)
    return link("run_transcript", run=run, agent=hit.agent_id, thread=hit.thread_id)
