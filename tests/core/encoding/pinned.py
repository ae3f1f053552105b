"""What an encoding without bounds says of one input, over the kinds of values which that input is made of.

Of all kinds the encoding is large, and a solver often has no answer; of those of one input it has one in milliseconds.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from attrs import frozen

from specassay.backends.solvers import registry
from specassay.core.deciding.solver import Outcome
from specassay.core.encoding.context import FOLLOWED, WITHIN_BOUNDS
from specassay.core.encoding.encode import Encoding, Extent, encode
from specassay.core.encoding.inputs import KINDS, part_of
from specassay.core.encoding.renaming import compressed
from specassay.core.ir.build import eq, negate
from specassay.core.ir.contracts import Contract
from specassay.core.ir.sorts import STRING
from specassay.core.ir.terms import Term, const, subterms, var

from .assignments import Elsewhere, beyond_bounds, described

Input = dict[str, Any]
SECONDS = 0.2


@frozen
class Said:
    """`possible`: whether the encoding without bounds admits what really happens; `inside`: whether it does within the
    bounds, of an input that these do not cut off. None where the solver does not say."""

    possible: bool | None
    inside: bool | None


def said(contract: Contract, arguments: Input, violated: frozenset[int]) -> Said:
    """What the encoding says of an input that violates these clauses. Raises Elsewhere."""
    kinds: dict[str, set[str]] = defaultdict(set)
    for name, value in arguments.items():
        for part, kind in kinds_of_parts(name, value):
            kinds[part].add(kind)
    extent = Extent(kinds={part: tuple(kind for kind in KINDS if kind in found) for part, found in kinds.items()})
    original = encode(contract, KINDS, skolem_constants=True, extent=extent)
    encoding = compressed(original)
    given = list(given_parts(encoding, arguments))
    exactly = [
        clause.violated if index in violated else negate(clause.violated)
        for index, clause in enumerate(encoding.clauses)
    ]
    session = registry.get("z3").session()
    try:
        session.add(*encoding.facts)
        possible = _sat(session.check([*given, *exactly], SECONDS).outcome)
        if not possible or any(beyond_bounds(encoding.nodes[name], value) for name, value in arguments.items()):
            return Said(possible, None)
        inside = [*given, WITHIN_BOUNDS, FOLLOWED]
        if _sat(session.check(inside, SECONDS).outcome) is False:  # It is cut off on the way.
            return Said(possible, None)
        return Said(possible, _sat(session.check([*inside, *exactly], SECONDS).outcome))
    finally:
        session.close()


def _sat(outcome: Outcome) -> bool | None:
    return {Outcome.SAT: True, Outcome.UNSAT: False}.get(outcome)


def kinds_of_parts(name: str, value: Any) -> Iterator[tuple[str, str]]:
    """The kinds of a value and of its parts."""
    yield name, type(value).__name__
    parts: list[tuple[str, Any]] = []
    match value:
        case list() | tuple():
            parts = [("item", value)]
        case dict():
            parts = [("hashed", value), ("value", value.values())]
        case set() | frozenset():
            parts = [("hashed", value)]
    for role, elements in parts:
        for element in elements:
            yield from kinds_of_parts(part_of(name, role), element)


def given_parts(encoding: Encoding, arguments: Input) -> Iterator[Term]:
    """That the variables of the encoding are those of the input. Raises Elsewhere."""
    sorts = {term.data: term.sort for term in subterms(*encoding.facts) if term.op == "var"}
    for name, value in arguments.items():
        for variable, part in described(encoding.nodes[name], value):
            if variable in sorts:
                sort = sorts[variable]
                coded = encoding.alphabet.coded(part) if encoding.alphabet is not None and sort is STRING else part
                if coded is None:
                    raise Elsewhere("a character that only another stands for")
                yield eq(var(variable, sort), const(coded, sort))
