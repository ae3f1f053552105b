"""What is said of a specification and of its tests."""

from specassay.core.deciding.engines import ENDLESS
from specassay.core.spec_testing.findings_of_tests import findings_of_tests
from specassay.core.spec_testing.notation import Notation
from specassay.core.spec_testing.operators.registry import OPERATOR_SETS
from specassay.core.spec_testing.triples import Options
from specassay.frontends.dafny import parse_program

LANGUAGE = Notation(lambda value, sort, datatypes: str(value), tests="called Test")
OPTIONS = Options(ENDLESS, next(iter(OPERATOR_SETS.values())), LANGUAGE)


def test_what_is_said_of_a_specification_without_tests() -> None:
    source = "method M(x: int) returns (y: int)\n  ensures y == f(x) + g(x)\n{ }\nmethod N(x: int) { }\n"
    first, second = parse_program(source).specifications
    no_test, unsupported = findings_of_tests(first, (), False, OPTIONS)
    assert (no_test.kind, no_test.message) == ("no-tests", "no usable test calls M: tests are called Test")
    assert (unsupported.kind, unsupported.clause) == ("unsupported-clause", 0)
    assert unsupported.message.startswith("unsupported: unresolved identifier f")
    assert [each.kind for each in findings_of_tests(second, (), True, OPTIONS)] == ["no-tests", "no-postcondition"]


def test_the_place_of_a_finding_is_not_repeated_in_its_message() -> None:
    (specification,) = parse_program("method M(c: ORDINAL) returns (y: int)\n  ensures y == 1\n{ }\n").specifications
    *_, unsupported = findings_of_tests(specification, (), False, OPTIONS)
    assert unsupported.span is not None
    assert unsupported.message == "unsupported: the type ORDINAL"
