"""Which statements lead a function's body, so that the checks among them are its contract.

These are checks (assertions, guards `if …: raise`) and what only prepares them, with no effect beyond computing from
the parameters:

- imports, definitions of helper functions and of classes that run nothing (`class Empty(ValueError): pass`), `pass`;
- names that are bound to what is computed: of a call it is known that it changes nothing. In
  `__init__` also attributes of `self`, which nobody has seen yet;
- changes of containers that are made in the head itself (`seen = set()`, then `seen.add(x)`), of the containers that
  are put into one of these (`groups = defaultdict(list)`, then `groups[x].append(y)`), and of the dict of `**kwargs`,
  which a call makes anew (`size = kwargs.pop("size", 1)`);
- `if`, `try` and `with suppress(…)` of nothing but these (a default in place of None, a conversion that may fail);
- a `match` of nothing but these that has a check in it, or a branch that returns;
- a loop of nothing but these that has a check in it. All that such a loop computes is needed by checks: in
  `for c in text: if c not in "01": raise …; number = 2 * number + int(c)` the check is a step of the computation;
- a loop of nothing but these, all of whose results a guard behind it needs: `for x in xs: total += x`, then `if total >
  LIMIT: raise …`. An assertion about such a result is one about an intermediate result, and no contract;
- in a `try`, a return of what is computed: `try: return int(x)`, `except ValueError: raise …`;
- outside of these, branches that return: `if not xs: return 0`. What such a branch does, where there is no check in it,
  is no part of the contract: all that follows is about other inputs;
- calls of functions that check their arguments and change nothing (`checking.py`);
- what only tells somebody something (`quiet.py`): `print(n)`, `logger.debug("at %d", n)`.

A `raise` that belongs to a protocol (`StopIteration`, see `leaving.py`) returns, as far as this goes: it
refuses no input.

The first other statement ends the head: a call of another function for its effect or its result, any other return, any
other `with`. Where it is an `if` or a `match` with checks in front of the work of its branches, it is the last one of
the head, up to that work: `if size is not None: if size < 0: raise …; self.resize(size)`.

An expression only computes where evaluating it changes nothing that anybody else could see (`harmless.py`).
"""

import ast
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import takewhile

from attrs import define, field, frozen

from ..deep import nodes_run
from .harmless import MUTATORS, computes, is_exception, is_harmless, makes_container, makes_empty, only_computes
from .leaving import is_raise, returns


def _is_suppress(item: ast.withitem) -> bool:
    """Whether a part of a `with` is `suppress(ValueError)`, of contextlib."""
    match item:
        case ast.withitem(ast.Call(ast.Name("suppress") | ast.Attribute(ast.Name("contextlib"), "suppress")), None):
            return True
    return False


def leaves(statement: ast.stmt, also: tuple[type[ast.AST], ...] = ()) -> bool:
    """Whether a statement may return from the function that it is in, as what is in `also` does, too."""
    return any(returns(node) or isinstance(node, also) for node in nodes_run([statement]))


def _drops(statement: ast.stmt) -> bool:
    """Whether a statement in a `finally` may leave it, and so drop what was raised (reference, section 8.4.4)."""
    return any(isinstance(node, ast.Return | ast.Break | ast.Continue) for node in ast.walk(statement))


HasClause = Callable[[ast.stmt], bool]


@frozen(slots=True, eq=False)
class CutBranch:
    """A branch of which the first `kept` statements belong to a head: those up to its last check. What is left of it is
    the function's work."""

    block: list[ast.stmt]
    kept: int
    ending: ast.stmt
    """The first statement of the block that is no part of a head as a whole."""

    @property
    def left(self) -> list[ast.stmt]:
        return self.block[self.kept :]


