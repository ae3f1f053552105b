"""Type expressions → sorts, and the facts that a type adds to its sort.

`nat`, subset types and newtypes become their base sort; what they promise beyond it is a *guard*, a function from a
value to a condition. Guards matter where a value may not satisfy them: parameters and results, bound variables.

What the fields of a datatype promise is kept apart from that. `datatype D = D(n: nat)` has no value D(-1), which an
input, another output and a bound variable must not be; but a function of a D need not ask it of each argument: no value
that is made of right ones is wrong.
"""

import re
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import suppress
from functools import partial

from attrs import define, evolve, field, frozen

from ...core.errors import Unsupported
from ...core.ir.build import conj, implies, let, negate, op
from ...core.ir.contracts import Function
from ...core.ir.shapes import array_of_shaped, has_its_shape, is_shaped, shaped_sort
from ...core.ir.sorts import (
    BOOL,
    CHAR,
    INT,
    OBJECT,
    REAL,
    Sort,
    array_of,
    bit_vector,
    datatype,
    function_of,
    map_of,
    multiset_of,
    seq_of,
    set_of,
    sorts_in,
    tuple_of,
    uninterpreted,
)
from ...core.ir.substitution import instantiate
from ...core.ir.terms import TRUE, Binder, Term, const, var
from ...core.ir.type_instances import replace_sorts
from ...core.ir.variables import Name
from ...core.spans import Span
from .classes import LARGEST_RANK, NULL, Path
from .collect import arity
from .dafny_limits import LIMITS
from .lexing.scan import DafnySource
from .names import DatatypeDeclaration, SymbolTable, TypeDeclaration, TypePredicate
from .syntax import Node, child, name_of, nodes, span_of, text_of, tokens
from .type_guards import TypeGuard, arrow_guard, elements_guard, is_object, map_guard, natural, tuple_guard, unless_null

ParameterType = tuple[str, TypeGuard | None]
"""The type of a parameter: its text, and what it promises beyond its sort."""
TermLowering = Callable[[Node, Mapping[Name, Sort], Path, DafnySource, Sort], Term]
"""How the condition of a subset type, or its witness, becomes a term of a sort, given that of its variable."""

_BASIC = {"bool": BOOL, "int": INT, "nat": INT, "real": REAL, "char": CHAR, "string": seq_of(CHAR)}
_COLLECTIONS = {"seq": seq_of, "set": set_of, "iset": set_of, "multiset": multiset_of}
_MANY_DIMENSIONS = re.compile(r"array\d\??")
_RANKS = {f"array{rank}": rank for rank in range(2, LARGEST_RANK + 1)}


@define(slots=True)
class _Effort:
    """How much of a type is read already: parts in all, and how deep the reading is."""

    parts: int = 0
    depth: int = 0


@frozen(slots=True)
class Type:
    """A sort and what values of the type satisfy beyond it (None: nothing). `nullable`: null is one of the arrays.
    `kind`: the class or trait whose objects these are, or whose objects a collection or tuple holds, a map as its
    values, and `arguments` what it is applied to; `reference` is the same for objects, where null is not among
    them. `domains`: those of functions; `total`: these are defined wherever their parameters are, and read nothing.
    `fields`: what values satisfy by the fields of the datatypes in them. `fact`: no value of the sort fails to
    satisfy it but what stands for none. `unset`: the value of a variable that nobody gave one, where that is not
    the one of the sort: the witness of the type."""

    sort: Sort
    guard: TypeGuard | None = None
    nullable: bool = False
    reference: str | None = None
    arguments: tuple[Sort, ...] = ()
    kind: str | None = None
    domains: tuple[ParameterType, ...] = ()
    total: bool = False
    fields: TypeGuard | None = None
    fact: bool = False
    unset: Callable[[], Term] | None = None

    @property
    def whole(self) -> TypeGuard | None:
        """All that values of the type satisfy beyond its sort."""
        guard, fields = self.guard, self.fields
        if guard is None or fields is None:
            return guard or fields
        return lambda value: conj(guard(value), fields(value))

    @property
    def instance(self) -> tuple[str, tuple[Sort, ...]] | None:
        """The class or trait with its type arguments."""
        return None if self.kind is None else (self.kind, self.arguments)

    @property
    def as_part(self) -> TypeGuard | None:
        """The guard of values inside another one, where no name says that they are not null."""
        is_array = self.sort.kind == "Array" and not self.nullable
        if self.reference is None and not is_array:
            return self.guard
        guard = self.guard

        def not_null(value: Term) -> Term:
            is_null = op("array.is_null", value) if is_array else op("eq", value, const(NULL, value.sort))
            return negate(is_null) if guard is None else conj(negate(is_null), guard(value))

        return not_null


