"""Is a method a *simple query* to `{:autocontracts}`? One that has results, assigns nothing but its variables, and
whose postcondition is about one state (Dafny's `AutoContractsRewriter.IsSimpleQueryMethod`). That is a matter of
syntax: `r := M();` assigns a variable, whatever M may change.
"""

from collections.abc import Iterable, Iterator

from attrs import frozen
from lark import Token

from ...core.errors import ParseError, Unsupported
from .lexing.scan import DafnySource, Scanner
from .syntax import Node, child, name_of, nodes, parse, span_of, tokens

MOST_NESTED = 100
"""Blocks inside each other: the walk recurses. A member with more is unsupported, and not taken for a query."""
_TWO_STATES = frozenset({"old", "unchanged", "fresh"})
_STATEMENTS = frozenset({"local", "assignment", "call", "expectation", "output", "other_statement"})
_PROOFS = frozenset({"ASSERT", "CALC", "HIDE"})


def is_simple_query(node: Node, source: DafnySource) -> bool:
    """Is this method one? Raises Unsupported where its body cannot be read, or where versions of Dafny differ."""
    results, body = child(node, "results"), next(iter(tokens(node, "BODY", "TEST_BODY")), None)
    if results is None or body is None:
        return False
    if any(
        name_of(iter_subtree) in _TWO_STATES
        for clause in nodes(node, "ensures")
        for iter_subtree in clause.iter_subtrees()
    ):
        return False
    names = frozenset(str(tokens(node, "IDENT", "DIGITS")[0]) for node in nodes(nodes(results)[0]))
    check = _QueryCheck(source)
    return all(check.assigns_only(block, names) for block in check.inside(body))


@frozen(slots=True)
class _QueryCheck:
    """Through the statements of a body, to this depth."""

    source: DafnySource
    depth: int = 0

    def assigns_only(self, block: Iterable[Node], variables: frozenset[str]) -> bool:
        """Do the statements assign nothing but these variables, and those that they declare?"""
        for node in block:
            match name_of(node):
                case "local":
                    variables |= {str(bound_node.children[0]) for bound_node in node.find_data("bound_name")}
                case "assignment":
                    targets = nodes(nodes(node)[0])
                    if not all(
                        name_of(target) == "name" and str(target.children[0]) in variables for target in targets
                    ):
                        return False
                case "other_statement" if not self._other(node, variables):
                    return False
        return True

    def _other(self, node: Node, variables: frozenset[str]) -> bool:
        first = node.children[0]
        word = first.type if isinstance(first, Token) else ""
        if word == "RETURN":  # the call of a constructor is a statement inside this one
            values = child(node, "values")
            return values is None or all(child(node, "arguments") is None for node in nodes(values, "new"))
        if word == "REVEAL":  # to some versions the call of a lemma
            raise Unsupported("reveal in a method of a class with {:autocontracts}", span_of(node, self.source))
        if word in _PROOFS:
            return True
        if self.depth > MOST_NESTED:
            raise Unsupported(f"blocks nested deeper than {MOST_NESTED} levels", span_of(node, self.source))
        deeper = _QueryCheck(self.source, self.depth + 1)
        return all(deeper.assigns_only(block, variables) for block in self._blocks(node))

    def _blocks(self, node: Node) -> Iterator[list[Node]]:
        """The statements in braces, of each case, and after a label."""
        for child_node in node.children:
            if isinstance(child_node, Token):
                yield from self.inside(child_node) if child_node.type == "BODY" else ()
            elif name_of(child_node) in ("alternative", "case_statement"):
                yield nodes(child_node, *_STATEMENTS)
            elif name_of(child_node) in _STATEMENTS:
                yield [child_node]

    def inside(self, token: Token) -> Iterator[list[Node]]:
        """The statements between two braces; if these are cases, those of each."""
        pair = (token.start_pos or 0) + 1, (token.end_pos or 0) - 1
        cases = Scanner(self.source, *pair).next().text == "case"
        try:
            if not cases:
                yield nodes(parse(self.source, "statements", part=pair))
                return
            try:
                listed = parse(self.source, "alternatives", part=pair)
            except ParseError:
                listed = parse(self.source, "cases", part=pair)
        except ParseError as error:
            raise Unsupported(f"a syntax error ({error})", error.span) from None
        yield from (nodes(node, *_STATEMENTS) for node in nodes(listed))