def leading(
    function: ast.FunctionDef | ast.AsyncFunctionDef,
    statements: Sequence[ast.stmt],
    checks: HasClause,
    known: Collection[str] = (),
    tells: HasClause = lambda _: False,
) -> tuple[int, int, tuple[CutBranch, ...]]:
    """How many of the first statements of a function's body lead it: up to the last one with a check, and at all; and
    where the branches of the statement behind these are cut, if it leads up to their work.

    `checks`: whether there is a clause in a statement; `known`: functions that change nothing, as they are called;
    `tells`: whether a statement only tells something, once its arguments are computed.
    """

    def beginning() -> _Head:
        head = _Head(checks, _receiver(function), tells, helpers=set(known))
        if function.args.kwarg is not None:
            head.made.add(function.args.kwarg.arg)  # A call makes that dict anew.
        return head

    head = beginning()
    # Three cuts. First what has an effect, or returns a value.
    led = list(takewhile(lambda statement: not returns(statement) and head.leads(statement), statements))
    # Then the loops that compute what no check mentions: they are the function's work, and not the preparation of a
    # check.
    needed = _needed(led)
    led = list(takewhile(lambda statement: needed.issuperset(_computed_in_loops(_loops(statement, checks))), led))
    # Last a loop without a check, where nothing behind it asks for what it computes.
    led = led[: next((at for at in range(len(led)) if not _is_led(led, at, checks)), len(led))]
    # A helper function only defines its assertions.
    last = (
        index for index, statement in enumerate(led) if not isinstance(statement, ast.FunctionDef) and checks(statement)
    )
    return max(last, default=-1) + 1, len(led), _cuts(beginning(), led, statements[len(led) : len(led) + 1])


def _cuts(head: "_Head", led: Sequence[ast.stmt], following: Sequence[ast.stmt]) -> tuple[CutBranch, ...]:
    """Where the branches of the statement that follows a head are cut; nowhere if no check is in front of a cut."""
    if not all(map(head.leads, led)):
        return ()
    for statement in following:
        # Of an `if` or a `match` one branch is executed, so that each may be cut at a place of its own.
        cuts = head.cuts(statement) if isinstance(statement, ast.If | ast.Match) else None
        behind = {id(node) for cut in cuts or () for part in cut.left for node in ast.walk(part)}
        inside = [node for node in ast.walk(statement) if isinstance(node, ast.stmt) and node is not statement]
        kept = [node for node in inside if id(node) not in behind]
        # A check in front of a cut makes the statement worth reading. A loop there would compute results for the work
        # that is cut off, and nobody has asked whether a check needs them.
        if (
            cuts
            and any(is_raise(node) or head.checks(node) for node in kept)
            and not any(isinstance(node, ast.For | ast.While) for node in kept)
        ):
            return tuple(cuts)
    return ()


def _is_led(led: Sequence[ast.stmt], at: int, checks: HasClause) -> bool:
    """Whether a statement of a head belongs to it, as it does unless there is a loop without a check in it: then guards
    have to need all the results of that loop."""
    # A loop with a check in it refuses inputs itself, and needs no reason behind it.
    loops = [loop for loop in _loops(led[at], checks) if not checks(loop)]
    computed = set(_computed_in_loops(loops))
    guards = [
        statement
        for statement in led[at:]
        if not isinstance(statement, ast.Assert | ast.FunctionDef) and checks(statement)
    ]
    # An assertion about what a loop computed is one about an intermediate result: it does not make the loop a
    # preparation.
    guards = [
        guard for guard in guards if any(isinstance(node, ast.Raise) or is_raise(node) for node in ast.walk(guard))
    ]
    return not loops or (bool(computed) and computed <= _needed(led, guards))


def _only_defines(definition: ast.ClassDef, known: Collection[str]) -> bool:
    """Whether a class statement runs nothing of anybody else: no decorator or metaclass, no class above it that could
    ask for something (`__init_subclass__`), and in its body functions, and names of what is only computed."""
    inert = not definition.decorator_list and not definition.keywords
    inert = inert and all(isinstance(base, ast.Name) and is_exception(base.id) for base in definition.bases)
    for member in definition.body:
        match member:
            case ast.FunctionDef(decorator_list=[], args=arguments):
                values = [*arguments.defaults, *filter(None, arguments.kw_defaults)]
            case ast.Assign(targets=[ast.Name()], value=value) | ast.Expr(value=value):
                values = [value]
            case _:
                values, inert = [], inert and isinstance(member, ast.Pass)
        inert = inert and all(computes(value, known) for value in values)
    return inert


def _receiver(function: ast.FunctionDef | ast.AsyncFunctionDef) -> str | None:
    """The name of the object that a constructor is about to make."""
    names = [each.arg for each in (*function.args.posonlyargs, *function.args.args)]
    return names[0] if function.name == "__init__" and names else None


