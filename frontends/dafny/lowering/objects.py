"""Objects of classes and traits: each field of an object that has a name is a variable of its own, `c.x`.

So `this.x`, `old(c.x)` and `Valid()` are about plain values, as long as the path to them starts at a name. What an
object points to is an identity (`reached.py` has its fields). Of an array that it holds there are two variables: the
elements, `c.a`, and which array it is, as an object among others, `c.a#array`.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress

from attrs import evolve, field, frozen

from ....core.errors import Unsupported
from ....core.ir.build import negate, op
from ....core.ir.routines import ClassShape, HeldObjects, Instance
from ....core.ir.shapes import shaped, shaped_sort
from ....core.ir.sorts import INT, OBJECT, Sort, array_of, seq_of, sorts_in, uninterpreted
from ....core.ir.terms import FALSE, Binder, Term, const, subterms, var
from ....core.ir.type_instances import replace_sorts
from ....core.ir.updates import Arbitrary
from ....core.ir.variables import Name, field_variable, is_which_array, pre_state, which_array
from ....core.spans import Span
from ..classes import MATRIX, NULL, ClassDeclaration, FieldDeclaration, Reference, length_names, rank_of
from ..names import SymbolTable
from ..syntax import Node, name_of, nodes, span_of
from ..type_guards import TypeGuard, natural
from ..types import Type
from .elaboration import Draft, Elaboration, Scope

HELD_ARRAY = "HeldArray"
"""The kind of sort that an array has which is reached through its object: a sequence. It has the label "?" where null
may be in its place."""


@frozen(slots=True)
class Stored:
    """A field of a class: the sort that expressions see, what its type promises, and where it is declared; or, in
    place of a sort, why it has none. `instance`: the class, and its type arguments, of the objects that it
    holds. `fact`: what the type promises holds in every state, for there is no other value: an object is not null.
    `unset`: what a field has in a new object, where that is not the value of the sort."""

    declaration: FieldDeclaration
    sort: Sort | None
    guard: TypeGuard | None = None
    problem: str = ""
    instance: tuple[str, tuple[Sort, ...]] | None = None
    fact: bool = False
    unset: Callable[[], Term] | None = None


def fields_of(names: SymbolTable, owner: str) -> Mapping[Name, Stored]:
    """The fields of a class or trait, those it inherits first."""
    found: dict[Name, Stored] = {}
    for declared in reversed(list(names.bases(owner))):
        # The fields of `Box<T>` are those of each class that extends it, with a T of its own.
        key = (owner if declared.parameters else declared.name, declared.name)
        if key not in names.own_fields:
            names.own_fields[key] = _own_fields(names, declared, inherited_types(names, owner).get(declared.name))
        found.update(names.own_fields[key])
    return found


def inherited_types(names: SymbolTable, owner: str) -> dict[str, dict[str, Type]]:
    """What the type parameters of a class stand for in it and in all that it extends, which is told by name: with
    `class C<A> extends Box<seq<A>>` that is `{C: {A: A}, Box: {T: seq<A>}}`. Those whose arguments cannot be read are
    left out, and so are their members."""
    found: dict[str, dict[str, Type]] = {}
    for declared in names.bases(owner):
        if declared.name == owner:
            found[owner] = {name: Type(uninterpreted(name)) for name in declared.parameters}
        scope = Scope(path=declared.path[:-1], type_variables=found.get(declared.name, {}))
        for base, written in names.extended(declared):
            arguments = [] if written is None else nodes(written)
            with suppress(Unsupported):
                types = [Elaboration(names, declared.source).read_type(argument, scope) for argument in arguments]
                if len(types) == len(base.parameters):
                    # The nearest base comes first: what a class says itself goes before what it inherits.
                    found.setdefault(base.name, dict(zip(base.parameters, types, strict=True)))
    return found


def types_of_member(names: SymbolTable, owner: str, types: Mapping[str, Sort], member: str) -> dict[str, Sort]:
    """What the type parameters of the class or trait stand for that declares a `member`, by its qualified name, in an
    object of the class `owner`, whose own stand for `types`."""
    found = inherited_types(names, owner).get(member.rpartition(".")[0], {})
    return {name: replace_sorts(typed.sort, types) for name, typed in found.items()}


def all_types(names: SymbolTable, owner: str, types: Mapping[str, Sort]) -> tuple[tuple[str, Sort], ...]:
    """What the type parameters of a class stand for, and those of all that it extends: what bodies need that run on its
    objects. Raises Unsupported where two of one name stand for different types, for which bodies have one name."""
    sorts = dict(types)
    for declared, inherited in inherited_types(names, owner).items():
        for name, typed in inherited.items():
            sort = replace_sorts(typed.sort, types)
            if sorts.setdefault(name, sort) != sort:
                raise Unsupported(f"an object of {owner}, whose {name} is another type than the {name} of {declared}")
    return tuple(sorts.items())


def _own_fields(
    names: SymbolTable, declared: ClassDeclaration, variables: Mapping[str, Type] | None
) -> dict[Name, Stored]:
    scope = Scope(path=declared.path, type_variables={} if variables is None else variables)
    # A type that is not read spoils its field alone: clauses about the others still are.
    found: dict[Name, Stored] = {}
    for declaration in declared.fields:
        try:
            typed = Elaboration(names, declaration.source).read_type(declaration.type, scope)
        except Unsupported as error:
            found[declaration.name] = Stored(declaration, None, problem=error.construct)
            continue
        # A field that holds an array is two variables: the elements, which clauses read as a sequence, and which array
        # it is. `a[0] := 1` changes the first alone, `a := b` both; `a == old(a)` is about the second alone.
        held = typed.sort.kind == "Array"
        sort = Sort(HELD_ARRAY, typed.sort.args, "?" if typed.nullable else None) if held else typed.sort
        not_null = typed.reference is not None and typed.whole is None
        guard = typed.as_part if not_null and not held else typed.whole
        fact = not_null or typed.fact
        found[declaration.name] = Stored(
            declaration, sort, guard, instance=typed.instance, fact=fact, unset=typed.unset
        )
        if held:
            guard = None if typed.nullable else _is_not_null
            found[which_array(declaration.name)] = Stored(declaration, OBJECT, guard, fact=True)
    return found


def unset_fields(names: SymbolTable, owner: str, types: Mapping[str, Sort], new: bool = True) -> tuple[Arbitrary, ...]:
    """The fields of an object of a class whose types have fewer values than their sorts. Those of a `new` object that
    hold objects are null until its constructor gives them one, and where there is no array there are no elements."""
    return tuple(
        unset_variable(Binder(name, replace_sorts(stored.sort, types)), stored.guard, stored.unset)
        for name, stored in fields_of(names, owner).items()
        if stored.sort is not None and stored.sort.kind != HELD_ARRAY and stored.guard not in (None, natural)
        if not stored.fact or (not new and stored.sort == OBJECT and not is_which_array(name))
    )


def unset_variable(
    target: Binder, guard: TypeGuard | None, unset: Callable[[], Term] | None, span: Span | None = None
) -> Arbitrary:
    """A variable or field that nobody gives a value, of a type that may have fewer values than its sort."""
    if guard is None:
        return Arbitrary(target, span)
    try:
        holds = guard(var(target.name, target.sort))
        return Arbitrary(target, span, None if unset is None else unset(), holds)
    except Unsupported:
        # Which values the type has is not known: none of the sort may be one.
        return Arbitrary(target, span, guard=FALSE)


def _is_not_null(value: Term) -> Term:
    return negate(op("eq", value, const(NULL, OBJECT)))


def is_type_parameter(sort: Sort) -> bool:
    """Is it the sort of a type parameter, or of a type without a definition? Where a method is called it may be any."""
    return sort.kind == "Uninterpreted" and sort != OBJECT


def value_sort(sort: Sort) -> Sort:
    """The sort of a variable that expressions see with another."""
    if sort.kind == MATRIX:
        return array_of(*sort.args)
    return seq_of(*sort.args) if sort.kind == HELD_ARRAY else sort


def instances_of(
    names: SymbolTable, scope: Scope, parameters: Collection[Name], constructed: Name | None = None
) -> tuple[Instance, ...]:
    """The objects among `this` and the parameters, with the fields that have a sort; the one that is `constructed`."""
    return tuple(
        _instance(names, name, reference, name == constructed)
        for name, reference in scope.objects.items()
        if name in parameters and reference.type != MATRIX
    )


_COLLECTIONS = frozenset({"Seq", "Set", "Multiset", "Array", "Map"})


def nullable_instances(names: SymbolTable, formals: Iterable[tuple[Binder, Type, Node]]) -> tuple[Instance, ...]:
    """The parameters whose type is a class with null, `C?`, or a collection or array of objects of one class, a map
    with these as its values."""
    found = (
        (binder.name, typed.kind, typed.arguments)
        for binder, typed, _ in formals
        if typed.kind is not None and typed.reference is None
        if binder.sort == OBJECT or (binder.sort.kind in _COLLECTIONS and binder.sort.args[-1] == OBJECT)
    )
    return tuple(
        evolve(
            _instance(names, name, Reference(kind, name, types_at(names, kind, given)), False),
            nullable=True,
        )
        for name, kind, given in found
    )


def types_at(names: SymbolTable, kind: str, given: Sequence[Sort]) -> tuple[tuple[str, Sort], ...]:
    """Type parameter of a class → what it stands for, where these types are given."""
    return tuple(zip(names.classes[kind].parameters, given, strict=False))


def _instance(names: SymbolTable, name: Name, reference: Reference, constructed: bool) -> Instance:
    types = dict(reference.types)
    known = fields_of(names, reference.type)
    fields = (
        (field, replace_sorts(stored.sort, types))
        for field, stored in known.items()
        if stored.sort is not None and not is_which_array(field)
    )
    binders = (Binder(field, array_of(*sort.args) if sort.kind == HELD_ARRAY else sort) for field, sort in fields)
    unset = unset_fields(names, reference.type, types, constructed)
    every = all_types(names, reference.type, types)
    ghosts = frozenset(field for field, stored in known.items() if stored.declaration.ghost)
    constants = frozenset(field for field, stored in known.items() if not stored.declaration.mutable)
    return Instance(
        name, reference.type, tuple(binders), constructed, unset=unset, types=every, ghosts=ghosts, constants=constants
    )


def shape_of(names: SymbolTable, kind: str) -> ClassShape:
    """The objects of a class, at its own type parameters. Raises Unsupported."""
    parameters = names.classes[kind].parameters
    types = types_at(names, kind, tuple(map(uninterpreted, parameters)))
    instance = _instance(names, "this", Reference(kind, "this", types), False)
    held: dict[Name, HeldObjects] = {}
    guards: dict[Name, Term] = {}
    known = fields_of(names, kind)
    for name, stored in known.items():
        if stored.sort is None or is_which_array(name):
            continue
        if stored.instance is not None:
            owner, arguments = stored.instance
            is_one = stored.sort == OBJECT
            held[name] = HeldObjects(owner, types_at(names, owner, arguments), is_one and not stored.fact)
        if stored.guard is not None:
            guards[name] = stored.guard(var(name, value_sort(stored.sort)))
    # `const` fields keep what the constructor gave them.
    assigned = frozenset(field for field, stored in known.items() if stored.declaration.mutable)
    # What has to be assigned before the constructor ends: null is no value of these types.
    required = frozenset(
        field
        for field, stored in known.items()
        if stored.sort is not None and not is_which_array(field)
        if (stored.sort == OBJECT and stored.fact) or (stored.sort.kind == HELD_ARRAY and stored.sort.label is None)
    )
    return ClassShape(instance, assigned, required, held, guards)


@frozen(slots=True, eq=False)
class ClassShapes(Mapping[str, ClassShape]):
    """Class → its objects, each when it is asked for. Those that cannot be read are missing."""

    names: SymbolTable
    _known: dict[str, ClassShape] = field(factory=dict)

    def __getitem__(self, kind: str) -> ClassShape:
        if kind not in self._known:
            try:
                self._known[kind] = shape_of(self.names, kind)
            except Unsupported as error:
                raise KeyError(kind) from error
        return self._known[kind]

    def __iter__(self) -> Iterator[str]:
        return iter(self.names.classes)

    def __len__(self) -> int:
        return len(self.names.classes)


def with_object(names: SymbolTable, scope: Scope, name: Name, reference: Reference) -> Scope:
    """The scope in which a name stands for an object, with the object's fields."""
    fields: dict[Name, Sort] = {
        reference.variable(field): replace_sorts(stored.sort, dict(reference.types))
        for field, stored in fields_of(names, reference.type).items()
        if stored.sort is not None
    }
    return scope.with_objects({name: reference}, fields)


