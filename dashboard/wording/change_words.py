"""The words of comparing two revisions of a report, in English."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from dashboard.wording.counted import Counted


@dataclass(frozen=True)
class WhatChangedWords:
    """What changed from one revision of a report to another."""

    title: str = "What changed"
    of: str = "Revision {before} → {after}"
    backwards: str = "You are looking from the newer revision back to the older one."
    swap: str = "Swap"
    earlier: str = "From"
    later: str = "To"
    view: str = "View"
    views: Mapping[str, str] = field(
        default_factory=lambda: {"short": "In short", "text": "Text", "map": "Map", "cost": "Cost"}
    )
    too_few: str = "Nothing to compare yet"
    too_few_text: str = "The report has {n} revisions; two are needed."
    same: str = "A revision does not differ from itself. Choose two."
    classes: Mapping[str, str] = field(
        default_factory=lambda: {
            "none": "nothing changed",
            "formatting": "only formatting",
            "wording": "wording",
            "evidence": "evidence",
            "conclusion": "conclusion",
        }
    )
    class_hints: Mapping[str, str] = field(
        default_factory=lambda: {
            "none": "Both revisions say and cite the same.",
            "formatting": "White space, widths of signs, line ends.",
            "wording": "Other words, on the same evidence, with the same figures.",
            "evidence": "What is cited, what a finding rests on, gaps, the map, or a figure.",
            "conclusion": "Stage or conclusion, or a finding that is new, gone or of another kind.",
        }
    )
    outcome_stays: str = "The conclusion stays: {outcome}"
    outcome_moves: str = "The conclusion changes: {before} → {after}"
    findings_new: Counted = Counted("{n} finding is new", "{n} findings are new")
    findings_gone: Counted = Counted("{n} is gone", "{n} are gone")
    findings_other: Counted = Counted("{n} finding says something else", "{n} findings say something else")
    gaps_opened: Counted = Counted("{n} gap opened", "{n} gaps opened")
    gaps_closed: Counted = Counted("{n} gap closed", "{n} gaps closed")
    cites_more: Counted = Counted("{n} record more is cited", "{n} records more are cited")
    cites_less: Counted = Counted("{n} less", "{n} less")
    figures: Counted = Counted("{n} figure changed", "{n} figures changed")
    share: str = "{share} of the text is other text"
    comma: str = ", "
    stop: str = ". "
    reason: str = "Author's note on the change"
    between: str = "In between"
    between_hint: str = "From the publication of the older revision to that of the newer one."
    passed: str = "Time between"
    agents: str = "Agents worked"
    people: str = "Waited for people"
    queue: str = "Waited for a session"
    calculation: str = "Waited for a calculation"
    closed: str = "Was closed"
    used: str = "Given in between and cited now"
    used_none: str = "nothing"
    failed: str = "Routes that failed"
    fields: str = "Fields"
    names: Mapping[str, str] = field(
        default_factory=lambda: {"stage": "Stage", "outcome": "Conclusion", "generation": "Round"}
    )
    before: str = "Before"
    after: str = "After"
    change: str = "Change"
    changes: Mapping[str, str] = field(
        default_factory=lambda: {
            "same": "same",
            "changed": "changed",
            "added": "new",
            "removed": "gone",
            "reclassified": "replaced",
            "opened": "opened",
            "closed": "closed",
            "reopened": "opened again",
            "reworded": "in other words",
            "dropped": "no longer told",
        }
    )
    gaps: str = "Gaps"
    closed_by: str = "closed by {what}"
    without_evidence: str = "closed by words, without evidence"
    cited: str = "What is cited"
    cited_record: str = "Record"
    replaced_by: str = "{id} is cited in its place ({before} → {after})"
    still_cited: str = "no longer listed, and still named in the report"
    no_findings: str = "Neither revision has findings."
    no_cited: str = "Both cite the same records."
    text: str = "Text"
    layout: str = "Show"
    inline: str = "One text"
    side: str = "Side by side"
    coarse: str = (
        "Not all of the text could be compared word by word; where it could not, whole sentences are."
    )
    step: str = "Change {n} of {total}"
    total: str = "Changed places: {total}"
    no_change: str = "The text is the same."
    only_formatting: str = "Only formatting differs."
    next: str = "Next change (n)"
    previous: str = "Previous change (p)"
    folded: str = "{n} paragraphs unchanged"
    formatting_shown: str = "Formatting too"
    moved_here: str = "moved here"
    moved_away: str = "moved from here"
    split: str = "paragraph split after this"
    joined: str = "joined with the next paragraph"
    parts: Mapping[str, str] = field(
        default_factory=lambda: {
            "title": "Title",
            "summary": "In short",
            "body": "Text",
            "diagram": "Diagram",
        }
    )
    map: str = "Map"
    map_of: str = "Map of revision {n}"
    map_same: str = "The map is the same in both."
    map_kept: str = "{nodes} nodes and {edges} lines are the same."
    node: str = "Node"
    line: str = "Line"
    cost: str = "Cost"
    cost_hint: str = "Calls that led to a revision after the older one, up to the newer one."
    by_agent: str = "By agent"
    by_model: str = "By model"
    not_linked: Counted = Counted(
        "{n} session of this stretch is not linked to a run: its cost is not in here.",
        "{n} sessions of this stretch are not linked to runs: their cost is not in here.",
    )
    since_previous: str = "What changed since revision {n}"
    origin: str = "Origin"
    synthetic: str = "Revision {n} rests on made-up (synthetic) evidence: {ids}"
    flagged: str = "Revision {n} cites what was corrected or withdrawn: {ids}"
    signed: str = "Sign-offs"
    signed_by: str = "Of revision {n}:"
    signed_by_nobody: str = "Nobody has signed revision {n} off."
    text_of: str = "{part}: what changed"
    unseen: str = "[signs that cannot be seen]"
    quiet_formatting: Counted = Counted(
        "Formatting differs in {n} paragraph too; that is not marked.",
        "Formatting differs in {n} paragraphs too; that is not marked.",
    )
    map_missing: str = "Revision {n} was published before the case had a map."
    map_missing_both: str = "Neither revision has a map."
    map_of_both: str = (
        "The maps of revision {before} and of revision {after} as one. Nodes that are new: {added}, gone: "
        "{removed}, changed: {changed}. The list below says the same."
    )
    map_reduced: str = (
        "{total} nodes are more than anybody can read in one picture: drawn are {shown}, those that changed "
        "and what they are tied to."
    )
    map_left_out: str = "{n} more that changed are not drawn; the list below has all of them."
    slider: str = "From the earlier map to the later one"
    slider_between: str = "In between: {share} % of the later map"
    slider_own_engine: str = "streamlit-mermaid cannot draw two maps as one; the desk draws by itself."
    cost_unknown: str = "Cost is not known."
    done_cut: str = "{total} things were done; the first {shown} are listed."
    file: str = "Save this comparison"
    file_hint: str = "Each file holds all views at once, in this direction."
    file_names: Mapping[str, str] = field(
        default_factory=lambda: {"html": "One page (HTML)", "markdown": "Markdown", "json": "JSON"}
    )
    file_title: str = "What changed: {case}"
    file_foot: str = "{product}, as known on {time}. Revisions never change; what they cite may."
    file_marks: str = "How changes are marked"
    markdown_marks: str = (
        "**bold** came in, ~~struck through~~ went out, *slanted* differs in formatting alone."
    )
    html_marks: str = "Marked so: {added}, {removed}, {formatting}."
    added_mark: str = "came in"
    removed_mark: str = "went out"
    formatting_mark: str = "differs in formatting alone"
