"""The search for an output that a postcondition accepts on a test's input, beside those that are known.

Equations and finite domains are looked at first, then outputs worth trying, then a solver; a witness counts only when
the evaluator confirms it. Each of these attempts gives an output, or says that there is none (*refuted*), or neither;
only the first two end the search.

Example: on the input [3, 1] a test expects [1, 3] of `ensures sorted(r)`. Equations determine nothing, and r has no
finite domain. Of the outputs near [1, 3], [1] is sorted: it is the answer. With `ensures sorted(r) && multiset(r) ==
multiset(s)` equations determine r (`equations.py`), there is no other output, and the search ends with *refuted*.

Invariant: *refuted* without an output is a proof that no output is accepted but those that are known. A part of the
postcondition that an attempt cannot express is left out only where that accepts more outputs (`_said_to_solvers`).
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from math import prod
from typing import Any

from attrs import evolve, field, frozen

from ..deciding.clauses import DEFINITE, EVALUATOR, ClauseVerdict, Decision, Theory, decide, out_of_time, theory_of
from ..deciding.conjuncts import Conjuncts
from ..deciding.engines import Engines
from ..deciding.triples import find
from ..errors import Unsupported
from ..evaluate.typed import evaluate
from ..fuel import Fuel
from ..ir.build import UNBOUNDED, boolean, conj, eq, forall, implies, integer, le, negate, op
from ..ir.contracts import Program, may_hold
from ..ir.shapes import is_shaped
from ..ir.sorts import BOOL, Sort
from ..ir.terms import Binder, Term, bare, const, fold, free_names, free_variables, rebuild, substitute, subterms, var
from ..ir.values import ArrayValue, order_key
from ..ir.variables import Name, Valuation, hidden_variable
from .contents import contents
from .equations import Equations, inline
from .examples import Example
from .other_outputs import other_outputs
from .references import GivenArrays, facts_of_identities, kinds_of_references, names_of_new_objects, with_identities
from .spec_testing_limits import LIMITS
from .witnesses import decided_by_witnesses, with_witnesses

# All outputs that clauses accept on one input, where the evaluator finds finite domains for them.
#
# It finds the finite domain of a sequence in conditions that bound it, one by one: `forall x :: x in r <==> x in s`
# says which elements r has, and that it has no others, and in the whole there is no bound. As two implications, each of
# which may bound a collection, it is one (`both_ways`). That is done here, for the outputs of one input, and not in the
# evaluator: elsewhere a solver is quicker than the enumeration of all sequences of some elements.


def all_outputs(
    clauses: Sequence[Term], unknowns: Mapping[Name, Binder], values: Valuation, program: Program, fuel: Fuel
) -> tuple[list[Valuation], Decision] | None:
    """The outputs of which clauses over the unknowns hold: *refuted* says that there are no others, *unknown* that no
    finite domain was found. `unknowns`: component → the unknown for it; `values`: those of the input. None where there
    is nothing to list, as of arrays, of which there may be any number with the same elements."""
    binders = list(unknowns.values())
    # Infinitely many arrays have the same contents: they cannot be listed.
    if not binders or any(binder.sort.kind == "Array" for binder in binders):
        return None
    # All outputs as one set comprehension over the unknowns: the evaluator finds its domain or says that there is none.
    components = [binder.variable for binder in binders]
    element = op("tuple.make", *components) if len(components) > 1 else components[0]
    body = conj(*clauses)
    everything = op("set.comprehension", *(UNBOUNDED for _ in binders), body, element, data=tuple(binders))
    result = evaluate(everything, values, program.functions, program.datatypes, fuel)
    # Undefined: no finite domain, which is no verdict.
    if result.state != "defined":
        return [], Decision("unknown", EVALUATOR, result.reason)
    found = [value if len(components) > 1 else (value,) for value in result.value]
    outputs: list[Valuation] = [dict(zip(unknowns, value, strict=True)) for value in found]
    return outputs, Decision("refuted", EVALUATOR)


def both_ways(clause: Term) -> tuple[Term, ...]:
    """Terms that together are true where a Bool term is true, and where it is false not all of them: of a conjunction
    part by part. Where it is undefined they may be true. `(set x | x in r) == s` is such an equivalence, too."""
    if clause.op == "and":
        return tuple(both_way for arg in clause.args for both_way in both_ways(arg))
    clause = _of_elements(clause)
    if clause.op != "forall":
        return (clause,)
    *given, body = clause.args
    # Each direction by itself is an implication, which solvers decide far sooner than the equivalence.
    premises, last = (body.args[0], body.args[1]) if body.op == "implies" else (boolean(True), body)
    if last.op != "eq" or last.args[0].sort != BOOL:
        return (clause,)
    first, second = last.args
    pairs = ((first, second), (second, first))
    return tuple(forall(clause.data, implies(conj(premises, left), right), given) for left, right in pairs)


def _of_elements(clause: Term) -> Term:
    """`(set x | x in r) == s` as `forall x :: x in r <==> x in s`; another term is itself."""
    if clause.op != "eq" or clause.args[0].sort.kind != "Set":
        return clause
    for first, second in (clause.args, clause.args[::-1]):
        first = bare(first)
        if first.op != "set.comprehension" or len(first.data) != 1:
            continue
        domain, condition, element = first.args
        (binder,) = first.data
        # Only where the elements are the values of the variable itself is membership the condition.
        if binder.name in free_names(second) or domain != UNBOUNDED or element != binder.variable:
            continue
        return forall(first.data, op("eq", condition, op("set.member", element, second)))
    return clause


SIZES = (0, 1, 2, 4, 16, 256)
"""The bounds on the size of a witness that are tried, the smallest first."""


@frozen(slots=True)
class OutputQuery:
    """Which outputs of an example are asked for.

    `expected`: the complete output that the test expects, as far as it is known; `verdict`: the postcondition's on it.
    `survivors`: other outputs that it is known to accept. `is_wrong`: whether the tests of this input refuse an output:
    one that they allow is no sign of weakness. `label` names the queries of a dump. `unseen`: the components in which
    alone no wrong output differs from the expected one, of which the models of the specification, if there are any, say
    the same.
    """

    example: Example
    expected: Valuation
    verdict: ClauseVerdict
    survivors: Sequence[Valuation] = ()
    is_wrong: Callable[[Valuation], bool] = lambda output: True
    label: str = ""
    unseen: frozenset[Name] = frozenset()


@frozen(slots=True)
class OutputSearch:
    """The search for the outputs of one example. `unknowns`: the outputs and the parameters that the method modifies,
    by name; `values`: the input, the pre-state included; `clauses`: the postcondition over the unknowns, and what their
    types and `modifies` promise; `conjuncts`: the same, by what excludes most; `confirming`: the evaluator alone, which
    confirms each output."""

    query: OutputQuery
    program: Program
    engines: Engines
    # Hundreds of outputs are tried: what they have in common is made once.
    theory: Theory = field(init=False)
    unknowns: dict[Name, Binder] = field(init=False)
    values: dict[Name, Any] = field(init=False)
    clauses: tuple[Term, ...] = field(init=False)
    conjuncts: Conjuncts = field(init=False)
    confirming: Engines = field(init=False)

    @theory.default
    def _theory(self) -> Theory:
        return theory_of(self.program)

    @unknowns.default
    def _unknowns(self) -> dict[Name, Binder]:
        return {binder.name: Binder(hidden_variable(binder.name, "other"), binder.sort) for binder in self.changed}

    @values.default
    def _values(self) -> dict[Name, Any]:
        modified = self.example.specification.pre_states
        known = {name: value for name, value in self.example.inputs.items() if name not in modified}
        return {**known, **{before: self.example.inputs[name] for name, before in modified.items()}}

    @clauses.default
    def _clauses(self) -> tuple[Term, ...]:
        # Outputs become unknowns; everything else in the clauses is a known value.
        renaming = {name: binder.variable for name, binder in self.unknowns.items()}
        terms: list[Term] = []
        # What a parameter refers to stays, null too. Of a result the type says whether it may be null.
        # A modified array stays the same object of the same length.
        for name in (name for name in self.example.specification.modifies if renaming[name].sort.kind == "Array"):
            before = self.example.inputs[name]
            if isinstance(before, ArrayValue):
                terms.append(_not_null(renaming[name]))
                terms.append(eq(op("array.len", renaming[name]), integer(len(before.elements))))
            else:
                terms.append(op("array.is_null", renaming[name]))
        # What identities imply, and how new objects are called: else a solver renames them and calls it another output.
        terms += facts_of_identities(self.example.specification, renaming)
        terms += names_of_new_objects(self.query.expected, self.unknowns, self.values, self.program.datatypes)
        terms += kinds_of_references(self.query.expected, self.unknowns, self.values)
        ensures = self.example.specification.ensures
        return (*terms, *(substitute(condition.term, renaming) for condition in ensures if condition.term is not None))

    @conjuncts.default
    def _conjuncts(self) -> Conjuncts:
        return Conjuncts(self.clauses)

    @confirming.default
    def _confirming(self) -> Engines:
        return evolve(self.engines, backends=(), use_evaluator=True, steps=LIMITS.output_steps)

    @property
    def example(self) -> Example:
        return self.query.example

    @property
    def changed(self) -> list[Binder]:
        """The outputs and the parameters that the method modifies."""
        specification = self.example.specification
        modified = [binder for binder in specification.inputs if binder.name in specification.modifies]
        return [*specification.outputs, *modified]

    def is_complete(self, output: Valuation) -> bool:
        """Does it have a value for each component?"""
        return output.keys() == self.unknowns.keys()

    def any_but(self, known: tuple[Valuation, ...], solved: bool = False) -> tuple[Valuation | None, Decision]:
        """An accepted output that is none of the known ones, if possible a wrong one; with None, *refuted* when there
        is none. *Timeout* with one that is right: whether there is a wrong one, too, is not found out. `solved`: the
        equations have been asked."""
        best: Valuation | None = None
        undecided, tried = NONE_FOUND, list[Decision]()
        equations = () if solved else (self._equations,)
        # In order of cost and of what they prove: equations and finite domains decide, near outputs only find, and the
        # solver does both.
        for attempt in (*equations, self._finite, self._near, self._by_elements, self._solver, self._wide):
            # Where a right one is known, that all others are right, too, is all that is left to ask.
            asked = self._wrong if attempt == self._solver and best is not None else attempt
            output, decision = asked(known)
            # A wrong output ends the search; a right one may hide a wrong one.
            if output is not None and self.query.is_wrong(output):
                return output, decision
            best = output if best is None else best
            if decision.verdict == "refuted":
                # Refuted: there is no output but those already found.
                return best, (decision if best is None else _FOUND)
            if attempt == self._solver:
                undecided = decision  # What a solver says is the better reason.
            elif decision.reason and decision.reason != NONE_FOUND.reason:
                tried.append(evolve(decision, reason=self._as_written(decision.reason)))
        # Nothing found: the solver's reason is told, with the others' before it.
        if best is None:
            return None, undecided.after(*tried)
        return best, (_FOUND if self.engines.remaining > 0 else out_of_time(self.engines))

    def _as_written(self, reason: str) -> str:
        """A reason with the outputs as they are written, in place of the unknowns that stand for them."""
        for name, binder in self.unknowns.items():
            reason = reason.replace(str(binder.name), f"the output {name}")
        return reason

    def nearby(self, known: tuple[Valuation, ...]) -> Valuation | None:
        """An accepted output that is none of the known ones, without a solver. None is no proof."""
        for attempt in (self._equations, self._finite, self._near):
            output, decision = attempt(known)
            if output is not None or decision.verdict == "refuted":
                return output
        return None

    def determined(self) -> Valuation | None:
        """An accepted output, without a solver and without trying. None is no proof."""
        for attempt in (self._equations, self._finite):
            output, decision = attempt(())
            if output is not None or decision.verdict == "refuted":
                return output
        return None

    def is_determined(self, known: tuple[Valuation, ...]) -> bool:
        """Do equations say that there is no accepted output but the known ones?"""
        return self._equations(known)[1].verdict == "refuted" or self._models_are_determined(known)

    @property
    def unseen(self) -> frozenset[Name]:
        """The components in which alone no wrong output differs; none where it takes functions to say that."""
        return frozenset() if self.example.specification.heap.models else self.query.unseen

    def _models_are_determined(self, known: tuple[Valuation, ...]) -> bool:
        """Do the clauses say what callers see, functions of the objects included?"""
        models = self.example.specification.heap.models
        # A model is what callers see of an object, by functions of it.
        if not models or not self.query.unseen:
            return False
        # A function is taken for an unknown: of `Valid() && Elems() == [x] + old(Elems())` nobody has to know what
        # `Elems()` is of which nodes. That only makes the clauses weaker, so that what they determine is determined.
        renaming = {name: binder.variable for name, binder in self.unknowns.items()}
        told = {
            bare(substitute(model, renaming)): var(hidden_variable("model", str(number)), model.sort)
            for number, model in enumerate(models)
        }

        # Calls of model functions become unknowns: an abstraction that only loses facts.
        def abstracted(node: Term, args: tuple[Term, ...]) -> Term:
            whole = rebuild(node, args)
            return told.get(bare(whole), whole) if node.op == "call" else whole

        said: dict[Name, Binder] = {term.data: Binder(term.data, term.sort) for term in told.values()}
        # Everything that is seen has to be determined; what is hidden need not be.
        seen = {name: binder for name, binder in self.unknowns.items() if name not in self.query.unseen}
        try:
            equations = self._solved([fold(clause, abstracted) for clause in self.clauses], said)
        except Unsupported:
            return False
        determined = equations.determined(seen)
        is_said = not equations.contradicted and said.keys() <= equations.determined(said).keys()
        return is_said and seen.keys() <= determined.keys() and _among(determined, known)

    def _solved(self, clauses: Sequence[Term], more: Collection[Name] = ()) -> Equations:
        """What clauses say of the outputs, and of `more` unknowns. Raises Unsupported."""
        names = {*(binder.name for binder in self.unknowns.values()), *more}
        facts = [self._with_input(clause) for clause in clauses]
        facts, witnesses = with_witnesses([inline(fact, self.program, names.__contains__) for fact in facts])
        names |= witnesses
        unchanged = GivenArrays(self.example.specification, self.example.inputs).unchanged
        equations = Equations(self.program, names.__contains__, self.engines, inverting=True, unchanged=unchanged)
        equations.solve(facts)
        return equations

    def _equations(self, known: tuple[Valuation, ...]) -> tuple[Valuation | None, Decision]:
        """The postcondition may determine its outputs, as in `r == a + b`."""
        try:
            equations = self._solved(self.clauses)
        except Unsupported as unsupported:
            return None, Decision("unknown", EVALUATOR, str(unsupported))
        # No output at all satisfies the clauses.
        if equations.contradicted:
            return None, Decision("refuted", EVALUATOR)
        determined = equations.determined(self.unknowns)
        # Two outputs are one where they hold the same, whichever arrays that is stored in; and where callers see the
        # same of them, whatever represents it: of `Valid() && model == [v]` nobody has to know what Valid() says.
        seen = self.unknowns.keys() - self.unseen
        if seen <= determined.keys() and _among({name: determined[name] for name in seen}, known):
            return None, Decision("refuted", EVALUATOR)
        # All determined, and confirmed by evaluation.
        if all(binder.name in equations.values for binder in self.unknowns.values()) and self.accepts(determined):
            return determined, Decision("holds", EVALUATOR)
        # Bounds may leave few values: they are tried one by one.
        return self._within(equations, known)

    def _within(self, equations: Equations, known: tuple[Valuation, ...]) -> tuple[Valuation | None, Decision]:
        """An accepted output among those that are left between the bounds that equations give."""
        listed = [
            equations.values_of(binder.variable, LIMITS.outputs_between_bounds) for binder in self.unknowns.values()
        ]
        values = [each for each in listed if each is not None]
        # A product that is too large is no enumeration.
        if len(values) < len(listed) or prod(map(len, values)) > LIMITS.outputs_between_bounds:
            return None, NONE_FOUND
        others, is_open = list[Valuation](), False
        for each in product(*values):
            output = dict(zip(self.unknowns, each, strict=True))
            if self.engines.remaining <= 0:
                # Out of time: what was not tried is open.
                return None, out_of_time(self.engines)
            if _among(output, known):
                continue
            verdict = self.verdict(output)
            others += [output] if verdict == "holds" else []
            is_open |= verdict not in DEFINITE
        if others:
            return min(others, key=self._rank), _FOUND
        # If every candidate was decided, none of them being accepted is a proof.
        return None, NONE_FOUND if is_open else Decision("refuted", EVALUATOR)

    def _finite(self, known: tuple[Valuation, ...]) -> tuple[Valuation | None, Decision]:
        """All accepted outputs, where the evaluator finds finite domains for them."""
        outputs, decision = self._all_of(self.clauses)
        others = [output for output in outputs if not _among(output, known)]
        return (min(others, key=self._rank), _FOUND) if others else (None, decision)

    def _by_elements(self, known: tuple[Valuation, ...]) -> tuple[Valuation | None, Decision]:
        """The same with what is said of all elements of an output read both ways. Where no length is given sequences
        have no end, and to find that out takes long: only of what tests expect that is worth it."""
        if not self.is_complete(self.query.expected):
            return None, NONE_FOUND
        terms = [both_way for clause in self.clauses for both_way in both_ways(clause)]
        outputs, decision = self._all_of(terms) if terms != list(self.clauses) else ([], NONE_FOUND)
        others = sorted((output for output in outputs if not _among(output, known)), key=self._rank)
        # The parts may be true where the whole is undefined.
        first = next((output for output in others if self.accepts(output)), None)
        if first is None:
            return None, (NONE_FOUND if others else decision)
        return first, _FOUND

    def _all_of(self, clauses: Sequence[Term]) -> tuple[list[Valuation], Decision]:
        """All outputs of which some clauses hold: *refuted* says that there are no others."""
        fuel = self.engines.fuel(LIMITS.output_steps)
        pair = all_outputs(clauses, self.unknowns, self.values, self.program, fuel)
        return ([], NONE_FOUND) if pair is None else pair

    def _near(self, known: tuple[Valuation, ...]) -> tuple[Valuation | None, Decision]:
        """The smallest accepted one of the outputs near the expected one."""
        return self._tried(known, wide=False)

    def _wide(self, known: tuple[Valuation, ...]) -> tuple[Valuation | None, Decision]:
        """The smallest accepted one of the others that are worth trying: they are many, so solvers come first."""
        return self._tried(known, wide=True)

    def _tried(self, known: tuple[Valuation, ...], wide: bool) -> tuple[Valuation | None, Decision]:
        right: list[Valuation] = []
        wrong: list[Valuation] = []
        for output in other_outputs(self.example, self.query.expected, self.program, self.query.label, wide):
            if self.engines.remaining <= 0 or len(wrong) == LIMITS.compared_outputs:
                break
            # There may be any number of right ones, as of ways to represent one thing, of which one is enough. Most
            # outputs are not accepted, and of these nobody asks whether the tests refuse them, too.
            if right and not self.query.is_wrong(output):
                continue
            if not _among(output, known) and self.accepts(output):
                listed = wrong if right or self.query.is_wrong(output) else right
                listed.append(output)
        found = wrong or right
        return (min(found, key=size), _FOUND) if found else (None, NONE_FOUND)

    def _rank(self, output: Valuation) -> tuple[Any, ...]:
        """Wrong outputs first, then small ones."""
        return not self.query.is_wrong(output), size(output)

    def accepts(self, output: Valuation) -> bool:
        """Whether the evaluator confirms that the postcondition holds of an output."""
        values = self._with(output)
        return self.conjuncts.hold(partial(self._decided, values), self.confirming, values)

    def verdict(self, output: Valuation) -> ClauseVerdict:
        """What the evaluator says of the postcondition on an output."""
        values = self._with(output)
        return self.conjuncts.verdict(partial(self._decided_by_equations, values), self.confirming, values)

    def _with(self, output: Valuation) -> Valuation:
        return {**self.values, **{self.unknowns[name].name: value for name, value in output.items()}}

    def _decided(self, values: Valuation, clause: Term) -> ClauseVerdict:
        return decide(clause, values, theory=self.theory, engines=self.confirming).verdict

    def _decided_by_equations(self, values: Valuation, clause: Term) -> ClauseVerdict:
        """The same for the few outputs that are left: it takes longer."""
        verdict = self._decided(values, clause)
        known = None
        if verdict not in DEFINITE:
            known = decided_by_witnesses(clause, values, self.theory, self.confirming)
        return verdict if known is None else known.verdict

    def _solver(self, known: tuple[Valuation, ...]) -> tuple[Valuation | None, Decision]:
        """Ask for another output, first for one that differs in what is seen: of those that do not there may be any
        number. *Refuted* with an output: it is right, and so are all others."""
        wrong, decision = self._wrong(known)
        if not self.unseen or wrong is not None or decision.verdict != "refuted":
            return wrong, decision
        right, others = self._asked(known)
        return right, (others if right is None else decision)

    def _wrong(self, known: tuple[Valuation, ...]) -> tuple[Valuation | None, Decision]:
        """Ask for another output that differs in what is seen."""
        return self._asked(known, self.unseen)

    def _asked(
        self, known: tuple[Valuation, ...], unseen: frozenset[Name] = frozenset()
    ) -> tuple[Valuation | None, Decision]:
        """Ask for another output; when there is one, for a wrong one, and for a smaller one."""
        if not self.engines.backends:
            return None, Decision("unknown", None, "no solver was asked")
        # Solvers have no arrays as objects: they are told what can be said without.
        said = tuple(_said_to_solvers(self.clauses))
        # Different from each known output.
        goal = [*said, *(self._differs(each, unseen) for each in known)]
        decision, model = self._ask(goal)
        if decision.verdict != "holds":
            return None, decision
        # With constraints of the test, the model is asked to violate them: a wrong one is the better witness.
        if self.example.constraints and not self.query.is_wrong(self._named(model)):
            wrong = [*goal, self._against_the_test()]
            found, other = self._ask(wrong)
            if found.verdict == "holds":
                goal, model = wrong, other
        # Then smaller and smaller ones, for people; the first bound with a model ends that.
        measures = [term for binder in self.unknowns.values() if (term := measure(binder)) is not None]
        for bound in SIZES:
            smaller, small = self._ask([*goal, *(le(term, integer(bound)) for term in measures)])
            if smaller.verdict != "refuted":
                model = small or model
                break
        told = self._named(model)
        sorts = (sort for binder in self.changed for sort in _inside(binder.sort))
        # Without arrays inside, a model of what was said is a model of the clauses.
        if said == self.clauses and not any(may_hold("Array", sort, self.program.datatypes) for sort in sorts):
            return told, decision
        # Of an array inside another value a solver may say what it does not hold, and that it is an object it was not
        # told.
        possible = with_identities(GivenArrays(self.example.specification, self.example.inputs), told)
        return (possible, decision) if self.accepts(possible) else (None, NONE_FOUND)

    def _named(self, model: Valuation) -> dict[Name, Any]:
        return {name: model[binder.name] for name, binder in self.unknowns.items()}

    def _against_the_test(self) -> Term:
        """What a test with constraints says, negated, over the unknowns."""
        renaming = {
            binder.name: var(self.unknowns[name].name, binder.sort)
            for name, binder in self.example.unknowns.items()
            if name in self.unknowns
        }
        return negate(conj(*(substitute(constraint, renaming) for constraint in self.example.constraints)))

    def _ask(self, goal: Sequence[Term]) -> tuple[Decision, Valuation]:
        binders = tuple(self.unknowns.values())
        label = f"{self.query.label}-other"
        return find(goal, self.values, binders, theory=self.theory, engines=self.engines, label=label)

    def _differs(self, output: Valuation, unseen: frozenset[Name]) -> Term:
        """Some component, but for the unseen ones, holds something else."""
        seen = ((name, binder) for name, binder in self.unknowns.items() if name not in unseen)
        return negate(conj(*(_same(binder.variable, output[name]) for name, binder in seen)))

    def _with_input(self, term: Term) -> Term:
        sorts = dict(free_variables(term))
        values = self.values
        return substitute(term, {name: const(values[name], sort) for name, sort in sorts.items() if name in values})


NONE_FOUND = Decision("unknown", EVALUATOR, "no other output was found, but it is not proved that there is none")
_FOUND = Decision("holds", EVALUATOR)


def _said_to_solvers(clauses: Sequence[Term]) -> Iterator[Term]:
    """The clauses, and of those that know arrays as objects, which no solver does, the parts that do not: without
    them more outputs are accepted, so that a proof that there is none remains one."""
    for clause in clauses:
        if not any(subterm.op == "array.object" for subterm in subterms(clause)):
            yield clause
        elif clause.op == "and":
            yield from _said_to_solvers(clause.args)


def _same(unknown: Term, value: Any) -> Term:
    """Does it hold the same, whatever arrays that is stored in?"""
    match unknown.sort.kind:
        case "Array" if value is None:
            return op("array.is_null", unknown)
        case "Array":
            return conj(_not_null(unknown), _same(op("array.elements", unknown), value.elements))
        case "Tuple":
            terms = (_same(op("tuple.at", unknown, data=at), each) for at, each in enumerate(value))
            return conj(*terms)
        # Element by element, since arrays of the same contents may be different arrays.
        case "Seq" if unknown.sort.args[0].kind == "Array" or is_shaped(unknown.sort.args[0]):
            terms = (_same(op("seq.at", unknown, integer(at)), each) for at, each in enumerate(value))
            return conj(eq(op("seq.len", unknown), integer(len(value))), *terms)
        case _:
            return eq(unknown, const(value, unknown.sort))


def _inside(sort: Sort) -> tuple[Sort, ...]:
    """The sorts of what an array holds, and of any other value itself."""
    return sort.args if sort.kind == "Array" else (sort,)


def _not_null(array: Term) -> Term:
    return negate(op("array.is_null", array))


def measure(binder: Binder) -> Term | None:
    """The size of a value as an Int term, where its sort has one that solvers know."""
    unknown = binder.variable
    match binder.sort.kind:
        case "Int":
            return op("ite", le(integer(0), unknown), unknown, op("neg", unknown))
        case "Seq":
            return op("seq.len", unknown)
        case "Array":
            return op("array.len", unknown)
        case _:
            return None


def _among(output: Valuation, known: Sequence[Valuation]) -> bool:
    return any(all(contents(output[name]) == contents(each[name]) for name in output) for each in known)


def size(output: Valuation) -> tuple[Any, ...]:
    """Small outputs first: small numbers, the negative ones after, and short collections."""
    return tuple(_weight(value) for value in output.values())


def _weight(value: Any) -> tuple[Any, ...]:
    if isinstance(value, int) and not isinstance(value, bool):
        return abs(value), value < 0
    return order_key(value)
