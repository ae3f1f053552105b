"""Contracts: clauses, scopes, and what depends on statements that are not lowered."""

import pytest

from specassay.core.ir.contracts import Contract
from specassay.core.ir.statements import Assign, Check, Define, Evaluate, If, OpaqueStatement, Raise, Try
from specassay.frontends.python import parse_contract, source

from .bare_ir import without_spans
from .printed_contracts import print_contract, print_statements


def read(text: str, *parameters: str, context: str = "") -> Contract:
    return parse_contract(text, name="f", parameters=parameters or ("x",), context=context)


def problems(contract: Contract) -> list[tuple[str, ...]]:
    return [tuple(problem.construct for problem in clause.problems) for clause in contract.clauses]


def test_clauses_are_numbered_in_source_order_with_their_text_and_place() -> None:
    text = '\n  assert (x > 0), "m" # note\n  for i in x:\n    if i: assert i; assert (\n      not i)\n'
    place = source.read(text, "d.gz[T/0]:contract", 3)
    contract = parse_contract(place, name="f", parameters=["x"], hints=["int"])
    assert [(clause.text, str(clause.span)) for clause in contract.clauses] == [
        ("(x > 0)", "d.gz[T/0]:contract:4:11"),
        ("i", "d.gz[T/0]:contract:6:18"),
        ("(\n      not i)", "d.gz[T/0]:contract:7:7"),
    ]
    assert contract.hints == ("int",)


@pytest.mark.parametrize("indentation", ["", " ", "  ", "    ", "      ", "\t", "\t\t"])
def test_a_contract_may_be_indented_as_a_whole(indentation: str) -> None:
    lines = [
        "# comment",
        "assert x",
        "if x:",
        "\tassert x",
        "",
        "  # comment $_CONTRACT_$))",
        "assert x \\",
        " > 0;",
    ]
    contract = read("".join(f"{indentation}{line}\r\n" for line in lines))
    assert len(contract.clauses) == 3
    assert problems(contract) == [(), (), ()]


def test_statements_are_lowered() -> None:
    contract = read(
        '"""docstring"""\nimport math\na = b = len(x)\na += 1; c: int = a\nc: int\n'
        "if a: pass\nelif b: a = 1\nelse: a = 2\n"
        "try: assert isinstance(x, str)\nexcept (ValueError, TypeError) as e: raise ValueError(str(x)) from e\n"
        "else: pass\nfinally: a, (b, c) = x\n"
        "def h(p, q=1):\n  return math.floor(p) + q\n"
        "while True:\n  break\nelse:\n  h(1)\n"
    )
    assert print_statements(contract.body) == (
        "a = len(x)\nb = a\na = a + 1\nc = a\n"
        "if a:\n    pass\nelse:\n    if b:\n        a = 1\n    else:\n        a = 2\n"
        "try:\n    assert isinstance(x, str)\n"
        "except (ValueError, TypeError,) as e:\n    str(x)\n    raise ValueError\n"
        "finally:\n    (a, (b, c)) = x\n"
        "def h(p, q=1):\n    return math.floor(p) + q\n"
        "while True:\n    break\nelse:\n    h(1)\n"
    )
    again = parse_contract(print_contract(contract), name="f", parameters=["x"])
    assert without_spans(again.body) == without_spans(contract.body)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("assert type(dict) == type(x)", [()]),
        ("assert sum(x)\nsum = 3", [()]),
        ("assert all(isinstance(tuple, int) for tuple in x)\nassert isinstance(x, tuple)", [(), ()]),
        ("assert (lambda len: len(x))(len)", [()]),
        ("assert y", [("name 'y'",)]),
        ("global n\nassert x\nassert n", [(), ("global n",)]),
        ("global n\nn = x\nassert x", [("global n",)]),
        ("assert math.isnan(x)", [("name 'math'",)]),
        ("from math import isnan as n\nassert n(x)", [()]),
        ("import math as m\nassert m.isnan(x)", [()]),
        ("from typing import List\nassert isinstance(x, List)", [("typing.List",)]),
        ("import numpy as np\nassert np.isnan(x)\nassert x", [("numpy.isnan",), ()]),
        ("if x:\n  import math\nassert math.pi", [("import of 'math' in some cases only",)]),
        ("import math\nmath = 3\nassert math", [("import of 'math' beside an assignment to it",)]),
    ],
)
def test_names_are_resolved_lexically(text: str, expected: list[tuple[str, ...]]) -> None:
    assert problems(read(text, "x", "dict")) == expected


def test_a_shadowed_builtin_is_a_variable() -> None:
    (check,) = read("assert type(dict).__name__ == 'dict'", "dict").body
    assert isinstance(check, Check)
    name = check.test.args[0].args[0]
    assert [(term.op, term.data) for term in name.args] == [("const", type), ("var", "dict")]


