"""Texts: Python's str methods and character tests as SMT-LIB string terms, over all of Unicode."""

from collections.abc import Callable
from functools import lru_cache

from ..ir.build import add, eq, ge, gt, implies, integer, ite, le, mul, op, string, sub
from ..ir.characters import CharacterSet, changed_by, characters, continuing, holding, satisfying
from ..ir.python_builtins import PREDICATES
from ..ir.sorts import INT, REGEX, STRING
from ..ir.terms import FALSE, TRUE, Term, make
from .abstract_values import AbstractSequence, AbstractText, Entry, Symbolic
from .context import Context, text_value
from .encoding_limits import LIMITS
from .guards import conjunction, disjunction, negation
from .sequences import characters as characters_of
from .sequences import from_values
from .unrolling import USUAL

ANY = op("re.all")


def one_of(accepted: CharacterSet | str) -> Term:
    """The regular expression of one character out of a set."""
    return make("re.characters", (), REGEX, characters(accepted) if isinstance(accepted, str) else accepted)


def run_of(accepted: CharacterSet | str) -> Term:
    """The regular expression of any number of characters out of a set."""
    return op("re.star", one_of(accepted))


def matching(text: Term, regex: Term) -> Term:
    return op("str.in_re", text, regex)


ALL_CHARACTERS = frozenset(["isalpha", "isdigit", "isalnum", "isspace", "isdecimal", "isnumeric"])
"""Predicates that hold of a text iff it is not empty and they hold of every character."""


def predicate(method: str, text: Term) -> Term | None:
    """A predicate method of str without arguments; None when the encoding has none."""
    if method not in PREDICATES:
        return None
    if text.op == "const":
        return TRUE if getattr(text.data, method)() else FALSE
    return matching(text, _accepted(method))


@lru_cache(maxsize=16)
def _accepted(method: str) -> Term:
    """The texts of which a predicate of str holds (library reference, "String Methods")."""
    # All characters, and at least one (`"".isdigit()` is False).
    if method in ALL_CHARACTERS:
        return op("re.plus", one_of(holding(method)))
    # Of the empty text these are true.
    if method in ("isascii", "isprintable"):
        return run_of(holding(method))
    if method == "isidentifier":
        return op("re.concat", one_of(holding(method)), run_of(continuing()))
    # Of one character istitle says that it is uppercase or titlecase.
    lower, upper, capital = holding("islower"), holding("isupper"), holding("istitle")
    # Titlecase: words that begin with a capital and go on with small letters, between characters without case.
    if method == "istitle":
        word = op("re.concat", one_of(capital), run_of(lower))
        uncased = one_of(~(lower | capital))
        further_words = op("re.star", op("re.concat", op("re.plus", uncased), word))
        return op("re.concat", op("re.star", uncased), word, further_words, op("re.star", uncased))
    # Some cased character, and none of the wrong case: `"a1".islower()` is true.
    cased, wrong = (lower, capital) if method == "islower" else (upper, lower | (capital - upper))
    allowed = run_of(~wrong)
    return op("re.concat", allowed, one_of(cased), allowed)


def split(context: Context, text: Term, separator: str) -> AbstractSequence:
    """text.split(separator): a word equation text = part0 separator part1 ... with a bounded number of parts."""
    if text.op == "const":
        split_pieces = text.data.split(separator)
        entries = tuple(Entry(TRUE, text_value(string(p))) for p in split_pieces)
        return AbstractSequence("list", integer(len(split_pieces)), entries, True, FALSE)
    # The number of parts is a variable, and the parts are texts of their own.
    count = context.fresh("parts", INT)
    parts_terms = [context.fresh("part", STRING) for _ in range(LIMITS.split_parts)]
    mark = string(separator)
    # One equation for each number of parts, up to the limit.
    cases = []
    for number in range(1, LIMITS.split_parts + 1):
        pieces: list[Term] = []
        for parts_term in parts_terms[:number]:
            pieces += [mark, parts_term] if pieces else [parts_term]
        joined = pieces[0] if len(pieces) == 1 else op("str.concat", *pieces)
        # A part holds no separator: with that the cut is unique.
        clean = [negation(op("str.contains", parts_term, mark)) for parts_term in parts_terms[:number]]
        cases.append(conjunction(eq(count, integer(number)), eq(text, joined), *clean))
    # Of longer lists only the length is known.
    more = ge(count, integer(LIMITS.split_parts + 1))
    long = ge(op("str.len", text), integer(LIMITS.split_parts * len(separator)))
    context.know(disjunction(*cases, conjunction(more, long)))
    # As many parts as separators and one, whoever counts them.
    context.know(eq(count, add(occurrences(context, text, separator), integer(1))))
    context.size(more, "parts of a split text", LIMITS.split_parts)
    entries = tuple(Entry(op("gt", count, integer(j)), text_value(term)) for j, term in enumerate(parts_terms))
    return AbstractSequence("list", count, entries, True, more)


