"""Looking ahead where the next token alone does not say what a bracket is."""

from .scan import Scanner
from .vocabulary import COLLECTIONS, Vocabulary

LOOKAHEAD = 100
"""How many tokens are looked ahead for the end of type arguments or of a lambda's parameters."""
_AFTER_TYPE_ARGUMENTS = frozenset(
    {"(", ")", "]", "}", ".", ",", ";", ":", ":=", ":|", "==", "!=", "=>", "::", "&&", "||", "==>", "<==>", "<=="}
)
"""What may follow `f<T>` in an expression: nothing that could be the right side of a comparison, except `(`."""


def lambda_follows(scanner: Scanner, inside: bool) -> bool:
    """After the parenthesis of `(x, y: T) => ...`: what closes it comes before an arrow, or before a clause of the
    lambda where that cannot be a clause of the declaration (`inside` brackets)."""
    depth = 1
    for distance in range(LOOKAHEAD):
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
    for distance in range(LOOKAHEAD):
        text = scanner.peek(distance).text
        depth += (text in ("(", "[")) - (text in (")", "]"))
        if depth <= 0:
            return distance > 0 and scanner.peek(distance + 1).text in ("{", "ensures")
    return False


def type_arguments_follow(scanner: Scanner, vocabulary: Vocabulary, type_position: bool) -> bool:
    """After a name and `<`: types up to the matching `>`, and then what cannot follow a comparison."""
    depth, parentheses = 1, 0
    for distance in range(LOOKAHEAD):
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
            case "," | "." | "->" | "-->" | "~>":
                pass
            case text if raw.kind != "word" or not (text in COLLECTIONS or text not in vocabulary.words):
                return False
        if parentheses < 0:
            return False
        if depth == 0:
            following = scanner.peek(distance + 1)
            return type_position or following.kind == "end" or following.text in _AFTER_TYPE_ARGUMENTS
    return False
