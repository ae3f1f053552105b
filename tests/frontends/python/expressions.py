"""Random Python expressions as text, and values for their variables: most of them evaluate, all of them quickly.

Sizes stay small by construction: numbers are at most a dozen, exponents and shifts are literals.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from hypothesis import strategies as st

Strategy = st.SearchStrategy[str]

NAMES = ("b", "n", "f", "z", "s", "xs", "t", "d", "q", "v")
"""The free variables: a bool, int, float, complex, str, list, tuple, dict, set, and any value."""

_small = st.integers(-5, 12)
_floats = st.sampled_from([0.0, -0.0, 0.5, 1.0, 2.0, -1.5, 1e300, float("inf"), float("-inf"), float("nan")])
_texts = st.sampled_from(["", "a", "b", "ab", "Ab c", " x ", "10", "-3", "é", "1.5", "nan", "()"])
_scalars = st.one_of(st.none(), st.booleans(), _small, _floats, _texts, st.just(2j))
_plain = st.one_of(_small, _texts, st.booleans())
_values = st.one_of(
    _scalars,
    st.lists(_scalars, max_size=4),
    st.lists(_small, max_size=4).map(tuple),
    st.dictionaries(_plain, _scalars, max_size=3),
    st.sets(_plain, max_size=3),
    st.frozensets(_plain, max_size=3),
    st.binary(max_size=3),
)


def environments() -> st.SearchStrategy[dict[str, Any]]:
    """Values for `NAMES`."""
    return st.fixed_dictionaries(
        {
            "b": st.booleans(),
            "n": _small,
            "f": _floats,
            "z": st.sampled_from([0j, 2j, 1 - 1j]),
            "s": _texts,
            "xs": st.lists(_small | _floats, max_size=4),
            "t": st.lists(_plain, max_size=3).map(tuple),
            "d": st.dictionaries(_plain, _plain, max_size=3),
            "q": st.sets(_plain, max_size=3),
            "v": _values,
        }
    )


def expressions(depth: int = 3) -> Strategy:
    """An expression of any type, operators at most `depth` deep."""
    return _any(depth)


def _loose(text: str) -> bool:
    """Whether a text needs brackets to be an operand."""
    return text.startswith(("not ", "lambda")) or " if " in text or " for " in text


def _operand(strategy: Strategy) -> Strategy:
    """With brackets where the grammar demands them, else perhaps: precedence decides what binds."""
    return st.tuples(strategy, st.booleans()).map(
        lambda drawn: f"({drawn[0]})" if drawn[1] or _loose(drawn[0]) else drawn[0]
    )


def _primary(strategy: Strategy) -> Strategy:
    return strategy.map(lambda text: text if text.isidentifier() else f"({text})")


def _form(pattern: str, **parts: Strategy) -> Strategy:
    """`pattern` with its fields drawn."""
    return st.fixed_dictionaries(parts).map(lambda drawn: pattern.format(**drawn))


def _forms(*patterns: str, **parts: Strategy) -> Strategy:
    return st.one_of([_form(p, **{k: s for k, s in parts.items() if f"{{{k}}}" in p}) for p in patterns])


def _deeper(leaf: Strategy, build: Callable[[int], Strategy], depth: int) -> Strategy:
    return leaf if depth <= 0 else st.one_of(leaf, build(depth - 1))


_NUMBERS = st.sampled_from(
    [
        "0",
        "1",
        "2",
        "3",
        "7",
        "12",
        "0x1F",
        "0o17",
        "0b101",
        "1_0",
        "0.5",
        ".25",
        "2.",
        "1e2",
        "1E-1",
        "0.0",
        "2j",
        "1.5J",
        "True",
        "n",
        "n",
        "n",
        "f",
        "z",
        "b",
    ]
)
_TEXTS = st.sampled_from(
    [
        "s",
        "s",
        "''",
        '"a"',
        "'ab' 'c'",
        r"r'\d+'",
        r"'\x41\n\u00e9'",
        '"""a\nb"""',
        "u'x'",
        "'\\'\"'",
        "f'{n}'",
    ]
)
_ANY = st.sampled_from([*NAMES, "None", "...", "()", "[]", "{}", "b'ab'", "int", "str", "len"])


@cache
def _number(depth: int) -> Strategy:
    def build(inner: int) -> Strategy:
        number, sequence, text = _operand(_number(inner)), _sequence(inner), _text(inner)
        return st.one_of(
            _forms(
                "{a} + {c}",
                "{a} - {c}",
                "{a} * {c}",
                "{a} / {c}",
                "{a} // {c}",
                "{a} % {c}",
                "{a}-{c}",
                "{a} & {c}",
                "{a} | {c}",
                "{a} ^ {c}",
                "-{a}",
                "+{a}",
                "~{a}",
                "- -{a}",
                a=number,
                c=number,
            ),
            _form("({a}) ** {k}", a=number, k=st.sampled_from(["2", "-1", "0.5", "3", "n"])),
            _form("({a}) {op} {k}", a=number, op=st.sampled_from(["<<", ">>"]), k=st.sampled_from(["1", "3"])),
            _forms(
                "abs({a})",
                "round({a})",
                "int({a})",
                "float({a})",
                "min({a}, {c})",
                "max({a}, {c})",
                "divmod({a}, {c})",
                "math.floor({a})",
                "math.sqrt({a})",
                "round({a}, 1)",
                a=number,
                c=number,
            ),
            _forms(
                "len({x})",
                "sum({x})",
                "min({x})",
                "max({x}, default=0)",
                "{y}[{i}]",
                "{y}.index({i})",
                "sum({x}, start={i})",
                "{y}.count({i})",
                x=sequence,
                y=_primary(sequence),
                i=number,
            ),
            _forms("len({w})", "int({w})", "float({w})", "{p}.find({w})", "ord({w})", w=text, p=_primary(text)),
            _form("{a} if {c} else {e}", a=number, c=_operand(_boolean(inner)), e=number),
            _forms("{p}.real", "{p}.imag", p=_primary(number)),
        )

    return _deeper(_NUMBERS, build, depth)


@cache
def _text(depth: int) -> Strategy:
    def build(inner: int) -> Strategy:
        text, number = _text(inner), _operand(_number(inner))
        return st.one_of(
            _forms("{w} + {x}", "{w} * 2", w=_operand(text), x=_operand(text)),
            _forms(
                "{p}.upper()",
                "{p}.strip()",
                "{p}.lower()",
                "{p}.replace({w}, 'z')",
                "{p}[{i}]",
                "{p}[{i}:]",
                "{p}[::-1]",
                "{p}[:{i}]",
                "{p}[1:{i}:2]",
                "{p}.join({y})",
                p=_primary(text),
                w=text,
                i=number,
                y=_sequence(inner),
            ),
            _forms("str({a})", "repr({a})", "chr({i})", "bin({i})", "hex({i})", a=_any(inner), i=number),
            _forms("f'{{n}}{{s!r}}'", 'f"a{{n + 1:>4}}"', "f'{{n=}}' 'x'", "f'{{xs}}{{{{'", "rf'\\d{{s}}'"),
        )

    return _deeper(_TEXTS, build, depth)


@cache
def _boolean(depth: int) -> Strategy:
    compare = st.sampled_from(["==", "!=", "<", "<=", ">", ">=", "in", "not in"])
    identity = st.sampled_from(["is", "is not"])
    single = st.sampled_from(["None", "True", "...", "int"])
    types = st.sampled_from(["int", "str", "(int, float)", "list", "(list, tuple)", "bool", "dict", "(str, *[int])"])
    leaf = st.sampled_from(["b", "True", "False", "n > 0", "isinstance(v, int)", "0 < n <= 5", "s in 'abc'"])

    def build(inner: int) -> Strategy:
        boolean, anything, number = _operand(_boolean(inner)), _operand(_any(inner)), _operand(_number(inner))
        return st.one_of(
            _form("not {a}", a=boolean),
            _forms("{a} and {c}", "{a} or {c}", "{a} and {c} or {e}", a=boolean, c=boolean, e=anything),
            _form("{a} {o} {c}", a=anything, o=compare, c=anything),
            # Of other values Python does not say which are one object.
            _form("{a} {o} {c}", a=anything, o=identity, c=single),
            _form("{a} {o} {c} {p} {e}", a=number, o=compare, c=number, p=compare, e=number),
            _forms(
                "isinstance({a}, {t})",
                "type({a}) == type({c})",
                "type({a}) in [int, str]",
                "hasattr({a}, '__len__')",
                "hash({a}) == hash({c})",
                "callable({a})",
                "bool({a})",
                a=_any(inner),
                c=_any(inner),
                t=types,
            ),
            _forms(
                "all({c} for i in {x})",
                "any([{c} for i in {x} if i])",
                "{p}.issubset({x})",
                "all(i <= j for i, j in zip({x}, {x}))",
                "all(isinstance(i, int) for i in {x})",
                c=_boolean(inner),
                x=_sequence(inner),
                p=_primary(_set(inner)),
            ),
            _forms(
                "{p}.isdigit()",
                "{p}.islower()",
                "{p}.startswith({w})",
                "re.match(r'\\d+', {w}) is None",
                "re.fullmatch('a|b', {w}) is not None",
                p=_primary(_text(inner)),
                w=_text(inner),
            ),
            _forms("math.isnan({a})", "math.isinf({a})", a=number),
        )

    return _deeper(leaf, build, depth)


@cache
def _sequence(depth: int) -> Strategy:
    leaf = st.sampled_from(["xs", "xs", "t", "s", "d", "q", "[]", "[1, 2]", "(1,)", "range(3)", "range(n)"])

    def build(inner: int) -> Strategy:
        anything, sequence, number = _any(inner), _sequence(inner), _number(inner)
        return st.one_of(
            _forms(
                "[{a}]",
                "[{a}, {c}]",
                "({a}, {c})",
                "({a},)",
                "[*{y}, {c},]",
                "({a}, *{y})",
                a=anything,
                c=anything,
                y=_primary(sequence),
            ),
            _forms(
                "[{c} for i in {x}]",
                "[i for i in {x} if {e}]",
                "[j for i in {y} for j in [i, {c}] if i if j]",
                "[(i, j) for i, j in enumerate({x})]",
                "list(map(lambda i: {c}, {x}))",
                "tuple(filter(None, {x}))",
                "[i for (i, (j, k)) in zip({x}, {y})]",
                c=number,
                x=_operand(sequence),
                y=_operand(sequence),
                e=_operand(_boolean(inner)),
            ),
            _forms(
                "sorted({x})",
                "sorted({x}, key=lambda i: -i)",
                "list({x})",
                "tuple({x})",
                "list(reversed({x}))",
                "list(zip({x}, {y}))",
                "sorted({x}, reverse=True, key=str)",
                "list(zip(*[{x}, {y}]))",
                x=sequence,
                y=sequence,
            ),
            _forms("{x} + {y}", "{x} * 2", x=_operand(sequence), y=_operand(sequence)),
            _forms("{p}[{i}:]", "{p}[:-1]", "{p}[::{i}]", "{p}[1:{i}]", p=_primary(sequence), i=number),
            _forms("{w}.split()", "{w}.split('a')", w=_primary(_text(inner))),
            _set(inner),
            _dict(inner),
        )

    return _deeper(leaf, build, depth)


@cache
def _set(depth: int) -> Strategy:
    def build(inner: int) -> Strategy:
        item, sequence = _number(inner), _operand(_sequence(inner))
        return st.one_of(
            _forms(
                "set({x})",
                "frozenset({x})",
                "{{i for i in {x}}}",
                "{{{a}, {c}}}",
                "{{*{p}, {a}}}",
                a=item,
                c=item,
                x=sequence,
                p=_primary(sequence),
            ),
            _forms(
                "{a} | {c}",
                "{a} & {c}",
                "{a} - {c}",
                "{a} ^ {c}",
                a=_operand(_set(inner)),
                c=_operand(_set(inner)),
            ),
        )

    return _deeper(st.sampled_from(["q", "set()", "{1, 2}", "{'a'}"]), build, depth)


@cache
def _dict(depth: int) -> Strategy:
    def build(inner: int) -> Strategy:
        return _forms(
            "{{{a}: {v}}}",
            "{{{a}: {v}, {c}: None}}",
            "{{**{p}, {a}: {v}}}",
            "{{i: {v} for i in {x} if {e}}}",
            "dict({p}, k={v})",
            "dict(**{p})",
            "{p}.keys()",
            "list({p}.items())",
            "{p}.get({a}, {v})",
            "{p}[{a}]",
            a=_number(inner),
            c=_number(inner),
            v=_operand(_any(inner)),
            x=_operand(_sequence(inner)),
            e=_operand(_boolean(inner)),
            p=_primary(_dict(inner)),
        )

    return _deeper(st.sampled_from(["d", "{}", "{1: 2}", "{'a': [1], 'b': ()}"]), build, depth)


@cache
def _any(depth: int) -> Strategy:
    def build(inner: int) -> Strategy:
        return st.one_of(
            _number(inner + 1),
            _text(inner + 1),
            _boolean(inner + 1),
            _sequence(inner + 1),
            _forms("{a} if {c} else {e}", "({a})", a=_operand(_any(inner)), c=_operand(_any(inner)), e=_any(inner)),
            _forms(
                "(lambda i, j: {a})({c}, {e})",
                "(lambda: {a})()",
                "(lambda i: {a})(i={c})",
                a=_any(inner),
                c=_any(inner),
                e=_any(inner),
            ),
        )

    return _deeper(_ANY, build, depth)
