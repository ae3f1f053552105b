"""Do two conditions refuse the same inputs? Proved over the universe of values, or disproved by an input.

Both conditions become clauses of one contract. An input that violates exactly one of them tells them apart; when there
provably is none in either direction, they are equivalent. Equal normal forms are a proof; then come search, solvers and
replay, those of `benchmarks.cvt`.
"""

import ast
import json
import math
import textwrap
import time
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from attrs import define, evolve, frozen

from ...backends.python.replay import Replayer
from ..datasets.tasks import Parameter, PythonTask
from .cache import Cache, key_of
from .guards import Guard
from .normal import normal_form

Relation = Literal["equivalent", "implies", "implied by", "overlapping", "unrelated", "unknown"]
"""Of a guard to a clause. `implies`: the guard refuses all that the clause refuses, and more; `implied by`: only a part
of it. `overlapping`: both refuse some inputs, and each some that the other lets through. `unrelated`: no input is
refused by both, or they are about different parameters."""

SOLVERS: tuple[str, ...] = ("z3", "cvc5")
"""In turn: the second is asked where the first does not know."""
BUDGET_SECONDS = 5.0
LEAST_BUDGET_SECONDS = 0.2
LIMIT_SECONDS = 3.0


@frozen(slots=True)
class Comparison:
    """What is known of a guard and a clause.

    `clause_only`: an input (parameter → literal) that the clause refuses and the guard lets through, if there is one;
    `guard_only`: the reverse. `equivalent` is None while a direction is open. `bounded`: of some direction nothing
    was found within bounds, which leaves it open.
    """

    relation: Relation
    equivalent: bool | None
    bounded: bool = False
    clause_only: Mapping[str, str] | None = None
    guard_only: Mapping[str, str] | None = None
    reason: str = ""

    def as_json(self) -> dict[str, Any]:
        """The comparison as a JSON object."""
        return {
            "relation": self.relation,
            "equivalent": self.equivalent,
            "bounded": self.bounded,
            "clause_only": None if self.clause_only is None else dict(self.clause_only),
            "guard_only": None if self.guard_only is None else dict(self.guard_only),
            "reason": self.reason,
        }


SAME = Comparison("equivalent", True)
BOUNDED = "none found within bounds"
OUT_OF_TIME = Comparison("unknown", None, reason="the time for the checks of one program is spent")


@define(slots=True)
class Allowance:
    """Seconds that are left for the comparisons of one program: processor time, here and in solvers, so that a busy
    machine changes no verdict."""

    left: float = math.inf


@frozen(slots=True)
class Directions:
    """Whether an input may exist that only the clause, or only the guard, refuses: not where the normal forms exclude
    it."""

    clause_only: bool
    guard_only: bool


IMPOSSIBLE: Mapping[str, Any] = {"verdict": "infeasible", "arguments": None, "bounded": False, "reason": None}


def compare(
    clause: Guard,
    guard: Guard,
    parameters: Sequence[Parameter],
    replayer: Replayer,
    cache: Cache,
    context: Sequence[Guard] = (),
    allowance: Allowance | None = None,
) -> Comparison:
    """How a guard relates to a clause; with a `context`, among the inputs that it accepts. When the `allowance` is
    spent no solver is asked."""
    allowance = allowance or Allowance()
    left, right = normal_form(clause.block), normal_form(guard.block)
    if clause.block == guard.block or (left is not None and left == right):
        return SAME
    possible = Directions(
        clause_only=left is None or right is None or not left <= right,
        guard_only=left is None or right is None or not right <= left,
    )
    text = "\n".join(asserted(block, parameters, place) for place, block in enumerate((clause, guard, *context)))
    hints = json.dumps([(parameter.name, parameter.hint) for parameter in parameters])
    key = key_of("equivalence, proved", text, hints)
    if (kept := cache.get(key)) is not None:
        return Comparison(**kept)
    found = OUT_OF_TIME
    for solver in SOLVERS:
        if allowance.left <= 0:
            break
        found = _ask(text, clause, guard, parameters, len(context), solver, replayer, possible, allowance)
        if found.relation != "unknown":
            cache.put(key, found.as_json())
            break
    return found


