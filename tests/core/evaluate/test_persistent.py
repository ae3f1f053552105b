"""What is said to stay true, or false, of a sequence stays so of every longer one."""

from itertools import product

import pytest

from specassay.core.evaluate.sequence_rules import persists
from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.sorts import BOOL, INT, seq_of
from specassay.core.ir.substitution import FreeNames
from specassay.core.ir.terms import Term
from specassay.core.spans import Span
from specassay.frontends.dafny import parse_expression, parse_program

PROGRAM = parse_program("", file="t.dfy")
SHORT = [values for length in range(4) for values in product(range(3), repeat=length)]


def term_of(text: str) -> Term:
    return parse_expression(text, {"s": seq_of(INT)}, BOOL, PROGRAM, Span("e.dfy", 1, 1, 1, 1))


def value_of(term: Term, values: tuple[int, ...]) -> bool | None:
    found = evaluate(term, {"s": values})
    return found.value if found.state == "defined" else None


@pytest.mark.parametrize(
    ("text", "stays_true", "stays_false"),
    [
        ("1 in s", True, False),
        ("|s| >= 2", True, False),
        ("|s| < 2", False, True),
        ("|s| == 2", False, False),
        ("2 * |s| > 3 && 0 in s", True, False),
        ("2 - |s| > 0 || 5 < 4", False, True),
        ("!(|s| > 1)", False, True),
        ("|s| > 1 ==> 0 in s", False, False),
        ("exists i :: 0 <= i < |s| && s[i] == 2", True, False),
        ("forall i :: 0 <= i < |s| ==> s[i] < 2", False, True),
        ("forall i :: 0 <= i < |s| - 1 ==> s[i] < s[i + 1]", False, True),
        ("s <= [0, 1]", False, True),
        ("multiset(s)[1] > 1", True, False),
        ("s[..1] == [1]", False, False),
        ("if |s| > 1 then 1 in s else 0 in s", False, False),
    ],
)
def test_what_persists_is_so_of_all_that_begin_alike(text: str, stays_true: bool, stays_false: bool) -> None:
    term, names = term_of(text), FreeNames()
    assert (persists(term, "s", True, names), persists(term, "s", False, names)) == (stays_true, stays_false)
    for value, stays in ((True, stays_true), (False, stays_false)):
        for values in SHORT if stays else ():
            if value_of(term, values) is value:
                assert all(value_of(term, (*values, more)) in (value, None) for more in range(3)), values
