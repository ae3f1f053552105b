"""Quantified variables of lemmas that become parameters: what is said stays the same."""

from pathlib import Path

import pytest

from specassay.core.ir.contracts import Specification
from specassay.core.spec_testing.lemma_parameters import with_lemma_parameters
from specassay.core.spec_testing.making import subjects_of
from specassay.frontends.dafny import parse_program, show_term
from tests.dafny_harness.made import rows

EXP = "function Exp(x: int, n: nat): int { if n == 0 then 1 else x * Exp(x, n - 1) }\n"


def lemma(text: str) -> Specification:
    program = with_lemma_parameters(subjects_of(parse_program(EXP + text, "t.dfy")))
    return next(each for each in program.specifications if each.kind == "lemma")


@pytest.mark.parametrize(
    ("ensures", "inputs", "claim"),
    [
        ("forall n: int, m: int :: x + n + m == m + n + x", "x n m", "x + n + m == m + n + x"),
        ("x > 0 ==> forall n: int :: n + x > n", "x n", "x > 0 ==> n + x > n"),
        ("x == x && forall n: int :: forall m: int :: n + m == m + n", "x n m", "x == x && n + m == m + n"),
        ("forall b: bool, n: int :: b || !b || n == x", "x b n", "b || !b || n == x"),
        # Names that mean something else already.
        ("forall x: int :: x == x", "x x'1", "x'1 == x'1"),
        (
            "(forall n: int :: n == n) && forall n: bool, m: int :: n == n || m == m",
            "x n n'1 m",
            "n == n && ((n'1 <==> n'1) || m == m)",
        ),
        # The same variable serves two claims of one sort.
        ("(forall n: int :: n == n) && forall n: int :: n + 1 > n", "x n", "n == n && n + 1 > n"),
        # What would mean something else, and what is decided for all values.
        ("!forall n: int :: n > x", "x", None),
        ("(forall n: int :: n > x) ==> x > 0", "x", None),
        ("(forall n: int :: n > x) || x > 0", "x", None),
        ("exists n: int :: n > x", "x", None),
        ("forall n: int :: 0 <= n < x ==> n != x", "x", None),
        ("forall b: bool :: b || !b", "x", None),
        ("forall n: int :: n in {1, x} ==> n == n", "x", None),
    ],
)
def test_claims_about_all_values_of_a_type_get_parameters(ensures: str, inputs: str, claim: str | None) -> None:
    found = lemma(f"lemma L(x: int) ensures {ensures} {{}}")
    assert [str(binder.name) for binder in found.inputs] == inputs.split()
    (condition,) = found.ensures
    assert condition.term is not None
    if claim is not None:
        assert show_term(condition.term) == claim
    else:
        assert condition.term.op in ("not", "implies", "or", "exists", "forall")


def test_functions_and_preconditions_keep_their_quantifiers() -> None:
    text = "lemma L(f: int -> int) requires forall n: int :: f(n) > 0 ensures f(3) > 0 {}"
    assert [str(binder.name) for binder in lemma(text).inputs] == ["f"]
    text = "function F(x: int): int ensures forall n: int :: F(x) + n > n { 1 } lemma L() ensures true {}"
    program = with_lemma_parameters(subjects_of(parse_program(text, "t.dfy")))
    assert {each.name: len(each.inputs) for each in program.specifications} == {"F": 1, "L": 0}


LEMMAS = f"""{EXP}
lemma Sum(x: int) ensures forall n: nat, m: nat :: Exp(x, n + m) == Exp(x, n) * Exp(x, m) {{ assume false; }}
lemma Difference(x: int) ensures forall n: nat, m: nat :: Exp(x, n + m) == Exp(x, n) + Exp(x, m) {{ assume false; }}
lemma Square() ensures forall n: int :: n * n != 10000 {{ assume false; }}
"""


def test_a_lemma_about_all_numbers_is_tested(tmp_path: Path) -> None:
    found = {row["method"]: row for row in rows(tmp_path, LEMMAS, engine="auto")}
    assert {name: row["assessment"]["verdict"] for name, row in found.items()} == {
        "Sum": "strong",
        "Difference": "wrong",
        "Square": "wrong",
    }
    (told,) = {each["message"] for each in found["Square"]["findings"] if each["kind"] == "counterexample"}
    assert "100" in told
