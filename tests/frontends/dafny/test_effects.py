"""What a method may change, by its `modifies` clauses: arrays, objects, single fields, or what is not known."""

import pytest

from specassay.core.ir.contracts import Specification
from specassay.frontends.dafny import parse_program

CLASSES = "class C { var n: int  var a: array<int>  const k: int  var next: C? }\n"


def specification(header: str) -> Specification:
    (found,) = parse_program(f"{CLASSES}method M({header} ensures true {{ }}").specifications
    return found


@pytest.mark.parametrize(
    ("header", "changed"),
    [
        ("a: array<int>, b: array<int>) modifies a", {"a"}),
        ("a: array<int>, b: array<int>) modifies {a, b}", {"a", "b"}),
        ("a: array<int>, b: array<int>) modifies a modifies b", {"a", "b"}),
        ("a: array<int>)", set()),
        ("s: seq<int>)", set()),
    ],
)
def test_arrays_that_may_change(header: str, changed: set[str]) -> None:
    assert set(map(str, specification(header).modifies)) == changed


@pytest.mark.parametrize(
    ("header", "changed"),
    [
        ("c: C) modifies c", {"c.n", "c.next"}),
        ("c: C) modifies c`n", {"c.n"}),
        ("c: C, d: C) modifies d`n", {"d.n"}),
        ("c: C)", set()),
    ],
)
def test_fields_that_may_change(header: str, changed: set[str]) -> None:
    read = "c.n == c.n && c.next == c.next && c.k == c.k" + (" && d.n == d.n" if "d: C" in header else "")
    (found,) = parse_program(f"{CLASSES}method M({header} ensures {read} {{ }}").specifications
    assert {str(each) for each in found.modifies if "#" not in str(each)} == changed
