"""Inputs that meet a precondition, to run a body on, one for each way through the contract that none of the others
takes.

Parts of an input that no clause of the precondition relates are looked for by themselves. Example: `requires |s| > 3
&& sorted(s) && |t| > 3 && sorted(t)`. Where one in a hundred values that are tried for s is valid, and one in a
hundred for t, so is one in ten thousand inputs."""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import cycle, islice
from typing import Any

from attrs import define, evolve, frozen

from ..deciding.clauses import ClauseVerdict, decide, theory_of
from ..deciding.conjuncts import Conjuncts
from ..deciding.engines import Engines
from ..deciding.simplify import simplify
from ..deciding.triples import find
from ..errors import Unsupported
from ..evaluate.calls import Closure
from ..evaluate.typed import evaluate
from ..interpret.store import NULL
from ..ir.build import add, conj, conjuncts, disj, eq, integer, is_true, lt, negate, op
from ..ir.contracts import Function, Program, Specification, lowered_terms, may_hold
from ..ir.definedness import well_defined
from ..ir.sorts import BOOL, INT, OBJECT, REAL
from ..ir.substitution import instantiate
from ..ir.terms import BINDING, Binder, Term, bare, const, free_names, sorts_by_name, substitute, values_by_name, var
from ..ir.type_instances import at_call
from ..ir.variables import ALLOCATED, RECEIVER, Name, Valuation, is_field_of
from .aliased import distinct_pairs, facts_of_inputs, given_twice
from .arrays_inside import reached_twice
from .candidate_inputs import Candidates
from .contents import contents
from .different_inputs import different, sizes_of
from .drawn_inputs import inputs_to_try
from .repaired_inputs import InputRepair
from .spec_testing_limits import LIMITS

SELDOM = 4
"""Where fewer than one input in so many is valid, those that are not are repaired. Chosen, not measured."""


@frozen(slots=True)
class InputPart:
    """Parameters, and the clauses about them: no other clause mentions any of them."""

    binders: tuple[Binder, ...]
    conditions: tuple[Term, ...]


def independent_parts(specification: Specification, conditions: Sequence[Term]) -> tuple[InputPart, ...]:
    """The parts of the inputs of a specification with these conditions, as many as there are; none where what inputs
    are is said by more than conditions: where they are objects, fields, or arrays that may be one."""
    # Fields and identities relate parameters without any clause.
    if (
        specification.heap.fields
        or specification.heap.objects
        or specification.heap.aliases
        or specification.heap.reached is not None
    ):
        return ()
    if specification.heap.dimensions:
        return ()
    groups = [{binder.name} for binder in specification.inputs]
    clauses = [clause for condition in conditions for clause in conjuncts(condition)]
    # Connected components of the graph of parameters, joined by clauses.
    for clause in clauses:
        mentioned = free_names(clause)
        joined = [group for group in groups if group & mentioned]
        groups = [group for group in groups if not group & mentioned]
        groups += [set().union(*joined)] if joined else []
    # Each component with its clauses, which are about nothing else.
    return tuple(
        InputPart(
            tuple(binder for binder in specification.inputs if binder.name in group),
            tuple(clause for clause in clauses if free_names(clause) & group),
        )
        for group in groups
    )


def valid_inputs(
    specification: Specification, program: Program, count: int, engines: Engines, seconds: float, more: int = 0
) -> list[dict[Name, Any]]:
    """At most `count` inputs that meet the precondition, some for each way through the contract that was found, the
    others as different in their sizes as those that were found; at most `more` beyond them for further ways. Where a
    search finds none in the time, or none for a way, solvers are asked for one. Raises Unsupported for a parameter
    whose sort has no literals."""
    found = many_valid_inputs(specification, program, engines, seconds)
    return chosen_inputs(specification, program, found, count, engines, more)


