"""The bundled suite is what it says it is."""

import ast
import random
import re
import subprocess
from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain, combinations
from pathlib import Path

import pytest
from hypothesis import settings

from specassay.backends.python.replay import Replayer
from specassay.benchmarks.configuration import Config
from specassay.benchmarks.datasets import bundled as suite
from specassay.benchmarks.datasets import registry as datasets
from specassay.benchmarks.datasets.tasks import ContractTask, SpecTask
from specassay.benchmarks.reporting.expectations import mismatches
from specassay.benchmarks.reporting.statistics import contract_statistics
from specassay.benchmarks.runs.cvt import synthesise

DATA = suite.data()
EXPECTED = suite.expected()


@cache
def contract_tasks() -> dict[str, ContractTask]:
    """By their names. Read by the tests: each worker of xdist collects them, and few run them."""
    found = (task for path in DATA.contracts for task in datasets.load(path))
    return {task.task_id: task for task in found if isinstance(task, ContractTask)}


@cache
def dafny_texts() -> dict[str, str]:
    found = (task for folder in DATA.specifications for task in datasets.load(folder))
    return {task.task_id: task.file.read_text(encoding="utf-8") for task in found if isinstance(task, SpecTask)}


PYTHON_CONSTRUCTS = {
    "isinstance": r"isinstance\(",
    "type(...) ==": r"type\(\w+\) == \w+\n",
    "type(...) in": r"type\(\w+\) in",
    "comparison": r"len\(\w+\) > 0",
    "chained comparison": r"\w+ <= \w+ <= \w+",
    "chained type comparison": r"type\(\w+\) == type\(\w+\) ==",
    "and, or, not": r"not .* and |and not ",
    "None": r"is None",
    "len": r"len\(",
    "+ - *": r"\w \+ \w|\w \* \w",
    "// % **": r"\w // \d|\w % \d|\w \*\* \d",
    "unary minus": r"-\w+ < 0|-len",
    "index": r"\w\[-?\d\]|\w\[i\]",
    "slice": r"\w\[\d*:\w*\]",
    "in": r"assert \w+ in \[",
    "not in": r"not in",
    "all over a generator": r"all\(\w+",
    "all over a list": r"all\(\[",
    "any": r"any\(",
    "list display": r"in \[\w+, ",
    "tuple display": r"in \(\w+, ",
    "dictionary view": r"\.values\(\)",
    "isdigit": r"\.isdigit\(",
    "isalpha": r"\.isalpha\(",
    "islower": r"\.islower\(",
    "isupper": r"\.isupper\(",
    "startswith": r"\.startswith\(",
    "endswith": r"\.endswith\(",
    "conditional expression": r"\w if .* else \w",
    "assignment": r"^ *\w+ = ",
    "augmented assignment": r"[+-]= 1",
    "if, else": r"^ *if .*:",
    "for": r"^ *for .*:",
    "def, return": r"def gcd[^§]*return",
    "try, except, raise": r"try:[^§]*raise ValueError[^§]*except",
    "import math": r"import math[^§]*math\.",
    "import re": r"import re\n[^§]*re\.",
}
DAFNY_CONSTRUCTS = {
    "int": r"returns \(\w+: int\)",
    "nat": r": nat",
    "bool": r"returns \(\w+: bool\)",
    "real": r": real",
    "char": r": char",
    "string": r": string",
    "seq": r": seq<",
    "array": r": array<",
    "set": r": set<",
    "tuple": r": \(\w+, \w+\)",
    "forall": r"forall \w",
    "exists": r"exists \w",
    "several bound variables": r"forall \w, \w",
    "set comprehension": r"set x \|",
    "set display": r"in \{'",
    "sequence display": r"ensures .*\[s\[",
    "chained comparison": r"\d <= \w+ < ",
    "==>": r"==>",
    "<==>": r"<==>",
    "&& ||": r"\|\| .*&&",
    "!": r"!\(",
    "in": r"\w in \w",
    "!in": r"!in",
    "+ - *": r"\w \+ \w+ \* |\w \* \w",
    "/ %": r"\w % \d",
    "real division": r" / \d\.\d",
    "set operators": r"\w \* \w == \{\}",
    "sequence concatenation": r"\] \+ \w",
    "index": r"\w\[i\]",
    "slice": r"\w\[\.\.|\w\[\d\.\.",
    "cardinality": r"\|\w\|",
    "array to sequence": r"\w\[\.\.\]",
    "conversion": r" as int",
    "conditional expression": r"if .* then .* else ",
    "function": r"^function",
    "recursion": r"function (\w+)\(.*\n\{\n.*\1\(",
    "double recursion": r"function (\w+)\(.*\n\{\n.*\1\(.*\) \+ \1\(",
    "mutual recursion": r"predicate Even[^§]*Odd\(",
    "predicate": r"^predicate",
    "requires": r"^  requires",
    "several ensures": r"^  ensures.*\n(  .*\n)*  ensures",
    "test with assert": r"Test\(\)[^§]*assert",
    "test with print": r"Test\(\)[^§]*print .*// expected",
    "test with new array": r"Test\(\)[^§]*:= new int\[\] \[",
}


