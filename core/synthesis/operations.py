"""What the proof of a verdict rests on: the operations of Python whose encoding it believes, by their names in Python.

Where one is found to be encoded wrongly, the verdicts that rest on it are found by these names. They are those of the
clauses in the unsat core, and of all statements around clauses, helper functions among them.
"""

from collections.abc import Collection, Iterator
from typing import Any

from ..ir.contracts import Contract
from ..ir.statements import (
    Break,
    Check,
    Continue,
    Define,
    For,
    If,
    Raise,
    Return,
    Statement,
    Try,
    While,
    own_terms,
    statements_of,
)
from ..ir.terms import Term, subterms

_STATEMENTS: dict[type, str] = {
    Break: "break",
    Continue: "continue",
    Define: "def",
    For: "for",
    If: "if",
    Raise: "raise",
    Return: "return",
    Try: "try",
    While: "while",
}
_OPERATORS = {
    "python.and": "and",
    "python.assign": ":=",
    "python.dict": "{:}",
    "python.format": 'f""',
    "python.index": "[]",
    "python.ite": "if else",
    "python.lambda": "lambda",
    "python.list": "[,]",
    "python.not": "not",
    "python.or": "or",
    "python.set": "{,}",
    "python.slice": "[:]",
    "python.starred": "*",
    "python.tuple": "(,)",
}


def operations(contract: Contract, clauses: Collection[int]) -> tuple[str, ...]:
    """The operations in these clauses of a contract and in the statements around clauses, sorted: operators and
    keywords, functions (`sorted`, `math.gcd`) and, after a dot, methods and attributes."""
    named: set[str] = set()
    for statement in statements_of(contract.body):
        if not isinstance(statement, Check) or statement.clause in clauses:
            named.update(_of_statement(statement))
    return tuple(sorted(named))


def _of_statement(statement: Statement) -> Iterator[str]:
    name = _STATEMENTS.get(type(statement))
    if name is not None:
        yield name
    if isinstance(statement, Try) and statement.final:
        yield "finally"
    for term in subterms(*own_terms(statement)):
        yield from _of_term(term)


def _of_term(term: Term) -> Iterator[str]:
    match term.op:
        case "python.binary" | "python.unary" | "python.compare":
            yield str(term.data)
        case "python.method":
            yield f".{term.data[0]}"
        case "python.attribute":
            yield f".{term.data}"
        case "python.comprehension":
            yield f"{term.data.kind} comprehension"
        case "const" if callable(term.data):
            yield _name(term.data)
        case op if op in _OPERATORS:
            yield _OPERATORS[op]


def _name(function: Any) -> str:
    name = str(getattr(function, "__qualname__", type(function).__qualname__))
    module = getattr(function, "__module__", None)
    return name if module in (None, "builtins") else f"{module}.{name}"