def many_valid_inputs(
    specification: Specification, program: Program, engines: Engines, seconds: float
) -> list[dict[Name, Any]]:
    """Inputs that meet the precondition, at most `valid_inputs`, as a search finds them in the time, and some of these
    with one object or array under two names. Raises as `valid_inputs` does."""
    conditions = input_conditions(specification)
    # The conjunct that excludes most is asked first.
    conjuncts = Conjuncts(conditions)
    found: dict[Hashable, dict[Name, Any]] = {}
    deadline = min(engines.now + seconds, engines.deadline)
    # Two inputs that hold the same may share their arrays otherwise, and a precondition may ask for that.
    same_once = not any(may_hold("Array", input_.sort, program.datatypes) for input_ in specification.inputs)
    tried: set[Hashable] = set()
    repeated = 0
    repair = InputRepair(specification, program, conditions, engines)
    # A stream of likely inputs, cheap to make and to refuse.
    for inputs in islice(inputs_to_try(specification, conditions, program), LIMITS.drawn_inputs):
        inputs = with_existing(inputs, specification)
        key = tuple(map(contents, inputs.values()))
        # A stream that only repeats itself has no more to give.
        repeated = repeated + 1 if key in tried else 0
        if repeated >= LIMITS.repeated_inputs:
            break
        if key in found or (repeated and same_once):
            continue
        tried.add(key)
        if _meets(inputs, conjuncts, program, engines):
            found[key] = inputs
        # Few valid ones among many: then repairing pays off.
        elif len(tried) > SELDOM * len(found) and repair.is_worth_it:
            inputs = with_existing(repair.repaired(inputs), specification)
            key = tuple(map(contents, inputs.values()))
            if key not in found and _meets(inputs, conjuncts, program, engines):
                found[key] = inputs
                repair.succeeded()
        # Enough, or out of time: what was found is what there is.
        if len(found) >= LIMITS.valid_inputs or engines.now > deadline:
            break
    # Of small ones many tell nothing: where nothing is transferred, it may be to the same account.
    large = sorted(found.values(), key=lambda each: -sizes_of(each))
    for alias in distinct_pairs(specification):
        for inputs in large[: LIMITS.inputs_with_one_for_two]:
            twice = given_twice(alias, specification, inputs) if engines.now <= deadline else None
            twice = None if twice is None else with_existing(twice, specification)
            if twice is not None and _meets(twice, conjuncts, program, engines):
                found.setdefault((alias.first, alias.second, *map(contents, twice.values())), twice)
    return list(found.values())


def chosen_inputs(
    specification: Specification,
    program: Program,
    many: Sequence[dict[Name, Any]],
    count: int,
    engines: Engines,
    more: int = 0,
) -> list[dict[Name, Any]]:
    """What `valid_inputs` returns, of the inputs that a search has found."""
    many = many or _found_in_parts(specification, program, engines)
    if not many:
        return _solved(specification, input_conditions(specification), program, count, engines)
    found: dict[Hashable, dict[Name, Any]] = {tuple(map(contents, inputs.values())): inputs for inputs in many}
    return _covering(specification, program, found, count, more, engines)


def _found_in_parts(specification: Specification, program: Program, engines: Engines) -> list[dict[Name, Any]]:
    """Inputs of which parts that no clause relates were found one by one; none where a part is not found."""
    conditions = input_conditions(specification)
    parts = independent_parts(specification, conditions)
    found: list[list[dict[Name, Any]]] = []
    # Half of what is left: where a part is not found, solvers are asked.
    for part, share in zip(parts, engines.part(0.5).shares(len(parts)), strict=True):
        some = _of_part(part, specification, program, share) if len(parts) > 1 else []
        if not some:
            return []
        found.append(some)
    rounds = zip(range(max(map(len, found), default=0)), *map(cycle, found), strict=False)
    joined = ({name: value for part in chosen for name, value in part.items()} for _, *chosen in rounds)
    inputs = [{binder.name: each[binder.name] for binder in specification.inputs} for each in joined]
    return [input_ for input_ in inputs if _holds(conditions, input_, program, engines)]


def _of_part(
    part: InputPart, specification: Specification, program: Program, engines: Engines
) -> list[dict[Name, Any]]:
    names = {binder.name for binder in part.binders}
    partial = tuple(name for name in specification.partial if name in names)
    # Parts share no condition, so that valid values of each make a valid input together.
    alone = evolve(specification, inputs=part.binders, partial=partial)
    conjuncts = Conjuncts(part.conditions)
    found: dict[Hashable, dict[Name, Any]] = {}
    for inputs in islice(inputs_to_try(alone, part.conditions, program), LIMITS.drawn_inputs):
        if len(found) >= LIMITS.values_of_a_part or engines.remaining <= 0:
            break
        if _meets(inputs, conjuncts, program, engines):
            found.setdefault(tuple(map(contents, inputs.values())), inputs)
    return list(found.values())