CONSTRUCTS = {"Python": PYTHON_CONSTRUCTS, "Dafny": DAFNY_CONSTRUCTS}


def users(language: str, construct: str) -> set[str]:
    contracts = {name: task.contract_text for name, task in contract_tasks().items()}
    texts = dafny_texts() if language == "Dafny" else contracts
    pattern = re.compile(CONSTRUCTS[language][construct], re.MULTILINE)
    return {name for name, text in texts.items() if pattern.search(text)}


def table(language: str) -> dict[str, list[str]]:
    """The rows of the README's table of one language: construct, tasks."""
    readme = (suite.folder() / "README.md").read_text(encoding="utf-8")
    section = readme.partition(f"### {language}\n")[2].partition("\n### ")[0]
    rows = re.findall(r"^\| `(.*)` \| (.*) \|$", section.replace(r"\|", "|"), re.MULTILINE)
    return {construct: tasks.split(", ") for construct, tasks in rows}


@pytest.mark.parametrize("language", CONSTRUCTS)
def test_every_construct_appears_where_the_readme_says(language: str) -> None:
    rows = table(language)
    assert list(rows) == list(CONSTRUCTS[language])
    for construct, tasks in rows.items():
        assert set(tasks) <= users(language, construct), construct


def test_the_suite_is_large_enough() -> None:
    assert len(contract_tasks()) == len(DATA.contracts) >= 24
    assert len(dafny_texts()) >= 24
    assert len(contract_tasks().keys() & dafny_texts().keys()) >= 8
    assert set(EXPECTED.contracts) == set(contract_tasks())
    assert set(EXPECTED.specifications) == set(dafny_texts())
    assert {verdicts.quality for verdicts in EXPECTED.specifications.values()} == {"strong", "weak", "wrong"}
    assert sum(bool(verdicts.infeasible) for verdicts in EXPECTED.contracts.values()) >= 8


def test_every_task_is_described() -> None:
    for task in contract_tasks().values():
        assert task.prompt
        assert ast.get_docstring(ast.parse(Path(task.file).read_text(encoding="utf-8")))
    for text in dafny_texts().values():
        assert text.startswith("// ")


@pytest.fixture(scope="module")
def replayer() -> Iterator[Replayer]:
    with Replayer() as started:
        yield started


@pytest.mark.parametrize("name", EXPECTED.contracts)
def test_every_set_of_clauses_has_an_example_or_is_infeasible(name: str, replayer: Replayer) -> None:
    clauses = replayer.load(contract_tasks()[name].replay_task)
    verdicts = EXPECTED.contracts[name]
    sizes = (combinations(range(clauses), size) for size in range(1, clauses + 1))
    feasible = [violation.violates for violation in verdicts.violating]
    assert sorted(map(sorted, [*feasible, *verdicts.infeasible, *verdicts.bounded])) == sorted(
        map(list, chain.from_iterable(sizes))
    )
    assert DATA.feasible[name] == tuple(feasible)
    for violation in verdicts.violating:
        assert replayer.run(violation.arguments, reference=False).violated == violation.violates


