"""The hidden tests of a problem as those on which rewards judge a specification."""

from attrs import evolve

from ...core.errors import InputError
from ...core.language import Language
from ..datasets.benchmark_problem import BenchmarkProblem
from ..problems.carrying import carry
from ..problems.checking import hidden_tests, tests_of
from ..problems.judging_limits import LIMITS
from ..problems.tests_of_files import spread
from ..rewards.tests import ReferenceText, SpecTests, bare
from .signatures import stated_in


def spec_tests_of(problem: BenchmarkProblem, language: Language, shown: int) -> SpecTests:
    """The tests of a problem that prompts do not show, at the signature that they show, and the specification that it
    is from, which says of further outputs whether they are right. Raises InputError where there is none of either."""
    tests = tests_of(problem)
    program, method, text = stated_in(problem, tests, language)
    signature = bare(method)
    hidden = spread(hidden_tests(tests, shown), LIMITS.candidate_tests)
    examples = carry(hidden, method, program, language).examples
    # With invalid inputs alone, the specification that refuses everything would be paid.
    if all(example.invalid for example in examples):
        raise InputError(f"{problem.name}: no hidden test says in {language.title} what is right")
    promises = any(not condition.clause.fact for condition in method.ensures)
    return SpecTests(
        method.name,
        signature,
        examples=tuple(evolve(example, specification=signature) for example in examples),
        reference=ReferenceText(text, f"reference{language.suffixes[0]}", method.name) if promises else None,
        language=language.name,
    )
