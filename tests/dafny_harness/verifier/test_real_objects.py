"""The verifier on a class as it is written: our verdicts on its methods are its own."""

import re
import subprocess
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from specassay.core.deciding.engines import Engines
from specassay.core.ir.values import UninterpretedValue
from specassay.core.ir.variables import ALLOCATED, Valuation, field_variable
from specassay.core.spec_testing import triples
from specassay.core.spec_testing.operators import operator_set
from specassay.core.spec_testing.score import MethodScore, score_program
from specassay.frontends.dafny import DAFNY, parse_program
from tests.dafny_harness.made import examples_of

pytestmark = pytest.mark.against_dafny
FOLDER = Path(__file__).parents[2] / "data" / "dafny"
HISTORY = field_variable("this", "history")


def states(test: triples.Tested, step: int = 2) -> Iterator[tuple[Valuation, bool]]:
    """The outputs of a test and of one in so many mutants, and whether we accept them."""
    assert test.judgement is not None
    yield test.example.outputs, test.judgement.verdict == "holds"
    for mutant in test.mutants[::step]:
        yield mutant.outputs, mutant.judgement.verdict == "holds"


def member(name: str, owner: str, score: MethodScore, test: triples.Tested, outputs: Valuation) -> str | None:
    """A method of the class that starts in the state before the call, makes that after it, and asserts the clauses in
    the author's words. None where the verifier's language cannot make the state."""
    given = DAFNY.literals(test.example.inputs, score.specification)
    made = DAFNY.literals(outputs, score.specification)
    before, after = test.example.inputs.get(HISTORY, ()), outputs.get(HISTORY)
    if after is not None and len(before) != len(after):
        return None
    lines = ["  requires to != this", "  modifies to"] if "to" in given else []
    lines += [
        f"  requires {place.replace('history', 'history[..]')} == {text}"
        for place, text in given.items()
        if "." in place and place != str(ALLOCATED)
    ]
    lines += ["  modifies this" + ", history" * ("this.history" in given), "{"]
    lines += [f"  var {place} := {text};" for place, text in given.items() if place in ("amount", "n", "x")]
    lines += [f"  var {place} := {text};" for place, text in made.items() if "." not in place]
    lines += [f"  {place} := {text};" for place, text in made.items() if "." in place and place != "this.history"]
    lines += [f"  history[{index}] := {value};" for index, value in enumerate(after or ())]
    lines += [f"  assert {one.clause.text};" for one in score.specification.ensures if not one.clause.implicit]
    return "\n".join([f"method {name}({f'to: {owner}' if 'to' in given else ''})", *lines, "}"])


def test_what_we_hold_true_at_labels_dafny_proves(require: Callable[[str], Path]) -> None:
    path = FOLDER / "labels.dfy"
    program = parse_program(path.read_text())
    scores = score_program(program, examples_of(program), triples.Options(Engines(), operator_set("paper"), DAFNY))
    assert all(test.verdict == "holds" for score in scores for test in score.tests)
    command = [str(require("dafny")), "/compile:0", "/timeLimit:20", str(path)]
    output = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False).stdout
    assert "program verifier finished" in output, output
    # Dafny 2.3 does not know that an object which this method has made exists at a label; it goes on as if it did.
    limitation = "receiver must be allocated in the state in which its fields are accessed"
    assert set(re.findall(r"Error: (.*)", output)) <= {limitation}, output


@pytest.mark.parametrize(
    ("file", "owner", "methods", "accepted", "refused"),
    [
        ("objects.dfy", "Account", ("Withdraw", "Move", "Last", "Note"), 5, 9),
        ("two_states.dfy", "Counter", ("Add", "Step"), 2, 6),
    ],
)
def test_the_methods_of_a_class_have_the_verdicts_that_dafny_gives(
    file: str,
    owner: str,
    methods: tuple[str, ...],
    accepted: int,
    refused: int,
    require: Callable[[str], Path],
    tmp_path: Path,
) -> None:
    dafny = require("dafny")
    text = (FOLDER / file).read_text()
    program = parse_program(text)
    scores = score_program(program, examples_of(program), triples.Options(Engines(), operator_set("paper"), DAFNY))
    expected: dict[str, bool] = {}
    members: list[str] = []
    for score in scores:
        for test in score.tests if score.method.removeprefix(f"{owner}.") in methods else ():
            for outputs, holds in states(test):
                name = f"Asked{len(members)}"
                written = member(name, owner, score, test, outputs)
                if written is not None:
                    members.append(written)
                    expected[name] = holds
    assert list(expected.values()).count(True) >= accepted
    assert list(expected.values()).count(False) >= refused
    path = tmp_path / "class.dfy"
    path.write_text(text[: text.index("\n}\n", text.index(f"class {owner}"))] + "\n" + "\n".join(members) + "\n}\n")
    assert verified(dafny, path, expected) == expected


