"""Records what an agent wants shown beside its case, with the data taken from the evidence as it stands."""

from __future__ import annotations

from typing import Any

import orjson
from pydantic import TypeAdapter

from data_access.contracts.case_calls import PublishPresentationCall
from data_access.contracts.case_receipts import PresentationReceipt
from data_access.contracts.evidence import EvidenceData
from data_access.contracts.presentations import PresentedEvidence
from data_access.rules.presentations import Showable, presentation_refusals
from data_access.rules.refusals import refuse_if_any
from data_access.store.connection import Store
from data_access.writing.case_write import Author, Writing
from data_access.writing.packed_json import packed
from data_access.writing.round_writes import write_in_round
from data_access.writing.task_moves import TaskStanding

_DATA: TypeAdapter[EvidenceData] = TypeAdapter(EvidenceData)
_COMMAND = {"chart_kind", "longitude", "latitude", "zoom"}


def publish_task_presentation(
    store: Store, call: PublishPresentationCall, *, author: Author
) -> PresentationReceipt:
    """Record a presentation; it says nothing about whether anybody saw it. Needs `publish` and the lease.

    Raises: what every write of a round raises, `UnknownReference`, `NotPresentable`.
    """
    return write_in_round(
        store, "publish_task_presentation", call, _publish, gives=PresentationReceipt, author=author
    )


def _publish(writing: Writing, call: PublishPresentationCall, task: TaskStanding) -> dict[str, Any]:
    rows = writing.transaction.run("evidence_of_task", {"task_id": task.task_id, "evidence_id": None})
    evidence = {row["evidence_id"]: _showable(row) for row in rows if row["evidence_id"] in call.evidence_ids}
    known = {row["evidence_id"]: evidence.get(row["evidence_id"], _named(row)) for row in rows}
    refuse_if_any([*presentation_refusals(call, known)], "The presentation")
    kept = writing.keep(
        "add_presentation",
        task_id=task.task_id,
        round_id=task.round_id,
        generation=task.generation,
        kind=call.kind,
        title=call.title,
        command=orjson.dumps(call.model_dump(mode="json", include=_COMMAND)).decode(),
        data=packed([_presented(evidence[one]) for one in dict.fromkeys(call.evidence_ids)]),
    )
    return {"presentation_id": kept[0]["presentation_id"]}


def _named(row: dict[str, Any]) -> Showable:
    return Showable(row["evidence_id"], row["title"], row["state"], None, None, None)


def _showable(row: dict[str, Any]) -> Showable:
    return Showable(
        evidence_id=row["evidence_id"],
        title=row["title"],
        state=row["state"],
        window_from=row["window_from"],
        window_until=row["window_until"],
        data=None if row["data"] is None else _DATA.validate_json(row["data"]),
    )


def _presented(one: Showable) -> PresentedEvidence:
    if one.data is None:
        raise ValueError(f"{one.evidence_id} has no data; the rules refuse it")
    return PresentedEvidence(
        evidence_id=one.evidence_id,
        title=one.title,
        window_from=one.window_from,
        window_until=one.window_until,
        data=one.data,
    )
