"""Cuts a line of text into what a reader takes for one: words, single Chinese characters, figures, citations.

A figure keeps its unit, so that `0.31 mg/L` is one token; an address is its host and the steps of its path, a
row of dashes one sign. Nothing is lost: the tokens joined are the text.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

_UNIT = (
    r"[a-zA-Zµμ°℃℉Ω]{0,6}(?:/[a-zA-Zµμ³²\d]{1,6}|[%‰°℃℉²³])(?![a-zA-Z])"
    r"|(?:mg|kg|g|µg|μg|ng|L|mL|ml|m|mm|cm|km|s|ms|min|h|Hz|kHz|MHz|Pa|kPa|MPa|bar|NTU|FNU|ppm|ppb|V|kV|A|mA|W|kW|MW"
    r"|kWh|MWh|K|J|kJ|N|MB|GB|TB|KB|kB|USD|EUR|CNY)(?![a-zA-Z])"
    r"|(?:微克|毫克|千克|公斤|克|吨|毫升|升|立方米|平方米|毫米|厘米|千米|公里|米|秒钟|秒|分钟|小时|天|日|周|个月|月|年"
    r"|户|人|名|次|个|处|条|台|项|份|页|万元|亿元|元|度|倍|％|百分点|兆帕|千帕|帕)(?:/(?:毫升|升|立方米|小时|秒|天|日))?"
)
_FIGURE = rf"[+\-−±≈~<>≤≥]?\d+(?:[,，]\d{{3}})*(?:\.\d+)?(?:[eE][+-]?\d+)?(?:[ \u00a0]?(?:{_UNIT}))?"
_DATE = (
    r"\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?Z?)?|\d{1,2}:\d{2}(?::\d{2})?|\d{4}年\d{1,2}月\d{1,2}日"
)
_LONE = "\u3400-\u9fff\uf900-\ufaff\u3040-\u30ff\uac00-\ud7af\U00020000-\U0003ffff"
"""Characters that are words by themselves."""
_LETTERS = rf"(?:[^\W\d_{_LONE}][\u0300-\u036f]*)+"
_TOKEN = re.compile(
    r"(?P<cited>\[[A-Z]-[\w.]{1,40}\])"
    r"|(?P<link>https?://[A-Za-z0-9\-._~:/?#@!$&*+,;=%]*[A-Za-z0-9\-_~/#=%])"
    rf"|(?P<date>{_DATE})"
    rf"|(?P<figure>(?<![A-Za-z0-9_.]){_FIGURE}|\d+(?:\.\d+)?)"
    r"|(?P<name>[A-Za-z]{1,40}\d[A-Za-z\d]{0,40})"
    rf"|(?P<lone>[{_LONE}])"
    rf"|(?P<word>_{_LETTERS}(?:_{_LETTERS})+|{_LETTERS}(?:['’‑_-]{_LETTERS})*)"
    r"|(?P<space>\s+)"
    r"|(?P<line>-{3,}|={3,}|_{3,}|\*{3,}|--(?=[ \t]*\|))"
    r"|(?P<sign>\*\*|__|[\w\W])"
)
_EMPHASIS = {"_": "*", "__": "**"}
"""Two ways to write the same in Markdown."""
_STEP = re.compile(r"https?://[^/]*/*|[^/]+/*")
_FOLDED = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 0x20, 0x00A0: 0x20}
"""Full width to half width, as a reader takes them for the same."""


class Token(NamedTuple):
    """One token: as it stands, and what it is compared by."""

    text: str
    key: str
    kind: str
    """`cited`, `date`, `figure`, `name` (as `V3`), `link`, `lone`, `word`, `space`, `line` or `sign`."""

    @property
    def weight(self) -> int:
        """How much of the text it is to a reader: nothing for space, little for signs and addresses."""
        return _WEIGHTS.get(self.kind, 3)


_WEIGHTS = {"space": 0, "sign": 1, "line": 1, "link": 1, "lone": 2}


def tokens_of(text: str) -> list[Token]:
    """Return the tokens of a text, in order."""
    tokens = []
    for found in _TOKEN.finditer(text):
        kind = found.lastgroup or "sign"
        parts = _STEP.findall(found[0]) if kind == "link" else (found[0],)
        tokens += [Token(part, _key(part, kind), kind) for part in parts]
    return tokens


@lru_cache(maxsize=8192)
def _key(text: str, kind: str) -> str:
    match kind:
        case "space":
            return " "
        case "line":
            return text[:2]
        case "figure":
            return "".join(folded(text).split())
        case "sign":
            return _EMPHASIS.get(text) or folded(text)
        case _:
            return folded(text)


def folded(text: str) -> str:
    """Return a text as it is compared: composed, half width where there is one."""
    if text.isascii():
        return text
    return unicodedata.normalize("NFC", text).translate(_FOLDED)


def compared(text: str) -> str:
    """Return what two texts are held against each other by: folded, white space as single spaces."""
    return " ".join(folded(text).split())
