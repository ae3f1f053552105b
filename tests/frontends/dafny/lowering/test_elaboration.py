"""What a name means where others of its name are bound, and sorts that are told by what stands to the right."""

import pytest

from specassay.core.errors import Unsupported
from specassay.core.ir.sorts import BOOL, INT, OBJECT, REAL, array_of, seq_of
from specassay.core.ir.terms import Binder, Term, var
from specassay.frontends.dafny.classes import Reference
from specassay.frontends.dafny.lowering.elaboration import Draft, Scope
from specassay.frontends.dafny.names import SymbolTable

from .engines import read

SCOPE = Scope(
    {"x": INT, "c": OBJECT, "a": array_of(INT)},
    modified=frozenset({"x", "a"}),
    objects={"c": Reference("C", "c")},
    allocated=("a",),
    kinds={"s": ("C", ())},
    total=frozenset({"f"}),
)


def test_a_bound_variable_hides_all_that_is_known_of_its_name() -> None:
    inner = SCOPE.bind(Binder("c", INT), Binder("x", REAL), Binder("s", INT), Binder("f", INT))
    assert (inner.variables["x"], inner.variables["c"]) == (REAL, INT)
    assert (dict(inner.objects), dict(inner.kinds)) == ({}, {})
    assert (inner.modified, inner.total) == (frozenset({"a"}), frozenset())
    assert inner.hidden == frozenset()


def test_the_state_of_an_object_whose_name_is_bound_is_hidden() -> None:
    inner = SCOPE.inner(Binder("c", INT), Binder("a", INT), Binder("y", INT))
    assert inner.hidden == {"c", "a"}
    assert inner.inner(Binder("x", INT)).hidden == {"c", "a"}


def test_what_is_not_known_of_a_variable_is_not_added() -> None:
    assert SCOPE.holding({"y": None}) is SCOPE
    assert SCOPE.holding({"y": ("D", ())}).kinds == {"s": ("C", ()), "y": ("D", ())}


def test_a_fresh_name_is_in_no_scope() -> None:
    engine, _ = read(SymbolTable(), "x")
    scope = Scope({"value1'": INT})
    first, other = engine.fresh_name("value", scope), engine.fresh_name("value", scope)
    assert first != other
    assert not {first, other} & scope.variables.keys()


def test_a_draft_is_built_once() -> None:
    built: list[str] = []

    def build() -> Term:
        built.append("x")
        return var("x", INT)

    draft = Draft(INT, build)
    assert draft.build() is draft.build()
    assert built == ["x"]


@pytest.mark.parametrize(
    ("text", "sort"),
    [
        ("[] + s == s", BOOL),
        ("if b then [] else s", seq_of(INT)),
        ("[[]] + [s]", seq_of(seq_of(INT))),
        ("1.0 + r", REAL),
    ],
)
def test_a_sort_may_be_told_by_what_stands_to_the_right(text: str, sort: object) -> None:
    engine, node = read(SymbolTable(), text)
    assert engine.term(node, Scope({"s": seq_of(INT), "b": BOOL, "r": REAL})).sort == sort


@pytest.mark.parametrize(
    ("text", "expected", "reason"),
    [
        ("[]", None, "cannot be inferred"),
        ("x", BOOL, "incompatible types"),
        ("x + true", None, "incompatible types"),
        ("y", None, "unresolved identifier y"),
    ],
)
def test_what_has_no_sort_is_refused(text: str, expected: object, reason: str) -> None:
    engine, node = read(SymbolTable(), text)
    with pytest.raises(Unsupported, match=reason):
        engine.term(node, SCOPE, expected if expected is BOOL else None)
