"""What a function that reads objects is given, and functions used as values."""

import pytest

from specassay.core.ir.sorts import INT, OBJECT, array_of
from specassay.core.ir.terms import Binder
from specassay.core.ir.variables import field_variable
from specassay.frontends.dafny.classes import Reference
from specassay.frontends.dafny.lowering.elaboration import Scope
from specassay.frontends.dafny.lowering.receivers import named_objects
from specassay.frontends.dafny.names import Signature, SymbolTable
from specassay.frontends.dafny.syntax import nodes

from .engines import held, read, refused, value

DECLARED = """
class C {
  var n: int
  var next: C?
  predicate Above(k: int) reads this { n > k }
  function Twice(): int reads this { 2 * n }
}
function Sum(a: array<int>): int requires a.Length == 2 reads a { a[0] + a[1] }
function Inc(x: int): int { x + 1 }
function Half(x: int): int requires x % 2 == 0 { x / 2 }
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("var f := Inc; f(f(1))", 3),
        ("(if true then Inc else x => x)(1)", 2),
        ("if Half.requires(3) then 1 else 0", 0),
        ("if Half.requires(4) then Half(4) else 0", 2),
    ],
)
def test_a_function_is_a_value(text: str, expected: int) -> None:
    assert value(DECLARED, "int", text).value == expected


@pytest.mark.parametrize(
    ("text", "n", "expected"),
    [
        ("c.Above(2)", 3, True),
        ("c.Above(3)", 3, False),
        ("c.Twice() == 6", 3, True),
        ("c.Twice() == c.n + 3", 4, False),
    ],
)
def test_a_function_reads_the_fields_of_its_receiver(text: str, n: int, expected: bool) -> None:
    assert held(DECLARED, text, "c: C", {field_variable("c", "n"): n}) is expected


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("var f := old(c.Above); f(1)", "value of the pre-state"),
        ("Half(1, 2) == 1", "arguments"),
    ],
)
def test_what_is_not_known_where_it_is_read_is_refused(text: str, reason: str) -> None:
    found, span = refused(DECLARED, text, "c: C")
    assert reason in found
    assert span is not None


def test_names_of_objects_and_arrays_are_told_apart_from_values() -> None:
    formals = tuple(Binder(name, sort) for name, sort in (("o", OBJECT), ("b", array_of(INT)), ("k", INT)))
    signature = Signature("F", formals, INT)
    scope = Scope({"c": OBJECT, "a": array_of(INT), "i": INT}, objects={"c": Reference("C", "c")})
    for text, expected in (
        ("F(c, a, i)", {"o": "c", "b": "a"}),
        ("F(k := i, b := a, o := c)", {"o": "c", "b": "a"}),
        ("F(d, a[..], 1)", {}),
    ):
        _, node = read(SymbolTable(), text)
        assert named_objects(signature, nodes(node)[-1], scope) == expected
