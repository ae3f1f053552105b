"""Two specifications over the same variables: those of the second are renamed to those of the first.

Parameters and results are matched by their positions, fields of objects by their names, functions by what they say. Of
what a method modifies, a variable is the value after the call, and its pre-state the value before it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from attrs import evolve, frozen

from ..deciding.clauses import Theory, theory_of
from ..errors import InputError, Unsupported
from ..ir.build import eq, negate, op
from ..ir.contracts import Condition, Datatype, Function, HeapModel, Specification
from ..ir.operator_names import OperatorName
from ..ir.sorts import INT, Sort, sorts_in, uninterpreted
from ..ir.substitution import instantiate
from ..ir.terms import Binder, Term, fold, free_names, free_variables, make, rebuild, var
from ..ir.type_instances import matched, with_types
from ..ir.variables import LENGTHS, RECEIVER, Name, field_variable, is_field, is_heap, member_of, pre_state, root_of
from .common_variables import SpecificationSide, frames_are_one, positional
from .normal_form import classes_of
from .same_functions import renamed_calls
from .side_clauses import (
    AlignedClauses,
    CommonVariables,
    SideTerms,
    StateFacts,
    clauses_of,
    facts_of,
    modified_by,
    not_null,
    open_frame,
    without_facts,
)

ON_ARRAYS: Mapping[str, OperatorName] = {"seq.len": "array.len", "seq.at": "array.at"}
"""What is said of the elements of an array → the same of the array."""
SECOND = "#2"
"""What the names of the second contract's functions end with, while both have theirs."""


ADDED = "what classes add"
"""The field that stands for those that classes add to the fields of a trait."""


class NoCommonValues(InputError):
    """Two specifications of other numbers or types of parameters or results, so that no value is of both."""


@frozen(slots=True)
class Aligned:
    """Two specifications over the variables of `joint`, whose own clauses are those of both.

    `facts`: what holds of all states. `second_program`: the program of the second with its own names,
    for its body; `renamed`: a variable of the second → the one of the first. `notes`: conversions of types, for people.
    """

    joint: Specification
    first: AlignedClauses
    second: AlignedClauses
    facts: StateFacts
    theory: Theory
    renamed: Mapping[Name, Name]
    notes: tuple[str, ...] = ()

    @property
    def has_heap(self) -> bool:
        """Whether inputs are what all objects hold, or arrays inside others: not all values of such variables are
        states that a program has. Those of the fields of objects with names are, for whoever has the object may assign
        them."""
        return self.joint.heap.reached is not None or bool(self.joint.heap.fields) or self.facts.open

    def before(self, name: Name) -> Name:
        """The variable that is an input before the call."""
        return pre_state(name) if name in self.joint.modifies else name

    @property
    def output_binders(self) -> tuple[Binder, ...]:
        """The results, and what may be modified after the call."""
        changed = [binder for binder in self.joint.inputs if binder.name in self.joint.modifies]
        return (*self.joint.outputs, *changed)


