"""Scores as rows of `spec`: one a method, values as Dafny literals."""

from collections.abc import Sequence

from attrs import asdict
from msgspec.structs import replace

from ...core.ir.contracts import Specification
from ...core.language import Language
from ...core.language.scoring import FileScores
from ...core.metrics import Score, proportion
from ...core.spec_testing.clauses import ClauseScore
from ...core.spec_testing.examples import OF_PROBLEM
from ...core.spec_testing.findings import Finding, Witness
from ...core.spec_testing.preconditions import InvalidInput, buckets
from ...core.spec_testing.program_mutants.running import BodyMutant
from ...core.spec_testing.score import MethodScore
from ...core.spec_testing.triples import Mutant, Tested
from ..problems.tests_of_files import TestsOfProblem
from ..schema import (
    AcceptedPart,
    AssessmentPart,
    BodyMutantPart,
    ClausePart,
    FindingPart,
    MutantPart,
    ProblemPart,
    Rate,
    SpecRow,
    TestPart,
    TrialPart,
    part_of,
)
from .undecided import undecided_parts


def row_of(score: MethodScore, task: str, file: str, language: Language) -> SpecRow:
    """One line of the result. A rate without data is null; clauses are referred to by position in `clauses` (those
    of the precondition, in `violated_requires`, by position among the `requires`)."""
    return part_of(
        SpecRow,
        score,
        task_id=task,
        file=file,
        line=score.specification.span.line if score.specification.span else None,
        assessment=part_of(AssessmentPart, score.assessed, witness=_witness(score.assessed.witness)),
        correctness=_bounds(score.correctness),
        completeness=_bounds(score.completeness),
        published=_bounds(score.published),
        functional=_bounds(score.functional),
        bodies=_bounds(_of_bodies(score.bodies)),
        approximate=sum(test.verdict == "approximate" for test in score.tests),
        clauses=[
            _clause(condition, _body_kills(score.bodies, number)) for number, condition in enumerate(score.ensures)
        ],
        requires=list(map(_clause, score.requires)),
        buckets=_buckets(score),
        tests=[_test(test, language) for test in score.tests],
        body_mutants=[_body_mutant(mutant, score.specification, language) for mutant in score.bodies],
        findings=list(map(finding_part, score.findings)),
        undecided=undecided_parts(score, language),
    )


def with_problem(row: SpecRow, beside: TestsOfProblem | None) -> SpecRow:
    """The row with what is said of the problem, where its tests were carried to this method."""
    carried = None if beside is None else beside.carried
    if beside is None or carried is None or row.method != carried.specification.name:
        return row
    problem = ProblemPart(
        name=beside.problem.name,
        tests=beside.count,
        taken=len(carried.tests),
        carried=sum(bool(test.examples) for test in carried.tests),
        order=carried.order,
        conversions=list(carried.conversions),
        left_out=dict(carried.reasons),
    )
    return replace(row, problem=problem)


def failed_row(task: str, file: str, reason: str, findings: tuple[Finding, ...] = (), status: str = "error") -> SpecRow:
    """The row of a file that could not be scored at all, or that has nothing to score."""
    return SpecRow(task_id=task, file=file, status=status, reason=reason, findings=list(map(finding_part, findings)))


def rows_of(scores: FileScores, task: str, file: str, *, named: bool = True) -> list[SpecRow]:
    """The rows of the scores of a file: one for each method, or one that says what there is instead. `named`: the
    file was asked for by its name; that it has nothing to score is an error then, if it is one of contracts."""
    rows = [row_of(score, task, file, scores.language) for score in scores.methods]
    if not rows:
        # Every file has a row, or it would stand in no denominator: "nothing to score" is an outcome, too.
        nothing = scores.findings[-1]
        is_error = named and nothing.kind == "no-method" and scores.language.dynamic
        status = "error" if is_error else nothing.kind.replace("-", " ")
        rows = [failed_row(task, file, nothing.message, scores.findings, status)]
    return rows + [failed_row(task, file, message) for message in scores.unread]


