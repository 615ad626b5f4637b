"""Sub-agents, parts and copies: counted once, in whatever document, order and import they come."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from data_access.contracts.importing import ImportCall
from data_access.reading.agents import agents
from data_access.reading.events import events
from data_access.reading.runs import runs
from data_access.reading.topology import topology
from data_access.reading.transcript import transcript
from data_access.reading.verify import verify
from data_access.store.connection import Store
from data_access.writing.import_records import import_records
from data_access.writing.remove_batch import remove_batch
from tests.importers.atif.sample_trajectories import asked_and_answered, metrics, spent, step, trajectory


def refers(*references: dict[str, Any], call: str | None = None, **more: Any) -> dict[str, Any]:
    """A step of the agent that hands work to others."""
    result: dict[str, Any] = {"subagent_trajectory_ref": list(references)}
    calls = [{"tool_call_id": call, "function_name": "delegate", "arguments": {}}] if call else []
    if call:
        result["source_call_id"] = call
    return step(9, message="delegating", tool_calls=calls, observation={"results": [result]}, **more)


def tree(store: Store) -> dict[str, str | None]:
    """Which agent stands under which, over all runs."""
    items = [item for run in runs(store).items for item in agents(store, run.conversation_key).items]
    return {str(item.agent_id): item.parent_agent_id for item in items}


def parents(store: Store) -> dict[str, str | None]:
    """Which run is a child of which."""
    return {run.conversation_id: run.parent_conversation_id for run in runs(store).items}


def sound(store: Store) -> bool:
    return verify(store).faults == 0


# in one document


def test_an_embedded_sub_agent_is_an_agent_of_the_same_run(write, load, fresh_store: Store) -> None:
    child = trajectory(*asked_and_answered(), session=None, trajectory_id="scout")
    path = write(trajectory(refers({"trajectory_id": "scout"}, call="c1"), subagent_trajectories=[child]))
    load(path)
    assert tree(fresh_store) == {"walker": None, "scout": "walker"}
    assert spent(fresh_store)[:2] == (1, 1_000)
    tasks = [node for node in topology(fresh_store, "run-1").nodes if node.kind == "task"]
    assert [node.label for node in tasks] == ["scout"]
    assert sound(fresh_store)


def test_sub_agents_nest_to_any_depth(write, load, fresh_store: Store) -> None:
    inner = trajectory(*asked_and_answered(2), session=None, trajectory_id="c")
    for name in ("b", "a"):
        below = inner["trajectory_id"]
        inner = trajectory(
            refers({"trajectory_id": below}), session=None, trajectory_id=name, subagent_trajectories=[inner]
        )
    load(write(trajectory(refers({"trajectory_id": "a"}), subagent_trajectories=[inner])))
    assert tree(fresh_store) == {"walker": None, "a": "walker", "b": "a", "c": "b"}


def test_siblings_that_look_alike_are_both_counted(write, load, fresh_store: Store) -> None:
    siblings = [trajectory(*asked_and_answered(), session="run-1", trajectory_id=name) for name in ("a", "b")]
    load(write(trajectory(*asked_and_answered(), subagent_trajectories=siblings)))
    assert spent(fresh_store)[:3] == (3, 3_000, 300)


def test_embedded_without_an_id_is_kept_under_its_place(write, load, fresh_store: Store) -> None:
    children = [trajectory(*asked_and_answered(n), session=None) for n in (1, 2)]
    load(write(trajectory(*asked_and_answered(), subagent_trajectories=children)))
    assert tree(fresh_store) == {"walker": None, "walker/1:walker": "walker", "walker/2:walker": "walker"}
    assert spent(fresh_store).calls == 3


def test_an_embedded_sub_agent_and_its_copy_in_a_file_are_one(write, load, fresh_store: Store) -> None:
    child = trajectory(*asked_and_answered(), trajectory_id="scout")
    whole = write(trajectory(refers({"trajectory_id": "scout"}), subagent_trajectories=[child]))
    load(whole, write(child, "scout.json"))
    assert spent(fresh_store).calls == 1
    assert tree(fresh_store) == {"walker": None, "scout": "walker"}


# in files of their own


def in_files(write) -> list[Path]:
    references = [{"trajectory_id": name, "session_id": "run-1"} for name in ("run-1:a", "run-1:b")]
    return [
        write(trajectory(*asked_and_answered(), refers(*references)), "main.json"),
        write(trajectory(*asked_and_answered(1), trajectory_id="run-1:a"), "a.json"),
        write(trajectory(*asked_and_answered(2), trajectory_id="run-1:b"), "b.json"),
    ]


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_children_before_their_parent_are_attached_when_it_comes(order, write, load) -> None:
    files = in_files(write)
    with Store.open(None) as store:
        for place in order:
            load(files[place], store=store)
        assert tree(store) == {"walker": None, "run-1:a": "walker", "run-1:b": "walker"}
        assert spent(store)[:3] == (3, 3_000, 300)
        assert sound(store)
        assert load(files[0].parent, store=store).rows_written == 0


def test_a_child_that_came_first_stands_on_its_own(write, load, fresh_store: Store) -> None:
    load(in_files(write)[1])
    assert tree(fresh_store) == {"run-1:a": None}


def test_a_summarising_sub_agent_without_its_parent_is_unattached(write, load, fresh_store: Store) -> None:
    child = trajectory(*asked_and_answered(), session="s-summarization-1-summary")
    child["agent"]["name"] = "walker-summarization-summary"
    path = write(child, "trajectory.summarization-1-summary.json")
    assert load(path).orphans == 1
    assert load(write(trajectory(*asked_and_answered(1), session="s"))).orphans == 0
    assert tree(fresh_store) == {"s-summarization-1-summary": "walker", "walker": None}
    assert len(runs(fresh_store).items) == 1


def own_sessions(write) -> list[Path]:
    reference = {"session_id": "other", "trajectory_path": "other.json"}
    return [
        write(trajectory(*asked_and_answered(), refers(reference))),
        write(trajectory(*asked_and_answered(1), session="other"), "other.json"),
    ]


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_sub_agent_with_a_session_of_its_own_is_a_child_run(order, write, load) -> None:
    files = own_sessions(write)
    with Store.open(None) as store:
        for place in order:
            load(files[place], store=store)
        assert parents(store) == {"run-1": None, "other": "run-1"}
        assert spent(store).calls == 2
        assert sound(store)


def test_a_child_run_is_found_by_its_file_where_the_reference_has_no_session(
    write, load, fresh_store
) -> None:
    parent = write(trajectory(*asked_and_answered(), refers({"trajectory_path": "deep/own.json"})))
    load(write(trajectory(*asked_and_answered(1), session="other"), "deep/own.json"), parent)
    assert parents(fresh_store) == {"run-1": None, "other": "run-1"}


@pytest.mark.parametrize("path", ["/etc/passwd", "../other.json", "https://example.org/t.json", "a\x00b", ""])
def test_a_reference_to_a_place_elsewhere_claims_nothing(path: str, write, load, fresh_store: Store) -> None:
    load(write(trajectory(*asked_and_answered(), refers({"trajectory_path": path}))))
    assert parents(fresh_store) == {"run-1": None}
    assert load(write(trajectory(*asked_and_answered(), session="x"), "x.json")).rejected == 0
    assert parents(fresh_store) == {"run-1": None, "x": None}


def test_a_child_run_stands_alone_again_when_its_parent_is_removed(write, load, fresh_store: Store) -> None:
    files = own_sessions(write)
    first = import_records(fresh_store, ImportCall(paths=(str(files[0]),))).batches[0]
    load(files[1])
    assert parents(fresh_store)["other"] == "run-1"
    remove_batch(fresh_store, first.batch_id)
    assert parents(fresh_store) == {"other": None}
    assert sound(fresh_store)


def test_runs_that_claim_each_other_do_not_hang(write, load, fresh_store: Store) -> None:
    for here, there in (("a", "b"), ("b", "a")):
        load(
            write(
                trajectory(
                    *asked_and_answered(),
                    refers({"session_id": there, "trajectory_path": f"{there}.json"}),
                    session=here,
                ),
                f"{here}.json",
            )
        )
    assert parents(fresh_store) == {"a": "b", "b": "a"}
    assert spent(fresh_store).calls == 2


# parts and copies


def parts(write, *, flagged: bool) -> list[Path]:
    """One run in two parts: the second repeats the steps of the first before its own."""
    first, second = asked_and_answered(0), asked_and_answered(1)
    copies = [entry | ({"is_copied_context": True} if flagged else {}) for entry in first]
    return [
        write(trajectory(*first, session="s", continued_trajectory_ref="trajectory.cont-1.json")),
        write(trajectory(*copies, *second, session="s-cont-1"), "trajectory.cont-1.json"),
    ]


@pytest.mark.parametrize("flagged", [True, False])
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_parts_of_a_run_are_one_run_and_repeated_steps_count_once(order, flagged, write, load) -> None:
    files = parts(write, flagged=flagged)
    with Store.open(None) as store:
        for place in order:
            load(files[place], store=store)
        (run,) = runs(store).items
        assert (run.conversation_id, run.events, run.agents) == ("s", 4, 1)
        assert spent(store)[:3] == (2, 2_000, 200)


def test_copied_context_is_kept_aside_and_counted_as_known(write, load, fresh_store: Store) -> None:
    counts = load(parts(write, flagged=True)[1])
    assert (counts.records, counts.events, counts.other_records) == (5, 2, 3)
    assert spent(fresh_store).calls == 1


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_document_that_goes_on_under_another_session_is_a_child_run(order, write, load) -> None:
    files = [
        write(trajectory(*asked_and_answered(), continued_trajectory_ref="next.json")),
        write(trajectory(*asked_and_answered(1), session="run-2"), "next.json"),
    ]
    with Store.open(None) as store:
        for place in order:
            load(files[place], store=store)
        assert parents(store) == {"run-1": None, "run-2": "run-1"}


def test_parts_without_times_follow_each_other(write, load, fresh_store: Store) -> None:
    steps = [step(1, "user", "go"), step(2, message="one"), step(3, message="two")]
    load(write(trajectory(*steps, session="s-cont-1"), "b.json"))
    load(
        write(
            trajectory(*(entry | {"message": f"0 {entry['message']}"} for entry in steps), session="s"),
            "a.json",
        )
    )
    rows = events(fresh_store, "s", newest_first=False).items
    assert [row.summary for row in rows] == ["0 go", "0 one", "0 two", "go", "one", "two"]


DRAWN = {"tool_call_id": "toolu_01Nf3kLq9ZxYvB7wTg5RmAaP", "function_name": "Read", "arguments": {}}
COUNTED = {"tool_call_id": "call_1_1", "function_name": "Read", "arguments": {}}


@pytest.mark.parametrize(("call", "calls"), [(DRAWN, 1), (COUNTED, 2)])
def test_a_fork_without_marks_is_known_by_ids_that_a_provider_drew(
    call, calls, write, load, fresh_store
) -> None:
    answer = step(
        2, message="reading", timestamp="2026-05-01T10:00:00Z", tool_calls=[call], metrics=metrics(50, 5)
    )
    load(write(trajectory(answer, session="parent")), write(trajectory(answer, session="fork"), "fork.json"))
    assert spent(fresh_store).calls == calls
    assert len(runs(fresh_store).items) == 2
    assert sound(fresh_store)


def test_a_run_that_is_repeated_with_the_same_words_counts_again(write, load, fresh_store: Store) -> None:
    for session in ("monday", "tuesday"):
        load(write(trajectory(*asked_and_answered(), session=session), f"{session}.json"))
    assert spent(fresh_store).calls == 2


def test_a_document_that_grew_adds_only_what_is_new(write, load, fresh_store: Store) -> None:
    first, second = asked_and_answered(0), asked_and_answered(1)
    asked = first[1] | {"tool_calls": [COUNTED]}
    load(write(trajectory(first[0], asked)))
    answered = asked | {"observation": {"results": [{"source_call_id": "call_1_1", "content": "text"}]}}
    counts = load(write(trajectory(first[0], answered, *second)))
    assert (counts.events, counts.duplicates_ignored) == (2, 2)
    assert spent(fresh_store)[:2] == (2, 2_000)
    told = [item.tool_call for item in transcript(fresh_store, "run-1").items if item.tool_call]
    assert [(call.tool, call.status, call.output_preview) for call in told] == [("Read", "ok", "text")]


def test_a_cost_that_is_filled_in_later_belongs_to_the_same_call(write, load, fresh_store: Store) -> None:
    question, answer = asked_and_answered()
    load(write(trajectory(question, answer | {"metrics": metrics(1_000, 100, 10)})))
    load(write(trajectory(question, answer | {"metrics": metrics(1_000, 100, 10, 0.5)})))
    assert spent(fresh_store)[:4] == (1, 1_000, 100, 10)
    assert str(spent(fresh_store).cost).startswith("0.5")


# without ids


def test_documents_without_any_id_are_known_by_how_they_begin(write, load, fresh_store: Store) -> None:
    begun, more = asked_and_answered(0), asked_and_answered(1)
    load(write(trajectory(*begun, session=None), "v1.json"))
    load(write(trajectory(*begun, *more, session=None), "v2.json"))
    load(write(trajectory(*asked_and_answered(5), session=None), "another.json"))
    assert (len(runs(fresh_store).items), spent(fresh_store).calls) == (2, 3)


@pytest.mark.parametrize(
    "session", ["NORMALIZED_SESSION_ID", "SESSION_ID", "[trimmed]", "", 7, None, [], "\x00"]
)
def test_an_id_that_names_nothing_is_none(session: Any, write, load, fresh_store: Store) -> None:
    load(write(trajectory(*asked_and_answered(0)) | {"session_id": session}, "a.json"))
    load(write(trajectory(*asked_and_answered(1)) | {"session_id": session}, "b.json"))
    assert len(runs(fresh_store).items) == 2
