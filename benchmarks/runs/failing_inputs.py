"""Calls that a contract accepts and on which the function fails all the same: its precondition is too weak.

Example: `def mean(xs: list[float], scale: int)` that refuses `scale < 1` alone divides by `len(xs)`, and `mean([], 1)`
is a ZeroDivisionError that nobody promised.

A function that refuses something by `raise`, or says in its text that this is raised, does what it means to do: that is
no failure. Only calls count whose arguments are of the declared types, and of which all types are declared, by an
annotation or by a clause of the contract: what has none may be called with anything, and what happens then is nobody's
promise.
"""

import ast
import builtins
import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice

from attrs import evolve, frozen

from ...core.ir.contracts import Contract
from ...core.ir.plain_values import Constructed
from ...core.ir.sorts import VALUE
from ...core.ir.statements import Check, Evaluate
from ...core.ir.terms import Term, const, make
from ...core.synthesis.values import complexity
from ...core.synthesis.verdicts import Arguments
from ...frontends.python.constructor_calls import misfits
from ...frontends.python.declared import DICTS, LISTS, SETS, annotation_expression, fits
from ...frontends.python.styles.model import FunctionNode
from ..datasets.tasks import parse_module
from .better_tests import TaskWithTests
from .executed_bodies import constants_of
from .objects import MAKING
from .run_limits import LIMITS
from .typed_values import TypedValues

_ANY = frozenset({"Exception", "BaseException", "object"})


@frozen(slots=True)
class FailingCall:
    """Texts of arguments that violate nothing, and the class of what the function raises."""

    arguments: Mapping[str, str]
    raised: str


def failing_call(job: TaskWithTests) -> FailingCall | None:
    """The simplest call found that the contract accepts and on which the function fails, where all types are
    declared."""
    function = _function(job)
    types = {**demanded_types(job.contract), **(job.task.annotations if job.believed else {})}
    # What has no type is never what a person would pass: nothing has to be drawn for it.
    typed = types.keys() | {job.task.receiver}
    if function is None or not _is_judged(job) or not typed >= set(job.task.parameter_names):
        return None
    words = frozenset(re.findall(r"\w+", ast.unparse(function)))
    tried = [arguments for arguments in _valid(job, function, types) if _is_natural(job, types, arguments)]
    tried.sort(key=lambda arguments: [complexity(value) for value in arguments.values()])
    for arguments in tried[: LIMITS.failing_tries]:
        if job.left() <= 0:
            return None
        replay = job._replay(arguments)
        if replay is None or not replay.decided or replay.violated or replay.fails is None:
            continue
        if words.isdisjoint(_names(replay.fails)):
            return FailingCall(job._texts(arguments), replay.fails)
    return None


def _names(raised: str) -> Iterable[str]:
    """The class of an exception and those that it is one of."""
    return {of_class.__name__ for of_class in getattr(builtins, raised).__mro__} - _ANY


def _is_judged(job: TaskWithTests) -> bool:
    """Whether exceptions of this function are failures: operators of a class raise what Python's protocols ask for, and
    what is around a nested function is not known."""
    definition = job.task.definition
    if any(parameter.stars for parameter in job.task.parameters):
        return False
    if definition is None:
        return not job.task.entry_point.startswith("__")
    special = definition.name.startswith("__") and definition.name not in MAKING
    return not special and definition.kind not in ("nested function", "invariants")


def _function(job: TaskWithTests) -> FunctionNode | None:
    """The function as it is written."""
    around = (
        node
        for node in ast.walk(parse_module(job.task.context))
        if isinstance(node, FunctionNode) and node.lineno <= job.task.line <= (node.end_lineno or 0)
    )
    return max(around, key=lambda node: node.lineno, default=None)