def _ask(
    text: str,
    clause: Guard,
    guard: Guard,
    parameters: Sequence[Parameter],
    context: int,
    solver: str,
    replayer: Replayer,
    possible: Directions,
    allowance: Allowance,
) -> Comparison:
    names = ", ".join(parameter.name for parameter in parameters)
    task = PythonTask(
        task_id="equivalence",
        entry_point="candidate",
        parameters=tuple(parameters),
        contract_text=text,
        solution=f"def candidate({names}):\n    pass\n",
        file="equivalence",
        line=1,
    )
    started = time.process_time()
    from ..runs.cvt import synthesise  # Here: it loads the solvers, and with full caches none is asked.

    report = synthesise(
        task, solver, limit=LIMIT_SECONDS, replayer=replayer, most=_singles(context),
        budget=max(min(BUDGET_SECONDS, allowance.left), LEAST_BUDGET_SECONDS),
    )
    elsewhere = sum(report.seconds.get(phase, 0.0) for phase in ("solve", "replay"))
    allowance.left -= time.process_time() - started + elsewhere
    if report.error is not None:
        return Comparison("unknown", None, reason=report.error)
    rows: dict[tuple[int, ...], Mapping[str, Any]] = {tuple(row["violates"]): row for row in report.rows}
    if not possible.clause_only:
        rows[0,] = IMPOSSIBLE
    if not possible.guard_only:
        rows[1,] = IMPOSSIBLE
    found = _relation(rows, _share_parameters(clause, guard, parameters), "; ".join(report.problems))
    if context and found.equivalent and _verdict(rows[0, 1]) == "infeasible":
        # Both always hold where the others do: that is no agreement.
        return evolve(found, relation="unrelated", equivalent=False)
    return found


def _singles(context: int) -> int:
    """How many sets of clauses to ask for: each clause alone, then the first pair, the clause and the guard."""
    return context + 3


def _relation(rows: Mapping[tuple[int, ...], Mapping[str, Any]], share: bool, problems: str) -> Comparison:
    first, second, both = rows[0,], rows[1,], rows[0, 1]
    clause_only, guard_only = first["arguments"], second["arguments"]
    verdicts = _verdict(first), _verdict(second)
    known: dict[tuple[str, str], Relation] = {
        ("infeasible", "infeasible"): "equivalent",
        ("infeasible", "violating"): "implies",
        ("violating", "infeasible"): "implied by",
    }
    relation: Relation = known.get(verdicts, "unknown")
    if verdicts == ("violating", "violating"):
        relation = "overlapping" if both["verdict"] == "violating" else "unknown"
        if _verdict(both) == "infeasible" or not share:
            relation = "unrelated"
    equivalent = None
    if "violating" in verdicts:
        equivalent = False
    elif relation == "equivalent":
        equivalent = True
    open_rows = [row for row in (first, second, both) if _verdict(row) == "unknown"]
    bounded = relation == "unknown" and any(row["bounded"] for row in open_rows)
    reasons = [row["reason"] or (BOUNDED if row["bounded"] else "") for row in open_rows]
    reason = "; ".join(dict.fromkeys(reasons)) if relation == "unknown" else ""
    return Comparison(relation, equivalent, bounded, clause_only, guard_only, reason or (problems if open_rows else ""))


def _verdict(row: Mapping[str, Any]) -> str:
    """What is found within bounds only is no proof, and decides nothing."""
    return "unknown" if row["bounded"] else str(row["verdict"])


# --- two blocks in one contract ---------------------------------------------------------------------------


def asserted(guard: Guard, parameters: Sequence[Parameter], place: int) -> str:
    """A block as one `assert` that shares no names with the others: as a predicate, unless it is a condition alone."""
    if guard.is_plain:
        return guard.block
    names = ", ".join(parameter.name for parameter in parameters)
    block = _Refusing().visit(ast.parse(guard.block))
    imports = [statement for statement in block.body if isinstance(statement, ast.Import | ast.ImportFrom)]
    rest = [statement for statement in block.body if statement not in imports]
    body = ast.unparse(ast.fix_missing_locations(ast.Module(body=rest, type_ignores=[])))
    return "".join(f"{ast.unparse(statement)}\n" for statement in imports) + (
        f"def _accepted_{place}({names}):\n"
        f"    try:\n{textwrap.indent(body, ' ' * 8)}\n"
        f"    except Exception:\n        return False\n"
        f"    return True\n"
        f"assert _accepted_{place}({names})"
    )


class _Refusing(ast.NodeTransformer):
    """Makes `raise` of the assertion of a block, since it is no clause by itself, and `return True` of what ends the
    block early; functions in it return what they return."""

    def __init__(self) -> None:
        self.depth = 0

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.depth += 1
        self.generic_visit(node)
        self.depth -= 1
        return node

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        refuse = ast.Raise(exc=ast.Name(id="AssertionError", ctx=ast.Load()), cause=None)
        return ast.If(test=ast.UnaryOp(op=ast.Not(), operand=node.test), body=[refuse], orelse=[])

    def visit_Return(self, node: ast.Return) -> ast.AST:
        return node if self.depth else ast.Return(value=ast.Constant(True))


def _share_parameters(clause: Guard, guard: Guard, parameters: Sequence[Parameter]) -> bool:
    names = {parameter.name for parameter in parameters}
    left, right = (
        {node.id for node in ast.walk(ast.parse(block.block)) if isinstance(node, ast.Name)} & names
        for block in (clause, guard)
    )
    return not left or not right or bool(left & right)
