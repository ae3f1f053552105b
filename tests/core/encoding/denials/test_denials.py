"""What CPython computes is denied, and no encoding says that this cannot be."""

import re
import resource
from collections.abc import Iterator
from random import Random

import pytest

from specassay.core.ir.statements import OpaqueStatement, terms_of
from specassay.core.ir.terms import subterms

from ....samples import samples
from . import known
from .ask import ask, clause, denial, possible
from .dates import ask_dates
from .declarations import ask_declared
from .functions import ask_function
from .objects import ask_object
from .programs import bodies, filled, sections

RULED_OUT = """
return sorted(x, reverse=True)
x = [(1, 'a'), (math.nan,), (0,), (1, 2)]

t = list(x)
t.sort()
return t
x = [{1}, {2}, {1, 2}, set()]

return y in [x * 1.0], x * 1.0 in [x], x in [x]
x = math.nan
y = math.nan

return len({math.nan, math.nan, -math.nan})

return x.real in [x.real]
x = complex(math.nan, 0)

return [x ** 1, x].index(x)
x = math.nan

t = (iter(x), 1)
return list(t[0]) == list(t[0])
x = [1]

return list(zip(*[iter(x)] * 2))
x = [1, 2, 3, 4]

def f(t=(v for v in x)):
    return list(t)
return f() + f()
x = [1]

return list(map(lambda v: next(iter(())), x))
x = [1]

return all(map(lambda v: next(iter(())), x))
x = [1]

return list(next(iter(())) for v in x)
x = [1]

return bool(v for v in x)
x = 3

t = 0
try:
    try:
        r = int(x)
    except ValueError:
        raise KeyError
    finally:
        t = 1
except KeyError:
    return t
return 2
x = 'a'

t = 0
try:
    try:
        pass
    except ValueError:
        pass
    else:
        int(x)
    finally:
        t = 1
except ValueError:
    return t
return 2
x = 'a'

def again():
    raise
try:
    r = int(x)
except ValueError:
    again()
return r
x = 'a'

try:
    r = re.match('(', x)
except Exception as e:
    return type(e).__name__
return r
x = 'a'

try:
    raise UnicodeEncodeError
except UnboundLocalError:
    return 1

return f'{x:7<}'
x = 'a'

return str(x) == str(y), f'{x}', f'{y:.1f}'
x = 0.0
y = -0.0

return bool(enumerate(x, 'a'))
x = []

return bool(reversed(x))
x = {1}

return x.isdisjoint([1, []])
x = {1}

return x.issuperset([2, []])
x = {1}

return x.intersection([1, []])
x = {1}

return [type(v) for v in x & y]
x = {True, 2}
y = {1}

return [{**x, **x}, len({**x, **x})]
x = {1: 2}

t = x
t += x
return t
x = {1: 2}

return list(x.copy())
x = {8, 1, 16, 0, 3}

return isinstance(zip(x), zip)
x = []

t = dict(x)
t.update(x)
return len(t)
x = {1: 2, 'a': 3}

if x:
    z = 1
return z
x = 0

return (lambda v, /, **w: (v, w))(x, v=x)
x = 1

def f(*a, **b):
    return (a, b)
return f(*map(int, x), [][0], d=1 // 0)
x = 'a'
""".strip().split("\n\n")
"""Programs, with literals for x and y, of which an encoding said that what they do cannot be."""


@pytest.mark.parametrize("case", RULED_OUT, ids=[case.split("\n")[0] for case in RULED_OUT])
@pytest.mark.parametrize("with_constants", [False, True])
def test_what_was_ruled_out_once_is_possible(case: str, with_constants: bool) -> None:
    given = dict(re.findall(r"(?m)^([xy]) = (.*)$", case))
    body = re.sub(r"(?m)^[xy] = .*\n?", "", case)
    literals = {"x": "0", "y": "0", **given}
    for seed in range(3):
        text = clause(0, body, literals, Random(seed))
        assert text is not None
        assert possible(denial([text], literals), with_constants) is not False


@pytest.mark.parametrize("seed", range(samples(1_000, 40)))
def test_what_an_invented_program_does_is_possible(seed: int) -> None:
    assert ask(seed, 6).wrong == ()


@pytest.mark.parametrize("seed", range(samples(500, 50)))
def test_what_a_method_of_an_invented_class_does_is_possible(seed: int) -> None:
    assert ask_object(seed).wrong == ()


@pytest.mark.parametrize("seed", range(samples(500, 40)))
def test_what_happens_on_a_call_of_declared_types_is_possible(seed: int) -> None:
    assert ask_function(seed).wrong == ()


@pytest.mark.parametrize("seed", range(samples(500, 30)))
def test_what_is_computed_of_dates_is_possible(seed: int) -> None:
    assert ask_dates(seed).wrong == ()


@pytest.mark.parametrize("seed", range(samples(500, 40)))
def test_what_happens_where_names_say_what_a_parameter_is_is_possible(seed: int) -> None:
    assert ask_declared(seed).wrong == ()


# -- every operation that the encoding knows is in some form


def forms() -> Iterator[str]:
    """The bodies that all forms give."""
    chance = Random(0)
    for hole, found in sections()[1].items():
        if hole not in ("A", "C", "K2", "N2", "p"):  # those are no values of their own
            yield from (f"return {filled(form, chance, {}, 2)}" for form in found)
    yield from (filled(body, chance, {}, 2) for body in bodies())


@pytest.mark.slow
def test_each_operation_of_the_encoding_is_denied_in_some_form() -> None:
    texts = list(forms())
    whole = "\n".join(texts)
    executed = [statement for body in known.lowered(texts) for statement in body]
    terms = list(subterms(*terms_of(tuple(executed))))
    called = [term.args[0].data for term in terms if term.op == "python.call" and term.args[0].op == "const"]
    assert known.operators() - {"python.object", "python.library_object"} <= {term.op for term in terms}
    assert [function for function in known.functions() if function not in called] == []
    assert [name for name in known.methods() if f".{name}" not in whole] == []
    assert known.statement_kinds() <= {type(statement).__name__ for statement in executed}
    # Most of them are lowered: what is not says nothing about the encoding.
    assert sum(isinstance(each, OpaqueStatement) for each in executed) < len(texts) // 8


def test_a_program_that_makes_one_huge_value_is_given_up() -> None:
    limits = resource.getrlimit(resource.RLIMIT_AS)
    assert clause(0, "return [x] * 10 ** 9", {"x": "1", "y": "2"}, Random(0)) is None
    assert resource.getrlimit(resource.RLIMIT_AS) == limits
