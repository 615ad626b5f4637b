"""The words of what people decide and discuss in English: proposed actions, moves of a case, discussions."""

from __future__ import annotations

from dataclasses import dataclass, field

from dashboard.wording.counted import Counted


@dataclass(frozen=True)
class ActionWords:
    """A proposed action, the decision on it, and that it was carried out."""

    title: str = "Proposed actions"
    hint: str = "Agents propose, people decide. The desk carries out nothing, whatever is decided."
    action: str = "Action"
    kind: str = "Kind"
    target: str = "On what"
    description: str = "What is to be done"
    parameters: str = "Parameters"
    cut: str = "{text}… (cut; copy it to read all of it)"
    risk: str = "Risk"
    no_risk: str = "The agent names none."
    reason: str = "Why it is proposed"
    rests_on: str = "Rests on"
    rests_on_nothing: str = "It names no evidence."
    proposed: str = "Proposed"
    expires: str = "Expires"
    expires_hint: str = "From then on nobody decides it any more."
    expires_never: str = "It waits until somebody decides."
    why: str = "Why"
    why_hint: str = "Whoever carries it out reads this, and so does the agent."
    approve: str = "Approve"
    reject: str = "Reject"
    no_reason: str = "Say why first: a decision needs its reason."
    refused: str = "Your decision was not stored"
    may_not: str = "You cannot decide here"
    carries_out_nothing: str = (
        "Approved says that it may be done. The desk carries out nothing; "
        "whoever did it, or was told, reports that here."
    )
    approved_by: str = "{who} approved it, {when}"
    rejected_by: str = "{who} rejected it, {when}"
    expired: str = "It expired {when}. Nobody decided it: that is neither yes nor no."
    cancelled: str = "The case was cancelled {when}; nobody decides it any more."
    not_done: str = "Approved, not reported done since {when}"
    not_done_text: str = "Nobody has reported that it was carried out. That does not say that it was not."
    overtaken: str = "It was decided while you wrote"
    overtaken_text: str = (
        "What you wrote was not stored and stands below, as you left it. Copy it, say it in the discussion, "
        "or discard it."
    )
    reported_first: str = "Somebody reported it done while you wrote"
    yours: str = "What you wrote"
    stored: str = "Stored: {id} is {state}. Nothing was carried out."
    completed: str = "It was the last one that waited: the case is completed."
    report_done: str = "Report it done"
    report_hint: str = "Only what somebody saw or was told. It is kept as a fact of yours and moves nothing."
    done_by: str = "Who did it"
    done_at: str = "When it was done"
    result: str = "What came of it"
    reference: str = "Number of the work order or message"
    known_by: str = "How you know"
    seen: str = "I saw it or did it myself"
    told: str = "I was told"
    told_by: str = "Who told you"
    told_by_hint: str = "Only if you were told."
    missing: str = "{field} is missing."
    report_refused: str = "Your report was not stored"
    reported: str = "Stored as the fact {id}. It moves nothing in the case."
    reported_by: str = "Reported by"
    seen_by: str = "seen by {who}"
    told_to: str = "told by {who}"
    read_fact: str = "Read, correct or withdraw {id}"
    settled: str = "Settled"
    open_now: Counted = Counted("{n} waits for a decision", "{n} wait for a decision")
    nothing: str = "No action was proposed in this case."
    states: dict[str, str] = field(
        default_factory=lambda: {
            "pending": "to approve",
            "approved": "approved",
            "rejected": "rejected",
            "expired": "expired, decided by nobody",
            "cancelled": "cancelled with its case",
            "owed": "approved, not reported done",
            "done": "reported done",
        }
    )


@dataclass(frozen=True)
class MoveWords:
    """Looking at a case again, and ending it."""

    title: str = "What you can do"
    again: str = "Look again"
    again_hint: str = "The case is queued as round {n}. It starts when an agent claims it."
    again_why: str = "What is to be looked at again and why"
    again_send: str = "Queue it again"
    again_keeps: Counted = Counted(
        "{n} proposed action still waits for a decision and goes on waiting.",
        "{n} proposed actions still wait for a decision and go on waiting.",
    )
    cancel: str = "Cancel the case"
    cancel_why: str = "Why it ends"
    cancel_why_hint: str = "Whoever works on it, or opens it later, reads this."
    cancel_sure: str = "Cancel this case for good?"
    cancel_final: str = "Nothing more can be written to it, and it cannot be taken up again."
    ends: str = "With it ends:"
    ends_questions: Counted = Counted("{n} open question", "{n} open questions")
    ends_actions: Counted = Counted("{n} proposed action, undecided", "{n} proposed actions, undecided")
    ends_lease: str = "the round of {who}, whose next write is refused"
    ends_nothing: str = "Nothing is open in it now."
    cancel_send: str = "Yes, cancel it"
    no_reason: str = "Say why first."
    refused: str = "The case was not moved"
    overtaken: str = "The case moved on while you wrote"
    overtaken_text: str = "What you wrote was not stored and stands below. Copy it, or discard it."
    queued: str = "Task queued (round {n}), no agent has looked since {when}."
    queued_looked: str = (
        "Task queued (round {n}); an agent looked for work at {looked} and has not taken it up so far."
    )
    cancelled: str = "The case was cancelled, {when}."


@dataclass(frozen=True)
class DiscussionWords:
    """What people and agents say about a report."""

    title: str = "Discussion"
    of_revision: str = "Discussion of revision {n}"
    before_report: str = "Discussion before the first report"
    changes_nothing: str = (
        "A question or remark changes nothing in the case. State what you know as a fact, and use Look again "
        "to have it investigated."
    )
    not_newest: str = "You discuss revision {n}; the newest is {newest}."
    go_newest: str = "Discuss the newest"
    nothing: str = "Nothing was said about this revision yet."
    all_of: str = "Show all {n}"
    elsewhere: Counted = Counted(
        "{n} message is about another revision.", "{n} messages are about other revisions."
    )
    waits: str = "no agent has replied"
    waits_hint: str = "Agents read discussions when they look for work. This desk wakes none."
    person_verified: str = "verified"
    person_unverified: str = "name not checked"
    person_restored: str = "restored with its case"
    agent: str = "agent"
    checked: str = "checked against round {generation}, revision {revision}"
    checked_no_report: str = "checked against round {generation}, before any report"
    outdated: str = "the case has moved on since"
    reply_to: str = "to {id}"
    text: str = "Your question or remark"
    text_hint: str = "Markdown; cite as [E-1], [H-1], [Q-1]."
    reply_choice: str = "Reply to"
    post: str = "Post"
    no_text: str = "Write something first."
    refused: str = "It was not posted"
    posted: str = "Posted as {id}. Nothing in the case has changed."
    may_not: str = "You cannot write here"
    closed: str = "The case was cancelled; nothing more is written to it."
