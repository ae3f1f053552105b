"""The bundled suite: tasks in both languages with what is to be found out about them. Its README describes
it."""

from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Literal

import msgspec
from attrs import frozen

from ... import benchmarks


@frozen(slots=True)
class SuiteData:
    """Where its tasks are. `feasible`: by task, sets of clauses that some input violates exactly."""

    contracts: tuple[Path, ...]
    specifications: tuple[Path, ...]
    feasible: Mapping[str, tuple[frozenset[int], ...]]


class ExpectedCall(msgspec.Struct, frozen=True):
    """An accepted input of a Python task and the function's result, as literals."""

    arguments: dict[str, str]
    result: str


class Violation(msgspec.Struct, frozen=True):
    """Clauses of a Python task and an input, as literals, that violates exactly these."""

    violates: frozenset[int]
    arguments: dict[str, str]


class ContractVerdicts(msgspec.Struct, frozen=True):
    """What holds for a Python task: the sets of clauses that no plain Python value violates exactly, and an
    example for each of the others but the `bounded`: some input violates these, too, but it is out of reach."""

    infeasible: frozenset[frozenset[int]]
    tests: tuple[ExpectedCall, ...]
    violating: tuple[Violation, ...]
    bounded: frozenset[frozenset[int]] = frozenset()


class SpecificationVerdicts(msgspec.Struct, frozen=True):
    """What holds for a Dafny task: the quality of its specification, and between what bounds its scores
    lie."""

    quality: Literal["strong", "weak", "wrong"]
    correctness: tuple[float, float]
    completeness: tuple[float, float]


class Expected(msgspec.Struct, frozen=True):
    """The expected verdicts, by task id (the file's stem)."""

    contracts: dict[str, ContractVerdicts]
    specifications: dict[str, SpecificationVerdicts]


def folder() -> Path:
    """Where the suite is installed."""
    with resources.as_file(resources.files(benchmarks) / "suite") as path:
        return path


def data() -> SuiteData:
    """The suite as a data folder; what it knows to be feasible is all that is."""
    contracts = expected().contracts
    return SuiteData(
        contracts=tuple(sorted((folder() / "python").glob("*.py"))),
        specifications=(folder() / "dafny",),
        feasible={name: tuple(v.violates for v in contracts[name].violating) for name in contracts},
    )


def expected() -> Expected:
    """The expected verdicts of every task."""
    return msgspec.json.decode((folder() / "expected.json").read_bytes(), type=Expected)