def _covering(
    specification: Specification,
    program: Program,
    found: dict[Hashable, dict[Name, Any]],
    count: int,
    more: int,
    engines: Engines,
) -> list[dict[Name, Any]]:
    """Some of the inputs that were found: few that take all ways through the contract, then different ones."""
    # Half of what is left at most: inputs on which nothing can be executed any more are worth nothing.
    deadline = engines.now + min(LIMITS.covering_seconds, (engines.deadline - engines.now) / 2)
    limited = evolve(engines, deadline=deadline, kind=f"ways of {specification.name}")
    # Aliasing is a way through the contract that random inputs do not take.
    for alias in distinct_pairs(specification):
        twice = (given_twice(alias, specification, inputs) for inputs in list(found.values()))
        conditions = input_conditions(specification)
        fitting = (each for each in twice if each is not None and _holds(conditions, each, program, limited))
        if limited.remaining > 0 and (inputs := next(fitting, None)) is not None:
            found.setdefault((alias.first, alias.second), inputs)
    chosen: dict[Hashable, dict[Name, Any]] = {}
    if specification.heap.reached is not None:
        chosen.update(_reached_twice(specification, list(found.values()), program, limited))
        found.update(chosen)
    # Of a lemma one input on which it is false is all that matters.
    if specification.kind == "lemma" and (against := _counterexample(specification, program, limited)) is not None:
        told = tuple(map(contents, against.values()))
        chosen[told] = found[told] = against
    # Which ways each input takes is evaluated.
    open_ways = ways(specification, program)
    taken: dict[Hashable, set[int]] = {key: set() for key in found}
    for number, way in enumerate(open_ways):
        for key, inputs in found.items():
            if limited.remaining <= 0:
                break
            if _holds((way,), inputs, program, limited):
                taken[key].add(number)
    # A way that no input takes is asked of a solver: all at once, since most often there is none, then one by one.
    missed = sorted(set(range(len(open_ways))).difference(*taken.values()))
    if len(missed) > 1 and _none_is_taken([open_ways[number] for number in missed], specification, program, limited):
        missed = []
    for number in missed:
        way = open_ways[number]
        if limited.remaining > 0 and not limited.gave_up:
            solved = _one_solved(specification, [*input_conditions(specification), way], program, limited)
            if solved is not None:
                key = tuple(map(contents, solved.values()))
                found[key] = solved
                taken.setdefault(key, set()).add(number)
    # Covering all ways with the fewest inputs is set cover: the greedy choice is never far from it, and takes the
    # smaller of two inputs that take as many. Of `|s| == 0 || x > 3` the input ([], 4) takes two ways at once.
    left = set().union(*taken.values())
    while left and len(chosen) < count + more:
        best = max(taken, key=lambda key: (len(taken[key] & left), -sizes_of(found[key])))
        chosen[best] = found[best]
        left -= taken[best]
    # Then, up to the number that was asked for, inputs as different as there are.
    for inputs in different(list(found.values()), count):
        if len(chosen) >= count:
            break
        chosen.setdefault(tuple(map(contents, inputs.values())), inputs)
    return list(chosen.values())


def _none_is_taken(missed: Sequence[Term], specification: Specification, program: Program, engines: Engines) -> bool:
    """Is it proved that no input takes any of some ways?"""
    limited = evolve(engines, seconds=min(engines.seconds, LIMITS.way_seconds), impatient=True, kind="")
    # Each for itself: of one that is undefined nothing is known of those after it.
    try:
        told = [conj(well_defined(way, program.functions), way) for way in missed]
    except Unsupported:
        return False
    goal = [term for term in input_conditions(specification) if term not in _exist(specification)]
    theory = theory_of(program)
    decision, _ = find([*goal, disj(*told)], {}, specification.inputs, theory=theory, engines=limited, label="ways")
    return decision.verdict == "refuted"


