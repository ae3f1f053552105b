"""What a function does that has no influence on what it refuses: it tells somebody something, or waits for its turn.

Of a call that tells something only the arguments are part of a contract: these are computed, and may raise. That it
succeeds is assumed, as its definition says it does with the settings of a fresh interpreter: `print` raises where the
stream does not take the text, `warnings.warn` where a filter makes an exception of the warning, `sys.audit` where a
hook that somebody added does. A logger reports what goes wrong in its handlers and goes on (library reference,
`logging`).

A lock lets everything through that is raised under it, and its `with` binds nothing. A `try` with nothing but a
`finally` refuses what its block refuses.
"""

import ast
from collections.abc import Iterator, Sequence

from attrs import frozen

from ..constants.keeping import keeping
from ..constants.names import bound_in
from ..fields import fields_of
from ..module_classes import classes_of_module
from .model import FunctionNode

_LEVELS = ("debug", "info", "warning", "error", "critical", "exception")
_TELLING = frozenset(
    {
        "builtins.print",
        "warnings.warn",
        "sys.audit",
        *(f"logging.{level}" for level in _LEVELS),
    }
)
_OPTIONS = {
    "builtins.print": frozenset({"sep", "end", "flush"}),
    "warnings.warn": frozenset({"category", "stacklevel"}),
}
"""Their options; of a logger those below."""
_OPTIONS_OF_LOGGERS = frozenset({"exc_info", "stack_info", "stacklevel"})
_LOGGER = frozenset({"logging.getLogger"})
_LOCKS = frozenset(f"threading.{name}" for name in ("Lock", "RLock", "Condition", "Semaphore", "BoundedSemaphore"))


