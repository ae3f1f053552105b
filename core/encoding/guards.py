"""Guards: conjunctions that notice when a tag cannot have two values at once.

The alternatives of a value are told apart by `tag = constant`. Pairing alternatives of several values makes many
guards that contradict each other; dropping them here keeps the encoding small.

Example: x is `(x.tag = 1: an int), (x.tag = 2: a float)`. In `x + x` the int of the left operand meets the float of the
right one under `x.tag = 1 and x.tag = 2`, which is FALSE here at once, and `+` is never encoded for that pair. Without
this, n operations on one argument of k kinds make k**n alternatives.

Invariant: the results are equivalent to the plain connectives, never only implied by them. What is returned as FALSE is
dropped by the callers without a trace, so that a guard that is FALSE by mistake removes inputs and makes false proofs.
"""

from functools import lru_cache

from ..ir.sorts import BOOL
from ..ir.terms import FALSE, TRUE, Term, make

_TELLING = ("eq", "or")
"""The operators of literals that may restrict a tag."""


@lru_cache(maxsize=4_096)  # The same few tags are in all guards of a contract.
def _tag_set(literal: Term) -> tuple[Term, frozenset[int]] | None:
    """The tag that a literal is about, and the values that it leaves it; None for one about anything else."""
    # `tag = k` leaves one value.
    if literal.op == "eq" and literal.args[0].op == "var" and literal.args[1].op == "const":
        if isinstance(literal.args[1].data, int):
            return literal.args[0], frozenset({literal.args[1].data})
        return None
    if literal.op == "or":
        # A disjunction of such equations leaves several, if all are about one tag.
        subject: Term | None = None
        values: set[int] = set()
        for arg in literal.args:
            pair = _tag_set(arg) if arg.op == "eq" else None
            if pair is None or subject not in (None, pair[0]):
                return None
            subject = pair[0]
            values |= pair[1]
        return None if subject is None else (subject, frozenset(values))
    return None


def conjunction(*guards: Term) -> Term:
    """Their conjunction, flat; FALSE when it contradicts itself on a tag or a literal."""
    # Symbolic execution conjoins guards at every branch, and most branches contradict those before: of a value that
    # `isinstance(x, int)` has told, `tag = str` is left out here, without a solver, and with it all that would be
    # encoded under it. `tags` has what each tag may still be: `tag = int or tag = bool`, and then `not (tag = bool)`,
    # leave int. FALSE is never wrong, and a contradiction of another kind stays: a solver finds it.
    literals: dict[Term, None] = {}
    negated: set[Term] = set()
    tags: dict[Term, frozenset[int]] = {}
    for guard in guards:
        for literal in guard.args if guard.op == "and" else (guard,):
            if literal is TRUE or literal in literals:
                # `True` and repetitions add nothing.
                continue
            if literal is FALSE or literal in negated:
                return FALSE
            literals[literal] = None
            if literal.op == "not":
                operand = literal.args[0]
                if operand in literals:
                    return FALSE
                negated.add(operand)
                # A negated equation removes values from a tag whose values are known; of an unknown tag it would need
                # all kinds.
                excluded = _tag_set(operand) if tags else None
                if excluded is not None and excluded[0] in tags:
                    tags[excluded[0]] -= excluded[1]
                    if not tags[excluded[0]]:
                        return FALSE
                continue
            # Values that a tag may have are intersected over all literals about it: an empty set is a contradiction.
            pair = _tag_set(literal) if literal.op in _TELLING else None
            if pair is not None:
                subject, values = pair
                if subject in tags:
                    values &= tags[subject]
                    if not values:
                        return FALSE
                tags[subject] = values
    # The conjunction of nothing is true; a single literal needs no operator.
    if not literals:
        return TRUE
    if len(literals) == 1:
        return next(iter(literals))
    return make("and", literals, BOOL)


def disjunction(*guards: Term) -> Term:
    """Their disjunction, flat; TRUE when it contains a literal and its negation."""
    literals: dict[Term, None] = {}
    negated: set[Term] = set()
    for guard in guards:
        # Nested disjunctions are flattened, so that equal literals meet.
        for literal in guard.args if guard.op == "or" else (guard,):
            if literal is FALSE or literal in literals:
                continue
            if literal is TRUE or literal in negated:
                return TRUE
            literals[literal] = None
            if literal.op == "not":
                if literal.args[0] in literals:
                    return TRUE
                negated.add(literal.args[0])
    if not literals:
        return FALSE
    if len(literals) == 1:
        return next(iter(literals))
    return make("or", literals, BOOL)


def negation(guard: Term) -> Term:
    """Its negation."""
    if guard is TRUE:
        return FALSE
    if guard is FALSE:
        return TRUE
    return guard.args[0] if guard.op == "not" else make("not", (guard,), BOOL)
