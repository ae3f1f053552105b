"""What terms become in the syntax tree of Verus, and types, as text: what is printed reads back as the same tree.

Whatever else a program has keeps the text that it has there (`ExprWritten`).
"""

from collections.abc import Iterable

from attrs import frozen

from . import tree as t


@frozen(slots=True)
class ExprWritten(t.Expr):
    """An expression that keeps its text; `tree` is what that is read as."""

    text: str
    tree: t.Expr


def _operand(expression: t.Expr, level: int, *, left: bool = False, following: str = "<") -> str:
    """An operand, in parentheses where it binds less tightly than its place needs."""
    text = show_expression(expression)
    return f"({text})" if level_of(expression) < level or (left and ends_open(expression, following)) else text


def _list(expressions: Iterable[t.Expr]) -> str:
    return ", ".join(map(show_expression, expressions))


def _guarded(expression: t.Expr) -> str:
    """An expression before a body: no struct literal and no open range may end it."""
    loose = isinstance(expression, t.ExprStruct | t.ExprRange) or level_of(expression) == LOOSE or ends_open(expression)
    return f"({show_expression(expression)})" if loose else show_expression(expression)


def show_expression(expression: t.Expr) -> str:
    """The text of an expression."""
    # Each form with the parentheses that its operands need in their places.
    match expression:
        case t.ExprLit():
            return _literal(expression)
        case t.ExprPath(path):
            return show_path(path)
        case t.ExprUnary(operator, operand):
            return operator + _operand(operand, UNARY)
        case t.ExprBinary(operator, left, right):
            # `==>` is right associative, all other operators are left associative, and `<==>` has no neighbours.
            level = LEVELS[operator]
            first, second = (level + 1, level) if operator == "==>" else (level, level + 1)
            first, second = (level + 1, level + 1) if operator == "<==>" else (first, second)
            return f"{_operand(left, first, left=True, following=operator)} {operator} {_operand(right, second)}"
        case t.ExprCompare(operands, operators):
            texts = [_operand(operand, COMPARISON + 1, left=True) for operand in operands]
            parts = [f" {operator} {text}" for operator, text in zip(operators, texts[1:], strict=True)]
            return texts[0] + "".join(parts)
        case t.ExprRange(t.Expr() as start, t.Expr() as end, False):
            return f"{_operand(start, RANGE + 1)}..{_operand(end, RANGE + 1)}"
        case t.ExprCast(value, kind):
            return f"{_operand(value, CAST)} as {show_type(kind)}"
        case t.ExprIs(value, variant, negated):
            return f"{_operand(value, HAS, left=True)} {'!' if negated else ''}is {variant}"
        case t.ExprField(value, name, arrow):
            # A number before a dot would read as a float.
            level = ATOM + 1 if isinstance(value, t.ExprLit) else POSTFIX
            return f"{_operand(value, level)}{'->' if arrow else '.'}{name}"
        case t.ExprIndex(value, index):
            return f"{_operand(value, POSTFIX)}[{show_expression(index)}]"
        case t.ExprCall(function, arguments):
            # A field that holds a function is called through parentheses.
            level = ATOM if isinstance(function, t.ExprField) else POSTFIX
            return f"{_operand(function, level)}({_list(arguments)})"
        case t.ExprMethodCall(receiver, name, (), arguments):
            return f"{_operand(receiver, POSTFIX)}.{name}({_list(arguments)})"
        case t.ExprTuple(elements):
            return f"({_list(elements)}{',' if len(elements) == 1 else ''})"
        case t.ExprStruct(path, fields, base):
            listed = [f"{field.name}: {show_expression(field.value)}" for field in fields]
            listed += [f"..{_operand(base, EQUIVALENCE)}"] if base else []
            return f"{show_path(path)} {{ {', '.join(listed)} }}"
        case t.ExprQuantifier(kind, binders, body):
            return f"{kind}|{_binders(binders)}| {show_expression(body)}"
        case t.ExprClosure(parameters, body):
            return f"|{_binders(parameters)}| {show_expression(body)}"
        case t.ExprBlock(block):
            return _block(block)
        case t.ExprIf(condition, then, otherwise):
            text = f"if {_guarded(condition)} {_block(then)}"
            return text + (f" else {show_expression(otherwise)}" if otherwise else "")
        case t.ExprMacro(name, arguments):
            return f"{name}![{_list(arguments)}]"
        case t.ExprMacroMap(name, entries):
            listed = [f"{show_expression(key)} => {show_expression(value)}" for key, value in entries]
            return f"{name}![{', '.join(listed)}]"
        case ExprWritten(text):
            return text
        # What no term becomes, in the length of an array that a message names.
        case _:
            return "…"


