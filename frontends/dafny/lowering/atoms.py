"""Names, literals, and what reads one value: `x`, `3`, `e as T`."""

from fractions import Fraction

from lark import Token, Tree

from ....core.errors import UNRESOLVED
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
def integer(elaboration: Elaboration, node: Node, scope: Scope) -> Draft:
    return number(elaboration, whole_number(str(node.children[0]), elaboration.span(node)), node)


def number(elaboration: Elaboration, value: int, node: Node) -> Draft:
    """A whole number, of the sort that its context gives it."""
    # `3` is an int, a bit-vector, or a value of a newtype: what it stands beside decides, and that is known only when
    # the whole clause has been read. So a variable of inference that only numbers satisfy, resolved in the end.
    sort, span = elaboration.inference.number(), elaboration.span(node)

    def build() -> Term:
        resolved_sort = elaboration.resolve(sort)
        if resolved_sort == REAL:
            return const(Fraction(value), REAL, span)
        if resolved_sort.kind == "BitVec" and not 0 <= value < 2 ** int(resolved_sort.label or 0):
            raise elaboration.unsupported(f"{value} as a {resolved_sort}", node)
        return const(value, resolved_sort, span)

    return Draft(sort, build)


@rule("decimal")
def decimal(elaboration: Elaboration, node: Node, scope: Scope) -> Draft:
    span = elaboration.span(node)
    value = decimal_number(str(node.children[0]), span)
    return Draft(REAL, lambda: const(value, REAL, span))


@rule("character")
def character(elaboration: Elaboration, node: Node, scope: Scope) -> Draft:
    span, value = elaboration.span(node), unescape(str(node.children[0]), elaboration.span(node))
    return Draft(CHAR, lambda: const(value[0], CHAR, span))


@rule("string")
def string(elaboration: Elaboration, node: Node, scope: Scope) -> Draft:
    span, value = elaboration.span(node), unescape(str(node.children[0]), elaboration.span(node))
    return Draft(STRING, lambda: const(value, STRING, span))


@rule("word")
def word(elaboration: Elaboration, node: Node, scope: Scope) -> Draft:
    span = elaboration.span(node)
    match str(node.children[0]):
        case "true" | "false" as text:
            return Draft(BOOL, lambda: boolean(text == "true", span))
        case "this" if "this" in scope.variables:
            return elaboration.variable("this", scope.variables["this"], node)
        case "null":
            return null(elaboration, node)
        case text:
            raise elaboration.unsupported(text, node)


def null(elaboration: Elaboration, node: Node) -> Draft:
    """`null`, of the sort that its context gives it."""
    sort, span = elaboration.inference.fresh(), elaboration.span(node)

    def build() -> Term:
        resolved_sort = elaboration.resolve(sort, node)
        if resolved_sort != OBJECT and resolved_sort.kind != "Array":
            raise elaboration.unsupported(f"null as a {resolved_sort}", node)
        return const(NULL if resolved_sort == OBJECT else None, resolved_sort, span)

    return Draft(sort, build)


@rule("hidden_variable")
def hidden(elaboration: Elaboration, node: Node, scope: Scope) -> Draft:
    assert isinstance(node, VariableNode)
    return elaboration.variable(node.variable, scope.variables[node.variable], node)


@rule("name")
def name(elaboration: Elaboration, node: Node, scope: Scope) -> Draft:
    text = str(node.children[0])
    return local(elaboration, text, node, scope) or declared(elaboration, (text,), node, scope)


def local(elaboration: Elaboration, text: str, node: Node, scope: Scope) -> Draft | None:
    """A variable, or a field of `this` among the members of a datatype or class."""
    sort = scope.variables.get(text)
    # An array of several dimensions is several variables, its elements and its lengths, and no term by itself.
    if sort is not None and sort.kind == MATRIX:
        return named_matrix(elaboration, text, node, scope)
    if sort is not None:
        # In `old(…)` only what may change has a variable of its own; all else is the same in both states.
        earlier = scope.old and text in scope.modified
        return elaboration.variable(pre_state(text, scope.label) if earlier else text, sort, node)
    if scope.receiver is not None:
        return destructor(elaboration, elaboration.variable("this", scope.receiver, node), scope.receiver, text, node)
    return field_anywhere(elaboration, "this", text, node, scope)


def declared(elaboration: Elaboration, words: tuple[str, ...], node: Node, scope: Scope) -> Draft:
    """A constant, a constructor without fields, or a function as a value. Raises Unsupported for anything else."""
    constant = elaboration.names.find(elaboration.names.constants, words, scope.path)
    if constant is not None:
        return Draft(constant.sort, lambda: constant)
    signature = elaboration.names.find(elaboration.names.functions, words, scope.path)
    receiver = "this" if "this" in scope.objects and len(words) == 1 else None
    if signature is None and receiver is not None:
        signature = elaboration.names.member(elaboration.names.functions, scope.objects["this"].type, words[0])
    if signature is not None and signature.constant:  # of a datatype, in one of its members
        this: Node = Tree("word", [Token("THIS", "this")], node.meta)
        return elaboration.infer(Tree("member", [this, Token("IDENT", words[-1])], node.meta), scope)
    if signature is not None:
        return function_value(elaboration, signature, receiver, node, scope)
    pair = constructor_named(elaboration, words, node, scope)
    if pair is not None:
        return constructed(elaboration, *pair, [], node, scope)
    raise elaboration.unsupported(unresolved(elaboration, words) or f"the name {'.'.join(words)}", node)


