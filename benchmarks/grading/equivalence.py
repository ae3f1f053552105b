"""Do two conditions refuse the same inputs? Proved over the universe of values, or disproved by an input.

Both conditions become clauses of one contract. An input that violates exactly one of them tells them apart; when there
provably is none in either direction, they are equivalent. Equal normal forms are a proof; then come search, solvers and
replay (`runs/separating.py`).
"""

import ast
import json
import math
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from attrs import asdict, define, evolve, field, frozen

from ...backends.python.replay import Replayer
from ...backends.python.replay.tasks import VIOLATIONS
from ...core.errors import SpecassayError
from ...core.synthesis.verdicts import Verdict
from ...frontends.python import literal
from ..cache import Cache, key_of
from ..datasets.tasks import ContractTask, Parameter
from .grading_limits import LIMITS
from .guards import Guard
from .normal import normal_form
from .typed_forms import told_by, typed_form

Relation = Literal["equivalent", "implies", "implied by", "overlapping", "unrelated", "different", "unknown"]
"""Of a guard to a clause. `implies`: the guard refuses all that the clause refuses, and more; `implied by`: only a part
of it. `overlapping`: both refuse some inputs, and each some that the other lets through. `unrelated`: no input is
refused by both, or they are about different parameters. `different`: an input separates them, and what else they have
in common was not asked."""

SOLVERS: tuple[str, ...] = ("z3", "cvc5")
"""The solvers in turn: the second is asked where the first does not know."""


@frozen(slots=True)
class GuardComparison:
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

    @property
    def is_open(self) -> bool:
        """Whether something about the relation is not known."""
        return self.relation == "unknown"


SAME = GuardComparison("equivalent", True)
BOUNDED = "none found within bounds"
OPAQUE = frozenset({"hash", "id", "repr", "ascii", "format", "open", "input", "print", "dir", "object"})
"""Functions of which a solver knows nothing: what depends on them is not proved, whatever time it is given."""
NOT_ASKED = GuardComparison("unknown", None, reason="both have an equivalent already, and nothing was asked")
OUT_OF_TIME = GuardComparison("unknown", None, reason="the time for the checks of one program is spent")


@define(slots=True)
class Allowance:
    """Seconds of work that are left for the comparisons of one program: counted, here and in solvers, so that the same
    program ends at the same place each time."""

    left: float = math.inf


@frozen(slots=True)
class Directions:
    """Whether an input may exist that only the clause, or only the guard, refuses: not where the normal forms exclude
    it."""

    clause_only: bool
    guard_only: bool


Evaluations = Mapping[str, tuple[bool | None, ...]]
"""The text of a block → what it says of each of some inputs: whether it is violated, None where that is not known."""


def evaluated(
    parameters: Sequence[Parameter], guards: Sequence[Guard], inputs: Sequence[Mapping[str, str]], replayer: Replayer
) -> Evaluations:
    """What checks say of inputs, in real Python; nothing where they cannot be run."""
    blocks = list({guard.block: guard for guard in guards}.values())
    text = "\n".join(asserted(guard, parameters, place) for place, guard in enumerate(blocks))
    truths: list[tuple[bool | None, ...]] = []
    try:
        if inputs:
            replayer.load(_together(parameters, text).replay_task)
        # One input first, then twice as many each time: a block that fails ends it before much is run.
        count = 1
        while len(truths) < len(inputs):
            start = len(truths)
            replays = replayer.run_many(inputs[start : start + count], reference=False)
            truths += [tuple(_WORDS.get(outcome) for outcome in replay.outcomes) for replay in replays]
            # Rows up to here count; behind an outcome that is neither true nor false nothing more is asked.
            if any(None in row for row in truths[start:]):
                break
            count = min(2 * count, LIMITS.evaluated_together)
    except SpecassayError:
        return {}
    return {guard.block: tuple(row[place] for row in truths) for place, guard in enumerate(blocks)} if truths else {}


_WORDS: Mapping[str, bool] = {"holds": False, "unreached": False, **dict.fromkeys(VIOLATIONS, True)}


def _together(parameters: Sequence[Parameter], text: str) -> ContractTask:
    """A task with checks as its contract."""
    return ContractTask(
        task_id="equivalence",
        entry_point="candidate",
        parameters=tuple(parameters),
        contract_text=text,
        solution=f"def candidate({', '.join(parameter.name for parameter in parameters)}):\n    pass\n",
        file="equivalence",
        line=1,
    )


FIRST, SECOND, BOTH = frozenset({0}), frozenset({1}), frozenset({0, 1})
"""The sets of clauses that are asked about, of a contract with the clause first, then the guard, then the context."""


