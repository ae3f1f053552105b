"""Which tasks are about one problem."""

from pathlib import Path

from specassay.benchmarks.datasets.problems import ProblemPair, problem_pairs
from specassay.benchmarks.datasets.tasks import ContractTask, SpecTask


def python(task_id: str, file: str = "tasks.jsonl", line: int = 1) -> ContractTask:
    return ContractTask(
        task_id=task_id, entry_point="f", parameters=(), contract_text="pass", solution="", file=file, line=line
    )


def dafny(file: str) -> SpecTask:
    return SpecTask(task_id=Path(file).stem, file=Path(file))


def named(found: list[ProblemPair]) -> list[tuple[str, list[str], str]]:
    return [(pair.name, [task.task_id for task in pair.contracts], str(pair.specification.file)) for pair in found]


def test_numbers_of_mbpp_mean_the_same_in_every_data_set_and_those_of_humaneval_are_others() -> None:
    found = problem_pairs(
        [("a", python("Mbpp/3")), ("a", python("HumanEval/4", line=2)), ("a", python("Mbpp/5", line=3))],
        [("b", dafny("d/task_id_3.dfy")), ("b", dafny("d/task_id_4.dfy")), ("c", dafny("e/task_id_3.dfy"))],
    )
    assert named(found) == [("MBPP 3", ["Mbpp/3"], "d/task_id_3.dfy"), ("MBPP 3", ["Mbpp/3"], "e/task_id_3.dfy")]


def test_files_of_one_name_are_a_pair_within_their_data_set_only() -> None:
    functions = [("one", python("max.f", "p/max.py")), ("one", python("max.g", "p/max.py", 9))]
    assert named(problem_pairs(functions, [("one", dafny("p/max.dfy")), ("two", dafny("q/max.dfy"))])) == [
        ("max", ["max.f", "max.g"], "p/max.dfy")
    ]


def test_a_name_that_several_files_have_says_nothing() -> None:
    functions = [("one", python("utils.f", "p/utils.py")), ("one", python("utils.f", "q/utils.py"))]
    assert problem_pairs(functions, [("one", dafny("p/utils.dfy"))]) == []
