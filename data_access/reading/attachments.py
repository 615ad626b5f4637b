"""The files of a case: what is known of them, and the bytes of one."""

from __future__ import annotations

from typing import Any

from data_access.contracts.attachments import Attachment, AttachmentContent
from data_access.errors import AttachmentGone, NotFound, Problem
from data_access.store.attached_files import has_file, kept_file
from data_access.store.connection import Store


def attachments_of_task(store: Store, task_id: str) -> tuple[Attachment, ...]:
    """Return every file of a case, the first one given first."""
    rows = store.rows("attachments_of_task", {"task_id": task_id, "attachment_hash": None})
    return tuple(_attachment(store, row) for row in rows)


def attachment_content(store: Store, task_id: str, attachment_hash: str) -> AttachmentContent:
    """Return a file of a case with its bytes. Raises: `NotFound`, `AttachmentGone`."""
    rows = store.rows("attachments_of_task", {"task_id": task_id, "attachment_hash": attachment_hash})
    if not rows:
        wrong = Problem("attachment_hash", "no fact of this case has this file", "See its facts.")
        raise NotFound(f"Case {task_id[:100]} has no file {attachment_hash[:64]}.", problems=(wrong,))
    content = kept_file(store.path, attachment_hash)
    if content is None:
        raise AttachmentGone(
            f"The desk knows of {rows[0]['name']!r} and does not have it: the case came without its files, "
            "or the folder beside the database was lost or changed. Ask the desk it came from, or a backup."
        )
    return AttachmentContent(attachment=_attachment(store, rows[0]), content=content)


def thumbnail(store: Store, attachment: Attachment) -> bytes | None:
    """Return the small picture of a picture; None where there is none here."""
    return kept_file(store.path, attachment.thumbnail_hash) if attachment.thumbnail_hash else None


def _attachment(store: Store, row: dict[str, Any]) -> Attachment:
    return Attachment(**row, is_here=has_file(store.path, row["attachment_hash"]))
