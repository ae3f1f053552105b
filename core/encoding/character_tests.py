"""Queries about each character of a text alone, such as `all(c.isdigit() for c in text)`: as a regular expression
they are exact for texts of any length. Which characters decide is found by executing the condition: on each that the
condition treats in a way of its own, and on one of each class of the others (`character_classes.py`)."""

from collections.abc import Iterable
from functools import lru_cache

from ..evaluate.execution import evaluate_after
from ..fuel import Fuel
from ..ir.build import op
from ..ir.characters import CharacterSet, characters
from ..ir.sorts import BOOL
from ..ir.statements import Comprehension
from ..ir.terms import FALSE, Term, make, subterms
from .abstract_values import AbstractText, Symbolic
from .character_classes import told_apart
from .context import Context
from .guards import conjunction, negation
from .text import matching, one_of

STEPS = 24
"""Steps of the evaluator for a character, on average: conditions that need more are not executed here."""


def decided_by_characters(
    context: Context, query: Term, iterable: Symbolic, names: Iterable[str], universal: bool
) -> tuple[list[Term], Symbolic]:
    """When a character of a text decides all(...) or any(...) of a generator, whose last `for` goes through `iterable`;
    and what else the iterable may be, for which this says nothing."""
    texts = [abstract for _, abstract in iterable if isinstance(abstract, AbstractText) and abstract.term.op != "const"]
    decisive = _decisive(query, frozenset(names), universal) if texts else None
    if decisive is None:
        return [], iterable
    # One character is enough: `all(c.isdigit() for c in s)` is false as soon as one is no digit, `any(...)` true as
    # soon as one is. So the query is decided for exactly the texts that are not in `harmless*`, of whatever length.
    harmless = op("re.star", one_of(~decisive))
    hits, rest = [], []
    for guard, abstract in iterable:
        if isinstance(abstract, AbstractText) and abstract.term.op != "const":
            hits.append(
                conjunction(context.path, guard, negation(matching(abstract.term, harmless)) if decisive else FALSE)
            )
        else:
            rest.append((guard, abstract))
    return hits, Symbolic(tuple(rest))


@lru_cache(maxsize=64)
def _decisive(query: Term, names: frozenset[str], universal: bool) -> CharacterSet | None:
    """The characters that decide; None where that depends on more than the character, or may raise."""
    abstract: Comprehension = query.data
    generator = abstract.generators[-1]
    tests = query.args[len(query.args) - 1 - generator.conditions :]
    target = generator.target
    if not isinstance(target, str):
        return None
    mentioned = {part.data for part in subterms(*tests) if part.op == "var"}
    if mentioned & (names - {target}):
        return None
    groups = told_apart(tests, target)
    if groups is None:
        return None
    fuel = Fuel(STEPS * len(groups))
    found = CharacterSet()
    # A group is one character that the condition mentions, or all those that it cannot tell apart: of these one speaks
    # for the others.
    single: list[str] = []
    for group in groups:
        example = group if isinstance(group, str) else chr(group.edges[0])
        decides = _decides(tests, target, example, universal, fuel)
        if decides is None:
            return None
        if decides and isinstance(group, str):
            single.append(group)
        elif decides and isinstance(group, CharacterSet):
            found |= group
    return found | characters(single)


def _decides(tests: tuple[Term, ...], target: str, character: str, universal: bool, fuel: Fuel) -> bool | None:
    """Does this character decide? The last test is what is asked, those before say whether it is. None: it raises."""
    for test in tests:
        seen = evaluate_after((), make("python.truth", (test,), BOOL), {target: character}, fuel)
        if seen.state != "defined":
            return None
        if not seen.value and test is not tests[-1]:
            return False
    return bool(seen.value) != universal