@frozen(slots=True)
class TypeReader:
    """Reads type expressions at one place of a program. `variables` are the type parameters in scope."""

    names: SymbolTable
    source: DafnySource
    lower: TermLowering
    path: Path = ()
    variables: Mapping[str, Type] = field(factory=dict)
    effort: _Effort = field(factory=_Effort)
    explored: set[Hashable] | None = None
    """While it is asked whether a datatype promises anything: the datatypes that were looked into. The guard of one is
    then any guard at all, and of one that was looked into before it is None."""

    def read(self, node: Node) -> Type:
        """The type that a type expression means. Raises Unsupported for what has no sort."""
        effort = self.effort
        effort.parts += 1
        effort.depth += 1
        if effort.parts > LIMITS.type_parts or effort.depth > LIMITS.type_depth:
            size = f"more than {LIMITS.type_parts:,} parts or {LIMITS.type_depth} levels"
            raise Unsupported(f"a type of {size}, or one that is defined by itself", self._span(node))
        found = self._read(node)
        effort.depth -= 1
        return found

    def _read(self, node: Node) -> Type:
        match name_of(node):
            case "named_type":
                return self._named(node)
            case "collection_type":
                word = str(node.children[0])
                return self._collection(word, self._arguments(child(node, "type_arguments")), node)
            case "tuple_type":
                return _tuple([self.read(part) for part in nodes(node)])
            case "arrow_type":
                return self._arrow(node)
            case kind:
                raise Unsupported(f"the type {kind}", self._span(node))

    def _span(self, node: Node) -> Span:
        return span_of(node, self.source)

    def _arguments(self, node: Node | None) -> list[Type]:
        return [] if node is None else [self.read(part) for part in nodes(node)]

    def _named(self, node: Node) -> Type:
        parts = tuple(str(part.children[0]) for part in nodes(node))
        arguments = self._arguments(child(nodes(node)[-1], "type_arguments"))
        name = parts[0]
        # Type parameters hide types of the same name.
        if len(parts) == 1 and name in self.variables:
            return self.variables[name]
        declared = self.names.find(self.names.types, parts, self.path)
        if declared is not None:
            # Type arguments may be left out: `List` in a member of `List<T>` is `List<T>`.
            arguments = arguments or self._first(len(declared.parameters))
            if declared.kind == "class":
                reference = None if _with_null(parts) else declared.name
                sorts = tuple(argument.sort for argument in arguments)
                return Type(uninterpreted("object"), reference=reference, arguments=sorts, kind=declared.name)
            return self._declared(declared, arguments, node)
        found = self.names.find(self.names.datatypes, parts, self.path)
        if found is not None:
            arguments = arguments or self._first(len(found.parameters))
            if len(arguments) != len(found.parameters):
                raise Unsupported(f"{found.name} without its type arguments", self._span(node))
            sort = datatype(found.name, *(argument.sort for argument in arguments))
            return Type(sort, fields=self._fields(found.name, sort, tuple(arguments)))
        return self._built_in(name, arguments, node)

    def of_sort(self, sort: Sort) -> TypeGuard | None:
        """What values of a datatype satisfy, where no type is written."""
        if sort.kind != "Datatype":
            return None
        return self._fields(str(sort.label), sort, tuple(map(Type, sort.args)))

    def of_variable(self, value: Term) -> Term:
        """The guard of a variable whose sort is known when its scope is lowered."""
        guard = self.of_sort(value.sort)
        return TRUE if guard is None else guard(value)

    def _fields(self, name: str, sort: Sort, arguments: tuple[Type, ...]) -> TypeGuard | None:
        """What values of a datatype satisfy by the types of its fields; None where these promise nothing."""
        declared = self.names.declared_datatypes.get(name)
        if declared is None:
            return None
        key = (name, arguments)
        # A datatype that is being looked at promises nothing more of itself, so that recursive ones end.
        if self.explored is not None:
            if key in self.explored:
                return None
            self.explored.add(key)
            return natural if any(guard for _, _, guard in self._guards(declared, arguments, self.explored)) else None
        if key not in self.names.guarded:
            self.names.guarded[key] = any(guard for _, _, guard in self._guards(declared, arguments, {key}))
        if not self.names.guarded[key]:
            return None
        return lambda value: self._satisfied(key, declared, sort, arguments, value)

    def _guards(
        self, declared: DatatypeDeclaration, arguments: tuple[Type, ...], explored: set[Hashable] | None = None
    ) -> Iterator[tuple[str, int, TypeGuard | None]]:
        """Constructor, position and guard of each field whose type is read."""
        variables = dict(zip(declared.parameters, arguments, strict=False))
        inner = evolve(self, path=declared.path, source=declared.source, variables=variables, explored=explored)
        for constructor, fields in declared.fields:
            for position, node in enumerate(fields):
                with suppress(Unsupported):  # A datatype with a field that has no sort is refused where it is declared.
                    yield constructor, position, evolve(inner, effort=_Effort()).read(node).whole

    def _satisfied(
        self, key: Hashable, declared: DatatypeDeclaration, sort: Sort, arguments: tuple[Type, ...], value: Term
    ) -> Term:
        """The term that a value satisfies the type: a function call where the datatype is recursive, else its
        definition."""
        # The predicate is entered before its body is made: a field of the same type, met inside, then calls it instead
        # of going on for ever.
        predicate = self.names.type_predicates.get(key)
        if predicate is None:
            number = len(self.names.type_predicates)
            predicate = TypePredicate(f"{declared.name}.is-of-type-{number}", Binder("value", sort))
            self.names.type_predicates[key] = predicate
            parameter = var("value", sort)
            conditions = []
            made = {
                constructor.name: constructor.fields for constructor in self.names.datatypes[declared.name].constructors
            }
            types = dict(zip(declared.parameters, sort.args, strict=False))
            for constructor, position, guard in self._guards(declared, arguments):
                if guard is not None and constructor in made:
                    field_ = made[constructor][position]
                    data, kind = (constructor, field_.name), replace_sorts(field_.sort, types)
                    is_made = op("datatype.is", parameter, data=constructor)
                    conditions.append(implies(is_made, guard(op("datatype.at", parameter, data=data, sort=kind))))
            predicate.body = conj(*conditions)
            # A field leads back to this type: only a function can say it. Otherwise the body stands in its place.
            if predicate.called:
                function = Function(predicate.name, (predicate.parameter,), BOOL, predicate.body, ghost=True)
                self.names.type_functions[predicate.name] = function
        if predicate.body is None or predicate.called:
            predicate.called = True
            return op("call", value, data=predicate.name, sort=BOOL)
        return instantiate(predicate.body, {"value": value})

    def _first(self, count: int) -> list[Type]:
        """The first type parameters in scope: they stand for arguments that are left out. None if there are fewer."""
        return list(self.variables.values())[:count] if count <= len(self.variables) else []

    def _built_in(self, name: str, arguments: list[Type], node: Node) -> Type:
        if name in _BASIC and not arguments:
            # `nat` is an integer with a guard; definedness of calls asks for it.
            return Type(_BASIC[name], natural if name == "nat" else None)
        if name.startswith("bv") and name[2:].isdecimal() and len(name) <= 6:
            return Type(bit_vector(int(name[2:])))
        if name in ("array", "array?") and len(arguments) == 1:
            (inner,) = arguments
            collection = _collection_of(array_of(inner.sort), inner)
            if name == "array?":
                collection = evolve(
                    collection,
                    nullable=True,
                    guard=unless_null(collection.guard),
                    fields=unless_null(collection.fields),
                )
            # What an array holds decides what its elements are, so the element's class is kept on the array's type.
            return evolve(collection, kind=inner.kind, arguments=inner.arguments)
        if name == "object":
            return Type(OBJECT, is_object, fact=True)
        if name == "object?":
            return Type(OBJECT)
        if name in _RANKS and len(arguments) == 1:
            return _shaped(shaped_sort(arguments[0].sort, _RANKS[name]), arguments[0])
        if _MANY_DIMENSIONS.fullmatch(name) and len(arguments) == 1:
            # Other dimensions are carried as values of which only equality is known: what reads their elements is
            # refused.
            return Type(uninterpreted(f"{name.rstrip('?')}<{arguments[0].sort}>"))
        raise Unsupported(f"the type {name}", self._span(node))

    def _collection(self, word: str, arguments: list[Type], node: Node) -> Type:
        count = arity(word)
        if not arguments:
            # Those of the declaration stand for them, the first ones first.
            arguments = list(self.variables.values())[:count]
        if len(arguments) != count:
            raise Unsupported(f"{word} without its type arguments", self._span(node))
        if count == 1:
            collection = _collection_of(_COLLECTIONS[word](arguments[0].sort), arguments[0])
            return evolve(collection, kind=arguments[0].kind, arguments=arguments[0].arguments)
        key, value = arguments
        sort = map_of(key.sort, value.sort)
        fields = map_guard(sort, key.fields, value.fields)
        collection = Type(sort, map_guard(sort, key.as_part, value.as_part), fields=fields)
        if (key.kind is not None or key.sort == OBJECT) and key.instance != value.instance:
            return collection  # Which objects are meant, keys or values, no one place says.
        return evolve(collection, kind=value.kind, arguments=value.arguments)

    def _arrow(self, node: Node) -> Type:
        domain, result = nodes(node)
        inputs = [domain]
        if name_of(domain) == "tuple_type":
            inputs = nodes(domain)
        read = [self.read(input_) for input_ in inputs]
        arrow = self.source.text[domain.meta.end_pos : result.meta.start_pos]
        domains = tuple(
            (text_of(input_, self.source), domain_type.guard) for input_, domain_type in zip(inputs, read, strict=True)
        )
        given = self.read(result)
        sort = function_of(*(domain_type.sort for domain_type in read), given.sort)
        is_total = arrow.strip() == "->"
        # What a partial function gives where it is not defined is nothing of its type.
        guard = arrow_guard(sort, [domain_type.as_part for domain_type in read], given.as_part) if is_total else None
        return Type(sort, guard, domains=domains, total=is_total)

    def _declared(self, declared: TypeDeclaration, arguments: list[Type], node: Node) -> Type:
        if declared.definition is None:
            return Type(uninterpreted(declared.name))
        if len(arguments) != len(declared.parameters):
            raise Unsupported(f"{declared.name} without its type arguments", self._span(node))
        inner = evolve(
            self,
            path=declared.path,
            source=declared.source,
            variables=dict(zip(declared.parameters, arguments, strict=True)),
        )
        if name_of(declared.definition) != "subset":
            return inner.read(declared.definition)
        return inner.subset(declared.definition)

    def subset(self, node: Node) -> Type:
        """`x: T | P`: the type T with the guard P."""
        variable = tokens(node)[0]
        typed = [part for part in nodes(node) if name_of(part) != "witness"]
        base = self.read(typed[0]) if len(typed) > 1 else self._base(node, str(variable), typed[-1])
        binder = Binder(str(variable), base.sort)

        def guard(value: Term) -> Term:
            # A subset type whose condition mentions the type itself would be expanded without end: `expanding` raises
            # there.
            with self.names.expanding(node):
                condition = self.lower(typed[-1], {binder.name: binder.sort}, self.path, self.source, BOOL)
            # A variable is put in place: a bound variable has the bounds that its type says, under its own name.
            if value.op == "var":
                condition = instantiate(condition, {binder.name: value})
            else:
                condition = let(binder, value, condition)
            return condition if base.guard is None else conj(base.guard(value), condition)

        # The witness is the value of what nobody initialises; with `*` or without one, the type's base has it.
        written = child(node, "witness")
        if written is None or child(written, "wildcard") is not None:
            return Type(base.sort, guard, fields=base.fields, unset=base.unset)
        (witness,) = nodes(written)
        unset = partial(self.lower, witness, {}, self.path, self.source, base.sort)
        return Type(base.sort, guard, fields=base.fields, unset=unset)

    def _base(self, node: Node, variable: str, condition: Node) -> Type:
        """The type of a variable that is declared without one, as its condition tells it: `r | 0.5 <= r` is about real
        numbers. One of which that tells nothing else is a whole number."""
        for sort in (INT, REAL, CHAR, BOOL):
            with suppress(Unsupported), self.names.expanding(node):
                self.lower(condition, {variable: sort}, self.path, self.source, BOOL)
                return Type(sort)
        return Type(INT)


