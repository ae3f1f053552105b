"""Methods of the standard library of Rust that bodies call."""

from collections.abc import Sequence

from ...core.ir.build import conj, eq, integer, ite, negate, op
from ...core.ir.operator_names import OperatorName
from ...core.ir.sorts import INT, Sort
from ...core.ir.statements import Expect
from ...core.ir.terms import Binder, Term, make, var
from . import tree as t
from .bits import wrapped
from .exec_values import NO_VALUE, USIZE
from .modules import LIBRARY
from .pipelines import ExecPipelines
from .scopes import NameScope, Typed
from .types import (
    BOOLEAN,
    CHARACTER,
    INTEGER,
    NATURAL,
    RANGES,
    STR,
    UNIT,
    VerusType,
    width_of,
    within,
)


def exec_method(
    lowering: ExecPipelines, node: t.Expr, receiver: t.Expr, name: str, arguments: Sequence[t.Expr], scope: NameScope
) -> Typed | None:
    """The call of a method of the standard library; None for one that specifications have, too."""
    # Borrowing and cloning change no value.
    kind = lowering.type_of_place(receiver, scope)
    number_as_text = name == "to_string" and kind is not None and kind.is_integer
    if name in _SAME_VALUE and not arguments and not number_as_text:
        return lowering.typed(receiver, scope)
    if kind is None:
        return None
    if kind.is_sequence and name in _CHANGING:
        # First what changes a sequence, then what reads one, then options and numbers.
        return _changed(lowering, node, receiver, name, arguments, scope)
    if kind == STR and name == "len" and not arguments:
        # Bytes of UTF-8, not characters.
        size = lowering.declared[(f"mod {LIBRARY}", "utf8_size")]
        return Typed(lowering._apply(size, (lowering.typed(receiver, scope),), scope, node).term, USIZE)
    if kind == STR and _OF_TEXTS.get(name) == len(arguments):
        return _of_text(lowering, node, name, (receiver, *arguments), scope)
    # The added elements are computed before the place is read, since they may come from it.
    if kind.is_sequence and name == "extend" and len(arguments) == 1:
        added = lowering.kept(lowering.sequence_of(arguments[0], scope, kind.element), "added")
        lowering.learn(kind.element, added.type.element)
        text_place = lowering.place(receiver, scope)
        if added.term.sort != text_place.read().sort:
            raise lowering.unsupported(f"{added.type} added to {kind}", node)
        lowering.write(text_place, op("seq.concat", text_place.read(), added.term), node)
        return Typed(NO_VALUE, UNIT)
    if kind.is_sequence and name in ("sort", "sort_unstable") and kind.element.name in ("char", *RANGES):
        return _sorted(lowering, node, receiver, scope)
    if kind.is_sequence and name in ("get", "first", "last"):
        return _element_option(lowering, node, receiver, name, arguments, scope)
    if kind.name == "adt" and kind.label in ("Option", "Result"):
        return _of_option(lowering, kind, receiver, name, arguments, scope)
    if kind.name in RANGES:
        return _of_number(lowering, kind, node, name, (receiver, *arguments), scope)
    return None


_SAME_VALUE = frozenset({"to_vec", "to_owned", "to_string", "as_slice", "as_mut", "clone", "cloned", "copied"})
"""Methods whose value has the same elements, in the same order."""
_CHANGING = frozenset(
    {
        "next",
        "next_back",
        "push",
        "pop",
        "set",
        "insert",
        "remove",
        "swap",
        "clear",
        "truncate",
        "push_back",
        "pop_front",
        "push_str",
    }
    | {"extend_from_slice", "append", "reverse", "push_front", "pop_back", "swap_remove"}
)


