"""Conditions on each character of a text: what is executed on one character of each class holds of all of them."""

import sys
from collections.abc import Callable

import pytest

from specassay.core.encoding.quantifiers import _decisive
from specassay.core.ir.statements import terms_of
from specassay.core.ir.terms import Term, subterms
from specassay.frontends.python import parse_contract

SAMPLE = [chr(code) for code in (*range(0x600), *range(0x600, sys.maxunicode, 61), 0x2161, 0x212A, 0x3007, 0xFB01)]
FOLLOWED = """
c.isdigit() and not c.isdecimal()
c.isalpha() or c in " -'"
c == "é" or c != c.upper()
c.lower() in "aeiou"
c.upper().lower() == c
len(c.upper()) > 1
c.title() != c.upper()
"a" <= c <= "z" or c > "é"
max(c, "ñ") == "ñ"
ord(c) < 128 or ord(c) == 0xE9
ord("a") <= ord(c) <= ord("z")
ord(c) in range(48, 58)
ord(c) not in (65, 66.0, 1000)
c.isdecimal() and int(c) % 2 == 0
c.strip() == ""
any(c == d for d in ("a", "é", 1))
c in {"a": 1, "é": 2} and {"a": 0, "é": 1}[c]
c * 2 == "aa" or (c + "b").startswith("éb")
c.casefold() == "s" or c.swapcase().istitle()
c not in set("aé") and c in ["b", "²"]
not c.isidentifier() and c.isprintable()
isinstance(c, str) and type(c) is str and len(c) == 1
""".strip().splitlines()
NOT_FOLLOWED = """
ord(c) % 2 == 0
repr(c) == "'a'"
hash(c) == 0
("a" + c).isidentifier()
str([c]) == "['a']"
"%r" % c == "'a'"
c.encode() == b"a"
c is "a"
sorted(c, key=ord) == ["a"]
int(c) == 1
chr(ord(c)) == "a"
f"{c!r}" == "'a'"
ord(c) == ord(c.lower())
""".strip().splitlines()


def _query(condition: str) -> Term:
    contract = parse_contract(f"assert all({condition} for c in x)", name="contract", parameters=("x",))
    found = [node for term in terms_of(contract.body) for node in subterms(term) if node.op == "python.comprehension"]
    return next(node for node in found if node.data.generators[-1].target == "c")


@pytest.mark.parametrize("condition", FOLLOWED)
def test_all_characters_are_as_the_examples_of_their_classes(condition: str) -> None:
    decisive = _decisive(_query(condition), frozenset({"x", "c"}), True)
    assert decisive is not None
    holds: Callable[[str], bool] = eval(f"lambda c: bool({condition})")
    for character in SAMPLE:
        assert (character in decisive) is not holds(character), hex(ord(character))


@pytest.mark.parametrize("condition", NOT_FOLLOWED)
def test_what_may_see_more_of_a_character_is_not_decided(condition: str) -> None:
    assert _decisive(_query(condition), frozenset({"x", "c"}), True) is None


def test_a_condition_of_the_generator_comes_first() -> None:
    contract = parse_contract("assert any(c > 'b' for c in x if c.isdecimal())", name="c", parameters=("x",))
    query = next(n for t in terms_of(contract.body) for n in subterms(t) if n.op == "python.comprehension")
    decisive = _decisive(query, frozenset({"x"}), False)
    assert decisive is not None
    assert "7" not in decisive
    assert "z" not in decisive
    assert "\N{ARABIC-INDIC DIGIT ONE}" in decisive
