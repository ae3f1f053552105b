"""Why no input was found that meets a precondition: which part of it candidates do not meet.

Example: for `requires Valid() && n > 0`, where `Valid()` says `sorted(s) && |s| == n`, the parts are `sorted(s)`,
`|s| == n` and `n > 0`. Of a few hundred candidates none may meet the second one, and whoever reads that knows what a
test has to provide. It says nothing of the inputs that were not tried.
"""

from collections.abc import Callable, Iterator
from itertools import chain, islice
from typing import Any

from ..deciding.engines import Engines
from ..errors import Unsupported
from ..evaluate.typed import evaluate
from ..ir.contracts import Program, Specification
from ..ir.terms import Term, subterms
from ..ir.variables import Name, is_heap_read
from .constructed import built_inputs
from .drawn_inputs import inputs_to_try
from .repaired_inputs import required_parts

CANDIDATES = 200
"""Candidates that are looked at, at most: what none of so many meets is hardly met by any that is drawn."""
SECONDS = 0.3
"""Seconds of work for it: it is a reason, and no verdict."""
STEPS = 20_000
"""Steps of the evaluator, for one part on one candidate."""
NOT_FOUND = "no input that meets the precondition was found"


def no_valid_input(
    specification: Specification, program: Program, engines: Engines, show: Callable[[Term], str]
) -> str:
    """The sentence that none was found, with the part of the precondition that the fewest candidates meet. `show`: the
    text of a term."""
    # The types of parameters are met by construction.
    required = [condition for condition in specification.requires if not condition.clause.fact]
    parts = [
        (condition, part)
        # Predicates are opened up: the reader wants the part, not its name.
        for condition in required
        if condition.term is not None
        for part in required_parts(condition.term, program)
    ]
    terms = [part for _, part in parts]
    met = [0] * len(terms)
    tried = 0
    end = min(engines.now + SECONDS, engines.deadline)
    for inputs in islice(_candidates(specification, program, engines), CANDIDATES):
        if engines.now > end:
            break
        tried += 1
        # Each part by itself: the parts that most candidates meet are not what is missing.
        for number, term in enumerate(terms):
            evaluation = evaluate(term, inputs, program.functions, program.datatypes, engines.fuel(STEPS))
            met[number] += evaluation.is_true
    if not tried or not terms:
        return NOT_FOUND
    fewest = min(range(len(terms)), key=met.__getitem__)
    condition, term = parts[fewest]
    # What is read of objects without names has no text of its own where it stands in the body of a predicate.
    through = any(subterm.op == "call" and is_heap_read(subterm.data) for subterm in subterms(term))
    text = f"{condition.clause.text}, the part of it at {term.span}" if through and term.span else show(term)
    # Not even one: the part alone is what the search cannot do.
    if met[fewest] == 0:
        return f"{NOT_FOUND}: none of {tried} candidates is known to meet {text}"
    return f"{NOT_FOUND}: no candidate meets all of it, and the fewest, {met[fewest]} of {tried}, {text}"


def _candidates(specification: Specification, program: Program, engines: Engines) -> Iterator[dict[Name, Any]]:
    try:
        built = built_inputs(specification, program, engines, SECONDS)
        drawn = iter(()) if specification.heap.fields else inputs_to_try(specification, (), program)
        yield from chain(islice(built, CANDIDATES // 2), drawn)
    except Unsupported:
        return
