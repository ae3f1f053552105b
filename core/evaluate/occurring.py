"""Bound variables whose values matter only where they occur.

Of `forall v :: count(a, v) == count(b, v)`, where `count` compares v with elements and does nothing else with it, all
numbers that are no element of a or b are alike: one of them stands for the others. More general: where a condition
depends on a variable only by comparisons, `==` or `<`, with numbers that occur in known values or in its own text, it
is the same for all numbers between two neighbours among these.

Whether that is so is told by the text of the condition and of the functions that it calls, before anything is evaluated
(`compared_with`). A number that is computed, as the length of a sequence or `s[0] + 1`, occurs nowhere, and is nothing
that the variable may be compared with.

Invariant: who leaves out a value that a condition can tell from the others makes wrong proofs. So what is not known to
be a comparison is none, and what is not known to occur does not.
"""

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import Any

from attrs import define, field, frozen

from ..ir.contracts import Datatype, Function, may_hold
from ..ir.sorts import CHAR, INT, Sort
from ..ir.terms import Binder, Term, binders, free_variables, subterms
from ..ir.values import ArrayValue, DatatypeValue, FrozenMap, Multiset
from ..ir.variables import Name, Valuation
from .evaluation_limits import LIMITS

_COMPARISONS = frozenset({"eq", "distinct", "lt", "le", "gt", "ge"})
_MEMBER = {"seq.member": 0, "set.member": 0, "multiset.member": 0, "map.member": 0, "multiset.count": 1, "map.at": 1}
"""Operators that look for a value in a collection → the position of the value."""
_PARTS: Mapping[str, tuple[int, ...]] = {
    **dict.fromkeys(("seq.at", "seq.slice", "map.at", "tuple.at", "datatype.at"), (0,)),
    "seq.update": (0, 2),
    "multiset.update": (0, 1),
    **dict.fromkeys(("array.elements", "array.at"), (0,)),
    **dict.fromkeys(("seq.concat", "set.union", "set.intersection", "set.difference", "multiset.union"), (0, 1)),
    **dict.fromkeys(("multiset.intersection", "multiset.difference", "datatype.update"), (0, 1)),
    **dict.fromkeys(("multiset.of_seq", "multiset.of_set", "map.keys", "map.values", "map.items"), (0,)),
    "ite": (1, 2),
}
"""Operators whose value holds nothing but what some of their arguments hold → which ones."""
_LISTED = frozenset({"seq.literal", "set.literal", "multiset.literal", "tuple.make", "datatype.make", "map.literal"})
_OPAQUE = ("Function", "Array", "Object", "Uninterpreted")
"""Sorts whose values hold what nobody sees."""
_LAST_CHARACTER = 0x10FFFF
"""The last code point there is (Unicode)."""


class Kind(Enum):
    """What is known of a variable: it is the bound one, or what it holds occurs."""

    BOUND = "bound"
    OCCURS = "occurs"


@frozen(slots=True)
class Occurring:
    """What a condition compares a bound variable with: what the values of some variables hold, and constants."""

    sort: Sort
    names: frozenset[Name]
    constants: frozenset[int]

    def representatives(self, environment: Valuation, within: range | None) -> tuple[Any, ...] | None:
        """Values of the bound variable such that the condition is the same for each other value as for one of these;
        None where there are many. `within`: a range that is not empty, of which all values are."""
        found = set(self.constants)
        for name in self.names & environment.keys():
            for number in _numbers(environment[name]):
                found.add(number)
                if len(found) > LIMITS.occurring_values:
                    return None
        if within is not None:
            found |= {within[0], within[-1]}
        # Between two neighbours all are alike, and the one behind the first is among them; so are all below the least.
        tried = sorted({*found, *(number + 1 for number in found), min(found, default=1) - 1})
        if within is not None:
            tried = [number for number in tried if number in within]
        if self.sort == CHAR:
            return tuple(chr(number) for number in tried if 0 <= number <= _LAST_CHARACTER)
        return tuple(tried)


def compared_with(
    binder: Binder,
    beside: Sequence[Binder],
    guard: Term,
    functions: Mapping[Name, Function],
    datatypes: Mapping[str, Datatype],
) -> Occurring | None:
    """With what a condition compares a variable; None where it may do more with it, and for one that is neither an
    integer nor a character. `beside`: all variables that are bound with it, of whose values nothing is known yet."""
    if binder.sort not in (INT, CHAR):
        return None
    unknown = {other.name for other in beside}
    free = ((name, sort) for name, sort in free_variables(guard) if name not in unknown)
    plain = {name for name, sort in free if _is_plain(sort, datatypes)}
    search = _ComparisonSearch(functions)
    try:
        compares = search.compares_only(guard, {**dict.fromkeys(plain, Kind.OCCURS), binder.name: Kind.BOUND})
    except RecursionError:
        return None  # Nobody writes a condition that is nested so deeply.
    return Occurring(binder.sort, frozenset(plain), frozenset(search.constants)) if compares else None


def _is_plain(sort: Sort, datatypes: Mapping[str, Datatype]) -> bool:
    """Is all seen that values of a sort hold? An array of numbers shows its elements; one in another value may not."""
    parts = sort.args if sort.kind == "Array" else (sort,)
    return not any(may_hold(kind, part, datatypes) for part in parts for kind in _OPAQUE)


_KindsOfNames = Mapping[Name, Kind]


