"""Requests for permission on a run's page: shown with how each stands, and never to be answered there."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from data_access.contracts.importing import ImportCall
from data_access.reading.runs import runs
from data_access.store.connection import Store
from data_access.writing.import_records import import_records

HOSTILE = "rm -rf / # <img src=x onerror=alert(1)>\u202e[x](https://evil.example)"


@pytest.fixture
def asked(fresh_store: Store, tmp_path: Path) -> str:
    """A run whose runtime asked for three things; return its key."""
    told = [
        {"permission_id": "p-1", "target": HOSTILE, "reason": HOSTILE, "options": ["allow_once"]},
        {"permission_id": "p-2", "target": "npm ci", "state": "granted", "chosen": "allow_always",
         "answered_by": "user", "agent_id": "w1", "operation": "install", "answer": HOSTILE,
         "asked_at": "2026-05-01T09:00:00Z", "answered_at": "2026-05-01T09:01:00Z"},
        {"permission_id": "p-3", "target": "make", "tool": "sh", "expires_at": "2026-05-01T09:00:00Z"},
    ]  # fmt: skip
    line = {"conversation_id": "s-1", "captured_at": "2026-05-01T10:00:00Z", "permission_requests": told}
    log = tmp_path / "run.jsonl"
    log.write_text(json.dumps(line), encoding="utf-8")
    import_records(fresh_store, ImportCall(paths=(str(log),)))
    return runs(fresh_store, limit=1).items[0].conversation_key


def shown(opened: Any, label: str) -> list[list[str]]:
    (table,) = [piece for piece in opened.pieces if piece.get("label") == label]
    return [
        [
            " | ".join(
                filter(
                    None, [*(pill["text"] for pill in cell.get("pills", ())), cell["text"], cell.get("sub")]
                )
            )
            for cell in row["cells"]
        ]
        for row in table["rows"]
    ]


def test_each_request_stands_there_and_nothing_is_to_be_answered(
    open_page: Callable, fresh_store: Store, asked: str
) -> None:
    opened = open_page(fresh_store, "run_workspace", run=asked)
    assert not opened.run.exception
    rows = shown(opened, "Permission requests")
    assert [(row[1], row[2]) for row in rows] == [
        ("No agent named", "waits for an answer"),
        ("w1", "granted | always allow · by a person"),
        ("No agent named", "expired"),
    ]
    assert rows[0][0].startswith("rm -rf / # <img src=x")
    assert "\u202e" not in rows[0][0]
    assert [row[0] for row in rows[1:]] == ["npm ci | install", "make | sh"]
    labels = [button.label for button in opened.run.button]
    assert not any("allow" in label.lower() or "grant" in label.lower() for label in labels)
    chinese = open_page(fresh_store, "run_workspace", run=asked, lang="zh")
    assert [row[2] for row in shown(chinese, "许可请求")] == [
        "等待答复",
        "已准许 | 一律准许 · 由人答复",
        "已过期",
    ]
