"""Changes of the body of a Python function, one at a time: mutmut's operators, and those that MutDafny has beside them
(`core/spec_testing/program_mutants/registry.py`): operand and statement deletion, constant conditions, calls by an
argument. Not mutmut itself: it takes two seconds to be imported, and brings a terminal interface along.

They are edits of the text, so that lines which differ are shown as people wrote them. What is checked at the head of
the body and what is asserted of the result is no part of the body that is mutated, nor are annotations, decorators and
texts with expressions in them, of which older versions of CPython do not say where these stand.
"""

import ast
from collections.abc import Callable, Collection, Iterator, Mapping

from attrs import frozen

from .styles.head import head_of
from .styles.model import FunctionNode, Module
from .styles.trailing import trailing

NodeEdit = tuple[ast.expr | ast.stmt, str]
"""A node and what takes its place."""


@frozen(slots=True)
class BodyMutation:
    """A change of the text of a module by an operator: other text stands from `start` to `end`."""

    operator: str
    start: int
    end: int
    replacement: str

    def of(self, text: str) -> str:
        """The text of the module with this change."""
        return text[: self.start] + self.replacement + text[self.end :]

    def diff(self, text: str) -> str:
        """The lines that it changes, as `- before` and `+ after`."""
        first, last = text.rfind("\n", 0, self.start) + 1, text.find("\n", self.end)
        last = len(text) if last < 0 else last
        lines = (
            (sign, line)
            for sign, changed_text in (("-", text[first:last]), ("+", self._within(text, first, last)))
            for line in changed_text.splitlines()
        )
        return "\n".join(f"{sign} {line.strip()}" for sign, line in lines)

    def _within(self, text: str, first: int, last: int) -> str:
        return text[first : self.start] + self.replacement + text[self.end : last]


_ARITHMETIC: Mapping[type, tuple[str, ...]] = {
    ast.Add: ("-",),
    ast.Sub: ("+",),
    ast.Mult: ("/", "+"),
    ast.Div: ("*", "//"),
    ast.FloorDiv: ("/", "*"),
    ast.Mod: ("//", "/"),
    ast.Pow: ("*",),
    ast.LShift: (">>",),
    ast.RShift: ("<<",),
    ast.BitAnd: ("|", "-"),
    ast.BitOr: ("&", "-"),
    ast.BitXor: ("&",),
}
_RELATIONS: Mapping[type, tuple[str, ...]] = {
    ast.Lt: ("<=", ">"),
    ast.LtE: ("<", ">="),
    ast.Gt: (">=", "<"),
    ast.GtE: (">", "<="),
    ast.Eq: ("!=",),
    ast.NotEq: ("==",),
    ast.Is: ("is not",),
    ast.IsNot: ("is",),
    ast.In: ("not in",),
    ast.NotIn: ("in",),
}
_PAIRS = (
    ("lower", "upper"),
    ("lstrip", "rstrip"),
    ("find", "rfind"),
    ("index", "rindex"),
    ("ljust", "rjust"),
    ("partition", "rpartition"),
    ("split", "rsplit"),
    ("removeprefix", "removesuffix"),
    ("startswith", "endswith"),
    ("append", "extend"),
    ("min", "max"),
    ("any", "all"),
    ("deepcopy", "copy"),
    ("True", "False"),
)
_SWAPPED = {**dict(_PAIRS), **{after: before for before, after in _PAIRS}}
_KEPT_CALLS = frozenset({"len", "isinstance"})
"""Calls of which mutmut leaves the arguments alone."""


def body_mutations(module: Module, function: FunctionNode) -> Iterator[BodyMutation]:
    """The changes of a body, operator by operator."""
    kept = kept_statements(module, function)
    mutated = [statement for statement in function.body if statement not in kept]
    nodes = [node for statement in mutated for node in _nodes(statement, kept)]
    for operator, mutate in OPERATORS.items():
        for node in nodes:
            for old, new in mutate(node, module):
                yield BodyMutation(operator, *module.range(old), new)


