"""Failure-compatible types: what `:-` calls (Dafny reference manual, sections 8.6 and 9.31).

A type is one when it has the functions `IsFailure` and `PropagateFailure`, and perhaps `Extract`. The calls are made as
nodes, since what they mean is what the same text means.
"""

from lark import Token, Tree

from ....core.ir.variables import Name
from ..syntax import Node
from ..trees import VariableNode
from .elaboration import Draft, Elaboration

IS_FAILURE, PROPAGATE, EXTRACT = "IsFailure", "PropagateFailure", "Extract"


def call_node(variable: Name, function: str, node: Node) -> Node:
    """`variable.function()`, as if it stood at another node."""
    subject = VariableNode(variable, node.meta)
    member: Node = Tree("member", [subject, Token("IDENT", function)], node.meta)
    return Tree("application", [member, Tree("arguments", [], node.meta)], node.meta)


def extracts(e: Elaboration, value: Draft, node: Node) -> bool:
    """Has the type of a value a function `Extract`? Raises Unsupported for a type that is not failure-compatible."""
    sort = e.inference.shallow(value.sort)
    if sort.kind != "Datatype" or f"{sort.label}.{IS_FAILURE}" not in e.names.functions:
        raise e.unsupported(f":- of a {sort}", node)
    return f"{sort.label}.{EXTRACT}" in e.names.functions
