"""Random typed terms, each with an independent computation of its value in plain Python."""

from collections.abc import Callable, Mapping
from operator import itemgetter
from typing import Any

import pytest
from attrs import frozen
from hypothesis import strategies as st

from specassay.core.ir import build
from specassay.core.ir.operator_names import operator_name
from specassay.core.ir.sorts import BOOL, INT, Sort, seq_of, set_of
from specassay.core.ir.terms import Binder, Term, const, var

INTS, BAG = seq_of(INT), set_of(INT)
SORTS = (INT, BOOL, INTS, BAG)
Environment = Mapping[str, Any]


class Nothing(Exception):
    """The oracle's word for undefined."""


@frozen
class Sample:
    """A term, and what it means: a value for an environment, or Nothing."""

    term: Term
    oracle: Callable[[Environment], Any]


def _sample(sort: Sort, op: str, parts: tuple[Sample, ...], function: Callable[..., Any], **more: Any) -> Sample:
    term = build.op(operator_name(op), *(part.term for part in parts), **more)
    assert term.sort == sort
    return Sample(term, lambda env: function(*[part.oracle(env) for part in parts]))


def _quotient(a: int, b: int) -> int:
    if b == 0:
        raise Nothing
    return a // b if b > 0 else -(a // -b)


def _remainder(a: int, b: int) -> int:
    return a - b * _quotient(a, b)


def _at(s: tuple[int, ...], i: int) -> int:
    if not 0 <= i < len(s):
        raise Nothing
    return s[i]


def _slice(s: tuple[int, ...], low: int, high: int) -> tuple[int, ...]:
    if not 0 <= low <= high <= len(s):
        raise Nothing
    return s[low:high]


def _update(s: tuple[int, ...], i: int, value: int) -> tuple[int, ...]:
    _at(s, i)
    return (*s[:i], value, *s[i + 1 :])


Strict = tuple[Sort, str, tuple[Sort, ...], Callable[..., Any]]
Maker = Callable[[st.DrawFn, Sort, int, tuple[str, ...]], Sample]
STRICT: list[Strict] = [
    (INT, "add", (INT, INT), lambda a, b: a + b),
    (INT, "sub", (INT, INT), lambda a, b: a - b),
    (INT, "mul", (INT, INT), lambda a, b: a * b),
    (INT, "div", (INT, INT), _quotient),
    (INT, "mod", (INT, INT), _remainder),
    (INT, "neg", (INT,), lambda a: -a),
    (INT, "seq.len", (INTS,), len),
    (INT, "set.card", (BAG,), len),
    (INT, "seq.at", (INTS, INT), _at),
    (BOOL, "lt", (INT, INT), lambda a, b: a < b),
    (BOOL, "ge", (INT, INT), lambda a, b: a >= b),
    (BOOL, "eq", (INT, INT), lambda a, b: a == b),
    (BOOL, "eq", (BOOL, BOOL), lambda a, b: a == b),
    (BOOL, "eq", (INTS, INTS), lambda a, b: a == b),
    (BOOL, "not", (BOOL,), lambda a: not a),
    (BOOL, "seq.member", (INT, INTS), lambda a, b: a in b),
    (BOOL, "seq.prefix", (INTS, INTS), lambda a, b: b[: len(a)] == a),
    (BOOL, "set.member", (INT, BAG), lambda a, b: a in b),
    (BOOL, "set.subset", (BAG, BAG), lambda a, b: all(x in b for x in a)),
    (BOOL, "set.disjoint", (BAG, BAG), lambda a, b: not any(x in b for x in a)),
    (INTS, "seq.literal", (INT, INT), lambda a, b: (a, b)),
    (INTS, "seq.concat", (INTS, INTS), lambda a, b: (*a, *b)),
    (INTS, "seq.slice", (INTS, INT, INT), _slice),
    (INTS, "seq.update", (INTS, INT, INT), _update),
    (BAG, "set.literal", (INT, INT), lambda a, b: frozenset((a, b))),
    (BAG, "set.union", (BAG, BAG), lambda a, b: frozenset([*a, *b])),
    (BAG, "set.intersection", (BAG, BAG), lambda a, b: frozenset(x for x in a if x in b)),
    (BAG, "set.difference", (BAG, BAG), lambda a, b: frozenset(x for x in a if x not in b)),
]


def _leaves(sort: Sort, bound: tuple[str, ...]) -> st.SearchStrategy[Sample]:
    names = {INT: ("i", "j", *bound), BOOL: ("p",), INTS: ("s", "t"), BAG: ("u",)}[sort]
    variables = [Sample(var(name, sort), itemgetter(name)) for name in names]
    constants = VALUES[sort].map(lambda value: Sample(const(value, sort), lambda env: value))
    return st.sampled_from(variables) | constants


_SMALL = st.integers(-3, 4)
VALUES: dict[Sort, st.SearchStrategy[Any]] = {
    INT: _SMALL,
    BOOL: st.booleans(),
    INTS: st.lists(_SMALL, max_size=4).map(tuple),
    BAG: st.frozensets(_SMALL, max_size=4),
}
ENVIRONMENTS = st.fixed_dictionaries(
    {
        "i": VALUES[INT],
        "j": VALUES[INT],
        "p": VALUES[BOOL],
        "s": VALUES[INTS],
        "t": VALUES[INTS],
        "u": VALUES[BAG],
    }
)


