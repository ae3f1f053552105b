"""Functions with postconditions, of which the truth was written down before anything was run: a verdict says nothing
else, what breaks is found, and what is said to be accepted CPython accepts."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from specassay.benchmarks.configuration import Config
from specassay.benchmarks.datasets.tasks import SpecTask
from specassay.benchmarks.runs.run import RunSettings, run_specifications
from specassay.benchmarks.schema import SpecRow
from specassay.benchmarks.schema.spec import AssessmentPart

from ...samples import some

FOLDER = Path(__file__).parents[2] / "data" / "postconditions"
VERDICTS = {
    "strong": {"strong", "strong up to choice", "unknown"},
    "weak": {"weak"},
    "wrong": {"wrong"},
    "vacuous": {"vacuous", "weak"},
}
"""Label → the verdicts that say nothing false. What is true of every output is weak, too. A function that fails on
valid inputs is weak by definition: it needs a precondition."""


class Labelled:
    """A function or method of the folder: the text of its module without the other functions and classes."""

    def __init__(self, file: Path, tree: ast.Module, node: ast.stmt, name: str, labels: set[str]) -> None:
        self.name, self.labels = name, labels
        others = [each for each in tree.body if not isinstance(each, ast.FunctionDef | ast.ClassDef)]
        self.text = ast.unparse(ast.Module([*others, node], []))
        self.file = file

    def __repr__(self) -> str:
        return f"{self.file.stem}-{self.name}"


def labelled() -> Iterator[Labelled]:
    for file in sorted(FOLDER.glob("*.py")):
        text = file.read_text()
        tree = ast.parse(text)
        for top in tree.body:
            for node in top.body if isinstance(top, ast.ClassDef) else [top]:
                if isinstance(node, ast.FunctionDef) and node.name != "__init__":
                    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
                    label = re.fullmatch(r" *# ([a-z ]+)", text.splitlines()[first - 2])
                    assert label is not None, node.name
                    name = f"{top.name}.{node.name}" if isinstance(top, ast.ClassDef) else node.name
                    yield Labelled(file, tree, top, name, set(label[1].split()))


CASES = list(labelled())


def row_of(case: Labelled, folder: Path) -> SpecRow:
    path = folder / "posts.py"
    path.write_text(case.text)
    report = run_specifications(SpecTask(task_id="posts", file=path), RunSettings(config=Config(file_limit=20.0)))
    (row,) = [row for row in report.rows if row.method == case.name]
    return row


@pytest.mark.parametrize("case", some(CASES, 24, 5), ids=repr)
def test_verdicts_are_those_that_were_written_down(case: Labelled, tmp_path: Path) -> None:
    row = row_of(case, tmp_path)
    assert isinstance(row.assessment, AssessmentPart)
    assert isinstance(row.findings, list)
    kinds = {finding.kind for finding in row.findings}
    assert ("fails-at-run-time" in kinds) == ("fails" in case.labels), row.findings
    expected = set().union(*(VERDICTS.get(label, set()) for label in case.labels))
    assert row.assessment.verdict in ({"weak"} if "fails" in case.labels and "wrong" not in case.labels else expected)
    assert ("body-breaks-postcondition" in kinds) == ("wrong" in case.labels)
    for finding in row.findings:
        told = finding.kind in ("accepts-another-output", "body-mutant-survives")
        if told and finding.witness is not None and "." not in case.name:
            inputs = {name: eval(text) for name, text in finding.witness["inputs"].items()}
            if set(finding.witness["other"]) == {"result"}:
                assert accepts(case, inputs, eval(finding.witness["other"]["result"])), finding


def accepts(case: Labelled, inputs: dict[str, Any], output: Any) -> bool:
    """Whether CPython and the libraries accept that the function returns this on these arguments."""
    tree = ast.parse(case.text)
    function = tree.body[-1]
    assert isinstance(function, ast.FunctionDef)
    docstring = ast.get_docstring(function) or ""
    returned = [*ast.parse(f"_output = {output!r}").body, ast.Return(ast.Name("_output", ast.Load()))]
    match function.body[-1]:
        case ast.Return(value=ast.Name(id=name)):
            checks = [each for each in function.body if isinstance(each, ast.Assert)]
            returned[1:1] = [ast.parse(f"{name} = _output").body[0], *checks]
    function.body = [*function.body[: bool(docstring)], *returned]
    scope: dict[str, Any] = {}
    exec(compile(ast.fix_missing_locations(tree), "posts.py", "exec"), scope)
    try:
        scope[case.name](**inputs)
    except Exception:
        return False
    clauses = re.search(r"^ *post[^:]*:(.*)", docstring, re.MULTILINE | re.DOTALL)
    lines = re.split(r"\n *(?:post: *|raises: .*)?", clauses[1] if clauses else "")
    names = {**inputs, "_": output, "__return__": output, **HELPERS, case.name: scope[case.name]}
    return all(eval(line, {**scope, **names}) for line in map(str.strip, lines) if line)


HELPERS = {
    "implies": lambda test, then: not test or then,
    "forall": lambda items, test: all(map(test, items)),
}
