"""From an input that shows something to a smaller one that shows it, too: nearer to 0, shorter, part by part."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from attrs import evolve

from ..ir.contracts import Datatype
from ..ir.sorts import Sort
from ..ir.values import DatatypeValue
from ..ir.variables import Valuation

MOST_TRIES = 200
"""Smaller inputs that are looked at."""


def smallest_input(
    inputs: Valuation, sorts: Mapping[Any, Sort], datatypes: Mapping[str, Datatype], shows: Callable[[Valuation], bool]
) -> Valuation:
    """The smallest input that is found from this one on, of which `shows` is true. Greedy: the first smaller one
    counts, and is made smaller in turn."""
    smallest, tries, going_on = dict(inputs), 0, True
    while going_on:
        going_on = False
        # Component by component, from the beginning after each success: what was too bold before may fit now.
        for name, value in smallest.items():
            for smaller in smaller_values(value, sorts[name], datatypes):
                tries += 1
                # The number of questions is limited, for each may be a query.
                if tries > MOST_TRIES:
                    return smallest
                candidate = {**smallest, name: smaller}
                if shows(candidate):
                    smallest, going_on = candidate, True
                    break
            if going_on:
                break
    return smallest


def smaller_values(value: Any, sort: Sort, datatypes: Mapping[str, Datatype]) -> Iterator[Any]:
    """Values of a sort that are smaller than one, the boldest first: of 127 they are 0, 64, 96 and so on to 126."""
    match sort.kind:
        case "Bool":
            if value:
                yield False
        case "Int":
            # Binary search towards zero: 0, half of it, three quarters, ….
            step = abs(value)
            while step:
                yield value - step if value > 0 else value + step
                step //= 2
        case "Seq":
            # Halves first, then one element fewer, then smaller elements.
            yield from (value[:half] for half in {0, len(value) // 2} if half < len(value))
            for place in range(len(value)):
                yield value[:place] + value[place + 1 :]
            for place, part in enumerate(value):
                for smaller in smaller_values(part, sort.args[0], datatypes):
                    yield (*value[:place], smaller, *value[place + 1 :])
        case "Tuple":
            for place, (part, of) in enumerate(zip(value, sort.args, strict=True)):
                for smaller in smaller_values(part, of, datatypes):
                    yield (*value[:place], smaller, *value[place + 1 :])
        case "Datatype" if isinstance(value, DatatypeValue) and not sort.args:
            declared = datatypes.get(str(sort.label))
            made = () if declared is None else declared.constructors
            binders = next((each.fields for each in made if each.name == value.constructor), ())
            for place, (part, binder) in enumerate(zip(value.fields, binders, strict=False)):
                for smaller in smaller_values(part, binder.sort, datatypes):
                    yield evolve(value, fields=(*value.fields[:place], smaller, *value.fields[place + 1 :]))