def _changed(
    lowering: ExecPipelines, node: t.Expr, receiver: t.Expr, name: str, arguments: Sequence[t.Expr], scope: NameScope
) -> Typed:
    """A method that changes a sequence."""
    kind = lowering.type_of_place(receiver, scope)
    assert kind is not None
    # Which types the arguments have is told by the element type, or by the sequence itself.
    element = kind.element
    of_elements = {"push", "push_back", "push_front"}
    kinds: dict[str, tuple[VerusType | None, ...]] = {
        **dict.fromkeys(of_elements, (element,)),
        **dict.fromkeys(("set", "insert"), (USIZE, element)),
        **dict.fromkeys(("remove", "truncate", "swap_remove"), (USIZE,)),
        "swap": (USIZE, USIZE),
        **dict.fromkeys(("extend_from_slice", "append", "push_str"), (kind,)),
    }
    argument_types = kinds.get(name, ())
    if len(argument_types) != len(arguments):
        raise lowering.unsupported(f"{name} with {len(arguments)} arguments", node)
    # Arguments from left to right, before the receiver's place.
    values = lowering.ordered(arguments, scope, argument_types)
    sequence_place = lowering.place(receiver, scope)
    # The element tells the type of a sequence that was empty so far: the next round knows it.
    if name in of_elements and values[0].term.sort != lowering.sort(element):
        lowering.learn(element, values[0].type)
        raise lowering.unsupported(f"{values[0].type} in a sequence of {element}", node)
    sequence_now = sequence_place.read()
    length = op("seq.len", sequence_now)
    terms = [value.term for value in values]
    result = Typed(NO_VALUE, UNIT)
    zero, unit = integer(0), integer(1)

    def part(low: Term, high: Term) -> Term:
        return op("seq.slice", sequence_now, low, high)

    # Each method as a term over the sequence as it is now; out of bounds that term is undefined, where Rust panics.
    match name:
        case "push" | "push_back":
            new = op("seq.concat", sequence_now, op("seq.literal", terms[0]))
        case "push_front":
            new = op("seq.concat", op("seq.literal", terms[0]), sequence_now)
        case "extend_from_slice" | "append" | "push_str":
            new = op("seq.concat", sequence_now, terms[0])
            if name == "append":
                other_place = lowering.place(arguments[0], scope)
                lowering.write(sequence_place, new, node)
                lowering.write(other_place, op("seq.literal", sort=sequence_now.sort), node)
                return result
        # The popped element is kept before the sequence changes.
        case "pop" | "pop_back" | "pop_front" | "next" | "next_back":
            front = name in ("pop_front", "next")
            at = zero if front else op("sub", length, unit)
            option = VerusType("adt", (element,), "Option")
            some = op("datatype.make", op("seq.at", sequence_now, at), data="Some", sort=lowering.sort(option))
            none = op("datatype.make", data="None", sort=lowering.sort(option))
            has = op("gt", length, zero)
            result = lowering.kept(Typed(ite(has, some, none), option), "popped", node)
            rest = part(unit, length) if front else part(zero, at)
            new = ite(has, rest, sequence_now)
        case "set":
            new = op("seq.update", sequence_now, terms[0], terms[1])
        case "insert":
            added = op("seq.literal", terms[1])
            new = op("seq.concat", op("seq.concat", part(zero, terms[0]), added), part(terms[0], length))
        case "remove":
            result = lowering.kept(Typed(op("seq.at", sequence_now, terms[0]), element), "removed", node)
            new = op("seq.concat", part(zero, terms[0]), part(op("add", terms[0], unit), length))
        # The last element takes the place of the removed one.
        case "swap_remove":
            result = lowering.kept(Typed(op("seq.at", sequence_now, terms[0]), element), "removed", node)
            last = op("sub", length, unit)
            moved = op("seq.update", sequence_now, terms[0], op("seq.at", sequence_now, last))
            new = op("seq.slice", moved, zero, last)
        case "swap":
            first, second = (op("seq.at", sequence_now, term) for term in terms)
            new = op("seq.update", op("seq.update", sequence_now, terms[0], second), terms[1], first)
        # Truncating to more than there is changes nothing.
        case "truncate":
            new = ite(op("lt", terms[0], length), part(zero, terms[0]), sequence_now)
        case "reverse":
            binder = Binder(lowering.fresh_name("index"), INT)
            at = op("sub", op("sub", length, unit), var(binder.name, INT))
            new = op("seq.comprehension", op("range", zero, length), op("seq.at", sequence_now, at), data=(binder,))
        case _:
            new = op("seq.literal", sort=sequence_now.sort)
    lowering.write(sequence_place, new, node)
    return result


