"""Words of a shell command from nodes of its syntax tree: quotes, escapes, expansions, globs."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from data_access.rules.shell_script import Doubt, Word

if TYPE_CHECKING:
    from tree_sitter import Node

WORD_KINDS = frozenset(
    {
        "word", "number", "string", "raw_string", "concatenation", "simple_expansion", "expansion",
        "command_substitution", "process_substitution", "arithmetic_expansion", "brace_expression",
        "ansi_c_string", "translated_string", "extglob_pattern", "regex", "test_operator",
    }
)  # fmt: skip
"""Kinds of nodes that are words."""
_BRACES = re.compile(r"\{[^{}]*(?:,|\.\.)[^{}]*\}")
_GLOB = re.compile(r"[*?\[]")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_STRING_ESCAPE = re.compile(r'\\([$`"\\\n])')
_HIDDEN = re.compile(r"[$`]")
_HIDDEN_IN_STRING = re.compile(r"(?<!\\)(?:\\\\)*(?:\$[A-Za-z_0-9({@*#?!-]|`)")
_FOLDER_ESCAPE = re.compile(r"\\[A-Za-z0-9._\\-]")
_PLAIN_NAME = re.compile(r"\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))")
_HARMLESS_EXPANSION = re.compile(
    r"\$(?:[A-Za-z_]\w*|[0-9@*#?!$_-]|\{#?[A-Za-z_]\w*(?:\[[@*]\])?"
    r"(?:(?::?[-+?]|##?|%%?|//?|\^\^?|,,?)[^`$(\[{}]*|:\s*\d+(?::\d+)?)?\})"
)
_HARMLESS_SUM = re.compile(r"\$\(\([\d\s+*/%()-]+\)\)")
_PLACES = {"HOME": "~", "PWD": "."}


class Piece(NamedTuple):
    """A part of a word."""

    text: str | None
    is_quoted: bool
    is_place: bool = False
    """True for the home folder or the working directory, by the name of its variable."""


class WordReader:
    """Reads words and tells of doubts and of what is substituted; `inside` is called with each such node."""

    def __init__(self, source: bytes, doubt: Callable[[Doubt], None], inside: Callable[[Node], None]) -> None:
        self._source = source
        self._doubt = doubt
        self._inside = inside

    def raw(self, node: Node) -> str:
        """Return the source of a node as it stands."""
        return self._source[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def word(self, node: Node) -> Word:
        """Return the word that a node stands for."""
        pieces = self._pieces(node)
        raw = self.raw(node)
        # What is quoted is no glob and no brace expansion, so it is hidden from both.
        open_text = "".join("q" * len(p.text or "q") if p.is_quoted else (p.text or "") for p in pieces)
        text = None if any(p.text is None for p in pieces) or _BRACES.search(open_text) else _joined(pieces)
        otherwise = bool(_FOLDER_ESCAPE.search(raw)) and not raw.startswith("'")
        return Word(
            text, raw, bool(_GLOB.search(open_text)), otherwise or (text is not None and "\\" in text)
        )

    def _pieces(self, node: Node) -> list[Piece]:
        kind = node.type
        if kind == "concatenation":
            return self._concatenated(node)
        if kind == "string":
            return self._string(node)
        if kind == "raw_string":
            return [Piece(self.raw(node)[1:-1], is_quoted=True)]
        if kind in ("word", "number", "test_operator", "regex") and node.named_child_count == 0:
            return [Piece(_open_text(self.raw(node)), is_quoted=False)]
        if kind in ("simple_expansion", "expansion"):
            return [self._expansion(node)]
        if kind == "arithmetic_expansion":
            if not _HARMLESS_SUM.fullmatch(self.raw(node)):
                self._doubt("shell.construct")
                self._look_inside(node)
            return [Piece(None, is_quoted=False)]
        if kind in ("command_substitution", "process_substitution"):
            self._doubt("shell.substitution")
            self._inside(node)
            return [Piece(None, is_quoted=False)]
        self._look_inside(node)
        return [Piece(None, is_quoted=False)]

    def _concatenated(self, node: Node) -> list[Piece]:
        pieces: list[Piece] = []
        at = node.start_byte
        for child in node.children:
            if child.start_byte != at:
                return [Piece(None, is_quoted=False)]
            at = child.end_byte
            bare = Piece(_open_text(self.raw(child)), is_quoted=False)
            pieces += self._pieces(child) if child.is_named else [bare]
        return pieces

    def _string(self, node: Node) -> list[Piece]:
        pieces: list[Piece] = []
        at = node.start_byte + 1
        for child in node.named_children:
            if child.type == "string_content":
                continue
            pieces.append(self._quoted(at, child.start_byte))
            at = child.end_byte
            literal = self._literal_document(child)
            pieces += [Piece(literal, is_quoted=True)] if literal is not None else self._pieces(child)
        pieces.append(self._quoted(at, node.end_byte - 1))
        return [piece._replace(is_quoted=True) for piece in pieces]

    def _quoted(self, begin: int, end: int) -> Piece:
        text = self._source[begin:end].decode("utf-8", "replace")
        if _HIDDEN_IN_STRING.search(text):
            self._doubt("shell.not_parsed")
            return Piece(None, is_quoted=True)
        return Piece(_STRING_ESCAPE.sub(lambda m: "" if m[1] == "\n" else m[1], text), is_quoted=True)

    def _expansion(self, node: Node) -> Piece:
        raw = self.raw(node)
        if not _HARMLESS_EXPANSION.fullmatch(raw):
            self._doubt("shell.construct")
            self._look_inside(node)
        name = _PLAIN_NAME.fullmatch(raw)
        place = _PLACES.get(name[1] or name[2]) if name else None
        return Piece(place, is_quoted=False, is_place=place is not None)

    def _look_inside(self, node: Node) -> None:
        for child in node.named_children:
            if child.type in ("command_substitution", "process_substitution"):
                self._doubt("shell.substitution")
                self._inside(child)
            else:
                self._look_inside(child)

    def _literal_document(self, node: Node) -> str | None:
        """Return the text of `$(cat <<'END' ... END)`: a way to quote, in which nothing is substituted."""
        inner = node.named_children
        if node.type != "command_substitution" or len(inner) != 1 or inner[0].type != "redirected_statement":
            return None
        kinds = [child.type for child in inner[0].named_children]
        if kinds != ["command", "heredoc_redirect"] or self.raw(inner[0].named_children[0]).strip() != "cat":
            return None
        document = inner[0].named_children[1]
        parts = {child.type: child for child in document.named_children}
        is_bare = [child.type for child in document.named_children] in (
            ["heredoc_start", "heredoc_body", "heredoc_end"],
            ["heredoc_start", "heredoc_end"],
        )
        if not is_bare or not self.raw(parts["heredoc_start"]).startswith(("'", '"', "\\")):
            return None
        body = parts.get("heredoc_body")
        if body is None:
            return ""
        is_whole = ends_where_read(self.raw(document), self.raw(parts["heredoc_start"]), self.raw(body))
        return self.raw(body).rstrip("\n") if is_whole else None


def ends_where_read(document: str, start: str, body: str) -> bool:
    """Tell whether no line of a here-document's body would have ended it before."""
    end = re.sub(r"[\"'\\]", "", start)
    may_be_indented = document.lstrip("0123456789").startswith("<<-")
    return all((line.lstrip("\t") if may_be_indented else line) != end for line in body.split("\n"))


def _open_text(raw: str) -> str | None:
    """Return an unquoted text without its escapes; null when something in it would be expanded."""
    if _HIDDEN.search(_ESCAPE.sub("", raw)) and raw != "$":
        return None
    return _ESCAPE.sub(lambda m: "" if m[1] == "\n" else m[1], raw)


def _joined(pieces: Sequence[Piece]) -> str | None:
    """Return the pieces as one text; null when a folder of a variable stands behind something else."""
    begin = next((at for at, piece in enumerate(pieces) if piece.text), 0)
    if any(piece.is_place for piece in pieces[begin + 1 :]):
        return None
    text = "".join(piece.text or "" for piece in pieces)
    is_name = text.startswith("~") and pieces[begin].is_quoted and not pieces[begin].is_place
    return f"./{text}" if is_name else text
