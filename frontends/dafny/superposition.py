"""The body of a method that refines another one: the statements of both, joined (refinement by superposition).

The body of the refining method is a skeleton. What it says is executed where it stands; `...;` stands for the
statements of the refined body up to the one that the next statement of the skeleton replaces or completes, and at the
end of every block the rest follows by itself:

    refined                     skeleton                    both
    x :| P; y := x;             x := e; ...; z := y;        x := e; assert P; y := x; z := y;
    if * { A } else { B }       if g { C }                  if g { C; A } else { B }
    while g invariant I { A }   while ... invariant J { C }  while g invariant I invariant J { C; A }

The rules are those of Dafny's own transformation, which is made before names are resolved.
"""

from collections.abc import Sequence

from lark import Token, Tree

from ...core.errors import Unsupported
from .lexing.scan import DafnySource
from .syntax import Node, child, name_of, nodes, parse, span_of, symbol_of, tokens

CHOICE = "choice"
"""The kind of a node that stands for the condition of `x :| P`, where an assignment replaces that."""
_DOTS = "..."
_TEMPLATES = frozenset({"ASSERT", "ASSUME", "EXPECT", "IF", "WHILE", "MODIFY"})
_LOOP_CLAUSES = ("invariant", "decreases", "modifies")


class JoinedBlock(Token):
    """A block of which no text has the statements."""

    statements: tuple[Node, ...]

    @classmethod
    def of(cls, statements: Sequence[Node], position_token: Token) -> "JoinedBlock":
        block: JoinedBlock = cls.new_borrow_pos("BODY", str(position_token), position_token)
        block.statements = tuple(statements)
        return block


def statements_in(block: Token, source: DafnySource) -> list[Node]:
    """The statements of a block. Raises ParseError, InputError."""
    if isinstance(block, JoinedBlock):
        return list(block.statements)
    pair = (block.start_pos or 0) + 1, (block.end_pos or 0) - 1
    return nodes(parse(source, "statements", part=pair))


def joined_bodies(bodies: Sequence[Token], source: DafnySource) -> list[Node]:
    """The statements of bodies each of which refines the one before. Raises Unsupported where a skeleton does not fit,
    ParseError and InputError for what is no Dafny."""
    joined_statements = statements_in(bodies[0], source)
    for body in bodies[1:]:
        joined_statements = _Joining(source).divided(statements_in(body, source), joined_statements)
    return joined_statements


