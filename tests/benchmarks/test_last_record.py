"""A new result says what became better and what worse than the last one."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

RESULT = """# Some result

| reading | whole | SQL | ratio |
|---|--:|--:|--:|
| events | 10.0 | 8.0 | 1.25 |
| trace | 1,200.5 | 8.0 | 1.25 |

| | part of a core | goal |
|---|--:|--:|
| 20 open tabs, nothing happens | 5.3% | 10% |
"""


@pytest.fixture
def last_record(checkout: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("last_record", checkout / "benchmarks" / "last_record.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_figures_of_a_record_are_read_again(last_record: ModuleType, tmp_path: Path) -> None:
    file = tmp_path / "result.md"
    assert last_record.recorded(file, "whole") == {}
    file.write_text(RESULT, "utf-8")
    assert last_record.recorded(file, "whole") == {"events": 10.0, "trace": 1200.5}
    assert last_record.recorded(file, "part of a core") == {"20 open tabs, nothing happens": 5.3}
    assert last_record.recorded(file, "no such column") == {}


def test_the_real_records_can_be_read(last_record: ModuleType, checkout: Path) -> None:
    results = checkout / "benchmarks" / "results"
    assert len(last_record.recorded(results / "readings.md", "whole")) > 30
    assert len(last_record.recorded(results / "live_tabs.md", "part of a core")) == 3


def test_each_figure_is_better_worse_the_same_or_new(last_record: ModuleType) -> None:
    old = {"a": 10.0, "b": 10.0, "c": 10.0, "d": 0.0}
    told = last_record.compared({"a": 5.0, "b": 10.5, "c": 12.0, "d": 0.0, "e": 1.0}, old)
    assert told == {"a": "better (-50%)", "b": "same", "c": "worse (+20%)", "d": "same", "e": "new"}
    assert last_record.in_short(told) == (
        "Against the last record: 1 better, 2 same, 1 worse, 1 new (less than 10% is no difference)."
    )
