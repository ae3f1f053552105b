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


def _display(e: Elaboration, literal: OperatorName, sort: Sort, parts: list[Node], node: Node, scope: Scope) -> Draft:
    """A display of elements of one sort: objects, where one is an object or an array that an object holds."""
    drafts = [e.infer(part, scope) for part in parts]
    # `Repr == {this, a}`: an array that stands beside an object is meant as a reference, not as its elements. Which of
    # the two it is decides the sort of the whole display, so it is asked before the sorts are unified.
    kinds = [e.inference.shallow(each) for each in (sort.args[0], *(draft.sort for draft in drafts))]
    if OBJECT in kinds or any(draft.identity is not None for draft in drafts):
        drafts = [e.as_object(draft, part) for draft, part in zip(drafts, parts, strict=True)]
    for draft, part in zip(drafts, parts, strict=True):
        e.inference.unify(draft.sort, sort.args[0], e.span(part))
    return e.make_folded(literal, drafts, sort, node)


@rule("sequence_display")
def sequence_display(e: Elaboration, node: Node, scope: Scope) -> Draft:
    return _display(e, "seq.literal", seq_of(e.inference.fresh()), nodes(node), node, scope)


@rule("set_display")
def set_display(e: Elaboration, node: Node, scope: Scope) -> Draft:
    return _display(e, "set.literal", set_of(e.inference.fresh()), nodes(node), node, scope)


def objects_display(e: Elaboration, draft: Draft, node: Node, other: Sort, scope: Scope) -> Draft:
    """An expression beside one of the sort `other`: of a display of arrays beside a set of objects the elements are
    objects, too."""
    mixed = e.inference.shallow(draft.sort).kind == "Set" and e.inference.shallow(other) == set_of(OBJECT)
    if not mixed or name_of(node) != "set_display":
        return draft
    element_sort = e.inference.shallow(draft.sort.args[0])
    if element_sort.kind != "Array" and not is_shaped(element_sort):
        return draft
    return _display(e, "set.literal", set_of(OBJECT), nodes(node), node, scope)


@rule("collection_display")
def collection_display(e: Elaboration, node: Node, scope: Scope) -> Draft:
    word = str(node.children[0])
    if word not in _LITERALS:
        raise e.unsupported(f"{word}{{...}}", node)
    literal: OperatorName = "multiset.literal" if word == "multiset" else "set.literal"
    return _display(e, literal, _LITERALS[word](e.inference.fresh()), nodes(node), node, scope)


@rule("map_display")
def map_display(e: Elaboration, node: Node, scope: Scope) -> Draft:
    if str(node.children[0]) not in ("map", "imap"):
        raise e.unsupported(f"{node.children[0]}[...]", node)
    key, value = e.inference.fresh(), e.inference.fresh()
    drafts: list[Draft] = []
    for maplet in nodes(node):
        left, right = nodes(maplet)
        drafts += [e.check(left, key, scope), e.check(right, value, scope)]
    return e.make_folded("map.literal", drafts, map_of(key, value), node)


@rule("tuple")
def tuple_(e: Elaboration, node: Node, scope: Scope) -> Draft:
    drafts = [e.infer(part, scope) for part in nodes(node)]
    return e.make_folded("tuple.make", drafts, tuple_of(*(draft.sort for draft in drafts)), node)


@rule("construction")
def construction(e: Elaboration, node: Node, scope: Scope) -> Draft:
    """`multiset(s)`, `seq(n, f)`."""
    word, parts = str(node.children[0]), [part for part in nodes(node) if name_of(part) != "type_arguments"]
    if word == "multiset" and len(parts) == 1:
        return _multiset_of(e, parts[0], node, scope)
    if word == "seq" and len(parts) == 2:
        return sequence_of(e, e.check(parts[0], INT, scope), e.infer(parts[1], scope), node)
    raise e.unsupported(f"{word}(...)", node)


def _multiset_of(e: Elaboration, part: Node, node: Node, scope: Scope) -> Draft:
    value, element, span = e.infer(part, scope), e.inference.fresh(), e.span(node)
    e.constrain_elements(element, value.sort, ("Seq", "Set"), "multiset", span)

    def build() -> Term:
        term = value.build()
        return folded(op(operator_name(f"multiset.of_{term.sort.kind.lower()}"), term, span=span))

    return Draft(multiset_of(element), build)


def sequence_of(e: Elaboration, length: Draft, function: Draft, node: Node) -> Draft:
    """`seq(n, f)`: f(0), ..., f(n - 1)."""
    element, span = e.inference.fresh(), e.span(node)
    e.inference.unify(function.sort, Sort("Function", (INT, element)), span)

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
def index(e: Elaboration, node: Node, scope: Scope) -> Draft:
    collection, *positions = nodes(node)
    if len(positions) > 1:
        indices = [e.infer(position, scope) for position in positions]
        return element(e, e.infer(collection, scope), indices, node, scope)
    value, position = e.infer(collection, scope), e.infer(positions[0], scope)
    result, span = e.inference.fresh(), e.span(node)

    def constrain(sort: Sort) -> None:
        match sort.kind:
            case "Seq" | "Array" | "HeldArray":
                wanted, found = position_sort(e, position), sort.args[0]
            case "Map":
                wanted, found = sort.args
            case "Multiset":
                wanted, found = sort.args[0], INT
            case _:
                raise Unsupported(f"an index of a {sort}", span)
        e.inference.unify(position.sort, wanted, span)
        e.inference.unify(result, found, span)

    e.inference.when_known(value.sort, constrain, "an index", span)

    def build() -> Term:
        term = value.build()
        operator: dict[str, OperatorName] = {
            "Seq": "seq.at",
            "Array": "array.at",
            "Map": "map.at",
            "Multiset": "multiset.count",
        }
        if term.sort.kind not in operator:
            raise e.unsupported("an element of an array that another name stands for", node)
        place = position.build()
        if term.sort.kind in ("Seq", "Array"):
            place = as_position(place)
        return op(operator[term.sort.kind], term, place, span=span)

    return Draft(result, build)


