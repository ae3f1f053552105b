"""The score of a specification: does it accept what its tests expect, and refuse what they do not?

One method goes through these steps, each with a part of the time: its examples are judged, with wrong outputs made from
them and other outputs that are accepted (`_judged`); then its body is held against the postcondition, its clauses are
examined, and a repair is looked for (`_of_method`). The verdict is drawn from all of that (`assessment.py`).

Example: `Max` has the tests Max([1, 3]) == 3 and Max([2]) == 2. Both outputs are accepted: correctness is 2 of 2. Of
ten wrong outputs made from them seven are refused: completeness is 0.7, and each of the others is a witness that the
specification is weak.

Invariant: a rate counts decided tests only, and has bounds for the others: *unknown*, *timeout* and *error* are neither
accepted nor refused. An output that some test of the same input expects, or that the body may return by another choice,
is never counted as wrong.
"""

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Literal

from attrs import evolve, field, frozen

from ..alarm import LimitReached, alarm
from ..deciding.clauses import DEFINITE, Decision, combine, reachable, theory_of
from ..deciding.engines import Engines
from ..deciding.triples import TripleJudgement
from ..errors import defect
from ..ir.build import is_false
from ..ir.contracts import Program, Specification
from ..ir.variables import Valuation
from ..memory import OUT_OF_MEMORY
from ..metrics import Score, SpecificationVerdict, completeness, correctness, proportion
from .accepted_outputs import with_accepted
from .aliased import as_called
from .assessment import REFUSALS, Assessed, assess, assess_definition, but_for, on_every_input
from .clauses import (
    ClauseScore,
    axioms_for,
    clause_findings,
    clause_scores,
    proved_lemma,
    requires_scores,
    without_proofs,
)
from .contents import contents
from .contradictions import never_called, smallest_without_output, uncallable_finding
from .dynamic_outputs import determined
from .examples import BODY, OF_BODY, SPECIFICATION, Example, Examples, said
from .executing import Alternatives, alternatives
from .findings import Finding
from .findings_of_bodies import body_findings, needless_findings, refused_choices
from .findings_of_tests import findings_of_tests, other_output_findings, undecided_by_choice
from .free_order import is_rearranged, with_free_order
from .freshness import freshness_findings
from .judging import judge_outputs
from .program_mutants.running import BodyMutant, run_mutants, surviving_findings
from .reached_arrays import with_arrays_named
from .recommendations import recommendation_findings
from .repair import Repair, repair
from .spec_testing_limits import LIMITS
from .triples import Options, Tested, TestVerdict, functional_share, run_example, with_trials

Status = Literal["scored", "no tests", "unsupported", "error"]
"""`unsupported`: no clause of the postcondition could be lowered. `error`: we failed, or a tool."""

FEW_TESTS = 3
"""A repair that rests on fewer tests says on how many."""


@frozen(slots=True, repr=False)
class MethodScore:
    """The score of one method, and of each clause of its postcondition and precondition.

    `assessed`: the one verdict from all of it.
    Inputs that violate the precondition do not count, and one that may leaves its test unknown. `correctness` counts
    the tests that are not approximate, `completeness` their mutants, `published` those of them that the published
    operators alone make, `functional` the inputs on which the expected output is accepted and no other (proved).
    `reason` explains a status other than scored. `bodies`: what became of mutants of the method's body.

    A score is also a mapping, to what `to_dict` says, so that `pandas.DataFrame(scores)` has a column for each.
    """

    specification: Specification
    assessed: Assessed
    status: Status
    reason: str
    correctness: Score
    completeness: Score
    functional: Score
    ensures: tuple[ClauseScore, ...]
    requires: tuple[ClauseScore, ...]
    repair: Repair | None
    tests: tuple[Tested, ...]
    findings: tuple[Finding, ...]
    bodies: tuple[BodyMutant, ...] = ()
    published: Score = field(factory=lambda: proportion(0, 0, 0))

    @property
    def method(self) -> str:
        return self.specification.name

    def __repr__(self) -> str:
        rates = f"correctness {self.correctness.value}, completeness {self.completeness.value}"
        return f"MethodScore({self.method}: {self.assessed.verdict}, {rates})"

    def to_dict(self) -> dict[str, str | int | float | None]:
        """The method, its verdict and its rates, by name; None for a rate that is not known or has no data."""
        rates = {name: getattr(self, name).value for name in ("correctness", "completeness", "published", "functional")}
        return {
            "method": self.method,
            "verdict": self.assessed.verdict,
            "status": self.status,
            "reason": self.reason,
            **rates,
            "tests": len(self.tests),
            "findings": ", ".join(sorted({finding.kind for finding in self.findings})),
        }

    def keys(self) -> list[str]:
        """The names in `to_dict`."""
        return list(self.to_dict())

    def __getitem__(self, name: str) -> str | int | float | None:
        """What `to_dict` says of a name. Raises KeyError."""
        return self.to_dict()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys())

    def __len__(self) -> int:
        return len(self.keys())


