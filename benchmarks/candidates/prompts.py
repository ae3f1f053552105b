"""Prompts for specifications: what a problem asks for, its signature in a language, and the tests that may be seen. A
specification that somebody wrote for the problem is in none of them, and a hidden test neither."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import click
from attrs import frozen

from ...core.errors import InputError, SpecassayError, unreadable
from ...core.ir.contracts import Program, Specification
from ...core.ir.sorts import OBJECT, Sort, sorts_in
from ...core.language import Language
from ...frontends.registry import language as language_named
from ..datasets.tasks import SpecTask
from ..exit_codes import ExitCode
from ..problems.carrying import carry
from ..problems.catalogue import Catalogue
from ..problems.checking import hidden_tests, stated, tests_of, visible_tests
from ..problems.problem import BenchmarkProblem, ProblemTest
from ..prompting.command import for_people
from ..prompting.rendering import Prompt, Renderer, Strategy
from ..reporting.output import progress, row_writer
from ..reporting.text import complain
from ..schema import PromptRow

PLAIN = Strategy(
    "plain",
    "specification.j2",
    "the description, the signature and the tests that are shown",
    system="specification_system.j2",
)


@frozen(slots=True)
class PromptedProblems:
    """Which prompts are wanted: in the language of this name, with so many `shown` tests; `templates`: a folder whose
    files replace the built-in ones; `tasks`: names of problems, none for all."""

    language: str
    shown: int
    templates: Path | None = None
    tasks: Sequence[str] = ()


def specification_prompts(
    catalogue: Catalogue, wanted: PromptedProblems, *, out: Path | None, as_json: bool
) -> ExitCode:
    """Write the prompt for each problem that is there in the language, and say why others have none. Raises InputError
    for an unknown language or problem, and for templates that cannot be used."""
    language = language_named(wanted.language)
    if language.head is None:
        raise InputError(f"{language.title} has no signatures here")
    renderer = Renderer(PLAIN, wanted.templates)
    if wanted.tasks:
        problems = [catalogue.problem(name) for name in wanted.tasks]
    else:
        problems = [problem for problem in catalogue.problems.values() if language.name in problem.languages]
    code = ExitCode.DONE if problems else ExitCode.BAD_INPUT
    if not problems:
        complain(f"no problem is there in {language.title}")
    with row_writer(out, to_stdout=as_json) as write, progress(len(problems), "prompts") as step:
        for problem in problems:
            step()
            try:
                prompt = specification_prompt(problem, language, wanted.shown, renderer)
            except SpecassayError as error:
                complain(f"{problem.name}: {error}")
                code = ExitCode.BAD_INPUT
                continue
            write(
                PromptRow(
                    task_id=prompt.task_id,
                    strategy=prompt.strategy,
                    system=prompt.system,
                    prompt=prompt.request,
                    language=language.name,
                )
            )
            if not as_json and out is None:
                click.echo(for_people(prompt))
    return code


def specification_prompt(problem: BenchmarkProblem, language: Language, shown: int, renderer: Renderer) -> Prompt:
    """The prompt for the specification of a problem. Raises InputError where the problem has no description, test or
    signature in the language, and where what would be sent has a clause of a reference or a hidden test."""
    if not problem.description.strip():
        raise InputError("nobody describes it")
    tests = tests_of(problem)
    program, method, text = _signed(problem, tests, language)
    assert language.head is not None
    visible, hidden = visible_tests(tests, shown), hidden_tests(tests, shown)
    prompt = renderer.filled(
        problem.name,
        {
            "task_id": problem.name,
            "method": method.name,
            "language": language.title,
            "fence": language.fence or language.name,
            "description": problem.description.strip(),
            "signature": language.head(method, text),
            "examples": list(_lines(visible, method, program, language)),
        },
    )
    told = set(_lines(visible, method, program, language))
    further = [line for line in _lines(hidden, method, program, language) if line not in told]
    _check_nothing_hidden(prompt, method, further)
    return prompt


def _signed(
    problem: BenchmarkProblem, tests: Sequence[ProblemTest], language: Language
) -> tuple[Program, Specification, str]:
    """The method of a problem in a language, with its program and the text of its file, by the first file that has
    one. Raises InputError."""
    trouble = f"nobody has a signature of it in {language.title}"
    for subject in problem.subjects:
        if subject.language != language.name or not isinstance(subject.task, SpecTask):
            continue
        try:
            text = subject.task.file.read_text(encoding="utf-8")
        except OSError as error:
            raise unreadable(subject.task.file, error) from error
        except UnicodeDecodeError as error:
            raise InputError(f"no text in UTF-8: {error.reason}", file=str(subject.task.file)) from error
        found = stated(problem, tests, [language.read(subject.task.file)])
        if found is None:
            continue
        program, method = found
        sorts = {sort for binder in (*method.inputs, *method.outputs) for sort in sorts_in(binder.sort)}
        if not method.type_parameters and not any(_is_declared(sort, text, language) for sort in sorts):
            return program, method, text
        trouble = f"its signature in {language.title} has types that its file declares"
    raise InputError(trouble)


def _is_declared(sort: Sort, text: str, language: Language) -> bool:
    """Does a text declare what a sort is, so that a signature alone does not say it?"""
    if sort == OBJECT:
        return True
    if sort.label is None:
        return False
    return re.search(rf"(?:{language.words.others})\s*{re.escape(str(sort.label))}\b", text) is not None


def _lines(tests: Sequence[ProblemTest], method: Specification, program: Program, language: Language) -> Iterator[str]:
    """The right outputs of tests, in the language: `on x = -2: y = 2`."""
    for example in carry(tests, method, program, language).examples:
        if not example.invalid:
            inputs, outputs = (
                ", ".join(f"{name} = {value}" for name, value in language.literals(values, method).items())
                for values in (example.inputs, example.outputs)
            )
            yield f"on {inputs or 'no arguments'}: {outputs}"


def _check_nothing_hidden(prompt: Prompt, method: Specification, hidden: Sequence[str]) -> None:
    """Raises InputError where a prompt has a clause of the reference, or the line of a hidden test."""
    sent = _words(f"{prompt.system} {prompt.request}")
    for condition in method.ensures:
        clause = _words(condition.clause.text)
        if not condition.clause.fact and condition.clause.origin != "type" and _is_in(clause, sent):
            raise InputError(f"what would be sent has a clause of the reference: {clause}")
    if leaked := next((line for line in hidden if _is_in(_words(line), sent)), None):
        raise InputError(f"what would be sent has a hidden test: {leaked}")


def _is_in(part: str, text: str) -> bool:
    """Is a part in a text as it stands, and not as a part of longer words? `y = 5` is not in `y = 55`."""
    return re.search(rf"(?<![\w.]){re.escape(part)}(?![\w.])", text) is not None


def _words(text: str) -> str:
    return " ".join(text.split())