@frozen(slots=True)
class GuardComparer:
    """What guards and clauses over these parameters are compared with. When the `allowance` is spent no solver is
    asked."""

    parameters: Sequence[Parameter]
    replayer: Replayer
    cache: Cache
    allowance: Allowance = field(factory=Allowance)

    def without_solver(
        self, clause: Guard, guard: Guard, context: Sequence[Guard], seen: Evaluations
    ) -> GuardComparison | None:
        """How a guard relates to a clause among the inputs that others accept, where forms or inputs tell."""
        if clause.block == guard.block:
            return SAME
        known = told_by(other.block for other in context)
        left, right = typed_form(clause.block, known), typed_form(guard.block, known)
        if left is not None and left == right:
            return SAME
        return self._separated(clause, guard, context, seen)

    def _separated(
        self, clause: Guard, guard: Guard, context: Sequence[Guard], seen: Evaluations
    ) -> GuardComparison | None:
        """The verdict that inputs separate the two; None where none do."""
        # A check that could not be evaluated may be anything.
        if any(check.block not in seen for check in (clause, guard, *context)):
            return None
        rows = zip(seen[clause.block], seen[guard.block], *(seen[check.block] for check in context), strict=True)
        # Only inputs on which the context holds: another check refuses the others anyway.
        found = {(row[0], row[1]) for row in rows if not any(row[2:])}
        clause_only, guard_only, both = (True, False) in found, (False, True) in found, (True, True) in found
        if not clause_only and not guard_only:
            return None
        relation: Relation = "overlapping" if clause_only and guard_only and both else "different"
        if not _share_parameters(clause, guard, self.parameters):
            relation = "unrelated"
        return GuardComparison(relation, False)

    def compare(
        self, clause: Guard, guard: Guard, context: Sequence[Guard] = (), *, searched: bool = False
    ) -> GuardComparison:
        """How a guard relates to a clause; with a `context`, among the inputs that it accepts. `searched`: no input is
        looked for that separates them, since many were tried."""
        parameters, cache = self.parameters, self.cache
        left, right = normal_form(clause.block), normal_form(guard.block)
        # Equal text or equal normal form: the same conjuncts refuse the same inputs.
        if clause.block == guard.block or (left is not None and left == right):
            return SAME
        # Inclusion of normal forms excludes one direction.
        possible = Directions(
            clause_only=left is None or right is None or not left <= right,
            guard_only=left is None or right is None or not right <= left,
        )
        text = "\n".join(asserted(block, parameters, place) for place, block in enumerate((clause, guard, *context)))
        hints = json.dumps([(parameter.name, parameter.hint) for parameter in parameters])
        key = key_of("equivalence, counted", text, hints)
        # Out of time is an answer of its own, not a verdict.
        if self.allowance.left <= 0:
            return OUT_OF_TIME
        # What is kept costs what it cost: else a program would be known better where some other run has been.
        if (kept := cache.get(key)) is not None:
            return self._kept(kept["work"], GuardComparison(**kept["found"]))
        # A call of which nothing follows cannot be decided by further search.
        if searched and (opaque := sorted(_called(guard.block) & OPAQUE)):
            return GuardComparison("unknown", None, reason=f"nothing follows from {opaque[0]}")
        both = _together(parameters, text)
        share = _share_parameters(clause, guard, parameters)
        asked = _Asked(possible, share, in_context=bool(context), searched=searched)
        found, work = asked.compared(both, self.replayer, self.allowance.left)
        self.allowance.left -= work
        # Only what is known is kept: the rest may be known with more time.
        if found.relation != "unknown":
            cache.put(key, {"work": work, "found": asdict(found)})
        return found

    def _kept(self, work: float, found: GuardComparison) -> GuardComparison:
        enough = work <= self.allowance.left
        self.allowance.left -= work
        return found if enough else OUT_OF_TIME


