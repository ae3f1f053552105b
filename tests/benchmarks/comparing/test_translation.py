"""Dafny's clauses in Python: CPython says of each value what our evaluator says of the value that it stands for."""

from fractions import Fraction
from itertools import islice, product
from typing import Any

import pytest

from specassay.benchmarks.comparing.counterparts import Counterpart, condition_of, counterparts_of, to_python, to_typed
from specassay.benchmarks.comparing.translation import by_elements, translated, without_null
from specassay.core.errors import InputError, SortError, Unsupported
from specassay.core.evaluate.domains import plan
from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.build import forall
from specassay.core.ir.contracts import Program, Specification
from specassay.core.ir.sorts import INT, array_of
from specassay.core.ir.terms import Term, subterms
from specassay.core.ir.values import ArrayValue, DatatypeValue
from specassay.core.spec_testing.contents import contents
from specassay.core.spec_testing.drawn_inputs import inputs_to_try
from specassay.frontends.dafny import parse_program

DECLARED = """
datatype Option<T> = None | Some(value: T)
datatype Tree = Leaf | Node(left: Tree, right: Tree)
predicate Sorted(s: seq<int>) { forall i, j :: 0 <= i < j < |s| ==> s[i] <= s[j] }
predicate Even(n: int) { n % 2 == 0 }
function Twice(n: int): int { 2 * n }
function Sum(s: seq<int>): int { if |s| == 0 then 0 else s[0] + Sum(s[1..]) }
"""
CLAUSES = [
    ("n: int", "n / 3 == 1 || n % 3 == 2 || n / -2 == 1"),
    ("n: int, m: int", "n % m == 1"),
    ("n: int, m: int", "n / m == -1"),
    ("n: int, m: int", "m != 0 ==> n % m >= 1"),
    ("n: int", "if n > 0 then Even(n) else Twice(n) == -4"),
    ("n: int", "var k := n + 1; k * k > 3"),
    ("s: seq<int>", "Sorted(s)"),
    ("s: seq<int>", "s[0] == 0"),
    ("s: seq<int>, n: int", "s[n] <= 1"),
    ("s: seq<int>, n: int", "exists i :: 0 <= i < |s| && s[i] == n"),
    ("s: seq<int>, n: int", "n in s && s[1..] != []"),
    ("s: seq<int>, t: seq<int>", "s + [1] == t || |s + t| == 3"),
    ("s: seq<int>", "forall x :: x in s ==> exists i :: 0 <= i < |s| && s[i] == x + 1"),
    ("s: seq<int>", "forall i :: 0 <= i < |s| ==> forall i :: 0 <= i < |s| ==> s[i] < 2"),
    ("a: array<int>", "a.Length > 1 && a[0] < a[1]"),
    ("a: array<int>", "a[..2] == [0, 1]"),
    ("s: string", "|s| > 0 && s[0] == 'a'"),
    ("s: string", "forall c :: c in s ==> 'a' <= c <= 'z'"),
    ("s: string, t: string", 's + t == "aa" || s < t'),
    ("s: set<int>, t: set<int>", "s <= t && |s| > 0"),
    ("s: set<int>, t: set<int>", "s !! t || s * t == s"),
    ("s: set<int>, n: int", "n in s"),
    ("m: map<int, int>, n: int", "n in m && m[n] > 0"),
    ("m: map<int, int>", "|m| == 1"),
    ("p: (int, bool)", "p.1 ==> p.0 > 0"),
    ("b: bv8, c: bv8", "b + c == 1 || (b & c) == 2 || b < c"),
    ("x: real", "x >= 0.5"),
    ("x: real, n: int", "x < n as real"),
    ("c: char", "c as int > 97"),
    ("b: bool", "b == true"),
]


def parsed(parameters: str, clause: str) -> tuple[Program, Specification, Term]:
    program = parse_program(f"{DECLARED} method F({parameters}) requires {clause}", "a.dfy")
    specification = program.specifications[-1]
    term = specification.requires[-1].term
    assert term is not None
    return program, specification, term


