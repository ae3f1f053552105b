"""Deciding a clause: the reference evaluator first, then solvers on what it leaves open.

A verdict is definite or none: what the evaluator leaves undecided is simplified and given to a solver twice, as φ and
as not φ. An undefined φ (an index out of range, say) is refuted: no verifier accepts it.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Literal

from attrs import evolve, field, frozen

from ..errors import Unsupported
from ..evaluate.environment import AsKey, Evaluation
from ..evaluate.execution import evaluate_after
from ..evaluate.typed import evaluate
from ..fuel import Fuel
from ..ir.build import conj, is_false, is_true, negate
from ..ir.contracts import Datatype, Function, Program
from ..ir.definedness import well_defined
from ..ir.functions import called_by
from ..ir.sorts import BOOL, VALUE
from ..ir.statements import Statement
from ..ir.terms import Term, const, free_names, free_variables, make, substitute, subterms
from ..ir.type_instances import monomorphic
from ..ir.variables import Name, Valuation
from .deciding_limits import LIMITS
from .engines import Engines
from .function_variables import with_functions_of_variables
from .simplify import simplify
from .solver import Answer, Backend, Outcome

ClauseVerdict = Literal["holds", "refuted", "unknown", "timeout", "error"]
"""`unknown` is an engine's word, `timeout` our limit, `error` a defect of a tool: none is folded into
another."""

DEFINITE = ("holds", "refuted")
UNCONFIRMED = "the solver's model could not be confirmed by evaluation"
EVALUATOR = "evaluate"


@frozen(slots=True)
class Theory:
    """What terms may refer to."""

    functions: Mapping[Name, Function] = field(factory=dict)
    datatypes: Mapping[str, Datatype] = field(factory=dict)
    context: tuple[Statement, ...] = ()
    """Executed before a Python term is evaluated: its imports, constants and helper functions."""


def theory_of(program: Program) -> Theory:
    """What the terms of a program's specifications may refer to."""
    return Theory(program.functions, program.datatypes, program.context)


@frozen(slots=True)
class EngineReason:
    """Why an engine did not decide what it was asked, in its own words. `engine`: None where no engine was asked."""

    engine: str | None
    reason: str


DEPENDS = "true under some interpretations, false under others"
_SAYS_LITTLE = (
    "time limit",
    "killed",
    "timeout",
    "canceled",
    "unknown",
    "incomplete",
    "resource",
    "could not be",
    "not confirmed",
    "solver process",
    "was asked",
    "there are others",
)
"""Words of reasons that say that an engine gave up, and not what it lacks."""


def most_telling(reasons: Sequence[EngineReason]) -> str:
    """The reason that says most: that it is true under some interpretations only, which is proved; the first that names
    what an engine lacks, such as bounds of a variable, and not that it gave up; otherwise the last. Empty without
    reasons."""
    listed = [each.reason for each in reasons if each.reason]
    proved = (reason for reason in listed if DEPENDS in reason)
    named = (reason for reason in listed if not any(words in reason for words in _SAYS_LITTLE))
    return next(chain(proved, named), listed[-1] if listed else "")


@frozen(slots=True)
class Decision:
    """A verdict, the engine that reached it (None when none did) and, where it says something, why. `undefined`: it is
    refuted since φ has no value. `earlier`: of an undecided one, what the engines said that were asked before."""

    verdict: ClauseVerdict
    engine: str | None = None
    reason: str = ""
    undefined: bool = False
    earlier: tuple[EngineReason, ...] = field(default=(), eq=False)

    @property
    def reasons(self) -> tuple[EngineReason, ...]:
        """What each engine said that did not decide it, in the order in which they were asked."""
        last = (EngineReason(self.engine, self.reason),) if self.reason else ()
        return tuple(dict.fromkeys((*self.earlier, *last)))

    @property
    def telling(self) -> str:
        """The reason that says most of why it is undecided."""
        return most_telling(self.reasons)

    def after(self, *decisions: "Decision") -> "Decision":
        """This decision, with what was said by those before it where none of them is definite."""
        if self.verdict in DEFINITE:
            return self
        said = tuple(reason for decision in decisions for reason in decision.reasons)
        return evolve(self, earlier=(*said, *self.earlier))


def out_of_time(engines: Engines) -> Decision:
    """The verdict once these engines are over."""
    return Decision("timeout", None, engines.out_of_time)