def _with_null(parts: Path) -> bool:
    """`C?`: objects of the class, and null."""
    return parts[-1].endswith("?")


def _tuple(parts: list[Type]) -> Type:
    sort = tuple_of(*(part.sort for part in parts))
    whole = Type(
        sort, tuple_guard([part.as_part for part in parts]), fields=tuple_guard([part.fields for part in parts])
    )
    classes = {part.instance for part in parts if part.kind is not None or OBJECT in sorts_in(part.sort)}
    instance = classes.pop() if len(classes) == 1 else None
    return whole if instance is None else evolve(whole, kind=instance[0], arguments=instance[1])


def _shaped(sort: Sort, element: Type) -> Type:
    """An array of several dimensions of elements, as a value, or as a variable for the elements alone."""
    of_elements = _collection_of(sort.args[0], element)
    guard = of_elements.guard

    # Of a value the shape is part of the promise; a variable for the elements has none.
    def every(value: Term) -> Term:
        if is_shaped(value.sort):
            elements, shape = array_of_shaped(value), has_its_shape(value)
            return shape if guard is None else conj(shape, guard(elements))
        elements = var(value.data, array_of(*value.sort.args))
        return TRUE if guard is None else guard(elements)

    fields = of_elements.fields

    def promised(value: Term) -> Term:
        assert fields is not None
        return fields(array_of_shaped(value) if is_shaped(value.sort) else var(value.data, array_of(*value.sort.args)))

    return Type(sort, every, fields=None if fields is None else promised, fact=guard is None)


def _collection_of(sort: Sort, element: Type) -> Type:
    """A seq, set, multiset or array of elements."""
    fields = elements_guard(sort, element.fields)
    return Type(sort, elements_guard(sort, element.as_part), fields=fields, fact=element.fact)
