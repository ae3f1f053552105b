"""`specassay run` shows what a method prints, returns and breaks, and ends with the documented codes."""

import resource
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

from specassay.__main__ import main
from specassay.benchmarks.schema import ExecutionRow

TEXT = """method Max(a: array<int>) returns (m: int)
  requires a.Length > 0
{
  m := 0;
  var i := 0;
  while i < a.Length
    invariant forall k :: 0 <= k < i ==> a[k] <= m
  {
    if a[i] > m { m := a[i]; }
    i := i + 1;
  }
  assert m in a[..];
}
method Main() { var a := new int[] [-3, 5]; var m := Max(a); print "max ", m, "\\n"; }
method Fails(n: int) returns (r: int) { r := 1 / n; }
method Endless(n: int) returns (r: int) decreases * { r := 2; while true decreases * { r := r * r; } }
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "max.dfy"
    path.write_text(TEXT, encoding="utf-8")
    return path


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["run", *map(str, arguments)])


def test_main_is_run_and_prints(file: Path) -> None:
    before = resource.getrlimit(resource.RLIMIT_AS)
    found = run(file)
    assert (found.exit_code, found.stdout) == (0, "max 5\n")
    assert resource.getrlimit(resource.RLIMIT_AS) == before


def test_a_method_is_run_on_arguments(file: Path) -> None:
    found = run(file, "Max", "--args", '{"a": [3, 7]}', "--check")
    assert (found.exit_code, found.stdout) == (0, "m = 7\nMax: conditions checked 6 times, all hold\n")


def test_a_run_that_shows_nothing_else_says_that_it_returned(file: Path) -> None:
    file.write_text("method T() { assert 1 + 1 == 2; }\nmethod N() { }\n")
    found = run(file, "T")
    assert (found.exit_code, found.stdout) == (0, "T: returns, and prints nothing; --check evaluates its conditions\n")
    assert run(file, "T", "--check").stdout == "T: the one condition that was reached holds\n"
    assert run(file, "N", "--check").stdout == "N: returns, and no condition was reached\n"


def test_a_method_without_an_input_is_not_said_to_hold(file: Path) -> None:
    file.write_text("method F(n: int) requires n > 0 && n < 0 { assert false; }\n")
    found = run(file, "F", "--check")
    assert (found.exit_code, found.stdout) == (
        0,
        "unknown: no input was found that meets the precondition of F\n",
    )
    assert run(file, "F", "--check", "--strict").exit_code == 1


def test_a_condition_that_fails_is_a_finding_with_its_place_and_state(file: Path) -> None:
    found = run(file, "Max", "--args", "[[-3]]", "--check")
    assert found.exit_code == 1
    assert found.stdout.splitlines() == [
        "m = 0",
        f"{file}:12:10: error: assert m in a[..] is false",
        "    called with a := new int[] [-3]",
        "    where a = [-3], m = 0, i = 1",
    ]


def test_a_failure_is_found_on_made_inputs(file: Path) -> None:
    found = run(file, "Max", "--check", "--inputs", 30)
    assert found.exit_code == 1
    assert "assert m in a[..] is false" in found.stdout
    assert "invariant" not in found.stdout


def test_what_fails_at_run_time_is_a_finding(file: Path) -> None:
    found = run(file, "Fails", "--args", "[0]")
    assert found.exit_code == 1
    assert found.stdout.startswith(f"{file}:15:46: error: Fails(n := 0) fails: ")


def test_what_has_no_end_is_unknown(file: Path) -> None:
    found = run(file, "Endless", "--args", "[0]")
    assert found.exit_code == 0
    assert "unknown: Endless(n := 0) is not followed to its end: out of fuel" in found.stdout
    assert run(file, "Endless", "--args", "[0]", "--strict").exit_code == 1


def test_runs_as_json(file: Path) -> None:
    found = msgspec.json.decode(run(file, "Max", "--args", "[[-3]]", "--check", "--json").stdout, type=ExecutionRow)
    assert (found.state, found.outputs, found.held) == ("returned", {"m": "0"}, 3)
    (failure,) = found.failures
    assert (failure.clause, failure.variables["a"]) == ("m in a[..]", "[-3]")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["Min"], "no method Min with a body; there is Max"),
        (["Max", "--args", "[[]]"], "violate the precondition of Max: a.Length > 0"),
        (["Max", "--args", "[1]"], "a: a Python int does not convert to Array"),
        (["Max", "--args", "{"], "--args is not JSON"),
    ],
)
def test_bad_usage_is_explained(file: Path, arguments: list[str], message: str) -> None:
    found = run(file, *arguments)
    assert found.exit_code == 2
    assert message in found.stderr


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "a.dfy").write_text("module A { method Twice(n: int) returns (r: int) { r := n + n; } }\n")
    (tmp_path / "b.dfy").write_text(
        "module B { import A method Use() returns (r: int) ensures r == 9 { r := A.Twice(4); } }\n"
    )
    settings = tmp_path / "dfyconfig.toml"
    settings.write_text('includes = ["*.dfy"]\n')
    return settings


def test_of_a_project_a_method_of_any_file_is_run(project: Path) -> None:
    assert run(project, "A.Twice", "--args", "[4]").stdout == "r = 8\n"
    done = run(project, "--check")  # there is no Main
    assert done.exit_code == 1
    assert f"{project.with_name('b.dfy')}:1:59: error: ensures r == 9 is false when B.Use returns" in done.stdout


def test_of_a_project_the_main_method_is_run(project: Path) -> None:
    project.with_name("c.dfy").write_text('import B method Main() { var r := B.Use(); print r, "\\n"; }\n')
    assert run(project).stdout == "8\n"


@pytest.mark.parametrize("arguments", [(), ("Nope",), ("Nope", "--check")])
def test_what_a_project_has_not_is_an_error(project: Path, arguments: tuple[str, ...]) -> None:
    done = run(project, *arguments)
    assert done.exit_code == 2
    assert "no file of the project has it" in done.stderr


def test_a_file_of_a_project_that_is_broken_is_an_error(project: Path) -> None:
    project.with_name("a.dfy").write_text("method M(\n")
    done = run(project, "B.Use")
    assert done.exit_code == 2
    assert "a.dfy:" in done.stderr
