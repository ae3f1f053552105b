"""How a statement leaves its function: by refusing the input, or by something that is no fault of who calls.

A `raise` refuses, and so does the call of what never returns: of a function of the module or a method of the same class
that ends in a `raise` and has no `return`, or is declared to be `NoReturn`, and of `sys.exit` with a status that is not
0. So does, where it comes to that, an expression that ends in such a call: `n >= 0 or die()`. What belongs to a
protocol returns: that an iterator ends, a key or an attribute is missing, or a subclass has to define a method (library
reference, "Built-in Exceptions"; language reference, section 3.3), and `assert_never`, which stands where a type
checker has shown that nothing comes.
"""

import ast
from collections.abc import Iterator, Mapping

from ..constants.names import bound_in, module_names
from ..deep import nodes_run

_EVERYWHERE = frozenset({"StopIteration", "StopAsyncIteration", "NotImplementedError"})
_OF_METHODS = {
    "__getitem__": "KeyError",
    "__missing__": "KeyError",
    "__getattr__": "AttributeError",
    "__getattribute__": "AttributeError",
}
_ENDLESS = frozenset({"NoReturn", "Never"})
_RETURNS, _RAISED, _REFUSED = "_specassay_returns", "_specassay_raised", "_specassay_refused"
_ANY = "Exception"
"""What is raised where the text does not say of which class it is."""


def returns(node: ast.AST) -> bool:
    """Whether a statement leaves its function and refuses nothing: a `return`, or what is marked so."""
    return isinstance(node, ast.Return) or bool(getattr(node, _RETURNS, False))


def is_raise(node: ast.AST) -> bool:
    """Whether a statement refuses the input: a `raise`, or a call that never returns, unless it is marked otherwise."""
    return (isinstance(node, ast.Raise) or hasattr(node, _RAISED)) and not returns(node)


def raised_by(node: ast.AST) -> str | None:
    """The class of what a statement raises; None for an assertion."""
    name: str | None = getattr(node, _RAISED, None)
    return name


def refused_by(node: ast.AST) -> str | None:
    """The class of what an expression that is a guard raises (`n >= 0 or die()`); None for what is none."""
    name: str | None = getattr(node, _REFUSED, None)
    return name


def last_call(statement: ast.Expr) -> ast.Call | None:
    """The call that an expression is or ends with, where it comes to that, and nothing is called in place of it:
    `check(n)`, `n >= 0 or check(n)`, `check(n) if n else None`."""
    match statement:
        case ast.Expr(value=ast.Call() as call) | ast.Expr(value=ast.BoolOp(values=[*_, ast.Call() as call])):
            return call
        case ast.Expr(value=ast.IfExp(body=ast.Call() as call, orelse=ast.Constant() | ast.Name())):
            return call
        case ast.Expr(value=ast.IfExp(body=ast.Constant() | ast.Name(), orelse=ast.Call() as call)):
            return call
    return None


def class_of(raised: ast.expr | None) -> str | None:
    """The name of the class that `raise` of an expression raises, as far as that says so."""
    match raised:
        case ast.Call(func=function):
            return class_of(function)
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return None


def mark_leaving(tree: ast.Module) -> None:
    """Mark each statement of a module that leaves its function otherwise than by `return`. Changes the tree."""
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    waiting: list[tuple[ast.AST, ast.AST | None]] = [(tree, None)]
    while waiting:
        node, function = waiting.pop()
        if isinstance(node, ast.Raise):
            # The method around decides: a KeyError of `__getitem__` is how a mapping says that it has no such key, and
            # one of any other function refuses.
            raised = class_of(node.exc)
            protocol = _OF_METHODS.get(getattr(function, "name", ""))
            # Marks stand on the nodes, since the same tree is asked by everybody who looks for guards.
            setattr(node, _RETURNS, raised in _EVERYWHERE or (raised is not None and raised == protocol))
            setattr(node, _RAISED, _class_raised(node, function, functions))
        # A nested function raises for its own callers.
        inside = node if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) else function
        waiting += ((child, inside) for child in ast.iter_child_nodes(node))
    for call, raised in _endless_calls(tree):
        # What ends in such a call goes on where it does not come to it: it is a guard, and not the end of a block.
        if not isinstance(call.value, ast.Call):
            setattr(call, _REFUSED, raised)
        elif raised is None:
            setattr(call, _RETURNS, True)
        else:
            setattr(call, _RAISED, raised)


