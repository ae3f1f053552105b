"""Constants with parts, opened: the literal term that lists the parts."""

from collections.abc import Hashable
from typing import Any

from ...core.errors import Unsupported
from ...core.ir.rational_trees import RationalTree
from ...core.ir.sorts import INT, OBJECT, Sort, only_knows_equality
from ...core.ir.terms import Term, const, make, var
from ...core.ir.values import ArrayValue, DatatypeValue, FrozenMap, Multiset, UninterpretedValue, ordered
from .sorts import SortTable

_STRUCTURED = frozenset({"Seq", "Set", "Multiset", "Map", "Tuple", "Array", "Datatype"})


class ConstantExpander:
    """Opens constants. `identities` numbers the identities of arrays from 1; 0 is null. `elements` are those of sorts
    that only know equality, by the name of the variable that stands for each: two of them are different."""

    def __init__(self, sorts: SortTable) -> None:
        self.identities: dict[Hashable, int] = {}
        self.elements: dict[str, UninterpretedValue] = {}
        self._sorts = sorts

    def open(self, term: Term) -> Term:
        """One level of a constant as a literal term over constants; any other term is returned as it is.

        An array becomes `array.make` (identity as an Int, elements as a Seq), an operator of the printer
        alone.
        """
        if term.op == "const" and isinstance(term.data, UninterpretedValue) and _is_one_of_many(term.sort):
            # No name of a program has this mark in it. Of objects solvers know no fields, and null is one among them:
            # what they prove holds whatever these are, and a model is held against the evaluator.
            name = f"{term.data.sort}!{term.data.index}"
            self.elements[name] = term.data
            return var(name, term.sort)
        if term.op != "const" or term.sort.kind not in _STRUCTURED:
            return term
        sort = term.sort
        match sort.kind:
            case "Seq":
                return _literal("seq.literal", sort, [(each, sort.args[0]) for each in term.data])
            case "Set":
                return _literal("set.literal", sort, [(each, sort.args[0]) for each in ordered(term.data)])
            case "Multiset":
                return _literal("multiset.literal", sort, [(each, sort.args[0]) for each in _elements(term.data)])
            case "Map":
                return _literal("map.literal", sort, _entries(term.data, sort))
            case "Tuple":
                return _literal("tuple.make", sort, list(zip(term.data, sort.args, strict=True)))
            case "Array":
                return self._array(term.data, sort)
            case _:
                return self._datatype(term.data, sort)

    def _array(self, value: ArrayValue | None, sort: Sort) -> Term:
        identity_sort, elements_sort = self._sorts.variants(sort)[0].sorts
        if value is None:
            return _literal("array.make", sort, [(0, identity_sort), ((), elements_sort)])
        identity = self.identities.setdefault(value.identity, len(self.identities) + 1)
        return _literal("array.make", sort, [(identity, INT), (value.elements, elements_sort)])

    def _datatype(self, value: DatatypeValue | RationalTree, sort: Sort) -> Term:
        if isinstance(value, RationalTree):
            raise Unsupported("a query about a value without an end")
        variant = self._sorts.variant(sort, value.constructor)
        if len(variant.sorts) != len(value.fields):
            raise Unsupported(f"the constant {value}: {value.constructor} has {len(variant.sorts)} fields")
        parts = [const(part, part_sort) for part, part_sort in zip(value.fields, variant.sorts, strict=True)]
        return make("datatype.make", parts, sort, value.constructor)


def _is_one_of_many(sort: Sort) -> bool:
    return only_knows_equality(sort) or sort == OBJECT


def _literal(op: str, sort: Sort, parts: list[tuple[Any, Sort]]) -> Term:
    return make(op, [const(value, part) for value, part in parts], sort)


def _elements(value: Multiset) -> list[Any]:
    return [each for each in ordered(value) for _ in range(value.count(each))]


def _entries(value: FrozenMap, sort: Sort) -> list[tuple[Any, Sort]]:
    key, mapped = sort.args
    return [entry for each in ordered(value) for entry in ((each, key), (value[each], mapped))]