@frozen(slots=True, eq=False)
class QuietParts:
    """Asks of the parts of a function of a module. `own`: the names that the function binds."""

    tree: ast.Module
    function: FunctionNode
    own: frozenset[str]

    def tells(self, statement: ast.AST) -> bool:
        """Whether a statement only tells something. Its arguments are not looked at."""
        match statement:
            case ast.Expr(value=ast.Call(func=function, args=args, keywords=keywords)):
                # An option that is not listed may change what a call does: `file=` makes `print` write to an object of
                # the caller.
                meant = self.meaning(function)
                if meant not in _TELLING and not self._is_of_logger(function):
                    return False
                options = _OPTIONS.get(meant or "", frozenset() if meant == "sys.audit" else _OPTIONS_OF_LOGGERS)
                return all(keyword.arg in options and _is_taken(keyword) for keyword in keywords) and (
                    meant == "builtins.print" or self._is_accepted(meant, args, keywords)
                )
        return False

    def _is_accepted(self, meant: str | None, args: Sequence[ast.expr], keywords: Sequence[ast.keyword]) -> bool:
        """Whether a call has what it asks for: a message; for an audit a text first, for a warning a class of such."""
        # `warnings.warn(*args)` may have any number of arguments, none among them: a TypeError then, which would
        # refuse.
        if not args or any(isinstance(arg, ast.Starred) for arg in args[:2]):
            return False
        if meant == "sys.audit":
            return isinstance(args[0], ast.Constant) and isinstance(args[0].value, str)
        if meant != "warnings.warn":
            return True
        categories = [*args[1:2], *(keyword.value for keyword in keywords if keyword.arg == "category")]
        # `warn` raises TypeError for a category that is no Warning, and for a level that is no number.
        of_level = len(args) < 3 or (len(args) == 3 and isinstance(args[2], ast.Constant))
        return of_level and all((self.meaning(category) or "").endswith("Warning") for category in categories)

    def inside(self, statement: ast.stmt) -> Sequence[list[ast.stmt]]:
        """The blocks of a statement that are executed one after the other, where nothing in it catches what they
        raise; none for other statements."""
        match statement:
            case ast.With(items=items, body=body) if all(item.optional_vars is None for item in items):
                return (body,) if all(self._is_known(item.context_expr, _LOCKS) for item in items) else ()
            case ast.Try(body=body, handlers=[], orelse=[], finalbody=final):
                # These in a `finally` drop what the block raised, or raise in its place (reference, section 8.4.4).
                leaving = (ast.Return, ast.Break, ast.Continue, ast.Raise, ast.Assert)
                return (
                    ()
                    if any(isinstance(node, leaving) for final_statement in final for node in ast.walk(final_statement))
                    else (body, final)
                )
        return ()

    def _is_of_logger(self, function: ast.expr) -> bool:
        """Whether an expression is a method of a logger that tells something."""
        return (
            isinstance(function, ast.Attribute) and function.attr in _LEVELS and self._is_known(function.value, _LOGGER)
        )

    def _is_known(self, node: ast.expr, makers: frozenset[str]) -> bool:
        """Whether an expression is always what one of these functions of the standard library made: a name that the
        module binds once, or an attribute that every object of the class has."""
        match node:
            case ast.Name(id=name) if name not in self.own and not keeping(self.tree).reached:
                # One binding in the module, and none in the function: then the name means the same wherever it is read.
                match keeping(self.tree).names.bindings.get(name):
                    case [ast.Assign(targets=[ast.Name()], value=value)]:
                        return self._is_made(value, makers)
            case ast.Attribute(value=ast.Name(id=owner), attr=name) if owner == self._receiver():
                return self._is_attribute(name, makers)
        return False

    def _is_made(self, value: ast.expr, makers: frozenset[str]) -> bool:
        return isinstance(value, ast.Call) and self.meaning(value.func) in makers

    def _is_attribute(self, name: str, makers: frozenset[str]) -> bool:
        module = classes_of_module(self.tree)
        owner = next((class_name for class_name, node in module.classes.items() if self.function in node.body), None)
        fields = None if owner is None else fields_of(module, owner)
        # A class attribute of that name may be a property, or another value that an object falls back to.
        in_classes = any(name in bound_in(node.body) for node in module.classes.values())
        if fields is None or name not in (fields.plain | fields.unsure) - fields.missing or in_classes:
            return False
        stores_made = {
            # Any store in the module counts, of whatever object: one that is not made by these functions makes the
            # attribute unknown.
            id(target)
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Assign) and self._is_made(node.value, makers)
            for target in node.targets
        }
        return all(id(store) in stores_made for store in _stores(self.tree, name))

    def _receiver(self) -> str | None:
        # A static method has no receiver, a class method another one; a property's decorator leaves it as it is.
        names = [argument.arg for argument in (*self.function.args.posonlyargs, *self.function.args.args)]
        decorated = any(
            not isinstance(decorator, ast.Name) or decorator.id != "property"
            for decorator in self.function.decorator_list
        )
        return names[0] if names and not decorated and names[0] not in bound_in(self.function.body) else None

    def meaning(self, node: ast.expr) -> str | None:
        """What an expression means by the imports of the module: `logging.getLogger`, `builtins.print`."""
        names = keeping(self.tree).names
        match node:
            case ast.Name(id=name) if name not in self.own and keeping(self.tree).doubt(name) is None:
                match names.bindings.get(name):
                    case None:
                        return f"builtins.{name}"
                    case [ast.Import(names=aliases)]:
                        # `import urllib.parse` binds `urllib` (reference, section 7.11).
                        bound = ((alias.asname or alias.name.partition(".")[0], alias) for alias in aliases)
                        import_found = next((import_bound for root, import_bound in bound if root == name), None)
                        return None if import_found is None else import_found.name if import_found.asname else name
                    case [ast.ImportFrom(module=str(module), names=aliases, level=0)]:
                        members = (alias.name for alias in aliases if (alias.asname or alias.name) == name)
                        return next((f"{module}.{member}" for member in members), None)
            # `logging.getLogger` of `import logging`.
            case ast.Attribute(value=owner, attr=member) if (around := self.meaning(owner)) is not None:
                return f"{around}.{member}"
        return None


def quiet_parts(tree: ast.Module, function: FunctionNode) -> QuietParts:
    """What is asked of the parts of a function."""
    parameters = (node.arg for node in ast.walk(function.args) if isinstance(node, ast.arg))
    return QuietParts(tree, function, frozenset({*parameters, *bound_in(function.body)}))


_TEXTS, _NUMBERS = frozenset({"sep", "end"}), frozenset({"stacklevel"})


def _is_taken(option: ast.keyword) -> bool:
    """Whether an option has a value that it may have."""
    match option.value:
        case ast.Constant(value=value):
            return isinstance(value, str if option.arg in _TEXTS else int if option.arg in _NUMBERS else object)
    return option.arg == "category"


def _stores(tree: ast.AST, name: str) -> Iterator[ast.Attribute]:
    nodes = (node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr == name)
    yield from (node for node in nodes if isinstance(node.ctx, ast.Store))
