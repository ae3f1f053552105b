"""What all adapters share: problems with prompts, and what an answer to one earns.

A problem carries what judges its answers, its *ground truth*, as JSON text, which fits into a column of a data set:

    {"program": {"dataset": "MbppPlus.jsonl.gz", "task_id": "Mbpp/2"}}
    {"specification": {"tests": {"Max": [{"inputs": [1, 2], "output": 2}]}, "signature": "method Max(…) returns (…)"}}
    {"specification": {"tests": …, "signature": …, "by": "max.py::largest"}}
    {"specification": {"reference": "max.dfy", "shown": 2, "seed": 0}}
    {"specification": {"problem": "HumanEval/16", "language": "verus", "shown": 3, "data": ["vericoding"]}}

Whoever writes ground truths is trusted: they name files. Answers are not.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Any

import msgspec
from attrs import frozen

from ...core.errors import InputError, SpecassayError
from ...core.language import Language
from ...frontends.registry import language, language_of, suffixes
from ..candidates.prompts import PromptedProblems, specification_prompts
from ..candidates.training import spec_tests_of
from ..closest import options_by_name
from ..datasets.registry import load
from ..datasets.tasks import ContractTask
from ..datasets.text_lines import read_records
from ..grading.rewards import Reward, rewards
from ..problems.catalogue import Catalogue, everything, problems_of
from ..problems.checking import SHOWN
from ..prompting.command import prompts_for
from ..prompting.rendering import Prompt
from ..rewards.specifications import SpecReward, spec_rewards
from ..rewards.tests import DEFAULT_LANGUAGE, SpecTests, read_spec_tests

MOST_SHOWN = 200
"""Characters of a ground truth in an error."""
KEPT = 4096
"""Ground truths that are kept as they were read."""
SYSTEM = "You write {}. Answer with one code block that holds the whole program."
"""What goes before a request for a specification; the language is put in."""


@frozen(slots=True)
class RewardProblem:
    """Something to answer: a request and what goes before it, and the ground truth as JSON text."""

    problem_id: str
    system: str
    request: str
    ground_truth: str

    @property
    def messages(self) -> list[dict[str, str]]:
        """The messages as chat models take them."""
        return [{"role": "system", "content": self.system}, {"role": "user", "content": self.request}]


@frozen(slots=True)
class Earned:
    """What an answer earns, in [0, 1], why, and the rates it is made of, at their lower bounds (None without data)."""

    total: float
    verdict: str
    parts: Mapping[str, float | None]

    @property
    def numbers(self) -> dict[str, float | str]:
        """All of it in one level, for libraries that log what comes with a score."""
        return {"score": self.total, "verdict": self.verdict, **{name: v or 0.0 for name, v in self.parts.items()}}


class _SpecificationRow(msgspec.Struct, frozen=True):
    problem_id: str
    prompt: str
    tests: dict[str, Any]
    signature: str
    reference: str | None = None
    language: str = DEFAULT_LANGUAGE


class _Shown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    shown: int = 0
    seed: int = 0


class _OfProblem(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    problem: str
    language: str
    shown: int = SHOWN
    data: tuple[str, ...] = ()


class _By(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    by: str | None = None
    language: str | None = None


@options_by_name
def program_problems(dataset: Path | str, strategy: str = "cs") -> list[RewardProblem]:
    """A problem for each task of a data set: write the program. Raises InputError for a data set that cannot be read,
    and for one without tasks of this kind."""
    found = load(dataset)
    tasks = [task for task in found if isinstance(task, ContractTask)]
    if not tasks:
        raise InputError("holds no tasks for programs", file=str(dataset))
    prompts = {prompt.task_id: prompt for prompt in prompts_for(tasks, strategy)}
    return [
        RewardProblem(
            task.task_id,
            prompts[task.task_id].system,
            prompts[task.task_id].request,
            json.dumps({"program": {"dataset": str(dataset), "task_id": task.task_id}}),
        )
        for task in tasks
    ]


@options_by_name
def specification_problems(source: Path | str, shown: int = 1) -> list[RewardProblem]:
    """Problems whose answer is a specification. `source`: lines with `problem_id`, `prompt`, `tests`, `signature`
    and maybe a `reference` and a `language` (as of `read_spec_tests`); or a reference file, or a folder of such: then
    `shown` of its tests are in the prompt, and the others judge. Raises InputError for a source that cannot be read,
    and for one without problems; references without tests are left out."""
    path = Path(source)
    if path.suffix == ".jsonl":
        return [_of_row(row) for _, row in read_records(path, _SpecificationRow, "not a problem about a specification")]
    files = sorted(filter(_is_reference, path.rglob("*"))) if path.is_dir() else [path]
    problems = []
    for file in files:
        try:
            problems.append(_of_reference(file, shown))
        except SpecassayError:
            if not path.is_dir():
                raise
    if not problems:
        raise InputError("no file of specifications with usable tests in this folder", file=str(path))
    return problems


@options_by_name
def specifications_of_problems(
    data: Sequence[str], language: str = DEFAULT_LANGUAGE, strategy: str = "plain", shown: int = SHOWN
) -> list[RewardProblem]:
    """A specification to write for each problem of data sets, or of files of one's own, that is there in a language, as
    `specassay prompts --for specification` asks for it: `shown` of the tests are in the prompt, and the others judge.
    Raises InputError where no problem is left; problems that cannot be judged are left out."""
    catalogue = problems_of(data)
    asked = specification_prompts(catalogue, PromptedProblems(language, shown, strategy))
    problems = []
    for prompt in asked.made:
        if isinstance(prompt, Prompt):
            truth = {"problem": prompt.task_id, "language": language, "shown": shown, "data": list(data)}
            judge = json.dumps({"specification": truth})
            # Judged once now, so that training does not come upon a problem that cannot be.
            with suppress(InputError):
                judge_of(judge)
                problems.append(RewardProblem(prompt.task_id, prompt.system, prompt.request, judge))
    if not problems:
        raise InputError(f"no problem of {', '.join(data)} has a prompt and tests in this language")
    return problems


def _of_row(row: _SpecificationRow) -> RewardProblem:
    judge = {"tests": row.tests, "signature": row.signature}
    judge |= {} if row.language == DEFAULT_LANGUAGE else {"language": row.language}
    truth = json.dumps({"specification": judge if row.reference is None else {**judge, "by": row.reference}})
    return RewardProblem(row.problem_id, SYSTEM.format(language(row.language).title), row.prompt, truth)


def _is_reference(file: Path) -> bool:
    return file.suffix.lower() in suffixes() and not language_of(file).dynamic


def _of_reference(file: Path, shown: int) -> RewardProblem:
    known, _ = read_spec_tests(file).split(shown)
    assert known.signature is not None
    truth = {"reference": str(file), "shown": shown, "seed": 0}
    written = language_of(file)
    if written.head is None:
        raise InputError(f"{written.title} has no heads of methods here", file=str(file))
    head = written.head(known.signature, file.read_text("utf-8"))
    request = (
        f"Write the specification of the {written.title} {written.routine} `{known.method}`: `requires` and `ensures` "
        "clauses, as weak a precondition and as strong a postcondition as is right. The body is not graded.\n\n"
        f"```{written.fence or written.name}\n{head}\n```\n"
    )
    examples = "".join(_examples(known, written))
    return RewardProblem(
        file.stem, SYSTEM.format(written.title), request + examples, json.dumps({"specification": truth})
    )


def _examples(tests: SpecTests, language: Language) -> Iterator[str]:
    for example in tests.examples:
        inputs, outputs = (
            ", ".join(f"{name} = {text}" for name, text in language.literals(values, example.specification).items())
            for values in (example.inputs, example.outputs)
        )
        yield f"\nFor {inputs or 'no input'} it gives {outputs}.\n"


_LOCK = Lock()
"""The sandbox of a process is for one thread at a time, and libraries call rewards from many."""


def answer_text(answer: object) -> str:
    """The text of an answer, in any form in which libraries pass what a model said: text, messages of which those of
    the assistant count, parts of a message, or something else, which says nothing."""
    match answer:
        case str():
            return answer
        case {"role": role, "content": content}:
            return answer_text(content) if role == "assistant" else ""
        case {"text": str(text)}:
            return text
        case list() | tuple():
            return "".join(map(answer_text, answer))
    return ""


def earned(truths: Sequence[str], answers: Sequence[object], jobs: int = 1) -> list[Earned]:
    """What answers earn, in order. `truths`: the ground truth of each; `answers`: see `answer_text`; `jobs`: processes
    at work at once. Raises InputError for a ground truth that cannot be used; never for an answer."""
    if len(truths) != len(answers):
        raise InputError(f"{len(answers)} answers to {len(truths)} problems")
    judged = [(judge_of(truth), answer_text(answer)) for truth, answer in zip(truths, answers, strict=True)]
    programs = [(judge, text) for judge, text in judged if isinstance(judge, ContractTask)]
    specified = [(text, judge) for judge, text in judged if isinstance(judge, SpecTests)]
    with _LOCK:
        of_programs = iter(rewards(programs, jobs=jobs) if programs else ())
    of_specifications = iter(spec_rewards(specified, jobs=jobs))
    return [
        _of_program(next(of_programs))
        if isinstance(judge, ContractTask)
        else _of_specification(next(of_specifications))
        for judge, _ in judged
    ]


@lru_cache(maxsize=KEPT)
def judge_of(truth: str) -> ContractTask | SpecTests:
    """The task or the tests that a ground truth names. Raises InputError."""
    try:
        match json.loads(truth):
            case {"program": {"dataset": str(dataset), "task_id": str(task_id)}}:
                task = _tasks(dataset)[task_id]
                if not isinstance(task, ContractTask):
                    raise InputError(f"{task_id} is not a task for programs", file=dataset)
                return task
            case {"specification": {"reference": str(reference), **options}}:
                # Answers are judged by the tests that the prompt did not show.
                given = msgspec.convert(options, _Shown)
                return read_spec_tests(reference).split(given.shown, given.seed)[1]
            case {"specification": {"problem": str()} as asked}:
                wanted = msgspec.convert(asked, _OfProblem)
                problem = _catalogue(wanted.data).problem(wanted.problem)
                return spec_tests_of(problem, language(wanted.language), wanted.shown)
            case {"specification": {"tests": dict(tests), "signature": str(signature), **rest}}:
                given_by = msgspec.convert(rest, _By)
                return read_spec_tests(tests, signature=signature, reference=given_by.by, language=given_by.language)
    except (ValueError, TypeError, RecursionError) as error:
        raise InputError(f"a ground truth that is not JSON: {error}") from error
    raise InputError(f"a ground truth names no program and no specification: {truth[:MOST_SHOWN]}")


@lru_cache(maxsize=8)
def _tasks(dataset: str) -> Any:
    return load(dataset)


@lru_cache(maxsize=8)
def _catalogue(data: tuple[str, ...]) -> Catalogue:
    return problems_of(data) if data else everything()


def _of_program(found: Reward) -> Earned:
    parts = {"passes": float(found.passes), "csr": found.csr.low, "aar": found.aar.low, "aap": found.aap.low}
    return Earned(found.total, found.verdict, parts)


def _of_specification(found: SpecReward) -> Earned:
    names = ("correct", "complete", "held_out", "functional", "rejects", "domain")
    return Earned(found.total, found.verdict, {name: getattr(found, name).low for name in names})
