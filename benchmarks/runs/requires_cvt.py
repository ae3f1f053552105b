"""`specassay cvt` on files of specifications: inputs that violate exactly the chosen `requires` clauses of their
methods, and their rows, values as literals of the language."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import evolve, frozen
from msgspec.structs import replace

from ...backends.solvers.choices import chosen
from ...backends.solvers.engines import engines_of
from ...core.deciding.engines import Engines
from ...core.errors import SpecassayError, Unsupported, defect
from ...core.ir.contracts import Condition, Datatype, Program, Specification
from ...core.ir.notation import show_value
from ...core.ir.sorts import INT, OBJECT, Sort, sorts_in
from ...core.ir.type_instances import replace_sorts
from ...core.ir.values import UninterpretedValue, with_parts
from ...core.language import Language
from ...core.language.scoring import read_examples
from ...core.spec_testing.examples import Examples
from ...core.spec_testing.violating_inputs import Violations, violations
from ...core.synthesis.verdicts import Arguments, Observation, Verdict
from ...dafny_harness.cross_check import CrossCheck, ViolationChecks, cross_check_violations
from ..datasets.specification_files import holds_files, specified_in
from ..datasets.specification_files import is_specified as is_file_of_specifications
from ..datasets.tasks import SpecTask
from ..schema import CvtRow
from .consistency import CONTRADICTORY, UNKNOWN
from .run import RunSettings, reading_of
from .task_report import Report, SolverAnswers, row_of_verdict


@frozen(slots=True)
class MethodViolations:
    """The result of one method in the form of a task's, and the texts of its clauses. `known`: its rows are those of an
    earlier run."""

    report: Report
    clauses: tuple[str, ...] = ()
    known: bool = False


@frozen(slots=True)
class FileViolations:
    """The results of one file: `found` is None where it could not be read."""

    methods: tuple[MethodViolations, ...]
    found: ViolationChecks | None = None


def is_specified(source: Path) -> bool:
    """Whether a source is a file of specifications, or a folder or project with some."""
    return specified_in(source) if source.is_dir() else holds_files(source) or is_file_of_specifications(source)


KnownRows = Mapping[str, Sequence[CvtRow]]
"""The id of a method → the rows that an earlier run has of it: all of them."""
NOTHING: KnownRows = {}


def complete_rows(task: SpecTask, settings: RunSettings, rows: KnownRows) -> dict[str, Sequence[CvtRow]]:
    """Method → its rows, for methods of a file with a row for each set of clauses."""
    try:
        program, _ = read_examples(task.file, task.language, settings.tests, reading_of(settings, task))
    except SpecassayError:
        return {}
    chosen_rows = {}
    for specification, written in _subjects(program):
        name = _name(task, specification)
        sets = {frozenset(row.violates) for row in rows.get(name, ()) if row.violates}
        if len(sets) >= min(2 ** len(written) - 1, settings.config.max_subsets):
            chosen_rows[name] = rows[name]
    return chosen_rows


def report_of(task: SpecTask, settings: RunSettings, known_rows: KnownRows = NOTHING) -> FileViolations:
    """Decide every set of clauses of every method with written preconditions, except for `known_rows`. Never raises for
    the file's sake: what goes wrong is the `error` of a report."""
    started = time.perf_counter()
    try:
        program, examples = read_examples(task.file, task.language, settings.tests, reading_of(settings, task))
        read = time.perf_counter() - started
        return _report(task, program, examples, settings, read, known_rows)
    except SpecassayError as problem:
        return FileViolations((MethodViolations(Report(task_id=task.task_id, error=str(problem))),))
    except Exception as problem:
        return FileViolations((MethodViolations(Report(task_id=task.task_id, error=defect(problem), failed=True)),))


def _report(
    task: SpecTask, program: Program, examples: Examples, settings: RunSettings, read: float, known_rows: KnownRows
) -> FileViolations:
    violations_found, methods = [], []
    for specification, written in _subjects(program):
        name = _name(task, specification)
        if name in known_rows:
            methods.append(_of_rows(name, known_rows[name], written))
            continue
        mine = [example for example in examples.examples if example.specification.name == specification.name]
        engines = _engines(settings)
        try:
            label = f"{task.task_id}-{specification.name}"
            of_method = violations(specification, program, mine, engines, label, settings.config.max_subsets)
        except Exception as problem:  # It is that method's alone.
            methods.append(MethodViolations(Report(task_id=name, error=defect(problem), failed=True)))
            continue
        violations_found.append(of_method)
        methods.append(
            MethodViolations(
                _of_method(of_method, name, read, task.language), tuple(c.clause.text for c in of_method.clauses)
            )
        )
        read = 0.0
    return FileViolations(tuple(methods), ViolationChecks(task.file, program, violations_found))


def _subjects(program: Program) -> Iterator[tuple[Specification, tuple[Condition, ...]]]:
    """The methods of the file itself that have a precondition, each with its written clauses."""
    for specification in program.specifications:
        written = tuple(condition for condition in specification.requires if not condition.clause.implicit)
        if written and (specification.span is None or specification.span.file == program.file):
            yield specification, written


