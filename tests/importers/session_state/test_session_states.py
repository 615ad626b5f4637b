"""What sessions kept: runs with every record, and cases of their plans, reports, maps and evidence."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import islice, permutations
from pathlib import Path
from typing import Any

import pytest

from data_access.contracts.importing import BatchReport, ImportCall
from data_access.errors import CaseWrittenSince, NotFound
from data_access.importers.registry import FORMATS, sources_of
from data_access.reading.case_bundle import case_bundle
from data_access.reading.case_evidence import evidence_entries
from data_access.reading.case_records import plans_of_task, presentations_of_task, progress_of_task
from data_access.reading.case_reports import report as report_of
from data_access.reading.case_reports import report_heads
from data_access.reading.investigations import investigation, rounds_of_task
from data_access.reading.verify import verify
from data_access.store.connection import Store
from data_access.writing.import_records import import_records
from data_access.writing.remove_batch import remove_batch
from tests.importers.session_state.sample_states import (
    evidence,
    node,
    plan,
    progress,
    report,
    state,
)
from tests.writing.cases import Agent

CASE = "task-17"
Load = Callable[..., BatchReport]


def stored(batch: BatchReport) -> int:
    return batch.records - batch.other_records - batch.rejected - batch.duplicates_ignored


def test_every_record_of_a_state_ends_somewhere(fresh_store: Store, load: Load) -> None:
    batch = load(fresh_store, state())
    assert (batch.records, stored(batch), batch.other_records, batch.rejected) == (12, 11, 1, 0)
    assert batch.unknown_types == {"artifact.wallpaper": 1}
    assert (batch.events, batch.messages) == (11, 2)


def test_a_state_makes_the_case_that_it_names(fresh_store: Store, load: Load) -> None:
    load(fresh_store, state())
    case = investigation(fresh_store, CASE)
    assert (case.title, case.project, case.status, case.generation) == ("黄水调查", "north", "completed", 1)
    newest, first = plans_of_task(fresh_store, CASE)
    assert [(one.revision, one.reason) for one in (first, newest)] == [(1, "第 1 版"), (2, "第 2 版")]
    assert [(one.id, one.actor, one.status) for one in newest.nodes] == [
        ("a", "agent", "completed"),
        ("b", "human", "waiting"),
    ]
    assert [(edge.source, edge.target, edge.label) for edge in newest.edges] == [("a", "b", "若超标")]
    assert [(one.revision, one.stage) for one in report_heads(fresh_store, CASE)] == [
        (2, "final"),
        (1, "interim"),
    ]
    graph = progress_of_task(fresh_store, CASE).graph
    assert [(one.node_id, one.status) for one in graph.nodes] == [("n1", "recorded"), ("n2", "needs_input")]
    assert [one.title for one in presentations_of_task(fresh_store, CASE)] == ["余氯曲线"]


def test_evidence_keeps_its_number_and_what_is_only_named_says_so(fresh_store: Store, load: Load) -> None:
    load(fresh_store, state())
    carried, named = sorted(evidence_entries(fresh_store, CASE), key=lambda one: one.evidence_id)
    assert (carried.evidence_id, carried.title, carried.origin) == ("E-7", "P1 余氯", "synthetic")
    assert (named.evidence_id, named.title, named.source) == ("E-8", "scada:a", "session_state")
    assert named.summary == "Named in a session UI state; what it names is not in the file."
    newest = plans_of_task(fresh_store, CASE)[0]
    assert newest.nodes[0].evidence_ids == ("E-8",)
    assert report_of(fresh_store, CASE, 2).evidence_ids == ("E-7",)


def test_a_number_that_a_text_cites_is_given_to_nothing_else(fresh_store: Store, load: Load) -> None:
    """A text is never rewritten, so what it cites must not become another thing."""
    plans = [plan(1, node("a", "completed", evidence=["E1 of the plant"]))]
    reports = [report(1, body="siehe [E-1] und [E-2]", findings=[], data_gaps=[])]
    load(fresh_store, state(uiState={}, executionPlans=plans, agentArtifacts=reports, presentation_events=[]))
    assert [(one.evidence_id, one.title) for one in evidence_entries(fresh_store, CASE)] == [
        ("E-3", "E1 of the plant")
    ]


def test_what_the_desk_does_not_know_is_kept(fresh_store: Store, load: Load) -> None:
    odd = plan(3, node("a", colour="red"), risk={"level": 4})
    load(fresh_store, state(executionPlans=[odd]))
    lines: list[Any] = list(case_bundle(fresh_store, [CASE]).lines)
    [kept] = [line for line in lines if line.get("record") == "plan" and line["revision"] == 3]
    assert kept["extra"]["risk"] == {"level": 4}
    assert kept["extra"]["nodes.0.colour"] == "red"
    [head] = events(fresh_store, "session_state")
    assert head["theme"] == "dark"
    assert head["uiState"]["panelWidth"] == 380


def events(store: Store, kind: str) -> list[Any]:
    with store.reading() as cursor:
        rows = cursor.execute(
            "SELECT payload::VARCHAR FROM event WHERE event_type = $kind", {"kind": kind}
        ).fetchall()
    return [json.loads(row[0]) for row in rows]


@pytest.mark.parametrize(
    "plans",
    [
        {"executionPlans": [plan(1, node("a")), plan(2, node("a", "running"))]},
        {"execution_plans": [plan(1, node("a")), plan(2, node("a", "running"))]},
        {"executionPlans": {"p1": {"revisions": [plan(1, node("a")), plan(2, node("a", "running"))]}}},
        {"executionPlans": {"p1": [plan(1, node("a")), plan(2, node("a", "running"))]}},
        {"executionPlans": [{"plan_id": "p1", "history": [plan(1, node("a"))],
                             "current": plan(2, node("a", "running"))}]},
        {"state": {"executionPlans": [plan(1, node("a")), plan(2, node("a", "running"))]}},
        {"type": "state", "execution_plans": [plan(1, node("a")), plan(2, node("a", "running"))]},
    ],
    ids=["camel", "snake", "map of revisions", "map of lists", "history and current", "wrapped", "streamed"],
)  # fmt: skip
def test_plans_are_found_wherever_they_lie(fresh_store: Store, load: Load, plans: dict[str, Any]) -> None:
    batch = load(fresh_store, {"sessionId": "ses-1", "taskId": CASE, **plans})
    assert batch.rejected == 0
    assert [one.revision for one in plans_of_task(fresh_store, CASE)] == [2, 1]


def test_plans_alone_one_a_line_are_a_session_too(fresh_store: Store, load: Load) -> None:
    """The stream of a session sends each plan as an event of its own."""
    load(fresh_store, plan(2, node("a", "running"), task_id=CASE), plan(1, node("a"), task_id=CASE))
    assert [one.reason for one in plans_of_task(fresh_store, CASE)] == ["第 2 版", "第 1 版"]


def test_a_session_without_a_task_makes_a_case_of_its_own(fresh_store: Store, load: Load) -> None:
    load(fresh_store, state(task_id=None, session_id="chat 9", purpose="ordinary_chat", uiState={},
                            executionPlans=[plan(1, node("a"), session_id="chat 9")]))  # fmt: skip
    [task_id] = case_ids(fresh_store)
    assert task_id.startswith("session-")
    assert " " not in task_id
    assert investigation(fresh_store, task_id).title == "黄水调查"


def test_a_session_without_plans_and_artifacts_makes_no_case(fresh_store: Store, load: Load) -> None:
    batch = load(
        fresh_store, state(uiState={"executionPlans": []}, agentArtifacts=[], presentation_events=[])
    )
    assert (stored(batch), case_ids(fresh_store)) == (3, [])


def case_ids(store: Store) -> list[str]:
    with store.reading() as cursor:
        return [
            row[0] for row in cursor.execute("SELECT task_id FROM investigation_task ORDER BY 1").fetchall()
        ]


# One refusal at a time --------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("odd", "reason"),
    [
        ("no plan", "is no object"),
        (plan(3, node("a"), node("a")), "2 nodes have the id a"),
        (plan(3, node("a"), edges=[{"from": "a", "to": "z"}]), "the plan has no node z"),
        (plan(3, node("a"), node("b"), edges=[{"from": "a", "to": "b"}, {"from": "b", "to": "a"}]),
         "in a circle"),
        (plan(3, *(node(f"n{number}") for number in range(41))), "at most 40 nodes"),
        (plan(3, node("a", "completed", evidence=[])), "completed and names no evidence"),
        (plan(3, node("a", "failed", reason=None)), "gives no reason"),
        (plan(3, node("a", actor="robot")), "actor"),
        (plan(3, node("a", "perhaps")), "status"),
        (plan(3, node("a"), title=None), "title: Field required"),
        ({"revision": 3, "title": "no steps", "updated_at": "2026-11-11T08:00:00Z"}, "nodes: Field required"),
        (plan(3, {"id": "a", "title": "x" * 301, "actor": "agent"}), "at most 300 characters"),
    ],
)  # fmt: skip
def test_a_record_that_is_none_is_refused_alone(
    fresh_store: Store, load: Load, odd: Any, reason: str
) -> None:
    batch = load(
        fresh_store, {**state(), "executionPlans": [plan(1, node("a")), odd, plan(4, node("a", "running"))]}
    )
    assert batch.rejected == 1
    assert reason in batch.rejects[0].reason
    assert batch.rejects[0].reason.startswith("executionPlans[1]")
    assert {"第 1 版", "第 4 版"} <= {one.reason for one in plans_of_task(fresh_store, CASE)}


def test_a_plan_without_any_time_is_refused(fresh_store: Store, load: Load) -> None:
    document = {"session_id": "ses-1", "executionPlans": [plan(1, node("a"), updated_at=None)]}
    batch = load(fresh_store, document)
    assert "says not when it was" in batch.rejects[0].reason


def test_a_message_whose_parts_are_of_no_kind_is_kept(fresh_store: Store, load: Load) -> None:
    odd = {"role": "user", "parts": [{"type": ["text"], "text": "x"}, {"type": {}, "text": "y"}, 5, None]}
    batch = load(fresh_store, state(messages=[odd]))
    assert (batch.messages, batch.rejected) == (1, 0)


@pytest.mark.parametrize("document", [{"executionPlans": []}, {"session_id": "s"}, {"x": 1}])
def test_what_is_no_state_is_refused(fresh_store: Store, load: Load, document: Any) -> None:
    batch = load(fresh_store, document)
    assert (batch.records, batch.rejected) == (1, 1)


# Again, in any order, in any split --------------------------------------------------------------------
def test_loading_again_writes_nothing(fresh_store: Store, load: Load) -> None:
    load(fresh_store, state())
    before = case_bundle(fresh_store, [CASE]).text
    again = load(fresh_store, state())
    copied = load(fresh_store, state(), name="copy.jsonl")
    assert (again.unchanged_files, again.rows_written) == (1, 0)
    assert (copied.rows_written, copied.duplicates_ignored, copied.rejected) == (0, 11, 0)
    assert case_bundle(fresh_store, [CASE]).text == before


PARTS = (
    state(agentArtifacts=[], presentation_events=[]),
    state(uiState={}, executionPlans=[plan(3, node("a", "completed"), node("b", "cancelled"))],
          agentArtifacts=[]),
    state(uiState={}, title="later", updated_at="2026-11-11T11:00:00Z"),
    state(session_id="ses-2", created_at="2026-11-12T08:00:00Z", uiState={}, agentArtifacts=[], messages=[],
          executionPlans=[plan(1, node("c"), session_id="ses-2", updated_at="2026-11-12T08:01:00Z")]),
)  # fmt: skip


def test_order_and_split_change_nothing(load: Load) -> None:
    told = set()
    for number, order in enumerate(islice(permutations(PARTS), 0, None, 5)):
        with Store.open(None) as store:
            if number % 2:
                load(store, *order)
            else:
                for place, part in enumerate(order):
                    load(store, part, name=f"{number}-{place}.jsonl")
            told.add(case_bundle(store, [CASE]).text)
    assert len(told) == 1
    assert '"title":"later"' in told.pop()


def test_sessions_are_rounds_in_their_order(fresh_store: Store, load: Load) -> None:
    load(fresh_store, *PARTS)
    rounds = sorted(rounds_of_task(fresh_store, CASE), key=lambda one: one.started_at)
    assert [(one.generation, one.attempt, one.end_reason) for one in rounds] == [
        (1, 1, "finished"),
        (2, 1, "finished"),
    ]
    case = investigation(fresh_store, CASE)
    assert (case.status, case.generation) == ("failed", 2)
    assert "does not say how it ended" in (case.status_reason or "")
    assert [(one.revision, one.generation) for one in plans_of_task(fresh_store, CASE)] == [
        (4, 2),
        (3, 1),
        (2, 1),
        (1, 1),
    ]


# Beside the cases of this desk ------------------------------------------------------------------------
def test_a_case_of_this_desk_is_not_written_into(fresh_store: Store, load: Load) -> None:
    own = Agent(fresh_store).create(title="ours").task_id
    batch = load(fresh_store, state(task_id=own))
    assert (stored(batch), plans_of_task(fresh_store, own)) == (11, ())
    assert investigation(fresh_store, own).title == "ours"
    assert len(events(fresh_store, "execution_plan")) == 2


def test_a_case_that_was_written_to_stays_as_it_is(fresh_store: Store, load: Load) -> None:
    batch = load(fresh_store, state())
    Agent(fresh_store).relay(CASE)
    before = case_bundle(fresh_store, [CASE]).text
    load(fresh_store, state(executionPlans=[plan(9, node("a"))]), name="more.jsonl")
    assert case_bundle(fresh_store, [CASE]).text == before
    with pytest.raises(CaseWrittenSince):
        remove_batch(fresh_store, batch.batch_id or 0)


def test_removing_an_import_takes_out_what_only_it_brought(fresh_store: Store, load: Load) -> None:
    first = load(fresh_store, PARTS[0], name="first.jsonl")
    before = case_bundle(fresh_store, [CASE]).text
    second = load(fresh_store, PARTS[1], name="second.jsonl")
    assert len(plans_of_task(fresh_store, CASE)) == 3
    remove_batch(fresh_store, second.batch_id or 0)
    assert case_bundle(fresh_store, [CASE]).text == before
    load(fresh_store, PARTS[1], name="third.jsonl")
    remove_batch(fresh_store, first.batch_id or 0)
    assert [one.reason for one in plans_of_task(fresh_store, CASE)] == ["第 3 版"]
    with fresh_store.reading() as cursor:
        [(batch_id,)] = cursor.execute("SELECT batch_id FROM import_batch").fetchall()
    remove_batch(fresh_store, batch_id)
    with pytest.raises(NotFound):
        investigation(fresh_store, CASE)


def test_a_case_of_sessions_travels_as_a_bundle(fresh_store: Store, load: Load, tmp_path: Path) -> None:
    legacy = {"type": "mermaid", "mermaid": "flowchart TD\n a --> b", "created_at": "2026-11-11T08:40:00Z"}
    load(fresh_store, state(agentArtifacts=[evidence(), legacy, *state()["agentArtifacts"]]), *PARTS)
    text = case_bundle(fresh_store, [CASE]).text
    file = tmp_path / "case.jsonl"
    file.write_text(text, encoding="utf-8")
    with Store.open(None) as there:
        batch = import_records(there, ImportCall(paths=(str(file),))).batches[0]
        assert (batch.format, batch.rejects) == ("case_bundle", ())
        assert case_bundle(there, [CASE]).text == text
        assert progress_of_task(there, CASE).legacy_source == "flowchart TD\n a --> b"
    assert [one for one in verify(fresh_store).checks if one.faults] == []


def test_an_update_that_makes_a_failed_node_good_stays_out_of_the_map(fresh_store: Store, load: Load) -> None:
    """The record is in the run; the change log of the case names it."""
    artifacts = [
        progress(1, {"node_id": "n1", "title": "a", "status": "failed"}),
        progress(2, {"node_id": "n1", "status": "completed"}),
        progress(3, {"node_id": "n2", "title": "b"}),
    ]
    batch = load(fresh_store, state(agentArtifacts=artifacts))
    assert batch.rejected == 0
    graph = progress_of_task(fresh_store, CASE).graph
    assert [(one.node_id, one.status) for one in graph.nodes] == [("n1", "failed"), ("n2", None)]
    with fresh_store.reading() as cursor:
        [(new,)] = cursor.execute(
            "SELECT new_value::VARCHAR FROM audit WHERE action = 'restore_case'"
        ).fetchall()
    [reason] = json.loads(new)["left_out"].values()
    assert "node n1 failed and cannot become recorded" in reason


# Recognised, and only where it is one -----------------------------------------------------------------
def test_a_state_is_recognised_by_itself_and_claimed_by_no_other_format(tmp_path: Path) -> None:
    file = tmp_path / "state.json"
    file.write_text(json.dumps(state(), indent=1), encoding="utf-8")
    assert [entry.name for entry in FORMATS if entry.looks_like(file)] == ["session_state"]
    (tmp_path / "notes.json").write_text('{"artifacts": [1], "session_id": "x"}', encoding="utf-8")
    [source] = sources_of(tmp_path)
    assert (source.format.name, len(source.files), source.skipped) == ("session_state", 1, ("notes.json",))


def test_real_logs_are_no_states(inputs: Path) -> None:
    [entry] = [entry for entry in FORMATS if entry.name == "session_state"]
    assert [path for path in inputs.rglob("*.json*") if path.is_file() and entry.looks_like(path)] == []
