"""Names, literals, and what reads one value: `x`, `3`, `e as T`."""

from fractions import Fraction

from ....core.evaluate.typed import evaluate
from ....core.ir.build import boolean, is_true, negate, op
from ....core.ir.build import let as bind_value
from ....core.ir.sorts import BOOL, CHAR, INT, OBJECT, REAL, Sort, seq_of, sorts_in
from ....core.ir.terms import TRUE, Binder, Term, const, var
from ....core.ir.variables import pre_state
from ..classes import MATRIX, NULL
from ..literals import decimal_number, unescape, whole_number
from ..syntax import Node, VariableNode, nodes, text_of
from ..types import Type
from .elaboration import Draft, Elaboration, Scope, rule
from .objects import named_matrix
from .reached import field_anywhere
from .receivers import function_value
from .resolution import constructed, constructor_named, destructor
from .static_classes import static_class

STRING = seq_of(CHAR)


@rule("integer")
def integer(e: Elaboration, node: Node, scope: Scope) -> Draft:
    return number(e, whole_number(str(node.children[0]), e.span(node)), node)


def number(e: Elaboration, value: int, node: Node) -> Draft:
    """A whole number, of the sort that its context gives it."""
    # `3` is an int, a bit-vector, or a value of a newtype: what it stands beside decides, and that is known only when
    # the whole clause has been read. So a variable of inference that only numbers satisfy, resolved in the end.
    sort, span = e.inference.number(), e.span(node)

    def build() -> Term:
        found = e.resolve(sort)
        if found == REAL:
            return const(Fraction(value), REAL, span)
        if found.kind == "BitVec" and not 0 <= value < 2 ** int(found.label or 0):
            raise e.unsupported(f"{value} as a {found}", node)
        return const(value, found, span)

    return Draft(sort, build)


@rule("decimal")
def decimal(e: Elaboration, node: Node, scope: Scope) -> Draft:
    span = e.span(node)
    value = decimal_number(str(node.children[0]), span)
    return Draft(REAL, lambda: const(value, REAL, span))


@rule("character")
def character(e: Elaboration, node: Node, scope: Scope) -> Draft:
    span, value = e.span(node), unescape(str(node.children[0]), e.span(node))
    return Draft(CHAR, lambda: const(value[0], CHAR, span))


@rule("string")
def string(e: Elaboration, node: Node, scope: Scope) -> Draft:
    span, value = e.span(node), unescape(str(node.children[0]), e.span(node))
    return Draft(STRING, lambda: const(value, STRING, span))


@rule("word")
def word(e: Elaboration, node: Node, scope: Scope) -> Draft:
    span = e.span(node)
    match str(node.children[0]):
        case "true" | "false" as text:
            return Draft(BOOL, lambda: boolean(text == "true", span))
        case "this" if "this" in scope.variables:
            return e.variable("this", scope.variables["this"], node)
        case "null":
            return null(e, node)
        case text:
            raise e.unsupported(text, node)


def null(e: Elaboration, node: Node) -> Draft:
    """`null`, of the sort that its context gives it."""
    sort, span = e.inference.fresh(), e.span(node)

    def build() -> Term:
        found = e.resolve(sort, node)
        if found != OBJECT and found.kind != "Array":
            raise e.unsupported(f"null as a {found}", node)
        return const(NULL if found == OBJECT else None, found, span)

    return Draft(sort, build)


@rule("hidden_variable")
def hidden(e: Elaboration, node: Node, scope: Scope) -> Draft:
    assert isinstance(node, VariableNode)
    return e.variable(node.variable, scope.variables[node.variable], node)


@rule("name")
def name(e: Elaboration, node: Node, scope: Scope) -> Draft:
    text = str(node.children[0])
    return local(e, text, node, scope) or declared(e, (text,), node, scope)


def local(e: Elaboration, text: str, node: Node, scope: Scope) -> Draft | None:
    """A variable, or a field of `this` among the members of a datatype or class."""
    sort = scope.variables.get(text)
    if sort is not None and sort.kind == MATRIX:
        return named_matrix(e, text, node, scope)
    if sort is not None:
        earlier = scope.old and text in scope.modified
        return e.variable(pre_state(text, scope.label) if earlier else text, sort, node)
    if scope.receiver is not None:
        return destructor(e, e.variable("this", scope.receiver, node), scope.receiver, text, node)
    return field_anywhere(e, "this", text, node, scope)


def declared(e: Elaboration, parts: tuple[str, ...], node: Node, scope: Scope) -> Draft:
    """A constant, a constructor without fields, or a function as a value. Raises Unsupported for anything else."""
    constant = e.names.find(e.names.constants, parts, scope.path)
    if constant is not None:
        return Draft(constant.sort, lambda: constant)
    signature = e.names.find(e.names.functions, parts, scope.path)
    receiver = "this" if "this" in scope.objects and len(parts) == 1 else None
    if signature is None and receiver is not None:
        signature = e.names.member(e.names.functions, scope.objects["this"].type, parts[0])
    if signature is not None:
        return function_value(e, signature, receiver, node, scope)
    pair = constructor_named(e, parts, node, scope)
    if pair is not None:
        return constructed(e, *pair, [], node, scope)
    raise e.unsupported(unresolved(e, parts) or f"the name {'.'.join(parts)}", node)