def finding_part(finding: Finding) -> FindingPart:
    """A finding of a row. Its `id` stays when lines move."""
    # Whoever compares runs knows a finding by it, also after lines were added above: no line numbers in here.
    id_parts = (finding.kind, finding.method, *(() if finding.clause is None else (str(finding.clause),)))
    span = finding.span
    return part_of(
        FindingPart,
        finding,
        id="/".join(id_parts),
        method=finding.method or None,
        witness=_witness(finding.witness),
        **({} if span is None else asdict(span)),
    )


def _witness(witness: Witness | None) -> dict[str, dict[str, str]] | None:
    return None if witness is None else {role: dict(texts) for role, texts in asdict(witness).items()}


def _bounds(score: Score) -> Rate | None:
    return None if score.low is None or score.high is None else (score.low, score.high)


def _clause(score: ClauseScore, body_kills: int = 0) -> ClausePart:
    clause = score.condition.clause
    return part_of(ClausePart, score, text=clause.text, line=clause.span.line, body_kills=body_kills)


def _buckets(score: MethodScore) -> dict[str, dict[str, int]]:
    valid = [test.judgement for test in score.tests if test.judgement is not None]
    wrong = [mutant.judgement for test in score.tests for mutant in test.mutants]
    trials = [trial for test in score.tests for trial in test.trials]
    counted = buckets(valid, wrong, trials)
    return {name: {str(verdict): n for verdict, n in counts.items()} for name, counts in counted.items()}


def _trial(trial: InvalidInput, specification: Specification, language: Language) -> TrialPart:
    inputs = language.literals(trial.inputs, specification)
    return part_of(TrialPart, trial, inputs=inputs, violated_requires=trial.precondition.refuting)


def _test(test: Tested, language: Language) -> TestPart:
    example = test.example
    specification = example.specification
    judgement = test.judgement
    accepted = test.accepted
    return part_of(
        TestPart,
        example,
        line=example.span.line if example.span else None,
        # Tests of the file itself are found by their lines.
        origin=example.test if example.source == OF_PROBLEM else "",
        inputs=language.literals(example.inputs, specification),
        output=language.literals(example.outputs, specification),
        constraints=[language.show(term) for term in example.constraints],
        verdict=test.verdict,
        clauses=() if judgement is None else judgement.clauses,
        refused_by=() if judgement is None else judgement.refuting,
        rounding=None if test.nearly is None else test.nearly.reason,
        precondition=test.precondition.verdict,
        violated_requires=test.precondition.refuting,
        invalid_inputs=[_trial(trial, specification, language) for trial in test.trials],
        accepted=None
        if accepted is None
        else part_of(AcceptedPart, accepted, other=language.literals(accepted.other, specification)),
        mutants=[_mutant(mutant, specification, language) for mutant in test.mutants],
    )


def _mutant(mutant: Mutant, specification: Specification, language: Language) -> MutantPart:
    return part_of(
        MutantPart,
        mutant,
        changed=[str(name) for name in mutant.changed],
        output=language.literals(mutant.outputs, specification),
        verdict=mutant.judgement.verdict,
        killed_by=mutant.judgement.refuting,
        engines=sorted({clause.engine for clause in mutant.judgement.clauses if clause.engine}),
    )


def _of_bodies(mutants: Sequence[BodyMutant]) -> Score:
    """The share of killed ones among the mutants that return something else; fails and endless ones return nothing."""
    # A mutant that divides by zero has no output that the specification could refuse: it counts for neither side. An
    # undecided one stays in the denominator and widens the interval.
    verdicts = [mutant.verdict for mutant in mutants]
    killed, unknown = verdicts.count("killed"), verdicts.count("unknown")
    return proportion(killed, unknown, killed + unknown + verdicts.count("survives"))


def _body_kills(mutants: Sequence[BodyMutant], clause: int) -> int:
    return sum(clause in mutant.killed_by for mutant in mutants)


def _body_mutant(mutant: BodyMutant, specification: Specification, language: Language) -> BodyMutantPart:
    span, called = mutant.mutant.change.span, mutant.specification or specification
    return part_of(
        BodyMutantPart,
        mutant,
        operator=mutant.mutant.operator,
        line=None if span is None else span.line,
        inputs=language.literals(mutant.inputs, called),
        expected=language.literals(mutant.expected, called),
        output=language.literals(mutant.outputs, called),
    )
