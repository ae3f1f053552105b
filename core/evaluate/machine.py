"""Evaluation step by step: one computation per operator that is not strict, and one for all that are."""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from attrs import define, field, frozen
from attrs.setters import NO_OP

from ..errors import NotComputed, OutOfFuel, SortError, Unsupported
from ..ir.build import UNBOUNDED, op
from ..ir.contracts import Datatype, Function, may_hold
from ..ir.functions import read_by, required_by
from ..ir.operators.context import CallObserver, EvaluationContext, Undecided, Undefined
from ..ir.operators.table import PYTHON_OPERATORS, STRICT
from ..ir.sorts import Sort
from ..ir.terms import Binder, Term, const, free_variables, substitute
from ..ir.type_instances import at_call
from ..ir.values import CodatatypeValue, UninterpretedValue, arrays_within
from ..ir.variables import Name, is_heap
from ..trampoline import Steps
from . import binding, corecursion
from .candidates import KnownElements
from .determined import allowed_values
from .direct import direct
from .environment import PENDING, AsKey, Environment, own_copy
from .region import DIVISORS, SEQUENCES, SUBSETS
from .sequences import all_sequences

ResultCache = dict[tuple[Name, tuple[Sort, ...]], dict[tuple[Any, ...], Any]]
"""By called function and the sorts of its arguments: results by argument values."""


@frozen(slots=True, eq=False, repr=False)
class Closure:
    """A lambda and the values of its free variables. Equal only to itself."""

    parameters: tuple[Binder, ...]
    body: Term
    environment: Environment

    def __repr__(self) -> str:
        return f"({', '.join(str(binder.name) for binder in self.parameters)}) => {self.closed!r}"

    @property
    def term(self) -> Term:
        """The lambda, with the values that it has from outside."""
        return op("lambda", *(UNBOUNDED for _ in self.parameters), self.closed, data=self.parameters)

    @property
    def closed(self) -> Term:
        """The body, with the values that it has from outside."""
        own = {binder.name for binder in self.parameters}
        outside = (pair for pair in free_variables(self.body) if pair[0] not in own and pair[0] in self.environment)
        return substitute(self.body, {name: const(self.environment[name], sort) for name, sort in outside})


@frozen(slots=True, eq=False)
class SameValue:
    """A value of a codatatype as part of a key: equal to itself only."""

    value: CodatatypeValue

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SameValue) and other.value is self.value

    def __hash__(self) -> int:
        return id(self.value)


@frozen(slots=True, eq=False)
class CallFrame:
    """What a call of a function may read: sets of objects and arrays, each with the one field, if it is one only."""

    function: Function
    parts: tuple[tuple[frozenset[UninterpretedValue], str], ...]

    def holds(self, owner: UninterpretedValue, name: str) -> bool:
        """May it read a field, or all fields where `name` is empty? Of null there is nothing to read."""
        return owner.index == 0 or any(owner in objects and field in ("", name) for objects, field in self.parts)

    def places(self) -> Iterator[tuple[UninterpretedValue, str]]:
        """The objects and arrays, each with the one field, if it is one only."""
        return ((each, name) for objects, name in self.parts for each in objects)


