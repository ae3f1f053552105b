"""The names of a module, against Python's own symbol table."""

import ast
import inspect
import symtable
from importlib import import_module

import pytest

from specassay.frontends.python.constants.names import module_names

SCOPES = """
A = [B := 1 for C in x for D in C if (E := D)]
class F(G := object):
    H = [B for B in H]
    global I
    I = 3
    def m(self, a=(J := 1), *b, c: (K := 2) = 3, **d) -> (L := 4):
        global M, N
        def M(): pass
        import N.O
        P = [Q := 1 for R in (lambda: A)()]
        class S:
            A = B
            def t(self): return A, P, H, R, a, b, c, d
        def u():
            nonlocal P
            P = V = lambda W, *X: (W, X, V, P, I)
        try: pass
        except OSError as Y: pass
        match Y:
            case [Z, *AA] | {"k": Z, **AA} | AB(Z, x=AA): pass
async def AC():
    async for AD in x: del AE
    async with x as (AF, [AG, *AH]), AI: AJ: int
    return [AD async for AD in AD], {AK: AL for AK, AL in AG}
try: import AM, AN.AO as AP; from AQ import AR as AS
except (A, B) as AT: AU = {**A}
for AV, (AW, AX) in x: AY[AZ].BA = BB
"""


@pytest.mark.parametrize("module", ["", "argparse", "dataclasses", "tempfile", "threading"])
def test_the_names_of_a_module_are_those_of_its_symbol_table(module: str) -> None:
    text = inspect.getsource(import_module(module)) if module else SCOPES
    names = module_names(ast.parse(text))
    bound, read = set[str](), set[str]()
    tables = [symtable.symtable(text, "", "exec")]
    while tables:
        table = tables.pop()
        tables += table.get_children()
        for symbol in table.get_symbols():
            if symbol.is_global() or table.get_type() == "module":
                name = symbol.get_name()
                bound |= {name} if symbol.is_assigned() or symbol.is_imported() else set()
                read |= {name} if symbol.is_referenced() else set()
    assert names.bindings.keys() == bound
    # What a class binds may be the module's where the class reads it first.
    assert read <= names.mentions.keys()
