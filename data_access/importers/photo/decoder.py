"""The program that decodes one photo: run for each in a process of its own, whose end is nobody's trouble.

It reads a JPEG or PNG from its input and writes a line of JSON, the picture written anew, and a small one.
It knows nothing of the desk, which starts it with no more than the bytes; what it cannot bear ends it alone.
"""

from __future__ import annotations

import io
import json
import sys
import warnings
from contextlib import suppress
from typing import Any

from PIL import Image, ImageCms, ImageOps

MOST_PIXELS = 50_000_000
LONGEST_SIDE = 4096
"""Pixels of the picture that is kept."""
THUMBNAIL_SIDE = 480
MEMORY = 2 * 2**30
"""Bytes of address space."""
SECONDS = 20
"""Of computing."""
_EXIF, _GPS = 0x8769, 0x8825
_ORIGINAL, _ORIGINAL_OFFSET = 0x9003, 0x9011


class NotDecodable(ValueError):
    """The photo is refused; the text is the reason's word."""


def bound() -> None:
    """Bound what this process may use, where the system can."""
    try:
        import resource
    except ImportError:  # Windows: the time limit of whoever started it remains
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def decoded(content: bytes) -> tuple[dict[str, Any], bytes, bytes]:
    """Return what a photo tells, its picture, and a small picture. Raises: `NotDecodable`."""
    warnings.simplefilter("ignore")
    Image.MAX_IMAGE_PIXELS = None  # the bound below says how many, before anything is decoded
    try:
        with Image.open(io.BytesIO(content), formats=("JPEG", "PNG")) as photo:
            if photo.width * photo.height > MOST_PIXELS:
                raise NotDecodable("too_many_pixels")
            if photo.format == "PNG" and getattr(photo, "n_frames", 1) > 1:
                raise NotDecodable("animated")
            told = _told(photo)
            is_jpeg = photo.format != "PNG"
            picture = _upright(photo)
    except NotDecodable:
        raise
    except (OSError, SyntaxError, ValueError, TypeError, KeyError, IndexError, MemoryError, OverflowError):
        raise NotDecodable("damaged") from None
    picture.thumbnail((LONGEST_SIDE, LONGEST_SIDE), Image.Resampling.LANCZOS)
    small = picture.copy()
    small.thumbnail((THUMBNAIL_SIDE, THUMBNAIL_SIDE), Image.Resampling.LANCZOS)
    told |= {"width": picture.width, "height": picture.height}
    return told, _written(picture, "JPEG" if is_jpeg else "PNG"), _written(_opaque(small), "JPEG")


def _upright(photo: Image.Image) -> Image.Image:
    """Decode; return its pixels alone: turned as the camera was held, in the colours of every screen."""
    profile = photo.info.get("icc_profile")
    photo.draft("RGB", (LONGEST_SIDE, LONGEST_SIDE))
    photo.load()
    turned = ImageOps.exif_transpose(photo)
    wanted = "RGBA" if turned.mode in ("RGBA", "LA", "PA") or "transparency" in turned.info else "RGB"
    if profile and turned.mode in ("RGB", "RGBA"):
        with suppress(ImageCms.PyCMSError, OSError, ValueError):
            source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
            turned = ImageCms.profileToProfile(turned, source, ImageCms.createProfile("sRGB")) or turned
    if turned.mode in ("I", "I;16", "I;16B", "F"):  # a PNG of 16 bits in grey
        turned = turned.point(lambda value: value / 256).convert("L")
    plain = turned.convert(wanted)
    bare = Image.new(plain.mode, plain.size)
    bare.paste(plain)
    return bare


def _opaque(picture: Image.Image) -> Image.Image:
    if picture.mode != "RGBA":
        return picture
    white = Image.new("RGB", picture.size, "white")
    white.paste(picture, mask=picture.getchannel("A"))
    return white


def _written(picture: Image.Image, form: str) -> bytes:
    given = {"quality": 90} if form == "JPEG" else {}
    with io.BytesIO() as out:
        picture.save(out, form, **given)
        return out.getvalue()


def _told(photo: Image.Image) -> dict[str, Any]:
    """Return what the camera wrote down of time and place, as far as it can be read."""
    told: dict[str, Any] = {}
    try:
        exif = photo.getexif()
        camera, place = exif.get_ifd(_EXIF), exif.get_ifd(_GPS)
    except (OSError, SyntaxError, ValueError, TypeError, KeyError, IndexError, OverflowError):
        return told
    for name, value in (("taken", camera.get(_ORIGINAL)), ("offset", camera.get(_ORIGINAL_OFFSET))):
        if isinstance(value, str):
            told[name] = value[:40]
    for name, (side, parts) in {"latitude": (1, 2), "longitude": (3, 4)}.items():
        with suppress(ValueError, TypeError, ZeroDivisionError, OverflowError):
            told[name] = _degrees(place[parts], place[side]) if parts in place and side in place else None
    stamp, date = place.get(7), place.get(29)
    if isinstance(date, str) and isinstance(stamp, tuple) and len(stamp) == 3:
        with suppress(ValueError, TypeError, ZeroDivisionError, OverflowError):
            told["satellite"] = f"{date[:10]} " + ":".join(f"{int(part):02d}" for part in stamp)
    return told


def _degrees(parts: Any, side: Any) -> float:
    whole, minutes, seconds = (float(part) for part in parts)
    degrees = whole + minutes / 60 + seconds / 3600
    return -degrees if str(side).upper() in ("S", "W") else degrees


def main() -> int:
    """Decode what comes in; 0 when it was, 3 when it was refused."""
    bound()
    try:
        told, picture, small = decoded(sys.stdin.buffer.read())
    except NotDecodable as why:
        sys.stdout.write(json.dumps({"refused": str(why)}))
        return 3
    out = sys.stdout.buffer
    out.write(json.dumps(told | {"picture": len(picture), "small": len(small)}).encode() + b"\n")
    out.write(picture + small)
    return 0


if __name__ == "__main__":
    sys.exit(main())