def _name(task: SpecTask, specification: Specification) -> str:
    return f"{task.task_id}.{specification.name}"


def _of_rows(name: str, rows: Sequence[CvtRow], clauses: Sequence[Condition]) -> MethodViolations:
    """What rows of an earlier run say."""
    report = Report(
        task_id=name,
        rows=tuple(rows),
        clauses=len(clauses),
        lowered=sum(clause.term is not None for clause in clauses),
        problems=tuple(dict.fromkeys(str(p) for condition in clauses for p in condition.clause.problems)),
        subsets=2 ** len(clauses) - 1,
    )
    return MethodViolations(report, tuple(condition.clause.text for condition in clauses), known=True)


def _engines(settings: RunSettings) -> Engines:
    config = settings.config
    engines = engines_of("auto", config.dump, config.seconds_per_file)
    names = chosen(settings.solver)
    backends = tuple(backend for backend in engines.backends if backend.name in names)
    return evolve(engines, backends=backends, seconds=config.solver_limit)


def _of_method(violations_found: Violations, name: str, read: float, language: Language) -> Report:
    checks = (
        SolverAnswers(tuple(sorted(verdict.target)), {check.solver: check for check in verdict.checks})
        for verdict in violations_found.verdicts
    )
    return Report(
        task_id=name,
        rows=tuple(rows_of(violations_found, name, language)),
        clauses=len(violations_found.clauses),
        lowered=sum(clause.term is not None for clause in violations_found.clauses),
        problems=tuple(
            dict.fromkeys(str(p) for condition in violations_found.clauses for p in condition.clause.problems)
        ),
        subsets=2 ** len(violations_found.clauses) - 1,
        seconds={"parse": read, **violations_found.seconds},
        checks=tuple(check for check in checks if check.answers),
    )


def reports_of(
    tasks: Iterable[SpecTask], settings: RunSettings, step: Callable[[], None], known_rows: KnownRows = NOTHING
) -> Iterator[FileViolations]:
    """The report of each file; `step` is called after it."""
    for task in tasks:
        yield report_of(task, settings, known_rows)
        step()


def beside_verifier(files: Iterable[FileViolations]) -> CrossCheck:
    """The real verifier's word on every clause and every input found. Raises SolverFailure where there is none."""
    return cross_check_violations([file.found for file in files if file.found is not None])


def rows_of(violations_found: Violations, task: str, language: Language) -> list[CvtRow]:
    """A row for each set of clauses."""
    specification, seen = violations_found.specification, violations_found.observations
    rows = [
        _row(verdict, seen.get(verdict.target), specification, task, language) for verdict in violations_found.verdicts
    ]
    consistency = _consistency(violations_found.satisfied)
    return rows if consistency is None else [replace(row, consistency=consistency) for row in rows]


def _consistency(satisfied: Verdict | None) -> dict[str, Any] | None:
    """What rows say of a precondition that no input was seen to meet. A proof is one about all values of the types."""
    if satisfied is None:
        return None
    if satisfied.outcome == "infeasible" and satisfied.literals is not None:
        return {"outcome": CONTRADICTORY, "clauses": sorted(satisfied.literals.held), "core": list(satisfied.core)}
    return {"outcome": UNKNOWN, "reason": satisfied.reason or "the input that was found could not be confirmed"}


def _row(
    verdict: Verdict, seen: Observation | None, specification: Specification, task: str, language: Language
) -> CvtRow:
    row = row_of_verdict(task, verdict)
    if verdict.arguments is None or seen is None:
        return row
    try:
        arguments = arguments_of(verdict.arguments, specification, language)
    except Unsupported as problem:
        return replace(row, verdict="unknown", reason=f"an input was found that has no text: {problem.construct}")
    how = {str(index): manner for index, manner in sorted(seen.how.items())}
    return replace(row, arguments=arguments, raises_first=min(seen.violated), how=how)


def arguments_of(inputs: Arguments, specification: Specification, language: Language) -> dict[str, str]:
    """Parameter → literal, type parameters standing for int; `object#1` for an object, which has none. Raises
    Unsupported for another value without a literal."""
    integers = dict.fromkeys(specification.type_parameters, INT)
    return {
        language.word(binder.name): _text(
            _with_integers(inputs[binder.name], integers),
            replace_sorts(binder.sort, integers),
            specification.datatypes,
            language,
        )
        for binder in specification.inputs
    }


def _text(value: Any, sort: Sort, datatypes: Mapping[str, Datatype], language: Language) -> str:
    try:
        return language.literal(value, sort, datatypes)
    except Unsupported:
        if OBJECT not in sorts_in(sort):
            raise
        return show_value(value, sort)


def _with_integers(value: Any, integers: Mapping[str, Sort]) -> Any:
    if isinstance(value, UninterpretedValue) and value.sort in integers:
        return value.index
    return with_parts(value, lambda part: _with_integers(part, integers))
