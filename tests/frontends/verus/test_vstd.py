"""The spec functions of vstd against a second definition, in Python: equal values inside of their domains, and nothing
that is known outside of them."""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache, reduce
from typing import Any, Literal

from hypothesis import given, settings
from hypothesis import strategies as st

from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.contracts import Program
from specassay.core.ir.terms import Term
from specassay.core.ir.values import DatatypeValue, FrozenMap, Multiset
from specassay.frontends.verus import parse_program
from specassay.frontends.verus.declarations import _library
from specassay.frontends.verus.library import CALLS, METHODS

from ...samples import samples

Ints = tuple[int, ...]


class UnspecifiedError(Exception):
    """Outside of the domain there is some value, of which nothing is known."""


def only_if(condition: bool) -> Literal[False]:
    """False, so that `only_if(i > 0) or i` is the value where there is one."""
    if not condition:
        raise UnspecifiedError
    return False


def element(a: Ints, i: int) -> int:
    only_if(0 <= i < len(a))
    return a[i]


def part(a: Ints, low: int, high: int) -> Ints:
    only_if(0 <= low <= high <= len(a))
    return a[low:high]


def some(value: Any) -> DatatypeValue:
    return DatatypeValue("Some", (value,))


NONE = DatatypeValue("None", ())


def first_place(a: Ints, x: int) -> DatatypeValue:
    return some(a.index(x)) if x in a else NONE


def last_place(a: Ints, x: int) -> DatatypeValue:
    return some(len(a) - 1 - a[::-1].index(x)) if x in a else NONE


def the_place(a: Ints, x: int) -> int:
    # `choose` gives one place of several, and nobody knows which.
    only_if(a.count(x) == 1)
    return a.index(x)


def changed(a: Ints, i: int, x: int) -> Ints:
    only_if(0 <= i < len(a))
    return (*a[:i], x, *a[i + 1 :])


def without(a: Ints, i: int) -> Ints:
    only_if(0 <= i < len(a))
    return a[:i] + a[i + 1 :]


def with_inserted(a: Ints, i: int, x: int) -> Ints:
    only_if(0 <= i <= len(a))
    return (*a[:i], x, *a[i:])


def by_key(a: Ints, better: Callable[[int, int], bool]) -> int:
    """The element that no later one is as good as, by remainders of 3: of several that are equal, the last."""
    only_if(bool(a))
    return reduce(lambda best, x: x if better(best % 3, x % 3) else best, a)


def bag(items: Ints) -> Multiset:
    return Multiset(items)


def minus(a: Ints, b: Ints) -> Multiset:
    return bag(tuple((Counter(a) - Counter(b)).elements()))


def in_u8(value: int) -> DatatypeValue:
    return some(value) if 0 <= value <= 255 else NONE


def logarithm(value: int, base: int) -> int:
    found = 0
    while value >= base and value // base < value:
        found, value = found + 1, value // base
    return found


def upwards(a: Ints) -> Ints:
    return tuple(sorted(a, key=lambda x: x % 3))


