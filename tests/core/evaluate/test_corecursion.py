"""Values of codatatypes: computed as far as they are read, equal where no way of reading tells them apart."""

import pytest

from specassay.core.evaluate.corecursion import has_codatatypes, is_codatatype
from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.sorts import INT, datatype
from specassay.core.spans import Span
from specassay.frontends.dafny import parse_expression, parse_program

PROGRAM = parse_program(
    """
codatatype Stream = More(head: int, tail: Stream)
datatype List = Nil | Cons(head: int, tail: List)
function Up(n: int): Stream { More(n, Up(n + 1)) }
function Ones(): Stream { More(1, Ones()) }
function Twos(): Stream { More(2, Twos()) }
function Both(): Stream { More(1, More(1, Both())) }
function Bad(n: int): Stream { More(n, Bad(n / 0)) }
""",
    file="t.dfy",
)


def value_of(expression: str) -> object:
    term = parse_expression(expression, {}, None, PROGRAM, Span("e.dfy", 1, 1, 1, 1))
    found = evaluate(term, {}, PROGRAM.functions, PROGRAM.datatypes)
    return found.value if found.state == "defined" else found.state


def test_only_codatatypes_are_lazy() -> None:
    assert has_codatatypes(PROGRAM.datatypes)
    assert not has_codatatypes({"List": PROGRAM.datatypes["List"]})
    assert is_codatatype(datatype("Stream"), PROGRAM.datatypes)
    assert not is_codatatype(datatype("List"), PROGRAM.datatypes)
    assert not is_codatatype(INT, PROGRAM.datatypes)


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("Up(3).tail.tail.head", 5),
        ("Bad(1).head", 1),
        ("Bad(1).tail.head", "undefined"),
        ("Ones() == Ones()", True),
        ("Ones() == Both()", True),
        ("Ones() == Twos()", False),
        ("Ones() == More(1, Twos())", False),
        ("Up(0) == Up(1)", False),
        ("Up(0).tail == Up(1)", True),
        ("Cons(1, Nil) == Cons(1, Nil)", True),
    ],
)
def test_what_is_read_is_computed(expression: str, value: object) -> None:
    assert value_of(expression) == value


def test_streams_that_only_a_proof_tells_equal_are_unknown() -> None:
    assert value_of("Up(0) == More(0, Up(1))") is True  # the same calls, from there on
    assert value_of("Up(0) == More(0, More(1, Up(1 + 1)))") is True
