"""Tests of a problem become examples of a specification in any language, or say why not."""

from pathlib import Path

import pytest

from specassay.benchmarks.datasets.benchmark_problem import BenchmarkProblem, ProblemTest
from specassay.benchmarks.problems.carrying import CarriedTests, carry, method_for
from specassay.benchmarks.problems.checking import judge_tests
from specassay.benchmarks.problems.plain import kind_of, plain_value
from specassay.core.deciding.engines import counted_engines
from specassay.core.errors import SortError
from specassay.core.ir.sorts import CHAR, INT, REAL, seq_of, set_of, uninterpreted
from specassay.frontends.registry import language_of

DOUBLE = "method Double(x: int) returns (y: int)\n  requires x >= 0\n  ensures y == 2 * x\n"
DOUBLE_BYTE = "use vstd::prelude::*;\nverus! {\nfn double(x: u8) -> (y: u8)\n    ensures y == 2 * x\n{ x }\n}\n"
FIRST = (
    "use vstd::prelude::*;\nverus! {\nfn first(s: Vec<u8>) -> (r: Option<u8>)\n"
    "    ensures s.len() == 0 ==> r.is_none(), s.len() > 0 ==> r == Some(s[0])\n{ None }\n}\n"
)


def of(
    *inputs: object, right: object = None, wrong: tuple[object, ...] = (), names: tuple[str, ...] = ()
) -> ProblemTest:
    return ProblemTest(inputs=inputs, names=names, right=(right,), wrong=wrong, origins=("t",))


def carried(tmp_path: Path, name: str, text: str, *tests: ProblemTest, function: str = "") -> CarriedTests:
    file = tmp_path / name
    file.write_text(text)
    language = language_of(file)
    program = language.read(file)
    method = method_for(BenchmarkProblem(name="p", function=function), tests, program)
    assert method is not None
    return carry(tests, method, program, language)


def test_one_test_judges_specifications_in_two_languages(tmp_path: Path) -> None:
    tests = (of(3, right=6, wrong=(7,)), of(200, right=400), ProblemTest(inputs=(-1,), invalid=True))
    found = {}
    for name, text in (("d.dfy", DOUBLE), ("v.rs", DOUBLE_BYTE)):
        file = tmp_path / name
        both = carried(tmp_path, name, text, *tests)
        program = language_of(file).read(file)
        judged = judge_tests(both.examples, program, counted_engines(5.0))
        found[name] = [test.carriage for test in both.tests], [(each.label, each.outcome) for each in judged]
    labelled = [("right", "accepted"), ("wrong", "refused")]
    assert found["d.dfy"] == (["carried"] * 3, [*labelled, ("right", "accepted"), ("invalid", "refused")])
    # 400 is no byte, and neither is -1: the types are too narrow, which is told apart from what does not convert.
    assert found["v.rs"] == (["carried", "no room for the output", "no room for the input"], labelled)


def test_arguments_go_to_the_parameters_of_their_names_where_these_are_the_same(tmp_path: Path) -> None:
    text = "method Sub(b: int, a: int) returns (r: int)\n  ensures r == a - b\n"
    by_name = carried(tmp_path, "s.dfy", text, of(5, 2, right=3, names=("a", "b")))
    assert by_name.order == "by name"
    assert by_name.examples[0].inputs == {"b": 2, "a": 5}
    assert carried(tmp_path, "s.dfy", text, of(5, 2, right=3, names=("x", "y"))).examples[0].inputs == {"b": 5, "a": 2}


def test_a_text_is_bytes_and_none_is_an_option_where_the_types_say_so(tmp_path: Path) -> None:
    found = carried(tmp_path, "f.rs", FIRST, of("ab", right=97), of("", right=None), of("é", right=1))
    assert [test.carriage for test in found.tests] == ["carried", "carried", "not converted"]
    assert found.examples[0].inputs == {"s": (97, 98)}
    assert "ASCII" in found.tests[2].reason
    assert [line.partition(":")[0] for line in found.conversions] == ["s", "r"]


def test_values_of_several_kinds_are_cases_of_a_datatype_that_has_one_for_each(tmp_path: Path) -> None:
    text = "datatype V = N(i: int) | B(b: bool) | T(s: string) | L(l: seq<V>) | Other\n"
    text += "method Numbers(values: seq<V>) returns (r: seq<int>)\n  ensures forall x :: x in r ==> N(x) in values\n"
    found = carried(tmp_path, "n.dfy", text, of([1, True, "a", [2]], right=[1]), of([None], right=[]))
    (values,) = found.examples[0].inputs.values()
    assert [value.constructor for value in values] == ["N", "B", "T", "L"]
    assert [*found.reasons] == ["not converted: an input: a Python NoneType does not convert to V"]
    assert found.conversions[0] == "values: list of bool or int or list of int or text → seq<V>"
    (binder,) = found.specification.inputs
    assert plain_value(values, binder.sort, found.specification.datatypes) == [1, True, "a", [2]]


@pytest.mark.parametrize(
    "cases", ["A(i: int) | B(n: int)", "A(i: int)", "A(i: int, s: string) | B(b: bool)", "A | B | C(i: int)"]
)
def test_a_datatype_whose_cases_are_no_kinds_of_values_is_not_guessed(cases: str, tmp_path: Path) -> None:
    text = f"datatype V = {cases}\nmethod M(v: V) returns (r: int)\n  ensures r == 0\n"
    assert not carried(tmp_path, "m.dfy", text, of(1, right=0)).examples


def test_what_does_not_convert_says_why(tmp_path: Path) -> None:
    tests = (of(True, right=2), of(1, 2, right=3), of(1, right="2"), of(0.5, right=1), of(1, right=2.5))
    found = carried(tmp_path, "d.dfy", DOUBLE, *tests)
    narrow = ["no room for the input", "no room for the output"]
    assert [test.carriage for test in found.tests] == [*["not converted"] * 3, *narrow]
    assert list(found.reasons) == [
        "not converted: an input: a Python bool does not convert to Int",
        "not converted: 2 inputs for 1 parameters",
        "not converted: the output: a Python str does not convert to Int",
        "no room for the input: 0.5 is no Int",
        "no room for the output: 2.5 is no Int",
    ]


def test_the_method_of_the_name_is_meant_else_the_last_that_tests_convert_to(tmp_path: Path) -> None:
    text = "\n".join(f"method {name}(x: int) returns (y: int)\n  ensures y == x\n" for name in ("One", "Two"))
    test = of(1, right=1)
    assert carried(tmp_path, "m.dfy", text, test).specification.name == "Two"
    assert carried(tmp_path, "m.dfy", text, test, function="one").specification.name == "One"


def test_values_of_languages_are_plain_ones_or_have_no_counterpart() -> None:
    assert plain_value(("a", "b"), seq_of(CHAR), {}) == "ab"
    assert plain_value(((1,), ()), seq_of(seq_of(INT)), {}) == [[1], []]
    assert plain_value(frozenset({(1, 2)}), set_of(seq_of(INT)), {}) == {(1, 2)}
    assert plain_value(REAL and 2, INT, {}) == 2
    with pytest.raises(SortError):
        plain_value(object(), uninterpreted("T"), {})


@pytest.mark.parametrize(
    ("value", "kind"), [([1, 2], "list of int"), ({"a": 1.5}, "dict of text to number"), ([], "list"), (None, "none")]
)
def test_a_kind_is_said_in_words(value: object, kind: str) -> None:
    assert kind_of(value) == kind
