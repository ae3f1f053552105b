"""Prompts for specifications: what a problem asks for, its signature in a language, and the tests that may be seen. A
specification that somebody wrote for the problem is in none of them, and a hidden test neither."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import evolve, frozen

from ...core.errors import InputError, SpecassayError
from ...core.language import Language
from ...frontends.registry import language as language_named
from ..closest import one_of
from ..datasets.benchmark_problem import BenchmarkProblem
from ..problems.catalogue import Catalogue
from ..problems.checking import (
    CheckedSpecification,
    SpecificationChecker,
    hidden_tests,
    lines_of,
    tests_of,
    visible_tests,
)
from ..prompting.command import PromptSet
from ..prompting.rendering import Prompt, Renderer, Strategy
from ..rewards.answers import texts_of
from .reading import SpecificationCandidate, read_candidates
from .signatures import SignedProblem, signed

REPAIR = "repair"
SYSTEM = "specification_system.j2"
"""Goes before each request."""
STRATEGIES: Mapping[str, Strategy] = {
    strategy.name: strategy
    for strategy in (
        Strategy(
            "plain",
            "specification.j2",
            "the description, the signature and the tests that are shown",
            system=SYSTEM,
        ),
        Strategy("few-shot", "specification_few_shot.j2", "plain after two worked examples", system=SYSTEM),
        Strategy(
            REPAIR,
            "specification_repair.j2",
            "plain, with an earlier answer and the witness that breaks it",
            system=SYSTEM,
        ),
    )
}
"""By name. A new one is a line here and a template."""
FORMS = ("postcondition", "icontract", "assertions")
"""How a specification is written in Python: as a function `postcondition(…, result)`, in icontract's decorators, or as
the assertions at the beginning of a function and before its return. The first is taken where nobody says which."""


@frozen(slots=True)
class PromptedProblems:
    """Which prompts are wanted: in the language of this name, with so many `shown` tests. `form`: one of `FORMS`, of
    Python alone; `templates`: a folder whose files replace the built-in ones; `tasks`: names of problems, none for all;
    `mended`: files of candidates, whose weak and wrong ones the strategy `repair` shows."""

    language: str
    shown: int
    strategy: str = "plain"
    form: str | None = None
    templates: Path | None = None
    tasks: Sequence[str] = ()
    mended: Sequence[Path] = ()


def specification_prompts(catalogue: Catalogue, wanted: PromptedProblems) -> PromptSet:
    """The prompts for problems that are there in the language; with the strategy `repair` one for each candidate
    against which something speaks that its author may see. Raises InputError for an unknown language, strategy, form or
    problem, and for templates or candidates that cannot be used."""
    language = language_named(wanted.language)
    strategy = STRATEGIES[one_of("strategy", wanted.strategy, STRATEGIES)]
    form = _form(wanted.form, language)
    if (strategy.name == REPAIR) != bool(wanted.mended):
        raise InputError(f"the strategy {REPAIR} and the candidates that are to be mended belong together")
    # Candidates of another form are another column of the leaderboard.
    name = strategy.name if form == language.name else f"{strategy.name}-{form}"
    renderer = Renderer(evolve(strategy, name=name), wanted.templates)
    prompter = SpecificationPrompter(language, form, wanted.shown, renderer)
    errors: Sequence[SpecassayError] = ()
    subjects: list[tuple[BenchmarkProblem, SpecificationCandidate | None]]
    if wanted.mended:
        subjects, errors = _mended(catalogue, wanted, language)
    else:
        subjects = [(problem, None) for problem in _problems(catalogue, wanted, language)]
        errors = () if subjects else (InputError(f"no problem is there in {language.title}"),)
    made = (prompt for subject in subjects if (prompt := prompter.made(*subject)) is not None)
    return PromptSet(made, len(subjects), name, language.name, errors)


def _problems(catalogue: Catalogue, wanted: PromptedProblems, language: Language) -> list[BenchmarkProblem]:
    if wanted.tasks:
        return [catalogue.problem(name) for name in wanted.tasks]
    return [problem for problem in catalogue.problems.values() if language.name in problem.languages]


def _form(form: str | None, language: Language) -> str:
    """The form of a specification: the name of its language, where that has one alone. Raises InputError."""
    if not language.dynamic:
        if form is not None:
            raise InputError(f"a specification in {language.title} has one form; {form} is one of Python")
        return language.name
    return FORMS[0] if form is None else one_of("form", form, FORMS)


def _mended(
    catalogue: Catalogue, wanted: PromptedProblems, language: Language
) -> tuple[list[tuple[BenchmarkProblem, SpecificationCandidate | None]], list[SpecassayError]]:
    """The candidates of a language with their problems, and what cannot be used."""
    pairs: list[tuple[BenchmarkProblem, SpecificationCandidate | None]] = []
    errors: list[SpecassayError] = []
    for candidate in (item for file in wanted.mended for item in read_candidates(file)):
        if isinstance(candidate, SpecassayError):
            errors.append(candidate)
            continue
        asked = not wanted.tasks or candidate.task_id in wanted.tasks
        # Without an answer there is nothing to mend.
        if candidate.language == language.name and candidate.unanswered is None and asked:
            try:
                pairs.append((catalogue.problem(candidate.task_id), candidate))
            except InputError as error:
                errors.append(error)
    return pairs, errors


@frozen(slots=True)
class SpecificationPrompter:
    """Makes prompts for specifications in a language and form, with so many `shown` tests of each problem."""

    language: Language
    form: str
    shown: int
    renderer: Renderer

    def made(
        self, problem: BenchmarkProblem, candidate: SpecificationCandidate | None
    ) -> Prompt | SpecassayError | None:
        """The prompt, or why there is none; None for a candidate against which nothing speaks."""
        try:
            return self.prompt(problem, candidate)
        except SpecassayError as error:
            return InputError(f"{problem.name}: {error}")

    def prompt(self, problem: BenchmarkProblem, candidate: SpecificationCandidate | None = None) -> Prompt | None:
        """The prompt for the specification of a problem, with a `candidate` for one that mends it: None where nothing
        speaks against that. Raises InputError where the problem has no description, test or signature in the language,
        and where what would be sent has a clause of a reference or a hidden test."""
        if not problem.description.strip():
            raise InputError("nobody describes it")
        tests = tests_of(problem)
        subject = signed(problem, tests, self.language)
        visible, hidden = visible_tests(tests, self.shown), hidden_tests(tests, self.shown)
        told = subject.lines(visible)
        values: dict[str, Any] = {
            "task_id": problem.name,
            "method": subject.method,
            "parameters": subject.parameters,
            "language": self.language.title,
            "form": self.form,
            "fence": self.language.fence or self.language.name,
            "description": problem.description.strip(),
            "signature": subject.signature,
            "examples": told,
        }
        if candidate is not None:
            text, objection = self._objection(candidate, SpecificationChecker(problem, visible))
            if objection.verdict == "no objection":
                return None
            values |= {"candidate": text.strip(), "objection": [*lines_of(objection)]}
        prompt = self.renderer.filled(problem.name, values, self.language.name)
        # A candidate may say what the reference says, and a witness is made of tests that may be seen.
        if candidate is None:
            _check_nothing_hidden(prompt, subject, [line for line in subject.lines(hidden) if line not in {*told}])
        return prompt

    def _objection(
        self, candidate: SpecificationCandidate, checker: SpecificationChecker
    ) -> tuple[str, CheckedSpecification]:
        """What speaks against the first text in an answer that can be read, and that text; of an answer without one,
        against all of it."""
        if not checker.tests:
            raise InputError("where no test is shown, nothing can speak against a candidate")
        found: tuple[str, CheckedSpecification] | None = None
        for text in texts_of(candidate.text, "", self.language.words):
            checked = checker.check(text, self.language.name)
            if checked.verdict != "not readable":
                return text, checked
            found = found or (text, checked)
        assert found is not None
        return found


def _check_nothing_hidden(prompt: Prompt, subject: SignedProblem, hidden: Sequence[str]) -> None:
    """Raises InputError where a prompt has a clause of the reference, or the line of a hidden test."""
    sent = _words(f"{prompt.system} {prompt.request}")
    if leaked := next((clause for clause in map(_words, subject.clauses) if _is_in(clause, sent)), None):
        raise InputError(f"what would be sent has a clause of the reference: {leaked}")
    if leaked := next((line for line in hidden if _is_in(_words(line), sent)), None):
        raise InputError(f"what would be sent has a hidden test: {leaked}")


def _is_in(part: str, text: str) -> bool:
    """Is a part in a text as it stands, and not as a part of longer words? `y = 5` is not in `y = 55`."""
    return re.search(rf"(?<![\w.]){re.escape(part)}(?![\w.])", text) is not None


def _words(text: str) -> str:
    return " ".join(text.split())
