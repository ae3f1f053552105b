"""Displays and the parts of collections: `[1, 2]`, `s[i]`, `s[a..b]`, `m[k := v]`, `multiset(s)`."""

from itertools import pairwise

from lark import Tree

from ....core.errors import Unsupported
from ....core.ir.build import between, folded, integer, op
from ....core.ir.contracts import Datatype
from ....core.ir.operator_names import OperatorName, operator_name
from ....core.ir.shapes import is_shaped
from ....core.ir.sorts import INT, OBJECT, Sort, map_of, multiset_of, seq_of, set_of, tuple_of
from ....core.ir.substitution import unused_name
from ....core.ir.terms import Binder, Term, make, var
from ....core.spans import Span
from ..syntax import Node, name_of, nodes
from .elaboration import Draft, Elaboration, Scope, rule
from .indices import as_position, element, position_sort
from .resolution import by_constructor, field_of

_LITERALS = {"set": set_of, "iset": set_of, "multiset": multiset_of}


def _display(
    elaboration: Elaboration, literal: OperatorName, sort: Sort, written_elements: list[Node], node: Node, scope: Scope
) -> Draft:
    """A display of elements of one sort: objects, where one is an object or an array that an object holds."""
    drafts = [elaboration.infer(written_element, scope) for written_element in written_elements]
    # `Repr == {this, a}`: an array that stands beside an object is meant as a reference, not as its elements. Which of
    # the two it is decides the sort of the whole display, so it is asked before the sorts are unified.
    kinds = [
        elaboration.inference.shallow(element_kind)
        for element_kind in (sort.args[0], *(draft.sort for draft in drafts))
    ]
    if OBJECT in kinds or any(draft.identity is not None for draft in drafts):
        drafts = [
            elaboration.as_object(draft, written_element)
            for draft, written_element in zip(drafts, written_elements, strict=True)
        ]
    for draft, written_element in zip(drafts, written_elements, strict=True):
        elaboration.inference.unify(draft.sort, sort.args[0], elaboration.span(written_element))
    return elaboration.make_folded(literal, drafts, sort, node)


@rule("sequence_display")
def sequence_display(elaboration: Elaboration, node: Node, scope: Scope) -> Draft:
    return _display(elaboration, "seq.literal", seq_of(elaboration.inference.fresh()), nodes(node), node, scope)


@rule("set_display")
def set_display(elaboration: Elaboration, node: Node, scope: Scope) -> Draft:
    return _display(elaboration, "set.literal", set_of(elaboration.inference.fresh()), nodes(node), node, scope)


def objects_display(elaboration: Elaboration, draft: Draft, node: Node, sort_beside: Sort, scope: Scope) -> Draft:
    """An expression beside one of `sort_beside`: of a display of arrays beside a set of objects the elements are
    objects, too."""
    # A display of arrays is one of sequences elsewhere; beside objects it is their identities that count.
    mixed = elaboration.inference.shallow(draft.sort).kind == "Set" and elaboration.inference.shallow(
        sort_beside
    ) == set_of(OBJECT)
    if not mixed or name_of(node) != "set_display":
        return draft
    element_sort = elaboration.inference.shallow(draft.sort.args[0])
    if element_sort.kind != "Array" and not is_shaped(element_sort):
        return draft
    return _display(elaboration, "set.literal", set_of(OBJECT), nodes(node), node, scope)


@rule("collection_display")
def collection_display(elaboration: Elaboration, node: Node, scope: Scope) -> Draft:
    word = str(node.children[0])
    if word not in _LITERALS:
        raise elaboration.unsupported(f"{word}{{...}}", node)
    literal: OperatorName = "multiset.literal" if word == "multiset" else "set.literal"
    return _display(elaboration, literal, _LITERALS[word](elaboration.inference.fresh()), nodes(node), node, scope)


@rule("map_display")
def map_display(elaboration: Elaboration, node: Node, scope: Scope) -> Draft:
    if str(node.children[0]) not in ("map", "imap"):
        raise elaboration.unsupported(f"{node.children[0]}[...]", node)
    key, value = elaboration.inference.fresh(), elaboration.inference.fresh()
    drafts: list[Draft] = []
    for maplet in nodes(node):
        written_key, right = nodes(maplet)
        drafts += [elaboration.check(written_key, key, scope), elaboration.check(right, value, scope)]
    return elaboration.make_folded("map.literal", drafts, map_of(key, value), node)


@rule("tuple")
def tuple_(elaboration: Elaboration, node: Node, scope: Scope) -> Draft:
    drafts = [elaboration.infer(component, scope) for component in nodes(node)]
    return elaboration.make_folded("tuple.make", drafts, tuple_of(*(draft.sort for draft in drafts)), node)


