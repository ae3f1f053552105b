"""What each operator makes of a statement: the body that runs, by what it returns, and the places that change."""

from collections.abc import Callable

import pytest

from specassay.core.ir.statements import Body, If
from specassay.core.ir.updates import Call, Update
from specassay.core.spec_testing.program_mutants import commands
from specassay.core.spec_testing.program_mutants.model import StatementSite
from specassay.core.spec_testing.program_mutants.sites import sites_of
from specassay.frontends.dafny import parse_program

HEAD = """method Other(a: int, b: int) returns (r: int) { r := b; }
method Same(a: int, b: int) returns (r: int) { r := a; }
method Else(a: int) returns (r: int) { r := a; }
method M(x: int, y: int) returns (m: int, n: int) {
"""
Operator = Callable[[StatementSite], commands.Rewritings]


def sites(body: str) -> list[StatementSite]:
    program = parse_program(f"{HEAD}{body}\n}}", file="t.dfy")
    return [site for site in sites_of(program.routines["M"], program) if isinstance(site, StatementSite)]


def made(operator: Operator, body: str, line: int = 0) -> list[tuple[str, tuple[int, ...], Body]]:
    """How the text changes, in which lines of the body, and the body, for the statement that begins on a line."""
    (site,) = (site for site in sites(body) if site.span.line == line + 5)
    return [(change.kind, tuple(span.line - 5 for span in change.spans), changed) for change, changed in operator(site)]


def kinds(body: Body) -> list[str]:
    return [type(statement).__name__ for statement in body]


def test_a_statement_is_deleted_unless_it_declares() -> None:
    ((how, lines, body),) = made(commands.delete, "m := x;\nn := y;")
    assert (how, lines, kinds(body)) == ("delete", (0,), ["Update"])
    assert made(commands.delete, "var k := x;\nm := k;") == []


def test_a_branch_is_emptied_and_one_that_is_not_there_is_not() -> None:
    found = made(commands.delete_branch, "if x < y {\nm := x;\n} else {\nm := y;\n}")
    assert [lines for _, lines, _ in found] == [(1,), (3,)]
    emptied = [statement for _, _, (statement, *_) in found if isinstance(statement, If)]
    assert [(len(each.then), len(each.orelse)) for each in emptied] == [(0, 1), (1, 0)]
    assert len(made(commands.delete_branch, "if x < y {\nm := x;\n}")) == 1
    assert made(commands.delete_branch, "m := x;") == []


def test_two_statements_change_places_unless_one_declares_or_jumps() -> None:
    ((how, lines, body),) = made(commands.swap, "m := x;\nn := y;")
    assert (how, lines) == ("exchange", (0, 1))
    assert [each.places for each in body if isinstance(each, Update)] == [("n",), ("m",)]
    assert made(commands.swap, "m := x;\nvar k := y;") == []
    assert made(commands.swap, "m := x;\nreturn;") == []
    assert made(commands.swap, "m := x;") == []


def test_a_loop_is_left_before_a_statement_and_nothing_else_is() -> None:
    ((how, _, _),) = made(commands.insert_break, "while m < x {\nm := m + 1;\n}", line=1)
    assert how == "before"
    assert made(commands.insert_break, "m := x;") == []
    assert made(commands.insert_break, "while m < x {\nbreak;\n}", line=1) == []


@pytest.mark.parametrize(("jump", "others"), [("break", 2), ("continue", 2)])
def test_a_jump_becomes_each_of_the_other_two(jump: str, others: int) -> None:
    assert len(made(commands.other_jump, f"while m < x\ndecreases 0\n{{\n{jump};\n}}", line=3)) == others
    assert made(commands.other_jump, "m := x;") == []


def test_a_return_stands_for_any_statement_but_a_return() -> None:
    assert [how for how, _, _ in made(commands.return_instead, "m := x;")] == ["instead"]
    assert made(commands.return_instead, "return;") == []


def test_arguments_and_parallel_values_change_places_where_they_differ() -> None:
    ((_, _, body),) = made(commands.swap_arguments, "m := Other(x, y);")
    assert [argument.data for call in body if isinstance(call, Call) for argument in call.arguments] == ["y", "x"]  # type: ignore[union-attr]
    ((_, _, body),) = made(commands.swap_arguments, "m, n := x, y;")
    assert [value.data for each in body if isinstance(each, Update) for value in each.values] == ["y", "x"]  # type: ignore[union-attr]
    assert made(commands.swap_arguments, "m, n := x, x;") == []
    assert made(commands.swap_arguments, "m := Other(x, (x));") == []


def test_another_method_has_the_same_parameters_and_results() -> None:
    ((_, _, body),) = made(commands.other_method, "m := Other(x, y);")
    assert [call.method for call in body if isinstance(call, Call)] == ["Same"]
    assert made(commands.other_method, "m := Else(x);") == []


def test_a_call_becomes_a_default_an_argument_or_a_variable() -> None:
    def values(operator: Operator, body: str) -> list[object]:
        found = [body for _, _, body in made(operator, body)]
        return [each.values[0].data for statements in found for each in statements if isinstance(each, Update)]  # type: ignore[union-attr]

    assert values(commands.default_result, "m := Other(x, 3);") == [0]
    assert values(commands.propagate_argument, "m := Other(x, 3);") == ["x", 3]
    assert set(values(commands.call_to_variable, "m := Other(x, 3);")) == {"x", "y", "n"}
    assert values(commands.default_result, "m := x;") == []
