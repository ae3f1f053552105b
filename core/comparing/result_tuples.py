"""Several results beside one tuple of as many parts: Dafny's `returns (q: int, r: int)` is Rust's `-> (int, int)`."""

from attrs import evolve

from ..ir.build import op
from ..ir.contracts import Condition
from ..ir.substitution import instantiate
from ..ir.terms import Binder, Term, fold, rebuild, var
from ..ir.variables import Name
from .common_variables import SpecificationSide, positional


def with_as_many_results(
    first: SpecificationSide, second: SpecificationSide
) -> tuple[SpecificationSide, SpecificationSide]:
    """Both sides with the parts of a tuple as results of their own, where one has a tuple for the results of the
    other."""
    counts = [len(positional(side.specification.outputs)) for side in (first, second)]
    return _split(first, counts[1]), _split(second, counts[0])


def _split(side: SpecificationSide, count: int) -> SpecificationSide:
    specification = side.specification
    if count < 2 or len(specification.outputs) != 1 or specification.heap.ensures_of_aliases:
        return side
    (whole,) = specification.outputs
    if whole.sort.kind != "Tuple" or whole.sort.label is not None or len(whole.sort.args) != count:
        return side
    # No identifier of a language has a dot in it, so that nothing in the clauses has such a name.
    parts = tuple(Binder(f"{whole.name}.{place}", sort) for place, sort in enumerate(whole.sort.args))
    value: dict[Name, Term] = {whole.name: op("tuple.make", *(var(part.name, part.sort) for part in parts))}

    def over_parts(condition: Condition) -> Condition:
        if condition.term is None:
            return condition
        return evolve(condition, term=fold(instantiate(condition.term, value), _component))

    ensures = tuple(map(over_parts, specification.ensures))
    return evolve(side, specification=evolve(specification, outputs=parts, ensures=ensures))


def _component(term: Term, arguments: tuple[Term, ...]) -> Term:
    """`(x, y).0` as `x`."""
    if term.op == "tuple.at" and arguments[0].op == "tuple.make":
        component: Term = arguments[0].args[term.data]
        return component
    return rebuild(term, arguments)
