"""`{:autocontracts}`: what the attribute adds, against what Dafny 2.3 prints, and what is refused."""

import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from specassay.core.ir.build import conj, conjuncts
from specassay.core.ir.contracts import Program
from specassay.core.ir.terms import Term, fold, rebuild
from specassay.core.ir.updates import Update
from specassay.core.ir.variables import field_variable, is_heap
from specassay.frontends.dafny import parse_program, show_term
from specassay.frontends.show import show

CLASSES = Path(__file__).parents[2] / "data" / "autocontracts.dfy"

COUNTER = """class {attribute} C {{
  var n: int
  {field}
  predicate Valid() {{ n >= 0 }}
  static function Two(): int {{ 2 }}
  constructor () ensures n == 0 {{ n := 0; }}
  method Inc() ensures n == old(n) + 1 {{ n := n + 1; }}
}}
"""
IMPLIED = " (from {:autocontracts})"


def clauses(program: Program) -> dict[str, list[str]]:
    """Method → its clauses as texts; those that types make aside."""
    return {
        one.name: [
            f"{each.clause.kind} {each.clause.text}"
            for each in (*one.requires, *one.ensures)
            if not each.clause.implicit or each.clause.text.endswith(IMPLIED)
        ]
        for one in program.specifications
    }


@pytest.mark.parametrize("attribute", ["{:autocontracts}", "{: autocontracts true }", "{:x} {:autocontracts}"])
def test_contracts_that_nobody_wrote_are_before_the_others_and_say_so(attribute: str) -> None:
    program = parse_program(COUNTER.format(attribute=attribute, field="var {:autocontracts false} m: int"), "t.dfy")
    assert clauses(program) == {
        "C.constructor": [f"ensures Valid(){IMPLIED}", f"ensures fresh(Repr){IMPLIED}", "ensures n == 0"],
        "C.Inc": [
            f"requires Valid(){IMPLIED}",
            f"ensures Valid(){IMPLIED}",
            f"ensures fresh(Repr - old(Repr)){IMPLIED}",
            "ensures n == old(n) + 1",
        ],
    }
    (_, increment) = program.specifications
    places = [(each.clause.span.line, each.clause.span.column, each.clause.implicit) for each in increment.ensures[:3]]
    assert places == [(7, 10, True), (7, 10, True), (7, 24, False)]
    assert field_variable("this", "Repr") in increment.modifies
    assert not program.problems


def test_the_attribute_after_an_at_sign_is_the_same() -> None:
    written = parse_program(COUNTER.format(attribute="{:autocontracts}", field=""), "t.dfy")
    at_sign = parse_program("@AutoContracts\n" + COUNTER.format(attribute="", field=""), "t.dfy")
    assert clauses(at_sign) == clauses(written)
    assert [one for one in at_sign.specifications[1].requires if one.clause.text.startswith("Valid")]


@pytest.mark.parametrize("start", ["", "{:autocontracts false}", "@AutoContracts(false)\n"])
def test_other_classes_keep_their_contracts(start: str) -> None:
    before, inside = (start, "") if start.startswith("@") else ("", start)
    text = before + COUNTER.format(attribute=inside, field="var {:autocontracts} m: int")
    assert clauses(parse_program(text, "t.dfy")) == {
        "C.constructor": ["ensures n == 0"],
        "C.Inc": ["ensures n == old(n) + 1"],
    }


def test_a_constructor_without_a_name_may_be_left_alone() -> None:
    text = """class {:autocontracts} C {
  var a: array<int>
  ghost predicate Valid() { a.Length > 0 }
  constructor {:autocontracts false} () ensures a.Length == 1 { a := new int[1]; }
  method {:autocontracts false} Off() modifies a ensures a[0] == old(a[0]) { }
  method On() ensures a.Length > 0 { }
}"""
    found = clauses(parse_program(text, "t.dfy"))
    assert found["C.constructor"] == ["ensures a.Length == 1"]
    assert found["C.Off"] == ["ensures a[0] == old(a[0])"]
    assert len(found["C.On"]) == 4


# -- the bodies