def kept_statements(module: Module, function: FunctionNode) -> frozenset[ast.stmt]:
    """What is no part of the body of a function: the checks at its head, and what it asserts of its result."""
    promising = trailing(function)
    checks = [mark.node for mark in head_of(module, function, promising.first).marks if not mark.rest]
    return frozenset([*checks, *promising.assertions])


def _nodes(root: ast.AST, kept: Collection[ast.stmt]) -> Iterator[ast.AST]:
    """What may be mutated of a statement, and in which order it is read."""
    waiting = [root]
    while waiting:
        node = waiting.pop(0)
        if node in kept or isinstance(node, ast.JoinedStr):
            continue
        yield node
        skipped: list[ast.AST | None] = [getattr(node, "annotation", None), getattr(node, "returns", None)]
        match node:
            case ast.Expr(value=ast.Constant()):
                continue
            case ast.Call(func=ast.Name(id=name), args=args) if name in _KEPT_CALLS:
                skipped += args
            case ast.Raise() | ast.Assert():
                continue  # What is said of a failure is no output.
        waiting += (
            child for child in ast.iter_child_nodes(node) if not any(child is skipped_node for skipped_node in skipped)
        )


def _constants(node: ast.AST, module: Module) -> Iterator[NodeEdit]:
    match node:
        case ast.Constant(value=bool(value)):
            yield node, str(not value)
        case ast.Constant(value=int(value)):
            yield node, str(value + 1)
            # In parentheses: `0 ** n` would become `-1 ** n`, which is the negative of a power.
            yield node, str(value - 1) if value > 0 else f"({value - 1})"
        case ast.Constant(value=float(value)):
            yield node, repr(value + 1)
        case ast.Constant(value=str(value)):
            # Another text, none, and the same one in another case: what a body compares with, joins or hands on.
            replacements = (f"XX{value}XX", "", value.upper(), value.lower())
            yield from (
                (node, repr(replacement)) for replacement in dict.fromkeys(replacements) if replacement != value
            )


def _names(node: ast.AST, module: Module) -> Iterator[NodeEdit]:
    match node:
        case ast.Name(id=name, ctx=ast.Load()) if name in _SWAPPED:
            yield node, _SWAPPED[name]
        case ast.Attribute(value=value, attr=name, ctx=ast.Load()) if name in _SWAPPED:
            yield (
                node,
                f"{module.text(value)}.{_SWAPPED[name]}"
                if _is_atom(value)
                else f"({module.text(value)}).{_SWAPPED[name]}",
            )


def _is_atom(node: ast.expr) -> bool:
    return isinstance(node, ast.Name | ast.Attribute | ast.Subscript | ast.Call)


def _arithmetic(node: ast.AST, module: Module) -> Iterator[NodeEdit]:
    match node:
        case ast.BinOp(left=left, op=op, right=right):
            for symbol in _ARITHMETIC.get(type(op), ()):
                yield node, f"({_operand(module, left)} {symbol} {_operand(module, right)})"
        case ast.AugAssign(target=target, op=op, value=value):
            for symbol in _ARITHMETIC.get(type(op), ()):
                yield node, f"{module.text(target)} {symbol}= {_operand(module, value)}"
            yield node, f"{module.text(target)} = {_operand(module, value)}"


def _operand(module: Module, node: ast.expr) -> str:
    """The text of an operand, in brackets where it may need some."""
    text = module.text(node)
    return text if _is_atom(node) or isinstance(node, ast.Constant) else f"({text})"


def _relations(node: ast.AST, module: Module) -> Iterator[NodeEdit]:
    match node:
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            for symbol in _RELATIONS[type(op)]:
                yield node, f"({_operand(module, left)} {symbol} {_operand(module, right)})"
        case ast.BoolOp(op=op, values=values):
            symbol = " or " if isinstance(op, ast.And) else " and "
            yield node, f"({symbol.join(_operand(module, value) for value in values)})"


