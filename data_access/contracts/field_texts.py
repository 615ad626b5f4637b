"""Reads what the fields of a contract mean from the line below each, when somebody asks for it.

Pydantic can do it too, but for every contract that is loaded, and that takes a short command longer than its
answer does.
"""

from __future__ import annotations

import ast
import inspect
import sys
from functools import cache
from itertools import pairwise


@cache
def field_texts(contract: type) -> dict[str, str]:
    """Return the meaning of each field that a contract or a base of it documents, by name of the field."""
    texts: dict[str, str] = {}
    for base in reversed(contract.__mro__):
        texts |= _texts_of_module(base.__module__).get(base.__qualname__, {})
    return texts


@cache
def _texts_of_module(module: str) -> dict[str, dict[str, str]]:
    """Return the texts of the classes of a module, by class; none where its source is not there."""
    try:
        source = inspect.getsource(sys.modules[module])
    except (OSError, TypeError, KeyError):
        return {}
    return {
        node.name: _texts_of_class(node) for node in ast.parse(source).body if isinstance(node, ast.ClassDef)
    }


def _texts_of_class(node: ast.ClassDef) -> dict[str, str]:
    return {
        field.target.id: inspect.cleandoc(below.value.value)
        for field, below in pairwise(node.body)
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and isinstance(below, ast.Expr)
        and isinstance(below.value, ast.Constant)
        and isinstance(below.value.value, str)
    }
