"""A name is priced as another only when nothing but a date, a stamp or the provider differs."""

from __future__ import annotations

import pytest

from data_access.rules.list_prices import ListPrices

PRICED = {
    "claude-opus-4-7": "claude-opus-4-7",
    "claude-opus-4-7-20260401": "claude-opus-4-7",
    "claude-opus-4-7[1m]": "claude-opus-4-7",
    "claude-opus-4-7-latest": "claude-opus-4-7",
    "Claude-Opus-4-7": "claude-opus-4-7",
    "claude-opus-4-1-20250805": "claude-opus-4-1",
    "claude-opus-4-20250514": "claude-opus-4-0",
    "claude-sonnet-4-20250514": "claude-sonnet-4-0",
    "claude-sonnet-4@20250514": "claude-sonnet-4-0",
    "anthropic/claude-opus-4.5": "claude-opus-4-5",
    "us.anthropic.claude-opus-4-5-20251101-v1:0": "regional.anthropic.claude-opus-4-5-v1:0",
    "gpt-5-2025-08-07": "gpt-5",
    "gpt-5.2-20251211": "gpt-5.2",
    "openai/gpt-4o": "gpt-4o",
    "gemini-2.0-flash-001": "gemini-2.0-flash",
    "gemini-2.5-pro-preview-05-06": "gemini-2.5-pro",
    "MiniMax-M2.5-highspeed": "MiniMax-M2.5-highspeed",
}
NOT_PRICED = [
    "claude-nova-9",
    "claude-opus-4-10",
    "claude-opus-4-70",
    "claude-opus-4-7-fast",
    "claude-opus-4-7-mini",
    "claude-opus-4-7.5",
    "my-claude-opus-4-7",
    "claude-21",
    "claude",
    "claude-",
    "opus",
    "gpt-50",
    "gpt-5-ultra",
    "o30",
    "gemini-2.5-pro-exp-03-25",
    "gemini-2.0-flash-live-001",
    "deepseek-chat-next",
    "nobody/claude-opus-4-7",
    "",
    "/",
    "<synthetic>",
    "模型-9",
    "claude-opus-4-7\n",
    "x" * 100_000,
]


@pytest.mark.parametrize(("name", "listed"), PRICED.items())
def test_a_name_with_a_date_or_its_provider_is_the_listed_model(name: str, listed: str) -> None:
    assert {row.priced_as for row in ListPrices().rows_of(name)} == {listed}


@pytest.mark.parametrize("name", NOT_PRICED, ids=lambda name: name[:30])
def test_a_name_that_only_looks_alike_is_not_priced(name: str) -> None:
    assert ListPrices().rows_of(name) == ()
