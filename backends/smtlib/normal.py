"""Terms without `let` and applied lambdas, in which no two quantifiers bind the same name.

Constants with parts are opened: the literal term lists the parts.
"""

import re
from collections.abc import Hashable, Mapping
from typing import Any

from ...core.errors import Unsupported
from ...core.ir.operator_names import OperatorName
from ...core.ir.rational_trees import RationalTree
from ...core.ir.sorts import INT, OBJECT, Sort, only_knows_equality
from ...core.ir.terms import BINDING, Binder, Term, const, fold, make, rebuild, var
from ...core.ir.values import ArrayValue, DatatypeValue, FrozenMap, Multiset, UninterpretedValue, ordered
from ...core.ir.variables import Name
from .sorts import SortTable

_DEEPEST = 100
"""How deep binders may nest: printing them recurses."""
_UNSAFE = re.compile(r"\W", re.ASCII)


class BoundNames:
    """Every name that was ever given to a bound variable of one script, and its sort. Each is an SMT-LIB
    symbol."""

    def __init__(self) -> None:
        self.sorts: dict[str, Sort] = {}
        self.plain: set[Term] = set()  # terms without binders: they are normal, and need not be looked at again

    def fresh(self, name: Name, sort: Sort) -> Binder:
        """A binder of a name that nothing else has."""
        unique = f"?{_UNSAFE.sub('_', str(name))}!{len(self.sorts) + 1}"
        self.sorts[unique] = sort
        return Binder(unique, sort)


def normalise(term: Term, names: BoundNames, environment: Mapping[Name, Term] = {}) -> Term:
    """The term with its free variables replaced by `environment`, values of `let` and arguments of
    lambdas put in, and bound variables renamed apart. Raises Unsupported for a choice (`such_that`) and
    for function values."""
    return _under(term, environment, names, 0)


def replace(term: Term, values: Mapping[Name, Term]) -> Term:
    """Variables replaced in a normal term: no capture is possible, since bound names are unique."""

    def step(node: Term, args: tuple[Term, ...]) -> Term:
        return values.get(node.data, node) if node.op == "var" else rebuild(node, args)

    return fold(term, step)


def variable(binder: Binder) -> Term:
    return var(binder.name, binder.sort)


def _under(root: Term, environment: Mapping[Name, Term], names: BoundNames, depth: int) -> Term:
    if depth > _DEEPEST:
        raise Unsupported(f"binders nested more than {_DEEPEST} deep", root.span)
    # Two visits of each term, as in `fold`: its arguments first, then itself (`ready`). What binds variables recurses
    # instead, for its parts have another environment. Most terms have no binders: they are their own normal form as
    # long as no variable is replaced, and that is remembered from one query of a script to the next (`names.plain`).
    results: dict[Term, Term] = {}
    stack = [(root, False)]
    while stack:
        term, ready = stack.pop()
        if term in results:
            continue
        if term.op in BINDING:
            results[term] = _binder(term, environment, names, depth + 1)
        elif term.op == "var":
            results[term] = environment.get(term.data, term)
            if not environment:
                names.plain.add(term)
        elif term.op == "apply":
            results[term] = _applied(term, environment, names, depth + 1)
        elif term.op == "lambda.clauses" and term.args[-1] in results:
            results[term] = results[term.args[-1]]
        elif not environment and term in names.plain:
            results[term] = term
        elif ready or not term.args:
            results[term] = rebuild(term, tuple(results[child] for child in term.args))
            if not environment and names.plain.issuperset(term.args):
                names.plain.add(term)
        else:
            stack.append((term, True))
            stack.extend((child, False) for child in term.args)
    return results[root]


def _binder(term: Term, environment: Mapping[Name, Term], names: BoundNames, depth: int) -> Term:
    inner_environment: dict[Name, Term] = dict(environment)
    binders: tuple[Binder, ...] = term.data
    match term.op:
        # A let is put in place, in the order in which its values see each other.
        case "let":
            for binder, value in zip(binders, term.args, strict=False):
                inner_environment[binder.name] = _under(value, inner_environment, names, depth)
            return _under(term.args[-1], inner_environment, names, depth)
        case "such_that" | "lambda":
            raise Unsupported("a choice (:|)" if term.op == "such_that" else "a function value", term.span)
        case _:
            # Names that are bound twice would capture each other when terms are put in place of variables: each binder
            # gets a name of its own. A domain sees the binders before it.
            fresh = []
            expanded_arguments = []
            for binder, domain in zip(binders, term.args, strict=False):
                expanded_arguments.append(_under(domain, inner_environment, names, depth))
                unique = names.fresh(binder.name, binder.sort)
                inner_environment[binder.name] = variable(unique)
                fresh.append(unique)
            expanded_arguments.extend(_under(arg, inner_environment, names, depth) for arg in term.args[len(binders) :])
            data: Any = tuple(fresh)
            return make(term.op, expanded_arguments, term.sort, data, term.span)


def _applied(term: Term, environment: Mapping[Name, Term], names: BoundNames, depth: int) -> Term:
    callee, *arguments = term.args
    if callee.op != "lambda":
        raise Unsupported("an application of a function value", term.span)
    inner_environment = dict(environment)
    for binder, argument in zip(callee.data, arguments, strict=True):
        inner_environment[binder.name] = _under(argument, environment, names, depth)
    return _under(callee.args[-1], inner_environment, names, depth)


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
                return _literal("multiset.literal", sort, [(element, sort.args[0]) for element in _elements(term.data)])
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
        field_constants = [
            const(field, part_sort) for field, part_sort in zip(value.fields, variant.sorts, strict=True)
        ]
        return make("datatype.make", field_constants, sort, value.constructor)


def _is_one_of_many(sort: Sort) -> bool:
    return only_knows_equality(sort) or sort == OBJECT


def _literal(op: OperatorName, sort: Sort, values_and_sorts: list[tuple[Any, Sort]]) -> Term:
    return make(op, [const(value, part_sort) for value, part_sort in values_and_sorts], sort)


def _elements(value: Multiset) -> list[Any]:
    return [element for element in ordered(value) for _ in range(value.count(element))]


def _entries(value: FrozenMap, sort: Sort) -> list[tuple[Any, Sort]]:
    key, mapped = sort.args
    return [entry for key_value in ordered(value) for entry in ((key_value, key), (value[key_value], mapped))]