class _Joining:
    """Skeletons joined with what they refine, in one text."""

    def __init__(self, source: DafnySource) -> None:
        self.source = source

    def divided(self, skeleton: list[Node], refined: list[Node]) -> list[Node]:
        """Bodies; those of constructors are joined before `new;` and after it."""
        (first, mark, second), (old_first, old_mark, old_second) = map(_halves, (skeleton, refined))
        return [*self.listed(first, old_first), *(mark or old_mark), *self.listed(second, old_second)]

    def listed(self, skeleton: Sequence[Node], refined: Sequence[Node]) -> list[Node]:
        result_nodes: list[Node] = []
        refined_left = list(refined)
        for number, node in enumerate(skeleton):
            if _is_dots(node):
                following = skeleton[number + 1] if number + 1 < len(skeleton) else None
                if following is not None and _is_dots(following):
                    continue
                # `...` keeps what is refined up to the first statement that the next one of the skeleton matches:
                # of `x := 1; ...; y := 2;` over `x :| P; z := 0; y :| Q;` it keeps `z := 0`. At the end it keeps all.
                while refined_left and (following is None or not _matches(following, refined_left[0], self.source)):
                    result_nodes.append(refined_left.pop(0))
                continue
            # A statement that is no `...` is joined with the first one left if the two match; if not, it is new and
            # stands before it.
            superposed = self.both(node, refined_left[0]) if refined_left else None
            if superposed is not None:
                del refined_left[0]
            # `assert ...;` takes its condition from what it refines, so that alone it says nothing.
            elif _is_template(_unlabelled(node)):
                raise Unsupported("a skeleton that does not fit what it refines", span_of(node, self.source))
            result_nodes.extend([node] if superposed is None else superposed)
        # The rest of a block follows by itself.
        return [*result_nodes, *refined_left]

    def both(self, new: Node, old: Node) -> list[Node] | None:
        """What a statement of the skeleton makes of one of the refined body; None where they have nothing in common."""
        new_statement, old_statement = _unlabelled(new), _unlabelled(old)
        kind, join = _word(new_statement), None
        if name_of(new_statement) in ("local", "assignment"):
            return _assigned(new_statement, old_statement)
        if kind == "MODIFY" and _is_template(new_statement) and _word(old_statement) == "MODIFY":
            join = self.modify
        elif (
            kind == _word(old_statement)
            and kind in ("IF", "WHILE")
            and _is_plain(new_statement)
            and _is_plain(old_statement)
        ):
            # A guard `*` may be refined by any other; without that, only a skeleton without a guard of its own fits.
            if _is_template(new_statement) or _guard_is(old_statement, "wildcard"):
                join = self.conditional if kind == "IF" else self.loop
        elif kind in _TEMPLATES and _is_template(new_statement) and _is_condition(kind, old_statement, self.source):
            return [_claimed(new_statement, old_statement) if kind == "ASSERT" else old_statement]
        elif kind == _word(old_statement) == "BODY":
            join = self.block
        if join is None:
            return None
        joined_statement = join(new_statement, old_statement)
        # A label stays around the statement that it labels.
        return [
            joined_statement
            if new_statement is new
            else Tree(new.data, [*new.children[:-1], joined_statement], new.meta)
        ]

    def block(self, new: Node, old: Node) -> Node:
        return Tree(new.data, [self.blocks(tokens(new, "BODY")[0], tokens(old, "BODY")[0])], new.meta)

    def blocks(self, new: Token, old: Token) -> Token:
        return JoinedBlock.of(self.listed(*(statements_in(token, self.source) for token in (new, old))), new)

    def modify(self, new: Node, old: Node) -> Node:
        blocks = [token for node in (new, old) for token in tokens(node, "BODY")[:1]]
        frames = [part for part in old.children if part not in blocks and getattr(part, "type", "") != "_END"]
        return Tree(new.data, [*frames, *([self.blocks(*blocks)] if len(blocks) == 2 else blocks)], new.meta)

    def loop(self, new: Node, old: Node) -> Node:
        word, guard = old.children[:2]
        clauses = [*nodes(old, *_LOOP_CLAUSES), *nodes(new, *_LOOP_CLAUSES)]
        if nodes(new, "decreases"):
            # Invariants of both hold; a measure of the skeleton is there in place of the other one.
            clauses = [clause for clause in clauses if name_of(clause) != "decreases" or clause in nodes(new)]
        inside, after = tokens(new, "BODY"), tokens(old, "BODY")
        if not after:
            raise Unsupported("a loop without a body", span_of(old, self.source))
        whole = self.blocks(inside[0], after[0]) if inside else after[0]
        return Tree(new.data, [word, guard if _is_template(new) else new.children[1], *clauses, whole], new.meta)

    def conditional(self, new: Node, old: Node) -> Node:
        word, guard, then, *others = new.children
        assert isinstance(then, Token)
        old_then, *old_others = old.children[2:]
        assert isinstance(old_then, Token)
        last = old_others
        if others:
            empty = JoinedBlock.of((), then)
            last = [self.blocks(_as_block(others, new) or empty, _as_block(old_others, old) or empty)]
        chosen = old.children[1] if _is_template(new) else guard
        return Tree(new.data, [word, chosen, self.blocks(then, old_then), *last], new.meta)


def _halves(listed: list[Node]) -> tuple[list[Node], list[Node], list[Node]]:
    """What is before `new;`, that, and what is after it."""
    position = next((number for number, node in enumerate(listed) if _word(node) == "NEW"), len(listed))
    return listed[:position], listed[position : position + 1], listed[position + 1 :]


def _as_block(parts: Sequence[Token | Node], whole: Node) -> Token | None:
    """What follows `else`, as a block; None where nothing does."""
    if not parts:
        return None
    first = parts[0]
    assert isinstance(first, Token)
    if first.type == "BODY":
        return first
    return JoinedBlock.of([Tree(whole.data, list(parts), whole.meta)], first)


