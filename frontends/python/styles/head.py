"""The head of a function's body: the leading assertions, and the guards `if …: raise`.

What leads a body is said in `leading.py`. With `internal` (of the module) an assertion may also stand behind other
simple statements, at any distance, and a guard behind assignments and calls.

A guard is one clause, which is violated where the `raise` is reached: `if c: raise E` reads `assert not (c)`, `if not
c` reads `assert c`, a chain of `elif` as several, and any other `raise` in a branch or a loop `assert False`. Where a
chain goes on with other branches (`if c: raise E`, then `elif d: return x`), these are what follows the head, as is the
body of `if c: …` with `else: raise E`, which reads `assert c`. Of a `try` the raises of its handlers and of its `else`
are clauses, as nothing in it catches them (but not of handlers that tell what an assertion in it refuses); other raises
in it are control flow, as are those of helper functions. Where a handler's raise is left out, a name that the `try` was
to bind has no value, and what reads it raises: in `try: n = int(x)`, `except ValueError: raise E`, the raise is
violated together with the clauses about n. The call of a function that checks its arguments (`checking.py`) is a
clause, which is violated where the call raises: `require_positive(n)` reads `assert [require_positive(n)]`, as a list
of one element is true. So does `n is None or require_positive(n)`, and `n >= 0 or die()` reads `assert n >= 0`.

A call that only tells something (`quiet.py`) reads as a list of its arguments: `print(n)` as `[n]`. The statements
under a lock, and those of a `try` with nothing but a `finally`, are ones of the head: `with self._lock:` reads `if
True:`, and a head may end in such a block.

Where a branch returns, nothing that follows is checked: in the text of a head it is `return` without what it computes.
A `raise` behind such branches, with which the head ends, is a clause of all other inputs.

An assertion may bind a name for later ones: `assert (n := len(xs)) > 1`, then `assert n < 5`. A clause has no effect
where it is left out, but the name is needed then too. What such an assertion binds whenever it is evaluated is set-up
before it: `n = len(xs)`, then `assert n > 1`.
"""

import ast
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any, Literal
from weakref import WeakKeyDictionary

from attrs import frozen

from ..pieces import Piece, TextEdit, copy, edited, replaced
from .bound_names import bound_before, set_up
from .checking import CheckingCalls, known_calls
from .harmless import called, computes
from .leading import CutBranch, branches_of, leading, leaves
from .leaving import is_raise, last_call, raised_by, refused_by, returns
from .model import FunctionNode, Module
from .quiet import QuietParts, quiet_parts
from .unread import UnreadGuard, uncaught_guards, unread_guards

STATEMENTS = (
    ast.Assert,
    ast.Assign,
    ast.AugAssign,
    ast.AnnAssign,
    ast.If,
    ast.For,
    ast.While,
    ast.Try,
    ast.FunctionDef,
    ast.Import,
    ast.ImportFrom,
    ast.Raise,
    ast.Pass,
    ast.Expr,
    ast.Delete,
    ast.Global,
    ast.Nonlocal,
)
"""What may stand before the last assertion of a contract, internal ones included."""
_SETUP = (ast.Assign, ast.AnnAssign, ast.FunctionDef, ast.Import, ast.ImportFrom, ast.Pass, ast.Expr)
"""What may stand before a guard, internal ones included, beside statements with clauses of their own."""
_MESSAGE = (ast.Assign, ast.AnnAssign, ast.Expr)
"""What may stand in a guard before its `raise`."""


@frozen(slots=True, eq=False)
class HeadClause:
    """A clause of a head: an assertion, a chain of guards (one clause each), `if` … `else: raise`, a raise that is
    reached, a call that raises, or an expression that ends in a call that never returns."""

    kind: Literal["assert", "guard", "else", "reach", "call", "ending"]
    node: ast.stmt
    suite: list[ast.stmt]
    """The statements that it is one of."""

    @property
    def guards(self) -> list[ast.If]:
        """The `if` and `elif` of a chain that do nothing but raise, up to the first that does not."""
        chain = _chain(self.node) if isinstance(self.node, ast.If) else ()
        return list(takewhile(_refuses, chain))

    @property
    def rest(self) -> list[ast.stmt]:
        """What is done where the clause holds."""
        match self.node:
            case ast.If(body=body) if self.kind == "else":
                return body
            case ast.If() if self.kind == "guard":
                return self.guards[-1].orelse
        return []