@define(slots=True)
class _ComparisonSearch:
    functions: Mapping[Name, Function]
    constants: set[int] = field(factory=set)
    looked_at: set[Term] = field(factory=set)
    comparing: set[tuple[Name, tuple[Kind | None, ...]]] = field(factory=set)
    """Calls that are looked through or were: that one of them may do more with the variable ends the search."""
    holding: set[tuple[Name, tuple[Kind | None, ...]]] = field(factory=set)
    """Calls under way of which it is asked what their values hold."""

    def _read(self, root: Term) -> bool:
        """Take up the constants of a condition or body; False for a large one."""
        if root in self.looked_at:
            return True
        self.looked_at.add(root)
        for count, term in enumerate(subterms(root)):
            if count > LIMITS.occurring_subterms:
                return False
            if term.op == "const":
                self.constants.update(_numbers(term.data))
        return True

    def compares_only(self, root: Term, kinds: _KindsOfNames) -> bool:
        """Does a term depend on the bound variable by comparisons with what occurs, if at all?"""
        return self._read(root) and self._compares(root, kinds)

    def _compares(self, term: Term, kinds: _KindsOfNames) -> bool:
        if not any(kinds.get(name) is Kind.BOUND for name, _ in free_variables(term)):
            return True
        if term.op in ("var", "such_that"):  # A choice may be another one for another value.
            return False
        bound = [_is_bound(arg, kinds) for arg in term.args]
        if term.op == "call":
            return self._call(term, kinds, bound)
        if term.op == "let" and len(term.data) == 1 and bound[0]:
            return self._compares(term.args[-1], self._inside(term, kinds))
        if binders(term):
            # The first domain or value knows none of the variables that the term binds, those after it know some.
            first, *others = term.args
            inner = self._inside(term, kinds)
            return self._compares(first, kinds) and all(self._compares(arg, inner) for arg in others)
        others = [arg for arg, is_bound in zip(term.args, bound, strict=True) if not is_bound]
        if any(bound):
            compared = term.op in _COMPARISONS or (term.op in _MEMBER and bound[_MEMBER[term.op]])
            if not compared or not all(self._occurs(arg, kinds) for arg in others):
                return False
        return all(self._compares(arg, kinds) for arg in others)

    def _call(self, term: Term, kinds: _KindsOfNames, bound: Sequence[bool]) -> bool:
        others = (arg for arg, is_bound in zip(term.args, bound, strict=True) if not is_bound)
        if not all(self._compares(arg, kinds) for arg in others):
            return False
        function = self.functions.get(term.data)
        if function is None or function.extreme or (function.body is None and function.ensures):
            return False
        if not any(bound) or function.body is None:
            return True  # Of a function without a body no value is known, so that nothing depends on it.
        inner, key = self._parameters(function, term, kinds)
        if key in self.comparing:
            return True
        self.comparing.add(key)
        return all(self.compares_only(part, inner) for part in (*function.requires, function.body))

    def _parameters(
        self, function: Function, call: Term, kinds: _KindsOfNames
    ) -> tuple[dict[Name, Kind], tuple[Name, tuple[Kind | None, ...]]]:
        told = tuple(
            Kind.BOUND if _is_bound(arg, kinds) else Kind.OCCURS if self._occurs(arg, kinds) else None
            for arg in call.args
        )
        pairs = zip(function.parameters, told, strict=True)
        return {binder.name: kind for binder, kind in pairs if kind is not None}, (function.name, told)

    def _inside(self, term: Term, kinds: _KindsOfNames) -> dict[Name, Kind]:
        """What is known of variables inside a binding term: an element of what occurs occurs."""
        names = {binder.name for binder in term.data}
        inner = {name: kind for name, kind in kinds.items() if name not in names}
        # Which domain belongs to which variable is not followed.
        if len(names) > 1:
            return inner
        (name,), first = names, term.args[0]
        if term.op == "let" and _is_bound(first, kinds):
            inner[name] = Kind.BOUND
            return inner
        held_in = first if term.op == "let" else first.args[0] if first.op == "elements" else None
        if held_in is not None and self._occurs(held_in, kinds):
            inner[name] = Kind.OCCURS
        return inner

    def _occurs(self, term: Term, kinds: _KindsOfNames) -> bool:
        """Is all that the value of a term holds in the values of variables that occur, or in constants?"""
        match term.op:
            case "const":
                return True
            case "var":
                return kinds.get(term.data) is Kind.OCCURS
            case "let" | "seq.comprehension":
                return self._occurs(term.args[-1], self._inside(term, kinds))
            case "call":
                function = self.functions.get(term.data)
                if function is None or function.extreme or function.ensures:
                    return False
                if function.body is None:
                    return True  # No value of it is known.
                inner, key = self._parameters(function, term, kinds)
                if key in self.holding or not self._read(function.body):
                    return False
                self.holding.add(key)
                try:
                    return self._occurs(function.body, inner)
                finally:
                    self.holding.discard(key)
            case operator if operator in _LISTED:
                return all(self._occurs(arg, kinds) for arg in term.args)
            case operator:
                places = _PARTS.get(operator)
                return places is not None and all(self._occurs(term.args[at], kinds) for at in places)


def _is_bound(term: Term, kinds: _KindsOfNames) -> bool:
    return term.op == "var" and kinds.get(term.data) is Kind.BOUND


def _numbers(value: Any) -> Iterator[int]:
    """The integers in a value, and the code points of its characters."""
    pending = [value]
    while pending:
        match pending.pop():
            # A bool is an int in Python, and no number here.
            case bool():
                pass
            case int() as number:
                yield number
            case str() as text:
                yield from map(ord, text)
            case tuple() | frozenset() as collection:
                pending.extend(collection)
            case ArrayValue(elements=elements):
                pending.extend(elements)
            case DatatypeValue() as made:
                pending.extend(made.fields)
            case Multiset() as multiset:
                pending.extend(multiset.counts)
            case FrozenMap() as mapping:
                pending.extend(mapping.keys())
                pending.extend(mapping.values())
            case _:
                pass
