"""Bodies of methods, executed, for several files of tests."""

from typing import Any

from specassay.core.fuel import Fuel
from specassay.core.interpret.bodies import ExecutionOutcome, execute
from specassay.frontends.dafny import parse_program


def run(text: str, fuel: Fuel | None = None, **inputs: Any) -> ExecutionOutcome:
    """What the first method of a text comes to."""
    program = parse_program(text)
    return execute(program.specifications[0], inputs, program, fuel)


def result(header: str, body: str, **inputs: Any) -> Any:
    """The one result of a method `M` with this header and body."""
    found = run(f"method M{header} {{\n{body}\n}}", **inputs)
    assert found.state == "returned", found.reason
    (value,) = found.outputs.values()
    return value