@frozen(slots=True, eq=False)
class Head:
    """The statements of a contract at the start of a function's body, and the clauses in them, in order. `blocks`:
    those that some of the statements are in, and that nothing is left of but these; `tells`: whether a statement only
    tells something; `unread`: guards that follow and are not among the clauses; `cuts`: branches of the last statement
    of which only the beginning belongs to it."""

    statements: tuple[ast.stmt, ...]
    marks: tuple[HeadClause, ...]
    blocks: tuple[ast.stmt, ...] = ()
    tells: Callable[[ast.AST], bool] = lambda _: False
    unread: tuple[UnreadGuard, ...] = ()
    cuts: tuple[CutBranch, ...] = ()

    @property
    def raises(self) -> list[str | None]:
        """The class of exception that each clause raises where it is false; None for AssertionError."""
        classes_raised: list[str | None] = []
        for mark in self.marks:
            match mark.node:
                # A check that refuses in its `else` has what it raises there.
                case ast.If(orelse=[*_, last]) if mark.kind == "else":
                    classes_raised.append(raised_by(last))
                case ast.If():
                    classes_raised += [raised_by(guard.body[-1]) for guard in mark.guards]
                case node if is_raise(node):
                    classes_raised.append(raised_by(node))
                case node:
                    classes_raised.append(refused_by(node))
        return classes_raised

    def remove_clauses(self, function: FunctionNode, copied: FunctionNode) -> None:
        """Take the clauses out of a copy of the function of this head, and leave everything else."""
        # What a head is depends on the whole module, which is looked through once, for the tree that all functions
        # share. Two trees of one text are walked in the same order.
        nodes: dict[ast.AST, Any] = dict(zip(ast.walk(function), ast.walk(copied), strict=True))
        suites = {statement: suite for suite in suites_of(copied) for statement in suite}
        for mark in self.marks:
            node = nodes[mark.node]
            suite = suites[node]
            position = suite.index(node)
            end_index = len(suite) if mark.kind == "reach" else position + 1
            rest = set_up(node) if isinstance(node, ast.Assert) else [nodes[statement] for statement in mark.rest]
            suite[position:end_index] = rest or [ast.copy_location(ast.Pass(), node)]


def suites_of(tree: ast.AST) -> Iterator[list[ast.stmt]]:
    """Every block of statements in a tree."""
    lists = (getattr(node, name, None) for node in ast.walk(tree) for name in ("body", "orelse", "finalbody"))
    return (list_ for list_ in lists if isinstance(list_, list) and list_)


def head_of(module: Module, function: FunctionNode, last_statement: ast.stmt | None = None) -> Head:
    """The head of a function, or of what precedes a statement of its body; without statements where it has no
    clauses, and of a test, whose assertions are about what it calls."""
    # The contract of a function, its guards that are not read, its parameters and its receiver each ask for its head,
    # which is found by many walks through the function and its module.
    heads = _HEADS.setdefault(module, {})
    head = heads.get((function, last_statement))
    if head is None:
        head = heads[function, last_statement] = _found_head(module, function, last_statement)
    return head


_HEADS: WeakKeyDictionary[Module, dict[tuple[FunctionNode, ast.stmt | None], Head]] = WeakKeyDictionary()


