"""Which clauses of a contract an input violates: the encoding's word, and CPython's."""

import ast
import math
import random
from collections.abc import Callable
from typing import Any

from attrs import define, evolve, field

from specassay.backends.solvers import registry
from specassay.core.deciding.solver import Outcome, Session
from specassay.core.encoding.context import FOLLOWED, WITHIN_BOUNDS
from specassay.core.encoding.encode import Encoding, Extent, encode
from specassay.core.encoding.equality import ONE_OBJECT
from specassay.core.encoding.inputs import KINDS
from specassay.core.encoding.renaming import compressed
from specassay.core.encoding.unrolling import usual
from specassay.core.errors import Unsupported
from specassay.core.ir.build import conj, eq, negate
from specassay.core.ir.contracts import Contract
from specassay.core.ir.operators.context import EvaluationContext
from specassay.core.ir.operators.table import STRICT
from specassay.core.ir.sorts import BOOL, INT, REGEX
from specassay.core.ir.terms import Term, const, subterms, var

from .assignments import Assignment, Elsewhere, anything, assignment, described

Input = dict[str, Any]
SECONDS = 1.0
_NUMBERS = ("float!", "hash!", "whole!")
_BEYOND_BOUNDS = ("equal!", "less!", "subset!")


@define(eq=False)
class EncodingJudge:
    """The encoding's word.

    It has variables that the input does not determine. What they stand for beyond the bounds must not matter within:
    those get random values. The numbers that texts and hashes stand for get several, and the encoding says nothing
    where these make a difference. The parts of split and stripped texts are left to a solver.
    """

    contract: Contract
    kinds: tuple[str, ...] = KINDS
    encoding: Encoding = field(init=False)
    _terms: list[Term] = field(init=False)
    _answers: list[Term] = field(init=False)
    _definitions: list[Term] = field(init=False)
    _doubtful: list[str] = field(init=False)
    _numbers: list[str] = field(init=False)
    _renamed: Encoding = field(init=False)
    _session: Session | None = None
    _chance: random.Random = field(factory=lambda: random.Random(0))

    def __attrs_post_init__(self) -> None:
        try:
            self.encoding = encode(self.contract, self.kinds, grid=True)
        except Unsupported:  # too large: a loop that adds each element to a set, and compares each with those in it
            fewer = Extent(evolve(usual(self.contract), elements=2))
            self.encoding = encode(self.contract, self.kinds, grid=True, extent=fewer)
        self._answers = [clause.violated for clause in self.encoding.clauses]
        about = set(self._answers)
        self._terms, self._definitions = [], []
        for term in subterms(*self.encoding.facts):
            if term in about or not about.isdisjoint(term.args):
                about.add(term)
                self._definitions.append(term)
            elif term.sort is not REGEX:
                self._terms.append(term)
        names = [term.data for term in self._terms if term.op == "var"]
        own = [name for name in names if "!" in name and not name.startswith(ONE_OBJECT)]
        self._doubtful = [name for name in own if name.startswith(_BEYOND_BOUNDS)]
        self._numbers = [name for name in own if name.startswith(_NUMBERS)]
        if len(own) > len(self._doubtful) + len(self._numbers):
            self._renamed = compressed(self.encoding)
            self._session = registry.get("z3").session()
            self._session.add(*self._renamed.facts)

    @property
    def needs_solver(self) -> bool:
        return self._session is not None

    def close(self) -> None:
        if self._session is not None:
            self._session.close()

    def violated(self, arguments: Input) -> frozenset[int] | None:
        """None where the encoding says nothing about the input, or not about all clauses."""
        try:
            values = assignment(self.encoding, arguments)
        except Elsewhere:
            return None
        if self._session is not None:
            return self._solved(self._session, values)
        answers = {self._evaluated(values | trial) for trial in self._trials(arguments)} - {None}
        return answers.pop() if len(answers) == 1 else None

    def _trials(self, arguments: Input) -> list[Assignment]:
        """What the numbers that the encoding leaves open may be."""
        if not self._numbers and not self._doubtful:
            return [{}]
        numbers = {0, 1001, *(int(float(v) * 8) for v in arguments.values() if _is_finite(v))} if self._numbers else {0}
        trials: list[Assignment] = [dict.fromkeys(self._numbers, number) for number in numbers]
        return [*trials, {name: 8 * place for place, name in enumerate(self._numbers)}]

    def _evaluated(self, values: Assignment) -> frozenset[int] | None:
        values |= {name: self._chance.random() < 0.5 for name in self._doubtful}
        values |= {clause.false.data: False for clause in self.encoding.clauses}
        results = evaluated(self._terms, values, {})
        if not all(results.get(fact, True) for fact in self.encoding.facts):
            return None
        known = set(results)
        right: dict[bool, set[Term]] = {}
        for answer in (False, True):
            answers = {clause.data: answer for clause in self._answers}
            evaluated(self._definitions, values | answers, results)
            wrong = [fact for fact in self.encoding.facts if fact not in known and not results[fact]]
            right[answer] = set(self._answers) - {self._subject(fact) for fact in wrong}
        if right[False] & right[True]:
            return None
        assert right[False] | right[True] == set(self._answers), "a contradiction"
        return frozenset(index for index, clause in enumerate(self._answers) if clause in right[True])

    def _subject(self, definition: Term) -> Term:
        """The variable that a fact defines."""
        parts = definition.args if definition.op == "or" else (definition,)
        return next(part.args[0] for part in parts if part.op == "eq" and part.args[0] in self._answers)

    def allows(self, arguments: Input, violated: frozenset[int]) -> bool:
        """Does the encoding, without its assumptions, admit that the input violates exactly these clauses? It must,
        whatever the size of the input: else a set of clauses could be proved infeasible that is not. For contracts
        that need no solver. Raises Elsewhere."""
        values = anything(self.encoding) | {WITHIN_BOUNDS.data: False, FOLLOWED.data: False}
        for name, value in arguments.items():
            values.update(described(self.encoding.nodes[name], value))
        for index, clause in enumerate(self.encoding.clauses):
            values |= {clause.violated.data: index in violated, clause.false.data: False}
        values |= {name: self._chance.random() < 0.5 for name in self._doubtful}
        return any(self._admitted(values | trial) for trial in self._trials(arguments))

    def _admitted(self, values: Assignment) -> bool:
        results = evaluated([*self._terms, *self._definitions], values, {})
        return all(results[fact] for fact in self.encoding.facts)

    def _solved(self, session: Session, values: Assignment) -> frozenset[int] | None:
        sorts = {term.data: term.sort for term in self._terms if term.op == "var"}
        values = {name: self._coded(value) for name, value in values.items()}
        if None in values.values():
            return None
        given = [eq(var(name, sort), const(values[name], sort)) for name, sort in sorts.items() if name in values]
        answer = session.check(given, SECONDS)
        if answer.outcome is not Outcome.SAT:
            return None
        clauses = [clause.violated for clause in self.encoding.clauses]
        same = conj(*(eq(clause, const(answer.model[clause.data], BOOL)) for clause in clauses))
        if session.check([*given, negate(same)], SECONDS).outcome is not Outcome.UNSAT:
            return None
        return frozenset(index for index, clause in enumerate(clauses) if answer.model[clause.data])

    def _coded(self, value: Any) -> Any:
        """A text over the solver's characters; None where it has one that only another stands for."""
        alphabet = self._renamed.alphabet
        return value if alphabet is None or not isinstance(value, str) else alphabet.coded(value)


