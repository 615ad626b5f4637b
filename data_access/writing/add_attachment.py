"""Keeps files that people give, to be stated with a fact: judged, photos written anew, then kept by content.

A file comes before its fact and is named by it with its hash. One that no fact names is dropped after a day.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from datetime import timedelta
from typing import NamedTuple

from data_access.contracts.attachments import (
    LARGEST_FILE,
    AddAttachmentCall,
    AttachmentReceipt,
    PhotoTold,
)
from data_access.contracts.case_calls import TaskWrite
from data_access.errors import BodyTooLarge, PermissionDenied, TaskCancelled
from data_access.importers.photo.photo import decoded_photo
from data_access.rules.attachment_kinds import PICTURES, kind_of, refused, shown_name
from data_access.store.attached_files import drop_abandoned, drop_files, staged_file
from data_access.store.connection import Store
from data_access.writing.case_write import Author, Writing, write_once
from data_access.writing.task_moves import task_standing

_UNUSED = timedelta(days=1)


class JudgedFile(NamedTuple):
    """A file that is taken, as the desk would keep it."""

    name: str
    media_type: str
    given_hash: str
    given_bytes: int
    content: bytes
    photo_told: PhotoTold = PhotoTold()
    width: int | None = None
    height: int | None = None
    thumbnail: bytes | None = None


class _FileKept(TaskWrite):
    """What makes two requests for a file the same one."""

    name: str
    given_hash: str


def judged_file(name: str, content: bytes) -> JudgedFile:
    """Judge a file and decode it where it is a photo; nothing is stored.

    Raises: `AttachmentRefused`, `BodyTooLarge`.
    """
    if len(content) > LARGEST_FILE:
        raise BodyTooLarge(
            f"The file has {len(content):,} bytes; {LARGEST_FILE:,} are taken. Give a smaller one, or say "
            "in the fact where it lies."
        )
    shown = shown_name(name)
    kind = kind_of(shown, content)
    judged = JudgedFile(shown, kind.media_type, hashlib.sha256(content).hexdigest(), len(content), content)
    if kind.media_type not in PICTURES:
        return judged
    photo = decoded_photo(content)
    return judged._replace(
        content=photo.picture,
        photo_told=photo.told,
        width=photo.width,
        height=photo.height,
        thumbnail=photo.thumbnail,
    )


def add_attachment(store: Store, call: AddAttachmentCall, *, author: Author) -> AttachmentReceipt:
    """Keep a file of a case. Needs a person with the scope `decide`.

    Raises: `PermissionDenied`, `AttachmentRefused`, `BodyTooLarge`, `DiskFull`, `RequestIdReused`,
    `NotFound`, `TaskCancelled`.
    """
    _require_person(author)
    try:
        content = base64.b64decode(call.content, validate=True)
    except (binascii.Error, ValueError):
        raise refused("content", "it is no base64", "Give the bytes of the file as base64.") from None
    file = judged_file(call.name, content)
    return keep_attachment(store, file, task_id=call.task_id, request_id=call.request_id, author=author)


def keep_attachment(
    store: Store, file: JudgedFile, *, task_id: str, request_id: str, author: Author
) -> AttachmentReceipt:
    """Keep a file that was judged. Needs a person with the scope `decide`.

    Raises: `PermissionDenied`, `DiskFull`, `RequestIdReused`, `NotFound`, `TaskCancelled`.
    """
    _require_person(author)
    dropped: list[str] = []
    with ExitStack() as stack:
        put = stack.enter_context(staged_file(store.path, file.content))
        small = stack.enter_context(staged_file(store.path, file.thumbnail)) if file.thumbnail else None

        def act(writing: Writing, asked: _FileKept) -> AttachmentReceipt:
            receipt = _added(writing, file, asked, put, small)
            dropped.extend(_unused(writing))
            return receipt

        receipt = write_once(
            store,
            "add_attachment",
            _FileKept(request_id=request_id, task_id=task_id, name=file.name, given_hash=file.given_hash),
            act,
            gives=AttachmentReceipt,
            author=author,
            task_id=task_id,
            scope="decide",
        )
    drop_unused_files(store, dropped)
    return receipt


def drop_unused_files(store: Store, names: Iterable[str]) -> None:
    """Remove those of these contents that belong to no case any longer; the write lock is held meanwhile."""
    gone = set(names)
    drop_abandoned(store.path)
    if gone:
        with store.transaction() as transaction:
            rows = transaction.run("attachments_in_use", {"names": sorted(gone)})
            drop_files(store.path, gone - {row["name"] for row in rows})


def _require_person(author: Author) -> None:
    author.principal.require("decide")
    if author.principal.kind != "person":
        raise PermissionDenied(f"{author.principal.name} gives no files: a person does, with their own fact.")


def _added(
    writing: Writing,
    file: JudgedFile,
    asked: _FileKept,
    put: Callable[[], str],
    put_small: Callable[[], str] | None,
) -> AttachmentReceipt:
    task = task_standing(writing.transaction, asked.task_id)
    if task.status == "cancelled":
        raise TaskCancelled(f"Task {task.task_id} was cancelled; nothing more is written to it.")
    told = {
        "attachment_hash": put(),
        "name": asked.name,
        "media_type": file.media_type,
        "size_bytes": len(file.content),
        "given_hash": file.given_hash,
        "width": file.width,
        "height": file.height,
    }
    writing.keep(
        "add_attachment",
        task_id=task.task_id,
        person=writing.author.principal.name,
        given_bytes=file.given_bytes,
        thumbnail_hash=put_small() if put_small else None,
        **told,
    )
    writing.before = {"status": task.status, "generation": task.generation}
    return AttachmentReceipt(
        request_id=asked.request_id,
        task_id=task.task_id,
        status=task.status,
        generation=task.generation,
        recorded_at=writing.at,
        photo_told=file.photo_told,
        **told,
    )


def _unused(writing: Writing) -> Iterator[str]:
    for row in writing.keep("drop_unused_attachments", before=writing.at - _UNUSED):
        yield row["attachment_hash"]
        if row["thumbnail_hash"]:
            yield row["thumbnail_hash"]
