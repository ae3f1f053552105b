"""Typed terms → Dafny text that every version from 2.3 to 4.x reads.

Reading a term's text again gives the same term, up to spans, for the terms that this package makes. So whoever changes
how something is read changes how it is written, too (`tests/frontends/dafny/test_printing_law.py`): what the reader
takes apart, as `0 <= i < n` into a conjunction of two comparisons, is put together here, and only where the reader
would take it apart into exactly these terms. What has no such text is refused, never written in other words.

`|s|` of a term is written bottom up, and what is around a text decides about its brackets: a `Text` carries how tightly
it binds. Of `[]` and `None` no text says the type; such a text is `untyped`, and who puts it where nothing else says it
takes the `typed` one.
"""

from collections import Counter
from functools import partial
from itertools import combinations, pairwise
from math import isqrt
from typing import Final

from attrs import evolve

from ...core.errors import Unsupported
from ...core.ir.functions import NOTHING
from ...core.ir.shapes import is_shaped, lengths_of_shaped
from ...core.ir.sorts import BOOL, INT, array_of, seq_of, sorts_in
from ...core.ir.terms import Term, bare, fold, free_names, free_variables, make, rebuild, subterms, var
from ...core.ir.variables import (
    ALLOCATED,
    Name,
    field_name,
    field_variable,
    holder_of,
    is_before_call,
    is_field,
    is_heap,
    is_which_array,
    without_state,
)
from .classes import LARGEST_RANK, length_names, position_name
from .dafny_limits import LIMITS
from .literals import is_untyped, show_literal, show_type
from .lowering.reached import is_earlier, read_field
from .showers import Shower, binding, lambda_body, relate, suffix, wrapped
from .symbols import ASCENDING, CARDINALITIES, CHAINED, EQUAL_WITHIN, INFIX, MEMBERS, SUFFIX, Infix, Precedence, Text

# How a text reads the two states of a call, and fields of objects that are reached through others.
#
# `old(...)` stands around what is read of an array before the call, not around the array itself; in a term the
# pre-state is a variable of its own (`core.ir.variables.pre_state`). `this.next.x` and `old(c.next.x)` are in a term
# calls over a map with the field of every object (`lowering/reached.py`).

OLD: Final = "old"
"""The operator of `old(e)`, only made here and only printed. Inside, variables stand for their values before."""
_READS = frozenset({"array.at", "array.elements", "array.len", "call"})


def with_old(term: Term) -> Term:
    """The term with OLD around what reads an array before the call. Other variables with two states stay as they are.

    Raises Unsupported for a call that reads an array before and something else after the call.
    """
    variables = free_names(term)
    modified = {without_state(name) for name in variables if is_before_call(name)}

    def step(node: Term, args: tuple[Term, ...]) -> Term:
        rebuilt = rebuild(node, args)
        if node.op not in _READS or not any(_is_old_array(arg) for arg in node.args):
            return rebuilt
        if not any(subterm.op == "var" and subterm.data in modified for subterm in subterms(node)):
            return make(OLD, (before(rebuilt),), node.sort, None, node.span)
        # `old(a)[i]` with an i of the state after the call: the elements are old and the index is not, so that `old`
        # goes around `a[..]` alone: `old(a[..])[i]`. No other operator can be taken apart like that.
        if node.op != "array.at" or not _is_old_array(node.args[0]):
            raise Unsupported("a call on two states in Dafny", node.span)
        array, index = args
        elements = make("array.elements", (before(array),), seq_of(node.sort), None, node.span)
        rebuilt = make(OLD, (elements,), elements.sort, None, node.span)
        return make("seq.at", (rebuilt, index), node.sort, None, node.span)

    return fold(term, step) if modified else term


def with_elements(term: Term) -> Term:
    """The term with `o.a[..]` for the elements of an array that an object holds, where `o.a` is said of the array."""
    names = set(map(without_state, free_names(term)))
    held = {holder_of(name) for name in names if is_which_array(name) and not is_heap(name)}

    def step(node: Term, args: tuple[Term, ...]) -> Term:
        if node.op == "var" and without_state(node.data) in held:
            return elements_of(node)
        return rebuild(node, args)

    return fold(term, step) if held else term


def elements_of(variable: Term) -> Term:
    """`o.a[..]`, and in the pre-state `old(o.a[..])`."""
    name = variable.data
    array = var(without_state(name), array_of(*variable.sort.args), variable.span)
    all_elements = make("array.elements", (array,), variable.sort, None, variable.span)
    return make(OLD, (all_elements,), variable.sort, None, variable.span) if is_before_call(name) else all_elements


