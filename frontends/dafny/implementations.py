"""Specifications of traits, as a class that extends the trait has them.

A trait leaves functions without a body (`predicate Valid() reads this`), and methods too. What its clauses mean, and
what a body does, is known of the objects of a class that extends it alone (reference manual, "Trait Types"). So a
method `T.m` without a body is read once more as a member of the first such class C: `Valid()` in it is `C.Valid()`, and
its body is that of `C.m`. A parameter of type T is read as one of type C where T leaves functions open. Functions with
a body that C inherits are read as its own, for they may call what T leaves open.

What calls such a method keeps to what the trait says: this is for testing the specification itself.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping

from attrs import evolve, frozen

from ...core.ir.contracts import Specification
from .classes import ClassDeclaration
from .collect import Declaration
from .declarations import Declarations
from .methods import specification
from .names import SymbolTable
from .reading import body_of
from .trees import child, nodes, tokens


@frozen(slots=True)
class Implementations:
    """Trait → the class that is looked at instead: the first that extends it, in the same module and neither generic.
    Traits that leave nothing open are not among them."""

    classes: Mapping[str, str]
    members: Mapping[tuple[str, str], Declaration]
    """Class or trait and name → the member that it declares itself."""

    @classmethod
    def of(cls, declared: Iterable[Declaration], names: SymbolTable) -> "Implementations":
        members = {(one.owner, one.name): one for one in declared if one.owner is not None}
        own: dict[str, list[Declaration]] = {}
        for (owner, _), one in members.items():
            own.setdefault(owner, []).append(one)
        found: dict[str, str] = {}
        for each in names.classes.values():
            for trait in _extended(each, names):
                listed = own.get(trait.name, ())
                if trait.name not in found and _implements(each, trait, listed, members):
                    found[trait.name] = each.name
        return cls(found, members)

    def inherited(self, names: SymbolTable) -> Iterator[Declaration]:
        """The functions with a body that the classes inherit, as their own."""
        for trait, kind in self.classes.items():
            for (owner, name), one in self.members.items():
                if owner == trait and one.kind == "function" and (kind, name) not in self.members:
                    yield evolve(one, path=names.classes[kind].path, owner=kind)


def _extended(each: ClassDeclaration, names: SymbolTable) -> list[ClassDeclaration]:
    return list(names.bases(each.name))[1:]


def _implements(
    each: ClassDeclaration,
    trait: ClassDeclaration,
    listed: Collection[Declaration],
    members: Mapping[tuple[str, str], Declaration],
) -> bool:
    """Does a class say what a trait leaves open?"""
    if each.parameters or trait.parameters or each.path[:-1] != trait.path[:-1]:
        return False
    left = [one.name for one in listed if one.kind in ("function", "method") and not _has_body(one)]
    given = [members.get((each.name, name)) for name in left]
    return bool(left) and all(one is not None and _has_body(one) for one in given)


def _has_body(one: Declaration) -> bool:
    return body_of(one.node) is not None if one.kind == "function" else bool(tokens(one.node, "BODY", "TEST_BODY"))


def of_implementations(
    state: Declarations, methods: Iterable[Declaration], found: Implementations, tested: Collection[str]
) -> Iterator[tuple[Specification, Declaration]]:
    """The specifications of methods that say something of traits, each as a class has it, with the declaration whose
    body it is. `tested`: the words in tests: what these call has the parameters that the trait gives it."""
    for one in state.each(methods):
        if one.name in tested or child(one.node, "ensures") is None:
            continue
        kind = found.classes.get(one.owner or "")
        body, member = one, one
        if kind is not None and not _has_body(one):
            body = found.members[kind, one.name]
            member = evolve(one, path=body.path, owner=kind)
        elif one.owner in found.classes or not any(_mentions(one, trait) for trait in found.classes):
            continue
        read = _read_as(state, member, found.classes)
        if read is not None:
            yield evolve(read, name=one.qualified), body


def _mentions(one: Declaration, trait: str) -> bool:
    formals = child(one.node, "formals")
    last = trait.rpartition(".")[2]
    return formals is not None and any(
        str(part.children[0]) == last for typed in formals.find_data("named_type") for part in nodes(typed)[-1:]
    )


def _read_as(
    state: Declarations, member: Declaration, standing: Mapping[str, str]
) -> Specification | None:
    """The specification of a member, with classes in place of traits. What its callers see stays as it is."""
    kept = state.names.methods.get(member.qualified)
    state.standing = standing
    try:
        found = state.attempt((member,), lambda each: specification(state, each))
    finally:
        state.standing = {}
        if kept is not None:
            state.names.methods[member.qualified] = kept
    if not found or found[0] is None or any(each.term is None for each in (*found[0].requires, *found[0].ensures)):
        return None
    return found[0]
