"""Asks the decoder for a photo, at most two at a time, and reads what it answers as if it were hostile."""

from __future__ import annotations

import math
import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any, NamedTuple

import orjson

from data_access.contracts.attachments import PhotoTold
from data_access.rules.attachment_kinds import refused

_DECODER = Path(__file__).with_name("decoder.py")
_LONGEST = 40
"""Seconds for one photo, waiting for a core included."""
_AT_ONCE = BoundedSemaphore(2)
_TAKEN = re.compile(r"(\d{4})[:\-/](\d\d)[:\-/](\d\d)[ T](\d\d):(\d\d):(\d\d)")
_OFFSET = re.compile(r"([+-])(\d\d):?(\d\d)|Z")
_WHY = {
    "too_many_pixels": ("it has more than 50 million pixels", "Save it smaller, and give that."),
    "animated": ("it moves", "Give one still picture of it."),
    "damaged": ("it cannot be read as a picture", "Open it on your device, save it anew, and give that."),
}
_GAVE_UP = ("it takes more time or memory than a photo may", "Save it anew as JPEG, and give that.")


class Photo(NamedTuple):
    """A photo, decoded and written anew."""

    told: PhotoTold
    width: int
    height: int
    picture: bytes
    """JPEG or PNG as it was, its longer side at most 4,096 pixels, and nothing but pixels."""
    thumbnail: bytes
    """JPEG, its longer side at most 480 pixels."""


def decoded_photo(content: bytes) -> Photo:
    """Decode a JPEG or PNG in a process of its own. Raises: `AttachmentRefused`."""
    command = [sys.executable, "-I", str(_DECODER)]
    with _AT_ONCE:
        try:
            done = subprocess.run(command, input=content, capture_output=True, timeout=_LONGEST, check=False)  # noqa: S603
        except subprocess.TimeoutExpired:
            raise refused("content", *_GAVE_UP) from None
    head, _, rest = done.stdout.partition(b"\n")
    try:
        told = orjson.loads(head)
    except orjson.JSONDecodeError:
        raise refused("content", *_GAVE_UP) from None
    if done.returncode or "refused" in told:
        raise refused("content", *_WHY.get(told.get("refused"), _GAVE_UP))
    cut = told["picture"]
    return Photo(_told(told), told["width"], told["height"], rest[:cut], rest[cut : cut + told["small"]])


def _told(told: dict[str, Any]) -> PhotoTold:
    local = _moment(told.get("taken"))
    zone = _OFFSET.fullmatch(str(told.get("offset", "")).strip())
    known = _with_zone(local, zone) if local and zone else _moment(told.get("satellite"))
    latitude, longitude = _within(told.get("latitude"), 90), _within(told.get("longitude"), 180)
    is_placed = latitude is not None and longitude is not None and (latitude, longitude) != (0, 0)
    return PhotoTold(
        taken_at=known.replace(tzinfo=known.tzinfo or UTC) if known else None,
        taken_local=local.isoformat() if local and not known else None,
        latitude=latitude if is_placed else None,
        longitude=longitude if is_placed else None,
    )


def _moment(written: object) -> datetime | None:
    found = _TAKEN.match(written) if isinstance(written, str) else None
    try:
        return datetime(*map(int, found.groups())) if found else None  # type: ignore[arg-type]  # noqa: DTZ001
    except ValueError:
        return None


def _with_zone(local: datetime, zone: re.Match[str]) -> datetime | None:
    try:
        return datetime.fromisoformat(
            local.isoformat() + (zone[0] if zone[0] == "Z" else f"{zone[1]}{zone[2]}:{zone[3]}")
        )
    except ValueError:
        return None


def _within(degrees: object, most: float) -> float | None:
    if not isinstance(degrees, int | float) or not math.isfinite(degrees) or abs(degrees) > most:
        return None
    return round(float(degrees), 6)
