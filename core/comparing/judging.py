"""What the clauses of one side say of a value, by the evaluator alone."""

from collections.abc import Sequence

from attrs import frozen

from ..deciding.clauses import Decision, Theory, decide
from ..deciding.engines import Engines
from ..ir.contracts import Condition
from ..ir.variables import Valuation
from .order import SideOutcome

STEPS = 100_000
"""Of the evaluator, for one clause on one value."""
EVALUATOR_ONLY = Engines(steps=STEPS)


@frozen(slots=True)
class SideVerdict:
    """The outcome of one side on a value, and the position of the clause to blame."""

    outcome: SideOutcome
    clause: int = -1


ACCEPTED = SideVerdict("accepted")


def judged(
    clauses: Sequence[Condition], values: Valuation, theory: Theory, engines: Engines = EVALUATOR_ONLY
) -> SideVerdict:
    """What a side says of values of its variables. The first clause that it violates is the one to blame."""
    unknown = False
    for position, each in enumerate(clauses):
        decision = Decision("unknown")
        if each.term is not None:
            decision = decide(each.term, values, theory=theory, engines=engines)
        if decision.verdict == "refuted":
            return SideVerdict("undefined" if decision.undefined else "false", position)
        unknown = unknown or decision.verdict != "holds"
    return SideVerdict("unknown") if unknown else ACCEPTED
