"""What the encoding states of changes of case holds of every text: with CPython's results in place of its variables."""

from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specassay.core.encoding.abstract_values import AbstractText
from specassay.core.encoding.case_changes import CHANGES, changed, facts_of_results, unchanged
from specassay.core.encoding.context import Context
from specassay.core.encoding.text import predicate
from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.build import eq, op, string
from specassay.core.ir.sorts import BOOL, STRING
from specassay.core.ir.terms import Term, var
from specassay.frontends.python import parse_contract

from ...samples import samples, some
from .judges import EncodingJudge

ODD = (
    "aAzZ1 _-'\u00e9\u00df\u1e9e\u0130\u0131\u017fKk\u03a3\u03c3\u03c2"
    "\u01c5\u01c6\u01c4\u0149\u0390\ufb01\ufb00\u0150\u0151\u1ff3\u1fb3\u1fbc\u0345\u0307\u02b0"
    "\u00aa\u0345\u0391\u03b1\u0589\u0587\ud800\u2167\u2177\u24d0\U00010400\U00010428"
)
TEXTS = st.text(alphabet=ODD, max_size=6) | st.text(max_size=4)
WORDS = ("", "no", "K", "ss", "i\u0307", "\u03a3\u0391\u03a3", "Fi", "ffi", "stra\u00dfe", "\u03c2")


def _result(context: Context, text: Term, method: str) -> Term:
    ((_, abstract),) = changed(context, text, method)
    assert isinstance(abstract, AbstractText)
    return abstract.term


Stated = tuple[list[Term], dict[str, tuple[str, ...]]]


def _two_changes(skolem_constants: int, first: str, second: str, third: str) -> Stated:
    """The facts about a text, two changes of it after another, and a third; and of which changes each text comes."""
    context = Context(skolem_constants=skolem_constants)
    text = var("text", STRING)
    one = _result(context, text, first)
    other, extra = _result(context, one, second), _result(context, text, third)
    asked = [
        fact
        for term in (one, other, extra)
        for fact in (
            *(predicate(name, term) for name in ("islower", "isalpha", "istitle", "isascii")),
            *(eq(term, string(word)) for word in WORDS),
        )
        if fact is not None
    ]
    # A query is a part of a fact; that it is or is not so says nothing.
    facts = [*context.facts, *(op("or", fact, op("not", fact)) for fact in asked)]
    return [*facts, *facts_of_results(context, facts)], {
        "text": (),
        one.data: (first,),
        other.data: (first, second),
        extra.data: (third,),
    }


def _cases() -> Iterator[tuple[str, str, str]]:
    for place, method in enumerate(CHANGES):
        yield method, CHANGES[place - 1], CHANGES[place - 1 if place % 2 else place]


CASES = [(skolem_constants, *case) for case in _cases() for skolem_constants in (0, 1)]


@cache
def stated(number: int) -> Stated:
    return _two_changes(*CASES[number])


@pytest.mark.slow
@given(st.integers(min_value=0, max_value=len(CASES) - 1), TEXTS)
@settings(max_examples=samples(300), deadline=None)
def test_every_fact_holds(number: int, text: str) -> None:
    facts, origins = stated(number)
    values: dict[str, object] = {}
    for name, methods in origins.items():
        found = text
        for method in methods:
            found = getattr(found, method)()
        values[name] = found
    defined = [
        fact.args for fact in facts if fact.op == "eq" and fact.args[0].op == "var" and fact.args[0].sort is BOOL
    ]
    for beyond, meaning in defined:
        values[beyond.data] = evaluate(meaning, values).value
    wrong = [number for number, fact in enumerate(facts) if evaluate(fact, values).value is not True]
    assert not wrong, values


@given(st.sampled_from(CHANGES), TEXTS)
@settings(max_examples=samples(600), deadline=None)
def test_texts_that_stay_as_they_are(method: str, text: str) -> None:
    for one in (text, getattr(text, method)()):
        found = evaluate(op("str.in_re", string(one), unchanged(method)), {})
        assert found.value is (getattr(one, method)() == one)


@pytest.mark.parametrize(
    ("condition", "text"),
    some([('x.upper() == "SS"', "ß"), ('x.lower() == "i\u0307"', "İ"), ('x.casefold() == "fi"', "ﬁ")], 3, first=2),
)
def test_a_text_that_grows_is_followed_where_the_result_is_only_compared_with_constants(
    condition: str, text: str
) -> None:
    judge = EncodingJudge(parse_contract(f"assert {condition}\nassert len(x) == 2", name="f", parameters=("x",)))
    assert judge.violated({"x": text}) == frozenset({1})
    judge.close()