_OF_TEXTS = {"unicode_len": 0, "get_char": 1, "get_ascii": 1, "substring_char": 2, "substring_ascii": 2, "is_ascii": 0}
"""What vstd adds to `str` (`StrSliceExecFns`), with the number of arguments, and what it defines by a `spec fn`."""


def _of_text(lowering: ExecPipelines, node: t.Expr, name: str, operands: Sequence[t.Expr], scope: NameScope) -> Typed:
    """What vstd adds to `str`; `operands`: the receiver, and the arguments."""
    text_term, *places = (
        value.term for value in lowering.ordered(operands, scope, (None, *(USIZE for _ in operands[1:])))
    )
    if name == "unicode_len":
        return Typed(op("seq.len", text_term), USIZE)
    if name == "is_ascii":
        return lowering._apply(lowering.declared[("Seq", name)], (Typed(text_term, STR),), scope, node)
    if name.startswith("substring"):
        return Typed(op("seq.slice", text_term, *places), STR)
    character = op("seq.at", text_term, *places)
    if name == "get_char":
        return Typed(character, CHARACTER)
    # The code is kept in a variable, since the check and the result both mention it.
    code = lowering.kept(Typed(op("char.code", character), VerusType("u32")), "code").term
    lowering.emit(Expect(op("lt", code, integer(128)), "get_ascii of another character", lowering.span(node)))
    return Typed(code, VerusType("u8"))


def _sorted(lowering: ExecPipelines, node: t.Expr, receiver: t.Expr, scope: NameScope) -> Typed:
    sequence_place = lowering.place(receiver, scope)
    element = lowering.known(sequence_place.type.element)
    if lowering.sort(element).kind not in ("Int", "Char"):
        raise lowering.unsupported(f"a sort of {element}", node)
    binders = tuple(Binder(lowering.fresh_name(name), lowering.sort(element)) for name in ("one", "other"))
    below = op("le", *(var(binder.name, binder.sort) for binder in binders))
    unbounded = make("unbounded", (), Sort("Domain"))
    order = Typed(op("lambda", unbounded, unbounded, below, data=binders), VerusType("fn", (element, element, BOOLEAN)))
    sequence_value = Typed(sequence_place.read(), VerusType("Seq", (element,)))
    lowering.write(
        sequence_place,
        lowering._apply(lowering.declared[("Seq", "sort_by")], (sequence_value, order), scope, node).term,
        node,
    )
    return Typed(NO_VALUE, UNIT)


def _element_option(
    lowering: ExecPipelines, node: t.Expr, receiver: t.Expr, name: str, arguments: Sequence[t.Expr], scope: NameScope
) -> Typed:
    if name == "get":
        value, index = lowering.ordered((receiver, *arguments), scope, (None, USIZE))
        length, at = op("seq.len", value.term), index.term
    else:
        value = lowering.typed(receiver, scope)
        length = op("seq.len", value.term)
        at = integer(0) if name == "first" else op("sub", length, integer(1))
    some, none = (
        lowering.option_of(value.type.element, op("seq.at", value.term, at)),
        lowering.option_of(value.type.element),
    )
    inside = conj(op("le", integer(0), at), op("lt", at, length))
    return Typed(ite(inside, some.term, none.term), some.type)


def _of_option(
    lowering: ExecPipelines, kind: VerusType, receiver: t.Expr, name: str, arguments: Sequence[t.Expr], scope: NameScope
) -> Typed | None:
    if name not in ("unwrap", "expect", "unwrap_or", "is_some", "is_none", "is_ok", "is_err"):
        return None
    inside = lowering.known(kind.arguments[0])
    default_types = (inside,) if name == "unwrap_or" else (None,) * len(arguments)
    value, *argument_values = lowering.ordered((receiver, *arguments), scope, (None, *default_types))
    good = "Some" if kind.label == "Option" else "Ok"
    test = op("datatype.is", value.term, data=good)
    if name.startswith("is_"):
        return Typed(test if name in ("is_some", "is_ok") else negate(test), BOOLEAN)
    inner_value = op("datatype.at", value.term, data=(good, "0"), sort=lowering.sort(inside))
    return (
        Typed(ite(test, inner_value, argument_values[0].term), inside)
        if name == "unwrap_or"
        else Typed(inner_value, inside)
    )


