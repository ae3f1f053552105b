"""Places of Rust: a variable, or a part of one. A value is owned by its variable, so that a change of a part is a new
value of the variable, and a mutable reference is the place that it borrows."""

from attrs import frozen

from ...core.ir.build import op
from ...core.ir.sorts import Sort
from ...core.ir.terms import Term, make, var
from .types import VerusType


@frozen(slots=True)
class PlaceStep:
    """A step from a value to a part of it: an element, a field of a variant, a component of a tuple. `kind`: what is
    there."""

    kind: VerusType
    sort: Sort
    index: Term | None = None
    variant: str = ""
    name: str = ""
    component: int = 0

    def read(self, whole: Term) -> Term:
        if self.index is not None:
            return op("map.at" if whole.sort.kind == "Map" else "seq.at", whole, self.index)
        if self.variant:
            return op("datatype.at", whole, data=(self.variant, self.name), sort=self.sort)
        return op("tuple.at", whole, data=self.component)

    def written(self, whole: Term, value: Term) -> Term:
        """The whole with another part."""
        if self.index is not None:
            return op("map.update" if whole.sort.kind == "Map" else "seq.update", whole, self.index, value)
        if self.variant:
            return make("datatype.update", (whole, value), whole.sort, (self.variant, self.name))
        parts = [op("tuple.at", whole, data=place) for place in range(len(whole.sort.args))]
        parts[self.component] = value
        return op("tuple.make", *parts)


@frozen(slots=True)
class RustPlace:
    """A variable of the IR, and the way from it to a part."""

    root: str
    sort: Sort
    kind: VerusType
    steps: tuple[PlaceStep, ...] = ()

    @property
    def type(self) -> VerusType:
        return self.steps[-1].kind if self.steps else self.kind

    def read(self) -> Term:
        term = var(self.root, self.sort)
        for step in self.steps:
            term = step.read(term)
        return term

    def to(self, step: PlaceStep) -> "RustPlace":
        return RustPlace(self.root, self.sort, self.kind, (*self.steps, step))

    def written(self, value: Term) -> Term:
        """What the variable is when this part of it is another value."""
        # From the outside in, what each step is taken of; then from the inside out, each of these with the new part in
        # it.
        wholes = [var(self.root, self.sort)]
        for step in self.steps[:-1]:
            wholes.append(step.read(wholes[-1]))
        for step, whole in zip(reversed(self.steps), reversed(wholes), strict=False):
            value = step.written(whole, value)
        return value
