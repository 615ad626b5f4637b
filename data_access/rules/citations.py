"""Which records of its task a text or a list may cite, and what readers must be told of them.

Evidence is `E-1`, what people stated `H-1`, a question `Q-1`, an answer `Q-1.1`, an action `A-1`, a gap
`G-1`. Whatever is cited must exist in the same task.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from data_access.errors import UnknownReference
from data_access.rules.refusals import Refusal, refusal

RecordKind = Literal["evidence", "human_evidence", "answer", "question", "action", "gap"]
INLINE_CITATION = re.compile(r"\[((?:[EHA]|Q)-\d{1,6}(?:\.\d{1,4})?)\]")
"""How a text names a record: `[E-1]`; the group is the id."""
_SHOWN = 8


@dataclass(frozen=True)
class KnownRecord:
    """A record of a task that can be cited."""

    kind: RecordKind
    record_id: str
    state: str
    origin: str | None
    is_truncated: bool
    question_id: str | None


@dataclass(frozen=True)
class KnownRecords:
    """All records of a task that can be cited, in the order in which they came."""

    by_id: Mapping[str, KnownRecord]

    @classmethod
    def of(cls, rows: Iterable[Mapping[str, Any]]) -> KnownRecords:
        """Return the records that the rows of the statement `case_records` tell of."""
        names = KnownRecord.__dataclass_fields__
        records = (KnownRecord(**{name: row[name] for name in names}) for row in rows)
        return cls({record.record_id: record for record in records})

    def ids(self, *kinds: RecordKind) -> list[str]:
        """Return the ids of these kinds."""
        return [record.record_id for record in self.by_id.values() if record.kind in kinds]

    def has(self, record_id: str, *kinds: RecordKind) -> bool:
        """Say whether the task has a record of this id that is one of these kinds."""
        return record_id in self.by_id and self.by_id[record_id].kind in kinds

    def answer_to(self, question_id: str) -> str | None:
        """Return the answer of a question that holds, or the last late one where none does; no dissent."""
        given = [
            record
            for record in self.by_id.values()
            if record.kind == "answer" and record.question_id == question_id
        ]
        for state in ("valid", "late"):
            held = [record.record_id for record in given if record.state == state]
            if held:
                return held[-1]
        return None

    def synthetic(self, cited: Iterable[str]) -> tuple[str, ...]:
        """Return those of the cited records that are made up."""
        return tuple(one for one in cited if one in self.by_id and self.by_id[one].origin == "synthetic")

    def flagged(self, cited: Iterable[str]) -> tuple[str, ...]:
        """Return those of the cited records that were corrected or withdrawn."""
        return tuple(
            one for one in cited if one in self.by_id and self.by_id[one].state in ("corrected", "withdrawn")
        )


def cited_in_text(text: str) -> tuple[str, ...]:
    """Return what a Markdown text cites inline, each once, in order: `[E-1]`, `[H-1]`, `[Q-1]`, `[A-1]`."""
    return tuple(dict.fromkeys(INLINE_CITATION.findall(text)))


def unknown_evidence(records: KnownRecords, ids: Iterable[str], where: str) -> Iterator[Refusal]:
    """Refuse what is no evidence of the task; human evidence counts too."""
    for one in ids:
        if not records.has(one, "evidence", "human_evidence"):
            yield _unknown(records, one, where, "evidence", "human_evidence")


def unknown_actions(records: KnownRecords, ids: Iterable[str], where: str) -> Iterator[Refusal]:
    """Refuse what is no proposed action of the task."""
    for one in ids:
        if not records.has(one, "action"):
            yield _unknown(records, one, where, "action")


def unknown_answers(records: KnownRecords, ids: Iterable[str], where: str) -> Iterator[Refusal]:
    """Refuse what is no answer of the task; a question stands for its answer, when it has one."""
    for one in ids:
        if records.has(one, "answer"):
            continue
        if records.has(one, "question"):
            if records.answer_to(one) is None:
                state = records.by_id[one].state
                yield refusal(
                    UnknownReference,
                    where,
                    f"{one} is a question that nobody has answered ({state})",
                    "Leave it out; silence is neither consent nor refusal.",
                )
            continue
        yield _unknown(records, one, where, "answer", "question")


def answers_meant(records: KnownRecords, ids: Iterable[str]) -> tuple[str, ...]:
    """Return the answers that are meant, each once: a question stands for the answer that holds."""
    meant = (records.answer_to(one) if records.has(one, "question") else one for one in ids)
    return tuple(dict.fromkeys(one for one in meant if one is not None))


def _unknown(records: KnownRecords, given: str, where: str, *kinds: RecordKind) -> Refusal:
    known = records.ids(*kinds)
    word = kinds[0]
    if not known:
        fix = f"The task has no {word} yet: publish it first, then give the id you get, or leave it out."
    else:
        shown = ", ".join(difflib.get_close_matches(given, known, n=_SHOWN, cutoff=0.3) or known[-_SHOWN:])
        fix = f"Give an id of this task, for example {shown}, or leave it out."
    return refusal(UnknownReference, where, f"{given[:100]} is no {word} of this task", fix)
