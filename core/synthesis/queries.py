"""The queries about one encoding: what is assumed, how models are read back and excluded.

Models of floats are refined. The encoding takes a float for any real number, and knows a rounded result only within
limits (`encoding/rounding.py`). A model outside of what floats are is answered with a fact that excludes it and holds
for all floats, so that asking again ends in a model of real floats or in a proof.
"""

import math
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cached_property

from attrs import define, field

from ..deciding.solver import Answer, Outcome, Session
from ..encoding.context import FOLLOWED, WITHIN_BOUNDS, Rounding
from ..encoding.encode import Encoding
from ..encoding.guards import conjunction, disjunction, negation
from ..encoding.inputs import NoSuchValue
from ..encoding.pool import arguments as arguments_of
from ..encoding.renaming import READABLE
from ..encoding.rounding import nearest_double
from ..evaluate.typed import evaluate
from ..ir.build import eq, ge, implies, le, lt, real
from ..ir.sorts import BOOL, INT, REAL, STRING, Sort
from ..ir.terms import Term, const, free_variables, var
from ..ir.variables import Name, Valuation
from .verdicts import Arguments


@define(eq=False, repr=False)
class Query:
    """An encoding and the solver session that holds its facts. `left` gives the seconds that remain for queries, and
    `limit` those that one may take. `seconds` are those of CPU time that all `asked` queries have taken, and `work`
    those that they counted; `timeouts`: how many took all that one may. `refined`: facts about floats were added, with
    which something may be proved that was not before. `covered`: the sets of clauses that inputs within the bounds were
    observed to violate."""

    encoding: Encoding
    session: Session
    left: Callable[[], float]
    limit: Callable[[], float]
    spent: str
    """Why nothing is asked once no seconds are left."""
    realise: Callable[[Arguments], Arguments] = lambda arguments: arguments
    seconds: float = 0.0
    work: float = 0.0
    asked: int = 0
    timeouts: int = 0
    refined: bool = False
    covered: set[frozenset[int]] = field(factory=set)

    @property
    def universe(self) -> str:
        return self.encoding.universe

    def close(self) -> None:
        self.session.close()

    def literals(self, target: frozenset[int]) -> list[Term]:
        """Exactly the clauses of the target are violated."""
        return self.some(target, frozenset(range(len(self.encoding.clauses))) - target)

    def some(self, violated: frozenset[int], held: frozenset[int]) -> list[Term]:
        """The clauses `violated` are, and those `held` are not, in the order of the contract."""
        return [
            clause.violated if index in violated else negation(clause.violated)
            for index, clause in enumerate(self.encoding.clauses)
            if index in violated or index in held
        ]

    def check(self, assumptions: list[Term], limit: float | None = None) -> Answer:
        seconds_left = self.left()
        if seconds_left <= 0:
            return Answer(Outcome.TIMEOUT, message=self.spent)
        answer = self.session.check(assumptions, min(seconds_left + 0.1, self.limit() if limit is None else limit))
        self.asked += answer.asked
        self.seconds += answer.cpu_seconds
        self.work += answer.work
        self.timeouts += limit is None and answer.outcome is Outcome.TIMEOUT
        return answer

    def models(self, target: frozenset[int]) -> Iterator[Answer]:
        """A model after the other, without an end, and the answer where there is none."""
        while True:
            yield self.model(target)

    def decode(self, answer: Answer) -> Arguments | None:
        try:
            return self.realise(arguments_of(self.encoding, answer.model))
        except NoSuchValue:
            return None

    def model(self, target: frozenset[int]) -> Answer:
        """An input on which the target's clauses are false, else one on which they are violated in any way."""
        literals = [*self.literals(target), WITHIN_BOUNDS, FOLLOWED]
        answer = self._readable([*literals, *(self.encoding.clauses[index].false for index in sorted(target))])
        return answer if answer.outcome is not Outcome.UNSAT else self._readable(literals)

    def _readable(self, assumptions: list[Term]) -> Answer:
        """A model with texts of printable ASCII where there is one."""
        if self.encoding.alphabet is None:
            return self.check(assumptions)
        answer = self.check([*assumptions, READABLE])
        # Unsatisfiable without the help of READABLE, the last assumption, is unsatisfiable: that is not asked again.
        stays = answer.outcome is not Outcome.UNSAT or (answer.core and len(assumptions) not in answer.core)
        return answer if stays else self.check(assumptions)

    @cached_property
    def inputs(self) -> list[tuple[Name, Sort]]:
        """The variables that describe the arguments."""
        described = self.encoding.described
        free = frozenset().union(*(free_variables(fact) for fact in self.encoding.facts))
        sorts = (INT, STRING, BOOL, REAL)
        ordered = sorted(free, key=lambda variable: variable[0])  # A set of texts has another order in each run.
        return [(name, sort) for name, sort in ordered if name in described and sort in sorts]

    def exclude(self, answer: Answer) -> None:
        """Exclude a model that did not replay: by facts about floats where it has numbers that no float has."""
        if not self._refine(answer):
            self.block(answer)

    def _refine(self, answer: Answer) -> bool:
        floats = [name for name, sort in self.inputs if sort is REAL]
        facts = list(about_floats(floats, answer.model))
        facts = facts or list(about_roundings(self.encoding.roundings, answer.model))
        if facts:
            self.session.add(*facts)
            self.refined = True
        return bool(facts)

    def block(self, answer: Answer) -> None:
        """Exclude the input that a model describes from further models.

        Only from those: without the assumptions the same variables describe other inputs, too (lists with other
        elements after those that are shown), and a proof has to hold for these, and for inputs that the oracle knows
        nothing about.
        """
        terms = [
            negation(eq(var(name, sort), const(answer.model[name], sort)))
            for name, sort in self.inputs
            if name in answer.model
        ]
        if terms:
            self.session.add(implies(conjunction(WITHIN_BOUNDS, FOLLOWED), disjunction(*terms)))


