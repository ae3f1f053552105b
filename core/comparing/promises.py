"""Do functions keep what they promise of their values?"""

from collections.abc import Mapping
from contextlib import suppress
from itertools import islice, product

from ..deciding.clauses import Theory
from ..errors import Unsupported
from ..evaluate.typed import evaluate
from ..fuel import Fuel
from ..ir.contracts import Function
from ..ir.terms import Term
from ..ir.variables import Name
from ..spec_testing.operators.samples import samples

MOST_ARGUMENTS = 40
"""Small arguments on which a postcondition is evaluated: a false one is mostly false on the first of them."""
STEPS = 5_000
"""Of the evaluator, for one of these."""


def breaks_promise(function: Function, theory: Theory) -> bool:
    """Is a postcondition of a function false on small arguments that meet its precondition? No verifier accepts such a
    function, and everything would follow from what it promises."""
    with suppress(Unsupported):
        values = [samples(binder.sort, theory.datatypes) for binder in function.parameters]
        for arguments in islice(product(*values), MOST_ARGUMENTS):
            given = dict(zip((binder.name for binder in function.parameters), arguments, strict=True))

            def outcome(term: Term, given: Mapping[Name, object] = given) -> str:
                found = evaluate(term, given, theory.functions, theory.datatypes, Fuel(STEPS))
                return "true" if found.is_true else "false" if found.is_false else "unknown"

            if all(outcome(term) == "true" for term in function.requires) and any(
                outcome(term) == "false" for term in function.ensures
            ):
                return True
    return False