@rule("construction")
def construction(elaboration: Elaboration, node: Node, scope: Scope) -> Draft:
    """`multiset(s)`, `seq(n, f)`."""
    word, operands = str(node.children[0]), [operand for operand in nodes(node) if name_of(operand) != "type_arguments"]
    if word == "multiset" and len(operands) == 1:
        return _multiset_of(elaboration, operands[0], node, scope)
    if word == "seq" and len(operands) == 2:
        return sequence_of(
            elaboration, elaboration.check(operands[0], INT, scope), elaboration.infer(operands[1], scope), node
        )
    raise elaboration.unsupported(f"{word}(...)", node)


def _multiset_of(elaboration: Elaboration, operand: Node, node: Node, scope: Scope) -> Draft:
    value, element, span = elaboration.infer(operand, scope), elaboration.inference.fresh(), elaboration.span(node)
    elaboration.constrain_elements(element, value.sort, ("Seq", "Set"), "multiset", span)

    def build() -> Term:
        term = value.build()
        return folded(op(operator_name(f"multiset.of_{term.sort.kind.lower()}"), term, span=span))

    return Draft(multiset_of(element), build)


def sequence_of(elaboration: Elaboration, length: Draft, function: Draft, node: Node) -> Draft:
    """`seq(n, f)`: f(0), ..., f(n - 1)."""
    element, span = elaboration.inference.fresh(), elaboration.span(node)
    elaboration.inference.unify(function.sort, Sort("Function", (INT, element)), span)

    def build() -> Term:
        term = function.build()
        # A function that is written out is put in place: `seq(n, i => 2 * i)` needs no function value, which solvers
        # know less of than of the sequence.
        if term.op == "lambda":
            (binder,), body = term.data, term.args[-1]
        else:
            binder = Binder(unused_name("index'", term), INT)
            body = op("apply", term, var(binder.name, INT), span=span)
        domain = between(integer(0), length.build())
        return make("seq.comprehension", (domain, body), seq_of(body.sort), (binder,), span)

    return Draft(seq_of(element), build)


@rule("index")
def index(elaboration: Elaboration, node: Node, scope: Scope) -> Draft:
    collection, *positions = nodes(node)
    # Several indices: an array of several dimensions.
    if len(positions) > 1:
        indices = [elaboration.infer(position, scope) for position in positions]
        return element(elaboration, elaboration.infer(collection, scope), indices, node, scope)
    value, position = elaboration.infer(collection, scope), elaboration.infer(positions[0], scope)
    result, span = elaboration.inference.fresh(), elaboration.span(node)

    # The kind of the collection tells the sort of the index and of the element.
    def constrain(sort: Sort) -> None:
        match sort.kind:
            case "Seq" | "Array" | "HeldArray":
                key_sort, element_sort = position_sort(elaboration, position), sort.args[0]
            case "Map":
                key_sort, element_sort = sort.args
            case "Multiset":
                key_sort, element_sort = sort.args[0], INT
            case _:
                raise Unsupported(f"an index of a {sort}", span)
        elaboration.inference.unify(position.sort, key_sort, span)
        elaboration.inference.unify(result, element_sort, span)

    elaboration.inference.when_known(value.sort, constrain, "an index", span)

    def build() -> Term:
        term = value.build()
        operator: dict[str, OperatorName] = {
            "Seq": "seq.at",
            "Array": "array.at",
            "Map": "map.at",
            "Multiset": "multiset.count",
        }
        # An array that another name stands for cannot be read in this state.
        if term.sort.kind not in operator:
            raise elaboration.unsupported("an element of an array that another name stands for", node)
        index = position.build()
        if term.sort.kind in ("Seq", "Array"):
            index = as_position(index)
        return op(operator[term.sort.kind], term, index, span=span)

    return Draft(result, build)


@rule("slice")
def slice_(elaboration: Elaboration, node: Node, scope: Scope) -> Draft:
    """`s[a..b]` of a seq or array; either bound may be missing."""
    collection = nodes(node)[0]
    low, high = (child if isinstance(child, Tree) else None for child in node.children[1:])
    value, element, span = elaboration.infer(collection, scope), elaboration.inference.fresh(), elaboration.span(node)
    bounds = [None if bound is None else elaboration.check(bound, INT, scope) for bound in (low, high)]

    elaboration.constrain_elements(element, value.sort, ("Seq", "Array", "HeldArray"), "a slice", span)

    # Whether it is an array is known when all is inferred: its slice is one of its elements.
    def build() -> Term:
        term = value.build()
        if term.sort.kind == "Array":
            term = op("array.elements", term, span=span)
        if low is None and high is None:
            return term
        start = integer(0, span) if bounds[0] is None else bounds[0].build()
        behind = op("seq.len", term, span=span) if bounds[1] is None else bounds[1].build()
        return op("seq.slice", term, start, behind, span=span)

    return Draft(seq_of(element), build)