Mapping.register(MethodScore)


def score_program(
    program: Program, found: Examples, options: Options, label: str = "", only: Collection[str] | None = None
) -> tuple[MethodScore, ...]:
    """Score every method of a program that promises something or that a test calls, in source order; of those that it
    includes only the ones that a test calls. What goes wrong with one method is that method's error, and no other's.

    `found` are the examples to test with (`examples_of(program)`), `label` seeds the mutants and names the
    queries of a dump. `only`: the names of those to score. Findings about no scored method go with the first.
    """
    subjects = [
        specification
        for specification in program.specifications
        if _is_subject(specification, program, found) and (only is None or specification.name in only)
    ]
    names = {specification.name for specification in subjects}
    scores = []
    # Each subject has its share of the time that is left: what one does not use the others get.
    for specification, engines in zip(subjects, options.engines.clocked(len(subjects)), strict=True):
        own = (example for example in found.examples if example.specification.name == specification.name)
        # Examples are made exact: names that are one object here, arrays with names.
        examples = [with_arrays_named(as_called(example), theory_of(program)) for example in own]
        findings = [f for f in found.findings if f.method == specification.name]
        # Every way out leaves a score: a method that fails, or has no time, must not be missing from the table.
        if specification.name in found.failed:
            scores.append(_unjudged(specification, findings, found.failed[specification.name], "error"))
            continue
        if not engines.left:
            scores.append(_unjudged(specification, findings, f"{engines.out_of_time} before it was judged"))
            continue
        # A limit by signal, for what does not count its steps.
        try:
            proved = found.determined.get(specification.name)
            if proved is None and (types := found.types.get(specification.name)) is not None:
                proved = determined(specification, types, program, engines)
            shared = evolve(options, engines=engines, determined=proved)
            with alarm(engines.left + LIMITS.seconds_late):
                score = score_method(specification, examples, findings, program, shared, label)
            # A proof over all inputs is stronger than anything that was tested.
            assessed = score.assessed if proved is None else on_every_input(score.assessed, proved)
            left_out = found.left_out.get(specification.name)
            assessed = assessed if left_out is None else but_for(assessed, left_out)
            scores.append(evolve(score, assessed=assessed))
        except LimitReached:
            scores.append(_unjudged(specification, findings, f"{engines.out_of_time} before it was judged"))
        except MemoryError:
            scores.append(_unjudged(specification, findings, f"{OUT_OF_MEMORY} before it was judged"))
        except Exception as error:
            scores.append(_unjudged(specification, findings, defect(error), "error"))
    # Findings about no scored method would be lost otherwise; they say nothing of the one that they stand with.
    others = {(f.kind, f.span): f for f in reversed(found.findings) if f.method not in names}
    if scores and others:
        scores[0] = evolve(scores[0], findings=(*scores[0].findings, *reversed(others.values())))
    return tuple(scores)


