"""Is an output the expected one? The rules of EvalPlus 0.3.1 (`evalplus/eval/__init__.py`, `unsafe_execute`), without
numpy: equality, then tolerance for numbers, then the data set's special oracles."""

import math
from collections.abc import Iterable, Sequence
from typing import Any

from .evalplus_rules import AcceptanceOracle

RELATIVE = 1e-7
"""That of numpy.testing.assert_allclose."""
FLOAT_TOLERANCE = 1e-6
"""The absolute one where floats are expected and the task names none."""
LIST_TAG, TUPLE_TAG = b"[", b"("
HEADER, FLOAT_SIZE = 5, 9
"""Bytes of a tag with a count, and of a tag with a float, in the encoding of the sandbox."""
NUMBERS = (int, float, complex)


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
    """As numpy.allclose for data of one shape: |o - e| <= tolerance + 1e-7·|e|, nan close to nothing."""
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
