"""Examples in tests, and rows of files whose tests are made, for several files of tests."""

from pathlib import Path
from typing import Any

from specassay.backends.solvers.engines import engines_of
from specassay.core.deciding.engines import Engines
from specassay.core.ir.contracts import Program
from specassay.core.language.scoring import Scoring
from specassay.core.spec_testing.examples import Examples
from specassay.core.spec_testing.making import implemented, made_examples, subjects_of
from specassay.core.spec_testing.score import score_program
from specassay.core.test_execution.examples_of_tests import examples_of_tests
from specassay.frontends.dafny import DAFNY, parse_program
from tests.rows import rows_of_file


def examples_of(program: Program, engines: Engines | None = None) -> Examples:
    """The examples in the test methods of a program. Engines as for `examples_of_tests`."""
    return examples_of_tests(program, DAFNY.comments, engines)


def rows(tmp_path: Path, text: str, **settings: Any) -> list[dict[str, Any]]:
    path = tmp_path / "file.dfy"
    path.write_text(text, encoding="utf-8")
    return rows_of_file(path, **{"engine": "evaluate", **settings})


def kinds(row: dict[str, Any]) -> set[str]:
    return {finding["kind"] for finding in row["findings"]}


def verdicts_of(text: str, *methods: str, engine: str = "auto", made: int = 2) -> dict[str, str]:
    """The verdicts on these methods of a program, on so many tests of each that are made. Those that only build objects
    for them are not judged themselves, which takes as long."""
    program = subjects_of(implemented(parse_program(text, "file.dfy")))
    options = Scoring(engine=engine, mutants=1, mutate="outputs").options(DAFNY, engines_of)
    examples = made_examples(program, Examples(()), made, options.engines, DAFNY, methods)
    scores = score_program(program, examples, options, only=methods)
    return {each.method: each.assessed.verdict for each in scores}
