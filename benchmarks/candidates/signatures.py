"""What a prompt may say of a problem in a language: the signature of its method, and tests as they are there."""

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from attrs import frozen

from ...core.errors import InputError, unreadable
from ...core.ir.contracts import Program, Specification
from ...core.ir.sorts import OBJECT, Sort, sorts_in
from ...core.language import Language
from ..datasets.benchmark_problem import BenchmarkProblem, ProblemTest
from ..datasets.tasks import ContractTask, SpecTask
from ..english.clause_examples import clause_texts
from ..problems.carrying import carry
from ..problems.checking import stated
from ..prompting.rendering import signature

RESULT = "result"
"""What the result is called where nobody gives it a name, as postconditions in Python have it."""


@frozen(slots=True)
class SignedProblem:
    """A problem in a language: the name of its `method`, its signature, and the names of its parameters. `lines`: right
    outputs of tests, a line each, as far as they are there in the language. `clauses`: of the specification that the
    signature is taken from, which nobody is to be told."""

    method: str
    signature: str
    parameters: tuple[str, ...]
    lines: Callable[[Sequence[ProblemTest]], list[str]]
    clauses: tuple[str, ...] = ()


def signed(problem: BenchmarkProblem, tests: Sequence[ProblemTest], language: Language) -> SignedProblem:
    """A problem in a language, by the first subject that has a signature. Raises InputError."""
    if language.dynamic:
        return _dynamic(problem, tests)
    if language.head is None:
        raise InputError(f"{language.title} has no signatures here")
    program, method, text = stated_in(problem, tests, language)
    clauses = (
        condition.clause.text
        for condition in method.ensures
        if not condition.clause.fact and condition.clause.origin != "type"
    )
    return SignedProblem(
        method.name,
        language.head(method, text),
        tuple(str(binder.name) for binder in method.inputs),
        partial(_lines, method=method, program=program, language=language),
        tuple(clauses),
    )


def _dynamic(problem: BenchmarkProblem, tests: Sequence[ProblemTest]) -> SignedProblem:
    """A problem in a language without types of its own: values of tests are what they are there. Raises InputError."""
    task = next((each.task for each in problem.subjects if isinstance(each.task, ContractTask)), None)
    if task is not None:
        parameters = tuple(parameter.name for parameter in task.parameters)
        return SignedProblem(
            task.entry_point,
            signature(task),
            parameters,
            partial(_plain_lines, names=parameters),
            tuple(clause.code for clause in clause_texts(task)),
        )
    # A problem without a contract has the names that its author gave, or those of its tests.
    parameters = tuple(problem.parameters) or next((test.names for test in tests if test.names), ())
    if not parameters or not all(map(str.isidentifier, (problem.function, *parameters))):
        raise InputError("nobody says what its function and parameters are called")
    hinted = (f"{name}: {kind}" if (kind := problem.parameters.get(name)) else name for name in parameters)
    result = f" -> {problem.result}" if problem.result else ""
    head = f"def {problem.function}({', '.join(hinted)}){result}:"
    return SignedProblem(problem.function, head, parameters, partial(_plain_lines, names=parameters))


def stated_in(
    problem: BenchmarkProblem, tests: Sequence[ProblemTest], language: Language
) -> tuple[Program, Specification, str]:
    """The method of a problem in a language, with its program and the text of its file, by the first file that has
    one. Raises InputError."""
    # The last reason is kept: it is the nearest that any file came.
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


def _lines(tests: Sequence[ProblemTest], *, method: Specification, program: Program, language: Language) -> list[str]:
    return [
        _line(language.literals(example.inputs, method), language.literals(example.outputs, method))
        for example in carry(tests, method, program, language).examples
        if not example.invalid
    ]


def _plain_lines(tests: Sequence[ProblemTest], *, names: Sequence[str]) -> list[str]:
    return [
        _line(dict(zip(test.names or names, map(repr, test.inputs), strict=True)), {RESULT: repr(output)})
        for test in tests
        if len(test.inputs) == len(names)
        for output in test.right
    ]


def _line(inputs: Any, outputs: Any) -> str:
    """A right output: `on x = -2: y = 2`."""
    shown_inputs, shown_outputs = (
        ", ".join(f"{name} = {value}" for name, value in values.items()) for values in (inputs, outputs)
    )
    return f"on {shown_inputs or 'no arguments'}: {shown_outputs}"
