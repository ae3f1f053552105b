"""Contradictions in what is promised, as far as solvers prove them.

A precondition that no input meets, with the clauses that contradict each other; and an input on which no value
satisfies the postcondition, of a method, or of a function without a body, which is what its postcondition says.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from attrs import evolve, frozen

from ..deciding.clauses import EVALUATOR, decide, theory_of
from ..deciding.engines import Engines
from ..deciding.triples import find
from ..errors import Unsupported
from ..evaluate.calls import allowed_values
from ..evaluate.candidates import everything
from ..evaluate.typed import evaluate
from ..ir.build import conj, eq, implies, integer, op
from ..ir.contracts import Condition, Datatype, Function, Program, Specification, lowered_terms
from ..ir.definedness import precondition_of, with_arguments
from ..ir.sorts import Sort
from ..ir.terms import Binder, Term, const, free_names, free_variables, substitute, subterms
from ..ir.type_instances import at_call
from ..ir.values import DatatypeValue
from ..ir.variables import Name, Valuation
from .clauses import premises_of
from .dynamic_outputs import never_met
from .equations import Equations
from .findings import Finding, summary
from .spec_testing_limits import LIMITS
from .triples import Tested

# From an input that shows something to a smaller one that shows it, too: nearer to 0, shorter, part by part.


def smallest_input(
    inputs: Valuation, sorts: Mapping[Any, Sort], datatypes: Mapping[str, Datatype], shows: Callable[[Valuation], bool]
) -> Valuation:
    """The smallest input that is found from this one on, of which `shows` is true. Greedy: the first smaller one
    counts, and is made smaller in turn."""
    smallest, tries, going_on = dict(inputs), 0, True
    while going_on:
        going_on = False
        # Component by component, from the beginning after each success: what was too bold before may fit now.
        for name, value in smallest.items():
            for smaller in smaller_values(value, sorts[name], datatypes):
                tries += 1
                # The number of questions is limited, for each may be a query.
                if tries > LIMITS.smaller_inputs:
                    return smallest
                candidate = {**smallest, name: smaller}
                if shows(candidate):
                    smallest, going_on = candidate, True
                    break
            if going_on:
                break
    return smallest


def smaller_values(value: Any, sort: Sort, datatypes: Mapping[str, Datatype]) -> Iterator[Any]:
    """Values of a sort that are smaller than one, the boldest first: of 127 they are 0, 64, 96 and so on to 126."""
    match sort.kind:
        case "Bool":
            if value:
                yield False
        case "Int":
            # Binary search towards zero: 0, half of it, three quarters, ….
            step = abs(value)
            while step:
                yield value - step if value > 0 else value + step
                step //= 2
        case "Seq":
            # Halves first, then one element fewer, then smaller elements.
            yield from (value[:half] for half in {0, len(value) // 2} if half < len(value))
            for place in range(len(value)):
                yield value[:place] + value[place + 1 :]
            for place, part in enumerate(value):
                for smaller in smaller_values(part, sort.args[0], datatypes):
                    yield (*value[:place], smaller, *value[place + 1 :])
        case "Tuple":
            for place, (part, of) in enumerate(zip(value, sort.args, strict=True)):
                for smaller in smaller_values(part, of, datatypes):
                    yield (*value[:place], smaller, *value[place + 1 :])
        case "Datatype" if isinstance(value, DatatypeValue) and not sort.args:
            declared = datatypes.get(str(sort.label))
            made = () if declared is None else declared.constructors
            binders = next((each.fields for each in made if each.name == value.constructor), ())
            for place, (part, binder) in enumerate(zip(value.fields, binders, strict=False)):
                for smaller in smaller_values(part, binder.sort, datatypes):
                    yield evolve(value, fields=(*value.fields[:place], smaller, *value.fields[place + 1 :]))


@frozen(slots=True)
class Uncallable:
    """That an engine proved that no input meets the precondition. `core`: clauses that suffice for that, those of types
    (`n: nat`) among them, none of which can be left out. `trusted`: the functions whose promises it rests on."""

    engine: str
    core: tuple[Condition, ...]
    trusted: tuple[str, ...] = ()

    def message(self, kind: str) -> str:
        """What was proved, of a subject of this kind, for people."""
        named = [summary(condition.clause) for condition in self.core]
        match named:
            case [] | [_]:
                why = ""
            case _:
                why = f": {', '.join(named[:-1])} and {named[-1]} contradict each other"
        given = f", given what {', '.join(self.trusted)} ensures" if self.trusted else ""
        what = f"the {kind} can never be called (proved by {self.engine}{given})"
        return f"no input meets all preconditions: {what}{why}"


def never_called(
    specification: Specification, tests: Sequence[Tested], program: Program, engines: Engines, label: str
) -> Uncallable | None:
    """The proof that no input meets the whole precondition; None where one does, and where that is not known."""
    # A test with a valid input shows that there is one.
    listed = [condition for condition in specification.requires if condition.term is not None]
    if not listed or any(test.judgement is not None for test in tests):
        return None
    limited = evolve(engines, seconds=min(engines.seconds, LIMITS.contradiction_seconds))

    def refuting(conditions: Sequence[Condition], promised: Sequence[Term]) -> str | None:
        """Who proved that nothing meets these conditions."""
        if specification.is_dynamic:
            return never_met(conditions, specification, program, limited)
        terms = lowered_terms(conditions)
        premises = premises_of(evolve(specification, requires=tuple(conditions)), conj(*terms))
        # The promise of functions that the clauses call, in case the clauses alone do not contradict.
        goal = (*premises, *promised)
        binders = tuple(Binder(name, sort) for name, sort in dict.fromkeys(p for t in goal for p in free_variables(t)))
        decision, _ = find(goal, {}, binders, theory=theory_of(program), engines=limited, label=f"{label}-callable")
        return decision.engine if decision.verdict == "refuted" else None

    promised: dict[Name, list[Term]] = {}
    engine = refuting(listed, ())
    # Second attempt: what functions without a body promise of the calls that occur.
    if engine is None:
        promised = promises_of_calls(lowered_terms(listed), program.functions)
        engine = refuting(listed, [term for terms in promised.values() for term in terms]) if promised else None
    if engine is None:
        return None
    facts = [term for terms in promised.values() for term in terms]
    core = listed
    # Each clause is left out in turn, and stays out where the others contradict each other without it: what remains is
    # minimal (deletion, as for the cores of a solver), so that people are shown no clause that is not needed.
    for each in listed:
        fewer = [condition for condition in core if condition is not each]
        if fewer and refuting(fewer, facts) is not None:
            core = fewer
    told = tuple(condition for condition in core if not condition.clause.fact)
    return Uncallable(engine, told, tuple(map(str, promised)))


def promises_of_calls(terms: Sequence[Term], functions: Mapping[Name, Function]) -> dict[Name, list[Term]]:
    """By function, what it ensures of the calls of it in some terms: of those under a quantifier nothing. A solver that
    knows the body of a function that recurs finds none of it, for that takes induction."""
    found: dict[Name, list[Term]] = {}
    for call in _open_calls(terms):
        function = functions.get(call.data)
        if function is None or not function.ensures:
            continue
        here = at_call(function, call)
        ensured = with_arguments(conj(*here.ensures), here, call)
        found.setdefault(function.name, []).append(implies(precondition_of(call, functions), ensured))
    return found


def _open_calls(terms: Sequence[Term]) -> Iterator[Term]:
    """The calls in terms whose arguments mention no variable that is bound inside them."""
    outside = free_names(*terms)
    bound = {binder.name for subterm in subterms(*terms) for binder in _bound(subterm)}
    known = outside - bound
    for subterm in subterms(*terms):
        if subterm.op == "call" and free_names(subterm) <= known:
            yield subterm


def _bound(term: Term) -> Sequence[Binder]:
    data = term.data
    return [each for each in data if isinstance(each, Binder)] if isinstance(data, tuple) else []


def uncallable_finding(specification: Specification, found: Uncallable) -> Finding:
    """The finding that no input meets the precondition."""
    return Finding("contradiction", specification.name, found.message(specification.kind), specification.span)


def input_without_value(
    specification: Specification, inputs: Sequence[Valuation], program: Program, engines: Engines
) -> tuple[Valuation, str] | None:
    """The first of some valid inputs on which no value satisfies what the function promises, and who proved it: then
    the promise is a contradiction, and everything follows from it. None is no proof that there are values."""
    # The values that a bodiless function may have are those of its postcondition.
    function = program.functions.get(specification.name)
    allowed = None if function is None else allowed_values(function)
    if function is None or allowed is None:
        return None
    *_, condition, _value = allowed.args
    # What the function is elsewhere only the promise itself says, and there a solver would find the contradiction.
    if any(subterm.op == "call" and subterm.data == function.name for subterm in subterms(condition)):
        return None
    own = [binder.name for binder in function.parameters]
    # Where all values that there may be are enumerated, evaluation says whether there is one.
    none, evaluation = eq(op("set.card", allowed), integer(0)), evolve(engines, backends=(), use_evaluator=True)
    for input_ in (each for each in inputs if each.keys() >= {*own}):
        if decide(none, input_, theory=theory_of(program), engines=evaluation).verdict == "holds":
            return input_, EVALUATOR
    # Little time for each input: one contradiction is enough.
    limited = evolve(engines, seconds=min(engines.seconds, LIMITS.contradiction_seconds_of_an_input))
    # An input that does not name all parameters cannot be asked about.
    for input_ in inputs:
        if limited.remaining <= 0 or not input_.keys() >= {*own}:
            return None
        decision, _ = find(
            (condition,), input_, allowed.data, theory=theory_of(program), engines=limited, label="promised"
        )
        if decision.verdict == "refuted" and decision.engine is not None:
            return input_, decision.engine
    return None


def input_without_output(
    specification: Specification, inputs: Sequence[Valuation], program: Program, engines: Engines
) -> tuple[Valuation, str] | None:
    """The first of some valid inputs of a method, in the order of their sizes, on which no output satisfies its
    postcondition, and who proved it. None is no proof that there are outputs, nor for a method that changes what it is
    given."""
    conditions = _about_outputs(specification)
    if not conditions:
        return None
    limited = evolve(engines, seconds=min(engines.seconds, LIMITS.contradiction_seconds_of_an_input))
    further = inputs[LIMITS.inputs_alone :]
    for input_ in (*inputs[: LIMITS.inputs_alone], *further[:: 1 + len(further) // LIMITS.inputs_alone]):
        if limited.remaining <= 0:
            return None
        engine = _without_output(conditions, input_, specification, program, limited)
        if engine is not None:
            return _smallest(conditions, input_, specification, program, limited), engine
    return None


def smallest_without_output(
    specification: Specification, inputs: Valuation, program: Program, engines: Engines
) -> Valuation:
    """A small valid input on which no output satisfies the postcondition, found from one that is given; that one where
    none is smaller."""
    conditions = _about_outputs(specification)
    limited = evolve(engines, seconds=min(engines.seconds, LIMITS.contradiction_seconds_of_an_input))
    return _smallest(conditions, inputs, specification, program, limited) if conditions else inputs


def _about_outputs(specification: Specification) -> tuple[Term, ...]:
    """The postcondition of a method that changes nothing it is given, as far as all of it is known; else nothing."""
    # Every clause has to be a term: an unread one might be the one that saves the rest.
    conditions = tuple(lowered_terms(specification.ensures))
    known = {binder.name for binder in (*specification.inputs, *specification.outputs)}
    # With a heap the outputs are not all listed here.
    if specification.modifies or specification.heap.fields or len(conditions) < len(specification.ensures):
        return ()
    # A clause that mentions more than inputs and outputs has no closed meaning here.
    return conditions if all(free_names(term) <= known for term in conditions) else ()


def _without_output(
    conditions: Sequence[Term], inputs: Valuation, specification: Specification, program: Program, engines: Engines
) -> str | None:
    """Who proved that no output meets conditions on an input."""
    # The input is put in as constants, so that the equations are about the outputs alone.
    unknown = {binder.name for binder in specification.outputs}
    given = {name: const(value, sort) for name, value, sort in _listed(inputs, specification)}
    # Equations decide many cases without a solver: `r == 1 && r == 2`.
    equations = Equations(program, unknown.__contains__, engines, inverting=True)
    try:
        equations.solve([substitute(condition, given) for condition in conditions])
    except Unsupported:
        return None
    if equations.contradicted:
        return EVALUATOR
    theory, outputs = theory_of(program), specification.outputs
    # Without a solver only that each of finitely many outputs is refused shows that there is none.
    if not engines.backends and any(everything(output.sort, theory.datatypes) is None for output in outputs):
        return None
    decision, _ = find(conditions, inputs, outputs, theory=theory, engines=engines, label="accepted")
    return decision.engine if decision.verdict == "refuted" else None


def _listed(inputs: Valuation, specification: Specification) -> Iterator[tuple[Name, Any, Sort]]:
    return ((name, value, specification.sorts[name]) for name, value in inputs.items())


def _smallest(
    conditions: Sequence[Term], inputs: Valuation, specification: Specification, program: Program, engines: Engines
) -> Valuation:
    """A small valid input on which no output meets conditions."""
    required = lowered_terms(specification.requires)
    # The witness is shrunk under the same question, within a share of the time.
    trying = evolve(engines.part(LIMITS.smaller_share), kind="smaller inputs")

    def shows(candidate: Valuation) -> bool:
        if trying.remaining <= 0:
            return False
        valid = (
            evaluate(term, candidate, program.functions, program.datatypes, trying.fuel(LIMITS.condition_steps)).is_true
            for term in required
        )
        return all(valid) and _without_output(conditions, candidate, specification, program, trying) is not None

    return smallest_input(inputs, specification.sorts, program.datatypes, shows)
