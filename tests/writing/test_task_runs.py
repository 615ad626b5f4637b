"""A round from its claim to its end, by function: one winner, one lease, what expires is written down."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from data_access.contracts.investigation import InvestigationTask
from data_access.contracts.principal import LOCAL_AGENT, Principal
from data_access.errors import (
    CaseboardError,
    InvalidInput,
    LeaseLost,
    NotFound,
    PermissionDenied,
    RequestIdReused,
    StaleGeneration,
    TaskNotQueued,
    WrongStatus,
)
from data_access.reading.investigations import (
    investigation,
    investigations,
    rounds_of_task,
    transitions_of_task,
)
from data_access.store.connection import Store
from data_access.writing.agent_looks import note_agent_look
from data_access.writing.case_expiries import settle_expiries
from tests.writing.cases import BEGIN, Agent

READER = Principal(kind="agent", id="reader", name="Reader", scopes=frozenset({"read"}), is_verified=True)


@pytest.fixture
def agent(fresh_store: Store) -> Agent:
    return Agent(fresh_store)


def audited(store: Store) -> list[tuple[str, str, str]]:
    with store.reading() as cursor:
        return cursor.execute(
            "SELECT principal_id, action, subject_id FROM audit ORDER BY audit_id"
        ).fetchall()


def test_a_new_task_is_queued_and_nobody_works_on_it(agent: Agent) -> None:
    task_id = agent.create(project="north", description="Since Monday.").task_id
    assert investigation(agent.store, task_id, as_of=agent.now) == InvestigationTask(
        task_id=task_id, title="Yellow water in twelve households", description="Since Monday.",
        project="north", origin="real", status="queued", status_at=BEGIN, status_reason=None,
        generation=1, attempts=0, rounds=0,
        round_id=None, agent=None, lease_expires_at=None, wait_until=None, created_at=BEGIN,
        created_by="Local program", restored_with=None, updated_at=BEGIN, latest_revision=None,
        latest_stage=None, latest_outcome=None, latest_reviewed=0, latest_needs_work=0, evidence=0,
        open_gaps=0, pending_questions=0,
        pending_required_questions=0, pending_actions=0, waiting_since_at=None, agent_looked_at=None,
        related=(),
    )  # fmt: skip


def test_a_task_is_created_once_however_often_the_request_is_repeated(agent: Agent) -> None:
    first, again = agent.create(request_id="once"), agent.create(request_id="once")
    assert again == first.model_copy(update={"replayed": True})
    assert investigations(agent.store).total == 1
    with pytest.raises(RequestIdReused):
        agent.create(request_id="once", title="Another one")


def test_a_task_is_related_to_others_that_exist(agent: Agent) -> None:
    other = agent.create().task_id
    task_id = agent.create(related_task_ids=(other, other)).task_id
    related = investigation(agent.store, task_id).related
    assert [one.task_id for one in related] == [other]
    with pytest.raises(NotFound):
        agent.create(related_task_ids=("T-nothing",))


def test_whoever_may_only_read_writes_nothing(agent: Agent) -> None:
    agent.principal = READER
    with pytest.raises(PermissionDenied):
        agent.create()
    assert investigations(agent.store).total == 0


def test_a_claim_opens_a_round_with_a_lease(agent: Agent) -> None:
    claim = agent.begin(agent="Orca", lease_seconds=60)
    assert (claim.status, claim.generation, claim.attempt, claim.round_id) == ("running", 1, 1, "R-1")
    task = investigation(agent.store, claim.task_id, as_of=agent.now)
    assert (task.agent, task.lease_expires_at) == ("Orca", BEGIN + timedelta(seconds=60))


def test_of_sixteen_sessions_that_claim_at_once_one_wins(agent: Agent) -> None:
    task_id = agent.create().task_id

    def claimed(number: int) -> str:
        try:
            return agent.claim(task_id, request_id=f"claim-{number}").lease_token
        except TaskNotQueued:
            return ""

    with ThreadPoolExecutor(16) as threads:
        tokens = list(threads.map(claimed, range(16)))
    assert len([token for token in tokens if token]) == 1
    assert len(rounds_of_task(agent.store, task_id)) == 1


def test_sixteen_repetitions_of_one_claim_get_the_same_lease(agent: Agent) -> None:
    task_id = agent.create().task_id
    with ThreadPoolExecutor(16) as threads:
        claims = list(threads.map(lambda _: agent.claim(task_id, request_id="mine"), range(16)))
    assert len({claim.lease_token for claim in claims}) == 1
    assert [claim.replayed for claim in claims].count(False) == 1


def test_the_lease_token_is_kept_nowhere_but_in_the_receipt(agent: Agent) -> None:
    token = agent.begin().lease_token
    with agent.store.reading() as cursor:
        tables = [row[0] for row in cursor.execute("SELECT table_name FROM duckdb_tables()").fetchall()]
        holding = [
            table
            for table in tables
            if cursor.execute(
                f"SELECT count(*) FROM {table} t WHERE contains(t::VARCHAR, '{token}')"
            ).fetchone()
            != (0,)
        ]
    assert holding == ["receipt"]


def test_a_write_renews_the_lease_and_silence_ends_it(agent: Agent) -> None:
    claim = agent.begin(lease_seconds=60)
    agent.wait(59)
    assert agent.renew(claim).lease_expires_at == agent.now + timedelta(seconds=60)
    agent.wait(60)
    with pytest.raises(LeaseLost) as lost:
        agent.renew(claim)
    assert "lease_expired" in lost.value.problems[0].why
    assert investigation(agent.store, claim.task_id, as_of=agent.now).status == "queued"


def test_what_expired_is_written_down_before_the_refusal_and_by_the_desk(agent: Agent) -> None:
    claim = agent.begin(lease_seconds=60)
    agent.wait(100)
    with pytest.raises(LeaseLost):
        agent.renew(claim)
    last = transitions_of_task(agent.store, claim.task_id)[-1]
    assert (last.to_status, last.moved_by) == ("queued", "lease_expired")
    assert last.occurred_at == BEGIN + timedelta(seconds=60)
    assert last.recorded_at == BEGIN + timedelta(seconds=100)
    assert audited(agent.store)[-1] == ("desk", "lease_expired", claim.task_id)


def test_the_desk_writes_expiries_down_by_itself(agent: Agent) -> None:
    first, second = agent.begin(lease_seconds=60), agent.begin(lease_seconds=90)
    agent.wait(200)
    assert settle_expiries(agent.store, lambda: agent.now) == 2
    assert settle_expiries(agent.store, lambda: agent.now) == 0
    ends = [rounds_of_task(agent.store, one.task_id)[0].ended_at for one in (first, second)]
    assert ends == [BEGIN + timedelta(seconds=60), BEGIN + timedelta(seconds=90)]


def test_an_expired_lease_counts_on_reading_before_it_is_written_down(agent: Agent) -> None:
    claim = agent.begin(lease_seconds=60)
    agent.wait(61)
    before = (
        investigation(agent.store, claim.task_id, as_of=agent.now),
        rounds_of_task(agent.store, claim.task_id, as_of=agent.now),
    )
    settle_expiries(agent.store, lambda: agent.now)
    after = (
        investigation(agent.store, claim.task_id, as_of=agent.now).model_copy(
            update={"updated_at": before[0].updated_at}
        ),
        rounds_of_task(agent.store, claim.task_id, as_of=agent.now),
    )
    assert before == after


def test_the_next_session_takes_over_the_same_generation(agent: Agent) -> None:
    first = agent.begin(lease_seconds=60)
    agent.wait(60)
    second = agent.claim(first.task_id)
    assert (second.generation, second.attempt, second.round_id) == (1, 2, "R-2")
    with pytest.raises(LeaseLost):
        agent.renew(first)
    assert agent.renew(second).round_id == "R-2"


def test_a_replay_is_answered_first_and_revives_no_lease(agent: Agent) -> None:
    claim = agent.begin(lease_seconds=60)
    kept = agent.renew(claim, request_id="kept")
    agent.wait(3600)
    assert agent.renew(claim, request_id="kept") == kept.model_copy(update={"replayed": True})
    assert investigation(agent.store, claim.task_id, as_of=agent.now).status == "queued"
    with pytest.raises(LeaseLost):
        agent.renew(claim)


def test_the_token_is_no_part_of_what_was_asked(agent: Agent) -> None:
    claim = agent.begin()
    agent.renew(claim, request_id="kept")
    assert agent.renew(claim, request_id="kept", lease_token="another").replayed


def test_another_generation_or_token_is_refused(agent: Agent) -> None:
    claim = agent.begin()
    with pytest.raises(StaleGeneration, match="is in generation 1, not 2"):
        agent.renew(claim, generation=2)
    with pytest.raises(LeaseLost, match="not one of task"):
        agent.renew(claim, lease_token="lease-of-nobody")


def test_a_round_without_a_final_report_fails_with_its_reason(agent: Agent) -> None:
    claim = agent.begin()
    receipt = agent.finish(claim, reason="The historian does not answer.")
    assert (receipt.status, receipt.lease_expires_at, receipt.if_finished_now) == ("failed", None, None)
    task = investigation(agent.store, claim.task_id, as_of=agent.now)
    assert task.status_reason == "The historian does not answer."
    (only,) = rounds_of_task(agent.store, claim.task_id)
    assert (only.end_reason, only.end_note) == ("finished", "The historian does not answer.")
    with pytest.raises(LeaseLost):
        agent.finish(claim)
    with pytest.raises(TaskNotQueued, match="is failed; claim_task is only for a task that is queued"):
        agent.claim(claim.task_id)


def test_a_calculation_sets_the_task_aside_until_somebody_resumes_it(agent: Agent) -> None:
    claim = agent.begin()
    assert agent.calculate(claim).status == "waiting_calculation"
    with pytest.raises(TaskNotQueued):
        agent.claim(claim.task_id)
    assert (agent.resume(claim.task_id).status, agent.claim(claim.task_id).generation) == ("queued", 1)
    with pytest.raises(WrongStatus):
        agent.resume(claim.task_id)


def test_a_calculation_with_a_time_queues_the_task_by_itself(agent: Agent) -> None:
    claim = agent.begin()
    until = agent.now + timedelta(hours=1)
    with pytest.raises(InvalidInput):
        agent.calculate(claim, until=BEGIN)
    agent.calculate(claim, until=until)
    agent.wait(3600)
    task = investigation(agent.store, claim.task_id, as_of=agent.now)
    assert (task.status, task.status_at, task.wait_until) == ("queued", until, None)
    assert agent.claim(claim.task_id).attempt == 2


def test_a_task_that_does_not_exist_is_not_found(agent: Agent) -> None:
    with pytest.raises(NotFound):
        agent.claim("T-nothing")
    with pytest.raises(NotFound):
        investigation(agent.store, "T-nothing")


def test_every_write_is_in_the_change_log_in_its_transaction(agent: Agent) -> None:
    claim = agent.begin()
    agent.renew(claim)
    with pytest.raises(CaseboardError):
        agent.renew(claim, generation=9)
    agent.finish(claim)
    actions = [row[1] for row in audited(agent.store)]
    assert actions == ["create_task", "claim_task", "renew_task_lease", "finish_task_run"]
    assert {row[0] for row in audited(agent.store)} == {LOCAL_AGENT.id}


def test_cases_are_listed_by_status_project_and_text_a_page_at_a_time(agent: Agent) -> None:
    made = []
    for number in range(5):
        agent.wait(1)
        made.append(agent.create(title=f"Case {number}", project="north" if number % 2 else "south").task_id)
    agent.claim(made[0])
    assert [
        one.task_id for one in investigations(agent.store, statuses=("running",), as_of=agent.now).items
    ] == [made[0]]
    assert investigations(agent.store, project="north").total == 2
    assert [one.task_id for one in investigations(agent.store, q="CASE 3").items] == [made[3]]
    seen, cursor = [], None
    while True:
        page = investigations(agent.store, limit=2, cursor=cursor, as_of=agent.now)
        assert page.total == 5
        seen += [one.task_id for one in page.items]
        cursor = page.next_cursor
        if cursor is None:
            break
    assert sorted(seen) == sorted(made)


def test_a_queued_task_says_when_an_agent_last_looked(agent: Agent) -> None:
    task_id = agent.create().task_id
    assert investigation(agent.store, task_id).agent_looked_at is None
    for seconds in (1, 3, 10):
        agent.wait(seconds)
        note_agent_look(agent.store, author=agent.author)
    assert investigation(agent.store, task_id).agent_looked_at == BEGIN + timedelta(seconds=14)
    assert [row[1] for row in audited(agent.store)] == ["create_task"]
