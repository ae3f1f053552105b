"""Scores that are judged again, since the first verdict rests on something else than the subject itself.

Three things may be to blame: a body that breaks its own promise (what its callers come to then is judged by what it
promises), the class or module that stands for a trait or an abstract module (others are tried), and a function without
a body, of which nobody says what it is (it is interpreted, and the verdict names how: `interpretations.py`).
"""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress

from attrs import evolve

from ..alarm import LimitReached, alarm
from ..deciding.engines import Engines
from ..evaluate.calls import Closure
from ..evaluate.environment import Environment
from ..ir.contracts import Program
from ..ir.routines import RoutinesWithout
from ..ir.sorts import function_of
from ..ir.variables import Name
from .assessment import Assessed
from .axioms import defined_by_axioms
from .blame import broken_callee
from .examples import OF_BODY, SPECIFICATION, Examples
from .interpretations import applied_by, interpreted
from .making import implemented, made_examples
from .notation import Notation
from .score import MethodScore, score_program
from .spec_testing_limits import LIMITS
from .triples import Options

STRONG = ("strong", "strong up to choice")
_PROVED = ("tautology", "contradiction")
BROKEN = "body-breaks-postcondition"


def judged_again(
    scores: Sequence[MethodScore], program: Program, found: Examples, count: int | None, options: Options, label: str
) -> Sequence[MethodScore]:
    """The scores of a program, each as it is where what is to blame for it is left out or replaced. `found`: what they
    were scored by; `count`: as of `made_examples`. What the time does not suffice for stays as it was."""
    scores = _without_wrong_bodies(scores, program, found, count, options, label)
    for step in (_of_all_implementations, _with_axioms, _with_interpretations):
        if options.engines.left:
            with suppress(LimitReached), alarm(options.engines.left):
                scores = step(scores, program, count, options, label)
    return scores


def _with_axioms(
    scores: Sequence[MethodScore], program: Program, count: int | None, options: Options, label: str
) -> tuple[MethodScore, ...]:
    """The scores of a program, those that are *unknown* as they are where axioms say what functions without a body
    are: that is so of all functions for which the axioms hold. An axiom itself is held against the others first: where
    these say what it says, or the opposite, it is no definition. `count`: as of `made_examples`."""
    open_scores = {score.method: score for score in scores if _is_open(score, program)}
    if not open_scores or options.oracle is not None or not any(each.assumed for each in program.specifications):
        return tuple(scores)
    known, axioms = defined_by_axioms(program)
    asked = {
        name: score
        for name, score in open_scores.items()
        if not axioms.keys().isdisjoint(applied_by([score.specification], program))
    }
    decided = dict[str, MethodScore]()

    def judge(names: Collection[str], defined: Program, given: Mapping[Name, tuple[str, ...]]) -> None:
        for name, score in _scores_of(names, defined, count, options, label).items():
            if score.assessed.verdict != "unknown":
                applied = applied_by([score.specification], program)
                told = dict.fromkeys(axiom for function in applied for axiom in given.get(function, ()))
                reason = f"{score.assessed.reason}, given {', '.join(told)}"
                if name in told:
                    # Under itself it is true in any case: all that is known is that no other one is against it.
                    score = open_scores[name]
                    reason = f"it is an axiom, and nothing that was tried is against it: {score.assessed.reason}"
                decided[name] = evolve(score, assessed=evolve(score.assessed, reason=reason))

    for name, score in asked.items():
        if score.specification.assumed:
            judge({name}, *defined_by_axioms(program, name))
    # Of axioms that contradict each other nothing can be told.
    if not any(score.assessed.verdict == "wrong" for score in decided.values()):
        judge(asked.keys() - decided.keys(), known, axioms)
    return tuple(decided.get(score.method, score) for score in scores)


def _with_interpretations(
    scores: Sequence[MethodScore], program: Program, count: int | None, options: Options, label: str
) -> tuple[MethodScore, ...]:
    """The scores of a program, those that are *unknown* and rest on functions without a body as they are where these
    are interpreted. `count`: as of `made_examples`. Only methods and functions that nobody has written a test for: what
    a test expects is about the true function, and what a lemma says is to be proved of all."""
    open_scores = {score.method: score for score in scores if _is_unknown(score, program)}
    if not open_scores or options.oracle is not None:
        return tuple(scores)
    subjects = [open_score.specification for open_score in open_scores.values()]
    known, names = interpreted(program, subjects, options.engines.part(LIMITS.rescoring_share))
    decided = _interpreted_scores(open_scores, known, names, count, options, label)
    # A constant may have any value: one that nothing depends on says more than one of many.
    constants = {name: known.functions[name] for name in names if not known.functions[name].parameters}
    strong = {method: score for method, score in open_scores.items() if _is_strong(decided.get(method))}
    if constants and strong:
        subjects = [open_score.specification for open_score in strong.values()]
        known, names = interpreted(program, subjects, options.engines.part(LIMITS.rescoring_share), constants)
        again = _interpreted_scores(strong, known, names, count, options, label)
        decided.update((method, score) for method, score in again.items() if not _is_strong(score))
    return tuple(decided.get(score.method, score) for score in scores)


