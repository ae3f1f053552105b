"""Which methods of a class with {:autocontracts} are queries: by what they write, whatever they call."""

import pytest

from specassay.core.errors import Unsupported
from specassay.frontends.dafny.autocontracts import is_simple_query
from specassay.frontends.dafny.lexing.scan import DafnySource
from specassay.frontends.dafny.syntax import parse


def is_query(method: str) -> bool:
    source = DafnySource(f"class C {{ {method} }}", "t.dfy")
    (node,) = parse(source, "program").find_data("method")
    return is_simple_query(node, source)


@pytest.mark.parametrize(
    ("method", "query"),
    [
        ("method M() returns (r: int) { r := f; }", True),
        ("method M() returns (r: int) { var x := f; x := x + 1; return x; }", True),
        ("method M() returns (r: int) { r := Other(); }", True),
        ("method M() returns (r: int) { if f > 0 { r := 1; } else { r := 2; } }", True),
        ("method M() returns (r: int) { while r < 3 { r := r + 1; } }", True),
        ("method M() returns (r: int) { f := 1; }", False),
        ("method M() returns (r: int) { r, f := 1, 2; }", False),
        ("method M() returns (r: int) { if f > 0 { f := 1; } }", False),
        ("method M() returns (r: int) { while r < 3 { this.f := r; } }", False),
        ("method M() returns (r: int) { if { case f > 0 => f := 1; case f < 1 => r := 1; } }", False),
        ("method M() returns (r: C) { return new C(1); }", False),
        ("method M() returns (r: C) { return new C; }", True),
        ("method M() returns (r: int) ensures r == old(f) { r := f; }", False),
        ("method M() returns (r: int) ensures r == f { r := f; }", True),
        ("method M() { }", False),
        ("method M() returns (r: int)", False),
    ],
)
def test_a_query_assigns_nothing_but_its_variables(method: str, query: bool) -> None:
    assert is_query(method) is query


def test_what_versions_of_dafny_see_in_different_ways_is_refused() -> None:
    with pytest.raises(Unsupported, match="reveal"):
        is_query("method M() returns (r: int) { reveal F(); }")
