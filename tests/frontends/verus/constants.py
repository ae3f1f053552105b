"""Specifications that accept one constant for all inputs: `python tests/frontends/verus/constants.py FOLDER`.

A specification counts where `ensures r == CONSTANT` with its preconditions is proved to imply its postcondition, and
inputs that meet the precondition are known.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from attrs import evolve

from specassay.backends.solvers.registry import get
from specassay.backends.solvers.worker import isolated
from specassay.core.alarm import LimitReached, alarm
from specassay.core.comparing.common_variables import SpecificationSide
from specassay.core.comparing.specifications import compare_specifications
from specassay.core.deciding.engines import Engines, work_of
from specassay.core.errors import SpecassayError
from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.build import eq
from specassay.core.ir.contracts import Clause, Condition, Program, Specification
from specassay.core.ir.sorts import Sort
from specassay.core.ir.terms import const, var
from specassay.core.ir.values import DatatypeValue
from specassay.core.spec_testing.valid_inputs import valid_inputs
from specassay.frontends.verus import VERUS

INPUTS = 6
SECONDS = 8.0
"""For the inputs of a specification, and for the proof about a constant."""
MEMORY = 1 << 30


def constants_of(sort: Sort) -> tuple[Any, ...]:
    match sort.kind:
        case "Int":
            return (0, 1, -1)
        case "Bool":
            return (False, True)
        case "Seq":
            return ((),)
        case "Datatype" if sort.label == "Option":
            return (DatatypeValue("None", ()),)
        case _:
            return ()


def accepted_constant(specification: Specification, program: Program) -> str | None:
    """A constant that is accepted for all inputs, proved; None where none is known to be."""
    if len(specification.outputs) != 1 or specification.modifies or specification.type_parameters:
        return None
    (output,) = specification.outputs
    inputs = valid_inputs(specification, program, INPUTS, engines(), SECONDS)
    said = [each.term for each in specification.ensures]
    if len(inputs) < 2 or None in said or all(each.clause.fact for each in specification.ensures):
        return None
    for value in constants_of(output.sort):
        at_inputs = (
            evaluate(term, {**each, output.name: value}, program.functions, program.datatypes).value is True
            for each in inputs
            for term in said
            if term is not None
        )
        if all(at_inputs) and _is_proved(specification, program, value):
            return f"{output.name} = {VERUS.literal(value, output.sort, program.datatypes)}"
    return None


def engines() -> Engines:
    return Engines(backends=(isolated(get("z3"), MEMORY),), deadline=SECONDS, work=work_of(SECONDS))


def _is_proved(specification: Specification, program: Program, value: Any) -> bool:
    (output,) = specification.outputs
    assert specification.span is not None
    only = eq(var(output.name, output.sort), const(value, output.sort))
    clause = Condition(Clause("ensures", "the result is the constant", specification.span), only)
    constant = evolve(specification, ensures=(clause,))
    sides = (SpecificationSide(specification, program, "it"), SpecificationSide(constant, program, "the constant"))
    found = compare_specifications(*sides, engines())
    return found.outputs is not None and found.outputs.second_implies_first == "implied"


def found_in(folder: Path) -> Iterator[tuple[str, str]]:
    """File and function → the constant."""
    assert VERUS.parse_program is not None
    for path in sorted(folder.rglob("*")):
        if not path.is_file():
            continue
        try:
            with alarm(4 * SECONDS):
                program = VERUS.parse_program(path.read_text("utf-8"), str(path))
                for specification in program.specifications:
                    constant = accepted_constant(specification, program)
                    if constant is not None:
                        yield f"{path.relative_to(folder)}::{specification.name}", constant
        except (SpecassayError, LimitReached, UnicodeDecodeError):
            continue


if __name__ == "__main__":
    for name, constant in found_in(Path(sys.argv[1])):
        print(f"{name}  {constant}", flush=True)
