"""The checks that a program makes on its arguments, taken out of its code.

A guard is whatever makes the program raise on purpose: `assert`, `if …: raise`, `raise` in an exception handler, in
loops and nested conditions, in helper functions that it calls and in decorators. Each becomes a *block*: statements
over the parameters with exactly one `assert`, reduced to what the check depends on, so that "the block is violated"
means "this check stops the program". The same is done with the clauses of a contract.
"""

import ast
import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, islice

from attrs import evolve, frozen

from ..datasets.tasks import find_function, parse_module
from .dependencies import (
    Functions,
    HelperScope,
    StatementWork,
    TooManySteps,
    leaves_a_turn,
    may_return,
    names_of,
    passed,
    prefix,
    reduced_loop,
    with_body,
)
from .doubts import doubt_of
from .grading_limits import LIMITS
from .normal import FALSE, condition_of, conjuncts, negated


@frozen(slots=True)
class Guard:
    """One check. `text`: the condition that has to hold. `block`: statements over the parameters of the task with one
    `assert`; the condition alone where it depends on nothing else. `line`, `column`: where it is in the program;
    `raised`: the first and the last line of the statement that refuses, and of each condition and iterable that is
    evaluated on the way to it: `if not len(xs) > 0: raise …` refuses 7 as `assert len(xs) > 0` does."""

    text: str
    block: str
    line: int
    column: int
    raised: tuple[tuple[int, int], ...] = ()

    @property
    def tries(self) -> bool:
        """Whether it refuses where something fails."""
        block = ast.parse(self.block)
        return any(isinstance(node, ast.Try | ast.TryStar | ast.With) for node in ast.walk(block))

    def raises_at(self, lines: Sequence[int]) -> bool:
        """Whether an exception that came about at these lines of the program is this check's."""
        return any(first <= line <= last for first, last in self.raised for line in lines)

    @property
    def is_plain(self) -> bool:
        """Whether the block is the condition alone, over the parameters themselves."""
        return self.block == f"assert {self.text}"


@frozen(slots=True)
class ProgramGuards:
    """The guards of a program, in order. `complete`: whether these are all; not where there are too many of them, or
    the program is too large to be looked at. `doubt`: why they may not be what runs, if so."""

    guards: tuple[Guard, ...]
    complete: bool = True
    doubt: str = ""


@frozen(slots=True)
class _Site:
    """A guard in the making."""

    statements: tuple[ast.stmt, ...]
    condition: ast.expr
    line: int
    column: int
    raised: tuple[tuple[int, int], ...]

    def behind(self, evaluated: ast.expr) -> "_Site":
        """The site with an expression that is evaluated on the way to it."""
        return evolve(self, raised=(_lines(evaluated), *self.raised))


def guards_of(code: str, entry_point: str, parameters: Sequence[str]) -> list[Guard]:
    """The guards of a module's function, in order, over the task's names for the parameters; at most `guards`.

    Empty when the code does not parse or does not define the function with `def`.
    """
    return list(checks_of(code, entry_point, parameters).guards)


def checks_of(code: str, entry_point: str, parameters: Sequence[str]) -> ProgramGuards:
    """The same, and whether these are all."""
    try:
        module = parse_module(code)
        function = find_function(module, entry_point)
        if function is None:
            return ProgramGuards(())
        # Decorated helpers are not what their text says.
        functions = {
            node.name: node for node in module.body if isinstance(node, ast.FunctionDef) and not node.decorator_list
        }
        # What else the module does may matter to a check: constants, imports.
        outside = [node for node in module.body if node is not function]
        original = function
        scope = HelperScope(functions, LIMITS.helper_levels, StatementWork())

        # Positional names become those of the task.
        function = with_positions(function, parameters)

        # Each site becomes a block of its own, with what it depends on.
        def whole(site: _Site) -> Iterator[Guard]:
            needed = prefix(outside, names_of(site.statements), scope)
            site = evolve(site, statements=(*needed, *site.statements))
            return _guards(_over(parameters, _positional(function), site))

        found = _taken(chain(_of_decorators(function, scope), _of_function(function, scope)), whole)
        # And whether the text is what runs.
        return evolve(found, doubt=doubt_of(module, original, [guard.block for guard in found.guards]))
    except (SyntaxError, ValueError):
        return ProgramGuards(())
    # Too deep or too large: there may be more checks than were found.
    except (RecursionError, MemoryError):
        return ProgramGuards((), complete=False)


