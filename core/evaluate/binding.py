"""Evaluation of the operators that bind variables: quantifiers, comprehensions, `:|`, let.

The variables of a term are a nest of loops, one *level* for each (`levels`): its domain is the one that is written, or
inferred from the conditions (`domains.py`). What a loop does not change is computed before it, and a condition is
tested as soon as its variables have values.

Example: `forall i, j :: 0 <= i < j < |s| ==> s[i] <= s[j]`. The conditions give both variables finite domains, the
inner one depending on the outer; the body is evaluated for each pair until it is false.

Where no finite domain is known the level is not *complete*. Then values at hand are tried (`candidates.py`): one of
them may decide the term (a counterexample of `forall`, a witness of `exists`), and if none does, the term is undecided.

Invariant: a complete level visits every value under which the guard may be as wanted, so that finding none is a proof;
an incomplete one proves nothing by finding none. An instance without a value counts only if all levels are complete:
the values at hand may lie outside what the author meant.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import isqrt
from typing import Any

from attrs import frozen

from ..errors import NotComputed
from ..ir.contracts import Datatype, Function
from ..ir.operators.context import OpenChoice, Undecided, Undefined
from ..ir.sorts import INT, only_knows_equality
from ..ir.substitution import FreeNames
from ..ir.terms import FALSE, Binder, Term, binders, free_variables
from ..ir.values import ArrayValue, FrozenMap, Multiset, ordered
from ..ir.variables import Name
from ..trampoline import Steps
from .candidates import at_hand, everything, up_to_renaming, with_collected
from .domains import always_defined, plan, plan_where_defined
from .environment import PENDING, AsKey, Environment, Evaluator, Known
from .evaluation_limits import LIMITS
from .occurring import Occurring, compared_with
from .region import COLLECTIONS, DIVISORS, SEQUENCES, SUBSETS, EnumerationPlan
from .sequences import each_sequence

# What an enumeration of several variables need not do in its innermost loop.
#
# Loop-invariant hoisting: which parts of a term mean the same in every round, whatever the loop's variables are; they
# are computed once. Filters: which conditions can be tested before the later variables are reached. `exists i, j :: 0
# <= i < n && 0 <= j < n && a[i] == low && P(a[j])` needs to look at every j only where `a[i] == low`.


def invariant(roots: Iterable[Term], names: frozenset[Name], free: FreeNames) -> dict[Term, frozenset[Name]]:
    """The largest subterms that do not mention these names, nor one that is bound around them, each with its free
    names. Leaves are none."""
    largest: dict[Term, frozenset[Name]] = {}
    done: set[tuple[Term, frozenset[Name]]] = set()
    pending = [(root, names) for root in roots]
    while pending:
        term, hidden = pending.pop()
        # The same subterm may stand under different binders, and is invariant under some of them only.
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
                # Reversed, as the stack gives them back: a condition may only be evaluated where those before it hold.
                pending.extend((arg, True) for arg in reversed(term.args))
            case "or" if not needed:
                pending.extend((arg, False) for arg in reversed(term.args))
            case "implies" if not needed:
                pending.extend(((term.args[1], False), (term.args[0], True)))
            case _:
                yield Filter(term, needed)


_CANDIDATES = {1: 200, 2: 40, 3: 12}
"""How many values are tried for each variable without a finite domain, by the number of such variables."""


@frozen(slots=True)
class LoopLevel:
    """One loop of an enumeration. `values`: all of the binder's sort, if finite and without domain. `invariant`: terms
    that mean the same in every round, with their free names. `filters`: what spares the loops inside. `mentioned`: the
    free names of the guard, where the binder has no domain and its sort only knows equality. `occurring`: with what a
    quantifier compares the binder, where it does nothing else with it."""

    binder: Binder
    domain: Term
    inferred: bool
    values: tuple[Any, ...] | None
    invariant: Mapping[Term, frozenset[Name]]
    filters: tuple[Filter, ...]
    mentioned: frozenset[Name] | None = None
    occurring: Occurring | None = None

    @property
    def complete(self) -> bool:
        return self.domain.op != "unbounded" or self.values is not None

    @property
    def represented(self) -> bool:
        """Do some values stand for all others?"""
        return self.mentioned is not None or self.occurring is not None

    @property
    def may_be_infinite(self) -> bool:
        """Is it decided at each evaluation whether the domain is finite, and small enough?"""
        return self.domain.op == "elements" and self.domain.args[0].op in (COLLECTIONS, DIVISORS, SUBSETS)

    @property
    def allowed(self) -> Term | None:
        """The set of sequences to enumerate one by one, where the domain is one."""
        return self.domain.args[0] if self.domain.op == "elements" and self.domain.args[0].op == SEQUENCES else None


_Told = Steps[bool]
# Named once: the annotation of a function inside another is made anew with it, which takes longer than a round.
VisitValue = Callable[[Environment], _Told]
"""What to do under an assignment; true ends the enumeration."""


@frozen(slots=True)
class _Enumeration:
    """The loops of a binding term, and those with more domains, which are right where a condition holds."""

    always: tuple[LoopLevel, ...]
    better: tuple[LoopLevel, ...] = ()
    provided: Term = FALSE


def levels(
    machine: Evaluator, term: Term, guard: Term, outcome: bool, environment: Environment
) -> Steps[tuple[LoopLevel, ...]]:
    """The enumeration of a binding term's variables: every assignment under which `guard` may be `wanted`."""
    enumeration = _enumeration(term, guard, outcome, AsKey(machine.context.functions), AsKey(machine.context.datatypes))
    if not enumeration.better:
        return enumeration.always
    try:
        holds = yield from machine.value(enumeration.provided, environment)
    except (Undefined, Undecided):
        holds = False
    return enumeration.better if holds else enumeration.always


