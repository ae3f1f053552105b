"""What the answers to several queries about one text have to do with each other.

`s.isdecimal()` implies `s.isdigit()`, and a text of letters has no digit: relations between regular languages, which
solvers find slowly, and which an encoding without the theory of strings (`pool.py`) cannot find. Here the derivatives
of all languages are followed at once, over one character of each class (Brzozowski 1964): the combinations of answers
that words lead to are all that there are.
"""

from functools import lru_cache
from itertools import combinations

from ..ir.build import eq, implies, integer, op, string
from ..ir.characters import CharacterSet, characters, classes
from ..ir.operators.text import derivative, nullable
from ..ir.terms import Term, subterms
from ..iteration import grouped
from .encoding_limits import LIMITS
from .guards import conjunction, disjunction, negation

Answers = frozenset[tuple[bool, ...]]


def relations(facts: tuple[Term, ...]) -> list[Term]:
    """Facts about the memberships (`str.in_re`) of each text that occur in these facts."""
    memberships = (term for term in subterms(*facts) if term.op == "str.in_re")
    queries_of_text = grouped((term.args[0], term) for term in memberships if term.args[0].op != "const")
    terms: list[Term] = []
    for text, queries in queries_of_text.items():
        # The possible answers are exponential in the questions: of many, only pairs are related.
        together = [queries] if len(queries) <= LIMITS.related_languages else map(list, combinations(queries, 2))
        for some in together:
            terms += _related(text, some)
    return terms


def _related(text: Term, queries: list[Term]) -> list[Term]:
    answers = possible_answers(tuple(query.args[1] for query in queries))
    if answers is None:
        return []
    short, all_answers = answers
    filled = negation(eq(text, string("")))
    single = filled if text.op == "str.at" else eq(op("str.len", text), integer(1))
    conditions = [(single, short)] if text.op == "str.at" else [(single, short), (filled, all_answers)]
    return [
        implies(condition, disjunction(*(_answered(queries, answer) for answer in sorted(answers_possible))))
        for condition, answers_possible in conditions
        # Where all combinations of answers are possible there is nothing to say.
        if len(answers_possible) < 2 ** len(queries)
    ]


def _answered(queries: list[Term], answers: tuple[bool, ...]) -> Term:
    return conjunction(*(query if yes else negation(query) for query, yes in zip(queries, answers, strict=True)))


@lru_cache(maxsize=256)
def possible_answers(languages: tuple[Term, ...]) -> tuple[Answers, Answers] | None:
    """Which of the languages hold a word of one character, and which a word of any length but none: all combinations.
    None when these are too many to find."""
    # Every character set and literal splits the alphabet; characters in the same sets behave alike.
    sets = {subterm.data for subterm in subterms(*languages) if subterm.op == "re.characters"}
    literals = {letter for subterm in subterms(*languages) if subterm.op == "re.literal" for letter in subterm.data}
    alphabet = [chr(class_.edges[0]) for class_ in classes(_with(sets, literals))]
    # A state is what is left to match of each language after some word: the product of their automata. Characters that
    # no language tells apart lead to the same state, so that one of each class is enough.
    seen = {languages}
    waiting = [languages]
    # Breadth or depth does not matter: all states are visited. Their number may be exponential, so there is a limit.
    short: Answers = frozenset()
    answers: set[tuple[bool, ...]] = set()
    while waiting:
        state = waiting.pop()
        # The derivative by a letter is what is left to match after it (Brzozowski 1964); a state is accepting if it is
        # nullable.
        following = {tuple(derivative(language, letter) for language in state) for letter in alphabet}
        answers_of_characters = {tuple(map(nullable, terms)) for terms in following}
        if state is languages:  # Nothing was read yet: what follows are the words of one character.
            short = frozenset(answers_of_characters)
        # The answer vector of every word is that of the state it leads to.
        answers |= answers_of_characters
        new = following - seen
        seen |= new
        waiting += new
        if len(seen) > LIMITS.automaton_states:
            return None
    return short, frozenset(answers)


def _with(sets: set[CharacterSet], literals: set[str]) -> frozenset[CharacterSet]:
    return frozenset(sets) | {characters(letter) for letter in literals}
