"""Prompts from tasks: the strategies (what a prompt tells of a contract), and templates filled in.

The same task and templates always give the same text.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from textwrap import indent
from typing import Any

from attrs import frozen

from ...core.errors import InputError
from ..datasets.tasks import ContractTask, Parameter
from ..english.clause_examples import ExampleRow, clause_texts, eas_lines


@frozen(slots=True)
class Strategy:
    """`template` is the file with the request, `system` that with what is sent before it. `needs_tests`: it shows
    contract-violating tests."""

    name: str
    template: str
    meaning: str
    needs_tests: bool = False
    system: str = "system.j2"


STRATEGIES: Mapping[str, Strategy] = {
    strategy.name: strategy
    for strategy in (
        Strategy("standard", "standard.j2", "the problem alone"),
        Strategy("cs", "cs.j2", "contract specification: the problem, and each clause in words"),
        Strategy("cs-may", "cs_may.j2", "cs as it was published: each clause in words, and that checking is allowed"),
        Strategy("eas", "eas.j2", "example-augmented specification: cs, and an input that violates each clause", True),
        Strategy("cot", "cot.j2", "chain of thought: cs, and the request to reason about invalid input first"),
        Strategy("few-shot", "few_shot.j2", "cs after two worked examples"),
    )
}
"""By name. A new one is a line here and a template."""


_QUOTES = ('"""', "'''")
TEMPLATES = Path(__file__).parent / "templates"


@frozen(slots=True)
class Prompt:
    """What is sent for one task: a system message and a request. `language`: of the specification that is asked for,
    empty for a program."""

    task_id: str
    strategy: str
    system: str
    request: str
    language: str = ""

    @property
    def messages(self) -> list[dict[str, str]]:
        """The messages as a chat endpoint takes them."""
        system = [{"role": "system", "content": self.system}] if self.system else []
        return [*system, {"role": "user", "content": self.request}]


class Renderer:
    """Fills in templates: those of the folder `own` where it has one of the name, else the built-in ones.

    A template gets `task_id`, `entry_point`, `signature` (the `def` line), `problem` (the text of the data set),
    `problem_has_signature`, `clauses` (each with `number`, `code`, `sentence`), and `examples`, lines of text, for a
    strategy that shows tests. Names that are not given are errors.
    """

    def __init__(self, strategy: Strategy, own: Path | None = None) -> None:
        """Raises InputError for a folder that is none, and for a template that cannot be read."""
        # Importing jinja2 takes as long as a small run: only prompts need it.
        import jinja2

        if own is not None and not own.is_dir():
            raise InputError("no such folder of templates", file=str(own))
        folders = [TEMPLATES] if own is None else [own, TEMPLATES]
        self.strategy = strategy
        self._environment = jinja2.Environment(
            loader=jinja2.FileSystemLoader(folders),
            undefined=jinja2.StrictUndefined,
            autoescape=False,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        # A template is code: its expressions may raise what Python's do.
        self._failures = (jinja2.TemplateError, TypeError, ValueError, ArithmeticError, LookupError, OSError)
        self._check()

    def prompt(self, task: ContractTask, rows: Sequence[ExampleRow] = ()) -> Prompt:
        """The prompt for a task; `rows` are those of `specassay cvt` about it.

        Raises InputError for a contract, rows or a template that cannot be used.
        """
        problem = problem_of(task)
        values = {
            "task_id": task.task_id,
            "entry_point": task.entry_point,
            "signature": signature(task),
            "problem": problem,
            "problem_has_signature": f"def {task.entry_point}(" in problem,
            "clauses": clause_texts(task),
            "examples": eas_lines(task, rows) if self.strategy.needs_tests else [],
        }
        return self.filled(task.task_id, values)

    def filled(self, task_id: str, values: Mapping[str, Any], language: str = "") -> Prompt:
        """The prompt for a task from the values that the templates name. Raises InputError for a template that cannot
        be used."""
        system, request = (self._fill(name, values) for name in (self.strategy.system, self.strategy.template))
        return Prompt(task_id, self.strategy.name, system, request, language)

    def _check(self) -> None:
        for name in (self.strategy.system, self.strategy.template):
            with self._explained(name):
                self._environment.get_template(name)

    def _fill(self, name: str, values: Mapping[str, Any]) -> str:
        with self._explained(name):
            return self._environment.get_template(name).render(values).strip() + "\n"

    @contextmanager
    def _explained(self, name: str) -> Iterator[None]:
        try:
            yield
        except self._failures as error:
            file, line = getattr(error, "filename", None) or name, getattr(error, "lineno", None)
            raise InputError(f"the template cannot be used: {error}", file=file, line=line) from error


def problem_of(task: ContractTask) -> str:
    """The text of a task as Python source: what its data set has, or the signature with the text as its docstring."""
    text = task.prompt.strip("\n")
    if any(mark in text for mark in (*_QUOTES, "def ")):
        return text
    if not text.strip():
        return signature(task)
    return f"{signature(task)}\n" + indent(f'"""{text}"""', "    ")


def signature(task: ContractTask) -> str:
    """The `def` line of a task's function, as far as its parameters are known."""
    return f"def {task.entry_point}({', '.join(map(_parameter, task.parameters))}):"


def _parameter(parameter: Parameter) -> str:
    text = parameter.name if parameter.hint is None else f"{parameter.name}: {parameter.hint}"
    if parameter.default is None:
        return text
    return f"{text}{'=' if parameter.hint is None else ' = '}{parameter.default}"
