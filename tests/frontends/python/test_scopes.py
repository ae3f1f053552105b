"""The names that a block needs from around it: those that CPython's symbol table calls global."""

import symtable
import textwrap
from collections.abc import Iterator

import pytest

from specassay.frontends.python.names import free_names, function_bindings
from specassay.frontends.python.parse import parse
from specassay.frontends.python.source import read

BLOCKS = [
    "assert all(c.isdigit() for c in xs)",
    "assert [c for c in c(xs)]",
    "assert [c for d in c for c in d if c > e]",
    "assert [c for d in xs for c in c]",
    "assert {k: v for k, (v, *w) in xs if w} and v",
    "assert sum([d for d in c] for c in xs if c in d)",
    "assert sorted(xs, key=lambda c: -c + d)",
    "assert (lambda c, d=c, *e, **f: (c, d, e, f))(g)",
    "assert (lambda x: (c := x) + c)(1) and c",
    "assert [c := x for x in xs] and c",
    "assert (c := len(xs)) > 3 and c",
    "def h(c, d=c, *, e: f = 1) -> g:\n    i = c\n    return i + d + j\nassert h(1)",
    "def h(x):\n    def c(y):\n        return y + z\n    import math\n    return c(x) + math.pi\nassert h(x) and math",
    "for c in xs:\n    assert c > d\nassert c",
    "try:\n    assert x\nexcept C as c:\n    assert c",
    "with f() as c:\n    assert c",
]


def globals_of(table: symtable.SymbolTable) -> Iterator[str]:
    yield from (symbol.get_name() for symbol in table.get_symbols() if symbol.is_referenced() and symbol.is_global())
    for inner in table.get_children():
        yield from globals_of(inner)


@pytest.mark.parametrize("block", BLOCKS)
def test_free_names_are_what_python_looks_up_in_the_module(block: str) -> None:
    tree = parse(read(block, "t.py"), "block")
    variables, imports = function_bindings(tree.children)
    found = set(free_names([tree])) - variables - imports.keys()
    assert found == set(globals_of(symtable.symtable(f"def f():\n{textwrap.indent(block, '    ')}\n", "t.py", "exec")))