def _block(block: t.CodeBlock) -> str:
    """A block on one line: variables, and its value."""
    return f"{{ {' '.join(map(_statement, block.statements))} }}"


def _statement(statement: t.Stmt) -> str:
    match statement:
        case t.StmtLet(pattern=pattern, value=t.Expr() as value):
            return f"let {_pattern(pattern)} = {show_expression(value)};"
        case t.StmtExpr(value):
            return show_expression(value)
        case _:
            return "…"


def _binders(binders: Iterable[t.ClosureParameter]) -> str:
    return ", ".join(
        _pattern(binder.pattern) + (f": {show_type(binder.type)}" if binder.type else "") for binder in binders
    )


def _pattern(pattern: t.Pat) -> str:
    return pattern.name if isinstance(pattern, t.PatIdent) else "…"


_ESCAPES = {"\n": "\\n", "\r": "\\r", "\t": "\\t", "\0": "\\0", "\\": "\\\\"}


def escaped(text: str, quote: str) -> str:
    """A text inside quotation marks, as Rust writes it."""
    return "".join(
        _ESCAPES.get(each)
        or (f"\\{each}" if each == quote else each if each.isprintable() else f"\\u{{{ord(each):x}}}")
        for each in text
    )


def _literal(literal: t.ExprLit) -> str:
    value = literal.value
    match literal.kind:
        case "bool":
            return "true" if value else "false"
        case "char":
            return f"'{escaped(str(value), chr(39))}'"
        case _:
            return f"{value!s}{literal.suffix}"


# -- names and types


def show_path(path: t.RustPath) -> str:
    """The text of a path of a type, or of one without generic arguments."""
    segments = [_segment(segment) for segment in path.segments]
    if path.owner is not None:
        trait = f" as {show_path(path.trait)}" if path.trait else ""
        segments.insert(0, f"<{show_type(path.owner)}{trait}>")
    return "::".join(segments)


def _segment(segment: t.PathSegment) -> str:
    if segment.inputs is not None:
        output = f" -> {show_type(segment.output)}" if segment.output else ""
        return f"{segment.name}({', '.join(map(show_type, segment.inputs))}){output}"
    if not segment.arguments:
        return segment.name
    return f"{segment.name}<{_arguments(segment.arguments)}>"


def _arguments(arguments: Iterable[t.GenericArgument]) -> str:
    return ", ".join(map(_argument, arguments))


def _argument(argument: t.GenericArgument) -> str:
    match argument:
        case t.Lifetime(name):
            return name
        case t.AssociatedType(name, kind, bounds):
            return f"{name} = {show_type(kind)}" if kind else f"{name}: {_bounds(bounds)}"
        case t.RustType():
            return show_type(argument)
        case _:
            return show_expression(argument)


