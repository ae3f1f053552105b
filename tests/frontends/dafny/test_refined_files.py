"""`module B refines A` where A is in another file: B has what A declares, at the places that it has there."""

from pathlib import Path

import pytest

from specassay.core.errors import Unsupported
from specassay.frontends.dafny import DAFNY, parse_file, show_term
from tests.rows import rows_of_file

BASE = """// what is refined
abstract module Base {
  type T
  function method Key(x: T): int
  function method Twice(x: T): int { 2 * Key(x) }
  method M(x: T) returns (r: int)
    requires Key(x) > 0
    ensures r == Twice(x)
  method Same(x: T) returns (r: T)
    ensures r == x
  { r := x; }
}
"""
INTS = """include "base.dfy"
module Ints refines Base {
  type T = int
  function method Key(x: T): int { x + 1 }
  method M(x: T) returns (r: int) { r := 2 * (x + 1); }
}
"""


def written(folder: Path, **texts: str) -> Path:
    """The folder, with these files."""
    for name, text in texts.items():
        (folder / f"{name}.dfy").write_text(text, "utf-8")
    return folder


def test_what_is_inherited_has_its_place_in_its_own_file(tmp_path: Path) -> None:
    folder = written(tmp_path, base=BASE, ints=INTS)
    program = parse_file(folder / "ints.dfy")
    specification = next(each for each in program.specifications if each.name == "Ints.M")
    (clause,) = (each.clause for each in specification.ensures if not each.clause.fact)
    assert clause.span is not None
    assert (Path(clause.span.file).name, clause.span.line, clause.span.column) == ("base.dfy", 8, 13)
    assert specification.span is not None
    assert (Path(specification.span.file).name, specification.span.line) == ("ints.dfy", 5)
    assert specification.ensures[-1].term is not None
    assert show_term(specification.ensures[-1].term) == "r == Ints.Twice(x)"
    assert not program.problems


def test_it_is_judged_by_the_clauses_of_the_other_file(tmp_path: Path) -> None:
    folder = written(tmp_path, base=BASE, ints=INTS)
    found = {row["method"]: row["assessment"]["verdict"] for row in rows_of_file(folder / "ints.dfy", made=2)}
    assert found == {"Ints.M": "strong"}
    weak = written(tmp_path, base=BASE.replace("ensures r == Twice", "ensures r >= Twice"))
    (row,) = rows_of_file(weak / "ints.dfy", made=2)
    assert row["assessment"]["verdict"] == "weak"


def test_a_file_between_them_may_refine_too(tmp_path: Path) -> None:
    last = (
        'include "ints.dfy"\n'
        "module Last refines Ints { method N(x: T) returns (r: int) ensures r == Key(x) { r := x + 1; } }"
    )
    folder = written(tmp_path, base=BASE, ints=INTS, last=last)
    program = parse_file(folder / "last.dfy")
    assert not program.problems
    assert {"Last.M", "Last.Same", "Last.N"} <= {each.name for each in program.specifications}
    assert program.functions["Last.Key"].body is not None


def test_a_module_of_the_file_is_nearer_than_one_of_another(tmp_path: Path) -> None:
    near = 'include "base.dfy"\nmodule Outer { module Base { const K := 1 } module B refines Base { const J := 2 } }'
    program = parse_file(written(tmp_path, base=BASE, near=near) / "near.dfy")
    assert "Outer.B.M" not in {each.name for each in program.specifications}
    assert not program.problems


def test_one_inside_another_module_is_not_read(tmp_path: Path) -> None:
    text = 'include "base.dfy"\nmodule B refines Stores.Base { method M(x: T) returns (r: int) { r := 1; } }'
    folder = written(tmp_path, base=f"module Stores {{\n{BASE}}}\n", inner=text)
    (problem,) = parse_file(folder / "inner.dfy").problems
    assert "refines Stores.Base, which is not declared outside of other modules" in problem.construct


def test_a_body_of_two_files_has_no_text_with_changes(tmp_path: Path) -> None:
    ints = INTS.replace("  method M", "  method Same(x: T) returns (r: T) { ...; }\n  method M")
    program = parse_file(written(tmp_path, base=BASE, ints=ints) / "ints.dfy")
    assert program.routines["Ints.Same"].source == ""
    assert program.routines["Ints.M"].source == ints
    assert DAFNY.diff is not None
    with pytest.raises(Unsupported):
        DAFNY.diff(None, program.routines["Ints.Same"])  # type: ignore[arg-type]  # it is not looked at


def test_attributes_of_what_is_inherited_count(tmp_path: Path) -> None:
    base = (
        "module Base {\n  class {:autocontracts} C { var n: nat predicate Valid() { n < 9 } "
        "method Put() ensures n == 3 { n := 3; } } }\n"
    )
    ints = 'include "base.dfy"\nmodule Ints refines Base { class C { method More() ensures n == 4 { n := 4; } } }\n'
    program = parse_file(written(tmp_path, base=base, ints=ints) / "ints.dfy")
    more = next(each for each in program.specifications if each.name == "Ints.C.More")
    assert any("Valid" in each.clause.text for each in more.ensures)