@pytest.mark.parametrize(("parameters", "clause"), CLAUSES)
def test_python_says_what_the_evaluator_says(parameters: str, clause: str) -> None:
    program, specification, term = parsed(parameters, clause)
    counterparts = [counterparts_of(binder.sort, program.datatypes)[0] for binder in specification.inputs]
    text = translated(term, {binder.name: str(binder.name) for binder in specification.inputs}, program.functions)
    seen = set()
    for values in islice(inputs_to_try(specification, [term], program), 300):
        pairs = zip(specification.inputs, counterparts, strict=True)
        arguments = {str(binder.name): to_python(values[binder.name], counterpart) for binder, counterpart in pairs}
        expected = evaluate(term, values, program.functions, program.datatypes).is_true
        assert eval(text, arguments) is expected, (text, arguments)
        seen.add(expected)
    assert seen == {True, False}


@pytest.mark.parametrize(
    ("parameters", "clause"),
    [
        ("n: int", "forall k :: k > n"),
        ("x: real", "x * x > 2.0"),
        ("x: real", "x > 0.1"),
        ("s: seq<int>", "Sum(s) > 0"),
        ("s: seq<seq<int>>", "[1] in s"),
        ("s: seq<int>", "multiset(s) == multiset{1}"),
    ],
)
def test_what_has_no_exact_text_is_unsupported(parameters: str, clause: str) -> None:
    program, specification, term = parsed(parameters, clause)
    names = {binder.name: str(binder.name) for binder in specification.inputs}
    with pytest.raises(Unsupported):
        translated(term, names, program.functions)


@pytest.mark.parametrize(
    ("type_", "python", "dafny"),
    [
        ("int", 3, 3),
        ("bool", True, True),
        ("real", 0.5, Fraction(1, 2)),
        ("char", "a", "a"),
        ("string", "ab", ("a", "b")),
        ("seq<int>", [1, 2], (1, 2)),
        ("seq<seq<int>>", [[1], []], ((1,), ())),
        ("set<int>", {1}, frozenset({1})),
        ("map<int, bool>", {1: True}, {1: True}),
        ("(int, bool)", (1, False), (1, False)),
        ("Option<int>", None, DatatypeValue("None")),
        ("Option<int>", 4, DatatypeValue("Some", (4,))),
        ("bv8", 255, 255),
    ],
)
def test_a_value_is_the_same_in_both_languages(type_: str, python: Any, dafny: Any) -> None:
    program, specification, _ = parsed(f"x: {type_}", "true")
    counterpart = counterparts_of(specification.inputs[0].sort, program.datatypes)[0]
    there = to_typed(python, counterpart, "a")
    assert contents(dict(there) if isinstance(dafny, dict) else there) == contents(dafny)
    assert to_python(there, counterpart) == python
    assert eval(condition_of(counterpart, "x"), {"x": python}) is True


def counterpart(type_: str) -> Counterpart:
    program, specification, _ = parsed(f"x: {type_}", "true")
    return counterparts_of(specification.inputs[0].sort, program.datatypes)[0]


@pytest.mark.parametrize(
    ("type_", "value"),
    [
        ("int", True),
        ("int", 1.0),
        ("bool", 1),
        ("real", float("inf")),
        ("real", 1),
        ("char", "ab"),
        ("bv8", 256),
        ("seq<int>", (1,)),
        ("seq<int>", [True]),
        ("(int, bool)", (1,)),
        ("Option<int>", "a"),
        ("set<int>", {1.5}),
    ],
)
def test_a_value_of_another_type_is_none(type_: str, value: Any) -> None:
    assert eval(condition_of(counterpart(type_), "x"), {"x": value}) is False
    with pytest.raises(SortError):
        to_typed(value, counterpart(type_), "a")


@pytest.mark.parametrize("type_", ["multiset<int>", "Tree", "Option<Option<int>>", "int -> int", "seq<multiset<int>>"])
def test_a_type_without_a_counterpart_is_named(type_: str) -> None:
    with pytest.raises(InputError, match="no counterpart in Python"):
        counterpart(type_)


# Quantifiers over indices as quantifiers over elements: the same truth on every sequence, and where they are left.

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
