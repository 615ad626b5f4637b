"""The words of what people write on the desk in English: drafts, answers to questions."""

from __future__ import annotations

from dataclasses import dataclass, field

from dashboard.wording.counted import Counted


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


@dataclass(frozen=True)
class AnswerWords:
    """A question of a case, and what people do with it."""

    why: str = "Why it is asked: {why}"
    required: str = "required: the case waits for it"
    optional: str = "not required: the case goes on without it"
    asked: str = "asked {when}, round {n}"
    for_whom: str = "for {who}; anybody may answer"
    for_anybody: str = "for anybody"
    due: str = "wished for by {when}"
    expires: str = "ends by itself at {when}; nobody's answer is then neither yes nor no"
    asked_anew: str = "Asked again in place of {id}. The agent's reason: {reason}"
    no_reason: str = "none was given"
    before: str = "What became of {id}: {state}"
    before_refused: str = "{who} refused to answer {id}: {reason}"
    replaced_by: str = "It was asked anew as {id}."
    free_text: str = "Your answer in words"
    free_text_hint: str = "Always possible, also when nothing else fits."
    option: str = "Or choose one"
    hint_is_no_fact: str = "A hint of whoever asks; it is no fact: {hint}"
    number_hint: str = "A number, with a point before the decimals. The unit is {unit}."
    number_hint_plain: str = "A number, with a point before the decimals."
    time_hint: str = "Date and time in {zone}."
    yes: str = "Yes"
    no: str = "No"
    answer: str = "Send the answer"
    refuse: str = "Refuse to answer"
    refuse_reason: str = "Why it is not answered"
    refuse_hint: str = "Whoever asked reads it, and does not ask again without a reason."
    hand_over: str = "Pass on"
    hand_over_name: str = "Who should answer"
    hand_over_hint: str = (
        "A name as others know it; nothing for nobody in particular. Anybody still may answer."
    )
    hand_over_keep: str = "Keep the name"
    claim: str = "Tell others that I am answering"
    claim_hint: str = "For five minutes. It holds nobody off."
    claimed: str = "{who} is answering, until {when}. You may answer all the same; the first answer holds."
    claimed_by_you: str = "Others see that you are answering, until {when}."
    take_over: str = "Take over"
    release: str = "I am not answering"
    lost: str = "What you wrote here is not stored"
    lost_to: str = "{who} was first, at {when}: {id} holds. It stands below."
    lost_refused: str = "{who} refused to answer first, at {when}: {id} holds. It stands below."
    ended: str = "The question ended"
    ended_text: str = "No answer holds. What you send now is kept as late, is read, and moves nothing."
    case_cancelled: str = "The case was cancelled, and nothing more is written to it. Copy what you need."
    keep_dissent: str = "Keep mine as another opinion"
    keep_dissent_hint: str = "It stands beside the answer that holds; agents read both."
    keep_fact: str = "Keep my text as a fact"
    keep_fact_hint: str = (
        "Only what you saw, or what somebody told you. It gets an id of its own and can be cited."
    )
    known_by: str = "From where you know it"
    seen: str = "I saw it myself"
    told: str = "I was told"
    told_by: str = "Who told you"
    send_late: str = "Send it as a late answer"
    edit: str = "Change {id}"
    edit_reason: str = "What was wrong with it"
    edit_hint: str = (
        "The earlier one stays readable. Reports that cite it are flagged, and nothing is queued by it."
    )
    edit_send: str = "Send the changed answer"
    withdraw: str = "Take {id} back"
    withdraw_send: str = "Take it back"
    withdraw_reason: str = "Why it should no longer count"
    withdraw_hint: str = (
        "It stays readable, marked. Reports that cite it are flagged; the case stands as it stands."
    )
    no_text: str = "Write an answer in words, or give a value."
    no_reason_given: str = "Say why."
    no_fact_text: str = "A fact is stated in words: write it as a sentence."
    no_known_by: str = "Say from where you know it."
    no_told_by: str = "Say who told you."
    no_number: str = "{label}: {value} is no number. Write it like 0.31, without the unit."
    not_stored: str = "The desk did not store this"
    refused: str = "You may read questions here and not answer them"
    given: str = "What was answered"
    because: str = "Reason: {reason}"
    standings: dict[str, str] = field(
        default_factory=lambda: {
            "effective": "it holds",
            "dissent": "another opinion",
            "late": "came late, moves nothing",
            "refusal": "refused to answer",
            "corrected": "changed, see {id}",
            "withdrawn": "taken back by {who}: {reason}",
        }
    )
    stored: str = "Stored {when}"
    stored_standings: dict[str, str] = field(
        default_factory=lambda: {
            "effective": "The answer {id} of {who} is stored and holds.",
            "dissent": "{id} of {who} is stored as another opinion.",
            "late": "{id} of {who} is stored as late; it moves nothing.",
            "refusal": "That {who} refuses to answer is stored as {id}.",
        }
    )
    waits_for: Counted = Counted(
        "{n} required question of this case still waits.", "{n} required questions of this case still wait."
    )
    queued: str = "The case is queued for round {n}."
    running: str = "An agent is at work, round {n}."
    stands: str = "The case stands at: {status}."
    unread: str = "No agent has read it so far."
    read: str = "An agent read it at {when}."
    used_in: str = "A report first cited it: revision {n}."
    used: str = "The map or a report first cited it at {when}."
    unused: str = "No report cites it so far."
    more: Counted = Counted(
        "{n} more question waits; open it below.", "{n} more questions wait; open them below."
    )
