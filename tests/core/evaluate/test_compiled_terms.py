"""Python terms as closures: what is evaluated, in which order, and what unpacks, as in CPython."""

from typing import Any

import pytest

from specassay.core.errors import OutOfFuel
from specassay.core.evaluate.dynamic import assign, compiled, function
from specassay.core.evaluate.environment import EvaluationScope
from specassay.core.fuel import Fuel
from specassay.core.ir.signatures import HelperSignature
from specassay.core.ir.variables import Name
from specassay.frontends.python import parse_expression

NAMES = ("x", "xs", "f", "d")


def scope(steps: int = 1000, **names: Any) -> EvaluationScope:
    return EvaluationScope(dict[Name, Any](names.items()), None, Fuel(steps))


def outcome(run: Any) -> Any:
    """The value, or the name of the exception."""
    try:
        found = run()
        return list(found) if type(found).__name__ == "generator" else found
    except Exception as problem:  # which one it is, is the question
        return type(problem).__name__


@pytest.mark.parametrize(
    "text",
    [
        "0 and x // 0",
        "x and xs",
        "x and '' and 1",
        "0 or xs",
        "[x for x in xs] + [x]",
        "1 and 2 and x",
        "0 or '' or xs",
        "x if xs else x // 0",
        "not xs",
        "x < 3 < 9",
        "x in xs",
        "x is None",
        "xs[1:][0]",
        "xs[::-1]",
        "[*xs, x, *'ab']",
        "(x, *xs)",
        "{*xs}",
        "{**d, 'a': 1, **d}",
        "{1: 2, **xs}",
        "f'{x!r:>4}|{d}'",
        "[v * w for v in xs if v for w in range(v) if w]",
        "{v: v + 1 for v in xs if v > 1}",
        "{v % 2 for v in xs}",
        "list(v for v in xs)",
        "[x for x in xs]",
        "(lambda a, b=x: a - b)(b=1, a=5)",
        "(lambda *a, **b: (a, b))(1, 2, c=3)",
        "(lambda a: a)(1, a=2)",
        "max(*xs, x)",
        "sorted(xs, reverse=True)",
        "dict(a=1, **d)",
        "dict(a=1, **{'a': 2})",
        "dict(**{1: 2})",
        "x.nothing(1 // 0)",
        "x.bit_length(1 // 0)",
        "-x",
        "xs[x]",
        "d['b']",
        "'a'.join(xs)",
        "len(*[xs])",
        "(lambda: 1)(2)",
        "[v for v in x]",
        "any(v // 0 for v in [])",
        "1 if d else 2",
    ],
)
def test_an_expression_has_the_outcome_that_it_has_in_cpython(text: str) -> None:
    names: dict[str, Any] = {"x": 3, "xs": [1, 2, 4], "f": None, "d": {"a": 7}}
    term = parse_expression(text, NAMES)
    found = outcome(lambda: compiled(term)(scope(**names)))
    expected = outcome(lambda: eval(text, dict(names)))
    assert (found == expected, type(found)) == (True, type(expected)), (found, expected)


def test_arguments_are_evaluated_from_the_left_behind_the_method() -> None:
    seen: list[Any] = []
    term = parse_expression("f(f(1), *[f(2)], c=f(3)) or xs.index(f(4), f(5))", NAMES)

    def recorded(*given: Any, **named: Any) -> Any:
        seen.append((given, named))
        return given[0] if len(given) == 1 else 0

    with pytest.raises(ValueError, match="not in list"):
        compiled(term)(scope(f=recorded, xs=[]))
    assert seen == [((1,), {}), ((2,), {}), ((3,), {}), ((1, 2), {"c": 3}), ((4,), {}), ((5,), {})]


def test_a_display_that_is_a_constant_is_a_new_object_each_time() -> None:
    term = parse_expression("[]", NAMES)
    first = compiled(term)(scope())
    first.append(1)
    assert compiled(term)(scope()) == []


@pytest.mark.parametrize(
    ("target", "value"),
    [
        ("a", 1),
        (("a", "b"), (1, 2)),
        (("a", "b"), "xy"),
        (("a", ("b", "c")), [1, (2, 3)]),
        (("a", "b"), {1: 2, 3: 4}),
        (("a", "b"), (1,)),
        (("a", "b"), (1, 2, 3)),
        (("a", "b"), 5),
        ((), ()),
        ((), (1,)),
    ],
)
def test_a_target_is_unpacked_as_in_cpython(target: Any, value: Any) -> None:
    here = scope()
    found = outcome(lambda: assign(target, value, here))
    text = str(target).replace("'", "") if target else "()"
    names: dict[str, Any] = {"value": value}
    expected = outcome(lambda: exec(f"{text} = value", names))
    assert found == expected
    assert expected is not None or here.names == {name: names[name] for name in names if name in "abc"}


def test_an_endless_value_is_not_unpacked_to_its_end() -> None:
    with pytest.raises(ValueError, match="too many values"):
        assign(("a", "b"), iter(int, 1), scope())


def test_a_function_that_calls_itself_too_deep_is_out_of_fuel_and_the_level_is_kept() -> None:
    here = scope()
    here.fuel.depth = 5
    own = function(HelperSignature(("n",)), (), lambda inner: inner.get("n") and own(inner.get("n") - 1), here)
    assert own(4) == 0
    assert here.fuel.level == 0
    with pytest.raises(OutOfFuel, match="recursion too deep"):
        own(5)
    assert here.fuel.level == 0


def test_each_turn_of_a_comprehension_and_each_call_takes_a_step() -> None:
    term = parse_expression("[f(v) for v in xs]", NAMES)
    assert compiled(term)(scope(9, xs=[1, 2, 3], f=abs)) == [1, 2, 3]
    with pytest.raises(OutOfFuel):
        compiled(term)(scope(4, xs=[1, 2, 3], f=abs))
