"""AAR and AAP: which checks of a program say the same as which clauses of its task's contract.

A check is seen at work in programs with that check alone (`isolated`): all others are taken out, as if they had let the
input pass. What is left refuses an input by that check, or by something that was not recognised as one; without any
check it refuses by the latter only. The difference between the two is what the check itself does.
"""

import ast
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from attrs import evolve, field, frozen

from ...backends.python.replay import Replayer
from ...core.metrics import Alignment
from ...core.metrics.programs import alignment_of
from ..cache import Cache
from ..datasets.tasks import ContractTask, parse_module
from .constants import own_constants
from .equivalence import NOT_ASKED, Allowance, Evaluations, GuardComparer, GuardComparison, evaluated
from .grading_limits import LIMITS
from .guards import Guard, checks_of, clauses_of
from .probes import DrawnInput, violating_at


@frozen(slots=True)
class Isolated:
    """A program without its checks, `bare`, and by the number of a guard the program with this guard alone."""

    bare: str
    alone: Mapping[int, str]


@frozen(slots=True)
class Pair:
    """A clause and a guard by position, among the conjuncts of either side, and how they relate."""

    clause: int
    guard: int
    comparison: GuardComparison


@frozen(slots=True)
class GuardAlignment:
    """The conjuncts of a contract and of a program's checks, compared.

    `pairs`: over the universe of values. `nearer`: the same among the inputs that meet the other clauses, where `n > 0`
    and `not n <= 0` are the same once n is an int. `complete`: whether `guards` are all checks of the program, and if
    not `reason` says why. `doubt`: why what stands in the text may not be what runs, if so: nothing counts as seen
    then. `seen`: by clause and guard, whether the guard was seen to refuse what violates the clause
    when the program ran (see `observing.py`); None where nothing was run. `programs`: what to run for that.
    `apart`: inputs at the values that the program mentions and the task does not, which violate the contract.
    """

    clauses: tuple[Guard, ...]
    guards: tuple[Guard, ...]
    pairs: tuple[Pair, ...] = ()
    nearer: tuple[Pair, ...] = ()
    complete: bool = True
    reason: str = ""
    doubt: str = ""
    seen: Mapping[tuple[int, int], bool | None] | None = None
    programs: Isolated | None = field(default=None, repr=False)
    apart: tuple[DrawnInput, ...] = ()

    @property
    def equivalent(self) -> list[tuple[int, int]]:
        """The clauses and guards that say the same, in either way."""
        found = [(pair.clause, pair.guard) for pair in (*self.pairs, *self.nearer) if pair.comparison.equivalent]
        return list(dict.fromkeys(found))

    @property
    def proved(self) -> Alignment:
        """Alignment by equivalence over the universe of values."""
        return self._alignment(self.pairs)

    @property
    def in_context(self) -> Alignment:
        """Alignment by equivalence among the inputs that meet the other clauses."""
        return self._alignment(self.nearer)

    @property
    def published(self) -> Alignment:
        """Alignment by equal text."""
        return published(self.clauses, self.guards)

    def in_context_without(self, clauses: Collection[int]) -> Alignment:
        """The alignment in context without some clauses, and without the guards that say the same as these alone."""
        whole, same = self.in_context, self.equivalent
        left_out = {guard for clause, guard in same if clause in clauses}
        left_out -= {guard for clause, guard in same if clause not in clauses}
        kept = [clause for clause in range(whole.clauses) if clause not in clauses]
        guards = [guard for guard in range(whole.assertions) if guard not in left_out]

        def moved(pairs: Collection[tuple[int, int]]) -> frozenset[tuple[int, int]]:
            return frozenset(
                (kept.index(clause), guards.index(guard))
                for clause, guard in pairs
                if clause in kept and guard in guards
            )

        return Alignment(len(kept), len(guards), moved(whole.matched), moved(whole.unknown))

    def _alignment(self, pairs: Sequence[Pair]) -> Alignment:
        compared = (((pair.clause, pair.guard), pair.comparison.equivalent) for pair in pairs)
        seen = ((key, same, True if self.seen is None else self.seen.get(key)) for key, same in compared)
        return alignment_of((len(self.clauses), len(self.guards)), seen, self.complete)


@frozen(slots=True)
class Comparing:
    """How to compare: what is not known, nor in the cache, after so many `seconds` of processor time stays unknown.
    `inputs`: arguments on which clauses and checks are evaluated first, so that no solver is asked about those that
    differ there. `starts`: arguments of which inputs at the constants of a program are made. `universe`: whether to
    compare over all values, too, and not only where the other clauses hold."""

    seconds: float = LIMITS.program_seconds
    inputs: tuple[Mapping[str, str], ...] = ()
    starts: tuple[tuple[Any, ...], ...] = ()
    universe: bool = True


COMPARING = Comparing()
TOO_LARGE = (
    f"the program is too large for all of its checks to be looked at: more than {LIMITS.guards} checks or "
    f"{LIMITS.statements:,} statements, or too many inside each other"
)