def valid(term: Term, premises: Sequence[Term], *, theory: Theory, engines: Engines, label: str = "") -> Decision:
    """Is a Bool term defined and true for all values of its free variables that meet the premises?

    Only solvers are asked. *holds*: proved; *refuted*: for a solver's values it is not, as evaluation confirms.
    """
    # The model is complete if it has every variable: only then can it be evaluated.
    variables = free_names(*premises, term)
    evaluation = evolve(engines, backends=(), use_evaluator=True)

    def confirmed(model: Valuation) -> bool:
        if not variables <= model.keys():
            return False
        # A counterexample has to meet all premises; a solver that does not follow one may ignore it.
        met = (decide(premise, model, theory=theory, engines=evaluation).verdict for premise in premises)
        return all(verdict == "holds" for verdict in met) and (
            decide(term, model, theory=theory, engines=evaluation).verdict == "refuted"
        )

    undecided = Decision("unknown", None, "no solver was asked")
    # A clause is refuted where it is false or undefined. A premise that is left out only makes the proof harder, never
    # wrong; a model need not meet it, and is evaluated before it is believed.
    for backend in engines.backends:
        try:
            total = conj(well_defined(term, theory.functions), term)
            # A premise with a recursion over unknown values makes solvers unroll without an end.
            usable = (
                premise for premise in premises if _searched_at_length(reachable(theory.functions, premise)) is None
            )
            # Premises are defined, too: solvers would take an undefined one for any value.
            known = [conj(well_defined(premise, theory.functions), premise) for premise in usable]
            goal = _without_function_values(conj(*known, negate(total)), theory, engines)
            (goal,), unknown = with_functions_of_variables((goal,), theory.functions)
            asked = evolve(theory, functions={**theory.functions, **unknown}) if unknown else theory
            answer = answer_of(goal, backend, asked, engines, label)
        # What this solver cannot print another one may.
        except Unsupported as unsupported:
            undecided = Decision("unknown", backend.name, str(unsupported))
            continue
        if answer.outcome is Outcome.UNSAT:
            return Decision("holds", backend.name)
        if answer.outcome is not Outcome.SAT:
            undecided = undecided_by(backend.name, answer)
        elif confirmed(answer.model):
            return Decision("refuted", backend.name)
        else:
            # A model that evaluation does not confirm is no counterexample.
            undecided = Decision("unknown", backend.name, UNCONFIRMED)
    return undecided


def _without_function_values(term: Term, theory: Theory, engines: Engines) -> Term:
    """The term, in which function values that are written out are put in place: solvers know none."""
    asked = (term, *(part for function in reachable(theory.functions, term).values() for part in function.terms))
    if not any(node.op in ("lambda", "apply") for part in asked for node in subterms(part)):
        return term
    fuel = engines.fuel(LIMITS.simplification_steps)
    return simplify(term, {}, theory.functions, theory.datatypes, fuel)


def combine(decisions: Sequence[Decision]) -> ClauseVerdict:
    """The verdict on a conjunction: one refuted part refutes it, and it holds when every part does."""
    verdicts = {decision.verdict for decision in decisions}
    for verdict in ("refuted", "error", "timeout", "unknown"):
        if verdict in verdicts:
            return verdict
    return "holds"


def decide(clause: Term, values: Valuation, *, theory: Theory, engines: Engines, label: str = "") -> Decision:
    """Is a Bool term true of these values, or a Python term? They give every free variable of it. Of Python only the
    evaluator knows."""
    if engines.remaining <= 0:
        return out_of_time(engines)
    # Python's clauses have no solver.
    if clause.sort == VALUE:
        fuel = engines.fuel(depth=Fuel().depth)
        truth = make("python.truth", (clause,), BOOL)
        return _of_evaluation(evaluate_after(theory.context, truth, values, fuel), fuel)
    tried: list[Decision] = []
    if engines.use_evaluator:
        fuel = engines.fuel()
        decision = _of_evaluation(evaluate(clause, values, theory.functions, theory.datatypes, fuel), fuel)
        # The evaluator is exact where it is definite; without solvers its word is the last.
        if decision.verdict in DEFINITE or not engines.backends:
            return decision
        tried.append(decision)
    # What is left with the values put in: the part that evaluation could not decide.
    try:
        residual = residual_of(clause, values, theory, engines)
    except Unsupported as unsupported:
        return Decision("unknown", None, str(unsupported)).after(*tried)
    # Simplifying alone may decide it.
    if is_true(residual) or is_false(residual):
        return Decision("holds" if is_true(residual) else "refuted", EVALUATOR)
    undecided = Decision("unknown", None, "no engine was asked")
    for backend in engines.backends:
        undecided = _prove(residual, backend, theory, engines, label).after(*tried)
        if undecided.verdict in DEFINITE:
            break
        tried = [undecided]
        # A query on which one solver timed out is dear for all: the next one gets less.
        if undecided.verdict == "timeout":
            engines = engines.shorter()
    return undecided