@lru_cache(maxsize=1024)
def _enumeration(term: Term, guard: Term, outcome: bool, functions: AsKey, datatypes: AsKey) -> _Enumeration:
    """Kept, because it can take longer than the evaluation, and one clause is evaluated on many values."""
    known_functions: Mapping[Name, Function] = functions.mapping
    known_datatypes: Mapping[str, Datatype] = datatypes.mapping
    domains = term.args[: len(term.data)]

    def loops(planned: EnumerationPlan) -> tuple[LoopLevel, ...]:
        return _loops(term, guard, outcome, planned, known_functions, known_datatypes)

    always = loops(plan(term.data, domains, guard, outcome, known_functions, known_datatypes))
    if all(level.complete for level in always):
        return _Enumeration(always)
    more = plan_where_defined(term.data, domains, guard, outcome, known_functions, known_datatypes)
    return _Enumeration(always) if more is None else _Enumeration(always, loops(more[0]), more[1])


def _loops(
    term: Term,
    guard: Term,
    outcome: bool,
    planned: EnumerationPlan,
    functions: Mapping[Name, Function],
    datatypes: Mapping[str, Datatype],
) -> tuple[LoopLevel, ...]:
    """The levels of a plan."""
    count = len(term.data)
    # One cache of free names for all levels.
    free = FreeNames()
    tests = filters([binder for binder, _ in planned], guard, outcome, functions, datatypes, free)
    loop_levels = []
    for position, (binder, domain) in enumerate(planned):
        # What changes inside a level must not be computed before it.
        changing = frozenset(later_binder.name for later_binder, _ in planned[position:])
        inside = (*term.args[count:], *(later for _, later in planned[position + 1 :]))
        numbers = domain.op in ("unbounded", "range") and term.op in ("forall", "exists")
        loop_levels.append(
            LoopLevel(
                binder,
                domain,
                domain.op != "unbounded" and domain not in term.args[:count],
                everything(binder.sort, datatypes) if domain.op == "unbounded" else None,
                invariant(inside, changing, free),
                tests[position],
                free.of(guard) if domain.op == "unbounded" and only_knows_equality(binder.sort) else None,
                compared_with(binder, term.data, guard, functions, datatypes) if numbers else None,
            )
        )
    return tuple(loop_levels)


def enumerate_assignments(
    machine: Evaluator, loops: tuple[LoopLevel, ...], guard: Term, environment: Environment, visit: VisitValue
) -> Steps[bool]:
    """Visit every assignment, in order. Incomplete levels range over the values at hand."""
    count = sum(not level.complete or level.may_be_infinite or level.allowed is not None for level in loops)
    if not loops:
        return (yield from visit(environment))
    return (yield from _loop(machine, loops, guard, environment, visit, _CANDIDATES.get(count, 4)))


