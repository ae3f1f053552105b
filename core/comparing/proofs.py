"""Does a clause follow from others? Asked of solvers: the others, with the clause negated, are satisfiable together or
not. The others are assumptions, so that a proof says which of them it needs."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, permutations

from attrs import evolve, frozen

from ..deciding.clauses import Decision, Theory, undecided_by
from ..deciding.elements import by_elements, conjuncts, least_counterexamples
from ..deciding.engines import Engines
from ..deciding.solver import Answer, Backend, Outcome
from ..errors import Unsupported
from ..ir.build import UNBOUNDED, conj, is_true, negate
from ..ir.build import conjuncts as joined_by_and
from ..ir.contracts import Function
from ..ir.definedness import well_defined
from ..ir.sorts import BOOL, OBJECT
from ..ir.terms import Binder, Term, binders, fold, make, rebuild, substitute, subterms, var
from ..ir.type_instances import monomorphic
from ..ir.variables import Name, Valuation, hidden_variable

OF_ELEMENTS = 1.0
"""Seconds for one query about elements: nearly all proofs there take a tenth of it."""
OVER = "the time limit was reached"


@frozen(slots=True)
class Proof:
    """*holds*: proved; *unknown* with `models`, values that are not confirmed yet, or without any. `core`: the
    positions of the premises that the proof needs, None where that is not known."""

    decision: Decision
    models: tuple[Valuation, ...] = ()
    core: tuple[int, ...] | None = None


def implied(
    clause: Term, known_clauses: Sequence[Term], given_terms: Sequence[Term], *, theory: Theory, engines: Engines
) -> Proof:
    """Is a clause defined and true wherever the `known` terms are, and those that are `given` anyway? Every solver is
    asked until one proves it: first about the elements of sequences, which is fast and proves most of what can be
    proved of them, then about the sequences themselves, of which there are models."""
    decision = Decision("unknown", None, "no solver was asked")
    models: list[Valuation] = []
    # Identities of arrays become a function of which nothing is known.
    (clause, *further_terms), more = _with_which_arrays((clause, *known_clauses, *given_terms))
    known_clauses, given_terms = further_terms[: len(known_clauses)], further_terms[len(known_clauses) :]
    query = _Implication(
        clause, tuple(known_clauses), tuple(given_terms), evolve(theory, functions={**theory.functions, **more})
    )
    # Each solver has its share; the first proof ends it.
    for backend, share in zip(engines.backends, engines.shares(len(engines.backends)), strict=True):
        if share.remaining <= 0:
            return Proof(Decision("timeout", None, OVER), tuple(models))
        try:
            answer, core = query.asked_by(backend, share)
        except Unsupported as unsupported:
            decision = Decision("unknown", backend.name, str(unsupported))
            continue
        # Unsatisfiable with the negated clause: it follows, and the core says from what.
        if answer.outcome is Outcome.UNSAT:
            return Proof(Decision("holds", backend.name), (), core)
        # A model is only a candidate: the caller confirms it by evaluation.
        if answer.outcome is Outcome.SAT:
            models.append(answer.model)
            decision = Decision("unknown", backend.name, "the value of the solver is not confirmed by evaluation")
            break
        decision = undecided_by(backend.name, answer)
    return Proof(decision, tuple(models))


def _with_which_arrays(terms: Sequence[Term]) -> tuple[list[Term], dict[Name, Function]]:
    """The terms with a function of which nothing is known for which object an array is, and that function: what is
    proved so holds, and a model is evaluated with the terms as they were."""
    functions: dict[Name, Function] = {}

    def step(node: Term, args: tuple[Term, ...]) -> Term:
        if node.op != "array.object":
            return rebuild(node, args)
        (array,) = args
        name = hidden_variable("which", str(array.sort))
        functions[name] = Function(name, (Binder("array", array.sort),), OBJECT, None, ghost=True)
        return make("call", args, OBJECT, name, node.span)

    return [fold(term, step) for term in terms], functions


PositionsUsed = tuple[int, ...] | None
ProofAttempt = tuple[Answer, PositionsUsed]


@frozen(slots=True)
class _Implication:
    """The query whether a clause follows from what is `known` and `given`."""

    clause: Term
    known: tuple[Term, ...]
    given: tuple[Term, ...]
    theory: Theory

    def asked_by(self, backend: Backend, engines: Engines) -> ProofAttempt:
        """The answer of one solver, with the positions of the `known` terms that a proof needs. Raises Unsupported."""
        functions = self.theory.functions
        proof = self._by_elements(backend, engines)
        if proof is not None:
            return proof
        if engines.remaining <= 0:
            return Answer(Outcome.TIMEOUT, message=OVER), None
        goal = negate(conj(well_defined(self.clause, functions), self.clause))
        return self._checked([goal, *self._premises()], {}, backend, engines)

    def _premises(self) -> list[Term]:
        """What is given, as one term, and what is known."""
        functions = self.theory.functions
        facts = conj(*(conj(well_defined(term, functions), term) for term in self.given))
        return [facts, *(conj(well_defined(term, functions), term) for term in self.known)]

    def _by_elements(self, backend: Backend, engines: Engines) -> ProofAttempt | None:
        """A proof about elements and by least counterexamples, of one conjunct after the other: each may use those
        before it. None where one of them is not proved."""
        proved: list[Term] = []
        used: set[int] | None = set()
        answer = None
        for goal in conjuncts(self.clause, self.theory.functions):
            conjunct_answer = self._conjunct(goal, proved, backend, engines)
            if conjunct_answer is None:
                return None
            answer, core = conjunct_answer
            used = None if used is None or core is None else used | set(core)
            proved.append(goal)
        return None if answer is None else (answer, None if used is None else tuple(sorted(used)))

    def _conjunct(self, goal: Term, proved: Sequence[Term], backend: Backend, engines: Engines) -> ProofAttempt | None:
        functions = self.theory.functions
        facts, *assumed = self._premises()
        # First by instances at the same values, which solvers do not find.
        said = self._at_the_same_values(goal, conj(facts, *proved), assumed, backend, engines)
        if said is not None:
            return said
        plain = negate(conj(well_defined(goal, functions), goal))
        # Then as it is, and then by a least counterexample (induction).
        for attempt in (plain, *least_counterexamples(goal, functions)):
            if engines.remaining <= 0:
                return None
            # About elements where there are sequences.
            query = by_elements([attempt, conj(facts, *proved), *assumed], functions)
            if query is None and attempt is plain and not proved and goal is self.clause:
                continue  # That is the query as it stands.
            limited = evolve(engines, seconds=min(engines.seconds, OF_ELEMENTS))
            if query is None:
                answer, core = self._checked([attempt, conj(facts, *proved), *assumed], {}, backend, limited)
            else:
                about, given_term, *rest = query.terms
                terms = [about, conj(given_term, *query.facts), *rest]
                answer, core = self._checked(terms, query.functions, backend, limited)
            if answer.outcome is Outcome.UNSAT:
                return answer, core
        return None

    def _at_the_same_values(
        self, goal: Term, facts: Term, assumed: Sequence[Term], backend: Backend, engines: Engines
    ) -> ProofAttempt | None:
        """A proof that what is said of all values follows from what is known of the same values: `m[i, j] == 0` for
        some i and j from that for all. None where there is none.

        Solvers instantiate by patterns, and find none in `m[i * width + j]`."""
        # Only for universal claims.
        if not _is_of_all(goal) or engines.remaining <= 0:
            return None
        # Fresh constants for the bound variables, the same in premises and goal.
        values = [var(hidden_variable("one", f"{place}"), binder.sort) for place, binder in enumerate(binders(goal))]
        body = _at(goal, values)
        instances = [conj(*_instances(premise, values)) for premise in assumed]
        # Without an instance there is nothing to follow from.
        if all(map(is_true, instances)):
            return None
        terms = [negate(conj(well_defined(body, self.theory.functions), body)), conj(*_instances(facts, values))]
        limited = evolve(engines, seconds=min(engines.seconds, OF_ELEMENTS / 2))
        answer, core = self._checked([*terms, *instances], {}, backend, limited)
        return (answer, core) if answer.outcome is Outcome.UNSAT else None

    def _checked(
        self, terms: Sequence[Term], more: Mapping[Name, Function], backend: Backend, engines: Engines
    ) -> ProofAttempt:
        """Whether terms are satisfiable together; the first two are facts, the others assumptions."""
        # Facts first, so that they are asserted; the rest are assumptions, to be named in a core.
        all_terms, instances = monomorphic(make("and", terms, BOOL), {**self.theory.functions, **more})
        if any(function.extreme for function in instances.values()):
            raise Unsupported("an extreme predicate, where unfolding it does not end")
        session = backend.session(instances, self.theory.datatypes, dump=engines.dump, label="compare")
        try:
            seconds = engines.remaining
            # Terms that folded away would shift the positions of the core.
            if len(all_terms.args) != len(terms):
                session.add(all_terms)
                return engines.charge(session.check(seconds=seconds), seconds), None
            session.add(*all_terms.args[:2])
            answer = engines.charge(session.check(all_terms.args[2:], seconds), seconds)
            return answer, answer.core
        finally:
            session.close()


MOST_ORDERS = 24
"""Ways to put values in the places of bound variables: those of four."""


def _is_of_all(term: Term) -> bool:
    return term.op == "forall" and all(domain is UNBOUNDED for domain in term.args[:-1])


def _at(term: Term, values: Sequence[Term]) -> Term:
    """What a `forall` says of some values."""
    return substitute(term.args[-1], dict(zip((binder.name for binder in binders(term)), values, strict=True)))


def _instances(term: Term, values: Sequence[Term]) -> Iterator[Term]:
    """What the conjuncts of a term say without quantifiers: those that have none, and of a `forall` what it says of
    these values, in each order that fits the sorts."""
    for conjunct in joined_by_and(term):
        if _is_of_all(conjunct):
            sorts = [binder.sort for binder in binders(conjunct)]
            orders = islice(permutations(values, len(sorts)), MOST_ORDERS)
            found = [_at(conjunct, order) for order in orders if [value_term.sort for value_term in order] == sorts]
            yield from (value_term for value_term in found if not _is_quantified(value_term))
        elif not _is_quantified(conjunct):
            yield conjunct


def _is_quantified(term: Term) -> bool:
    return any(binders(node) for node in subterms(term))