def _is_old_array(term: Term) -> bool:
    """Is it an array in the pre-state, or one that comes out of a value as `old(s)[0]` does?"""
    if term.sort.kind != "Array":
        return False
    variables = [
        name
        for name, sort in free_variables(term)
        if any(sort_inside.kind == "Array" for sort_inside in sorts_in(sort))
    ]
    return bool(variables) and all(map(is_before_call, variables))


def before(term: Term) -> Term:
    """A term about the pre-state, as the text inside `old(...)` has it."""

    def step(node: Term, args: tuple[Term, ...]) -> Term:
        if node.op == OLD:
            return args[0]
        if node.op == "var" and is_before_call(node.data):
            return var(without_state(node.data), node.sort, node.span)
        return rebuild(node, args)

    return fold(term, step)


FIELD: Final = "field"
EARLIER_FIELD: Final = "field.old"
"""The operators of `e.x` and `old(e.x)`, only made here and only printed."""


def with_fields(term: Term) -> Term:
    """The term with these operators. Where two classes have a field of one name, it stays a call: a text of `e.x` does
    not say which."""
    variables = _states(term)
    names = Counter(field_name(name) for name in variables if is_heap(name))

    def of_another_class(field: Name, heap: Term) -> bool:
        """Whether an object with a name has such a field, and the map of the fields does not hold it."""
        return any(field_name(name) == field and is_field(name) for name in variables - _states(heap))

    def step(node: Term, args: tuple[Term, ...]) -> Term:
        field = read_field(node)
        # Two heap variables with one field name are those of two classes.
        if field is None or names[field] > 1 or of_another_class(field, node.args[0]):
            return rebuild(node, args)
        return make(EARLIER_FIELD if is_earlier(node.args[0]) else FIELD, (args[1],), node.sort, field, node.span)

    return fold(term, step) if names else term


def _states(term: Term) -> set[Name]:
    """The free variables, as they are called in the state that is last."""
    return set(map(without_state, free_names(term)))


def show_term(term: Term) -> str:
    """A term as a Dafny expression. Raises Unsupported for operators that Dafny does not have."""
    return fold(with_fields(with_old(with_elements(term))), show_node).text


def show_node(term: Term, operands: tuple[Text, ...]) -> Text:
    """The text of a term whose arguments have these texts. Raises Unsupported."""
    text = _plain(term, operands)
    if is_untyped(term, [operand.untyped for operand in operands]):
        return evolve(text, untyped=True, typed=_typed(term, operands, text))
    return text


def _typed(term: Term, operands: tuple[Text, ...], found: Text) -> str:
    """A text of the same level that says the type of a term, "" where there is none."""
    match term.op:
        case "const" | "datatype.make" if term.sort.kind == "Datatype":
            return f"{show_type(term.sort)}.{found.text}"
        case "ite" | "let" | "such_that" if operands[-1].typed:
            return _plain(term, (*operands[:-1], operands[-1].explicit)).text
        case _:
            return ""


def _plain(term: Term, operands: tuple[Text, ...]) -> Text:
    # Terms share their parts and texts do not: a text may be exponentially longer.
    if sum(len(text.text) for text in operands) > LIMITS.written_characters:
        raise Unsupported(f"a term of more than {LIMITS.written_characters} characters", term.span)
    name = term.op
    if name in _OF_EXISTING and bare(term.args[1]).data == ALLOCATED:
        return _of_existing(term, operands)
    shower = SHOWERS.get(name)
    if shower is None:
        raise Unsupported(f"the operator {name} in Dafny", term.span)
    return shower(term, operands)


_OF_EXISTING = frozenset({"set.member", "set.subset", "set.disjoint"})


def _of_existing(term: Term, operands: tuple[Text, ...]) -> Text:
    """`fresh(e)`, for which there is the set of the objects that exist before."""
    if term.op == "set.disjoint":
        return Text(f"fresh({operands[0].text})")
    return Text(f"old(allocated({show_term(before(term.args[0]))}))", negation=f"fresh({operands[0].text})")


def _const(term: Term, operands: tuple[Text, ...]) -> Text:
    return show_literal(term.data, term.sort)


def _binary(infix: Infix, term: Term, operands: tuple[Text, ...]) -> Text:
    return relate(infix, *operands)


