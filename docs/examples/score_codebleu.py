# /// script
# requires-python = ">=3.11"
# dependencies = ["codebleu>=0.7,<0.8", "tree-sitter-python>=0.21,<0.22"]
# ///
"""CodeBLEU of programs against the reference of their task, for whoever has to fill that column of a published table.

    PYTHONHASHSEED=0 python docs/examples/score_codebleu.py HumanEvalPlus.jsonl.gz samples.jsonl.gz

S. Ren et al., arXiv:2009.10297. It compares texts, not what they do, so specassay itself does not compute it. The hash
seed matters: the package orders names by their hashes. What is no Python does not count.
"""

import ast
import gzip
import json
import statistics
import sys
from collections.abc import Iterator
from typing import Any

from codebleu import calc_codebleu


def rows(path: str) -> Iterator[dict[str, Any]]:
    """The objects of a file of JSON Lines, compressed or not."""
    with gzip.open(path, "rt") if path.endswith(".gz") else open(path) as lines:
        yield from (json.loads(line) for line in lines if line.strip())


def plain(source: str) -> str:
    """A program as Python prints it, without comments and docstrings. Raises SyntaxError."""
    module = ast.parse(source)
    for node in ast.walk(module):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node, clean=False):
            node.body = node.body[1:] or [ast.Pass()]
    return ast.unparse(module)


def main(data_set: str, samples: str) -> None:
    tasks = {task["task_id"]: task for task in rows(data_set)}
    scores = []
    for sample in rows(samples):
        task = tasks.get(sample["task_id"])
        if task is None:
            continue
        start = "" if task["task_id"].startswith("Mbpp/") else task["prompt"]
        try:
            program = plain(sample.get("solution") or start + sample["completion"])
        except SyntaxError:
            continue
        reference = plain(start + task["canonical_solution"])
        scores.append(calc_codebleu([reference], [program], lang="python")["codebleu"])
    print(
        f"CodeBLEU {statistics.mean(scores):.1%}, n {len(scores)}"
        if scores
        else "no program for a task of the data set"
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
