"""Reads a shell command with the grammar of tree-sitter: what is certain becomes parts, the rest doubts.

Nothing is run or expanded. Hostile text is bounded before it is read: by its length, by its signs of the
shell, by its depth.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from data_access.rules.shell_script import (
    NOTHING,
    Apart,
    Choice,
    Command,
    Doubt,
    Join,
    Loop,
    Part,
    Redirect,
    Script,
    Series,
    Step,
    Word,
)
from data_access.rules.shell_words import WORD_KINDS, WordReader, ends_where_read

if TYPE_CHECKING:
    from tree_sitter import Node, Parser, Tree

LONGEST = 20_000
"""Bytes of a command that are read; longer ones are in doubt."""
MOST_OPERATORS = 1_000
"""Signs of the shell in it. The time to read a hostile text grows with their square: 0.2 s at this bound."""
DEEPEST = 60
"""Levels of its syntax tree."""
_OPERATORS = re.compile(rb"[|&;()<>{}`=]")
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")
_BEFORE_COMMENT = b" \t\n;&|()"
_TEXT_KINDS = frozenset({"string", "heredoc_body"})
_COUNTING = re.compile(r"\s-(?:eq|ne|lt|le|gt|ge)\s|\[\S*[$`]|-v\s")
_JOINS: dict[str, Join] = {"&&": "and", "||": "or"}
_ENDS = frozenset({";", "&", "\n", ";;", ";&", ";;&"})


def read_script(text: str) -> Script:
    """Return the parts of a command line, and why what it does cannot be told where that is so."""
    try:
        source = text.encode("utf-8")
    except UnicodeEncodeError:
        return Script(NOTHING, ("shell.not_parsed",))
    if len(source) > LONGEST or len(_OPERATORS.findall(source)) > MOST_OPERATORS:
        return Script(NOTHING, ("shell.too_long",))
    tree = _tree(source)
    if tree is None:
        return Script(NOTHING, ("shell.not_parsed",))
    if _depth_exceeds(tree.root_node, DEEPEST):
        return Script(NOTHING, ("shell.too_deep",))
    reader = _Reader(source)
    if _CONTROL.search(text):
        reader.doubt("shell.hidden_text")
    if tree.root_node.has_error or not _is_covered(tree.root_node, source):
        reader.doubt("shell.not_parsed")
    part = reader.block(tree.root_node.children)
    return Script(part, tuple(reader.doubts))


@cache
def _parser() -> Parser:
    from tree_sitter import Language, Parser
    from tree_sitter_bash import language

    return Parser(Language(language()))


def _tree(source: bytes) -> Tree | None:
    """Return the syntax tree; null where the parser had to give up, as it does soon after an error."""
    parser = _parser()

    def chunk(at: int, _point: object) -> bytes:
        return source[at : at + 4096]

    def give_up(_at: int, has_error: bool) -> bool:
        return has_error

    try:
        return parser.parse(chunk, progress_callback=give_up)
    except ValueError:
        parser.reset()
        return None


def _depth_exceeds(node: Node, most: int) -> bool:
    level = [node]
    for _ in range(most):
        level = [child for parent in level for child in parent.children]
        if not level:
            return False
    return True


def _is_covered(node: Node, source: bytes) -> bool:
    """Tell whether no byte was passed over but blanks, so that nothing runs that was not read."""
    if node.child_count == 0 or node.type in _TEXT_KINDS:
        return True
    at = node.start_byte
    for child in node.children:
        if source[at : child.start_byte].replace(b"\\\n", b"").strip():
            return False
        if (
            child.type == "comment"
            and child.start_byte
            and source[child.start_byte - 1] not in _BEFORE_COMMENT
        ):
            return False
        if not _is_covered(child, source):
            return False
        at = child.end_byte
    return not source[at : node.end_byte].replace(b"\\\n", b"").strip()


class _Reader:
    """Turns nodes into parts; keeps the doubts of one script."""

    def __init__(self, source: bytes) -> None:
        self.doubts: dict[Doubt, None] = {}
        self._words = WordReader(source, self.doubt, self._substituted)
        self._inside: list[Part] = []
        """Commands whose output stands in what is being read."""

    def doubt(self, why: Doubt) -> None:
        self.doubts.setdefault(why)

    def block(self, nodes: Sequence[Node]) -> Part:
        """Read statements and their separators."""
        steps: list[Step] = []
        for node in nodes:
            if node.is_named and node.type != "comment":
                steps.append(Step("then", self.part(node)))
            elif node.type == "&" and steps:
                steps[-1] = Step("then", Apart((steps[-1].part,)))
        return steps[0].part if len(steps) == 1 else Series(tuple(steps))

    def part(self, node: Node) -> Part:
        """Read one statement, with what is substituted in it before it."""
        outer, self._inside = self._inside, []
        # What the grammar mended has another shape than it promises.
        is_whole = node.type in _STATEMENTS and (not node.has_error or node.type == "command")
        read = getattr(self, f"_{node.type}") if is_whole else None
        part = read(node) if read else self._unknown(node)
        inside, self._inside = self._inside, outer
        return Series((Step("then", Apart(tuple(inside))), Step("then", part))) if inside else part

    def _substituted(self, node: Node) -> None:
        statements = [child for child in node.children if child.type not in ("$(", "`", ")", "<(", ">(")]
        self._inside.append(self.block(statements))

    def _unknown(self, node: Node) -> Part:
        """Keep the commands inside a construct that is not understood."""
        self.doubt("shell.construct")
        return Loop(Series(tuple(Step("then", part) for part in self._parts_inside(node))))

    def _parts_inside(self, node: Node) -> Iterator[Part]:
        for child in node.named_children:
            if child.type in _STATEMENTS:
                yield self.part(child)
            elif child.type in WORD_KINDS:
                self._words.word(child)
            else:
                yield from self._parts_inside(child)

    def _list(self, node: Node) -> Part:
        first, sign, second = (child for child in node.children if child.type != "comment")
        return Series((Step("then", self.part(first)), Step(_JOINS[sign.type], self.part(second))))

    def _pipeline(self, node: Node) -> Part:
        return Apart(tuple(self.part(child) for child in node.named_children if child.type != "comment"))

    def _subshell(self, node: Node) -> Part:
        return Apart((self.block(node.children[1:-1]),))

    def _compound_statement(self, node: Node) -> Part:
        if node.children[0].type != "{":
            return self._unknown(node)
        return self.block(node.children[1:-1])

    def _do_group(self, node: Node) -> Part:
        return self.block(node.children[1:-1])

    def _negated_command(self, node: Node) -> Part:
        return self.part(node.named_children[0])

    def _if_statement(self, node: Node) -> Part:
        conditions, rest = _before_then(node)
        body = [child for child in rest if child.type not in ("elif_clause", "else_clause", "fi")]
        others = [self.part(child) for child in rest if child.type in ("elif_clause", "else_clause")]
        return Series(
            (Step("then", self.block(conditions)), Step("then", Choice((self.block(body), *others))))
        )

    def _elif_clause(self, node: Node) -> Part:
        conditions, body = _before_then(node)
        return Series((Step("then", self.block(conditions)), Step("then", self.block(body))))

    def _else_clause(self, node: Node) -> Part:
        return self.block(node.children[1:])

    def _while_statement(self, node: Node) -> Part:
        return Loop(self.block(node.children[1:]))

    def _for_statement(self, node: Node) -> Part:
        for child in node.named_children:
            if child.type in WORD_KINDS:
                self._words.word(child)
        turns = [
            Step("then", Command(assignments=((self._words.raw(child), Word(None, "$")),)))
            for child in node.named_children
            if child.type == "variable_name"
        ]
        body = self.block([child for child in node.named_children if child.type == "do_group"])
        return Loop(Series((*turns, Step("then", body))))

    def _case_statement(self, node: Node) -> Part:
        for child in node.named_children:
            if child.type in WORD_KINDS:
                self._words.word(child)
        return Choice(tuple(self.part(child) for child in node.named_children if child.type == "case_item"))

    def _case_item(self, node: Node) -> Part:
        closing = next(
            (at for at, child in enumerate(node.children) if child.type == ")"), len(node.children)
        )
        for child in node.children[:closing]:
            if child.is_named:
                self._words.word(child)
        return self.block(node.children[closing + 1 :])

    def _function_definition(self, node: Node) -> Part:
        self.doubt("shell.function")
        return Loop(Series(tuple(Step("then", part) for part in self._parts_inside(node))))

    def _test_command(self, node: Node) -> Part:
        # Comparing as numbers, and asking for a variable by name, runs what stands in its index.
        if node.children[0].type == "((" or _COUNTING.search(self._words.raw(node)):
            return self._unknown(node)
        inner = list(self._parts_inside(node))
        return Series(tuple(Step("then", part) for part in (*inner, Command((Word("test", "test"),)))))

    def _variable_assignment(self, node: Node) -> Part:
        return Command(assignments=tuple(self._assignments([node])))

    def _variable_assignments(self, node: Node) -> Part:
        return Command(assignments=tuple(self._assignments(node.named_children)))

    def _declaration_command(self, node: Node) -> Part:
        name = self._words.raw(node.children[0])
        words = [self._words.word(child) for child in node.named_children if child.type in WORD_KINDS]
        given = [child for child in node.named_children if child.type == "variable_assignment"]
        return Command((Word(name, name), *words), tuple(self._assignments(given)))

    def _unset_command(self, node: Node) -> Part:
        words = [Word(self._words.raw(child), self._words.raw(child)) for child in node.children]
        return Command(tuple(words))

    def _assignments(self, nodes: Sequence[Node]) -> Iterator[tuple[str, Word]]:
        for node in nodes:
            name, *values = node.named_children or [node]
            if name.type != "variable_name" or (values and values[0].type == "array"):
                self.doubt("shell.construct")
            known = [self._words.word(value) for value in values if value.type in WORD_KINDS]
            for value in values:
                self._inside.extend(() if value.type in WORD_KINDS else self._parts_inside(value))
            adds = any(child.type == "+=" for child in node.children)
            word = known[0] if known and not adds else Word("" if not values else None, self._words.raw(node))
            yield self._words.raw(name), word

    def _command(self, node: Node) -> Part:
        words: list[Word] = []
        redirects: list[Redirect] = []
        given: list[Node] = []
        for child in node.children:
            if child.type == "variable_assignment":
                given.append(child)
            elif child.type == "command_name" and child.children:
                words.append(self._words.word(child.children[0]))
            else:
                self._argument(child, words, redirects)
        return Command(tuple(words), tuple(self._assignments(given)), tuple(redirects))

    def _argument(self, node: Node, words: list[Word], redirects: list[Redirect]) -> None:
        if node.type in WORD_KINDS:
            words.append(self._words.word(node))
        elif node.type == "file_redirect":
            redirects.extend(self._redirect(node))
        elif node.type == "herestring_redirect":
            for child in node.named_children:
                self._words.word(child)
        elif node.type in ("$", "==", "=~"):
            words.append(Word(node.type, node.type))
        elif node.type != "comment":
            self._inside.append(self._unknown(node))

    def _redirect(self, node: Node) -> Iterator[Redirect]:
        signs = [child.type for child in node.children if not child.is_named]
        targets = [child for child in node.named_children if child.type != "file_descriptor"]
        numbers = [child.text for child in node.named_children if child.type == "file_descriptor"]
        is_output = numbers in ([], [b"1"])
        for target in targets:
            word = self._words.word(target)
            is_copy = (
                any(sign in (">&", "<&", ">&-", "<&-") for sign in signs)
                and (word.text or "").strip("-").isdigit()
            )
            if is_copy or word.text == "-":
                continue
            for sign in signs:
                if sign != "<":
                    yield Redirect("write", word, is_output)
                if sign in ("<", "<>"):
                    yield Redirect("read", word)

    def _redirected_statement(self, node: Node) -> Part:
        has_body = node.named_children[0].type in _STATEMENTS
        part = self.part(node.named_children[0]) if has_body else NOTHING
        words: list[Word] = []
        redirects: list[Redirect] = []
        after: list[Step] = []
        pipes: list[Part] = []
        for child in node.named_children[1 if has_body else 0 :]:
            if child.type == "heredoc_redirect":
                self._document(child, words, redirects, after, pipes)
            else:
                self._argument(child, words, redirects)
        whole = _with(part, words, redirects)
        piped: Part = Apart((whole, *pipes)) if pipes else whole
        return Series((Step("then", piped), *after)) if after else piped

    def _document(
        self, node: Node, words: list[Word], redirects: list[Redirect], after: list[Step], pipes: list[Part]
    ) -> None:
        """Read a here-document and what stands behind its beginning on the same line."""
        join: Join = "then"
        start = body = ""
        for child in node.children:
            if child.type in _JOINS:
                join = _JOINS[child.type]
            elif child.type == "heredoc_start":
                start = self._words.raw(child)
            elif child.type == "heredoc_body":
                body = self._words.raw(child)
                self._inside.extend(self._parts_inside(child))
            elif child.type == "pipeline":
                pipes.extend(self.part(one) for one in child.named_children)
            elif child.type in _STATEMENTS:
                after.append(Step(join, self.part(child)))
            elif child.is_named and child.type not in ("heredoc_end", "file_descriptor"):
                self._argument(child, words, redirects)
        is_literal = start.startswith(("'", '"', "\\"))
        if not ends_where_read(self._words.raw(node), start, body):
            self.doubt("shell.not_parsed")
        if not is_literal and re.search(r"\$\(|`|\$\{|<\(", body):
            self.doubt("shell.substitution")


_STATEMENTS = frozenset(
    {
        "list", "pipeline", "command", "redirected_statement", "subshell", "compound_statement", "do_group",
        "negated_command", "if_statement", "elif_clause", "else_clause", "while_statement", "for_statement",
        "case_statement", "case_item", "function_definition", "test_command", "variable_assignment",
        "variable_assignments", "declaration_command", "unset_command",
    }
)  # fmt: skip
"""Kinds of nodes that are read; each has a method of its name."""


def _before_then(node: Node) -> tuple[list[Node], list[Node]]:
    """Return the nodes between the first word and `then`, and those behind it."""
    at = next((at for at, child in enumerate(node.children) if child.type == "then"), len(node.children))
    return node.children[1:at], node.children[at + 1 :]


def _with(part: Part, words: Sequence[Word], redirects: Sequence[Redirect]) -> Part:
    if isinstance(part, Command):
        return Command((*part.words, *words), part.assignments, (*part.redirects, *redirects))
    opened = Command(redirects=tuple(redirects))
    return Series((Step("then", opened), Step("then", part))) if redirects else part
