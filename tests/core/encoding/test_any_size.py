"""What an encoding without bounds rules out is impossible for values of any size, and for texts outside the pool."""

import random
from fractions import Fraction
from typing import Any

import pytest

from specassay.backends.solvers import registry
from specassay.core.deciding.solver import Outcome, Session
from specassay.core.encoding.encode import Encoding, encode
from specassay.core.encoding.inputs import KINDS
from specassay.core.encoding.pool import GAP, pooled
from specassay.core.encoding.renaming import compressed
from specassay.core.evaluate.execution import run
from specassay.core.fuel import Fuel
from specassay.core.ir.build import eq, negate
from specassay.core.ir.contracts import Contract
from specassay.core.ir.sorts import BOOL, INT, REAL, STRING, Sort
from specassay.core.ir.terms import Term, const, var
from specassay.frontends.python import parse_contract

from ...samples import samples, some
from .assignments import Elsewhere, described
from .expressions import EXPRESSIONS
from .statements import STATEMENTS
from .unbounded import UNBOUNDED
from .values import BEYOND, VALUES

PARAMETERS = ("x", "y")
SECONDS = 0.2
FLOATS: tuple[Any, ...] = (0.1, 0.3, [0.1, 0.2, 0.3], (1e300, 5e-324), {0.1, 2.0**53 + 2}, {0.1: 1e-20}, 0.1 + 0.7j)
"""Values that are no multiples of 1/8."""
SORTS: dict[type, Sort] = {bool: BOOL, int: INT, Fraction: REAL}


def _facts(encoding: Encoding, arguments: dict[str, Any]) -> list[Term]:
    """What the variables of the shown parts of an input are. Raises Elsewhere."""
    found = []
    for name, value in arguments.items():
        for variable, part in described(encoding.nodes[name], value):
            if not isinstance(part, str):
                found.append(eq(var(variable, SORTS[type(part)]), const(part, SORTS[type(part)])))
            elif encoding.alphabet is not None:
                coded = encoding.alphabet.coded(part)
                if coded is None:
                    raise Elsewhere("a character that only another stands for")
                found.append(eq(var(variable, STRING), const(coded, STRING)))
            elif variable in encoding.ranked and part in encoding.pool:
                found.append(eq(var(variable, INT), const(encoding.pool.index(part) * GAP, INT)))
    return found


def _impossible(session: Session, encoding: Encoding, arguments: dict[str, Any], violated: frozenset[int]) -> bool:
    literals = [
        clause.violated if index in violated else negate(clause.violated)
        for index, clause in enumerate(encoding.clauses)
    ]
    return session.check([*_facts(encoding, arguments), *literals], SECONDS).outcome is Outcome.UNSAT


def _samples(contract: Contract, text: str, count: int) -> list[tuple[dict[str, Any], frozenset[int]]]:
    chance = random.Random(text)
    found = []
    for _ in range(count):
        x, y = chance.choice(VALUES + 3 * BEYOND + FLOATS), chance.choice((*VALUES, *BEYOND, 1, 1, 0.1))
        arguments = {"x": x, "y": y}
        violated = run(contract, arguments, Fuel(steps=20_000)).violated
        if violated is not None:
            found.append((arguments, violated))
    return found


SAMPLED = random.Random(0).sample((*EXPRESSIONS, *STATEMENTS), samples(100, 40))


@pytest.mark.parametrize("text", [*SAMPLED, *some(UNBOUNDED, 16, first=1)])
def test_what_happens_is_never_ruled_out(text: str) -> None:
    contract = parse_contract(text, name="contract", parameters=PARAMETERS)
    original = encode(contract, KINDS, skolem_constants=True)
    ranked = pooled(original)
    for encoding in [compressed(original)] if ranked is None else [ranked]:
        session = registry.get("z3").session()
        try:
            session.add(*encoding.facts)
            for arguments, violated in _samples(contract, text, samples(8, 4)):
                try:
                    assert not _impossible(session, encoding, arguments, violated), (arguments, violated)
                except Elsewhere:
                    continue
        finally:
            session.close()
