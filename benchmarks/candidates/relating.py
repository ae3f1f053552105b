"""How a candidate relates to the specification that somebody wrote for its problem in its language (`compare`)."""

from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from attrs import evolve, frozen
from msgspec.structs import replace

from ...core.comparing.common_variables import SpecificationSide
from ...core.comparing.specifications import compare_specifications
from ...core.deciding.engines import Work, processor_time
from ...core.errors import InputError, SpecassayError, defect
from ...core.ir.contracts import Program, Specification
from ...core.language import ReadingOptions
from ...frontends.registry import language as language_named
from ..comparing.matching import match, ordered
from ..comparing.subjects import ComparingOptions, SpecificationSubject
from ..datasets.benchmark_problem import BenchmarkProblem, ProblemTest
from ..datasets.tasks import SpecTask
from ..problems.checking import stated
from ..schema import ReferenceRelationPart

SECONDS = 1.0
"""Of work, for a candidate beside its reference: half of what it is judged in."""
ROOM = 5.0
"""Seconds of processor time in which that work is done, however slow the machine is: within what its process has."""
MOST_READ = 256
"""References that a process keeps."""


@frozen(slots=True)
class ReferenceMethod:
    """A specification that somebody wrote for a problem: a method of a file."""

    path: Path
    root: Path | None
    language: str
    method: str


def references_of(problem: BenchmarkProblem, tests: Sequence[ProblemTest]) -> dict[str, ReferenceMethod]:
    """The first specification of a problem in each language of specifications that can be read."""
    found: dict[str, ReferenceMethod] = {}
    for subject in problem.subjects:
        task = subject.task
        if not isinstance(task, SpecTask) or subject.language in found or task.language.dynamic:
            continue
        with suppress(SpecassayError):
            reading = task.reading()
            stating = stated(problem, tests, [task.language.read(task.file, reading)])
            if stating is not None and any(not condition.clause.fact for condition in stating[1].ensures):
                found[subject.language] = ReferenceMethod(task.file, reading.root, subject.language, stating[1].name)
    return found


def relation_to(reference: ReferenceMethod, program: Program, candidate: Specification) -> ReferenceRelationPart:
    """The relation of a candidate to a reference. Never raises for the sake of either."""
    named = ReferenceRelationPart(reference=f"{reference.path}::{reference.method}", relation="unknown")
    try:
        own, its = (
            SpecificationSubject(reference.path, side, "", "", language_named(reference.language))
            for side in (SpecificationSide(candidate, program, "the candidate"), _side_of(reference))
        )
        first, second = ordered(own, its, match(own, its, {}))
        assert isinstance(first, SpecificationSubject)
        assert isinstance(second, SpecificationSubject)
        # What is counted ends it: where the processor is slower, or shared, the same work takes several times as long.
        engines = evolve(ComparingOptions(seconds=SECONDS).engines(), work=Work(processor_time() + ROOM))
        found = compare_specifications(first.side, second.side, engines)
    except SpecassayError as error:
        return replace(named, reason=str(error))
    except Exception as error:  # A defect of ours is that of this pair alone.
        return replace(named, reason=defect(error))
    return replace(named, relation=found.relation, possible=list(found.possible), reason=found.outputs_reason)


@lru_cache(maxsize=MOST_READ)
def _side_of(reference: ReferenceMethod) -> SpecificationSide:
    """Raises SpecassayError."""
    language = language_named(reference.language)
    program = language.read(reference.path, ReadingOptions(reference.root))
    named = [each for each in (*program.specifications, *program.others) if each.name == reference.method]
    if not named:
        raise InputError(f"no method {reference.method}", file=str(reference.path))
    return SpecificationSide(named[-1], program, str(reference.path))