def _reached_twice(
    specification: Specification, found: Sequence[dict[Name, Any]], program: Program, engines: Engines
) -> dict[Hashable, dict[Name, Any]]:
    """Make two inputs for each way in which parameters may share an array."""
    conditions, theory = input_conditions(specification), theory_of(program)
    chosen: dict[Hashable, dict[Name, Any]] = {}
    times: Counter[tuple[Name, Name]] = Counter()
    # Of small ones many tell nothing, and one may not: where all numbers are 0, doubling them twice is no change.
    large = sorted(found, key=lambda each: -sizes_of(each))
    # Large ones first: sharing shows where the elements differ.
    for inputs in large[: LIMITS.inputs_with_one_array]:
        for places, twice in islice(reached_twice(specification, inputs, theory), LIMITS.inputs_with_one_array):
            if engines.remaining <= 0:
                return chosen
            told = tuple(map(contents, twice.values()))
            # Two of each kind are enough.
            if times[places] < 2 and told not in chosen and _holds(conditions, twice, program, engines):
                chosen[told] = twice
                times[places] += 1
    return chosen


def _counterexample(specification: Specification, program: Program, engines: Engines) -> dict[Name, Any] | None:
    """An input on which a lemma is false: small ones may all agree with it."""
    said = lowered_terms(specification.ensures)
    goal = [*input_conditions(specification), negate(conj(*said))]
    # Those of one file are alike: what a solver did not find of some lemmas, it hardly finds of the next.
    asked = evolve(engines, kind="counterexample")
    return _one_solved(specification, goal, program, asked, LIMITS.counterexample_seconds)


def _one_solved(
    specification: Specification,
    goal: Sequence[Term],
    program: Program,
    engines: Engines,
    seconds: float = LIMITS.way_seconds,
) -> dict[Name, Any] | None:
    """The input that a solver finds for a goal, confirmed."""
    limited = evolve(engines, seconds=min(engines.seconds, seconds), impatient=True)
    theory = theory_of(program)
    known = _exist(specification)
    # That objects exist is no question for solvers, which know no null.
    asked = [term for term in goal if term not in known]
    _, witness = find(asked, {}, specification.inputs, theory=theory, engines=limited, label="way")
    if not witness:
        return None
    inputs = with_existing({binder.name: witness.get(binder.name) for binder in specification.inputs}, specification)
    # Believed only when the evaluator agrees.
    return inputs if _holds(goal, inputs, program, engines) else None


def _solved(
    specification: Specification, conditions: Sequence[Term], program: Program, count: int, engines: Engines
) -> list[dict[Name, Any]]:
    """The input that a solver finds, confirmed, and some near it."""
    limited = evolve(engines, seconds=min(engines.seconds, LIMITS.first_input_seconds))
    theory = theory_of(program)
    known = _exist(specification)
    asked = [term for term in conditions if term not in known]
    _, witness = find(asked, {}, specification.inputs, theory=theory, engines=limited, label="valid-input")
    if not {binder.name for binder in specification.inputs} <= witness.keys():
        return []
    first = with_existing({binder.name: witness[binder.name] for binder in specification.inputs}, specification)
    # The solver's input has to be valid by evaluation, too.
    if not _holds(conditions, first, program, engines):
        return []
    # Around it there are others, which cost no query.
    near = Candidates(specification.inputs, tuple(conditions), [first], specification.nullable, program.datatypes)
    found = {tuple(map(contents, first.values())): first}
    deadline = min(engines.now + LIMITS.first_input_seconds / 2, engines.deadline)
    for each in islice(near, LIMITS.drawn_inputs):
        inputs = with_existing(each, specification)
        if len(found) >= LIMITS.valid_inputs or engines.now > deadline:
            break
        if _holds(conditions, inputs, program, engines):
            found.setdefault(tuple(map(contents, inputs.values())), inputs)
    return different(list(found.values()), count)


def input_conditions(specification: Specification) -> list[Term]:
    """What an input has to meet. Raises Unsupported where a clause of the precondition is not lowered."""
    # Without one clause an input might pass that the method refuses.
    for condition in specification.requires:
        if condition.term is None:
            raise Unsupported(
                "; ".join(problem.construct for problem in condition.clause.problems), condition.clause.span
            )
    required = lowered_terms(specification.requires)
    return [*arrays_exist(specification), *_exist(specification), *facts_of_inputs(specification), *required]


def arrays_exist(specification: Specification) -> list[Term]:
    """Terms: arrays that are never null are not null."""
    return [
        negate(op("array.is_null", binder.variable))
        for binder in specification.inputs
        if binder.sort.kind == "Array" and binder.name not in specification.nullable
    ]


