"""The engine of lowering on texts: declarations as a table of names, expressions as trees, and values."""

from collections.abc import Mapping
from typing import Any

from specassay.core.evaluate.environment import Evaluation
from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.variables import Name
from specassay.core.spans import Span
from specassay.frontends.dafny import parse_program
from specassay.frontends.dafny.collect import collect
from specassay.frontends.dafny.lexing.scan import DafnySource
from specassay.frontends.dafny.lowering import Elaboration
from specassay.frontends.dafny.names import SymbolTable
from specassay.frontends.dafny.syntax import Node, parse


def names_of(declarations: str) -> SymbolTable:
    """What the text declares, as it is known before anything is lowered."""
    names, source = SymbolTable(), DafnySource(declarations, "<text>")
    collect(parse(source, "program"), source, names)
    return names


def read(names: SymbolTable, expression: str) -> tuple[Elaboration, Node]:
    """An engine, and the tree of an expression that it is to lower."""
    source = DafnySource(expression, "<text>")
    return Elaboration(names, source), parse(source, "lemma_expression")


def value(declarations: str, result: str, text: str) -> Evaluation:
    """What an expression of this type is, as the body of a function. It has to be read."""
    program = parse_program(f"{declarations}\nfunction Value(): {result} {{ {text} }}")
    body = program.functions["Value"].body
    assert body is not None, [str(each) for each in program.problems]
    return evaluate(body, {}, program.functions, program.datatypes)


def refused(declarations: str, text: str, parameters: str = "") -> tuple[str, Span | None]:
    """Why a postcondition is not read, and where."""
    program = parse_program(f"{declarations}\nmethod Asked({parameters})\n  ensures {text}\n")
    (clause,) = next(each for each in program.specifications if each.name == "Asked").ensures
    assert clause.term is None
    (problem,) = clause.clause.problems
    return problem.construct, problem.span


def held(declarations: str, text: str, parameters: str, values: Mapping[Name, Any]) -> object:
    """Whether a postcondition holds of these values; None where it has no value."""
    program = parse_program(f"{declarations}\nmethod M({parameters})\n  ensures {text}\n")
    (clause,) = program.specifications[0].ensures
    assert clause.term is not None, clause
    return evaluate(clause.term, values, program.functions, program.datatypes).value