def unresolved(e: Elaboration, parts: tuple[str, ...]) -> str:
    """What is said of a name that nothing declares; empty where something may."""
    return f"unresolved identifier {parts[-1]}" if len(parts) == 1 and not e.names.is_declared(parts[0]) else ""


@rule("as_type")
def as_type(e: Elaboration, node: Node, scope: Scope) -> Draft:
    """`e as T`, which is defined where the value is one of T."""
    value = e.infer(nodes(node)[0], scope)
    wanted = e.read_type(nodes(node)[1], scope)
    target = wanted.sort
    if target == OBJECT:
        value = e.as_object(value, nodes(node)[0])

    def build() -> Term:
        term = convert(e, value.build(), target, node)
        binder = Binder(e.fresh_name("value", scope), target)
        value_ = term if term.op in ("var", "const") else var(binder.name, target)
        inside = _is_among(e, value_, wanted, node, scope)
        if is_true(inside) or (value_.op == "const" and evaluate(inside, {}).value is True):
            return term
        # IR has no cast that may fail. A value that is no T has to make the expression undefined, as a failing `as`
        # does in Dafny, and an element of the empty sequence is never defined: `if v is T then v else [][0]`.
        undefined = op("seq.at", const((), seq_of(target)), const(0, INT), span=e.span(node))
        whole = op("ite", inside, value_, undefined, span=e.span(node))
        return whole if value_ is term else bind_value(binder, term, whole)

    return Draft(target, build)


def convert(e: Elaboration, term: Term, target: Sort, node: Node) -> Term:
    """The conversion of a value to another numeric or character sort; others go by way of Int."""
    span = e.span(node)
    if term.sort == target:
        return term
    match term.sort.kind, target.kind:
        case "Int", "Real":
            return op("real.of_int", term, span=span)
        case "Int", "Char":
            return op("char.of_int", term, span=span)
        case "Int", "BitVec":
            return op("bv.of_int", term, sort=target, span=span)
        case "Real", "Int":
            return op("real.to_int", term, span=span)
        case "Char", "Int":
            return op("char.code", term, span=span)
        case "BitVec", "Int":
            return op("bv.to_int", term, span=span)
        case (("Real" | "Char" | "BitVec"), ("Real" | "Char" | "BitVec")):
            return convert(e, convert(e, term, INT, node), target, node)
        case _:
            raise e.unsupported(f"the conversion from {term.sort} to {target}", node)


@rule("is_type")
def is_type(e: Elaboration, node: Node, scope: Scope) -> Draft:
    """`e is T` (reference manual, section 9.10): is the value one of T?"""
    value = e.infer(nodes(node)[0], scope)
    wanted = e.read_type(nodes(node)[1], scope)

    def build() -> Term:
        term = value.build()
        if term.sort != wanted.sort:
            raise e.unsupported(f"is {text_of(nodes(node)[1], e.source)} of a {term.sort}", node)
        return _is_among(e, term, wanted, node, scope)

    return Draft(BOOL, build)


def _is_among(e: Elaboration, term: Term, wanted: Type, node: Node, scope: Scope) -> Term:
    """Is a value of the sort of a type one of the type? Of an object it is known only that it is one of the class that
    its expression has, and of those that this class extends. Raises Unsupported where that does not tell."""
    if term.sort == OBJECT:
        pair = static_class(e, nodes(node)[0], scope)
        written = text_of(nodes(node)[1], e.source)
        extended = set() if pair is None else {base.name for base in e.names.bases(pair[0])}
        same = pair is not None and pair[0] == wanted.kind and pair[1] == wanted.arguments
        above = wanted.kind in extended and not wanted.arguments
        if written not in ("object", "object?") and (wanted.guard is not None or not (same or above)):
            raise e.unsupported(f"a test whether an object is a {written}", node)
        nullable = wanted.reference is None and written != "object"
        return TRUE if nullable else negate(op("eq", term, const(NULL, OBJECT), span=e.span(node)))
    if term.sort.kind == "Array" and wanted.guard is None and not _holds_references(*term.sort.args):
        return TRUE if wanted.nullable else negate(op("array.is_null", term, span=e.span(node)))
    if _holds_references(term.sort):
        raise e.unsupported(f"a test whether a value is a {text_of(nodes(node)[1], e.source)}", node)
    return TRUE if wanted.guard is None else wanted.guard(term)


def _holds_references(*sorts: Sort) -> bool:
    inside = (each for sort in sorts for each in sorts_in(sort))
    return any(sort == OBJECT or sort.kind in ("Array", "Function") for sort in inside)


@rule("after_statement", "after_lemma", "after_forall")
def after_statement(e: Elaboration, node: Node, scope: Scope) -> Draft:
    """`assert p; e` and `Lemma(); e` have the value of `e`: what comes before helps the verifier only. `expect p; e`,
    which ends the program where p is false, has no rule."""
    return e.infer(nodes(node)[-1], scope)
