"""Does a clause follow from others? Asked of solvers: the others, with the clause negated, are satisfiable together or
not. The others are assumptions, so that a proof says which of them it needs.

Most clauses of two specifications of one problem follow whatever the functions are that call themselves, and whatever
the product of two variables is: of these one short query knows no more than that equal arguments have equal values
(`implied_abstractly`). What is proved of any function is proved of this one.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import combinations, islice, permutations, product

from attrs import evolve, frozen

from ..deciding.clauses import Decision, Theory, out_of_time, undecided_by
from ..deciding.elements import by_elements, conjuncts, least_counterexamples
from ..deciding.engines import Engines
from ..deciding.function_variables import with_functions_of_variables
from ..deciding.solver import Answer, Backend, Outcome
from ..errors import Unsupported
from ..evaluate.typed import evaluate
from ..fuel import Fuel
from ..ir.build import UNBOUNDED, conj, eq, implies, is_true, le, lt, negate, op
from ..ir.build import conjuncts as joined_by_and
from ..ir.contracts import Function
from ..ir.definedness import well_defined
from ..ir.functions import called_by
from ..ir.sorts import BOOL, INT, OBJECT
from ..ir.substitution import instantiate
from ..ir.terms import (
    ZERO,
    Binder,
    Term,
    binders,
    fold,
    free_names,
    make,
    rebuild,
    substitute,
    subterms,
    values_by_name,
    var,
)
from ..ir.type_instances import at_call, monomorphic
from ..ir.variables import Name, Valuation, hidden_variable
from ..spec_testing.operators.samples import samples

OF_ELEMENTS = 1.0
"""Seconds for one query about elements: nearly all proofs there take a tenth of it."""
ABSTRACT = 0.3
"""Seconds for a query in which functions that call themselves are any functions: it is answered in some hundredths."""


@frozen(slots=True)
class Proof:
    """*holds*: proved; *unknown* with `models`, values that are not confirmed yet, or without any. `core`: the
    positions of the premises that the proof needs, None where that is not known."""

    decision: Decision
    models: tuple[Valuation, ...] = ()
    core: tuple[int, ...] | None = None
    granted: tuple[Name, ...] = ()
    """The functions whose postcondition the proof takes for granted."""


def implied(
    clause: Term, known_clauses: Sequence[Term], given_terms: Sequence[Term], *, theory: Theory, engines: Engines
) -> Proof:
    """Is a clause defined and true wherever the `known` terms are, and those that are `given` anyway? Every solver is
    asked until one proves it: first about the elements of sequences, which is fast and proves most of what can be
    proved of them, then about the sequences themselves, of which there are models."""
    decision = Decision("unknown", None, "no solver was asked")
    models: list[Valuation] = []
    query = _Implication.of(clause, known_clauses, given_terms, theory)
    # Each solver has its share; the first proof ends it.
    for backend, share in zip(engines.backends, engines.shares(len(engines.backends)), strict=True):
        if share.remaining <= 0:
            return Proof(out_of_time(share), tuple(models))
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


def implied_abstractly(
    clause: Term, known_clauses: Sequence[Term], given_terms: Sequence[Term], *, theory: Theory, engines: Engines
) -> Proof | None:
    """The proof that a clause follows in which functions that call themselves are any functions that have their
    postconditions, as are products, quotients and remainders of variables; None where there is none. Asked of the
    first solver only."""
    if not engines.backends or engines.remaining <= 0:
        return None
    # What is defined is asked of the functions as they are.
    query = _Implication.of(clause, known_clauses, given_terms, theory)
    goal, given, *known = query.goal_and_premises()
    # An abstract function would have lost its postcondition: it is said of each call, with its arguments.
    promises = _promises((goal, given, *known), query.theory.functions)
    granted = tuple(promises)
    facts = (fact for listed in promises.values() for fact in listed)
    asked_terms = (goal, conj(given, *facts), *known)
    backend = engines.backends[0]
    # First no definition counts, which is enough where both sides call what is one function; then those that end at
    # once.
    for every in (True, False):
        terms, abstract = _abstract(asked_terms, query.theory.functions, every=every)
        if terms is None:
            continue
        asked = evolve(query, theory=evolve(query.theory, functions=abstract))
        for about, added in _about_elements_and_lengths(terms, abstract):
            limited = evolve(engines, seconds=min(engines.seconds, ABSTRACT))
            with suppress(Unsupported):
                answer, core = asked.checked(about, added, backend, limited)
                if answer.outcome is Outcome.UNSAT:
                    # From a postcondition that is false everything follows: such a proof is none.
                    if any(breaks_promise(theory.functions[name], theory) for name in granted):
                        return None
                    return Proof(Decision("holds", backend.name), (), core, granted)
    return None


PARTIAL_PRODUCTS = frozenset({"mul", "div", "mod"})
"""What solvers multiply out, or divide, without an end in sight where both operands vary."""


def _promises(terms: Sequence[Term], functions: Mapping[Name, Function]) -> dict[Name, list[Term]]:
    """What the functions that terms call promise of these values, of which no bound variable is part, where their
    preconditions hold."""
    bound = {binder.name for node in subterms(*terms) for binder in binders(node)}
    promises: dict[Name, list[Term]] = {}
    for node in subterms(*terms):
        function = functions.get(node.data) if node.op == "call" else None
        # A promise about a bound variable would be one about a free variable of the same name.
        if function is None or not function.ensures or free_names(node) & bound:
            continue
        own = at_call(function, node)
        arguments = values_by_name(own.parameters, node.args)
        promised = implies(conj(*own.requires), conj(*own.ensures))
        promises.setdefault(function.name, []).append(instantiate(promised, arguments))
    return promises


def _abstract(
    terms: Sequence[Term], functions: Mapping[Name, Function], *, every: bool
) -> tuple[list[Term] | None, dict[Name, Function]]:
    """Terms and functions in which the functions that call themselves are known by nothing, and operations on two
    variables are functions. `every`: all functions are known by nothing but those that are another name of one; no
    terms, where that is no other question."""
    products: dict[Name, Function] = {}

    # Products of two variables are what solvers are worst at: as unknown functions, what is proved of these holds of
    # products, too. A refutation would not, so that nothing but a proof is taken from such a question.
    def step(node: Term, args: tuple[Term, ...]) -> Term:
        if node.op not in PARTIAL_PRODUCTS or any(argument.op == "const" for argument in args):
            return rebuild(node, args)
        name = hidden_variable(node.op, str(node.sort))
        binders_of_it = tuple(Binder(f"operand{place}", argument.sort) for place, argument in enumerate(args))
        products[name] = Function(name, binders_of_it, node.sort, None)
        return make("call", args, node.sort, name, node.span)

    abstract: dict[Name, Function] = {}
    differs = False
    for name, function in called_by(terms, functions).items():
        if function.body is None:
            continue
        # A function that calls itself is unfolded by solvers without end. Nothing is known of it but that equal
        # arguments have equal results, which is often all that two sides need.
        recurs = name in called_by((function.body,), functions)
        if recurs or (every and function.body.op != "call"):
            differs = differs or not recurs
            abstract[name] = evolve(function, body=None, requires=(), ensures=(), extreme="")
        else:
            abstract[name] = evolve(function, body=fold(function.body, step))
    # The stronger abstraction has changed nothing: asking again would be the same question.
    if every and not differs:
        return None, {}
    return [fold(term, step) for term in terms], {**functions, **abstract, **products}


def _with_which_arrays(terms: Sequence[Term]) -> tuple[list[Term], dict[Name, Function]]:
    """The terms, and the facts that one array is one object, with a function of which nothing else is known for which
    object an array is, and that function: what is proved so holds, and a model is evaluated with the terms as they
    were."""
    functions: dict[Name, Function] = {}
    arrays = dict.fromkeys(
        node.args[0] for node in subterms(*terms) if node.op == "array.object" and node.args[0].op == "var"
    )
    bound = {binder.name for node in subterms(*terms) for binder in binders(node)}
    # An array is told by its identity alone, whatever it holds in either state.
    facts = [
        implies(eq(array, other), eq(op("array.object", array), op("array.object", other)))
        for array, other in combinations(arrays, 2)
        if array.sort == other.sort and not {array.data, other.data} & bound
    ]

    def step(node: Term, args: tuple[Term, ...]) -> Term:
        if node.op != "array.object":
            return rebuild(node, args)
        (array,) = args
        name = hidden_variable("which", str(array.sort))
        functions[name] = Function(name, (Binder("array", array.sort),), OBJECT, None, ghost=True)
        return make("call", args, OBJECT, name, node.span)

    return [fold(term, step) for term in (*terms, *facts)], functions


PositionsUsed = tuple[int, ...] | None
ProofAttempt = tuple[Answer, PositionsUsed]


@frozen(slots=True)
class _Implication:
    """The query whether a clause follows from what is `known` and `given`."""

    clause: Term
    known: tuple[Term, ...]
    given: tuple[Term, ...]
    theory: Theory

    @classmethod
    def of(cls, clause: Term, known: Sequence[Term], given: Sequence[Term], theory: Theory) -> "_Implication":
        """The query in which identities of arrays, and values that are functions, are functions of which nothing is
        known: what is proved of any is proved."""
        of_arrays, which = _with_which_arrays((clause, *known, *given))
        of_values, applied = with_functions_of_variables(of_arrays, theory.functions)
        first_order, *others = of_values
        theory = evolve(theory, functions={**theory.functions, **which, **applied})
        return cls(first_order, tuple(others[: len(known)]), tuple(others[len(known) :]), theory)

    def asked_by(self, backend: Backend, engines: Engines) -> ProofAttempt:
        """The answer of one solver, with the positions of the `known` terms that a proof needs. Raises Unsupported."""
        proof = self._by_elements(backend, engines)
        if proof is not None:
            return proof
        if engines.remaining <= 0:
            return Answer(Outcome.TIMEOUT, message=engines.out_of_time), None
        return self.checked(self.goal_and_premises(), {}, backend, engines)

    def goal_and_premises(self) -> list[Term]:
        """The premises and the goal: the clause is false or has no value, and what is given and known."""
        functions = self.theory.functions
        return [negate(conj(well_defined(self.clause, functions), self.clause)), *self._premises()]

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
            # Where one answer does not say what it rests on, the whole may rest on anything.
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
            terms = [attempt, conj(facts, *proved), *assumed]
            query = _about_elements(terms, functions)
            if query is None and attempt is plain and not proved and goal is self.clause:
                continue  # That is the query as it stands.
            limited = evolve(engines, seconds=min(engines.seconds, OF_ELEMENTS))
            about, added = query or (terms, {})
            answer, core = self.checked(about, added, backend, limited)
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
        sorts = [INT] if goal.op == "eq" else [binder.sort for binder in binders(goal)]
        values = [var(hidden_variable("one", f"{place}"), sort) for place, sort in enumerate(sorts)]
        body = _at(goal, values)
        instances = [conj(*_instances(premise, values)) for premise in assumed]
        # Without an instance there is nothing to follow from.
        if all(map(is_true, instances)):
            return None
        terms = [negate(conj(well_defined(body, self.theory.functions), body)), conj(*_instances(facts, values))]
        limited = evolve(engines, seconds=min(engines.seconds, OF_ELEMENTS / 2))
        asked = [*terms, *instances]
        about, functions = _about_elements(asked, self.theory.functions) or (asked, {})
        answer, core = self.checked(about, functions, backend, limited)
        return (answer, core) if answer.outcome is Outcome.UNSAT else None

    def checked(
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


def _about_elements(
    terms: Sequence[Term], functions: Mapping[Name, Function]
) -> tuple[list[Term], Mapping[Name, Function]] | None:
    """A query about elements, of which the first two terms are facts, with the functions that it adds; None where there
    is no sequence."""
    query = by_elements(terms, functions)
    if query is None:
        return None
    goal, given, *rest = query.terms
    return [goal, conj(given, *query.facts), *rest], query.functions


def _about_elements_and_lengths(
    terms: Sequence[Term], functions: Mapping[Name, Function]
) -> Iterator[tuple[list[Term], Mapping[Name, Function]]]:
    """`_about_elements`, with the lengths of sequences that functions are given and without them; or the terms as they
    are."""
    query = by_elements(terms, functions)
    if query is None:
        yield [*terms], {}
        return
    goal, given, *rest = query.terms
    if query.lengths:
        # With more facts first, as they make proofs, and without them next, as they make queries larger.
        yield [goal, conj(given, *query.facts, *query.lengths), *rest], query.functions
    yield [goal, conj(given, *query.facts), *rest], query.functions


def _is_of_all(term: Term) -> bool:
    """Does a term say something of all values, or of all places in two sequences?"""
    if term.op == "eq":
        return term.args[0].sort.kind == "Seq"
    return term.op == "forall" and all(domain is UNBOUNDED for domain in term.args[:-1])


def _at(term: Term, values: Sequence[Term]) -> Term:
    """What it says of some values; equal sequences are as long, too."""
    if term.op == "eq":
        (place,), (left, right) = values, term.args
        length = op("seq.len", left)
        inside = conj(le(ZERO, place), lt(place, length))
        same = eq(op("seq.at", left, place), op("seq.at", right, place))
        return conj(eq(length, op("seq.len", right)), implies(inside, same))
    return substitute(term.args[-1], values_by_name(binders(term), values))


def _instances(term: Term, values: Sequence[Term]) -> Iterator[Term]:
    """What the conjuncts of a term say without quantifiers: those that have none, and of what is said of all what it
    says of these values, in each order that fits the sorts."""
    for conjunct in joined_by_and(term):
        if _is_of_all(conjunct):
            sorts = [INT] if conjunct.op == "eq" else [binder.sort for binder in binders(conjunct)]
            # Which value belongs to which variable nobody says: of `forall i, j` both orders are instances.
            orders = islice(permutations(values, len(sorts)), MOST_ORDERS)
            found = [_at(conjunct, order) for order in orders if [value_term.sort for value_term in order] == sorts]
            yield from (value_term for value_term in found if not _is_quantified(value_term))
        elif not _is_quantified(conjunct):
            yield conjunct


def _is_quantified(term: Term) -> bool:
    return any(binders(node) for node in subterms(term))


# Do functions keep what they promise of their values?

MOST_ARGUMENTS = 40
"""Small arguments on which a postcondition is evaluated: a false one is mostly false on the first of them."""
STEPS = 5_000
"""Of the evaluator, for one of these."""


def breaks_promise(function: Function, theory: Theory) -> bool:
    """Is a postcondition of a function false on small arguments that meet its precondition? No verifier accepts such a
    function, and everything would follow from what it promises."""
    with suppress(Unsupported):
        values = [samples(binder.sort, theory.datatypes) for binder in function.parameters]
        for arguments in islice(product(*values), MOST_ARGUMENTS):
            given = values_by_name(function.parameters, arguments)

            # The default is that of this turn of the loop: a closure would see the last one.
            def outcome(term: Term, given: Mapping[Name, object] = given) -> str:
                found = evaluate(term, given, theory.functions, theory.datatypes, Fuel(STEPS))
                return "true" if found.is_true else "false" if found.is_false else "unknown"

            if all(outcome(term) == "true" for term in function.requires) and any(
                outcome(term) == "false" for term in function.ensures
            ):
                return True
    return False
