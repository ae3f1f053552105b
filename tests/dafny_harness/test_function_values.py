"""Function values: `f.requires(x)` and `f.reads(x)`, and functions with a precondition as inputs."""

from pathlib import Path
from typing import Any

import pytest

from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.contracts import Program
from specassay.core.ir.terms import bare
from specassay.core.ir.values import ArrayValue, UninterpretedValue
from specassay.core.spans import Span
from specassay.frontends.dafny import parse_expression, parse_program, show_term
from tests.rows import rows_of_file

HALF = "function method Half(x: int): int requires x % 2 == 0 { x / 2 }\n"


def row(tmp_path: Path, text: str) -> dict[str, Any]:
    path = tmp_path / "file.dfy"
    path.write_text(HALF + text, encoding="utf-8")
    (found,) = rows_of_file(path)
    return found


def verdict(tmp_path: Path, text: str) -> str:
    return str(row(tmp_path, text)["assessment"]["verdict"])


def test_a_precondition_of_a_parameter_is_one_of_its_method(tmp_path: Path) -> None:
    text = "method M(f: int --> int, x: int) returns (r: int) requires f.requires(x) ensures r == f(x) { r := f(x); }"
    assert verdict(tmp_path, text) == "strong"


def test_outside_the_precondition_of_a_parameter_a_postcondition_may_say_nothing(tmp_path: Path) -> None:
    text = "method M(f: int --> int, x: int) returns (r: int) ensures f.requires(x) ==> r == 3 { r := 3; }"
    found = row(tmp_path, text)
    assert found["assessment"]["verdict"] == "weak"
    assert "requires" in found["assessment"]["witness"]["inputs"]["f"]


def test_a_total_function_is_defined_wherever_its_parameters_are_and_reads_nothing(tmp_path: Path) -> None:
    text = "method M(f: int -> int) returns (r: int) ensures f.requires(3) && f.reads(3) == {} ==> r == 3 { r := 3; }"
    assert verdict(tmp_path, text) == "strong"


@pytest.mark.parametrize(("given", "expected"), [("Half, 4", "holds"), ("Half, 3", "invalid input"),
    ("x requires x > 3 => x, 4", "holds"), ("x requires x > 3 => x, 3", "invalid input"),
    ("x => x, 3", "holds")])  # fmt: skip
def test_what_a_test_gives_has_its_own_precondition(tmp_path: Path, given: str, expected: str) -> None:
    text = (
        "method M(f: int --> int, x: int) returns (r: int) requires f.requires(x) ensures r > 0\n"
        f"method Test() {{ var r := M({given}); assert r > 0; }}"
    )
    assert [test["verdict"] for test in row(tmp_path, text)["tests"]] == [expected]


LAMBDAS = """
class C { var n: int }
method M(c: C, d: C, a: array<int>)
  requires c != d
  ensures (() reads c, a => c.n).reads() == {c, a}
  ensures (() reads c`n => c.n).reads() == {c}
  ensures d !in (() reads {c} => c.n).reads() && (x => x + 1).reads(1) == {}
  ensures ((x: int) requires x == 1 reads c => x).requires(2)
"""


def test_a_lambda_reads_what_its_clauses_name() -> None:
    program = parse_program(LAMBDAS, "t.dfy")
    (found,) = program.specifications
    c, d = (UninterpretedValue("object", number) for number in (1, 2))
    values = {"c": c, "d": d, "c.n": 0, "a": ArrayValue((), "a")}
    clauses = [evaluate(each.term, values, program.functions) for each in found.ensures if each.term is not None]
    assert [clause.value for clause in clauses] == [True, True, True, False]


def test_a_precondition_of_a_parameter_is_near_what_it_is_applied_to(tmp_path: Path) -> None:
    text = "lemma L(f: int --> int, x: int) requires f.requires(x) ensures f.requires(x + 1) {}"
    assert verdict(tmp_path, text) == "wrong"


def test_functions_in_a_collection_have_no_samples_and_the_rest_of_the_method_is_judged(tmp_path: Path) -> None:
    text = (
        "method M(f: seq<int --> int>, x: int) returns (r: int) requires |f| == 1 && f[0].requires(x)\n"
        "  ensures r == f[0](x) { r := f[0](x); }"
    )
    assert verdict(tmp_path, text) == "strong"


def test_a_lambda_with_clauses_is_written_as_it_is_read() -> None:
    for text in ("seq(3, i requires i < 3 => i)", "((x: int) requires x > 0 => 10 / x)(5)"):
        term = bare(parse_expression(text, {}, None, Program("e.dfy"), Span("e.dfy", 1, 1, 1, 1)))
        assert bare(parse_expression(show_term(term), {}, None, Program("e.dfy"), Span("e.dfy", 1, 1, 1, 1))) == term
