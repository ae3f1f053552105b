"""What another package adds by entry points: a solver, a data set, languages of contracts and of specifications, and a
set of mutation operators. It is an installed distribution, seen by everything that lists or takes one."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from attrs import frozen

SOURCES = Path(__file__).parent / "data" / "plugin"


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Variables of a process in which the sample package is installed: its module, and the metadata that its own
    build makes."""
    tmp_path = tmp_path_factory.mktemp("plugin")
    shutil.copytree(SOURCES, tmp_path / "site")
    build = "import sys; from setuptools.build_meta import prepare_metadata_for_build_wheel as b; b(sys.argv[1])"
    subprocess.run([sys.executable, "-c", build, "."], cwd=tmp_path / "site", check=True, capture_output=True)
    return {**os.environ, "PYTHONPATH": str(tmp_path / "site")}


RUN = """
import json, sys
from click.testing import CliRunner
from specassay.__main__ import main
for command in json.loads(sys.argv[1]):
    done = CliRunner().invoke(main, command)
    print(json.dumps([done.exit_code, done.stdout, done.stderr]))
"""
HALF = """routine half(n: int) -> h: int
  needs n >= 0
  gives 2 * h <= n
  gives n <= 2 * h + 1
  do n / 2
check half(7) == 3
"""
FILES = {
    "f.py": "def f(x):\n    assert len(x) == 3 or hash(x) > 7\n    assert x\n",
    "two.demands": "half x: x % 2 == 0\nroot x: isinstance(x, int) and x >= 0\n",
    "two.demand": "",
    "half.pledge": HALF,
    "half.py": "def half(n: int) -> int:\n    assert n >= 0\n    return n // 2\n",
    "half.dfy": "method Half(n: int) returns (h: int)\n  requires n >= 0\n  ensures 2 * h <= n <= 2 * h + 1\n",
    "weak/half.pledge": HALF.replace("  gives n <= 2 * h + 1\n", ""),
    "twice.dfy": "method Twice(x: int) returns (y: int)\n  ensures y == 2 * x || y == -2 * x\n{ y := 2 * x; }\n"
    "method Test() { var y := Twice(3); assert y == 6; }\n",
    "twice.rs": "verus! { fn twice(x: i8) -> (y: i32) ensures y == 2 * x || y == -2 * x, { 2 * (x as i32) }\n"
    "#[test] fn test() { let y = twice(3); assert_eq!(y, 6); } }\n",
    "half.rs": "verus! { fn half(n: int) -> (h: int) requires n >= 0, ensures 2 * h <= n <= 2 * h + 1; }\n",
}
COMMANDS = {
    "a solver": "cvt f.py --json --solver sample",
    "a wrong solver": "cvt f.py --json --solver sampel",
    "a data set": "cvt two.demands --task root --json",
    "a data set by its name": "data path sample-demands",
    "a language": "parse two.demands --json",
    "a wrong language": "parse two.demand",
    "specifications: parse": "parse half.pledge",
    "specifications: spec": "spec weak --json",
    "specifications: cvt": "cvt half.pledge --json",
    "specifications: run": "run half.pledge half --args [7]",
    "specifications: compare": "compare weak/half.pledge half.pledge --json",
    "specifications: compare with Python": "compare half.pledge half.py --json",
    "specifications: compare with Dafny": "compare half.dfy half.pledge --json",
    "specifications: bench": "bench --data weak --out run --json",
    "specifications: report": "report run --html shown.html",
    "specifications: diff": "diff half.pledge weak/half.pledge",
    "specifications: audit": "audit weak --json",
    "specifications: compare with Verus": "compare half.rs half.pledge --json",
    "a solver of Verus": "cvt half.rs --json --solver sample",
    "operators of Verus": "spec twice.rs --operators opposite --json",
    "operators": "spec twice.dfy --operators opposite --json",
    "wrong operators": "spec twice.dfy --operators oposite",
    "broken operators": "spec twice.dfy --operators broken",
}


@frozen
class Ended:
    """What a command came to."""

    code: int
    stdout: str
    stderr: str


@pytest.fixture(scope="module")
def ended(environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Ended]:
    """By the name of a command what it came to: all in one process, since starting one takes longer than they do."""
    folder = tmp_path_factory.mktemp("files")
    for name, text in FILES.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    commands = json.dumps([command.split() for command in COMMANDS.values()])
    variables = {**environment, "SPECASSAY_DATA": str(folder)}
    done = subprocess.run(
        [sys.executable, "-c", RUN, commands], cwd=folder, env=variables, capture_output=True, text=True, check=False
    )
    found = [Ended(*json.loads(line)) for line in done.stdout.splitlines()]
    assert len(found) == len(COMMANDS), done.stderr
    return dict(zip(COMMANDS, found, strict=True)) | {"the report": Ended(0, (folder / "shown.html").read_text(), "")}


@pytest.mark.slow
def test_it_is_asked_by_its_name(ended: dict[str, Ended]) -> None:
    assert ended["a solver"].code == 0, ended["a solver"].stderr
    refused = ended["a wrong solver"]
    assert refused.code == 2
    assert "did you mean 'sample'?" in refused.stderr


