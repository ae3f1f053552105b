"""Questions about each character of a text alone, such as `all(c.isdigit() for c in text)`: as a regular expression
they are exact for texts of any length. Which characters decide is found by executing the condition on each."""

from collections.abc import Iterable

from ..build import op
from ..evaluate.execution import evaluate_after
from ..evaluate.fuel import Fuel
from ..sorts import BOOL
from ..statements import Comprehension
from ..terms import FALSE, Term, make, subterms
from .context import Context
from .guards import meet, opposite
from .shapes import Symbolic, TextShape
from .text import ALPHABET, character_class, matching

STEPS = 2_000
"""Steps of the evaluator for all characters together: conditions that need more are not executed here."""


def decided_by_characters(
    context: Context, question: Term, iterable: Symbolic, names: Iterable[str], universal: bool
) -> tuple[list[Term], Symbolic]:
    """When a character of a text decides all(...) or any(...) of a generator, whose last `for` goes through `iterable`;
    and what else the iterable may be, for which this says nothing."""
    texts = [shape for _, shape in iterable if isinstance(shape, TextShape) and shape.term.op != "const"]
    decisive = _decisive(question, frozenset(names), universal) if texts else None
    if decisive is None:
        return [], iterable
    harmless = op("re.star", character_class("".join(each for each in ALPHABET if each not in decisive)))
    hits, rest = [], []
    for guard, shape in iterable:
        if isinstance(shape, TextShape) and shape.term.op != "const":
            hits.append(meet(context.path, guard, opposite(matching(shape.term, harmless)) if decisive else FALSE))
        else:
            rest.append((guard, shape))
    return hits, Symbolic(tuple(rest))


def _decisive(question: Term, names: frozenset[str], universal: bool) -> str | None:
    """The characters that decide; None where that depends on more than the character, or may raise."""
    shape: Comprehension = question.data
    generator = shape.generators[-1]
    tests = question.args[len(question.args) - 1 - generator.conditions :]
    target = generator.target
    if not isinstance(target, str):
        return None
    mentioned = {part.data for part in subterms(*tests) if part.op == "var"}
    if mentioned & (names - {target}):
        return None
    fuel = Fuel(STEPS)
    found = ""
    for character in ALPHABET:
        holds = True
        for place, test in enumerate(tests):
            seen = evaluate_after((), make("python.truth", (test,), BOOL), {target: character}, fuel)
            if seen.state != "defined":
                return None
            holds = bool(seen.value)
            if not holds and place < generator.conditions:
                break
        else:
            if holds != universal:
                found += character
    return found
