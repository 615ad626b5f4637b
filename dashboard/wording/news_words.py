"""The words of what happened on the desk, in English: the change log."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class ChangeLogWords:
    """The change log: every write, by whom, from which value to which."""

    title: str = "Change log"
    lead: str = "Every write to this desk: by whom, through what, on what, from which value to which."
    views: str = "Set-up"
    when: str = "When"
    who: str = "Who"
    did: str = "Did"
    subject: str = "On what"
    came_to: str = "What changed"
    through: str = "Through"
    number: str = "Number"
    verified: str = "checked"
    not_verified: str = "not checked"
    verified_tip: str = "The desk had checked who this was."
    not_verified_tip: str = "Nobody checked who this was; the name is as it was told."
    search: str = "Find in changes"
    search_hint: str = "Names, ids, values"
    any_who: str = "Anybody"
    any_kind: str = "Every kind"
    anything: str = "Everything"
    by: str = "Kind of author"
    action: str = "Action"
    subject_kind: str = "Kind of thing"
    all: str = "All"
    since: str = "From the day"
    until: str = "Through the day"
    order: str = "Order"
    newest: str = "Newest first"
    oldest: str = "Oldest first"
    only_case: str = "Only changes of case {case}."
    all_cases: str = "Show all cases"
    withheld: str = (
        "Changes of tokens, sign-ins and files of this machine are shown to whoever looks after this desk."
    )
    empty_title: str = "Nothing has been written yet"
    empty: str = "Each import, publication, answer, decision and setting will stand here with who made it."
    none_match: str = "No change matches"
    clear: str = "Show all changes"
    gone: str = "Change {n} is not here, or is not yours to read."
    detail: str = "Change {n}"
    part: str = "Field"
    before: str = "Before"
    after: str = "After"
    whole: str = "The value itself"
    unsaid: str = "not said"
    empty_value: str = "empty"
    same: str = "{n} fields as before"
    fields_cut: str = "{shown} of {total} fields are shown. The files hold all of them."
    whole_text: str = "{field}: the whole text"
    no_values: str = "This change tells no values."
    go_case: str = "Open the case"
    go_report: str = "Open the report"
    go_import: str = "Open the import"
    go_evidence: str = "Open the evidence"
    go_case_changes: str = "All changes of this case"
    csv: str = "Save as CSV"
    jsonl: str = "Save as JSON lines"
    saves: str = "What the filters leave, in this order."
    saves_cut: str = (
        "The first {shown} of {total} in this order. caseboard changes --csv FILE writes all of them."
    )
    kinds: dict[str, str] = field(
        default_factory=lambda: {
            "person": "Person",
            "agent": "Agent",
            "desk": "The desk itself",
            "import": "Import",
        }
    )
    faces: dict[str, str] = field(
        default_factory=lambda: {
            "page": "a page",
            "command line": "the command line",
            "rest": "REST",
            "mcp": "MCP",
            "desk": "the desk itself",
        }
    )
    subjects: dict[str, str] = field(
        default_factory=lambda: {
            "investigation_task": "Case",
            "question": "Question",
            "answer": "Answer",
            "action": "Action",
            "evidence": "Evidence",
            "human_evidence": "Fact",
            "round_conversation": "Link of a run",
            "discussion_message": "Message",
            "report_sign_off": "Sign-off",
            "import_batch": "Import",
            "token": "Token",
            "sign_in": "Sign-in",
            "viewer": "Name of a browser",
            "setting": "Setting",
            "price_version": "Prices",
            "database": "Database",
            "project": "Project",
            "notice": "Notification",
            "webhook": "Notifications",
            "isolation_request": "Request for isolation",
            "isolation_result": "Result of isolated work",
            "agent_operation": "Agent operation",
            "resource_sample": "Resource sample",
        }
    )
    actions: dict[str, str] = field(
        default_factory=lambda: {
            "import_records": "imported",
            "receive_spans": "received traces",
            "remove_batch": "removed an import",
            "restore_case": "restored a case",
            "reprice_usage": "priced anew",
            "keep_setting": "changed a setting",
            "create_token": "gave a token",
            "revoke_token": "ended a token",
            "sign_in": "signed in",
            "sign_out": "signed out",
            "name_viewer": "gave a name",
            "backup": "backed up",
            "export": "exported",
            "create_task": "created a case",
            "claim_task": "took on a case",
            "renew_task_lease": "went on with a case",
            "wait_for_calculation": "set a case aside",
            "resume_task": "queued a case again",
            "finish_task_run": "ended a round",
            "publish_task_evidence": "published evidence",
            "withdraw_task_evidence": "withdrew evidence",
            "publish_task_progress": "added to the map",
            "publish_task_report": "published a report",
            "publish_execution_plan": "published a plan",
            "publish_task_presentation": "published a presentation",
            "record_isolation_request": "asked for isolation",
            "publish_isolation_result": "gave back isolated work",
            "record_agent_operation": "recorded an operation",
            "record_resource_sample": "recorded what was used",
            "ask_task_user": "asked a question",
            "propose_task_action": "proposed an action",
            "add_task_human_evidence": "stated or passed on a fact",
            "answer_task_question": "answered a question",
            "decline_task_question": "declined a question",
            "withdraw_answer": "withdrew an answer",
            "assign_question": "passed a question on",
            "claim_question": "is about to answer",
            "decide_task_action": "decided an action",
            "report_action_done": "reported an action done",
            "confirm_relayed_fact": "confirmed a fact",
            "correct_evidence": "corrected a fact",
            "withdraw_evidence": "withdrew a fact",
            "request_reinvestigation": "asked to investigate again",
            "cancel_task": "cancelled a case",
            "sign_off_report_revision": "signed off a report",
            "withdraw_sign_off": "withdrew a sign-off",
            "post_discussion_message": "wrote in the discussion",
            "reply_in_discussion": "replied in the discussion",
            "link_round": "linked a run",
            "deliver_answers": "read answers",
            "question_expired": "a question expired",
            "action_expired": "an action expired",
            "calculation_expired": "a wait for a calculation ended",
            "lease_expired": "a lease ended",
            "send_webhook": "turned notifications on or off",
            "give_up_notice": "gave up a notification",
            "retry_notice": "had a notification sent again",
            "drop_notice": "dropped a notification",
        }
    )


@dataclass(frozen=True)
class NoticeWords:
    """Notifications that are sent to another program, and how sending them goes."""

    title: str = "Notifications"
    hint: str = (
        "Another program is told of questions, queued and failed cases, actions, messages and sign-offs as "
        "they happen: ids and titles, signed, never what was written."
    )
    refused: str = "Notifications are looked after by whoever looks after this desk."
    off: str = "Notifications are off"
    how_on: str = (
        "Set webhook_url and webhook_secret in the settings file, or CASEBOARD_WEBHOOK_URL and "
        "CASEBOARD_WEBHOOK_SECRET, and start the desk anew. The user guide says what is sent."
    )
    gone: str = "The receiver said that it is gone for good (410)"
    gone_hint: str = "Nothing is sent until you have one sent again, or the desk is started anew. All waits."
    receiver: str = "Sent to"
    since: str = "the oldest {age}"
    none_yet: str = "Nothing has happened yet that is sent."
    none_so: str = "None stands so."
    all: str = "All"
    what: str = "What happened"
    case: str = "Case"
    state: str = "State"
    attempts: str = "Attempts"
    happened: str = "When"
    next_try: str = "tried again {time}"
    settle: str = "Send again or drop"
    which: str = "Which one"
    settle_hint: str = "Of this page. What the receiver took is not sent again."
    retry: str = "Send it now"
    drop: str = "Drop it"
    not_settled: str = "It stays as it is"
    states: dict[str, str] = field(
        default_factory=lambda: {
            "waiting": "waits",
            "delivered": "delivered",
            "given_up": "given up",
            "dropped": "dropped",
        }
    )
    states_told: dict[str, str] = field(
        default_factory=lambda: {
            "waiting": "It is sent as soon as the receiver takes it.",
            "delivered": "The receiver took it. Whether anybody read it is not known.",
            "given_up": "The receiver did not take it for days. It is not tried again by itself.",
            "dropped": "Somebody dropped it; the change log says who.",
        }
    )
    kinds: dict[str, str] = field(
        default_factory=lambda: {
            "question_asked": "question asked",
            "task_queued": "case queued",
            "task_failed": "case failed",
            "action_proposed": "action proposed",
            "action_decided": "action decided",
            "discussion_message": "message in a discussion",
            "report_signed_off": "sign-off of a report",
        }
    )
    details: dict[str, str] = field(
        default_factory=lambda: {
            "required": "required",
            "optional": "optional",
            "approved": "approved",
            "rejected": "rejected",
            "person": "by a person",
            "agent": "by an agent",
            "reviewed": "reviewed",
            "needs_work": "needs work",
            "withdrawn": "withdrawn",
        }
    )


@dataclass(frozen=True)
class DigestWords:
    """A day of all cases as text, and the feed of what waits and what happened."""

    title: str = "Cases on {day}"
    zone: str = "The day is cut in {zone}."
    waits: str = "Waits for people now"
    nothing_waits: str = "Nothing waits for people."
    waits_cut: str = "{n} in all; the oldest {shown} are listed."
    since: str = "since {time}"
    required: str = "required"
    nothing: str = "Nothing happened in cases on this day."
    happened_cut: str = "{total} things happened; the first {shown} are listed."
    cost: str = "Cost of the day"
    cost_case: str = "Case"
    cost_money: str = "Cost"
    cost_calls: str = "Calls"
    all_runs: str = "All runs, of cases and others"
    no_case_cost: str = "No call of this day belongs to a case."
    unlinked: str = (
        "Of {n} cases not every round has a known run: what those cost is not linked, which is not zero."
    )
    by: str = "by {who}"
    made_up: str = "sample data"
    feed_title: str = "Caseboard: what waits for people, and what happened"
    feed_text: str = "{waiting} things wait for people, of which {shown} are listed; then what happened last."
    waiting_title: str = "Waits: {kind}: {title}"
    kinds: dict[str, str] = field(
        default_factory=lambda: {
            "question_asked": "Asked",
            "question_answered": "Answered",
            "question_declined": "Declined",
            "action_proposed": "Proposed",
            "action_decided": "Decided",
            "report_published": "Published",
            "report_signed_off": "Signed off",
            "discussion_message": "Discussed",
            "task_queued": "Queued",
            "task_failed": "Failed",
        }
    )
    details: dict[str, str] = field(
        default_factory=lambda: {
            "required": "required",
            "optional": "optional",
            "approved": "approved",
            "rejected": "rejected",
            "interim": "interim",
            "concluded": "concluded",
            "final": "final",
            "person": "a person",
            "agent": "an agent",
            "reviewed": "reviewed",
            "needs_work": "needs work",
            "withdrawn": "withdrawn",
        }
    )
