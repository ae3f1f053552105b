"""The rules of EvalPlus: which inputs of its data sets JSON has changed, and which outputs count as right. The latter
is decided without numpy: equality, then tolerance for numbers, then the special oracles of the data set.

Source: EvalPlus 0.3.1, `evalplus/data/mbpp.py` (`mbpp_deserialize_inputs`), `evalplus/eval/_special_oracle.py` and
`evalplus/eval/__init__.py` (`unsafe_execute`). There the tables go by number or by function; here by both, since a task
of somebody else's may have either: they are rules of these data sets alone.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import Any

ArgumentList = list[Any]
Conversion = Callable[[ArgumentList], ArgumentList]
AcceptanceOracle = Callable[[Sequence[Any], Any, Any, float], bool | None]
"""(arguments, output, expected output, tolerance) → right or wrong; None where the ordinary comparison decides. What it
raises, on an output that it cannot look at, means wrong."""

HUMANEVAL = "HumanEval/"
MBPP = "Mbpp/"


# --- inputs -------------------------------------------------------------------------------------------
_SET_TASKS = {
    2: "similar_elements",
    7: "find_char_long",
    111: "common_in_nested_lists",
    140: "extract_singly",
    232: "larg_nnum",
    249: "intersection_array",
    579: "find_dissimilar",
    769: "Diff",
}
_NOT_NONE_TASKS = {737: "check_str", 787: "text_match_three", 794: "text_starta_endb"}
RELATIVE = 1e-7
"""The relative tolerance of numpy.testing.assert_allclose."""
FLOAT_TOLERANCE = 1e-6
"""The absolute one where floats are expected and the task names none."""
LIST_TAG, TUPLE_TAG = b"[", b"("
HEADER, FLOAT_SIZE = 5, 9
"""Bytes of a tag with a count, and of a tag with a float, in the encoding of the sandbox."""
NUMBERS = (int, float, complex)


def _tuple(value: Any) -> Any:
    return tuple(value)


def _tuples(value: Any) -> Any:
    return [tuple(item) for item in value]


def _all(convert: Callable[[Any], Any]) -> Conversion:
    return lambda arguments: [convert(value) for value in arguments]


def _first(convert: Callable[[Any], Any]) -> Conversion:
    return lambda arguments: [convert(arguments[0]), *arguments[1:]]


def _second(arguments: ArgumentList) -> ArgumentList:
    return [arguments[0], tuple(arguments[1])]


def _deep(value: Any) -> Any:
    return tuple(map(_deep, value)) if isinstance(value, list) else value


def _sets(value: Any) -> Any:
    # An empty one becomes a dict there, and the expected outputs were made with it.
    return [set(item) if isinstance(item, list) and item else {} for item in value]


def _lists_in(value: Any) -> Any:
    return tuple(tuple(item) if isinstance(item, list) else item for item in value)


CONVERSIONS: tuple[tuple[Mapping[int, str], Conversion], ...] = (
    (
        {
            2: "similar_elements",
            116: "tuple_to_int",
            132: "tup_string",
            143: "find_lists",
            222: "check_type",
            261: "division_elements",
            273: "substract_elements",
            394: "check_distinct",
            399: "bitwise_xor",
            421: "concatenate_tuple",
            424: "extract_rear",
            429: "and_tuples",
            470: "add_pairwise",
            560: "union_elements",
            579: "find_dissimilar",
            596: "tuple_size",
            616: "tuple_modulo",
            630: "get_coordinates",
            726: "multiply_elements",
            740: "tuple_to_dict",
            744: "check_none",
            809: "check_smaller",
        },
        _all(_tuple),
    ),
    (
        {
            63: "max_difference",
            64: "subject_marks",
            70: "get_equal",
            94: "index_minimum",
            120: "max_product_tuple",
            237: "check_occurences",
            272: "rear_extract",
            299: "max_aggregate",
            400: "extract_freq",
            409: "min_product_tuple",
            417: "group_tuples",
            438: "count_bidirectional",
            473: "tuple_intersection",
            614: "cummulative_sum",
            780: "find_combinations",
        },
        _all(_tuples),
    ),
    (
        {75: "find_tuples", 413: "extract_nth_element", 444: "trim_tuple", 753: "min_k"},
        _first(_tuples),
    ),
    (
        {106: "add_lists", 750: "add_tuple"},
        _second,
    ),
    (
        {115: "empty_dit"},
        _first(_sets),
    ),
    (
        {124: "angle_complex"},
        lambda arguments: [float(arguments[0]), complex(arguments[1])],
    ),
    (
        {
            250: "count_X",
            307: "colon_tuplex",
            405: "check_tuplex",
            446: "count_Occurrence",
            617: "min_Jumps",
            720: "add_dict_to_tuple",
            763: "find_min_diff",
            808: "check_K",
        },
        _first(_tuple),
    ),
    (
        {259: "maximize_elements", 401: "add_nested_tuples", 445: "index_multiplication"},
        _all(lambda value: tuple(_tuples(value))),
    ),
    (
        {278: "count_first_elements"},
        _first(_lists_in),
    ),
    (
        {722: "filter_data"},
        _first(lambda value: {key: tuple(item) for key, item in value.items()}),
    ),
    (
        {252: "convert"},
        _first(complex),
    ),
    (
        {580: "extract_even", 615: "average_tuple", 791: "remove_nested"},
        _all(_deep),
    ),
)
"""Of these tasks, by number and by the name of the function: another task may have the same number."""


def convert_inputs(task_id: str, entry_point: str, rows: Sequence[ArgumentList]) -> list[ArgumentList]:
    """The arguments as the task's author wrote them, from what JSON made of them, of a task of MBPP+; those of any
    other task as they are. Rows that do not have the form which the table expects stay as they are: the contract judges
    them."""
    number = task_id.removeprefix(MBPP)
    if number == task_id or not number.isdecimal():
        return list(rows)
    for functions, convert in CONVERSIONS:
        if functions.get(int(number)) == entry_point:
            return [_converted(convert, row) for row in rows]
    return list(rows)


def _converted(convert: Conversion, row: ArgumentList) -> ArgumentList:
    try:
        return convert(row)
    except (TypeError, ValueError, IndexError, AttributeError):
        return row


# --- outputs ------------------------------------------------------------------------------------------


def _same_set(arguments: Sequence[Any], output: Any, expected: Any, tolerance: float) -> bool | None:
    return True if set(output) == set(expected) else None


def _not_none(arguments: Sequence[Any], output: Any, expected: Any, tolerance: float) -> bool:
    return output == (expected is not None) if isinstance(output, bool) else (output is None) == (expected is None)


def _anything(arguments: Sequence[Any], output: Any, expected: Any, tolerance: float) -> bool:
    return True


def _or_zero(arguments: Sequence[Any], output: Any, expected: Any, tolerance: float) -> bool | None:
    return True if output == 0 else None


def _root(arguments: Sequence[Any], output: Any, expected: Any, tolerance: float) -> bool:
    """HumanEval/32: any root of the polynomial."""
    value = sum(coefficient * math.pow(output, power) for power, coefficient in enumerate(arguments[0]))
    return bool(abs(value) <= tolerance)


def _pyramid(arguments: Sequence[Any], output: Any, expected: Any, tolerance: float) -> bool | None:
    """Mbpp/581: the height may also be the distance from the base to the apex."""
    base, height = arguments
    surface = round(base**2 + 4 * (base * math.sqrt((base / 2) ** 2 + height**2)) / 2)
    return True if output == expected or abs(output - surface) <= tolerance else None


def _padded_digits(arguments: Sequence[Any], output: Any, expected: Any, tolerance: float) -> bool | None:
    """Mbpp/558: the digits may also be compared from the right."""
    left, right = (reversed(str(number)) for number in arguments)
    pairs = zip_longest(left, right, fillvalue="0")
    return True if output == expected or output == sum(abs(int(a) - int(b)) for a, b in pairs) else None


ORACLES: Mapping[tuple[str, str], AcceptanceOracle] = {
    (f"{HUMANEVAL}32", "find_zero"): _root,
    (f"{MBPP}164", "are_equivalent"): _anything,
    (f"{MBPP}295", "sum_div"): _or_zero,
    (f"{MBPP}581", "surface_Area"): _pyramid,
    (f"{MBPP}558", "digit_distance_nums"): _padded_digits,
    **{(f"{MBPP}{number}", name): _same_set for number, name in _SET_TASKS.items()},
    **{(f"{MBPP}{number}", name): _not_none for number, name in _NOT_NONE_TASKS.items()},
}
"""By the task's id and the name of its function."""


