"""Prompts: what each strategy tells, that the same input gives the same text, and templates of a user."""

import json
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from specassay.__main__ import main
from specassay.benchmarks.datasets.tasks import ContractTask, Parameter
from specassay.benchmarks.prompting.rendering import STRATEGIES, Renderer, problem_of
from specassay.benchmarks.schema import GivenRow
from specassay.core.errors import InputError

SOURCE = '''
def pick(items, index=0):
    """Return an item."""
    assert isinstance(items, list)
    assert 0 <= index < len(items)
    return items[index]
'''
ROWS: list[dict[str, object]] = [
    {"task_id": "pick", "violates": [0], "verdict": "violating", "arguments": {"items": "(1,)", "index": "0"}},
    {"task_id": "pick", "violates": [1], "verdict": "violating", "arguments": {"items": "[]", "index": "0"}},
    {"task_id": "pick", "violates": [0, 1], "verdict": "unknown", "arguments": None},
]


@pytest.fixture
def task() -> ContractTask:
    return ContractTask(
        task_id="pick",
        entry_point="pick",
        parameters=(Parameter("items", "list[int]"), Parameter("index", "int", "0")),
        contract_text="assert isinstance(items, list)\nassert 0 <= index < len(items)",
        solution="def pick(items: list[int], index: int = 0):\n    return items[index]",
        file="tasks.jsonl",
        line=1,
        prompt='"""\nReturn an item.\n"""',
    )


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "pick.py"
    path.write_text(SOURCE, encoding="utf-8")
    return path


@pytest.fixture
def cvts(tmp_path: Path) -> Path:
    path = tmp_path / "cvts.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS), encoding="utf-8")
    return path


def run(*arguments: object) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, ["prompts", *map(str, arguments)])
    return result.exit_code, result.stdout, result.stderr


@pytest.mark.parametrize("name", STRATEGIES)
def test_every_strategy_states_the_problem_and_the_signature(name: str, task: ContractTask) -> None:
    found = Renderer(STRATEGIES[name]).prompt(task, [msgspec.convert(row, GivenRow) for row in ROWS])
    assert "Return an item." in found.request
    assert "def pick(items: list[int], index: int = 0):" in found.request
    assert found.messages == [{"role": "system", "content": found.system}, {"role": "user", "content": found.request}]
    assert ("`items` must be a list" in found.request) == (name != "standard")


def test_a_signature_that_the_problem_has_is_not_repeated() -> None:
    own = ContractTask(
        task_id="f",
        entry_point="f",
        parameters=(Parameter("x"),),
        contract_text="",
        solution="def f(x): return x",
        file="t",
        line=1,
        prompt='def f(x):\n    """Identity."""\n',
    )
    found = Renderer(STRATEGIES["cs"]).prompt(own)
    assert found.request.count("def f(x)") == 1
    assert "no contract" in found.request


def test_prose_becomes_a_docstring() -> None:
    prose = ContractTask(
        task_id="f",
        entry_point="f",
        parameters=(Parameter("x"),),
        contract_text="",
        solution="def f(x): return x",
        file="t",
        line=1,
        prompt="Identity.",
    )
    assert problem_of(prose) == 'def f(x):\n    """Identity."""'


def test_eas_shows_a_call_for_each_clause(source: Path, cvts: Path) -> None:
    code, shown, _ = run("--dataset", source, "--strategy", "eas", "--cvts", cvts)
    assert code == 0
    assert ">>> pick((1,))\nAssertionError" in shown
    assert ">>> pick([])\nAssertionError" in shown


def test_eas_makes_tests_that_are_not_given(source: Path) -> None:
    code, shown, _ = run("--dataset", source, "--strategy", "eas")
    assert code == 0
    assert shown.count("\nAssertionError\n") == 2


