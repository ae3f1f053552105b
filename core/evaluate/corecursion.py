"""Values of codatatypes, which are made as far as somebody reads them (Dafny reference manual, sections 5.14.3 and
6.2.2; its compiler, too, makes a cell that is filled when it is read).

In `function Up(n: int): Stream { More(n, Up(n + 1)) }` the call of `Up` is the argument of a constructor of a
codatatype, and comes back to itself: it is *delayed*, and `Up(0)` is `More(0, …)`. Only such an argument is: that of a
recursive call, inside the body of a function. So what a method computes is computed when it says so, as in a compiled
program. Reading the field computes it, once, and everybody who has the value sees the same one.
"""

from collections import deque
from collections.abc import Hashable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from ..errors import NotComputed
from ..ir.contracts import Datatype, Function
from ..ir.functions import body_of_function, called_by
from ..ir.graphs import value_at
from ..ir.operators.context import Undecided
from ..ir.operators.table import STRICT
from ..ir.rational_trees import NodeReference, RationalTree, TreeNode
from ..ir.sorts import Sort
from ..ir.terms import Term, ordered_variables
from ..ir.values import CodatatypeValue, DatatypeValue, Delayed, FrozenMap, applied, computed_part
from ..ir.variables import Name
from ..trampoline import Steps
from .environment import AsKey, Environment, Evaluator
from .evaluation_limits import LIMITS


def has_codatatypes(datatypes: Mapping[str, Datatype]) -> bool:
    """Are there any?"""
    return bool(datatypes) and _has_codatatypes(AsKey(datatypes))


@lru_cache(maxsize=64)
def _has_codatatypes(datatypes: AsKey) -> bool:
    """Kept, because each evaluation asks it of the same program."""
    by_name: Mapping[str, Datatype] = datatypes.mapping
    return any(datatype.lazy for datatype in by_name.values())


def make_constructed(machine: Evaluator, term: Term, environment: Environment) -> Steps[Any]:
    """The value of a constructor that is applied, `datatype.make`."""
    delayed: tuple[bool, ...] = ()
    if machine.depth and is_codatatype(term.sort, machine.context.datatypes):
        delayed = _delayed(term, AsKey(machine.context.functions), AsKey(machine.context.datatypes))
    if not any(delayed):
        return applied(term.data, tuple((yield from machine.arguments(term.args, environment))))
    fields = []
    for arg, later in zip(term.args, delayed, strict=True):
        # A copy: a loop around the term gives its variables other values.
        fields.append(Delayed(arg, environment.inner(())) if later else (yield from machine.value(arg, environment)))
    return applied(term.data, tuple(fields))


def is_codatatype(sort: Sort, datatypes: Mapping[str, Datatype]) -> bool:
    """Is it the sort of a codatatype?"""
    declared = datatypes.get(str(sort.label)) if sort.kind == "Datatype" else None
    return declared is not None and declared.lazy


@lru_cache(maxsize=4096)
def _delayed(term: Term, functions: AsKey, datatypes: AsKey) -> tuple[bool, ...]:
    """Which arguments of a constructor are delayed."""
    return tuple(
        is_codatatype(arg.sort, datatypes.mapping) and any(_recurs(result, functions) for result in _results(arg))
        for arg in term.args
    )


def _results(term: Term) -> Iterator[Term]:
    """What the value of a term may be, whichever way is taken."""
    pending = [term]
    while pending:
        result = pending.pop()
        match result.op:
            case "ite":
                pending.extend(result.args[1:])
            case "let" | "such_that":
                pending.append(result.args[-1])
            case "datatype.make":
                pending.extend(result.args)
            case _:
                yield result


def _recurs(term: Term, functions: AsKey) -> bool:
    return term.op == "call" and term.data in called_in_turn(term.data, functions)


@lru_cache(maxsize=4096)
def called_in_turn(name: Name, functions: AsKey) -> frozenset[Name]:
    """The functions that the body of a function calls, directly or through others: itself, where it recurs. Kept,
    because it is asked for each call of each fact."""
    by_name: Mapping[Name, Function] = functions.mapping
    bodies = body_of_function(by_name[name]) if name in by_name else ()
    return frozenset(called_by(bodies, by_name, body_of_function))


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
        field.origin = _origin(machine, field)
        field.keep((yield from machine.deeper(field.term, field.environment)))
    return computed_part(field)