@define(slots=True, eq=False, on_setattr=NO_OP)
class Machine:
    """One evaluation. Results of calls are kept, and values of subterms under the outermost environment."""

    # NO_OP: the depth is set twice for each call, and needs no converter.

    context: EvaluationContext
    environment: Environment = field(converter=own_copy)
    depth: int = 0
    values: dict[Term, Any] = field(factory=dict)
    results: ResultCache = field(factory=dict)
    calls: dict[Term, tuple[dict[tuple[Any, ...], Any], tuple[Sort, ...] | None]] = field(factory=dict)
    """What `results_of` has found."""
    holding: dict[Sort, bool] = field(factory=dict)
    """Sort → may its values be arrays, or hold some?"""
    inside: KnownElements = field(factory=dict)
    unfolding: set[tuple[Name, tuple[Any, ...]]] = field(factory=set)
    """The calls of extreme predicates that are under way."""
    assumed: set[tuple[Name, tuple[Any, ...]]] = field(factory=set)
    """Those of them whose value another call has assumed."""
    frames: list[CallFrame | None] = field(factory=list)
    """Of the observed calls that are under way; None where what one may read is not known. What a call reads is in its
    own frame, and that frame in its caller's (reference manual, "Reads Clauses"): so each read and each call is held
    against the innermost one alone."""

    def state(self, value: Any, sort: Sort) -> Any:
        """A value as part of a key: equality of arrays ignores their elements, on which a function may depend."""
        if sort.kind == "Datatype" and isinstance(value, CodatatypeValue):
            return SameValue(value)
        if not self.may_hold_arrays(sort):
            return value
        return value, tuple((each.identity, each.elements) for each in arrays_within(value))

    def results_of(self, call: Term) -> tuple[dict[tuple[Any, ...], Any], tuple[Sort, ...] | None]:
        """The known results of what a term calls, and the sorts of its arguments where these are part of a key as
        `state` says; None where they are what they are."""
        found = self.calls.get(call)
        if found is None:
            sorts = tuple(arg.sort for arg in call.args)
            plain = not any(each.kind == "Datatype" or self.may_hold_arrays(each) for each in sorts)
            known = self.results.setdefault((call.data, sorts), {})
            found = self.calls[call] = known, None if plain else sorts
        return found

    def may_hold_arrays(self, sort: Sort) -> bool:
        """May values of a sort be arrays, or hold some?"""
        holding = self.holding.get(sort)
        if holding is None:
            holding = self.holding[sort] = _may_hold_arrays(sort, AsKey(self.context.datatypes))
        return holding

    def evaluate(self, term: Term, environment: Environment) -> Steps[Any]:
        """The computation of a term's value. It raises Undefined, Undecided, OutOfFuel."""
        self.context.fuel.step()
        handler = _HANDLERS.get(term.op)
        if handler is not None:
            return handler(self, term, environment)
        if term.op in PYTHON_OPERATORS:
            raise Unsupported(f"{term.op} among typed terms", term.span)
        return _strict(self, term, environment)

    def value(self, term: Term, environment: Environment) -> Steps[Any]:
        """The same for use with `yield from`."""
        value = self.at_once(term, environment)
        return (yield from self.computed(term, environment)) if value is PENDING else value

    def at_once(self, term: Term, environment: Environment) -> Any:
        """The value of a leaf, of a term whose value is known, and of a small one; PENDING for others."""
        if term.op == "const":
            return term.data
        if term.op == "var":
            if term.data not in environment:
                raise Undecided(f"no value for {term.data}", term.span)
            return environment[term.data]
        if environment is self.environment:
            return self.values.get(term, PENDING)
        known = environment.known.get(term)
        if known is not None and known.value is not PENDING:
            return known.value
        function = direct(term)
        if function is None:
            return PENDING
        try:
            value = function(environment, self.context)
        except NotComputed:
            return PENDING
        if known is not None:
            known.value = value
        return value

    def computed(self, term: Term, environment: Environment) -> Steps[Any]:
        """The value of a term that has none at once."""
        function = STRICT.get(term.op) if term.op not in _HANDLERS else None
        if function is not None:
            # Most arguments have values at once, and then nothing has to wait for them.
            self.context.fuel.step()
            values: list[Any] = []
            for arg in term.args:
                known = self.at_once(arg, environment)
                if known is PENDING:
                    value = yield _strict_from(self, term, environment, values)
                    break
                values.append(known)
            else:
                value = function(term, self.context, *values)
        else:
            value = yield self.evaluate(term, environment)
        if environment is self.environment:
            self.values[term] = value
        elif term in environment.known:
            environment.known[term].value = value
        return value

    def arguments(self, terms: tuple[Term, ...], environment: Environment) -> Steps[list[Any]]:
        """The values of terms, left to right."""
        values = []
        for term in terms:
            value = self.at_once(term, environment)
            values.append((yield from self.computed(term, environment)) if value is PENDING else value)
        return values

    def deeper(self, body: Term, environment: Environment) -> Steps[Any]:
        """The value of a function's body: one level of recursion."""
        if self.depth >= self.context.fuel.depth:
            raise OutOfFuel(f"out of fuel: recursion deeper than {self.context.fuel.depth}")
        self.depth += 1
        try:
            value = self.at_once(body, environment)
            return (yield from self.computed(body, environment)) if value is PENDING else value
        finally:
            self.depth -= 1