def words(context: Context, text: Term) -> AbstractSequence:
    """text.split(): text = gap0 word1 gap1 word2 ... tail with a bounded number of words."""
    if text.op == "const":
        return from_values("list", [text_value(string(word)) for word in text.data.split()])
    count = context.fresh("words", INT)
    terms = [context.fresh("word", STRING) for _ in range(LIMITS.split_parts)]
    gaps = [context.fresh("gap", STRING) for _ in range(LIMITS.split_parts)]
    tail = context.fresh("tail", STRING)
    space = one_of(holding("isspace"))
    letter = one_of(~holding("isspace"))
    # Only spaces: no word.
    cases = [conjunction(eq(count, integer(0)), matching(text, op("re.star", space)))]
    # Between two words there is a gap of one space or more; at the ends there may be none.
    for number in range(1, LIMITS.split_parts + 1):
        pieces = [piece for pair in zip(gaps[:number], terms[:number], strict=True) for piece in pair]
        between = [matching(gap, op("re.plus", space)) for gap in gaps[1:number]]
        ends = [matching(outer_gap, op("re.star", space)) for outer_gap in (gaps[0], tail)]
        inside = [matching(word, op("re.plus", letter)) for word in terms[:number]]
        joined = op("str.concat", *pieces, tail)
        cases.append(conjunction(eq(count, integer(number)), eq(text, joined), *between, *ends, *inside))
    more = ge(count, integer(LIMITS.split_parts + 1))
    # So many words need that many letters and gaps.
    long = ge(op("str.len", text), integer(2 * LIMITS.split_parts + 1))
    context.facts += [disjunction(*cases, conjunction(more, long)), ge(count, integer(0))]
    context.size(more, "words of a text", LIMITS.split_parts)
    entries = tuple(Entry(op("gt", count, integer(j)), text_value(word)) for j, word in enumerate(terms))
    return AbstractSequence("list", count, entries, True, more)


LINE_ENDS = "\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"
"""What ends a line of a str (library reference, `str.splitlines`), beside `\\r\\n`."""


def lines(context: Context, text: Term) -> AbstractSequence:
    """text.splitlines(): text = line1 end1 line2 end2 ... with a bounded number of lines."""
    if text.op == "const":
        return from_values("list", [text_value(string(line)) for line in text.data.splitlines()])
    count = context.fresh("lines", INT)
    terms = [context.fresh("line", STRING) for _ in range(LIMITS.split_parts)]
    ends = [context.fresh("end", STRING) for _ in range(LIMITS.split_parts)]
    inside = run_of(~characters(LINE_ENDS))
    ending = op("re.union", one_of(LINE_ENDS), make("re.literal", (), REGEX, "\r\n"))
    # No line at all: of the empty text alone.
    cases = [conjunction(eq(count, integer(0)), eq(text, string("")))]
    for number in range(1, LIMITS.split_parts + 1):
        pieces = [piece for pair in zip(terms[:number], ends[:number], strict=True) for piece in pair]
        parts = [matching(line, inside) for line in terms[:number]]
        # Each line has an end but the last, which may be without one, if it is not empty: nothing follows `"a\n"`.
        parts += [matching(end, ending) for end in ends[: number - 1]]
        last, last_end = terms[number - 1], ends[number - 1]
        unended = conjunction(eq(last_end, string("")), negation(eq(last, string(""))))
        parts.append(disjunction(matching(last_end, ending), unended))
        # `\r\n` is one end, and not two with an empty line between them.
        for end, line, next_end in zip(ends, terms[1:number], ends[1:number], strict=False):
            parts.append(negation(conjunction(eq(end, string("\r")), eq(line, string("")), eq(next_end, string("\n")))))
        cases.append(conjunction(eq(count, integer(number)), eq(text, op("str.concat", *pieces)), *parts))
    # Each line has a character at least, its end or what is in the last: that bounds how many there are, shown or not.
    more = ge(count, integer(LIMITS.split_parts + 1))
    context.facts += [disjunction(*cases, more), ge(count, integer(0)), le(count, op("str.len", text))]
    context.size(more, "lines of a text", LIMITS.split_parts)
    entries = tuple(Entry(op("gt", count, integer(j)), text_value(line)) for j, line in enumerate(terms))
    return AbstractSequence("list", count, entries, True, more)


def stripped(context: Context, text: Term, accepted: CharacterSet, left: bool, right: bool) -> Term:
    """text.strip(accepted): text = head + core + tail, head and tail of accepted characters, core not at its ends."""
    head, core, tail = (context.fresh(name, STRING) for name in ("head", "core", "tail"))
    inside = one_of(accepted)
    run = op("re.star", inside)
    context.know(eq(text, op("str.concat", head, core, tail)))
    context.know(matching(head, run) if left else eq(head, string("")))
    context.know(matching(tail, run) if right else eq(tail, string("")))
    if left:
        context.know(negation(matching(core, op("re.concat", inside, ANY))))
    if right:
        context.know(negation(matching(core, op("re.concat", ANY, inside))))
    return core