def align(first: SpecificationSide, second: SpecificationSide, common_values: bool = False) -> Aligned:
    """Both over the variables of the first; `common_values`: what the types of either promise is taken for granted.
    Raises InputError where they are about different numbers or types of parameters or results, and where a datatype
    means something else in each."""
    # Parameters by position: a specification is about values, not names.
    first_specification, second_specification = first.specification, second.specification
    same_count(
        "parameters", positional(first_specification.inputs), positional(second_specification.inputs), first, second
    )
    same_count(
        "results", positional(first_specification.outputs), positional(second_specification.outputs), first, second
    )
    # Types come first, since a variable is the same one only at the same sort; then names; then what these convert to.
    datatypes = _datatypes(first, second, common_values)
    first_specification, second_specification, notes = same_types(first, second)
    # Equal functions get one name, so that clauses which call them can be equal.
    functions, names = _functions(first.program.functions, second.program.functions)
    # Names of the second become those of the first.
    renamed = _renaming(first_specification, second_specification)
    if _added(first_specification) != {renamed.get(name, name) for name in _added(second_specification)}:
        first_specification, second_specification = map(_with_added, (first_specification, second_specification))
        renamed = _renaming(first_specification, second_specification)
    # Where types differ, a conversion stands for the variable.
    converted, more = _converted(first_specification, second_specification, renamed, first, second)
    sides = (
        SideTerms(first_specification, lambda term: term, {}),
        SideTerms(
            second_specification,
            lambda term: _of_arrays(instantiate(renamed_calls(term, names), _of(converted, term))),
            renamed,
        ),
    )
    # The variables of the question: inputs and outputs of either.
    common = CommonVariables(
        _merged(first_specification.inputs, second_specification.inputs, renamed),
        _merged(first_specification.outputs, second_specification.outputs, renamed),
        tuple(dict.fromkeys(name for side in sides for name in modified_by(side))),
    )
    # What holds of the common variables in any case is nobody's promise: it is a fact of the question.
    unframed = _frame_not_compared(first_specification, second_specification, renamed)
    # Frames become clauses: what is not modified stays.
    left, right = (clauses_of(side, common) for side in sides)
    facts = facts_of((left, right), sides, common, common_values)
    facts = evolve(facts, before=(*facts.before, *_apart(first_specification, second_specification, common)))
    # What both take for granted separates nothing, and is left out.
    left, right = without_facts(left, right, common_values), without_facts(right, left, common_values)
    left, right = (
        _with(listed, (*not_null(side, beside, common), *unframed))
        for listed, side, beside in ((left, *sides), (right, *sides[::-1]))
    )
    nullable = tuple(
        dict.fromkeys(
            (*first_specification.nullable, *(renamed.get(name, name) for name in second_specification.nullable))
        )
    )
    # Inputs for the comparison are drawn for one specification that has both preconditions and all variables.
    joint = Specification(
        first_specification.name,
        common.inputs,
        common.outputs,
        (*left.requires, *right.requires),
        (*left.ensures, *right.ensures),
        common.modifies,
        first_specification.span,
        nullable,
        first_specification.type_parameters,
        first_specification.kind,
        HeapModel(
            tuple(dict.fromkeys((*first_specification.heap.fields, *second_specification.heap.fields))),
            first_specification.heap.dimensions,
            first_specification.heap.held,
            first_specification.heap.objects,
            representation=first_specification.heap.representation,
            reached=first_specification.heap.reached or second_specification.heap.reached,
        ),
    )
    theory = evolve(theory_of(first.program), functions=functions, datatypes=datatypes)
    return Aligned(joint, left, right, facts, theory, renamed, (*notes, *more))


def _apart(first: Specification, second: Specification, common: CommonVariables) -> Iterator[Term]:
    """That arrays which are sequences on the other side are no two names of one array: what happens to one then happens
    to the other, which no two sequences have."""
    pairs = zip(positional(first.inputs), positional(second.inputs), strict=True)
    arrays = [binder for binder, its in pairs if (binder.sort.kind, its.sort.kind) == ("Array", "Seq")]
    for one, other in combinations(arrays, 2):
        if one.sort == other.sort:
            yield common.before(negate(eq(one.variable, other.variable)))


def _of(values: Mapping[Name, Term], term: Term) -> dict[Name, Term]:
    """What stands for the variables of a term, in each state."""
    return {name: values[name] for name in free_names(term) if name in values}


def _of_arrays(term: Term) -> Term:
    """The term with what it says of the elements of an array said of the array, as the other side says it: `|a[..]|` is
    `a.Length`, and `a[..][i]` is `a[i]`, and they have a value for the same values."""

    def step(node: Term, args: tuple[Term, ...]) -> Term:
        if node.op in ON_ARRAYS and args[0].op == "array.elements":
            return make(ON_ARRAYS[node.op], (args[0].args[0], *args[1:]), node.sort, None, node.span)
        return rebuild(node, args)

    return fold(term, step)


def _with(clauses: AlignedClauses, more: Iterable[Condition]) -> AlignedClauses:
    listed = list(more)
    requires = (condition for condition in listed if condition.clause.kind == "requires")
    ensures = (condition for condition in listed if condition.clause.kind == "ensures")
    return AlignedClauses((*clauses.requires, *requires), (*clauses.ensures, *ensures))


def _added(specification: Specification) -> set[Name]:
    """The objects whose classes may add fields to those of their traits, which a call may then change."""
    return {*specification.heap.extensible}


def _with_added(specification: Specification) -> Specification:
    """The specification with a variable for all that classes add to each such object: it is in the frame `t`, and not
    in ``t`x``."""
    added = [Binder(field_variable(name, ADDED), uninterpreted(ADDED)) for name in specification.heap.extensible]
    return evolve(
        specification,
        inputs=(*specification.inputs, *added),
        modifies=(*specification.modifies, *(binder.name for binder in added)),
    )


