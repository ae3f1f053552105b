"""The constants that a method mentions: inputs are drawn at them, too."""

from specassay.core.ir.contracts import Program, Specification
from specassay.core.ir.sorts import CHAR, INT
from specassay.core.spec_testing.candidate_inputs import constants_of
from specassay.core.spec_testing.spec_testing_limits import LIMITS
from specassay.core.spec_testing.valid_inputs import input_conditions
from specassay.frontends.dafny import parse_program


def found(text: str, name: str = "M") -> tuple[Specification, Program]:
    program = parse_program(text)
    return next(each for each in program.specifications if each.name == name), program


def integers(text: str) -> tuple[object, ...]:
    specification, program = found(text)
    return constants_of(specification, input_conditions(specification), program).get(INT, ())


def test_those_of_clauses_come_before_those_of_the_body_and_each_comes_once() -> None:
    text = """
method M(n: int) returns (r: int)
  requires n > 12
  ensures r != 34
{
  if n == 56 { r := 12; } else { r := 78; }
}
"""
    assert integers(text) == (12, 34, 56, 78)


def test_those_of_functions_are_found_that_clauses_or_the_body_apply_directly_or_not() -> None:
    text = """
function Inner(n: int): int { n + 41 }
function Outer(n: int): int { Inner(n) + 42 }
function Unused(n: int): int { n + 43 }
function InBody(n: int): int { n + 44 }
method M(n: int) returns (r: int)
  ensures r == Outer(n)
{
  r := InBody(n);
}
"""
    assert {41, 42, 44} <= set(integers(text))
    assert 43 not in integers(text)


def test_a_chain_of_functions_is_followed_so_far() -> None:
    number = LIMITS.functions_with_constants + 10
    chain = "\n".join(f"function F{i}(n: int): int {{ F{i + 1}(n) + {1000 + i} }}" for i in range(number))
    text = f"{chain}\nfunction F{number}(n: int): int {{ n }}\nmethod M(n: int) ensures F0(n) > 0 {{}}"
    constants = integers(text)
    assert 1000 in constants
    assert 1000 + number - 1 not in constants


def test_each_sort_has_its_own() -> None:
    text = "method M(s: string) returns (r: bool) ensures r == (|s| > 3 && s[0] == 'w') { r := false; }"
    specification, program = found(text)
    constants = constants_of(specification, [], program)
    assert constants[CHAR] == ("w",)
    assert 3 in constants[INT]
