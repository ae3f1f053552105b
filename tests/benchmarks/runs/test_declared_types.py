"""Which arguments are of another type than declared."""

from attrs import evolve

from specassay.benchmarks.runs.declared_types import declared_types
from specassay.core.ir.constructed import Constructed
from specassay.frontends.python import parse_contract

DAY, OTHER = Constructed("datetime.date(2000, 1, 1)"), Constructed("Path('a')")
CONTRACT = evolve(
    parse_contract(
        "assert isinstance(n, int) and n > 0\nassert n < d\nassert t\n",
        name="f", parameters=["n", "d", "t", "u"], hints=["int", "date | None", "list[str]", None],
    ),
    samples={"d": (DAY,)},
)  # fmt: skip
TYPES = declared_types(CONTRACT)


def test_arguments_of_other_types_are_counted() -> None:
    assert TYPES.misfits({"n": 1, "d": DAY, "t": ["a"], "u": object()}, [1]) == 0
    assert TYPES.misfits({"n": 1, "d": None, "t": [], "u": 0}, [1]) == 0
    assert TYPES.misfits({"n": 0.5, "d": 3, "t": "a", "u": 0}, [1]) == 3
    assert TYPES.misfits({"n": True, "d": DAY, "t": [1], "u": 0}, [1]) == 2


def test_a_type_that_a_violated_clause_asks_about_is_free() -> None:
    assert TYPES.misfits({"n": "a", "d": DAY, "t": ["a"], "u": 0}, [0, 1]) == 0


def test_of_other_objects_nothing_is_known() -> None:
    assert TYPES.suits("d", OTHER)
    assert TYPES.suits("u", OTHER)
