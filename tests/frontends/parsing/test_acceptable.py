"""What may stand where a parser stopped: the same as Lark finds by trying each terminal on a copy of its state."""

import pytest
from lark.lexer import LexerThread

from specassay.frontends.parsing import acceptable
from specassay.frontends.python.parse import _lexer, _parser, layout
from specassay.frontends.python.source import PythonSource


@pytest.mark.parametrize(
    "text", ["assert x", "assert f(x, y[1:2", "if a:\n    assert b\n", "assert a < b and not c in (1, 2)", "for x in"]
)
def test_the_same_terminals_as_by_trying_each(text: str) -> None:
    interactive = _parser().parse_interactive(start="block")
    assert acceptable(interactive.parser_state) == interactive.accepts()
    tokens = LexerThread.from_text(_lexer(), text).lex(None)
    for token in layout(tokens, PythonSource(text, "t.py")):
        interactive.feed_token(token)
        assert acceptable(interactive.parser_state) == interactive.accepts()
