"""What the drivers read in recorded output, and the command lines they write."""

from pathlib import Path

import pytest

from specassay.backends.dafny.process import Dialect2, Dialect4, ReleaseLine, Verifier, VerifierLimits, find_dafny
from specassay.core.errors import SolverFailure

RECORDED = Path(__file__).parent / "recorded"


def recorded(name: str) -> str:
    return (RECORDED / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("dialect", "name", "outcomes"),
    [
        (Dialect2(), "dafny-2.3", [("verified", 0.744), ("errors", 0.157), ("errors", 2.049)]),
        (Dialect4(), "dafny-4", [("verified", 0.2727431), ("errors", 0.0912142), ("timeout", 62.012)]),
    ],
)
def test_outcomes_are_read_by_method(dialect: ReleaseLine, name: str, outcomes: list[tuple[str, float]]) -> None:
    report = dialect.read(recorded(f"{name}-outcomes"))
    assert report.finished
    assert [(one.outcome, one.seconds) for one in report.methods.values()] == outcomes
    assert list(report.methods) == ["Triple0", "Triple1", "Triple2"]
    assert (report.errors[0].line, report.errors[0].column) == (10, 12)


@pytest.mark.parametrize(("dialect", "name"), [(Dialect2(), "dafny-2.3"), (Dialect4(), "dafny-4")])
def test_a_file_that_does_not_resolve_has_errors_and_no_summary(dialect: ReleaseLine, name: str) -> None:
    report = dialect.read(recorded(f"{name}-rejected"))
    assert not report.finished
    assert not report.methods
    assert [(error.line, error.text) for error in report.errors] == [
        (9, "unresolved identifier: g"),
        (8, "RHS (of type string) not assignable to LHS (of type int)"),
    ]


def test_output_that_was_cut_off_keeps_what_was_decided() -> None:
    text = recorded("dafny-2.3-outcomes")
    report = Dialect2().read(text[: text.index("Verifying Impl$$_module.__default.Triple2")])
    assert not report.finished
    assert list(report.methods) == ["Triple0", "Triple1"]
    report = Dialect2().read(text[: text.index("  [0.157 s")])
    assert list(report.methods) == ["Triple0"]


def test_warnings_are_no_errors() -> None:
    report = Dialect2().read("harness.dfy(2,13): Warning: the type of the other operand is a non-null type\n")
    assert [message.severity for message in report.messages] == ["warning"]
    assert report.errors == ()


def test_limits_are_on_the_command_line() -> None:
    limits = VerifierLimits(7, 1000)
    assert {"/timeLimit:7", "/rlimit:1000"} <= set(Dialect2().command("dafny", "harness.dfy", limits))
    command = Dialect4().command("dafny", "harness.dfy", limits)
    assert {"--verification-time-limit:7", "--resource-limit:1000"} <= set(command)
    assert not any("resource" in part for part in Dialect4().command("dafny", "harness.dfy", VerifierLimits()))


def test_the_version_decides_the_driver(fake: Verifier) -> None:
    assert fake.version.startswith("4.9.0")
    assert isinstance(fake.dialect, Dialect4)


def test_a_missing_verifier_comes_with_advice() -> None:
    with pytest.raises(SolverFailure, match="apt-get install dafny"):
        find_dafny("no-such-verifier")


def test_an_unknown_line_of_releases_is_refused(tmp_path: Path) -> None:
    program = tmp_path / "dafny"
    program.write_text("#!/bin/sh\necho 3.13.1.50302\n", encoding="utf-8")
    program.chmod(0o755)
    with pytest.raises(SolverFailure, match=r"is Dafny 3: 2\.x and 4\.x are supported"):
        find_dafny(str(program))
