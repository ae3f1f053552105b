"""Asking the verifier about inputs that violate preconditions: is each clause what we say on each input?"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from attrs import frozen

from ..backends.dafny.process import find_verifier
from ..backends.dafny.report import VerifierLimits
from ..core.ir.contracts import Program
from .cross_check import LIMITS, CheckedTriple, CrossCheck, FileCheck
from .verifier.declarations import sources_of
from .verifier.run import PROCESSES, Job, ask_all
from .verifier.triple import Triple
from .violating import Violations


@frozen(slots=True)
class ViolationChecks:
    """The violations found in the methods of a file."""

    file: Path
    program: Program
    violations: Sequence[Violations]


def cross_check_violations(
    files: Sequence[ViolationChecks],
    *,
    program: str = "dafny",
    limits: VerifierLimits = LIMITS,
    processes: int = PROCESSES,
) -> CrossCheck:
    """Ask the verifier called `program` about every clause on every violating input. Raises SolverFailure where there
    is no verifier, OSError for a file that is gone."""
    verifier = find_verifier(program)
    jobs = [Job(list(_triples(each)), sources_of(each.program)) for each in files]
    answers = ask_all(jobs, verifier, limits, processes)
    checked = (
        FileCheck(each.file, tuple(map(CheckedTriple, job.triples, answer.answers)), answer.calls, answer.seconds)
        for each, job, answer in zip(files, jobs, answers, strict=True)
    )
    return CrossCheck(verifier.version, tuple(checked))


def _triples(found: ViolationChecks) -> Iterable[Triple]:
    for violations in found.violations:
        yield from _triples_of(violations, found.program)


def _triples_of(violations: Violations, program: Program) -> Iterator[Triple]:
    """For each violating input and each clause: the clause holds, or is refuted."""
    specification = violations.specification
    for verdict in violations.verdicts:
        seen = violations.observations.get(verdict.target)
        if verdict.arguments is None or seen is None:
            continue
        for index, condition in enumerate(violations.clauses):
            violated = index in seen.violated
            yield Triple(
                f"{specification.name}/violates {sorted(verdict.target)}/clause {index}",
                program,
                specification,
                verdict.arguments,
                {},
                (condition,),
                "refuted" if violated else "holds",
                (0,) if violated else (),
                seen.how.get(index) == "undefined",
            )
