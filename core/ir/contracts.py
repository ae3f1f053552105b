"""Contracts and specifications: what was promised."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Literal

from attrs import field, frozen

from ..ir.terms import sorts_by_name
from ..spans import Span
from .routines import ClassShape, Instance, Routine
from .sorts import VALUE, Sort
from .statements import Statement
from .terms import Binder, Term
from .values import ArrayValue
from .variables import Name, Valuation, pre_state

ClauseKind = Literal["requires", "ensures", "assert"]
SubjectKind = Literal["method", "function", "lemma"]
"""What a specification is of. A function has one output, its result; a lemma has none."""


@frozen(slots=True)
class Problem:
    """A construct that was read but not lowered."""

    construct: str
    span: Span | None

    def __str__(self) -> str:
        return f"unsupported: {self.construct}" + (f" at {self.span}" if self.span else "")


@frozen(slots=True)
class Clause:
    """One promise. Its identity is its position in source order. `problems` is not empty when it is not lowered.
    `origin`: who makes it; the type of a parameter, result or field, the clauses `modifies`, or an attribute,
    where nobody wrote it.
    `fact`: it holds of every state that there is, so that no input and no output can violate it; facts follow the other
    clauses of their kind. `never_false`: it is violated only where it raises, as the call of a function that checks its
    arguments is."""

    kind: ClauseKind
    text: str
    span: Span
    problems: tuple[Problem, ...] = ()
    origin: Literal["text", "type", "frame", "attribute"] = "text"
    fact: bool = False
    never_false: bool = False

    @property
    def implicit(self) -> bool:
        """Is it a clause that nobody wrote?"""
        return self.origin != "text"


@frozen(slots=True, eq=False)
class ArgumentTypes:
    """What annotations say of the arguments of a contract, where they are believed: its universe.

    `kinds`: of what kinds of plain values a parameter is, or what it holds: of `x: list[int]` those of `x` and of
    `x.item` (`encoding/inputs.part_of`); nothing is said of what is not there. `choices`: by parameter, the plain
    values that it may have. `asked`: by parameter, the clauses that ask about its type. Where one of these is violated,
    nothing is said of the parameter: values of other types are what such a clause is there to refuse. `objects`:
    variables that are True, since a parameter is declared to be an object. `lengths`: of the tuples that a parameter
    may be, or may hold, by the name of the part, where not all are possible. `holders`: parameters that are declared to
    hold objects: nothing is said of those parts of them that have no `kinds`.
    """

    kinds: Mapping[str, tuple[str, ...]] = field(factory=dict)
    choices: Mapping[str, tuple[Any, ...]] = field(factory=dict)
    asked: Mapping[str, frozenset[int]] = field(factory=dict)
    objects: frozenset[str] = frozenset()
    lengths: Mapping[str, tuple[int, ...]] = field(factory=dict)
    holders: frozenset[str] = frozenset()


@frozen(slots=True)
class Contract:
    """The contract of a Python function: which inputs must be rejected.

    Clause i is *violated* by an input when, with every other assertion removed, some dynamic instance of it is
    false or raises, or the statements around it raise before it is reached. Since assertions have no effect,
    one execution in which no assertion stops decides all clauses together.
    """

    name: str
    parameters: tuple[str, ...]
    clauses: tuple[Clause, ...]
    body: tuple[Statement, ...]
    hints: tuple[str | None, ...] = ()
    """Type hints by parameter, as text: hints for search only, never facts."""
    defaults: tuple[Term | None, ...] = ()
    span: Span | None = None
    samples: Mapping[str, tuple[Any, ...]] = field(factory=dict, eq=False)
    """Values (`Constructed` ones, and plain ones with such inside) that a parameter is declared to take: for search."""
    suits: Callable[[str, Any], bool] | None = field(default=None, eq=False, repr=False)
    """Whether an argument for a parameter is of the declared type, where search is to care: what is stays so."""
    collects: Mapping[str, Literal["tuple", "dict", "bool"]] = field(factory=dict, eq=False)
    """What a parameter that collects arguments (`*args`, `**options`) is in every call: a fact, no hint. The keys of
    such a dict are texts. What only tells something of an object is a bool."""
    types: ArgumentTypes | None = field(default=None, eq=False, repr=False)
    """What annotations say of the arguments, where they are believed; None where arguments are any plain values."""
    assumed: tuple[Statement, ...] = field(default=(), eq=False, repr=False)
    """Checks that all arguments pass, as constructors made them."""


@frozen(slots=True)
class Function:
    """A function or predicate that terms may `call`: total on its precondition, or undefined."""

    name: Name
    parameters: tuple[Binder, ...]
    result: Sort
    body: Term | None
    requires: tuple[Term, ...] = ()
    ensures: tuple[Term, ...] = ()
    span: Span | None = None
    """Where a text declares it; None of what its language or a library defines."""
    ghost: bool = False
    """Is it for specifications only, and in no compiled program?"""
    extreme: Literal["", "least", "greatest"] = ""
    """Which solution of its equation an extreme predicate is. Where unfolding it ends, all of them agree."""
    unread: str = ""
    """Why its body is None although it has one: what in it is not supported."""
    settled: bool = False
    """Its language says what it is, though no body does: nobody may take another function for it."""
    reads: bool = False
    """It has a frame: its value may depend on objects or arrays."""
    missing: bool = False
    """Its values are what a test does not say. A solver would search for them at length where functions recur."""
    frames: tuple[tuple[Term, str], ...] | None = None
    """The sets of objects, arrays among them, that it may read, over its parameters, each with the one field, if it is
    one only; None where its parameters do not say that."""
    refusal: str = ""
    """What it means that arguments are outside of its precondition, where nobody wrote that precondition."""
    recommended: tuple[Term, ...] = ()
    """What its author recommends of its arguments: no precondition, for it has a value outside of that, too."""
    marked: "Function | None" = None
    """The same with `read.of` around what it reads of objects and arrays, for whoever checks that."""
    trusted: tuple[str, ...] = ()
    """The qualified names of what proofs in its body may mention: what lemmas there promise is believed."""

    @property
    def terms(self) -> tuple[Term, ...]:
        """Its precondition and postcondition, and its body if that is known."""
        return (*self.requires, *self.ensures, *(() if self.body is None else (self.body,)))


@frozen(slots=True)
class Constructor:
    name: str
    fields: tuple[Binder, ...]


@frozen(slots=True)
class Datatype:
    """`lazy`: it is a codatatype, whose values may have no end."""

    name: str
    parameters: tuple[str, ...]
    constructors: tuple[Constructor, ...]
    lazy: bool = False


def held_sorts(sort: Sort, datatypes: Mapping[str, Datatype], within: frozenset[Sort] = frozenset()) -> Iterator[Sort]:
    """The sort of a value, and those of what it may hold, in a collection or a field."""
    # The fields of `List<int>` are of T here: that T is int, the arguments of the sort say, which come first. A
    # datatype that holds itself is looked into once (`within`).
    yield sort
    for arg in sort.args:
        yield from held_sorts(arg, datatypes, within)
    declared = datatypes.get(str(sort.label)) if sort.kind == "Datatype" and sort not in within else None
    if declared is not None:
        for field_sort in (binder.sort for constructor in declared.constructors for binder in constructor.fields):
            yield from held_sorts(field_sort, datatypes, within | {sort})


def may_hold(kind: str, sort: Sort, datatypes: Mapping[str, Datatype]) -> bool:
    """May a value of a sort be one of this kind ("Array", "Function") or hold one?"""
    return any(held_sort.kind == kind for held_sort in held_sorts(sort, datatypes))


@frozen(slots=True)
class Condition:
    """A clause of a specification with its term (None when not lowered: the clause says why)."""

    clause: Clause
    term: Term | None


def lowered_terms(conditions: Iterable[Condition]) -> list[Term]:
    """The terms of those clauses that are lowered."""
    return [condition.term for condition in conditions if condition.term is not None]


@frozen(slots=True)
class Dimensions:
    """An array of more than one dimension, and the inputs or outputs that are its lengths, the first dimension first.
    Its value is an array of one dimension, row after row."""

    array: Name
    lengths: tuple[Name, ...]


@frozen(slots=True)
class PossibleAlias:
    """Two inputs that may be one object or one array, of which the method may change what one of the names gives.

    Their fields and elements are variables of their own. `kept`: those of one name that the method does not change
    under that name, so that a term of `ensures` has one value for both states; where the two are one, it is false of
    some. `same`: that they are one, said of the pre-state.
    """

    first: Name
    second: Name
    kept: tuple[Name, ...]
    same: Term

    @property
    def reason(self) -> str:
        """Why something is not known, for a message."""
        return f"`{self.second}` may be `{self.first}`"

    def holds_of(self, inputs: Valuation) -> bool:
        """Are they one in these inputs? What has no identity in them is an object of its own."""
        first, second = (inputs.get(name) for name in (self.first, self.second))
        if isinstance(first, ArrayValue) and isinstance(second, ArrayValue):
            return first.identity == second.identity
        return first is not None and first == second


@frozen(slots=True)
class ReachedArrays:
    """What a method changes that may change arrays inside other values: any array may be one of them, by whatever name.

    `holders`: the inputs that are or hold arrays. They are among `modifies`; a value holds the contents of its arrays
    in its own state, and their identities never change. `frames`: what the clauses `modifies` name, said of the
    pre-state: arrays, objects, or collections of these. On a given input all arrays are known, and each has a name of
    its own: `named` are those that may change there, which are then inputs; None before the input is given.
    """

    holders: tuple[Name, ...]
    frames: tuple[Term, ...]
    named: tuple[Name, ...] | None = None


@frozen(slots=True)
class UnmentionedField:
    """A field that a method may change and that no clause mentions by this name. `name`: its variable, or a text where
    it has none; `owner`: the object that has it, or a collection of objects that have it, said of the pre-state, and
    None where that is not supported; `member`: what the class calls it."""

    name: Name
    owner: Term | None
    member: Name


FrameTerm = tuple[Term, str]
"""An object, an array or a collection of these, said of the pre-state, and the one field of it, if it is one only."""


@frozen(slots=True)
class HeapModel:
    """Which variables of a specification are parts of objects and arrays. All fields are empty where all its values are
    plain."""

    fields: tuple[Name, ...] = ()
    """The inputs that hold a field of every object: the number of a state, and a map from objects to values."""
    dimensions: tuple[Dimensions, ...] = ()
    """The arrays whose lengths are inputs or outputs of their own."""
    held: tuple[Name, ...] = ()
    """The fields that have the elements of an array that an object holds."""
    objects: tuple[Name, ...] = ()
    """The inputs that are objects, never null."""
    instances: tuple[Instance, ...] = ()
    """Of a function or lemma, which is no routine: the receiver and the parameters that are objects, or objects and
    null."""
    aliases: tuple[PossibleAlias, ...] = ()
    """The pairs of inputs that may be one object or array."""
    ensures_of_aliases: tuple[Term | None, ...] = ()
    """The terms of `ensures` in which what `aliases` keep has two values, one for each state; empty where they keep
    nothing."""
    representation: tuple[Name, ...] = ()
    """The fields of an object that says in ghost fields what it stands for: how it does that is its own choice."""
    modelled: tuple[Name, ...] = ()
    """The fields that the postcondition mentions through functions only."""
    models: tuple[Term, ...] = ()
    """What these functions say of `modelled`: all that a caller is told."""
    field_types: tuple[tuple[Name, Term], ...] = ()
    """Heap variable → what the type of the field promises, said of a variable of the same name that is the field of one
    object."""
    frames: tuple[FrameTerm, ...] | None = ()
    """What the clauses `modifies` name; None where one is not supported."""
    may_change: tuple[Name, ...] = ()
    """The fields that the clauses `modifies` let change, be they mentioned or not."""
    unmentioned: tuple[UnmentionedField, ...] = ()
    """The fields that the method may change and of which no clause says anything by the name of their object."""
    handed_out: tuple[Name, ...] = ()
    """The results, and the fields that may be other objects after the call, that are objects which a program may
    change."""
    extensible: tuple[Name, ...] = ()
    """The objects among the frames that may have more fields than their type, as those of a trait."""
    reached: ReachedArrays | None = None
    """Of a method that may change arrays which no name is for."""


@frozen(slots=True)
class Specification:
    """The specification of a method: over inputs, outputs and, for what it may modify, both states.

    In a term of `ensures` a parameter's name is its value after the call; the variable that `pre_states` gives for it
    is its value before. A parameter that is not in `modifies` has one value. A field of an object is a parameter of its
    own, which a method may modify; of a constructor it is an output.
    """

    name: str
    """Its qualified name, with dots."""
    inputs: tuple[Binder, ...]
    """The parameters, and the fields that it reads or changes."""
    outputs: tuple[Binder, ...]
    """The results; of a constructor, the fields of what it makes."""
    requires: tuple[Condition, ...]
    """What holds of the inputs, in source order."""
    ensures: tuple[Condition, ...]
    """What holds of the outputs and of both states, in source order."""
    modifies: tuple[Name, ...] = ()
    """The inputs that the method may change."""
    span: Span | None = None
    """Where it is declared."""
    nullable: tuple[Name, ...] = ()
    """The parameters and results that may be null."""
    type_parameters: tuple[str, ...] = ()
    """Uninterpreted sorts that stand for any type."""
    kind: SubjectKind = "method"
    """What it is of."""
    heap: HeapModel = HeapModel()
    """Which of its variables are parts of objects and arrays."""
    partial: tuple[Name, ...] = ()
    """The inputs that are functions with a precondition of their own."""
    unrestricted: tuple[Name, ...] = ()
    """The outputs that are functions which any value of their parameters' sorts may be given."""
    assumed: bool = False
    """Is it a lemma without a body, which nobody proves?"""
    free_order: bool = False
    """Does somebody say that another order of the elements of outputs is right, too?"""
    datatypes: Mapping[str, Datatype] = field(factory=dict, eq=False)
    """The datatypes whose values parameters may have; they do not say of which sorts their fields are."""

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """Its preconditions, then its postconditions."""
        return (*self.requires, *self.ensures)

    @property
    def terms(self) -> tuple[Term, ...]:
        """The terms of its conditions that are lowered."""
        return tuple(lowered_terms(self.conditions))

    @property
    def sorts(self) -> dict[Name, Sort]:
        """Input or output → its sort."""
        return sorts_by_name((*self.inputs, *self.outputs))

    @property
    def pre_states(self) -> dict[Name, Name]:
        """Parameter that the method modifies → the variable that is its value before the call."""
        return {name: pre_state(name) for name in self.modifies}

    def has_fixed_length(self, binder: Binder) -> bool:
        """Whether an array has a fixed number of elements: the method modifies it, so that it has as many afterwards as
        before, or its lengths are variables of their own, as those of an array of two dimensions are. An array that an
        object holds may be another one afterwards; its elements are what matters of it."""
        apart = any(dimension.array == binder.name for dimension in self.heap.dimensions)
        is_array = binder.sort.kind == "Array" or binder.name in self.heap.held
        return is_array and (apart or binder.name in self.modifies)

    @property
    def is_dynamic(self) -> bool:
        """Whether it is that of a Python function: its terms are evaluated, and no solver knows them."""
        return any(binder.sort == VALUE for binder in (*self.inputs, *self.outputs))