LOOSE: Mapping[AcceptanceOracle, str] = {
    _same_set: "anything with the same elements, in any order, any number of times",
    _not_none: "anything but None where something but None is expected; or whether that is so, as a bool",
    _anything: "anything",
    _or_zero: "0, on every input",
    _pyramid: "the surface for another meaning of the height",
    _padded_digits: "the distance with digits compared from the right",
}
"""What these oracles take for right beside the expected output: as the data set says, and not to be mended here."""


def looseness_of(task_id: str, entry_point: str) -> str | None:
    """What a task takes for right beside the expected output and what is near it; None for nothing."""
    oracle = oracle_of(task_id, entry_point)
    return None if oracle is None else LOOSE.get(oracle)


def oracle_of(task_id: str, entry_point: str) -> AcceptanceOracle | None:
    """The special oracle of a task, None where outputs are simply compared."""
    return ORACLES.get((task_id, entry_point))


def asks_only_whether_none(task_id: str, entry_point: str) -> bool:
    """Whether only this is compared: is the output None? Then it need not be a value that can be passed on."""
    return oracle_of(task_id, entry_point) is _not_none


def tolerances(floats: Iterable[bool], atol: float) -> list[float]:
    """The absolute tolerance for each of a suite's outputs, in order, from whether floats are expected: once they are,
    all outputs that follow are compared as floats are. See `holds_floats`."""
    found = []
    for expected in floats:
        if atol == 0 and expected:
            atol = FLOAT_TOLERANCE
        found.append(atol)
    return found


