"""Dafny's clauses in Python: CPython says of each value what our evaluator says of the value that it stands for."""

from fractions import Fraction
from itertools import islice
from typing import Any

import pytest

from specassay.benchmarks.comparing.counterparts import Counterpart, condition_of, counterparts_of, to_python, to_typed
from specassay.benchmarks.comparing.translation import translated
from specassay.core.errors import InputError, SortError, Unsupported
from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.contracts import Program, Specification
from specassay.core.ir.terms import Term
from specassay.core.ir.values import DatatypeValue
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
