"""Contracts with `match` statements, every kind of pattern, and abstract classes; see `contracts.py`."""

MATCHES = """
import keyword
assert keyword.iskeyword(x) or keyword.issoftkeyword(y) or x in y

from collections.abc import Hashable, Mapping, Sequence, Set, Sized
from numbers import Integral, Real
assert isinstance(x, Sequence)
assert isinstance(x, (Mapping, Set))
assert isinstance(x, Hashable) or isinstance(y, Sized)
assert isinstance(y, Real)
assert isinstance(x, Integral) or isinstance(x, Sized)
match x:
    case Sequence():
        assert y
    case Integral() | Mapping():
        assert not y

match x:
    case 0 | -1 | 1.5 | "a" "b" | 2+1j:
        assert y
    case None | True:
        assert not y
    case "":
        assert y == 2
    case _:
        assert x

match x:
    case []:
        assert y
    case [one]:
        assert one
        assert one == y
    case [1, second] | [second, 1]:
        assert second != y
    case (first, *rest):
        assert first == 1
        assert rest
    case other:
        assert other == 0

match x:
    case *begin, last if last == y:
        assert begin
    case [_, *middle, _]:
        assert len(middle) == y
    case *_, if y:
        assert x
    case _ if y is None:
        assert x
assert last

match x, y:
    case 1, _:
        assert y
    case (_, x) if x:
        assert x == 2
    case [a, b]:
        assert a == b
        assert x

match x:
    case {"a": 1}:
        assert y
    case {0: value, 1: 2 | 3 as other}:
        assert value == other
    case {}:
        assert x

match x:
    case {"a": found, **rest} if found is None:
        assert rest == {"b": "a"}
    case {1: 2, "b": _, **rest} | {1: _, **rest}:
        assert len(rest) == y
    case {**rest}:
        assert rest
        assert 0 not in rest

from collections.abc import Sized
from numbers import Real
match x:
    case bool(real=1 as part) | float(real=0.0 as part):
        assert part == y
    case int(whole, real=part, imag=0, numerator=1 | 2):
        assert whole == part == y
    case complex(imag=part) | Real(imag=part):
        assert part == y
    case str(real=_) | list(missing=_):
        assert False
    case Sized():
        assert y

match x:
    case bool() | None:
        assert y
    case int(number) | float(number) if number > 1:
        assert number == y
    case str() | bytes():
        assert len(x) == y
    case list([int(), *others]):
        assert others
    case dict() | set() | frozenset():
        assert x
    case tuple(whole):
        assert whole == y

for item in x:
    match item:
        case 0:
            continue
        case 1 | 2:
            assert y
        case str():
            break
        case _:
            raise ValueError(item)
else:
    assert x

match x:
    case [[a, b], [c, d]] if (total := a + d):
        assert total == y
    case [x, y]:
        assert x < y
    case x if not x:
        assert y
assert x
""".strip().split("\n\n")