def _found_head(module: Module, function: FunctionNode, last_statement: ast.stmt | None) -> Head:
    # A test asserts what its subject returned, and no input can violate that.
    if function in module.tests:
        return Head((), ())
    body = function.body
    first = 1 if ast.get_docstring(function, clean=False) is not None else 0
    statements = body[first : None if last_statement is None else body.index(last_statement)]
    # Where internal assertions count, the head is all up to the last one: nothing between them is asked whether it has
    # an effect.
    if module.internal:
        marks = {statement: list(_marks(statement, body)) for statement in statements}
        end_index = _last_clause(statements, marks)
        return Head(
            tuple(statements[:end_index]),
            tuple(mark for statement in statements[:end_index] for mark in marks[statement]),
        )
    # Otherwise only what leads the body is a contract, so that it first has to be known which calls change nothing.
    calls_known = known_calls(module, function, _has_check)
    checking = calls_known.checking
    quiet = quiet_parts(module.tree, function)
    placed = list(_placed(module, quiet, statements, body))
    statements = [statement.statement for statement in placed]
    marks = {statement.statement: list(_marks(statement.statement, statement.suite, checking)) for statement in placed}
    end_index, led, cuts = leading(
        function,
        statements,
        lambda statement: any(_marks(statement, body, checking)),
        calls_known.computing,
        quiet.tells,
    )
    # A head may end with a statement that does not lead, but refuses: a `raise` that is reached when no branch before
    # it returned, or an `if` that goes on with the work of the function.
    behind = {node for cut in cuts for statement in cut.left for node in ast.walk(statement)}
    following = marks[statements[led]] if cuts else []
    in_front = [mark for mark in following if mark.node not in behind]
    match placed[led : led + 1]:
        case [PlacedStatement(last, suite)] if is_raise(last) and any(map(leaves, statements[:led])):
            end_index, marks[last] = led + 1, [HeadClause("reach", last, suite)]
        # `assert c` says `if c: … else: raise` best, unless there are checks in the branch.
        case [PlacedStatement(ast.If() as last, suite)] if (only := _last_guard(last, suite)) is not None and (
            len(in_front) <= max(len(only.guards), 1)
        ):
            end_index, marks[last], cuts = led + 1, [only], ()
        case [PlacedStatement(last)] if cuts:
            end_index, marks[last] = led + 1, in_front
        case _ if end_index and leaves(before_end := statements[end_index - 1]):
            only = _last_guard(before_end, placed[end_index - 1].suite)
            # Branches behind others may have checks of their own.
            if only is not None and len(marks[before_end]) == max(len(only.guards), 1):
                marks[before_end] = [only]
    in_head = tuple(mark for statement in statements[:end_index] for mark in marks[statement])
    # What an `if` goes on with is behind the contract, too.
    last_rest = in_head[-1].rest if in_head else []
    rests = [last_rest, *(cut.left for cut in cuts), statements[end_index:]]
    endings = [next(iter(last_rest), None), *(cut.ending for cut in cuts), next(iter(statements[led:]), None)]

    def checks(statement: ast.stmt) -> list[ast.stmt]:
        return [mark.node for mark in _marks(statement, body, checking)]

    return Head(
        tuple(statements[:end_index]),
        in_head,
        tuple(dict.fromkeys(block for statement in placed[:end_index] for block in statement.blocks)),
        quiet.tells,
        (
            *(guard for statement in statements[:end_index] for guard in uncaught_guards(statement, checks)),
            *(
                guard
                for rest, ending in zip(rests, endings, strict=True)
                # Told to the user: a guard behind the head's end is a check that nothing tests.
                for guard in unread_guards(function, rest, ending, checks, calls_known.computing)
            ),
        ),
        cuts,
    )


@frozen(slots=True, eq=False)
class PlacedStatement:
    """A statement, the block that it is one of, and the statements that this is in, from the outside."""

    statement: ast.stmt
    suite: list[ast.stmt]
    blocks: tuple[ast.stmt, ...] = ()


def _placed(
    module: Module,
    quiet: QuietParts,
    statements: Sequence[ast.stmt],
    suite: list[ast.stmt],
    blocks: tuple[ast.stmt, ...] = (),
) -> Iterator[PlacedStatement]:
    """The statements that are executed one after the other, in the place of each that is nothing but blocks of such."""
    for statement in statements:
        inside = quiet.inside(statement) if _heading(module, statement) else ()
        if not inside:
            yield PlacedStatement(statement, suite, blocks)
        for inner_suite in inside:
            yield from _placed(module, quiet, inner_suite, inner_suite, (*blocks, statement))


def _heading(module: Module, block: ast.stmt) -> range | None:
    """The characters before the colon of a `with` or a `try`; None where brackets or comments are in between."""
    start, text = module.range(block)[0], module.source.text
    match block:
        case ast.With(items=[*_, last], body=[first, *_]):
            header_end = module.range(last.context_expr)[1]
            return range(start, header_end) if text[header_end : _start(module, first)].strip() == ":" else None
        case ast.Try():
            return range(start, start + len("try"))
    return None


def _last_guard(statement: ast.stmt, body: list[ast.stmt]) -> HeadClause | None:
    """The clause of an `if` with which a head ends, where it goes on with what is no check: what comes before that."""
    match statement:
        case ast.If() if _refuses(statement):
            return HeadClause("guard", statement, body)
        case ast.If(test=test, orelse=orelse) if orelse and _raises(orelse) and not _binds(test):
            return HeadClause("else", statement, body)
    return None


