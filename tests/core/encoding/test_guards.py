"""Guards say what the plain connectives say: one that is FALSE by mistake would make a false proof."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from specassay.core.encoding.guards import conjunction, disjunction, negation
from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.build import eq, integer
from specassay.core.ir.sorts import BOOL, INT
from specassay.core.ir.terms import FALSE, TRUE, Term, make, var

TAGS = (var("x.tag", INT), var("y.tag", INT))
FREE = var("p", BOOL)
WORLDS = [{"x.tag": one, "y.tag": other, "p": free} for one, other, free in product(range(4), range(4), (False, True))]
literals = st.one_of(
    st.sampled_from((TRUE, FALSE, FREE)), st.builds(eq, st.sampled_from(TAGS), st.integers(0, 3).map(integer))
)


def truth(term: Term) -> list[bool]:
    """Its value in every world."""
    return [evaluate(term, world).value is True for world in WORLDS]


@st.composite
def guards(draw: st.DrawFn, depth: int = 3) -> tuple[Term, list[bool]]:
    """A guard made by the functions under test, and what the plain connectives make of its parts."""
    kind = draw(st.sampled_from(("literal", "and", "or", "not"))) if depth else "literal"
    if kind == "literal":
        literal = draw(literals)
        return literal, truth(literal)
    if kind == "not":
        inner, values = draw(guards(depth - 1))
        return negation(inner), [not value for value in values]
    parts = draw(st.lists(guards(depth - 1), max_size=4))
    terms, columns = [term for term, _ in parts], [values for _, values in parts]
    if kind == "and":
        return conjunction(*terms), [all(each) for each in zip(*columns, strict=True)] if columns else truth(TRUE)
    return disjunction(*terms), [any(each) for each in zip(*columns, strict=True)] if columns else truth(FALSE)


@given(guards())
def test_a_guard_is_equivalent_to_its_parts(guard: tuple[Term, list[bool]]) -> None:
    term, expected = guard
    assert truth(term) == expected


def test_kinds_that_a_tag_cannot_have_at_once_are_noticed() -> None:
    number, text, either = (eq(TAGS[0], integer(kind)) for kind in (1, 2, 3))
    assert conjunction(number, text) is FALSE
    assert conjunction(disjunction(number, either), text) is FALSE
    assert conjunction(disjunction(number, text), negation(number), negation(text)) is FALSE
    assert conjunction(number, eq(TAGS[1], integer(2))) is not FALSE
    assert disjunction(FREE, negation(FREE)) is TRUE
    assert negation(negation(FREE)) is FREE
    assert conjunction(FREE, TRUE, FREE) is FREE
    assert disjunction(FREE, FALSE) is FREE
    assert conjunction(conjunction(FREE, number), FREE) == make("and", (FREE, number), BOOL)
