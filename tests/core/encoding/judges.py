"""Which clauses of a contract an input violates: the encoding's word, and CPython's."""

import ast
from collections.abc import Callable
from typing import Any

from attrs import define, field

from specassay.backends import registry
from specassay.core.build import conj, eq, negate
from specassay.core.contracts import Contract
from specassay.core.encoding.encode import Encoding, encode
from specassay.core.encoding.inputs import KINDS
from specassay.core.evaluate.context import Context
from specassay.core.evaluate.strict import STRICT
from specassay.core.solver import Answer, Outcome, Session
from specassay.core.sorts import BOOL, REGEX
from specassay.core.terms import Term, const, free_variables, subterms, var

from .assignments import Assignment, Elsewhere, assignment

Input = dict[str, Any]


@define(eq=False)
class EncodingJudge:
    """The encoding's word. Variables of its own (`name!k`), which the input does not determine, need a solver."""

    contract: Contract
    kinds: tuple[str, ...] = KINDS
    encoding: Encoding = field(init=False)
    _terms: list[Term] = field(init=False)
    _session: Session | None = None

    def __attrs_post_init__(self) -> None:
        self.encoding = encode(self.contract, self.kinds)
        self._terms = [term for term in subterms(*self.encoding.facts) if term.sort is not REGEX]
        if any(term.op == "var" and "!" in term.data for term in self._terms):
            self._session = registry.get("z3").session()
            self._session.add(*self.encoding.facts)

    def close(self) -> None:
        if self._session is not None:
            self._session.close()

    def violated(self, arguments: Input) -> frozenset[int] | None:
        """None where the encoding says nothing about the input, or not about all clauses."""
        try:
            values = assignment(self.encoding, arguments)
        except Elsewhere:
            return None
        return self._evaluated(values) if self._session is None else self._solved(self._session, values)

    def _evaluated(self, values: Assignment) -> frozenset[int] | None:
        """Under each answer for all clauses the facts say which answers are wrong."""
        clauses = [clause.violated.data for clause in self.encoding.clauses]
        values = values | {clause.false.data: False for clause in self.encoding.clauses}
        wrong = {answer: self._false_facts(values | dict.fromkeys(clauses, answer)) for answer in (False, True)}
        answers = {clause: [answer for answer, names in wrong.items() if clause not in names] for clause in clauses}
        if None in wrong[False] or [False, True] in answers.values():
            return None
        assert [] not in answers.values(), "contradictory"
        return frozenset(index for index, clause in enumerate(clauses) if answers[clause] == [True])

    def _false_facts(self, values: Assignment) -> set[str | None]:
        """The clauses whose definitions are false; None stands for any other fact that is."""
        results = evaluated(self._terms, values)
        clauses = {clause.violated.data for clause in self.encoding.clauses}
        false = [fact for fact in self.encoding.facts if not results[fact]]
        return {next((name for name, _ in free_variables(fact) if name in clauses), None) for fact in false}

    def _solved(self, session: Session, values: Assignment) -> frozenset[int] | None:
        sorts = {term.data: term.sort for term in self._terms if term.op == "var"}
        given = [eq(var(name, sort), const(values[name], sort)) for name, sort in sorts.items() if name in values]
        answer = _check(session, given)
        if answer.outcome is Outcome.UNSAT:
            return None
        clauses = [clause.violated for clause in self.encoding.clauses]
        same = conj(*(eq(clause, const(answer.model[clause.data], BOOL)) for clause in clauses))
        if _check(session, [*given, negate(same)]).outcome is Outcome.SAT:
            return None
        return frozenset(index for index, clause in enumerate(clauses) if answer.model[clause.data])


def evaluated(terms: list[Term], values: Assignment) -> dict[Term, Any]:
    """The values of terms, arguments first. Every term of an encoding has a value under every assignment."""
    results: dict[Term, Any] = {}
    context = Context()
    for term in terms:
        match term.op:
            case "const":
                results[term] = term.data
            case "var":
                results[term] = values[term.data]
            case "and":
                results[term] = all(results[arg] for arg in term.args)
            case "or":
                results[term] = any(results[arg] for arg in term.args)
            case "implies":
                results[term] = not results[term.args[0]] or results[term.args[1]]
            case "ite":
                results[term] = results[term.args[1 if results[term.args[0]] else 2]]
            case _:
                results[term] = STRICT[term.op](term, context, *(results.get(arg) for arg in term.args))
    return results


def _check(session: Session, assumptions: list[Term]) -> Answer:
    answer = session.check(assumptions, 20)
    assert answer.outcome in (Outcome.SAT, Outcome.UNSAT), answer
    return answer


class _Recording(ast.NodeTransformer):
    """Replaces each assertion by a statement that records how it ends."""

    def __init__(self) -> None:
        self.count = 0

    def visit_Assert(self, node: ast.Assert) -> ast.stmt:
        text = (
            f"try:\n  _record({self.count}, 'holds' if ({ast.unparse(node.test)}) else 'false')\n"
            f"except Exception as _problem:\n  _record({self.count}, type(_problem).__name__)"
        )
        self.count += 1
        return ast.parse(text).body[0]


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

        try:
            names["contract"](record, **arguments)
            unreached = "holds"
        except Exception:
            unreached = "raised"
        final = [unreached if outcome == "unreached" else outcome for outcome in outcomes]
        return frozenset(index for index, outcome in enumerate(final) if outcome != "holds")

    return violated