@st.composite
def _samples(draw: st.DrawFn, sort: Sort, depth: int, bound: tuple[str, ...] = ()) -> Sample:
    if depth == 0 or draw(st.integers(0, 5)) == 0:
        return draw(_leaves(sort, bound))
    special: tuple[Maker, ...] = {
        BOOL: (_connective, _bounded, _guarded),
        INTS: (_comprehension,),
        BAG: (_choice,),
        INT: (_let,),
    }[sort]
    kinds: list[Maker | Strict] = [_ite, *special, *(row for row in STRICT if row[0] == sort)]
    kind = draw(st.sampled_from(kinds))
    if not isinstance(kind, tuple):
        return kind(draw, sort, depth, bound)
    _, op, sorts, function = kind
    parts = tuple(draw(_samples(part, depth - 1, bound)) for part in sorts)
    return _sample(sort, op, parts, function)


def _ite(draw: st.DrawFn, sort: Sort, depth: int, bound: tuple[str, ...]) -> Sample:
    test = draw(_samples(BOOL, depth - 1, bound))
    then, orelse = (draw(_samples(sort, depth - 1, bound)) for _ in range(2))
    return Sample(
        build.op("ite", test.term, then.term, orelse.term),
        lambda env: then.oracle(env) if test.oracle(env) else orelse.oracle(env),
    )


def _connective(draw: st.DrawFn, sort: Sort, depth: int, bound: tuple[str, ...]) -> Sample:
    left, right = (draw(_samples(BOOL, depth - 1, bound)) for _ in range(2))
    op, function = draw(
        st.sampled_from(
            [
                ("and", lambda env: left.oracle(env) and right.oracle(env)),
                ("or", lambda env: left.oracle(env) or right.oracle(env)),
                ("implies", lambda env: not left.oracle(env) or right.oracle(env)),
            ]
        )
    )
    return Sample(build.op(op, left.term, right.term), function)


def _fresh(bound: tuple[str, ...]) -> str:
    return "xyzw"[len(bound) % 4]


def _let(draw: st.DrawFn, sort: Sort, depth: int, bound: tuple[str, ...]) -> Sample:
    name = _fresh(bound)
    value = draw(_samples(INT, depth - 1, bound))
    body = draw(_samples(sort, depth - 1, (*bound, name)))
    return Sample(
        build.let(Binder(name, INT), value.term, body.term),
        lambda env: body.oracle({**env, name: value.oracle(env)}),
    )


def _decide(op: str, values: Any, body: Sample, env: Environment, name: str) -> bool:
    wanted = op == "exists"
    return wanted if any(body.oracle({**env, name: v}) is wanted for v in values) else not wanted


def _bounded(draw: st.DrawFn, sort: Sort, depth: int, bound: tuple[str, ...]) -> Sample:
    """A quantifier with a domain."""
    op, name = draw(st.sampled_from(["forall", "exists"])), _fresh(bound)
    source = draw(_samples(draw(st.sampled_from([INTS, BAG])), depth - 1, bound))
    body = draw(_samples(BOOL, depth - 1, (*bound, name)))

    def values(env: Environment) -> Any:
        found = source.oracle(env)
        return dict.fromkeys(found) if isinstance(found, tuple) else sorted(found)

    term = build.quantifier(operator_name(op), (Binder(name, INT),), body.term, (build.elements(source.term),))
    return Sample(term, lambda env: _decide(op, values(env), body, env, name))


def _guarded(draw: st.DrawFn, sort: Sort, depth: int, bound: tuple[str, ...]) -> Sample:
    """A quantifier over all integers whose guard says which matter."""
    op, name = draw(st.sampled_from(["forall", "exists"])), _fresh(bound)
    low, high = draw(_leaves(INT, bound)), draw(_leaves(INT, bound))
    body = draw(_samples(BOOL, depth - 1, (*bound, name)))
    x = var(name, INT)
    guard = build.op("and", build.le(low.term, x), build.op("lt", x, high.term))
    connective = "implies" if op == "forall" else "and"
    term = build.quantifier(
        operator_name(op), (Binder(name, INT),), build.op(operator_name(connective), guard, body.term)
    )
    return Sample(term, lambda env: _decide(op, range(low.oracle(env), high.oracle(env)), body, env, name))


def _comprehension(draw: st.DrawFn, sort: Sort, depth: int, bound: tuple[str, ...]) -> Sample:
    name = _fresh(bound)
    length = draw(_leaves(INT, bound))
    body = draw(_samples(INT, depth - 1, (*bound, name)))

    def oracle(env: Environment) -> tuple[int, ...]:
        if length.oracle(env) < 0:
            raise Nothing
        return tuple(body.oracle({**env, name: k}) for k in range(length.oracle(env)))

    domain = build.between(build.integer(0), length.term)
    return Sample(build.op("seq.comprehension", domain, body.term, data=(Binder(name, INT),)), oracle)


def _choice(draw: st.DrawFn, sort: Sort, depth: int, bound: tuple[str, ...]) -> Sample:
    """set x | x in source && condition :: element"""
    name = _fresh(bound)
    source = draw(_samples(BAG, depth - 1, bound))
    condition = draw(_samples(BOOL, depth - 1, (*bound, name)))
    element = draw(_samples(INT, depth - 1, (*bound, name)))

    def oracle(env: Environment) -> frozenset[int]:
        inner = [{**env, name: v} for v in sorted(source.oracle(env))]
        return frozenset([element.oracle(e) for e in inner if condition.oracle(e)])

    domain = build.elements(source.term)
    data = (Binder(name, INT),)
    return Sample(build.op("set.comprehension", domain, condition.term, element.term, data=data), oracle)


@frozen
class Typed:
    """Strategies and the oracle's exception, for tests that take the fixture `typed`."""

    samples: st.SearchStrategy[Sample]
    environments: st.SearchStrategy[dict[str, Any]]
    nothing: type[Exception]


@pytest.fixture(scope="session")
def typed() -> Typed:
    return Typed(st.sampled_from(SORTS).flatmap(lambda sort: _samples(sort, 4)), ENVIRONMENTS, Nothing)