def _frame_not_compared(first: Specification, second: Specification, renamed: Mapping[Name, Name]) -> list[Condition]:
    """A clause that is not known, where frames are not the same and no clause says what they let alone."""
    unsaid = any(
        specification.heap.reached is not None or specification.heap.frames is None for specification in (first, second)
    )
    unknown_frame = open_frame(first) if unsaid and not frames_are_one(first, second, renamed) else None
    return [] if unknown_frame is None else [unknown_frame]


def same_count(
    noun: str,
    first_items: Sequence[object],
    second_items: Sequence[object],
    first: SpecificationSide,
    second: SpecificationSide,
) -> None:
    """Raises InputError where the numbers of parameters or results differ."""
    if len(first_items) != len(second_items):
        raise NoCommonValues(
            f"no common problem: number of {noun} is {len(first_items)} in {first.label} and {len(second_items)} in "
            f"{second.label}; name methods of one problem with --method"
        )


def _merged(first: Sequence[Binder], second: Sequence[Binder], renamed: Mapping[Name, Name]) -> tuple[Binder, ...]:
    first_names = {binder.name for binder in first}
    return (
        *first,
        *(evolve(binder, name=renamed[binder.name]) for binder in second if renamed[binder.name] not in first_names),
    )


def _renaming(first: Specification, second: Specification) -> dict[Name, Name]:
    """Variable of the second → the variable of the first that it is. A field is that of the renamed object."""
    renamed: dict[Name, Name] = {}
    for listed, second_binders in ((first.inputs, second.inputs), (first.outputs, second.outputs)):
        # By position, results as well as parameters.
        pairs = zip(positional(second_binders), positional(listed), strict=True)
        renamed |= {binder.name: first_binder.name for binder, first_binder in pairs}
    # A name of the second that is that of another parameter of the first would be a field of the wrong object.
    taken = set(renamed.values())
    for binder in (*second.inputs, *second.outputs):
        # The receiver is the receiver, whatever its language calls it.
        if binder.name == RECEIVER:
            renamed[RECEIVER] = RECEIVER
        elif is_field(binder.name) and binder.name not in renamed:
            root = root_of(binder.name)
            owner = renamed.get(root, root)
            # A field of something that is no parameter of the first has no counterpart.
            if root not in renamed and not is_heap(binder.name) and owner in taken:
                raise InputError(f"{binder.name}, which the second reads, is not a field of a parameter of the first")
            moved = field_variable(owner, member_of(binder.name))
            renamed[binder.name] = binder.name if is_heap(binder.name) else moved
    return renamed


def same_types(first: SpecificationSide, second: SpecificationSide) -> tuple[Specification, Specification, list[str]]:
    """Both with the type parameters of the first; where one has a type for it, with that, which notes say."""
    first_specification, second_specification = first.specification, second.specification
    to_first: dict[str, Sort] = {}
    to_second: dict[str, Sort] = {}
    for listed, second_binders in (
        (first_specification.inputs, second_specification.inputs),
        (first_specification.outputs, second_specification.outputs),
    ):
        # Type parameters of either may stand for types of the other.
        for first_binder, its in zip(positional(listed), positional(second_binders), strict=True):
            matched(its.sort, first_binder.sort, to_first)
            matched(first_binder.sort, its.sort, to_second)
    # Only what is a parameter of its own side may be replaced: of `seq<T>` and `seq<int>` the T, and no type for
    # another.
    to_first = {name: sort for name, sort in to_first.items() if name in second_specification.type_parameters}
    to_second = {
        name: sort
        for name, sort in to_second.items()
        if name in first_specification.type_parameters and sort.kind != "Uninterpreted"
    }
    notes = [f"{name} of {second.label} is {sort}" for name, sort in to_first.items() if sort.kind != "Uninterpreted"]
    notes += [f"{name} of {first.label} is {sort}" for name, sort in to_second.items()]
    return with_types(first_specification, to_second), with_types(second_specification, to_first), notes


def _dimensions(specification: Specification, name: Name) -> int:
    """How many dimensions a variable has, if it is an array of several: each has a length that is a variable."""
    lengths: set[Name] = {field_variable(name, length) for length in LENGTHS}
    return max(1, sum(binder.name in lengths for binder in specification.inputs))


