"""Bodies that are executed, for several files of tests."""

from typing import Any, TypeVar

from attrs import define, field

from specassay.core.fuel import Fuel
from specassay.core.interpret.bodies import ExecutionOutcome, execute
from specassay.core.interpret.checks import GhostChecks
from specassay.core.interpret.choices import Choices
from specassay.core.ir.contracts import Program
from specassay.core.ir.values import ArrayValue
from specassay.frontends.dafny import parse_program, with_checks

INPUTS = {"n": 3, "a": ArrayValue((5, 6, 7), "a")}
METHOD = "method M{number}(n: int, a: array<int>) returns (r: int) modifies a ensures a[..] == a[..] {{ {body} }}\n"


Row = TypeVar("Row", bound=tuple[Any, ...])


@define
class Bodies:
    """Methods beside some declarations. Those of the rows of tables are read as one program, in the time of one."""

    declarations: str = ""
    _bodies: list[str] = field(factory=list)
    _program: Program | None = None

    def rows(self, table: list[Row]) -> list[Row]:
        """A table whose first column are bodies."""
        self._bodies += (row[0] for row in table)
        return table

    def executed(
        self, body: str, choices: Choices | None = None, checks: GhostChecks | None = None
    ) -> ExecutionOutcome:
        """A body with n = 3 and a = [5, 6, 7]."""
        if body in self._bodies:
            self._program = self._program or self._read(self._bodies)
            program, name = self._program, f"M{self._bodies.index(body)}"
        else:
            program, name = self._read([body]), "M0"
        specification = next(each for each in program.specifications if each.name == name)
        executed = program if checks is None else with_checks(program)
        return execute(specification, INPUTS, executed, Fuel(20_000), choices, checks)

    def results(self, body: str) -> tuple[list[Any], bool]:
        """What a body returns over all choices that it leaves open, and whether others are not listed."""
        found: list[Any] = []
        more = False
        first: Choices | None = Choices()
        while first is not None:
            outcome = self.executed(body, choices=first)
            assert outcome.state == "returned", outcome.reason
            found.append(outcome.outputs["r"])
            more, following = more or first.open, first.following()
            first = None if following is None else Choices(following)
        return found, more

    def _read(self, bodies: list[str]) -> Program:
        methods = (METHOD.format(number=number, body=body) for number, body in enumerate(bodies))
        return parse_program(self.declarations + "".join(methods), file="t.dfy")
