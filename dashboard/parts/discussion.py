"""The discussion of the revision that is shown: who said what, who has no reply yet, and the way to post.

What is said moves nothing in the case, and the page says so. The form stands apart from the list: messages
arrive above it while somebody writes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from dashboard.desk_session import link, said, store, viewer, zone
from dashboard.parts.draft import (
    Draft,
    draft,
    draft_line,
    field_key,
    kept_choice,
    kept_text,
    not_sent,
    send,
    written,
)
from dashboard.parts.flash import flash, flashed
from dashboard.parts.permission import refusal
from dashboard.parts.piece import Crumb, Pill, Turn, dialogue, hint, note, pages_line
from dashboard.parts.prose import CitedRecord, stated
from dashboard.parts.section import slot
from dashboard.selections import ReportSelection
from dashboard.wording import formats
from data_access.contracts.discussion import DiscussionMessage, PostMessageCall
from data_access.contracts.investigation import InvestigationTask
from data_access.writing.case_write import Author
from data_access.writing.discuss import post_discussion_message

_NEWEST_SHOWN = 20


def discussion_list(
    case: InvestigationTask,
    messages: Sequence[DiscussionMessage],
    cited: Mapping[str, CitedRecord],
    selection: ReportSelection,
    shown: int,
) -> None:
    """Draw what was said about revision `shown`, 0 before there is one; the newest messages stand last."""
    w = said().discussion
    about = [one for one in messages if (one.revision or 0) == shown]
    elsewhere = len(messages) - len(about)
    if case.latest_revision and shown and shown != case.latest_revision:
        told = w.not_newest.format(n=shown, newest=case.latest_revision)
        note(told, key="discusses-older", tone="waiting", links=[_way(w.go_newest, case)])
    if not about:
        hint(w.nothing, key="nothing-said")
    hidden = 0 if selection.talk else max(0, len(about) - _NEWEST_SHOWN)
    if hidden:
        way = link("report", **selection.but(talk=True).to_query())
        told = said().state.range.format(first=hidden + 1, last=len(about), total=len(about))
        pages_line(told, [Crumb(w.all_of.format(n=len(about)), way)], key="earlier-said")
    for message in about[hidden:]:
        _message(case, message, cited)
    if elsewhere:
        hint(w.elsewhere(elsewhere), key="said-elsewhere")


def post_form(case: InvestigationTask, messages: Sequence[DiscussionMessage], shown: int) -> None:
    """Draw the form of a message about revision `shown`; whoever may not write sees why."""
    w, refused = said().discussion, refusal("decide")
    with slot():
        flashed(_place(case))
    if case.status == "cancelled":
        note(w.closed, key="discussion-closed")
        return
    if refused:
        note(w.may_not, key="discussion-refused", text=refused)
        return
    hint(w.changes_nothing, key="discussion-changes-nothing")
    begun = draft(f"discuss:{case.task_id}:{shown}", task_id=case.task_id)
    kept_text(begun, "text", w.text, help=w.text_hint)
    _reply_choice(begun, [one for one in messages if (one.revision or 0) == shown])
    st.button(
        w.post,
        key=field_key(begun, "send"),
        type="primary",
        disabled=begun.sent_at is not None,
        on_click=_post,
        args=(case, begun, shown),
    )
    draft_line(begun, refused_title=w.refused)


def _post(case: InvestigationTask, begun: Draft, shown: int) -> None:
    w, text = said().discussion, written(begun, "text")
    if text is None:
        not_sent(begun, [w.no_text])
        return
    told = {
        "task_id": case.task_id,
        "text": text,
        "report_revision": shown or None,
        "reply_to": written(begun, "reply_to"),
    }

    def write(request_id: str) -> None:
        call = PostMessageCall.model_validate(told | {"request_id": request_id})
        kept = post_discussion_message(store(), call, author=Author(viewer(), "page"))
        flash(_place(case), w.posted.format(id=kept.message_id))

    send(begun, write)


def _reply_choice(begun: Draft, about: Sequence[DiscussionMessage]) -> None:
    if not about:
        return
    names = {one.message_id: f"{one.message_id} · {one.author} · {one.text[:60]}" for one in reversed(about)}
    label = said().discussion.reply_choice
    kept_choice(begun, "reply_to", label, tuple(names), format_func=names.__getitem__)


def _message(case: InvestigationTask, message: DiscussionMessage, cited: Mapping[str, CitedRecord]) -> None:
    head = Turn(
        who=message.author,
        kind="user_message" if message.author_kind == "person" else "assistant_message",
        href=link("report", case=case.task_id, revision=message.revision),
        time=formats.ago(message.posted_at, formats.now(), said()),
        time_tip=formats.exact(message.posted_at, zone(), said()),
        lead=_lead(message),
        pills=tuple(_marks(case, message)),
    )
    key = f"said-{message.message_id}"
    dialogue(message.message_id, [head], more="", key=key)
    stated(message.text, cited=cited, label=message.message_id, key=f"{key}-text")
    if message.checked_generation is not None:
        hint(_checked(message), key=f"{key}-checked")


def _lead(message: DiscussionMessage) -> str:
    to = said().discussion.reply_to.format(id=message.reply_to) if message.reply_to else None
    return " · ".join(part for part in (message.message_id, to) if part)


def _checked(message: DiscussionMessage) -> str:
    w = said().discussion
    phrase = w.checked if message.checked_revision else w.checked_no_report
    return phrase.format(generation=message.checked_generation, revision=message.checked_revision)


def _marks(case: InvestigationTask, message: DiscussionMessage) -> list[Pill]:
    w = said().discussion
    if message.author_kind != "person":
        is_outdated = message.checked_generation is not None and (
            (message.checked_generation, message.checked_revision) != (case.generation, case.latest_revision)
        )
        marks = [Pill(w.agent, "working")]
        return [*marks, Pill(w.outdated, "waiting")] if is_outdated else marks
    known = {True: w.person_verified, False: w.person_unverified, None: w.person_restored}
    marks = [Pill(known[message.is_verified], "done" if message.is_verified else "unknown")]
    return [*marks, Pill(w.waits, "waiting", tip=w.waits_hint)] if message.waits else marks


def _way(text: str, case: InvestigationTask) -> Crumb:
    return Crumb(text, link("report", case=case.task_id))


def _place(case: InvestigationTask) -> str:
    return f"discussion-{case.task_id}"
