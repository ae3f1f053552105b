"""Where an assertion stands: the loops and conditions around it, and the statements that what it says rests on."""

from collections.abc import Iterator

from attrs import frozen

from ...core.ir.statements import (
    Assign,
    Body,
    Break,
    Check,
    Continue,
    Define,
    Evaluate,
    For,
    If,
    Raise,
    Return,
    Statement,
    Try,
    While,
    names_of,
    statements_of,
    terms_of,
)
from ...core.ir.terms import Term
from ...frontends.python.dependence import Branch, branches
from .nouns import names_in


@frozen(slots=True)
class AssertionSite:
    """An assertion in its place. `around`: the compound statements that it is in, outermost first. `before` and
    `after`: for each block on the way in, the statements there that precede the way and that follow it, without
    assertions."""

    check: Check
    around: tuple[tuple[Statement, Branch], ...] = ()
    before: tuple[Body, ...] = ()
    after: tuple[Body, ...] = ()


def sites(body: Body) -> Iterator[AssertionSite]:
    """Every assertion of a block, nested ones included, in source order."""
    yield from _sites(body, (), (), ())


def _sites(
    block: Body,
    around: tuple[tuple[Statement, Branch], ...],
    before: tuple[Body, ...],
    after: tuple[Body, ...],
) -> Iterator[AssertionSite]:
    unchecked = tuple(statement for statement in block if not isinstance(statement, Check))
    passed = 0
    for statement in block:
        start, passed = passed, passed + (not isinstance(statement, Check))
        earlier, later = (*before, unchecked[:start]), (*after, unchecked[passed:])
        if isinstance(statement, Check):
            yield AssertionSite(statement, around, earlier, later)
            continue
        for branch, inner in branches(statement):
            yield from _sites(inner, (*around, (statement, branch)), earlier, later)


def relevant(block: Body, needed: frozenset[str]) -> tuple[Body, frozenset[str]]:
    """The statements of a block that decide the values of the needed names when it has run, and whether it stops
    before its end; and the names that these need."""
    kept: list[Statement] = []
    for statement in reversed(block):
        if binds(statement) & needed or exits(statement):
            kept.append(statement)
            needed |= names_in(*terms_of((statement,)))
    return tuple(reversed(kept)), needed


def binds(statement: Statement) -> frozenset[str]:
    """The names that a statement may bind; those inside a helper are its own."""
    match statement:
        case Assign(target):
            return names_of(target)
        case Define(name):
            return frozenset({name})
        case Evaluate(value) if value.op == "python.method" and value.args[0].op == "var":
            return frozenset({value.args[0].data})  # `seen.add(x)`
        case For(target):
            names = names_of(target)
        case _:
            names = frozenset()
    statements = (statement for _, block in branches(statement) for statement in block)
    return names.union(*map(binds, statements))


def exits(statement: Statement) -> bool:
    """Whether a statement may leave the block that it is in, other than by an exception of an expression."""
    match statement:
        case Return() | Raise() | Break() | Continue():
            return True
        case Define():
            return False
        case For() | While():
            return any(isinstance(statement, (Return, Raise)) for statement in statements_of((statement,)))
        case Try():
            # A handler that raises again only says which exception it is.
            blocks = (statement.body, statement.orelse, statement.final)
            return any(exits(statement) for block in blocks for statement in block)
        case _:
            return any(exits(statement) for _, block in branches(statement) for statement in block)


def tests_of(site: AssertionSite) -> tuple[Term, ...]:
    """The terms that an assertion's sentence names: its test, and the headers of the loops and branches around."""
    terms = [site.check.test]
    for statement, _ in site.around:
        match statement:
            case If(test) | While(test):
                terms.append(test)
            case For(_, iterable):
                terms.append(iterable)
            case _:
                pass
    return tuple(terms)


def skips(site: AssertionSite, depth: int) -> list[If]:
    """The statements before the assertion, in its block or one around it, that go on without it: `if test: return`
    outside all loops, `if test: continue` in one. Not those whose test may have another value by then."""
    loops = [isinstance(statement, (For, While)) for statement, _ in site.around]
    leaving: type[Return] | type[Continue] = Continue if depth and loops[depth - 1] else Return
    # A return inside a loop leaves the function, and is no condition of this turn alone.
    if any(loops[:depth]) and leaving is Return:
        return []
    block = site.before[depth]
    kept = []
    for position, statement in enumerate(block):
        if (
            isinstance(statement, If)
            and not statement.orelse
            and [type(statement) for statement in statement.then] == [leaving]
        ):
            # The test is told as it is when the assertion is reached: only if nothing in between changes what it reads.
            changed = frozenset().union(*map(binds, block[position + 1 :]))
            if not changed & names_in(statement.test):
                kept.append(statement)
    return kept
