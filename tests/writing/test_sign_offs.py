"""Sign-offs: each person for themselves, of one revision, never inherited, and nothing of it ever lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from data_access.contracts.case_receipts import ClaimReceipt
from data_access.contracts.principal import LOCAL_AGENT, LOCAL_OWNER
from data_access.contracts.sign_off_calls import SignOffCall, SignOffReceipt
from data_access.errors import (
    AlreadySignedOff,
    CaseboardError,
    NotCorrectable,
    PermissionDenied,
    ReasonMissing,
    RequestIdReused,
    TaskCancelled,
    UnknownReference,
    UnknownRevision,
)
from data_access.reading.case_bundle import case_bundle
from data_access.reading.case_chronology import what_was_done
from data_access.reading.case_happenings import case_happenings
from data_access.reading.case_reports import report, report_heads
from data_access.reading.change_log import changes
from data_access.reading.investigations import investigation
from data_access.reading.report_comparison import report_comparison
from data_access.reading.report_sign_offs import report_sign_offs, reports_to_sign_off
from data_access.reading.verify import verify
from data_access.store.connection import Store
from data_access.writing.case_write import Author
from data_access.writing.sign_off_reports import sign_off_report_revision
from tests.writing.cases import Agent
from tests.writing.people import Person
from tests.writing.revisions import put_revisions, revision_row
from tests.writing.test_case_bundles import restore
from tests.writing.test_people_races import SIXTEEN, SOME, at_once


@pytest.fixture
def agent(fresh_store: Store) -> Agent:
    return Agent(fresh_store)


@pytest.fixture
def claim(agent: Agent) -> ClaimReceipt:
    """A running case with two revisions of its report."""
    begun = agent.begin(lease_seconds=1800)
    for stage in ("interim", "concluded"):
        agent.report(begun, stage=stage)
    return begun


def standing(person: Person, *, history: bool = True) -> list[tuple[Any, ...]]:
    told = report_sign_offs(person.agent.store, person.task_id).items
    return [
        (one.sign_off_id, one.revision, one.verdict, one.person, one.state)
        for one in told
        if history or one.state == "valid"
    ]


def test_each_person_signs_each_revision_for_themselves_and_none_is_inherited(
    agent: Agent, claim: ClaimReceipt
) -> None:
    wang, li = Person(agent, claim.task_id), Person(agent, claim.task_id, "Li")
    before = investigation(agent.store, claim.task_id)
    first = wang.sign_off(1)
    assert (first.sign_off_id, first.revision, first.newest_revision, first.state) == ("S-1", 1, 2, "valid")
    li.sign_off(2, verdict="needs_work", note="The valve is not named.")
    counted = before.model_copy(update={"latest_needs_work": 1})
    assert investigation(agent.store, claim.task_id) == counted, "it moves nothing"
    agent.report(claim, stage="final")
    heads = {
        head.revision: [one.person for one in head.sign_offs]
        for head in report_heads(agent.store, claim.task_id)
    }
    assert heads == {3: [], 2: ["Li"], 1: ["Wang"]}
    told = report_comparison(agent.store, claim.task_id, 1, 2)
    assert [one.note for one in told.after.sign_offs] == ["The valve is not named."]
    assert [one.verdict for one in report(agent.store, claim.task_id, 1).sign_offs] == ["reviewed"]
    own = report_sign_offs(agent.store, claim.task_id, principal_id="person-Li", report_revision=2)
    assert (own.yours, own.newest_revision, own.total) == (("S-2",), 3, 1)
    assert (own.items[0].is_verified, own.items[0].origin) == (True, "human")


def test_a_change_names_what_it_takes_the_place_of_and_keeps_it(agent: Agent, claim: ClaimReceipt) -> None:
    wang = Person(agent, claim.task_id)
    wang.sign_off(2)
    with pytest.raises(AlreadySignedOff, match="S-1, reviewed"):
        wang.sign_off(2, verdict="needs_work", note="No.")
    wang.sign_off(2, verdict="needs_work", note="The unit is wrong.", corrects="S-1")
    with pytest.raises(AlreadySignedOff, match="S-2, needs_work"):
        wang.sign_off(2, corrects="S-1")  # a tab of yesterday
    wang.withdraw_sign_off("S-2", reason="A slip.")
    with pytest.raises(NotCorrectable):
        wang.withdraw_sign_off("S-2")
    assert wang.sign_off(2).sign_off_id == "S-3"
    assert standing(wang) == [
        ("S-1", 2, "reviewed", "Wang", "corrected"),
        ("S-2", 2, "needs_work", "Wang", "withdrawn"),
        ("S-3", 2, "reviewed", "Wang", "valid"),
    ]
    items = report_sign_offs(agent.store, claim.task_id).items
    assert [(one.corrects, one.corrected_by, one.withdrawn_reason) for one in items] == [
        (None, "S-2", None), ("S-1", None, "A slip."), (None, None, None),
    ]  # fmt: skip
    assert verify(agent.store).faults == 0


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"report_revision": 3}, UnknownRevision),
        ({"verdict": "needs_work"}, ReasonMissing),
        ({"corrects": "S-9"}, UnknownReference),
        ({"corrects": "S-1"}, NotCorrectable),
    ],
)
def test_what_cannot_be_signed_is_refused_and_leaves_nothing(
    agent: Agent, claim: ClaimReceipt, given: dict[str, Any], error: type[CaseboardError]
) -> None:
    Person(agent, claim.task_id, "Li").sign_off(2)
    wang = Person(agent, claim.task_id)
    with pytest.raises(error):
        wang.sign_off(**given)
    with pytest.raises(NotCorrectable, match="somebody else"):
        wang.withdraw_sign_off("S-1")
    assert standing(wang) == [("S-1", 2, "reviewed", "Li", "valid")]


def test_a_revision_that_was_not_brought_along_is_not_signed(agent: Agent, claim: ClaimReceipt) -> None:
    put_revisions(agent.store, [revision_row(claim.task_id, 4)])
    wang = Person(agent, claim.task_id)
    with pytest.raises(UnknownRevision, match="no revision 3: the newest is 4"):
        wang.sign_off(3)
    assert wang.sign_off(4).newest_revision == 4


def test_a_sign_off_is_of_its_revision_alone(agent: Agent, claim: ClaimReceipt) -> None:
    wang = Person(agent, claim.task_id)
    wang.sign_off(1)
    with pytest.raises(NotCorrectable, match="revision 1"):
        wang.sign_off(2, corrects="S-1")
    assert wang.sign_off(2).sign_off_id == "S-2"


def test_nobody_signs_who_is_no_person_or_may_not_decide(agent: Agent, claim: ClaimReceipt) -> None:
    call = SignOffCall(request_id="r", task_id=claim.task_id, report_revision=1, verdict="reviewed")
    reader = LOCAL_OWNER.model_copy(update={"scopes": frozenset({"read", "publish", "operate"})})
    agent_that_decides = LOCAL_AGENT.model_copy(update={"scopes": frozenset({"read", "decide"})})
    for principal in (reader, LOCAL_AGENT, agent_that_decides):
        with pytest.raises(PermissionDenied):
            sign_off_report_revision(agent.store, call, author=Author(principal, "rest", lambda: agent.now))


def test_a_case_that_ended_is_signed_off_and_a_cancelled_one_takes_nothing(
    agent: Agent, claim: ClaimReceipt
) -> None:
    wang = Person(agent, claim.task_id)
    agent.report(claim, stage="final")
    agent.finish(claim)
    assert wang.sign_off(3).status == "completed"
    other = agent.begin()
    agent.report(other)
    gone = Person(agent, other.task_id)
    gone.cancel()
    with pytest.raises(TaskCancelled):
        gone.sign_off(1)


def test_a_repetition_writes_once_and_another_content_is_refused(agent: Agent, claim: ClaimReceipt) -> None:
    wang = Person(agent, claim.task_id)
    first = wang.sign_off(2, request_id="r")
    agent.report(claim, stage="final")
    assert wang.sign_off(2, request_id="r") == first.model_copy(update={"replayed": True})
    with pytest.raises(RequestIdReused):
        wang.sign_off(1, request_id="r")
    assert len(standing(wang)) == 1


def test_what_is_signed_is_told_in_log_feed_notices_and_chronology(agent: Agent, claim: ClaimReceipt) -> None:
    wang = Person(agent, claim.task_id)
    wang.sign_off(2, verdict="needs_work", note="sk-ant-api03-" + "x7Qp" * 20)
    agent.wait(1)
    wang.withdraw_sign_off()
    log = [row for row in changes(agent.store, withheld=()).items if row.subject_kind == "report_sign_off"]
    assert [(row.action, row.subject_id, row.task_id) for row in log] == [
        (name, f"{claim.task_id}/S-1", claim.task_id)
        for name in ("withdraw_sign_off", "sign_off_report_revision")
    ]
    note = report_sign_offs(agent.store, claim.task_id).items[0].note
    assert note is not None
    assert "x7Qp" not in note + "".join(row.model_dump_json() for row in log), "secrets are masked"
    told = case_happenings(agent.store, kinds=("report_signed_off",)).items
    assert [(one.item_id, one.detail, one.who) for one in told] == [
        ("2", "withdrawn", "Wang"),
        ("2", "needs_work", "Wang"),
    ]
    done = what_was_done(agent.store, claim.task_id, kind="sign_off").items
    assert [(one.item_id, one.code, one.who) for one in done] == [
        ("2", "needs_work", "Wang"),
        ("2", "withdrawn", "Wang"),
    ]
    with agent.store.reading() as cursor:
        notices = cursor.execute(
            "SELECT subject_id, detail FROM notice WHERE kind = 'report_signed_off' ORDER BY ordinal"
        ).fetchall()
    assert notices == [("S-1", "needs_work"), ("S-1", "withdrawn")]


def test_a_newest_revision_is_to_be_signed_until_the_viewer_has_and_an_interim_one_is_not(
    agent: Agent, claim: ClaimReceipt
) -> None:
    wang, li = Person(agent, claim.task_id), Person(agent, claim.task_id, "Li")
    agent.report(agent.begin(), stage="interim")

    def asked(name: str) -> list[tuple[int, int, int, int | None]]:
        told = reports_to_sign_off(agent.store, principal_id=f"person-{name}")
        return [(one.revision, one.reviewed, one.needs_work, one.yours_before) for one in told.items]

    assert asked("Wang") == [(2, 0, 0, None)]
    wang.sign_off(2)
    li.sign_off(1)
    assert (asked("Wang"), asked("Li")) == ([], [(2, 1, 0, 1)])
    agent.report(claim, stage="final")
    assert asked("Wang") == [(3, 0, 0, 2)], "a new revision inherits nothing"
    wang.sign_off(3, verdict="needs_work", note="No unit.")
    assert (asked("Wang"), asked("Li")) == ([], [(3, 0, 1, 1)])
    wang.withdraw_sign_off("S-3")
    assert asked("Wang") == [(3, 0, 0, 2)]
    wang.cancel()
    assert asked("Wang") == []


def test_the_list_of_what_is_to_be_signed_goes_on_where_it_was_cut(agent: Agent) -> None:
    cases = []
    for _ in range(5):
        begun = agent.begin(lease_seconds=1800)
        agent.report(begun, stage="concluded")
        cases.append(begun.task_id)
    found: list[str] = []
    cursor: str | None = None
    while True:
        page = reports_to_sign_off(agent.store, principal_id="p", limit=2, cursor=cursor)
        assert page.total == 5
        found += [one.task_id for one in page.items]
        cursor = page.next_cursor
        if cursor is None:
            break
    assert found == sorted(cases), "published at one moment: by id, none twice, none lost"


@SOME
def test_of_sixteen_people_at_once_each_stands_and_of_one_person_at_once_one_does(
    agent: Agent, claim: ClaimReceipt, times: int
) -> None:
    people = [Person(agent, claim.task_id, name) for name in SIXTEEN]
    told = at_once([partial(one.sign_off, 2, request_id="r") for one in people])
    assert Counter(type(one).__name__ for one in told) == {"SignOffReceipt": 16}
    assert sorted(one.sign_off_id for one in told) == sorted(f"S-{n}" for n in range(1, 17))
    wang = Person(agent, claim.task_id)

    def one_of_eight(write: Callable[..., SignOffReceipt], *given: object, lost: str, **more: object) -> str:
        told = at_once([partial(write, *given, request_id=agent.request(), **more) for _ in range(8)])
        assert Counter(one if isinstance(one, str) else "kept" for one in told) == {"kept": 1, lost: 7}
        (kept,) = [one.sign_off_id for one in told if not isinstance(one, str)]
        return str(kept)

    for _ in range(times):
        first = one_of_eight(wang.sign_off, 2, lost="already_signed_off")
        second = one_of_eight(wang.sign_off, 2, corrects=first, lost="already_signed_off")
        one_of_eight(wang.withdraw_sign_off, second, lost="not_correctable")
    assert verify(agent.store).faults == 0


def test_a_bundle_carries_every_sign_off_with_its_history(agent: Agent, claim: ClaimReceipt) -> None:
    wang = Person(agent, claim.task_id)
    wang.sign_off(2)
    wang.sign_off(2, verdict="needs_work", note="No.", corrects="S-1")
    wang.withdraw_sign_off("S-2", reason="A slip.")
    told = [
        line for line in case_bundle(agent.store, [claim.task_id]).lines if line.get("record") == "sign_off"
    ]
    assert [(line["sign_off_id"], line.get("corrects"), line.get("withdrawn_reason")) for line in told] == [
        ("S-1", None, None), ("S-2", "S-1", "A slip."),
    ]  # fmt: skip
    assert not any("is_verified" in line for line in told)


def test_a_restored_sign_off_is_of_nobody_here_and_both_stand_and_travel_on(
    agent: Agent, claim: ClaimReceipt, tmp_path: Path
) -> None:
    Person(agent, claim.task_id).sign_off(2)
    with Store.open(None) as there:
        assert restore(there, tmp_path, case_bundle(agent.store, [claim.task_id]).text).rejected == 0
        wang = Person(Agent(there, now=agent.now + timedelta(days=1)), claim.task_id)
        assert report_sign_offs(there, claim.task_id, principal_id="person-Wang").yours == ()
        with pytest.raises(NotCorrectable, match="somebody else"):
            wang.withdraw_sign_off("S-1")
        assert wang.sign_off(2).sign_off_id == "S-2"
        told = report_sign_offs(there, claim.task_id, principal_id="person-Wang")
        assert [(one.sign_off_id, one.state, one.is_verified) for one in told.items] == [
            ("S-1", "valid", None), ("S-2", "valid", True),
        ]  # fmt: skip
        assert told.yours == ("S-2",)
        assert verify(there).faults == 0
        text = case_bundle(there, [claim.task_id]).text
        with Store.open(None) as further:
            assert restore(further, tmp_path, text, "again.jsonl").rejected == 0
            assert case_bundle(further, [claim.task_id]).text == text