def _word(node: Node) -> str:
    """The word that a statement begins with; "BODY" for a block, "" for an assignment, an assertion and the like."""
    first = node.children[0] if name_of(node) == "other_statement" and node.children else None
    return first.type if isinstance(first, Token) else ""


def _unlabelled(node: Node) -> Node:
    while _word(node) == "LABEL":
        node = nodes(node)[0]
    return node


def _labels(node: Node) -> set[str]:
    found: set[str] = set()
    while _word(node) == "LABEL":
        found.add(str(node.children[1]))
        node = nodes(node)[0]
    return found


def _is_dots(node: Node) -> bool:
    return name_of(node) == "other_statement" and str(node.children[0]) == _DOTS


def _is_template(node: Node) -> bool:
    """Is it `assert ...`, `if ... {}` and the like, which takes its condition from what it refines?"""
    second = node.children[1] if name_of(node) == "other_statement" and len(node.children) > 1 else None
    return name_of(second) == "omitted" if isinstance(second, Tree) else str(second) == _DOTS


def _is_plain(node: Node) -> bool:
    """Has it one guard, and no `case`?"""
    return isinstance(node.children[1], Tree) and name_of(node.children[1]) != "alternative"


def _guard_is(node: Node, kind: str) -> bool:
    return isinstance(node.children[1], Tree) and name_of(node.children[1]) == kind


def _matches(new: Node, old: Node, source: DafnySource) -> bool:
    """Does `...` end before a statement, as the next one of the skeleton is about it?"""
    if _labels(new):
        return bool(_labels(new) & _labels(old))
    kind, old, labelled = _word(new), _unlabelled(old), bool(_labels(old))
    if _is_template(new):
        return _is_condition(kind, old, source) if kind in ("ASSERT", "ASSUME", "EXPECT") else kind == _word(old)
    if kind in ("IF", "WHILE"):
        return kind == _word(old) and _is_plain(new) and _guard_is(old, "wildcard")
    if name_of(new) == "local":
        return name_of(old) == "local" and _declared(new) == _declared(old)
    if name_of(new) == "assignment":
        return name_of(old) == "assignment" and symbol_of(old) == ":|" and _declared(new) == _declared(old)
    return kind == _word(old) == "BODY" and not labelled


def _is_condition(kind: str, node: Node, source: DafnySource) -> bool:
    """Does `assert ...`, `assume ...` or `expect ...` take the condition of this statement?"""
    word = _word(node)
    if name_of(node) == "expectation":
        word = "ASSERT" if source.text.startswith("assert", node.meta.start_pos) else "EXPECT"
    return word == kind or (kind == "ASSERT" and word == "ASSUME")


def _claimed(new: Node, old: Node) -> Node:
    """An assertion of what was asserted or assumed."""
    tests = [node for node in nodes(old) if name_of(node) != "label"]
    return Tree(CHOICE, [tests[0]], new.meta)


def _declared(node: Node) -> list[str] | None:
    """The variables that a statement declares or assigns; None where it does so to other places."""
    listed = [
        declaration
        for declaration in nodes(node if name_of(node) == "local" else nodes(node)[0])
        if name_of(declaration) != "values"
    ]
    if any(name_of(declaration) not in ("name", "bound_name") for declaration in listed):
        return None
    return [str(tokens(declaration, "IDENT")[0]) for declaration in listed]


def _chosen(node: Node) -> bool:
    return any(str(token) == ":|" for token in tokens(node))


def _assigned(new: Node, old: Node) -> list[Node] | None:
    """An assignment in place of a choice or of an arbitrary value."""
    names = _declared(new)
    if name_of(new) != name_of(old) or names is None or names != _declared(old) or _chosen(new):
        return None
    if not child(new, "values"):
        return None
    if _chosen(old):
        return [new, Tree(CHOICE, [nodes(nodes(old, "values")[0])[0]], new.meta)]
    values = child(old, "values")
    arbitrary = values is not None and all(name_of(node) == "wildcard" for node in nodes(values))
    return [new] if arbitrary or (values is None and name_of(new) == "local") else None