@pytest.mark.parametrize("name", EXPECTED.contracts)
def test_every_function_accepts_its_tests(name: str, replayer: Replayer) -> None:
    verdicts = EXPECTED.contracts[name]
    replayer.load(contract_tasks()[name].replay_task)
    namespace: dict[str, Callable[..., object]] = {}
    exec(Path(contract_tasks()[name].file).read_text(encoding="utf-8"), namespace)
    for test in verdicts.tests:
        replay = replayer.run(test.arguments)
        assert replay.raised is None
        assert not replay.violated
        assert replay.runs_without_contract
        arguments = {parameter: ast.literal_eval(text) for parameter, text in test.arguments.items()}
        assert namespace[name](**arguments) == ast.literal_eval(test.result)
    assert verdicts.tests


ATOMS = [
    *["None", "True", "False", "0", "1", "-1", "2", "7", "31", "1.0", "2.5", "-300.5", "inf", "nan", "1j"],
    *[
        "''",
        "'a'",
        "'A'",
        "'7'",
        "'('",
        "')'",
        "'user_1'",
        "'555-0199'",
        "'1.5'",
        "b''",
        "b'a'",
        "9007199254740995",
    ],
]


def arbitrary(chance: random.Random) -> str:
    """A literal: mostly an atom, or a collection of atoms and collections."""
    first, second = (chance.choice(ATOMS) for _ in range(2))
    shapes = ["[{0}]", "[{0}, {1}]", "({0}, {1})", "({0},)", "{{{0}, {1}}}", "{{{0}: {1}}}", "[[{0}, {1}]]"]
    shapes += ["[[{0}], [{1}]]", "[]", "()", "{{}}", "set()", "range(2)"]
    return first if chance.random() < 0.6 else chance.choice(shapes).format(first, second)


@pytest.mark.slow
def test_what_is_out_of_reach_is_not_called_infeasible() -> None:
    (name,) = (name for name, verdicts in EXPECTED.contracts.items() if verdicts.bounded)
    report = synthesise(
        contract_tasks()[name], config=Config(budget=120.0, solver_limit=60.0)
    )  # on a busy machine, too
    assert list(mismatches(report, EXPECTED)) == []
    verdicts = {frozenset(row.violates): (row.verdict, row.bounded) for row in report.rows}
    assert {verdicts[subset] for subset in EXPECTED.contracts[name].bounded} == {("infeasible", True)}
    statistics = contract_statistics([report])
    assert (statistics.infeasible, statistics.bounded) == (0, 1)


@pytest.mark.parametrize("name", [name for name, verdicts in EXPECTED.contracts.items() if verdicts.infeasible])
def test_no_input_violates_an_infeasible_set(name: str, replayer: Replayer) -> None:
    replayer.load(contract_tasks()[name].replay_task)
    parameters = contract_tasks()[name].parameter_names
    chance = random.Random(0)
    number = 40 * settings().max_examples  # more in `make laws`
    inputs = [{parameter: arbitrary(chance) for parameter in parameters} for _ in range(number)]
    found = {replay.violated for replay in replayer.run_many(inputs, reference=False) if replay.decided}
    assert not found & EXPECTED.contracts[name].infeasible
    assert len(found) > 2


@pytest.mark.slow
def test_dafny_resolves_every_task(require: Callable[[str], Path], tmp_path: Path) -> None:
    together = tmp_path / "suite.dfy"
    modules = [f"module {name.title().replace('_', '')} {{\n{text}\n}}\n" for name, text in dafny_texts().items()]
    together.write_text("".join(modules), encoding="utf-8")
    command = [str(require("dafny")), "/compile:0", "/dafnyVerify:0", str(together)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout
