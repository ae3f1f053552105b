"""Terms: interning, substitution, free variables, sorts, and the constructors' folding."""

import gc
import pickle
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specassay.core.errors import SortError
from specassay.core.evaluate.typed import evaluate
from specassay.core.ir import build, terms
from specassay.core.ir.build import conj, disj, eq, integer, is_true, negate, op
from specassay.core.ir.notation import MAX_TEXT
from specassay.core.ir.operator_names import OperatorName
from specassay.core.ir.sorts import BOOL, INT, REAL, STRING, array_of, datatype, map_of, seq_of, set_of
from specassay.core.ir.substitution import instantiate
from specassay.core.ir.terms import Binder, Term, bare, const, fold, free_variables, make, substitute, var
from specassay.core.ir.values import ArrayValue, DatatypeValue, FrozenMap
from specassay.core.spans import Span
from specassay.frontends.show import show

from ...samples import samples

X, Y = var("x", INT), var("y", INT)
P = var("p", BOOL)
BROKEN = eq(op("div", integer(1), integer(0)), integer(1))
SOMEWHERE = Span("a.dfy", 1, 2, 1, 3)


@settings(deadline=None, max_examples=samples(100, 4))
@given(data=st.data())
def test_equal_parts_give_the_same_object(typed: Any, data: st.DataObject) -> None:
    term = data.draw(typed.samples).term
    again = fold(term, lambda node, args: make(node.op, args, node.sort, node.data, node.span))
    assert again is term
    assert pickle.loads(pickle.dumps(term)) is term


@settings(deadline=None, max_examples=samples(100, 4))
@given(data=st.data())
def test_substituted_values_are_no_longer_free_and_mean_the_environment(typed: Any, data: st.DataObject) -> None:
    sample, environment = data.draw(typed.samples), data.draw(typed.environments)
    free = dict(free_variables(sample.term))
    values = {name: const(environment[name], sort) for name, sort in free.items()}
    for replaced in (substitute(sample.term, values), instantiate(sample.term, values)):
        assert not free_variables(replaced)
        assert evaluate(replaced, {}) == evaluate(sample.term, environment)


def test_constants_of_different_types_differ() -> None:
    assert const(True, BOOL) is not const(1, BOOL)
    assert const(0.0, REAL) is not const(-0.0, REAL)
    assert const(frozenset({8, 16}), set_of(INT)) is const(frozenset({16, 8}), set_of(INT))


def test_two_states_of_one_array_differ() -> None:
    before, after = ArrayValue((1,), "a"), ArrayValue((2,), "a")
    assert before == after
    assert const(before, array_of(INT)) is not const(after, array_of(INT))
    assert const((before,), seq_of(array_of(INT))) is not const((after,), seq_of(array_of(INT)))
    maps = [const(FrozenMap({1: array}), map_of(INT, array_of(INT))) for array in (before, after, before)]
    assert maps[0] is not maps[1]
    assert maps[0] is maps[2]
    boxes = [const(DatatypeValue("Box", (array,)), datatype("Box")) for array in (before, after, before)]
    assert boxes[0] is not boxes[1]
    assert boxes[0] is boxes[2]


@pytest.mark.slow
def test_terms_that_nothing_refers_to_are_not_kept() -> None:
    kept = len(terms._interned)
    made = op("add", X, integer(8_675_309))
    assert made is op("add", X, integer(8_675_309))
    assert len(terms._interned) == kept + 2
    del made
    gc.collect()
    assert len(terms._interned) <= kept


def test_spans_distinguish_terms_and_bare_removes_them() -> None:
    here = var("x", INT, SOMEWHERE)
    assert here is not X
    assert bare(op("add", here, Y, span=SOMEWHERE)) is op("add", X, Y)


def test_instantiate_renames_what_would_capture() -> None:
    body = build.exists([Binder("y", INT)], build.lt(X, Y))
    replaced = instantiate(body, {"x": build.add(Y, integer(1))})
    assert free_variables(replaced) == frozenset({("y", INT)})
    assert show(replaced) == "exists y'1: Int :: y + 1 < y'1"


