"""Terms as text for people: Dafny's operators for typed terms, Python's for python.* terms.

The text is for reading. It is short and unambiguous up to sorts, and is never parsed again.
"""

from attrs import evolve

from ..core.ir.notation import cut
from ..core.ir.operators.table import PYTHON_OPERATORS
from ..core.ir.terms import Term, fold
from .dafny.for_people import shown
from .dafny.symbols import Precedence, Text
from .python import notation as python
from .python.notation import Shown, show_python


def show(term: Term) -> str:
    """The term as one line of text, cut after `notation.MAX_TEXT` characters."""
    return fold(term, _step).text


def _step(node: Term, args: tuple[Text | Shown, ...]) -> Text | Shown:
    if node.op in PYTHON_OPERATORS:
        piece = show_python(node, tuple(map(_as_python, args)))
        return evolve(piece, text=cut(piece.text))
    return shown(node, tuple(map(_as_typed, args)))


def _as_python(text: Text | Shown) -> Shown:
    """A typed term in one of Python's: the scales of the two languages meet at numbers with a sign and at names."""
    if isinstance(text, Shown):
        return text
    levels = {Precedence.UNARY: python.PythonPrecedence.UNARY, Precedence.POSTFIX: python.PythonPrecedence.ATOM}
    return Shown(text.text, levels.get(text.level, python.PythonPrecedence.OPEN))


def _as_typed(text: Text | Shown) -> Text:
    if isinstance(text, Text):
        return text
    return Text(text.text, Precedence.POSTFIX if text.level >= python.PythonPrecedence.POSTFIX else Precedence.OPEN)
