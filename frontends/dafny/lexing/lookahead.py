"""Looking ahead: where the next token alone does not say what a bracket is, and which words are keywords in some places
and names in others, since no version of Dafny reserves all of them."""

from typing import NamedTuple

from ..dafny_limits import LIMITS
from .frames import AFTER_OPERAND, BEFORE_STATEMENT, Frame, Header, State
from .scan import Raw, Scanner
from .vocabulary import CLAUSES, COLLECTIONS, DECLARATIONS, MODIFIERS, Vocabulary

_AFTER_TYPE_ARGUMENTS = frozenset(
    {"(", ")", "]", "}", ".", ",", ";", ":", ":=", ":|", "==", "!=", "=>", "::", "&&", "||", "==>", "<==>", "<=="}
    | {"->", "-->", "~>"}
)
"""What may follow `f<T>` in an expression: nothing that could be the right side of a comparison, except `(`."""


def lambda_follows(scanner: Scanner, inside: bool) -> bool:
    """After the parenthesis of `(x, y: T) => ...`: what closes it comes before an arrow, or before a clause of the
    lambda where that cannot be a clause of the declaration (`inside` brackets)."""
    depth = 1
    for distance in range(LIMITS.lookahead):
        raw = scanner.peek(distance)
        if raw.kind == "end" or raw.text in ("{", "}", ";", ":="):
            return False
        depth += (raw.text in ("(", "[")) - (raw.text in (")", "]"))
        if depth == 0:
            following = scanner.peek(distance + 1).text
            return following == "=>" or (inside and following in ("requires", "reads"))
    return False


def block_follows(scanner: Scanner) -> bool:
    """After `parallel`: is what follows its parentheses the rest of a statement, and not that of a call?"""
    depth = 0
    for distance in range(LIMITS.lookahead):
        text = scanner.peek(distance).text
        depth += (text in ("(", "[")) - (text in (")", "]"))
        if depth <= 0:
            return distance > 0 and scanner.peek(distance + 1).text in ("{", "ensures")
    return False


def type_arguments_follow(scanner: Scanner, vocabulary: Vocabulary, type_position: bool) -> bool:
    """After a name and `<`: types up to the matching `>`, and then what cannot follow a comparison."""
    # To the matching `>`, over what types consist of.
    depth, parentheses = 1, 0
    for distance in range(LIMITS.lookahead):
        raw = scanner.peek(distance)
        match raw.text:
            case "<":
                depth += 1
            case ">":
                depth -= 1
            case "(":
                parentheses += 1
            case ")":
                parentheses -= 1
            case "," | "." | "->" | "-->" | "~>" | "ghost":
                pass
            # Anything that no type contains makes it a comparison.
            case text if raw.kind != "word" or not (text in COLLECTIONS or text not in vocabulary.words):
                return False
        if parentheses < 0:
            return False
        if depth == 0:
            # What follows decides in an expression: `(` or `.` after type arguments, an operand after a comparison.
            following = scanner.peek(distance + 1)
            return type_position or following.kind == "end" or following.text in _AFTER_TYPE_ARGUMENTS
    return False


class WordPlace(NamedTuple):
    """Where a word stands: in which bracket and header, after which terminal, and what that has left open."""

    level: Frame
    header: Header | None
    before: str
    state: State


def is_keyword(text: str, place: WordPlace, following: Raw) -> bool:
    """Is this soft keyword one at this place? `following` is the token after it."""
    level, header, before, state = place
    operand, start = state in AFTER_OPERAND, state in BEFORE_STATEMENT
    # Each soft keyword by the place in which the reference manual has it.
    match text:
        case "opaque" if level is Frame.STATEMENTS:
            return start and following.text in CLAUSES | {"{"}
        case "abstract" | "opaque" | "protected" | "replaceable" | "least" | "greatest" | "inductive" | "twostate":
            return level is Frame.DECLARATIONS and following.text in MODIFIERS | DECLARATIONS
        case "copredicate" | "colemma" | "iterator" | "export" | "newtype":
            # `export` may be followed by a declaration, the others only by a name.
            return level is Frame.DECLARATIONS and (following.kind == "word" or text == "export")
        case "opened":
            return before == "IMPORT" and following.kind == "word"
        case "refines" | "replaces":
            return header is not None and header.word == "module" and operand
        case "provides" | "reveals":
            return header is not None and header.word == "export"
        case "witness":
            return header is not None and header.word in ("type", "newtype")
        case "nameonly" | "older":
            return before in ("LPAR", "COMMA", "GHOST", "NEW") and following.kind == "word"
        case "free":
            return level in (Frame.DECLARATIONS, Frame.STATEMENTS) and following.text in CLAUSES
        case "yield":
            return following.text in CLAUSES or (level is Frame.STATEMENTS and start)
        case "yields":
            return level is Frame.DECLARATIONS and following.text == "("
        case "by":
            return operand and following.text in ("{", "method")
        case "is":
            return operand
        case "nonincreases":
            return operand and following.text == "to"
        case "to" | "downto":
            inside = level is Frame.EXPRESSION and before in ("DECREASES", "NONINCREASES")
            return (level is Frame.STATEMENTS and operand and before != "DECREASES") or inside
        case "old" | "fresh" | "unchanged" | "allocated":
            return following.text in ("(", "@")
        case "for" | "label" | "modify" | "print" | "break" | "continue":
            return level is Frame.STATEMENTS and start and following.text not in (":=", ".", ",")
        case "expect" | "reveal" | "hide":
            if level is Frame.STATEMENTS and start:
                return following.text not in (":=", ".", ",")
            return (not operand or before == "BODY") and (following.text == "*" or following.kind in ("word", "number"))
        case _:
            return True