def test_connectives_fold_and_keep_what_may_be_undefined() -> None:
    assert conj() is build.boolean(True)
    assert conj(build.boolean(True), P) is P
    assert conj(build.boolean(False), BROKEN) is build.boolean(False)
    assert conj(BROKEN, build.boolean(False)).args == (BROKEN, build.boolean(False))
    assert disj(P, build.boolean(True), BROKEN).args == (P, build.boolean(True))
    assert negate(negate(P)) is P
    assert is_true(eq(X, var("x", INT, SOMEWHERE)))
    assert not is_true(eq(BROKEN, BROKEN))
    assert build.add(X, integer(0)) is X
    assert op("mul", X, integer(0)).op == "mul"


@pytest.mark.parametrize(
    ("operator", "arguments"),
    [
        ("add", (X, P)),
        ("mod", (const(1, REAL), const(1, REAL))),
        ("and", (P, X)),
        ("not", (P, P)),
        ("ite", (X, X, X)),
        ("seq.at", (X, X)),
        ("seq.literal", ()),
        ("seq.concat", (var("s", seq_of(INT)), var("t", seq_of(BOOL)))),
        ("set.member", (P, var("u", set_of(INT)))),
        ("str.len", (X,)),
        ("elements", (X,)),
        ("apply", (X, X)),
        ("call", (X,)),
        ("no.such", ()),
    ],
)
def test_arguments_that_do_not_fit_are_refused(operator: str, arguments: tuple[Term, ...]) -> None:
    with pytest.raises(SortError):
        op(cast(OperatorName, operator), *arguments)


def test_a_given_sort_is_checked() -> None:
    assert op("seq.literal", sort=seq_of(INT)).sort == seq_of(INT)
    with pytest.raises(SortError, match="add has sort Int here, not String"):
        op("add", X, Y, sort=STRING)


def test_the_representation_of_shared_parts_stays_short() -> None:
    term = var("p", BOOL)
    for _ in range(60):
        term = eq(term, conj(term, var("q", BOOL)))
    assert len(repr(term)) < 500


@settings(deadline=None, max_examples=samples(200))
@given(data=st.data())
def test_every_term_has_a_text(typed: Any, data: st.DataObject) -> None:
    text = show(data.draw(typed.samples).term)
    assert 0 < len(text) <= MAX_TEXT
    assert "\n" not in text


def test_what_terms_share_is_folded_once_for_all_of_them() -> None:
    """The assertions of one encoding share most of what they are made of: without this, each is looked at anew."""
    seen: list[Term] = []
    known: dict[Term, int] = {}

    def size(term: Term, parts: tuple[int, ...]) -> int:
        seen.append(term)
        return 1 + sum(parts)

    term = var("i", INT)
    sizes = []
    for number in range(50):
        term = make("add", (term, var(f"i{number}", INT)), INT)
        sizes.append(fold(term, size, known))
    assert sizes == [2 * number + 3 for number in range(50)]
    assert len(seen) == len(set(seen)) == len(known)


def test_threads_that_make_the_same_terms_get_one_of_each() -> None:
    threads, rounds = 4, 3_000
    together = Barrier(threads)

    def made() -> list[Term]:
        found = list[Term]()
        for number in range(rounds):
            if number % 100 == 0:
                together.wait()
            for _ in range(3):  # what is dropped at once is forgotten while another thread makes it
                make("add", [var(f"thread{number}", INT), const(number, INT)], INT)
            found.append(make("add", [var(f"thread{number}", INT), const(number, INT)], INT))
        return found

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(threads) as pool:
            first, *others = [each.result() for each in [pool.submit(made) for _ in range(threads)]]
    finally:
        sys.setswitchinterval(interval)
    for found in others:
        assert all(one is other for one, other in zip(first, found, strict=True))
