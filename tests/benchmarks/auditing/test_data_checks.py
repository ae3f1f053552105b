"""Defects of data: what is there twice, what is no test."""

from pathlib import Path
from typing import Any

from specassay.benchmarks.auditing.data_checks import of_python_tasks, of_specification_files
from specassay.benchmarks.cache import Cache
from specassay.benchmarks.datasets.tasks import ContractTask, Parameter, SpecTask
from specassay.benchmarks.schema import SpecRow, TestPart


def half(**changes: Any) -> ContractTask:
    fields: dict[str, Any] = {
        "task_id": "Mbpp/1",
        "entry_point": "half",
        "parameters": (Parameter("n"),),
        "file": "m.jsonl",
        "line": 1,
        "contract_text": "    assert n >= 0\n",
        "solution": "def half(n):\n    return n // 2\n",
    }
    return ContractTask(**{**fields, **changes})


def kinds(*tasks: ContractTask) -> list[tuple[str, str, str]]:
    found = of_python_tasks(tasks, 1, Cache(None))
    return [(each.kind, each.subject, each.message) for each in found]


def test_a_task_that_is_there_twice() -> None:
    (found,) = kinds(half(), half(task_id="Mbpp/2", line=2), half(task_id="Mbpp/3", solution="def half(n):\n  pass\n"))
    assert found == ("duplicate-task", "Mbpp/2", "the same as Mbpp/1 (m.jsonl:1)")


def test_inputs_that_are_no_tests() -> None:
    found = kinds(half(base_input=([4], [4], [4, 5]), plus_input=([-1], ["a"])))
    assert [(kind, message.partition(":")[0]) for kind, _, message in found] == [
        ("duplicate-input", "base input 1 is input 0 again"),
        ("wrong-arity", "base input 2 has 2 arguments, half takes 1"),
        ("invalid-input", "plus input 0"),
        ("invalid-input", "plus input 1"),
    ]


def test_an_input_on_which_the_solution_fails_is_no_test() -> None:
    (found,) = kinds(half(contract_text="    assert n is not None\n", base_input=(["a"], [2])))
    assert (found[0], found[2].startswith("base input 0: ")) == ("no-answer", True)


def test_a_solution_that_does_not_load_is_told() -> None:
    (found,) = kinds(half(solution="def half(n:\n", base_input=([2],)))
    assert found[0] == "not-done"


def the_test(line: int, n: str) -> TestPart:
    return TestPart(
        line=line,
        source="test",
        inputs={"n": n},
        output={"r": "0"},
        constraints=[],
        verdict="holds",
        clauses=[],
        refused_by=[],
        rounding=None,
        precondition="holds",
        violated_requires=[],
        invalid_inputs=[],
        accepted=None,
        mutants=[],
    )


def test_files_and_tests_that_are_there_twice(tmp_path: Path) -> None:
    for name, text in (("a", "method M() {}"), ("b", "method M() {}"), ("c", "method N() {}")):
        (tmp_path / f"{name}.dfy").write_text(text)
    tasks = [SpecTask(task_id=name, file=tmp_path / f"{name}.dfy") for name in "abc"]
    tests = [the_test(3, "1"), the_test(5, "1"), the_test(7, "2")]
    row = SpecRow(task_id="c", file="c.dfy", method="N", status="scored", tests=tests)
    found = [(each.kind, each.subject, each.message, each.witness) for each in of_specification_files(tasks, [row])]
    assert found == [
        ("duplicate-task", "b", f"the same as a ({tmp_path / 'a.dfy'})", ""),
        ("duplicate-input", "c.N", "a test, also on line 3", "N(1)"),
    ]