def holds_floats(encoded: bytes) -> bool:
    """Whether a value, as the sandbox encodes it, is a float, or a list or tuple of floats that is not empty."""
    if encoded[:1] in (LIST_TAG, TUPLE_TAG):
        count = int.from_bytes(encoded[1:HEADER], "little")
        return count > 0 and len(encoded) == HEADER + count * FLOAT_SIZE and encoded[HEADER::FLOAT_SIZE] == b"f" * count
    return encoded[:1] == b"f"


def is_right(
    arguments: Sequence[Any], output: Any, expected: Any, tolerance: float, oracle: AcceptanceOracle | None = None
) -> bool:
    """Whether `output` counts as right. The values are plain data: comparing them runs no foreign code.

    `tolerance` comes from `tolerances`. An output that cannot be compared is wrong.
    """
    try:
        if oracle is not None:
            verdict = oracle(arguments, output, expected, tolerance)
            if verdict is not None:
                return verdict
        if output == expected:
            return True
        return tolerance != 0 and type(output) is type(expected) and _close(output, expected, tolerance)
    except (TypeError, ValueError, ArithmeticError, AttributeError, RecursionError):
        return False


def _close(output: Any, expected: Any, tolerance: float) -> bool:
    """Compare data of one shape as numpy.allclose does: |o - e| <= tolerance + 1e-7·|e|, and nan is close to
    nothing."""
    if isinstance(expected, (list, tuple)):
        return (
            isinstance(output, (list, tuple))
            and len(output) == len(expected)
            and all(_close(left, right, tolerance) for left, right in zip(output, expected, strict=True))
        )
    if not isinstance(output, NUMBERS) or not isinstance(expected, NUMBERS):
        return False
    if output == expected:
        return True
    distance = abs(output - expected)
    return math.isfinite(distance) and distance <= tolerance + RELATIVE * abs(expected)
