"""The words of what people write on the desk in English: drafts."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class DraftWords:
    """What is being written and not sent."""

    kept: str = "Kept as your draft, {when}"
    not_yet: str = "What you write here is kept as your draft."
    kept_hint: str = "Nobody else is shown a draft. It is here again after a reload, and in another tab."
    not_kept: str = "This is not kept as a draft"
    not_sent: str = "This was not sent"
    choose: str = "Choose"
    discard: str = "Discard the draft"
    discard_hint: str = "What you wrote here is forgotten. Nothing that was sent before changes."
    sent: str = "This was sent already, {when}"
    sent_text: str = (
        "From another tab, or before the answer reached this one. Sending it again changes nothing."
    )
    anew: str = "Begin anew"
