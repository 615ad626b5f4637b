"""The words of signing reports off in English: who thinks what of which revision."""

from __future__ import annotations

from dataclasses import dataclass, field

from dashboard.wording.counted import Counted


@dataclass(frozen=True)
class SignOffWords:
    """What people think of a revision, and the form in which they say it."""

    title: str = "Sign-off"
    of_revision: str = "Sign-off of revision {n}"
    nobody: str = "nobody so far"
    nobody_hint: str = "Each person signs each revision off for themselves; a new one inherits nothing."
    reviewed: Counted = Counted("{n} reviewed", "{n} reviewed")
    needs_work: Counted = Counted("{n} needs work", "{n} need work")
    verdicts: dict[str, str] = field(
        default_factory=lambda: {
            "reviewed": "reviewed", "needs_work": "needs work", "withdrawn": "taken back",
        }
    )  # fmt: skip
    older: str = "signed revision {n}; the newest is {newest}"
    not_this: str = "signed revision {n}"
    corrected: str = "changed by {id}"
    withdrawn: str = "taken back {when}"
    withdrawn_label: str = "Why it was taken back"
    you: str = "you"
    earlier: Counted = Counted("{n} earlier sign-off", "{n} earlier sign-offs")
    cut: str = "{n} in all; the latest {shown} are listed."
    sign: str = "Sign revision {n} off"
    change: str = "Change your sign-off of revision {n}"
    moves_nothing: str = (
        "It says what you think of revision {n}, under your name, and moves nothing. Use Look again on the "
        "page of the case to have it investigated once more."
    )
    signs_older: str = "You sign revision {n}; the newest is {newest}, which is not signed off by this."
    as_whom: str = "It is signed by {name}."
    note: str = "Note"
    note_hint: str = 'Needed with "Needs work": what has to be mended. Agents and people read it.'
    as_reviewed: str = "Reviewed"
    as_needs_work: str = "Needs work"
    no_note: str = "Say first what has to be mended."
    begun: str = "Go on with your note on revision {n}"
    undo: str = "Take your sign-off back"
    undo_hint: str = "It stays readable as taken back, and you may sign off again."
    refused: str = "Your sign-off was not stored"
    not_undone: str = "It was not taken back"
    may_not: str = "You cannot sign off here. {why}"
    closed: str = "The case was cancelled; nothing more is signed off."
    stored: str = "Stored as {id}: revision {n}, {verdict}. Nothing in the case has moved."
    stored_older: str = "The newest revision is {newest}; it is not signed off by this."
    undone: str = "{id} is taken back. It stays readable below."
    to_sign: str = "Reports to sign off"
    to_sign_hint: str = (
        "The newest revision of each case that you have not signed off; interim reports are left out. Nobody "
        "owes a sign-off and no case waits for one, so these are not counted in the menu."
    )
    none_to_sign: str = "No newest report is left for you to sign off."
    others: str = "Others"
    nobody_else: str = "nobody"
    yours_before: str = "you signed revision {n}"
    not_signed: str = "not signed off"
