"""How tightly expressions bind (Verus reference, "Operator precedence"), which says where parentheses are needed."""

from . import tree as t

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
