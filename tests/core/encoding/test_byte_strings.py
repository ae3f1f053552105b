"""The encoding of the methods of bytes against CPython's, over all short bytes of a few kinds."""

from itertools import product

import pytest

from specassay.frontends.python import parse_contract

from ...samples import some
from .judges import EncodingJudge, python

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


@pytest.mark.parametrize(
    "text", ["assert int(x) > 3", "assert int(x) == -1", "assert int(x) >= 0\nassert int(x) != 12"]
)
def test_numbers_of_bytes(text: str) -> None:
    judge = EncodingJudge(parse_contract(text, name="contract", parameters=("x",)))
    real = python(text, ("x",))
    for value in (*NUMERALS, *some(SHORT, 9)):
        if not value.count(b" "):
            assert judge.violated({"x": value}) == real({"x": value}), value
    for value in UNFOLLOWED:
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
