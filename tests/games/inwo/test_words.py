"""Each word of the card data is explained in one place: what it asks in one module, what it does in one more."""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import UnionType

import pytest

import companion.games.inwo

ROOM = Path(companion.games.inwo.__file__).parent
VOCABULARY = ("effects", "card_plays")
MOMENTS = ("Timing", "Aim")
TELLING = {"play_summaries", "button_texts"}
"""They say what a card does, and decide nothing."""
ALLOWED = {
    "any": "aims",  # names the part of a filter that is amiss
    "own": "answering",  # what is paid with its own token is an action of the card, and cancelled as one
    "pile": "layout",  # of the mat
    "copies": "invariants",  # looks again, as an invariant has to, whatever the rule let pass
}


@cache
def trees() -> Mapping[str, ast.Module]:
    return {path.stem: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(ROOM.glob("*.py"))}


def attributes(tree: ast.Module, kinds: type | UnionType = ast.AnnAssign | ast.FunctionDef) -> Iterator[str]:
    """The fields and methods of all classes by name."""
    for entry in (entry for node in tree.body if isinstance(node, ast.ClassDef) for entry in node.body):
        if isinstance(entry, kinds):
            yield ast.unparse(entry.target) if isinstance(entry, ast.AnnAssign) else entry.name


def words() -> Mapping[str, int]:
    """Each word of the card data with how many kinds of entry have it; what the state calls alike cannot be told."""
    others = {name for module, tree in trees().items() if module not in VOCABULARY for name in attributes(tree)}
    every = (name for module in VOCABULARY for name in attributes(trees()[module], ast.AnnAssign))
    return Counter(name for name in every if name not in others)


def conditions(tree: ast.AST) -> Iterator[ast.expr]:
    """What is compared, negated, or decides what is done."""
    for node in ast.walk(tree):
        match node:
            case ast.Compare():
                yield from (node.left, *node.comparators)
            case ast.BoolOp():
                yield from node.values
            case ast.UnaryOp(op=ast.Not()):
                yield node.operand
            case ast.If() | ast.IfExp() | ast.While():
                yield node.test
            case ast.comprehension():
                yield from node.ifs
            case ast.Match():
                yield node.subject
            case ast.Call(func=ast.Name(id="bool" | "any" | "all")):
                yield from (each.elt if isinstance(each, ast.GeneratorExp) else each for each in node.args)


def asked(tree: ast.Module) -> Iterator[str]:
    yield from (condition.attr for condition in conditions(tree) if isinstance(condition, ast.Attribute))
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in MOMENTS:
            yield node.value.id


@pytest.mark.parametrize("does", [False, True], ids=["asks", "does"])
def test_a_word_of_the_card_data_is_explained_in_one_module(does: bool) -> None:
    """`timing`, `aim`, `cancels` and all others: who else wants to know asks that module."""
    known = {**words(), **dict.fromkeys(MOMENTS, 1)}
    found: dict[str, set[str]] = defaultdict(set)
    for module, tree in trees().items():
        if module in TELLING or module.startswith("resolve") != does:
            continue
        for word in asked(tree):
            is_defined = word in MOMENTS and module in VOCABULARY
            if word in known and not is_defined and ALLOWED.get(word) != module:
                found[word].add(module)
    assert {"timing", "cancels", "aim", "after", "own_target"} <= known.keys()
    assert {} == {word: sorted(modules) for word, modules in found.items() if len(modules) > known[word]}


def test_no_exception_is_needless() -> None:
    assert [] == [word for word, module in ALLOWED.items() if word not in set(asked(trees()[module]))]