def _taken(sites: Iterator[_Site], whole: Callable[[_Site], Iterator[Guard]]) -> ProgramGuards:
    """The guards of sites, which are made one after the other: what is behind the last one costs nothing."""
    guards: list[Guard] = []
    try:
        for site in islice(sites, LIMITS.guards):
            guards += whole(site)
        return ProgramGuards(tuple(guards), complete=next(sites, None) is None)
    except TooManySteps:
        return ProgramGuards(tuple(guards), complete=False)


def clauses_of(contract_text: str) -> list[Guard]:
    """The clauses of a contract, with conjunctions taken apart, in source order. Empty when it does not parse."""
    try:
        indented = contract_text[:1].isspace()
        # A contract may be cut out of a function with its indentation.
        module = parse_module("if True:\n" + contract_text if indented else contract_text)
        body = module.body
        if indented:
            body = [each for block in body if isinstance(block, ast.If) for each in block.body]
        functions = {node.name: node for node in body if isinstance(node, ast.FunctionDef)}
        return list(
            _taken(_of_block(body, HelperScope(functions, LIMITS.helper_levels, StatementWork())), _guards).guards
        )
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []


def _over(given: Sequence[str], own: Sequence[str], site: _Site) -> _Site:
    """A site over the task's names for the parameters instead of the program's own."""
    names = {new: old for old, new in zip(given, own, strict=False) if old != new}
    if not names:
        return site
    nodes = [node for statement in site.statements for node in ast.walk(statement)]
    bound = {node.id for node in nodes if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}
    bound |= {node.arg for node in nodes if isinstance(node, ast.arg)}
    if bound & {*names, *names.values()}:
        return evolve(site, statements=(*_renamed(given, own), *site.statements))
    rename = _RenameNames(names)
    statements = tuple(rename.visit(copy.deepcopy(statement)) for statement in site.statements)
    return evolve(site, statements=statements, condition=rename.visit(copy.deepcopy(site.condition)))