@define(slots=True, eq=False)
class _Head:
    """What the statements of a head, up to some place, have defined.

    `made`: names of containers that are made there, and of these `holders` those that only hold what is made there,
    too. `helpers`: names of functions that change nothing. `caught`: how many `try` are around what is looked at: there
    a handler may refuse what a returned expression raises.
    """

    checks: HasClause
    receiver: str | None
    tells: HasClause = lambda _: False
    made: set[str] = field(factory=set)
    holders: set[str] = field(factory=set)
    helpers: set[str] = field(factory=set)
    caught: int = 0

    def leads(self, statement: ast.stmt) -> bool:
        match statement:
            case ast.Assert() | ast.Pass() | ast.Import() | ast.ImportFrom() | ast.Global() | ast.Nonlocal():
                return True
            case ast.FunctionDef(name=name):
                # A definition runs nothing, so that it always leads; whether its calls do is asked of its body.
                if only_computes(statement, self.helpers):
                    self.helpers.add(name)
                return True
            case ast.ClassDef():
                return _only_defines(statement, self.helpers)
            case ast.Assign(targets=targets, value=value):
                return self._binds(targets, value)
            case ast.AnnAssign(target=target, value=value):
                return value is None or self._binds([target], value)
            case ast.AugAssign(target=ast.Name() | ast.Attribute() as target, value=value):
                return self._own(target) and self._computes(value)
            # `xs[0] += 1` changes xs in place: nobody may see that but the head itself.
            case ast.AugAssign(target=ast.Subscript() as target, value=value):
                return self._is_made(target.value) and self._computes(value)
            case ast.Delete(targets=targets):
                return all(
                    isinstance(target, ast.Subscript) and self._is_made(target.value) and self._computes(target.slice)
                    for target in targets
                )
            # That somebody is told is left out of the contract; the arguments are computed, and may raise.
            case ast.Expr(value=ast.Call(args=args, keywords=options)) if self.tells(statement):
                return all(map(self._computes, (*args, *(option.value for option in options))))
            case ast.Expr(value=value):
                return self.checks(statement) or self._computes(value) or self._changes_own(value)
            case ast.If(test=test, body=body, orelse=orelse):
                return (self.checks(statement) or self._computes(test)) and all(map(self._branch, (body, orelse)))
            case ast.Return(value=value):
                return value is None or self._computes(value)
            case ast.For() | ast.While() | ast.With() if leaves(statement):
                return False  # A search, say: what it finds is a result.
            case ast.For(iter=iterable, body=body, orelse=orelse):
                return (self.checks(statement) or self._computes(iterable)) and self._turns(body, orelse)
            case ast.While(test=test, body=body, orelse=orelse):
                return (self.checks(statement) or self._computes(test)) and self._turns(body, orelse)
            # A check in the block would refuse nothing.
            case ast.Try(finalbody=final) if any(map(_drops, final)):
                return False
            case ast.Try(body=body, handlers=handlers, orelse=orelse, finalbody=final):
                # In a `try` what is raised may be caught, so that a branch there does not refuse its input.
                self.caught += 1
                leads = self._all(body, *(handler.body for handler in handlers), orelse, final)
                self.caught -= 1
                return leads
            case ast.With(items=items, body=body):
                return all(map(_is_suppress, items)) and self._all(body)
            case ast.Match(subject=subject, cases=cases):
                decides = self.checks(statement) or (leaves(statement) and self._computes(subject))
                return decides and all(self._branch(case.body) for case in cases)
        return False

    def _branch(self, suite: Sequence[ast.stmt]) -> bool:
        """Whether a branch leads, as one does that returns: without a check in it, it is about no input that is
        checked."""
        # In a `try` what the returned expression raises may reach a handler that refuses: the return has to lead as all
        # else.
        if self.caught or not suite or not returns(suite[-1]):
            return self._all(suite)
        return is_left_out(suite, self.checks) or self._all(suite[:-1])

    def cuts(self, statement: ast.If | ast.Match) -> list[CutBranch] | None:
        """Where the branches of a statement are cut; None where what decides between them may have an effect."""
        decider = statement.test if isinstance(statement, ast.If) else statement.subject
        guards = [case.guard for case in statement.cases if case.guard] if isinstance(statement, ast.Match) else []
        if not all(map(self._computes, (decider, *guards))):
            return None
        cuts: list[CutBranch] = []
        for block in filter(None, branches_of(statement)):
            match block:
                # `ast` writes `elif` as an `if` alone in the other branch: its branches are cut, and not the `if`.
                case [ast.If() as elif_] if isinstance(statement, ast.If) and block is statement.orelse:
                    of_block = self.cuts(elif_)
                case _:
                    of_block = self._cuts_of(block)
            if of_block is None:
                return None
            cuts += of_block
        return cuts

    def _cuts_of(self, block: list[ast.stmt]) -> list[CutBranch] | None:
        """Where one branch is cut: nowhere if all of it leads."""
        before = set(self.made), set(self.holders), set(self.helpers)
        led = list(takewhile(lambda inner: not returns(inner) and (is_raise(inner) or self.leads(inner)), block))
        inside: list[CutBranch] | None = []
        kept = len(led)
        if kept < len(block) and isinstance(last := block[kept], ast.If | ast.Match):
            # The first statement that does not lead may lead up to the work of its own branches.
            inside = self.cuts(last)
            kept += bool(inside)
        # What one branch makes, no other branch has.
        self.made, self.holders, self.helpers = before
        with_checks = [place for place, inner in enumerate(block[:kept]) if self.checks(inner) or is_raise(inner)]
        kept = max(with_checks, default=-1) + 1
        inside = inside if inside and kept > len(led) else []
        return inside if kept == len(block) else [*inside, CutBranch(block, kept, block[min(len(led), len(block) - 1)])]

    def _all(self, *suites: Sequence[ast.stmt]) -> bool:
        """Whether blocks lead: in them, what ends a turn or refuses an input does, too, and nothing follows it."""
        ends = (ast.Raise, ast.Continue, ast.Break)
        return all(
            self.leads(statement)
            for suite in suites
            for statement in takewhile(lambda inner: not isinstance(inner, ends) and not is_raise(inner), suite)
        )

    def _turns(self, *suites: Sequence[ast.stmt]) -> bool:
        """Whether the blocks of a loop lead, also in a second turn, which begins with what the first has made."""
        before = frozenset(self.made), frozenset(self.holders)
        return self._all(*suites) and (before == (frozenset(self.made), frozenset(self.holders)) or self._all(*suites))

    def _binds(self, targets: Sequence[ast.expr], value: ast.expr) -> bool:
        harmless = all(is_harmless(node, self.helpers) or self._changes_own(node) for node in ast.walk(value))
        if not harmless or not all(self._own(target) for target in targets):
            return False
        names = {target.id for target in targets if isinstance(target, ast.Name)}
        # A name that is bound again stands for another object: `xs = []`, then `xs = ys`, and `xs.append(1)` changes
        # ys.
        self.made = self.made | names if makes_container(value) else self.made - names
        self.holders = self.holders | names if makes_empty(value) else self.holders - names
        # `groups[x] = ys` puts a container of somebody else into one made here: what is taken out of `groups` may be
        # that one from now on.
        if not _is_flat(value):
            items = (target.value for target in targets if isinstance(target, ast.Subscript))
            self.holders -= {name for item in items if (name := _holder(item)) is not None}
        return True

    def _own(self, target: ast.expr) -> bool:
        """Whether binding a target is seen by nobody outside."""
        match target:
            case ast.Name():
                return True
            case ast.Starred(value=inner):
                return self._own(inner)
            case ast.Tuple(elts=elements) | ast.List(elts=elements):
                return all(map(self._own, elements))
            case ast.Attribute(value=ast.Name(id=name)):
                # In a constructor nobody has seen the object yet.
                return name == self.receiver
            case ast.Subscript(value=value):
                return self._is_made(value)
        return False

    def _is_made(self, node: ast.expr) -> bool:
        return _holder(node) in (self.made if isinstance(node, ast.Name) else self.holders)

    def _computes(self, value: ast.expr) -> bool:
        return computes(value, self.helpers)

    def _changes_own(self, value: ast.AST) -> bool:
        """Whether a node is a call that changes a container that is made in the head, or makes the base class's part of
        an object."""
        match value:
            case ast.Call(func=ast.Attribute(value=owner, attr=name), args=arguments, keywords=keywords):
                parts = [*arguments, *(keyword.value for keyword in keywords)]
                base = isinstance(owner, ast.Call) and isinstance(owner.func, ast.Name) and owner.func.id == "super"
                made = base and name == "__init__" and self.receiver is not None
                changes = made or (name in MUTATORS and self._is_made(owner))
                # Likewise `groups.append(ys)`: a change of `groups[0]` may be a change of ys.
                if changes and isinstance(owner, ast.Name) and not all(map(_is_flat, parts)):
                    self.holders.discard(owner.id)
                return changes and all(map(self._computes, parts))
        return False


