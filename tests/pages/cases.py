"""A case with everything in it, for pages: Chinese and English text, hostile labels, two revisions."""

from __future__ import annotations

from data_access.store.connection import Store
from tests.writing.cases import Agent

HOSTILE = "<img src=x onerror=alert(1)> ```mermaid\ngraph TD; A@{ img: x }```"
BODY = """# 结论

余氯自 **0.31 mg/L** 降至 0.13 mg/L，见 [E-1] 与 [Q-1]。

| 点 | 余氯 |
|---|--:|
| 西门 [E-1] | 0.13 |

```mermaid
flowchart LR
  a["水厂"] --> b["西门"]
```
"""


def full_case(store: Store, *, nodes: int = 5) -> str:
    """Publish a case and return its id: a map with every status, evidence, a question, two reports."""
    agent = Agent(store)
    task = agent.create(
        title="黄水投诉：12 户 Yellow water", description=f"Twelve households. {HOSTILE}", project="north"
    )
    claim = agent.claim(task.task_id)
    agent.evidence(claim, title="Residual chlorine, west gate", summary="0.13 mg/L", origin="synthetic")
    statuses = ("reference", "recorded", "needs_input", "failed", "not_taken")
    agent.progress(
        claim,
        summary="First look at the plant.",
        graph_update={
            "nodes": [
                {
                    "node_id": f"n{number}",
                    "title": HOSTILE if number == 1 else f"第{number}步 check valve {number}",
                    "status": statuses[number % 5],
                    "detail": "Nothing found." if number % 2 else None,
                    "evidence_ids": ["E-1"] if number == 2 else None,
                }
                for number in range(nodes)
            ],
            "edges": [
                {"source": f"n{number // 2}", "target": f"n{number}", "label": "then"}
                for number in range(1, nodes)
            ],
        },
    )
    agent.progress(claim, summary="改查西门。", graph_update={"nodes": [{"node_id": "n9", "title": "复测"}]})
    gap = {"missing": "Flow at night", "why_it_matters": "It excludes the burst.", "tried": ["asked SCADA"]}
    agent.report(claim, title="First report", body=BODY.replace(" 与 [Q-1]", ""), data_gaps=[gap])
    agent.ask(claim, is_required=True, prompt="Which valve was closed?")
    finding = {"statement": "West gate is low.", "kind": "observation", "evidence_ids": ["E-1"]}
    agent.report(
        claim,
        title="第二份报告",
        body=BODY,
        outcome="probable",
        reason="New reading.",
        findings=[finding],
        diagram='flowchart TD\n  x["投诉"] --> y["水厂"]',
        node_refs=[{"node_id": "x", "evidence_ids": ["E-1"]}],
    )
    return task.task_id
