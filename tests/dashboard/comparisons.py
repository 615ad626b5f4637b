"""Two revisions of a report with any texts, held against each other as a file needs them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

from hypothesis import strategies as st

from data_access.contracts.between_revisions import BetweenRevisions, TimeBetween
from data_access.contracts.case_chronology import WorkMoment
from data_access.contracts.common import Listing
from data_access.contracts.comparison_file import ComparedRevisions, RevisionStanding
from data_access.contracts.evidence import DataGap
from data_access.contracts.progress_graph import GraphEdge, GraphNode, ProgressGraph
from data_access.contracts.reports import Finding, ReportRevision
from data_access.contracts.sign_offs import SignOff
from data_access.contracts.usage import CostGroup, UsageTotals
from data_access.rules.report_diff import CitedRecord, compare_revisions

AT = datetime(2026, 5, 1, 10, tzinfo=UTC)
HOSTILE = (
    '<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', "![x](https://evil.example/x.png)",
    "[a](javascript:alert(1))", "[r]: https://evil.example", "<https://evil.example>", "&lt;b&gt;",
    "# h\n\n> q\n\n- l\n\n1. o\n\n---\n", "```mermaid\ngraph TD\n```", "| a | b |\n|---|---|\n| c | d |",
    "</style></title></table>", "**bold** ~~gone~~ `code` $x$ :smile: @alice", "</p><p onclick='x'>",
    "“重要”：主管\u202e爆裂\u2066。", "a\u2028b\x00c", "    indented\n\tcode", "text\n===\ntext\n---",
)  # fmt: skip
texts = st.one_of(
    st.sampled_from(HOSTILE),
    st.text("*_`~[]()<>!#+-.:=|$\\&;@/{}\"'a1。中“” \n\t", max_size=40),
    st.lists(st.sampled_from((*HOSTILE, "The main burst.", "水压 0.31 MPa。")), max_size=5).map("\n\n".join),
)


def compared(told: list[str], *, backwards: bool = False, has_first_map: bool = True) -> ComparedRevisions:
    """Hold two revisions against each other whose every text is one of `told`, taken in turn."""
    taken = iter(range(10**6))

    def text() -> str:
        return told[next(taken) % len(told)] or "x"

    first, second = _revision(1, text, has_map=has_first_map), _revision(2, text)
    before, after = (second, first) if backwards else (first, second)
    records = {
        "E-1": CitedRecord("evidence", text(), "synthetic", "corrected", None, AT),
        "E-2": CitedRecord("evidence", text(), "real", "withdrawn", None, AT),
        text(): CitedRecord("human_evidence", text(), "human", "valid", None, AT),
    }
    return ComparedRevisions(
        task_id=text(),
        case_title=text(),
        case_origin="demo",
        project=text(),
        as_of=AT + timedelta(days=2),
        comparison=compare_revisions("T-1", before, after, records),
        between=_between(text),
        standing=tuple(
            RevisionStanding(
                revision=one.revision,
                synthetic_evidence_ids=("E-1",),
                flagged_ids=(text(),),
                sign_offs=(_signed(one.revision, text),) if one.revision == 2 else (),
            )
            for one in (before, after)
        ),
    )


def _revision(number: int, text: Any, *, has_map: bool = True) -> ReportRevision:
    node = GraphNode(node_id="n1", title=text(), detail=text(), evidence_ids=(text(),), status="failed")
    own = GraphNode(node_id=f"m{number}", title=text(), status="recorded")
    edge = GraphEdge(source="n1", target=own.node_id, label=text()[:50].strip() or None)
    return ReportRevision(
        revision=number,
        generation=number,
        round_id=None,
        stage=text(),
        outcome="probable" if number == 1 else text(),
        title=text(),
        reason=text(),
        corrects_revision=number - 1 or None,
        published_at=AT + timedelta(hours=number),
        summary=text(),
        body=text() + "\n\n" + text(),
        findings=(
            Finding.model_construct(statement=text(), kind="cause", evidence_ids=(text(),)),
            Finding.model_construct(statement=f"Finding {number}", kind="observation", evidence_ids=()),
        ),
        data_gaps=(
            DataGap(
                gap_id="G-1",
                missing=text(),
                why_it_matters=text(),
                tried=(text(),),
                is_open=number == 1,
                closed_by=None if number == 1 else text(),
            ),
        ),
        evidence_ids=("E-1",) if number == 1 else ("E-2", text()),
        answer_ids=(),
        action_ids=(),
        diagram=text(),
        node_refs=(),
        graph=ProgressGraph.model_construct(nodes=(node, own), edges=(edge,)) if has_map else None,
        graph_updates=1,
        synthetic_evidence_ids=(),
        flagged_ids=(),
        sign_offs=(),
    )


def _signed(revision: int, text: Any) -> SignOff:
    return SignOff(
        sign_off_id="S-1",
        revision=revision,
        verdict="needs_work",
        note=text(),
        person=text(),
        is_verified=False,
        made_at=AT,
        origin="human",
        state="valid",
        corrects=None,
        corrected_by=None,
        withdrawn_at=None,
        withdrawn_reason=None,
    )


def _between(text: Any) -> BetweenRevisions:
    moments = tuple(
        WorkMoment(
            kind=kind, item_id=text(), done_at=AT, recorded_at=AT, code=text(), title=text(), detail=text(),
            round_id=None, generation=1, attempt=1, who=text(), restored_with=None,
        )
        for kind in ("status", "answer", "report")
    )  # fmt: skip
    unknown = {"usage_calls": 3, "unpriced_calls": 3, "unpriced_models": ("m",)}
    return BetweenRevisions(
        task_id="T-1",
        older=1,
        newer=2,
        since=AT,
        until=AT + timedelta(hours=3),
        done=Listing(as_of=AT, basis="published", items=moments, total=900, truncated=True),
        failed_nodes=(text(),),
        time=TimeBetween(
            agent_seconds=3600,
            human_wait_seconds=7200,
            queue_seconds=0,
            calculation_seconds=0,
            other_seconds=0,
        ),
        cost=UsageTotals(
            usage_calls=5, output=10, cost_usd=Decimal("0.31"), unpriced_calls=3, unpriced_models=("m",)
        ),
        by_model=(
            CostGroup(key=text(), usage_calls=2, cost_usd=Decimal("0.31")),
            CostGroup(key=None, **unknown),
        ),
        by_agent=(CostGroup(key=text(), **unknown),),
        rounds=("R-1", "R-2"),
        unlinked_rounds=("R-2",),
        used=(text(),),
    )
