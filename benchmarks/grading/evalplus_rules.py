"""The rules of EvalPlus: which inputs of its data sets JSON has changed, and which outputs count as right. The latter
is decided without numpy: equality, then tolerance for numbers, then the special oracles of the data set.

Source: EvalPlus 0.3.1, `evalplus/data/mbpp.py` (`mbpp_deserialize_inputs`), `evalplus/eval/_special_oracle.py` and
`evalplus/eval/__init__.py` (`unsafe_execute`). The tables go by task or entry point, as they do there: they are part of
the data sets.
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
_SET_TASKS = (
    "similar_elements",
    "find_char_long",
    "common_in_nested_lists",
    "extract_singly",
    "larg_nnum",
    "intersection_array",
    "find_dissimilar",
    "Diff",
)
_NOT_NONE_TASKS = ("check_str", "text_match_three", "text_starta_endb")
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


_CONVERSIONS: tuple[tuple[frozenset[int], Conversion], ...] = (
    (
        frozenset(
            {2, 116, 132, 143, 222, 261, 273, 394, 399, 421, 424, 429, 470, 560, 579, 596, 616, 630, 726, 740, 744, 809}
        ),
        _all(_tuple),
    ),
    (frozenset({63, 64, 70, 94, 120, 237, 272, 299, 400, 409, 417, 438, 473, 614, 780}), _all(_tuples)),
    (frozenset({75, 413, 444, 753}), _first(_tuples)),
    (frozenset({106, 750}), _second),
    (frozenset({115}), _first(_sets)),
    (frozenset({124}), lambda arguments: [float(arguments[0]), complex(arguments[1])]),
    (frozenset({250, 307, 405, 446, 617, 720, 763, 808}), _first(_tuple)),
    (frozenset({259, 401, 445}), _all(lambda value: tuple(_tuples(value)))),
    (frozenset({278}), _first(_lists_in)),
    (frozenset({722}), _first(lambda value: {key: tuple(item) for key, item in value.items()})),
    (frozenset({252}), _first(complex)),
    (frozenset({580, 615, 791}), _all(_deep)),
)


def convert_inputs(task_id: str, rows: Sequence[ArgumentList]) -> list[ArgumentList]:
    """The arguments as the task's author wrote them, from what JSON made of them. Rows that do not have the form which
    the table expects stay as they are: the contract judges them."""
    number = task_id.removeprefix(MBPP)
    if number == task_id or not number.isdecimal():
        return list(rows)
    for numbers, convert in _CONVERSIONS:
        if int(number) in numbers:
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
    (HUMANEVAL, "find_zero"): _root,
    (MBPP, "are_equivalent"): _anything,
    (MBPP, "sum_div"): _or_zero,
    (MBPP, "surface_Area"): _pyramid,
    (MBPP, "digit_distance_nums"): _padded_digits,
    **{(MBPP, name): _same_set for name in _SET_TASKS},
    **{(MBPP, name): _not_none for name in _NOT_NONE_TASKS},
}
"""By the prefix of the task's id and the name of its function."""


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
    for (prefix, name), oracle in ORACLES.items():
        if task_id.startswith(prefix) and name == entry_point:
            return oracle
    return None


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