def _unjudged(
    specification: Specification, findings: Sequence[Finding], why: str, status: Status = "no tests"
) -> MethodScore:
    """A method of which nothing is known: a limit left no time or no memory for it, or there is a defect of ours or of
    a tool, whose status is *error*."""
    nothing = proportion(0, 0, 0)
    assessed, told = Assessed("unknown", why), tuple(findings)
    return MethodScore(specification, assessed, status, why, nothing, nothing, nothing, (), (), None, (), told)


def _shares(options: Options, count: int) -> Iterator[Options]:
    """The options for each of so many tests in turn, with an equal part of the time."""
    return (evolve(options, engines=engines) for engines in options.engines.shares(count))


def score_method(
    specification: Specification,
    examples: Sequence[Example],
    findings: Sequence[Finding],
    program: Program,
    options: Options,
    label: str = "",
) -> MethodScore:
    """Score one method on examples of it. `findings` are those known already."""
    tests, broken = _judged(specification, examples, program, options, f"{label}-{specification.name}")
    findings = (*findings, *broken)
    if specification.kind != "method":
        return _of_definition(specification, tests, findings, program, options, f"{label}-{specification.name}")
    return _of_method(specification, tests, findings, program, options, f"{label}-{specification.name}")


def _judged(
    specification: Specification, examples: Sequence[Example], program: Program, options: Options, label: str
) -> tuple[tuple[Tested, ...], list[Finding]]:
    """The examples with what the specification says of their outputs, of mutants of these, and of other outputs; and
    the finding that it refuses what the body may return on one of them.

    Several examples may be about one input: an output that another of them expects (`siblings`), or that the body may
    return, is right, and no mutant.
    """
    labels = [f"{label}-{number}" for number in range(len(examples))]
    # Examples of one input belong together: what one expects is right for the others.
    keys = [contents(tuple(example.inputs.values())) for example in examples]
    siblings: dict[Hashable, dict[Hashable, Example]] = {}
    chosen: dict[Hashable, Alternatives] = {}
    for key, example in zip(keys, examples, strict=True):
        siblings.setdefault(key, {}).setdefault(said(example), example)
        # What the body may return is known once for each input.
        if key not in chosen:
            chosen[key] = example.chosen or alternatives(
                example.specification,
                example.inputs,
                program,
                options.engines,
                example.beginning,
                example.outputs if example.source in OF_BODY else None,
            )
            # Each possible output of the body is right, and so it becomes a sibling.
            for other in (_returning(output, example) for output in chosen[key].outputs):
                siblings[key].setdefault(said(other), other)
            if chosen[key].pattern is not None:
                siblings[key][said(example)] = evolve(example, chosen=chosen[key])
    judging = _judging(specification, examples, options)
    # Every test with its share of the time.
    tests = tuple(
        run_example(example, siblings[key].values(), program, shared, name)
        for example, key, name, shared in zip(examples, keys, labels, _shares(judging, len(examples)), strict=True)
    )
    # An independent engine confirms or contradicts.
    if options.oracle is not None:
        tests = options.oracle(tests, program)
    if options.functional and specification.kind == "method":
        # Last, and with a budget of its own: no verdict has to wait for it.
        searching = options.engines.within(LIMITS.output_search_seconds, "the other outputs of a method")
        searching = evolve(searching, kind=f"other outputs of {specification.name}")
        tests = tuple(
            with_accepted(test, siblings[key].values(), program, engines, name, options.determined)
            for test, key, name, engines in zip(tests, keys, labels, searching.shares(len(tests)), strict=True)
        )
    # Precondition trials come last, and for the first tests only.
    trying = zip(
        tests[: LIMITS.invalid_trials], labels, _shares(judging, len(tests[: LIMITS.invalid_trials])), strict=False
    )
    tried = (with_trials(test, program, shared, name) for test, name, shared in trying)
    tests = (*tried, *tests[LIMITS.invalid_trials :])
    may_return = ((test, chosen[key].outputs) for test, key in zip(tests, keys, strict=True))
    broken = list(islice(refused_choices(may_return, program, judging), 1))
    # Where the body's choices are not all known, an accepted output may be one of them.
    tests = tuple(
        undecided_by_choice(test) if chosen[key].open else test for test, key in zip(tests, keys, strict=True)
    )
    return _with_smallest(specification, tests, program, judging, label), broken