@rule("slice")
def slice_(e: Elaboration, node: Node, scope: Scope) -> Draft:
    """`s[a..b]` of a seq or array; either bound may be missing."""
    collection = nodes(node)[0]
    low, high = (child if isinstance(child, Tree) else None for child in node.children[1:])
    value, element, span = e.infer(collection, scope), e.inference.fresh(), e.span(node)
    bounds = [None if bound is None else e.check(bound, INT, scope) for bound in (low, high)]

    e.constrain_elements(element, value.sort, ("Seq", "Array", "HeldArray"), "a slice", span)

    def build() -> Term:
        term = value.build()
        if term.sort.kind == "Array":
            term = op("array.elements", term, span=span)
        if low is None and high is None:
            return term
        start = integer(0, span) if bounds[0] is None else bounds[0].build()
        end = op("seq.len", term, span=span) if bounds[1] is None else bounds[1].build()
        return op("seq.slice", term, start, end, span=span)

    return Draft(seq_of(element), build)


@rule("slices", "slices_and_rest")
def slices(e: Elaboration, node: Node, scope: Scope) -> Draft:
    """`s[2:3]` is the sequence of the slices of s that have these lengths, one after the other; `s[2:3:]` has what is
    left of s as one more (reference manual, "Other Sequence Expressions")."""
    collection, *lengths = nodes(node)
    value, element, span = e.infer(collection, scope), e.inference.fresh(), e.span(node)
    drafts = [e.check(length, INT, scope) for length in lengths]

    e.constrain_elements(element, value.sort, ("Seq", "Array"), "slices", span)

    def build() -> Term:
        term = value.build()
        if term.sort.kind == "Array":
            term = op("array.elements", term, span=span)
        ends = [integer(0, span)]
        for draft in drafts:
            ends.append(op("add", ends[-1], draft.build(), span=span))
        if name_of(node) == "slices_and_rest":
            ends.append(op("seq.len", term, span=span))
        parts = [op("seq.slice", term, start, end, span=span) for start, end in pairwise(ends)]
        return op("seq.literal", *parts, span=span)

    return Draft(seq_of(seq_of(element)), build)


@rule("update")
def update(e: Elaboration, node: Node, scope: Scope) -> Draft:
    """`s[i := v]`, `m[k := v]`, `b[x := n]`; several updates are made from left to right."""
    collection, *maplets = nodes(node)
    result = e.infer(collection, scope)
    for maplet in maplets:
        key, value = (e.infer(node, scope) for node in nodes(maplet))
        result = _updated(e, result, key, value, e.span(node))
    return result


# The collection's sort is often known only from what follows (`var m := map[]; m := m[k := v];`), and decides what the
# key is: so a constraint waits for it (`when_known`), and the operator is chosen when the term is built.
def _updated(e: Elaboration, collection: Draft, key: Draft, value: Draft, span: Span) -> Draft:
    def constrain(sort: Sort) -> None:
        of_sequence = (position_sort(e, key), *sort.args)
        wanted = {"Seq": of_sequence, "Map": sort.args, "Multiset": (*sort.args, INT)}.get(sort.kind)
        if wanted is None:
            raise Unsupported(f"an update of a {sort}", span)
        e.inference.unify(key.sort, wanted[0], span)
        e.inference.unify(value.sort, wanted[1], span)

    e.inference.when_known(collection.sort, constrain, "an update", span)

    def build() -> Term:
        term = collection.build()
        place = as_position(key.build()) if term.sort.kind == "Seq" else key.build()
        return op(operator_name(f"{term.sort.kind.lower()}.update"), term, place, value.build(), span=span)

    return Draft(collection.sort, build)


@rule("datatype_update")
def datatype_update(e: Elaboration, node: Node, scope: Scope) -> Draft:
    """`d.(f := v)`: the same constructor with another field."""
    subject, *updates = nodes(node)
    result = e.infer(subject, scope)
    for part in updates:
        result = _with_field(e, result, str(part.children[0]), e.infer(nodes(part)[0], scope), node)
    return result


def _with_field(e: Elaboration, subject: Draft, name: str, value: Draft, node: Node) -> Draft:
    span = e.span(node)

    def owner(sort: Sort) -> Datatype:
        declared = e.names.datatypes.get(str(sort.label))
        if declared is None or not any(f.name == name for c in declared.constructors for f in c.fields):
            raise Unsupported(f"an update of the field {name} of a {sort}", span)
        return declared

    def constrain(sort: Sort) -> None:
        e.inference.unify(value.sort, field_of(e, owner(sort), subject, sort, name, node).sort, span)

    e.inference.when_known(subject.sort, constrain, "an update", span)

    def build() -> Term:
        term, new = subject.build(), value.build()

        def updated(constructor: str) -> Term:
            return op("datatype.update", term, new, data=(constructor, name), span=span)

        return by_constructor(owner(term.sort), name, term, updated, span)

    return Draft(subject.sort, build)