class _RenameNames(ast.NodeTransformer):
    def __init__(self, names: Mapping[str, str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.Name(id=self.names.get(node.id, node.id), ctx=node.ctx)


def _guards(site: _Site) -> Iterator[Guard]:
    """The checks of a site: those of a flag that a loop clears are as many as its condition has parts."""
    statements = without_aliases(site.statements)
    condition = condition_of(statements) if len(statements) > 1 else None
    if condition is None:
        yield _guard(site, statements)
    else:
        for conjunct in conjuncts(condition):
            yield _guard(site, [ast.Assert(test=conjunct)])


def _guard(site: _Site, statements: list[ast.stmt]) -> Guard:
    match statements:
        case [ast.Assert(test=test)]:
            site = evolve(site, condition=test)
    module = ast.Module(body=statements, type_ignores=[])
    block = ast.unparse(ast.fix_missing_locations(module))
    return Guard(ast.unparse(site.condition), block, site.line, site.column, site.raised)


# --- where guards are -----------------------------------------------------------------------------------


def _of_function(function: ast.FunctionDef, scope: HelperScope) -> Iterator[_Site]:
    inner = {node.name: node for node in function.body if isinstance(node, ast.FunctionDef)}
    functions = {**scope.functions, **inner}
    return _of_block(function.body, evolve(scope, functions=functions, depth=LIMITS.helper_levels, in_loop=False))


def _of_block(statements: Sequence[ast.stmt], scope: HelperScope) -> Iterator[_Site]:
    """The sites of a list of statements, each with the statements before it that it depends on."""
    for place, statement in enumerate(statements):
        for site in _of_statement(statement, scope):
            if scope.in_loop:
                yield _in_turn(statements[:place], site, statements[place + 1 :], scope)
                continue
            before = prefix(statements[:place], names_of(site.statements), scope)
            match before:
                # What gets by returned before: `if a and b: return …` and `raise` are the checks `a` and `b`.
                case [*rest, ast.If(test=test, body=[ast.Return()], orelse=[])] if _is_refusal(site):
                    for part in _plain(written_out(test, scope.functions), statement):
                        yield evolve(part, statements=(*rest, *part.statements))
                case _:
                    yield evolve(site, statements=(*before, *site.statements))
        if isinstance(statement, ast.Return | ast.Raise | ast.Break | ast.Continue):
            return


def _in_turn(before: Sequence[ast.stmt], site: _Site, after: Sequence[ast.stmt], scope: HelperScope) -> _Site:
    """A site in a block of a loop, with all of the block: what it does not depend on goes when the loop is whole, since
    that is known only then (`reduced_loop`)."""
    if _is_refusal(site):
        # Nothing is behind what stops the program; and what is before it matters where it keeps it from being reached.
        if not any(leaves_a_turn(statement) for statement in before):
            return site
        after = ()
    return evolve(site, statements=(*passed(before, scope), *site.statements, *passed(after, scope)))


def _of_statement(statement: ast.stmt, scope: HelperScope) -> Iterator[_Site]:
    # Steps are counted, since helpers are followed into their calls.
    scope.work.step()
    match statement:
        case ast.Assert(test=test):
            yield from _plain(written_out(test, scope.functions), statement)
        case ast.Raise():
            yield _site([ast.Assert(test=FALSE)], FALSE, statement)
        case ast.If():
            yield from _of_if(statement, scope)
        # A check in a loop is the loop with this check alone, and with what moves the loop on: `while n > 0: assert
        # n % 2; n //= 2` without the division would check the same number for ever.
        case ast.For() | ast.While():
            walked = statement.iter if isinstance(statement, ast.For) else statement.test
            orelse = passed(statement.orelse, scope) if scope.in_loop else []
            for site in _of_block(statement.body, evolve(scope, in_loop=True)):
                loop = copy.copy(statement)
                loop.body, loop.orelse = list(site.statements), orelse
                yield evolve(site.behind(walked), statements=(loop if scope.in_loop else reduced_loop(loop, scope),))
            # A check in the `else` is made where no turn has left the loop: `for x in xs: if x > 0: break` and
            # `else: raise`.
            for site in _of_block(statement.orelse, scope):
                loop = copy.copy(statement)
                loop.body, loop.orelse = passed(statement.body, scope), list(site.statements)
                yield evolve(site.behind(walked), statements=(loop if scope.in_loop else reduced_loop(loop, scope),))
        # Context managers stay around their checks.
        case ast.With(items=items, body=body):
            for site in _of_block(body, scope):
                yield evolve(site, statements=(ast.With(items=items, body=list(site.statements)),))
        # A handler that raises makes a check of what it handles.
        case ast.Try(body=body, handlers=handlers):
            for handler in handlers:
                for site in _of_block(handler.body, scope):
                    tried = _tried_in_turn(statement, handler, site, scope) if scope.in_loop else None
                    yield evolve(site, statements=(tried or _tried(body, handlers, handler, site),))
        # A helper is followed once in each chain of calls: recursion ends there.
        case ast.Expr(value=ast.Call(func=ast.Name(id=name)) as call) if name in scope.functions and scope.depth:
            helper = scope.functions[name]
            others = {key: function for key, function in scope.functions.items() if key != name}
            inside = evolve(scope, functions=others, depth=scope.depth - 1, in_loop=False)
            for site in _of_block(helper.body, inside):
                # Written out where that is plain; otherwise the helper stays, with this check alone. A return of the
                # helper, written out in a loop, would end the loop.
                ends = scope.in_loop and any(may_return(each) for each in site.statements)
                match None if ends else called(helper, call, site.statements):
                    case None:
                        yield evolve(site, statements=(with_body(helper, site.statements), statement))
                    case [ast.Assert(test=test)] if site.condition is not FALSE:
                        for conjunct in conjuncts(test):
                            yield evolve(site, statements=(ast.Assert(test=conjunct),), condition=conjunct)
                    case inlined:
                        yield evolve(site, statements=tuple(inlined))


def _of_if(statement: ast.If, scope: HelperScope) -> Iterator[_Site]:
    # In a loop, the next turn may see what the other branch did: it is done where the check passes.
    body = passed(statement.body, scope) if scope.in_loop else []
    orelse = passed(statement.orelse, scope) if scope.in_loop else []
    for inner in _of_block(statement.body, scope):
        site = inner.behind(statement.test)
        if _is_refusal(site):
            for part in _plain(negated(written_out(statement.test, scope.functions)), statement, site.raised):
                yield evolve(part, statements=(*part.statements, *orelse))
        else:
            kept = ast.If(test=statement.test, body=list(site.statements), orelse=orelse)
            yield evolve(site, statements=(kept,))
    refused = bool(statement.body) and isinstance(statement.body[-1], ast.Raise)
    for inner in _of_block(statement.orelse, scope):
        site = inner.behind(statement.test)
        if _is_refusal(site) and not refused:
            for part in _plain(written_out(statement.test, scope.functions), statement, site.raised):
                yield evolve(part, statements=(*part.statements, *body))
        elif refused and len(site.statements) == 1 and isinstance(site.statements[0], ast.Assert):
            # Where the first condition holds the program stops anyway: the second is a check of its own.
            yield inner
        else:
            kept = ast.If(test=statement.test, body=body or [ast.Pass()], orelse=list(site.statements))
            yield evolve(site, statements=(kept,))


def _plain(condition: ast.expr, at: ast.stmt, raised: tuple[tuple[int, int], ...] = ()) -> Iterator[_Site]:
    for conjunct in conjuncts(condition):
        site = _site([ast.Assert(test=conjunct)], conjunct, at)
        yield evolve(site, raised=raised) if raised else site


def _site(statements: Sequence[ast.stmt], condition: ast.expr, at: ast.stmt) -> _Site:
    return _Site(tuple(statements), condition, at.lineno, at.col_offset, (_lines(at),))


def _lines(node: ast.stmt | ast.expr) -> tuple[int, int]:
    return node.lineno, node.end_lineno or node.lineno


def _is_refusal(site: _Site) -> bool:
    # A `try` whose handler refuses refuses only where something fails, and a loop only where it has a turn.
    return site.condition is FALSE and len(site.statements) == 1 and isinstance(site.statements[0], ast.Assert)


def _tried(body: list[ast.stmt], handlers: list[ast.ExceptHandler], chosen: ast.ExceptHandler, site: _Site) -> ast.stmt:
    """A `try` in which only one handler does anything."""
    kept = [
        ast.ExceptHandler(
            type=handler.type,
            name=handler.name,
            body=list(site.statements) if handler is chosen else [ast.Pass()],
        )
        for handler in handlers
    ]
    return ast.Try(body=_probed(body), handlers=kept, orelse=[], finalbody=[])


def _tried_in_turn(statement: ast.Try, chosen: ast.ExceptHandler, site: _Site, scope: HelperScope) -> ast.Try:
    """The same in a loop, whose next turn may see what the other handlers did."""
    changed = copy.copy(statement)
    changed.handlers = [copy.copy(handler) for handler in statement.handlers]
    for kept, handler in zip(changed.handlers, statement.handlers, strict=True):
        kept.body = list(site.statements) if handler is chosen else passed(handler.body, scope)
    changed.orelse, changed.finalbody = passed(statement.orelse, scope), passed(statement.finalbody, scope)
    return changed


def _probed(body: list[ast.stmt]) -> list[ast.stmt]:
    """What is tried: a value that is returned is only computed."""
    return [
        ast.Expr(value=statement.value) if isinstance(statement, ast.Return) and statement.value else statement
        for statement in body
    ]


# --- decorators -----------------------------------------------------------------------------------------


def _of_decorators(function: ast.FunctionDef, scope: HelperScope) -> Iterator[_Site]:
    """The guards of the functions that decorators of the module put before this one."""
    functions = scope.functions
    names = _positional(function)
    # A decorator of the module wraps: its inner function may check before it calls.
    for decorator in function.decorator_list:
        match decorator:
            case ast.Name(id=name) if name in functions:
                maker, bound = functions[name], list[ast.stmt]()
            # With arguments: the outer function makes the decorator.
            case ast.Call(func=ast.Name(id=name), args=values, keywords=[]) if name in functions:
                outer = functions[name]
                made = next((node for node in outer.body if isinstance(node, ast.FunctionDef)), None)
                if made is None:
                    continue
                maker = made
                bound = [
                    _assigned(argument.arg, value) for argument, value in zip(outer.args.args, values, strict=False)
                ]
            case _:
                continue
        wrapper = next((node for node in maker.body if isinstance(node, ast.FunctionDef)), None)
        if wrapper is None:
            continue
        # The wrapper's parameters are bound to those of the function.
        before = [*bound, *_bindings(wrapper, names)]
        for site in _of_function(wrapper, scope):
            needed = prefix(before, names_of(site.statements), scope)
            yield evolve(site, statements=(*needed, *site.statements))


def _bindings(wrapper: ast.FunctionDef, names: Sequence[str]) -> list[ast.stmt]:
    """Assignments that give the parameters of a wrapper the arguments of the function that it wraps."""
    own = _positional(wrapper)
    found = _renamed(names[: len(own)], own)
    if wrapper.args.vararg is not None:
        found.append(_assigned(wrapper.args.vararg.arg, _tuple(names[len(own) :])))
    if wrapper.args.kwarg is not None:
        found.append(_assigned(wrapper.args.kwarg.arg, ast.Dict(keys=[], values=[])))
    return found


def _renamed(given: Sequence[str], wanted: Sequence[str]) -> list[ast.stmt]:
    """One assignment of the names that differ, all at once: they may be the same names in another order."""
    pairs = [(old, new) for old, new in zip(given, wanted, strict=False) if old != new]
    if not pairs:
        return []
    old = _tuple([name for name, _ in pairs])
    if len(pairs) == 1:
        return [_assigned(pairs[0][1], old.elts[0])]
    new = ast.Tuple(elts=[ast.Name(id=name, ctx=ast.Store()) for _, name in pairs], ctx=ast.Store())
    return [ast.Assign(targets=[new], value=old)]


def _assigned(name: str, value: ast.expr) -> ast.Assign:
    return ast.Assign(targets=[ast.Name(id=name, ctx=ast.Store())], value=value)


def _positional(function: ast.FunctionDef) -> list[str]:
    return [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]


# Checks as they would stand without helpers and other names for the parameters.
#
# A helper that only asserts, one that returns a condition, an unpacked `*args` or a second name say what the assertion
# itself says. Written out, they have a normal form like it, and no solver is asked whether they mean the same. Whatever
# is not plainly so stays as it is.


class _Substituted(ast.NodeTransformer):
    """Names replaced by expressions, where they are read."""

    def __init__(self, values: Mapping[str, ast.expr]) -> None:
        self.values = values

    def visit_Name(self, node: ast.Name) -> ast.expr:
        value = self.values.get(node.id)
        return node if value is None or not isinstance(node.ctx, ast.Load) else copy.deepcopy(value)


def substituted(node: ast.AST, values: Mapping[str, ast.expr]) -> ast.AST | None:
    """A copy of a node with names replaced by expressions; None where something in it binds one of the names, or a name
    in one of the expressions."""
    free = {inner.id for value in values.values() for inner in ast.walk(value) if isinstance(inner, ast.Name)}
    for inner in ast.walk(node):
        bound = inner.id if isinstance(inner, ast.Name) and not isinstance(inner.ctx, ast.Load) else None
        bound = inner.arg if isinstance(inner, ast.arg) else bound
        # Put in below such a binding, an expression would be about another variable.
        if bound in values or bound in free or isinstance(inner, ast.Global | ast.Nonlocal):
            return None
    changed: ast.AST = _Substituted(values).visit(copy.deepcopy(node))
    return ast.fix_missing_locations(changed)


def written_out(condition: ast.expr, functions: Functions, depth: int = LIMITS.condition_levels) -> ast.expr:
    """A condition with the conditions in place of the calls that return them: of `ok(n)` and `def ok(x): return x > 0`
    it is `n > 0`."""
    match condition:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return ast.UnaryOp(op=ast.Not(), operand=written_out(operand, functions, depth))
        case ast.BoolOp(op=op, values=values):
            return ast.BoolOp(op=op, values=[written_out(value, functions, depth) for value in values])
        case ast.Call(func=ast.Name(id=name)) if depth and name in functions:
            helper = functions[name]
            body = [each for each in helper.body if not _is_docstring(each)]
            given = arguments(helper, condition)
            if given is not None and len(body) == 1 and isinstance(body[0], ast.Return) and body[0].value is not None:
                value = substituted(body[0].value, given) if _in_place(given, body) else None
                if isinstance(value, ast.expr):
                    return written_out(value, functions, depth - 1)
    return condition


def called(helper: ast.FunctionDef, call: ast.Call, statements: Sequence[ast.stmt]) -> list[ast.stmt] | None:
    """What statements of a helper do where it is called so; None where that is not plain."""
    given = arguments(helper, call)
    if given is None:
        return None
    if not _in_place(given, statements):
        return None
    found = [substituted(statement, given) for statement in statements]
    return [each for each in found if isinstance(each, ast.stmt)] if None not in found else None


def arguments(helper: ast.FunctionDef, call: ast.Call) -> dict[str, ast.expr] | None:
    """What a call gives the parameters of a helper, where it gives one expression to each."""
    args = helper.args
    names = [argument.arg for argument in (*args.posonlyargs, *args.args)]
    plain = not (args.vararg or args.kwarg or args.kwonlyargs or call.keywords or helper.decorator_list)
    if not plain or len(names) != len(call.args):
        return None
    if any(isinstance(value, ast.Starred) for value in call.args):
        return None
    return dict(zip(names, call.args, strict=True))


def _in_place(given: Mapping[str, ast.expr], statements: Sequence[ast.stmt]) -> bool:
    """Whether expressions may stand where the parameters do that they are given to: names and constants anywhere, one
    of another kind where the first of the statements reads it once, before anything else is done."""
    others = [name for name, value in given.items() if not isinstance(value, ast.Name | ast.Constant)]
    if not others:
        return True
    nodes = [node for statement in statements for node in ast.walk(statement)]
    read = [node.id for node in nodes if isinstance(node, ast.Name) and node.id in others]
    match statements:
        case [ast.Assert(test=ast.Name() | ast.UnaryOp(operand=ast.Name()))] | [ast.Return(value=ast.Name())]:
            return read == others
    return False


def without_aliases(statements: Sequence[ast.stmt]) -> list[ast.stmt]:
    """Statements without those at their start that only give a value that has a name another one."""
    rest = list(statements)
    while len(rest) > 1 and (bound := _aliases(rest[0])) is not None:
        changed = [substituted(statement, bound) for statement in rest[1:]]
        if None in changed:
            break
        rest = [each for each in changed if isinstance(each, ast.stmt)]
    return rest


def _aliases(statement: ast.stmt) -> dict[str, ast.expr] | None:
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Name() as value):
            return {} if value.id == name else {name: value}
        case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)) if len(targets) == len(values):
            names = [target.id for target in targets if isinstance(target, ast.Name)]
            own = [value.id for value in values if isinstance(value, ast.Name)]
            # Names alone on both sides, each bound once: anything else computes something.
            if len(names) == len(own) == len(targets) == len(set(names)):
                pairs = zip(names, values, own, strict=True)
                return {name: value for name, value, known in pairs if name != known}
    return None


