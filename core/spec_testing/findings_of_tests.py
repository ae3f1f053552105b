"""What the tests of a specification show, as findings: each with the test as its witness.

A finding blames the specification, the test, or the body, and says so by its kind (`findings.py`). Which one depends on
where the expectation comes from: if somebody wrote it, the specification refuses a right output; if the body returned
it, the two contradict each other, and nobody knows which is right.

Example: `Largest([-4]) == -4` is accepted, and so is the output 0. That is *accepts-another-output* with the witness
`Largest([-4]) → 0 where -4 is expected`. There is one such finding for each method, with the best witness, however many
tests show it (`_of_best`).

Invariant: a finding rests on verdicts that are definite. Of an undecided test the only finding is that it is undecided.
"""

from collections.abc import Iterator, Sequence

from attrs import evolve

from ..deciding.triples import TripleJudgement
from ..ir.contracts import Condition, Specification
from ..ir.variables import Valuation
from .examples import OF_BODY, SPECIFICATION, Example
from .findings import Finding, Witness, summary
from .notation import Notation, told
from .triples import Options, Tested
from .wrong_outputs import LABELLED


def findings_of_tests(
    specification: Specification, tests: Sequence[Tested], tested: bool, options: Options
) -> Iterator[Finding]:
    """What is said of a specification and of its tests. `tested`: whether the file has test methods at all."""
    name, language = specification.name, options.language
    # Without tests nothing below says anything.
    if not tests:
        hint = "" if tested or not language.tests else f": tests are {language.tests}"
        yield Finding("no-tests", name, f"no usable test calls {name}{hint}", specification.span)
    # Only facts of types: the method promises nothing.
    if all(condition.clause.fact for condition in specification.ensures):
        yield Finding(
            "no-postcondition",
            name,
            f"{name} has no postcondition: it accepts every output",
            specification.span,
        )
    for conditions in (specification.requires, specification.ensures):
        yield from _unsupported(name, conditions)
    # Findings about made tests are many and alike: one of each kind is kept.
    yield from _merged([each for test in tests for each in _findings_of_test(name, test, options)])


def _merged(findings: Sequence[Finding]) -> Iterator[Finding]:
    """Keep one finding of each kind and clause about made tests, which may come in hundreds."""
    found: dict[tuple[str, int | None], list[Finding]] = {}
    for finding in findings:
        # Tests in a file have a place each, at which a reader looks.
        if finding.span is None or finding.kind == "no-output":
            found.setdefault((finding.kind, finding.clause), []).append(finding)
        else:
            yield finding
    for first, *others in found.values():
        more = f" (and {len(others)} more of its tests)" if others else ""
        yield evolve(first, message=first.message + more)


def _unsupported(name: str, conditions: Sequence[Condition]) -> Iterator[Finding]:
    for index, condition in enumerate(conditions):
        if condition.term is None:
            span = condition.clause.span
            # The place of the finding is told with it: a problem at that very place needs no other.
            found = (
                evolve(problem, span=None) if problem.span == span else problem for problem in condition.clause.problems
            )
            yield Finding("unsupported-clause", name, "; ".join(map(str, found)), span, index)


def _findings_of_test(name: str, test: Tested, options: Options) -> Iterator[Finding]:
    specification, span = test.example.specification, test.example.span
    yield from labelled_findings(test, options.language)
    if test.example.invalid:
        return
    # The input breaks the precondition: the postcondition promises nothing on it.
    if test.verdict == "invalid input":
        # The author of the test expects an answer there, and the postcondition gives it: the precondition may be the
        # mistake, and not the test.
        needless = any(trial.right == "holds" for trial in test.trials)
        note = "; even so, the postcondition accepts its expected output" if needless else ""
        for index in test.precondition.refuting:
            text = summary(specification.requires[index].clause)
            message = f"the input of this test violates {text}{note}"
            witness = _witness(test, options.language)
            yield Finding("breaks-precondition", name, message, span, index, witness)
        return
    # Whether the input is valid is open, and with it all that follows.
    if test.judgement is None:
        reasons = test.precondition.reason
        message = f"whether the input of this test meets the precondition is not known: {reasons}"
        yield Finding("undecided", name, message, span)
        return
    # Refuted is a finding against the specification or the test; who wrote the expectation decides which.
    match test.judgement.verdict:
        case "refuted":
            yield from _contradictions(name, test, test.judgement, options.language)
        case "holds":
            pass
        case verdict:
            yield Finding("undecided", name, f"{verdict}: {test.judgement.reason}", span)
    told = test.example.source != SPECIFICATION
    if told and not test.mutants and options.mutants and specification.kind == "method":
        yield Finding("no-mutants", name, "no wrong output could be made from this test", span)