@lru_cache(maxsize=4096)
def _may_hold_arrays(sort: Sort, datatypes: AsKey) -> bool:
    """Kept, because each evaluation of a clause has a machine of its own, and asks it of the same sorts."""
    known: Mapping[str, Datatype] = datatypes.mapping
    return may_hold("Array", sort, known)


def _strict(machine: Machine, term: Term, environment: Environment) -> Steps[Any]:
    function = STRICT.get(term.op)
    if function is None:
        raise SortError(f"{term.op} has no value")
    values = yield from machine.arguments(term.args, environment)
    return function(term, machine.context, *values)


def _strict_from(machine: Machine, term: Term, environment: Environment, values: list[Any]) -> Steps[Any]:
    """The same where the first arguments have these values, and the one after them has none at once."""
    first = len(values)
    values.append((yield from machine.computed(term.args[first], environment)))
    values += yield from machine.arguments(term.args[first + 1 :], environment)
    return STRICT[term.op](term, machine.context, *values)


def _leaf(machine: Machine, term: Term, environment: Environment) -> Steps[Any]:
    return machine.value(term, environment)


def _and(machine: Machine, term: Term, environment: Environment) -> Steps[bool]:
    for arg in term.args:
        value = machine.at_once(arg, environment)
        if not ((yield from machine.computed(arg, environment)) if value is PENDING else value):
            return False
    return True


def _or(machine: Machine, term: Term, environment: Environment) -> Steps[bool]:
    for arg in term.args:
        value = machine.at_once(arg, environment)
        if (yield from machine.computed(arg, environment)) if value is PENDING else value:
            return True
    return False


def _implies(machine: Machine, term: Term, environment: Environment) -> Steps[bool]:
    premise, conclusion = term.args
    value = machine.at_once(premise, environment)
    if not ((yield from machine.computed(premise, environment)) if value is PENDING else value):
        return True
    value = machine.at_once(conclusion, environment)
    holds: bool = (yield from machine.computed(conclusion, environment)) if value is PENDING else value
    return holds


def _ite(machine: Machine, term: Term, environment: Environment) -> Steps[Any]:
    chosen = yield from machine.value(term.args[0], environment)
    return (yield from machine.value(term.args[1 if chosen else 2], environment))


def _in_regex(machine: Machine, term: Term, environment: Environment) -> Steps[bool]:
    # The regular expression is a closed term, not a value.
    (text,) = yield from machine.arguments(term.args[:1], environment)
    holds: bool = STRICT[term.op](term, machine.context, text, None)
    return holds


def _lambda(machine: Machine, term: Term, environment: Environment) -> Steps[Closure]:
    yield from ()
    return Closure(term.data, term.args[-1], environment.inner(binder.name for binder in term.data))


def _apply(machine: Machine, term: Term, environment: Environment) -> Steps[Any]:
    function, *values = yield from machine.arguments(term.args, environment)
    if not isinstance(function, Closure):
        raise Undecided("the function value is not known", term.span)
    inner = function.environment.called()
    inner.update(zip((binder.name for binder in function.parameters), values, strict=True))
    return (yield from machine.deeper(function.body, inner))


