"""The order of two specifications of typed languages: by their text, by values, and by solvers.

Each clause of one side is decided against the other side: it follows when the other has it (up to names), when a
solver proves it; it does not when the evaluator confirms a value that the other side accepts and the clause refuses.
Values are searched first: small and random inputs, those of tests, and outputs of the bodies and near these; then a
solver is asked, first on inputs that are known, where quantifiers have few instances.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from attrs import define, evolve, field

from ..deciding.clauses import EVALUATOR, Decision, decide
from ..deciding.engines import Engines
from ..deciding.triples import find
from ..errors import Unsupported
from ..interpret.store import NULL
from ..ir.build import conj, conjuncts, negate
from ..ir.contracts import Condition, lowered_terms
from ..ir.definedness import well_defined
from ..ir.functions import called_by
from ..ir.terms import Binder, Term, var
from ..ir.values import ArrayValue
from ..ir.variables import ALLOCATED, Name, Valuation, qualifier_of, root_of, without_state
from ..spec_testing.interpretations import interpreted
from .alignment import SECOND, Aligned, align, array_first, premises
from .common_variables import SpecificationSide, over_common_variables
from .first_order import first_order
from .functions_of_elements import with_functions_of_elements
from .normal_form import classes_of, key_of
from .order import SAME_CLAUSE, ContractComparison, Implication, PartComparison, SeparatingValue
from .proofs import Proof, implied, implied_abstractly
from .same_functions import (
    plain_function,
    renamed_calls,
    same_functions,
    with_fields_of,
    with_one_name,
    written_function,
)
from .side_clauses import named_in_heap
from .values import (
    ACCEPTED,
    NOTHING_KNOWN,
    KnownCases,
    OutputsToTry,
    Pool,
    SideVerdict,
    both_programs,
    judged,
    pool_of,
    steps_for,
    with_given,
    with_old_outputs,
)

ValueMap = Valuation
PART_OF_IMPLEMENTATIONS = 0.35
"""Share of the time, for what a class may make of functions of traits."""
MOST_FIXED = 6
"""Inputs on which a solver is asked for outputs."""
OBJECTS = "it is about all objects: a value that separates the two may not be a state of any program"


def compare_specifications(
    first: SpecificationSide,
    second: SpecificationSide,
    engines: Engines,
    known: KnownCases = NOTHING_KNOWN,
    *,
    common_values: bool = False,
) -> ContractComparison:
    """How the first relates to the second. `known`: cases of tests, by the names of each side's variables.
    `common_values`: on values of the types of both alone, `i8` and `int` being the numbers of a byte.

    Raises InputError where they are about different parameters, results or types; Unsupported where one is about
    something that the other cannot be compared in.
    """
    # Arrays have contents, sequences have no identity: the side with arrays comes first.
    if array_first(first.specification, second.specification):
        others = KnownCases(known.second, known.first)
        return turned(compare_specifications(second, first, engines, others, common_values=common_values))
    # Step by step both sides come to speak of the same variables and functions.
    first, second = first_order(first), first_order(second)
    first, second = over_common_variables(first, with_fields_of(first, second))
    aligned = _with_same_functions(align(*with_functions_of_elements(first, second), common_values), engines)
    found = _compared(aligned, (first, second), engines, known)
    return _with_implementations(found, aligned, (first, second), engines, known)


def _with_implementations(
    found: ContractComparison,
    aligned: Aligned,
    sides: tuple[SpecificationSide, SpecificationSide],
    engines: Engines,
    known: KnownCases,
) -> ContractComparison:
    """The comparison where functions of traits or classes that have no body are what a class may make of them: a clause
    that does not follow for one of these does not follow. What follows for one says nothing of others."""
    parts = [part for part in (found.inputs, found.outputs) if part is not None]
    if all(clause.verdict != "unknown" for part in parts for clause in (*part.first_clauses, *part.second_clauses)):
        return found
    program = both_programs(aligned, sides)
    implemented, names = interpreted(program, [aligned.joint], engines.part(PART_OF_IMPLEMENTATIONS))
    # A function that the two declare differently is one that a class has to give one body.
    if not names or any(qualifier_of(str(name)) not in program.bases or str(name).endswith(SECOND) for name in names):
        return found
    theory = evolve(aligned.theory, functions=dict(implemented.functions))
    again = _compared(evolve(aligned, theory=theory), sides, engines, known)
    inputs = _separated(found.inputs, again.inputs)
    outputs = None if found.outputs is None or again.outputs is None else _separated(found.outputs, again.outputs)
    if (inputs, outputs) == (found.inputs, found.outputs):
        return found
    note = f"values that separate the two are those of a class that keeps what {', '.join(map(str, names))} ensures"
    return evolve(found, inputs=inputs, outputs=outputs, notes=(*found.notes, note))


def _separated(found: PartComparison, other: PartComparison) -> PartComparison:
    """The comparison with what the other knows not to follow."""

    def clauses(known: Sequence[Implication], others: Sequence[Implication]) -> tuple[Implication, ...]:
        return tuple(
            again if clause.verdict == "unknown" and again.verdict == "not implied" else clause
            for clause, again in zip(known, others, strict=True)
        )

    first, second = (
        clauses(found.first_clauses, other.first_clauses),
        clauses(found.second_clauses, other.second_clauses),
    )
    return evolve(found, first_clauses=first, second_clauses=second)


def _with_same_functions(aligned: Aligned, engines: Engines) -> Aligned:
    """The two with one name for the functions that are proved to be one, which notes say."""
    functions = aligned.theory.functions
    called = [called_by(clauses, functions) for clauses in (aligned.first.terms, aligned.second.terms)]
    # The functions that only one side calls.
    own_functions = [
        {name: function for name, function in side.items() if name not in other_side}
        for side, other_side in (called, called[::-1])
    ]
    if not all(own_functions):
        return aligned
    # Induction may find nothing.
    pairs = same_functions(own_functions[0], own_functions[1], aligned.theory, engines)
    if not pairs:
        return aligned
    theory, names = with_one_name(aligned.theory, pairs)
    second = aligned.second.mapped(lambda term: renamed_calls(term, names))
    joint = evolve(
        aligned.joint,
        requires=(*aligned.first.requires, *second.requires),
        ensures=(*aligned.first.ensures, *second.ensures),
    )
    listed = ", ".join(f"{written_function(pair.first)} and {written_function(pair.second)}" for pair in pairs)
    note = f"proved to be one by induction, as definitions end that a verifier accepts: {listed}"
    return evolve(aligned, joint=joint, second=second, theory=theory, notes=(*aligned.notes, note))


def turned(found: ContractComparison) -> ContractComparison:
    """The comparison of the second with the first."""
    outputs = None if found.outputs is None else _turned(found.outputs)
    first, second = found.renamed
    return evolve(found, inputs=_turned(found.inputs), outputs=outputs, renamed=(second, first))


def _turned(part: PartComparison) -> PartComparison:
    def each(clause: Implication) -> Implication:
        return evolve(clause, separating=turned_value(clause.separating))

    return PartComparison(
        tuple(map(each, part.second_clauses)), tuple(map(each, part.first_clauses)), turned_value(part.undefined)
    )


def turned_value(value: SeparatingValue | None) -> SeparatingValue | None:
    """The value with the two exchanged."""
    if value is None:
        return None
    swapped = evolve(value, first=value.second, second=value.first)
    if value.second_inputs is None or value.second_outputs is None:
        return swapped
    return evolve(
        swapped,
        inputs=value.second_inputs,
        outputs=value.second_outputs,
        second_inputs=value.inputs,
        second_outputs=value.outputs,
    )


def _compared(
    aligned: Aligned, sides: tuple[SpecificationSide, SpecificationSide], engines: Engines, known: KnownCases
) -> ContractComparison:
    # Inputs and outputs are two questions, which share their work.
    work = _Work(aligned, engines)
    requires = tuple(lowered_terms((*aligned.first.requires, *aligned.second.requires)))
    variables = (*aligned.joint.inputs, *aligned.joint.outputs)
    renamed: tuple[Mapping[Name, Name], Mapping[Name, Name]] = ({}, aligned.renamed)
    # Preconditions are compared as they are; postconditions under both preconditions.
    about_inputs = _PartWork(work, (), aligned.first.requires, aligned.second.requires)
    about_outputs = _PartWork(work, requires, aligned.first.ensures, aligned.second.ensures)
    pool = Pool()
    # Equal texts need no values.
    if not (about_inputs.is_one_text and about_outputs.is_one_text):
        pool = pool_of(aligned, sides, known, engines.part(0.2))
    # Values first: they refute at once what no solver will prove.
    about_inputs.look(pool.inputs, engines.part(0.2))
    inputs = about_inputs.compared(engines.part(0.4))
    # Two conditions on inputs alone.
    if not aligned.first.ensures and not aligned.second.ensures:
        notes = (*aligned.notes, *_granted(work))
        return ContractComparison(inputs, None, "neither has a postcondition", notes, variables, renamed)
    both = about_inputs.accepted_by_both()
    # Inputs on which solvers are asked: with the input fixed, quantifiers are finite.
    about_outputs.fixed = both[:MOST_FIXED]
    outputs = OutputsToTry(aligned, sides, engines.part(0.4))
    about_outputs.look(outputs.on(both, pool.cases), engines.part(0.3))
    about_outputs.look(outputs.near(about_outputs.accepted_by_both()), engines.part(0.3))
    compared = about_outputs.compared(engines)
    # What others did not need is for those whose time was over.
    shares = engines.shares(2)
    inputs = about_inputs.again(inputs, next(shares))
    compared = about_outputs.again(compared, next(shares))
    return ContractComparison(inputs, compared, "", (*aligned.notes, *_granted(work)), variables, renamed)


def _granted(work: "_Work") -> list[str]:
    """What proofs take for granted, as a note."""
    # A function of both sides is named once, as the first calls it.
    by_name = {plain_function(name): written_function(name) for name in sorted(work.granted, key=str)[::-1]}
    names = sorted(by_name.values())
    return [f"taken for granted, as a verifier proves it: what {', '.join(names)} ensures of its values"] * bool(names)


@define(slots=True, eq=False)
class _Work:
    """What both parts of a comparison use."""

    aligned: Aligned
    engines: Engines
    classes: Valuation = field(init=False)
    granted: set[Name] = field(factory=set)
    """The functions whose postconditions proofs take for granted."""

    def __attrs_post_init__(self) -> None:
        self.classes = classes_of(self.aligned.theory.functions)

    def keys(self, terms: Sequence[Term]) -> set[Any]:
        return {key_of(conjunct, self.classes) for term in terms for conjunct in conjuncts(term)}

    def variables(self, outputs: bool) -> list[Term]:
        """The variables of inputs and, if asked for, of outputs, in both states."""
        before = [var(self.aligned.before(input_.name), input_.sort) for input_ in self.aligned.joint.inputs]
        return [*before, *(_variables(self.aligned.output_binders) if outputs else ())]

    def of_one_call(self, values: ValueMap) -> ValueMap:
        """The values with each array that is modified as one array in two states, and with all that is given among what
        exists before the call."""
        found = _one_heap(with_given(values, self.aligned), self.aligned)
        for name in self.aligned.joint.modifies:
            old, new = values.get(self.aligned.before(name)), values.get(name)
            if isinstance(old, ArrayValue) and isinstance(new, ArrayValue):
                # What is modified is one array, of which the solver may have made two.
                found[name] = evolve(new, identity=old.identity)
        return found

    def evaluator(self, values: Valuation) -> Engines:
        """The engines without solvers."""
        return evolve(self.engines, backends=(), use_evaluator=True, steps=steps_for(values))

    def holds(self, term: Term, values: Valuation) -> Decision:
        return decide(term, values, theory=self.aligned.theory, engines=self.evaluator(values))

    def judged(self, clauses: Sequence[Condition], values: Valuation) -> SideVerdict:
        """What a side says of a value."""
        return judged(clauses, values, self.aligned.theory, self.evaluator(values))

    def named(self, values: Valuation, outputs: bool) -> tuple[dict[Name, Any], dict[Name, Any]]:
        """The input and, if asked for, the output that values of the variables are, by the names of the parameters."""
        inputs = {b.name: values[self.aligned.before(b.name)] for b in self.aligned.joint.inputs}
        after = {b.name: values[b.name] for b in self.aligned.output_binders} if outputs else {}
        return inputs, after


@define(slots=True, eq=False)
class _PartWork:
    """Two conditions in work: `first` and `second` under `common` premises. `fixed`: inputs on which solvers are asked
    for outputs. `seen`: values that meet the premises, and what the two say of each."""

    work: _Work
    common: tuple[Term, ...]
    first: tuple[Condition, ...]
    second: tuple[Condition, ...]
    fixed: Sequence[ValueMap] = ()
    seen: list[tuple[ValueMap, SideVerdict, SideVerdict]] = field(factory=list)

    def compared(self, engines: Engines) -> PartComparison:
        """Every clause of one against the other."""
        undefined = next((separation for separation in map(self._undefined, self.seen) if separation is not None), None)
        shares = engines.shares(len(self.first) + len(self.second))
        first = tuple(self._implication(True, place, next(shares)) for place in range(len(self.first)))
        second = tuple(self._implication(False, place, next(shares)) for place in range(len(self.second)))
        return PartComparison(first, second, undefined)

    def again(self, found: PartComparison, engines: Engines) -> PartComparison:
        """The comparison with its clauses asked again of which nothing is known, in the time that is left."""
        sides = ((found.first_clauses, self.first), (found.second_clauses, self.second))

        def is_open(clause: Implication, own: Sequence[Condition]) -> bool:
            # What was not read stays so.
            return clause.verdict == "unknown" and own[clause.clause].term is not None

        shares = engines.shares(sum(is_open(clause, own) for listed, own in sides for clause in listed))
        first, second = (
            tuple(
                self._implication(own is self.first, clause.clause, next(shares)) if is_open(clause, own) else clause
                for clause in listed
            )
            for listed, own in sides
        )
        return evolve(found, first_clauses=first, second_clauses=second)

    def accepted_by_both(self) -> list[ValueMap]:
        """The values of the pool that both accept."""
        return [values for values, first, second in self.seen if first is ACCEPTED and second is ACCEPTED]

    @property
    def is_one_text(self) -> bool:
        """Whether each has the clauses of the other: then there is no value to look for."""
        terms = lowered_terms((*self.first, *self.second))
        keys = [self.work.keys(lowered_terms(side)) for side in (self.first, self.second)]
        return keys[0] == keys[1] and len(terms) == len(self.first) + len(self.second)

    def look(self, pool: Iterable[ValueMap], engines: Engines) -> None:
        """Judge values, as far as the time goes."""
        for values in pool:
            if engines.remaining <= 0:
                break
            if self._is_possible(values := self.work.of_one_call(values)):
                self._note(values)

    def _is_possible(self, values: ValueMap) -> bool:
        """Whether values are some that a call leads to, and meet the premises. An array that is modified has as many
        elements afterwards as before: values with another number separate nothing."""
        aligned = self.work.aligned
        facts = premises(aligned, self.work.variables(self._has_outputs), self._has_outputs)
        kept = aligned.facts.kept if self._has_outputs else ()
        return all(self.work.holds(condition, values).verdict == "holds" for condition in (*facts, *kept, *self.common))

    def _note(self, values: ValueMap) -> tuple[ValueMap, SideVerdict, SideVerdict]:
        found = values, self.work.judged(self.first, values), self.work.judged(self.second, values)
        self.seen.append(found)
        return found

    def _undefined(self, seen: tuple[ValueMap, SideVerdict, SideVerdict]) -> SeparatingValue | None:
        values, first, second = seen
        if {first.outcome, second.outcome} != {"false", "undefined"}:
            return None
        # Both refuse the value, but only one of them says why: the other has no meaning there, which its author should
        # see.
        clauses, judged = (self.first, first) if first.outcome == "undefined" else (self.second, second)
        return self._separating(values, first, second, clauses[judged.clause].clause.text)

    def _separating(self, values: ValueMap, first: SideVerdict, second: SideVerdict, clause: str) -> SeparatingValue:
        inputs, outputs = self.work.named(values, self._has_outputs)
        return SeparatingValue(inputs, outputs, first.outcome, second.outcome, clause)

    @property
    def _has_outputs(self) -> bool:
        return any(condition.clause.kind == "ensures" for condition in (*self.first, *self.second))

    @property
    def _modified(self) -> Sequence[Name]:
        """Inputs with a value after the call."""
        return self.work.aligned.joint.modifies if self._has_outputs else ()

    def _implication(self, of_first: bool, place: int, engines: Engines) -> Implication:
        """Does the other side imply the clause at a place?"""
        own, others = (self.first, self.second) if of_first else (self.second, self.first)
        condition = own[place]
        implication = Implication(place, condition.clause.text, "unknown", span=condition.clause.span)
        # A clause that was not read follows from nothing.
        if condition.term is None:
            return evolve(implication, reason=str(next(iter(condition.clause.problems), "it is not supported")))
        # The cheapest first, and what refutes before what proves: the same text; a value that was looked at already; an
        # output for an input that both accept; only then solvers, which may take all the time that there is.
        known = lowered_terms(others)
        said = self.work.keys([*known, *self.common])
        # A conjunct that the other side has is defined and true, whatever the others are.
        open_conjuncts = [part for part in conjuncts(condition.term) if not self.work.keys([part]) <= said]
        if not open_conjuncts:
            core = self._core_of_text(condition.term, others)
            return evolve(implication, verdict="implied", engine=SAME_CLAUSE, core=core)
        goal = conj(*open_conjuncts)
        # A counterexample that is there already.
        separating = self._seen_against(condition.term, of_first)
        # What follows whatever recursive functions are takes one short query.
        if separating is None:
            taken_for_granted = self._taken_for_granted(condition.term, known)
            proof = implied_abstractly(goal, known, taken_for_granted, theory=self.work.aligned.theory, engines=engines)
            if proof is not None:
                self.work.granted.update(proof.granted)
                return self._implied(implication, proof, condition.term, others)
        # With unread clauses on the other side, a value that refutes this clause need not be one that the other
        # accepts.
        if separating is None and len(known) == len(others):
            separating = self._on_known_inputs(condition.term, known, of_first, engines.part(0.5))
        if separating is not None:
            return evolve(implication, verdict="not implied", engine=EVALUATOR, separating=separating)
        return self._proved(implication, condition.term, goal, others, of_first, engines)

    def _core_of_text(self, term: Term, others: Sequence[Condition]) -> tuple[str, ...]:
        keys = self.work.keys([term])
        return tuple(
            condition.clause.text
            for condition in others
            if condition.term is not None and keys & self.work.keys([condition.term])
        )

    def _seen_against(self, clause: Term, of_first: bool) -> SeparatingValue | None:
        """A value that was seen, which the other side accepts and the clause refuses."""
        for values, first, second in self.seen:
            own_verdict, its = (first, second) if of_first else (second, first)
            # The side may have refused by another clause: this one is asked by itself.
            if its is ACCEPTED and own_verdict is not ACCEPTED and self.work.holds(clause, values).verdict == "refuted":
                text = (
                    (self.first if of_first else self.second)[own_verdict.clause].clause.text
                    if own_verdict.clause >= 0
                    else ""
                )
                return self._separating(values, first, second, text)
        return None

    def _on_known_inputs(
        self, clause: Term, known: Sequence[Term], of_first: bool, engines: Engines
    ) -> SeparatingValue | None:
        """An output for one of the inputs that are known to be accepted by both."""
        binders = self.work.aligned.output_binders
        functions = self.work.aligned.theory.functions
        # Each known input has its share of the time.
        for inputs, share in zip(self.fixed, engines.shares(len(self.fixed)), strict=True):
            # The values after the call are what is looked for.
            before = {name: value for name, value in inputs.items() if name not in {b.name for b in binders}}
            try:
                total = conj(well_defined(clause, functions), clause)
                facts = premises(self.work.aligned, [*known, clause, *self.work.variables(True)], True)
                # The other side's clauses hold, this one does not.
                goal = [*facts, *known, negate(total)]
                limited = evolve(share, seconds=min(share.seconds, 1.0))
                theory = self.work.aligned.theory
                _, model = find(goal, before, binders, theory=theory, engines=limited, label="compare")
            except Unsupported:
                return None
            if model:
                found = self._confirmed({**before, **model}, clause, of_first)
                if found is not None:
                    return found
        return None

    def _confirmed(self, values: ValueMap, clause: Term, of_first: bool) -> SeparatingValue | None:
        """A value only where the evaluator says that the other side accepts it and the clause refuses it."""
        values = self.work.of_one_call(values)
        if not self._is_possible(values):
            return None
        # The value alone is looked at, by the way that all values go: a solver's model counts for nothing by itself.
        self._note(values)
        kept, self.seen = self.seen, self.seen[-1:]
        try:
            return self._seen_against(clause, of_first)
        finally:
            self.seen = kept

    def _proved(
        self,
        told: Implication,
        clause: Term,
        goal: Term,
        others: Sequence[Condition],
        of_first: bool,
        engines: Engines,
    ) -> Implication:
        """What solvers say of a clause, of which the conjuncts of `goal` are open. Clauses of the other side that are
        not supported are no premises: a proof without them is one with them, and a value that separates is none."""
        aligned = self.work.aligned
        other_terms = lowered_terms(others)
        taken_for_granted = self._taken_for_granted(clause, other_terms)
        proof: Proof = implied(goal, other_terms, taken_for_granted, theory=aligned.theory, engines=engines)
        if proof.decision.verdict == "holds":
            return self._implied(told, proof, clause, others)
        reason = proof.decision.reason
        # A model separates only if evaluation confirms it, and every clause was read.
        for model in proof.models:
            if len(other_terms) < len(others):
                reason = "a clause of the other side is not supported"
            elif aligned.has_heap:
                reason = OBJECTS
            else:
                confirmed = (self._confirmed(values, clause, of_first) for values in self._completed(model))
                if (separating := next(filter(None, confirmed), None)) is not None:
                    return evolve(told, verdict="not implied", engine=EVALUATOR, separating=separating)
        return evolve(told, engine=proof.decision.engine, reason=reason)

    def _taken_for_granted(self, clause: Term, other_terms: Sequence[Term]) -> list[Term]:
        """What holds of all values that are looked at."""
        variables = self.work.variables(self._has_outputs)
        # Variables that nothing mentions may still differ between the states.
        changed = [variable for variable in variables if without_state(variable.data) in self._modified]
        mentioned = [clause, *other_terms, *self.common, *changed]
        return [*premises(self.work.aligned, mentioned, self._has_outputs), *self.common]

    def _implied(self, told: Implication, proof: Proof, clause: Term, others: Sequence[Condition]) -> Implication:
        """A clause that is proved, with the clauses that the proof needs, and those that have conjuncts of it."""
        read = [condition for condition in others if condition.term is not None]
        needed = {read[place].clause.text for place in proof.core or ()}
        needed.update(self._core_of_text(clause, others))
        texts = (condition.clause.text for condition in read)
        core = () if proof.core is None else tuple(text for text in texts if text in needed)
        return evolve(told, verdict="implied", engine=proof.decision.engine, core=core)

    def _completed(self, model: ValueMap) -> Iterator[ValueMap]:
        """The model with some value for each variable that no term mentions; and where its outputs existed before the
        call, since no model says which objects its arrays are."""
        # A variable that no term mentions may have any value, but it has to be one of a state: those of a known value
        # are.
        tried = (*self.fixed, *(values for values, *_ in self.seen))
        default = next((values for values in tried if model.keys() <= values.keys()), {})
        completed = {**default, **model}
        yield completed
        if ALLOCATED in completed:
            outputs = (completed.get(binder.name) for binder in self.work.aligned.output_binders)
            yield with_old_outputs(completed, outputs, self.work.aligned)


def _one_heap(values: ValueMap, aligned: Aligned) -> dict[Name, Any]:
    """The values where an object with a name has, among the fields of all objects, those that its own variables say."""
    found = dict(values)
    for own, heap in named_in_heap(aligned.joint.inputs):
        owner = found.get(root_of(own.name))
        # Both states have to agree, since a clause may read either.
        states = [(aligned.before(own.name), aligned.before(heap.name))]
        if heap.name in aligned.joint.modifies:
            states.append((own.name, heap.name))
        for name, place in states:
            if name not in found or place not in found:
                continue
            number, fields = found[place]
            if owner != NULL and (owner not in fields or fields[owner] != found[name]):
                found[place] = number, fields.with_item(owner, found[name])
    return found


def _variables(binders: Sequence[Binder]) -> Iterator[Term]:
    return (binder.variable for binder in binders)
