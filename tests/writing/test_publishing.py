"""What a round publishes is kept whole, under its next number, or refused with nothing left behind."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from pydantic import ValidationError

from data_access.contracts.evidence import DataGap
from data_access.contracts.people import HumanEvidence
from data_access.contracts.presentations import Presentation, PresentedEvidence
from data_access.contracts.principal import LOCAL_AGENT, LOCAL_OWNER
from data_access.contracts.progress_graph import ProgressGraph
from data_access.contracts.reports import ReportRevision
from data_access.errors import (
    ActionAfterFinal,
    CaseboardError,
    FactIncomplete,
    InvalidInput,
    LeaseLost,
    PermissionDenied,
    QuestionPending,
    ReportAfterFinal,
    RequestIdReused,
    UnknownReference,
)
from data_access.reading.case_people import actions_of_task, questions_of_task
from data_access.reading.case_records import (
    evidence_of_task,
    gaps_of_task,
    human_evidence_of_task,
    plans_of_task,
    presentations_of_task,
    progress_of_task,
    progress_updates_of_task,
)
from data_access.reading.case_reports import latest_report, report, report_heads
from data_access.reading.investigations import investigation
from data_access.reading.task_context import task_context
from data_access.reading.verify import verify
from data_access.rules.progress_graph import graph_after
from data_access.store.connection import Store
from tests.writing.cases import BEGIN, Agent

SERIES = {
    "kind": "series", "parameter": "turbidity", "unit": "NTU",
    "points": [{"at": "2026-05-01T00:00:00Z", "value": 0.31}, {"at": "2026-05-01T01:00:00Z", "value": None}],
}  # fmt: skip
WINDOW = {"window_from": BEGIN - timedelta(days=1), "window_until": BEGIN}


@pytest.fixture
def agent(fresh_store: Store) -> Agent:
    return Agent(fresh_store)


def rows(store: Store) -> dict[str, int]:
    """Count the rows of every table."""
    with store.reading() as cursor:
        tables = [row[0] for row in cursor.execute("SELECT table_name FROM duckdb_tables()").fetchall()]
        return {table: cursor.execute(f"SELECT count(*) FROM {table}").fetchall()[0][0] for table in tables}


def test_evidence_is_kept_as_it_was_given(agent: Agent) -> None:
    claim = agent.begin()
    receipt = agent.evidence(claim, data=SERIES, query="SELECT 浊度", scope="P1 to P3", **WINDOW)
    (piece,) = evidence_of_task(agent.store, claim.task_id)
    assert (receipt.evidence_id, piece.evidence_id, piece.round_id) == ("E-1", "E-1", "R-1")
    assert piece.data is not None
    assert piece.data.model_dump(mode="json", exclude_none=True)["points"][0] == SERIES["points"][0]
    assert (piece.query, piece.scope, piece.origin, piece.state) == (
        "SELECT 浊度",
        "P1 to P3",
        "real",
        "valid",
    )
    assert piece.data_hash == receipt.data_hash
    assert agent.evidence(claim, data=SERIES).data_hash == receipt.data_hash


def test_a_correction_leaves_the_older_evidence_readable_and_flags_the_reports(agent: Agent) -> None:
    claim = agent.begin()
    agent.evidence(claim)
    agent.report(claim, evidence_ids=("E-1",))
    receipt = agent.evidence(claim, corrects="E-1", correction_reason="Wrong probe.")
    assert (receipt.evidence_id, receipt.flagged_reports) == ("E-2", (1,))
    older, newer = evidence_of_task(agent.store, claim.task_id)
    assert (older.state, older.state_reason, older.corrected_by) == ("corrected", "Wrong probe.", "E-2")
    assert (newer.state, newer.corrects) == ("valid", "E-1")
    assert report(agent.store, claim.task_id, 1).flagged_ids == ("E-1",)
    assert agent.withdraw(claim, "E-2").flagged_reports == ()
    assert evidence_of_task(agent.store, claim.task_id)[1].state == "withdrawn"


def test_updates_make_the_map_one_by_one_and_a_summary_clears_nothing(agent: Agent) -> None:
    claim = agent.begin()
    agent.evidence(claim)
    first = {"nodes": [{"node_id": "plant", "title": "水厂", "status": "failed", "evidence_ids": ["E-1"]}]}
    second = {
        "nodes": [{"node_id": "main", "status": "running"}],
        "edges": [{"source": "plant", "target": "main"}],
    }
    agent.progress(claim, graph_update=first, summary="The plant is fine.")
    receipt = agent.progress(claim, graph_update=second)
    agent.progress(claim, summary="Waiting for the crew.")
    assert (receipt.update, receipt.nodes, receipt.edges) == (2, 2, 1)
    assert receipt.by_status == {"failed": 1, "reference": 1}
    standing = progress_of_task(agent.store, claim.task_id)
    replayed = ProgressGraph()
    for update in progress_updates_of_task(agent.store, claim.task_id):
        if update.graph_update is not None:
            replayed = graph_after(replayed, update.graph_update)
    assert replayed == standing.graph
    assert (standing.updates, standing.summary) == (3, "Waiting for the crew.")
    with pytest.raises(InvalidInput):
        agent.progress(claim)


def test_a_report_is_kept_whole_with_its_gaps_and_the_map_as_it_stood(agent: Agent) -> None:
    claim = agent.begin()
    agent.evidence(claim, origin="synthetic")
    agent.progress(claim, graph_update={"nodes": [{"node_id": "a", "status": "failed"}]})
    gaps = ({"missing": "Pressure", "why_it_matters": "It decides.", "tried": ("historian",)},)
    finding = {"statement": "Iron is high.", "kind": "cause", "evidence_ids": ("E-1",)}
    receipt = agent.report(
        claim, findings=(finding,), data_gaps=gaps, body="See [E-1].", diagram="graph TD\n  a"
    )
    agent.progress(claim, graph_update={"nodes": [{"node_id": "b"}]})
    told = latest_report(agent.store, claim.task_id)
    gap = DataGap(
        gap_id="G-1", missing="Pressure", why_it_matters="It decides.", tried=("historian",), is_open=True,
        closed_by=None,
    )  # fmt: skip
    assert told == ReportRevision(
        revision=1, generation=1, round_id="R-1", stage="interim", outcome="undetermined", title="T",
        summary="S", body="See [E-1].", reason="R", corrects_revision=None, published_at=agent.now,
        findings=(finding,), data_gaps=(gap,), evidence_ids=("E-1",), answer_ids=(), action_ids=(),
        diagram="graph TD\n  a", node_refs=(), graph=ProgressGraph(nodes=({"node_id": "a", "status":
        "failed"},)), graph_updates=1, synthetic_evidence_ids=("E-1",), flagged_ids=(), sign_offs=(),
    )  # fmt: skip
    assert (receipt.gap_ids, receipt.notes) == (
        ("G-1",), ("It rests on made-up (synthetic) evidence: E-1.",),
    )  # fmt: skip


def test_gaps_are_a_ledger_over_all_reports(agent: Agent) -> None:
    claim = agent.begin()
    new = {"missing": "m", "why_it_matters": "w"}
    agent.report(claim, data_gaps=(new, new))
    receipt = agent.report(claim, data_gaps=(new, {"gap_id": "G-1", "tried": ("asked",), "closed_by": "H-1"}))
    assert receipt.gap_ids == ("G-3", "G-1")
    standing = {gap.gap_id: (gap.is_open, gap.closed_by) for gap in gaps_of_task(agent.store, claim.task_id)}
    assert standing == {"G-1": (False, "H-1"), "G-2": (True, None), "G-3": (True, None)}
    assert investigation(agent.store, claim.task_id).open_gaps == 2
    assert report(agent.store, claim.task_id, 1).data_gaps[0].is_open, "a revision never changes"


def test_after_a_final_report_only_corrections_follow_until_the_next_generation(agent: Agent) -> None:
    claim = agent.begin()
    agent.report(claim, stage="final")
    with pytest.raises(ReportAfterFinal):
        agent.report(claim)
    assert agent.report(claim, stage="final", corrects_revision=1).revision == 2
    assert [head.revision for head in report_heads(agent.store, claim.task_id)] == [2, 1]


def test_a_session_that_takes_over_publishes_the_final_again_before_it_finishes(agent: Agent) -> None:
    first = agent.begin(lease_seconds=60)
    agent.report(first, stage="final")
    agent.wait(60)
    second = agent.claim(first.task_id)
    assert second.if_finished_now is not None
    assert second.if_finished_now.status == "failed"
    agent.report(second, stage="final", corrects_revision=1)
    assert agent.finish(second).status == "completed"


def test_a_required_question_ends_the_round_normally(agent: Agent) -> None:
    claim = agent.begin()
    receipt = agent.ask(claim, is_required=True, fields=({"name": "ntu", "label": "NTU", "kind": "number"},))
    assert (receipt.question_id, "finish_task_run" in receipt.next_step) == ("Q-1", True)
    with pytest.raises(QuestionPending):
        agent.report(claim, stage="final")
    assert agent.finish(claim).status == "waiting_human"
    (question,) = questions_of_task(agent.store, claim.task_id, as_of=agent.now)
    assert (question.state, question.no_response, question.is_required) == ("pending", False, True)


def test_a_question_that_expires_is_settled_by_nobody_and_queues_the_case_again(agent: Agent) -> None:
    claim = agent.begin()
    expires = agent.now + timedelta(hours=1)
    agent.ask(claim, is_required=True, expires_at=expires)
    agent.finish(claim)
    agent.wait(3600)
    task = investigation(agent.store, claim.task_id, as_of=agent.now)
    assert (task.status, task.generation, task.status_at) == ("queued", 2, expires)
    assert agent.claim(claim.task_id).generation == 2
    (question,) = questions_of_task(agent.store, claim.task_id, as_of=agent.now)
    assert (question.state, question.no_response) == ("expired", True)


def test_a_question_that_replaces_another_closes_it(agent: Agent) -> None:
    claim = agent.begin()
    agent.ask(claim, is_required=True)
    agent.ask(claim, supersedes="Q-1", supersede_reason="Not needed any more.")
    first, second = questions_of_task(agent.store, claim.task_id, as_of=agent.now)
    assert (first.state, first.superseded_by, second.supersedes) == ("superseded", "Q-2", "Q-1")
    agent.report(claim, stage="final")
    assert agent.finish(claim).status == "completed"
    assert questions_of_task(agent.store, claim.task_id, as_of=agent.now)[1].state == "cancelled"


def test_a_proposed_action_waits_for_a_person_until_it_expires(agent: Agent) -> None:
    claim = agent.begin()
    agent.report(claim, stage="concluded")
    agent.propose(claim, parameters={"minutes": 20}, expires_at=agent.now + timedelta(hours=1))
    agent.report(claim, stage="final", action_ids=("A-1",))
    assert agent.finish(claim).status == "waiting_review"
    agent.wait(3600)
    assert investigation(agent.store, claim.task_id, as_of=agent.now).status == "completed"
    (action,) = actions_of_task(agent.store, claim.task_id, as_of=agent.now)
    assert (action.state, action.parameters) == ("expired", {"minutes": 20})


def test_an_action_behind_the_final_report_is_refused_until_a_report_speaks_of_it(agent: Agent) -> None:
    claim = agent.begin()
    agent.report(claim)
    agent.report(claim, stage="final")
    with pytest.raises(ActionAfterFinal) as fault:
        agent.propose(claim)
    (problem,) = fault.value.problems
    assert "revision 2" in problem.why
    assert "`concluded` report with publish_task_report and corrects_revision 2" in problem.fix
    agent.report(claim, stage="concluded", corrects_revision=2)  # as the refusal says
    agent.propose(claim)
    agent.report(claim, stage="final", corrects_revision=3, action_ids=("A-1",))
    with pytest.raises(ActionAfterFinal):
        agent.propose(claim)
    assert agent.finish(claim).status == "waiting_review"


def test_an_edge_of_the_map_is_read_in_the_words_of_a_plan_and_is_the_same_request(agent: Agent) -> None:
    claim = agent.begin()
    nodes = [{"node_id": "a", "title": "A"}, {"node_id": "b", "title": "B"}]
    spelled = ({"source": "a", "target": "b"}, {"from": "a", "to": "b"})
    told = [
        agent.progress(claim, request_id="one", graph_update={"nodes": nodes, "edges": [edge]})
        for edge in spelled
    ]
    assert [one.replayed for one in told] == [False, True]
    steps = [{"id": one, "title": one, "actor": "agent"} for one in "ab"]
    told = [agent.plan(claim, request_id="two", nodes=steps, edges=[edge]) for edge in spelled]
    assert [one.replayed for one in told] == [False, True]
    (edge,) = progress_of_task(agent.store, claim.task_id).graph.edges
    assert (edge.source, edge.target) == ("a", "b")


def test_an_agent_relays_a_fact_as_unconfirmed_and_a_person_states_their_own(agent: Agent) -> None:
    task_id = agent.create().task_id
    assert not agent.relay(task_id).is_confirmed
    with pytest.raises(FactIncomplete):
        agent.relay(task_id, quote=None)
    agent.principal = LOCAL_OWNER
    assert agent.relay(task_id, person=None, quote=None, message_id=None).is_confirmed
    relayed, stated = human_evidence_of_task(agent.store, task_id)
    assert (relayed.evidence_id, relayed.person, relayed.quote) == ("H-1", "Wang", "It is yellow.")
    assert stated == HumanEvidence(
        evidence_id="H-2", kind="statement", known_by="seen", told_by=None, statement="The water is yellow.",
        point=None, parameter=None, value=None, unit=None, method=None, observed_at=None, place=None,
        attachment_name=None, attachment_hash=None, person="Local owner", is_relayed=False, quote=None,
        message_id=None, conversation=None, is_confirmed=True, confirmed_at=agent.now,
        confirmed_by="Local owner",
        action_id=None, done_by=None, reference=None, recorded_at=agent.now,
        state="valid", state_at=agent.now, state_reason=None, corrects=None, corrected_by=None,
    )  # fmt: skip
    agent.principal = LOCAL_OWNER.model_copy(update={"scopes": LOCAL_AGENT.scopes})
    with pytest.raises(PermissionDenied):
        agent.relay(task_id)


def test_plans_are_numbered_and_the_newest_holds(agent: Agent) -> None:
    claim = agent.begin()
    agent.plan(claim)
    steps = [{"id": "a", "title": "A", "actor": "agent"}, {"id": "b", "title": "B", "actor": "human"}]
    receipt = agent.plan(claim, nodes=steps, edges=[{"from": "a", "to": "b"}])
    assert (receipt.revision, receipt.schema_version) == (2, "execution-plan@1")
    newest, first = plans_of_task(agent.store, claim.task_id)
    assert [(edge.source, edge.target) for edge in newest.edges] == [("a", "b")]
    assert (first.revision, len(first.nodes)) == (1, 1)


def test_a_presentation_takes_its_data_from_the_evidence(agent: Agent) -> None:
    claim = agent.begin()
    agent.evidence(claim, data=SERIES, **WINDOW)
    agent.show(claim, kind="chart", chart_kind="line", evidence_ids=("E-1",))
    agent.show(claim, kind="map", longitude=120.1, latitude=30.2)
    chart, place = presentations_of_task(agent.store, claim.task_id)
    shown = PresentedEvidence(evidence_id="E-1", title="Turbidity", data=SERIES, **WINDOW)
    assert chart == Presentation(
        presentation_id="P-1", round_id="R-1", generation=1, kind="chart", title="T", chart_kind="line",
        longitude=None, latitude=None, zoom=None, evidence=(shown,), recorded_at=agent.now,
    )  # fmt: skip
    assert (place.longitude, place.latitude, place.evidence) == (120.1, 30.2, ())
    assert presentations_of_task(agent.store, claim.task_id, after=1) == (place,)


def test_every_section_of_the_context_gives_its_records_and_no_others(agent: Agent) -> None:
    claim = agent.begin()
    agent.evidence(claim)
    agent.report(claim)
    sections = {
        "task": {"rounds", "transitions", "data_gaps", "reports", "questions"},
        "progress": {"progress"},
        "plan": set(),
        "reports": {"reports", "latest_report", "data_gaps"},
        "evidence": {"evidence", "human_evidence"},
        "questions": {"questions"},
        "actions": {"actions"},
    }
    every = set().union(*sections.values()) | {"plan", "selected_report"}
    for section, expected in sections.items():
        told = task_context(agent.store, claim.task_id, section=section)  # type: ignore[arg-type]
        assert {name for name in every if getattr(told, name) is not None} == expected, section
    selected = task_context(agent.store, claim.task_id, section="plan", report_revision=1).selected_report
    assert selected == report(agent.store, claim.task_id, 1)


REFUSED: list[tuple[str, dict[str, Any]]] = [
    ("evidence", {"is_truncated": True}),
    ("progress", {"graph_update": {"nodes": [{"node_id": "a", "evidence_ids": ["E-9"]}]}}),
    ("report", {"evidence_ids": ("E-9",)}),
    ("plan", {"nodes": [{"id": "a", "title": "A", "actor": "agent", "status": "failed"}]}),
    ("show", {"kind": "map"}),
    ("ask", {"expires_at": BEGIN}),
    ("propose", {}),
]


@pytest.mark.parametrize(("write", "given"), REFUSED)
def test_what_is_refused_leaves_nothing_behind(agent: Agent, write: str, given: dict[str, Any]) -> None:
    claim = agent.begin()
    before = rows(agent.store)
    with pytest.raises(CaseboardError):
        getattr(agent, write)(claim, **given)
    assert rows(agent.store) == before


WRITES: list[tuple[str, dict[str, Any]]] = [
    ("evidence", {}),
    ("progress", {"summary": "s"}),
    ("report", {}),
    ("plan", {}),
    ("show", {"kind": "map", "longitude": 1.0, "latitude": 2.0}),
    ("ask", {"prompt": "Which?"}),
]


@pytest.mark.parametrize(("write", "given"), WRITES)
def test_every_write_renews_the_lease_is_done_once_and_logged(
    agent: Agent, write: str, given: dict[str, Any]
) -> None:
    claim = agent.begin(lease_seconds=60)
    agent.wait(30)
    own = given | {"request_id": "0c1f2a3b-0000-4000-8000-000000000001"}
    first = getattr(agent, write)(claim, **own)
    assert first.lease_expires_at == agent.now + timedelta(seconds=60)
    before = rows(agent.store)
    assert getattr(agent, write)(claim, **own) == first.model_copy(update={"replayed": True})
    assert rows(agent.store) == before
    with pytest.raises(RequestIdReused):
        getattr(agent, write)(claim, **(own | {"generation": 2}))
    agent.wait(60)
    with pytest.raises(LeaseLost):
        getattr(agent, write)(claim, **given)


def test_a_lease_lost_between_two_writes_refuses_the_second(agent: Agent) -> None:
    first = agent.begin(lease_seconds=60)
    agent.evidence(first)
    agent.wait(61)
    second = agent.claim(first.task_id)
    with pytest.raises(LeaseLost):
        agent.report(first, evidence_ids=("E-1",))
    assert agent.report(second, evidence_ids=("E-1",)).revision == 1


def test_ids_count_within_their_task(agent: Agent) -> None:
    first, second = agent.begin(), agent.begin()
    assert [agent.evidence(claim).evidence_id for claim in (first, second, first)] == ["E-1", "E-1", "E-2"]
    with pytest.raises(UnknownReference):
        agent.report(second, evidence_ids=("E-2",))


def test_secrets_are_masked_before_anything_is_stored(agent: Agent) -> None:
    claim = agent.begin()
    secret = "AKIA" + "IOSFODNN7EXAMPLA"
    receipt = agent.report(claim, body=f"The key is {secret}.", findings=(
        {"statement": f"key {secret}", "kind": "observation"},
    ))  # fmt: skip
    assert receipt.secrets_masked == 2
    with agent.store.reading() as cursor:
        for (table,) in cursor.execute("SELECT table_name FROM duckdb_tables()").fetchall():
            assert (
                cursor.execute(f"FROM {table} t WHERE contains(t::VARCHAR, '{secret}')").fetchall() == []
            ), table


def test_a_case_passes_the_verification_and_what_is_bent_is_found(agent: Agent) -> None:
    claim = agent.begin()
    agent.evidence(claim)
    agent.progress(claim, summary="s")
    agent.ask(claim)
    agent.report(claim, stage="final")
    agent.finish(claim)
    agent.claim(agent.create().task_id)
    (check,) = [one for one in verify(agent.store).checks if one.name == "cases"]
    assert (check.checked, check.faults) == (15, 0)
    bent = {
        "UPDATE report_revision SET revision = 2": "report_revision",
        "UPDATE evidence SET round_id = 'R-9'": "evidence",
        "UPDATE investigation_task SET status = 'running' WHERE status = 'completed'": "task",
        "DELETE FROM progress_update": "map",
        "UPDATE question SET state = 'answered'": "question",
    }
    for statement, word in bent.items():
        with agent.store.rehearsal() as transaction:
            transaction.cursor.execute(statement)
            (told,) = transaction.run("verify_cases")
        assert [name.split()[0] for name in told["examples"]] == [word], statement


ODD = [
    "a\x00b",
    "\u202elive",
    "'; DROP TABLE evidence; --",
    "$task_id",
    "𐍈 浊度",
    "line\r\nbreak\t",
    "x" * 300,
]


@pytest.mark.parametrize("text", ODD)
def test_any_text_comes_back_as_it_was_given(agent: Agent, text: str) -> None:
    claim = agent.begin()
    table = {
        "kind": "table",
        "columns": [{"name": text}],
        "rows": [[text], [2**63 - 1], [1.5], [True], [None]],
    }
    agent.evidence(claim, title=text, data=table)
    agent.progress(claim, graph_update={"nodes": [{"node_id": text[:100], "title": text}]})
    agent.report(claim, title=text, findings=({"statement": text, "kind": "observation"},))
    agent.ask(claim, prompt=text, options=(text,))
    agent.propose(claim, parameters={text: {text: [text, 1, None]}})
    (piece,) = evidence_of_task(agent.store, claim.task_id)
    assert piece.title == text
    assert piece.data is not None
    assert piece.data.rows == ((text,), (2**63 - 1,), (1.5,), (True,), (None,))  # type: ignore[union-attr]
    assert progress_of_task(agent.store, claim.task_id).graph.nodes[0].title == text
    assert report(agent.store, claim.task_id, 1).findings[0].statement == text
    assert questions_of_task(agent.store, claim.task_id)[0].options == (text,)
    assert actions_of_task(agent.store, claim.task_id)[0].parameters == {text: {text: [text, 1, None]}}


@pytest.mark.parametrize("value", [2**63, float("nan"), float("inf"), json.loads("[" * 30 + "]" * 30)])
def test_a_value_that_could_not_be_given_back_is_refused(agent: Agent, value: Any) -> None:
    claim = agent.begin()
    agent.report(claim)
    with pytest.raises(ValidationError):
        agent.propose(claim, parameters={"a": value})
    with pytest.raises(ValidationError):
        agent.evidence(claim, data={"kind": "table", "columns": [{"name": "a"}], "rows": [[value]]})


def test_large_data_is_left_out_of_the_list_and_given_for_its_piece(agent: Agent) -> None:
    claim = agent.begin()
    large = {"kind": "table", "columns": [{"name": "a"}], "rows": [[number] for number in range(1000)]}
    agent.evidence(claim, data=large)
    agent.evidence(claim, data=SERIES)
    listed = task_context(agent.store, claim.task_id, section="evidence").evidence
    assert listed is not None
    assert [one.data is None for one in listed] == [True, False]
    alone = task_context(agent.store, claim.task_id, section="evidence", evidence_id="E-1").evidence
    assert alone == evidence_of_task(agent.store, claim.task_id)[:1]