def _operands(node: ast.AST, module: Module) -> Iterator[NodeEdit]:
    match node:
        case ast.BinOp(left=left, right=right):
            yield from ((node, f"({module.text(part)})") for part in (left, right))
        case ast.BoolOp(values=values):
            yield from ((node, f"({module.text(part)})") for part in values)
        case ast.UnaryOp(operand=operand):
            yield node, f"({module.text(operand)})"
        case ast.Subscript(value=value, slice=ast.Slice(), ctx=ast.Load()):
            yield node, module.text(value)


def _conditions(node: ast.AST, module: Module) -> Iterator[NodeEdit]:
    match node:
        case ast.If(test=test) | ast.IfExp(test=test):
            yield test, f"(not {_operand(module, test)})"
            yield from ((test, value) for value in ("True", "False"))
        case ast.While(test=test):
            # Not "True": such a loop would only end by running out of time.
            yield test, "False"
        case ast.comprehension(ifs=tests):
            yield from ((test, value) for test in tests for value in ("True", f"(not {_operand(module, test)})"))


def _calls(node: ast.AST, module: Module) -> Iterator[NodeEdit]:
    match node:
        case ast.Call(func=function, args=args, keywords=keywords):
            for number, argument in enumerate(args):
                # A starred argument cannot be left out, or stand alone.
                if isinstance(argument, ast.Starred):
                    continue
                # The call by one of its arguments; the argument by None; the call without it.
                yield node, f"({module.text(argument)})"
                yield argument, "None"
                if len(args) + len(keywords) > 1:
                    rest = [
                        module.text(kept_argument) for position, kept_argument in enumerate(args) if position != number
                    ]
                    rest += [
                        f"{kept_keyword.arg}={module.text(kept_keyword.value)}"
                        for kept_keyword in keywords
                        if kept_keyword.arg
                    ]
                    yield node, f"{module.text(function)}({', '.join(rest)})"
            # A method call by its receiver.
            if isinstance(function, ast.Attribute):
                yield node, f"({module.text(function.value)})"
            for keyword in keywords:
                remaining_arguments = [*map(module.text, args)]
                remaining_arguments += [
                    f"{kept_keyword.arg}={module.text(kept_keyword.value)}"
                    for kept_keyword in keywords
                    if kept_keyword is not keyword and kept_keyword.arg
                ]
                yield node, f"{module.text(function)}({', '.join(remaining_arguments)})"


def _statements(node: ast.AST, module: Module) -> Iterator[NodeEdit]:
    match node:
        case ast.Assign() | ast.AugAssign() | ast.Delete() | ast.Expr(value=ast.Call()):
            yield node, "pass"
            if isinstance(node, ast.Assign):
                yield node.value, "None"
        case ast.Break():
            # A break that leaves more, or nothing.
            yield node, "return"
            yield node, "pass"
        case ast.Continue():
            yield node, "break"
            yield node, "pass"
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            yield value, "None"


def _bounds(node: ast.AST, module: Module) -> Iterator[NodeEdit]:
    """Indices, limits of slices and arguments of `range`, one more and one less."""
    limits: list[ast.expr | None] = []
    match node:
        case ast.Subscript(slice=ast.Slice(lower=lower, upper=upper)):
            limits = [lower, upper]
        case ast.Call(func=ast.Name(id="range"), args=args):
            limits = [*args]
    for limit in limits:
        # Constants are mutated as such.
        if limit is not None and not isinstance(limit, ast.Constant | ast.Starred):
            yield from ((limit, f"({_operand(module, limit)} {sign} 1)") for sign in "+-")


OPERATORS: Mapping[str, Callable[[ast.AST, Module], Iterator[NodeEdit]]] = {
    "number or text by another": _constants,
    "name by its counterpart": _names,
    "arithmetic operator replacement": _arithmetic,
    "relational or logical operator replacement": _relations,
    "operand left alone": _operands,
    "condition negated or constant": _conditions,
    "call without an argument or by one": _calls,
    "statement deletion": _statements,
    "limit one more or less": _bounds,
}
"""Name → what it makes of a node."""