def verified(dafny: Path, path: Path, asked: Iterable[str]) -> dict[str, bool]:
    """For each method that is asked about whether it verifies."""
    command = [str(dafny), "/compile:0", "/timeLimit:20", "/errorTrace:0", "/proc:*Asked*", str(path)]
    output = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False).stdout
    failed = {int(line) for line in re.findall(r"class\.dfy\((\d+),\d+\): Error", output)}
    assert "program verifier finished" in output, output
    name, found = "", dict.fromkeys(asked, True)
    for number, line in enumerate(path.read_text().split("\n"), 1):
        name = line.partition("(")[0].removeprefix("method ") if line.startswith("method Asked") else name
        if number in failed:
            found[name] = False
    return found


CONSTANT = ".weight"
"""A field that no statement assigns: in other states of the same objects it is what it was."""


def keeps_constants(test: triples.Tested, outputs: Valuation) -> bool:
    """Is an output a state that a program can write down, with the constants of the input?"""
    inputs = test.example.inputs
    return all(value[1] == inputs[name][1] for name, value in outputs.items() if str(name).endswith(f"Node{CONSTANT}"))


def among_nodes(name: str, score: MethodScore, test: triples.Tested, outputs: Valuation) -> str:
    """A method on nodes, all of them parameters, that starts in the state before the call, makes that after it, and
    asserts the clauses in the author's words."""
    inputs = {str(name): value for name, value in test.example.inputs.items()}
    outputs = {str(name): value for name, value in outputs.items()}
    parameters = {binder.name: binder.sort for binder in score.specification.inputs}
    written = {inputs["this"].index: "this"}
    written.update((value.index, place) for place, value in inputs.items() if place == "other")
    heaps = {place.rpartition(".")[2]: value[1] for place, value in inputs.items() if place.startswith("object.Node.")}
    numbers = sorted({key.index for fields in heaps.values() for key in fields} | written.keys())
    names = {number: written.get(number, f"node{number}") for number in numbers}

    def text(value: Any) -> str:
        match value:
            case UninterpretedValue():
                return names.get(value.index, "null")
            case frozenset():
                return "{" + ", ".join(sorted(map(text, value))) + "}"
            case bool():
                return str(value).lower()
            case _:
                return str(value)

    others = [each for each in names.values() if each != "this"]
    lines = [f"  requires {' && '.join(f'{one} != {two}' for one, two in combinations(names.values(), 2)) or 'true'}"]
    lines += [
        f"  requires {names[key.index]}.{field} == {text(value)}"
        for field, fields in heaps.items()
        for key, value in fields.items()
        if not {f"this.{field}"} & inputs.keys() or names[key.index] != "this"
    ]
    lines += [
        f"  requires {place} == {text(value)}"
        for place, value in inputs.items()
        if "." in place and not place.startswith("object.")
    ]
    lines += [f"  modifies {', '.join(names.values())}", "{"]
    lines += [f"  var {place} := {text(value)};" for place, value in inputs.items() if place == "v" and parameters]
    lines += [f"  var {place} := {text(value)};" for place, value in outputs.items() if "." not in place]
    lines += [
        f"  {names[key.index]}.{place.rpartition('.')[2]} := {text(value)};"
        for place, whole in outputs.items()
        if place.startswith("object.") and not place.endswith(CONSTANT)
        for key, value in whole[1].items()
    ]
    lines += [
        f"  {place} := {text(value)};"
        for place, value in outputs.items()
        if "." in place and not place.startswith("object.")
    ]
    lines += [f"  assert {one.clause.text};" for one in score.specification.ensures if not one.clause.implicit]
    header = ", ".join(f"{each}: Node" for each in others)
    return "\n".join([f"method {name}({header})", *lines, "}"])


def test_what_is_reached_through_other_objects_has_the_verdicts_that_dafny_gives(
    require: Callable[[str], Path], tmp_path: Path
) -> None:
    dafny = require("dafny")
    text = (FOLDER / "linked.dfy").read_text()
    program = parse_program(text)
    scores = score_program(program, examples_of(program), triples.Options(Engines(), operator_set("paper"), DAFNY))
    expected: dict[str, bool] = {}
    members: list[str] = []
    for score in scores:
        wanted = score.method in ("Node.Count", "Node.Second", "Node.Set", "Node.Put", "Node.Same")
        for test in score.tests if wanted else ():
            for outputs, holds in states(test, 5) if test.verdict in ("holds", "refuted") else ():
                known = (not isinstance(value, UninterpretedValue) or value.index < 3 for value in outputs.values())
                if all(known) and keeps_constants(test, outputs):
                    members.append(among_nodes(f"Asked{len(members)}", score, test, outputs))
                    expected[f"Asked{len(members) - 1}"] = holds
    assert list(expected.values()).count(True) >= 5
    assert list(expected.values()).count(False) >= 12
    path = tmp_path / "class.dfy"
    path.write_text(text[: text.index("\n}\n", text.index("class Node"))] + "\n" + "\n".join(members) + "\n}\n")
    assert verified(dafny, path, expected) == expected
