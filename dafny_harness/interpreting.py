"""Methods about which nothing is known as long as nobody says what functions without a body are: they are judged again
for functions that keep their promises, which the verdict names."""

from collections.abc import Sequence

from attrs import evolve

from ..core.evaluate.calls import Closure
from ..core.evaluate.environment import Environment
from ..core.ir.contracts import Program
from ..core.ir.sorts import function_of
from ..core.ir.variables import Name
from ..core.spec_testing.examples import OF_BODY, SPECIFICATION, Examples
from ..core.spec_testing.interpretations import applied_by, interpreted
from ..core.spec_testing.language import Language
from ..core.spec_testing.score import MethodScore, score_program
from ..core.spec_testing.triples import Options
from .making import made_examples

SHARE = 0.3
"""Of the time that is left, for proofs that the functions keep their promises."""


def with_interpretations(
    scores: Sequence[MethodScore], program: Program, count: int | None, options: Options, label: str
) -> tuple[MethodScore, ...]:
    """The scores of a program, those that are *unknown* and rest on functions without a body as they are where these
    are interpreted. `count`: as of `made_examples`. Only methods and functions that nobody has written a test for: what
    a test expects is about the true function, and what a lemma says is to be proved of all."""
    open_scores = {each.method: each for each in scores if _is_open(each, program)}
    if not open_scores or options.oracle is not None:
        return tuple(scores)
    subjects = [each.specification for each in open_scores.values()]
    known, names = interpreted(program, subjects, options.engines.part(SHARE))
    if not names:
        return tuple(scores)
    found = made_examples(known, Examples(()), count, options.engines, options.language, open_scores.keys())
    again = score_program(known, found, options, label, open_scores.keys())
    decided = {}
    for each in again:
        own = applied_by([each.specification], known)
        shown = [_shown(name, known, options.language) for name in names if name in own]
        if shown and each.assessed.verdict != "unknown":
            decided[each.method] = _told(each, " and ".join(shown))
    return tuple(decided.get(each.method, each) for each in scores)


def _is_open(score: MethodScore, program: Program) -> bool:
    """Is it a method or function with a body of which the verdict is unknown, and nobody has written a test for it?"""
    of_body = all(test.example.source in {*OF_BODY, SPECIFICATION} for test in score.tests)
    function = program.functions.get(score.method)
    bodiless = score.specification.kind == "function" and (function is None or function.body is None)
    definition = score.specification.kind == "lemma" or bodiless
    return score.assessed.verdict == "unknown" and score.status != "error" and of_body and not definition


def _shown(name: Name, program: Program, language: Language) -> str:
    """`hash, which has no body, as (key: int) => 1`."""
    function = program.functions[name]
    assert function.body is not None
    value = Closure(function.parameters, function.body, Environment({}))
    sort = function_of(*(each.sort for each in function.parameters), function.result)
    return f"{name}, which has no body, as {language.literal(value, sort, program.datatypes)}"


def _told(score: MethodScore, functions: str) -> MethodScore:
    """The score with the functions for which it is, in its verdict and its findings."""
    said = f", with {functions}"
    findings = tuple(evolve(each, message=each.message + said) for each in score.findings)
    return evolve(score, assessed=evolve(score.assessed, reason=score.assessed.reason + said), findings=findings)