def test_no_strategy_asks_for_an_input_that_does_not_exist(tmp_path: Path) -> None:
    redundant = tmp_path / "redundant.py"
    redundant.write_text("def f(n):\n    assert n > 1\n    assert n > 0\n    return n\n", encoding="utf-8")
    code, shown, _ = run("--dataset", redundant, "--strategy", "cot")
    assert code == 0
    asked = " ".join(shown.split())
    assert "Where every input that violates it violates another condition too, say so instead." in asked
    code, shown, _ = run("--dataset", redundant, "--strategy", "eas")
    assert code == 0
    assert "f(n=0)" not in shown
    assert "(No input violates this assertion alone.)" in shown


def test_tests_of_another_contract_are_refused(source: Path, tmp_path: Path) -> None:
    path = tmp_path / "other.jsonl"
    path.write_text(json.dumps({**ROWS[0], "violates": [7]}) + "\n", encoding="utf-8")
    code, _, errors = run("--dataset", source, "--strategy", "eas", "--cvts", path)
    assert code == 2
    assert "pick has 2 clauses" in errors


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{}", "not a row that `specassay cvt` wrote"),
        ("nonsense", "not a row that `specassay cvt` wrote"),
        ('{"task_id": "x", "verdict": "unknown"}', "no test for this task"),
    ],
)
def test_tests_that_cannot_be_used_are_refused(source: Path, tmp_path: Path, line: str, message: str) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(line + "\n", encoding="utf-8")
    code, _, errors = run("--dataset", source, "--strategy", "eas", "--cvts", path)
    assert code == 2
    assert message in errors


def test_prompts_are_deterministic_rows(source: Path, cvts: Path, tmp_path: Path) -> None:
    texts = []
    for name in ("a.jsonl", "b.jsonl"):
        assert run("--dataset", source, "--strategy", "eas", "--cvts", cvts, "--out", tmp_path / name)[0] == 0
        texts.append((tmp_path / name).read_text(encoding="ascii"))
    assert texts[0] == texts[1]
    assert set(json.loads(texts[0])) == {"kind", "version", "task_id", "strategy", "system", "prompt"}


def test_a_template_of_the_user_takes_the_place_of_the_built_in_one(source: Path, tmp_path: Path) -> None:
    folder = tmp_path / "templates"
    folder.mkdir()
    (folder / "cs.j2").write_text("{{ entry_point }}: {{ clauses[1].code }}", encoding="utf-8")
    code, rows, _ = run("--dataset", source, "--strategy", "cs", "--templates", folder, "--json")
    assert code == 0
    assert json.loads(rows)["prompt"] == "pick: 0 <= index < len(items)\n"


@pytest.mark.parametrize("text", ["{{ nothing }}", "{% if %}", "{{ 1 / 0 }}", '{% include "absent.j2" %}'])
def test_a_broken_template_is_named(source: Path, tmp_path: Path, text: str) -> None:
    (tmp_path / "cs.j2").write_text(text, encoding="utf-8")
    code, _, errors = run("--dataset", source, "--strategy", "cs", "--templates", tmp_path)
    assert code == 2
    assert "template cannot be used" in errors


def test_a_missing_folder_of_templates_is_an_error(task: ContractTask, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such folder"):
        Renderer(STRATEGIES["cs"], tmp_path / "absent")


def test_an_unknown_task_is_an_error(source: Path) -> None:
    code, _, errors = run("--dataset", source, "--task", "absent")
    assert (code, "no task 'absent'" in errors) == (2, True)


def test_control_characters_do_not_reach_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "f.py"
    path.write_text('def f(x):\n    """A \\x1b[31mred\\x1b[0m text."""\n    assert x\n    return x\n', encoding="utf-8")
    code, shown, _ = run("--dataset", path)
    assert code == 0
    assert "\x1b" not in shown
    assert "\\x1b[31mred" in shown


@pytest.mark.slow
def test_every_real_task_has_a_prompt(data_dir: Path) -> None:
    path = data_dir / "evalplus" / "MbppPlus.jsonl.gz"
    code, rows, errors = run("--dataset", path, "--strategy", "cs", "--json")
    assert (code, errors) == (0, "")
    assert len(rows.splitlines()) == 186