def _with_smallest(
    specification: Specification, tests: tuple[Tested, ...], program: Program, options: Options, label: str
) -> tuple[Tested, ...]:
    """The tests, where nobody says what is right and an input has no output at all, with the smallest of those first
    that are found from it."""
    refused = [test for test in tests if test.example.source == SPECIFICATION and test.verdict == "refuted"]
    if not refused:
        return tests
    first = refused[0]
    inputs = smallest_without_output(specification, first.example.inputs, program, options.engines)
    small = run_example(evolve(first.example, inputs=inputs), (), program, options, label)
    if small.verdict == "refuted" and inputs != first.example.inputs:
        # That no output is accepted is what both inputs show.
        small = evolve(small, accepted=first.accepted)
        return (small, *(test for test in tests if test is not first and test.example.inputs != inputs))
    return tests


def _judging(specification: Specification, examples: Sequence[Example], options: Options) -> Options:
    """The options while tests are judged."""
    engines = evolve(options.engines.part(LIMITS.judging_share), kind=f"outputs of {specification.name}")
    judging = evolve(options, engines=engines)
    if specification.kind != "method":
        judging = evolve(judging, mutants=0)
    if specification.heap.representation or specification.heap.modelled:
        judging = evolve(judging, states=tuple(example for example in examples if not example.unknowns))
    if specification.kind == "lemma":
        # A solver chooses what functions without a body mean, and so what is false; the evaluator does not.
        judging = evolve(judging, engines=evolve(judging.engines, backends=(), use_evaluator=True))
    return judging


def _of_method(
    specification: Specification,
    tests: tuple[Tested, ...],
    findings: Sequence[Finding],
    program: Program,
    options: Options,
    name: str,
) -> MethodScore:
    """The score of a method whose tests are judged: of its body, of its clauses, and what would repair it."""
    # Mutants of the body, if they are asked for.
    bodies = run_mutants(specification, tests, program, options, name) if options.bodies else ()
    if specification.free_order:
        tests = tuple(map(with_free_order, tests))
        bodies = tuple(body for body in bodies if not is_rearranged(body.expected, body.outputs))
    # Clauses after the tests: what was seen of them decides whether a proof is worth asking for.
    ensures = clause_scores(specification, tests, program, options.engines, name)
    requires = requires_scores(specification, tests, program, options.engines, name)
    uncallable = _uncallable(specification, tests, program, options, name)
    # Of a method without inputs every clause is provable, which would say nothing.
    if uncallable is not None:
        ensures = without_proofs(ensures)
    valid = [test for test in tests if test.judgement is not None]
    wrong = [mutant for test in valid for mutant in test.mutants]
    counted = [test for test in tests if test.verdict != "invalid input"]
    status: Status = "scored"
    reason = ""
    # Why there is no rate, where there is none.
    if not counted:
        status, reason = "no tests", "every test violates a precondition" if tests else "no usable test"
    elif specification.ensures and all(condition.term is None for condition in specification.ensures):
        status, reason = "unsupported", "no clause of the postcondition is supported"
    # A repair needs to know what is right.
    expecting = [test for test in tests if test.example.source != SPECIFICATION]
    proposal = repair(specification, expecting, program, options.engines, options.language.rewriting)
    accepted = list(other_output_findings(specification, tests, options.language))
    told = (
        *accepted,
        *surviving_findings(specification, bodies, options.language),
        # Order of findings: what decides the verdict comes first.
        # What is beyond the tests is news where the tests themselves do not show it.
        *(finding for finding in findings if not (accepted and finding.kind == "leaves-output-open")),
        *findings_of_tests(specification, tests, bool(program.tests), options),
        *clause_findings(specification, ensures, requires, tests, uncallable),
        *_not_recommended(specification, tests, findings, program, options),
        *needless_findings(specification, tests, program, options.engines, options.language),
        *freshness_findings(specification, [test for test in tests if test.judgement is not None]),
        *_proposals(specification, proposal),
    )
    if uncallable is not None:
        # That no input is there to be had is why there is no test.
        told = _without_missing_tests(told)
    # A field that no clause constrains is no part of any output, so that there is always another state after the call.
    left_open = any(finding.kind == "accepts-another-output" for finding in findings)
    # What a body does on tests that say what is right speaks of the body, and not of what is assessed.
    of_body = tuple(body_findings(specification, tests, program, options.engines, options.language))
    # Judged on the tests that say something about outputs, where there are any.
    telling = [test for test in tests if test.example.is_telling] or tests
    assessed = assess(specification, telling, ensures, told, options.language)
    if assessed.verdict == "wrong" and not any(finding.kind in REFUSALS for finding in told):
        # Exit codes and reports are about findings: a verdict that is bad has one.
        told = (*told, Finding("no-output", specification.name, assessed.reason, specification.span))
    return MethodScore(
        specification,
        assessed,
        status,
        reason,
        _correctness(counted),
        completeness(_counted(mutant.judgement.verdict) for mutant in wrong),
        functional_share(valid, left_open),
        ensures,
        requires,
        proposal,
        tests,
        (*told, *of_body),
        bodies,
        completeness(_counted(mutant.judgement.verdict) for mutant in wrong if mutant.published),
    )


