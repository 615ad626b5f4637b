"""The real traces: every record is accounted for, tokens are those of the source, twice is once."""

from __future__ import annotations

from pathlib import Path

import pytest

from data_access.importers.registry import FORMATS
from tests.importers.otlp.conftest import Desk

pytestmark = pytest.mark.inputs

FILES = {
    "generated_openinference_agents_console.jsonl": (12, 3, 3621, 270),
    "generated_openinference_agents_otlp.json": (12, 3, 3621, 270),
    "generated_openinference_openai_console.jsonl": (3, 1, 1204, 90),
    "generated_openinference_openai_otlp.json": (3, 1, 1204, 90),
    "generated_openllmetry_openai_console.jsonl": (3, 1, 1205, 90),
    "generated_openllmetry_openai_otlp.json": (3, 1, 1205, 90),
    "openinference_openinference_client_span_input_output_only.json": (1, 1, 97, 52),
    "openinference_openinference_client_span_tool_calls.json": (1, 1, 97, 52),
    "openinference_otel_genai_client_span_tool_calls.json": (1, 1, 97, 52),
    "openinference_otel_genai_deprecated_client_span_tool_calls.json": (1, 1, 97, 52),
    "openinference_otel_genai_tool_execution_span.json": (1, 0, 0, 0),
    "traceauditor_langgraph_conditional_trace.json": (3, 1, 2000, 500),
    "traceauditor_mcp_server_chain_trace.json": (3, 2, 3000, 1500),
    "traceauditor_otel_chat_trace.json": (3, 2, 500, 380),
    "traceauditor_otel_circular_delegation.json": (3, 1, 0, 0),
}
"""Spans, calls, input with cache and output of each, added up by hand.

The proxied call of the chain and the last call of the circle state no tokens: calls of unknown cost.
"""


@pytest.mark.parametrize("name", FILES)
def test_a_real_trace_gives_the_tokens_of_its_source(desk: Desk, inputs: Path, name: str) -> None:
    path = inputs / "otel" / name
    batch = desk.load_path(path)
    assert (batch.records, batch.rejected, *desk.tokens()) == (FILES[name][0], 0, *FILES[name][1:])
    copy = desk.folder / name
    copy.write_bytes(path.read_bytes())
    again = desk.load_path(copy)
    assert (again.rows_written, again.duplicates_ignored) == (0, FILES[name][0])


def test_the_same_spans_in_two_encodings_are_counted_once(desk: Desk, inputs: Path) -> None:
    for name in ("generated_openinference_agents_otlp.json", "generated_openinference_agents_console.jsonl"):
        desk.load_path(inputs / "otel" / name)
    assert desk.tokens() == (3, 3621, 270)
    assert desk.one("SELECT count(*) FROM event") == 12
    assert dict(desk.all("SELECT agent_id, parent_agent_id FROM agent")) == {
        "water complaint": None,
        "triage": "water complaint",
        "investigator": "water complaint",
    }


def test_no_other_real_file_is_taken_for_a_trace(inputs: Path) -> None:
    (otlp,) = [entry for entry in FORMATS if entry.name == "otlp"]
    files = [
        path
        for path in sorted(inputs.rglob("*"))
        if path.is_file() and path.stat().st_size < 200_000 and "real_projects" not in path.parts
    ]
    taken = {path.relative_to(inputs).parts[0:2] for path in files if otlp.looks_like(path)}
    repros = {"23_otel_agent_span_rollup", "25_otel_orphan_and_late_parent"}
    assert {parts for parts in taken if parts[0] != "otel"} == {("bug_repros", one) for one in repros}
    assert {parts[1] for parts in taken if parts[0] == "otel"} == set(FILES)
