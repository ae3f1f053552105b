"""What may stand in an expression instead of a part of it. All terms have the sort of the part.

Each function is a mutation operator of the literature: it is given a node, the variables in scope, and whether the node
decides something (the condition of an `if`), and yields the terms that may take its place. `sites.py` finds the nodes
and puts the terms in.

Example: of `i + 1` with the variables i and n, `arithmetic` yields `i - 1`, `i * 1`, `i / 1` and `i % 1`, and
`delete_operator` i and 1; for the part i, `other_variable` yields n.

Invariant: a term has the sort of the part and reads only variables in scope, so that the mutant would be accepted by
Dafny's resolver. It need not differ in value: equal mutants are told by running them (`running.py`).
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from ...errors import SortError
from ...interpret.store import UNKNOWN, some_value
from ...ir.build import op
from ...ir.contracts import Constructor
from ...ir.operator_names import operator_name
from ...ir.operators.table import MEMBERSHIPS
from ...ir.sorts import BOOL, CHAR, INT, Sort
from ...ir.terms import FALSE, ONE, TRUE, ZERO, Term, const, make, rebuild, var
from ...ir.type_instances import replace_sorts
from ...ir.variables import is_field, is_hidden, owner_of
from .model import MutationScope

ARITHMETIC = ("add", "sub", "mul", "div", "mod")
BIT_ARITHMETIC = ("bv.add", "bv.sub", "bv.mul", "bv.div", "bv.mod")
BIT_RELATIONAL = ("bv.lt", "bv.le")
RELATIONAL = ("lt", "le", "gt", "ge", "eq", "ne")
CONDITIONAL = ("and", "or", "implies", "eq")
LOGICAL = ("bv.and", "bv.or", "bv.xor")
SHIFTS = ("bv.shl", "bv.shr")
COLLECTIONS = ("union", "intersection", "difference")
RELATIONS = frozenset({"lt", "le", "gt", "ge", "eq", "not", *BIT_RELATIONAL})
OPERANDS = frozenset({*ARITHMETIC, *LOGICAL, *SHIFTS, "and", "or", "implies", "seq.concat", "bv.add", "bv.sub"})


def _op(name: str, *args: Term, like: Term) -> Iterator[Term]:
    """The operator on these arguments, if it takes them and gives the sort of `like`."""
    try:
        made = (
            _negated(op("eq", *args, span=like.span))
            if name == "ne"
            else op(operator_name(name), *args, span=like.span)
        )
    except SortError:
        return
    if made.sort == like.sort:
        yield made


def _negated(term: Term) -> Term:
    return op("not", term, span=term.span)


def arithmetic(node: Term, scope: MutationScope, decides: bool) -> Iterator[Term]:
    """`a + b`: `a - b`, `a * b`, `a / b`, `a % b`."""
    for names in (ARITHMETIC, BIT_ARITHMETIC):
        for name in names if node.op in names else ():
            yield from _op(name, *node.args, like=node)


def relational(node: Term, scope: MutationScope, decides: bool) -> Iterator[Term]:
    """`a < b`: `a <= b`, `a > b`, `a >= b`, `a == b`, `a != b`."""
    relation = node.args[0] if _is_inequality(node) else node
    if relation.op in BIT_RELATIONAL:
        for name in (*BIT_RELATIONAL, "eq", "ne"):
            yield from _op(name, *relation.args, like=node)
    elif relation.op in RELATIONAL and relation.args[0].sort != BOOL:
        for name in RELATIONAL:
            yield from _op(name, *relation.args, like=node)
    elif node.op in MEMBERSHIPS:
        yield _negated(node)


def _is_inequality(node: Term) -> bool:
    # `a != b` is lowered to `not (a == b)`, both of which stand where `a != b` stands; in `!(a == b)` the inner one
    # begins later. Without the difference, `a != b` would have the mutants of `!`, which nobody wrote.
    return node.op == "not" and node.args[0].op == "eq" and node.args[0].span == node.span


def conditional(node: Term, scope: MutationScope, decides: bool) -> Iterator[Term]:
    """`p && q`: `p || q`, `p ==> q`, `p <==> q`."""
    if node.op in CONDITIONAL and all(arg.sort == BOOL for arg in node.args):
        for name in CONDITIONAL:
            if len(node.args) == 2 or name in ("and", "or"):
                yield from _op(name, *node.args, like=node)


def logical(node: Term, scope: MutationScope, decides: bool) -> Iterator[Term]:
    """`a & b` of bit-vectors: `a | b`, `a ^ b`."""
    if node.op in LOGICAL:
        for name in LOGICAL:
            yield from _op(name, *node.args, like=node)


def shift(node: Term, scope: MutationScope, decides: bool) -> Iterator[Term]:
    """`a << n`: `a >> n`."""
    if node.op in SHIFTS:
        for name in SHIFTS:
            yield from _op(name, *node.args, like=node)


def collection(node: Term, scope: MutationScope, decides: bool) -> Iterator[Term]:
    """`s + t` of sets and multisets: `s * t`, `s - t`."""
    kind, _, name = node.op.partition(".")
    if name in COLLECTIONS:
        for other in COLLECTIONS:
            yield from _op(f"{kind}.{other}", *node.args, like=node)


def to_boolean(node: Term, scope: MutationScope, decides: bool) -> Iterator[Term]:
    """A comparison or connective, or a condition as a whole: `true`, `false`."""
    if node.sort == BOOL and node.op != "const" and (decides or node.op in (*RELATIONS, *CONDITIONAL)):
        yield TRUE
        yield FALSE


def insert_unary(node: Term, scope: MutationScope, decides: bool) -> Iterator[Term]:
    """`-a` of a number, `!p` of a truth value."""
    if node.op in ("neg", "not", "const"):
        return
    if node.sort == BOOL:
        yield op("not", node, span=node.span)
    elif node.sort.kind in ("Int", "Real"):
        yield op("neg", node, span=node.span)
    elif node.sort.kind == "BitVec":
        yield op("bv.not", node, span=node.span)


def delete_unary(node: Term, scope: MutationScope, decides: bool) -> Iterator[Term]:
    """`-a`, `!p`: without the sign."""
    if node.op in ("neg", "bv.not") or (node.op == "not" and node.args[0].span != node.span):
        yield node.args[0]
    elif node.op == "const" and node.sort in (INT,) and node.data < 0:
        yield const(-node.data, node.sort, node.span)


def insert_increment(node: Term, scope: MutationScope, decides: bool) -> Iterator[Term]:
    """A variable, a length, an element ± 1."""
    if node.sort == INT and node.op in ("var", "seq.len", "array.len", "seq.at", "array.at", "set.card"):
        yield op("add", node, ONE, span=node.span)
        yield op("sub", node, ONE, span=node.span)


def absolute(node: Term, scope: MutationScope, decides: bool) -> Iterator[Term]:
    """`|a|` and `-|a|` of a whole number."""
    if node.sort == INT and node.op not in ("const", "neg", "seq.len", "array.len", "set.card"):
        negative, minus = op("lt", node, ZERO), op("neg", node)
        yield op("ite", negative, minus, node, span=node.span)
        yield op("ite", negative, node, minus, span=node.span)


def delete_operator(node: Term, scope: MutationScope, decides: bool) -> Iterator[Term]:
    """`a + b`: `a`, `b`."""
    names = tuple(f"{kind}.{name}" for kind in ("set", "multiset") for name in COLLECTIONS)
    if node.op in OPERANDS or node.op in (*names, "map.merge", "seq.update", "map.update"):
        yield from (arg for arg in node.args if arg.sort == node.sort)


def other_literal(node: Term, scope: MutationScope, decides: bool) -> Iterator[Term]:
    """Another value near a literal: ± 1, 0; the other truth value; a text empty or longer; another character."""
    # Only literals that stand in the text; computed constants have no place to show.
    if node.op != "const":
        return
    value: object = node.data
    match node.sort.kind:
        case "Bool":
            replacements: tuple[object, ...] = (not value,)
        # Each kind by its usual mistakes: off by one, a sign, zero, an empty text.
        case "Int":
            assert isinstance(value, int)
            replacements = (value + 1, value - 1, 0, -value)
        case "Real":
            assert isinstance(value, Fraction | int)
            replacements = (Fraction(value) + 1, Fraction(value) - 1, Fraction(0))
        case "Char":
            replacements = tuple(chr(ord(str(value)) + step) for step in (1, -1) if 32 < ord(str(value)) + step < 127)
        case "Seq" if node.sort.args == (CHAR,):
            assert isinstance(value, tuple)
            replacements = ((), (*value, "x"), value[1:])
        case _:
            return
    yield from (const(each, node.sort, node.span) for each in replacements if each != value)


def default_value(node: Term, scope: MutationScope, decides: bool) -> Iterator[Term]:
    """The value that the type is initialised with: 0, false, the empty collection; a number also 1."""
    if node.op == "const" or decides or node.sort.kind in ("Uninterpreted", "Array", "Function", "Domain"):
        return
    value = some_value(node.sort, scope.program.datatypes, scope.program.semantics)
    if value is not UNKNOWN and node.sort.kind != "Datatype":
        yield const(value, node.sort, node.span)
    if node.sort == INT:
        yield ONE


def other_variable(node: Term, scope: MutationScope, decides: bool) -> Iterator[Term]:
    """Another variable of the type."""
    if node.op == "var" and not is_field(node.data):
        yield from (var(name, node.sort, node.span) for name in scope.of(node.sort) if name != node.data)


def other_field(node: Term, scope: MutationScope, decides: bool) -> Iterator[Term]:
    """Another field of the type, of the same object or value."""
    if node.op == "var" and is_field(node.data):
        for name in scope.of(node.sort):
            if name != node.data and owner_of(name) == owner_of(node.data):
                yield var(name, node.sort, node.span)
    elif node.op == "datatype.at":
        constructor, own = node.data
        for made in _constructors(node.args[0].sort, scope):
            if made.name == constructor:
                types = _types(node.args[0].sort, scope)
                for field in made.fields:
                    if replace_sorts(field.sort, types) == node.sort and field.name != own:
                        yield make("datatype.at", node.args, node.sort, (constructor, field.name), node.span)


def _constructors(sort: Sort, scope: MutationScope) -> tuple[Constructor, ...]:
    declared = scope.program.datatypes.get(str(sort.label))
    return () if declared is None else declared.constructors


def _types(sort: Sort, scope: MutationScope) -> dict[str, Sort]:
    declared = scope.program.datatypes[str(sort.label)]
    return dict(zip(declared.parameters, sort.args, strict=False))


def other_component(node: Term, scope: MutationScope, decides: bool) -> Iterator[Term]:
    """Another component of a tuple."""
    if node.op == "tuple.at":
        for position, sort in enumerate(node.args[0].sort.args):
            if sort == node.sort and position != node.data:
                yield make("tuple.at", node.args, node.sort, position, node.span)


def other_constructor(node: Term, scope: MutationScope, decides: bool) -> Iterator[Term]:
    """Another constructor of the datatype that takes these arguments, or none; the test for another one."""
    if node.op == "datatype.make":
        types = _types(node.sort, scope) if _constructors(node.sort, scope) else {}
        for constructor in _constructors(node.sort, scope):
            wanted = [replace_sorts(field.sort, types) for field in constructor.fields]
            if constructor.name != node.data and (not wanted or wanted == [arg.sort for arg in node.args]):
                yield make("datatype.make", node.args if wanted else (), node.sort, constructor.name, node.span)
    elif node.op == "datatype.is":
        for constructor in _constructors(node.args[0].sort, scope):
            if constructor.name != node.data:
                yield make("datatype.is", node.args, BOOL, constructor.name, node.span)


def other_display(node: Term, scope: MutationScope, decides: bool) -> Iterator[Term]:
    """`[a, b]`: empty, without its first or last element; `[]`: with one default element."""
    kind = node.sort.kind
    if node.op == "const" and kind in ("Seq", "Set", "Multiset") and not node.data and node.sort.args != (CHAR,):
        # An empty display has no element that could be left out.
        value = some_value(node.sort.args[0], scope.program.datatypes, scope.program.semantics)
        if value is not UNKNOWN and node.sort.args[0].kind in ("Int", "Bool", "Real", "Char", "Seq", "Set"):
            element = const(value, node.sort.args[0])
            yield make(operator_name(f"{kind.lower()}.literal"), (element,), node.sort, None, node.span)
    elif node.op in ("seq.literal", "set.literal", "multiset.literal") and node.args:
        yield make(node.op, (), node.sort, None, node.span)
        if len(node.args) > 1:
            yield make(node.op, node.args[1:], node.sort, None, node.span)
            yield make(node.op, node.args[:-1], node.sort, None, node.span)
    elif node.op == "map.literal" and node.args:
        yield make(node.op, (), node.sort, None, node.span)


def other_limits(node: Term, scope: MutationScope, decides: bool) -> Iterator[Term]:
    """`s[a..b]`: without a limit, or with one that is one more or less."""
    if node.op != "seq.slice":
        return
    whole, low, high = node.args
    length = op("seq.len", whole)
    for first, last in ((ZERO, high), (low, length)):
        yield rebuild(node, (whole, first, last))
    for step in ("add", "sub"):
        if low.span is not None:
            yield rebuild(node, (whole, op(step, low, ONE), high))
        # A limit that is left out has the span of the whole, and no place of its own in the text.
        if high.span is not None and high.span != node.span:
            yield rebuild(node, (whole, low, op(step, high, ONE)))


def swap_arguments(node: Term, scope: MutationScope, decides: bool) -> Iterator[Term]:
    """Two operands or arguments of one type exchanged, where their order matters."""
    if node.op in (
        "sub",
        "div",
        "mod",
        "seq.concat",
        "map.merge",
        "set.difference",
        "implies",
        "call",
        "datatype.make",
        "tuple.make",
        "seq.literal",
        "apply",
    ):
        # Pairs of equal sort only, so that the mutant is typed; the first argument of `apply` is the function.
        for one, two in combinations(range(node.op == "apply", len(node.args)), 2):
            if node.args[one].sort == node.args[two].sort:
                args = list(node.args)
                args[one], args[two] = args[two], args[one]
                yield rebuild(node, tuple(args))
    # The branches of a conditional exchanged.
    elif node.op == "ite":
        yield rebuild(node, (node.args[0], node.args[2], node.args[1]))


def propagate_argument(node: Term, scope: MutationScope, decides: bool) -> Iterator[Term]:
    """`f(a, b)`: an argument of the type of the result."""
    if node.op in ("call", "datatype.make", "apply", "seq.slice"):
        yield from (arg for arg in node.args if arg.sort == node.sort)


def other_function(node: Term, scope: MutationScope, decides: bool) -> Iterator[Term]:
    """Another function of these parameters and this result; a quotient for the larger of two, ..."""
    if node.op != "call":
        return
    wanted = [arg.sort for arg in node.args]
    for name, function in scope.program.functions.items():
        same = [binder.sort for binder in function.parameters] == wanted and function.result == node.sort
        if same and name != node.data and not function.ghost and function.body is not None and not is_hidden(name):
            yield make("call", node.args, node.sort, name, node.span)


def call_to_variable(node: Term, scope: MutationScope, decides: bool) -> Iterator[Term]:
    """`f(a, b)`: a variable of the type of the result."""
    if node.op == "call":
        yield from (var(name, node.sort, node.span) for name in scope.of(node.sort))