def _has_check(function: ast.FunctionDef, checking: CheckingCalls) -> bool:
    """Whether a function has a check in it, where calls of some functions are checks, too."""
    return any(any(_marks(statement, function.body, checking)) for statement in function.body)


def _last_clause(statements: Sequence[ast.stmt], marks_by_statement: Mapping[ast.stmt, Sequence[HeadClause]]) -> int:
    """How many of some statements there are up to the last clause, internal assertions included."""
    end_index = guarded = 0
    in_head = True
    for index, statement in enumerate(statements):
        if not isinstance(statement, STATEMENTS):
            break
        marks = marks_by_statement[statement]
        in_head = in_head and (bool(marks) or isinstance(statement, _SETUP))
        if isinstance(statement, ast.FunctionDef):
            continue  # A helper function only defines its assertions.
        if any(mark.kind == "assert" for mark in marks):
            end_index = index + 1
        if in_head and marks:
            guarded = index + 1
    return max(end_index, guarded)


def _marks(
    statement: ast.stmt, suite: list[ast.stmt], checking: CheckingCalls = frozenset(), *, top: bool = True
) -> Iterator[HeadClause]:
    """The clauses in a statement, in source order. `checking`: the functions whose calls are clauses."""
    match statement:
        case ast.Expr() if refused_by(statement) is not None and not _binds(statement.value):
            yield HeadClause("ending", statement, suite)
        case ast.Expr() if (last := last_call(statement)) is not None and called(last) in checking:
            if computes(statement.value, checking):
                yield HeadClause("call", statement, suite)
        case ast.Assert():
            yield HeadClause("assert", statement, suite)
        case _ if not top and is_raise(statement):
            yield HeadClause("reach", statement, suite)
        case ast.If() if _is_guard(statement):
            yield HeadClause("guard", statement, suite)
        case ast.If(body=body, orelse=orelse) | ast.For(body=body, orelse=orelse) | ast.While(body=body, orelse=orelse):
            yield from _marks_of(body, checking)
            yield from _marks_of(orelse, checking)
        case ast.Try(body=body, handlers=handlers, orelse=orelse, finalbody=final):
            blocks = [body, *(handler.body for handler in handlers), orelse, final]
            asserts = any(
                isinstance(node, ast.Assert) for inner_statement in body for node in ast.walk(inner_statement)
            )
            for number, block in enumerate(blocks):
                # No handler of the statement sees what its handlers and its `else` raise.
                escapes = number == len(handlers) + 1 or (0 < number <= len(handlers) and not asserts)
                # `try` … `finally` catches nothing.
                escapes = escapes or (number == 0 and not handlers)
                for mark in _marks_of(block, checking):
                    if mark.kind == "assert" or escapes:
                        yield mark
        case ast.Match(cases=cases):
            for case in cases:
                yield from _marks_of(case.body, checking)
        case _:
            # In any other compound statement (`with`, a definition) a `raise` may be caught or never reached, an
            # assertion is one nevertheless.
            for inner_suite in _suites(statement):
                for inner_statement in inner_suite:
                    yield from (
                        mark for mark in _marks(inner_statement, inner_suite, top=False) if mark.kind == "assert"
                    )


