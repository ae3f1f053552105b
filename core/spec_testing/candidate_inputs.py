"""Small inputs of a method that are worth trying, made from its own constants and tests: search before any solver.
And the constants that a method mentions: inputs are drawn at them, too.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import cycle, islice, product
from math import prod
from random import Random
from typing import Any

from attrs import field, frozen

from ..ir.contracts import Datatype, Program, Specification, lowered_terms
from ..ir.sorts import INT, Sort
from ..ir.statements import statements_of
from ..ir.terms import Binder, Term, names_of_calls, subterms
from ..ir.values import ArrayValue, order_key
from ..ir.variables import Name, Valuation
from .contents import contents
from .operators import Mutation, mutants, operator_set
from .operators.samples import fresh_array, samples
from .program_mutants.sites import terms_in
from .spec_testing_limits import LIMITS

REPEATED = 3
"""Elements of which sequences are made that hold nothing else."""


@frozen(slots=True)
class Candidates:
    """Where inputs come from: the parameters, those that may be null, terms with constants, known inputs, datatypes,
    and constants of each sort that are no reason to make sequences as long as they are large."""

    parameters: tuple[Binder, ...]
    terms: tuple[Term, ...]
    known: Sequence[Valuation] = ()
    nullable: tuple[Name, ...] = ()
    datatypes: Mapping[str, Datatype] = field(factory=dict)
    constants: Mapping[Sort, Sequence[Any]] = field(factory=dict)

    def __iter__(self) -> Iterator[dict[Name, Any]]:
        """Inputs, the known ones first, then small values before large ones; at most `candidate_inputs` of the others.
        The order is always the same. Raises Unsupported for a parameter whose sort has no literals."""
        yield from map(dict, self.known)
        names = [binder.name for binder in self.parameters]
        # Each pool is in the order of size, so that the sum of places orders whole inputs.
        pools = [self._pool(binder) for binder in self.parameters]
        chosen: Iterable[tuple[int, ...]]
        # A small product is listed in full, the smallest sums first.
        if prod(map(len, pools)) <= LIMITS.candidate_inputs:
            chosen = sorted(product(*(range(len(pool)) for pool in pools)), key=sum)
        else:
            draw = Random(0)
            # The square of a uniform number prefers what comes first.
            chosen = (tuple(int(len(p) * draw.random() ** 2) for p in pools) for _ in range(LIMITS.candidate_inputs))
        for places in chosen:
            values = (pool[position] for pool, position in zip(pools, places, strict=True))
            yield dict(zip(names, map(_unshared, values), strict=True))

    def _pool(self, binder: Binder) -> list[Any]:
        found: dict[Any, Any] = {}
        for value in islice(self._values(binder), 4 * LIMITS.candidate_values):
            found.setdefault(contents(value), value)
        return list(islice(found.values(), LIMITS.candidate_values))

    def _values(self, binder: Binder) -> Iterator[Any]:
        if binder.name in self.nullable:
            yield None
        yield from self._of_sort(binder.sort)
        for known in self.known:
            yield known[binder.name]
            inputs = tuple((parameter.sort, known[parameter.name]) for parameter in self.parameters)
            mutation = Mutation(operator_set("full"), Random(0), self.datatypes, inputs)
            near = mutants(known[binder.name], binder.sort, mutation)
            yield from (value for _, value in islice(near, LIMITS.values_near_one))

    def _of_sort(self, sort: Sort) -> Iterator[Any]:
        constants = [*self._constants(sort), *self.constants.get(sort, ())]
        yield from samples(sort, self.datatypes)
        yield from constants
        match sort.kind:
            case "Int" | "Real":
                # Off-by-one errors show beside the constants of the text.
                yield from (value + step for value in constants for step in (-1, 1))
            case "Seq" | "Array":
                for elements in self._sequences(sort.args[0]):
                    yield elements if sort.kind == "Seq" else fresh_array(elements)
            case "Set":
                members = list(islice(self._of_sort(sort.args[0]), LIMITS.different_elements))
                yield from (frozenset(members[:size]) for size in range(2, len(members) + 1))

    def _sequences(self, sort: Sort) -> Iterator[tuple[Any, ...]]:
        """Equal elements, and few that rise or fall, again and again where the sequence is longer; of lengths near the
        method's constants. Where it is longer than there are elements, they also rise and fall from end to end, with
        each number once and with some twice: a search in order asks for that."""
        # First, since they decide the most.
        yield from self._extremes(sort)
        elements = list(dict.fromkeys(islice(self._of_sort(sort), LIMITS.different_elements)))
        rising = sorted(elements, key=order_key) if sort.kind in ("Int", "Real", "Char") else elements
        for length in self._lengths():
            yield from (tuple([element] * length) for element in elements[:REPEATED])
            yield tuple(islice(cycle(rising), length))
            yield tuple(islice(cycle(rising[::-1]), length))
            if length > len(elements) and sort == INT:
                for whole in (tuple(range(length)), tuple(2 * (position // 2) for position in range(length))):
                    yield whole
                    yield whole[::-1]

    def _extremes(self, sort: Sort) -> Iterator[tuple[Any, ...]]:
        """Large constants twice: the sum of two leaves the range of a type of which they are a bound."""
        large = (
            [value for value in self._constants(sort) if abs(value) > LIMITS.candidate_elements] if sort == INT else []
        )
        yield from ((value, value) for value in large[: LIMITS.different_elements])

    def _lengths(self) -> list[int]:
        near = {size + step for size in self._whole_numbers() for step in (-1, 0, 1)}
        return sorted({2, 3} | {size for size in near if 1 <= size <= LIMITS.candidate_elements})

    def _whole_numbers(self) -> list[int]:
        constants = (node for term in self.terms for node in subterms(term) if node.op == "const")
        return [node.data for node in constants if node.sort.kind == "Int"]

    def _constants(self, sort: Sort) -> list[Any]:
        nodes = (node for term in self.terms for node in subterms(term))
        found = (node.data for node in nodes if node.op == "const" and node.sort == sort)
        return list({contents(value): value for value in found if not isinstance(value, ArrayValue)}.values())


def _unshared(value: Any) -> Any:
    """An array is an object of its own wherever it is used."""
    match value:
        case ArrayValue():
            return fresh_array(_unshared(value.elements))
        case tuple() if value and isinstance(value[0], ArrayValue | tuple):
            return tuple(map(_unshared, value))
        case _:
            return value


def constants_of(
    specification: Specification, terms: Sequence[Term], program: Program
) -> Mapping[Sort, tuple[Any, ...]]:
    """Sort → the constants of a method: those of its clauses first, then of its body and of the functions that these
    apply; each once. `terms`: what an input has to meet.

    A program that treats one value apart from all others mentions it, as a rule: `if c == 'w'`. Inputs at such values
    take ways that small and random ones miss.
    """
    found: dict[Sort, dict[Hashable, Any]] = {}
    for root in (*terms, *lowered_terms(specification.ensures), *_done(specification, program)):
        for node in subterms(root):
            if node.op == "const" and not isinstance(node.data, ArrayValue):
                # By contents, since 1 and True are equal in Python.
                found.setdefault(node.sort, {}).setdefault(contents(node.data), node.data)
    return {sort: tuple(values.values()) for sort, values in found.items()}


def _done(specification: Specification, program: Program) -> Iterator[Term]:
    """The expressions of the body, and the bodies of functions that it or a clause applies, directly or not."""
    routine = program.routines.get(specification.name)
    own = [] if routine is None else [term for each in statements_of(routine.body) for term in terms_in(each)]
    yield from own
    required = lowered_terms(specification.requires)
    names = [specification.name, *names_of_calls(*lowered_terms(specification.ensures), *required, *own)]
    for name in names:  # which grows on the way
        function = program.functions.get(name)
        if function is not None and function.body is not None:
            yield function.body
            names += (
                call
                for call in names_of_calls(function.body)
                if call not in names and len(names) < LIMITS.functions_with_constants
            )
