"""The steps of `calc` (Dafny reference manual, "Calc statement").

    calc ==> {            the relation of steps that name none; == where nothing is written
      a;
    ==> { Lemma(); }      the relation of the next step, and hints, which are proofs of it
      b;
      c;
    }

has the steps `a ==> b` and `b ==> c`.
"""

from collections.abc import Iterator

from attrs import frozen
from lark import Token, Tree

from ...core.errors import Unsupported
from .lexing.scan import DafnySource, Raw, Scanner
from .syntax import Node, parse
from .trees import text_of, tokens

_KINDS = {"==>": "implies", "<==": "explies", "<==>": "equivalence"}
_RELATIONS = frozenset({"==", "!=", "<", "<=", ">", ">=", *_KINDS})
_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")


@frozen(slots=True)
class CalculationStep:
    """Two lines of a calculation with the relation between them, as an expression and as text. `given`: the first of
    them, where it is the second of another step: that step is about whether it is defined."""

    node: Node
    text: str
    given: Node | None


def steps_of(node: Node, source: DafnySource) -> Iterator[CalculationStep]:
    """The steps of a `calc` statement. Raises Unsupported for `==#[k]`, ParseError for what is no
    expression."""
    word, body = tokens(node, "CALC")[0], tokens(node, "BODY")[0]
    default, before, given = "==", None, None
    heading = list(_raw(Scanner(source, word.end_pos or 0, body.start_pos or 0)))
    if heading:
        default = _relation(heading, source)
    for relation, start, end in _lines(source, (body.start_pos or 0) + 1, (body.end_pos or 0) - 1):
        line = parse(source, "lemma_expression", part=(start, end))
        if before is not None:
            whole = _related(relation or default, before, line)
            text = f"{text_of(before, source)} {relation or default} {text_of(line, source)}"
            yield CalculationStep(whole, text, given)
            given = line
        before = line


def _raw(scanner: Scanner) -> Iterator[Raw]:
    while (found := scanner.next()).kind != "end":
        yield found


def _relation(written: list[Raw], source: DafnySource) -> str:
    if len(written) != 1 or written[0].text not in _RELATIONS:
        raise Unsupported("calc with ==#", source.span(written[0].start, written[-1].end))
    return written[0].text


def _lines(source: DafnySource, start: int, end: int) -> Iterator[tuple[str, int, int]]:
    """The relation that is written before a line, and between which offsets the line is."""
    scanner = Scanner(source, start, end)
    while (first := scanner.next()).kind != "end":
        relation = ""
        if first.text in _RELATIONS:
            relation, first = first.text, scanner.next()
        if first.text == "#":
            raise Unsupported("calc with ==#", source.span(first.start, first.end))
        while first.text in ("{", "calc"):  # hints
            while first.text != "{" and first.kind != "end":
                first = scanner.next()
            if first.kind != "end":
                scanner.skip(first)
                first = scanner.next()
        if first.kind == "end":
            return
        depth, last = 0, first
        while last.kind != "end" and (depth > 0 or last.text != ";"):
            depth += (last.text in _OPENING) - (last.text in _CLOSING)
            last = scanner.next()
        yield relation, first.start, last.start


def _related(relation: str, left: Node, right: Node) -> Node:
    if relation in _KINDS:
        return Tree(_KINDS[relation], [left, right], right.meta)
    return Tree("comparison", [left, Token("RELATION", relation), right], right.meta)
