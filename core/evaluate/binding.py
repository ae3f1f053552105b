"""Evaluation of the operators that bind variables."""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from attrs import frozen

from ..domains import plan
from ..sorts import INT
from ..terms import Binder, Term
from ..trampoline import Steps
from ..values import ArrayValue, FrozenMap, Multiset, ordered
from .candidates import at_hand, everything
from .undefined import Undecided, Undefined

if TYPE_CHECKING:
    from .machine import Environment, Machine

_CANDIDATES = {1: 200, 2: 40, 3: 12}
"""How many values are tried for each variable without a finite domain, by the number of such variables."""

_ABSENT = object()


@frozen(slots=True)
class Level:
    """One loop of an enumeration. `values`: all of the binder's sort, if finite and without domain."""

    binder: Binder
    domain: Term
    inferred: bool
    values: tuple[Any, ...] | None

    @property
    def complete(self) -> bool:
        return self.domain.op != "unbounded" or self.values is not None


Visit = Callable[["Environment"], Steps[bool]]
"""What to do under an assignment; true ends the enumeration."""


def levels(machine: "Machine", term: Term, guard: Term, wanted: bool) -> tuple[Level, ...]:
    """The enumeration of a binding term's variables: every assignment under which `guard` may be `wanted`."""
    if term not in machine.levels:
        given = term.args[: len(term.data)]
        context = machine.context
        machine.levels[term] = tuple(
            Level(
                binder,
                domain,
                domain.op != "unbounded" and domain not in given,
                everything(binder.sort, context.datatypes) if domain.op == "unbounded" else None,
            )
            for binder, domain in plan(term.data, given, guard, wanted, context.functions)
        )
    return machine.levels[term]


def enumerate_assignments(
    machine: "Machine", loops: tuple[Level, ...], guard: Term, environment: "Environment", visit: Visit
) -> Steps[bool]:
    """Visit every assignment, in order. Incomplete levels range over the values at hand."""
    count = sum(not level.complete for level in loops)
    return (yield from _loop(machine, loops, guard, dict(environment), visit, _CANDIDATES.get(count, 4)))


def _loop(
    machine: "Machine",
    loops: tuple[Level, ...],
    guard: Term,
    environment: "Environment",
    visit: Visit,
    limit: int,
) -> Steps[bool]:
    if not loops:
        return (yield from visit(environment))
    level = loops[0]
    if not level.complete:
        values: Iterable[Any] = at_hand(level.binder.sort, environment, guard, limit)
    elif level.values is not None:
        values = level.values
    else:
        values = yield from _values(machine, level, environment)
    name = level.binder.name
    outer = environment.get(name, _ABSENT)
    for value in values:
        machine.context.fuel.step()
        environment[name] = value
        if (yield from _loop(machine, loops[1:], guard, environment, visit, limit)):
            return True
    # The next round of an outer loop may mean the variable that this one shadows.
    if outer is not _ABSENT:
        environment[name] = outer
    return False


def _values(machine: "Machine", level: Level, environment: "Environment") -> Steps[Iterable[Any]]:
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
    if domain.op == "range":
        low, high = arguments
        return range(low, high) if domain.args[0].sort == INT else map(chr, range(ord(low), ord(high)))
    match arguments[0]:
        case tuple() as elements:
            return dict.fromkeys(elements)
        case frozenset() | Multiset() | FrozenMap() as collection:
            return ordered(collection)
        case ArrayValue() as array:
            return dict.fromkeys(array.elements)
        case _:
            raise Undefined("the array is null", domain.span)


def forall(machine: "Machine", term: Term, environment: "Environment") -> Steps[bool]:
    return (yield from _decide(machine, term, environment, wanted=False))


def exists(machine: "Machine", term: Term, environment: "Environment") -> Steps[bool]:
    return (yield from _decide(machine, term, environment, wanted=True))


def _decide(machine: "Machine", term: Term, environment: "Environment", *, wanted: bool) -> Steps[bool]:
    """`wanted` if there is an instance whose body is; else the opposite."""
    body = term.args[-1]
    loops = levels(machine, term, body, wanted)
    complete = all(level.complete for level in loops)

    def visit(inner: "Environment") -> Steps[bool]:
        try:
            value: bool = yield from machine.value(body, inner)
        except (Undefined, Undecided):
            if complete:
                raise
            return False
        return value is wanted

    if (yield from enumerate_assignments(machine, loops, body, environment, visit)):
        return wanted
    if not complete:
        raise _no_domain(term, loops)
    return not wanted


def _no_domain(term: Term, loops: tuple[Level, ...]) -> Undecided:
    names = ", ".join(level.binder.name for level in loops if not level.complete)
    return Undecided(f"no finite domain for {names}", term.span)


def such_that(machine: "Machine", term: Term, environment: "Environment") -> Steps[Any]:
    """The first choice in the order of enumeration."""
    condition, body = term.args[-2:]
    loops = levels(machine, term, condition, True)
    chosen: Environment = {}

    def visit(inner: "Environment") -> Steps[bool]:
        if not (yield from machine.value(condition, inner)):
            return False
        chosen.update(inner)
        return True

    if (yield from enumerate_assignments(machine, loops, condition, environment, visit)):
        return (yield from machine.value(body, chosen))
    if all(level.complete for level in loops):
        raise Undefined("no value satisfies the condition", term.span)
    raise _no_domain(term, loops)


def _collect(machine: "Machine", term: Term, environment: "Environment") -> Steps[list[tuple[Any, ...]]]:
    """For each assignment that satisfies a comprehension's condition, the values of its element terms."""
    count = len(term.data)
    condition, elements = term.args[count], term.args[count + 1 :]
    loops = levels(machine, term, condition, True)
    if not all(level.complete for level in loops):
        raise _no_domain(term, loops)
    found: list[tuple[Any, ...]] = []

    def visit(inner: "Environment") -> Steps[bool]:
        if (yield from machine.value(condition, inner)):
            found.append(tuple((yield from machine.arguments(elements, inner))))
            machine.context.fuel.allow(len(found))
        return False

    yield from enumerate_assignments(machine, loops, condition, environment, visit)
    return found


def set_comprehension(machine: "Machine", term: Term, environment: "Environment") -> Steps[frozenset[Any]]:
    found = yield from _collect(machine, term, environment)
    return frozenset(element for (element,) in found)


def map_comprehension(machine: "Machine", term: Term, environment: "Environment") -> Steps[FrozenMap]:
    """Undefined when one key gets two values."""
    found: dict[Any, Any] = {}
    for key, value in (yield from _collect(machine, term, environment)):
        if found.setdefault(key, value) != value:
            raise Undefined("a key with two values", term.span)
    return FrozenMap(found)


def seq_comprehension(machine: "Machine", term: Term, environment: "Environment") -> Steps[tuple[Any, ...]]:
    low, length = yield from machine.arguments(term.args[0].args, environment)
    if length < 0:
        raise Undefined(f"a sequence of length {length}", term.span)
    machine.context.fuel.allow(length)
    inner = dict(environment)
    elements = []
    for index in range(low, length):
        machine.context.fuel.step()
        inner[term.data[0].name] = index
        elements.append((yield from machine.value(term.args[-1], inner)))
    return tuple(elements)


def let(machine: "Machine", term: Term, environment: "Environment") -> Steps[Any]:
    inner = dict(environment)
    for binder, value in zip(term.data, term.args[:-1], strict=True):
        inner[binder.name] = yield from machine.value(value, inner)
    return (yield from machine.value(term.args[-1], inner))