def _not(term: Term, operands: tuple[Text, ...]) -> Text:
    if operands[0].negation:
        return Text(operands[0].negation, Precedence.COMPARISON)
    return Text(f"!{operands[0].at(Precedence.UNARY)}", Precedence.UNARY)


def _eq(term: Term, operands: tuple[Text, ...]) -> Text:
    if term.args[0].sort == BOOL:
        return Text(
            f"{operands[0].at(Precedence.EQUIVALENCE)} <==> {operands[1].at(Precedence.IMPLICATION)}",
            Precedence.EQUIVALENCE,
        )
    left, right = operands
    return relate(INFIX["eq"], left.explicit if right.untyped else left, right)


def _and(term: Term, operands: tuple[Text, ...]) -> Text:
    chain = _disjoint_chain(term, operands) or _chain(term, operands)
    if chain is not None:
        return Text(chain, Precedence.COMPARISON)
    return Text(" && ".join(text.at(Precedence.COMPARISON) for text in operands), Precedence.CONJUNCTION)


def _disjoint_chain(term: Term, operands: tuple[Text, ...]) -> str | None:
    """`a !! b !! c`, of which every two are disjoint."""
    if any(link.op not in ("set.disjoint", "multiset.disjoint") for link in term.args):
        return None
    # The reader makes of n sets the pairs (a, b), (a, c), (a, d), (b, c), ...: their number, n (n - 1) / 2, gives
    # n - 1, which is `last`, and the first n - 1 of them have a on the left and each of the other sets on the right.
    links = [(bare(link.args[0]), bare(link.args[1])) for link in term.args]
    last = (isqrt(8 * len(links) + 1) - 1) // 2
    every_two = combinations([links[0][0], *(right for _, right in links[:last])], 2)
    if [tuple(map(id, pair)) for pair in every_two] != [tuple(map(id, link)) for link in links]:
        return None
    return " !! ".join((operands[0].sides[0], *(text.sides[1] for text in operands[:last])))


def _chain(term: Term, operands: tuple[Text, ...]) -> str | None:
    """`0 <= i < n` for comparisons of neighbours in one direction."""
    links = term.args
    if any(link.op not in CHAINED for link in links):
        return None
    same = all((link.op in ASCENDING) == (links[0].op in ASCENDING) for link in links)
    if not same or any(bare(a.args[1]) is not bare(b.args[0]) for a, b in pairwise(links)):
        return None
    steps = (f"{CHAINED[link.op]} {text.sides[1]}" for link, text in zip(links, operands, strict=True))
    return " ".join((operands[0].sides[0], *steps))


def _typed_binders(term: Term) -> str:
    return ", ".join(f"{binder.name}: {show_type(binder.sort)}" for binder in term.data)


def _seq_comprehension(term: Term, operands: tuple[Text, ...]) -> Text:
    (binder,) = term.data
    return Text(f"seq({operands[0].sides[1]}, {binder.name} {lambda_body(term, operands)})")


def _let(term: Term, operands: tuple[Text, ...]) -> Text:
    """One variable after the other, for later values may mention the earlier variables."""
    bindings = (
        f"var {binder.name}{f': {show_type(binder.sort)}' if text.untyped else ''} := {text.text}; "
        for binder, text in zip(term.data, operands, strict=False)
    )
    return Text("".join(bindings) + operands[-1].text, Precedence.OPEN)


def _conditional(term: Term, operands: tuple[Text, ...]) -> Text:
    if _is_shared_field(term):
        return operands[1]
    return Text(f"if {operands[0].text} then {operands[1].text} else {operands[2].text}", Precedence.OPEN)


def _is_shared_field(term: Term) -> bool:
    """Whether this is how a field is read or updated that several constructors have: once for each of them."""
    # The reader makes of `t.size`, which Leaf and Node have, `if t.Leaf? then Leaf's size of t else Node's size of t`.
    if term.op != "ite":
        return False
    tested, operand, others = term.args
    other = others.args[1] if _is_shared_field(others) else others
    return (
        tested.op == "datatype.is"
        and operand.op == other.op
        and operand.op in ("datatype.at", "datatype.update")
        and (tested.data, operand.data[1]) == (operand.data[0], other.data[1])
        and all(bare(arg) is bare(two) for arg, two in zip(operand.args, other.args, strict=True))
        and bare(tested.args[0]) is bare(operand.args[0])
    )


def _field(term: Term, operands: tuple[Text, ...]) -> Text:
    return Text(f"{operands[0].explicit.at(Precedence.POSTFIX)}.{term.data[1]}")


