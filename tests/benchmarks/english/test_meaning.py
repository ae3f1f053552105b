"""One sentence is never said of two conditions that differ; and no two clauses of a contract share one."""

from collections import defaultdict
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specassay.benchmarks.datasets.evalplus import read
from specassay.benchmarks.datasets.tasks import ContractTask
from specassay.benchmarks.english import describe
from specassay.benchmarks.english.contract import Sentence
from specassay.benchmarks.english.nouns import code
from specassay.frontends.python import parse_contract

OPERANDS = ("x", "y", "v", "len(x)", "x[0]", "x % 2", "x % 3", "max(x)", "0", "1", "-1", "2", "'a'", "None", "True")
SIGNS = ("==", "!=", "<", "<=", ">", ">=", "in", "not in", "is", "is not")
ORDERS = ("<", "<=", "==", ">", ">=")
COLLECTIONS = ("(1, 2)", "'ab'", "[1]", "{1: 2}", "x", "y")
TYPES = ("int", "bool", "float", "str", "list", "(int, float)", "(int, bool)", "type(None)")
VALUES: tuple[Any, ...] = (
    None,
    True,
    False,
    -1,
    0,
    1,
    2,
    3,
    6,
    0.5,
    2.0,
    float("nan"),
    "",
    "a",
    "1",
    "aB",
    [],
    [1],
    [0, 2],
    [True],
    ["a"],
    [[]],
    {"a": 1},
    (0,),
)


def atom(random: Random) -> str:
    name, operand = random.choice("xyv"), random.choice
    match random.randrange(7):
        case 0 | 1:
            return f"{operand(OPERANDS)} {operand(SIGNS)} {operand(OPERANDS)}"
        case 2:
            return f"{operand(OPERANDS)} {operand(ORDERS)} {operand(OPERANDS)} {operand(ORDERS)} {operand(OPERANDS)}"
        case 3:
            return f"isinstance({name}, {operand(TYPES)})"
        case 4:
            return f"type({name}) == {operand(('int', 'bool', 'str', 'list', 'type(y)'))}"
        case 5:
            return f"{name} in {operand(COLLECTIONS)}"
        case _:
            return f"{name}.{operand(('isdigit', 'isalpha', 'islower', 'isupper'))}()"


def condition(random: Random, depth: int) -> str:
    """A condition over x and y, and over v, which is y where no quantifier binds it."""

    def inner() -> str:
        return f"({condition(random, depth - 1)})"

    quantifier = random.choice(("all", "any", "not all", "not any"))
    match random.randrange(9) if depth else 0:
        case 0 | 1:
            return atom(random)
        case 2:
            return f"{inner()} {random.choice(('and', 'or'))} {inner()}"
        case 3:
            return f"{inner()} and {inner()} or {inner()}"
        case 4:
            return f"not {inner()}"
        case 5:
            return f"{inner()} if {inner()} else {inner()}"
        case 6:
            return f"{quantifier}({inner()} for v in {random.choice(('x', 'y', 'x[1:]', '[x, y]', 'range(x)'))})"
        case 7:
            return f"{quantifier}({inner()} for v in {random.choice('xy')} if {inner()})"
        case _:
            return f"{quantifier}({inner()} for w in x for v in w)"


def said(texts: list[str]) -> list[str]:
    """What is said of each condition, without what tells equal sentences apart."""
    contract = parse_contract("\n".join(f"assert {text}" for text in texts), name="f", parameters=["x", "y", "v"])
    pairs = zip(describe(contract), contract.clauses, strict=True)
    return [sentence.text.removesuffix(f" ({code(clause.text)})") for sentence, clause in pairs]


def truth(text: str, x: Any, y: Any) -> bool | None:
    """What CPython makes of the condition; None where it raises."""
    try:
        return bool(eval(text, {"x": x, "y": y, "v": y}))
    except Exception:
        return None


@pytest.mark.slow
@settings(deadline=None, max_examples=6)
@given(st.integers(0, 2**32))
def test_conditions_with_one_sentence_agree(seed: int) -> None:
    random = Random(seed)
    texts = list(dict.fromkeys(condition(random, number % 3) for number in range(150)))
    by_sentence = defaultdict(list)
    for text, sentence in zip(texts, said(texts), strict=True):
        by_sentence[sentence].append(text)
    for sentence, (first, *others) in by_sentence.items():
        for other, (x, y) in product(others, product(VALUES, VALUES)):
            answers = truth(first, x, y), truth(other, x, y)
            assert None in answers or answers[0] == answers[1], (sentence, first, other, x, y)


@settings(deadline=None, max_examples=10)
@given(st.integers(0, 2**32))
def test_clauses_of_a_contract_have_different_sentences(seed: int) -> None:
    random = Random(seed)
    texts = [condition(random, number % 2) for number in range(20)]
    contract = parse_contract("\n".join(f"assert {text}" for text in texts), name="f", parameters=["x", "y", "v"])
    assert len({sentence.text for sentence in describe(contract)}) == len(texts)


@pytest.mark.parametrize("name", ["HumanEvalPlus", "MbppPlus"])
def test_real_contracts_are_said_in_english(data_dir: Path, name: str) -> None:
    sentences: list[Sentence] = []
    for task in read(data_dir / "evalplus" / f"{name}.jsonl.gz"):
        assert isinstance(task, ContractTask)
        contract = parse_contract(
            task.contract_text, name=task.entry_point, parameters=task.parameter_names, hints=task.hints
        )
        found = describe(contract)
        assert len({sentence.text for sentence in found}) == len(contract.clauses)
        sentences += found
    assert sum(sentence.quoted for sentence in sentences) <= 0.05 * len(sentences)
