"""Sorts of the IR as SMT-LIB sorts that z3 and cvc5 both read.

==============  =====================================================================================
Bool Int Real   themselves
String RegLan   themselves (Unicode Strings theory; its characters end at U+2FFFF)
BitVec          ``(_ BitVec n)``
Char            Int, between 0 and 0x10FFFF
Seq T           ``(Seq T)``, the operators on which both solvers agree
Set T           ``(Array T Bool)``: equality of arrays is extensional
Multiset T      ``(Array T Int)``, no element negative
Map K V         ``(Array K Option<V>)``: an absent key maps to ``none``, so equality is extensional too
Tuple           a datatype with one constructor
Array T         a datatype: the array's identity (an Int, 0 is null) and its elements, a Seq
Datatype        ``declare-datatypes``, one instance for each choice of type arguments
Uninterpreted   ``declare-sort``
==============  =====================================================================================

Arrays may hold infinitely many elements where a set, multiset or map is finite. That only adds models:
*unsat* stays a proof, and a model with an infinite collection is not a value (the session answers
*unknown*). It is no longer so under a quantifier, which therefore never ranges over such a sort
(`infinite_collections`).
"""

from collections.abc import Callable, Iterator, Mapping

from attrs import frozen

from ...core.errors import Unsupported
from ...core.ir.contracts import Datatype
from ...core.ir.sorts import INT, Sort, seq_of
from ...core.ir.type_instances import replace_sorts
from .symbols import symbol

_SAME_NAME = frozenset({"Bool", "Int", "Real", "String", "RegLan"})
_AS_DATATYPE = frozenset({"Tuple", "Array", "Datatype", "Option"})


@frozen(slots=True)
class Variant:
    """A constructor as it is printed: its symbol, and for each field its selector, its name in the IR and
    its sort."""

    symbol: str
    name: str
    selectors: tuple[str, ...]
    fields: tuple[str, ...]
    sorts: tuple[Sort, ...]


def option_of(value: Sort) -> Sort:
    """What a map holds for a key. Not a sort of the IR."""
    return Sort("Option", (value,))


