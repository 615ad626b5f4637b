"""The Chinese dictionary. Being filled: fields not given yet fall back to English."""

from __future__ import annotations

from dashboard.wording.english import Words

CHINESE = Words(language="zh", name="中文")
