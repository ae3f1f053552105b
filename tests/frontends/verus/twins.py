"""Problems with a text in Verus and one in another language: `python tests/frontends/verus/twins.py VERUS OTHER`.

Where the types agree, the preconditions and postconditions of both are evaluated on the same inputs and outputs. A line
for each pair that differs, with the first values that show it; then how many agree.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from itertools import islice, product
from pathlib import Path
from typing import Any

from specassay.backends.solvers.engines import engines_of
from specassay.core.alarm import LimitReached, alarm
from specassay.core.errors import SpecassayError
from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.contracts import Condition, Program, Specification
from specassay.core.ir.sorts import Sort
from specassay.core.language.scoring import Scoring
from specassay.core.spec_testing.operators.samples import samples
from specassay.core.spec_testing.valid_inputs import valid_inputs
from specassay.frontends.registry import language_of
from specassay.frontends.verus import VERUS

INPUTS, OUTPUTS = 8, 6
SECONDS = 4.0

Subject = tuple[Program, Specification]


def subject_of(path: Path) -> Subject | None:
    """The one function of a file with a postcondition."""
    program = language_of(path).read(path)
    stated = [each for each in program.specifications if any(not one.clause.fact for one in each.ensures)]
    return (program, stated[0]) if len(stated) == 1 else None


def sorts_of(specification: Specification) -> tuple[list[Sort], list[Sort]]:
    return [each.sort for each in specification.inputs], [each.sort for each in specification.outputs]


def verdict(conditions: tuple[Condition, ...], values: dict[Any, Any], program: Program, facts: bool) -> str:
    """Are all conditions true, with the facts of types among them or not?"""
    for condition in conditions:
        if condition.clause.fact and not facts:
            continue
        if condition.term is None:
            return "not lowered"
        found = evaluate(condition.term, values, program.functions, program.datatypes)
        if found.value is not True:
            return "false" if found.value is False else found.state
    return "true"


def cases_of(subject: Subject) -> Iterator[tuple[list[Any], list[Any]]]:
    program, specification = subject
    options = Scoring(engine="evaluate").options(VERUS, engines_of)
    inputs = valid_inputs(specification, program, INPUTS, options.engines, SECONDS)
    pools = [list(islice(samples(each.sort, program.datatypes), OUTPUTS)) for each in specification.outputs]
    for given, outputs in product(inputs, product(*pools)):
        yield [given[each.name] for each in specification.inputs], list(outputs)


def difference(verus: Subject, other: Subject) -> str:
    """The first values on which two specifications differ; empty where there are none."""
    for inputs, outputs in cases_of(verus):
        found = []
        for place, (program, specification) in enumerate((verus, other)):
            names = [each.name for each in (*specification.inputs, *specification.outputs)]
            values = dict(zip(names, (*inputs, *outputs), strict=True))
            if place == 0 and verdict(specification.ensures, values, program, True) != verdict(
                specification.ensures, values, program, False
            ):
                break  # A value that the type of the result does not have.
            required = verdict(specification.requires, values, program, False)
            found.append(required if required != "true" else verdict(specification.ensures, values, program, False))
        if len(found) == 2 and found[0] != found[1]:
            return f"{inputs} → {outputs}: {found[0]} in Verus, {found[1]} in the other"
    return ""


def main(verus: Path, other: Path) -> None:
    counts = Counter[str]()
    for path in sorted(verus.rglob("*.rs")):
        for twin in other.glob(f"{path.relative_to(verus).with_suffix('')}.*"):
            try:
                with alarm(3 * SECONDS):
                    one, two = subject_of(path), subject_of(twin)
                    if one is None or two is None or sorts_of(one[1]) != sorts_of(two[1]) or one[1].modifies:
                        counts["of other types"] += 1
                        continue
                    found = difference(one, two)
            except (SpecassayError, LimitReached) as error:
                counts[f"left out: {type(error).__name__}"] += 1
                continue
            counts["different" if found else "the same"] += 1
            if found:
                print(f"{path.relative_to(verus)}: {found[:300]}", flush=True)
    print(dict(counts))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
