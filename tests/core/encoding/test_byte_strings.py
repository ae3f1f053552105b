"""The encoding of the methods of bytes against CPython's, over all short bytes of a few kinds."""

from collections.abc import Callable
from itertools import product

import pytest

from specassay.core.encoding.abstract_values import AbstractValue, Symbolic
from specassay.core.encoding.byte_strings import float_of_bytes, on_bytes, whole_number
from specassay.core.encoding.context import Context
from specassay.frontends.python import parse_contract

from ...samples import some
from .judges import EncodingJudge, python
from .symbolic import abstract, choices, exceptions, known, meant, some_of, symbolic

SHORT = [bytes(codes) for size in range(4) for codes in product(b" aZ1", repeat=size)]
ODD = [b"\t\x0b", b"\x80a", b"[`{", b"@"]


@pytest.mark.parametrize(
    "text",
    [
        "assert x.lower() == x",
        "assert x.upper() == x",
        "assert x.swapcase() != x",
        "assert x.strip() == x",
        "assert x.lstrip(None) == x",
        "assert x.rstrip() == x",
        "assert x.strip().islower()",
        "assert len(x.split()) == 2",
        "assert x.split() == [x]",
        "assert all(word.isdigit() for word in x.split())\nassert [len(word) for word in x.split(None)] != [1, 1]",
        "assert not x.isspace() and (x.isalpha() or x.isalnum() or x.isupper())",
        "assert x.split(' ')",
        "assert x.count(b'a') == 1",
        "assert x.count(97) < len(x)\nassert b'1' in x",
        "assert x.isascii() and x.count('a')",
    ],
)
def test_methods_of_bytes(text: str) -> None:
    judge = EncodingJudge(parse_contract(text, name="contract", parameters=("x",)))
    real = python(text, ("x",))
    for value in (*some(SHORT, 9), *ODD):
        assert judge.violated({"x": value}) == real({"x": value}), value
    judge.close()


NUMERALS = [
    b"",
    b"0",
    b"7",
    b"12",
    b"007",
    b"-1",
    b"+3",
    b"-",
    b"+-1",
    b"--1",
    b"1-",
    b"-0",
    b"a",
    b"1a",
    b"/",
    b":",
    b"\xb2",
]
UNFOLLOWED = [b" 5", b"5\n", b"1_0", b"_1", b"1 0", b"\x1c1"]


OTHER_BASES = [b"aF", b"-zZ", b"g", b"2", b"8", b"1G", b"@1", b"`"]
WITH_BASES = [b"0x1f", b"0b1", b"0o7", b"b1", b"x", b"0X"]


@pytest.mark.parametrize(
    "text",
    [
        "assert int(x) > 3",
        "assert int(x) == -1",
        "assert int(x) >= 0\nassert int(x) != 12",
        "assert int(x, 16) > 9",
        "assert int(x, 2) != 1\nassert int(x, 36) < 300",
        "assert int(x, 8) == 7 or int(x, 11) == 10",
    ],
)
def test_numbers_of_bytes(text: str) -> None:
    judge = EncodingJudge(parse_contract(text, name="contract", parameters=("x",)))
    real = python(text, ("x",))
    for value in (*NUMERALS, *OTHER_BASES, *some(SHORT, 9)):
        if not value.count(b" "):
            assert judge.violated({"x": value}) == real({"x": value}), value
    for value in (*UNFOLLOWED, *WITH_BASES):
        assert judge.violated({"x": value}) in (None, real({"x": value})), value
    judge.close()


FLOATS = [b"1.5", b"-1e3", b"inf", b" 7", b"nan", b"1_0", b"Infinity", b".", b"9" * 20]


@pytest.mark.parametrize(
    "text", ["assert float(x) > 3", "assert float(x) == -1", "assert 0 <= float(x) <= 1\nassert float(x) != 12"]
)
def test_floats_of_bytes(text: str) -> None:
    judge = EncodingJudge(parse_contract(text, name="contract", parameters=("x",)))
    real = python(text, ("x",))
    for value in NUMERALS:
        expected = real({"x": value})
        # Where a letter of `nan` is among the bytes, nothing is said of them.
        assert judge.violated({"x": value}) in ((None, expected) if b"a" in value else (expected,)), value
    for value in (*FLOATS, *UNFOLLOWED, *some(SHORT, 9)):
        assert judge.violated({"x": value}) in (None, real({"x": value})), value
    judge.close()


MIXED = b"aZ 1 b"
NAMES = [
    "lower",
    "upper",
    "swapcase",
    "strip",
    "lstrip",
    "rstrip",
    "split",
    "isalnum",
    "isalpha",
    "isdigit",
    "isspace",
    "islower",
    "isupper",
    "isascii",
]


@pytest.mark.parametrize("name", NAMES)
def test_a_method_of_bytes_that_may_be_absent_has_the_result_of_python(name: str) -> None:
    """What another method has made of bytes has entries that are there in some worlds only, in the middle as well."""
    (_, receiver), *_ = some_of("bytes", MIXED)
    context = Context()
    found = on_bytes(context, receiver, name, [])
    assert found is not None
    for world, chosen in choices(MIXED):
        assert meant(found, world) == getattr(bytes(chosen), name)(), bytes(chosen)
    assert (exceptions(context), context.cuts) == ([], [])


NUMERAL = b"-+10a"


@pytest.mark.parametrize(("converted", "convert"), [(whole_number, int), (float_of_bytes, float)])
def test_the_number_of_bytes_that_may_be_absent_is_that_of_python(
    converted: Callable[[Context, AbstractValue], Symbolic | None], convert: type
) -> None:
    (_, receiver), *_ = some_of("bytes", NUMERAL)
    context = Context(grid=True)
    found = converted(context, receiver)
    assert found is not None
    for world, chosen in choices(NUMERAL):
        if any(known(cut.guard, world) for cut in context.cuts):
            assert convert is float
            assert b"a" in bytes(chosen)
            continue
        try:
            expected = convert(bytes(chosen))
        except ValueError:
            assert exceptions(context, world) == ["ValueError"], bytes(chosen)
        else:
            assert (meant(found, world), exceptions(context, world)) == (expected, []), bytes(chosen)


@pytest.mark.parametrize(
    ("name", "argument", "raises"), [("count", "a", True), ("strip", b"a", False), ("split", "a", True)]
)
def test_bytes_take_no_text_and_other_arguments_are_not_followed(name: str, argument: object, raises: bool) -> None:
    context = Context()
    found = on_bytes(context, abstract(b"ab"), name, [symbolic(argument)])
    assert (found is None, exceptions(context)) == (not raises, ["TypeError"] if raises else [])
