"""Sorts with unknowns, and their unification: local type inference as Dafny does it (reference manual, section 5).

An unknown sort is a `Sort` of kind "?" numbered by its label. A number without a decimal point has an unknown sort
that may only become Int or a bit-vector (Real too, where `lax` says so) and is Int when nothing decides.
"""

from collections.abc import Callable

from attrs import define, field

from ...core.errors import Unsupported
from ...core.ir.sorts import INT, Sort
from ...core.spans import Span

_UNKNOWN = "?"


@define(slots=True)
class _Deferred:
    sort: Sort
    action: Callable[[Sort], None]
    construct: str
    span: Span | None


@define(slots=True)
class Inference:
    """The unknowns of one clause or body. `lax`: whole numbers may stand for reals, as authors write in tests."""

    lax: bool = False
    _known: dict[int, Sort] = field(factory=dict)
    _numbers: set[int] = field(factory=set)
    _deferred: list[_Deferred] = field(factory=list)
    _count: int = 0

    def fresh(self) -> Sort:
        """A new unknown sort."""
        self._count += 1
        return Sort(_UNKNOWN, (), self._count)

    def number(self) -> Sort:
        """The sort of a whole number literal."""
        sort = self.fresh()
        self._numbers.add(_label(sort))
        return sort

    def shallow(self, sort: Sort) -> Sort:
        """The sort, known at least at its root when anything is known about it."""
        while sort.kind == _UNKNOWN and _label(sort) in self._known:
            sort = self._known[_label(sort)]
        return sort

    def is_known(self, sort: Sort) -> bool:
        return self.shallow(sort).kind != _UNKNOWN

    def resolve(self, sort: Sort, span: Span | None = None) -> Sort:
        """The sort without unknowns. Raises Unsupported when something is still unknown."""
        sort = self.shallow(sort)
        if sort.kind == _UNKNOWN:
            if _label(sort) in self._numbers:
                return INT
            raise Unsupported("a type that cannot be inferred", span)
        if not sort.args:
            return sort
        return Sort(sort.kind, tuple(self.resolve(arg, span) for arg in sort.args), sort.label)

    def unify(self, left: Sort, right: Sort, span: Span | None = None) -> None:
        """Make two sorts equal. Raises Unsupported when they cannot be."""
        left, right = self.shallow(left), self.shallow(right)
        if left == right:
            return
        # Of two unknowns the one that is no number is bound, so that the other's limits (Int or a bit-vector) stay.
        if right.kind == _UNKNOWN and (left.kind != _UNKNOWN or _label(right) not in self._numbers):
            left, right = right, left
        if left.kind == _UNKNOWN:
            self._bind(left, right, span)
        elif (left.kind, left.label, len(left.args)) == (right.kind, right.label, len(right.args)):
            for arg, sort in zip(left.args, right.args, strict=True):
                self.unify(arg, sort, span)
        else:
            raise self.mismatch(left, right, span)

    def _bind(self, unknown: Sort, sort: Sort, span: Span | None) -> None:
        label = _label(unknown)
        if label in self._numbers:
            if sort.kind == _UNKNOWN:
                self._numbers.add(_label(sort))
            elif sort.kind not in ("Int", "BitVec") and not (self.lax and sort.kind == "Real"):
                raise self.mismatch(INT, sort, span)
        if self._occurs(label, sort):
            raise Unsupported("a type that contains itself", span)
        self._known[label] = sort

    def _occurs(self, label: int, sort: Sort) -> bool:
        sort = self.shallow(sort)
        return sort.label == label if sort.kind == _UNKNOWN else any(self._occurs(label, arg) for arg in sort.args)

    def when_known(self, sort: Sort, action: Callable[[Sort], None], construct: str, span: Span | None) -> None:
        """Run `action` with the sort as soon as its root is known; `construct` names what needs it."""
        found = self.shallow(sort)
        if found.kind != _UNKNOWN:
            action(found)
        else:
            self._deferred.append(_Deferred(sort, action, construct, span))

    def mismatch(self, left: Sort, right: Sort, span: Span | None) -> Unsupported:
        return Unsupported(f"incompatible types: {self._partly(left)} and {self._partly(right)}", span)

    def _partly(self, sort: Sort) -> Sort:
        """The sort as far as it is known, for people."""
        sort = self.shallow(sort)
        if sort.kind == _UNKNOWN:
            return INT if _label(sort) in self._numbers else Sort(_UNKNOWN)
        return Sort(sort.kind, tuple(map(self._partly, sort.args)), sort.label)

    def solve(self) -> None:
        """Run what was deferred. Raises Unsupported for what stays unknown."""
        while self._deferred:
            ready = [item for item in self._deferred if self.is_known(item.sort)]
            # A number is an Int only when nothing else is left to decide: in `1 + x` the type of x may still come.
            if not ready:
                ready = [item for item in self._deferred if _label(self.shallow(item.sort)) in self._numbers]
            if not ready:
                first = self._deferred[0]
                raise Unsupported(f"{first.construct} of a type that cannot be inferred", first.span)
            self._deferred = [item for item in self._deferred if item not in ready]
            for item in ready:
                sort = self.shallow(item.sort)
                if sort.kind == _UNKNOWN:
                    self._known[_label(sort)] = sort = INT
                item.action(sort)


def _label(sort: Sort) -> int:
    return int(sort.label or 0)
