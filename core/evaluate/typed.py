"""The reference evaluator of typed terms: the rows of `operators/`, made to run.

A quantifier or comprehension without a finite domain is decided when one can be inferred (`domains.py`), or
when a witness is at hand; otherwise the term is unknown. A function is called once for the same arguments.

Evaluation goes step by step: one computation per operator that is not strict, and one for all that are.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from attrs import define, evolve, field, frozen
from attrs.setters import NO_OP

from ..errors import NotComputed, OutOfFuel, SortError, Unsupported
from ..fuel import Fuel, nested_too_deeply
from ..ir.contracts import Datatype, Function, may_hold
from ..ir.operators.context import ChoiceTrail, EvaluationContext, OpenChoice, Undecided, Undefined
from ..ir.operators.table import PYTHON_OPERATORS, STRICT
from ..ir.sorts import BOOL, Sort
from ..ir.terms import Term
from ..ir.values import CodatatypeValue, arrays_within
from ..ir.variables import Name, Valuation
from ..memory import OUT_OF_MEMORY
from ..trampoline import Steps, run
from . import binding, calls, corecursion
from .calls import CalledFunction, CallFrame, Closure, called_function
from .candidates import KnownElements
from .collection_rules import all_collections
from .corecursion import finished, has_codatatypes
from .direct import direct, direct_alone
from .environment import PENDING, AsKey, Environment, Evaluation, own_copy
from .evaluation_limits import LIMITS
from .region import COLLECTIONS, DIVISORS, SEQUENCES, SUBSETS
from .sequences import all_sequences

ResultCache = dict[tuple[Name, tuple[Sort, ...]], dict[tuple[Any, ...], Any]]
"""By called function and the sorts of its arguments: results by argument values."""
STEPS_KEPT = 1_000_000
"""Results of calls are kept for the evaluations after them until these have taken so many steps, which bounds how many
there are. Chosen, not measured."""


@frozen(slots=True, eq=False)
class SameValue:
    """A value of a codatatype as part of a key: equal to itself only."""

    value: CodatatypeValue

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SameValue) and other.value is self.value

    def __hash__(self) -> int:
        return id(self.value)


@define(slots=True, eq=False, on_setattr=NO_OP)
class Machine:
    """One evaluation. Results of calls are kept, and values of subterms under the outermost environment."""

    # NO_OP: the depth is set twice for each call, and needs no converter.

    context: EvaluationContext
    environment: Environment = field(converter=own_copy)
    depth: int = 0
    values: dict[Term, Any] = field(factory=dict)
    results: ResultCache = field(factory=dict)
    lasting: ResultCache | None = None
    """Those that other evaluations have left, and are left to others; None: there are none."""
    calls: dict[Term, tuple[CalledFunction, dict[tuple[Any, ...], Any]]] = field(factory=dict)
    """What `called` has found."""
    holding: dict[Sort, bool] = field(factory=dict)
    """Sort → may its values be arrays, or hold some?"""
    inside: KnownElements = field(factory=dict)
    unfolding: set[tuple[Name, tuple[Any, ...]]] = field(factory=set)
    """The calls of extreme predicates that are under way."""
    assumed: set[tuple[Name, tuple[Any, ...]]] = field(factory=set)
    """The calls under way whose value another call has assumed."""
    undecided: set[Term] = field(factory=set)
    """The terms that were found to have no known value under the outermost environment."""
    undecided_calls: dict[tuple[Name, tuple[Sort, ...], tuple[Any, ...]], Undecided] = field(factory=dict)
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
        return value, tuple((array.identity, array.elements) for array in arrays_within(value))

    def called(self, call: Term) -> tuple[CalledFunction, dict[tuple[Any, ...], Any]]:
        """What a term calls, and its known results by the arguments. Raises Undecided where it is not declared."""
        pair = self.calls.get(call)
        if pair is None:
            called = called_function(call, AsKey(self.context.functions), AsKey(self.context.datatypes))
            results = self.lasting if self.lasting is not None and called.lasting else self.results
            pair = self.calls[call] = called, results.setdefault((call.data, called.sorts), {})
        return pair

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
        # The outermost variables are never bound anew, so that a term has one value there. Under others it is kept for
        # what is the same in all iterations of a loop (`binding.py`), as far as no inner variable is in it.
        if environment is self.environment:
            return self.values.get(term, PENDING)
        kept_value = environment.known.get(term)
        if kept_value is not None and kept_value.value is not PENDING:
            return kept_value.value
        function = direct(term)
        if function is None:
            return PENDING
        try:
            value = function(environment, self.context)
        except NotComputed:
            return PENDING
        if kept_value is not None:
            kept_value.value = value
        return value

    def computed(self, term: Term, environment: Environment) -> Steps[Any]:
        """The value of a term that has none at once."""
        try:
            function = STRICT.get(term.op) if term.op not in _HANDLERS else None
            if function is not None:
                # Most arguments have values at once, and then nothing has to wait for them.
                self.context.fuel.step()
                values: list[Any] = []
                for arg in term.args:
                    argument = self.at_once(arg, environment)
                    if argument is PENDING:
                        value = yield _strict_from(self, term, environment, values)
                        break
                    values.append(argument)
                else:
                    value = function(term, self.context, *values)
            else:
                value = yield self.evaluate(term, environment)
        except Undecided:
            # Who asks for the parts of a term next need not ask for those that are why.
            if environment is self.environment:
                self.undecided.add(term)
            raise
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


@define(slots=True, eq=False)
class _KeptResults:
    """What calls of the functions of one program came to, and how many steps were taken since it was empty."""

    results: ResultCache = field(factory=dict)
    steps: int = 0

    def after(self, steps: int) -> None:
        self.steps += steps
        if self.steps > STEPS_KEPT:
            self.results.clear()
            self.steps = 0


@lru_cache(maxsize=4)
def _kept_results(functions: AsKey, datatypes: AsKey) -> _KeptResults:
    """Clauses are evaluated on one input after another, and on many outputs of each: what they call is the same."""
    return _KeptResults()


@lru_cache(maxsize=4096)
def _may_hold_arrays(sort: Sort, datatypes: AsKey) -> bool:
    """Kept, because each evaluation of a clause has a machine of its own, and asks it of the same sorts."""
    by_name: Mapping[str, Datatype] = datatypes.mapping
    return may_hold("Array", sort, by_name)


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


_HANDLERS: dict[str, Callable[[Machine, Term, Environment], Steps[Any]]] = {
    "const": _leaf,
    "var": _leaf,
    "and": _and,
    "or": _or,
    "implies": _implies,
    "ite": _ite,
    "str.in_re": _in_regex,
    "lambda": _lambda,
    "apply": calls.apply,
    "lambda.clauses": calls.clauses_of_value,
    "read.of": calls.read_of,
    "function.requires": calls.clause_at,
    "function.reads": calls.clause_at,
    "call": calls.call,
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
    COLLECTIONS: all_collections,
}


def evaluate(
    term: Term,
    environment: Valuation,
    functions: Mapping[Name, Function] = {},
    datatypes: Mapping[str, Datatype] = {},
    fuel: Fuel | None = None,
) -> Evaluation:
    """The value of a term under values of its free variables. Never raises for the term's sake.

    `fuel.depth` bounds the recursion of functions; terms may be of any depth. Raises SortError for terms that
    no checked constructor builds.
    """
    context = EvaluationContext(functions, datatypes, fuel or Fuel(depth=LIMITS.recursion))
    found = _evaluated(term, environment, context)
    # Where choices are open, all of them are made: what is true under each is true whichever is taken.
    if found.choice and term.sort == BOOL:
        every = _under_each_choice(term, environment, context)
        return found if every is None else every
    return found


def _under_each_choice(term: Term, environment: Valuation, context: EvaluationContext) -> Evaluation | None:
    """What a condition is under every combination of choices; None where it is not known to be the same."""
    trail = ChoiceTrail()
    first: Evaluation | None = None
    for _ in range(LIMITS.combinations_of_choices):
        found = _evaluated(term, environment, evolve(context, choices=trail))
        # A verdict must not depend on a choice that an implementation is free to make otherwise.
        if found.state == "unknown" or (first is not None and (found.state, found.value) != (first.state, first.value)):
            return None
        first = first or found
        if not trail.advance():
            return first
    return None


_TRUE, _FALSE = Evaluation("defined", True), Evaluation("defined", False)


def _defined(value: Any) -> Evaluation:
    """The outcome that is this value: most are of conditions, by the hundred thousand, and these share theirs."""
    return _TRUE if value is True else _FALSE if value is False else Evaluation("defined", value)


def _evaluated(term: Term, environment: Valuation, context: EvaluationContext) -> Evaluation:
    try:
        # Most clauses are small, and their values take less time than it takes to make a machine.
        endless = has_codatatypes(context.datatypes)
        at_once = None if endless else direct_alone(term)
        if at_once is not None:
            try:
                return _defined(at_once(environment, context))
            except NotComputed:
                at_once = None  # the machine computes it
        kept, before = _kept_results(AsKey(context.functions), AsKey(context.datatypes)), context.fuel.steps
        # Under another choice a function may come to something else.
        lasting = None if endless or context.choices is not None else kept.results
        machine = Machine(context, environment, lasting=lasting)
        try:
            value = run(machine.evaluate(term, machine.environment))
            return _defined(run(finished(machine, value)) if endless else value)
        finally:
            kept.after(before - context.fuel.steps)
    except Undefined as problem:
        return Evaluation("undefined", reason=problem.reason, span=problem.span, function=problem.function)
    except Undecided as problem:
        choice = isinstance(problem, OpenChoice)
        return Evaluation("unknown", reason=problem.reason, span=problem.span, choice=choice)
    except (OutOfFuel, Unsupported) as problem:
        return Evaluation("unknown", reason=str(problem))
    except RecursionError:
        return Evaluation("unknown", reason=nested_too_deeply())
    except MemoryError:
        return Evaluation("unknown", reason=OUT_OF_MEMORY)
