"""Bit operators on machine integers, whose terms are whole numbers (Verus reference, "Bit operators")."""

from ...core.ir.build import integer, ite, op
from ...core.ir.operator_names import OperatorName
from ...core.ir.sorts import bit_vector
from ...core.ir.terms import Term
from .types import RANGES, VerusType, width_of

_BITWISE: dict[str, OperatorName] = {"&": "bv.and", "|": "bv.or", "^": "bv.xor"}


def _is_signed(kind: VerusType) -> bool:
    return RANGES[kind.name][0] < 0


def _bits(value: Term, kind: VerusType) -> Term:
    """The bit-vector of a number, in two's complement."""
    unsigned = op("mod", value, integer(2 ** width_of(kind))) if _is_signed(kind) else value
    return op("bv.of_int", unsigned, sort=bit_vector(width_of(kind)))


def _number(bits: Term, kind: VerusType) -> Term:
    return wrapped(op("bv.to_int", bits), kind) if _is_signed(kind) else op("bv.to_int", bits)


def wrapped(value: Term, kind: VerusType) -> Term:
    """The number of a machine integer that a whole number is, modulo 2^width."""
    size = 2 ** width_of(kind)
    if value.op == "const" and isinstance(value.data, int):
        least, _ = RANGES[kind.name]
        # Moved so that the least number is 0, and back: one rule for both signs.
        return integer((value.data - least) % size + least)
    rest = op("mod", value, integer(size))
    if not _is_signed(kind):
        return rest
    # Two's complement: the upper half of the numbers is the negative ones.
    return ite(op("lt", rest, integer(size // 2)), rest, op("sub", rest, integer(size)))


def bitwise(operator: str, first_bits: Term, second_bits: Term, kind: VerusType) -> Term:
    """`one & other`, `|` or `^`. With the mask 2^k - 1, `&` is a remainder."""
    if operator == "&" and (remainder := masked(first_bits, second_bits)) is not None:
        return remainder
    return _number(op(_BITWISE[operator], _bits(first_bits, kind), _bits(second_bits, kind)), kind)


def masked(first_bits: Term, second_bits: Term) -> Term | None:
    """`one & other` where one is the mask 2^k - 1: a remainder. None for others."""
    for mask, value in ((first_bits, second_bits), (second_bits, first_bits)):
        if mask.op == "const" and mask.data >= 0 and (mask.data + 1) & mask.data == 0:
            return op("mod", value, integer(mask.data + 1))
    return None


def shifted_far(operator: str, value: Term, by: Term, kind: VerusType) -> Term:
    """`value << by` or `value >> by`, where `by` is not negative, and may be more than the width."""
    width = integer(width_of(kind))
    beyond = ite(op("lt", value, integer(0)), integer(-1), integer(0)) if operator == ">>" else integer(0)
    if by.op == "const":
        return beyond if by.data >= width.data else shifted(operator, value, by, kind)
    return ite(op("lt", by, width), shifted(operator, value, by, kind), beyond)


def shifted(operator: str, value: Term, by: Term, kind: VerusType) -> Term:
    """`value << by` or `value >> by`, where `by` is not negative, and less than the width."""
    if by.op == "const" and by.data >= 0:
        power = integer(2**by.data)
        return op("div", value, power) if operator == ">>" else wrapped(op("mul", value, power), kind)
    if operator == "<<":
        return _number(op("bv.shl", _bits(value, kind), by), kind)
    if not _is_signed(kind):
        return op("bv.to_int", op("bv.shr", _bits(value, kind), by))
    # ~(~x >> n) shifts ones in, where x is negative.
    turned = op("sub", integer(-1), value)
    back = op("sub", integer(-1), op("bv.to_int", op("bv.shr", _bits(turned, kind), by)))
    return ite(op("lt", value, integer(0)), back, op("bv.to_int", op("bv.shr", _bits(value, kind), by)))
