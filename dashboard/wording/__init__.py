"""Every label and format a person reads: one dictionary per language, its keys typed."""

from __future__ import annotations

from dashboard.wording.chinese import CHINESE
from dashboard.wording.english import ENGLISH, Words

LANGUAGES = {"en": ENGLISH, "zh": CHINESE}
LANGUAGE_COOKIE = "caseboard_language"


def words(language: str | None) -> Words:
    """Return the dictionary of `language` (`en`, `zh`, or a tag such as `zh-Hans-CN`); else English."""
    return LANGUAGES.get((language or "en").partition("-")[0].lower(), ENGLISH)


__all__ = ["LANGUAGES", "LANGUAGE_COOKIE", "Words", "words"]
