"""Functions without a body, where somebody has to say what they are before anything can be executed.

`function hash(k: K): int ensures hash(k) >= 0` is any function that keeps its promise, and a program that calls it has
to be right for each of them. A body cannot be executed for all at once, as little as it can for all inputs: so one of
them is chosen, as inputs are, and what is found out is about that one. A specification may be strong by it, and the
verdict says so; it is not weak or wrong for what one function shows that may be none of the program's.

Chosen is a function of few operations that depends on all its arguments where it can; that it keeps its promise is
proved. A function about which the program has axioms (lemmas without a body) has no interpretation: what these say of
it would have to be proved, too.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import evolve

from ..deciding.clauses import Theory, reachable, theory_of, valid
from ..deciding.engines import Engines
from ..interpret.store import UNKNOWN, some_value
from ..ir.build import add, boolean, conj, eq, integer, is_true, ite, lt, mul, neg, op
from ..ir.contracts import Datatype, Function, Program, Semantics, Specification, held_sorts, lowered_terms
from ..ir.definedness import well_defined
from ..ir.operator_names import OperatorName
from ..ir.sorts import BOOL, INT, OBJECT
from ..ir.statements import statements_of
from ..ir.terms import Binder, Term, const, var
from ..ir.updates import Call
from ..ir.variables import Name, qualifier_of
from .program_mutants.sites import terms_in
from .spec_testing_limits import LIMITS

_SIZES: Mapping[str, OperatorName] = {
    "Seq": "seq.len",
    "Set": "set.card",
    "Multiset": "multiset.card",
    "Map": "map.card",
    "Char": "char.code",
    "BitVec": "bv.to_int",
    "Real": "real.floor",
}
_OPEN = ("Datatype", "Uninterpreted", "Function", "Array")
"""Kinds of sorts of which no constant is known to be of each type."""


def interpreted(
    program: Program, subjects: Iterable[Specification], engines: Engines, before: Mapping[Name, Function] = {}
) -> tuple[Program, list[Name]]:
    """Invent bodies for the body-less functions that the subjects call, directly or not.

    Returns the program with these bodies, and the names of the functions. Each body keeps what is promised of it, as
    the solvers among `engines` prove. A constant has another value than `before`, where it has several."""
    functions = dict(program.functions)
    wanted = [name for name in applied_by(subjects, program) if _is_open(functions[name])]
    # Functions that no subject applies need no body.
    names: list[Name] = []
    bound = _bound(program)
    # With axioms that were not read, or too many functions, a choice would be arbitrary.
    if bound is None or len(wanted) > LIMITS.interpreted_functions:
        return program, names
    for name in wanted:
        # Earlier choices are part of the theory in which later ones are proved.
        theory = evolve(theory_of(program), functions=functions)
        if (
            # A function about which something else is said keeps its meaning open.
            name not in bound
            and (chosen := _interpretation(functions[name], theory, engines, program.semantics, before)) is not None
        ):
            functions[name] = chosen
            names.append(name)
    return evolve(program, functions=functions), names


def _is_open(function: Function) -> bool:
    """May it be chosen? Not what has a body that is not read, or that the language says, and not what depends on the
    state: which objects there are is for the body to say."""
    known = function.unread or function.settled or function.reads or function.missing or function.extreme
    return function.body is None and not known


def applied_by(subjects: Iterable[Specification], program: Program) -> dict[Name, Function]:
    """The functions that clauses and bodies of methods and functions apply, directly or through others. What a body
    calls applies functions, too."""
    functions: dict[Name, Function] = {}
    for subject in subjects:
        terms = lowered_terms((*subject.requires, *subject.ensures))
        terms.extend(_of_bodies([subject.name], program))
        functions |= reachable(program.functions, *terms)
    return functions


def _of_bodies(names: list[str], program: Program) -> Iterator[Term]:
    """The expressions of the bodies of these methods, and of those that they call."""
    for name in names:  # which grows on the way
        function = program.functions.get(name)
        if function is not None and function.body is not None:
            yield function.body
        routine = program.routines.get(name)
        for statement in () if routine is None else statements_of(routine.body):
            yield from terms_in(statement)
            if isinstance(statement, Call) and statement.method not in names:
                names.append(statement.method)


def _bound(program: Program) -> set[Name] | None:
    """The functions of which something is said elsewhere: by axioms, or by the classes that extend a trait. None where
    that is not known, for there are axioms that are not lowered, or declarations that are not read."""
    if program.unread:
        return None
    axioms = [specification for specification in (*program.specifications, *program.others) if specification.assumed]
    said = [condition.term for axiom in axioms for condition in (*axiom.requires, *axiom.ensures)]
    terms = [term for term in said if term is not None]
    # A class that extends a trait says what its functions are.
    extended = {base for kind, bases in program.bases.items() for base in bases if base != kind}
    members = {name for name in program.functions if qualifier_of(str(name)) in extended}
    return None if len(terms) < len(said) else members | reachable(program.functions, *terms).keys()


def _interpretation(
    function: Function, theory: Theory, engines: Engines, semantics: Semantics, before: Mapping[Name, Function]
) -> Function | None:
    """The function with a body for which all that is promised of it holds; None where none was found."""
    bodies = list(_bodies(function, theory.datatypes, semantics))
    if not function.parameters and function.name in before:
        others = {INT: (integer(-7), integer(0)), BOOL: (boolean(False),)}.get(function.result, ())
        bodies = [*others, *(body for body in bodies if body is not before[function.name].body)]
    for body in bodies:
        # What is promised is proved of the body alone: the promise itself is no premise. A call is defined where the
        # precondition holds, so that the body has to be defined there, too: `k % n` is not for n = 0.
        alone = evolve(function, body=body, ensures=())
        known = evolve(theory, functions={**theory.functions, function.name: alone})
        whole = conj(well_defined(body, known.functions), *function.ensures)
        if is_true(whole) or valid(whole, function.requires, theory=known, engines=engines).verdict == "holds":
            return evolve(function, body=body)
    return None


def _bodies(function: Function, datatypes: Mapping[str, Datatype], semantics: Semantics) -> Iterator[Term]:
    """What it may be, the functions that tell most arguments apart first."""
    result, parameters = function.result, function.parameters
    # A number that depends on all arguments: a function that ignores some hides mistakes about them.
    number = _number(parameters, datatypes)
    if result == INT:
        yield add(number, integer(1))
        size = ite(lt(number, integer(0)), neg(number), number)
        # A size or count: not negative.
        yield add(size, integer(1))
        for parameter in parameters:
            if parameter.sort == INT:
                # `0 <= slot(k, n) < n`
                yield from (op("mod", size, var(parameter.name, INT)), var(parameter.name, INT))
        yield from map(integer, (1, 0))
        return
    if result == BOOL:
        # A predicate that is true now and then.
        yield eq(op("mod", number, integer(3)), integer(0))
        yield from map(boolean, (True, False))
        return
    if OBJECT in held_sorts(result, datatypes):
        return  # Which objects there are is for the state to say, and null may be none of them.
    # A projection keeps whatever the arguments promise.
    yield from (parameter.variable for parameter in parameters if parameter.sort == result)
    # The fields of a datatype may be of types that lack the first value of their sort, and a type parameter may stand
    # for one: what a constant of such a sort is, no promise says.
    closed = all(held_sort.kind not in _OPEN for held_sort in held_sorts(result, datatypes))
    value = some_value(result, datatypes, semantics) if closed else UNKNOWN
    if value is not UNKNOWN:
        yield const(value, result)


def _number(parameters: Sequence[Binder], datatypes: Mapping[str, Datatype]) -> Term:
    """A number that depends on each parameter of which one can be told, and on their order: `x + 2 * |s|`."""
    told = [term for parameter in parameters if (term := _measure(parameter, datatypes)) is not None]
    first, *others = told or [integer(0)]
    return add(first, *(mul(integer(factor), each) for factor, each in enumerate(others, 2))) if others else first


def _measure(binder: Binder, datatypes: Mapping[str, Datatype]) -> Term | None:
    value = binder.variable
    match binder.sort.kind:
        case "Int":
            return value
        case "Bool":
            return ite(value, integer(1), integer(0))
        case "Datatype" if str(binder.sort.label) in datatypes:
            return _which(value, datatypes[str(binder.sort.label)])
        case kind if kind in _SIZES:
            return op(_SIZES[kind], value)
        case _:
            return None


def _which(value: Term, declared: Datatype) -> Term:
    """The number of the constructor that made a value."""
    number: Term = integer(0)
    for position, constructor in enumerate(declared.constructors[1:], 1):
        number = ite(op("datatype.is", value, data=constructor.name), integer(position), number)
    return number