def evaluated(terms: list[Term], values: Assignment, results: dict[Term, Any]) -> dict[Term, Any]:
    """Adds the values of terms, arguments first. Every term of an encoding has a value under every assignment."""
    context = EvaluationContext()
    value_of = results.__getitem__
    for term in terms:
        match term.op:
            case "or":
                results[term] = any(map(value_of, term.args))
            case "and":
                results[term] = all(map(value_of, term.args))
            case "not":
                results[term] = not results[term.args[0]]
            case "var":
                results[term] = values[term.data]
            case "const":
                results[term] = term.data
            case "implies":
                results[term] = not results[term.args[0]] or results[term.args[1]]
            case "ite":
                results[term] = results[term.args[1 if results[term.args[0]] else 2]]
            case "gt":
                results[term] = results[term.args[0]] > results[term.args[1]]
            case "eq" if term.args[0].sort in (INT, BOOL):
                results[term] = results[term.args[0]] == results[term.args[1]]
            case _:
                results[term] = STRICT[term.op](term, context, *map(results.get, term.args))
    return results


def _is_finite(value: Any) -> bool:
    try:
        return isinstance(value, str) and math.isfinite(float(value))
    except ValueError:
        return False


class _Recording(ast.NodeTransformer):
    """Replaces each assertion by a statement that records how it ends."""

    def __init__(self) -> None:
        self.count = 0

    def visit_Assert(self, node: ast.Assert) -> list[ast.stmt]:
        # A clause evaluated alone has no assertion inside it: only the outermost one records.
        text = (
            "_record.depth += 1\n"
            "try:\n"
            f"    _outcome = 'holds' if ({ast.unparse(node.test)}) else 'false'\n"
            "except Exception as _problem:\n"
            "    _outcome = type(_problem).__name__\n"
            "finally:\n"
            "    _record.depth -= 1\n"
            f"if not _record.depth:\n    _record({self.count}, _outcome)"
        )
        self.count += 1
        return ast.parse(text).body


def python(text: str, parameters: tuple[str, ...]) -> Callable[[Input], frozenset[int]]:
    """CPython's word on a contract: no assertion stops the execution."""
    recording = _Recording()
    module = recording.visit(ast.parse(text))
    header = ast.parse(f"def contract(_record, {', '.join(parameters)}): pass").body[0]
    assert isinstance(header, ast.FunctionDef)
    header.body = [*module.body, *ast.parse("return").body]
    names: dict[str, Any] = {}
    exec("import math, re", names)
    exec(ast.unparse(ast.Module([header], [])), names)

    def violated(arguments: Input) -> frozenset[int]:
        outcomes = ["unreached"] * recording.count

        def record(index: int, outcome: str) -> None:
            if outcomes[index] in ("unreached", "holds"):
                outcomes[index] = outcome

        record.depth = 0  # type: ignore[attr-defined]  # the compiled contract counts calls there
        try:
            names["contract"](record, **arguments)
            unreached = "holds"
        except Exception:
            unreached = "raised"
        final = [unreached if outcome == "unreached" else outcome for outcome in outcomes]
        return frozenset(index for index, outcome in enumerate(final) if outcome != "holds")

    return violated
