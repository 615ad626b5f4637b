"""Bundles: what leaves comes back equal, what does not hold together is named line by line."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data_access.contracts.importing import BatchReport, ImportCall
from data_access.contracts.people_calls import ReinvestigateCall
from data_access.contracts.principal import LOCAL_OWNER
from data_access.errors import CaseboardError, CaseWrittenSince, NotFound
from data_access.importers.case_bundle import FORMAT
from data_access.importers.formats import ReadFrom, SourceFile
from data_access.importers.sink import Sink
from data_access.reading.case_bundle import case_bundle, write_case_bundle
from data_access.reading.case_chronology import what_was_done
from data_access.reading.case_records import progress_of_task
from data_access.reading.case_reports import report_heads
from data_access.reading.investigations import investigation, rounds_of_task
from data_access.reading.verify import verify
from data_access.store.connection import Store
from data_access.writing.case_write import Author
from data_access.writing.import_records import import_records
from data_access.writing.person_moves import request_reinvestigation
from data_access.writing.remove_batch import remove_batch
from tests.pages.cases import full_case
from tests.writing.cases import Agent
from tests.writing.people import Person

SAMPLE = "sample_data/yellow_water/case/yellow-water.jsonl"
TASK = "T-yellow-water"
Line = dict[str, Any]


def restore(store: Store, folder: Path, text: str | bytes, name: str = "case.jsonl") -> BatchReport:
    file = folder / name
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    report = import_records(store, ImportCall(paths=(str(file),)))
    return report.batches[0]


def written(lines: list[Line]) -> str:
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines)


@pytest.fixture
def lines(checkout: Path) -> list[Line]:
    """The sample case, line by line."""
    text = (checkout / SAMPLE).read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]


def stored(report: BatchReport) -> int:
    return report.records - report.other_records - report.rejected - report.duplicates_ignored


def line_of(lines: list[Line], record: str, number: int = 1) -> Line:
    return [line for line in lines if line.get("record") == record][number - 1]


# Equality ---------------------------------------------------------------------------------------------
WORDS = st.sampled_from(["黄水", "valve 3", 'a "quoted" <b>', "x" * 200, "—", "0.31 → 0.13 mg/L"])
DOINGS = (
    "evidence", "cut", "correct", "withdraw", "map", "fail", "plan", "report", "final", "ask", "propose",
    "relay", "show", "wait", "finish", "calculate", "resume", "claim", "sign", "change_sign", "unsign",
)  # fmt: skip
STEPS = st.lists(st.tuples(st.sampled_from(DOINGS), WORDS, st.integers(1, 3)), max_size=25)


class Story:
    """Lets an agent do what comes; what the desk refuses is left out."""

    def __init__(self, store: Store) -> None:
        self.agent = Agent(store)
        self.task_id = self.agent.create(description="描述", project="north").task_id
        self.claim = self.agent.claim(self.task_id, conversation_ids=["run-1"])

    def do(self, step: str, word: str, number: int) -> None:
        with suppress(CaseboardError):
            getattr(self, f"_{step}")(word, number)

    def _evidence(self, word: str, number: int) -> None:
        points = [{"at": f"2026-05-01T0{number}:00:00.25Z", "value": number / 3}]
        data = {"kind": "series", "parameter": word, "unit": "mg/L", "points": points}
        self.agent.evidence(self.claim, title=word, data=data, origin="synthetic" if number == 2 else "real")

    def _cut(self, word: str, number: int) -> None:
        self.agent.evidence(self.claim, title=word, is_truncated=True, truncation=f"first {number} rows")

    def _correct(self, word: str, number: int) -> None:
        self.agent.evidence(self.claim, title=word, corrects=f"E-{number}", correction_reason=word)

    def _withdraw(self, word: str, number: int) -> None:
        self.agent.withdraw(self.claim, f"E-{number}")

    def _map(self, word: str, number: int) -> None:
        nodes = [{"node_id": f"n{number}", "title": word, "status": "completed"}, {"node_id": "n0"}]
        update = {"nodes": nodes, "edges": [{"source": "n0", "target": f"n{number}", "label": word}]}
        self.agent.progress(self.claim, summary=word, graph_update=update)

    def _fail(self, word: str, number: int) -> None:
        self.agent.progress(
            self.claim, graph_update={"nodes": [{"node_id": f"n{number}", "status": "failed"}]}
        )

    def _plan(self, word: str, number: int) -> None:
        nodes = [{"id": "a", "title": word, "actor": "human"}, {"id": "b", "title": "B", "actor": "agent"}]
        self.agent.plan(self.claim, nodes=nodes, edges=[{"from": "a", "to": "b"}])

    def _report(self, word: str, number: int) -> None:
        gap = {"missing": word, "why_it_matters": word, "tried": [word]}
        self.agent.report(self.claim, body=f"{word} [E-{number}]", data_gaps=[gap])

    def _final(self, word: str, number: int) -> None:
        finding = {"statement": word, "kind": "cause", "evidence_ids": [f"E-{number}"]}
        self.agent.report(self.claim, stage="final", outcome="probable", findings=[finding])

    def _ask(self, word: str, number: int) -> None:
        self.agent.ask(self.claim, prompt=word, is_required=number == 1)

    def _propose(self, word: str, number: int) -> None:
        self.agent.propose(self.claim, title=word, parameters={"n": number}, evidence_ids=["E-1"])

    def _relay(self, word: str, number: int) -> None:
        self.agent.relay(self.task_id, statement=word)

    def _show(self, word: str, number: int) -> None:
        self.agent.show(self.claim, title=word, kind="chart", chart_kind="line", evidence_ids=[f"E-{number}"])

    def _wait(self, word: str, number: int) -> None:
        self.agent.wait(number * 7.001001)

    def _finish(self, word: str, number: int) -> None:
        self.agent.finish(self.claim, reason=word)

    def _calculate(self, word: str, number: int) -> None:
        self.agent.calculate(self.claim, reason=word)

    def _resume(self, word: str, number: int) -> None:
        self.agent.resume(self.task_id)

    def _sign(self, word: str, number: int) -> None:
        Person(self.agent, self.task_id, word[:20]).sign_off(number)

    def _change_sign(self, word: str, number: int) -> None:
        given = {"verdict": "needs_work", "note": word, "corrects": f"S-{number}"}
        Person(self.agent, self.task_id, word[:20]).sign_off(1, **given)

    def _unsign(self, word: str, number: int) -> None:
        Person(self.agent, self.task_id, word[:20]).withdraw_sign_off(f"S-{number}", reason=word)

    def _claim(self, word: str, number: int) -> None:
        self.claim = self.agent.claim(self.task_id, agent=word)


@settings(max_examples=20)
@given(steps=STEPS)
def test_any_case_leaves_comes_back_and_leaves_again_byte_for_byte(
    steps: list[tuple[str, str, int]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    with Store.open(None) as here, Store.open(None) as there:
        story = Story(here)
        for step in steps:
            story.do(*step)
        text = case_bundle(here, [story.task_id]).text
        report = restore(there, tmp_path_factory.mktemp("bundle"), text)
        assert report.rejects == ()
        assert case_bundle(there, [story.task_id]).text == text
        assert [check for check in verify(there).checks if check.faults] == []
        assert remove_batch(there, report.batch_id or 0).rows_removed == report.rows_written
        with pytest.raises(NotFound):
            case_bundle(there, [story.task_id])


def test_several_cases_travel_in_one_file_and_no_token_leaves(fresh_store: Store, tmp_path: Path) -> None:
    first, agent = full_case(fresh_store), Agent(fresh_store, numbers=count(1_000))
    claim = agent.begin()
    bundle = case_bundle(fresh_store, [claim.task_id, first, claim.task_id])
    text = bundle.text
    assert [task.task_id for task in bundle.tasks] == [claim.task_id, first]
    assert claim.lease_token not in text
    assert "lease-" not in text
    assert "lease_hash" not in text
    file = write_case_bundle(bundle, tmp_path / "cases.jsonl")
    with Store.open(None) as there:
        [report] = import_records(there, ImportCall(paths=(str(file),))).batches
        assert (report.format, report.rejected, report.other_records) == ("case_bundle", 0, 1)
        assert case_bundle(there, [claim.task_id, first]).text == text


# One line at a time -----------------------------------------------------------------------------------
def _cut_evidence_hash(lines: list[Line]) -> None:
    line_of(lines, "evidence", 3)["data_hash"] = "0" * 64


def _unknown_citation(lines: list[Line]) -> None:
    line_of(lines, "action")["evidence_ids"] = ["E-77"]


def _another_map(lines: list[Line]) -> None:
    lines.append({
        "record": "progress_graph", "task_id": TASK, "updates": 4, "graph": {"nodes": []},
        "updated_at": "2026-01-31T12:00:00.000Z",
    })  # fmt: skip


def _made_good(lines: list[Line]) -> None:
    node = line_of(lines, "progress_update", 4)["graph_update"]["nodes"][0]
    node |= {"node_id": "plant", "status": "recorded"}


def _circle(lines: list[Line]) -> None:
    line_of(lines, "plan", 2)["edges"].append({"from": "flush", "to": "look"})


def _megabyte(lines: list[Line]) -> None:
    line_of(lines, "presentation")["title"] = "x" * 1_000_000


def _ten_thousand_nodes(lines: list[Line]) -> None:
    update = line_of(lines, "progress_update", 4)["graph_update"]
    update["nodes"] = [{"node_id": f"n{number}"} for number in range(10_000)]


def _picture(lines: list[Line]) -> None:
    line_of(lines, "report", 3)["body"] += "\n\n<script>alert(1)</script>"


def _directive(lines: list[Line]) -> None:
    line_of(lines, "report", 3)["diagram"] = "%%{init: {}}%%\nflowchart LR\n a-->b"


def _lost_attachment(lines: list[Line]) -> None:
    line_of(lines, "human_evidence", 1)["attachment_hash"] = "0" * 64


def _odd_attachment(lines: list[Line]) -> None:
    lines.append({
        "record": "attachment", "task_id": TASK, "attachment_hash": "0" * 64, "name": "../page.html",
        "media_type": "image/png", "size_bytes": 1, "given_hash": "0" * 64, "given_bytes": 1,
        "person": "Wang", "principal_id": "p", "added_at": "2026-01-31T12:00:00.000Z",
    })  # fmt: skip


def _wrong_type(lines: list[Line]) -> None:
    line_of(lines, "answer")["is_late"] = {"really": 1}


def _foreign_task(lines: list[Line]) -> None:
    line_of(lines, "evidence", 1)["task_id"] = "T-other"


def _second_record(lines: list[Line]) -> None:
    lines.append(dict(line_of(lines, "human_evidence", 1)))


def _no_note(lines: list[Line]) -> None:
    del line_of(lines, "sign_off", 1)["note"]


def _no_such_revision(lines: list[Line]) -> None:
    line_of(lines, "sign_off", 2)["revision"] = 9


def _signed_before_it_was_there(lines: list[Line]) -> None:
    line_of(lines, "sign_off", 2)["made_at"] = "2026-01-30T12:00:00.000Z"


def _changed_by_another(lines: list[Line]) -> None:
    line_of(lines, "sign_off", 2).update(corrects="S-1", revision=2)


def _changed_twice(lines: list[Line]) -> None:
    first = line_of(lines, "sign_off", 1)
    lines += [
        first | {"sign_off_id": f"S-{number}", "ordinal": number, "corrects": "S-1"} for number in (3, 4)
    ]


@pytest.mark.parametrize(
    ("spoil", "kinds", "why"),
    [
        (_no_note, ["sign_off"], "reason_missing"),
        (_no_such_revision, ["sign_off"], "the bundle has no report 9"),
        (_signed_before_it_was_there, ["sign_off"], "was published after it"),
        (_changed_by_another, ["sign_off"], "of another person or revision"),
        (_changed_twice, ["sign_off"], "was changed or withdrawn already"),
        (_unknown_citation, ["action"], "unknown_reference"),
        (_another_map, ["progress_graph"], "make another map"),
        (_circle, ["plan"], "plan_cycle"),
        (_megabyte, ["presentation"], "at most 2000 characters"),
        (_picture, ["report", "action"], "markup_not_allowed"),
        (_directive, ["report", "action"], "diagram_not_allowed"),
        (_lost_attachment, ["human_evidence"], "no attachment with this hash"),
        (_odd_attachment, ["attachment"], "no desk keeps a image/png"),
        (_wrong_type, ["answer", "question", "progress_update", "plan", "report"], "is_late"),
        (_second_record, ["human_evidence"], "a second human_evidence"),
        (_made_good, ["progress_update", "report", "action"], "failed_node_changed"),
        (_ten_thousand_nodes, ["progress_update", "report", "action"], "at most 1000 items"),
        (_cut_evidence_hash, ["evidence"], "the data has the hash"),
        (_foreign_task, ["evidence"], "the header names no case T-other"),
    ],
)
def test_a_bad_record_is_rejected_with_what_rests_on_it_and_the_rest_loads(
    fresh_store: Store,
    tmp_path: Path,
    lines: list[Line],
    spoil: Callable[[list[Line]], None],
    kinds: list[str],
    why: str,
) -> None:
    spoil(lines)
    report = restore(fresh_store, tmp_path, written(lines))
    assert any(why in reject.reason for reject in report.rejects)
    rejected = [lines[reject.line - 1]["record"] for reject in report.rejects]
    assert set(kinds) <= set(rejected)
    assert stored(report) == len(lines) - 1 - len(rejected)
    assert investigation(fresh_store, TASK).status == "waiting_human"
    assert [check for check in verify(fresh_store).checks if check.faults] == []


def test_unknown_fields_and_outcome_words_are_kept(
    fresh_store: Store, tmp_path: Path, lines: list[Line]
) -> None:
    report = line_of(lines, "report", 1)
    report |= {"outcome": "perhaps", "mood": ["calm"]}
    report["findings"][0]["weight"] = 0.8
    line_of(lines, "transition", 2)["lamp"] = "on"
    lines.append({"record": "discussion", "task_id": TASK, "text": "later"})
    told = restore(fresh_store, tmp_path, written(lines))
    assert (told.rejected, told.other_records, told.unknown_types) == (0, 2, {"discussion": 1})
    assert report_heads(fresh_store, TASK)[-1].outcome == "perhaps"
    kept = [line for line in case_bundle(fresh_store, [TASK]).lines if "extra" in line]
    assert [line["extra"] for line in kept] == [{"lamp": "on"}, {"mood": ["calm"], "findings.0.weight": 0.8}]
    again = case_bundle(fresh_store, [TASK]).text
    with Store.open(None) as there:
        assert restore(there, tmp_path, again, "again.jsonl").rejected == 0
        assert case_bundle(there, [TASK]).text == again


def test_words_of_older_plans_and_the_text_of_an_older_map_are_kept_and_read(
    fresh_store: Store, tmp_path: Path, lines: list[Line]
) -> None:
    node = line_of(lines, "progress_update", 4)["graph_update"]["nodes"][3]
    node |= {"node_id": "flush", "status": "waiting_human"}
    graph = {"nodes": [], "edges": []}
    source = "graph TD\n  a[旧图] --> b"
    told = {"record": "progress_graph", "updates": 0, "graph": graph, "legacy_source": source}
    old = {"task_id": "T-old", "updated_at": "2026-01-30T12:00:00.000Z"}
    lines[0]["tasks"].append({"task_id": "T-old", "title": "Old"})
    at = {"created_at": old["updated_at"], "status_at": old["updated_at"], "updated_at": old["updated_at"]}
    task = {"record": "task", "task_id": "T-old", "title": "Old", "origin": "real", "status": "queued"}
    move = {"record": "transition", "task_id": "T-old", "ordinal": 1, "to_status": "queued"}
    when = {"occurred_at": old["updated_at"], "recorded_at": old["updated_at"]}
    who = {"moved_by": "create_task", "generation": 1, "principal_id": "local-owner"}
    lines += [told | old, task | at | {"generation": 1, "created_by": "x"}, move | when | who]
    lines[0]["records"] += 3
    assert restore(fresh_store, tmp_path, written(lines)).rejects == ()
    assert progress_of_task(fresh_store, "T-old").legacy_source == source
    statuses = {one.node_id: one.status for one in progress_of_task(fresh_store, TASK).graph.nodes}
    assert statuses["flush"] == "needs_input"


def test_an_action_behind_the_final_report_is_not_restored(fresh_store: Store, tmp_path: Path) -> None:
    agent = Agent(fresh_store)
    claim = agent.begin()
    agent.report(claim)
    agent.propose(claim)
    agent.wait(5)
    agent.report(claim, stage="final")
    agent.wait(5)
    lines = [json.loads(line) for line in case_bundle(fresh_store, [claim.task_id]).text.splitlines()]
    action = line_of(lines, "action")
    action["proposed_at"] = action["state_at"] = line_of(lines, "report", 2)["published_at"]
    with Store.open(None) as there:
        assert restore(there, tmp_path, written(lines)).rejects == ()
    moment = (agent.now - timedelta(seconds=1)).isoformat()
    action["proposed_at"] = action["state_at"] = moment
    with Store.open(None) as there:
        (reject,) = restore(there, tmp_path, written(lines), "later.jsonl").rejects
    assert "had its final report before this was proposed" in reject.reason


# Whole cases ------------------------------------------------------------------------------------------
def _skipped_move(lines: list[Line]) -> None:
    lines.remove(line_of(lines, "transition", 3))
    del lines[0]["records"]


def _impossible_move(lines: list[Line]) -> None:
    line_of(lines, "transition", 6)["to_status"] = "completed"


def _another_status(lines: list[Line]) -> None:
    line_of(lines, "task")["status"] = "completed"


def _no_task(lines: list[Line]) -> None:
    line_of(lines, "task")["generation"] = -1


def _nobody_asked(lines: list[Line]) -> None:
    line_of(lines, "question", 2)["is_required"] = "perhaps"


def _cut_file(lines: list[Line]) -> None:
    del lines[20:]


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (_skipped_move, "move 3 is missing"),
        (_impossible_move, "its last move led to completed"),
        (_another_status, "it is completed"),
        (_no_task, "its own record (`task`) is missing"),
        (_cut_file, "the file was cut"),
        (_nobody_asked, "no required question is pending"),
    ],
)
def test_a_case_that_does_not_stand_as_its_moves_say_is_refused_whole(
    fresh_store: Store, tmp_path: Path, lines: list[Line], spoil: Callable[[list[Line]], None], why: str
) -> None:
    spoil(lines)
    report = restore(fresh_store, tmp_path, written(lines))
    assert any(why in reject.reason for reject in report.rejects)
    assert (stored(report), report.rejected) == (0, len(lines) - 1)
    with pytest.raises(NotFound):
        investigation(fresh_store, TASK)


def test_what_was_done_on_another_desk_is_not_said_of_people_of_this_one(
    fresh_store: Store, tmp_path: Path
) -> None:
    agent = Agent(fresh_store, principal=LOCAL_OWNER)
    task_id = agent.create().task_id
    agent.finish(agent.claim(task_id))
    text = case_bundle(fresh_store, [task_id]).text
    with Store.open(None) as there:
        batch_id = restore(there, tmp_path, text).batch_id
        again = ReinvestigateCall(request_id="r", task_id=task_id, reason="Look again.")
        request_reinvestigation(there, again, author=Author(LOCAL_OWNER, "page"))
        done = [(one.code, one.who, one.restored_with) for one in what_was_done(there, task_id).items]
        assert done == [
            ("create_task", "", batch_id), ("claim_task", "", batch_id), ("finish_task_run", "", batch_id),
            ("request_reinvestigation", "Local owner", None),
        ]  # fmt: skip
        case = investigation(there, task_id)
        assert (case.created_by, case.restored_with) == ("local-owner", batch_id)
        (round_of_case,) = rounds_of_task(there, task_id)
        assert (round_of_case.principal, round_of_case.restored_with) == ("local-owner", batch_id)
    here = investigation(fresh_store, task_id)
    assert (here.created_by, here.restored_with) == ("Local owner", None)


def test_a_case_that_the_desk_has_is_never_written_over(
    fresh_store: Store, tmp_path: Path, lines: list[Line]
) -> None:
    restore(fresh_store, tmp_path, written(lines))
    before = case_bundle(fresh_store, [TASK]).text
    line_of(lines, "task")["title"] = "Another title"
    report = restore(fresh_store, tmp_path, written(lines), "second.jsonl")
    assert (report.rejected, report.rows_written) == (len(lines) - 1, 0)
    assert "never writes over" in report.rejects[0].reason
    assert case_bundle(fresh_store, [TASK]).text == before


def test_the_order_of_lines_behind_the_header_does_not_matter(
    fresh_store: Store, tmp_path: Path, lines: list[Line]
) -> None:
    mixed = lines[1:]
    random.Random(7).shuffle(mixed)
    assert restore(fresh_store, tmp_path, written([lines[0], *mixed])).rejected == 0


def test_removing_the_import_removes_the_case_unless_somebody_wrote_to_it(
    fresh_store: Store, tmp_path: Path
) -> None:
    with Store.open(None) as elsewhere:
        agent = Agent(elsewhere)
        task_id = agent.create().task_id
        text = case_bundle(elsewhere, [task_id]).text
    report = restore(fresh_store, tmp_path, text)
    batch = report.batch_id or 0
    Agent(fresh_store).claim(task_id)
    with pytest.raises(CaseWrittenSince, match=task_id):
        remove_batch(fresh_store, batch)
    assert len(rounds_of_task(fresh_store, task_id)) == 1


# Damage -----------------------------------------------------------------------------------------------
def mutated(text: bytes, chance: random.Random) -> bytes:
    """Damage a file once or several times, as disks, editors and enemies do."""
    lines = text.splitlines(keepends=True)
    for _ in range(chance.randint(1, 3)):
        place, kind = chance.randrange(len(lines)), chance.randrange(9)
        if kind == 0:
            del lines[place]
        elif kind == 1:
            lines.insert(chance.randrange(len(lines) + 1), lines[place])
        elif kind == 2:
            chance.shuffle(lines)
        elif kind == 3:
            lines = lines[: place + 1]
            lines[-1] = lines[-1][: chance.randrange(1 + len(lines[-1]))]
        elif kind == 4:
            raw = bytearray(lines[place])
            raw[chance.randrange(len(raw))] = chance.randrange(256)
            lines[place] = bytes(raw)
        else:
            lines[place] = _other_value(lines[place], chance)
        if not lines:
            return b""
    return b"".join(lines)


ODD: list[Any] = [
    None, -1, 0, 2**70, 1e308, "", "x" * 5_000, "\u0000", [], {}, [[]], True, "E-1", "R-9", "completed",
    "2026-13-01", "<img src=x onerror=alert(1)>", {"a": {"b": [1]}}, "T-other", "Q-1.1",
]  # fmt: skip


def _other_value(line: bytes, chance: random.Random) -> bytes:
    try:
        value = json.loads(line)
    except ValueError:
        return line
    place = value
    while isinstance(place, dict | list) and place:
        names = list(place) if isinstance(place, dict) else list(range(len(place)))
        name = chance.choice(names)
        inner = place[name]
        if isinstance(inner, dict | list) and inner and chance.random() < 0.7:
            place = inner
            continue
        if chance.random() < 0.2 and isinstance(place, dict):
            del place[name]
        else:
            place[name] = chance.choice(ODD)
        break
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "replace") + b"\n"


def test_two_thousand_damaged_bundles_crash_nothing_and_restore_nothing_half(
    checkout: Path, tmp_path: Path
) -> None:
    text, chance = (checkout / SAMPLE).read_bytes(), random.Random(20260131)
    file, restored = tmp_path / "damaged.jsonl", 0
    with Store.open(None) as store:
        for number in range(2_000):
            file.write_bytes(mutated(text, chance))
            sink = Sink()
            tally = sink.begin(number)
            FORMAT.read(SourceFile(file, file.name), ReadFrom(), sink)
            kept = sum(len(case.lines) for case in sink.cases)
            assert tally.records == kept + tally.others + tally.rejected
            restored += bool(sink.cases)
            if sink.cases and restored % 100 == 1:
                _hold_together(store, file)
    assert restored > 200


def _hold_together(store: Store, file: Path) -> None:
    [report] = import_records(store, ImportCall(paths=(str(file),), format="case_bundle")).batches
    assert stored(report) > 0
    assert [check for check in verify(store).checks if check.faults] == []
    remove_batch(store, report.batch_id or 0)
