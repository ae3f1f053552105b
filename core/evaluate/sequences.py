"""The sequences that rules allow (`region.SequenceRules`), one by one.

Where the rules have a greatest length, those of each length are built element by element, depth first. Where they do
not, all sequences of a length are extended by one element, until every one of them is excluded. A sequence is given up
as soon as a condition is false of it that then is false of all that begin with it.
"""

from collections.abc import Callable, Sequence
from typing import Any

from attrs import frozen

from ..ir.operators.context import Undecided, Undefined
from ..ir.terms import Term
from ..ir.values import ordered
from ..trampoline import Steps
from .environment import Environment, Evaluator
from .evaluation_limits import LIMITS
from .region import RuleLayout

VisitSequence = Callable[[Any], Steps[bool]]
"""What to do with a sequence; true ends the enumeration."""

SequencePrefix = tuple[Any, ...]


@frozen(slots=True)
class _Rules:
    """A term of `region.SEQUENCES`, taken apart, where it is evaluated. `elements`: condition and set for each rule."""

    machine: Evaluator
    environment: Environment
    term: Term
    elements: tuple[tuple[Term, Term], ...]
    prefixes: tuple[Term, ...]

    def applied(self, function: Term, *arguments: Any) -> Steps[Any]:
        """The value of a lambda's body."""
        lambda_environment = self.environment.inner(binder.name for binder in function.data)
        lambda_environment.update(zip((binder.name for binder in function.data), arguments, strict=True))
        return (yield self.machine.value(function.args[-1], lambda_environment))

    def candidates(self, start: SequencePrefix, length: int) -> Steps[Sequence[Any]]:
        """What may come next: the fewest that a rule leaves. Raises Undecided where no rule bounds it."""
        position = len(start)
        fewest: Sequence[Any] | None = None
        for condition, values in self.elements:
            try:
                if not (yield from self.applied(condition, start, position, length)):
                    continue
                some = ordered((yield from self.applied(values, start, position, length)))
            # A rule that is undefined here bounds nothing here; another may.
            except Undefined:
                continue
            fewest = some if fewest is None or len(some) < len(fewest) else fewest
        if fewest is None:
            raise Undecided(f"nothing bounds the element at {position}", self.term.span)
        return fewest

    def possible(self, values: SequencePrefix) -> Steps[bool]:
        """Is no condition known to be false of the sequence?"""
        self.machine.context.fuel.step()
        for condition in self.prefixes:
            try:
                holds = yield from self.applied(condition, values)
            except (Undefined, Undecided):
                continue
            if not holds:
                return False
        return True


def each_sequence(machine: Evaluator, term: Term, environment: Environment, visit: VisitSequence) -> Steps[bool]:
    """Visit the sequences, short ones first. Was one the last? Raises Undecided where an element is not bounded."""
    layout: RuleLayout = term.data
    first, elements, prefixes = layout.parts(term.args)
    rules = _Rules(machine, environment, term, tuple(zip(elements[::2], elements[1::2], strict=True)), prefixes)
    try:
        values = yield from machine.arguments(first, environment)
    except Undefined as problem:
        raise Undecided(f"what bounds a sequence is undefined: {problem.reason}") from None
    match layout.first:
        case "among":
            return (yield from _among(rules, ordered(values[0]), visit))
        case "bounded":
            return (yield from _of_lengths(rules, range(*values), visit))
        case "growing":
            return (yield from _growing(rules, values[0], visit))


def all_sequences(machine: Evaluator, term: Term, environment: Environment) -> Steps[frozenset[Any]]:
    """The set of the sequences. Raises Undecided where there are too many."""
    sequences: set[Any] = set()

    def visit(values: Any) -> Steps[bool]:
        yield from ()
        if len(sequences) >= LIMITS.sequences:
            raise Undecided(f"more than {LIMITS.sequences} sequences", term.span)
        sequences.add(values)
        return False

    yield from each_sequence(machine, term, environment, visit)
    return frozenset(sequences)


def _among(rules: _Rules, pool: Sequence[SequencePrefix], visit: VisitSequence) -> Steps[bool]:
    for values in pool:
        if (yield from rules.possible(values)) and (yield from visit(values)):
            return True
    return False


def _of_lengths(rules: _Rules, lengths: range, visit: VisitSequence) -> Steps[bool]:
    for length in lengths:
        if (yield from _completed(rules, (), length, visit)):
            return True
    return False


def _completed(rules: _Rules, start: SequencePrefix, length: int, visit: VisitSequence) -> Steps[bool]:
    """Visit all sequences of a length that begin so."""
    if len(start) == length:
        return (yield from visit(start))
    elements = yield from rules.candidates(start, length)
    for element in elements:
        longer = (*start, element)
        # Where there is no choice, little is saved by giving up here: the conditions are asked at the next choice, or
        # by whoever visits the whole.
        if len(elements) > 1 and not (yield from rules.possible(longer)):
            continue
        if (yield _completed(rules, longer, length, visit)):
            return True
    return False


def _growing(rules: _Rules, least: int, visit: VisitSequence) -> Steps[bool]:
    level: list[SequencePrefix] = [()]
    while level:
        longer: list[SequencePrefix] = []
        for values in level:
            if not (yield from rules.possible(values)):
                continue
            # Invariant: a level has all sequences of its length of which no condition is false. Where it is empty, no
            # longer one is left, and the enumeration is complete.
            if len(values) >= least and (yield from visit(values)):
                return True
            elements = yield from rules.candidates(values, len(values) + 1)
            if len(longer) + len(elements) > LIMITS.sequences:
                raise Undecided(f"more than {LIMITS.sequences} sequences", rules.term.span)
            longer += [(*values, element) for element in elements]
        level = longer
    return False