WALRUS = ("assignment expression",)
WITH = ("with statement",)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # An assertion that is not lowered has no effect; one that binds a name has.
        ("assert foo\nassert x", [("name 'foo'",), ()]),
        ("assert x\nassert (y := x)\nassert y", [(), WALRUS, WALRUS]),
        # A name that one clause alone mentions is bound for nobody else, but for a later turn of a loop.
        ("assert x\nassert x or (y := x) and y\nassert x", [(), (), ()]),
        ("y = x\nassert x or (y := x)", [WALRUS]),
        ("assert (x := x)", [WALRUS]),
        ("for i in x:\n  assert i or (y := i)", [WALRUS]),
        ("assert any((y := i) for i in x)", [()]),
        ("assert any((y := i) < 0 for i in x), f'{y}'", [()]),
        ("assert any((y := i) for i in x) and y", [WALRUS]),
        ("y = 1\nassert any((y := i) for i in x)", [WALRUS]),
        ("assert any((x := i) for i in range(3))", [WALRUS]),
        ("assert any((y := i) for i in x)\nassert f'{y}'", [WALRUS, WALRUS]),
        # Not every turn comes to the binding, or something is evaluated before it.
        ("assert [y for i in x if i or (y := i)]", [WALRUS]),
        ("assert [y for i in x if i < (y := i)]", [WALRUS]),
        ("assert [y for i in x if (y := i) or (y := 1)]", [WALRUS]),
        ("assert [(lambda: (y := i))() for i in x]", [WALRUS]),
        # Whatever may be executed after an opaque statement depends on it.
        ("assert x\nwith x: pass\nassert x", [(), WITH]),
        ("for i in x:\n  assert i\n  with x: pass\nelse:\n  assert x\nassert x", [WITH, WITH, WITH]),
        ("if x:\n  with x: pass\n  assert x\nelse:\n  assert x\nassert x", [WITH, WITH, WITH]),
        ("if (y := x):\n  assert x\nassert x", [(), ()]),
        ("try:\n  assert x\n  with x: pass\nexcept: assert x\nassert x", [(), WITH, WITH]),
        ("x.y = 1\nassert x", [("assignment to an attribute",)]),
        ("x[0] = 1\nassert x", [("assignment to a subscript",)]),
        ("del x\nassert x", [("del statement",)]),
        ("class A:\n  assert x\nassert x", [("class definition",), ("class definition",)]),
        ("match x:\n  case [1, *_]: assert x\nassert x", [(), ()]),
        ("match x:\n  case int(a, b): assert a", [("a pattern of the attributes of an object by position",)]),
        ("match x:\n  case len(): assert x", [("a pattern of something that is not a class",)]),
        ("match x:\n  case Point(): assert x", [("name 'Point'",)]),
        ("match x:\n  case y.z: assert x", [("name 'y'",)]),
        ("print(x)\nassert x", [("name 'print'",)]),
        ("assert x\nyield x", [("yield",)]),
        # A helper does nothing until it is mentioned.
        ("def h():\n  with x: pass\nassert x\nassert h()\nassert x", [(), WITH, ()]),
        ("def h(): return g()\ndef g():\n  with x: pass\nassert h()\nassert x", [WITH, ()]),
        ("def h():\n  with x: pass\ny = [h]\nassert x", [WITH]),
        ("def h(a):\n  assert a\nwith x: pass\nassert h(1)", [WITH, WITH]),
        ("def h(*a): return a\nassert h(x)\nassert x", [(), ()]),
        ("def h(a): yield a\nassert h(x)\nassert x", [("generator function",), ()]),
        ("@x\ndef h(a): return a\nassert x", [("decorator",)]),
    ],
)
def test_clauses_that_depend_on_what_is_not_lowered_say_so(text: str, expected: list[tuple[str, ...]]) -> None:
    assert problems(read(text)) == expected


def test_opaque_statements_keep_their_place() -> None:
    contract = read("assert x\nwith x: pass\n")
    assert [type(statement) for statement in contract.body] == [Check, OpaqueStatement]
    assert str(contract.body[1].span) == "<contract>:2:1"


CONTEXT = """
import math
from typing import List
LIMIT = 10
TWICE = LIMIT * 2
class C: pass
def poly(xs, n):
    return sum(c * math.pow(n, i) for i, c in enumerate(xs)) + LIMIT
def f(x):
    pass
def checked(x):
    assert x
    return x
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("assert poly(x, 2)", [()]),
        ("assert x < TWICE", [()]),
        ("assert math.isnan(x)", [()]),
        ("assert isinstance(x, List)", [("typing.List",)]),
        ("assert isinstance(x, C)", [("name 'C', which the module binds by a classdef",)]),
        ("LIMIT = 3\nassert poly(x, 1)", [("name 'LIMIT' of the module, which the function binds too",)]),
        ("assert checked(x)", [()]),
        ("assert all(checked > 0 for checked in x)", [()]),
        ("assert sorted(x, key=lambda checked: -checked)", [()]),
        ("assert [checked for checked in checked(x)]", [()]),
        ("assert f(x)", [("name 'f'",)]),
    ],
)
def test_the_module_around_a_function_is_in_scope(text: str, expected: list[tuple[str, ...]]) -> None:
    assert problems(read(text, context=CONTEXT)) == expected


def test_only_what_is_mentioned_is_taken_from_the_module() -> None:
    body = read("assert poly(x, 2) < TWICE", context=CONTEXT).body
    assert [type(statement) for statement in body] == [Assign, Assign, Define, Check]
    assert [type(statement) for statement in read("assert x", context=CONTEXT).body] == [Check]


def test_a_guard_raises_by_name() -> None:
    (guard,) = read("if not x: raise ValueError(x.y, 'm')").body
    assert isinstance(guard, If)
    evaluated, raised = guard.then
    assert isinstance(evaluated, Evaluate)
    assert isinstance(raised, Raise)
    assert raised.exception == "ValueError"


def test_a_bare_except_catches_everything() -> None:
    (attempt,) = read("try: assert x\nexcept: raise").body
    assert isinstance(attempt, Try)
    assert attempt.handlers[0].exceptions == ()


def test_what_only_looks_like_something_known_is_not_read() -> None:
    # `+` of numbers is no concatenation, and a handler of no class handles nothing.
    assert problems(read("import operator\nassert operator.concat(x, 1)")) == [("operator.concat",)]
    handled = read("try: y = 1 // x\nexcept (): y = 0\nassert y")
    assert problems(handled) == [("a handler of no exception",)]
