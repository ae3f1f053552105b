"""The adequacy of one task's suite: every mutant of its contract killed, separated, proved equivalent, or open; as a
score and as rows. Which inputs a contract accepts, and which mutants they kill, real Python decides."""

import ast
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from copy import deepcopy
from typing import Any, Literal

import libcst as cst
from attrs import define, field, frozen
from libcst.metadata import MetadataWrapper
from mutmut.mutation.file_mutation import MutationVisitor
from mutmut.mutation.mutators import mutation_operators
from mutmut.mutation.pragma_handling import IgnoredCode

from ....backends.python.replay import REPLAY_SECONDS, Replay, Replayer, ReplayLimits
from ....backends.python.replay.guest.contract import asserts_of, parse_contract
from ....backends.python.replay.guest.literals import NotALiteral
from ....backends.python.replay.guest.literals import literal as value_of
from ....backends.solvers import registry
from ....backends.solvers.worker import isolated
from ....core.errors import InputError, SpecassayError
from ....core.metrics import Score, mutation_score
from ....core.synthesis.verdicts import Arguments, Verdict
from ....frontends.python import literal
from ....frontends.python.deep import unparse
from ...datasets.python_tests import inputs_of
from ...datasets.tasks import ContractTask
from ...schema import AdequacyRow, ContractMutantPart, SeparatingRow, part_of
from ..as_functions import raising
from ..run_limits import LIMITS
from ..separating import Budget, NamedSolver, Separation, separate, separation_of

# Mutants of a contract: mutmut's operators, and the dropped clause.
#
# Mutation analysis: DeMillo, Lipton, Sayward, "Hints on test data selection", IEEE Computer 11 (1978). mutmut does not
# mutate inside the calls of `len` and `isinstance`, and so neither do we.
#
# A contract and a mutant of it become one contract, so that what finds or refutes tests of contracts tells them apart.
# Where the two differ in the condition of one clause, it has both conditions as neighbours: an input that violates only
# one of them separates the two, and when neither can be violated alone, they are equivalent. Where other statements
# differ, it has two clauses, "the original returns" and "the mutant returns".

DROPPED = "dropped clause"
PREFIX = "operator_"


@frozen(slots=True)
class ContractMutant:
    """A contract that differs in one place. `text` is the whole of it; `before` and `after` are the lines that differ,
    `operator` is the name of what changed them. `clause`: the only assertion whose condition differs; None where
    other statements do."""

    operator: str
    before: str
    after: str
    text: str
    clause: int | None


def conditions(text: str) -> str:
    """A contract without comments and without the messages of what it raises: what accepts and rejects inputs.

    Raises InputError for text that is no Python, or too long.
    """
    if len(text) > LIMITS.mutated_characters:
        raise InputError(f"the contract has more than {LIMITS.mutated_characters:,} characters: too long to be mutated")
    try:
        module = _WithoutMessages().visit(parse_contract(text))
        return unparse(module) + "\n"
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise InputError(f"the contract is not Python: {error}") from error


def mutants(text: str) -> tuple[ContractMutant, ...]:
    """The mutants of `conditions(text)`, in source order, dropped clauses first; no two of them, and none and the
    contract, are the same program. Raises as `conditions` does."""
    original = conditions(text)
    seen = {_normal_form(original)}
    kept = []
    try:
        candidates = [*_dropped(original), *_mutated(original)]
    except (cst.ParserSyntaxError, RecursionError, MemoryError) as error:
        raise InputError(f"the contract cannot be mutated: {type(error).__name__}") from error
    for mutant in candidates:
        form = _normal_form(mutant.text)
        if form is not None and form not in seen:
            seen.add(form)
            kept.append(mutant)
    return tuple(kept)


class _WithoutMessages(ast.NodeTransformer):
    def visit_Assert(self, node: ast.Assert) -> ast.stmt:
        node.msg = None
        return node

    def visit_Raise(self, node: ast.Raise) -> ast.stmt:
        match node.exc:
            case ast.Call(func=kind, args=[ast.Constant(value=str()) | ast.JoinedStr()], keywords=[]):
                node.exc = kind
        return node


