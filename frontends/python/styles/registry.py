"""The styles of contracts beside a function's head. A new one is a line here."""

from collections.abc import Callable, Iterator

from . import deal, docstring, icontract
from .model import Function, Module, Promise

STYLES: tuple[Callable[[Module, Function], Iterator[Promise]], ...] = (
    icontract.promises,
    deal.promises,
    docstring.promises,
)
"""In the order in which what they promise is checked."""
