"""What makes a statement of a person a fact: who says so, what exactly, and from where they know.

An inference, a guess or a wish to look something up is none. An agent may pass on only what a person said in
so many words, with those words.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from data_access.contracts.case_calls import AddHumanEvidenceCall, FactGiven
from data_access.errors import FactIncomplete
from data_access.rules.refusals import Refusal, refusal

_OF_KIND = {"statement": ("statement",), "measurement": ("point", "parameter", "value", "unit")}
_CLOCKS_DIFFER = timedelta(minutes=5)
"""So far may the clock of whoever states a fact be ahead of the desk's."""
_OF_RELAY = {
    "person": "Name the person who said it.",
    "quote": "Give the person's own words; what you conclude from them is a finding of a report, no fact.",
    "message_id": "Name the message in which the person said it.",
}


def fact_refusals(call: FactGiven, at: datetime) -> Iterator[Refusal]:
    """Yield what a fact lacks that is stated `at` a moment: nobody has seen what lies ahead of it."""
    for name in _OF_KIND[call.kind]:
        if getattr(call, name) is None:
            fix = "Give it as the person said it; without it this is a note, no fact."
            yield refusal(FactIncomplete, name, f"a {call.kind} needs it", fix)
    if call.known_by == "told" and call.told_by is None:
        yield refusal(FactIncomplete, "told_by", "it was told to the person", "Say by whom.")
    if call.observed_at is not None and call.observed_at > at + _CLOCKS_DIFFER:
        fix = "Say when it was so; what is expected is no fact yet."
        yield refusal(FactIncomplete, "observed_at", "it lies in the future", fix)


def relay_refusals(call: AddHumanEvidenceCall) -> Iterator[Refusal]:
    """Yield what a fact lacks that an agent passes on."""
    for name, fix in _OF_RELAY.items():
        if getattr(call, name) is None:
            yield refusal(FactIncomplete, name, "whoever passes a fact on needs it", fix)


def own_refusals(call: AddHumanEvidenceCall, person: str) -> Iterator[Refusal]:
    """Yield what forbids a person to state this as their own: nobody states a fact in another's name."""
    if call.person not in (None, person):
        fix = "Leave it out; what somebody else said is `told`, with their name as `told_by`."
        yield refusal(FactIncomplete, "person", f"you state it as {person}", fix)
