"""What a sign-off must say, and which of a person's own holds: nobody signs or changes for another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from data_access.errors import AlreadySignedOff, NotCorrectable, ReasonMissing, UnknownReference
from data_access.rules.refusals import Refusal, refusal


@dataclass(frozen=True)
class StoredSignOff:
    """A sign-off of a case as the rules need it."""

    sign_off_id: str
    revision: int
    verdict: str
    state: str
    is_own: bool
    """Of whoever writes, given on this desk."""


def verdict_refusals(verdict: str, note: str | None) -> Iterator[Refusal]:
    """Tell what a verdict lacks: whoever says that something needs work says what."""
    if verdict == "needs_work" and (note is None or not note.strip()):
        why = "it says that the report needs work and not what has to be mended"
        yield refusal(ReasonMissing, "note", why, "Say in `note` what has to be mended.")


def first_or_change_refusals(
    revision: int, corrects: str | None, known: Sequence[StoredSignOff]
) -> Iterator[Refusal]:
    """Tell what keeps somebody from signing off a revision, given all sign-offs of the case.

    A person's sign-off of a revision is changed by name, so that a page of yesterday changes nothing unseen.
    """
    if corrects is not None:
        wrong = list(own_refusals("corrects", corrects, known, revision=revision))
        holding = _holding(revision, known)
        yield from _stands(holding) if wrong and holding else wrong
    else:
        yield from _stands(_holding(revision, known))


def own_refusals(
    where: str, sign_off_id: str, known: Sequence[StoredSignOff], *, revision: int | None = None
) -> Iterator[Refusal]:
    """Tell why somebody cannot change or take back a sign-off."""
    named = next((one for one in known if one.sign_off_id == sign_off_id), None)
    shown = sign_off_id[:100]
    if named is None:
        ids = ", ".join(one.sign_off_id for one in known[-8:]) or "no sign-offs yet"
        why = f"{shown} is no sign-off of this task"
        yield refusal(UnknownReference, where, why, f"The task has {ids}.")
    elif not named.is_own:
        why = f"{shown} is of somebody else"
        yield refusal(NotCorrectable, where, why, "Sign off in your own name; both stand beside each other.")
    elif named.state != "valid":
        how = "was changed by a later one" if named.state == "corrected" else "was withdrawn"
        yield refusal(NotCorrectable, where, f"{shown} {how} already", "Leave it out, or name what holds.")
    elif revision is not None and named.revision != revision:
        why = f"{shown} is of revision {named.revision}"
        yield refusal(NotCorrectable, where, why, "Leave it out: every revision is signed off by itself.")


def _holding(revision: int, known: Sequence[StoredSignOff]) -> StoredSignOff | None:
    return next(
        (one for one in known if one.is_own and one.state == "valid" and one.revision == revision), None
    )


def _stands(holding: StoredSignOff | None) -> Iterator[Refusal]:
    if holding is not None:
        why = f"you signed off revision {holding.revision} already: {holding.sign_off_id}, {holding.verdict}"
        fix = f"Give `corrects` {holding.sign_off_id} to change it, or withdraw it."
        yield refusal(AlreadySignedOff, "corrects", why, fix)
