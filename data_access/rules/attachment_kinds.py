"""Which files people may give, decided by their content and their ending together, never by one of them.

A photo is decoded and written anew; any other file is kept as it is, never opened, unpacked or shown. What a
browser could run (HTML, SVG, scripts) and what an ending hides is refused.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import NamedTuple

from data_access.errors import AttachmentRefused, Problem

PICTURES = frozenset({"image/jpeg", "image/png"})
"""What is decoded and shown; every other kind is only offered for saving."""
_LONGEST_NAME = 150
_HEAD = 4096
_ISO_IMAGES = frozenset({b"heic", b"heix", b"hevc", b"heim", b"mif1", b"msf1", b"avif"})


class FileKind(NamedTuple):
    """A kind of file that may be given."""

    media_type: str
    endings: tuple[str, ...]
    holds: Callable[[bytes], bool]
    """Whether a content can be one."""


def _begins(*signs: bytes) -> Callable[[bytes], bool]:
    return lambda content: content.startswith(signs)


def _riff(form: bytes) -> Callable[[bytes], bool]:
    return lambda content: content[:4] == b"RIFF" and content[8:12] == form


def _is_iso_image(content: bytes) -> bool:
    return content[4:8] == b"ftyp" and content[8:12] in _ISO_IMAGES


def _is_iso_media(content: bytes) -> bool:
    return content[4:8] == b"ftyp" and content[8:12] not in _ISO_IMAGES


def _is_mp3(content: bytes) -> bool:
    return content[:3] == b"ID3" or (content[:1] == b"\xff" and content[1:2] in (b"\xfb", b"\xf3", b"\xf2"))


_ZIP = _begins(b"PK\x03\x04")
_OFFICE = "application/vnd.openxmlformats-officedocument"


def _is_text(content: bytes) -> bool:
    head = content[:_HEAD]
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return True
    return b"\0" not in content and not head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<")


def _is_track(content: bytes) -> bool:
    return re.match(rb"(\xef\xbb\xbf)?\s*(<\?xml[^<]*>\s*)?<gpx[\s>]", content[:_HEAD]) is not None


KINDS = (
    FileKind("image/jpeg", ("jpg", "jpeg"), _begins(b"\xff\xd8\xff")),
    FileKind("image/png", ("png",), _begins(b"\x89PNG\r\n\x1a\n")),
    FileKind("image/heic", ("heic", "heif"), _is_iso_image),
    FileKind("image/webp", ("webp",), _riff(b"WEBP")),
    FileKind("image/tiff", ("tif", "tiff"), _begins(b"II*\0", b"MM\0*")),
    FileKind("application/pdf", ("pdf",), _begins(b"%PDF-")),
    FileKind(f"{_OFFICE}.wordprocessingml.document", ("docx",), _ZIP),
    FileKind(f"{_OFFICE}.spreadsheetml.sheet", ("xlsx",), _ZIP),
    FileKind(f"{_OFFICE}.presentationml.presentation", ("pptx",), _ZIP),
    FileKind("application/vnd.oasis.opendocument.text", ("odt",), _ZIP),
    FileKind("application/vnd.oasis.opendocument.spreadsheet", ("ods",), _ZIP),
    FileKind("application/zip", ("zip",), _ZIP),
    FileKind("text/csv", ("csv",), _is_text),
    FileKind("text/tab-separated-values", ("tsv",), _is_text),
    FileKind("text/plain", ("txt", "log", "md"), _is_text),
    FileKind("application/json", ("json", "geojson"), _is_text),
    FileKind("application/gpx+xml", ("gpx",), _is_track),
    FileKind("video/mp4", ("mp4", "m4a", "mov"), _is_iso_media),
    FileKind("audio/mpeg", ("mp3",), _is_mp3),
    FileKind("audio/wav", ("wav",), _riff(b"WAVE")),
)
"""Every kind, with the endings it goes by."""
ENDINGS = tuple(ending for kind in KINDS for ending in kind.endings)
_BY_ENDING = {ending: kind for kind in KINDS for ending in kind.endings}
_FIX = f"Give one of: {', '.join(ENDINGS)}. Anything else can be packed as zip."


def kind_of(name: str, content: bytes) -> FileKind:
    """Return what a file is. Raises: `AttachmentRefused` where its ending is none of these, or another."""
    ending = name.rpartition(".")[2].lower() if "." in name else ""
    kind = _BY_ENDING.get(ending)
    if kind is None:
        told = f"a file that ends in .{ending[:20]} is not taken" if ending else "its name has no ending"
        raise refused("name", told, _FIX)
    if not content:
        raise refused("content", "the file is empty", "Give the file itself.")
    meant = next(_told_by_content(content), None)
    if not kind.holds(content) or (kind.holds is _is_text and meant):
        what = f"it is {meant.media_type}" if meant else "it is something else"
        why = f"its name ends in .{ending} and by its content {what}"
        raise refused("content", why, "Give the file with its own ending. " + _FIX)
    return kind


def is_picture(media_type: str, content: bytes) -> bool:
    """Say whether a content may be shown: it is a picture by its row and by itself."""
    return media_type in PICTURES and any(
        kind.media_type == media_type and kind.holds(content) for kind in KINDS
    )


def kept_as_told(name: str, media_type: str) -> bool:
    """Say whether a desk would keep a file of this type under this name."""
    kind = _BY_ENDING.get(name.rpartition(".")[2].lower())
    try:
        return kind is not None and kind.media_type == media_type and shown_name(name) == name
    except AttachmentRefused:
        return False


def shown_name(sent: str) -> str:
    """Return a sent name as it may be read: its last part, without signs that hide or turn the rest around.

    Raises: `AttachmentRefused` where nothing is left.
    """
    tail = sent.replace("\\", "/").rsplit("/", 1)[-1]
    seen = "".join(sign for sign in tail if unicodedata.category(sign)[0] != "C")
    plain = " ".join(unicodedata.normalize("NFC", seen).split()).strip()
    stem, dot, ending = plain.rpartition(".")
    if not plain.strip(". ") or (dot and not stem.strip(". ")):
        raise refused("name", "no name is left of it", "Give a name like meter.jpg.")
    return plain if len(plain) <= _LONGEST_NAME else f"{stem[: _LONGEST_NAME - len(ending) - 2]}….{ending}"


def refused(where: str, why: str, fix: str) -> AttachmentRefused:
    """Return the refusal of a file."""
    return AttachmentRefused(f"The file was not kept: {why}.", problems=(Problem(where, why, fix),))


def _told_by_content(content: bytes) -> Iterator[FileKind]:
    return (kind for kind in KINDS if kind.holds is not _is_text and kind.holds(content))
