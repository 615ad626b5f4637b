"""Files as people give them, good and hostile: made here, small, none of them kept in the repository."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib

from PIL import Image

HTML = b"<!DOCTYPE html><script>alert(1)</script>"
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'


def photo(*, form: str = "JPEG", size: tuple[int, int] = (60, 40), exif: Image.Exif | None = None) -> bytes:
    with io.BytesIO() as out:
        given = {"exif": exif} if exif else {}
        Image.new("RGB", size, (10, 120, 200)).save(out, form, **given)
        return out.getvalue()


def told_exif(*, taken: str = "2026:05:01 10:00:00", offset: str | None = "+08:00") -> Image.Exif:
    """What a telephone writes down: turned, when, where, and the name of its owner."""
    exif = Image.Exif()
    exif[0x0112], exif[0x013B] = 6, "SECRET OWNER"
    camera, place = exif.get_ifd(0x8769), exif.get_ifd(0x8825)
    camera[0x9003] = taken
    if offset:
        camera[0x9011] = offset
    place[1], place[2], place[3], place[4] = "N", (31.0, 14.0, 6.0), "W", (121.0, 28.0, 0.0)
    return exif


def _chunk(kind: bytes, content: bytes) -> bytes:
    check = zlib.crc32(kind + content)
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", check)


def png(width: int, height: int, *extra: bytes, rows: bytes = b"") -> bytes:
    """A PNG by hand: one bit grey, with whatever chunks."""
    head = _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0))
    body = _chunk(b"IDAT", zlib.compress(rows, 9))
    return b"\x89PNG\r\n\x1a\n" + head + b"".join(extra) + body + _chunk(b"IEND", b"")


def bomb() -> bytes:
    """A small PNG of ten thousand million pixels."""
    return png(100_000, 100_000, rows=b"\0" * 1000)


def text_bomb() -> bytes:
    """A small PNG with nine million signs of text."""
    text = _chunk(b"zTXt", b"k\0\0" + zlib.compress(b"\0" * 9_000_000))
    return png(8, 8, text, rows=b"\0\0" * 8)


def moving() -> bytes:
    frames = [Image.new("RGB", (8, 8), shade) for shade in ("red", "blue")]
    with io.BytesIO() as out:
        frames[0].save(out, "PNG", save_all=True, append_images=frames[1:])
        return out.getvalue()


def packed(name: str = "a.txt", content: bytes = b"water") -> bytes:
    with io.BytesIO() as out:
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(name, content)
        return out.getvalue()


def endless_scans() -> bytes:
    """A progressive JPEG whose last scan is repeated: little to send, much to decode."""
    with io.BytesIO() as out:
        Image.effect_noise((4000, 4000), 1).save(out, "JPEG", progressive=True, quality=5)
        content = out.getvalue()
    at = content.rindex(b"\xff\xda")
    again = content[at:-2]
    return content[:-2] + again * ((19_000_000 - len(content)) // len(again)) + content[-2:]


REFUSED: list[tuple[str, str, bytes]] = [
    ("a page", "page.html", HTML),
    ("a page as a photo", "page.jpg", HTML),
    ("a page as a text", "page.txt", HTML),
    ("a drawing that runs", "drawing.svg", SVG),
    ("a drawing as a photo", "drawing.png", SVG),
    ("a program", "setup.exe", b"MZ\x90\0"),
    ("a script", "run.sh", b"#!/bin/sh\n"),
    ("no ending", "photo", photo()),
    ("an ending alone", ".jpg", photo()),
    ("nothing but dots", "../..", photo()),
    ("a turned ending", "exe.\u202egpj.scr", photo()),
    ("empty", "empty.jpg", b""),
    ("a PNG called JPEG", "photo.jpg", photo(form="PNG")),
    ("a program called text", "a.txt", b"MZ\0\0\0"),
    ("a photo called text", "photo.txt", photo()),
    ("a text called zip", "a.zip", b"water"),
    ("an image bomb", "bomb.png", bomb()),
    ("a moving picture", "moving.png", moving()),
    ("half a photo", "half.jpg", photo(size=(400, 400))[:700]),
    ("a beginning of a photo", "head.jpg", b"\xff\xd8\xff\xe0"),
    ("a text bomb", "text.png", text_bomb()),
    ("noise after the head of a photo", "noise.png", b"\x89PNG\r\n\x1a\n" + b"\0" * 200),
]
INERT: list[tuple[str, str, bytes, str]] = [
    ("a photo with a page behind it", "polyglot.jpg", photo() + HTML, "image/jpeg"),
    ("a photo with an archive behind it", "both.png", photo(form="PNG") + packed(), "image/png"),
    ("a path", "../../etc/passwd.png", photo(form="PNG"), "image/png"),
    ("a Windows path", "C:\\Users\\me\\meter.PNG", photo(form="PNG"), "image/png"),
    ("a zip bomb", "bomb.zip", packed("zeros", b"\0" * 50_000_000), "application/zip"),
    ("an archive that climbs", "climb.zip", packed("../../etc/cron.d/x"), "application/zip"),
    ("an EXIF bomb", "exif.jpg", photo(exif=told_exif(taken="9" * 60_000)), "image/jpeg"),
    ("a formula", "a.csv", b"=cmd|'/c calc'!A1,1\n", "text/csv"),
    ("markup in a name", "<img src=x onerror=alert(1)>.pdf", b"%PDF-1.7\n", "application/pdf"),
]  # fmt: skip
