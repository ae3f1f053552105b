"""A language of specifications that another package adds: whole numbers, routines with what they need and give, and
checks of what they give.

    routine half(n: int) -> h: int
      needs n >= 0
      gives 2 * h <= n
      gives n <= 2 * h + 1
      do n / 2
    check half(7) == 3
"""

from pathlib import Path
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput

from specassay.core.errors import InputError, ParseError, Unsupported
from specassay.core.ir import build
from specassay.core.ir.contracts import Clause, ClauseKind, Condition, Program, Specification, TestMethod
from specassay.core.ir.notation import show_value
from specassay.core.ir.routines import Change, Replaced, Routine
from specassay.core.ir.sorts import INT
from specassay.core.ir.statements import Expect
from specassay.core.ir.terms import Binder, Term, var
from specassay.core.ir.updates import Call, Update
from specassay.core.language import Language
from specassay.core.spans import Span
from specassay.frontends.show import show

GRAMMAR = r"""
start: (routine | check)*
routine: "routine" NAME "(" [parameter ("," parameter)*] ")" "->" parameter clause* body?
parameter: NAME ":" "int"
clause: KIND condition
body: "do" sum
check: "check" NAME "(" [sum ("," sum)*] ")" "==" sum
condition: sum RELATION sum
?sum: product | sum ADDITIVE product
?product: atom | product FACTOR atom
?atom: NUMBER | NAME | "(" sum ")"
KIND: "needs" | "gives"
RELATION: "<=" | ">=" | "==" | "<" | ">"
ADDITIVE: "+" | "-"
FACTOR: "*" | "/"
NUMBER: /-?\d+/
NAME: /(?!(routine|check|needs|gives|do)\b)[a-z]\w*/
%ignore /\s+/
"""
OPERATORS = {
    "<=": build.le, ">=": build.ge, "==": build.eq, "<": build.lt, ">": build.gt,
    "+": build.add, "-": build.sub, "*": build.mul, "/": lambda left, right, span: build.quotient(left, right, DIVISION, span),
}
DIVISION: build.Division = "truncating"
KINDS: dict[str, ClauseKind] = {"needs": "requires", "gives": "ensures"}
PARSER = Lark(GRAMMAR, parser="lalr", propagate_positions=True)


def parse_file(path: Path | str) -> Program:
    """The program of a file. Raises InputError and ParseError."""
    try:
        return parse_program(Path(path).read_text(encoding="utf-8"), str(path))
    except OSError as error:
        raise InputError(error.strerror or str(error), file=str(path)) from None


def parse_program(text: str, file: str) -> Program:
    """The program of a text. Raises ParseError."""
    try:
        tree = PARSER.parse(text)
    except UnexpectedInput as error:
        line, column = max(error.line, 1), max(error.column, 1)
        raise ParseError("no routine and no check", Span(file, line, column, line, column + 1)) from None
    source = Source(text, file)
    routines = [source.routine(each) for each in tree.children if each.data == "routine"]
    checks = [source.check(each) for each in tree.children if each.data == "check"]
    return Program(
        file,
        specifications=tuple(specification for specification, _ in routines),
        tests=tuple(test for test, _ in checks),
        routines={made.name: made for _, made in routines if made.body},
        tested={made.name: made for _, made in (*routines, *checks)},
        headers={made.name: made for _, made in routines},
        language="pledge",
    )


class Source:
    """The text of a file, and what its trees are in the representation."""

    def __init__(self, text: str, file: str) -> None:
        self.text, self.file = text, file

    def span(self, tree: Tree[Token]) -> Span:
        meta = tree.meta
        return Span(self.file, meta.line, meta.column, meta.end_line, meta.end_column)

    def term(self, node: Tree[Token] | Token) -> Term:
        if isinstance(node, Token):
            span = Span(self.file, node.line, node.column, node.end_line, node.end_column)
            return build.integer(int(node), span) if node.type == "NUMBER" else var(str(node), INT, span)
        left, operator, right = node.children
        return OPERATORS[operator](self.term(left), self.term(right), span=self.span(node))

    def routine(self, tree: Tree[Token]) -> tuple[Specification, Routine]:
        name, *parts = tree.children
        *inputs, output = [binder(each) for each in parts if each is not None and each.data == "parameter"]
        conditions = [self.condition(each) for each in parts if each is not None and each.data == "clause"]
        bodies = [each for each in parts if each is not None and each.data == "body"]
        requires, ensures = (
            tuple(each for each in conditions if each.clause.kind == kind) for kind in ("requires", "ensures")
        )
        body = tuple(Update((output.name,), (self.term(each.children[0]),), self.span(each)) for each in bodies)
        specification = Specification(str(name), tuple(inputs), (output,), requires, ensures, span=self.span(tree))
        return specification, Routine(str(name), tuple(inputs), (output,), body, span=self.span(tree))

    def condition(self, tree: Tree[Token]) -> Condition:
        kind, written = tree.children
        left, relation, right = written.children
        text = self.text[written.meta.start_pos : written.meta.end_pos]
        clause = Clause(KINDS[kind], text, self.span(written))
        return Condition(clause, OPERATORS[relation](self.term(left), self.term(right), span=self.span(written)))

    def check(self, tree: Tree[Token]) -> tuple[TestMethod, Routine]:
        name, *arguments, expected = [each for each in tree.children if each is not None]
        span, label = self.span(tree), f"line {tree.meta.line}"
        said = build.eq(var("found", INT), self.term(expected))
        called = Call(str(name), tuple(map(self.term, arguments)), ("found",), span=span)
        body = (called, Expect(said, f"found == {show(self.term(expected))}", span))
        return TestMethod(label, frozenset({str(name)}), span), Routine(label, (), (), body, span=span)


def binder(tree: Tree[Token]) -> Binder:
    return Binder(str(tree.children[0]), INT)


def literal(value: Any, sort: Any, datatypes: Any) -> str:
    return show_value(value, sort)


def diff(change: Change, routine: Routine) -> str:
    """The lines of a body before and after a change. Raises Unsupported."""
    if not isinstance(change, Replaced):
        raise Unsupported("a body with more than one value")
    return f"- do {show(change.whole)}\n+ do {show(change.mutated)}"


PLEDGE = Language(
    literal,
    name="pledge", title="Pledge", suffixes=(".pledge",), parse_file=parse_file, parse_program=parse_program,
    show=show, diff=diff, division=DIVISION, tests="checks",
)
