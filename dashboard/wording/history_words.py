"""The words of the history of a report, in English."""

from __future__ import annotations

from dataclasses import dataclass

from dashboard.wording.counted import Counted


@dataclass(frozen=True)
class HistoryWords:
    """The revisions of a report with what each changed, and what changed since a viewer last looked."""

    title: str = "History of the report"
    all: Counted = Counted("History: {n} revision", "History: all {n} revisions")
    back: str = "Read the newest"
    since_look: str = "What changed since you last looked (revision {before} → {after})"
    change: str = "What it changed"
    change_hint: str = "Against the revision before it, counted from the two texts."
    first: str = "the first revision"
    not_yet: str = "being worked out"
    not_yet_hint: str = "It came a moment ago; what it changed shows as soon as it is counted."
    gaps: str = "Gaps"
    gaps_hint: str = "Gaps that it states as open; below, how many it opened and closed."
    open: Counted = Counted("{n} open", "{n} open")
    moved_hint: str = "{opened} opened, {closed} closed"
    cost: str = "Cost"
    no_calls: str = "nothing"
    not_known_hint: str = "The linked runs do not say what they used; that is not zero."
    worked: str = "Agents worked on it for {length}."
    author: str = "Published"
    author_hint: str = "When it was published, and by whom."
    author_unknown: str = "author not known"
    one: str = "Revision {n}"
    earlier: str = "Earlier"
    later: str = "Later"
    compare: str = "Compare revision {before} with {after}"
    missing: Counted = Counted("revision {n} is missing", "revisions {n} are missing")
    missing_hint: str = "The desk has no revision with this number; what it changed is told against {n}."
    missing_first_hint: str = "The desk has no revision with this number."
    same_second: str = "same second"
    same_second_hint: str = "Two were published in the same second; the number tells their order."
    made_up: str = "cites made-up evidence"
    kept_in: str = "imported"
    kept_in_hint: str = "It was kept in {where} and published under the rules there."
    hide: str = "Hide changes of wording and formatting"
    hidden: Counted = Counted(
        "{n} revision is hidden: it changed only wording, formatting or nothing.",
        "{n} revisions are hidden: they changed only wording, formatting or nothing.",
    )
    strip: str = "Open gaps and cost of each revision"
    strip_unknown: str = "not known"
    strip_floor: str = "at least"
    empty_title: str = "No report yet"
