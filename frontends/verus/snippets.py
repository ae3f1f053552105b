"""Texts that are no files: an expression over variables with sorts, and the head of a function."""

from collections.abc import Mapping

from attrs import evolve

from ...core.errors import Unsupported
from ...core.ir.contracts import Program, Specification
from ...core.ir.sorts import BOOL, CHAR, INT, REAL, Sort
from ...core.ir.terms import Term, var
from ...core.ir.variables import Name, is_before_call, without_state
from ...core.spans import Span
from .elaboration import SpecLowering
from .program import LoweredBodies, lower, lower_signature
from .reading import parse_expression_tree, parse_items
from .scan import VerusSource
from .scopes import NameScope, Typed
from .tree import ItemFn
from .types import BOOLEAN, CHARACTER, INTEGER, REAL_TYPE, VerusType


def parse_expression(
    text: str, scope: Mapping[Name, Sort], expected: Sort | None, program: Program, span: Span
) -> Term:
    """The term of an expression whose free variables are `scope`; in `old(…)` a name stands for its pre-state where the
    scope has one. Whole numbers have the type int, whatever the width of what they stand for.

    `expected` is its sort where that is known, `program` declares what it may call, `span` is where the text starts.
    Raises ParseError, and Unsupported for what is not lowered.
    """
    # Spaces before the text give each token the line and column of the place that the text is from.
    source = VerusSource("\n" * (span.line - 1) + " " * (span.column - 1) + text, span.file)
    state = evolve(_state(program), source=source)
    types = state.types
    before, now = dict[str, Typed](), dict[str, Typed]()
    for name, sort in scope.items():
        written = str(without_state(name))
        value = Typed(var(name, sort), type_of(sort))
        # States share a written name, and `old` is what tells them apart: two scopes, since one name may be in both.
        (before if is_before_call(name) else now)["self" if written == "this" else written] = value
    names = NameScope({**before, **now}, types, before=before)
    wanted = None if expected is None else type_of(expected)
    found = state.typed(parse_expression_tree(source), names, wanted)
    found = state.settled(found, wanted)
    if expected is not None and found.term.sort != expected:
        raise Unsupported(f"a value of type {found.type} in place of {wanted}", span)
    return found.term


def _state(program: Program) -> SpecLowering:
    bodies = program.routines
    if isinstance(bodies, LoweredBodies):
        return bodies.state
    empty = lower(parse_items(VerusSource("", program.file)), VerusSource("", program.file))
    assert isinstance(empty.routines, LoweredBodies)
    return empty.routines.state


def parse_signature(text: str, file: str = "<signature>") -> Specification:
    """The inputs and outputs of `fn name(…) -> (result: T)`: a specification without clauses. Raises ParseError, and
    Unsupported for a type without a sort."""
    body = "" if text.rstrip().endswith((";", "}")) else " {}"
    source = VerusSource(text + body, file)
    tree = parse_items(source)
    # Of a file, an item that is not read is left out; here it is all there is.
    for error in tree.errors:
        raise error
    if len(tree.items) != 1 or not isinstance(tree.items[0], ItemFn):
        raise source.error(0, len(text), repr(text[:40]), "the head of one function")
    return lower_signature(tree, source)


def type_of(sort: Sort) -> VerusType:
    """The type that specifications give to values of a sort."""
    plain = {BOOL: BOOLEAN, INT: INTEGER, CHAR: CHARACTER, REAL: REAL_TYPE}
    if sort in plain:
        return plain[sort]
    arguments = tuple(map(type_of, sort.args))
    match sort.kind:
        case "Seq" | "Set" | "Map" | "Multiset":
            return VerusType(sort.kind, arguments)
        case "Tuple":
            return VerusType("tuple", arguments)
        case "Function":
            return VerusType("fn", arguments)
        case "Datatype":
            return VerusType("adt", arguments, str(sort.label))
        case _:
            return VerusType("param", (), str(sort.label))