def _is_strong(score: MethodScore | None) -> bool:
    return score is not None and score.assessed.verdict in STRONG


def _interpreted_scores(
    open_scores: Mapping[str, MethodScore],
    known: Program,
    names: Sequence[Name],
    count: int | None,
    options: Options,
    label: str,
) -> dict[str, MethodScore]:
    """The scores of those that a program with interpretations of these functions decides."""
    decided = dict[str, MethodScore]()
    if not names:
        return decided
    examples = made_examples(known, Examples(()), count, options.engines, options.language, open_scores.keys())
    # *Unknown* may remain with an interpretation, too; then the first score, which depends on none, is kept.
    for each in score_program(known, examples, options, label, open_scores.keys()):
        own = applied_by([each.specification], known)
        # The verdict holds for the interpretation alone, so the row names each that the subject uses.
        shown = [_shown(name, known, options.language) for name in names if name in own]
        if shown and each.assessed.verdict != "unknown":
            decided[each.method] = _told(each, open_scores[each.method], " and ".join(shown))
    return decided


def _without_wrong_bodies(
    scores: Sequence[MethodScore], program: Program, found: Examples, count: int | None, options: Options, label: str
) -> tuple[MethodScore, ...]:
    """The scores of a program, those of methods and functions that are not to blame for what their bodies return as
    they are where what is to blame has no body: something that they call and that breaks its own postcondition, or that
    of the class or module that stands for theirs. It is a defect of that, and a finding of its own. `found`: what they
    were scored by; `count`: as of `made_examples`."""
    if options.oracle is not None:
        return tuple(scores)
    known, others = dict[str, MethodScore](), set[str]()
    callees: dict[str, str] = {}
    wrong = frozenset(score.method for score in scores if score.assessed.verdict == "wrong")
    for score in filter(_is_broken_by_body, scores):
        if not _has_own_body(score, program):
            others.add(score.method)
        elif callee := _callee_to_blame(score, program, options.engines, wrong):
            callees[score.method] = callee
            known[score.method] = _without_refused(score, callee, program, found, options, label)
    if not (callees or others):
        return tuple(scores)
    with suppress(LimitReached), alarm(options.engines.left):
        known.update(_scores_of(others, _without_bodies(others, program), count, options, label))
        # Callers know of a method without a body what it promises, so that what they return then is their own.
        bodiless = _without_bodies(set(callees.values()), program)
        again = _scores_of(callees.keys() - set(callees.values()), bodiless, count, options, label)
        known.update((name, score) for name, score in again.items() if _is_decided(score, bodiless, wrong, options))
        still = {name for name in callees if known[name].assessed.verdict == "unknown"}
        # By the specification alone. That nothing satisfies it may be right where the callee never returns.
        again = _scores_of(still, _without_bodies(still, program), count, options, label)
        known.update((name, score) for name, score in again.items() if score.assessed.verdict in (*STRONG, "weak"))
    return tuple(known.get(score.method, score) for score in scores)


def _without_bodies(names: Collection[str], program: Program) -> Program:
    routines, checked = (RoutinesWithout(bodies, names) for bodies in (program.routines, program.checked))
    functions = {
        name: evolve(function, body=None) if name in names else function for name, function in program.functions.items()
    }
    return evolve(program, routines=routines, checked=checked, functions=functions)


def _scores_of(
    subjects: Collection[str], program: Program, count: int | None, options: Options, label: str
) -> dict[str, MethodScore]:
    """The scores of some methods and functions, by their names."""
    if not subjects:
        return {}
    part = options.engines.part(LIMITS.rescoring_share)
    examples = made_examples(program, Examples(()), count, part, options.language, subjects)
    scores = score_program(program, examples, evolve(options, engines=part), label, subjects)
    return {score.method: score for score in scores}


def _is_decided(score: MethodScore, program: Program, wrong: Collection[str], options: Options) -> bool:
    """Is the verdict known, and nothing that is called to blame for it?"""
    blames = _is_broken_by_body(score) and _callee_to_blame(score, program, options.engines, wrong)
    return score.assessed.verdict != "unknown" and not blames


def _callee_to_blame(score: MethodScore, program: Program, engines: Engines, wrong: Collection[str]) -> str:
    """What the body calls that breaks its own postcondition wherever the body breaks its own; empty where it does so
    without that, too. `wrong`: the names of all that is known to be wrong."""
    refuted = [
        test.example
        for test in score.tests
        if test.example.source in OF_BODY and test.judgement is not None and test.judgement.verdict == "refuted"
    ]
    callees = [broken_callee(example, program, engines, wrong) for example in refuted]
    return callees[0] if callees and all(callees) else ""