def _normal_form(text: str) -> str | None:
    """What two texts of the same program have in common; None where a text is no program."""
    try:
        return ast.dump(ast.parse(text))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _dropped(text: str) -> Iterator[ContractMutant]:
    module = ast.parse(text)
    for position, clause in enumerate(asserts_of(module)):
        copy = deepcopy(module)
        replaced = _Replace(asserts_of(copy)[position], ast.Pass()).visit(copy)
        yield ContractMutant(DROPPED, unparse(clause), "", unparse(replaced) + "\n", position)


class _Replace(ast.NodeTransformer):
    def __init__(self, old: ast.stmt, new: ast.stmt) -> None:
        self.old, self.new = old, new

    def visit_Assert(self, node: ast.Assert) -> ast.stmt:
        return ast.copy_location(self.new, node) if node is self.old else node


def _mutated(text: str) -> Iterator[ContractMutant]:
    wrapper = MetadataWrapper(cst.parse_module(text))
    names: dict[int, str] = {}
    operators = [(kind, _noting(operator, names)) for kind, operator in mutation_operators]
    visitor = MutationVisitor(operators, IgnoredCode(set(), set(), set()))
    module = wrapper.visit(visitor)
    lines = text.splitlines()
    for mutation in visitor.mutations:
        mutated = module.deep_replace(mutation.original_node, mutation.mutated_node)
        assert isinstance(mutated, cst.Module)
        changed = mutated.code.splitlines()
        line = next((i for i, pair in enumerate(zip(lines, changed, strict=False)) if pair[0] != pair[1]), 0)
        original_line, after = lines[line].strip(), changed[line].strip()
        yield ContractMutant(
            names[id(mutation.mutated_node)], original_line, after, mutated.code, _clause(text, mutated.code)
        )


def _clause(text: str, mutated: str) -> int | None:
    """The clause whose condition is all that differs."""
    if _normal_form(mutated) is None:
        return None
    # Found without knowing the operator: the one assertion that differs gets the other's condition; if the programs are
    # the same then, nothing else differed.
    modules = ast.parse(text), ast.parse(mutated)
    pairs = list(zip(*(asserts_of(module) for module in modules), strict=False))
    different = [
        number
        for number, (original_clause, mutated_clause) in enumerate(pairs)
        if ast.dump(original_clause) != ast.dump(mutated_clause)
    ]
    if len(different) != 1:
        return None
    original_clause, mutated_clause = pairs[different[0]]
    original_clause.test = mutated_clause.test
    return different[0] if ast.dump(modules[0]) == ast.dump(modules[1]) else None


