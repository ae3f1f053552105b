"""What a mutation operator is, and the stream of mutants that several of them make of a value."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from random import Random
from typing import Any

from attrs import frozen

from ...errors import Unsupported
from ...ir.contracts import Datatype
from ...ir.sorts import VALUE, Sort
from ...ir.terms import TRUE, Term
from ...iteration import in_turn
from ..contents import contents

Mutate = Callable[[Any, Sort, "Mutation"], Iterator[Any]]


@frozen(slots=True)
class MutationOperator:
    """`mutate(value, sort, mutation)` yields values of the sort, possibly the same one or repeated, in an
    order that only `mutation.random` decides. `applies` says to which sorts."""

    name: str
    applies: Callable[[Sort], bool]
    mutate: Mutate
    meaning: str


@frozen(slots=True)
class OperatorSet:
    """Operators under a name.

    `fixed_length` are for an array that a method modifies: its length cannot change. The operators take turns in the
    order given or, `shuffled`, in another random order for each value: of many operators all get their turns.
    `parts`: the operators for parts of a value, where they are others. `together`: whether two outputs are changed at
    once, too. `own`: another set whose operators make as many mutants more. `is_published`: whether others published
    the operators, so that what they make is comparable.
    """

    name: str
    operators: tuple[MutationOperator, ...]
    fixed_length: tuple[MutationOperator, ...]
    shuffled: bool = False
    parts: tuple[MutationOperator, ...] = ()
    together: bool = False
    own: "OperatorSet | None" = None
    is_published: bool = False


@frozen(slots=True)
class Mutation:
    """What operators work with: the operators for components, the randomness, the declared datatypes, and the
    values of the test's input with their sorts. `clauses`: of the postcondition, whose constants are of use."""

    operators: OperatorSet
    random: Random
    datatypes: Mapping[str, Datatype]
    inputs: tuple[tuple[Sort, Any], ...] = ()
    clauses: Term = TRUE

    def component(self, value: Any, sort: Sort) -> Iterator[Any]:
        """Mutants of a part of a value."""
        return (mutant for _, mutant in mutants(value, sort, self, self.operators.parts or None))

    def shuffled(self, values: list[Any]) -> list[Any]:
        """The values in a random order."""
        return self.random.sample(values, len(values))


def mutants(
    value: Any, sort: Sort, mutation: Mutation, operators: tuple[MutationOperator, ...] | None = None
) -> Iterator[tuple[str, Any]]:
    """Operator name and mutant, the operators taking turns; distinct in contents and different from `value`.

    `operators` are used for the value itself, those of `mutation` for its parts; None means the same. A null
    array has no mutants.
    """
    if value is None and sort != VALUE:
        return
    # The value itself counts as seen, so that no mutant equals it.
    seen = {contents(value)}
    chosen = [operator for operator in operators or mutation.operators.operators if operator.applies(sort)]
    # Which operator comes first is random, or the first one would make most of the mutants.
    if mutation.operators.shuffled:
        chosen = mutation.shuffled(chosen)

    def of_operator(operator: MutationOperator) -> Iterator[tuple[str, Any]]:
        with suppress(Unsupported):  # It takes samples of a sort that has none: of functions, say.
            for mutant in operator.mutate(value, sort, mutation):
                key = contents(mutant)
                if key not in seen:
                    seen.add(key)
                    yield operator.name, mutant

    yield from in_turn(map(of_operator, chosen))
