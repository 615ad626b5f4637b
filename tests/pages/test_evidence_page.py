"""Evidence of a case on the screen: the list with its filters, one piece with all that belongs to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from data_access.reading.case_evidence import evidence_entries, uses_of_evidence
from data_access.store.connection import Store
from tests.pages.evidence_cases import case_with_evidence

PAGE = "investigation_evidence"


def ids(opened: Any) -> list[str]:
    rows = [piece for piece in opened.pieces if piece["kind"] == "ledger"][-1]["rows"]
    return [row["cells"][1]["text"] for row in rows]


def test_evidence_of_agents_and_of_people_stands_in_one_list(open_page: Callable, fresh_store: Store) -> None:
    opened = open_page(fresh_store, PAGE, case=case_with_evidence(fresh_store))
    ledger = [piece for piece in opened.pieces if piece["kind"] == "ledger"][-1]
    assert ids(opened) == ["E-4", "E-3", "E-2", "E-1", "H-2", "H-1"]
    kinds = [row["cells"][2] for row in ledger["rows"]]
    assert [one["text"] for one in kinds][-2:] == ["fact from a person", "fact from a person"]
    marks = [pill["text"] for pill in ledger["rows"][-1]["cells"][0]["pills"]]
    assert marks == ["Entered by people", "unconfirmed"]


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        ({"kind": "human"}, ["H-2", "H-1"]),
        ({"origin": "synthetic"}, ["E-2"]),
        ({"state": "corrected"}, ["E-1"]),
        ({"state": "unconfirmed"}, ["H-2", "H-1"]),
        ({"q": "CHLORINE WHERE"}, ["E-1"]),
        ({"q": "西门"}, ["H-2"]),
        ({"kind": "document", "q": "no such"}, []),
    ],
)
def test_the_filters_narrow_the_list(fresh_store: Store, filters: dict[str, Any], found: list[str]) -> None:
    entries = evidence_entries(fresh_store, case_with_evidence(fresh_store), **filters)
    assert [entry.evidence_id for entry in entries] == found


def test_what_rests_on_a_piece_is_named_where_it_stands(fresh_store: Store) -> None:
    task_id = case_with_evidence(fresh_store)
    uses = uses_of_evidence(fresh_store, task_id, "E-4")
    assert [(use.kind, use.record_id, use.said) for use in uses] == [
        ("report", "1", "First"),
        ("finding", "1", "Chlorine fell."),
        ("node", "gate", "Sample at the gate"),
        ("presentation", "P-1", "T"),
    ]
    assert [use.kind for use in uses_of_evidence(fresh_store, task_id, "H-2")] == ["report"]


def test_a_corrected_piece_leads_to_what_replaced_it_and_back(
    open_page: Callable, fresh_store: Store
) -> None:
    task_id = case_with_evidence(fresh_store)
    older = open_page(fresh_store, PAGE, case=task_id, piece="E-1")
    newer = open_page(fresh_store, PAGE, case=task_id, piece="E-4")
    (told,) = [piece for piece in older.pieces if piece["kind"] == "note" and piece["links"]]
    assert told["title"] == "It was corrected: The probe drifted."
    assert told["links"][0]["href"] == f"./{PAGE}?case={task_id}&piece=E-4"
    (back,) = [piece for piece in newer.pieces if piece["kind"] == "note" and piece["links"]]
    assert back["links"][0]["text"] == "E-1"


def test_a_piece_says_what_was_asked_and_marks_what_is_out_of_its_limits(
    open_page: Callable, fresh_store: Store
) -> None:
    opened = open_page(fresh_store, PAGE, case=case_with_evidence(fresh_store), piece="E-1")
    told = opened.text()
    for part in ("FROM chlorine", "West gate, hourly", "sha256:abab", "historian.example", "0.13"):
        assert part in told
    twin = next(piece for piece in opened.pieces if piece["kind"] == "ledger" and piece.get("dense"))
    values = [row["cells"][1] for row in twin["rows"]]
    assert [value["text"] for value in values] == ["0.31", "0.28", "–", "0.22", "0.13"]
    assert [value["sub"] for value in values if value.get("sub")] == ["out of limits"]


@pytest.mark.parametrize("piece", ["E-2", "E-3", "E-4", "H-1", "H-2"])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_kind_of_piece_is_drawn(open_page: Callable, fresh_store: Store, piece: str, lang: str) -> None:
    opened = open_page(fresh_store, PAGE, case=case_with_evidence(fresh_store), piece=piece, lang=lang)
    assert not opened.run.exception
    assert opened.kinds().count("ledger") >= 1


def test_a_piece_that_is_not_there_is_said(open_page: Callable, fresh_store: Store) -> None:
    opened = open_page(fresh_store, PAGE, case=case_with_evidence(fresh_store), piece="E-99")
    notes = [piece["title"] for piece in opened.pieces if piece["kind"] == "note"]
    assert "This case has no evidence E-99." in notes
