"""The sandbox under attack, and the witnesses themselves."""

import os

import pytest
from click.testing import CliRunner

from specassay.backends.python.sandbox import SandboxUnavailable
from tests.samples import in_laws

from . import __main__ as command
from .records import Finding, Witness
from .runners import PlainRunner, SandboxRunner
from .suite import CONTROLS, GROUPS, Control, attack_all, run_benign, seen
from .users import NoInterpreter, as_user


def outcome(runner: SandboxRunner, one_in: int = 1) -> tuple[list[Finding], list[str]]:
    """The attacks that did harm, and the benign programs that did not run."""
    try:
        harmful = [finding for finding in attack_all(runner, one_in=one_in) if finding.harm]
        failed = [f"{program.name}: {judged}" for program, judged in run_benign(runner) if not judged.passed]
    finally:
        runner.close()
    return harmful, failed


def test_there_are_attacks_of_every_kind() -> None:
    assert len({attack.code for attacks in GROUPS.values() for attack in attacks}) >= 150
    assert all(len(attacks) >= 20 for attacks in GROUPS.values())


def test_no_attack_on_the_sandbox_does_harm_and_all_benign_programs_run() -> None:
    # One in three; `make attacks` runs all.
    assert outcome(SandboxRunner(), 1 if in_laws() else 3) == ([], [])


@pytest.mark.slow
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_no_attack_does_harm_without_privileges_either() -> None:
    # One in four: the sandbox is the same, and only how its layers are set up is not. `make attacks` runs all.
    one_in = 1 if in_laws() else 4
    try:
        assert as_user("nobody", lambda installation: outcome(SandboxRunner(installation), one_in)) == ([], [])
    except NoInterpreter as error:
        pytest.skip(str(error))


@pytest.mark.slow
def test_the_attacks_bite_where_there_are_only_limits() -> None:
    # One in 32: a process for each takes its time. `make attacks` runs all.
    findings = list(attack_all(PlainRunner(), one_in=32))
    toothless = [f.attack.name for f in findings if f.attack.bites and f.attack.witness not in f.harm]
    assert toothless == []
    assert sum(bool(finding.harm) for finding in findings) >= len(findings) / 2


@pytest.mark.parametrize("control", CONTROLS, ids=lambda control: control.witness)
def test_a_witness_sees_harm(control: Control) -> None:
    assert set(seen(control)) == {control.witness}


def test_no_witness_sees_harm_where_there_is_none() -> None:
    assert seen(None) == {}


@pytest.mark.parametrize(("harm", "code"), [({}, 0), ({"leak": "the secret came out"}, 1)])
def test_the_command_lists_harm_and_tells_it_by_its_exit_code(
    monkeypatch: pytest.MonkeyPatch, harm: dict[Witness, str], code: int
) -> None:
    findings = [Finding("integrity", attack, "value", harm) for attack in GROUPS["integrity"][:2]]
    monkeypatch.setattr(command, "_against_sandbox", lambda python: (findings, []))
    for name in ("attack_hacks", "attack_rewards", "attack_grade"):
        monkeypatch.setattr(command, name, lambda *_: ())
    result = CliRunner().invoke(command.main, ["--no-plain", "--no-grading", "--user", ""])
    assert result.exit_code == code
    assert result.output.count("make a file: value: leak: the secret came out") == code


def test_the_command_says_when_there_is_no_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    def unavailable(python: str | None) -> None:
        raise SandboxUnavailable("no kernel")

    monkeypatch.setattr(command, "_against_sandbox", unavailable)
    assert CliRunner().invoke(command.main, []).exit_code == 3
