"""`specassay check-spec`: one candidate, or many of them one after the other. It loads what it needs when it runs."""

import json
import sys
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from attrs import asdict, frozen

from ...core.errors import InputError, SpecassayError, not_there
from ..exit_codes import ExitCode
from .options import PROBLEM_DATA, exit_codes, explained

if TYPE_CHECKING:
    from ..problems.catalogue import Catalogue
    from ..problems.checking import SpecificationChecker

MOST_PROBLEMS = 256
"""Problems whose tests a server keeps."""


@click.command(epilog=exit_codes("something speaks against the specification", keeps_rows=False))
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option("--problem", metavar="NAME", help="The problem, by its name in `specassay data problems`.")
@PROBLEM_DATA
@click.option(
    "--show-tests",
    "shown",
    metavar="N",
    type=click.IntRange(1),
    default=3,
    help="How many tests of the problem may be seen.",
)
@click.option(
    "--tests",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Instead of a problem: tests in JSON, or a trusted specification with a body. The answer is then the reward.",
)
@click.option(
    "--signature",
    metavar="TEXT",
    help="With --tests: the head of the method that the candidate must have.",
)
@click.option(
    "--reference",
    metavar="FILE[::NAME]",
    help="With --tests: the oracle for hidden inputs: a Python function (a generator function yields all right "
    "outputs) or a specification, with a body or a postcondition. It is trusted, and executed.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option(
    "--serve",
    is_flag=True,
    help="Read requests from standard input, one JSON object a line, and answer each with one.",
)
@click.option("--mcp", is_flag=True, help="Be a server of the Model Context Protocol on standard input and output.")
@explained
def check_spec(file: Path | None, problem: str | None, data: tuple[str, ...], shown: int, **how: Any) -> ExitCode:
    """Check a candidate specification on the visible tests of its problem: does it accept their outputs, and refuse
    wrong ones? The answer is a verdict with one witness; with --tests it is the reward of the candidate, from 0 to 1,
    with its components.

    It uses no hidden test, so that models may repair their own specifications with it. A request of --serve is
    `{"problem": NAME, "language": NAME, "specification": TEXT}`; --mcp has the same as a tool, `check_specification`,
    and needs the extra `mcp`.
    """
    options = CheckingOptions(data, shown)
    if how["mcp"]:
        return serve_mcp(options)
    if how["serve"]:
        return serve_lines(options)
    tests, signature, reference = (how[name] for name in ("tests", "signature", "reference"))
    if tests is None and (signature or reference):
        raise click.UsageError("--signature and --reference go with --tests")
    if file is not None and tests is not None and problem is None:
        return reward_of(file, tests, signature, reference, as_json=how["as_json"])
    if file is None or problem is None:
        raise click.UsageError("name a FILE and its --problem or --tests, or --serve")
    return check(file, problem, options, as_json=how["as_json"])


@frozen(slots=True)
class CheckingOptions:
    """The data sets that have the problems, all on this machine if empty; and how many tests of each may be seen."""

    data: tuple[str, ...]
    shown: int

    def catalogue(self) -> "Catalogue":
        """The problems. Raises InputError."""
        return catalogue_of(self.data)


def catalogue_of(names: tuple[str, ...]) -> "Catalogue":
    """The problems of data sets and of files, without a name those of all data sets on this machine. Raises
    InputError."""
    return _catalogue_of(names, tuple(map(_stamp, names)))


def _stamp(name: str) -> tuple[str, int] | None:
    """Which file a name is now, and of when; None for the name of a data set."""
    path = Path(name)
    return (str(path.resolve()), path.stat().st_mtime_ns) if path.exists() else None


@lru_cache(maxsize=8)
def _catalogue_of(names: tuple[str, ...], stamps: tuple[tuple[str, int] | None, ...]) -> "Catalogue":
    from ..problems.catalogue import everything, problems_of

    return problems_of(names) if names else everything()


