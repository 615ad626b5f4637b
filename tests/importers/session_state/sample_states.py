"""Session UI states as a front end keeps them: written by hand after the words of the seed."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

Json = dict[str, Any]


def node(node_id: str, status: str = "pending", **more: Any) -> Json:
    """A step of a plan; a completed one has evidence, a failed or waiting one a reason."""
    if status == "completed":
        more.setdefault("evidence", [f"scada:{node_id}"])
    if status in ("failed", "waiting"):
        more.setdefault("reason", "等待现场")
    return {"id": node_id, "title": f"步骤 {node_id}", "actor": "agent", "status": status} | more


def plan(revision: int, *nodes: Json, **more: Any) -> Json:
    """A revision of a plan."""
    return {
        "schema_version": "execution-plan@1",
        "session_id": "ses-1",
        "request_id": f"req-{revision}",
        "revision": revision,
        "updated_at": f"2026-11-11T08:{revision:02}:00Z",
        "title": "水质投诉调查",
        "reason": f"第 {revision} 版",
        "nodes": list(nodes),
        "edges": [{"from": one["id"], "to": two["id"], "label": "若超标"} for one, two in pairwise(nodes)],
    } | more


def report(number: int, **more: Any) -> Json:
    """An artifact with a report in it."""
    return {
        "artifact_id": f"art-report-{number}",
        "type": "report",
        "created_at": f"2026-11-11T09:{number:02}:00Z",
        "payload": {
            "stage": "interim",
            "outcome": "undetermined",
            "title": f"报告 {number}",
            "summary": "摘要",
            "body": "余氯下降 [E-7]。",
            "findings": [{"statement": "余氯下降", "kind": "observation", "evidence_ids": ["E-7"]}],
            "data_gaps": [{"missing": "夜间流量", "why_it_matters": "无法排除倒流", "tried": ["查询 SCADA"]}],
        }
        | more,
    }


def evidence(evidence_id: str = "E-7", **more: Any) -> Json:
    """An artifact with a piece of evidence."""
    return {
        "artifactId": "art-evidence",
        "kind": "evidence",
        "createdAt": "2026-11-11T08:30:00Z",
        "payload": {
            "evidence_id": evidence_id,
            "title": "P1 余氯",
            "source_kind": "live_query",
            "source": "scada",
            "origin": "synthetic",
            "data": {
                "kind": "series",
                "parameter": "chlorine",
                "unit": "mg/L",
                "points": [{"at": "2026-11-11T06:00:00Z", "value": 0.31}],
            },
        }
        | more,
    }


def progress(number: int, *nodes: Json, **more: Any) -> Json:
    """An artifact with an update of the map."""
    update = {"nodes": list(nodes), "edges": more.pop("edges", [])}
    return {
        "id": f"art-progress-{number}",
        "type": "progress",
        "created_at": f"2026-11-11T08:{number:02}:30Z",
        "payload": {"summary": f"进展 {number}", "graph_update": update} | more,
    }


def state(**more: Any) -> Json:
    """A state with two revisions of a plan and artifacts of every kind."""
    return {
        "session_id": "ses-1",
        "title": "黄水调查",
        "purpose": "task_execution",
        "task_id": "task-17",
        "project": "north",
        "created_at": "2026-11-11T08:00:00Z",
        "updated_at": "2026-11-11T10:00:00Z",
        "theme": "dark",
        "uiState": {
            "panelWidth": 380,
            "executionPlans": [
                plan(1, node("a", "running"), node("b")),
                plan(2, node("a", "completed"), node("b", "waiting", actor="human")),
            ],
        },
        "agentArtifacts": [
            evidence(),
            progress(1, {"node_id": "n1", "title": "查投诉", "status": "completed"}),
            progress(
                2,
                {"node_id": "n2", "title": "查阀门", "status": "waiting_human", "evidence_ids": ["E-7"]},
                edges=[{"source": "n1", "target": "n2", "label": "然后"}],
            ),
            report(1),
            report(2, stage="final", outcome="probable"),
            {"type": "wallpaper", "created_at": "2026-11-11T09:05:00Z", "payload": {"x": 1}},
        ],
        "presentation_events": [
            {
                "kind": "chart",
                "request_id": "7f0c1f7e-8f0b-4f0e-9a51-2f6d0f0b7a10",
                "chart_kind": "line",
                "title": "余氯曲线",
                "evidence_ids": ["E-7"],
                "created_at": "2026-11-11T09:06:00Z",
            }
        ],
        "messages": [
            {"id": "m1", "role": "user", "content": "黄水?", "createdAt": "2026-11-11T08:00:10Z"},
            {
                "id": "m2",
                "role": "assistant",
                "parts": [{"type": "text", "text": "已开始。"}],
                "createdAt": "2026-11-11T08:00:20Z",
            },
        ],
    } | more
