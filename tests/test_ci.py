"""What other tools run: the hooks of pre-commit, the action of GitHub and the problem matcher of docs/ci.md."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from specassay.__main__ import main

CONTRACT = "def f(n):\n    assert n > 0\n    assert n == n or True\n    return n\n"
EXAMPLES = re.compile(r"```(\w+)\n(.*?)```", re.DOTALL)


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("src").mkdir()
    Path("src", "__init__.py").touch()
    Path("src", "old.py").write_text(CONTRACT)
    who = ("-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "init.defaultBranch=main")
    for command in (("init",), ("add", "."), ("commit", "-m", "first")):
        subprocess.run(["git", *who, *command], check=True, capture_output=True)
    return tmp_path


def hooks(root: Path) -> dict[str, dict[str, Any]]:
    return {hook["id"]: hook for hook in yaml.safe_load((root / ".pre-commit-hooks.yaml").read_text())}


@pytest.mark.parametrize("name", ["specassay-cvt", "specassay-spec"])
def test_a_hook_looks_at_what_changed(name: str, root: Path, repository: Path) -> None:
    hook = hooks(root)[name]
    assert {"id", "name", "entry", "language"} <= hook.keys()
    program, *arguments = shlex.split(hook["entry"])
    assert program == "specassay"
    unchanged = CliRunner().invoke(main, [*arguments, *hook["args"]])
    assert (unchanged.exit_code, unchanged.stdout) == (0, "")
    text = CONTRACT.replace("return n", "result = 1\n    assert result > 0\n    return result\n\n\nassert f(1) == 1")
    Path("src", "new.py").write_text(text)
    Path("src", "plain.py").write_text("WIDTH = 3\n")
    changed = CliRunner().invoke(main, [*arguments, *hook["args"]])
    assert changed.exit_code == 1, changed.output
    told = [line for line in changed.stdout.splitlines() if ": no-method: " not in line]
    assert all(line.startswith("src/new.py:") for line in told)


def test_the_hooks_of_the_example_are_there(root: Path) -> None:
    examples = EXAMPLES.findall((root / "docs" / "ci.md").read_text())
    (example,) = [yaml.safe_load(text) for kind, text in examples if kind == "yaml" and "hooks:" in text]
    assert {hook["id"] for repo in example["repos"] for hook in repo["hooks"]} <= hooks(root).keys()


@pytest.mark.slow
@pytest.mark.parametrize(("form", "out"), [("github", ""), ("sarif", "found file.sarif")])
def test_the_action_runs_in_a_project(form: str, out: str, root: Path, repository: Path) -> None:
    action = yaml.safe_load((root / ".github" / "actions" / "specassay" / "action.yml").read_text())
    given = {name: each["default"] for name, each in action["inputs"].items()} | {"format": form, "out": out}
    step = action["runs"]["steps"][-1]
    read = re.compile(r"\$\{\{ inputs\.(\w+) \}\}")
    environment = {name: read.sub(lambda match: given[match[1]], text) for name, text in step["env"].items()}
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
        env={**os.environ, **environment, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    if out:
        assert json.loads(Path(out).read_text())["version"] == "2.1.0"
    else:
        assert done.stdout.startswith("::warning file=src/old.py,line=3,")


def test_the_action_puts_no_input_into_a_script(root: Path) -> None:
    action = yaml.safe_load((root / ".github" / "actions" / "specassay" / "action.yml").read_text())
    assert not any("${{" in step["run"] for step in action["runs"]["steps"])


def test_the_action_of_the_example_has_these_inputs(root: Path) -> None:
    examples = EXAMPLES.findall((root / "docs" / "ci.md").read_text())
    (steps,) = [yaml.safe_load(text)["steps"] for kind, text in examples if kind == "yaml" and "steps:" in text]
    (step,) = [step for step in steps if "specassay/.github/actions/specassay" in step.get("uses", "")]
    action = yaml.safe_load((root / ".github" / "actions" / "specassay" / "action.yml").read_text())
    assert step["with"].keys() <= action["inputs"].keys()


def test_the_problem_matcher_reads_every_line(root: Path, repository: Path) -> None:
    examples = EXAMPLES.findall((root / "docs" / "ci.md").read_text())
    (task,) = [json.loads(text) for kind, text in examples if kind == "json"]
    pattern = task["problemMatcher"]["pattern"]
    program, *arguments = shlex.split(task["command"])
    assert program == "specassay"
    lines = CliRunner().invoke(main, arguments).stdout.splitlines()
    assert lines
    for line in lines:
        match = re.match(pattern["regexp"], line)
        assert match is not None
        assert (match[pattern["file"]], match[pattern["line"]]) == ("src/old.py", "3")
        assert match[pattern["code"]] == "idle-clause"