def show_type(kind: t.RustType) -> str:
    """The text of a type."""
    match kind:
        case t.TypePath(path):
            return show_path(path)
        case t.TypeReference(target, mutable, lifetime):
            words = (lifetime, "mut" if mutable else "", show_type(target))
            return "&" + " ".join(filter(None, words))
        case t.TypePointer(target, mutable):
            return f"*{'mut' if mutable else 'const'} {show_type(target)}"
        case t.TypeTuple(elements):
            # `(T)` is T in parentheses, `(T,)` a tuple.
            return f"({', '.join(map(show_type, elements))}{',' if len(elements) == 1 else ''})"
        case t.TypeSlice(element):
            return f"[{show_type(element)}]"
        case t.TypeArray(element, length):
            return f"[{show_type(element)}; {show_expression(length)}]"
        case t.TypeInfer():
            return "_"
        case t.TypeNever():
            return "!"
        case t.TypeFunction(name, inputs, output):
            result = f" -> {show_type(output)}" if output else ""
            return f"{name}({', '.join(map(show_type, inputs))}){result}"
    assert isinstance(kind, t.TypeBounds)
    return f"{kind.kind} {_bounds(kind.bounds)}"


def _bounds(bounds: Iterable[t.TypeBound]) -> str:
    return " + ".join(bound.name if isinstance(bound, t.Lifetime) else _trait(bound) for bound in bounds)


def _trait(bound: t.TraitBound) -> str:
    return f"{'?' if bound.maybe else ''}{show_path(bound.path)}"


# How tightly expressions bind (Verus reference, "Operator precedence"), which says where parentheses are needed.

_OPERATORS = (
    ("<==>",),
    ("<==",),
    ("==>",),
    ("||",),
    ("&&",),
    (),  # comparisons
    ("|",),
    ("^",),
    ("&",),
    ("<<", ">>"),
    ("+", "-"),
    ("*", "/", "%"),
)
"""Those with two operands, the loosest first."""
LOOSE, ASSIGNMENT, RANGE, EQUIVALENCE = range(4)
LEVELS = {operator: level for level, row in enumerate(_OPERATORS, EQUIVALENCE) for operator in row}
COMPARISON = LEVELS["&&"] + 1
CAST, HAS, UNARY, POSTFIX, ATOM = range(LEVELS["*"] + 1, LEVELS["*"] + 6)


def level_of(expression: t.Expr) -> int:
    """How tightly an expression binds; what ends in an expression that extends as far as it can, not at all."""
    match expression:
        case ExprWritten(_, tree):
            return level_of(tree)
        # From the loosest to the tightest; what is not listed extends as far as it can.
        case t.ExprAssign():
            return ASSIGNMENT
        case t.ExprRange():
            return RANGE
        case t.ExprBinary():
            return LEVELS[expression.operator]
        case t.ExprCompare() | t.ExprLet():
            return COMPARISON
        case t.ExprCast():
            return CAST
        case t.ExprIs() | t.ExprHas():
            return HAS
        case t.ExprMatches(rest=None):
            return HAS
        case t.ExprUnary() | t.ExprAttributed():
            return UNARY
        case t.ExprField() | t.ExprView() | t.ExprIndex() | t.ExprCall() | t.ExprMethodCall() | t.ExprTry():
            return POSTFIX
        case t.ExprAtomicCall():
            return POSTFIX
        case (
            t.ExprLit()
            | t.ExprPath()
            | t.ExprTuple()
            | t.ExprArray()
            | t.ExprRepeat()
            | t.ExprMacro()
            | t.ExprMacroRepeat()
            | t.ExprMacroMap()
            | t.ExprMacroMatches()
            | t.ExprMacroOpaque()
        ):
            return ATOM
        case _:
            return LOOSE


def binds_as_tightly(expression: t.Expr, other: t.Expr) -> bool:
    """May an expression stand where another one stands, without parentheses?"""
    return level_of(expression) >= level_of(other)


def ends_open(expression: t.Expr, following: str = "<") -> bool:
    """Does it end in a cast, whose type a `<` would continue, or in a pattern, which `&&` would? `following`: the
    operator after it."""
    while True:
        match expression:
            case ExprWritten(_, tree):
                expression = tree
            case t.ExprMatches():
                return True
            case t.ExprCast():
                return following.startswith("<")
            case t.ExprBinary():
                expression = expression.right
            case t.ExprCompare():
                expression = expression.operands[-1]
            case t.ExprUnary():
                expression = expression.operand
            case t.ExprAttributed():
                expression = expression.value
            case _:
                return False
