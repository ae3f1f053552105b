"""Runs of methods, with what the checks of their ghost code have found, as lines for people and as JSON."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from ...core.interpret.checks import Failure, GhostChecks, ObjectState, ShownState
from ...core.ir.contracts import Program, Specification
from ...core.ir.sorts import CHAR, Sort
from ...core.ir.values import (
    ArrayValue,
    CodatatypeValue,
    DatatypeValue,
    FrozenMap,
    Multiset,
    UninterpretedValue,
    ordered,
)
from ...core.language import Language
from ...core.language.running import Execution
from ..schema import ExecutionRow, FailedCheckPart, UndecidedCheckPart, part_of
from .tables import clip

MOST_OF_A_VALUE = 160
"""Characters."""
DEEPEST = 20
"""Levels of a value that are shown: what is behind has no place within so many characters."""
MOST_BITS = 10_000
"""Bits of a number that is shown: Python converts no more than 4,300 digits, and slowly."""


def lines_of_outcome(
    execution: Execution, specification: Specification, program: Program, language: Language
) -> Iterator[str]:
    """What a run printed, and how it ended."""
    outcome = execution.outcome
    text = printed_text(execution, program, language)
    if text:
        yield from text.removesuffix("\n").split("\n")
    sorts = {binder.name: binder.sort for binder in (*specification.inputs, *specification.outputs)}
    called = f"{execution.method}({arguments_of(execution, specification, language)})"
    if outcome.state == "returned":
        for name, value in outcome.outputs.items():
            yield f"{name} = {shown(value, sorts.get(name))}"
        return
    prefix = f"{outcome.span}: " if outcome.span else ""
    ended = f"error: {called} fails" if outcome.state == "failed" else f"unknown: {called} is not followed to its end"
    yield f"{prefix}{ended}: {outcome.reason}"


def printed_text(execution: Execution, program: Program, language: Language) -> str:
    """What a run printed. A language that says nothing of printing writes literals."""
    listed = execution.outcome.printed
    if language.printed is None:
        return "".join(language.text(value, sort, program.datatypes) for sort, value in listed)
    return "".join(language.printed(value, sort, program) for sort, value in listed)


def arguments_of(execution: Execution, specification: Specification, language: Language) -> str:
    """The arguments of a run."""
    return ", ".join(f"{name} := {text}" for name, text in language.literals(execution.inputs, specification).items())


def merged(executions: Sequence[Execution]) -> list[tuple[Execution, GhostChecks]]:
    """The checks of several runs, each failure once, with the run in which it is first met."""
    # The key of a failure is its kind, text and place (`GhostChecks`): one invariant may fail on many inputs, and the
    # first of them is enough to show it.
    seen: set[Any] = set()
    result = []
    for execution in executions:
        ghost_checks = GhostChecks(decided=execution.checks.decided)
        for key, failure in execution.checks.failures.items():
            if key not in seen:
                seen.add(key)
                ghost_checks.failures[key] = failure
        for key, reason in execution.checks.open.items():
            if key not in seen:
                seen.add(key)
                ghost_checks.open[key] = reason
        result.append((execution, ghost_checks))
    return result


def lines_of_checks(
    executions: Iterable[tuple[Execution, GhostChecks]], specification: Specification, language: Language
) -> Iterator[str]:
    """The failures with their states, then what is not decided."""
    listed = list(executions)
    for execution, checks in listed:
        for failure in checks.failures.values():
            yield from _lines_of_failure(failure, arguments_of(execution, specification, language), language)
    for _, checks in listed:
        for kind, text, span, reason in checks.open.values():
            yield f"{span}: unknown: {kind} {text}: {reason}"


def _lines_of_failure(failure: Failure, arguments: str, language: Language) -> Iterator[str]:
    times = f" ({failure.times} times)" if failure.times > 1 else ""
    yield f"{failure.span}: error: {failure.kind} {failure.text} {failure.reason}{times}"
    if failure.part is not None:
        yield f"    its false part: {(language.show_term or language.show)(failure.part)}"
    if failure.witness:
        yield f"    for {_values(failure.witness)}"
    if arguments:
        yield f"    called with {arguments}"
    if failure.state:
        yield f"    where {_values(failure.state)}"


def _values(state: ShownState) -> str:
    return ", ".join(f"{name} = {shown(value, sort)}" for name, value, sort in state)


def shown(value: Any, sort: Sort | None = None) -> str:
    """A value for people; of arrays and objects what they hold."""
    return clip(_shown(value, sort), MOST_OF_A_VALUE)


def _shown(value: Any, sort: Sort | None, depth: int = 0) -> str:
    if depth > DEEPEST:
        return "…"
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int():
            return _number(value)
        case Fraction():
            return f"{float(value)}" if value.denominator in (1, 2, 4, 5, 8, 10) else f"{value}"
        case str():
            return f"'{value}'"
        case ObjectState(kind=kind, number=number, fields=fields):
            if fields is None:
                return f"{kind}#{number}"
            return f"{kind}#{number}(" + ", ".join(f"{n} := {_shown(v, None, depth + 1)}" for n, v in fields) + ")"
        case ArrayValue(elements=elements):
            return _listed("[", elements, "]", depth)
        case DatatypeValue(constructor=name, fields=fields):
            return name + (_listed("(", fields, ")", depth) if fields else "")
        case CodatatypeValue():
            return repr(value)
        # A non-empty tuple of characters is text whatever its sort; an empty one needs the sort to be told from `[]`.
        case tuple() if value and all(isinstance(character, str) for character in value):
            return '"' + "".join(value) + '"'
        case tuple() if not value and sort == Sort("Seq", (CHAR,)):
            return '""'
        case tuple():
            brackets = "()" if sort is not None and sort.kind == "Tuple" else "[]"
            return _listed(brackets[0], value, brackets[1], depth)
        case frozenset():
            return _listed("{", ordered(value), "}", depth)
        case Multiset():
            return _listed(
                "multiset{", [element for element in ordered(value) for _ in range(value.count(element))], "}", depth
            )
        case FrozenMap():
            pairs = (f"{_shown(k, None, depth + 1)} := {_shown(value[k], None, depth + 1)}" for k in ordered(value))
            return f"map[{', '.join(pairs)}]"
        case UninterpretedValue(sort="object", index=0):
            return "null"
        case UninterpretedValue(sort=kind, index=number):
            return f"{kind}#{number}"
        case _:
            return "a function"


def _listed(first: str, values: Iterable[Any], last: str, depth: int) -> str:
    listed = list(values)
    more = [] if len(listed) <= MOST_OF_A_VALUE else ["…"]
    return (
        first + ", ".join([*(_shown(element, None, depth + 1) for element in listed[:MOST_OF_A_VALUE]), *more]) + last
    )


def _number(value: int) -> str:
    return str(value) if value.bit_length() < MOST_BITS else f"a number of {value.bit_length():,} bits"


def row_of_execution(
    execution: Execution, specification: Specification, program: Program, language: Language
) -> ExecutionRow:
    """The row of a run."""
    outcome, checks = execution.outcome, execution.checks
    sorts = {binder.name: binder.sort for binder in (*specification.inputs, *specification.outputs)}
    return ExecutionRow(
        method=execution.method,
        arguments=dict(language.literals(execution.inputs, specification)),
        state=outcome.state,
        reason=outcome.reason,
        place=str(outcome.span) if outcome.span else "",
        printed=printed_text(execution, program, language),
        outputs={str(name): shown(value, sorts.get(name)) for name, value in outcome.outputs.items()},
        failures=[
            part_of(
                FailedCheckPart,
                failure,
                condition=failure.kind,
                clause=failure.text,
                place=str(failure.span),
                witness={str(name): shown(value, sort) for name, value, sort in failure.witness},
                variables={str(name): shown(value, sort) for name, value, sort in failure.state},
            )
            for failure in checks.failures.values()
        ],
        unknown=[
            UndecidedCheckPart(condition=kind, clause=text, place=str(span), reason=reason)
            for kind, text, span, reason in checks.open.values()
        ],
        held=checks.decided,
    )