def _of_definition(
    specification: Specification,
    tests: Sequence[Tested],
    findings: Sequence[Finding],
    program: Program,
    options: Options,
    name: str,
) -> MethodScore:
    """The score of a lemma or function: does it hold on its inputs? A lemma has no output, and that of a function is
    what its body says."""
    nothing = proportion(0, 0, 0)
    lowered = any(condition.term is not None for condition in specification.ensures)
    status: Status = "scored"
    reason = ""
    if not tests:
        status, reason = "no tests", "no usable test"
    # Without tests a definition is neither right nor wrong.
    elif not lowered:
        status, reason = "unsupported", "no clause of the postcondition is supported"
    # `requires P ensures false` is how a lemma says that P never holds: that is no defect of its precondition.
    refutes = specification.kind == "lemma" and any(
        condition.term is not None and is_false(condition.term) for condition in specification.ensures
    )
    uncallable = None if refutes else _uncallable(specification, tests, program, options, name)
    # A lemma that may be called on an input of a test is worth a proof over all inputs, and so is one of which no valid
    # input is known: it may say that there is none.
    asked = specification.kind == "lemma" and uncallable is None and (not tests or any(map(_may_be_called, tests)))
    proved = proved_lemma(specification, program, options.engines, name) if asked else None
    if proved is not None:
        tests = [_proved(test, proved) for test in tests]
    elif specification.kind == "lemma":
        tests = _for_all_functions(tests, program, options.engines, name)
    told: tuple[Finding, ...] = (*findings, *findings_of_tests(specification, tests, True, options))
    if uncallable is not None:
        told = (*_without_missing_tests(told), uncallable)
    return MethodScore(
        specification,
        assess_definition(specification, tests, told, proved),
        status,
        reason,
        _correctness(tests),
        nothing,
        nothing,
        (),
        (),
        None,
        tuple(tests),
        told,
    )


def _not_recommended(
    specification: Specification,
    tests: Sequence[Tested],
    findings: Sequence[Finding],
    program: Program,
    options: Options,
) -> Iterator[Finding]:
    """The calls in clauses that are not as recommended, but for the clauses of which that is found already."""
    known = [finding.span for finding in findings if finding.kind == "against-recommendation"]
    found = recommendation_findings(specification, tests, program, options.engines, options.language)
    return (finding for finding in found if finding.span not in known)


def _uncallable(
    specification: Specification, tests: Sequence[Tested], program: Program, options: Options, name: str
) -> Finding | None:
    """The finding that no input meets the precondition, where that is proved."""
    uncallable = never_called(specification, tests, program, options.engines, name)
    return None if uncallable is None else uncallable_finding(specification, uncallable)


