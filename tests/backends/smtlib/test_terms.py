"""SMT-LIB read as terms: what is true under a model in SMT-LIB is true to the evaluator."""

import pytest

from specassay.backends.smtlib.query import query_of
from specassay.backends.smtlib.terms import read_terms
from specassay.core.errors import Unsupported
from specassay.core.evaluate.typed import evaluate

HEAD = (
    "(declare-const x Int)(declare-const r Real)(declare-fun p () Bool)(declare-const s String)"
    "(declare-const b (_ BitVec 8))(define-fun twice ((y Int)) Int (* 2 y))(check-sat)"
)
MODEL = {"x": "(- 7)", "r": "(/ 1.0 2.0)", "p": "true", "s": '"a""b"', "b": "#xff"}


@pytest.mark.parametrize(
    "text",
    [
        "(and (= (div x 2) (- 4)) (= (mod x 2) 1) (= (div x (- 2)) 4) (= (abs x) 7))",
        "(= (twice (twice x)) (- 28))",
        "(let ((x 3) (y x)) (and (= x 3) (= y (- 7))))",
        "(and (< x 0 1) (not (< 0 1 x)) (<= x x 0) (>= 2 1 x) (> 2 1 x))",
        "(and (distinct x 0 1) (not (distinct x 0 x)))",
        "(and (=> false false false) (not (=> true true false)) (xor p false) (xor p p p))",
        "(and (= (* 2 r) 1) (= (+ r 1) 1.5) (= (/ 1 2) r) (= (to_int (- r)) (- 1)) (< r (to_real 1)))",
        '(and (= (str.len s) 3) (= s "a""b") (= (str.substr s 1 9) """b") (str.prefixof "a" s))',
        "(and (= (bvadd b #x02) #x01) (bvult #x00 b) (= b (_ bv255 8)))",
        '(and (= (str.++ s "c" s) "a""bca""b") (= (str.++ s "") s))',
        "(= (ite p (! x :named same) 0) (- 7))",
        "(or p (= 1 (div x 0)))",
    ],
)
def test_what_holds_in_smt_lib_is_true(text: str) -> None:
    found = read_terms(query_of(HEAD.replace("(check-sat)", f"(assert {text})(check-sat)")))
    assert evaluate(found.assertions[0], found.model(MODEL)).is_true


def test_division_by_zero_is_not_given_a_value() -> None:
    found = read_terms(query_of("(declare-const x Int)(assert (= (div x 0) 0))(check-sat)"))
    assert evaluate(found.assertions[0], {"x": 1}).state == "undefined"


@pytest.mark.parametrize(
    "text",
    [
        "(declare-fun f (Int) Int)(assert (= (f 1) 1))",
        "(assert (forall ((x Int)) (= x x)))",
        "(declare-const a (Array Int Int))",
        "(assert 1)",
        "(assert (= 1 true))",
        '(assert (str.in_re "a" re.all))',
        "(assert unknown)",
    ],
)
def test_what_is_not_read_is_refused(text: str) -> None:
    with pytest.raises(Unsupported):
        read_terms(query_of(f"{text}(check-sat)"))
