"""Every operation has a plain sentence in both languages that claims what the record says and no more."""

from __future__ import annotations

import re
from itertools import product
from typing import Any, NamedTuple, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dashboard.wording import LANGUAGES, words
from dashboard.wording.operation_sentences import operation_sentence
from data_access.contracts.operations import ApprovedBy, OperationKind, OperationResult
from data_access.contracts.policy import Capability, Verdict, Zone
from data_access.rules.text_safety import display_width

EN, ZH = words("en"), words("zh")


class Told(NamedTuple):
    """An operation, as far as a sentence rests on it."""

    operation: OperationKind = "install"
    result: OperationResult | None = "success"
    approved_by: ApprovedBy | None = None
    verdict: Verdict = "allowed"
    zone: Zone | None = "workspace"
    capability: Capability = "install_python_package"
    is_derived: bool = False
    is_dangerous: bool = False
    target: str = "requests"
    workspace: str | None = None


SPACE = (
    get_args(OperationKind),
    (*get_args(OperationResult), None),
    (*get_args(ApprovedBy), None),
    get_args(Verdict),
    (*get_args(Zone), None),
    get_args(Capability),
    (True, False),
    (True, False),
)


def said(one: Told, language: str = "en", **more: Any) -> str:
    return operation_sentence(one, LANGUAGES[language], **more)


EXAMPLES = {
    Told(): (
        "Agent X installed “requests” into its workspace.",
        "智能体 X 安装了“requests”（到其工作区）。",
    ),
    Told(
        "execute", "denied", "policy", "denied", "user_system", "run_code", is_dangerous=True, target="dd x"
    ): (
        (
            "Agent X wanted to run “dd x” reaching the user's system and was stopped by a rule of its "
            "runtime; the policy does not allow it (run code); a command of it is on the list of "
            "dangerous ones."
        ),
        (
            "智能体 X 想要运行“dd x”（触及用户系统），被其运行环境的规则阻止；策略不允许（运行代码）；"
            "其中有命令在危险命令列表上。"
        ),
    ),
    Told("execute", None, None, "needs_approval", None, "run_code", is_derived=True, target="python x.py"): (
        (
            "Agent X set out to run “python x.py”; it is not known whether that happened; the policy calls "
            "for approval (run code); whether anybody approved it is not recorded."
        ),
        (
            "智能体 X 着手运行“python x.py”；是否已发生尚不可知；策略要求先批准（运行代码）；"
            "是否有人批准没有记录。"
        ),
    ),
    Told("install", "success", "auto", "denied", "user_system", is_derived=True, target="pip install y"): (
        (
            "Agent X ran an install command “pip install y” reaching the user's system; the policy does "
            "not allow it (install a Python package); nobody was asked."
        ),
        (
            "智能体 X 运行了一条安装命令“pip install y”（触及用户系统）；策略不允许（安装 Python 包）；"
            "没有询问任何人。"
        ),
    ),
    Told("write", "failed", "user", "allowed", "core", "write_file", target="core/a.py"): (
        (
            "Agent X tried to write “core/a.py” reaching the core of the application, and it failed; a "
            "person approved it."
        ),
        "智能体 X 试图写入“core/a.py”（触及应用核心），但失败了；由人批准。",
    ),
}


@pytest.mark.parametrize("one", EXAMPLES)
def test_a_sentence_reads_as_a_person_would_say_it(one: Told) -> None:
    english, chinese = EXAMPLES[one]
    assert said(one, agent="X") == english
    assert said(one, "zh", agent="X") == chinese


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_combination_has_a_sentence_that_claims_no_more_than_its_record(language: str) -> None:
    s = LANGUAGES[language].sentence
    told: dict[tuple[Any, ...], str] = {}
    for values in product(*SPACE):
        one = Told(*values)
        told[values] = sentence = said(one, language, agent="X")
        assert sentence.endswith(s.end)
        assert not re.search("[{}]|  ", sentence)
        assert "“requests”" in sentence
        kind = f"{one.operation}_command" if one.is_derived else one.operation
        done = s.done[kind if kind in s.done else one.operation].partition("{target}")[0]
        assert (done in sentence) == (one.result == "success")
        assert (s.not_known.rpartition("{act}")[2] in sentence) == (one.result is None)
        for verdict, rule in s.rule.items():
            assert (rule.partition("{")[0] in sentence) == (one.verdict == verdict)
        assert (s.dangerous in sentence) == one.is_dangerous
        is_open = one.result != "denied" and one.verdict in ("needs_approval", "denied")
        assert (s.approved["not_told"] in sentence) == (is_open and one.approved_by is None)
        if one.approved_by != "user":
            assert s.approved["user"] not in sentence
            assert s.stopped["user"].rpartition("{act}")[2] not in sentence
    without_capability = {(*values[:5], *values[6:]) for values in told}
    assert len(set(told.values())) > len(without_capability) * 0.5


