"""What a match of a regular expression says: its groups, and where they are (library reference, "Match Objects").

The text of a match is cut into pieces: one for each group that is not inside a repetition or an alternative, and one
for what is between two of them. Each is a text of its own in the language of its part of the pattern, and together they
are what matches. So what holds of all such cuts is proved. CPython takes one of them, the first that it comes to, which
a model need not have: it does not replay then.

Example. Of `re.fullmatch(r"(\\d+)-(\\w*)", text)` the pieces are `g1`, `"-"` and `g2`, and `text` is `g1 + "-" + g2`.
"""

import re
from re import _constants as codes
from re import _parser as parser
from typing import Any

from attrs import define, field

from ..ir.build import add, eq, joined, op, string
from ..ir.sorts import BOOL, STRING
from ..ir.terms import TRUE, Term
from .abstract_values import AbstractMatch, AbstractNone, AbstractText, Symbolic
from .alternatives import SymbolicArguments, raising
from .context import Context, int_value, single
from .guards import disjunction, negation
from .numbers import as_int
from .regex import DOLLAR, ENDS, STARTS, TYPES_OF_CHARACTERS, NotTranslated, language
from .sequences import from_values


@define(slots=True, eq=False)
class MatchPieces:
    """The pieces of a match. `texts`: by group, and 0 for all that matches; `present`: when a group takes part;
    `starts`: where groups begin, as far as that is known."""

    context: Context
    match: AbstractMatch
    names: dict[str, int] = field(factory=dict)
    texts: dict[int, Term] = field(factory=dict)
    present: dict[int, Term] = field(factory=dict)
    starts: dict[int, Term] = field(factory=dict)

    def fact(self, fact: Term) -> None:
        """What holds where there is a match."""
        self.context.facts.append(disjunction(negation(self.match.found), fact))

    def of_items(self, items: list[Any], flags: int, start: Term) -> list[Term]:
        """The pieces of what these parts of a pattern match in turn, from a place on."""
        # What stands between two groups is a piece of its own, so that the pieces together are the whole match.
        terms: list[Term] = []
        between: list[Any] = []
        for code, value in items:
            if code is not codes.SUBPATTERN:
                between.append((code, value))
                continue
            self._between(between, flags, terms)
            between = []
            number, added, removed, subpattern = value
            # Flags inside a group (`(?i:…)`) hold for what is in it.
            kept = ((flags & ~TYPES_OF_CHARACTERS if added & TYPES_OF_CHARACTERS else flags) | added) & ~removed
            # Where a group begins: after everything before it.
            term = add(start, *(op("str.len", text_term) for text_term in terms)) if terms else start
            inner_pieces = self.of_items(list(subpattern), kept, term)
            if number is not None:
                self.texts[number], self.present[number], self.starts[number] = _together(inner_pieces), TRUE, term
            terms += inner_pieces
        self._between(between, flags, terms)
        return terms

    def _between(self, items: list[Any], flags: int, pieces: list[Term]) -> None:
        if not items:
            return
        piece = self.context.fresh("piece", STRING)
        self._is_in(piece, items, flags)
        for item in items:
            self._inside(item, flags)
        pieces.append(piece)

    def _is_in(self, piece: Term, items: list[Any], flags: int) -> None:
        try:
            self.fact(op("str.in_re", piece, language(items, flags)))
        except NotTranslated:
            return  # Of this piece nothing is said.

    def _inside(self, node: Any, flags: int) -> None:
        """The groups within a repetition or an alternative: one may not take part, and has its last turn."""
        if isinstance(node, tuple) and node and node[0] is codes.SUBPATTERN:
            number, _, _, subpattern = node[1]
            if number is not None:
                piece = self.context.fresh("group", STRING)
                # All that is known of such a group is that its text is a part of the whole.
                self.texts[number], self.present[number] = piece, self.context.fresh("takes part", BOOL)
                self.fact(op("str.contains", self.match.text, piece))
            node = subpattern
        if isinstance(node, tuple | list | parser.SubPattern):
            for child in node:
                self._inside(child, flags)


def _together(pieces: list[Term]) -> Term:
    return joined("str.concat", pieces, string(""))


