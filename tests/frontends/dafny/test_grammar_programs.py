"""Every program of the manual's grammar is read, whatever white space and comments are between its words."""

from contextlib import suppress
from random import Random

import pytest
from lark import Token, Tree

from specassay.core.errors import InputError, ParseError
from specassay.frontends.dafny import parse_program
from specassay.frontends.dafny.lexing.scan import DafnySource, Scanner
from specassay.frontends.dafny.recovery import read_declarations
from specassay.frontends.dafny.syntax import parse

from ...samples import samples
from .grammar_programs import programs, spaced

PROGRAMS = 2_000
EVERY_DAY = 40
"""One in so many is read in the tests of every day."""
LOWERED = 5
"""One in so many is lowered, too, which takes longer than reading it."""
IN_ONE_TEST = 50


def shape(text: str) -> object:
    """What is read of a program, without its places: names of nodes and words, those of bodies too. Raises ParseError
    where a part of it is not read."""
    found = read_declarations(DafnySource(text, "p.dfy"))
    assert not found.problems, str(found.problems[0])
    return _shape(found.tree, found.source)


def _shape(part: Tree[Token] | Token | None, source: DafnySource, around: str = "") -> object:
    """`around`: the rule of the node that a part stands in; "calc" where it may be the body of a calculation, each line
    of which is read by itself."""
    if isinstance(part, Tree):
        inside = "calc" if "calc" in part.children else str(part.data)
        return str(part.data), [_shape(each, source, inside) for each in part.children]
    if part is not None and part.type in ("BODY", "TEST_BODY"):
        places = (part.start_pos or 0) + 1, (part.end_pos or 0) - 1
        cases = "cases" if around == "match_statement" else "alternatives"
        rule = cases if Scanner(source, *places).next().text == "case" else "statements"
        return "" if around == "calc" else _shape(parse(source, rule, part=places), source)
    return None if part is None else str(part)


@pytest.mark.parametrize("seed", range(samples(PROGRAMS, EVERY_DAY) // IN_ONE_TEST))
def test_a_program_of_the_grammar_is_read_and_its_layout_says_nothing(seed: int) -> None:
    layout = Random(seed)
    for number, words in enumerate(programs(seed, IN_ONE_TEST)):
        text = spaced(words)
        try:
            assert shape(text) == shape(spaced(words, layout)), text
        except ParseError as error:
            raise AssertionError(f"{error}\n{text}") from error
        if number % LOWERED == 0:
            with suppress(InputError):  # what a module inherits may be nested too deeply
                parse_program(text)