def _without_missing_tests(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """The findings about what is never called: that nothing calls it follows."""
    return tuple(finding for finding in findings if finding.kind not in ("not-executed", "no-tests"))


def _proved(test: Tested, engine: str) -> Tested:
    """The test of a lemma that an engine proved of all inputs: what was open on this one holds."""
    judgement = test.judgement
    if test.precondition.verdict != "holds" or judgement is None or judgement.verdict in DEFINITE:
        return test
    clauses = tuple(
        decision if decision.verdict in DEFINITE else Decision("holds", engine) for decision in judgement.clauses
    )
    return evolve(test, judgement=TripleJudgement(combine(clauses), clauses))


def _for_all_functions(tests: Sequence[Tested], program: Program, engines: Engines, label: str) -> list[Tested]:
    """The tests of a lemma with what solvers say of functions without a body, where evaluation knows nothing of these:
    what is true, or false, whatever they are."""
    limited = evolve(engines, seconds=min(engines.seconds, LIMITS.lemma_query_seconds), kind="lemma")
    judged: list[Tested] = []
    undecided = 0
    for test in tests:
        # Of one lemma all tests ask for the same: what solvers do not come to twice takes the time of other subjects.
        if undecided == LIMITS.undecided_lemma_tests or not _rests_on_bodyless_functions(test, program):
            judged.append(test)
            continue
        judgement = judge_outputs(test.example, test.example.outputs, (), theory_of(program), limited, f"{label}-any")
        undecided += judgement.verdict not in DEFINITE
        # What is false, and about functions of which there are axioms, may be concluded from these: they are to blame.
        blamed = judgement.verdict == "refuted" and bool(axioms_for(test.example.specification, program))
        judged.append(evolve(test, judgement=judgement) if judgement.verdict in DEFINITE and not blamed else test)
    return judged


def _rests_on_bodyless_functions(test: Tested, program: Program) -> bool:
    """Whether a test of a valid input is open, and its specification applies functions without a body."""
    called = reachable(program.functions, *test.example.specification.terms).values()
    return (
        test.precondition.verdict == "holds"
        and test.judgement is not None
        and test.judgement.verdict == "unknown"
        and any(function.body is None for function in called)
    )


def _may_be_called(test: Tested) -> bool:
    """Is it not known that the input of a test violates the precondition?"""
    return test.precondition.verdict != "refuted"


def _returning(output: Valuation, example: Example) -> Example:
    """The example that the body returns this output on the same input."""
    return evolve(example, outputs=output, unknowns={}, constraints=(), source=BODY)


def _correctness(tests: Sequence[Tested]) -> Score:
    """The share of accepted tests. Approximate ones are no evidence either way, and where nobody says what is right
    there is nothing to accept: these count in `no_data`."""
    told = (test for test in tests if test.example.source != SPECIFICATION)
    exact = [_counted(test.verdict) for test in told if test.verdict != "approximate"]
    return evolve(correctness(exact), no_data=len(tests) - len(exact))


def _is_subject(specification: Specification, program: Program, found: Examples) -> bool:
    if specification.name in {test.name for test in program.tests}:
        return False
    if specification.ensures and (specification.span is None or specification.span.file == program.file):
        return True
    return any(example.specification.name == specification.name for example in found.examples)


def _counted(verdict: TestVerdict) -> SpecificationVerdict:
    """The verdict as a rate counts it: timeout and error are unknown."""
    return verdict if verdict in ("holds", "refuted") else "unknown"


def _proposals(specification: Specification, proposal: Repair | None) -> Iterator[Finding]:
    if proposal is not None:
        clause = specification.ensures[proposal.clause].clause
        stronger = "one clause more" if proposal.added else "a stronger clause"
        message = f"{stronger} refuses {proposal.kills} of {proposal.survivors} surviving outputs and keeps every test"
        if proposal.tests < FEW_TESTS:
            message += f", of which there {'is' if proposal.tests == 1 else 'are'} only {proposal.tests}"
        yield Finding("repair", specification.name, message, clause.span, proposal.clause)