def with_matrix(scope: Scope, name: Name, sort: Sort, root: Name) -> Scope:
    """The scope in which a variable is an array of several dimensions."""
    rank = rank_of(sort)
    lengths: dict[Name, Sort] = {field_variable(root, length): INT for length in length_names(rank)}
    return scope.with_objects({name: Reference(MATRIX, root, rank=rank)}, {name: sort, **lengths})


def named_matrix(e: Elaboration, name: Name, node: Node, scope: Scope) -> Draft:
    """An array of several dimensions that has a name, with its lengths."""
    reference, array = scope.objects[name], state_variable(e, name, scope.variables[name], node, scope)
    lengths = [var(reference.variable(length), INT, span_of(node, e.source)) for length in length_names(reference.rank)]
    sort = shaped_sort(scope.variables[name].args[0], reference.rank)
    return Draft(sort, lambda: shaped(array.build(), lengths, span_of(node, e.source)))


def field_of(e: Elaboration, name: Name, field: Name, node: Node, scope: Scope) -> Draft | None:
    """`name.field` where the name is that of an object; None where it is not, or has no such field.

    None, too, where the fields of all objects are read in one way. Raises Unsupported for a field whose type has no
    sort."""
    reference = scope.objects.get(name)
    if reference is None:
        return None
    variable = reference.variable(field)
    sort = scope.variables.get(variable)
    # An object that was made since has no fields before.
    if scope.old and reference.new and sort is not None:
        raise e.unsupported(f"the pre-state of {name}", node)
    if sort is None:
        stored = fields_of(e.names, reference.type).get(field)
        if stored is not None and stored.sort is None:
            raise e.unsupported(f"the field {field} of {reference.type} ({stored.problem})", node)
        return None
    return state_variable(e, variable, sort, node, scope)


