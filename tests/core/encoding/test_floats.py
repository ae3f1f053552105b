"""What CPython computes with floats is never ruled out: doubles of every size, infinities, nan, large whole numbers."""

import math
import random
import struct
from typing import Any

import pytest

from specassay.backends.solvers import registry
from specassay.core.deciding.solver import Outcome
from specassay.core.encoding.encode import encode
from specassay.core.ir.build import eq, negate
from specassay.core.ir.sorts import BOOL, INT, REAL
from specassay.core.ir.terms import const, var
from specassay.frontends.python import parse_contract

from ...samples import samples, some
from .assignments import described
from .judges import python

KINDS = ("bool", "int", "float")
EXTREMES = (
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    2.0,
    3.0,
    0.1,
    0.2,
    0.3,
    -0.1,
    1 / 3,
    1e16,
    1e-17,
    -1e-20,
    1e155,
    1e308,
    -1e308,
    5e-324,
    -5e-324,
    2.2250738585072014e-308,
    2.0**53,
    2.0**53 + 2,
    -(2.0**53),
    2.0**62,
    1.7976931348623157e308,
    math.inf,
    -math.inf,
    math.nan,
    True,
    False,
    0,
    1,
    2,
    3,
    -1,
    7,
    10,
    2**53 + 1,
    -(2**53) - 1,
    2**64 + 1,
    10**17,
    2**1024,
)
QUESTIONS = "\nassert r < x\nassert r == y\nassert r > 0\nassert r <= 1.5\nassert r == r\nassert r == 0.1"
OPERATIONS = (
    "x + y",
    "x - y",
    "x * y",
    "x / y",
    "x // y",
    "x % y",
    "x ** 2",
    "x ** 3",
    "x + 0.1",
    "x * 0.1",
    "0.3 - x",
    "x / 3",
    "1 / x",
    "x % 0.1",
    "x // 0.1",
    "x % 1",
    "7.5 % x",
    "float(x)",
    "abs(x)",
    "-x",
    "int(x)",
    "round(x)",
    "math.floor(x)",
    "math.ceil(x)",
    "math.trunc(x)",
    "max(x, y)",
    "min(x, 0.1)",
    "x + y - y",
    "(x + y) + 0.1",
    "sum([x, y, 0.1])",
    "sum([x, y, -x])",
    "sum((x, y), 0.5)",
    "divmod(x, y)[0]",
    "divmod(x, y)[1]",
    "0.1 + 0.2",
    "sorted([x, y, 0.3])[0]",
    "math.sqrt(x)",
    "x ** 0.5",
    "math.fabs(x)",
    "round(x, 2)",
    "round(x, 0)",
    "math.isclose(x, y)",
    "math.isclose(x, y, rel_tol=0.1, abs_tol=0.5)",
    "math.isclose(x, 0.1, abs_tol=1e-3)",
    "x.real + y.imag",
    "x - int(x)",
    "complex(x, y).imag",
    "complex(x) + y == x",
    "complex(0.5, 2).real if x else x",
    "len({x, y, 0.1})",
)


def _values(chance: random.Random) -> Any:
    draw = chance.random()
    if draw < 0.6:
        return chance.choice(EXTREMES)
    if draw < 0.8:
        near = chance.choice([value for value in EXTREMES if type(value) is float])
        return math.nextafter(near, chance.choice((-math.inf, math.inf)))
    if draw < 0.9:
        return struct.unpack("<d", chance.randbytes(8))[0]
    return round(chance.uniform(-10, 10), chance.randrange(4))


@pytest.mark.parametrize("operation", some(OPERATIONS, 2))
def test_the_result_of_an_operation_is_possible(operation: str) -> None:
    text = f"r = {operation}{QUESTIONS}"
    encoding = encode(parse_contract(text, name="contract", parameters=("x", "y")), KINDS)
    real = python(text, ("x", "y"))
    chance = random.Random(operation)
    sorts = {bool: BOOL, int: INT}
    session = registry.get("z3").session()
    try:
        session.add(*encoding.facts)
        for _ in range(samples(8, 4)):
            arguments = {"x": _values(chance), "y": _values(chance)}
            violated = real(arguments)
            literals = [
                clause.violated if index in violated else negate(clause.violated)
                for index, clause in enumerate(encoding.clauses)
            ]
            for name, value in arguments.items():
                for variable, part in described(encoding.nodes[name], value):
                    sort = sorts.get(type(part), REAL)
                    literals.append(eq(var(variable, sort), const(part, sort)))
            answer = session.check(literals, 0.3)
            assert answer.outcome is not Outcome.UNSAT, (arguments, violated)
    finally:
        session.close()
