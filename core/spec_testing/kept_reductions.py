"""Facts about unknowns, simplified once for all searches on one program."""

from functools import lru_cache
from typing import Any

from ..deciding.deciding_limits import LIMITS as DECIDING
from ..deciding.engines import Engines
from ..deciding.simplify import simplify
from ..evaluate.environment import AsKey
from ..ir.contracts import Program
from ..ir.terms import Term, subterms
from .spec_testing_limits import LIMITS

MOST_KEPT = 10_000
"""Facts of a program that are kept with what they were simplified to."""


def simplified_fact(fact: Term, program: Program, engines: Engines, stuck: set[tuple[Any, ...]]) -> Term:
    """What is left of a Bool term over unknowns, in the time of the engines. `stuck` as for `simplify`."""
    functions, datatypes = program.functions, program.datatypes
    # A fact comes back in each round of equations, and in each search of outputs on the same input.
    kept = _kept(AsKey(functions), AsKey(datatypes))
    known = kept.get(fact)
    if known is not None:
        return known
    # What recurs over unknown elements in every case of a comparison grows without an end that pays.
    unrolled = any(node.op == "call" and any(arg.op == "seq.literal" for arg in node.args) for node in subterms(fact))
    fuel = engines.fuel(LIMITS.unrolled_steps if unrolled else DECIDING.simplification_steps)
    left = simplify(fact, {}, functions, datatypes, fuel, stuck)
    # With more time it may become simpler.
    if not fuel.is_spent and len(kept) < MOST_KEPT:
        kept[fact] = left
    return left


@lru_cache(maxsize=2)
def _kept(functions: AsKey, datatypes: AsKey) -> dict[Term, Term]:
    """What facts of a program were simplified to."""
    return {}
