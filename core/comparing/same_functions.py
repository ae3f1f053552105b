"""Functions of two specifications that are one, though their definitions are not the same text: by induction.

Take pairs of functions, each `f` of the first and `g` of the second, and suppose that all of them are one. Where the
bodies of each pair are equal for all arguments then, whatever these functions are (to solvers they are functions of
which nothing is known), `f` solves the equations of `g`. Definitions that a verifier accepts end, so that their
equations have one solution, and `f` is `g`. In the bodies a call of `f` may be replaced by what `f` is. A pair that is
not proved is given up, and the others are proved again without it.

Where one has the weaker precondition, the other is called what it is where both have a value: `g(x)`, wherever it is
defined, is `f(x)`.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice, product

from attrs import evolve, frozen

from ..deciding.clauses import Theory
from ..deciding.engines import Engines
from ..errors import SpecassayError, Unsupported
from ..evaluate.typed import evaluate
from ..fuel import Fuel
from ..ir.build import call, conj, eq, implies, ite
from ..ir.contracts import Condition, Datatype, Function
from ..ir.sorts import Sort
from ..ir.substitution import instantiate
from ..ir.terms import TRUE, Term, bare, fold, make, rebuild, subterms, values_by_name
from ..ir.type_instances import at_call
from ..ir.variables import Name
from ..spec_testing.operators.samples import samples
from .common_variables import SpecificationSide
from .normal_form import classes_of, key_of
from .proofs import implied, implied_abstractly

_FunctionKind = tuple[str, tuple[Sort, ...], Sort]
SECONDS = 1.0
"""Of work, for one proof that two bodies are equal: what solvers prove of them they mostly prove at once."""
MOST_ARGUMENTS = 40
"""Small arguments on which two functions are evaluated first: those that differ there are not one."""
MOST_PLACED = 2_000
"""Subterms of an equation in which calls were replaced: a solver gets no larger one. Chosen, not measured."""
PART_OF_PLAIN, PART_OF_PLACED = 0.35, 0.25
"""Shares of the time, for bodies as they are, and for those in which calls are replaced."""
STEPS = 5_000
"""Of the evaluator, for a function on one of these."""


@frozen(slots=True)
class FunctionPair:
    """A function of the first and one of the second, by their names in one theory. `narrow`: the name of the one that
    demands more; None where their preconditions are equal, or not compared yet."""

    first: Name
    second: Name
    narrow: Name | None = None


_KnownPairs = dict[tuple[FunctionPair, frozenset[FunctionPair], bool], FunctionPair | None]
"""Pair, those that it calls, and whether calls are replaced → the pair, where it is proved."""


def same_functions(
    first: Mapping[Name, Function], second: Mapping[Name, Function], theory: Theory, engines: Engines
) -> tuple[FunctionPair, ...]:
    """The pairs of functions that are proved to be one. `first`, `second`: those that each side calls, by their names
    in the theory, without those that both call."""
    # Pairs that differ on small arguments are out at once.
    pairs = [pair for pair in _candidates(first, second) if not _differ(pair, theory)]
    known: _KnownPairs = {}
    proved = _proved(pairs, theory, engines.part(PART_OF_PLAIN), known, placing=False)
    if len(proved) == len(pairs):
        return proved
    # What was not proved may be where calls are replaced, which makes larger equations.
    return max(proved, _proved(pairs, theory, engines.part(PART_OF_PLACED), known, placing=True), key=len)


def _proved(
    pairs: Sequence[FunctionPair], theory: Theory, engines: Engines, known: _KnownPairs, *, placing: bool
) -> tuple[FunctionPair, ...]:
    """The largest set of pairs of which each is one if all are: a greatest fixed point. `known`: what was asked before;
    `placing`: calls are replaced where the bodies are not equal as they are."""
    while pairs:
        proved: list[FunctionPair] = []
        for pair in pairs:
            # Only the pairs that a body calls matter to its proof.
            relevant = frozenset(
                other_pair for other_pair in pairs if other_pair == pair or _calls(pair, other_pair, theory)
            )
            found = known.get((pair, relevant, placing)) or known.get((pair, relevant, False))
            # None is an answer, too: the pair was not proved from these others.
            if found is None and (pair, relevant, placing) not in known:
                if engines.remaining <= 0:
                    return ()
                found = known[pair, relevant, placing] = _one(pair, pairs, theory, engines, placing=placing)
            if found is None:
                # One pair fewer: the others are proved again without it.
                pairs = [other_pair for other_pair in pairs if other_pair != pair]
                break
            proved.append(found)
        else:
            return tuple(proved)
    return ()


def with_one_name(theory: Theory, pairs: Sequence[FunctionPair]) -> tuple[Theory, dict[Name, Name]]:
    """The theory in which the functions of each pair are one, and a new name for those of the second that have the same
    precondition. What demands more calls the other one."""
    functions = dict(theory.functions)
    names = {pair.second: pair.first for pair in pairs if pair.narrow is None}
    for pair in pairs:
        # The function with the stronger precondition becomes a call of the other.
        if pair.narrow is not None:
            narrow = functions[pair.narrow]
            other = functions[pair.second if pair.narrow == pair.first else pair.first]
            arguments = [binder.variable for binder in narrow.parameters]
            functions[pair.narrow] = evolve(narrow, body=call(other.name, *arguments, sort=other.result))
            # Its postcondition is kept, since the function is now known by the other name alone.
            functions[other.name] = evolve(other, ensures=(*other.ensures, *_where_required(narrow, other)))
    for pair in pairs:
        # What either promises of its values the one function promises.
        if pair.narrow is None:
            kept, dropped = functions[pair.first], functions[pair.second]
            functions[pair.first] = evolve(kept, ensures=(*kept.ensures, *_where_required(dropped, kept)))
    renamed = {
        name: evolve(
            function,
            body=None if function.body is None else renamed_calls(function.body, names),
            requires=tuple(renamed_calls(term, names) for term in function.requires),
            ensures=tuple(renamed_calls(term, names) for term in function.ensures),
        )
        for name, function in functions.items()
    }
    return evolve(theory, functions=renamed), names


def _where_required(own: Function, other: Function) -> tuple[Term, ...]:
    """What a function promises of its values, where its precondition holds, of another one that is the same function:
    over the parameters of that, and calling it."""
    parameters = {
        own_binder.name: binder.variable for own_binder, binder in zip(own.parameters, other.parameters, strict=True)
    }
    required = conj(*own.requires)
    return tuple(
        renamed_calls(instantiate(implies(required, promised), parameters), {own.name: other.name})
        for promised in own.ensures
    )


def renamed_calls(term: Term, names: Mapping[Name, Name]) -> Term:
    """The term with other names of the functions that it calls."""
    if not names:
        return term

    def step(node: Term, args: tuple[Term, ...]) -> Term:
        if node.op == "call" and node.data in names:
            return make(node.op, args, node.sort, names[node.data], node.span)
        return rebuild(node, args)

    return fold(term, step)


def written_function(name: Name) -> str:
    """The name of a function as a text has it, whichever side and form it is of."""
    return str(name).partition("#")[0]


def plain_function(name: Name) -> str:
    """The name of a function as it is in any language: `valid_input` is `ValidInput`."""
    return written_function(name).rpartition(".")[2].rpartition(":")[2].replace("_", "").lower()


def _candidates(first: Mapping[Name, Function], second: Mapping[Name, Function]) -> Iterator[FunctionPair]:
    """Functions of the same parameters: those of one name, and those that are the only ones left of their kind."""
    left_over, right = dict(first), dict(second)
    # First by name, then by kind where only one is left.
    for by_name in (True, False):
        keys: tuple[dict[_FunctionKind, list[Name]], dict[_FunctionKind, list[Name]]] = ({}, {})
        for side, functions in enumerate((left_over, right)):
            for name, function in functions.items():
                sorts = tuple(binder.sort for binder in function.parameters)
                key = (plain_function(name) if by_name else "", sorts, function.result)
                # Equal results need definitions, and these have to be functions of their arguments.
                if function.body is not None and not function.extreme and not function.reads:
                    keys[side].setdefault(key, []).append(name)
        for key, names in keys[0].items():
            second_names = keys[1].get(key, [])
            if len(names) == len(second_names) == 1:
                yield FunctionPair(names[0], second_names[0])
                del left_over[names[0]], right[second_names[0]]


def _calls(pair: FunctionPair, callee_pair: FunctionPair, theory: Theory) -> bool:
    return any(
        term.op == "call" and term.data in (callee_pair.first, callee_pair.second)
        for name in (pair.first, pair.second)
        for term in subterms(*theory.functions[name].terms)
    )


def _differ(pair: FunctionPair, theory: Theory) -> bool:
    """Do the two differ on small arguments?"""
    first_function, second_function = theory.functions[pair.first], theory.functions[pair.second]
    with suppress(Unsupported):
        values = [samples(binder.sort, theory.datatypes) for binder in first_function.parameters]
        for arguments in islice(product(*values), MOST_ARGUMENTS):
            values_found = [_value(function, arguments, theory) for function in (first_function, second_function)]
            # Where one has no value the arguments say nothing: preconditions may differ.
            if None not in values_found and values_found[0] != values_found[1]:
                return True
    return False


def _value(function: Function, arguments: Sequence[object], theory: Theory) -> tuple[object] | None:
    """What a function is of arguments; None where that is not defined, or not known."""
    argument_values = values_by_name(function.parameters, arguments)
    if function.body is None:
        return None
    for term in function.requires:
        if not evaluate(term, argument_values, theory.functions, theory.datatypes, Fuel(STEPS)).is_true:
            return None
    evaluation = evaluate(function.body, argument_values, theory.functions, theory.datatypes, Fuel(STEPS))
    return (evaluation.value,) if evaluation.state == "defined" else None


def _placed(term: Term, definitions: Mapping[Name, Function]) -> Term | None:
    """The term with the bodies of functions in the place of their calls, once; None where it calls none, or where that
    makes it large. Where its precondition does not hold, a function is what it is."""

    def step(node: Term, args: tuple[Term, ...]) -> Term:
        definition = definitions.get(node.data) if node.op == "call" else None
        plain = rebuild(node, args)
        own = None if definition is None else at_call(definition, plain)
        if own is None or own.body is None:
            return plain
        arguments = values_by_name(own.parameters, args)
        value = instantiate(own.body, arguments)
        required = [instantiate(condition, arguments) for condition in own.requires]
        # Outside of its precondition the call stays, as one that has no value.
        return ite(conj(*required), value, plain) if required else value

    placed = fold(term, step)
    # Counted no further than the limit: shared parts are few, and the whole may have exponentially many.
    return None if placed == term or sum(1 for _ in islice(subterms(placed), MOST_PLACED)) == MOST_PLACED else placed


def _one(
    pair: FunctionPair, pairs: Sequence[FunctionPair], theory: Theory, engines: Engines, *, placing: bool
) -> FunctionPair | None:
    """The pair, with the narrower of the two, where their bodies are equal for all arguments that meet both
    preconditions, if all pairs are one; None where that is not proved."""
    first_function, second_function = theory.functions[pair.first], theory.functions[pair.second]
    assert first_function.body is not None
    assert second_function.body is not None
    names = {pair_known.second: pair_known.first for pair_known in pairs}
    renamed_arguments = {
        b.name: a.variable for a, b in zip(first_function.parameters, second_function.parameters, strict=True)
    }

    def moved(term: Term) -> Term:
        return instantiate(renamed_calls(term, names), renamed_arguments)

    # Nothing is known of the functions that are supposed to be one, not even where they are defined: that their bodies
    # are is for the verifier of their language.
    # The pairs are opaque in each other's proofs: that is the induction hypothesis.
    unknown = {
        pair_known.first: evolve(theory.functions[pair_known.first], body=None, requires=(), ensures=())
        for pair_known in pairs
    }
    opaque = evolve(theory, functions={**theory.functions, **unknown})
    definitions = {name: theory.functions[name] for name in unknown}
    requires, moved_requires = conj(*first_function.requires), conj(*map(moved, second_function.requires))
    classes = classes_of(opaque.functions)

    # Syntactic equality first; a solver only where the texts differ.
    def follows(term: Term, known_terms: Sequence[Term]) -> bool:
        if bare(term) is TRUE or key_of(term, classes) in [key_of(known_term, classes) for known_term in known_terms]:
            return True
        # There are many such questions: none may take the time of all.
        limited = evolve(engines.part(1.0), seconds=min(engines.seconds, SECONDS))
        with suppress(SpecassayError):
            if implied_abstractly(term, (), known_terms, theory=opaque, engines=limited) is not None:
                return True
            return implied(term, (), known_terms, theory=opaque, engines=limited).decision.verdict == "holds"
        return False

    # One precondition has to imply the other, or there is no common domain to compare on.
    to_second, to_first = follows(moved_requires, [requires]), follows(requires, [moved_requires])
    if not (to_second or to_first):
        return None
    body = moved(second_function.body)
    # The bodies are equal wherever both are defined: as they are, or with calls replaced once, where only one of them
    # treats the end of a recursion apart.
    if key_of(first_function.body, classes) != key_of(body, classes):
        same: Term | None = eq(first_function.body, body)
        if placing and same is not None:
            same = _placed(same, definitions)
        if same is None or not follows(same, [requires, moved_requires]):
            return None
    return evolve(pair, narrow=None if to_second and to_first else pair.first if to_second else pair.second)


# Datatypes of two programs that differ in nothing but the names of fields: values have their fields by position, and so
# the names of one side stand for those of the other.
#
# Example: `datatype Tree = Empty | Node(int, Tree, Tree)` and `enum Tree { Empty, Node(int, Box<Tree>, Box<Tree>) }`.

FieldNames = Mapping[tuple[str, str, Name], Name]
"""Datatype, constructor and field of one side → the field of the other."""
OF_FIELDS = ("datatype.at", "datatype.update")
"""The operators whose data is a constructor and a field."""


def with_fields_of(first: SpecificationSide, second: SpecificationSide) -> SpecificationSide:
    """The second side with the names that the first gives to the fields of its datatypes."""
    one, other = first.program.datatypes, second.program.datatypes
    # Same name, same structure, other names of fields.
    same = {
        name: one[name]
        for name in one.keys() & other.keys()
        if one[name] != other[name] and _alike(one[name], other[name])
    }
    # Field by field, by position within the constructor.
    fields = {
        (name, constructor.name, own.name): its.name
        for name in same
        for constructor, model in zip(other[name].constructors, one[name].constructors, strict=True)
        for own, its in zip(constructor.fields, model.fields, strict=True)
    }
    if not same:
        return second
    specification = evolve(
        second.specification,
        requires=tuple(_condition(condition, fields) for condition in second.specification.requires),
        ensures=tuple(_condition(condition, fields) for condition in second.specification.ensures),
        datatypes={**second.specification.datatypes, **same},
    )
    functions = {name: _function(function, fields) for name, function in second.program.functions.items()}
    program = evolve(second.program, functions=functions, datatypes={**other, **same})
    return evolve(second, specification=specification, program=program)


def _alike(one: Datatype, other: Datatype) -> bool:
    """Have two datatypes the same constructors, in order, with fields of the same sorts?"""
    shapes = [
        (
            each.parameters,
            each.lazy,
            [(constructor.name, [field.sort for field in constructor.fields]) for constructor in each.constructors],
        )
        for each in (one, other)
    ]
    return shapes[0] == shapes[1]


def _renamed(term: Term, fields: FieldNames) -> Term:
    def step(node: Term, args: tuple[Term, ...]) -> Term:
        if node.op in OF_FIELDS:
            constructor, field = node.data
            name = fields.get((str(node.args[0].sort.label), constructor, field), field)
            if name != field:
                return make(node.op, args, node.sort, (constructor, name), node.span)
        return rebuild(node, args)

    return fold(term, step)


def _condition(condition: Condition, fields: FieldNames) -> Condition:
    return condition if condition.term is None else evolve(condition, term=_renamed(condition.term, fields))


def _function(function: Function, fields: FieldNames) -> Function:
    return evolve(
        function,
        body=None if function.body is None else _renamed(function.body, fields),
        requires=tuple(_renamed(term, fields) for term in function.requires),
        ensures=tuple(_renamed(term, fields) for term in function.ensures),
    )