def _clauses(machine: Machine, term: Term, environment: Environment) -> Steps[Any]:
    required, _, body = term.args
    if not (yield from machine.value(required, environment)):
        raise Undefined("the precondition of a function value fails", term.span)
    return (yield from machine.value(body, environment))


def _of_function(machine: Machine, term: Term, environment: Environment) -> Steps[Any]:
    """A clause of a function value at some arguments."""
    function, *values = yield from machine.arguments(term.args, environment)
    if not isinstance(function, Closure):
        raise Undecided("the function value is not known", term.span)
    clause = required_by if term.op == "function.requires" else read_by
    asked = clause(function.parameters, function.body, machine.context.functions)
    if asked is None:
        raise Undecided("what the function value reads is not known", term.span)
    inner = function.environment.called()
    inner.update(zip((binder.name for binder in function.parameters), values, strict=True))
    return (yield from machine.deeper(asked, inner))


def _call(machine: Machine, term: Term, environment: Environment) -> Steps[Any]:
    function = machine.context.functions.get(term.data)
    if function is None:
        raise Undecided(f"{term.data} is not declared", term.span)
    values = yield from machine.arguments(term.args, environment)
    known, sorts = machine.results_of(term)
    key = tuple(values) if sorts is None else tuple(map(machine.state, values, sorts))
    try:
        # Large values take their time to be hashed, for which Python keeps no hash.
        found, has_key = known.get(key, PENDING), True
    except NotComputed:
        found, has_key = PENDING, False
    if found is not PENDING and not machine.frames:
        return found
    inner = Environment(dict(zip((binder.name for binder in function.parameters), values, strict=True)))
    if machine.frames:
        yield from _check_frame(machine, function, term, inner)
    if found is not PENDING:
        return found
    result = _result(machine, function, term, inner)
    if not has_key:
        return (yield result)
    if not _may_turn(function):
        found = yield result
    else:
        found = yield _unfolded(machine, (function.name, key), term, result, function.extreme)
    # What rests on the value of a call that is under way is known only when that call is at its end.
    if not machine.assumed:
        known[key] = found
    return found


def _may_turn(function: Function) -> bool:
    """May a call come back to the same arguments? Among objects, whose fields a map has, it may go in circles."""
    if function.extreme:
        return True
    for binder in function.parameters:
        if binder.sort.kind == "Map" or any(part.kind == "Map" for part in binder.sort.args):
            return True
    return False


def _unfolded(
    machine: Machine, call: tuple[Name, tuple[Any, ...]], term: Term, result: Steps[Any], extreme: str
) -> Steps[Any]:
    """The result of a call. One inside the same call would never end, but for that of an extreme predicate.

    A greatest predicate is true where assuming that it is leads to no contradiction, and a least one false where it is
    true for no reason but itself (Dafny reference manual, "Extreme predicates"): so a call inside itself is taken to be
    that. What comes out is the value of all calls that rest on it, for these predicates are monotonic.
    """
    if call in machine.unfolding:
        if extreme:
            machine.assumed.add(call)
            return extreme == "greatest"
        raise Undecided(f"unfolding {call[0]} comes back to the same arguments", term.span)
    machine.unfolding.add(call)
    try:
        return (yield result)
    finally:
        machine.unfolding.discard(call)
        machine.assumed.discard(call)


def _result(machine: Machine, function: Function, term: Term, environment: Environment) -> Steps[Any]:
    observer = machine.context.observer
    if observer is not None and not is_heap(function.name):
        return _observed(machine, observer, function, term, environment)
    return _unobserved(machine, function, term, environment)


def _observed(
    machine: Machine, observer: CallObserver, function: Function, term: Term, environment: Environment
) -> Steps[Any]:
    """The result of a call, during which the innermost of `machine.frames` is what it may read."""
    frame = yield from _frame(machine, function, environment)
    machine.frames.append(frame)
    try:
        if function.marked is not None:
            yield from _frame(machine, function.marked, environment)  # What a frame reads, it has to name, too.
        found = yield from _unobserved(machine, function.marked or function, term, environment)
    finally:
        machine.frames.pop()
    observer.returned(function, environment, found)
    return found