def _plain(sort: Sort, dimensions: int = 1) -> Sort:
    """The sort of what a value of a sort holds: sequences for arrays, numbers for bit vectors."""
    if sort.kind == "BitVec":
        return INT
    plain_sort = Sort("Seq" if sort.kind == "Array" else sort.kind, tuple(map(_plain, sort.args)), sort.label)
    return plain_sort if dimensions == 1 else Sort("Seq", (_plain(sort, dimensions - 1),))


def _converted(
    first_specification: Specification,
    second_specification: Specification,
    renamed: Mapping[Name, Name],
    first: SpecificationSide,
    second: SpecificationSide,
) -> tuple[dict[Name, Term], list[str]]:
    """What stands for each variable of the second: the variable of the first or, of a seq where that is an array, its
    elements. Raises InputError for types without common values."""
    sorts = first_specification.sorts
    stand_ins: dict[Name, Term] = {}
    notes: list[str] = []
    for binder in (*second_specification.inputs, *second_specification.outputs):
        name = renamed[binder.name]
        sort = sorts.get(name, binder.sort)
        # The same sort: the same variable.
        if sort == binder.sort:
            stand_ins[binder.name] = var(name, sort)
        # A sequence in one is the contents of an array in the other, in both states.
        elif sort.kind == "Array" and binder.sort == Sort("Seq", sort.args):
            # Of what is modified the terms are about two states by then, the earlier one by the names of the first.
            stand_ins[binder.name] = op("array.elements", var(name, sort))
            stand_ins[pre_state(name)] = op("array.elements", var(pre_state(name), sort))
            notes.append(f"{name}: an array in {first.label}, the seq of its elements in {second.label}")
        elif _plain(sort, _dimensions(first_specification, name)) == _plain(
            binder.sort, _dimensions(second_specification, binder.name)
        ):
            raise Unsupported(
                f"{name} in {first.label} and {binder.name} in {second.label} hold the same in other types, of which "
                "only an array and a sequence of the same elements are compared: no arrays in others, none of several "
                "dimensions, no bit vectors"
            )
        else:
            # No value is of both types: the comparison has no subject.
            raise NoCommonValues(
                f"no common problem: {name} is {sort} in {first.label}, and {binder.name} is {binder.sort} in "
                f"{second.label}: no value is of both types"
            )
    return stand_ins, notes


def array_first(first: Specification, second: Specification) -> bool:
    """Whether the first of two has a seq where the second has an array, and never the other way round: then the two
    are compared the other way round."""
    pairs = [
        (first_binder.sort.kind, its.sort.kind)
        for listed, second_binders in ((first.inputs, second.inputs), (first.outputs, second.outputs))
        for first_binder, its in zip(positional(listed), positional(second_binders), strict=False)
    ]
    return ("Seq", "Array") in pairs and ("Array", "Seq") not in pairs


def premises(aligned: Aligned, terms: Sequence[Term], after: bool) -> list[Term]:
    """What holds of all values of the variables of some terms: arrays that may not be null are not, and one that is
    modified keeps its length. `after`: of the state after the call, too."""
    known = [*aligned.facts.before, *(aligned.facts.after if after else ())]
    sorts = {name: sort for term in (*terms, *known) for name, sort in free_variables(term)}
    # Null is possible only where a type says so.
    nullable = {state_name for name in aligned.joint.nullable for state_name in (name, pre_state(name))}
    facts = [
        negate(op("array.is_null", var(name, sort)))
        for name, sort in sorts.items()
        if sort.kind == "Array" and name not in nullable
    ]
    # Arrays keep their lengths across the call.
    for binder in aligned.joint.inputs:
        earlier_name = pre_state(binder.name)
        if binder.name in sorts and earlier_name in sorts and binder.sort.kind == "Array":
            after_it, earlier = (op("array.len", var(name, binder.sort)) for name in (binder.name, earlier_name))
            facts.append(eq(after_it, earlier))
    return [*facts, *known]


# -- functions and datatypes


