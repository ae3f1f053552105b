"""What the author of a candidate wrote, and not its language or a library.

The bounds of machine integers are conditions of a candidate, too, and the definitions of vstd are functions of its
program. Nobody hides an input there, and there are so many of them that what is hidden would not be found among them.
"""

from collections.abc import Mapping
from typing import Any

from attrs import evolve

from ...core.ir.contracts import Condition, Function, Program, Specification
from ...core.ir.sorts import Sort
from ...core.spec_testing.candidate_inputs import constants_of


def is_written(function: Function) -> bool:
    """Whether the text of a program declares a function."""
    return function.span is not None


def written_constants(specification: Specification, program: Program) -> Mapping[Sort, tuple[Any, ...]]:
    """Sort → the constants of a candidate's clauses, those of its precondition first, and of the functions that these
    call."""
    own = evolve(specification, requires=_written(specification.requires), ensures=_written(specification.ensures))
    functions = {name: function for name, function in program.functions.items() if is_written(function)}
    required = [condition.term for condition in own.requires if condition.term is not None]
    return constants_of(own, required, evolve(program, functions=functions))


def _written(conditions: tuple[Condition, ...]) -> tuple[Condition, ...]:
    return tuple(condition for condition in conditions if not condition.clause.fact)