@frozen(slots=True)
class Semantics:
    """What the interpreter has to know of a language, where languages differ."""

    first_character: str = "\0"
    """What a variable of a type of characters has that nobody gave a value."""


@frozen(slots=True)
class TestMethod:
    """A method that tests others, whose body is one of those `tested`. `calls`: the methods that it calls."""

    __test__ = False  # pytest must not collect it

    name: str
    calls: frozenset[str] = frozenset()
    span: Span | None = None


OverVariables = Callable[[Specification, frozenset[Name]], tuple[Specification, Mapping[Name, Function]]]
"""A specification, and variables, of which some may be none of its own → the same specification over these, too, of
which its frame says whether they may change; and functions that it calls beyond those of the program."""


@frozen(slots=True)
class Program:
    """What a source file declares, as far as contracts need it."""

    file: str
    contracts: tuple[Contract, ...] = ()
    specifications: tuple[Specification, ...] = ()
    functions: dict[Name, Function] = field(factory=dict)
    datatypes: dict[str, Datatype] = field(factory=dict)
    tests: tuple[TestMethod, ...] = ()
    problems: tuple[Problem, ...] = ()
    context: tuple[Statement, ...] = ()
    """What defines the names that terms of Python specifications mention."""
    language: str = ""
    """The name of the language that it is written in (`core/language`)."""
    semantics: Semantics = Semantics()
    dialect: str = ""
    """The version of the language that it is written in, where that matters for its meaning."""
    unread: tuple[Problem, ...] = ()
    """Other files that it consists of and that were not read."""
    routines: Mapping[str, Routine] = field(factory=dict, eq=False)
    """Method → its body; it may be lowered when it is asked for."""
    tested: Mapping[str, Routine] = field(factory=dict, eq=False)
    """The same, with the assertions and the comments between statements as statements: what a test says."""
    checked: Mapping[str, Routine] = field(factory=dict, eq=False)
    """The same, with the conditions of ghost code as statements; empty where bodies have none, or it is not known."""
    headers: Mapping[str, Routine] = field(factory=dict, eq=False)
    """The same without statements, also of methods without a body: what a call is given, what it makes and what it may
    change."""
    others: tuple[Specification, ...] = ()
    """The specifications of functions and lemmas with a postcondition."""
    implemented: Mapping[str, Specification] = field(factory=dict)
    """Method → its specification as one that gives a body to what is left open around the method."""
    standing: str = ""
    """What gives these bodies, and to what: `Circle for Shape`."""
    otherwise: "tuple[Callable[[], Program], ...]" = field(default=(), eq=False, repr=False)
    """Each makes the same program, where something else gives them."""
    bases: Mapping[str, tuple[str, ...]] = field(factory=dict)
    """Class or trait → itself and what it extends, the nearest first."""
    classes: Mapping[str, ClassShape] = field(factory=dict, eq=False)
    """Class or trait → its objects; they may be lowered when asked for. Those that cannot be are
    missing."""
    over: "OverVariables | None" = field(default=None, eq=False, repr=False)
    """Gives a method over more variables than its clauses mention."""
    has_witnesses: bool = False
    """Does it declare types with a witness? Their variables have that where nobody gave them a value."""