BY_3 = "|p: int, q: int| p % 3 <= q % 3"
ROWS: Mapping[str, tuple[str, str, Callable[..., Any]]] = {
    # Type and text of an expression over a, b: Seq<int>, i, x: int, n: nat, u, v: u8, o: Option<int>, and its value.
    "Seq::len": ("nat", "a.len()", lambda a, **_: len(a)),
    "Seq::index": ("int", "a.index(i)", lambda a, i, **_: element(a, i)),
    "Seq::spec_index": ("int", "a[i]", lambda a, i, **_: element(a, i)),
    "Seq::first": ("int", "a.first()", lambda a, **_: element(a, 0)),
    "Seq::last": ("int", "a.last()", lambda a, **_: element(a, len(a) - 1)),
    "Seq::take": ("Seq<int>", "a.take(i)", lambda a, i, **_: part(a, 0, i)),
    "Seq::skip": ("Seq<int>", "a.skip(i)", lambda a, i, **_: part(a, i, len(a))),
    "Seq::subrange": ("Seq<int>", "a.subrange(i, x)", lambda a, i, x, **_: part(a, i, x)),
    "Seq::drop_first": ("Seq<int>", "a.drop_first()", lambda a, **_: part(a, 1, len(a))),
    "Seq::drop_last": ("Seq<int>", "a.drop_last()", lambda a, **_: part(a, 0, len(a) - 1)),
    "Seq::push": ("Seq<int>", "a.push(x)", lambda a, x, **_: (*a, x)),
    "Seq::add": ("Seq<int>", "a.add(b)", lambda a, b, **_: a + b),
    "Seq::update": ("Seq<int>", "a.update(i, x)", lambda a, i, x, **_: changed(a, i, x)),
    "Seq::contains": ("bool", "a.contains(x)", lambda a, x, **_: x in a),
    "Seq::is_prefix_of": ("bool", "a.is_prefix_of(b)", lambda a, b, **_: b[: len(a)] == a),
    "Seq::is_suffix_of": ("bool", "a.is_suffix_of(b)", lambda a, b, **_: b[max(0, len(b) - len(a)) :] == a),
    "Seq::to_set": ("Set<int>", "a.to_set()", lambda a, **_: frozenset(a)),
    "Seq::to_multiset": ("Multiset<int>", "a.to_multiset()", lambda a, **_: bag(a)),
    "Seq::flatten": ("Seq<int>", "seq![a, b, a].flatten()", lambda a, b, **_: a + b + a),
    "Seq::flat_map": ("Seq<int>", "a.flat_map(|z: int| seq![z, x])", lambda a, x, **_: sum(((z, x) for z in a), ())),
    "Seq::map": ("Seq<int>", "a.map(|k: int, z: int| k - z)", lambda a, **_: tuple(k - z for k, z in enumerate(a))),
    "Seq::map_values": ("Seq<int>", "a.map_values(|z: int| z * x)", lambda a, x, **_: tuple(z * x for z in a)),
    "Seq::filter": ("Seq<int>", "a.filter(|z: int| z > x)", lambda a, x, **_: tuple(z for z in a if z > x)),
    "Seq::filter_map": (
        "Seq<int>",
        "a.filter_map(|z: int| if z > x { Some(z - x) } else { None::<int> })",
        lambda a, x, **_: tuple(z - x for z in a if z > x),
    ),
    "Seq::fold_left": ("int", "a.fold_left(x, |s: int, z: int| 2 * s - z)", lambda a, x, **_: folded(a, x)),
    "Seq::fold_left_alt": ("int", "a.fold_left_alt(x, |s: int, z: int| 2 * s - z)", lambda a, x, **_: folded(a, x)),
    "Seq::fold_right": ("int", "a.fold_right(|z: int, s: int| 2 * s - z, x)", lambda a, x, **_: folded(a[::-1], x)),
    "Seq::fold_right_alt": (
        "int",
        "a.fold_right_alt(|z: int, s: int| 2 * s - z, x)",
        lambda a, x, **_: folded(a[::-1], x),
    ),
    "Seq::all": ("bool", "a.all(|z: int| z > x)", lambda a, x, **_: all(z > x for z in a)),
    "Seq::any": ("bool", "a.any(|z: int| z > x)", lambda a, x, **_: any(z > x for z in a)),
    "Seq::max": ("int", "a.max()", lambda a, **_: max(a, default=0)),
    "Seq::min": ("int", "a.min()", lambda a, **_: min(a, default=0)),
    "Seq::max_via": ("int", f"a.max_via({BY_3})", lambda a, **_: by_key(a, lambda best, x: best <= x)),
    "Seq::min_via": ("int", f"a.min_via({BY_3})", lambda a, **_: by_key(a, lambda best, x: x <= best)),
    "Seq::index_of": ("int", "a.index_of(x)", lambda a, x, **_: the_place(a, x)),
    "Seq::index_of_first": ("Option<int>", "a.index_of_first(x)", lambda a, x, **_: first_place(a, x)),
    "Seq::index_of_last": ("Option<int>", "a.index_of_last(x)", lambda a, x, **_: last_place(a, x)),
    "Seq::no_duplicates": ("bool", "a.no_duplicates()", lambda a, **_: len(set(a)) == len(a)),
    "Seq::disjoint": ("bool", "a.disjoint(b)", lambda a, b, **_: set(a).isdisjoint(b)),
    "Seq::insert": ("Seq<int>", "a.insert(i, x)", lambda a, i, x, **_: with_inserted(a, i, x)),
    "Seq::remove": ("Seq<int>", "a.remove(i)", lambda a, i, **_: without(a, i)),
    "Seq::remove_value": (
        "Seq<int>",
        "a.remove_value(x)",
        lambda a, x, **_: without(a, a.index(x)) if x in a else a,
    ),
    "Seq::reverse": ("Seq<int>", "a.reverse()", lambda a, **_: a[::-1]),
    "Seq::zip_with": (
        "Seq<(int, int)>",
        "a.zip_with(b)",
        lambda a, b, **_: tuple(zip(a, b, strict=True)) if len(a) == len(b) else (),
    ),
    "Seq::merged_with": (
        "Seq<int>",
        f"a.sort_by({BY_3}).merged_with(b.sort_by({BY_3}), {BY_3})",
        lambda a, b, **_: upwards(upwards(a) + upwards(b)),
    ),
    "Seq::sort_by": ("Seq<int>", f"a.sort_by({BY_3})", lambda a, **_: upwards(a)),
    "Seq::is_empty": ("bool", "a.is_empty()", lambda a, **_: not a),
    "Seq::empty": ("Seq<int>", "Seq::<int>::empty()", lambda **_: ()),
    "Seq::new": ("Seq<int>", "Seq::new(n, |k: int| k * x)", lambda n, x, **_: tuple(k * x for k in range(n))),
    "Set::contains": ("bool", "a.to_set().contains(x)", lambda a, x, **_: x in a),
    "Set::len": ("nat", "a.to_set().len()", lambda a, **_: len(set(a))),
    "Set::insert": ("Set<int>", "a.to_set().insert(x)", lambda a, x, **_: frozenset((*a, x))),
    "Set::remove": ("Set<int>", "a.to_set().remove(x)", lambda a, x, **_: frozenset(a) - {x}),
    "Set::union": ("Set<int>", "a.to_set().union(b.to_set())", lambda a, b, **_: frozenset(a + b)),
    "Set::add": ("Set<int>", "a.to_set().add(b.to_set())", lambda a, b, **_: frozenset(a + b)),
    "Set::intersect": ("Set<int>", "a.to_set().intersect(b.to_set())", lambda a, b, **_: frozenset(a) & set(b)),
    "Set::difference": ("Set<int>", "a.to_set().difference(b.to_set())", lambda a, b, **_: frozenset(a) - set(b)),
    "Set::sub": ("Set<int>", "a.to_set().sub(b.to_set())", lambda a, b, **_: frozenset(a) - set(b)),
    "Set::subset_of": ("bool", "a.to_set().subset_of(b.to_set())", lambda a, b, **_: set(a) <= set(b)),
    "Set::disjoint": ("bool", "a.to_set().disjoint(b.to_set())", lambda a, b, **_: set(a).isdisjoint(b)),
    "Set::filter": (
        "Set<int>",
        "a.to_set().filter(|z: int| z > x)",
        lambda a, x, **_: frozenset(z for z in a if z > x),
    ),
    "Set::map": ("Set<int>", "a.to_set().map(|z: int| z / 2)", lambda a, **_: frozenset(z // 2 for z in a)),
    "Set::all": ("bool", "a.to_set().all(|z: int| z > x)", lambda a, x, **_: all(z > x for z in a)),
    "Set::any": ("bool", "a.to_set().any(|z: int| z > x)", lambda a, x, **_: any(z > x for z in a)),
    "Set::is_empty": ("bool", "a.to_set().is_empty()", lambda a, **_: not a),
    "Set::new": ("bool", "Set::new(|z: int| z > x).contains(i)", lambda x, i, **_: i > x),
    "Set::empty": ("nat", "Set::<int>::empty().len()", lambda **_: 0),
    "set_int_range": ("Set<int>", "set_int_range(i, x)", lambda i, x, **_: frozenset(range(i, x))),
    "Multiset::count": ("nat", "a.to_multiset().count(x)", lambda a, x, **_: a.count(x)),
    "Multiset::contains": ("bool", "a.to_multiset().contains(x)", lambda a, x, **_: x in a),
    "Multiset::len": ("nat", "a.to_multiset().len()", lambda a, **_: len(a)),
    "Multiset::insert": ("Multiset<int>", "a.to_multiset().insert(x)", lambda a, x, **_: bag((*a, x))),
    "Multiset::remove": ("Multiset<int>", "a.to_multiset().remove(x)", lambda a, x, **_: minus(a, (x,))),
    "Multiset::add": ("Multiset<int>", "a.to_multiset().add(b.to_multiset())", lambda a, b, **_: bag(a + b)),
    "Multiset::sub": ("Multiset<int>", "a.to_multiset().sub(b.to_multiset())", lambda a, b, **_: minus(a, b)),
    "Multiset::difference_with": (
        "Multiset<int>",
        "a.to_multiset().difference_with(b.to_multiset())",
        lambda a, b, **_: minus(a, b),
    ),
    "Multiset::intersection_with": (
        "Multiset<int>",
        "a.to_multiset().intersection_with(b.to_multiset())",
        lambda a, b, **_: bag(tuple((Counter(a) & Counter(b)).elements())),
    ),
    "Multiset::subset_of": (
        "bool",
        "a.to_multiset().subset_of(b.to_multiset())",
        lambda a, b, **_: Counter(a) <= Counter(b),
    ),
    "Multiset::is_disjoint_from": (
        "bool",
        "a.to_multiset().is_disjoint_from(b.to_multiset())",
        lambda a, b, **_: set(a).isdisjoint(b),
    ),
    "Multiset::singleton": ("Multiset<int>", "Multiset::singleton(x)", lambda x, **_: bag((x,))),
    "Multiset::empty": ("nat", "Multiset::<int>::empty().len()", lambda **_: 0),
    "Map::dom": ("Set<int>", "map![i => x, x => i].dom()", lambda i, x, **_: frozenset({i, x})),
    "Map::values": ("Set<int>", "map![i => x, x => i].values()", lambda i, x, **_: frozenset({i: x, x: i}.values())),
    "Map::len": ("nat", "map![i => x, x => i].len()", lambda i, x, **_: len({i, x})),
    "Map::contains_key": ("bool", "map![i => x].contains_key(2)", lambda i, **_: i == 2),
    "Map::contains_value": ("bool", "map![i => x].contains_value(2)", lambda x, **_: x == 2),
    "Map::insert": ("Map<int, int>", "map![1int => 2int].insert(i, x)", lambda i, x, **_: FrozenMap({1: 2, i: x})),
    "Map::remove": (
        "Map<int, int>",
        "map![1int => 2int, 2int => 1int].remove(i)",
        lambda i, **_: FrozenMap({k: v for k, v in {1: 2, 2: 1}.items() if k != i}),
    ),
    "Map::index": ("int", "map![1int => 2int][i]", lambda i, **_: only_if(i == 1) or 2),
    "Map::get": ("Option<int>", "map![1int => 2int].get(i)", lambda i, **_: some(2) if i == 1 else NONE),
    "Map::union_prefer_right": (
        "Map<int, int>",
        "map![1int => 2int, i => 7int].union_prefer_right(map![1int => x])",
        lambda i, x, **_: FrozenMap({1: 2, i: 7} | {1: x}),
    ),
    "Map::new": ("int", "Map::new(|k: int| k > x, |k: int| k + 1)[i]", lambda i, x, **_: only_if(i > x) or i + 1),
    "Map::empty": ("nat", "Map::<int, int>::empty().len()", lambda **_: 0),
    "int::wrapping_add": ("u8", "u.wrapping_add(v)", lambda u, v, **_: (u + v) % 256),
    "int::wrapping_sub": ("u8", "u.wrapping_sub(v)", lambda u, v, **_: (u - v) % 256),
    "int::wrapping_mul": ("u8", "u.wrapping_mul(v)", lambda u, v, **_: (u * v) % 256),
    "int::checked_add": ("Option<u8>", "u.checked_add(v)", lambda u, v, **_: in_u8(u + v)),
    "int::checked_sub": ("Option<u8>", "u.checked_sub(v)", lambda u, v, **_: in_u8(u - v)),
    "int::checked_mul": ("Option<u8>", "u.checked_mul(v)", lambda u, v, **_: in_u8(u * v)),
    "Option::is_some_and": ("bool", "o.is_some_and(|z: int| z > x)", lambda o, x, **_: any(z > x for z in o.fields)),
    "Option::is_none_or": ("bool", "o.is_none_or(|z: int| z > x)", lambda o, x, **_: all(z > x for z in o.fields)),
    "Option::unwrap": ("int", "o.unwrap()", lambda o, **_: element(o.fields, 0)),
    "Option::expect": ("int", 'o.expect("one")', lambda o, **_: element(o.fields, 0)),
    "Option::unwrap_or": ("int", "o.unwrap_or(x)", lambda o, x, **_: (*o.fields, x)[0]),
    "Result::unwrap": (
        "int",
        "(if i < 2 { Ok::<int, int>(i) } else { Err::<int, int>(x) }).unwrap()",
        lambda i, **_: only_if(i < 2) or i,
    ),
    "Result::unwrap_err": (
        "int",
        "(if i < 2 { Ok::<int, int>(i) } else { Err::<int, int>(x) }).unwrap_err()",
        lambda i, x, **_: only_if(i >= 2) or x,
    ),
    "pow": ("int", "pow(x, n)", lambda x, n, **_: x**n),
    "pow2": ("nat", "pow2(n)", lambda n, **_: 2**n),
    "log": ("int", "log(2, u as int) + log(10, u as int)", lambda u, **_: logarithm(u, 2) + logarithm(u, 10)),
    "abs": ("nat", "abs(x)", lambda x, **_: abs(x)),
    "max": ("int", "max(i, x)", lambda i, x, **_: max(i, x)),
    "min": ("int", "min(i, x)", lambda i, x, **_: min(i, x)),
    "clip": ("nat", "clip(x)", lambda x, **_: max(x, 0)),
    "add": ("int", "add(i, x)", lambda i, x, **_: i + x),
    "sub": ("int", "sub(i, x)", lambda i, x, **_: i - x),
    "mul": ("int", "mul(i, x)", lambda i, x, **_: i * x),
    "sorted_by": (
        "bool",
        "sorted_by(a, |p: int, q: int| p <= q + x)",
        lambda a, x, **_: all(p <= q + x for k, p in enumerate(a) for q in a[k + 1 :]),
    ),
    "equal": ("bool", "equal(a, b)", lambda a, b, **_: a == b),
    "ext_equal": ("bool", "ext_equal(a, b)", lambda a, b, **_: a == b),
    "bits_of_both": ("int", "x & (n as int)", lambda x, n, **_: x & n),
}
ELSEWHERE = {
    "Seq::spec_len": "the length of what a body has",
    "Seq::update_subrange_with": "below",
    "Seq::first_from": "a helper of index_of_first",
    "Seq::last_before": "a helper of index_of_last",
    "flatten_sequences": "flatten",
    "largest_of": "max",
    "smallest_of": "min",
    "Set::finite": "unknown",
    "ISet::new": "Set::new",
    "ISet::empty": "Set::empty",
    "IMap::empty": "Map::empty",
    "*::empty": "the others",
    "arbitrary": "unknown",
    "Seq::is_ascii": "test_meaning.py",
    **dict.fromkeys(
        ["VerusForLoopWrapper::history", "VerusForLoopWrapper::index", "VerusForLoopWrapper::seq"], "test_checks.py"
    ),
    "utf8_size": "the length of a text in bodies",
    "one_bits_of": "count_ones in bodies",
    "bit_length_of": "leading_zeros in bodies",
    "trailing_zero_bits_of": "trailing_zeros in bodies",
    "call_requires": "test_verdicts.py",
    "call_ensures": "test_verdicts.py",
    "fn::requires": "test_verdicts.py",
    "fn::ensures": "test_verdicts.py",
}
"""What has no row, and why."""


def folded(a: Ints, x: int) -> int:
    return reduce(lambda s, z: 2 * s - z, a, x)


@lru_cache
def lowered() -> tuple[Program, Mapping[str, Term]]:
    parameters = "a: Seq<int>, b: Seq<int>, i: int, x: int, n: nat, u: u8, v: u8, o: Option<int>"
    functions = (
        f"fn f{number}({parameters}) -> (r: {kind}) ensures r == {text};"
        for number, (kind, text, _) in enumerate(ROWS.values())
    )
    program = parse_program("verus! {" + "\n".join(functions) + "}")
    by_name = {each.name: each.ensures[0] for each in program.specifications}
    terms = dict[str, Term]()
    for number, name in enumerate(ROWS):
        condition = by_name[f"f{number}"]
        assert condition.term is not None, (name, condition.clause.problems)
        terms[name] = condition.term.args[1]
    return program, terms


INTS = st.lists(st.integers(-3, 4), max_size=5).map(tuple)


@settings(deadline=None, max_examples=samples(600))
@given(
    st.fixed_dictionaries(
        {
            "a": INTS,
            "b": INTS,
            "i": st.integers(-1, 5),
            "x": st.integers(-2, 4),
            "n": st.integers(0, 5),
            "u": st.integers(0, 255),
            "v": st.integers(0, 255),
            "o": st.sampled_from((NONE, some(3), some(-1))),
        }
    )
)
def test_a_function_of_vstd_is_what_it_is_by_a_second_definition(values: dict[str, Any]) -> None:
    program, terms = lowered()
    for name, (_, text, second) in ROWS.items():
        found = evaluate(terms[name], values, program.functions, program.datatypes)
        try:
            wanted = second(**values)
        except UnspecifiedError:
            assert found.state == "unknown", (name, text, values, found)
            continue
        assert (found.state, found.value) == ("defined", wanted), (name, text, values, found.reason)


def test_each_function_that_has_a_meaning_has_a_second_definition() -> None:
    library = {"::".join(filter(None, key)) for key in _library()}
    known = {*("::".join(key) for key in METHODS), *CALLS, *(name for name in library if not name.startswith("mod "))}
    assert known - {*ROWS, *ELSEWHERE} == set()
    assert {*ROWS, *ELSEWHERE} - known == set()
