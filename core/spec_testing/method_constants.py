"""The constants that a method mentions: inputs are drawn at them, too."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any

from ..ir.contracts import Program, Specification
from ..ir.sorts import Sort
from ..ir.statements import statements_of
from ..ir.terms import Term, subterms
from ..ir.values import ArrayValue
from .contents import contents
from .program_mutants.sites import terms_in

MOST_FUNCTIONS = 30
"""Functions whose bodies are looked at, the nearest first."""


def constants_of(
    specification: Specification, terms: Sequence[Term], program: Program
) -> Mapping[Sort, tuple[Any, ...]]:
    """Sort → the constants of a method: those of its clauses first, then of its body and of the functions that these
    apply; each once. `terms`: what an input has to meet.

    A program that treats one value apart from all others mentions it, as a rule: `if c == 'w'`. Inputs at such values
    take ways that small and random ones miss.
    """
    found: dict[Sort, dict[Hashable, Any]] = {}
    for root in (*terms, *_said(specification), *_done(specification, program)):
        for node in subterms(root):
            if node.op == "const" and not isinstance(node.data, ArrayValue):
                found.setdefault(node.sort, {}).setdefault(contents(node.data), node.data)
    return {sort: tuple(values.values()) for sort, values in found.items()}


def _said(specification: Specification) -> Iterator[Term]:
    return (each.term for each in specification.ensures if each.term is not None)


def _done(specification: Specification, program: Program) -> Iterator[Term]:
    """The expressions of the body, and the bodies of functions that it or a clause applies, directly or not."""
    routine = program.routines.get(specification.name)
    own = [] if routine is None else [term for each in statements_of(routine.body) for term in terms_in(each)]
    yield from own
    required = (each.term for each in specification.requires if each.term is not None)
    names = [specification.name, *_applied(*_said(specification), *required, *own)]
    for name in names:  # which grows on the way
        function = program.functions.get(name)
        if function is not None and function.body is not None:
            yield function.body
            names += (each for each in _applied(function.body) if each not in names and len(names) < MOST_FUNCTIONS)


def _applied(*terms: Term) -> dict[str, None]:
    return dict.fromkeys(node.data for node in subterms(*terms) if node.op == "call")