def _class_raised(statement: ast.Raise, function: ast.AST | None, functions: Mapping[str, ast.FunctionDef]) -> str:
    """The class of what a `raise` raises: of `raise error` what is assigned to that name, of `raise failure(n)` what
    the function returns."""
    raised = class_of(statement.exc)
    nodes = [] if function is None else list(ast.walk(function))
    values = [
        node.value
        for node in nodes
        if isinstance(node, ast.Assign)
        and any(isinstance(name, ast.Name) and name.id == raised for name in node.targets)
    ]
    # `raise failure(n)`: the class is that of what the function returns, and not the function's name.
    if raised is not None and raised in functions:
        values += [node.value for node in ast.walk(functions[raised]) if isinstance(node, ast.Return) and node.value]
    elif not values:
        stored = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        given = {node.arg for node in nodes if isinstance(node, ast.arg)}
        caught = {node.name for node in nodes if isinstance(node, ast.ExceptHandler)}
        # What the function binds otherwise, as a parameter or a handler does, may be an exception of any class.
        return _ANY if raised is None or raised in stored | given | caught else raised
    classes = {class_of(value) for value in values}
    # Of two possible classes neither is certain; a function that returns another function's result is not followed
    # further.
    only = classes.pop() if len(classes) == 1 else None
    return _ANY if only is None or only in functions or only == raised else only


def _endless_calls(tree: ast.Module) -> Iterator[tuple[ast.Expr, str | None]]:
    """The statements of a module that are calls of what never returns, or end with one, each with the class of what it
    raises; None: it refuses nothing."""
    names = module_names(tree)
    expressions = [node for node in ast.walk(tree) if isinstance(node, ast.Expr)]
    by_function = {id(call.func): node for node in expressions if (call := last_call(node)) is not None}
    # A name that two statements bind may mean either where it is called: such a call is taken to return.
    for name, bindings in names.bindings.items():
        statements = (by_function.get(id(mention)) for mention in names.mentions.get(name, ()))
        match bindings:
            # `mentions` has the places where the name means the module's binding, so that a local of the same name is
            # not taken for the function.
            case [ast.FunctionDef() as function] if (raised := _never_returns(function)) is not None:
                yield from ((statement, raised) for statement in statements if statement is not None)
            case [ast.ImportFrom(module="typing" | "typing_extensions", names=aliases)]:
                if any(alias.name == "assert_never" and name == (alias.asname or alias.name) for alias in aliases):
                    yield from ((statement, None) for statement in statements if statement is not None)
            case [ast.Import() as imported]:
                of_module = {alias.asname or alias.name: alias.name for alias in imported.names}.get(name)
                members = [names.parents[mention] for mention in names.mentions.get(name, ())]
                yield from _of_members(of_module, [(node, by_function.get(id(node))) for node in members])
    for owner in (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)):
        yield from _endless_methods(owner, by_function)


def _of_members(
    module: str | None, members: list[tuple[ast.AST, ast.Expr | None]]
) -> Iterator[tuple[ast.Expr, str | None]]:
    for node, statement in members:
        if statement is None:
            continue
        match module, node, last_call(statement):
            case "sys", ast.Attribute(attr="exit"), ast.Call(args=args):
                # The interpreter ends with status 0 for no argument and for None (library reference, `sys.exit`):
                # nothing is refused.
                success = not args or (isinstance(args[0], ast.Constant) and args[0].value in (0, None))
                yield statement, None if success else "SystemExit"
            case "typing" | "typing_extensions", ast.Attribute(attr="assert_never"), ast.Call():
                yield statement, None


def _endless_methods(owner: ast.ClassDef, calls: Mapping[int, ast.Expr]) -> Iterator[tuple[ast.Expr, str | None]]:
    methods = [node for node in owner.body if isinstance(node, ast.FunctionDef)]
    endless = {method.name: raised for method in methods if (raised := _never_returns(method)) is not None}
    # A name that the class binds twice has the later meaning, which may return.
    endless = {
        name: raised for name, raised in endless.items() if sum(name in bound_in([part]) for part in owner.body) == 1
    }
    for method in methods if endless else ():
        # Only through the method's own receiver: of another object it is not known which class it is of.
        first = next(iter((*method.args.posonlyargs, *method.args.args)), None)
        for node in ast.walk(method):
            match node:
                case ast.Attribute(value=ast.Name(id=receiver), attr=name) if name in endless and id(node) in calls:
                    if first is not None and receiver == first.arg:
                        yield calls[id(node)], endless[name]


def _never_returns(function: ast.FunctionDef) -> str | None:
    """The class of what each call of a function raises; None where one may return, or nothing is told by it."""
    inside = list(nodes_run(function.body))
    # A decorator may replace the function, and calling a generator runs nothing of it.
    if function.decorator_list or any(isinstance(node, ast.Return | ast.Yield | ast.YieldFrom) for node in inside):
        return None
    last = function.body[-1]
    if isinstance(last, ast.Raise) or is_raise(last):
        return None if returns(last) else raised_by(last)
    # What does not end in a `raise` (an endless loop, a call of another such function) is believed where it is
    # declared.
    declared = function.returns
    name = declared.value if isinstance(declared, ast.Constant) else class_of(declared)
    return _ANY if isinstance(name, str) and name.rpartition(".")[2] in _ENDLESS else None