LARGEST = Fraction(math.nextafter(math.inf, 0.0))


def about_floats(names: Iterable[Name], model: Valuation) -> Iterator[Term]:
    """For each of the Real variables that stand for floats and has another value: there is no float between its
    neighbours. The facts speak of these variables alone."""
    for name in names:
        value = model.get(name)
        # A model of reals may have values that no float has: they are excluded one gap at a time.
        if not isinstance(value, Fraction) or nearest_double(value) == value:
            continue
        low, high = _neighbours(value)
        number = var(name, REAL)
        below = [le(number, real(low))] if low is not None else []
        above = [ge(number, real(high))] if high is not None else []
        yield disjunction(*below, *above)


def about_roundings(roundings: Iterable[Rounding], model: Valuation) -> Iterator[Term]:
    """Facts for each result that is not the nearest double to the exact one: all exact results near here round to this
    double."""
    for rounding in roundings:
        # Where exact and rounded results stand in a model is evaluated, not asked: the model fixes all variables in
        # them.
        exact = evaluate(rounding.exact, model)
        result = evaluate(rounding.result, model)
        if exact.state != "defined" or result.state != "defined":
            continue
        # Without a nearest double (overflow, or the result is right) there is nothing to teach.
        right = nearest_double(exact.value)
        if right is None or right == result.value:
            continue
        low, high = _neighbours(right)
        if low is None or high is None:
            continue
        # IEEE 754 rounds to nearest: whatever lies strictly between the midpoints to the neighbouring doubles rounds to
        # this one. The midpoints themselves are left out, since a tie goes to the even one.
        strictly_between = conjunction(
            lt(real((low + right) / 2), rounding.exact), lt(rounding.exact, real((right + high) / 2))
        )
        # The model's own exact value is named too, for it may be a midpoint, and then only this equation excludes it.
        exactly = eq(rounding.exact, real(exact.value))
        yield implies(disjunction(strictly_between, exactly), eq(rounding.result, real(right)))


def _neighbours(value: Fraction) -> tuple[Fraction | None, Fraction | None]:
    """The greatest double below a number and the least above it; None where there is none."""
    if abs(value) > LARGEST:
        return (LARGEST, None) if value > 0 else (None, -LARGEST)
    near = float(value)
    exact = Fraction(near)
    low = near if exact < value else math.nextafter(near, -math.inf)
    high = near if exact > value else math.nextafter(near, math.inf)
    return _finite(low), _finite(high)


def _finite(value: float) -> Fraction | None:
    return Fraction(value) if math.isfinite(value) else None