def _with_field(term: Term, operands: tuple[Text, ...]) -> Text:
    return Text(f"{operands[0].explicit.at(Precedence.POSTFIX)}.({term.data[1]} := {operands[1].text})")


def _call(term: Term, operands: tuple[Text, ...]) -> Text:
    """A call; of a datatype's own function on its receiver."""
    name, given = str(term.data), term.args
    texts = [
        # Dafny may not infer the type parameters of a constructor that is an argument: they are written out.
        text.explicit.text if arg.sort.kind == "Datatype" else text.text
        for arg, text in zip(given, operands, strict=True)
    ]
    # `==#[k]` is an operator of codatatypes, whose first argument is the number of levels.
    if name.endswith(EQUAL_WITHIN):
        sides_of = [operands[number].at(Precedence.SHIFT) for number in (1, 2)]
        return Text(f"{sides_of[0]} ==#[{operands[0].text}] {sides_of[1]}", Precedence.COMPARISON)
    # Extreme predicates have a prefix form, whose first argument goes in brackets.
    if name.endswith(SUFFIX):
        return Text(f"{name}[{texts[0]}]({', '.join(texts[1:])})")
    receiver = given[0].sort if given else None
    if receiver is not None and receiver.kind == "Datatype" and name.startswith(f"{receiver.label}."):
        name = f"{operands[0].explicit.at(Precedence.POSTFIX)}.{name[len(str(receiver.label)) + 1 :]}"
        texts = texts[1:]
    sides = tuple(texts[: len(texts) // 2]) if name in _POSITIONS else ("", "")
    return Text(f"{name}({', '.join(texts)})", sides=sides)


_POSITIONS = frozenset(map(position_name, range(2, LARGEST_RANK + 1)))


def _array_at(term: Term, operands: tuple[Text, ...]) -> Text:
    """An array of several dimensions has as many indices."""
    array, index = term.args
    rank = len(index.args) // 2
    if index.op == "call" and index.data in _POSITIONS and tuple(map(bare, index.args[rank:])) == _lengths(array, rank):
        return Text(f"{operands[0].text}[{', '.join(operands[1].sides)}]")
    return Text(f"{operands[0].at(Precedence.POSTFIX)}[{operands[1].text}]")


def _lengths(array: Term, rank: int) -> tuple[Term, ...]:
    """What the lengths of an array of several dimensions are, whose elements are this array."""
    if array.op == "tuple.at":
        return tuple(map(bare, lengths_of_shaped(array.args[0])))
    return (
        tuple(var(field_variable(array.data, length_name), INT) for length_name in length_names(rank))
        if array.op == "var"
        else ()
    )


def _tuple(term: Term, operands: tuple[Text, ...]) -> Text:
    """A tuple, or an array of several dimensions of which a variable is the array."""
    if not is_shaped(term.sort):
        return wrapped("(", ")")(term, operands)
    array, *lengths = term.args
    if tuple(map(bare, lengths)) != _lengths(array, len(lengths)):
        raise Unsupported("an array of several dimensions that is made of operands in Dafny", term.span)
    return operands[0]


def _component(term: Term, operands: tuple[Text, ...]) -> Text:
    """A part of a tuple, or a length of an array of several dimensions; what else that has is the array itself."""
    if not is_shaped(term.args[0].sort):
        return Text(f"{operands[0].at(Precedence.POSTFIX)}.{term.data}")
    return Text(f"{operands[0].at(Precedence.POSTFIX)}.Length{term.data - 1}") if term.data else operands[0]


def _as(target: str) -> Shower:
    def show(term: Term, operands: tuple[Text, ...]) -> Text:
        return Text(
            f"{operands[0].at(Precedence.CONVERSION)} as {target or show_type(term.sort)}", Precedence.CONVERSION
        )

    return show


def _slice(term: Term, operands: tuple[Text, ...]) -> Text:
    """`s[a..]` where the slice ends with the sequence."""
    whole, low, high = operands
    end = "" if high.text == f"|{whole.text}|" else high.text
    return Text(f"{whole.at(Precedence.POSTFIX)}[{low.text}..{end}]")


def _map_literal(term: Term, operands: tuple[Text, ...]) -> Text:
    pairs = (f"{key.text} := {value.text}" for key, value in zip(operands[::2], operands[1::2], strict=True))
    return Text(f"map[{', '.join(pairs)}]")


def _constructor(term: Term, operands: tuple[Text, ...]) -> Text:
    if not operands:
        return Text(str(term.data))
    return Text(f"{term.data}({', '.join(text.text for text in operands)})")


def _clauses(term: Term, operands: tuple[Text, ...]) -> Text:
    """What follows the parameters of a lambda, as the first of `sides`; by itself the call of one without any."""
    required, read, body = operands
    reads = "" if term.args[1] == NOTHING else f"reads {read.text} "
    clauses = f"requires {required.text} {reads}=> {body.text}"
    return Text(f"(() {clauses})()", sides=(clauses, ""))


def _clause_of(name: str) -> Shower:
    """`f.requires(x)` and `f.reads(x)`."""

    def show(term: Term, operands: tuple[Text, ...]) -> Text:
        return Text(f"{operands[0].at(Precedence.POSTFIX)}.{name}({', '.join(text.text for text in operands[1:])})")

    return show


def _apply(term: Term, operands: tuple[Text, ...]) -> Text:
    return Text(f"{operands[0].at(Precedence.POSTFIX)}({', '.join(text.text for text in operands[1:])})")


SHOWERS: dict[str, Shower] = {
    **{name: partial(_binary, infix) for name, infix in INFIX.items()},
    **dict.fromkeys(CARDINALITIES, wrapped("|", "|")),
    **{name: suffix(f".{member}") for name, member in MEMBERS.items()},
    **binding(_typed_binders, Precedence.COMPARISON, short=True),
    "const": _const,
    "var": lambda term, operands: Text(str(holder_of(term.data))),
    "array.object": lambda term, operands: operands[0],
    "array.of": lambda term, operands: operands[0],
    "not": _not,
    "and": _and,
    "or": lambda term, operands: Text(
        " || ".join(operand.at(Precedence.COMPARISON) for operand in operands), Precedence.DISJUNCTION
    ),
    "implies": lambda term, operands: Text(
        f"{operands[0].at(Precedence.DISJUNCTION)} ==> {operands[1].at(Precedence.IMPLICATION)}",
        Precedence.IMPLICATION,
    ),
    "eq": _eq,
    "ite": _conditional,
    "let": _let,
    "call": _call,
    OLD: wrapped("old(", ")"),
    FIELD: lambda term, operands: Text(f"{operands[0].at(Precedence.POSTFIX)}.{term.data}"),
    EARLIER_FIELD: lambda term, operands: Text(f"old({operands[0].at(Precedence.POSTFIX)}.{term.data})"),
    "apply": _apply,
    "lambda.clauses": _clauses,
    "function.requires": _clause_of("requires"),
    "function.reads": _clause_of("reads"),
    "unbounded": lambda term, operands: Text(""),
    "range": lambda term, operands: Text(
        "", sides=(operands[0].at(Precedence.SHIFT), operands[1].at(Precedence.SHIFT))
    ),
    "elements": lambda term, operands: operands[0],
    "neg": lambda term, operands: Text(f"-{operands[0].at(Precedence.UNARY)}", Precedence.UNARY),
    "bv.not": lambda term, operands: Text(f"!{operands[0].at(Precedence.UNARY)}", Precedence.UNARY),
    "real.of_int": _as("real"),
    "real.to_int": _as("int"),
    "char.code": _as("int"),
    "char.of_int": _as("char"),
    "bv.of_int": _as(""),
    "bv.to_int": _as("int"),
    "seq.literal": wrapped("[", "]"),
    "seq.at": suffix("[", "]"),
    "seq.slice": _slice,
    "seq.update": suffix("[", " := ", "]"),
    "seq.comprehension": _seq_comprehension,
    "array.at": _array_at,
    "array.elements": suffix("[..]"),
    "array.is_null": lambda term, operands: relate(INFIX["eq"], operands[0], Text("null")),
    "array.allocated": _of_existing,
    "set.literal": wrapped("{", "}"),
    "multiset.literal": wrapped("multiset{", "}"),
    "multiset.of_seq": wrapped("multiset(", ")"),
    "multiset.of_set": wrapped("multiset(", ")"),
    "multiset.count": suffix("[", "]"),
    "multiset.update": suffix("[", " := ", "]"),
    "map.literal": _map_literal,
    "map.at": suffix("[", "]"),
    "map.update": suffix("[", " := ", "]"),
    "tuple.make": _tuple,
    "tuple.at": _component,
    "datatype.make": _constructor,
    "datatype.at": _field,
    "datatype.is": lambda term, operands: Text(f"{operands[0].explicit.at(Precedence.POSTFIX)}.{term.data}?"),
    "datatype.update": _with_field,
}