def _origin(machine: Evaluator, field: Delayed) -> Hashable:
    """What the value of a delayed field depends on: its term and the values of the variables in it."""
    held = (
        (name, machine.state(field.environment[name], sort))
        for name, sort in ordered_variables(field.term)
        if name in field.environment
    )
    try:
        origin = field.term, tuple(held)
        hash(origin)
    except NotComputed:
        return None
    return origin


def _place(field: Any, value: Any) -> Hashable:
    """A key of a part of a value, from which the same part follows: in `More(1, …)` of `function Ones(): Stream {
    More(1, Ones()) }` the rest comes from the same call as the rest of the rest."""
    if isinstance(field, Delayed) and field.origin is not None:
        return field.origin
    return value if isinstance(value, RationalTree) else id(value)


def equal(machine: Evaluator, term: Term, environment: Environment) -> Steps[bool]:
    """The value of `eq`. Two values of a codatatype are equal where no way of reading tells them apart; that two which
    have no end are equal is known where they come back to parts that were compared before."""
    left, right = yield from machine.arguments(term.args, environment)
    # Values with an end are compared as any others.
    if not isinstance(left, CodatatypeValue) and not isinstance(right, CodatatypeValue):
        is_equal: bool = STRICT[term.op](term, machine.context, left, right)
        return is_equal
    # Pairs of places that were compared: bisimulation up to what has been seen.
    compared: set[tuple[Hashable, Hashable]] = set()
    kept = []
    # First come, first compared: what is near is, however many fields have no end.
    pending: deque[tuple[Any, Any]] = deque([(left, right)])
    while pending:
        first, second = pending.popleft()
        # Reading computes a field, at most once.
        first_value, second_value = (yield from compute(machine, first)), (yield from compute(machine, second))
        machine.context.fuel.step()
        places = _place(first, first_value), _place(second, second_value)
        if first_value is second_value or places in compared:
            continue
        if not isinstance(first_value, CodatatypeValue) and not isinstance(second_value, CodatatypeValue):
            if first_value != second_value:
                return False
            continue
        if first_value.constructor != second_value.constructor:
            return False
        # Equal that far is no proof.
        if len(compared) >= LIMITS.compared_parts:
            raise Undecided(
                f"values of a codatatype are equal as far as {LIMITS.compared_parts} constructors", term.span
            )
        compared.add(places)
        kept.append((first_value, second_value))  # So that no other value gets the number of one of these.
        pending.extend(zip(first_value.fields, second_value.fields, strict=True))
    return True


def finished(machine: Evaluator, value: Any) -> Steps[Any]:
    """A value in which all is computed, where it has an end or comes back to itself. Raises Undecided for others, as
    far as is looked."""
    count = 0

    def constructed(root: CodatatypeValue) -> Steps[Any]:
        """The graph of a value, in which the same parts are one node."""
        nonlocal count
        values, graph = [root], list[TreeNode]()
        # Nodes by their place in the value: the same place, the same node.
        numbers: dict[Hashable, int] = {id(root): 0}
        for node in values:  # which grows on the way
            count += 1
            machine.context.fuel.step()
            # A value without an end never closes its graph.
            if count > LIMITS.codatatype_parts:
                raise Undecided(
                    f"a value of a codatatype with more than {LIMITS.codatatype_parts} constructors, or without end"
                )
            fields = []
            for field in node.fields:
                field_value = yield from compute(machine, field)
                if not isinstance(field_value, CodatatypeValue):
                    fields.append((yield whole(field_value)))
                    continue
                node_key = _place(field, field_value)
                if node_key not in numbers:
                    numbers[node_key] = len(values)
                    values.append(field_value)
                # A field that is a node again closes a circle.
                fields.append(NodeReference(numbers[node_key]))
            graph.append((node.constructor, tuple(fields)))
        return value_at(graph, 0)

    def whole(value: Any) -> Steps[Any]:
        match value:
            # Yielded, and not called: the depth of a value is not bounded by our stack.
            case CodatatypeValue():
                return (yield constructed(value))
            case DatatypeValue(constructor=name, fields=fields):
                return applied(name, (yield whole(fields)))
            case tuple():
                items = []
                for item in value:
                    items.append((yield whole(item)))
                return tuple(items)
            case FrozenMap():
                pairs = []
                for key, item in value.items():
                    pairs.append((key, (yield whole(item))))
                return FrozenMap(pairs)
            case _:
                return value

    return (yield whole(value))
