"""The steps of `calc` are checked where the statement is reached."""

from specassay.core.interpret.checks import GhostChecks
from specassay.core.language.running import run_on, subject
from specassay.frontends.dafny import parse_program, with_checks


def checks_of(calculation: str, **inputs: int) -> GhostChecks:
    text = f"""lemma L(x: int) {{ }}
    function Sum(n: int): int requires n >= 0 {{ if n == 0 then 0 else n + Sum(n - 1) }}
    method M(x: int, y: int) returns (r: int) {{
      r := x + y;
      {calculation}
    }}"""
    program = with_checks(parse_program(text))
    found = run_on(subject(program, "M"), inputs, program, 10.0, True)
    assert found.outcome.state == "returned", found.outcome.reason
    return found.checks


def failing(calculation: str, **inputs: int) -> list[tuple[str, str]]:
    found = checks_of(calculation, **inputs)
    assert not found.open
    assert all(each.kind == "calc" for each in found.failures.values())
    return [(each.text, each.reason) for each in found.failures.values()]


def test_each_step_is_checked_with_its_own_relation() -> None:
    calculation = """calc {
        (x + y) * 2;
      ==  { L(x); assert {1, 2} == {2, 1}; }
        2 * r; // a remark
        r + r;
      <  calc { x; <= { } y; } { L(y); }
        2 * r + x;
      }"""
    assert failing(calculation, x=3, y=4) == []
    assert failing(calculation, x=0, y=4) == [("r + r < 2 * r + x", "is false")]


def test_the_relation_of_all_steps_is_written_once() -> None:
    calculation = "calc ==> { x > 2; x > 1; {} x > 0; <==> 0 < x; <== { L(x); } x > 5; }"
    assert failing(calculation, x=9, y=0) == []
    assert failing(calculation, x=1, y=0) == []
    assert failing("calc <== { x > 2; x > 1; }", x=2, y=0) == [("x > 2 <== x > 1", "is false")]


def test_a_line_is_only_asked_for_where_the_one_before_holds() -> None:
    assert failing("calc ==> { x >= 0; Sum(x) >= 0; true; }", x=-1, y=0) == []
    ((text, reason),) = failing("calc { Sum(x); 0; }", x=-1, y=0)
    assert text == "Sum(x) == 0"
    assert reason.startswith("is not defined")


def test_a_calculation_without_a_step_says_nothing() -> None:
    assert failing("calc { } calc { x; } calc { x; == { L(x); } }", x=1, y=1) == []


def test_what_is_not_read_is_not_decided() -> None:
    found = checks_of("calc ==#[3] { x; y; } calc { x; ==#[2] y; } calc { x; y +; }", x=1, y=2)
    assert not found.failures
    assert len(found.open) == 3