def align(
    task: ContractTask, code: str, replayer: Replayer, cache: Cache, how: Comparing = COMPARING
) -> GuardAlignment:
    """Compare every check of a program with every clause of its task's contract."""
    # Both sides as lists of conjuncts, so that they are compared part by part.
    clauses = tuple(clauses_of(task.contract_text))
    checks = checks_of(code, task.entry_point, task.parameter_names)
    # What the canonical solution checks beside the contract, a program may check, too: it is no check too many.
    solution = f"{task.preamble}\n{task.solution}"
    own_checks = {guard.text for guard in checks_of(solution, task.entry_point, task.parameter_names).guards}
    own_checks -= {clause.text for clause in clauses}
    guards = tuple(guard for guard in checks.guards if guard.text not in own_checks)
    comparer = GuardComparer(task.parameters, replayer, cache, Allowance(how.seconds))
    # All conditions are evaluated on all inputs once, in one process.
    seen = evaluated(task.parameters, (*clauses, *guards), how.inputs, replayer)
    # First what a check is given that comes behind the others: that is what counts for most, and mostly the easier.
    nearer = _compared(clauses, guards, comparer, seen, in_context=True)
    pairs = nearer
    # Without a context the question is asked of the whole universe, too.
    if how.universe and len(clauses) > 1:
        pairs = _compared(clauses, guards, comparer, seen, in_context=False)
    why = "" if checks.complete else TOO_LARGE
    # Others than the drawn ones: nobody draws the one input that a program lets by, and mentions.
    apart = violating_at(task, own_constants(code, task), how.starts, replayer)
    alignment = GuardAlignment(clauses, guards, pairs, nearer, checks.complete, why, doubt=checks.doubt, apart=apart)
    # Programs with one check each are needed only for those that are equivalent to a clause.
    wanted = {guard for _, guard in alignment.equivalent}
    return evolve(alignment, programs=isolated(code, guards, sorted(wanted))) if wanted else alignment


def without_code(task: ContractTask) -> GuardAlignment:
    """The alignment of a sample that could not be run: it checks nothing."""
    return GuardAlignment(tuple(clauses_of(task.contract_text)), ())


def unknown(task: ContractTask, reason: str) -> GuardAlignment:
    """The alignment of a program that could not be taken apart: nothing is known of its checks."""
    return GuardAlignment(tuple(clauses_of(task.contract_text)), (), complete=False, reason=reason)


def _compared(
    clauses: Sequence[Guard],
    guards: Sequence[Guard],
    comparer: GuardComparer,
    seen: Evaluations,
    *,
    in_context: bool,
) -> tuple[Pair, ...]:
    """How each guard relates to each clause, `in_context`: among the inputs that meet all other clauses."""
    found: dict[tuple[int, int], GuardComparison] = {}
    contexts = [[other for other in clauses if other is not clause] if in_context else [] for clause in clauses]
    keys = [(place, number) for place in range(len(clauses)) for number in range(len(guards))]
    # First round: what texts and evaluated inputs decide, which costs no solver.
    for place, number in keys:
        decided = comparer.without_solver(clauses[place], guards[number], contexts[place], seen)
        if decided is not None:
            found[place, number] = decided
    same = [key for key, decided in found.items() if decided.equivalent]
    matched, aligned = {place for place, _ in same}, {number for _, number in same}
    # Second round: a solver for the rest, but not for pairs that cannot change a rate.
    for place, number in keys:
        if (place, number) in found:
            continue
        if place in matched and number in aligned:  # no rate depends on it
            found[place, number] = NOT_ASKED
            continue
        asked = comparer.compare(clauses[place], guards[number], contexts[place], searched=bool(seen))
        found[place, number] = asked
        if asked.equivalent:
            matched.add(place)
            aligned.add(number)
    return tuple(Pair(*key, found[key]) for key in keys)


def published(clauses: Sequence[Guard], guards: Sequence[Guard]) -> Alignment:
    """The variant of the published tool: equal text, after splitting on `and`."""
    same = [
        (place, number)
        for place, clause in enumerate(clauses)
        for number, guard in enumerate(guards)
        if clause.text == guard.text
    ]
    return Alignment(len(clauses), len(guards), frozenset(same))


def isolated(code: str, guards: Sequence[Guard], wanted: Sequence[int]) -> Isolated | None:
    """The programs in which each of the `wanted` guards is alone; a statement that makes several guards counts as one.
    None for code that cannot be written that way."""
    places = {(guard.line, guard.column) for guard in guards}
    if len(code) * (len(wanted) + 1) > LIMITS.isolated_characters:
        return None
    try:
        bare = _without(code, places)
        alone = {number: _without(code, places - {(guards[number].line, guards[number].column)}) for number in wanted}
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return Isolated(bare, alone)


def _without(code: str, places: Collection[tuple[int, int]]) -> str:
    return ast.unparse(ast.fix_missing_locations(_Passing(places).visit(parse_module(code))))


class _Passing(ast.NodeTransformer):
    """Replaces the checks at places by what the program does when they pass."""

    def __init__(self, places: Collection[tuple[int, int]]) -> None:
        self.places = places

    def _is_check(self, node: ast.stmt) -> bool:
        return (node.lineno, node.col_offset) in self.places

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        return ast.Pass() if self._is_check(node) else node

    def visit_Raise(self, node: ast.Raise) -> ast.AST:
        return ast.Pass() if self._is_check(node) else node

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.stmt]:
        check = self._is_check(node)
        self.generic_visit(node)
        if not check:
            return node
        refuses = any(isinstance(statement, ast.Raise) for statement in node.body)
        return (node.orelse if refuses else node.body) or ast.Pass()