def _valid(job: TaskWithTests, function: FunctionNode, types: Mapping[str, str]) -> Iterator[Arguments]:
    """Inputs that violate nothing: known ones, and such that are made of the constants of the body, too."""
    accepted = [*job.evidence.accepted]
    constants = tuple(Evaluate(const(value, VALUE)) for value in constants_of(function))
    hints = tuple(map(types.get, job.contract.parameters))
    typed = TypedValues(evolve(job.contract, body=(*constants, *job.contract.body), hints=hints))
    known = next(iter(accepted), {})
    drawn = ({**known, **typed.arguments()} for _ in range(LIMITS.failing_draws))
    complete = (arguments for arguments in drawn if arguments.keys() >= set(job.contract.parameters))
    objects = ({**known, name: sample} for name, samples in job.contract.samples.items() if known for sample in samples)
    known_texts = set(map(repr, accepted))
    valid = [*accepted, *islice(_accepted(job, chain(complete, objects), known_texts), LIMITS.failing_tries // 2)]
    yield from valid
    yield from islice(_accepted(job, _varied(valid, random.Random(0)), known_texts), LIMITS.failing_tries - len(valid))


def _accepted(job: TaskWithTests, inputs: Iterable[Arguments], known_texts: set[str]) -> Iterator[Arguments]:
    """The inputs that violate nothing, each once."""
    for arguments in inputs:
        # Equal values may be different inputs: 1 and True, 0.0 and -0.0.
        text = repr(arguments)
        if text not in known_texts and job.left() > 0:
            known_texts.add(text)
            seen = job.oracle(arguments)
            if seen is not None and not seen.violated:
                yield arguments


def _varied(inputs: Sequence[Arguments], chance: random.Random) -> Iterator[Arguments]:
    """Valid inputs with one part of another one: what meets many clauses is rare, and more of it is near."""
    for _ in range(LIMITS.failing_draws if inputs else 0):
        arguments, other = dict(chance.choice(inputs)), chance.choice(inputs)
        name = chance.choice(list(arguments))
        value, donor = arguments[name], other[name]
        if type(value) is list and type(donor) is list and value and donor and chance.random() < 0.5:
            place = chance.randrange(len(value))
            arguments[name] = [*value[:place], chance.choice(donor), *value[place + 1 :]]
        else:
            arguments[name] = donor
        yield arguments


def _is_natural(job: TaskWithTests, types: Mapping[str, str], arguments: Arguments) -> bool:
    """Whether each argument is what a person would pass: of the declared type, or a new object of the declared class
    that is made of such."""
    names = job.task.parameter_names
    return all(name in arguments and _has_type(job, types, name, arguments[name]) for name in names)


def _has_type(job: TaskWithTests, types: Mapping[str, str], name: str, value: object) -> bool:
    if not isinstance(value, Constructed):
        return fits(_with_elements(types.get(name)), value) is True
    match ast.parse(value.text, mode="eval").body:
        case ast.Call(func=ast.Name(id=of_class)) if of_class in job.classes.classes:
            parameters = job.classes.constructor(of_class)
            is_declared = name == job.task.receiver or _is_named(types.get(name), of_class)
            typed = all(parameter.annotation is not None for parameter in parameters)
            return is_declared and typed and not misfits(job.classes, value.text)
    return False


def _with_elements(annotation: str | None) -> str | None:
    """An annotation in which each `list` without a type of its elements is one of elements of which nothing is known:
    of these, only the empty one is surely what a person would pass."""
    node = annotation_expression(annotation)
    return None if node is None else ast.unparse(_Elements().visit(node))


class _Elements(ast.NodeTransformer):
    """Gives each container without a type of its elements an unknown one."""

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        node.slice = self.visit(node.slice)
        return node

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self._with_unknown(node, node.id)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        return self._with_unknown(node, node.attr)

    def _with_unknown(self, node: ast.expr, name: str) -> ast.expr:
        unknown = ast.Name("_")
        if name in DICTS:
            return ast.Subscript(node, ast.Tuple([unknown, unknown]))
        if name in ("tuple", "Tuple"):
            return ast.Subscript(node, ast.Tuple([unknown, ast.Constant(...)]))
        return ast.Subscript(node, unknown) if name in LISTS | SETS else node


def _is_named(annotation: str | None, of_class: str) -> bool:
    """Whether an annotation names a class, which it writes as `module.Row`, or an alternative to it."""
    node = annotation_expression(annotation)
    parts = [] if node is None else [*ast.walk(node)]
    return any(
        (isinstance(part, ast.Attribute) and part.attr == of_class)
        or (isinstance(part, ast.Name) and part.id == of_class)
        for part in parts
    )


# -- The types that a contract demands of its parameters, as annotations.
#
# Example: `assert type(xs) == list` and `assert all(isinstance(x, int) and x > 0 for x in xs)` demand `list[int]`, and
# `assert sign in ("+", "-")` demands `Literal['+', '-']`. What satisfies such a contract is of these types, whether
# the function has annotations or not.

_FLAT = frozenset({int, float, str, bool, bytes})
_CONTAINERS = frozenset({list, set, frozenset})
_LITERALS = frozenset({int, str, bool, bytes})
"""The types of constants that `Literal` may list (PEP 586)."""
_DISPLAYS = ("python.list", "python.tuple", "python.set")
_SAME = ("==", "is")
_NEGATIONS = {"!=": "==", "is not": "is", "not in": "in"}


def demanded_types(contract: Contract) -> dict[str, str]:
    """Parameter → an annotation of the values that its clauses allow, of those parameters whose type they settle with
    that of the elements. Only clauses count that each valid input comes to: those before the first branch."""
    facts = [fact for test in _always_checked(contract) for fact in _conjuncts(test, holds=True)]
    demanded: dict[str, str] = {}
    for name in contract.parameters:
        if (of_elements := _elements(facts, name)) is not None and (container := _container(facts, name)) is not None:
            demanded[name] = f"{container}[{of_elements}]"
        elif (plain := _plain(facts, name)) is not None:
            demanded[name] = plain
    return demanded


def _always_checked(contract: Contract) -> Iterator[Term]:
    for statement in contract.body:
        if not isinstance(statement, Check):
            return
        yield statement.test


def _conjuncts(test: Term, *, holds: bool) -> Iterator[Term]:
    """What is true where a test has this truth, as far as that is a conjunction."""
    if test.op == "python.not":
        yield from _conjuncts(test.args[0], holds=not holds)
    elif test.op == ("python.and" if holds else "python.or"):
        for part in test.args:
            yield from _conjuncts(part, holds=holds)
    elif holds:
        yield test
    elif test.op == "python.compare" and test.data in _NEGATIONS:
        yield make(test.op, test.args, test.sort, _NEGATIONS[test.data])


def _plain(facts: Sequence[Term], name: str) -> str | None:
    """The annotation of a name that one of these facts says to have a type without elements, or to be one of some
    constants; that of constants if both are said."""
    for fact in facts:
        if fact.op != "python.compare" or fact.data != "in":
            continue
        subject, listed = fact.args
        if _is_name(subject, name) and listed.op in _DISPLAYS and all(map(_is_literal, listed.args)):
            return f"Literal[{', '.join(repr(part.data) for part in listed.args)}]"
    return next((named.__name__ for fact in facts if (named := _said_type(fact, name)) in _FLAT and named), None)


def _container(facts: Sequence[Term], name: str) -> str | None:
    return next((named.__name__ for fact in facts if (named := _said_type(fact, name)) in _CONTAINERS and named), None)


def _said_type(fact: Term, name: str) -> type | None:
    """The type T of `type(x) is T` and of `isinstance(x, T)`."""
    if fact.op == "python.call" and len(fact.args) == 3 and _is_constant(fact.args[0], isinstance):
        subject, named = fact.args[1:]
    elif fact.op == "python.compare" and fact.data in _SAME and fact.args[0].op == "python.call":
        call, named = fact.args
        if len(call.args) != 2 or not _is_constant(call.args[0], type):
            return None
        subject = call.args[1]
    else:
        return None
    is_type = named.op == "const" and isinstance(named.data, type)
    return named.data if is_type and _is_name(subject, name) else None


def _elements(facts: Sequence[Term], name: str) -> str | None:
    """The annotation of each element of a container, by `all(… for x in xs)`."""
    for fact in facts:
        if fact.op != "python.call" or len(fact.args) != 2 or not _is_constant(fact.args[0], all):
            continue
        comprehension = fact.args[1]
        if comprehension.op != "python.comprehension" or len(comprehension.data.generators) != 1:
            continue
        generator, source, condition = comprehension.data.generators[0], comprehension.args[0], comprehension.args[-1]
        if _is_name(source, name) and not generator.conditions:
            of_element = _plain([*_conjuncts(condition, holds=True)], generator.target)
            if of_element is not None:
                return of_element
    return None


def _is_literal(term: Term) -> bool:
    return term.op == "const" and type(term.data) in _LITERALS


def _is_constant(term: Term, value: object) -> bool:
    return term.op == "const" and term.data is value


def _is_name(term: Term, name: str) -> bool:
    return term.op == "var" and term.data == name