def _frame(machine: Machine, function: Function, environment: Environment) -> Steps[CallFrame | None]:
    """What a call may read; None where that is not known."""
    if function.frames is None:
        return None
    parts = []
    try:
        for term, name in function.frames:
            parts.append(((yield from machine.deeper(term, environment)), name))
    except (Undefined, Undecided):
        return None
    return CallFrame(function, tuple(parts))


def _check_frame(machine: Machine, function: Function, term: Term, environment: Environment) -> Steps[None]:
    """Tell the observer of a call that may read more than the function that makes it."""
    observer, caller = machine.context.observer, machine.frames[-1] if machine.frames else None
    if observer is None or caller is None or is_heap(function.name):
        return
    callee = yield from _frame(machine, function, environment)
    if callee is not None and any(not caller.holds(each, name) for each, name in callee.places()):
        observer.read_beyond(caller.function, term.span, f"all that the call of {function.name} may read")


def _read_of(machine: Machine, term: Term, environment: Environment) -> Steps[Any]:
    owner, read = term.args
    value = yield from machine.value(read, environment)
    observer, frame = machine.context.observer, machine.frames[-1] if machine.frames else None
    if observer is None or frame is None:
        return value
    if not frame.holds((yield from machine.value(owner, environment)), term.data):
        what = f"the field {term.data} of an object" if term.data else "elements of an array"
        observer.read_beyond(frame.function, term.span, what)
    return value


def _unobserved(machine: Machine, function: Function, term: Term, environment: Environment) -> Steps[Any]:
    for condition in function.requires:
        if not (yield from machine.deeper(condition, environment)):
            raise Undefined(f"the precondition of {function.name} fails", term.span)
    if function.body is None:
        return (yield from _without_body(machine, at_call(function, term), term, environment))
    return (yield from machine.deeper(function.body, environment))


def _without_body(machine: Machine, function: Function, term: Term, environment: Environment) -> Steps[Any]:
    """The only value that the postcondition of a function allows."""
    why = f"a body that is not supported ({function.unread})" if function.unread else "no body"
    allowed = allowed_values(function)
    if allowed is None:
        raise Undecided(f"{function.name} has {why}", term.span)
    try:
        found = yield from machine.deeper(allowed, environment)
    except (Undefined, Undecided) as problem:
        told = f"{function.name} has {why}, and which values its postcondition allows is not known: {problem.reason}"
        raise Undecided(told, term.span) from None
    if len(found) != 1:
        raise Undecided(f"{function.name} has {why}, and its postcondition allows {len(found)} values", term.span)
    return next(iter(found))


_HANDLERS: dict[str, Callable[[Machine, Term, Environment], Steps[Any]]] = {
    "const": _leaf,
    "var": _leaf,
    "and": _and,
    "or": _or,
    "implies": _implies,
    "ite": _ite,
    "str.in_re": _in_regex,
    "lambda": _lambda,
    "apply": _apply,
    "lambda.clauses": _clauses,
    "read.of": _read_of,
    "function.requires": _of_function,
    "function.reads": _of_function,
    "call": _call,
    "eq": corecursion.equal,
    "datatype.make": corecursion.make_constructed,
    "datatype.at": corecursion.read_field,
    "let": binding.let,
    "forall": binding.forall,
    "exists": binding.exists,
    "such_that": binding.such_that,
    "set.comprehension": binding.set_comprehension,
    "map.comprehension": binding.map_comprehension,
    "seq.comprehension": binding.seq_comprehension,
    SEQUENCES: all_sequences,
    DIVISORS: binding.divisors,
    SUBSETS: binding.subsets,
}