def with_existing(inputs: dict[Name, Any], specification: Specification) -> dict[Name, Any]:
    """The inputs, where before the call null and all objects among them exist but the one that a constructor makes."""
    if ALLOCATED not in inputs:
        return inputs
    makes = any(is_field_of(binder.name, RECEIVER) for binder in specification.outputs)
    objects = {inputs[binder.name] for binder in specification.inputs if binder.sort == OBJECT}
    existing = (inputs[ALLOCATED] | objects | {NULL}) - ({inputs[RECEIVER]} if makes and RECEIVER in inputs else set())
    return {**inputs, ALLOCATED: existing}


def _exist(specification: Specification) -> list[Term]:
    """Terms: objects that are never null are not null. Solvers do not know null, so their models are checked for it."""
    null = const(NULL, OBJECT)
    return [negate(op("eq", var(name, OBJECT), null)) for name in specification.heap.objects]


def _holds(conditions: Sequence[Term], inputs: Valuation, program: Program, engines: Engines) -> bool:
    return all(_is_true(term, inputs, program, engines) for term in conditions)


def _meets(inputs: Valuation, conditions: Conjuncts, program: Program, engines: Engines) -> bool:
    def verdict(term: Term) -> ClauseVerdict:
        return "holds" if _is_true(term, inputs, program, engines) else "refuted"

    return conditions.hold(verdict, engines)


def _is_true(term: Term, inputs: Valuation, program: Program, engines: Engines) -> bool:
    evaluation = evaluate(term, inputs, program.functions, program.datatypes, engines.fuel(LIMITS.condition_steps))
    if evaluation.state != "unknown" or not any(isinstance(value, Closure) for value in inputs.values()):
        return evaluation.is_true
    # `forall x, y :: less(x, y) == (x < y)` has no end of instances, and is `true` where the given function is put in.
    left = simplify(term, inputs, program.functions, program.datatypes, engines.fuel(LIMITS.condition_steps))
    if is_true(left) or free_names(left) or not engines.backends:
        return is_true(left)
    # `forall x :: x >= 0 ==> f(x) >= 0`, the type of f: nat -> nat, is `forall x :: x >= 0 ==> x + 1 >= 0` then.
    limited = evolve(engines, seconds=min(engines.seconds, LIMITS.function_seconds))
    return decide(left, {}, theory=theory_of(program), engines=limited).verdict == "holds"


# Ways through a contract: conditions on the input that tell its cases apart.
#
# Inputs are worth trying that take each way: one for each operand of a disjunction, for each side of an implication, of
# a conditional (a `match` is some) and of an equivalence, those of which a quantified condition or a membership is true
# and false, and on, below and above the boundary of each comparison, in the clauses and in the bodies of the functions
# that they call; inside a branch, under the conditions that lead there; and where two names may be one object or one
# array, an input of which that is true. They are the partitions of DSpec2Test, which brings a contract to disjunctive
# normal form.


BranchConditions = tuple[Term, ...]


def ways(specification: Specification, program: Program) -> list[Term]:
    """Bool terms over the inputs before the call, at most `ways`: first those that say that two names are one,
    then those of the precondition."""
    sorts = sorts_by_name(specification.inputs)
    # Clauses of the postcondition speak of the state after; only what did not change, or its old value, is a condition
    # on the input.
    earlier = {state: var(name, sorts[name]) for name, state in specification.pre_states.items() if name in sorts}
    same = sorts.keys() - set(specification.modifies)
    required = {
        bare(conjunct)
        for condition in specification.requires
        if condition.term is not None
        for conjunct in conjuncts(condition.term)
    }
    # A way that the precondition excludes has no input.
    excluded = {bare(negate(term)) for term in required}
    # Aliasing first: it is what authors think of last.
    found: dict[Term, None] = dict.fromkeys(
        bare(substitute(alias.same, earlier)) for alias in distinct_pairs(specification)
    )
    for conditions, names, renaming in (
        (specification.requires, frozenset(sorts), {}),
        (specification.ensures, frozenset(same | earlier.keys()), earlier),
    ):
        # The walk has a budget of its own for each kind of clauses.
        walk = _Walk(program.functions, names)
        for condition in conditions:
            for way in walk.ways(condition.term, (), LIMITS.inlined_bodies) if condition.term is not None else ():
                told = bare(substitute(way, renaming))
                # What is required is true of each input, and its negation of none.
                open_parts = set(conjuncts(told)) - required
                if not open_parts or not open_parts.isdisjoint(excluded):
                    continue
                found.setdefault(told)
                if len(found) >= LIMITS.ways:
                    return list(found)
    return list(found)


