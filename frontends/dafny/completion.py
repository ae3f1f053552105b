"""Signatures with named types whose arguments are left out: `method M(l: List)` is to Dafny
`method M<_T0>(l: List<_T0>)` (`ResolveTypeOption.AllowPrefixExtend` of its resolver). Where a declaration has type
parameters the first ones stand for the arguments; where it has none it gets as many as the longest list needs, also
inside a generic type.
"""

from collections.abc import Iterable, Iterator

from attrs import evolve
from lark import Token, Tree

from .collect import Declaration, type_parameters
from .names import SymbolTable
from .trees import child, nodes

_SIGNATURE = ("formals", "results", "function_result")


def completed(declared: Iterable[Declaration], names: SymbolTable) -> list[Declaration]:
    """The declarations of a program, datatypes known by name, with the type parameters that are left out."""
    return [one if one.kind in ("datatype", "constant") else _completed(one, names) for one in declared]


def _completed(one: Declaration, names: SymbolTable) -> Declaration:
    if child(one.node, "type_parameters") is not None:
        return one
    needed = max(_lengths(one, names), default=0)
    if not needed:
        return one
    count = max(needed, len(type_parameters(one.node)))
    meta = one.node.meta
    listed = [Tree("type_parameter", [Token("IDENT", f"_T{place}")], meta) for place in range(count)]
    others = (number for number, part in enumerate(one.node.children) if isinstance(part, Tree))
    place = next(number for number in others if one.node.children[number] is not child(one.node, "function_kind"))
    whole = [*one.node.children[:place], Tree("type_parameters", [*listed], meta), *one.node.children[place:]]
    return evolve(one, node=Tree(one.node.data, whole, meta))


def _lengths(one: Declaration, names: SymbolTable) -> Iterator[int]:
    """How many arguments each named type of a signature lacks that has none."""
    for part in nodes(one.node, *_SIGNATURE):
        for typed in part.find_data("named_type"):
            last = nodes(typed)[-1]
            if child(last, "type_arguments") is not None:
                continue
            written = tuple(str(each.children[0]) for each in nodes(typed))
            declared = names.find(names.types, written, one.path) or names.find(names.datatypes, written, one.path)
            yield 0 if declared is None else len(declared.parameters)
