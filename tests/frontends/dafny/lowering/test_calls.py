"""Members and applications: which declaration a qualified name is, and what a value has."""

import pytest

from specassay.core.ir.sorts import INT
from specassay.frontends.dafny.lowering.calls import qualified
from specassay.frontends.dafny.lowering.elaboration import Scope
from specassay.frontends.dafny.names import SymbolTable

from .engines import read, refused, value

DECLARED = """
datatype Shape = Dot | Box(w: int, h: int) {
  const sides := 4
  function Area(): int { if Dot? then 0 else w * h }
  function Grown(by: int): int { Area() + by }
}
module M { const k := 5  function F(x: int): int { x + k } datatype E = One | Two }
function F(x: int): int { -x }
method Compute() returns (r: int)
function Open(x: int): int
"""


@pytest.mark.parametrize(
    ("type", "text", "expected"),
    [
        ("int", "M.F(1)", 6),
        ("int", "F(1)", -1),
        ("int", "M.k", 5),
        ("int", "Box(2, 3).Area()", 6),
        ("int", "Box(2, 3).Grown(by := 1)", 7),
        ("int", "Box(2, 3).h", 3),
        ("int", "Dot.sides", 4),
        ("int", "(1, 'a').0", 1),
        ("bool", "M.One.One?", True),
        ("bool", "M.E.Two != M.One", True),
        ("int", "2.5.Floor", 2),
        ("int", "|map[1 := 2].Keys|", 1),
        ("int", "|map[1 := 2, 2 := 2].Values|", 1),
        ("bool", "(1, 2) in map[1 := 2].Items", True),
        ("int", "Box(h := 1, w := 7).w", 7),
        ("int", "var f := M.F; f(2)", 7),
        ("int", "Shape.Box(1, 2).w", 1),
    ],
)
def test_the_value_is_that_of_dafny(type: str, text: str, expected: object) -> None:
    assert value(DECLARED, type, text).value == expected


def test_a_field_of_another_constructor_has_no_value() -> None:
    assert value(DECLARED, "int", "Dot.w").state == "undefined"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Compute() == 1", "the method Compute in an expression"),
        ("Nothing(1) == 1", "unresolved identifier Nothing"),
        ("M.Nothing(1) == 1", "unresolved identifier M"),
        ("int(x) == 1", "write `as int`"),
        ("x.Length == 1", "the member Length"),
        ("(1, 2).2 == 1", "the member 2"),
        ("F(1, 2) == 1", "arguments"),
        ("Dot.size == 1", "size"),
        ("x(1) == 1", ""),
    ],
)
def test_what_nobody_declares_is_refused_where_it_stands(text: str, reason: str) -> None:
    found, span = refused(DECLARED, text, "x: int")
    assert reason in found
    assert span is not None
    assert (span.line, span.column) >= (12, 11)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("A.B.c", ("A", "B", "c")), ("A", ("A",)), ("x.B", None), ("f(A).B", None), ("A[0].B", None)],
)
def test_a_qualified_name_begins_with_no_variable(text: str, expected: tuple[str, ...] | None) -> None:
    _, node = read(SymbolTable(), text)
    assert qualified(node, Scope({"x": INT})) == expected