CERTIFY = """
import sys; sys.path.insert(0, sys.argv[1])
from certificates import check_model
from conformance import ROWS
from specassay.backends.solvers import registry
from specassay.backends.solvers.choices import names
from specassay.backends.solvers.worker import isolated
print(*names())
backend = isolated(registry.get("sample"))
for row in ROWS:
    if row.name in sys.argv[2:]:
        session = backend.session(row.functions, row.datatypes)
        session.add(*row.terms)
        answer = session.check(seconds=20)
        certified = not answer.model or check_model(row.terms, answer.model, row.functions, row.datatypes) == ([], [])
        print(row.name, answer.outcome.value == row.status and certified, answer.message)
        session.close()
"""
ROWS = ("remainder", "no square root", "index in bounds", "floor of a negative", "absent key", "shift too far")


@pytest.mark.slow
def test_it_conforms_in_a_worker(environment: dict[str, str]) -> None:
    """It answers rows of several theories as they are known to be, and its models make them true."""
    command = [sys.executable, "-c", CERTIFY, str(Path(__file__).parent / "backends"), *ROWS]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    first, *lines = done.stdout.splitlines()
    assert first == "z3 cvc5 yices sample", done.stderr
    assert sorted(lines) == sorted(f"{name} True " for name in ROWS), done.stderr


@pytest.mark.slow
def test_a_data_set_is_read(ended: dict[str, Ended]) -> None:
    done = ended["a data set"]
    (row,) = [json.loads(line) for line in done.stdout.splitlines()]
    assert (row["task_id"], row["violates"], row["verdict"]) == ("root", [0], "violating"), done.stderr


def test_a_data_set_is_found_by_its_name(ended: dict[str, Ended]) -> None:
    done = ended["a data set by its name"]
    assert [Path(line).name for line in done.stdout.splitlines()] == ["two.demands"], done.stderr


def test_a_language_is_read(ended: dict[str, Ended]) -> None:
    done = ended["a language"]
    assert [contract["name"] for contract in json.loads(done.stdout)["contracts"]] == ["half", "root"], done.stderr
    unknown = ended["a wrong language"]
    assert unknown.code == 2
    assert ".demands or .pledge" in unknown.stderr


def test_a_language_of_specifications_goes_through_every_command(ended: dict[str, Ended]) -> None:
    """Nothing but its object knows the language, and it has what those of this package have."""
    of = {name.partition(": ")[2]: each for name, each in ended.items() if name.startswith("specifications: ")}
    rows = {name: [json.loads(line) for line in of[name].stdout.splitlines()] for name in ("spec", "cvt", "audit")}
    assert "  ensures n <= 2 * h + 1" in of["parse"].stdout.splitlines(), of["parse"].stderr
    (scored,) = rows["spec"]
    assert (scored["method"], scored["assessment"]["verdict"]) == ("half", "weak"), of["spec"].stderr
    assert scored["body_mutants"], of["spec"].stderr
    (violating,) = rows["cvt"]
    assert (violating["verdict"], violating["arguments"]) == ("violating", {"n": "-1"}), of["cvt"].stderr
    assert of["run"].stdout == "h = 3\n", of["run"].stderr
    assert "accepts-another-output" in [row.get("rule") for row in rows["audit"]], of["audit"].stderr
    assert json.loads(of["bench"].stdout)["specifications"]["weak"]["assessments"]["weak"] == 1, of["bench"].stderr
    assert "half" in ended["the report"].stdout, of["report"].stderr
    assert of["diff"].code == 1
    assert "half: after is weaker than before" in of["diff"].stdout, of["diff"].stderr


def test_specifications_are_compared_with_those_of_any_language(ended: dict[str, Ended]) -> None:
    def compared(name: str) -> tuple[list[str], str]:
        done = ended[f"specifications: compare{name}"]
        row = json.loads(done.stdout)
        return row["languages"], row["relation"]

    assert compared("") == (["Pledge", "Pledge"], "weaker")
    assert compared(" with Python") == (["Pledge", "Python"], "equal")
    assert compared(" with Dafny") == (["Dafny", "Pledge"], "equal")
    assert compared(" with Verus") == (["Verus", "Pledge"], "equal")


def test_a_solver_is_taken_for_verus(ended: dict[str, Ended]) -> None:
    done = ended["a solver of Verus"]
    assert done.code in (0, 1), done.stderr
    assert [json.loads(line)["verdict"] for line in done.stdout.splitlines() if '"violates": [0]' in line] == [
        "violating"
    ]


def test_operators_make_the_wrong_outputs(ended: dict[str, Ended]) -> None:
    for command in ("operators", "operators of Verus"):
        (row,) = [json.loads(line) for line in ended[command].stdout.splitlines()]
        (mutant,) = row["tests"][0]["mutants"]
        assert (mutant["operator"], mutant["verdict"]) == ("sample.opposite", "holds")
    refused = ended["wrong operators"]
    assert refused.code == 2
    assert "did you mean 'opposite'?" in refused.stderr


def test_one_that_does_not_load_is_named_with_its_package(ended: dict[str, Ended]) -> None:
    done = ended["broken operators"]
    assert done.code == 2
    assert "which the package sample-plugins adds (sample_operators:NOT_THERE)" in done.stdout + done.stderr
