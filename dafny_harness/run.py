"""Scoring files and folders: one row a method, and an error row for a file that cannot be scored."""

import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from ..backends.registry import get as backend_of
from ..core.errors import InputError, SpecassayError
from ..core.specification_testing import Engines
from ..frontends.dafny import parse_file
from .examples import examples_of
from .findings import Finding
from .operators import operator_set
from .rows import Row, failed_row, row_of
from .score import score_program
from .tests_file import TestsFile
from .triples import Options

ENGINES: dict[str, tuple[bool, tuple[str, ...]]] = {
    "auto": (True, ("z3", "cvc5")),
    "evaluate": (True, ()),
    "z3": (False, ("z3",)),
    "cvc5": (False, ("cvc5",)),
}
"""Engine → whether the evaluator comes first, and the solvers that are asked in order for what is left: all
of it where the evaluator is not used."""

SECONDS_PER_FILE = 60.0


def score_file(
    path: Path | str,
    *,
    engine: str = "auto",
    mutants: int = 5,
    seed: int = 0,
    tests: TestsFile | None = None,
    operators: str = "paper",
    dump: Path | str | None = None,
    seconds: float = SECONDS_PER_FILE,
) -> list[Row]:
    """The rows of one Dafny file.

    `mutants`: how many wrong outputs a test gets, chosen by `seed` from the set called `operators`. `tests`:
    tests to use beside those in the file. `dump`: a folder for the solver's queries. `seconds`: after that
    time every verdict is a timeout. A file that cannot be read or parsed gives one row with status "error".
    Raises InputError for an unknown engine or operator set.
    """
    options = Options(_engines(engine, dump, seconds), operator_set(operators), mutants, seed)
    file = Path(path)
    task = file.stem
    try:
        program = parse_file(str(path))
        found = examples_of(program)
        if tests is not None:
            extra = tests.examples(task, program)
            found = found.joined(extra)
        scores = score_program(program, found, options, task)
    except SpecassayError as error:
        return [failed_row(task, str(path), str(error))]
    if not scores:
        nothing = Finding("no-method", "", "the file declares no method with a specification or a test")
        return [failed_row(task, str(path), nothing.message, (*found.findings, nothing))]
    return [row_of(score, task, str(path)) for score in scores]


def score_sources(
    sources: Iterable[Path | str],
    *,
    engine: str = "auto",
    mutants: int = 5,
    seed: int = 0,
    tests: TestsFile | None = None,
    operators: str = "paper",
    dump: Path | str | None = None,
    seconds: float = SECONDS_PER_FILE,
) -> Iterator[tuple[Path, list[Row]]]:
    """The rows of files and folders, file by file: arguments as in `score_file`."""
    for file in dafny_files(sources):
        yield (
            file,
            score_file(
                file,
                engine=engine,
                mutants=mutants,
                seed=seed,
                tests=tests,
                operators=operators,
                dump=dump,
                seconds=seconds,
            ),
        )


def dafny_files(sources: Iterable[Path | str]) -> list[Path]:
    """The .dfy files named or found in folders, each once and in order. Raises InputError for a source that
    does not exist and for a folder without any."""
    found: dict[Path, None] = {}
    for source in map(Path, sources):
        if source.is_dir():
            files = sorted(source.rglob("*.dfy"))
            if not files:
                raise InputError("no .dfy file in this folder", file=str(source))
        elif source.exists():
            files = [source]
        else:
            raise InputError("no such file or folder", file=str(source))
        for file in files:
            found.setdefault(file)
    return list(found)


def _engines(engine: str, dump: Path | str | None, seconds: float) -> Engines:
    if engine not in ENGINES:
        raise InputError(f"no engine {engine!r}: choose {' or '.join(ENGINES)}")
    use_evaluator, solvers = ENGINES[engine]
    return Engines(
        use_evaluator=use_evaluator,
        backends=tuple(map(backend_of, solvers)),
        deadline=time.monotonic() + seconds,
        dump=None if dump is None else str(dump),
    )
