"""The roles of symbols that mean several things, and the states and frames that decide them."""

import pytest

from specassay.frontends.dafny.lexing.frames import Frame
from specassay.frontends.dafny.lexing.roles import Roles
from specassay.frontends.dafny.lexing.scan import DafnySource, Scanner
from specassay.frontends.dafny.syntax import _vocabulary, parse


def roles(text: str, frame: Frame = Frame.EXPRESSION) -> Roles:
    return Roles(Scanner(DafnySource(text, "t.dfy")), _vocabulary(), frame)


def test_the_example_that_explains_states_and_frames() -> None:
    found = [t.type for t in roles("ensures forall x | x in s :: x < |s|", Frame.DECLARATIONS).tokens()]
    assert found[:7] == ["ENSURES", "FORALL", "IDENT", "_SUCH_BAR", "IDENT", "IN", "IDENT"]
    assert found[8:] == ["IDENT", "LESSTHAN", "_OPEN_BAR", "IDENT", "_CLOSE_BAR"]


@pytest.mark.parametrize(
    ("text", "symbol", "role"),
    [
        ("x := match y { case 1 => 2 };", "{", "LBRACE"),
        ("match y { case 1 => x := 2; }", "{", "BODY"),
        ("if match y case 1 => true case _ => false { z := 1; }", "{", "BODY"),
        ("calc ==#[k] { a; b; }", "{", "BODY"),
        ("if x < y { z := 1; }", "<", "LESSTHAN"),
        ("var x: map<int, int> := m;", "<", "_OPEN_ANGLE"),
        ("x := f<int>(y);", "<", "_OPEN_ANGLE"),
        ("x := (f(case_), |s|);", "|", "_OPEN_BAR"),
        ("x := a | b;", "|", "VBAR"),
        ("x := f(y => y);", "y", "LAMBDA_NAME"),
        ("x := match y { case z => z };", "z", "IDENT"),
    ],
)
def test_a_symbol_in_its_place(text: str, symbol: str, role: str) -> None:
    """The first token that begins with the symbol."""
    tokens = roles(text, Frame.STATEMENTS).tokens()
    assert next(t.type for t in tokens if t.startswith(symbol)) == role


@pytest.mark.parametrize(
    "text",
    [
        # Two lambdas in one bracket, the first with two clauses, of which the second opens nothing anew.
        "x := f(i requires P(i) reads a => i, j => j);",
        "x := new int[n]((i) requires 0 <= i reads a reads b => if i < n then a[i] else t);",
        # The semicolon of a variable ends no clause of a lambda.
        "x := f(i requires var y := i; y => j, k => k);",
        "label start: while i < n { i := i + 1; }",
        "forall i | 0 <= i < |s| { }",
    ],
)
def test_parts_end_where_their_symbol_stands(text: str) -> None:
    parse(DafnySource(text, "t.dfy"), "statements")
