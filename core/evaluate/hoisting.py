"""What an enumeration of several variables need not do in its innermost loop.

Loop-invariant hoisting: which parts of a term mean the same in every round, whatever the loop's variables are; they are
computed once. Filters: which conditions can be tested before the later variables are reached.
`exists i, j :: 0 <= i < n && 0 <= j < n && a[i] == low && P(a[j])` needs to look at every j only where `a[i] == low`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import frozen

from ..ir.contracts import Datatype, Function
from ..ir.substitution import FreeNames
from ..ir.terms import Binder, Term, binders
from ..ir.variables import Name
from .domains import always_defined


def invariant(roots: Iterable[Term], names: frozenset[Name], free: FreeNames) -> dict[Term, frozenset[Name]]:
    """The largest subterms that do not mention these names, nor one that is bound around them, each with its free
    names. Leaves are none."""
    largest: dict[Term, frozenset[Name]] = {}
    done: set[tuple[Term, frozenset[Name]]] = set()
    pending = [(root, names) for root in roots]
    while pending:
        term, hidden = pending.pop()
        if not term.args or (term, hidden) in done:
            continue
        done.add((term, hidden))
        if free.of(term).isdisjoint(hidden):
            largest[term] = free.of(term)
            continue
        hidden_inside = hidden | {binder.name for binder in binders(term)}
        pending.extend((arg, hidden_inside) for arg in term.args)
    return largest


@frozen(slots=True)
class Filter:
    """A Bool term, and the value without which the guard is not what is wanted."""

    term: Term
    needed: bool


def filters(
    order: Sequence[Binder],
    guard: Term,
    outcome: bool,
    functions: Mapping[Name, Function],
    datatypes: Mapping[str, Datatype],
    free: FreeNames,
) -> tuple[tuple[Filter, ...], ...]:
    """For each variable, in the order of the enumeration, what can be tested once it has a value: where a test does not
    have the value that is needed, and none before it is undefined, `guard` is defined and not `wanted` for all values
    of the later variables. None for the last variable."""
    # A test that fails early skips what stands before it, too, and that must be defined for all later values: in
    # `a[j] > 0 && i > 2` the test of `i` may come before j has a value only if `a[j]` is never undefined.
    conjuncts, conditions = list(_parts(guard, outcome)), dict[Term, Term]()
    safe = [always_defined(conjunct.term, functions, datatypes, conditions) for conjunct in conjuncts]
    tests_by_variable: list[tuple[Filter, ...]] = []
    for position in range(len(order)):
        later = {binder.name for binder in order[position + 1 :]}
        if not later:
            tests_by_variable.append(())
            break
        tests = []
        for conjunct, defined in zip(conjuncts, safe, strict=True):
            if free.of(conjunct.term).isdisjoint(later):
                tests.append(conjunct)
            elif not defined:
                break
        # What does not read this variable was tested before, with those that it reads.
        mentions = order[position].name
        tests_by_variable.append(tuple(tests) if any(mentions in free.of(test.term) for test in tests) else ())
    return tuple(tests_by_variable)


def _parts(guard: Term, outcome: bool) -> Iterator[Filter]:
    """What all must hold for the guard to be `wanted`, in the order of evaluation."""
    pending = [(guard, outcome)]
    while pending:
        term, needed = pending.pop()
        match term.op:
            case "not":
                pending.append((term.args[0], not needed))
            case "and" if needed:
                pending.extend((arg, True) for arg in reversed(term.args))
            case "or" if not needed:
                pending.extend((arg, False) for arg in reversed(term.args))
            case "implies" if not needed:
                pending.extend(((term.args[1], False), (term.args[0], True)))
            case _:
                yield Filter(term, needed)
