"""What a score leaves undecided, for `spec --explain` and rows: which engine said what, and what to write instead. The
same of the sets of clauses of a contract, for `cvt --explain`.

The verdict has one reason, the commonest of those that say most. Example: the evaluator says of `forall k :: P(k)` that
k has no finite domain, and z3 gives up: what helps is a bound on k, not more time.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from attrs import frozen

from ...core.deciding.clauses import DEFINITE, EngineReason
from ...core.deciding.triples import TripleJudgement
from ...core.ir.build import conj, eq, integer, op
from ...core.ir.sorts import INT, seq_of
from ...core.ir.terms import var
from ...core.spec_testing.assessment import NOBODY_SAYS
from ...core.spec_testing.clauses import ClauseScore
from ...core.spec_testing.examples import SPECIFICATION
from ...core.spec_testing.notation import Notation
from ...core.spec_testing.score import MethodScore
from ...core.spec_testing.triples import Tested
from ..schema import ReasonPart, UndecidedPart, part_of

AdviceByReason = tuple[tuple[str, str], ...]
"""What a reason says → what to do about it; the first that is said counts."""

_TEST = "write a test with the output that is right"


def _steps(language: Notation) -> AdviceByReason:
    """What is done about verdicts, with examples in a language."""
    k, n, r = (var(name, INT) for name in "knr")
    bounds = language.show(conj(op("le", integer(0), k), op("lt", k, n)))
    member = language.show(op("seq.member", k, var("s", seq_of(INT))))
    equation = language.show(eq(r, n))
    return (
        (
            "no finite domain for the output",
            f"say what the output is (as {equation} does), give it bounds, or more time with --limit",
        ),
        (
            "no finite domain for",
            f"give the quantified variables bounds on both sides ({bounds}), or a collection ({member})",
        ),
        ("too many values for", "give the quantified variable narrower bounds, or write a test of a smaller input"),
        (NOBODY_SAYS, f"{_TEST}, or say which of them it is"),
        (" s for ", "write a test of a smaller input, which takes less time; --limit gives no more of this"),
        ("time limit", "give more time with --limit"),
        ("memory limit", "write a test of a smaller input"),
        ("unsupported", "write the clause with supported constructs"),
        ("not supported", "write the clause with supported constructs"),
        ("no input that meets", "write a test whose input meets the precondition"),
        ("no output that", _TEST),
        ("cannot be executed", _TEST),
        ("no body", _TEST),
        ("is open", "write a test of a small input, or give more time with --limit"),
    )


_OF_ENGINES = (
    ("has no body", "give the functions that it depends on a body, or say what they are"),
    ("true under some interpretations", "give the functions that it depends on a body, or say what they are"),
)
"""The same of the reasons of engines: what they miss is the body of a function, and not of what is tested."""

_OF_CLAUSE = "say it without quantifiers or recursion over unknown values, or write a test of a smaller input"
"""What is done about a clause of which reasons say nothing more."""

_DECISIVE = ("expected output", "precondition", "other outputs")
"""What a verdict rests on: while one of these is open, it may be."""


def next_step(reasons: Sequence[EngineReason], language: Notation) -> str | None:
    """What would make known what is unknown for these reasons, by the first of them that says something; None where
    none does."""
    steps = _steps(language)
    found = (
        step
        for reason in reasons
        for phrase, step in (steps if reason.engine is None else (*_OF_ENGINES, *steps))
        if phrase in reason.reason
    )
    return next(found, None)


@frozen(slots=True)
class _Open:
    """A question that no engine answered: about what, the positions of its test and its clause, and who said what."""

    about: str
    test: int | None
    clause: int | None
    reasons: tuple[EngineReason, ...]


def undecided_parts(score: MethodScore, language: Notation) -> list[UndecidedPart]:
    """What of a score is undecided, equal questions about one test once, with their number."""
    counted = Counter(_open_questions(score))
    # What helps a verdict is what helps the questions that it rests on: its own words name the last engine's reason.
    decisive = (question for question in counted if question.about in _DECISIVE)
    beneath = tuple(reason for question in decisive for reason in question.reasons)
    return [_part(question, count, beneath, language) for question, count in counted.items()]


def _part(question: _Open, count: int, beneath: Sequence[EngineReason], language: Notation) -> UndecidedPart:
    reasons = (*question.reasons, *beneath) if question.about == "verdict" else question.reasons
    about_clause = question.about in ("expected output", "precondition", "wrong output", "strength")
    return UndecidedPart(
        about=question.about,
        test=question.test,
        clause=question.clause,
        count=count,
        reasons=[part_of(ReasonPart, reason) for reason in question.reasons],
        instead=next_step(reasons, language) or (_OF_CLAUSE if about_clause else _TEST),
    )


def _open_questions(score: MethodScore) -> Iterator[_Open]:
    if score.assessed.verdict == "unknown":
        yield _Open("verdict", None, None, (EngineReason(None, score.assessed.reason),))
    yield from _unread("ensures", score.ensures)
    yield from _unread("requires", score.requires)
    for number, test in enumerate(score.tests):
        yield from _of_test(number, test, score)
    for index, clause in enumerate(score.ensures):
        if clause.undecided:
            yield _Open("strength", None, index, clause.undecided)
    for mutant in score.bodies:
        if mutant.verdict == "unknown":
            yield _Open("body mutant", None, None, (EngineReason(None, mutant.reason),))


def _unread(kind: str, scores: Sequence[ClauseScore]) -> Iterator[_Open]:
    """The clauses that no engine was asked about, because they have no term."""
    for index, score in enumerate(scores):
        if score.condition.term is None:
            problems = score.condition.clause.problems
            yield _Open(kind, None, index, tuple(EngineReason(None, str(problem)) for problem in problems))


def _of_test(number: int, test: Tested, score: MethodScore) -> Iterator[_Open]:
    yield from _of_judgement("precondition", number, test.precondition, len(score.requires))
    if test.judgement is not None:
        yield from _of_judgement("expected output", number, test.judgement, len(score.ensures))
    if test.accepted is not None and test.accepted.verdict == "unknown":
        told = (EngineReason(test.accepted.engine, test.accepted.reason),)
        yield _Open("other outputs", number, None, test.accepted.reasons or told)
    if test.accepted is not None and test.accepted.verdict == "several":
        # Another output was found and accepted; what is open is whether it is right.
        why = test.accepted.reason or (NOBODY_SAYS if test.example.source == SPECIFICATION else "")
        if why:
            yield _Open("other outputs", number, None, (EngineReason(test.accepted.engine, why),))
    for mutant in test.mutants:
        yield from _of_judgement("wrong output", number, mutant.judgement, len(score.ensures))


def _of_judgement(about: str, number: int, judgement: TripleJudgement, listed: int) -> Iterator[_Open]:
    """The clauses that leave an undecided judgement open, by their positions where the row lists so many of them: of a
    lemma it lists none. Of a judgement that another clause refutes they are no matter."""
    if judgement.verdict in DEFINITE:
        return
    for index, decision in enumerate(judgement.clauses):
        if decision.verdict not in DEFINITE:
            yield _Open(about, number, index if index < listed else None, decision.reasons)


# -- sets of clauses

_STEPS_OF_SETS = (
    ("budget", "give more time with --budget"),
    ("more than", "give more time with --budget, or split the function"),
    ("timeout", "give more time with --query-limit"),
    ("may change", "bind the name once, to a value that nothing changes (a tuple, a frozenset)"),
    ("unsupported", "write the clause with what docs/python.md lists, or behind the other clauses"),
    ("not followed", "write the clause with what docs/python.md lists, or behind the other clauses"),
    ("replay", "declare the types of the parameters, or let the clause read nothing but these"),
    ("covers no input", "declare the types of the parameters, or give more time with --budget"),
)
"""What a reason says of a set of clauses → what to do about it; the first that is said counts."""
_OF_SET = "declare the types of the parameters, or give more time with --budget"


def undecided_set(reasons: Iterable[tuple[str, str]], tried: int) -> UndecidedPart:
    """Why it is not known whether any input violates exactly a set of clauses. `reasons`: what each solver said;
    `tried`: how many inputs were tried, none of which does."""
    told = [ReasonPart(engine="search", reason=f"{tried:,} inputs were tried, and none violates exactly these clauses")]
    told += [ReasonPart(engine=engine, reason=reason) for engine, reason in reasons]
    return UndecidedPart(about="set", reasons=told, instead=_step_of_set(*(part.reason for part in told[1:])))


def undecided_clause(clause: int, problems: Iterable[str]) -> UndecidedPart:
    """Why nothing is proved about a clause: what of it, or of what it depends on, the front end does not read."""
    told = [ReasonPart(engine="front end", reason=problem) for problem in problems]
    return UndecidedPart(
        about="clause", clause=clause, reasons=told, instead=_step_of_set(*(part.reason for part in told))
    )


def _step_of_set(*reasons: str) -> str:
    found = (step for reason in reasons for phrase, step in _STEPS_OF_SETS if phrase in reason)
    return next(found, _OF_SET)