def test_bodies_end_with_what_keeps_the_representation() -> None:
    text = """class {:autocontracts} C {
  var a: array<int>
  var b: array?<int>
  predicate Valid() { true }
  constructor () ensures a.Length == 2 { a := new int[2]; b := null; }
  method Renew() ensures fresh(a) { a := new int[3]; }
  method Length() returns (n: int) ensures n == a.Length { n := a.Length; }
}"""
    routines = parse_program(text, "t.dfy").routines
    last = {name: [one for one in routines[name].body if isinstance(one, Update) and one.ghost] for name in routines}
    added = "this.Repr + {this.a#array}", "this.Repr + (if this.b#array != null then {this.b#array} else {})"
    shown = {
        name: [show(value) for each in found for value in each.values if isinstance(value, Term)]
        for name, found in last.items()
    }
    assert shown["C.constructor"][0] == "{this}"
    assert len(shown["C.constructor"]) == 3
    assert len(shown["C.Renew"]) == 2
    assert shown["C.Renew"][0] == added[0]
    assert shown["C.Length"] == []


# -- what is refused


@pytest.mark.parametrize(
    ("member", "reason"),
    [
        ("var u: Unknown", "the type Unknown of a field"),
        ("const c := f()", "the constant c, which may be an object"),
        ("method Get() returns (r: int) ensures r == 1 { reveal f(); r := 1; }", "reveal in a method"),
    ],
)
def test_what_cannot_be_said_is_refused_with_the_reason(member: str, reason: str) -> None:
    text = f"""class {{:autocontracts}} C {{
  var n: int
  {member}
  predicate Valid() {{ n >= 0 }}
  method Inc() ensures n == old(n) + 1 {{ n := n + 1; }}
}}"""
    program = parse_program(text, "t.dfy")
    assert any(reason in str(problem) and "{:autocontracts}" in str(problem) for problem in program.problems)
    unread = [one.name for one in program.specifications if any(each.term is None for each in one.ensures)]
    assert unread == (["C.Get"] if "Get" in member else ["C.Inc"])


def test_valid_with_a_parameter_says_nothing_of_methods() -> None:
    text = """class {:autocontracts} C {
  var n: int
  predicate Valid(k: int) { n >= k }
  method Inc() ensures n == old(n) + 1 { n := n + 1; }
}"""
    problems = list(map(str, parse_program(text, "t.dfy").problems))
    assert [one for one in problems if "method C.Inc: Valid that is not a predicate without parameters" in one]


# -- against Dafny


@pytest.mark.against_dafny
def test_what_is_added_is_what_dafny_prints(require: Callable[[str], Path], tmp_path: Path) -> None:
    """Dafny prints the classes with all that it adds; read without the attribute that has to mean the same."""
    printed = tmp_path / "printed.dfy"
    command = [str(require("dafny")), "/compile:0", "/noVerify", f"/rprint:{printed}", str(CLASSES)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert "0 errors" in done.stdout, done.stdout
    written_out = re.sub(r"\{:autocontracts\}| refines Base", "", printed.read_text(encoding="utf-8"))
    ours, theirs = (
        dict(meaning(parse_program(text, "t.dfy", dialect="2")))
        for text in (CLASSES.read_text(encoding="utf-8"), written_out)
    )
    assert ours.keys() == theirs.keys()
    for name, what in ours.items():
        assert what == theirs[name], name


def meaning(program: Program) -> Iterator[tuple[str, object]]:
    """What functions and methods of a program mean, by their names. Dafny prints twice what a refinement inherits."""
    for name, function in program.functions.items():
        if not is_heap(name):
            body = None if function.body is None else shown(function.body).removesuffix(" && true")
            yield str(name), ([*map(shown, function.requires)], body, [each.name for each in function.parameters])
    for one in program.specifications:
        stated = [each for each in (*one.requires, *one.ensures) if not each.clause.fact]
        promises = dict.fromkeys((each.clause.kind, "" if each.term is None else shown(each.term)) for each in stated)
        yield one.name, (list(promises), one.modifies, [each.name for each in one.inputs])


def shown(term: Term) -> str:
    """The text of a term; which parts of a conjunction stand in parentheses means nothing."""

    def flat(node: Term, args: tuple[Term, ...]) -> Term:
        whole = rebuild(node, args)
        return conj(*conjuncts(whole)) if node.op == "and" else whole

    return show_term(fold(term, flat)).replace("i#inv", "i")