@rule("slices", "slices_and_rest")
def slices(elaboration: Elaboration, node: Node, scope: Scope) -> Draft:
    """`s[2:3]` is the sequence of the slices of s that have these lengths, one after the other; `s[2:3:]` has what is
    left of s as one more (reference manual, "Other Sequence Expressions")."""
    collection, *lengths = nodes(node)
    value, element, span = elaboration.infer(collection, scope), elaboration.inference.fresh(), elaboration.span(node)
    drafts = [elaboration.check(length, INT, scope) for length in lengths]

    elaboration.constrain_elements(element, value.sort, ("Seq", "Array"), "slices", span)

    # The sort may become known after this point, so that whether it is an array is asked while building.
    def build() -> Term:
        term = value.build()
        if term.sort.kind == "Array":
            term = op("array.elements", term, span=span)
        ends = [integer(0, span)]
        # Slices are given by their lengths: the ends are running sums.
        for draft in drafts:
            ends.append(op("add", ends[-1], draft.build(), span=span))
        if name_of(node) == "slices_and_rest":
            ends.append(op("seq.len", term, span=span))
        slices = [op("seq.slice", term, start, slice_end, span=span) for start, slice_end in pairwise(ends)]
        return op("seq.literal", *slices, span=span)

    return Draft(seq_of(seq_of(element)), build)


@rule("update")
def update(elaboration: Elaboration, node: Node, scope: Scope) -> Draft:
    """`s[i := v]`, `m[k := v]`, `b[x := n]`; several updates are made from left to right."""
    collection, *maplets = nodes(node)
    result = elaboration.infer(collection, scope)
    for maplet in maplets:
        key, value = (elaboration.infer(node, scope) for node in nodes(maplet))
        result = _updated(elaboration, result, key, value, elaboration.span(node))
    return result


# The collection's sort is often known only from what follows (`var m := map[]; m := m[k := v];`), and decides what the
# key is: so a constraint waits for it (`when_known`), and the operator is chosen when the term is built.
def _updated(elaboration: Elaboration, collection: Draft, key: Draft, value: Draft, span: Span) -> Draft:
    # What may stand in the brackets depends on the collection, whose type may be known later.
    def constrain(sort: Sort) -> None:
        of_sequence = (position_sort(elaboration, key), *sort.args)
        key_and_value = {"Seq": of_sequence, "Map": sort.args, "Multiset": (*sort.args, INT)}.get(sort.kind)
        if key_and_value is None:
            raise Unsupported(f"an update of a {sort}", span)
        elaboration.inference.unify(key.sort, key_and_value[0], span)
        elaboration.inference.unify(value.sort, key_and_value[1], span)

    elaboration.inference.when_known(collection.sort, constrain, "an update", span)

    def build() -> Term:
        term = collection.build()
        index = as_position(key.build()) if term.sort.kind == "Seq" else key.build()
        return op(operator_name(f"{term.sort.kind.lower()}.update"), term, index, value.build(), span=span)

    return Draft(collection.sort, build)


@rule("datatype_update")
def datatype_update(elaboration: Elaboration, node: Node, scope: Scope) -> Draft:
    """`d.(f := v)`: the same constructor with another field."""
    subject, *updates = nodes(node)
    result = elaboration.infer(subject, scope)
    for field_update in updates:
        result = _with_field(
            elaboration, result, str(field_update.children[0]), elaboration.infer(nodes(field_update)[0], scope), node
        )
    return result


def _with_field(elaboration: Elaboration, subject: Draft, name: str, value: Draft, node: Node) -> Draft:
    span = elaboration.span(node)

    # The constructors with the field decide what an update is.
    def owner(sort: Sort) -> Datatype:
        declared = elaboration.names.datatypes.get(str(sort.label))
        if declared is None or not any(f.name == name for c in declared.constructors for f in c.fields):
            raise Unsupported(f"an update of the field {name} of a {sort}", span)
        return declared

    def constrain(sort: Sort) -> None:
        elaboration.inference.unify(
            value.sort, field_of(elaboration, owner(sort), subject, sort, name, node).sort, span
        )

    elaboration.inference.when_known(subject.sort, constrain, "an update", span)

    def build() -> Term:
        term, new = subject.build(), value.build()

        # Each constructor with the field is updated in its own way.
        def updated(constructor: str) -> Term:
            return op("datatype.update", term, new, data=(constructor, name), span=span)

        return by_constructor(owner(term.sort), name, term, updated, span)

    return Draft(subject.sort, build)