def pieces_of(context: Context, match: AbstractMatch) -> MatchPieces:
    """The pieces of a match, the same whenever they are asked for."""
    key = ("match", match.pattern, match.flags, match.how, match.text)
    if key in context.summaries:
        match_pieces: MatchPieces = context.summaries[key]
        return match_pieces
    # The parser of `re`: its tree is the pattern's meaning, with flags resolved.
    tree = parser.parse(match.pattern, match.flags)
    items = list(tree)
    pieces_of_match = context.summaries[key] = MatchPieces(context, match, dict(tree.state.groupdict))
    # `match` and `fullmatch` begin at the start; so does a search whose pattern is anchored there.
    begins = match.how != "search" or (bool(items) and items[0] in STARTS)
    items = items[1:] if items and items[0] in STARTS else items
    last_anchor = items[-1] if items and items[-1] in ENDS else None
    # What a search passes over is unknown text.
    text_before = string("") if begins else context.fresh("before", STRING)
    pieces = pieces_of_match.of_items(
        items[:-1] if last_anchor else items, tree.state.flags, op("str.len", text_before)
    )
    matched = pieces_of_match.texts[0] = _together(pieces)
    pieces_of_match.present[0], pieces_of_match.starts[0] = TRUE, op("str.len", text_before)
    # How far the match reaches: exactly to the end, up to a last newline, or anywhere.
    until = matched if begins else op("str.concat", text_before, matched)
    if match.how == "fullmatch" or (last_anchor and last_anchor != DOLLAR):
        pieces_of_match.fact(eq(match.text, until))
    elif last_anchor:
        # `$` matches before a newline at the end, too.
        pieces_of_match.fact(disjunction(eq(match.text, until), eq(match.text, op("str.concat", until, string("\n")))))
    # Otherwise anything may follow the match.
    else:
        pieces_of_match.fact(op("str.prefixof", until, match.text))
    return pieces_of_match


def on_match(context: Context, match: AbstractMatch, name: str, arguments: SymbolicArguments) -> Symbolic | None:
    """A method of a match."""
    # A method that matches do not have raises, whatever is followed.
    if not hasattr(re.Match, name):
        return raising(context, "AttributeError")
    if name == "group":
        # `group()` is the whole match, and several arguments give a tuple.
        values = [group(context, match, argument) for argument in arguments] or [_text(pieces_of(context, match), 0)]
        if any(value is None for value in values):
            return None
        known_values = [value for value in values if value is not None]
        return known_values[0] if len(known_values) == 1 else single(from_values("tuple", known_values))
    pieces = pieces_of(context, match)
    if name == "groups" and not arguments:
        numbers = sorted(pieces.texts.keys() - {0})
        return single(from_values("tuple", [_text(pieces, number) for number in numbers]))
    if name in ("start", "end", "span") and len(arguments) < 2:
        # The place of a group inside a repetition is that of its last turn, which is not known.
        number = _number(pieces, arguments[0]) if arguments else 0
        if number is None or (number in pieces.texts and number not in pieces.starts):
            return None
        if number not in pieces.texts:
            return raising(context, "IndexError")
        start = pieces.starts[number]
        stop = add(start, op("str.len", pieces.texts[number]))
        if name == "span":
            return single(from_values("tuple", [int_value(start), int_value(stop)]))
        return int_value(start if name == "start" else stop)
    return None


def group(context: Context, match: AbstractMatch, which: Symbolic) -> Symbolic | None:
    """`match.group(which)`, or `match[which]`, of a constant."""
    pieces = pieces_of(context, match)
    number = _number(pieces, which)
    if number is None:
        return None
    return _text(pieces, number) if number in pieces.texts else raising(context, "IndexError")


def _number(pieces: MatchPieces, which: Symbolic) -> int | None:
    """The number of a group that is named by a constant; -1 for none; None for what is no constant."""
    constants = [abstract for guard, abstract in which if guard is TRUE]
    if not constants:
        return None
    if isinstance(constants[0], AbstractText) and constants[0].term.op == "const":
        return pieces.names.get(str(constants[0].term.data), -1)
    number = as_int(constants[0])
    return int(number.data) if number is not None and number.op == "const" else None


def _text(pieces: MatchPieces, number: int) -> Symbolic:
    present = pieces.present[number]
    text = AbstractText(pieces.texts[number])
    return single(text) if present is TRUE else Symbolic(((present, text), (negation(present), AbstractNone())))