def _contradictions(name: str, test: Tested, judgement: TripleJudgement, language: Notation) -> Iterator[Finding]:
    specification, expected = test.example.specification, _wanted(test, language)
    # A difference within rounding is told as such and blames nobody.
    if test.nearly is not None:
        text = "; ".join(summary(specification.ensures[index].clause) for index in judgement.refuting)
        message = f"{text} refuses the expected output; {test.nearly.reason}{expected}"
        yield Finding("approximate", name, message, test.example.span, witness=_witness(test, language))
        return
    # Without an expected output, refuted means that there is none at all.
    if test.example.source == SPECIFICATION:
        message = f"no output satisfies the postcondition on {_called(test, language)}"
        yield Finding("no-output", name, message, test.example.span, witness=_witness(test, language))
        return
    # The blame follows the source: an author's expectation, a lemma's claim, or what the body returned.
    kind, says = "contradicts-test", "refuses the expected output"
    if specification.kind == "lemma":
        kind, says = "counterexample", "is false"
    elif test.example.source in OF_BODY:
        kind, says = "body-breaks-postcondition", "refuses what the body returns"
    if test.example.source in OF_BODY and test.accepted is None:
        expected = f": {_called(test, language)}"
    # Each clause that refuses is a finding of its own, so that a reader sees which one to look at.
    for index in judgement.refuting:
        reason = judgement.clauses[index].reason
        message = f"{summary(specification.ensures[index].clause)} {says}"
        detail = f" ({reason})" if reason else ""
        yield Finding(kind, name, f"{message}{detail}{expected}", test.example.span, index, _witness(test, language))
    # No clause alone refuses, but all together do.
    if not judgement.refuting:
        message = "the clauses together refuse every output that the test allows"
        yield Finding(kind, name, message, test.example.span, witness=_witness(test, language))


def _witness(test: Tested, language: Notation) -> Witness:
    """A test as what shows a finding: what it expects, and what is accepted instead. What the body returns is the other
    output, of which nobody says that it is right."""
    example, accepted = test.example, {} if test.accepted is None else test.accepted.other
    inputs, outputs, instead = (
        language.literals(each, example.specification) for each in (example.inputs, example.outputs, accepted)
    )
    return Witness(inputs, {}, outputs) if example.source in OF_BODY else Witness(inputs, outputs, instead)


def _wanted(test: Tested, language: Notation) -> str:
    """What the postcondition accepts instead of the expected output, for the end of a message."""
    if test.accepted is None:
        return ""
    if test.accepted.verdict == "none":
        return "; no output satisfies the postcondition on this input"
    if not test.accepted.other:
        return ""
    other = told(language.literals(test.accepted.other, test.example.specification))
    only = "only " if test.accepted.only else ""
    return f": {_called(test, language)}; it accepts {only}{other}"


def _called(test: Tested, language: Notation) -> str:
    """The input of a test and the output that it expects, where there is one."""
    example, specification = test.example, test.example.specification
    inputs, outputs = (told(language.literals(each, specification)) for each in (example.inputs, example.outputs))
    return f"{specification.name}({inputs})" + (f" → {outputs}" if outputs else "")


# -- labels


def labelled_findings(test: Tested, language: Notation) -> Iterator[Finding]:
    """Outputs that are labelled wrong and accepted, and an input that is labelled invalid and not refused."""
    example, specification = test.example, test.example.specification
    inputs = told(language.literals(example.inputs, specification))
    for mutant in test.mutants:
        if mutant.operator == LABELLED and mutant.judgement.verdict == "holds":
            shown = told(language.literals(mutant.outputs, specification))
            message = f"{specification.name}({inputs}) → {shown}, which is labelled wrong, is accepted"
            yield Finding("accepts-wrong-output", specification.name, message, example.span)
    if not example.invalid or test.precondition.verdict == "refuted":
        return
    # Undecided is neither: it is told apart, as a label may be wrong as well.
    allows = test.precondition.verdict == "holds"
    says = "meets the precondition" if allows else f"is undecided ({test.precondition.verdict})"
    message = f"{specification.name}({inputs}), an input that is labelled invalid, {says}"
    yield Finding("allows-bad-input" if allows else "undecided", specification.name, message, example.span)


OPEN = "the body has more choices than were tried"


