"""What changes of case make of texts of any size: `lower`, `upper`, `casefold`, `swapcase`, `title`, `capitalize`.

Such a method replaces each character by one to three others (library reference, "String Methods"; Unicode's
SpecialCasing), and drops none. So a text stays as it is iff each of its characters does: a longer result cannot be the
text itself, and in one of the same length every character has given one. That is a regular language, and so are the
texts whose result is in one: what `lower` must start from to give `"no"`, all of `[Nn][Oo]`. Here the result is a text
of its own with what follows for it, so `s.lower() == s`, `s.upper().isupper()` or `s.lower() in ("yes", "no")` can be
decided for texts of any size.

Invariant: a fact speaks of every text. Of a capital sigma, which becomes one of two letters by its place, and of the
methods that know words, only what holds wherever the character stands is said.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import combinations, permutations

from attrs import frozen

from ..ir.build import eq, ge, implies, integer, joined, le, mul, op, string
from ..ir.characters import EVERY, CharacterSet, changed_by, characters
from ..ir.python_builtins import TABLE
from ..ir.sorts import BOOL, REGEX, STRING
from ..ir.terms import Term, make, subterms
from .abstract_values import Symbolic
from .context import Context, text_value
from .encoding_limits import LIMITS
from .text import cased, matching, one_of, run_of, spelled_out

CHANGES = tuple(row.name for row in TABLE if row.sees == "case")
_WITHOUT_SIGMA = ("upper", "casefold")
"""Changes under which a capital sigma becomes one letter wherever it stands."""
_EACH_ALONE = ("lower", "upper", "casefold", "swapcase")
"""What becomes of a character does not depend on its place, but for the capital sigma."""
_MOST_CHARACTERS = 3
"""The most characters that one may become (The Unicode Standard, section 5.18)."""
_SIGMA = "\N{GREEK CAPITAL LETTER SIGMA}"


@frozen(slots=True)
class Changed:
    """`result` is the text that a method makes of `text`; `beyond` (Bool): not exactly, as far as the encoding says."""

    text: Term
    method: str
    result: Term
    beyond: Term


def changed(context: Context, text: Term, method: str) -> Symbolic:
    """The result of a method in CHANGES on a text, as a text of its own.

    Assumes: a change of case makes one to three characters of each.
    """
    if text.op == "const":
        return text_value(string(getattr(text.data, method)()))
    # One result for one text and method, whatever the path: the equation between the two uses follows.
    key = ("changed", text, method)
    if key not in context.summaries:
        result, beyond = context.fresh("changed", STRING), context.fresh("beyond", BOOL)
        context.summaries[key] = Changed(text, method, result, beyond)
        # Facts hold anywhere, so they must not depend on the path on which the method is met first.
        with context.anywhere():
            context.facts += _facts(text, method, result)
    change: Changed = context.summaries[key]
    # Where the change is not one for one, the encoding claims nothing but its facts.
    context.size(change.beyond, f"characters that {method}() does not change one for one")
    return text_value(change.result)


def _facts(text: Term, method: str, result: Term) -> list[Term]:
    size, new_size = op("str.len", text), op("str.len", result)
    short = matching(text, run_of(EVERY - _longer(method)))
    keeps_size = eq(new_size, size)
    return [
        # None of these facts says what a text becomes: they say which texts become themselves, what a result may look
        # like, and how long it may be. That no character becomes nothing gives the least length.
        eq(matching(text, unchanged(method)), eq(result, text)),
        matching(result, _image_of(method)),
        ge(new_size, size),
        le(new_size, mul(integer(_MOST_CHARACTERS), size)),
        eq(short, keeps_size) if method in _EACH_ALONE else implies(short, keeps_size),
        eq(eq(text, string("")), eq(result, string(""))),
    ]


def facts_of_results(context: Context, facts: Iterable[Term]) -> list[Term]:
    """What the queries in the facts about results of `changed` (in which language are they, which constant text)
    say of the texts that they come from, and how results of one text hang together."""
    # Relations are between pairs and triples, so that the number of results has to stay small.
    changes = [summary for summary in context.summaries.values() if isinstance(summary, Changed)][
        : LIMITS.related_case_changes
    ]
    terms: list[Term] = []
    facts = [*facts]
    uses = [term for term in subterms(*facts) if term.args] if changes else []
    for change in changes:
        terms += _exactness(
            context, change, {named_change.result: named_change for named_change in changes}, facts, uses
        )
    for first_change, second_change in combinations(changes, 2):
        terms += _of_two(first_change, second_change)
    for first, second, third in permutations(changes, 3):
        terms += _of_chain(first, second, third)
    all_facts = [*facts, *terms]
    # Languages are carried back from the result to the text; a chain of methods is walked from its end.
    for change in reversed(changes):  # the text of one may be the result of an earlier one
        if change.method in _EACH_ALONE:
            new = [fact for query in subterms(*all_facts) for fact in _of_query(change, query)]
            all_facts += new
            terms += new
    return terms


def _exactness(
    context: Context, change: Changed, changes: dict[Term, Changed], facts: list[Term], uses: list[Term]
) -> list[Term]:
    """When the result is known exactly. Where it is only compared with the text itself and with constants, that is for
    texts of any size and characters, but for those with a capital sigma (`"ß".upper() == "SS"`). Where no more is asked
    of it than what the facts say, that is for texts of any size without special characters, else for short ones:
    character by character."""
    # First choice: exact for every text without a capital sigma, whose lower case depends on its place.
    if change.method in _EACH_ALONE and _is_exact(change, facts):
        sigma = CharacterSet() if change.method in _WITHOUT_SIGMA else characters(_SIGMA)
        return [eq(change.beyond, op("not", matching(change.text, run_of(EVERY - sigma))))]
    # Second choice: texts whose characters change one for one.
    plain = matching(change.text, run_of(EVERY - _special(change.method)))
    uses_of_result = (term for term in uses if change.result in term.args)
    if context.skolem_constants or all(_is_answered(change, term, changes) for term in uses_of_result):
        return [eq(change.beyond, op("not", plain))]
    # Third choice: short texts, spelled out character by character.
    written, exact = spelled_out(change.text, change.method)
    return [eq(change.beyond, op("not", exact)), implies(exact, eq(change.result, written))]


def _is_exact(change: Changed, facts: Iterable[Term]) -> bool:
    """Is all that is asked of the result, but for what is known of every result, whether it is the text itself, or a
    constant?"""
    # The facts that hold of every result ask nothing of this one.
    standing = frozenset(_facts(change.text, change.method, change.result))
    for use in subterms(*(fact for fact in facts if fact not in standing)):
        if change.result not in use.args:
            continue
        if use.op != "eq":
            return False
        term = use.args[0] if use.args[-1] is change.result else use.args[-1]
        short = term.op == "const" and len(term.data) <= LIMITS.longest_constant
        if not (short or term is change.text):
            return False
    return True


def _is_answered(change: Changed, use: Term, changes: dict[Term, Changed]) -> bool:
    """Do the facts say all that this term asks of the result?"""
    each_alone = change.method in _EACH_ALONE
    # The length of a result has facts of its own (between one and three times that of the text).
    if use.op == "str.len":
        return True
    if use.op == "str.in_re":
        return each_alone or use.args[1] is _image_of(change.method)
    if use.op != "eq":
        # An ordering or a concatenation sees every character of the result.
        return False
    term = use.args[0] if use.args[1] is change.result else use.args[1]
    if term is change.text or term is string(""):
        return True
    # Of a constant, the texts that become it are a language, while it is short.
    if term.op == "const":
        return each_alone and len(term.data) <= LIMITS.longest_constant
    later = changes.get(term)
    if later is None or later.text is change.result:
        return later is not None
    # Two results compared with each other: answered where the relations of `_of_two` and `_of_chain` speak of both.
    texts = {later.text, change.text}
    chained = any(another.text in texts and another.result in texts for another in changes.values())
    return each_alone and later.method in _EACH_ALONE and (len(texts) == 1 or chained)


def _of_query(change: Changed, query: Term) -> list[Term]:
    if query.op == "str.in_re" and query.args[0] is change.result:
        return _of_language(change, query)
    if query.op == "eq" and change.result in query.args:
        term = query.args[0] if query.args[1] is change.result else query.args[1]
        return _of_constant(change, query, term.data) if term.op == "const" else []
    return []


def _of_two(first: Changed, second: Changed) -> list[Term]:
    related = []
    # A function: equal texts have equal results.
    if first.method == second.method:
        related.append(implies(eq(first.text, second.text), eq(first.result, second.result)))
    if not {first.method, second.method} <= set(_EACH_ALONE):
        return related
    # Two methods on one text agree where they agree on every character, and, without special characters, only there.
    if first.text is second.text:
        unspecial = matching(first.text, run_of(EVERY - _special(first.method) - _special(second.method)))
        alike = matching(first.text, run_of(_agreeing((first.method,), (second.method,))))
        related += [
            implies(alike, eq(first.result, second.result)),
            implies(unspecial, eq(alike, eq(first.result, second.result))),
        ]
    # A method on the result of another: it may lead back to the text (`s.lower().upper() == s`), or change nothing
    # more.
    if second.text is first.result:
        back = matching(first.text, run_of(_agreeing((first.method, second.method), ())))
        related.append(implies(back, eq(second.result, first.text)))
        agreeing = matching(first.text, run_of(_agreeing((first.method, second.method), (first.method,))))
        related.append(implies(agreeing, eq(second.result, first.result)))
    return related


def _of_chain(first: Changed, second: Changed, third: Changed) -> list[Term]:
    """Facts about two changes of case, one after the other, that equal a third of the same text."""
    methods = (first.method, second.method, third.method)
    if second.text is not first.result or third.text is not first.text or not set(methods) <= set(_EACH_ALONE):
        return []
    agreeing = matching(first.text, run_of(_agreeing(methods[:2], methods[2:])))
    into_special = characters(
        character
        for character, result in _changes(first.method)
        if not set(result).isdisjoint(_SIGMA) or any(letter in _longer(second.method) for letter in result)
    )
    special = _special(first.method) | _special(second.method) | _special(third.method) | into_special
    plain = matching(first.text, run_of(EVERY - special))
    alike = eq(second.result, third.result)
    # Where each character is changed alone, by itself, two texts change alike exactly when all of their characters do.
    # Special ones (a final sigma, a letter that becomes several) break that, so nothing is said of texts with any.
    return [implies(agreeing, alike), implies(plain, eq(agreeing, alike))]


@lru_cache(maxsize=64)
def _agreeing(methods: tuple[str, ...], other_methods: tuple[str, ...]) -> CharacterSet:
    """The characters, without the capital sigma, of which these methods, one after another, make what the others
    make; each character of a text is changed on its own."""
    touched = characters(_SIGMA)
    for method in (*methods, *other_methods):
        touched |= changed_by(method)
    # What a first method makes of a character that it changes may be changed by the second.
    agreeing = (c for c in touched.characters() if c != _SIGMA and _after(c, methods) == _after(c, other_methods))
    return (EVERY - touched) | characters(agreeing)


def _after(character: str, methods: tuple[str, ...]) -> str:
    text = character
    for method in methods:
        text = getattr(text, method)() if _SIGMA not in text else f"{text}{_SIGMA}"
    return text


def _of_language(change: Changed, query: Term) -> list[Term]:
    origin = _origin(query.args[1], change.method)
    if origin is None:
        return []
    plain = run_of(EVERY - _special(change.method))
    return [implies(matching(change.text, plain), eq(query, matching(change.text, origin)))]


def _of_constant(change: Changed, query: Term, data: str) -> list[Term]:
    if len(data) > LIMITS.longest_constant:
        return []
    origin = _origin_of_text(data, change.method)
    exact = eq(query, matching(change.text, origin))
    if change.method in _WITHOUT_SIGMA:
        return [exact]
    without = run_of(~characters(_SIGMA))
    return [implies(matching(change.text, without), exact)]


@lru_cache(maxsize=64)
def _origin_of_text(data: str, method: str) -> Term:
    """The texts that a method in _EACH_ALONE makes this one of, were there no capital sigma."""
    terms = [op("re.literal", data="")]
    # From the end on: the origin of the text from a position is a character that becomes its beginning, of one length
    # or another, before an origin of the rest.
    for position in reversed(range(len(data))):
        options = []
        for length in range(1, min(_MOST_CHARACTERS, len(data) - position) + 1):
            origins = _before(data[position : position + length], method)
            if origins:
                rest = terms[-length]
                options.append(op("re.concat", one_of(origins), rest))
        terms.append(joined("re.union", options, op("re.none")))
    return terms[-1]


def _before(word: str, method: str) -> CharacterSet:
    """The characters that become this word."""
    itself = CharacterSet() if len(word) > 1 or word in changed_by(method) else characters(word)
    return itself | characters(character for character, result in _changes(method) if result == word)


def _origin(regex: Term, method: str) -> Term | None:
    """The texts without special characters that become a text of a language; None for what is not followed. Without
    these each character becomes one other, and an inverse of that commutes with all operations on languages."""
    if regex.op == "re.characters":
        members: CharacterSet = regex.data
        # What is not changed comes from itself; what is, from all that become it.
        gained = (character for character, result in _changes(method) if len(result) == 1 and result in members)
        return one_of((members - changed_by(method)) | characters(gained))
    if regex.op == "re.literal":
        terms = [one_of(_before(character, method)) for character in regex.data]
        return joined("re.concat", terms, regex)
    if regex.op == "re.range":
        return None
    args = [_origin(arg, method) for arg in regex.args]
    origins = [arg for arg in args if arg is not None]
    return make(regex.op, origins, REGEX, regex.data) if len(origins) == len(args) else None


@lru_cache(maxsize=8)
def _changes(method: str) -> tuple[tuple[str, str], ...]:
    """The characters that a method does not leave as they are, alone, with what becomes of each."""
    change: Callable[[str], str] = getattr(str, method)
    return tuple((character, change(character)) for character in changed_by(method).characters())


@lru_cache(maxsize=8)
def _longer(method: str) -> CharacterSet:
    """The characters of which more than one may become."""
    if method not in _EACH_ALONE:
        return _longer("upper") | _longer("lower") | characters(c for c, result in _changes("title") if len(result) > 1)
    return characters(character for character, result in _changes(method) if len(result) > 1)


@lru_cache(maxsize=8)
def _special(method: str) -> CharacterSet:
    return _longer(method) | characters(_SIGMA)


@lru_cache(maxsize=8)
def _image(method: str) -> CharacterSet:
    """The characters that may occur in a result."""
    methods = (method,) if method in _EACH_ALONE else ("title", "lower")
    produced: set[str] = {"\N{GREEK SMALL LETTER SIGMA}", "\N{GREEK SMALL LETTER FINAL SIGMA}"}
    for changing in methods:
        produced.update(*(result for _, result in _changes(changing)))
    kept = EVERY - changed_by(methods[0])
    for changing in methods[1:]:
        kept |= EVERY - changed_by(changing)
    return kept | characters(produced)


def _image_of(method: str) -> Term:
    return run_of(_image(method))


@lru_cache(maxsize=8)
def unchanged(method: str) -> Term:
    """The texts that a method in CHANGES leaves as they are."""
    if method in _EACH_ALONE:
        return run_of(~changed_by(method))
    first, later = ~changed_by("title"), ~changed_by("lower")
    if method == "capitalize":
        return op("re.optional", op("re.concat", one_of(first), run_of(later)))
    word = op("re.concat", one_of(first & cased()), run_of(later & cased()))
    ended = op("re.concat", word, one_of(later - cased()))
    return op("re.concat", op("re.star", op("re.union", one_of(first - cased()), ended)), op("re.optional", word))