def _noting(operator: Callable[[Any], Any], names: dict[int, str]) -> Callable[[cst.CSTNode], Iterator[cst.CSTNode]]:
    """The operator, noting its name for each node it makes. The visitor keeps these nodes, so that their ids last."""
    name = operator.__name__.removeprefix(PREFIX).replace("_", " ")

    def apply(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
        for mutated in operator(node):
            names[id(mutated)] = name
            yield mutated

    return apply


@frozen(slots=True)
class PairedContract:
    """The text of a contract that answers for two: an input separates them when it violates exactly one of the
    `sets` of its clauses."""

    text: str
    sets: tuple[frozenset[int], ...]


def pair_of(original: str, mutant: ContractMutant, parameters: Sequence[str]) -> PairedContract:
    """A contract (its `conditions`) and a mutant of it as one.

    Raises Unsupported for a text that returns a value.
    """
    if mutant.clause is not None and not _caught(original):
        return _neighbours(original, mutant, mutant.clause)
    return PairedContract(_joined(original, mutant.text, parameters), (frozenset({0}), frozenset({1})))


def _caught(text: str) -> bool:
    """Whether other statements decide what a false assertion does, or assertions what others do."""
    holders = (ast.Try, ast.TryStar, ast.With, ast.FunctionDef)
    nodes = list(ast.walk(ast.parse(text)))
    held = [node_inside for node in nodes if isinstance(node, holders) for node_inside in ast.walk(node)]
    return any(isinstance(node, ast.NamedExpr) for node in nodes) or any(isinstance(node, ast.Assert) for node in held)


def _neighbours(original: str, mutant: ContractMutant, clause: int) -> PairedContract:
    if mutant.operator == DROPPED:
        return PairedContract(original, (frozenset({clause}),))
    module = ast.parse(original)
    added = asserts_of(ast.parse(mutant.text))[clause]
    _insert_after(module, asserts_of(module)[clause], added)
    return PairedContract(unparse(module) + "\n", (frozenset({clause}), frozenset({clause + 1})))


def _insert_after(module: ast.Module, anchor: ast.stmt, statement: ast.stmt) -> None:
    for node in ast.walk(module):
        for _, block in ast.iter_fields(node):
            if isinstance(block, list) and anchor in block:
                block.insert(block.index(anchor) + 1, statement)
                return


def _joined(original: str, mutant: str, parameters: Sequence[str]) -> str:
    """Both texts as helper functions, one in each clause."""
    names = []
    for name in ("original", "mutant"):
        while name in original or name in mutant or name in parameters:
            name = f"{name}_"
        names.append(name)
    call = ", ".join(parameters)
    definitions = [
        unparse(raising(name, text, parameters)) for name, text in zip(names, (original, mutant), strict=True)
    ]
    return "\n".join([*definitions, *(f"assert {name}({call}) is None" for name in names)]) + "\n"


MutantStatus = Literal["killed", "separated", "equivalent", "equivalent within bounds", "open", "invalid"]


Literals = Mapping[str, str]
"""An input: parameter to the text of a Python literal."""


@frozen(slots=True)
class Input:
    """An input of the suite, and whether the contract accepts it."""

    arguments: Literals
    accepted: bool


@frozen(slots=True)
class MutantTrial:
    """What became of a mutant on a series of inputs: `killed` by one of them; it `survived` all of them; `undecided`:
    it survived, and on some of them it took too long; `invalid`: it is no program."""

    outcome: Literal["killed", "survived", "undecided", "invalid"]
    by: Input | None = None


@define(slots=True)
class Judge:
    """Runs a contract and its mutants, each in a process of its own. `task` is the original."""

    task: ContractTask
    original: Replayer
    mutated: Replayer

    def observe(self, inputs: Sequence[Literals]) -> list[Input]:
        """The inputs on which the contract has a verdict, with that verdict."""
        replays = self.original.run_many(inputs, reference=False)
        return [
            Input(arguments, replay.accepted)
            for arguments, replay in zip(inputs, replays, strict=True)
            if replay.accepted is not None
        ]

    def replay(self, arguments: Literals) -> Replay:
        """What an input does to the contract, with the reference implementation."""
        return self.original.run(arguments)

    def try_mutant(self, text: str, inputs: Sequence[Input]) -> MutantTrial:
        """Run a mutant on inputs until one kills it."""
        try:
            self.mutated.load(self.task.with_contract(text).replay_task)
        except InputError:
            return MutantTrial("invalid")
        undecided = 0
        for batch in _batches(inputs):
            # In batches, since most mutants are killed by one of the first inputs.
            replays = self.mutated.run_many([observed.arguments for observed in batch], reference=False)
            for observed, replay in zip(batch, replays, strict=True):
                if replay.accepted is None:
                    undecided += 1
                elif replay.accepted is not observed.accepted:
                    return MutantTrial("killed", observed)
            # A mutant that runs out of time does so on most inputs.
            if undecided >= LIMITS.undecided_inputs:
                break
        return MutantTrial("undecided" if undecided else "survived")


def _batches(inputs: Sequence[Input]) -> Iterator[Sequence[Input]]:
    """Parts of a series, small ones first: most mutants die early."""
    start, size = 0, LIMITS.first_batch
    while start < len(inputs):
        yield inputs[start : start + size]
        start, size = start + size, min(2 * size, LIMITS.largest_batch)


@frozen(slots=True, kw_only=True)
class MutantReport:
    """What became of one mutant.

    `killed`: by an input of the suite. `separated`: only by an input that is not in it. `equivalent`: a solver proved
    that they accept the same values of the universe; `within bounds`: up to the limits of the encoding. `open`: none
    of these, for a `reason`. `invalid`: no program. `by`: the input that kills it. `how`: who found that or the proof.
    """

    mutant: ContractMutant
    status: MutantStatus
    by: Literals | None = None
    how: str = ""
    reason: str = ""


@frozen(slots=True, kw_only=True)
class Adequacy:
    """The mutants of a task, the size of its suite (inputs that the contract refuses, and `valid` ones), and the rows
    of the inputs that separate what the suite does not kill: part of the suite when it is `strengthened`. `error`:
    why there are no mutants."""

    mutants: tuple[MutantReport, ...] = ()
    refused: int = 0
    valid: int = 0
    added: tuple[SeparatingRow, ...] = ()
    strengthened: bool = False
    seconds: float = 0.0
    error: str | None = None

    def count(self, status: MutantStatus) -> int:
        return sum(report.status == status for report in self.mutants)


@frozen(slots=True, kw_only=True)
class Measuring:
    """How adequacy is measured. `solvers` are asked about what no test tells apart; `limit` is the seconds for one
    query, `seconds` those after which the remaining mutants stay open. `strengthen`: what separates a mutant becomes
    part of the suite. `dump`: a folder for the queries."""

    solvers: tuple[str, ...] = ("z3",)
    limit: float = LIMITS.mutant_query_seconds
    seconds: float = LIMITS.adequacy_seconds
    strengthen: bool = False
    dump: str | None = None


DEFAULT = Measuring()


def measure(task: ContractTask, tests: Sequence[Literals], measuring: Measuring = DEFAULT) -> Adequacy:
    """Try the tests and the task's valid inputs on every mutant of its contract; compare the others with it.

    Never raises for the task's sake: what goes wrong is the `error`.
    """
    started = time.perf_counter()
    try:
        original, made = conditions(task.contract_text), mutants(task.contract_text)
        with ExitStack() as stack:
            replayer = stack.enter_context(Replayer(ReplayLimits(cpu_seconds=REPLAY_SECONDS)))
            replayer.load(task.replay_task)
            # In a sandbox of its own, so that the original stays loaded beside each mutant.
            mutated = stack.enter_context(Replayer(ReplayLimits(cpu_seconds=REPLAY_SECONDS)))
            judge = Judge(task, replayer, mutated)
            work = _Measurement(task, original, judge, measuring, started + measuring.seconds)
            work.gather(tests)
            reports = tuple(work.report(mutant) for mutant in made)
    except SpecassayError as problem:
        return Adequacy(error=str(problem), seconds=time.perf_counter() - started)
    return Adequacy(
        mutants=reports,
        refused=sum(not observed.accepted for observed in work.suite),
        valid=sum(observed.accepted for observed in work.suite),
        added=tuple(work.rows),
        strengthened=measuring.strengthen,
        seconds=time.perf_counter() - started,
    )


@define(slots=True, eq=False)
class _Measurement:
    """One task in work: the suite, and the inputs that were found beside it."""

    task: ContractTask
    original: str
    judge: Judge
    measuring: Measuring
    deadline: float
    suite: list[Input] = field(factory=list)
    added: list[Input] = field(factory=list)
    rows: list[SeparatingRow] = field(factory=list)
    known: list[Arguments] = field(factory=list)

    def gather(self, tests: Sequence[Literals]) -> None:
        """The suite: the tests, and valid inputs."""
        names = self.task.parameter_names
        valid = [
            {name: literal(value) for name, value in zip(names, row, strict=True)}
            for row in inputs_of(self.task, self.judge.original, LIMITS.adequacy_inputs)
        ]
        self.suite = self.judge.observe(tests) + [
            observed for observed in self.judge.observe(valid) if observed.accepted
        ]
        self.known = [values for observed in self.suite if (values := _values(observed.arguments)) is not None]

    def report(self, mutant: ContractMutant) -> MutantReport:
        trial = self.judge.try_mutant(mutant.text, self.suite)
        if trial.outcome == "invalid":
            return MutantReport(mutant=mutant, status="invalid")
        if trial.by is not None:
            return MutantReport(mutant=mutant, status="killed", by=trial.by.arguments)
        # From the cheap to the dear: the suite, what separated earlier mutants, a search, solvers. Mutants are alike,
        # and one input often separates several; it is no part of the suite, so that what it separates is not killed.
        again = self.judge.try_mutant(mutant.text, self.added)
        if again.by is not None:
            return MutantReport(mutant=mutant, status="separated", by=again.by.arguments, how="earlier input")
        if trial.outcome == "undecided":
            return MutantReport(mutant=mutant, status="open", reason="the mutant takes too long")
        if time.perf_counter() > self.deadline:
            return MutantReport(
                mutant=mutant, status="open", reason=f"the {self.measuring.seconds:g} seconds for the task ran out"
            )
        return self._compared(mutant)

    def _compared(self, mutant: ContractMutant) -> MutantReport:
        try:
            pair = pair_of(self.original, mutant, self.task.parameter_names)
            budget = Budget(self.measuring.limit, LIMITS.mutant_solver_seconds)
            separation = separation_of(self.task.with_contract(pair.text), pair.sets, self.judge.mutated, budget)
            solvers = [*map(self._solver, self.measuring.solvers)]
            searched = separate(separation, solvers, self.known, done=_separated_or_decided)
        except (SpecassayError, RecursionError) as problem:
            return MutantReport(mutant=mutant, status="open", reason=str(problem))
        # Nobody is believed who says that an input separates the two: both are run on it.
        separating = searched.separated
        if separating is None or separating.arguments is None:
            return _inseparable(mutant, [*searched.concluded().values()])
        arguments, how = separating.arguments, separating.solver
        texts = {name: literal(value) for name, value in arguments.items()}
        seen = self.judge.observe([texts])
        if self.judge.try_mutant(mutant.text, seen).by is None:
            return MutantReport(mutant=mutant, status="open", reason="the input that separates them did not replay")
        self.added += seen
        self.known.append(arguments)
        self.rows.append(self._row(mutant, texts, self.judge.replay(texts), how))
        return MutantReport(mutant=mutant, status="separated", by=texts, how=how)

    def _solver(self, name: str) -> NamedSolver:
        label = f"{self.task.task_id}-{name}-mutant"
        return NamedSolver(name, lambda: isolated(registry.get(name)).session(dump=self.measuring.dump, label=label))

    def _row(self, mutant: ContractMutant, texts: Literals, replay: Replay, how: str) -> SeparatingRow:
        """An input beside the suite, in the form of the suite's own rows."""
        violated = sorted(replay.violated)
        return part_of(
            SeparatingRow,
            replay,
            task_id=self.task.task_id,
            violates=violated,
            verdict="accepted" if replay.accepted else ("violating" if violated else "raises"),
            arguments=texts,
            how={str(index): replay.outcomes[index] for index in violated},
            solver=how,
            mutant={"operator": mutant.operator, "before": mutant.before, "after": mutant.after},
        )


def _separated_or_decided(separation: Separation) -> bool:
    return separation.separated is not None or separation.decided


def _inseparable(mutant: ContractMutant, verdicts: Sequence[Verdict]) -> MutantReport:
    """No input violates exactly one of the two: proved, not found within bounds, or open."""
    unknown = [verdict.reason for verdict in verdicts if verdict.outcome != "infeasible"]
    if unknown:
        return MutantReport(mutant=mutant, status="open", reason=unknown[0])
    bounded = any(verdict.bounded for verdict in verdicts)
    how = "+".join(dict.fromkeys(verdict.solver for verdict in verdicts))
    return MutantReport(mutant=mutant, status="equivalent within bounds" if bounded else "equivalent", how=how)


def _values(texts: Literals) -> Arguments | None:
    """The values of an input for the search to start from; None where one has no literal."""
    try:
        return {name: value_of(text) for name, text in texts.items()}
    except NotALiteral:
        return None


def score(suites: Sequence[Adequacy], *, strengthened: bool) -> Score:
    """The mutation score of suites together: with or without the inputs that separate what they do not kill.

    Mutants that are open, or equivalent within bounds only, are unknown. Those that are proved equivalent, and those
    that are no programs, are left out.
    """
    killed, separated, open_, bounded = (
        sum(suite.count(status) for suite in suites)
        for status in ("killed", "separated", "open", "equivalent within bounds")
    )
    if strengthened:
        return mutation_score(killed + separated, 0, open_ + bounded)
    return mutation_score(killed, separated, open_ + bounded)


def rows_of(task_id: str, suite: Adequacy) -> Iterator[SeparatingRow | AdequacyRow]:
    """The lines of a task: the inputs added to its suite, if it is strengthened, and one with every mutant."""
    if suite.strengthened:
        yield from suite.added
    yield part_of(
        AdequacyRow,
        suite,
        task_id=task_id,
        score=score([suite], strengthened=False),
        strengthened=score([suite], strengthened=True) if suite.strengthened else None,
        mutants=[_part(report) for report in suite.mutants],
        reason=suite.error,
    )


def _part(report: MutantReport) -> ContractMutantPart:
    how, reason = report.how or None, report.reason or None
    return part_of(ContractMutantPart, report.mutant, status=report.status, by=report.by, how=how, reason=reason)
