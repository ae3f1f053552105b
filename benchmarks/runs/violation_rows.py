"""What is known about violating a method's preconditions as the rows of `specassay cvt`, values as Dafny literals."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from ...core.errors import Unsupported
from ...core.ir.contracts import Specification
from ...core.ir.sorts import INT, Sort
from ...core.ir.values import ArrayValue, FrozenMap, Multiset, UninterpretedValue
from ...core.synthesis.verdicts import Arguments, Observation, Verdict
from ...dafny_harness.violating import Violations
from ...frontends.dafny import literal
from ..reporting.schema import CvtRow


def rows_of(found: Violations, task: str) -> list[CvtRow]:
    """A row for each set of clauses."""
    specification, seen = found.specification, found.observations
    return [_row(verdict, seen.get(verdict.target), specification, task) for verdict in found.verdicts]


def _row(verdict: Verdict, seen: Observation | None, specification: Specification, task: str) -> CvtRow:
    row = CvtRow(
        task_id=task,
        violates=sorted(verdict.target),
        verdict=verdict.outcome,
        solver=verdict.solver,
        universe=verdict.universe,
        core=list(verdict.core) or None,
        bounded=verdict.bounded,
        bounds=None if verdict.bounds is None else verdict.bounds.as_json(),
        reason=verdict.reason or None,
    )
    if verdict.arguments is None or seen is None:
        return row
    try:
        arguments = arguments_of(verdict.arguments, specification)
    except Unsupported as problem:
        return replace(row, verdict="unknown", reason=f"an input was found that has no text: {problem.construct}")
    how = {str(index): manner for index, manner in sorted(seen.how.items())}
    return replace(row, arguments=arguments, raises_first=min(seen.violated), how=how)


def arguments_of(inputs: Arguments, specification: Specification) -> dict[str, str]:
    """Parameter → Dafny literal, type parameters standing for int. Raises Unsupported for a value without one."""
    integers = dict.fromkeys(specification.type_parameters, INT)
    return {
        binder.name: literal(_with_integers(inputs[binder.name], integers), _in_integers(binder.sort, integers))
        for binder in specification.inputs
    }


def _in_integers(sort: Sort, integers: Mapping[str, Sort]) -> Sort:
    if sort.kind == "Uninterpreted":
        return integers.get(str(sort.label), sort)
    return Sort(sort.kind, tuple(_in_integers(part, integers) for part in sort.args), sort.label)


def _with_integers(value: Any, integers: Mapping[str, Sort]) -> Any:
    match value:
        case UninterpretedValue() if value.sort in integers:
            return value.index
        case ArrayValue():
            return ArrayValue(_with_integers(value.elements, integers), value.identity)
        case tuple():
            return tuple(_with_integers(part, integers) for part in value)
        case frozenset():
            return frozenset(_with_integers(part, integers) for part in value)
        case Multiset():
            return Multiset(_with_integers(part, integers) for part in value for _ in range(value.count(part)))
        case FrozenMap():
            pairs = ((key, value[key]) for key in value)
            return FrozenMap({_with_integers(k, integers): _with_integers(v, integers) for k, v in pairs})
        case _:
            return value
