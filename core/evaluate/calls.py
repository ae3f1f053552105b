"""Calls: of functions, and of function values. What a call that is observed may read is checked here, too.

A function without a body has a value where its postcondition allows only one. Of `function First(s: seq<int>): int
requires 0 in s ensures 0 <= First(s) < |s| && s[First(s)] == 0 && …` every function that satisfies it has one and the
same value on given arguments, so that this is its value whatever it is."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Protocol

from attrs import frozen

from ..errors import NotComputed
from ..ir.build import UNBOUNDED, conj, op
from ..ir.contracts import Datatype, Function, may_hold
from ..ir.functions import read_by, required_by
from ..ir.grown import key_of_value
from ..ir.operators.context import CallObserver, Undecided, Undefined
from ..ir.sorts import Sort, set_of
from ..ir.substitution import unused_name
from ..ir.terms import Binder, Term, const, fold, free_variables, make, rebuild, substitute, subterms
from ..ir.type_instances import at_call
from ..ir.values import FunctionValue, UninterpretedValue
from ..ir.variables import Name, is_heap
from ..trampoline import Steps
from .environment import PENDING, AsKey, Environment, Evaluator

_WITHOUT_EQUALITY = ("Array", "Function")


@lru_cache(maxsize=256)
def allowed_values(function: Function) -> Term | None:
    """`set r | ensures`, over the parameters: what the postcondition allows the function to be. None where it has no
    postcondition, where there is a body that is not read, and where its values are not told apart by equality."""
    # What is not read, or not a function of its arguments by equation, has no value to infer.
    if function.body is not None or not function.ensures or function.unread or function.missing or function.extreme:
        return None
    # Equality of function values is not decided.
    if function.result.kind in _WITHOUT_EQUALITY:
        return None
    parameters = {binder.name for binder in function.parameters}
    # A binder of the same name would capture the parameter.
    bound = {
        binder.name
        for node in subterms(*function.ensures)
        if isinstance(node.data, tuple)
        for binder in node.data
        if isinstance(binder, Binder)
    }
    if bound & parameters:
        return None
    parameter_names = [binder.name for binder in function.parameters]
    result = Binder(unused_name("its result", *function.ensures), function.result)
    value = result.variable

    def step(node: Term, args: tuple[Term, ...]) -> Term:
        # The result's name in the postcondition, or the call itself, is the value that is sought.
        if node.op == "let" and args[:-1] == (value,):  # `function F(n: int): (r: int)`: r is its name for the result
            return substitute(args[-1], {node.data[0].name: value})
        is_call_itself = node.op == "call" and node.data == function.name and all(arg.op == "var" for arg in args)
        return value if is_call_itself and [arg.data for arg in args] == parameter_names else rebuild(node, args)

    condition = conj(*(fold(condition, step) for condition in function.ensures))
    return make("set.comprehension", (UNBOUNDED, condition, value), set_of(result.sort), (result,))


@frozen(slots=True, eq=False, repr=False)
class Closure(FunctionValue):
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
        parameter_names = {binder.name for binder in self.parameters}
        outside = (
            pair for pair in free_variables(self.body) if pair[0] not in parameter_names and pair[0] in self.environment
        )
        return substitute(self.body, {name: const(self.environment[name], sort) for name, sort in outside})


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
        return ((object_, name) for objects, name in self.parts for object_ in objects)


@frozen(slots=True, eq=False)
class CalledFunction:
    """What a term calls: the function, the names of its parameters, and the sorts of the arguments. `plain`: these are
    keys as they are, and `Evaluator.state` makes none of them. `turns`: may a call come back to the same arguments?
    Among objects, whose fields a map has, it may go in circles. `grown`: may an argument be a grown sequence?
    `lasting`: may what it comes to be kept for other evaluations? What a function value reads may change between
    them."""

    function: Function
    names: tuple[Name, ...]
    sorts: tuple[Sort, ...]
    plain: bool
    turns: bool
    grown: bool
    lasting: bool


@lru_cache(maxsize=4096)
def called_function(call: Term, functions: AsKey, datatypes: AsKey) -> CalledFunction:
    """What a term calls. Raises Undecided where it is not declared. Kept, because each evaluation of a clause has a
    machine of its own, and makes the same calls."""
    declared: Mapping[Name, Function] = functions.mapping
    all_datatypes: Mapping[str, Datatype] = datatypes.mapping
    function = declared.get(call.data)
    # An undeclared function has no value, and no wrong one either.
    if function is None:
        raise Undecided(f"{call.data} is not declared", call.span)
    names = tuple(binder.name for binder in function.parameters)
    sorts = tuple(arg.sort for arg in call.args)
    # Arrays change: their state is part of the key.
    plain = not any(sort.kind == "Datatype" or may_hold("Array", sort, all_datatypes) for sort in sorts)
    # Extreme predicates may come back to the same arguments.
    turns = bool(function.extreme) or any(
        binder.sort.kind == "Map" or any(arg.kind == "Map" for arg in binder.sort.args)
        for binder in function.parameters
    )
    grown = any(sort.kind == "Seq" for sort in sorts)
    lasting = not any(may_hold("Function", sort, all_datatypes) for sort in sorts)
    return CalledFunction(function, names, sorts, plain, turns, grown, lasting)


class Caller(Evaluator, Protocol):
    """What calls are evaluated with: `machine.Machine`, which keeps what they have come to."""

    @property
    def frames(self) -> list[CallFrame | None]:
        """What each observed call under way may read; None where that is not known."""

    @property
    def unfolding(self) -> set[tuple[Name, tuple[Any, ...]]]:
        """The calls that are under way, of functions that may come back to the same arguments."""

    @property
    def assumed(self) -> set[tuple[Name, tuple[Any, ...]]]:
        """The calls under way whose value another call has assumed."""

    @property
    def undecided_calls(self) -> dict[tuple[Name, tuple[Sort, ...], tuple[Any, ...]], Undecided]:
        """The calls that have no known value, by function, sorts and arguments, with the reasons."""

    def called(self, call: Term) -> tuple[CalledFunction, dict[tuple[Any, ...], Any]]:
        """What a term calls, and its known results by the arguments. Raises Undecided where it is not declared."""


def apply(machine: Caller, term: Term, environment: Environment) -> Steps[Any]:
    """The value of a function value at some arguments."""
    function, *values = yield from machine.arguments(term.args, environment)
    if not isinstance(function, Closure):
        raise Undecided("the function value is not known", term.span)
    called_environment = function.environment.called()
    called_environment.update(zip((binder.name for binder in function.parameters), values, strict=True))
    return (yield from machine.deeper(function.body, called_environment))


def clauses_of_value(machine: Caller, term: Term, environment: Environment) -> Steps[Any]:
    """The body of a function value that has clauses, where its precondition holds."""
    required, _, body = term.args
    if not (yield from machine.value(required, environment)):
        raise Undefined("the precondition of a function value fails", term.span)
    return (yield from machine.value(body, environment))


def clause_at(machine: Caller, term: Term, environment: Environment) -> Steps[Any]:
    """A clause of a function value at some arguments."""
    function, *values = yield from machine.arguments(term.args, environment)
    if not isinstance(function, Closure):
        raise Undecided("the function value is not known", term.span)
    clause = required_by if term.op == "function.requires" else read_by
    clause_term = clause(function.parameters, function.body, machine.context.functions)
    if clause_term is None:
        raise Undecided("what the function value reads is not known", term.span)
    called_environment = function.environment.called()
    called_environment.update(zip((binder.name for binder in function.parameters), values, strict=True))
    return (yield from machine.deeper(clause_term, called_environment))


def call(machine: Caller, term: Term, environment: Environment) -> Steps[Any]:
    """The value of a declared function at some arguments, computed once for equal ones."""
    # The function and its results so far.
    called, results = machine.called(term)
    function = called.function
    # Call by value, left to right.
    values = yield from machine.arguments(term.args, environment)
    # Equal arguments in equal states have equal results.
    key = tuple(values) if called.plain else tuple(map(machine.state, values, called.sorts))
    try:
        if called.grown:
            key = tuple(map(key_of_value, key))
        # Large values take their time to be hashed, for which Python keeps no hash.
        result_known, has_key = results.get(key, PENDING), True
    # A value that is computed only in part has no hash.
    except NotComputed:
        result_known, has_key = PENDING, False
    # A kept result may be used only where nobody observes what the call reads.
    if result_known is not PENDING and not machine.frames:
        return result_known
    called_environment = Environment(zip(called.names, values, strict=True))
    if machine.frames:
        yield from _check_frame(machine, function, term, called_environment)
    if result_known is not PENDING:
        return result_known
    open_key = (function.name, called.sorts, key)
    if has_key and open_key in machine.undecided_calls:
        raise machine.undecided_calls[open_key]
    result = _result(machine, function, term, called_environment)
    if has_key and called.turns:
        result = _unfolded(machine, (function.name, key), term, result, function.extreme)
    try:
        result_known = yield result
    except Undefined as problem:
        # A function that is called as it allows has to have a value: that it has none is its own defect.
        if problem.refused is not term and not is_heap(function.name):
            problem.function = problem.function or str(function.name)
        raise
    except Undecided as problem:
        # Asked again it would get stuck in the same place, unless that is a call that is under way, or another choice.
        if has_key and not machine.unfolding and machine.context.choices is None:
            machine.undecided_calls[open_key] = problem
        raise
    if not has_key:
        return result_known
    # A result that rests on an assumption is not a fact yet.
    # What rests on the value of a call that is under way is known only when that call is at its end.
    if not machine.assumed:
        results[key] = result_known
    return result_known


def _unfolded(
    machine: Caller, call: tuple[Name, tuple[Any, ...]], term: Term, result: Steps[Any], extreme: str
) -> Steps[Any]:
    """The result of a call. One inside the same call would never end, but for that of an extreme predicate.

    A greatest predicate is true where assuming that it is leads to no contradiction, and a least one false where it is
    true for no reason but itself (Dafny reference manual, "Extreme predicates"): so a call inside itself is taken to be
    that. What comes out is the value of all calls that rest on it, for these predicates are monotonic.
    """
    # The same call is under way already.
    if call in machine.unfolding:
        if extreme:
            machine.assumed.add(call)
            return extreme == "greatest"
        raise Undecided(f"unfolding {call[0]} comes back to the same arguments", term.span)
    machine.unfolding.add(call)
    # The assumption ends with the call that made it.
    try:
        return (yield result)
    finally:
        machine.unfolding.discard(call)
        machine.assumed.discard(call)


def _result(machine: Caller, function: Function, term: Term, environment: Environment) -> Steps[Any]:
    observer = machine.context.observer
    if observer is not None and not is_heap(function.name):
        return _observed(machine, observer, function, term, environment)
    if function.requires or function.body is None:
        return _unobserved(machine, function, term, environment)
    return machine.deeper(function.body, environment)


def _observed(
    machine: Caller, observer: CallObserver, function: Function, term: Term, environment: Environment
) -> Steps[Any]:
    """The result of a call, during which the innermost of `machine.frames` is what it may read."""
    observer.called(function, environment)
    frame = yield from _frame(machine, function, environment)
    machine.frames.append(frame)
    try:
        if function.marked is not None:
            yield from _frame(machine, function.marked, environment)  # What a frame reads, it has to name, too.
        result = yield from _unobserved(machine, function.marked or function, term, environment)
    finally:
        machine.frames.pop()
    observer.returned(function, environment, result)
    return result


def _frame(machine: Caller, function: Function, environment: Environment) -> Steps[CallFrame | None]:
    """What a call may read; None where that is not known."""
    if function.frames is None:
        return None
    places_read = []
    try:
        for term, name in function.frames:
            places_read.append(((yield from machine.deeper(term, environment)), name))
    except (Undefined, Undecided):
        return None
    return CallFrame(function, tuple(places_read))


def _check_frame(machine: Caller, function: Function, term: Term, environment: Environment) -> Steps[None]:
    """Tell the observer of a call that may read more than the function that makes it."""
    observer, caller = machine.context.observer, machine.frames[-1] if machine.frames else None
    if observer is None or caller is None or is_heap(function.name):
        return
    callee = yield from _frame(machine, function, environment)
    if callee is not None and any(not caller.holds(place_read, name) for place_read, name in callee.places()):
        observer.read_beyond(caller.function, term.span, f"all that the call of {function.name} may read")


def read_of(machine: Caller, term: Term, environment: Environment) -> Steps[Any]:
    """The value of what reads a field, or elements of an array: the observer hears of what is outside the frame."""
    owner, read = term.args
    value = yield from machine.value(read, environment)
    observer, frame = machine.context.observer, machine.frames[-1] if machine.frames else None
    if observer is None or frame is None:
        return value
    if not frame.holds((yield from machine.value(owner, environment)), term.data):
        read_place = f"the field {term.data} of an object" if term.data else "elements of an array"
        observer.read_beyond(frame.function, term.span, read_place)
    return value


def _unobserved(machine: Caller, function: Function, term: Term, environment: Environment) -> Steps[Any]:
    for condition in function.requires:
        if not (yield from machine.deeper(condition, environment)):
            raise Undefined(function.refusal or f"the precondition of {function.name} fails", term.span, term)
    if function.body is None:
        return (yield from _without_body(machine, at_call(function, term), term, environment))
    return (yield from machine.deeper(function.body, environment))


def _without_body(machine: Caller, function: Function, term: Term, environment: Environment) -> Steps[Any]:
    """The only value that the postcondition of a function allows."""
    why = f"a body that is not supported ({function.unread})" if function.unread else "no body"
    allowed = allowed_values(function)
    if allowed is None:
        raise Undecided(f"{function.name} has {why}", term.span)
    try:
        allowed_set = yield from machine.deeper(allowed, environment)
    except (Undefined, Undecided) as problem:
        reason = f"{function.name} has {why}, and which values its postcondition allows is not known: {problem.reason}"
        raise Undecided(reason, term.span) from None
    if len(allowed_set) != 1:
        raise Undecided(f"{function.name} has {why}, and its postcondition allows {len(allowed_set)} values", term.span)
    return next(iter(allowed_set))