def unresolved(elaboration: Elaboration, words: tuple[str, ...]) -> str:
    """What is said of a name that nothing declares; empty where something may."""
    return f"{UNRESOLVED} {words[-1]}" if len(words) == 1 and not elaboration.names.is_declared(words[0]) else ""


@rule("as_type")
def as_type(elaboration: Elaboration, node: Node, scope: Scope) -> Draft:
    """`e as T`, which is defined where the value is one of T."""
    value = elaboration.infer(nodes(node)[0], scope)
    target_type = elaboration.read_type(nodes(node)[1], scope)
    target = target_type.sort
    if target == OBJECT:
        # Which object an array is, and not what it holds, is asked of it by `as object`.
        value = elaboration.as_object(value, nodes(node)[0])

    def build() -> Term:
        term = convert(elaboration, value.build(), target, node)
        binder = Binder(elaboration.fresh_name("value", scope), target)
        # The test and the value are two mentions; what is computed is bound once.
        value_ = term if term.op in ("var", "const") else var(binder.name, target)
        inside = _is_among(elaboration, value_, target_type, node, scope)
        if is_true(inside) or (value_.op == "const" and evaluate(inside, {}).value is True):
            return term
        # IR has no cast that may fail. A value that is no T has to make the expression undefined, as a failing `as`
        # does in Dafny, and an element of the empty sequence is never defined: `if v is T then v else [][0]`.
        undefined = op("seq.at", const((), seq_of(target)), const(0, INT), span=elaboration.span(node))
        guarded = op("ite", inside, value_, undefined, span=elaboration.span(node))
        return guarded if value_ is term else bind_value(binder, term, guarded)

    return Draft(target, build)


def convert(elaboration: Elaboration, term: Term, target: Sort, node: Node) -> Term:
    """The conversion of a value to another numeric or character sort; others go by way of Int."""
    span = elaboration.span(node)
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
            return convert(elaboration, convert(elaboration, term, INT, node), target, node)
        case _:
            raise elaboration.unsupported(f"the conversion from {term.sort} to {target}", node)


@rule("is_type")
def is_type(elaboration: Elaboration, node: Node, scope: Scope) -> Draft:
    """`e is T` (reference manual, section 9.10): is the value one of T?"""
    value = elaboration.infer(nodes(node)[0], scope)
    tested_type = elaboration.read_type(nodes(node)[1], scope)

    def build() -> Term:
        term = value.build()
        if term.sort != tested_type.sort:
            raise elaboration.unsupported(f"is {text_of(nodes(node)[1], elaboration.source)} of a {term.sort}", node)
        return _is_among(elaboration, term, tested_type, node, scope)

    return Draft(BOOL, build)


def _is_among(elaboration: Elaboration, term: Term, tested_type: Type, node: Node, scope: Scope) -> Term:
    """Is a value of the sort of a type one of the type? Of an object it is known only that it is one of the class that
    its expression has, and of those that this class extends. Raises Unsupported where that does not tell."""
    if term.sort == OBJECT:
        # At run time the object may be of a class below: only what the declarations say of every object of its type is
        # an answer.
        pair = static_class(elaboration, nodes(node)[0], scope)
        written = text_of(nodes(node)[1], elaboration.source)
        extended = set() if pair is None else {base.name for base in elaboration.names.bases(pair[0])}
        is_same_class = pair is not None and pair[0] == tested_type.kind and pair[1] == tested_type.arguments
        above = tested_type.kind in extended and not tested_type.arguments
        if written not in ("object", "object?") and (tested_type.guard is not None or not (is_same_class or above)):
            raise elaboration.unsupported(f"a test whether an object is a {written}", node)
        nullable = tested_type.reference is None and written != "object"
        return TRUE if nullable else negate(op("eq", term, const(NULL, OBJECT), span=elaboration.span(node)))
    if term.sort.kind == "Array" and tested_type.guard is None and not _holds_references(*term.sort.args):
        return TRUE if tested_type.nullable else negate(op("array.is_null", term, span=elaboration.span(node)))
    if _holds_references(term.sort):
        raise elaboration.unsupported(
            f"a test whether a value is a {text_of(nodes(node)[1], elaboration.source)}", node
        )
    return TRUE if tested_type.guard is None else tested_type.guard(term)


def _holds_references(*sorts: Sort) -> bool:
    inside = (inner_sort for sort in sorts for inner_sort in sorts_in(sort))
    return any(sort == OBJECT or sort.kind in ("Array", "Function") for sort in inside)


@rule("after_statement", "after_lemma", "after_forall")
def after_statement(elaboration: Elaboration, node: Node, scope: Scope) -> Draft:
    """`assert p; e` and `Lemma(); e` have the value of `e`: what comes before helps the verifier only. `expect p; e`,
    which ends the program where p is false, has no rule."""
    return elaboration.infer(nodes(node)[-1], scope)
