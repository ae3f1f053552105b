"""Tests beside a Dafny file, as the JSON of MBPP-DFY has them: statements that call a method whose header is given.

Example: with the header `method last(a: array<int>) returns (r: int)` the text

    var a1 := new int[] [3, 4];
    var r1 := last(a1);
    assert arrayEquals(r1, a1)

is the body of a test. Authors take `arrayEquals` and `sequenceEquals` for granted, and make slips that `lenient`
reading allows for. A line that is no Dafny is one statement that is not lowered, and does not hide the others; what it
names may be another value afterwards.
"""

import re
from collections.abc import Iterator

from attrs import define

from ....core.errors import ParseError
from ....core.ir.build import op
from ....core.ir.contracts import Program, Specification, TestMethod
from ....core.ir.routines import Routine
from ....core.ir.sorts import Sort
from ....core.ir.statements import Expect, Frames, OpaqueStatement, Statement, statements_of
from ....core.ir.terms import Binder, Term
from ....core.ir.updates import Call
from ..inference import Inference
from ..lexing.scan import DafnySource
from ..lowering import Elaboration, Scope
from ..names import SymbolTable
from ..syntax import Node, name_of, nodes, parse, text_of
from .base import Make
from .control import Control

EQUALITIES = frozenset({"arrayEquals", "sequenceEquals"})
"""Helpers that nobody declares: equal elements of arrays or sequences."""

_WORD = re.compile(r"[\w?']+")


@define(slots=True)
class Snippet(Control):
    """The lowering of a test in a text of its own."""

    def parts(self) -> Iterator[tuple[Statement, ...]]:
        """The statements of the whole text, or, where that is no Dafny, those of each line."""
        whole_source = self.source
        try:
            yield self.read()
            return
        except ParseError:
            pass
        for number, line in enumerate(whole_source.text.split("\n")):
            self.source = DafnySource(line, whole_source.file, whole_source.first_line + number)
            self.engine = Elaboration(self.names, self.source, Inference(lax=True))
            try:
                yield self.read()
            except ParseError as error:
                words = set(_WORD.findall(line))
                named = tuple(Binder(name, sort) for name, sort in self.scope.variables.items() if name in words)
                yield (OpaqueStatement(f"a syntax error ({error})", error.span, "state", named),)

    def read(self) -> tuple[Statement, ...]:
        """The statements of the source at hand. Raises ParseError."""
        listed = nodes(parse(self.source, "statements", lenient=True))
        return self.statements(listed, (0, len(self.source.text)))()

    def expectation(self, node: Node) -> Make:
        """`assert arrayEquals(a, b);` and the others."""
        test = next(operand_node for operand_node in nodes(node) if name_of(operand_node) != "label")
        if name_of(test) != "application" or name_of(nodes(test)[0]) != "name":
            return Control.expectation(self, node)
        name, written = str(nodes(test)[0].children[0]), nodes(nodes(test)[1])
        if name not in EQUALITIES or len(written) != 2:
            return Control.expectation(self, node)
        left, right = (self.engine.infer(operand_node, self.scope) for operand_node in written)
        inference, element = self.engine.inference, self.engine.inference.fresh()
        # Arrays are compared by their elements, as the helper that the text calls would.
        for draft in (left, right):
            kind = "Array" if inference.shallow(draft.sort).kind == "Array" else "Seq"
            inference.unify(draft.sort, Sort(kind, (element,)), self.span(node))
        first_term, two = self.built(left, node), self.built(right, node)

        def build() -> tuple[Statement, ...]:
            same_elements = op("eq", _elements(first_term()), _elements(two()), span=self.span(node))
            return (Expect(same_elements, text_of(test, self.source), self.span(node)),)

        return build


def parse_test(text: str, signature: Specification, name: str, file: str, first_line: int = 1) -> Program:
    """A program of one test, with this text as its body, and of the method of this signature, which it calls."""
    program = Program(file, specifications=(signature,))
    source = DafnySource(text, file, first_line)
    # The whole text is read or, where that is no Dafny, each line by itself.
    state = Snippet(SymbolTable.of(program), source, {}, frozenset(), Scope(), testing=True)
    body = tuple(statement for statements_of_part in state.parts() for statement in statements_of_part)
    calls = frozenset(
        statement_inside.method for statement_inside in statements_of(body) if isinstance(statement_inside, Call)
    )
    span = source.span(0, len(text))
    return Program(
        file,
        specifications=(signature,),
        tests=(TestMethod(name, calls, span),),
        language="dafny",
        tested={name: Routine(name, (), (), body, (), span, text)},
        headers={signature.name: _header(signature)},
    )


def _header(signature: Specification) -> Routine:
    nothing = Frames((), "nothing", signature.span)
    return Routine(signature.name, signature.inputs, signature.outputs, (), span=signature.span, frames=nothing)


def _elements(term: Term) -> Term:
    return op("array.elements", term, span=term.span) if term.sort.kind == "Array" else term
