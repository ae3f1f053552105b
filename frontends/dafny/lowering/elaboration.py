"""The engine of lowering: drafts, scopes, and the rules that make drafts of nodes.

It goes in two passes, since the type of a part may stand to the right of it: in `[] + s` that of `[]` is known when `s`
was read. First each rule gives a draft, whose sort may have unknowns, and says what has to agree (`unify`, or
`when_known` for what depends on a sort that is not known yet); then all is solved, and only then are terms built
(`finish`). So what a rule does depending on the kind of a sort belongs into `when_known`, or into the function that its
draft is built by: before that, a sort may be an unknown that turns out to be anything.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from attrs import define, evolve, field, frozen
from lark import Token

from ....core.errors import SortError, Unsupported, contained
from ....core.handlers import entering
from ....core.ir.build import folded, op
from ....core.ir.operator_names import OperatorName
from ....core.ir.shapes import array_of_shaped, is_shaped
from ....core.ir.sorts import OBJECT, Sort
from ....core.ir.terms import Binder, Term, var
from ....core.ir.variables import Name
from ....core.spans import Span
from ..classes import Path, Reference
from ..inference import Inference
from ..lexing.scan import DafnySource
from ..names import SymbolTable
from ..syntax import Node, check_depth, name_of, span_of
from ..types import ParameterType, Type, TypeReader


@define(slots=True, eq=False)
class Draft:
    """A typed expression: its sort, perhaps with unknowns, and how its term is built when none are left. Of an array
    that an object holds the term has the elements, and `identity` says which array it is."""

    sort: Sort
    _make: Callable[[], Term]
    identity: "Draft | None" = None
    _term: Term | None = field(default=None, init=False)

    def build(self) -> Term:
        """The term. To be called when every sort is known; built once, however often it is asked for."""
        if self._term is None:
            self._term = self._make()
        return self._term


@frozen(slots=True)
class Scope:
    """What names mean at one place of an expression.

    `modified` are the parameters whose state before the call is the variable `old(name)`; `old` says whether the
    expression stands inside `old(...)`. `receiver` is the sort of `this` among the members of a datatype. `objects`
    are the names of objects whose fields are variables. `allocated` are the arrays that exist in the pre-state; None
    where there is one state only; `all_existing`: what exists is asked of the set of all that does. `label`: the pre-
    state is that at a label; `labels` are those of a body, each with the arrays and fields that there were. `kinds`:
    name → class or trait, with its type arguments, of the objects that it is or holds. `hidden` are objects and arrays
    whose name is that of a bound variable here: nothing can be said of their state. `domains`: variable that is a
    function → the types of its parameters; `total` are those that are defined wherever these are, and read nothing.
    `fixed_arrays`: every array has in both states the same elements; `by_input`: each input says which array is which.
    `executed`: in a body, where the fields of all objects have those of objects with names among them.
    """

    variables: Mapping[Name, Sort] = field(factory=dict)
    path: Path = ()
    type_variables: Mapping[str, Type] = field(factory=dict)
    modified: frozenset[Name] = frozenset()
    old: bool = False
    receiver: Sort | None = None
    objects: Mapping[Name, Reference] = field(factory=dict)
    allocated: tuple[Name, ...] | None = None
    all_existing: bool = False
    label: str = ""
    labels: Mapping[str, frozenset[Name]] = field(factory=dict)
    kinds: Mapping[Name, tuple[str, tuple[Sort, ...]]] = field(factory=dict)
    hidden: frozenset[Name] = frozenset()
    domains: Mapping[Name, tuple[ParameterType, ...]] = field(factory=dict)
    total: frozenset[Name] = frozenset()
    fixed_arrays: bool = False
    by_input: bool = False
    executed: bool = False

    def inner(self, *binders: Binder) -> "Scope":
        """The scope inside an expression that binds variables."""
        added = {binder.name for binder in binders}
        return evolve(self.bind(*binders), hidden=self.hidden | (added & {*self.objects, *(self.allocated or ())}))

    def bind(self, *binders: Binder) -> "Scope":
        """The scope with more variables, which hide others of the same names."""
        added = {binder.name: binder.sort for binder in binders}
        # All that was known of a name that is hidden now is about another variable.
        objects = {name: object_ for name, object_ in self.objects.items() if name not in added}
        kinds = {name: kind for name, kind in self.kinds.items() if name not in added}
        variables = {**self.variables, **added}
        modified = self.modified - added.keys()
        domains = {name: domain for name, domain in self.domains.items() if name not in added}
        scope = evolve(self, variables=variables, modified=modified, objects=objects, kinds=kinds, domains=domains)
        return evolve(scope, total=self.total - added.keys()) if self.total else scope

    def holding(self, kinds: Mapping[Name, tuple[str, tuple[Sort, ...]] | None]) -> "Scope":
        """The scope in which it is known of which class the objects are that these names are or hold."""
        added = {name: kind for name, kind in kinds.items() if kind is not None}
        return evolve(self, kinds={**self.kinds, **added}) if added else self

    def with_objects(self, objects: Mapping[Name, Reference], fields: Mapping[Name, Sort]) -> "Scope":
        """The scope with names that stand for objects, and fields of theirs."""
        return evolve(self, variables={**self.variables, **fields}, objects={**self.objects, **objects})


Rule = Callable[["Elaboration", Node, Scope], Draft]
RULES: dict[str, Rule] = {}
"""Kind of node → the rule for it."""
rule = entering(RULES)


@define(slots=True)
class Elaboration:
    """The lowering of one expression, or of several that share their unknowns."""

    names: SymbolTable
    source: DafnySource
    inference: Inference = field(factory=Inference)
    _count: int = 0

    # -- expressions

    def term(self, node: Node, scope: Scope, expected: Sort | None = None) -> Term:
        """The term of an expression. Raises Unsupported for what is not lowered."""
        check_depth(node, self.source)
        with contained(self.span(node)):
            draft = self.infer(node, scope) if expected is None else self.check(node, expected, scope)
            return self.finish(draft, node)

    def finish(self, draft: Draft, node: Node) -> Term:
        """Find what is still unknown and build the term."""
        self.inference.solve()
        try:
            return draft.build()
        except SortError as error:
            raise Unsupported(f"an expression of this type ({error})", self.span(node)) from error

    def infer(self, node: Node, scope: Scope) -> Draft:
        lowering_rule = RULES.get(name_of(node))
        if lowering_rule is None:
            raise Unsupported(name_of(node).replace("_", " "), self.span(node))
        return lowering_rule(self, node, scope)

    def check(self, node: Node, sort: Sort, scope: Scope) -> Draft:
        """The draft of an expression that must have this sort."""
        draft = self.infer(node, scope)
        if self.inference.shallow(sort) == OBJECT:
            draft = self.as_object(draft, node)
        self.inference.unify(draft.sort, sort, self.span(node))
        return draft

    def constrain_elements(
        self, element: Sort, collection: Sort, kinds: Collection[str], construct: str, span: Span | None
    ) -> None:
        """The elements of a collection of one of these kinds, the keys of a map, are of the sort `element`; when the
        kind of the collection is known to be another one, Unsupported is raised."""

        def constrain(collection_sort: Sort) -> None:
            if collection_sort.kind not in kinds:
                raise Unsupported(f"{construct} of a {collection_sort}", span)
            self.inference.unify(element, collection_sort.args[0], span)

        self.inference.when_known(collection, constrain, construct, span)

    def as_object(self, draft: Draft, node: Node) -> Draft:
        """An array as an object among others; any other value as it is."""
        if draft.identity is not None:
            return draft.identity
        array = self.as_array(draft)
        if self.inference.shallow(array.sort).kind != "Array":
            return draft
        return Draft(OBJECT, lambda: op("array.object", array.build(), span=self.span(node)))

    def as_array(self, draft: Draft) -> Draft:
        """The array of the elements of a matrix; any other value unchanged."""
        sort = self.inference.shallow(draft.sort)
        if not is_shaped(sort):
            return draft
        return Draft(sort.args[0], lambda: array_of_shaped(draft.build()))

    def resolve(self, sort: Sort, node: Node | None = None) -> Sort:
        return self.inference.resolve(sort, None if node is None else self.span(node))

    # -- helpers of rules

    def span(self, tree: Node | Token) -> Span:
        return span_of(tree, self.source)

    def unsupported(self, construct: str, tree: Node | Token) -> Unsupported:
        return Unsupported(construct, self.span(tree))

    def make(self, name: OperatorName, drafts: Iterable[Draft], sort: Sort, node: Node, data: Any = None) -> Draft:
        """The draft of an operator on drafts."""
        arguments, span = tuple(drafts), self.span(node)
        return Draft(
            sort,
            lambda: op(
                name, *(draft.build() for draft in arguments), data=data, sort=self.resolve(sort, node), span=span
            ),
        )

    def make_folded(
        self, name: OperatorName, drafts: Iterable[Draft], sort: Sort, node: Node, data: Any = None
    ) -> Draft:
        """The same, but a constant when all arguments are: displays and constructors of constants."""
        unfolded = self.make(name, drafts, sort, node, data)

        return Draft(sort, lambda: folded(unfolded.build(), self.names.datatypes))

    def variable(self, name: Name, sort: Sort, node: Node | None = None) -> Draft:
        span = None if node is None else self.span(node)
        return Draft(sort, lambda: var(name, self.resolve(sort, node), span))

    def fresh_name(self, base: Name, scope: Scope) -> str:
        """A variable's name that is not in scope and that nobody writes."""
        while True:
            self._count += 1
            name = f"{base}{self._count}'"
            if name not in scope.variables:
                return name

    def types(self, scope: Scope) -> TypeReader:
        return TypeReader(self.names, self.source, self._part_of_type, scope.path, scope.type_variables)

    def read_type(self, node: Node, scope: Scope) -> Type:
        """A type and its guard. Raises Unsupported for one without a sort."""
        check_depth(node, self.source)
        with contained(self.span(node)):
            return self.types(scope).read(node)

    def _part_of_type(
        self, node: Node, variables: Mapping[Name, Sort], path: Path, source: DafnySource, sort: Sort
    ) -> Term:
        return Elaboration(self.names, source).term(node, Scope(variables, path), sort)