def with_positions(function: ast.FunctionDef, parameters: Sequence[str]) -> ast.FunctionDef:
    """A function `def f(*args)` with the parameters of its task in place of `args[0]`, `*args` and `len(args)`."""
    args = function.args
    if args.vararg is None or args.args or args.posonlyargs or args.kwonlyargs:
        return function
    changed: ast.FunctionDef = _Positions(args.vararg.arg, parameters).visit(copy.deepcopy(function))
    changed.args.args = [ast.arg(arg=name) for name in parameters]
    # What is left of `args` itself is the tuple of all: first of all, it is bound.
    bound = _assigned(args.vararg.arg, _tuple(parameters))
    changed.args.vararg = None
    changed.body.insert(0, ast.copy_location(bound, function.body[0]))
    return ast.fix_missing_locations(changed)


def _tuple(parameters: Sequence[str]) -> ast.Tuple:
    return ast.Tuple(elts=[ast.Name(id=name, ctx=ast.Load()) for name in parameters], ctx=ast.Load())


class _Positions(ast.NodeTransformer):
    def __init__(self, name: str, parameters: Sequence[str]) -> None:
        self.name, self.parameters = name, parameters

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        match node:
            case ast.Subscript(value=ast.Name(id=self.name), slice=ast.Constant(value=int(place)), ctx=ast.Load()):
                if 0 <= place < len(self.parameters):
                    return ast.copy_location(ast.Name(id=self.parameters[place], ctx=ast.Load()), node)
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=self.name)]):
                return ast.copy_location(ast.Constant(len(self.parameters)), node)
        arguments: list[ast.expr] = []
        for argument in node.args:
            match argument:
                case ast.Starred(value=ast.Name(id=self.name)):
                    arguments += _tuple(self.parameters).elts
                case _:
                    arguments.append(argument)
        node.args = arguments
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Name(id=self.name)):
                if len(targets) == len(self.parameters):
                    node.value = ast.copy_location(_tuple(self.parameters), node)
        return node


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
