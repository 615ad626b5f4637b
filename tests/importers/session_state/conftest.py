"""Imports session UI states into a store and says what became of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from data_access.contracts.importing import BatchReport, ImportCall
from data_access.store.connection import Store
from data_access.writing.import_records import import_records


@pytest.fixture
def load(tmp_path: Path) -> Callable[..., BatchReport]:
    """Import documents, each on a line of one file, into a store."""

    def load_documents(store: Store, *documents: Any, name: str = "states.jsonl") -> BatchReport:
        file = tmp_path / name
        text = "".join(json.dumps(document, ensure_ascii=False) + "\n" for document in documents)
        file.write_text(text, encoding="utf-8")
        return import_records(store, ImportCall(paths=(str(file),), format="session_state")).batches[0]

    return load_documents