def undecided_by_choice(test: Tested) -> Tested:
    """A test of a method whose body may return other outputs on its input, and not all of them are known: of what is
    accepted there nobody knows whether it is wrong. What is refused is."""
    mutants = tuple(mutant for mutant in test.mutants if mutant.judgement.verdict == "refuted")
    accepted = test.accepted
    if accepted is not None and accepted.verdict == "several":
        accepted = evolve(accepted, verdict="unknown", wrong=False, reason=OPEN)
    return evolve(test, mutants=mutants, accepted=accepted)


def other_output_findings(
    specification: Specification, tests: Sequence[Tested], language: Notation
) -> Iterator[Finding]:
    """At most one finding: the specification accepts an output that the tests of a valid input refuse.

    Where it also refuses what a test expects, the two disagree about what is right, and no output on that input is a
    sign of weakness; nor is one that the test allows too (`assert a[r] == 3`), or that only rounding keeps apart.
    """
    # A test whose expectation is refused cannot show weakness.
    asked = [test for test in tests if test.judgement is not None and test.judgement.verdict != "refuted"]
    # The tests on which another output is accepted.
    found = {number: others for number, test in enumerate(asked) if (others := list(_others(test)))}
    if not found:
        # Nothing accepted beside an expected output: is there a choice that nobody has expected?
        yield from _left_open(specification, asked, language)
        return
    pairs = [(asked[number].example, other) for number, others in found.items() for other in others]
    witnesses = [_of_best(example, other, language) for example, other in pairs]
    # The least doubtful witness represents all.
    best = min(witnesses, key=_doubt)
    message = f"another output is accepted on {len(found)} of {len(asked)} valid inputs"
    if all(_rearranged(witness) for witness in witnesses):
        message += ", always with the same elements in another order"
    yield Finding("accepts-another-output", specification.name, message, specification.span, witness=best)


def _left_open(specification: Specification, tests: Sequence[Tested], language: Notation) -> Iterator[Finding]:
    """At most one finding: two outputs are accepted on an input of which nobody says what is right. A body that leaves
    no choice open returns one of them at most, and the other is accepted beside it."""
    best = None if language.choices else undetermined_output(specification, tests, language)
    if best is None:
        return
    where = f"on {len(_undetermined(tests))} of {len(tests)} valid inputs"
    message = f"whatever a body returns, another output is accepted {where}, for example beside {told(best.expected)}"
    witness = Witness(best.inputs, {}, best.other)
    yield Finding("leaves-output-open", specification.name, message, specification.span, witness=witness)


def undetermined_output(specification: Specification, tests: Sequence[Tested], language: Notation) -> Witness | None:
    """The simplest input on which two outputs are accepted and nobody says what is right, with both; None without
    any."""
    shown = [
        _of_best(evolve(test.example, outputs=_accepted_first(test)), test.accepted.other, language)
        for test in _undetermined(tests)
        if test.accepted is not None
    ]
    return min(shown, key=_doubt, default=None)


def two_outputs(specification: Specification, witness: Witness) -> str:
    """A call, with two outputs that are accepted of it."""
    called = f"{specification.name}({told(witness.inputs)})"
    return f"{called} → {told(witness.expected)} and → {told(witness.other)}"


def _undetermined(tests: Sequence[Tested]) -> list[Tested]:
    return [
        test
        for test in tests
        if test.example.source == SPECIFICATION and test.accepted is not None and test.accepted.verdict == "several"
        if _accepted_first(test)
    ]


def _accepted_first(test: Tested) -> Valuation:
    """The output that was found to be accepted where none is expected."""
    witness = {} if test.judgement is None else test.judgement.witness
    return {name: witness[binder.name] for name, binder in test.example.unknowns.items() if binder.name in witness}


def _others(test: Tested) -> Iterator[Valuation]:
    """The outputs that are accepted on a test's input, and wrong. Mutants are, by construction."""
    for mutant in test.mutants:
        if mutant.judgement.verdict == "holds":
            yield mutant.outputs
    if test.accepted is not None and test.accepted.other and test.accepted.wrong:
        yield test.accepted.other


def _of_best(example: Example, other: Valuation, language: Notation) -> Witness:
    inputs, expected, shown = (
        language.literals(values, example.specification) for values in (example.inputs, example.outputs, other)
    )
    return Witness(inputs, expected, shown)


def _doubt(witness: Witness) -> tuple[bool, int, tuple[str, ...]]:
    """A rearranged result may be meant to be right, so others come first, and short ones."""
    shown = (*witness.inputs.values(), *witness.other.values())
    return _rearranged(witness), sum(map(len, shown)), shown


def _rearranged(witness: Witness) -> bool:
    return sorted(", ".join(witness.other.values())) == sorted(", ".join(witness.expected.values()))
