"""Programs that want a grade or a reward for nothing. `make attacks` runs all of them in every way."""

import pytest
from click.testing import CliRunner

from . import __main__ as command
from .grading import ATTACKS, Earned, attack_gradings, harm_of

QUICK = tuple(attack for attack in ATTACKS if attack.goal in ("pass", "csr"))[::6]


def test_nobody_earns_a_reward_for_nothing_and_honest_programs_lose_nothing() -> None:
    earned = list(attack_gradings(QUICK, ("reward, warm",)))
    assert len(earned) == len(QUICK) + 2
    assert [each for each in earned if each.harm] == []


@pytest.mark.parametrize(
    ("goal", "passes", "refused", "counted", "checks", "harm"),
    [
        ("pass", True, 0, False, False, True),
        ("pass", False, 6, False, False, False),
        ("csr", True, 1, False, False, True),
        ("csr", False, 6, False, False, False),
        ("aar", True, 0, True, False, True),
        ("honest", True, 6, True, True, False),
        ("honest", True, 5, True, True, True),
        ("honest", False, 6, True, True, True),
        ("honest", True, 0, False, False, False),
    ],
)
def test_what_is_earned_for_nothing_or_lost_is_seen(
    goal: str, passes: bool, refused: int, counted: bool, checks: bool, harm: bool
) -> None:
    assert bool(harm_of(goal, passes, refused, counted, checks)) is harm


@pytest.mark.parametrize(("harm", "code"), [("", 0), ("it passes", 1)])
def test_the_command_tells_it_by_its_exit_code(monkeypatch: pytest.MonkeyPatch, harm: str, code: int) -> None:
    monkeypatch.setattr(command, "_against_sandbox", lambda python: ([], []))
    for name in ("attack_hacks", "attack_rewards", "attack_grade"):
        monkeypatch.setattr(command, name, lambda *_: ())
    monkeypatch.setattr(command, "attack_gradings", lambda *_: [Earned("grade, cold", "a program", "pass", 1.0, harm)])
    result = CliRunner().invoke(command.main, ["--no-plain", "--user", ""])
    assert result.exit_code == code
    assert ("a program: it passes" in result.output) is bool(harm)
