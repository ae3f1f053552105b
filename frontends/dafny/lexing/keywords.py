"""Words that are keywords in some places and names in others, since no version of Dafny reserves all of them."""

from typing import NamedTuple

from .frames import AFTER_OPERAND, BEFORE_STATEMENT, Frame, Header, State
from .scan import Raw
from .vocabulary import CLAUSES, DECLARATIONS, MODIFIERS


class Place(NamedTuple):
    """Where a word stands: in which bracket and header, after which terminal, and what that has left open."""

    level: Frame
    header: Header | None
    before: str
    state: State


def is_keyword(text: str, place: Place, following: Raw) -> bool:
    """Is this soft keyword one at this place? `following` is the token after it."""
    level, header, before, state = place
    operand, start = state in AFTER_OPERAND, state in BEFORE_STATEMENT
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
            return (level is Frame.STATEMENTS and operand) or before in ("DECREASES", "NONINCREASES")
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