def reward_of(file: Path, tests: Path, signature: str | None, reference: str | None, *, as_json: bool) -> ExitCode:
    """Print the reward of a candidate in a file. Raises InputError."""
    from ...frontends.registry import language_of
    from ..rewards.specifications import spec_reward
    from ..rewards.tests import read_spec_tests

    text, language = _text_of(file), language_of(file).name
    found = spec_reward(text, read_spec_tests(tests, signature=signature, reference=reference, language=language))
    if as_json:
        click.echo(json.dumps(found.to_dict(), ensure_ascii=False))
    else:
        click.echo(f"{file}: reward {found.total:.3g}: {found.verdict}{': ' * bool(found.reason)}{found.reason}")
        if found.weaker:
            click.echo(f"  weaker than what is asked for: {found.weaker}")
        for name in ("correct", "complete", "held_out", "functional", "rejects", "domain"):
            if (share := getattr(found, name)).low is not None:
                click.echo(f"  {name:<10} {share.low:.0%} of {share.n}")
    return ExitCode.DONE if found.verdict == "paid" and not found.weaker else ExitCode.FINDINGS


def _text_of(file: Path) -> str:
    """The text of a candidate. Raises InputError."""
    if not file.is_file():
        raise not_there(file)
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"no text in UTF-8: {error.reason}", file=str(file)) from error


def check(file: Path, problem: str, options: CheckingOptions, *, as_json: bool) -> ExitCode:
    """Print what is said of a candidate in a file. Raises InputError."""
    from ...frontends.registry import language_of
    from ..problems.checking import lines_of

    text = _text_of(file)
    found = _checker(options, problem).check(text, language_of(file).name)
    if as_json:
        click.echo(json.dumps(asdict(found), ensure_ascii=False))
    else:
        for line in lines_of(found):
            click.echo(line)
    return ExitCode.DONE if found.verdict == "no objection" else ExitCode.FINDINGS


def serve_lines(options: CheckingOptions) -> ExitCode:
    """Answer the requests on standard input, each as soon as it is there, until it ends. A request that cannot be used
    has an answer with `error`. Raises InputError for data that are not there."""
    options.catalogue()
    for line in sys.stdin:
        if line.strip():
            click.echo(json.dumps(_answer(line, options), ensure_ascii=False))
            sys.stdout.flush()
    return ExitCode.DONE


def _answer(line: str, options: CheckingOptions) -> dict[str, Any]:
    identifier = None
    try:
        request = json.loads(line)
        if not isinstance(request, dict):
            raise InputError("a request is an object")
        identifier = request.get("id")
        answer = _of_request(request, options)
    except (ValueError, RecursionError) as error:
        answer = {"error": f"not JSON: {error}"}
    except SpecassayError as error:
        answer = {"error": str(error)}
    return answer if identifier is None else {"id": identifier, **answer}


def _of_request(request: dict[str, Any], options: CheckingOptions) -> dict[str, Any]:
    """The answer to a request. Raises SpecassayError."""
    texts = [request.get(name) for name in ("problem", "language", "specification")]
    if not all(isinstance(text, str) for text in texts):
        raise InputError("a request has `problem`, `language` and `specification`, which are texts")
    problem, language, specification = map(str, texts)
    return asdict(_checker(options, problem).check(specification, language))


# The first request about a problem has its reference executed on all inputs, which may take seconds.
@lru_cache(maxsize=MOST_PROBLEMS)
def _checker(options: CheckingOptions, problem: str) -> "SpecificationChecker":
    from ..problems.checking import checker

    return checker(options.catalogue().problem(problem), options.shown)


def serve_mcp(options: CheckingOptions) -> ExitCode:
    """Be a server of the Model Context Protocol until the client leaves. Raises InputError without the extra."""
    try:
        from mcp.server.mcpserver import MCPServer
    except ImportError as error:
        raise InputError("mcp is not installed: pip install 'specassay[mcp]'") from error
    server = MCPServer("specassay")
    options.catalogue()

    @server.tool()
    def check_specification(problem: str, language: str, specification: str) -> dict[str, Any]:
        """Check a specification by the visible tests of a problem: a verdict and one witness. `language`: the name of
        the language that the whole text `specification` is in."""
        return _answer(json.dumps({"problem": problem, "language": language, "specification": specification}), options)

    server.run()
    return ExitCode.DONE
