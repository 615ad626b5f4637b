"""The file of a fact: given in the form with what a photo offers of itself, shown beside the fact.

Only a picture that the desk wrote itself is ever drawn; any other file can be saved and is not looked into.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import streamlit as st

from dashboard.desk_session import read, said, store, zone
from dashboard.parts.draft import Draft, field_key, fill
from dashboard.parts.fault import faults_shown, show_fault
from dashboard.parts.piece import Cell, Fact, facts, hint, note
from dashboard.wording import formats
from data_access.contracts.attachments import LARGEST_FILE, Attachment, PhotoTold
from data_access.contracts.people import HumanEvidence
from data_access.errors import CaseboardError
from data_access.reading.attachments import attachment_content, attachments_of_task, thumbnail
from data_access.rules.attachment_kinds import ENDINGS, PICTURES, is_picture
from data_access.writing.add_attachment import JudgedFile, judged_file

_FILE = "file"
_THUMBNAIL_WIDTH = 240


def file_field(begun: Draft, *, disabled: bool) -> None:
    """Draw the field for a file; a photo shows what would be kept, and offers its time and place."""
    w = said().fact
    st.file_uploader(
        w.file,
        key=field_key(begun, _FILE),
        help=f"{w.file_hint} {w.files_taken.format(endings=', '.join(ENDINGS))}",
        max_upload_size=LARGEST_FILE >> 20,
        disabled=disabled,
    )
    try:
        file = file_given(begun)
    except CaseboardError as error:
        show_fault(error, key=field_key(begun, "file-fault"))
        return
    if file is not None and file.thumbnail is not None:
        _offer(begun, file)


def file_given(begun: Draft) -> JudgedFile | None:
    """Return the file that stands in the field, judged once. Raises: `AttachmentRefused`, `BodyTooLarge`."""
    given: Any = st.session_state.get(field_key(begun, _FILE))
    key = field_key(begun, "judged")
    if given is None:
        st.session_state.pop(key, None)
        return None
    known = st.session_state.get(key)
    if known is None or known[0] != given.file_id:
        try:
            with st.spinner(said().fact.looked_at):
                judged: JudgedFile | CaseboardError = judged_file(given.name, given.getvalue())
        except CaseboardError as error:
            judged = error
        known = st.session_state[key] = (given.file_id, judged)
    if isinstance(known[1], CaseboardError):
        raise known[1]
    found: JudgedFile = known[1]
    return found


def file_shown(fact: HumanEvidence, task_id: str) -> None:
    """Draw the file of a fact: a picture small and on demand whole, any other one to be saved."""
    w = said().fact
    if fact.attachment_hash is None:
        return
    name = fact.attachment_name or fact.attachment_hash[:8]
    files = {one.attachment_hash: one for one in read(attachments_of_task, task_id)}
    file = files.get(fact.attachment_hash)
    if file is None or not file.is_here:
        text = w.not_here_text.format(name=name, hash=fact.attachment_hash)
        note(w.not_here, key="file-not-here", text=text, tone="waiting")
        return
    is_shown = file.media_type in PICTURES
    alt = w.picture.format(person=fact.person, id=fact.evidence_id, name=name)
    small = thumbnail(store(), file) if is_shown else None
    if small is not None and is_picture("image/jpeg", small):
        st.image(small, width=_THUMBNAIL_WIDTH, alt=alt)
    with st.container(horizontal=True):
        if is_shown and st.button(w.whole, key="whole-picture", icon=":material/zoom_in:"):
            _whole_picture(file, name, task_id, alt)
        _save_button(file, name, task_id)
    facts(_told(file), key="file-told")


def _whole_picture(file: Attachment, name: str, task_id: str, alt: str) -> None:
    @st.dialog(name, width="large")
    def whole() -> None:
        with faults_shown():
            content = attachment_content(store(), task_id, file.attachment_hash).content
            if is_picture(file.media_type, content):
                st.image(content, width="stretch", alt=alt)

    whole()


def _save_button(file: Attachment, name: str, task_id: str) -> None:
    desk = store()
    st.download_button(
        said().fact.save,
        lambda: attachment_content(desk, task_id, file.attachment_hash).content,
        file_name=name,
        mime="application/octet-stream",
        on_click="ignore",
        key="save-file",
        icon=":material/download:",
    )


def _told(file: Attachment) -> list[Fact]:
    w = said().fact
    size = Cell(formats.size(file.size_bytes), sub=file.media_type)
    if file.width and file.height:
        size = Cell(size.text, sub=w.pixels.format(width=file.width, height=file.height))
    told = [Fact(w.file_size, size), Fact(w.file_hash, _hash(file.attachment_hash))]
    if file.given_hash != file.attachment_hash:
        told.append(Fact(w.given_hash, _hash(file.given_hash)))
    return told


def _hash(value: str) -> Cell:
    return Cell(formats.short_id(value), tip=value, mono=True, copy=value)


def _offer(begun: Draft, file: JudgedFile) -> None:
    w, told = said().fact, file.photo_told
    if file.thumbnail:
        st.image(file.thumbnail, width=_THUMBNAIL_WIDTH, alt=file.name)
    moment = told.taken_at or _by_desk_clock(told)
    if moment is None and told.latitude is None:
        return
    hint(w.photo_told, key=field_key(begun, "photo-told"))
    with st.container(horizontal=True):
        if moment is not None:
            phrase = w.take_time if told.taken_at else w.take_local
            time = formats.exact(moment, zone(), said())
            key = field_key(begun, "take-time")
            st.button(phrase.format(time=time), key=key, on_click=fill, args=(begun, "observed_at", moment))
        if told.latitude is not None:
            place = f"{told.latitude:.5f}, {told.longitude:.5f}"
            key = field_key(begun, "take-place")
            st.button(w.take_place.format(place=place), key=key, on_click=fill, args=(begun, "place", place))


def _by_desk_clock(told: PhotoTold) -> datetime | None:
    if told.taken_local is None:
        return None
    return datetime.fromisoformat(told.taken_local).replace(tzinfo=ZoneInfo(zone()))
