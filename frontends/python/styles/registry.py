"""The styles of contracts beside a function's head. A new one is a line here."""

from collections.abc import Callable, Iterator

from . import deal, docstring, icontract
from .model import FunctionNode, Module, Promise

STYLES: tuple[Callable[[Module, FunctionNode], Iterator[Promise]], ...] = (
    icontract.promises,
    deal.promises,
    docstring.promises,
)
"""In the order in which what they promise is checked."""
