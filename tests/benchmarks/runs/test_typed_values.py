"""Values of declared types, made for search."""

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from specassay.benchmarks.runs.typed_values import TypedValues, declared_types
from specassay.core.ir.contracts import Contract
from specassay.core.ir.plain_values import Constructed
from specassay.frontends.python import parse_contract
from specassay.frontends.python.declared import fits

from ...samples import samples

PLAIN = st.sampled_from(["int", "float", "str", "bool", "bytes", "None", "complex", "Literal['a', -3]", "'int'"])


def _composed(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    one = st.sampled_from(
        [
            "list[{}]",
            "typing.List[{}]",
            "Sequence[{}]",
            "tuple[{}, ...]",
            "Optional[{}]",
            "dict[str, {}]",
            "Annotated[{}, 'any']",
            "Iterable[{}]",
        ]
    )
    two = st.sampled_from(["{} | {}", "Union[{}, {}]", "tuple[{}, {}]", "Mapping[{}, {}]", "dict[{}, {}]"])
    return st.builds(str.format, one, inner) | st.builds(str.format, two, inner, inner)


ANNOTATIONS = st.recursive(PLAIN, _composed, max_leaves=4)


def _source(annotation: str, seed: int = 0) -> TypedValues:
    return TypedValues(Contract("f", ("x",), (), (), hints=(annotation,)), seed)


@settings(deadline=None, max_examples=samples(150, 4))
@given(ANNOTATIONS, st.integers(0, 9))
def test_values_have_the_declared_type(annotation: str, seed: int) -> None:
    for value in _source(annotation, seed).values(5)["x"]:
        assert fits(annotation, value) is True, (annotation, value)


@pytest.mark.parametrize("annotation", [None, "Path", "list[Path]", "Pa th", "T", "list[" * 40 + "int" + "]" * 40])
def test_what_is_not_known_is_left_out(annotation: str | None) -> None:
    assert _source(annotation or "").parameters == frozenset()  # None and "" are no expression


def test_the_same_seed_gives_the_same_values() -> None:
    annotation = "dict[str, list[int]] | set[float]"
    assert _source(annotation, 3).values(20) == _source(annotation, 3).values(20)
    assert _source(annotation, 3).values(20) != _source(annotation, 4).values(20)


def test_values_vary() -> None:
    lengths = {len(value) for value in _source("list[int]").values(40)["x"]}
    assert {0, 1, 2, 3} <= lengths


def test_a_type_in_brackets_may_have_no_argument() -> None:
    assert set(_source("tuple[()]").values(9)["x"]) == {()}
    assert {type(value) for value in _source("list[()]").values(9)["x"]} == {list}
    assert _source("Optional[()]").values(9) == {}


DAY, OTHER = Constructed("datetime.date(2000, 1, 1)"), Constructed("Path('a')")
CONTRACT = evolve(
    parse_contract(
        "assert isinstance(n, int) and n > 0\nassert n < d\nassert t\n",
        name="f",
        parameters=["n", "d", "t", "u"],
        hints=["int", "date | None", "list[str]", None],
    ),
    samples={"d": (DAY,)},
)
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


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("if isinstance(x, str):\n    y = 1\nelse:\n    assert False", [{"x"}]),
        ("if isinstance(x, str):\n    return\nif isinstance(x, bytes):\n    return\nassert False", [{"x"}]),
        ("if isinstance(x, str):\n    assert x > y\nelse:\n    assert x < y", [set(), set()]),
        ("if x:\n    assert False", [set()]),
    ],
)
def test_what_refuses_all_that_comes_to_it_is_about_the_types_asked_on_the_way(
    text: str, asked: list[set[str]]
) -> None:
    contract = parse_contract(text, name="f", parameters=["x", "y"])
    assert [set(names) for names in declared_types(contract).asked] == asked
