"""A case with evidence of every kind: a series with limits, a table, places, human facts, corrections."""

from __future__ import annotations

from data_access.store.connection import Store
from tests.pages.cases import HOSTILE
from tests.writing.cases import Agent

SERIES = {
    "kind": "series",
    "parameter": "余氯",
    "unit": "mg/L",
    "place": "西门",
    "lower_limit": 0.2,
    "upper_limit": 1.0,
    "points": [
        {"at": f"2026-05-01T0{hour}:00:00Z", "value": value}
        for hour, value in enumerate((0.31, 0.28, None, 0.22, 0.13))
    ],
}
TABLE = {
    "kind": "table",
    "columns": [{"name": "户"}, {"name": "turbidity", "unit": "NTU"}, {"name": "note"}],
    "rows": [["A-1", 4.5, "=HYPERLINK(1)"], ["A-2", None, HOSTILE], ["A-3", 1.25, "@SUM(1)"]],
}
PLACES = {
    "kind": "geo",
    "parameter": "chlorine",
    "unit": "mg/L",
    "features": [
        {"name": "West gate", "geometry": "point", "coordinates": [[121.47, 31.23]], "value": 0.13},
        {"name": HOSTILE, "geometry": "line", "coordinates": [[121.46, 31.22], [121.48, 31.24]]},
        {"name": "Zone", "geometry": "area", "coordinates": [[121.4, 31.2], [121.5, 31.2], [121.5, 31.3]]},
    ],
}


def case_with_evidence(store: Store) -> str:
    """Publish the case and return its id: E-1 series, E-2 table, E-3 places, E-4 corrects E-1, H-1, H-2."""
    agent = Agent(store)
    claim = agent.claim(agent.create(title="Yellow water 黄水").task_id)
    agent.evidence(
        claim,
        title="Chlorine, west gate",
        data=SERIES,
        query="SELECT at, value FROM chlorine WHERE place = 'west gate'",
        scope="West gate, hourly",
        window_from="2026-05-01T00:00:00Z",
        window_until="2026-05-01T05:00:00Z",
        observed_at="2026-05-01T04:00:00Z",
        content_reference="https://historian.example/export/7?x=<script>",
        content_hash="sha256:" + "ab" * 32,
    )
    agent.evidence(
        claim, title=HOSTILE, source_kind="attached_sample", data=TABLE, origin="synthetic",
        is_truncated=True, truncation="first 3 of 12",
    )  # fmt: skip
    agent.evidence(claim, title="Points", source_kind="document", data=PLACES)
    agent.evidence(
        claim, title="Chlorine, calibrated", data=SERIES,
        corrects="E-1", correction_reason="The probe drifted.",
        window_from="2026-05-01T00:00:00Z", window_until="2026-05-01T05:00:00Z",
    )  # fmt: skip
    agent.relay(claim.task_id)
    agent.relay(
        claim.task_id, kind="measurement", statement=None, point="西门", parameter="余氯", value=0.13,
        unit="mg/L", known_by="told", told_by="Li", quote="零点一三",
    )  # fmt: skip
    node = {"node_id": "gate", "title": "Sample at the gate", "evidence_ids": ["E-4"]}
    agent.progress(claim, graph_update={"nodes": [node]})
    finding = {"statement": "Chlorine fell.", "kind": "observation", "evidence_ids": ["E-4", "E-1"]}
    agent.report(claim, title="First", findings=[finding], body="See [E-4] and [H-2].")
    agent.show(claim, kind="chart", chart_kind="line", evidence_ids=["E-4"])
    return claim.task_id


def case_with_plan(store: Store) -> str:
    """Publish a case with two revisions of a plan and a presentation of each kind; return its id."""
    agent = Agent(store)
    claim = agent.claim(agent.create(title="Planned 计划").task_id)
    window = {"window_from": "2026-05-01T00:00:00Z", "window_until": "2026-05-01T05:00:00Z"}
    agent.evidence(claim, title="West", data=SERIES, **window)
    agent.evidence(claim, title="East", data=SERIES, **window)
    agent.evidence(claim, title="Households", data=TABLE)
    agent.evidence(claim, title="Points", data=PLACES)
    steps = [
        {"id": "ask", "title": "Ask the historian", "actor": "agent"},
        {"id": "walk", "title": HOSTILE, "actor": "human"},
    ]
    agent.plan(claim, title="First plan", nodes=steps, edges=[{"from": "ask", "to": "walk"}])
    done = steps[0] | {"status": "completed", "evidence_ids": ["E-1"]}
    waits = steps[1] | {"status": "waiting", "reason": "Nobody is on site."}
    more = {"id": "report", "title": "写报告", "actor": "agent"}
    edges = [{"from": "ask", "to": "walk"}, {"from": "walk", "to": "report"}]
    agent.plan(
        claim, title="Second plan", reason="The historian answered.", nodes=[done, waits, more], edges=edges
    )
    agent.show(claim, kind="chart", chart_kind="comparison", evidence_ids=["E-1", "E-2"])
    agent.show(claim, kind="chart", chart_kind="bar", evidence_ids=["E-1", "E-3"])
    agent.show(claim, kind="overlay", evidence_ids=["E-4"])
    agent.show(claim, kind="map", longitude=121.47, latitude=31.23, zoom=14)
    return claim.task_id
