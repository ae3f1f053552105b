"""What loops range over, in words: "element `x` of `xs`", "index `i` of `xs`"."""

from attrs import frozen

from ...core.ir.statements import Target, names_of
from ...core.ir.terms import Term
from ...frontends.show import show
from .claims import Loop
from .nouns import arguments, callee, code, listed, method, noun, range_bounds
from .predicates import Kinds, unit_of


@frozen(slots=True)
class Domain:
    """A loop in words: head, names, tail ("element", "`x`", "of `xs`")."""

    head: str
    names: str = ""
    tail: str = ""
    variable: str | None = None
    """The only variable, where it can be left out: "every element of `xs`"."""

    @property
    def named(self) -> str:
        return " ".join(part for part in (self.head, self.names, self.tail) if part)

    @property
    def unnamed(self) -> str:
        return f"{self.head} {self.tail}"


def domain(loop: Loop, kinds: Kinds) -> Domain:
    """The words for one loop."""
    term = loop.iterable
    name = loop.target if isinstance(loop.target, str) else None
    names = _targets(loop.target)
    called, given = callee(term), arguments(term)
    pair = loop.target if isinstance(loop.target, tuple) and len(loop.target) == 2 else None
    if called is range and len(given) == 1 and callee(given[0]) is len and len(given[0].args) == 2:
        return Domain("index", names, f"of {noun(given[0].args[1]).text}", name)
    bounds = range_bounds(term)
    if bounds is not None:
        return Domain("integer", names, bounds, name)
    if called is enumerate and len(given) == 1 and pair is not None:
        first, second = map(_targets, pair)
        of = noun(given[0]).text
        return Domain(f"index {first} and {unit_of(given[0], kinds)} {second} of {of}")
    if called is zip and len(given) > 1:
        return _zipped(given, names)
    called_method = method(term)
    if called_method in ("keys", "values", "items") and len(term.args) == 1:
        of = noun(term.args[0]).text
        if called_method != "items":
            return Domain(called_method[:-1], names, f"of {of}", name)
        if pair is not None:
            first, second = map(_targets, pair)
            return Domain(f"key {first} and value {second} of {of}")
    if term.op in ("python.list", "python.tuple") and term.args:
        return Domain("value", names, f"among {listed([noun(arg).text for arg in term.args])}", name)
    if _is_rest(term):
        head = f"{unit_of(term.args[0], kinds)}"
        return Domain(head, names, f"of {noun(term.args[0]).text} after the first", name)
    if callee(term) is set and len(given) == 1:
        return Domain("element", names, f"of {noun(term).text}", name)
    head = unit_of(term, kinds)
    return Domain(head, names, f"of {noun(term).text}", name)


def _zipped(given: tuple[Term, ...], names: str) -> Domain:
    if len(given) == 2 and _is_rest(given[1]) and show(given[1].args[0]) == show(given[0]):
        return Domain(f"pair {names} of neighbours in {noun(given[0]).text}")
    of = listed([noun(arg).text for arg in given])
    group = "pair" if len(given) == 2 else "group"
    return Domain(f"{group} {names} of elements at the same position of {of}")


def _is_rest(term: Term) -> bool:
    """`xs[1:]`"""
    if term.op != "python.index" or term.args[1].op != "python.slice":
        return False
    low, high, step = term.args[1].args
    return low.op == high.op == step.op == "const" and low.data == 1 and high.data is None and step.data is None


def _targets(target: Target) -> str:
    return code(target) if isinstance(target, str) else f"({', '.join(map(_targets, target))})"


def bound_by(loops: tuple[Loop, ...]) -> frozenset[str]:
    """The variables of loops."""
    return frozenset().union(*(names_of(loop.target) for loop in loops))