def _of_one_number(
    lowering: ExecPipelines, kind: VerusType, node: t.Expr, name: str, receiver: t.Expr, scope: NameScope
) -> Typed | None:
    """A method of a machine integer without arguments; None of another one."""
    least, greatest = RANGES[kind.name]
    width, zero, one = width_of(kind), integer(0), integer(1)
    if name not in _OF_ONE_NUMBER:
        return None
    number = lowering.kept(Typed(lowering.typed(receiver, scope).term, kind), "number").term
    negative = op("lt", number, zero)
    # Bits are those of the number with the same bits that is not negative.
    bits = Typed(number if least == 0 else ite(negative, op("add", number, integer(2**width)), number), INTEGER)

    def of_bits(function: str) -> Term:
        return lowering._apply(lowering.declared[(f"mod {LIBRARY}", function)], (bits,), scope, node).term

    match name:
        case "signum":
            return Typed(ite(negative, integer(-1), ite(eq(number, zero), zero, one)), kind)
        case "is_positive":
            return Typed(op("gt", number, zero), BOOLEAN)
        case "is_negative":
            return Typed(negative, BOOLEAN)
        case "wrapping_neg":
            return Typed(wrapped(op("neg", number), kind), kind)
        case "checked_neg" | "checked_abs":
            exact = op("neg", number) if name == "checked_neg" else ite(negative, op("neg", number), number)
            some, none = lowering.option_of(kind, exact), lowering.option_of(kind)
            return Typed(ite(within(least, greatest, exact), some.term, none.term), some.type)
        case "count_ones":
            return Typed(of_bits("one_bits_of"), VerusType("u32"))
        case "count_zeros":
            return Typed(op("sub", integer(width), of_bits("one_bits_of")), VerusType("u32"))
        case "leading_zeros":
            return Typed(op("sub", integer(width), of_bits("bit_length_of")), VerusType("u32"))
        case "trailing_zeros":
            ending = ite(eq(number, zero), integer(width), of_bits("trailing_zero_bits_of"))
            return Typed(ending, VerusType("u32"))
        case "is_power_of_two":
            return Typed(eq(of_bits("one_bits_of"), one), BOOLEAN)
        # "ilog2": of no number that is not positive.
        case _:
            refusal = f"{name} of a number that is not positive"
            lowering.emit(Expect(op("gt", number, zero), refusal, lowering.span(node)))
            return Typed(op("sub", of_bits("bit_length_of"), one), VerusType("u32"))


_OF_ONE_NUMBER = frozenset(
    {"signum", "is_positive", "is_negative", "wrapping_neg", "checked_neg", "checked_abs", "count_ones", "count_zeros"}
    | {"leading_zeros", "trailing_zeros", "is_power_of_two", "ilog2"}
)
_ROTATING = ("rotate_left", "rotate_right")


def _rotated(
    lowering: ExecPipelines, kind: VerusType, node: t.Expr, name: str, terms: tuple[Term, Term], scope: NameScope
) -> Term:
    """A number whose bits are moved around by a number of places, taken by the width."""
    number, places = terms
    width = integer(width_of(kind))
    by = op("mod", places if name == "rotate_left" else op("neg", places), width)
    bits = op("mod", number, integer(2 ** width_of(kind)))

    def power(exponent: Term) -> Term:
        operands = (Typed(integer(2), INTEGER), Typed(exponent, NATURAL))
        return lowering._apply(lowering.declared[(f"mod {LIBRARY}", "pow")], operands, scope, node).term

    # What leaves the number on the left is what comes in on the right.
    return wrapped(op("add", op("mul", bits, power(by)), op("div", bits, power(op("sub", width, by)))), kind)


_ARITHMETIC: dict[str, OperatorName] = {"add": "add", "sub": "sub", "mul": "mul"}