def _suites(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    """The blocks of a compound statement."""
    for node in ast.iter_child_nodes(statement):
        if isinstance(node, ast.match_case):
            yield node.body
    for name in ("body", "orelse", "finalbody"):
        block = getattr(statement, name, None)
        if isinstance(block, list):
            yield block


def _marks_of(suite: list[ast.stmt], checking: CheckingCalls) -> Iterator[HeadClause]:
    for statement in suite:
        yield from _marks(statement, suite, checking, top=False)
        if isinstance(statement, ast.Raise) or is_raise(statement):
            return


def _is_guard(statement: ast.If) -> bool:
    """Whether each branch of a chain does nothing but raise."""
    chain = list(_chain(statement))
    return all(map(_refuses, chain)) and not chain[-1].orelse


def _refuses(branch: ast.If) -> bool:
    """Whether a branch does nothing but raise, and its condition binds no name."""
    return _raises(branch.body) and not _binds(branch.test)


def _binds(condition: ast.expr) -> bool:
    return any(isinstance(node, ast.NamedExpr) for node in ast.walk(condition))


def _chain(statement: ast.If) -> Iterator[ast.If]:
    yield statement
    while len(statement.orelse) == 1 and isinstance(statement.orelse[0], ast.If):
        statement = statement.orelse[0]
        yield statement


def _raises(suite: Sequence[ast.stmt]) -> bool:
    *messages, last = suite
    return is_raise(last) and all(isinstance(statement, _MESSAGE) for statement in messages)


def pieces_of(module: Module, head: Head) -> list[Piece]:
    """The text of a head with every clause as an assertion. The first piece is the blanks before it."""
    source = module.source.text
    start, end_offset = _start(module, (*head.blocks, *head.statements)[0]), _end(module, head)
    start = min(start, _start(module, head.statements[0]))
    line = source.rfind("\n", 0, start) + 1
    blanks_before = "".join(character if character in "\t\f" else " " for character in source[line:start])
    # Pieces keep the place in the source from which each part of the block was taken, so that spans of clauses point at
    # what the author wrote. Edits are of ranges that do not overlap.
    edits: list[TextEdit] = []
    for mark in head.marks:
        match mark.kind:
            case "assert" if isinstance(mark.node, ast.Assert):
                edits += bound_before(module, mark.node)
            case "guard":
                edits.append(_guard(module, mark))
            case "else":
                edits.append(_condition(module, mark))
            case "reach":
                where = module.range(mark.node)[0], module.range(mark.suite[-1])[1]
                edits.append((*where, (Piece("assert False", *where, shown=module.text(mark.node)),)))
            case "call":
                first, last = module.range(mark.node)
                opening = Piece("assert [", first, first, shown=module.text(mark.node))
                edits.append((first, last, (opening, copy(source, first, last), Piece("]", last, last))))
            case "ending" if isinstance(mark.node, ast.Expr):
                edits.append(_before_ending(module, mark.node))
    edits += (
        edit
        for edit in _returns(module, head.statements, {id(mark.node) for mark in head.marks}, head.cuts)
        if edit[1] <= end_offset
    )
    edits += (
        replaced(*pair, "if True")
        for block in head.blocks
        for pair in _headings(module, block)
        if pair[1] <= end_offset
    )
    # What only tells something (a log, a warning) is left out, except inside a range that is already replaced.
    edited_ranges = [edit[:2] for edit in edits]
    telling_edits = (
        _told(module, node) for statement in head.statements for node in ast.walk(statement) if head.tells(node)
    )
    edits += (
        edit
        for edit in telling_edits
        if not any(first <= edit[0] < last for first, last in edited_ranges) and edit[1] <= end_offset
    )
    return [Piece(blanks_before, line, start), *edited(source, start, end_offset, edits)]


def _returns(
    module: Module, suite: Sequence[ast.stmt], marked: Collection[int], cuts: Sequence[CutBranch]
) -> Iterator[TextEdit]:
    """What leaves of the branches that return only that: of one without a clause nothing else is needed. Branches that
    go on with the work of the function return in its place."""
    for branching in (statement for statement in suite if isinstance(statement, ast.If | ast.Match)):
        for block in branches_of(branching):
            statements_left: Sequence[ast.stmt] = block
            cut = next((cut for cut in cuts if cut.block is block), None)
            if cut is not None:
                statements_left = block[: cut.kept]
                yield replaced(_start(module, block[cut.kept]), module.range(block[-1])[1], "return")
            elif block and returns(block[-1]):
                # Without a clause, that the branch returns is all a contract needs: its statements may be such as are
                # not followed.
                has_clause = any(id(node) in marked for block_statement in block for node in ast.walk(block_statement))
                first, statements_left = (block[-1], block[:-1]) if has_clause else (block[0], ())
                yield replaced(_start(module, first), module.range(block[-1])[1], "return")
            yield from _returns(module, statements_left, marked, cuts)


def _headings(module: Module, block: ast.stmt) -> Iterator[tuple[int, int]]:
    """Where a block says what it is, to the colon: `with self._lock`, `try`, and `finally`."""
    heading = _heading(module, block)
    if heading is not None:
        yield heading.start, heading.stop
    match block:
        case ast.Try(body=[*_, last], finalbody=[first, *_]):
            header_end = module.range(last)[1]
            keyword_found = re.compile(r"^[ \t\f]*(finally)\b", re.MULTILINE).search(
                module.source.text, header_end, _start(module, first)
            )
            assert keyword_found is not None
            yield keyword_found.span(1)


def _told(module: Module, statement: ast.AST) -> TextEdit:
    """What only tells something, as a list of what it tells."""
    assert isinstance(statement, ast.Expr)
    assert isinstance(statement.value, ast.Call)
    start, end_offset = module.range(statement)
    # A list of one or more elements is evaluated for what its elements raise, and is nothing else.
    told_values = [*statement.value.args, *(option.value for option in statement.value.keywords)]
    pieces = [Piece("[", start, start)]
    for told_value in told_values:
        first, last = module.range(told_value)
        pieces += [
            copy(module.source.text, first, last),
            Piece("]" if told_value is told_values[-1] else ", ", last, last),
        ]
    return start, end_offset, pieces if told_values else (Piece("pass", start, end_offset),)


def _start(module: Module, statement: ast.stmt) -> int:
    """Where a statement starts, decorators included: `ast` says where the definition does."""
    for decorator in getattr(statement, "decorator_list", []):
        return module.source.text.rindex("@", 0, module.range(decorator)[0])
    return module.range(statement)[0]


def _end(module: Module, head: Head) -> int:
    """Where a head ends: an `if` that goes on with what is no guard belongs to it as far as it refuses."""
    match head.marks[-1]:
        case HeadClause(kind="else", node=ast.If(test=test)):
            return module.range(test)[1]
        case HeadClause(rest=[_, *_]) as last:
            return module.range(last.guards[-1].body[-1])[1]
    return module.range(head.statements[-1])[1]


def _condition(module: Module, mark: HeadClause) -> TextEdit:
    """The assertion that says what `if` … `else: raise` demands."""
    assert isinstance(mark.node, ast.If)
    start, (first, end_offset) = module.range(mark.node)[0], module.range(mark.node.test)
    return (
        start,
        end_offset,
        (
            Piece("assert (", start, first),
            copy(module.source.text, first, end_offset),
            Piece(")", end_offset, end_offset),
        ),
    )


def _before_ending(module: Module, statement: ast.Expr) -> TextEdit:
    """The assertion that says when an expression does not come to the call that it ends with."""
    start, end_offset = module.range(statement)
    match statement.value:
        case ast.IfExp(test=test, body=body):
            (first, last), negated = module.range(test), isinstance(body, ast.Call)
        case ast.BoolOp(op=op, values=[*_, before, _]) as whole:
            first, last, negated = module.range(whole)[0], module.range(before)[1], isinstance(op, ast.And)
            # The brackets around an operand are not in its range.
            behind = re.compile(r"[\s)]*").match(module.source.text, last)
            assert behind is not None
            last += len(behind[0].rstrip())
        case _:
            raise AssertionError(ast.dump(statement))
    source = module.source.text
    # Brackets stay where a line break or a comma without them would end the expression or make it another one.
    opening, closing = (
        ("not (", ")") if negated else ("(", ")") if not {"\n", ","}.isdisjoint(source[first:last]) else ("", "")
    )
    return (
        start,
        end_offset,
        (Piece(f"assert {opening}", start, first), copy(source, first, last), Piece(closing, last, end_offset)),
    )


def _guard(module: Module, mark: HeadClause) -> TextEdit:
    """The assertions that say what a chain of guards does."""
    start, end_offset = module.range(mark.node)[0], module.range(mark.guards[-1].body[-1])[1]
    text = module.source.text
    indentation = text[text.rfind("\n", 0, start) + 1 : start]
    pieces: list[Piece] = []
    for guard in mark.guards:
        begin, stop = module.range(guard)[0], module.range(guard.body[-1])[1]
        test: ast.expr = guard.test
        opening, closing = "not (", ")"
        # `if not c: raise` becomes `assert c`, without the double negation. Brackets stay where a line break or a comma
        # without them would end the expression or make it another one.
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            test = test.operand
            opening, closing = ("(", ")") if "\n" in module.text(test) or isinstance(test, ast.Tuple) else ("", "")
        first, last = module.range(test)
        between = f"\n{indentation}" if pieces else ""
        pieces += [
            Piece(f"{between}assert {opening}", begin, first),
            copy(text, first, last),
            Piece(closing, last, stop),
        ]
    return start, end_offset, pieces