def _holder(node: ast.expr) -> str | None:
    """The container that an expression is, or takes something out of: `groups`, of `groups[x]` and of
    `groups.setdefault(x, [])`."""
    match node:
        case ast.Name(id=name) | ast.Subscript(value=ast.Name(id=name)):
            return name
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="setdefault"), args=[_, ast.List() | ast.Set()]):
            return name
    return None


def _is_flat(value: ast.expr) -> bool:
    """Whether a value is made where it is written, or holds nothing that could be changed."""
    return isinstance(value, ast.Constant) or makes_container(value)


def _needed(statements: Sequence[ast.stmt], checks: Sequence[ast.stmt] | None = None) -> set[str]:
    """The names that checks, by default all of the statements, mention, and those that what they mention is computed
    from."""
    needed: set[str] = set()
    computed: list[tuple[set[str], set[str]]] = []
    asked = statements if checks is None else checks
    for node in (inner for statement in asked for inner in ast.walk(statement)):
        match node:
            case ast.Assert(test=test) | ast.If(test=test) | ast.While(test=test):
                needed |= _names(test)
            case ast.For(iter=iterable):
                needed |= _names(iterable)
            case ast.Match(subject=subject):
                needed |= _names(subject)
            case ast.Raise(exc=ast.expr() as raised):
                needed |= _names(raised)
    for node in (inner for statement in statements for inner in ast.walk(statement)):
        match node:
            case ast.Assign() | ast.AnnAssign() | ast.AugAssign() | ast.Expr():
                computed.append((set(_computed(node)), _names(node)))
    # Backwards, to a fixed point: what a check mentions is needed, and so is what that was computed from. `needed` only
    # grows, and is bounded by the names in the text.
    before = -1
    while before != len(needed):
        before = len(needed)
        for bound, used in computed:
            if bound & needed:
                needed |= used
    return needed


