"""The types that a contract demands of its parameters, as annotations.

Example: `assert type(xs) == list` and `assert all(isinstance(x, int) and x > 0 for x in xs)` demand `list[int]`, and
`assert sign in ("+", "-")` demands `Literal['+', '-']`. What satisfies such a contract is of these types, whether the
function has annotations or not.
"""

from collections.abc import Iterator, Sequence

from ...core.ir.contracts import Contract
from ...core.ir.statements import Check
from ...core.ir.terms import Term, make

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