def _prove(residual: Term, backend: Backend, theory: Theory, engines: Engines, label: str) -> Decision:
    """Is a total Bool term valid or unsatisfiable?"""
    try:
        # Two queries: unsatisfiable is the only answer that is believed, of the clause or of its negation.
        refutation = answer_of(residual, backend, theory, engines, f"{label}-true")
        if refutation.outcome is Outcome.UNSAT:
            return Decision("refuted", backend.name)
        proof = answer_of(negate(residual), backend, theory, engines, f"{label}-false")
    except Unsupported as unsupported:
        return Decision("unknown", backend.name, str(unsupported))
    if proof.outcome is Outcome.UNSAT:
        return Decision("holds", backend.name)
    # Satisfiable both ways: the truth depends on what functions without a body mean.
    if refutation.outcome is proof.outcome is Outcome.SAT:
        called = reachable(theory.functions, residual).values()
        missing = (
            ", ".join(str(function.name) for function in called if function.body is None) or "functions without a body"
        )
        why = f"it depends on {missing}: {DEPENDS}"
        return Decision("unknown", backend.name, why)
    return undecided_by(backend.name, refutation, proof)


def _of_evaluation(result: Evaluation, fuel: Fuel) -> Decision:
    match result.state:
        case "defined":
            return Decision("holds" if result.value is True else "refuted", EVALUATOR)
        # What a clause calls is the fault of whoever defined that, and says nothing of the clause.
        case "undefined" if result.function:
            return Decision("unknown", EVALUATOR, f"{result.function}, which it calls, is undefined: {result.reason}")
        case "undefined":
            return Decision("refuted", EVALUATOR, f"undefined: {result.reason}", undefined=True)
        case _:
            return Decision("timeout" if fuel.expired else "unknown", EVALUATOR, result.reason)


def undecided_by(name: str, *answers: Answer) -> Decision:
    """No check gave a proof: the gravest outcome explains why."""
    verdicts: dict[Outcome, ClauseVerdict] = {
        Outcome.ERROR: "error",
        Outcome.TIMEOUT: "timeout",
        Outcome.UNKNOWN: "unknown",
    }
    # From the gravest on: an error would not go away with more time.
    for outcome, verdict in verdicts.items():
        for answer in answers:
            if answer.outcome is outcome:
                return Decision(verdict, name, answer.message or outcome.value)
    raise ValueError("every check has a model")


def residual_of(clause: Term, values: Valuation, theory: Theory, engines: Engines) -> Term:
    """What is left of "the clause is defined and true", with the values in it. Raises Unsupported."""
    total = _total(clause, AsKey(theory.functions))
    if not engines.use_evaluator:
        return _with_values(total, values)
    fuel = engines.fuel(LIMITS.simplification_steps)
    return simplify(total, values, theory.functions, theory.datatypes, fuel)


@lru_cache(maxsize=1024)
def _total(clause: Term, functions: AsKey) -> Term:
    """The term that a clause is defined and true. It is cached, because each clause is asked about for many values.
    Raises Unsupported."""
    known: Mapping[Name, Function] = functions.mapping
    return conj(well_defined(clause, known), clause)


def _with_values(term: Term, values: Valuation) -> Term:
    sorts = dict(free_variables(term))
    return substitute(term, {name: const(value, sorts[name]) for name, value in values.items() if name in sorts})


def answer_of(term: Term, backend: Backend, theory: Theory, engines: Engines, label: str) -> Answer:
    """A solver's answer to whether a Bool term is satisfiable. Raises Unsupported for a term that it cannot be asked
    about."""
    if engines.remaining <= LIMITS.least_query_seconds:
        return engines.charge(Answer(Outcome.TIMEOUT, message=engines.out_of_time), max(0.0, engines.remaining))
    # A function of its own for each choice of type parameters: SMT-LIB has none.
    term, functions = monomorphic(term, theory.functions)
    # Least and greatest fixed points are not what a solver makes of a recursive equation.
    extreme = next((function for function in functions.values() if function.extreme), None)
    if extreme is not None:  # a solver knows the equation only
        raise Unsupported(f"the {extreme.extreme} predicate {extreme.name}, where unfolding it does not end")
    missing = _searched_at_length(functions)
    # Values that nothing bounds lead unrolling on without an end.
    if missing is not None:
        raise Unsupported(f"a recursive function of an unknown value ({missing})")
    session = backend.session(functions, theory.datatypes, dump=engines.dump, label=label)
    try:
        session.add(term)
        seconds = engines.seconds_for(backend.name)
        return engines.charge(session.check(seconds=seconds), seconds, backend.name)
    # The session holds a process: it ends whatever happens.
    finally:
        session.close()


def reachable(functions: Mapping[Name, Function], *terms: Term) -> dict[Name, Function]:
    """The functions that terms call, directly or through others: a solver need not read the rest."""
    called = called_by(terms, functions)
    return {name: functions[name] for name in functions if name in called}


def _searched_at_length(functions: Mapping[Name, Function]) -> Name | None:
    """The function whose values are not known, where others that recur may call it."""
    missing = next((name for name, function in functions.items() if function.missing), None)
    return missing if any(_recurs(function, functions) for function in functions.values()) else None


def _recurs(function: Function, functions: Mapping[Name, Function]) -> bool:
    """Can a function reach itself?"""
    return function.body is not None and function.name in reachable(functions, function.body)
