"""Values of codatatypes, which are made as far as somebody reads them (Dafny reference manual, sections 5.14.3 and
6.2.2; its compiler, too, makes a cell that is filled when it is read).

In `function Up(n: int): Stream { More(n, Up(n + 1)) }` the call of `Up` is the argument of a constructor of a
codatatype, and comes back to itself: it is *delayed*, and `Up(0)` is `More(0, …)`. Only such an argument is: that of a
recursive call, inside the body of a function. So what a method computes is computed when it says so, as in a compiled
program. Reading the field computes it, once, and everybody who has the value sees the same one.
"""

from collections import deque
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from ..errors import NotComputed
from ..ir.contracts import Datatype, Function
from ..ir.operators.context import Undecided
from ..ir.operators.table import STRICT
from ..ir.sorts import Sort
from ..ir.terms import Term, subterms
from ..ir.values import CodatatypeValue, DatatypeValue, Delayed, FrozenMap, applied, computed_part
from ..ir.variables import Name
from ..trampoline import Steps
from .environment import AsKey, Environment, Evaluator

MOST_PARTS = 2_000
"""Constructors of one value that are computed where all of it is asked for."""


def has_codatatypes(datatypes: Mapping[str, Datatype]) -> bool:
    """Are there any?"""
    return any(each.lazy for each in datatypes.values())


def make_constructed(machine: Evaluator, term: Term, environment: Environment) -> Steps[Any]:
    """The value of a constructor that is applied, `datatype.make`."""
    delayed: tuple[bool, ...] = ()
    if machine.depth and _is_lazy(term.sort, machine.context.datatypes):
        delayed = _delayed(term, AsKey(machine.context.functions), AsKey(machine.context.datatypes))
    if not any(delayed):
        return applied(term.data, tuple((yield from machine.arguments(term.args, environment))))
    fields = []
    for arg, later in zip(term.args, delayed, strict=True):
        # A copy: a loop around the term gives its variables other values.
        fields.append(Delayed(arg, environment.inner(())) if later else (yield from machine.value(arg, environment)))
    return applied(term.data, tuple(fields))


def _is_lazy(sort: Sort, datatypes: Mapping[str, Datatype]) -> bool:
    declared = datatypes.get(str(sort.label)) if sort.kind == "Datatype" else None
    return declared is not None and declared.lazy


@lru_cache(maxsize=4096)
def _delayed(term: Term, functions: AsKey, datatypes: AsKey) -> tuple[bool, ...]:
    """Which arguments of a constructor are delayed."""
    return tuple(
        _is_lazy(arg.sort, datatypes.mapping) and any(_recurs(each, functions) for each in _results(arg))
        for arg in term.args
    )


def _results(term: Term) -> Iterator[Term]:
    """What the value of a term may be, whichever way is taken."""
    pending = [term]
    while pending:
        part = pending.pop()
        match part.op:
            case "ite":
                pending.extend(part.args[1:])
            case "let" | "such_that":
                pending.append(part.args[-1])
            case "datatype.make":
                pending.extend(part.args)
            case _:
                yield part


def _recurs(term: Term, functions: AsKey) -> bool:
    return term.op == "call" and term.data in _called(term.data, functions)


@lru_cache(maxsize=4096)
def _called(name: str, functions: AsKey) -> frozenset[str]:
    """The functions that a call of a function may call in its turn."""
    known: Mapping[Name, Function] = functions.mapping
    found: set[str] = set()
    pending = [name]
    while pending:
        function = known.get(pending.pop())
        for part in subterms(function.body) if function is not None and function.body is not None else ():
            if part.op == "call" and part.data not in found:
                found.add(part.data)
                pending.append(part.data)
    return frozenset(found)


def read_field(machine: Evaluator, term: Term, environment: Environment) -> Steps[Any]:
    """The value of `datatype.at`: a field that is not computed yet is."""
    (value,) = yield from machine.arguments(term.args, environment)
    try:
        return STRICT[term.op](term, machine.context, value)
    except NotComputed:
        position = machine.context.position(str(term.args[0].sort.label), *term.data)
        return (yield from compute(machine, value.fields[position]))


def compute(machine: Evaluator, field: Any) -> Steps[Any]:
    """The value of a field, which is computed the first time."""
    if isinstance(field, Delayed) and not field.is_computed:
        field.keep((yield from machine.deeper(field.term, field.environment)))
    return computed_part(field)


def equal(machine: Evaluator, term: Term, environment: Environment) -> Steps[bool]:
    """The value of `eq`. Two values of a codatatype are equal where no way of reading tells them apart; that two which
    have no end are equal is known where they come back to parts that were compared before."""
    left, right = yield from machine.arguments(term.args, environment)
    if not isinstance(left, CodatatypeValue) and not isinstance(right, CodatatypeValue):
        same: bool = STRICT[term.op](term, machine.context, left, right)
        return same
    compared: set[tuple[int, int]] = set()
    kept = []
    # First come, first compared: what is near is, however many fields have no end.
    pending = deque([(left, right)])
    while pending:
        one, other = pending.popleft()
        one, other = (yield from compute(machine, one)), (yield from compute(machine, other))
        machine.context.fuel.step()
        if one is other or (id(one), id(other)) in compared:
            continue
        if not isinstance(one, CodatatypeValue) and not isinstance(other, CodatatypeValue):
            if one != other:
                return False
            continue
        if one.constructor != other.constructor:
            return False
        if len(compared) >= MOST_PARTS:
            raise Undecided(f"values of a codatatype are equal as far as {MOST_PARTS} constructors", term.span)
        compared.add((id(one), id(other)))
        kept.append((one, other))  # So that no other value gets the number of one of these.
        pending.extend(zip(one.fields, other.fields, strict=True))
    return True


def finished(machine: Evaluator, value: Any) -> Steps[Any]:
    """A value in which all is computed. Raises Undecided for one that has no end, as far as is looked."""
    count = 0

    def whole(part: Any) -> Steps[Any]:
        nonlocal count
        match part:
            case CodatatypeValue(constructor=name, fields=fields):
                count += 1
                if count > MOST_PARTS:
                    raise Undecided(f"a value of a codatatype with more than {MOST_PARTS} constructors, or without end")
                found = []
                for field in fields:
                    found.append((yield whole((yield from compute(machine, field)))))
                return DatatypeValue(name, tuple(found))
            case DatatypeValue(constructor=name, fields=fields):
                return DatatypeValue(name, (yield whole(fields)))
            case tuple():
                parts = []
                for each in part:
                    parts.append((yield whole(each)))
                return tuple(parts)
            case FrozenMap():
                pairs = []
                for key, each in part.items():
                    pairs.append((key, (yield whole(each))))
                return FrozenMap(pairs)
            case _:
                return part

    return (yield whole(value))