def _without_refused(
    score: MethodScore, callee: str, program: Program, found: Examples, options: Options, label: str
) -> MethodScore:
    """A score by those of the examples `found` alone whose outputs are accepted. `callee`: what is to blame for the
    others."""
    accepted = tuple(
        test.example for test in score.tests if test.judgement is None or test.judgement.verdict != "refuted"
    )
    findings = tuple(finding for finding in found.findings if finding.method == score.method and finding.kind != BROKEN)
    part = evolve(options, engines=options.engines.part(LIMITS.rescoring_share))
    (again,) = score_program(program, evolve(found, examples=accepted, findings=findings), part, label, {score.method})
    # Without an example left, the verdict would be about nothing.
    if accepted:
        return again
    reason = f"{callee}, which its body calls, breaks its own postcondition"
    return evolve(again, assessed=Assessed("unknown", reason))


def _has_own_body(score: MethodScore, program: Program) -> bool:
    return (
        score.method not in program.implemented
        or program.routines[score.method].span == program.implemented[score.method].span
    )


def _is_broken_by_body(score: MethodScore) -> bool:
    return any(finding.kind == BROKEN for finding in score.findings)


def _of_all_implementations(
    scores: Sequence[MethodScore], program: Program, count: int | None, options: Options, label: str
) -> tuple[MethodScore, ...]:
    """The scores of a program, those that are strong with one class for a trait, or one module for an abstract one, as
    they are with the first for which they are not. `count`: as of `made_examples`. Where it is not known whether they
    are, the verdict says with which it was found."""
    current = {score.method: score for score in scores}
    if options.oracle is not None:
        return tuple(scores)
    for number, read in enumerate(program.otherwise[: LIMITS.implementations]):
        asked = {name for name in program.implemented if name in current and current[name].assessed.verdict in STRONG}
        if not asked:
            break
        # Each takes a part of the time that is left, so that functions without a body have some, too.
        part = evolve(options, engines=options.engines.part(LIMITS.rescoring_share / (len(program.otherwise) - number)))
        other = implemented(read())
        examples = made_examples(other, Examples(()), count, part.engines, options.language, asked)
        for score in score_program(other, examples, part, label, asked):
            verdict, before = score.assessed.verdict, current[score.method]
            # A body that breaks the postcondition is a defect of the class or module that has it.
            if (
                score.method not in other.implemented
                or verdict in STRONG
                or (verdict == "wrong" and _is_broken_by_body(score))
            ):
                continue
            reason = f"{before.assessed.reason}, with {program.standing}; it is unknown with {other.standing}"
            told = f"{score.assessed.reason}, with {other.standing}"
            known = score if verdict != "unknown" else before
            current[score.method] = evolve(
                known, assessed=evolve(known.assessed, reason=reason if known is before else told)
            )
    return tuple(current[score.method] for score in scores)


def _is_open(score: MethodScore, program: Program) -> bool:
    """Is it a method, lemma or function with a body of which the verdict is unknown, and nobody has written a test for
    it?"""
    of_body = all(test.example.source in {*OF_BODY, SPECIFICATION} for test in score.tests)
    function = program.functions.get(score.method)
    bodiless = score.specification.kind == "function" and (function is None or function.body is None)
    return score.assessed.verdict == "unknown" and score.status != "error" and of_body and not bodiless


def _is_unknown(score: MethodScore, program: Program) -> bool:
    """Is it one of these, and no lemma?"""
    return score.specification.kind != "lemma" and _is_open(score, program)


def _shown(name: Name, program: Program, language: Notation) -> str:
    """`hash, which has no body, as (key: int) => 1`."""
    function = program.functions[name]
    assert function.body is not None
    value = Closure(function.parameters, function.body, Environment({}))
    sort = function_of(*(parameter.sort for parameter in function.parameters), function.result)
    return f"{name}, which has no body, as {language.text(value, sort, program.datatypes)}"


def _told(score: MethodScore, before: MethodScore, functions: str) -> MethodScore:
    """The score with the functions for which it is, in its verdict and its findings. What is found against a
    specification counts for all functions that keep their promises or not at all: that one of them shows it makes the
    verdict no other than it was `before`."""
    if score.assessed.verdict not in STRONG:
        reason = f"{before.assessed.reason}; it is {score.assessed.verdict} with {functions}, and open for others"
        return evolve(before, assessed=evolve(before.assessed, reason=reason))
    said = f", with {functions}"
    # What is proved of a clause is proved of these functions alone.
    findings = tuple(
        evolve(finding, message=finding.message + said) for finding in score.findings if finding.kind not in _PROVED
    )
    requires, ensures = (
        tuple(
            evolve(clause, strength="unknown", engine=None, undecided=()) if clause.strength in _PROVED else clause
            for clause in clauses
        )
        for clauses in (score.requires, score.ensures)
    )
    assessed = evolve(score.assessed, reason=score.assessed.reason + said)
    return evolve(score, assessed=assessed, findings=findings, requires=requires, ensures=ensures)
