"""Commands read into parts: words without quotes, what is expanded, what is in doubt."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_access.rules.shell_reading import LONGEST, read_script
from data_access.rules.shell_script import Apart, Command, Part, Series, Step, Word


def words(text: str) -> list[str | None]:
    part = read_script(text).part
    assert isinstance(part, Command)
    return [word.text for word in part.words]


@pytest.mark.parametrize(("text", "expected"), [
    ("ls -la a", ["ls", "-la", "a"]),
    ("ls 'a b' \"c d\" e\\ f", ["ls", "a b", "c d", "e f"]),
    ("ls \"a'b\" 'a\"b' a\"b\"'c'd", ["ls", "a'b", 'a"b', "abcd"]),
    ('ls "\\$x \\"q\\" \\n"', ["ls", '$x "q" \\n']),
    ("ls ~/a '~/a' $HOME/b \"${PWD}/c\"", ["ls", "~/a", "./~/a", "~/b", "./c"]),
    ("ls $X a$HOME {a,b} $'a' x{1..3}", ["ls", None, None, None, None, None]),
    ("git commit -m \"$(cat <<'EOF'\na $(b) `c`\n\nd\nEOF\n)\"", ["git", "commit", "-m", "a $(b) `c`\n\nd"]),
    ("ls \\\n -l", ["ls", "-l"]),
    ("ls {} +", ["ls", "{}", "+"]),
])  # fmt: skip
def test_words_are_what_the_program_is_given(text: str, expected: list[str | None]) -> None:
    assert words(text) == expected
    assert read_script(text).doubts == ()


@pytest.mark.parametrize(("text", "doubt"), [
    ("ls $(x)", "shell.substitution"), ("ls `x`", "shell.substitution"), ("ls <(x)", "shell.substitution"),
    ("ls \"$(cat <<EOF\na\nEOF\n)\"", "shell.substitution"),
    ("cat <<EOF\n${x:-`y`}\nEOF", "shell.substitution"),
    ("f() { ls; }", "shell.function"), ("ls ${x@P}", "shell.construct"), ("ls ${!x}", "shell.construct"),
    ("(( x ))", "shell.construct"), ("for ((i=0;i<3;i++)); do ls; done", "shell.construct"),
    ("a[0]=1", "shell.construct"),
    ("ls (", "shell.not_parsed"), ("ls 'a", "shell.not_parsed"), ("ls; )", "shell.not_parsed"),
    ("\ud800", "shell.not_parsed"),
    ("ls \u200b", "shell.hidden_text"), ("ls \r\n", "shell.hidden_text"),
    ("a" * (LONGEST + 1), "shell.too_long"),
    ("|" * 2000, "shell.too_long"), ("( " * 80 + "ls" + " )" * 80, "shell.too_deep"),
])  # fmt: skip
def test_what_cannot_be_told_is_said(text: str, doubt: str) -> None:
    assert doubt in read_script(text).doubts


def test_a_line_of_commands_keeps_how_they_follow_each_other() -> None:
    def ran(name: str) -> Part:
        return Command((Word(name, name),))

    assert read_script("a && b; c | d &").part == Series(
        (
            Step("then", Series((Step("then", ran("a")), Step("and", ran("b"))))),
            Step("then", Apart((Apart((ran("c"), ran("d"))),))),
        )
    )


def test_what_stands_behind_a_here_document_on_its_line_is_read() -> None:
    part = read_script("cat <<EOF > f && rm x\nhi\nEOF\nls").part
    assert isinstance(part, Series)
    first = part.steps[0].part
    assert isinstance(first, Series)
    assert [step.join for step in first.steps] == ["then", "and"]
    assert first.steps[1].part == Command((Word("rm", "rm"), Word("x", "x")))


@given(st.lists(st.text(alphabet="ab '\"$`\\\n~*{}!#;|&()", min_size=1, max_size=8), min_size=1, max_size=4))
def test_single_quotes_give_back_every_word(texts: list[str]) -> None:
    line = "ls " + " ".join("'" + text.replace("'", "'\"'\"'") + "'" for text in texts)
    read = read_script(line)
    assert read.doubts == ()
    assert words(line) == ["ls", *(f"./{text}" if text.startswith("~") else text for text in texts)]