def _of_number(
    lowering: ExecPipelines, kind: VerusType, node: t.Expr, name: str, operands: Sequence[t.Expr], scope: NameScope
) -> Typed | None:
    """A method of a machine integer; `operands`: its receiver, and its arguments."""
    receiver, *arguments = operands
    least, greatest = RANGES[kind.name]
    # The absolute value of the least number does not fit its type: Rust panics (in debug) where `in_range` stops.
    if name in ("abs", "unsigned_abs") and not arguments:
        value = lowering.typed(receiver, scope).term
        positive = ite(op("lt", value, integer(0)), op("neg", value), value)
        result = VerusType(f"u{kind.name[1:]}") if name == "unsigned_abs" else kind
        return Typed(lowering.in_range(positive, result, node), result)
    if not arguments and (found := _of_one_number(lowering, kind, node, name, receiver, scope)) is not None:
        return found
    if name == "clamp" and len(arguments) == 2:
        number, low, high = (value.term for value in lowering.ordered(operands, scope, (kind, kind, kind)))
        lowering.emit(Expect(op("le", low, high), "clamp to an empty range", lowering.span(node)))
        return Typed(ite(op("lt", number, low), low, ite(op("gt", number, high), high, number)), kind)
    # `wrapping_`, `checked_` and `saturating_`: one arithmetic, three ways to leave the range.
    how, _, operation = name.partition("_")
    arithmetic = how in ("wrapping", "checked", "saturating") and operation in _ARITHMETIC
    arithmetic = arithmetic or (how in ("checked", "saturating") and operation == "pow")
    divided = how == "checked" and operation in ("div", "rem")
    by_name = name in ("min", "max", "abs_diff", "pow", "rem_euclid", "div_euclid", "div_ceil", *_ROTATING)
    if not (arithmetic or divided or by_name) or len(arguments) != 1:
        return None
    second_type = VerusType("u32") if "pow" in (name, operation) or name in _ROTATING else kind
    first_number, second_number = (value.term for value in lowering.ordered(operands, scope, (kind, second_type)))
    if name in ("min", "max"):
        return Typed(
            ite(op("le" if name == "min" else "ge", first_number, second_number), first_number, second_number), kind
        )
    if name == "abs_diff":
        difference = op("sub", first_number, second_number)
        positive = ite(op("lt", difference, integer(0)), op("neg", difference), difference)
        return Typed(positive, VerusType(f"u{kind.name[1:]}"))
    if name in _ROTATING:
        return Typed(_rotated(lowering, kind, node, name, (first_number, second_number), scope), kind)
    if name == "div_ceil":
        if least < 0:
            return None  # not stable
        return Typed(op("neg", op("div", op("neg", first_number), second_number)), kind)
    # The exponent is a natural number; the result has to fit.
    operands_of_power = (Typed(first_number, INTEGER), Typed(second_number, NATURAL))
    if name == "pow":
        power = lowering._apply(lowering.declared[(f"mod {LIBRARY}", "pow")], operands_of_power, scope, node)
        return Typed(lowering.in_range(power.term, kind, node), kind)
    if divided:
        # Nothing by zero, and where the quotient of the least number and -1 does not fit.
        truncated = ite(
            op("ge", first_number, integer(0)),
            op("div", first_number, second_number),
            op("neg", op("div", op("neg", first_number), second_number)),
        )
        rest = op("sub", first_number, op("mul", truncated, second_number))
        some = lowering.option_of(kind, truncated if operation == "div" else rest)
        there = conj(negate(eq(second_number, integer(0))), within(least, greatest, truncated))
        return Typed(ite(there, some.term, lowering.option_of(kind).term), some.type)
    if not arithmetic:
        # The least number by -1 overflows in both: `rem_euclid` panics, too, though the remainder would fit.
        quotient = lowering.in_range(op("div", first_number, second_number), kind, node)
        rest = op("sub", first_number, op("mul", quotient, second_number))
        return Typed(quotient if name == "div_euclid" else rest, kind)
    # The exact result over whole numbers; what becomes of it depends on the prefix.
    if operation == "pow":
        exact = lowering._apply(lowering.declared[(f"mod {LIBRARY}", "pow")], operands_of_power, scope, node).term
    else:
        exact = op(_ARITHMETIC[operation], first_number, second_number)
    if how == "wrapping":
        return Typed(wrapped(exact, kind), kind)
    if how == "checked":
        some, none = lowering.option_of(kind, exact), lowering.option_of(kind)
        return Typed(ite(within(least, greatest, exact), some.term, none.term), some.type)
    # Saturating: clipped at both ends.
    low = ite(op("lt", exact, integer(least)), integer(least), exact)
    return Typed(ite(op("gt", exact, integer(greatest)), integer(greatest), low), kind)
