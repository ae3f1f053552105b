"""The declarations of a harness mean what the program's do: read back, its functions have the same values."""

from pathlib import Path

import pytest

from specassay.backends.dafny.process import Dialect2, Dialect4
from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.build import call
from specassay.core.ir.sorts import INT, OBJECT
from specassay.core.ir.terms import Term, const, var
from specassay.dafny_harness.verifier.declarations import (
    Needed,
    flat,
    needed,
    plain,
    printed_text,
    source_text,
    sources_of,
)
from specassay.frontends.dafny import parse_program

TEXT = """datatype Shape = Dot | Box(side: int, inner: Shape)
datatype Unused = Unused
module M { function Twice(n: int): int { n + n } }
function Area(s: Shape): int { if s == Dot then 0 else s.side * s.side + Area(s.inner) }
function Count(n: int): int requires n >= 0 ensures Count(n) >= 0 { if n == 0 then 0 else 1 + Count(n - 1) }
function Four(n: int): int { M.Twice(M.Twice(n)) }
predicate Never(n: int) { n < n }
function Sum(xs: seq<int>): int {
  if xs == [] then 0
  else xs[0] + Sum(xs[1..])
}
"""
PROGRAM = parse_program(TEXT, "t.dfy")


def of(name: str) -> Needed:
    function = PROGRAM.functions[name]
    arguments = (var(each.name, each.sort) for each in function.parameters)
    return needed([call(name, *arguments, sort=function.result)], [], PROGRAM)


@pytest.mark.parametrize(
    ("name", "functions", "datatypes"),
    [
        ("Four", {"M.Twice", "Four"}, set()),
        ("Area", {"Area"}, {"Shape"}),
        ("Count", {"Count"}, set()),
        ("Never", {"Never"}, set()),
    ],
)
def test_what_is_needed_is_what_is_reached(name: str, functions: set[str], datatypes: set[str]) -> None:
    found = of(name)
    assert {each.name for each in found.functions} == functions
    assert {each.name for each in found.datatypes} == datatypes


@pytest.mark.parametrize(("name", "argument"), [("Four", 3), ("Count", 4), ("Never", 1), ("Sum", (1, 2, 3))])
def test_what_is_printed_reads_back_as_the_same_functions(name: str, argument: object) -> None:
    again = parse_program(printed_text(of(name), Dialect4()), "again.dfy")
    (parameter,) = PROGRAM.functions[name].parameters
    values = []
    for program in (PROGRAM, again):
        asked = call(name, const(argument, parameter.sort), sort=program.functions[name].result)
        values.append(evaluate(asked, {}, program.functions, program.datatypes).value)
    assert values[0] == values[1] is not None
    assert len(again.functions[name].requires) == len(PROGRAM.functions[name].requires)
    assert len(again.functions[name].ensures) == len(PROGRAM.functions[name].ensures)


def test_a_datatype_is_printed_with_its_constructors_and_their_fields() -> None:
    again = parse_program(printed_text(of("Area"), Dialect4()), "again.dfy")
    assert again.datatypes["Shape"].constructors == PROGRAM.datatypes["Shape"].constructors


def test_the_older_releases_have_another_word_for_functions() -> None:
    assert printed_text(of("Count"), Dialect2(function="function method")).startswith("function method Count")


def test_the_source_is_taken_where_it_stands_alone() -> None:
    sources = {"t.dfy": TEXT.split("\n")}
    assert source_text(of("Never"), sources) == "predicate Never(n: int) { n < n }"
    assert source_text(of("Sum"), sources) == TEXT[TEXT.index("function Sum") :].rstrip("\n")
    assert source_text(of("Four"), sources) is None  # a function of a module
    assert source_text(of("Area"), sources) is None  # a datatype


def test_lines_are_those_of_the_files(tmp_path: Path) -> None:
    path = tmp_path / "own.dfy"
    path.write_bytes(b"// one\x0cpage\nfunction One(): int { 1 }\r\n")
    program = parse_program(path.read_bytes().decode(), str(path))
    assert sources_of(program) == {str(path): ["// one\x0cpage", "function One(): int { 1 }\r", ""]}


def test_names_become_identifiers_and_objects_numbers() -> None:
    this: Term = var("this", OBJECT)
    assert flat(this) == var("this_", INT)
    assert flat(call("M.Twice", var("c.n", INT), sort=INT)) == call("M_Twice", var("c_n", INT), sort=INT)
    assert plain("A.B.C") == "A_B_C"
