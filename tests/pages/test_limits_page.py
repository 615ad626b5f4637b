"""The page of limits: who passed which, by how much and when; what was not measured is said, never drawn."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dashboard.charts.resource_use import resource_use_lines, unit_of
from dashboard.theme import LIGHT
from data_access.contracts.importing import ImportCall
from data_access.reading.resource_limits import resource_use
from data_access.rules.policy_file import default_policy
from data_access.store.connection import Store
from data_access.writing.import_records import import_records

HOSTILE = "<script>alert(1)</script>![x](https://evil.example/x.png)"
AGENTS = [{"agent_id": "w-1", "name": HOSTILE}, {"agent_id": "w-2", "name": "抄表员"}, {"agent_id": "w-3"}]
SLOW = {
    "tool_call_id": "c-1",
    "tool": "Bash",
    "status": "ok",
    "agent_id": "w-2",
    "input": {"command": "make"},
    "started_at": "2026-05-01T10:00:00Z",
    "ended_at": "2026-05-01T10:05:12Z",
    "event_id": "e-1",
}
RUN = {
    "conversation_id": "run-1",
    "captured_at": "2026-05-01T12:00:00Z",
    "title": "Pump",
    "agents": AGENTS,
    "tool_outcomes": [SLOW],
}


def sample(minute: int, **told: Any) -> dict[str, Any]:
    at = f"2026-05-01T10:{minute:02}:00Z"
    return {"conversation_id": "run-1", "sampled_at": at, "agent_id": "w-1"} | told


SAMPLES = [
    *(sample(minute, memory_bytes=1_900_000_000, disk_bytes=5_000_000_000) for minute in range(3)),
    sample(3, memory_bytes=2_500_000_000),
    sample(40, memory_bytes=1_000_000_000),
    {"conversation_id": "elsewhere", "sampled_at": "2026-05-01T10:00:00", "network_bytes_per_second": 1},
]


@pytest.fixture
def kept(fresh_store: Store, tmp_path: Path) -> Store:
    for name, lines in (("run.jsonl", [RUN]), ("samples.jsonl", SAMPLES)):
        file = tmp_path / name
        file.write_text("".join(json.dumps(one) + "\n" for one in lines))
        import_records(fresh_store, ImportCall(paths=(str(file),)))
    return fresh_store


def texts(row: dict[str, Any]) -> list[str]:
    return [cell["text"] or cell["pills"][0]["text"] for cell in row["cells"]]


def test_an_empty_page_says_what_to_send(open_page: Callable, fresh_store: Store) -> None:
    opened = open_page(fresh_store, "limits")
    assert {card["value"] for card in opened.piece("cards")["cards"]} == {"not measured"}
    assert json.loads(opened.run.code[0].value)["memory_bytes"] == 1_800_000_000
    assert "There is no run yet" in opened.text()


def test_figures_and_table_agree_and_lead_to_what_they_rest_on(open_page: Callable, kept: Store) -> None:
    opened = open_page(kept, "limits")
    cards = {card["label"]: card for card in opened.piece("cards")["cards"]}
    assert {label: (card["value"], card["sub"]) for label, card in cards.items()} == {
        "Disk · at most 5.0 GB": ("0 passed", "of 4 agents · 3 not measured"),
        "One command · at most 300 s": ("1 passed", "of 4 agents · 3 not measured"),
        "Memory · at most 2.0 GB": ("1 passed", "of 4 agents · 3 not measured"),
        "Network · at most 10.0 MB/s": ("0 passed", "of 4 agents · 3 not measured"),
    }
    assert cards["Memory · at most 2.0 GB"]["href"] == "./limits?limit=memory_bytes&state=passed"
    memory, command, network = opened.piece("ledger")["rows"]
    assert "Of 1 agent nothing was measured." in opened.text()
    (quiet,) = open_page(kept, "limits", state="not_measured").piece("ledger")["rows"]
    assert texts(memory)[1:5] == ["5.0 GB", "not measured", "2.5 GB", "not measured"]
    assert memory["cells"][3]["sub"] == "+500 MB · 1 of 5"
    assert memory["cells"][1]["tip"].endswith("2 samples leave this out.")
    assert memory["href"].endswith("&agent=w-1&of=memory_bytes")
    assert texts(command)[:3] == ["抄表员", "not measured", "312 s"]
    assert command["cells"][2]["sub"] == "+12 s · 1 of 1 derived"
    assert command["cells"][2]["href"].endswith("&event=e-1")
    assert network["cells"][0]["sub"] == "elsewhere (run not on this desk)"
    assert texts(quiet)[1:5] == ["not measured"] * 4
    told = [row["cells"][0]["pills"][0]["text"] for row in (memory, command, network, quiet)]
    assert told == ["passed", "passed", "within", "not measured"]
    only = open_page(kept, "limits", state="passed", limit="command_seconds")
    assert len(only.piece("ledger")["rows"]) == 1
    assert "No agent stands like this." in open_page(kept, "limits", origin="demo").text()


def test_one_agent_is_shown_over_time_with_the_limit_and_its_gaps(open_page: Callable, kept: Store) -> None:
    href = open_page(kept, "limits").piece("ledger")["rows"][0]["href"]
    query = dict(part.split("=") for part in href.partition("?")[2].split("&"))
    assert query["of"] == "memory_bytes"
    opened = open_page(kept, "limits", **query)
    assert not opened.run.exception
    twin = next(piece for piece in opened.pieces if piece["kind"] == "ledger" and "Amount" in str(piece))
    assert [texts(row)[1:3] for row in twin["rows"]][:2] == [["2.5 GB", "passed"], ["1.9 GB", "within"]]
    unmeasured = open_page(kept, "limits", **(query | {"of": "network_bytes_per_second"}))
    assert "Network: not measured" in unmeasured.text()
    assert not unmeasured.run.get("plotly_chart")
    loose = open_page(kept, "limits", run="elsewhere", named="1", nobody="1")
    assert "elsewhere (run not on this desk)" in loose.text()
    assert "read as UTC" in str(loose.pieces)


def test_hostile_names_stay_text_in_both_languages(open_page: Callable, kept: Store) -> None:
    for language in ("en", "zh"):
        opened = open_page(kept, "limits", lang=language, run="run-1", agent="w-1", of="memory_bytes")
        assert not opened.run.exception
        assert all("<script>" not in part.value for part in (*opened.run.markdown, *opened.run.subheader))
    assert "已超出" in str(opened.pieces)


def test_the_picture_breaks_where_nobody_measured_and_marks_the_limit(kept: Store) -> None:
    policy = default_policy()
    uses = resource_use(kept, "run-1", policy=policy, agent_id="w-1", limit_name="memory_bytes").items
    figure = resource_use_lines(
        uses,
        "memory_bytes",
        {},
        LIGHT,
        most=policy.policy.limits.memory_bytes,
        zone="Asia/Shanghai",
        limit_label="limit",
        commands_label="commands",
    )
    (line,) = figure.data
    assert list(line.y) == [1.9, 1.9, 1.9, 2.5, None, 1.0]
    assert line.x[0].isoformat() == "2026-05-01T18:00:00"
    assert figure.layout.shapes[0].y0 == 2
    assert figure.layout.yaxis.range[1] == pytest.approx(3.0)


def test_units_are_powers_of_ten_and_rates_say_so() -> None:
    assert unit_of("disk_bytes", 5_000_000_000) == (10**9, "GB")
    assert unit_of("memory_bytes", 999_999_999) == (10**6, "MB")
    assert unit_of("network_bytes_per_second", 10_000_000) == (10**6, "MB/s")
    assert unit_of("network_bytes_per_second", 0) == (1, "B/s")
    assert unit_of("command_seconds", 4000) == (1, "s")