def counted(context: Context, text: Term, needle: str) -> Term | None:
    """text.count(character)."""
    if len(needle) != 1:
        return None
    return integer(text.data.count(needle)) if text.op == "const" else occurrences(context, text, needle)


def occurrences(context: Context, text: Term, piece: str) -> Term:
    """How often a part occurs in a text without overlaps: one variable, whoever asks, so that what `text.count(",")`
    says of it holds of the length of `text.split(",")`, too.

    Exact for a character in a text of a few; of others it is known whether there is any, and the largest number.
    """
    key = ("occurrences", text, piece)
    term: Term | None = context.summaries.get(key)
    if term is not None:
        return term
    context.summaries[key] = number = context.fresh("occurrences", INT)
    # In a short text the occurrences are counted place by place.
    length, most = op("str.len", text), USUAL.characters
    none = negation(op("str.contains", text, string(piece)))
    facts = [ge(number, integer(0)), eq(eq(number, integer(0)), none)]
    # They do not overlap, so that their lengths together fit into the text.
    facts.append(le(mul(number, integer(len(piece))), length))
    if len(piece) == 1:
        places = [eq(op("str.at", text, integer(position)), string(piece)) for position in range(most)]
        total = add(*(ite(is_at_place, integer(1), integer(0)) for is_at_place in places))
        facts += [ge(number, total), implies(le(length, integer(most)), eq(number, total))]
        # Beyond the looked-at characters each further one may be one more occurrence.
        facts.append(implies(gt(length, integer(most)), le(number, add(total, sub(length, integer(most))))))
    context.facts += facts
    return number


def _pieces(context: Context, text: Term) -> list[Term]:
    """The characters that are looked at; empty texts beyond the end."""
    characters = [entry.value.alternatives[0][1] for entry in characters_of(context, text).entries]
    return [abstract.term for abstract in characters if isinstance(abstract, AbstractText)]


def replaced(context: Context, text: Term, old: str, new: str) -> Symbolic:
    """text.replace(character, new), over the characters that are looked at."""
    if text.op == "const":
        return text_value(string(text.data.replace(old, new)))
    pieces = [ite(eq(piece, string(old)), string(new), piece) for piece in _pieces(context, text)]
    return text_value(op("str.concat", *pieces))


def spelled_out(text: Term, method: str) -> tuple[Term, Term]:
    """text.lower() or another change of case, character by character; and when that is exact: for short texts, in which
    of the characters that change there are ASCII and an example of each kind."""
    # Exact for texts of few characters, all of which change one for one.
    exact = [le(op("str.len", text), integer(USUAL.characters))]
    methods = (method,) if method not in ("title", "capitalize") else ("title", "lower")
    exact += [negation(matching(text, op("re.concat", ANY, one_of(_changing(method)[1]), ANY))) for method in methods]
    pieces: list[Term] = []
    previous: Term | None = None
    for position in range(USUAL.characters):
        piece = op("str.at", text, integer(position))
        # A case change of one character is a table over ASCII and some examples.
        changed_piece = _changed_piece(piece, methods[0])
        if len(methods) > 1 and previous is not None:
            # `title` looks at the character before; `capitalize` at the position.
            follows = TRUE if method == "capitalize" else matching(previous, one_of(cased()))
            changed_piece = ite(follows, _changed_piece(piece, "lower"), changed_piece)
        pieces.append(changed_piece)
        previous = piece
    return op("str.concat", *pieces), conjunction(*exact)


def _changed_piece(piece: Term, method: str) -> Term:
    change: Callable[[str], str] = getattr(str, method)
    result = piece
    for character in _changing(method)[0]:
        result = ite(eq(piece, string(character)), string(change(character)), result)
    return result


@lru_cache(maxsize=1)
def cased() -> CharacterSet:
    """The characters after which `title` makes a letter small (CPython, Objects/unicodeobject.c, do_title)."""
    return satisfying(lambda character: (character + "a").title()[-1] == "a")


_DEPENDS = "\N{GREEK CAPITAL LETTER SIGMA}"
"""The only character whose change depends on others: at the end of a word it becomes another small sigma."""


@lru_cache(maxsize=8)
def _changing(method: str) -> tuple[str, CharacterSet]:
    """The characters whose change by a method is followed, and the others that change."""
    change: Callable[[str], str] = getattr(str, method)
    changing = changed_by(method)
    kinds: dict[object, str] = {}
    for character in (changing - characters(_DEPENDS)).characters():
        result = change(character)
        # By length, by what of it is ASCII, and whether the change can be undone.
        kind = character if character.isascii() else (len(result), result.isascii(), result.swapcase() == character)
        kinds.setdefault(kind, character)
    followed = "".join(kinds.values())
    return followed, changing - characters(followed)