def _loop(
    machine: Evaluator,
    loops: tuple[LoopLevel, ...],
    guard: Term,
    environment: Environment,
    visit: VisitValue,
    limit: int,
) -> Steps[bool]:
    """The rounds of the outermost loop, each with the loops inside it. True where a visit ended the enumeration."""
    level, *inner_levels = loops
    inner_loops = tuple(inner_levels)
    name = level.binder.name
    # A new one, for the next round of an outer loop may mean the variable that this one shadows.
    # The scope of this loop; what does not change in it is kept in `known`.
    bound = environment.inner((name,))
    known_terms = dict(bound.known)
    for term, names in level.invariant.items():
        if term not in known_terms:
            known_terms[term] = Known(names)
    bound.known = known_terms

    # One round: step, filters, then the inner loops or the visit.
    def round_with(value: Any) -> _Told:
        machine.context.fuel.step()
        # A filter that is false spares all inner rounds.
        bound[name] = value
        if level.filters and (yield from _excluded(machine, level.filters, bound)):
            return False
        if inner_loops:
            return (yield from _loop(machine, inner_loops, guard, bound, visit, limit))
        return (yield from visit(bound))

    # Sequences over a set are enumerated lazily, one by one.
    if level.allowed is not None:
        # What is at hand first: it is a witness more often than what comes first in order.
        for value in _guesses(machine, level, environment, guard, limit) if level.inferred else ():
            if (yield from round_with(value)):
                return True
        return (yield from each_sequence(machine, level.allowed, environment, round_with))
    values, cut = yield from _tried(machine, level, environment, guard, limit)
    for value in values:
        if (yield from round_with(value)):
            return True
    # The end of an incomplete enumeration is told after all that was tried.
    if cut is not None:
        raise cut
    return False


def _tried(
    machine: Evaluator, level: LoopLevel, environment: Environment, guard: Term, limit: int
) -> Steps[tuple[Iterable[Any], Undecided | None]]:
    """The values that a loop goes through, and what is raised at its end, where there are more than these."""
    sort, name = level.binder.sort, level.binder.name
    # For a sort that only knows equality, representatives are enough.
    if level.mentioned is not None:
        # One element that is not mentioned stands for all of them; the variables of outer loops are mentioned.
        bound = {
            mentioned_name: environment[mentioned_name]
            for mentioned_name in level.mentioned
            if mentioned_name in environment
        }
        values = up_to_renaming(sort, bound, guard, 1, LIMITS.uninterpreted_elements, machine.inside)
        if values is not None:
            return values, None
        why = f"too many values for {name}: more than {LIMITS.uninterpreted_elements}"
        return _guesses(machine, level, environment, guard, limit), Undecided(why)
    if level.occurring is not None and not level.complete:
        values = level.occurring.representatives(environment, None)
        if values is not None:
            return values, None
        return _guesses(machine, level, environment, guard, limit), Undecided(
            f"too many values for {name}: more than {LIMITS.occurring_values}"
        )
    # Without a complete domain values are guesses.
    if not level.complete:
        return _guesses(machine, level, environment, guard, limit), None
    if level.values is not None:
        return level.values, None
    try:
        elements = yield from _values(machine, level, environment)
    except Undecided as problem:
        if not level.may_be_infinite:
            raise
        return _guesses(machine, level, environment, guard, limit), problem
    if level.occurring is not None and isinstance(elements, range) and elements:
        values = level.occurring.representatives(environment, elements)
        if values is not None and elements.stop - elements.start > len(values):
            return values, None
    # Beyond `sys.maxsize` a range has no length.
    # A range beyond the budget is tried near its ends and at what is at hand.
    if isinstance(elements, range) and elements.stop - elements.start > max(
        machine.context.fuel.steps, LIMITS.tried_values
    ):
        near = [value for value in _guesses(machine, level, environment, guard, limit) if value in elements]
        steps = machine.context.fuel.most_steps
        why = f"too many values for {name}: more than are left of {steps:,} steps"
        return (*near, *elements[: LIMITS.tried_values]), Undecided(why)
    return elements, None


def _guesses(
    machine: Evaluator, level: LoopLevel, environment: Environment, guard: Term, limit: int
) -> tuple[Any, ...]:
    """Values at hand: a witness may be among them, and that none is says nothing."""
    sort, datatypes = level.binder.sort, machine.context.datatypes
    return with_collected(at_hand(sort, environment, guard, limit, datatypes), sort, environment, guard, datatypes)


def _excluded(machine: Evaluator, tests: tuple[Filter, ...], environment: Environment) -> Steps[bool]:
    """Whether a filter excludes the variables so far. One without a value says nothing: a later variable may have no
    values, and nothing is undefined then."""
    for test in tests:
        try:
            value = yield from machine.value(test.term, environment)
        except (Undefined, Undecided):
            return False
        if value is not test.needed:
            return True
    return False


