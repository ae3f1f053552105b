"""Quantifiers over indices as quantifiers over elements: the same truth on every sequence, and where they are left."""

from itertools import product

import pytest

from specassay.benchmarks.comparing.translation import by_elements, without_null
from specassay.core.evaluate.domains import plan
from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.build import forall
from specassay.core.ir.sorts import INT, array_of
from specassay.core.ir.terms import Term, subterms
from specassay.core.ir.values import ArrayValue
from specassay.frontends.dafny import parse_program

SMALL = [tuple(each) for length in range(4) for each in product((-1, 0, 1), repeat=length)]
OVER_ELEMENTS = [
    "forall i :: 0 <= i < |s| ==> s[i] > 0",
    "forall i | 0 <= i < |s| :: s[i] > 0 || s[i] == n",
    "forall i, j :: 0 <= i < |s| && 0 <= j < |s| ==> s[i] + s[j] != n",
    "forall i :: i >= 0 && i < |s| ==> i >= 0 && |s| > i && 0 <= i && s[i] != n",
]
OVER_INDICES = [
    "forall i :: 0 <= i < |s| ==> s[i] > i",
    "forall i :: 0 <= i < |s| ==> s[i] > 0 && i > 0",
    "forall i :: 0 <= i < |t| ==> s[i] > 0",
    "forall i :: 0 <= i < |s| ==> s[i] > 0 || t[i] > 0",
    "forall i :: 0 <= i < n ==> i < |s| && s[i] > 0",
    "forall i :: 1 <= i < |s| ==> s[i] > 0",
    "forall i :: 0 <= i < n && i < |s| ==> s[i] > 0",
    "forall i, j :: 0 <= i < j < |s| ==> s[i] <= s[j]",
    "forall i :: 0 <= i < |s| ==> forall i :: 0 <= i < |s| ==> s[i] > 0",
]


def clause(text: str, parameters: str = "s: seq<int>, t: seq<int>, n: int") -> Term:
    program = parse_program(f"method M({parameters})\n  requires {text}\n{{}}\n")
    (found,) = program.specifications[0].requires
    assert found.term is not None
    return found.term


def rewritten(term: Term) -> Term:
    loops = plan(term.data, term.args[:-1], term.args[-1], False, {})
    found, body = by_elements(loops, term.args[-1])
    return forall([binder for binder, _ in found], body, [domain for _, domain in found])


@pytest.mark.parametrize("text", OVER_ELEMENTS + OVER_INDICES)
def test_it_says_the_same_of_every_small_sequence(text: str) -> None:
    before = clause(text)
    after = rewritten(before)
    for s, n in product(SMALL, (-1, 0, 2)):
        values = {"s": s, "t": (1, 0), "n": n}
        assert evaluate(after, values).value == evaluate(before, values).value, (values, after)


@pytest.mark.parametrize("text", OVER_ELEMENTS)
def test_an_index_that_only_reads_elements_goes(text: str) -> None:
    after = rewritten(clause(text))
    assert all(domain.op == "elements" for domain in after.args[:-1])
    assert not any(node.op == "seq.at" for node in subterms(after))


@pytest.mark.parametrize("text", OVER_INDICES)
def test_an_index_that_is_used_for_anything_else_stays(text: str) -> None:
    after = rewritten(clause(text))
    assert any(domain.op == "range" for domain in after.args[:-1])


def test_what_the_domain_says_of_an_element_is_not_said_again() -> None:
    before = clause("forall x :: x in s ==> x > 0")
    after = rewritten(before)
    assert any(node.op == "seq.member" for node in subterms(before.args[-1]))
    assert not any(node.op == "seq.member" for node in subterms(after.args[-1]))


def test_no_array_is_null_in_python() -> None:
    before = clause("a == null || a.Length > n", "a: array?<int>, n: int")
    after = without_null(before)
    assert not any(node.op == "array.is_null" for node in subterms(after))
    assert [sort for _, sort in _free(after)] == [array_of(INT), INT]
    assert evaluate(after, {"a": ArrayValue((1,), "a"), "n": 0}).value is True


def _free(term: Term) -> list[tuple[object, object]]:
    return sorted(((str(node.data), node.sort) for node in subterms(term) if node.op == "var"), key=str)