def _functions(
    first: Mapping[Name, Function], second: Mapping[Name, Function]
) -> tuple[dict[Name, Function], dict[Name, Name]]:
    """The functions of both, and by which name each of the second is known among them: one that says the same as one
    of the first has its name."""
    # First all functions of the second get names of their own, so that equal names mean nothing. What says the same,
    # up to the names of what it calls, is one class; then `Sum` of both is one function, and so are `Sum` and
    # `Total`.
    apart: dict[Name, Name] = {name: f"{name}{SECOND}" for name in second}
    moved = {apart[name]: _moved(function, apart) for name, function in second.items()}
    # Minimisation: functions of one class compute the same.
    classes = classes_of({**first, **moved}, {renamed: name for name, renamed in apart.items()})
    by_class = {classes[name]: name for name in reversed(list(first))}
    names = {}
    for name, renamed in apart.items():
        class_ = classes[renamed]
        # The same name where that is the same function; else a representative of its class.
        names[name] = name if classes.get(name) == class_ and name in first else by_class.get(class_, renamed)
        # What reads the heap is named after what it reads, and cannot be renamed.
        if is_heap(name) and names[name] != name:
            if name in first:
                raise Unsupported(f"{name}, which reads different things in each")
            names[name] = name
    second_functions = {
        names[name]: _moved(function, names) for name, function in second.items() if names[name] not in first
    }
    return {**first, **second_functions}, names


def _moved(function: Function, names: Mapping[Name, Name]) -> Function:
    return evolve(
        function,
        name=names.get(function.name, function.name),
        body=None if function.body is None else renamed_calls(function.body, names),
        requires=tuple(renamed_calls(condition, names) for condition in function.requires),
        ensures=tuple(renamed_calls(condition, names) for condition in function.ensures),
    )


def _datatypes(first: SpecificationSide, second: SpecificationSide, common_values: bool) -> dict[str, Datatype]:
    """The datatypes of both. Raises InputError for a name with two meanings, which is one of other values where the two
    are of two languages (`common_values`)."""
    first_datatypes, second_datatypes = first.program.datatypes, second.program.datatypes
    for name in first_datatypes.keys() & second_datatypes.keys():
        # One that only one side speaks of has no second meaning here.
        if first_datatypes[name] != second_datatypes[name] and _mentions(first, name) and _mentions(second, name):
            if common_values:
                raise NoCommonValues(f"{first.label} and {second.label} declare the datatype {name} with other values")
            raise InputError(f"{first.label} and {second.label} declare the datatype {name} differently: rename one")
    return {**second_datatypes, **first_datatypes}


def _mentions(side: SpecificationSide, name: str) -> bool:
    variables = (*side.specification.inputs, *side.specification.outputs)
    sorts = (sort for binder in variables for sort in sorts_in(binder.sort))
    if any(sort.kind == "Datatype" and sort.label == name for sort in sorts):
        return True
    return any(name in condition.clause.text for condition in side.specification.conditions)


# Several results beside one tuple of as many parts: Dafny's `returns (q: int, r: int)` is Rust's `-> (int, int)`.


def with_as_many_results(
    first: SpecificationSide, second: SpecificationSide
) -> tuple[SpecificationSide, SpecificationSide]:
    """Both sides with the parts of a tuple as results of their own, where one has a tuple for the results of the
    other."""
    counts = [len(positional(side.specification.outputs)) for side in (first, second)]
    return _split(first, counts[1]), _split(second, counts[0])


def _split(side: SpecificationSide, count: int) -> SpecificationSide:
    specification = side.specification
    # With aliases the clauses stand twice, and both would have to be split.
    if count < 2 or len(specification.outputs) != 1 or specification.heap.ensures_of_aliases:
        return side
    (whole,) = specification.outputs
    if whole.sort.kind != "Tuple" or whole.sort.label is not None or len(whole.sort.args) != count:
        return side
    # No identifier of a language has a dot in it, so that nothing in the clauses has such a name.
    parts = tuple(Binder(f"{whole.name}.{place}", sort) for place, sort in enumerate(whole.sort.args))
    value: dict[Name, Term] = {whole.name: op("tuple.make", *(part.variable for part in parts))}

    def over_parts(condition: Condition) -> Condition:
        if condition.term is None:
            return condition
        return evolve(condition, term=fold(instantiate(condition.term, value), _component))

    ensures = tuple(map(over_parts, specification.ensures))
    return evolve(side, specification=evolve(specification, outputs=parts, ensures=ensures))


def _component(term: Term, arguments: tuple[Term, ...]) -> Term:
    """`(x, y).0` as `x`."""
    if term.op == "tuple.at" and arguments[0].op == "tuple.make":
        component: Term = arguments[0].args[term.data]
        return component
    return rebuild(term, arguments)
