"""The contracts of the real data sets: all are read, all clauses are lowered, printing and reading is the identity."""

import ast
import gzip
import json
from pathlib import Path

import pytest

from specassay.frontends.python import parse_contract

from .bare_ir import without_spans
from .printed_contracts import print_contract


@pytest.mark.filterwarnings("ignore:invalid escape")
@pytest.mark.parametrize("name", ["HumanEvalPlus", "MbppPlus"])
def test_every_contract_is_lowered_and_prints_as_itself(data_dir: Path, name: str) -> None:
    with gzip.open(data_dir / "evalplus" / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    assert rows
    for row in rows:
        source = row["prompt"] + row["canonical_solution"]
        (function,) = [
            node
            for node in ast.parse(source).body
            if isinstance(node, ast.FunctionDef) and node.name == row["entry_point"]
        ]
        contract = parse_contract(
            row["contract"],
            name=row["entry_point"],
            context=source,
            parameters=[argument.arg for argument in function.args.args],
        )
        asserts = [node for node in ast.walk(ast.parse("if 1:\n" + row["contract"])) if isinstance(node, ast.Assert)]
        assert len(contract.clauses) == len(asserts)
        assert [clause.problems for clause in contract.clauses] == [()] * len(asserts), row["task_id"]
        again = parse_contract(
            print_contract(contract), name=contract.name, parameters=contract.parameters, hints=contract.hints
        )
        assert without_spans(again.body) == without_spans(contract.body), row["task_id"]