class SortTable:
    """Prints sorts and declares what they need, once. `declare` receives each declaration."""

    def __init__(self, datatypes: Mapping[str, Datatype], declare: Callable[[str], None]) -> None:
        self._datatypes = datatypes
        self._declare = declare
        self._texts: dict[Sort, str] = {}
        self._variants: dict[Sort, tuple[Variant, ...]] = {}

    def text(self, sort: Sort) -> str:
        """The SMT-LIB sort, declared. Raises Unsupported for a sort without one."""
        text_known = self._texts.get(sort)
        if text_known is not None:
            return text_known
        self._refuse_array_keys(sort)
        # All sorts inside are declared at once: datatypes that contain each other need one declaration.
        new = [new_sort for new_sort in self.reachable(sort) if new_sort not in self._texts]
        for new_sort in new:
            if (
                new_sort.kind == "Datatype"
                and new_sort.label in self._datatypes
                and self._datatypes[str(new_sort.label)].lazy
            ):
                # To a solver every value has an end, and whatever follows from that would be a false proof.
                raise Unsupported(f"a query about the codatatype {new_sort.label}")
        # Sorts without content come first, as the fields of datatypes mention them.
        for new_sort in new:
            if new_sort.kind == "Uninterpreted":
                self._declare(f"(declare-sort {symbol(_name(new_sort))} 0)")
        together = [new_sort for new_sort in new if new_sort.kind in _AS_DATATYPE]
        if together:
            self._declare_datatypes(together)
        self._texts.update((new_sort, self._print(new_sort)) for new_sort in new)
        return self._texts[sort]

    def variants(self, sort: Sort) -> tuple[Variant, ...]:
        """The constructors of a sort that is printed as a datatype."""
        variants_known = self._variants.get(sort)
        if variants_known is None:
            variants_known = self._variants[sort] = tuple(self._make_variants(sort))
        return variants_known

    def variant(self, sort: Sort, name: str) -> Variant:
        """One constructor by its name in the IR. Raises Unsupported when there is none."""
        for variant in self.variants(sort):
            if variant.name == name:
                return variant
        raise Unsupported(f"the unknown constructor {name} of {sort}")

    def infinite_collections(self, sort: Sort) -> bool:
        """Does the sort contain a collection that its SMT-LIB counterpart does not keep finite?"""
        return any(
            sort_inside.kind == "Map"
            or (sort_inside.kind in ("Set", "Multiset") and not _is_finite(sort_inside.args[0]))
            for sort_inside in self.reachable(sort)
        )

    def contains(self, sort: Sort, kind: str) -> bool:
        """Is this kind of sort the sort itself or anywhere inside it?"""
        return any(sort_inside.kind == kind for sort_inside in self.reachable(sort))

    def is_recursive(self, sort: Sort) -> bool:
        """Can a value of this datatype contain another one?"""
        return any(sort in self.reachable(sort_inside) for sort_inside in self._inside(sort))

    def reachable(self, sort: Sort) -> list[Sort]:
        """The sort and every sort inside it, through the fields of datatypes too."""
        sorts = {sort: None}
        pending = [sort]
        while pending:
            for sort_inside in self._inside(pending.pop()):
                if sort_inside not in sorts:
                    sorts[sort_inside] = None
                    pending.append(sort_inside)
            # `datatype T<A> = C(T<(A, A)>)` has an instance for every level.
            if len(sorts) > 1_000:
                raise Unsupported(f"{sort}: a datatype that instantiates itself without end")
        return list(sorts)

    def _inside(self, sort: Sort) -> Iterator[Sort]:
        match sort.kind:
            case "Map":
                yield sort.args[0]
                yield option_of(sort.args[1])
            case kind if kind in _AS_DATATYPE:
                for variant in self.variants(sort):
                    yield from variant.sorts
            case _:
                yield from sort.args

    def _refuse_array_keys(self, sort: Sort) -> None:
        """SMT-LIB would look elements up by what arrays hold, the IR by which arrays they are."""
        for sort_inside in self.reachable(sort):
            if sort_inside.kind in ("Set", "Multiset", "Map") and self.contains(sort_inside.args[0], "Array"):
                raise Unsupported(f"{sort_inside}: arrays in it are told apart by identity")

    def _declare_datatypes(self, sorts: list[Sort]) -> None:
        heads = " ".join(f"({symbol(_name(sort))} 0)" for sort in sorts)
        bodies = []
        for sort in sorts:
            variants = " ".join(
                "(" + " ".join([variant.symbol, *map(self._selector, variant.selectors, variant.sorts)]) + ")"
                for variant in self.variants(sort)
            )
            bodies.append(f"({variants})")
        self._declare(f"(declare-datatypes ({heads}) ({' '.join(bodies)}))")

    def _selector(self, name: str, sort: Sort) -> str:
        return f"({name} {self._print(sort)})"

    def _print(self, sort: Sort) -> str:
        match sort.kind:
            case kind if kind in _SAME_NAME:
                return kind
            # By its code point, so that an order of characters is that of numbers.
            case "Char":
                return "Int"
            case "BitVec":
                return f"(_ BitVec {sort.label})"
            case "Seq":
                return f"(Seq {self._print(sort.args[0])})"
            # By its characteristic function, as a multiset is by its counts.
            case "Set":
                return f"(Array {self._print(sort.args[0])} Bool)"
            case "Multiset":
                return f"(Array {self._print(sort.args[0])} Int)"
            case "Map":
                # An array is total: where the map has no such key it holds the option without a value.
                return f"(Array {self._print(sort.args[0])} {self._print(option_of(sort.args[1]))})"
            case kind if kind in _AS_DATATYPE or kind == "Uninterpreted":
                return symbol(_name(sort))
            case _:
                raise Unsupported(f"the sort {sort} in a solver query")

    def _make_variants(self, sort: Sort) -> Iterator[Variant]:
        name = _name(sort)
        match sort.kind:
            case "Tuple":
                names = tuple(str(position) for position in range(len(sort.args)))
                yield _variant(name, "make", names, sort.args)
            case "Array":
                yield _variant(name, "make", ("identity", "elements"), (INT, seq_of(sort.args[0])))
            case "Option":
                yield _variant(name, "none", (), ())
                yield _variant(name, "some", ("value",), sort.args)
            case _:
                definition = self._datatypes.get(str(sort.label))
                if definition is None:
                    raise Unsupported(f"the undeclared datatype {sort.label}")
                # Each instance is a datatype of its own, at its actual types: no parametric datatype is printed.
                actual = dict(zip(definition.parameters, sort.args, strict=True))
                for constructor in definition.constructors:
                    yield _variant(
                        name,
                        constructor.name,
                        tuple(str(field.name) for field in constructor.fields),
                        tuple(replace_sorts(field.sort, actual) for field in constructor.fields),
                    )


def _variant(owner: str, name: str, fields: tuple[str, ...], sorts: tuple[Sort, ...]) -> Variant:
    selectors = tuple(symbol(f"{owner}.{name}.{field}") for field in fields)
    return Variant(symbol(f"{owner}.{name}"), name, selectors, fields, sorts)


def _name(sort: Sort) -> str:
    """A name that tells all sorts apart; those of the user carry the sigil."""
    own_name = sort.kind
    if sort.kind in ("Datatype", "Uninterpreted"):
        own_name = f"${sort.label}"
    elif sort.kind == "BitVec":
        own_name = f"BitVec{sort.label}"
    elif sort.label is not None:
        own_name = f"{sort.kind}:{sort.label}"
    return own_name + (f"<{'&'.join(map(_name, sort.args))}>" if sort.args else "")


def _is_finite(sort: Sort) -> bool:
    return sort.kind in ("Bool", "BitVec", "Char") or (sort.kind == "Tuple" and all(map(_is_finite, sort.args)))