def _values(machine: Evaluator, level: LoopLevel, environment: Environment) -> Steps[Iterable[Any]]:
    """The values of a domain. An inferred one that is undefined leaves the term undecided."""
    domain = level.domain
    try:
        arguments = yield from machine.arguments(domain.args, environment)
    except Undefined as problem:
        if not level.inferred:
            raise
        raise Undecided(f"the bounds of {level.binder.name} are undefined: {problem.reason}") from None
    return domain_values(domain, arguments)


def domain_values(domain: Term, arguments: Sequence[Any]) -> Iterable[Any]:
    """The values of a `range` or `elements` domain with these arguments, in a fixed order.

    Raises Undefined for a null array."""
    # In a fixed order, so that the first witness is the same in each run.
    if domain.op == "range":
        low, high = arguments
        return range(low, high) if domain.args[0].sort == INT else map(chr, range(ord(low), ord(high)))
    match arguments[0]:
        case tuple() as elements:
            # Duplicates would only repeat a round.
            return dict.fromkeys(elements)
        case frozenset() | Multiset() | FrozenMap() as collection:
            return ordered(collection)
        case ArrayValue() as array:
            return dict.fromkeys(array.elements)
        case _:
            raise Undefined("the array is null", domain.span)


def divisors(machine: Evaluator, term: Term, environment: Environment) -> Steps[frozenset[int]]:
    """The set that `region.DIVISORS` names. Raises Undecided where it is not finite, or takes long."""
    numbers = yield from machine.arguments(term.args, environment)
    number = abs(next(filter(None, numbers), 0))
    if not 0 < number <= LIMITS.factored_number:
        raise Undecided(f"the divisors of {number} are not enumerated", term.span)
    small = []
    for divisor in range(1, isqrt(number) + 1):
        machine.context.fuel.step()
        if number % divisor == 0:
            small += [divisor, number // divisor]
    return frozenset((0, *small, *(-divisor for divisor in small)))


def subsets(machine: Evaluator, term: Term, environment: Environment) -> Steps[frozenset[frozenset[Any]]]:
    """The set that `region.SUBSETS` names. Raises Undecided where it is large."""
    (base_set,) = yield from machine.arguments(term.args, environment)
    elements, fuel = ordered(base_set), machine.context.fuel
    if len(elements) > LIMITS.doubled_elements:
        raise Undecided(f"the subsets of more than {LIMITS.doubled_elements} elements", term.span)
    subsets_so_far: list[frozenset[Any]] = [frozenset()]
    for element in elements:
        fuel.step(len(subsets_so_far))
        subsets_so_far += [subset | {element} for subset in subsets_so_far]
    return frozenset(subsets_so_far)


def forall(machine: Evaluator, term: Term, environment: Environment) -> Steps[bool]:
    return (yield from _decide(machine, term, environment, wanted=False))


def exists(machine: Evaluator, term: Term, environment: Environment) -> Steps[bool]:
    return (yield from _decide(machine, term, environment, wanted=True))


def _decide(machine: Evaluator, term: Term, environment: Environment, *, wanted: bool) -> Steps[bool]:
    """`wanted` if there is an instance whose body is; else the opposite."""
    body = term.args[-1]
    # The enumeration is over assignments under which the body may be as wanted.
    loops = yield from levels(machine, term, body, wanted, environment)
    complete = all(level.complete for level in loops)
    undecided: list[Undefined | Undecided] = []

    def visit(bound: Environment) -> _Told:
        try:
            value = machine.at_once(body, bound)
            if value is PENDING:
                value = yield from machine.computed(body, bound)
        # Undefined in a complete enumeration is the term's being undefined; elsewhere another value may still decide.
        except (Undefined, Undecided) as problem:
            if complete:
                raise
            undecided.append(problem)
            return False
        return value is wanted

    # One instance decides.
    if (yield from enumerate_assignments(machine, loops, body, environment, visit)):
        return wanted
    # No instance among guesses proves nothing.
    if not all(level.complete or level.represented for level in loops):
        raise _no_domain(term, loops)
    # An instance without a value leaves the whole without one.
    if undecided:
        raise undecided[0]
    return not wanted


def _no_domain(term: Term, loops: tuple[LoopLevel, ...]) -> Undecided:
    names = ", ".join(str(level.binder.name) for level in loops if not level.complete)
    return Undecided(f"no finite domain for {names}", term.span)


def such_that(machine: Evaluator, term: Term, environment: Environment) -> Steps[Any]:
    """The value that the body has under every choice. Which one is taken the language leaves open (reference manual,
    "Let Expression"), so that a body with several values has none that is known."""
    condition, body = term.args[-2:]
    loops = yield from levels(machine, term, condition, True, environment)
    # With a complete domain, that none satisfies the condition is known.
    complete = all(level.complete for level in loops)
    trail = machine.context.choices
    values: list[Any] = []

    def visit(bound: Environment) -> _Told:
        # Only values that satisfy the condition are choices.
        if not (yield from machine.value(condition, bound)):
            return False
        # Under a copy: a function value keeps the variables that it is made under.
        chosen = bound.inner(())
        value = yield from machine.value(body, chosen)
        # The choice is known only if every choice gives the same.
        if not values:
            values.append(value)
        elif not any(_is_same(earlier, value) for earlier in values):
            if trail is None:
                raise OpenChoice(values[0], term.span)
            values.append(value)
            machine.context.fuel.allow(len(values))
        # A running program takes the first that it finds, where it cannot see all.
        return machine.context.runs and not complete

    ended = yield from enumerate_assignments(machine, loops, condition, environment, visit)
    if len(values) > 1 and complete and trail is not None and term.span is not None:
        # Two places in a text choose apart, and one place chooses again for other values of what it mentions.
        sorts = sorted(free_variables(term), key=str)
        mentioned = tuple((name, machine.state(environment.get(name), sort)) for name, sort in sorts)
        return values[trail.taken((term, mentioned), len(values))]
    if len(values) == 1 and (complete or ended):
        return values[0]
    if values:
        raise OpenChoice(values[0], term.span)
    raise Undefined("no value satisfies the condition", term.span) if complete else _no_domain(term, loops)


def _is_same(first: Any, second: Any) -> bool:
    """Whether two values are known to be one."""
    if first is second:
        return True
    try:
        # Arrays of other elements are equal where they are one array, and then both are what it is now.
        return bool(first == second)
    except NotComputed:
        return False


def _collect(machine: Evaluator, term: Term, environment: Environment) -> Steps[list[tuple[Any, ...]]]:
    """Collect the values of a comprehension's element terms, for each assignment that satisfies its condition."""
    count = len(term.data)
    condition, elements = term.args[count], term.args[count + 1 :]
    loops = yield from levels(machine, term, condition, True, environment)
    # A comprehension needs its whole domain: a guess would lack elements.
    if not all(level.complete for level in loops):
        raise _no_domain(term, loops)
    rows: list[tuple[Any, ...]] = []

    def visit(bound: Environment) -> _Told:
        if (yield from machine.value(condition, bound)):
            rows.append(tuple((yield from machine.arguments(elements, bound))))
            # The size is charged for, since elements are kept.
            machine.context.fuel.allow(len(rows))
        return False

    yield from enumerate_assignments(machine, loops, condition, environment, visit)
    return rows


def set_comprehension(machine: Evaluator, term: Term, environment: Environment) -> Steps[frozenset[Any]]:
    rows = yield from _collect(machine, term, environment)
    return frozenset(element for (element,) in rows)


def map_comprehension(machine: Evaluator, term: Term, environment: Environment) -> Steps[FrozenMap]:
    """Undefined when one key gets two values."""
    entries: dict[Any, Any] = {}
    for key, value in (yield from _collect(machine, term, environment)):
        if entries.setdefault(key, value) != value:
            raise Undefined("a key with two values", term.span)
    return FrozenMap(entries)


def seq_comprehension(machine: Evaluator, term: Term, environment: Environment) -> Steps[tuple[Any, ...]]:
    low, length = yield from machine.arguments(term.args[0].args, environment)
    if length < 0:
        raise Undefined(f"a sequence of length {length}", term.span)
    machine.context.fuel.allow(length)
    bound = environment.inner((term.data[0].name,))
    elements = []
    for index in range(low, length):
        machine.context.fuel.step()
        bound[term.data[0].name] = index
        elements.append((yield from machine.value(term.args[-1], bound)))
    return tuple(elements)


def let(machine: Evaluator, term: Term, environment: Environment) -> Steps[Any]:
    bound = environment.inner(binder.name for binder in term.data)
    for binder, value in zip(term.data, term.args[:-1], strict=True):
        bound[binder.name] = yield from machine.value(value, bound)
    return (yield from machine.value(term.args[-1], bound))