def test_a_denial_names_who_denied_and_never_that_it_was_done() -> None:
    for approved, verdict in product((*get_args(ApprovedBy), None), get_args(Verdict)):
        sentence = said(Told("execute", "denied", approved, verdict, target="rm -rf /"))
        assert "wanted to run “rm -rf /”" in sentence
        assert not re.search(" ran |approved it", sentence)
        assert ("recorded" in sentence) == (approved is None)


_SIGNS = '“”„"; .。；\n\u202e\u2068\u2069\u200b\u05e9\u05dc\u05d5a字\U0001f469\u200d\U0001f467\u0301'
_TEXT = st.text(max_size=200) | st.text(_SIGNS, max_size=90)


@settings(max_examples=300, deadline=None)
@given(
    _TEXT.filter(bool), _TEXT, st.sampled_from(list(LANGUAGES)), st.integers(4, 80),
    st.sampled_from(get_args(OperationKind)),
)  # fmt: skip
def test_a_hostile_target_stays_one_quoted_text_of_its_width(
    target: str, agent: str, language: str, width: int, operation: OperationKind
) -> None:
    sentence = said(Told(operation, target=target), language, agent=agent, width=width)
    quotes = re.findall("[“”]", sentence)
    assert quotes in (["“", "”"], ["“", "”"] * 2)
    inner = sentence[sentence.rindex("“") + 1 : sentence.rindex("”")].strip("\u2068\u2069")
    assert display_width(inner) <= width
    assert sentence.splitlines() == [sentence]
    assert not re.search("[\u202a-\u202e\u2066\u2067\u200b\ufeff]", sentence)
    assert sentence.count("\u2068") == sentence.count("\u2069") <= 2
    ending = said(Told(operation, target="x"), language).rpartition("”")[2]
    assert sentence.endswith("”" + ending)


def test_a_long_target_is_cut_by_the_columns_it_takes() -> None:
    assert "“" + "字" * 9 + "…”" in said(Told(target="字" * 50), width=20)
    assert "“" + "a" * 19 + "…”" in said(Told(target="a" * 50), width=20)
    assert "“e\u0301e\u0301…”" in said(Told(target="e\u0301" * 50), width=5)


def test_a_file_is_named_by_its_end_and_within_its_workspace_by_its_way_from_there() -> None:
    long = "/srv/work/" + "deep/" * 20 + "notes/findings.md"
    within = Told("write", target=long, workspace="/srv/work/" + "deep/" * 20)
    assert "wrote “notes/findings.md” within its workspace" in said(within)
    assert "wrote “…/notes/findings.md” reaching" in said(within._replace(zone="user_system"), width=20)
    assert "wrote “…/findings.md” reaching" in said(within._replace(zone="user_system"), width=16)
    assert "wrote “findings…” within" in said(Told("write", target=long), width=9)
    assert "wrote “/srv/work2/a”" in said(Told("write", target="/srv/work2/a", workspace="/srv/work"))


def test_a_name_that_could_be_words_of_the_desk_is_quoted() -> None:
    assert said(Told(), agent="alice-2").startswith("Agent alice-2 installed")
    assert said(Told(), agent="Nobody. Agent B").startswith("Agent “Nobody. Agent B” installed")
    assert said(Told()).startswith("An agent installed")
    assert said(Told(), agent="main").startswith("The main agent installed")
    assert said(Told(), agent="a4ca7529…").startswith("Agent a4ca7529… installed")
    assert said(Told(), "zh").startswith("某个智能体安装了")