@frozen(slots=True)
class _Asked:
    """What is asked about a clause and a guard: of what is not `possible`, nothing. `share`: whether the two are about
    a common parameter. `in_context`: whether other clauses have to hold. `searched`: only solvers are asked, and only
    where both can be put to them."""

    possible: Directions
    share: bool
    in_context: bool
    searched: bool = False

    def compared(self, both: ContractTask, replayer: Replayer, left: float) -> tuple[GuardComparison, float]:
        """What search and solvers say of the first two clauses of a contract, and the work that they took of what is
        left."""
        # Here: these modules load the solvers, and with full caches none is asked.
        from ...backends.solvers import registry
        from ...backends.solvers.worker import isolated
        from ..runs.separating import Budget, NamedSolver, Separation, separate, separation_of

        def done(separation: Separation) -> bool:
            known = self._relation(separation.concluded()).relation
            # Conclusive enough to stop: both directions, and in a context whether the two can be violated at all.
            # In a context, two that always hold are told from two that agree by whether both can be violated.
            return known != "unknown" and (known != "equivalent" or not self.in_context or BOTH in separation.verdicts)

        solvers = [NamedSolver(name, isolated(registry.get(name)).session) for name in SOLVERS]
        # The solvers have a budget, and never less than a short one.
        solver_seconds = max(min(LIMITS.pair_seconds, left), LIMITS.least_pair_seconds)
        try:
            budget = Budget(LIMITS.pair_query_seconds, solver_seconds, left)
            question = separation_of(both, [*self._open_sets()], replayer, budget)
            # A clause that is not read, and values were tried already: nothing more is to be had.
            unread = [str(problem) for clause in question.contract.clauses[:2] for problem in clause.problems]
            if self.searched and unread:
                return GuardComparison("unknown", None, reason="; ".join(dict.fromkeys(unread))), 0.0
            separation = separate(question, solvers, done=done, search=not self.searched)
        except SpecassayError as problem:
            return GuardComparison("unknown", None, reason=str(problem)), 0.0
        compared = self._relation(separation.concluded())
        problems = dict.fromkeys(str(problem) for clause in separation.contract.clauses for problem in clause.problems)
        if compared.is_open:
            compared = evolve(compared, reason=compared.reason or "; ".join(problems))
        return compared, separation.work

    def _open_sets(self) -> Iterator[frozenset[int]]:
        if self.possible.clause_only:
            yield FIRST
        if self.possible.guard_only:
            yield SECOND
        yield BOTH

    def _relation(self, verdicts: Mapping[frozenset[int], Verdict]) -> GuardComparison:
        excluded = {each: Verdict(each, "infeasible", "") for each in (FIRST, SECOND) if each not in verdicts}
        return relation_of({**verdicts, **excluded}, share=self.share, in_context=self.in_context)


def relation_of(verdicts: Mapping[frozenset[int], Verdict], *, share: bool, in_context: bool) -> GuardComparison:
    """What the verdicts on the clause alone, the guard alone and both say. `share`: whether the two are about a common
    parameter. `in_context`: whether further clauses hold on all inputs that are meant."""
    first, second, both = verdicts[FIRST], verdicts[SECOND], verdicts[BOTH]
    # Each verdict as a word: found within bounds only is `unknown`.
    words = _word(first), _word(second)
    known: dict[tuple[str, str], Relation] = {
        ("infeasible", "infeasible"): "equivalent",
        ("infeasible", "violating"): "implies",
        ("violating", "infeasible"): "implied by",
    }
    relation: Relation = known.get(words, "unknown")
    # Inputs in both directions: overlapping if one input violates both.
    if words == ("violating", "violating"):
        relation = "overlapping" if both.outcome == "violating" else "unknown"
        if _word(both) == "infeasible" or not share:
            relation = "unrelated"
    # Whatever the relation, an input that only one refuses shows that they are not equivalent.
    equivalent: bool | None = relation == "equivalent" or None
    if "violating" in words:
        equivalent = False
    if in_context and relation == "equivalent" and _word(both) == "infeasible":
        relation, equivalent = "unrelated", False  # That both always hold where the others do is no agreement.
    # Both directions are needed, and the overlap where each has an input.
    needed = [first, second, both] if words == ("violating", "violating") else [first, second]
    open_ = [verdict for verdict in needed if verdict.is_open] if relation == "unknown" else []
    reasons = dict.fromkeys(BOUNDED if verdict.bounded else verdict.reason for verdict in open_)
    return GuardComparison(
        relation,
        equivalent,
        any(verdict.bounded for verdict in open_),
        _texts(first),
        _texts(second),
        "; ".join(reasons),
    )


def _word(verdict: Verdict) -> str:
    """What is found within bounds only is no proof, and decides nothing."""
    return "unknown" if verdict.is_open else verdict.outcome


def _texts(verdict: Verdict) -> Mapping[str, str] | None:
    arguments = verdict.arguments
    return None if arguments is None else {name: literal(value) for name, value in arguments.items()}


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


def _called(block: str) -> set[str]:
    """The names that a block calls."""
    calls = (node.func for node in ast.walk(ast.parse(block)) if isinstance(node, ast.Call))
    return {function.id for function in calls if isinstance(function, ast.Name)}


def _share_parameters(clause: Guard, guard: Guard, parameters: Sequence[Parameter]) -> bool:
    names = {parameter.name for parameter in parameters}
    left, right = (
        {node.id for node in ast.walk(ast.parse(block.block)) if isinstance(node, ast.Name)} & names
        for block in (clause, guard)
    )
    return not left or not right or bool(left & right)
