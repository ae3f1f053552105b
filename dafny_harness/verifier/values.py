"""Concrete values as statements of a harness."""

from collections.abc import Hashable, Mapping
from typing import Any

from attrs import define, field

from ...core.errors import Unsupported
from ...core.ir.contracts import Datatype
from ...core.ir.sorts import Sort, sorts_in
from ...core.ir.values import ArrayValue
from ...core.ir.variables import Name, Valuation
from ...frontends.dafny import literal
from .declarations import printed_type


@define(slots=True)
class Values:
    """Statements that give variables their values. Equal identities of arrays become one array."""

    taken: set[Name]
    datatypes: Mapping[str, Datatype]
    statements: list[str] = field(factory=list)
    arrays: dict[Hashable, Name] = field(factory=dict)

    def declare(self, name: Name, sort: Sort, value: Any) -> None:
        """A local variable with a value. Raises Unsupported for values that Dafny cannot write."""
        if isinstance(value, ArrayValue) and value.identity not in self.arrays:
            self._allocate(name, sort, value)
        else:
            kind = _type(sort, value)
            self.statements.append(f"var {name}: {kind} := {self.expression(value, sort)};")

    def expression(self, value: Any, sort: Sort) -> str:
        """A value as an expression, with an array wherever it holds one."""
        if not holds_arrays(sort):
            return literal(value, sort, self.datatypes)
        match sort.kind:
            case "Array" if value is None:
                return "null"
            case "Array":
                # The same array is one variable wherever it occurs, so that a change of it is seen everywhere.
                if value.identity not in self.arrays:
                    name = next(f"cells{n}" for n in range(len(self.taken) + 1) if f"cells{n}" not in self.taken)
                    self.taken.add(name)
                    self._allocate(name, sort, value)
                return str(self.arrays[value.identity])
            case "Seq":
                return f"[{', '.join(self.expression(element, sort.args[0]) for element in value)}]"
            case "Tuple":
                parts = (self.expression(part, inner) for part, inner in zip(value, sort.args, strict=True))
                return f"({', '.join(parts)})"
            case _:
                raise Unsupported(f"arrays in a value of the sort {sort}")

    def _allocate(self, name: Name, sort: Sort, value: ArrayValue) -> None:
        element = sort.args[0]
        elements = [self.expression(one, element) for one in value.elements]
        display = f"[{', '.join(elements)}]"
        size = "[]" if elements else "[0]"
        new = f"new {printed_type(element)}{size}" + (f" {display}" if elements else "")
        self.statements.append(f"var {name} := {new};")
        self.arrays[value.identity] = name


def _type(sort: Sort, value: Any) -> str:
    kind = printed_type(sort)
    return kind.replace("array<", "array?<", 1) if sort.kind == "Array" and value is None else kind


def holds_arrays(sort: Sort) -> bool:
    """Whether values of a sort contain arrays, and so identities that no literal has."""
    return any(each.kind == "Array" for each in sorts_in(sort))


def given(name: Name, sort: Sort, value: Any, others: Valuation, datatypes: Mapping[str, Datatype]) -> list[str]:
    """The conditions under which a parameter has a value. `others` are the parameters before it. Raises Unsupported."""
    if not isinstance(value, ArrayValue):
        if holds_arrays(sort):
            raise Unsupported(f"a value of the sort {sort} before a call that modifies arrays")
        return [f"{name} == {literal(value, sort, datatypes)}"]
    element = sort.args[0]
    conditions = [f"{name}.Length == {len(value.elements)}"]
    conditions.extend(
        f"{name}[{index}] == {literal(one, element, datatypes)}" for index, one in enumerate(value.elements)
    )
    # Arrays of one type may be one: it is said of each pair whether they are.
    conditions.extend(
        f"{name} {'==' if other == value else '!='} {known}"
        for known, other in others.items()
        if isinstance(other, ArrayValue) and _same_type(other, value)
    )
    return [" && ".join(conditions)]


def _same_type(left: ArrayValue, right: ArrayValue) -> bool:
    kinds = {type(element) for array in (left, right) for element in array.elements}
    return len(kinds) <= 1
