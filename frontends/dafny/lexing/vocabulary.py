"""The words and symbols of the grammar, and which words are keywords only in some places."""

from collections.abc import Iterable, Mapping

from attrs import frozen
from lark.lexer import PatternStr, TerminalDef

METHODS = frozenset({"method", "lemma", "colemma", "constructor", "iterator"})
FUNCTIONS = frozenset({"function", "predicate", "copredicate"})
VALUES = frozenset({"const", "newtype", "type"})
"""What has an expression and no clauses."""
CONTAINERS = frozenset({"module", "class", "trait", "datatype", "codatatype", "type", "newtype"})
DECLARATIONS = METHODS | FUNCTIONS | CONTAINERS | {"import", "export", "const", "var", "include"}
MODIFIERS = frozenset(
    {
        "ghost",
        "static",
        "abstract",
        "opaque",
        "protected",
        "replaceable",
        "least",
        "greatest",
        "inductive",
        "twostate",
    }
)
CLAUSES = frozenset({"requires", "ensures", "modifies", "reads", "decreases", "invariant"})
COLLECTIONS = frozenset({"seq", "set", "iset", "map", "imap", "multiset"})
TO_SEMICOLON = frozenset({"var", "assert", "assume", "expect", "reveal", "hide"})
"""What begins a part of an expression that a semicolon ends."""
RELATIONS = frozenset({"==", "!=", "<", "<=", ">", ">=", "!!", "+", "*", "-"})
"""What may follow `{}` in a condition."""
OPERAND_WORDS = frozenset({"true", "false", "null", "this"})

SOFT = frozenset(
    {"abstract", "opaque", "protected", "replaceable", "least", "greatest", "inductive", "opened", "refines"}
    | {
        "replaces",
        "provides",
        "reveals",
        "witness",
        "nameonly",
        "older",
        "free",
        "by",
        "is",
        "nonincreases",
        "to",
        "downto",
        "expect",
    }
    | {
        "hide",
        "reveal",
        "for",
        "old",
        "fresh",
        "unchanged",
        "allocated",
        "yield",
        "yields",
        "label",
        "modify",
        "parallel",
    }
    | {"twostate", "copredicate", "colemma", "iterator", "print", "break", "continue", "export", "newtype"}
)
"""Words that are names where no keyword can stand: not reserved in every version from 2.3 to 4.x."""


@frozen(slots=True)
class Vocabulary:
    """Words and symbols of the grammar with the names of their terminals, and terminals with their texts."""

    words: Mapping[str, str]
    symbols: Mapping[str, str]
    texts: Mapping[str, str]

    @classmethod
    def of(cls, terminals: Iterable[TerminalDef]) -> "Vocabulary":
        names = {t.pattern.value: t.name for t in terminals if isinstance(t.pattern, PatternStr)}
        words = {text: name for text, name in names.items() if text.isalpha()}
        symbols = {text: name for text, name in names.items() if not text.isalpha()}
        texts = {name: f"'{text}'" for text, name in names.items()}
        return cls(words, symbols, texts | _DESCRIPTIONS)

    def describe(self, terminals: Iterable[str]) -> tuple[str, ...]:
        """What may stand here, for people, sorted: all that begins an expression, say, is "an expression"."""
        described = {self.texts.get(name, name) for name in terminals}
        for marks, group, name in _GROUPS:
            if marks <= described:
                described = (described - group) | {name}
        return tuple(sorted(described))


def _quoted(words: Iterable[str]) -> frozenset[str]:
    return frozenset(f"'{word}'" for word in words)


_EXPRESSION_STARTS = _quoted(
    COLLECTIONS
    | OPERAND_WORDS
    | {"old", "fresh", "unchanged", "allocated", "if", "match", "forall", "exists", "var", "ghost", "new"}
    | {"assert", "assume", "expect", "reveal", "hide", "calc"}
    | {"(", "[", "{", "|", "-", "!", "&&", "||", ":-", "*"}
) | {"a name", "a number", "a character", "a string"}
_OPERATORS = _quoted(
    {"+", "-", "*", "/", "%", "&", "^", "|", "<<", ">>", "<", "<=", ">", ">=", "==", "!=", "in", "!in", "!!"}
    | {"&&", "||", "==>", "<==", "<==>", "as", "is", ".", "#", "@", "[", "("}
)
_STATEMENT_STARTS = _EXPRESSION_STARTS | _quoted(
    {"print", "return", "yield", "break", "continue", "label", "modify", "while", "for", "parallel"}
)
# In this order, the larger first: what begins an expression begins a statement, too, and is gone when that is named.
_GROUPS = (
    (_quoted({"print", "return"}), _STATEMENT_STARTS, "a statement"),
    (frozenset({"a character", "'|'", "'-'"}), _EXPRESSION_STARTS, "an expression"),
    (_quoted({"+", "as", "."}), _OPERATORS, "an operator"),
    (_quoted({"requires", "decreases"}), _quoted(CLAUSES | {"free", "yield"}), "a clause"),
    (_quoted({"method", "module"}), _quoted(DECLARATIONS | MODIFIERS), "a declaration"),
)
"""If all of the first are possible, the second are called the third."""

_DESCRIPTIONS = {
    "IDENT": "a name",
    "LAMBDA_NAME": "a name",
    "DIGITS": "a number",
    "DECIMAL": "a number",
    "CHARACTER": "a character",
    "STRING": "a string",
    "BODY": "'{'",
    "TEST_BODY": "'{'",
    "SHIFT_RIGHT": "'>>'",
    "FROM": "'<-'",
    "DECREASES_TO": "'decreases to'",
    "_OPEN_ANGLE": "'<'",
    "_CLOSE_ANGLE": "'>'",
    "_OPEN_BAR": "'|'",
    "_CLOSE_BAR": "'|'",
    "_SUCH_BAR": "'|'",
    "_OPEN_LAMBDA": "'('",
    "_CHECKED": "'assume'",
    "_END": "';'",
    "_AFTER_CALL": "';'",
    "$END": "the end of the text",
}