def state_variable(e: Elaboration, variable: Name, sort: Sort, node: Node, scope: Scope) -> Draft:
    """A variable in the state that the scope is about."""
    span, earlier = span_of(node, e.source), scope.old and variable in scope.modified
    if scope.old and scope.label and not earlier:
        raise e.unsupported(f"{variable} at the label {scope.label}, where it does not exist", node)
    name = pre_state(variable, scope.label) if earlier else variable
    if sort.kind != HELD_ARRAY:
        return Draft(sort, lambda: var(name, value_sort(e.resolve(sort, node)), span))
    which = state_variable(e, which_array(variable), OBJECT, node, scope)

    def elements() -> Term:
        whole = var(name, value_sort(e.resolve(sort, node)), span)
        if not sort.label:
            return whole
        # Null has no elements. A term that is undefined stands for them, so that to read one is an error of the clause.
        nothing = op("seq.at", const((), seq_of(whole.sort)), const(0, INT), span=span)
        return op("ite", op("eq", which.build(), const(NULL, OBJECT), span=span), nothing, whole, span=span)

    return Draft(sort, elements, which)


def object_name(node: Node, scope: Scope) -> Name | None:
    """The name of the object that an expression is, if it is one with a name."""
    if name_of(node) not in ("name", "word"):
        return None
    name = str(node.children[0])
    return name if name in scope.objects else None


def check_values(term: Term, node: Node, e: Elaboration) -> None:
    """Raise Unsupported where an array of an object is more than its elements."""
    for subterm in subterms(term):
        binders = subterm.data if isinstance(subterm.data, tuple) else ()
        sorts = (subterm.sort, *(binder.sort for binder in binders if isinstance(binder, Binder)))
        if any(each.kind == HELD_ARRAY for sort in sorts for each in sorts_in(sort)):
            raise e.unsupported("an array of an object inside a value", node)
