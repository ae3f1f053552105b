"""What a value of a sort satisfies beyond what its SMT-LIB sort says: characters in range, counts not
negative."""

from collections.abc import Callable
from itertools import count

from ...core.ir.operators.arithmetic import MAX_CODE_POINT
from ...core.ir.sorts import Sort
from .sorts import SortTable, Variant, option_of
from .symbols import symbol


class InvariantPrinter:
    """Prints invariants; `declare` receives the predicates that they need for recursive datatypes."""

    def __init__(self, sorts: SortTable, declare: Callable[[str], None]) -> None:
        self._sorts = sorts
        self._declare = declare
        self._predicates: dict[Sort, str] = {}
        self._numbers = count(1)

    def text(self, sort: Sort, value: str) -> str | None:
        """A formula over the printed value; None when every value of the SMT-LIB sort is one of the sort."""
        if not self._matters(sort):
            return None
        self._sorts.text(sort)
        return self._formula(sort, value)

    def _matters(self, sort: Sort) -> bool:
        if not sort.args and sort.kind not in ("Char", "Datatype"):
            return False
        return self._sorts.contains(sort, "Char") or self._sorts.contains(sort, "Multiset")

    def _formula(self, sort: Sort, value: str) -> str | None:
        if not self._matters(sort):
            return None
        element = f"e!{next(self._numbers)}"
        match sort.kind:
            case "Char":
                return f"(<= 0 {value} {MAX_CODE_POINT})"
            case "Seq":
                inner = self._formula(sort.args[0], f"(seq.nth {value} {element})")
                inside = f"(and (<= 0 {element}) (< {element} (seq.len {value})))"
                return f"(forall (({element} Int)) (=> {inside} {inner}))"
            case "Set" | "Multiset" | "Map":
                inner = self._entry(sort, f"(select {value} {element})", element)
                return f"(forall (({element} {self._sorts.text(sort.args[0])})) {inner})"
            case _ if self._sorts.is_recursive(sort):
                return f"({self._predicate(sort)} {value})"
            case _:
                return self._fields(sort, value)

    def _entry(self, sort: Sort, found: str, element: str) -> str:
        """What the entry of a collection for one possible element satisfies."""
        inner = self._formula(sort.args[0], element)
        match sort.kind:
            case "Set":
                return f"(=> {found} {inner})"
            case "Multiset":
                bound = f"(<= 0 {found})"
                return bound if inner is None else f"(and {bound} (=> (< 0 {found}) {inner}))"
            case _:
                _, some = self._sorts.variants(option_of(sort.args[1]))
                value = self._formula(sort.args[1], f"({some.selectors[0]} {found})")
                parts = " ".join(part for part in (inner, value) if part is not None)
                return f"(=> ((_ is {some.symbol}) {found}) (and true {parts}))"

    def _fields(self, sort: Sort, value: str) -> str:
        parts = " ".join(self._variant(variant, value) for variant in self._sorts.variants(sort))
        return f"(and true {parts})"

    def _variant(self, variant: Variant, value: str) -> str:
        fields = [
            part
            for selector, sort in zip(variant.selectors, variant.sorts, strict=True)
            if (part := self._formula(sort, f"({selector} {value})")) is not None
        ]
        if not fields:
            return "true"
        return f"(=> ((_ is {variant.symbol}) {value}) (and true {' '.join(fields)}))"

    def _predicate(self, sort: Sort) -> str:
        known = self._predicates.get(sort)
        if known is not None:
            return known
        # Of `datatype Tree = Node(key: char, children: seq<Tree>)` a formula would have no end: it is a recursive
        # function, with one for each sort on the way back to it, defined together. A sequence needs none: its formula
        # is a quantifier over places, with a call of the function of its elements.
        group = [
            each
            for each in self._sorts.reachable(sort)
            if self._matters(each) and self._sorts.is_recursive(each)
        ]
        group = [each for each in group if each not in self._predicates and each.kind != "Seq"]
        self._predicates.update(
            (each, symbol(f"valid!{self._sorts.text(each).strip('|')}")) for each in group
        )
        heads = " ".join(f"({self._predicates[each]} ((v! {self._sorts.text(each)})) Bool)" for each in group)
        bodies = " ".join(self._fields(each, "v!") for each in group)
        self._declare(f"(define-funs-rec ({heads}) ({bodies}))")
        return self._predicates[sort]