@define(slots=True, eq=False)
class _Walk:
    """The way through clauses. `names`: the variables that stand for inputs; what mentions others decides nothing."""

    functions: Mapping[Name, Function]
    names: frozenset[Name]
    visited: int = 0

    def ways(self, term: Term, path: BranchConditions, depth: int) -> Iterator[Term]:
        """The conditions in a term that is reached under those of a path."""
        # The recursion is bounded by nodes visited, since inlined functions multiply.
        self.visited += 1
        if self.visited > LIMITS.visited_subterms:
            return
        yield from self._told_apart(term, path)
        # Under a quantifier the variable is no input.
        if term.op in BINDING and term.op != "let":
            return
        # What is evaluated second is reached only where the first had the outcome that goes on.
        match term.op:
            case "and" | "or":
                # Short-circuit evaluation: the second operand is reached where the first did not decide.
                for arg in term.args:
                    yield from self.ways(arg, path, depth)
                    path = self._under(path, arg if term.op == "and" else negate(arg))
            case "implies":
                yield from self.ways(term.args[0], path, depth)
                yield from self.ways(term.args[1], self._under(path, term.args[0]), depth)
            case "ite":
                condition, then, orelse = term.args
                yield from self.ways(condition, path, depth)
                yield from self.ways(then, self._under(path, condition), depth)
                yield from self.ways(orelse, self._under(path, negate(condition)), depth)
            case "let":
                values = values_by_name(term.data, term.args[:-1])
                yield from self.ways(instantiate(term.args[-1], values), path, depth)
            # Inside a called function the cases are those of its body, for these arguments.
            case "call" if depth:
                function = self.functions.get(term.data)
                if function is not None and function.body is not None:
                    yield from self._inside(at_call(function, term), term, path, depth)
            case _:
                for arg in term.args:
                    yield from self.ways(arg, path, depth)

    def _inside(self, function: Function, call: Term, path: BranchConditions, depth: int) -> Iterator[Term]:
        assert function.body is not None
        values = values_by_name(function.parameters, call.args)
        yield from self.ways(instantiate(function.body, values), path, depth - 1)

    def _told_apart(self, term: Term, path: BranchConditions) -> Iterator[Term]:
        """The ways that part at one node."""
        # At each node, what would make its value another.
        conditions: list[Term] = []
        match term.op:
            case "or":
                conditions = list(term.args)
            case "implies" | "ite":
                conditions = [term.args[0], negate(term.args[0])]
            case "eq" if term.args[0].sort == BOOL:
                conditions = [term.args[0], negate(term.args[0])]
            case "eq" if term.args[0].sort == OBJECT or term.args[0].sort.kind == "Array":
                conditions = [term, negate(term)]
            # Boundary value analysis: on the boundary, and beside it.
            case "lt" | "le" | "eq" if term.args[0].sort in (INT, REAL):
                conditions = _boundary(*term.args)
            case "var" if term.sort == BOOL:
                conditions = [term, negate(term)]
            case "forall" | "exists" | "set.member" | "seq.member" | "map.member" | "multiset.member":
                # Of `r < 0 ==> forall i :: 0 <= i < a.Length ==> a[i] != x` there is an input with x in a, and one
                # without.
                conditions = [term, negate(term)]
        yield from (conj(*path, condition) for condition in conditions if self._is_known(condition))

    def _under(self, path: BranchConditions, condition: Term) -> BranchConditions:
        # A condition about bound variables or outputs is left out, which makes the path weaker: no verdict rests on it,
        # it only says which inputs are worth looking for.
        return (*path, condition) if self._is_known(condition) else path

    def _is_known(self, condition: Term) -> bool:
        free = free_names(condition)
        return bool(free) and free <= self.names


def _boundary(left: Term, right: Term) -> list[Term]:
    """Terms for the boundary of a comparison and its two neighbours."""
    if left.sort == INT:
        return [eq(left, right), eq(add(left, integer(1)), right), eq(left, add(right, integer(1)))]
    return [eq(left, right), lt(left, right), lt(right, left)]
