"""A day of all cases as text: whole, in the zone of the desk, and hostile titles as text."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from markdown_it import MarkdownIt

from dashboard.digest_text import digest_markdown
from dashboard.wording import words
from data_access.contracts.happenings import DayOfCases
from data_access.reading.case_happenings import day_of_cases
from data_access.store.connection import Store
from tests.writing.cases import Agent
from tests.writing.people import Person

HOSTILE = (
    "# H <script>alert(1)</script> ![x](https://evil.example/x.png) [a](javascript:x) | *b* `c`\n- d\u202e"
)
DAY = date(2026, 5, 1)
GOLDEN = """# Cases on 2026-05-01

The day is cut in UTC.

## Waits for people now

- To approve: Flush (since 1 May 2026 08:00:00) ([Yellow water](https://desk.example/investigation?case=CASE))
- Question: Which valve\\? (since 1 May 2026 08:00:00, required) ([Yellow water](https://desk.example/investigation?case=CASE))

## Asked (2)

- 1 May 2026 08:00:00 Which valve\\? · required · by Local program · [Yellow water](https://desk.example/investigation?case=CASE)
- 1 May 2026 08:00:00 Which pipe\\? · optional · by Local program · [Yellow water](https://desk.example/investigation?case=CASE)

## Answered (1)

- 1 May 2026 08:05:00 Which pipe\\? · by Wang · [Yellow water](https://desk.example/investigation?case=CASE)

## Proposed (1)

- 1 May 2026 08:00:00 Flush · by Local program · [Yellow water](https://desk.example/investigation?case=CASE)

## Published (1)

- 1 May 2026 08:00:00 T · interim · by Local program · [Yellow water](https://desk.example/investigation?case=CASE)

## Queued (1)

- 1 May 2026 08:00:00 by Local program · [Yellow water](https://desk.example/investigation?case=CASE)

## Cost of the day

No call of this day belongs to a case.

| Case | Cost | Calls |
|---|---:|---:|
| All runs, of cases and others | – | 0 |

Of 1 cases not every round has a known run: what those cost is not linked, which is not zero.
"""


@pytest.fixture
def agent(fresh_store: Store) -> Agent:
    return Agent(fresh_store)


def worked_on(agent: Agent, title: str = "Yellow water") -> str:
    task_id = agent.create(title=title).task_id
    claim = agent.claim(task_id, lease_seconds=1800)
    agent.ask(claim, prompt="Which valve?", is_required=True)
    agent.ask(claim, prompt="Which pipe?", is_required=False)
    agent.report(claim)
    agent.propose(claim)
    agent.wait(300)
    Person(agent, task_id).answer("Q-2")
    return task_id


def day(agent: Agent, on: date = DAY, zone: str = "UTC") -> DayOfCases:
    return day_of_cases(agent.store, on, timezone=zone, now=agent.now)


def test_a_day_is_told_whole(agent: Agent) -> None:
    with agent.store.transaction() as transaction:
        transaction.cursor.execute(
            "INSERT INTO principal VALUES ('local-agent', 'agent', 'Local program', 'read', FALSE, now())"
        )
    task_id = worked_on(agent)
    told = digest_markdown(day(agent), "https://desk.example", words("en"))
    assert told.replace(task_id, "CASE") == GOLDEN


def test_days_are_cut_in_the_zone_that_was_asked_for(agent: Agent) -> None:
    agent.now = datetime(2026, 5, 1, 22, 30, tzinfo=UTC)
    worked_on(agent)
    assert day(agent).happenings.total == 6
    assert day(agent, zone="Asia/Shanghai").happenings.total == 0
    assert day(agent, DAY + timedelta(days=1), "Asia/Shanghai").happenings.total == 6
    assert day(agent, zone="Asia/Shanghai").waiting.total == 2, "what waits, waits now, whatever the day"


def test_a_quiet_day_says_so_and_shows_no_zero_for_what_is_unknown(agent: Agent) -> None:
    told = digest_markdown(day(agent), "https://desk.example", words("en"))
    assert "Nothing waits for people." in told
    assert "Nothing happened in cases on this day." in told
    assert "$0" not in told


def test_hostile_titles_are_text(agent: Agent) -> None:
    worked_on(agent, title=HOSTILE)
    for language in ("en", "zh"):
        told = digest_markdown(day(agent), "https://desk.example", words(language))
        html = MarkdownIt("commonmark", {"html": True}).enable("table").render(told)
        assert "<script" not in html
        assert "<img" not in html
        assert "<em>" not in html
        assert "<code>" not in html
        assert "\u202e" not in told
        assert {part.split('"')[0] for part in html.split('href="')[1:]} == {
            f"https://desk.example/investigation?case={day(agent).happenings.items[0].task_id}"
        }