def _names(node: ast.AST) -> set[str]:
    return {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}


def _loops(statement: ast.stmt, checks: HasClause) -> Iterator[ast.For | ast.While]:
    """The loops in a statement, but for those in branches that return without a check."""
    nodes: list[ast.AST] = [statement]
    while nodes:
        match nodes.pop():
            # A branch that returns without a check is left out of the contract with all its loops.
            case ast.If() | ast.Match() as branching:
                nodes += (each for suite in branches_of(branching) if not is_left_out(suite, checks) for each in suite)
            case node:
                if isinstance(node, ast.For | ast.While):
                    yield node
                nodes += ast.iter_child_nodes(node)


def branches_of(statement: ast.If | ast.Match) -> list[list[ast.stmt]]:
    """The blocks of a statement of which one is executed."""
    match statement:
        case ast.If(body=body, orelse=orelse):
            return [body, orelse]
        case ast.Match(cases=cases):
            return [case.body for case in cases]


def is_left_out(suite: Sequence[ast.stmt], checks: HasClause) -> bool:
    """Whether of a branch only that it returns is a part of a contract."""
    return bool(suite) and returns(suite[-1]) and not any(map(checks, suite))


def _computed_in_loops(loops: Iterable[ast.For | ast.While]) -> Iterator[str]:
    """The names that loops give values to, other than by their own turns."""
    for loop in loops:
        inside = (node for part in (*loop.body, *loop.orelse) for node in ast.walk(part))
        yield from (name for node in inside for name in _computed(node))


def _computed(node: ast.AST) -> Iterator[str]:
    """The names that a simple statement gives a value to, or whose container it changes."""
    targets: Sequence[ast.expr] = ()
    match node:
        case ast.Assign(targets=targets):
            pass
        case ast.AnnAssign(target=target) | ast.AugAssign(target=target):
            targets = [target]
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=owner, attr=name))) if name in MUTATORS:
            targets = [owner]
    nodes = (inner for target in targets for inner in ast.walk(target))
    yield from (inner.id for inner in nodes if isinstance(inner, ast.Name))
