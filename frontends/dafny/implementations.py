"""Specifications that leave functions open, read where these are defined.

A trait leaves functions and methods without a body (`predicate Valid() reads this`), and so does an abstract module.
What its clauses mean, and what a body does, is known of the objects of a class that extends the trait alone, or in a
module that refines the module (reference manual, "Trait Types", "Module Refinement"). So a method `T.m` without a body
is read once more as a member of a class C that gives all of them a body: `Valid()` in it is `C.Valid()`, and its body
is that of `C.m`. One with a body that calls what T leaves open is read as a member of C with its own body. A parameter
of type T is read as one of type C. Functions with a body that C inherits are read as its own, for they may call what T
leaves open, and so are those that a datatype inherits. Of an abstract module all methods and lemmas are read as those
of the first module that refines it and leaves nothing open.

What calls such a method keeps to what the trait says: this is for testing the specification itself.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from attrs import evolve, frozen

from ...core.ir.contracts import Specification
from ...core.iteration import grouped
from .classes import ClassDeclaration, Path
from .collect import Declaration
from .declarations import Declarations
from .methods import specification
from .names import MethodSignature, SymbolTable
from .reading import body_of
from .refinement import Refinements
from .syntax import Node, child, nodes, text_of, tokens


@frozen(slots=True)
class Implementations:
    """Where to read what is left open. `classes`: trait → a class that extends it, in the same module and
    with the same type parameters; `modules`: abstract module → the first that refines it. Those that leave nothing
    open, or that nothing closes, are not among them. `members`: where and name → declaration; `bases`: the modules that
    others refine; `others`: how often there is one more to read something at, instead."""

    classes: Mapping[str, str]
    modules: Mapping[Path, Path]
    members: Mapping[tuple[Path, str], Declaration]
    bases: frozenset[Path]
    others: int

    @classmethod
    def of(
        cls, declared: Iterable[Declaration], names: SymbolTable, trees: Iterable[Sequence[Node]], choice: int = 0
    ) -> "Implementations":
        """The first place for each, or the one of this number, where there are so many. `trees`: those of each file."""
        members = {(declaration.path, declaration.name): declaration for declaration in declared}
        places = grouped((path, member) for (path, _), member in members.items())
        candidates: dict[str, list[str]] = {}
        # Of several the one with most fields: what a trait leaves open is then the same for the fewest objects.
        for class_ in sorted(names.classes.values(), key=lambda each: -len(each.fields)):
            for trait in list(names.bases(class_.name))[1:]:
                if _has_its_types(class_, trait, names) and _implements(
                    class_, trait, places.get(trait.path, ()), members
                ):
                    candidates.setdefault(trait.name, []).append(class_.name)
        refining: dict[Path, list[Path]] = {}
        refined_by_some: set[Path] = set()
        for of_file in trees:
            refinements = Refinements.of(*of_file)
            for path in refinements.modules:
                refined_by_some.update(refinements.refined(path))
                if _left_open(path, places):  # It refines another module, but leaves something open, too.
                    continue
                for refined in refinements.refined(path):
                    if _left_open(refined, places):
                        refining.setdefault(refined, []).append(path)
        most = max((*map(len, candidates.values()), *map(len, refining.values()), 1))
        classes = {trait: listed[choice if choice < len(listed) else 0] for trait, listed in candidates.items()}
        modules = {path: listed[choice if choice < len(listed) else 0] for path, listed in refining.items()}
        return cls(classes, modules, members, frozenset(refined_by_some), most - 1)

    @property
    def standing(self) -> list[str]:
        """What is read where: `Circle for Shape`."""
        modules = ((".".join(read), ".".join(place)) for read, place in self.modules.items())
        return [f"{place} for {read}" for read, place in (*self.classes.items(), *modules)]

    def inherited(self, names: SymbolTable) -> Iterator[Declaration]:
        """The functions with a body that the classes inherit, as their own."""
        for trait, kind in self.classes.items():
            class_path = names.classes[kind].path
            for (path, name), member in self.members.items():
                is_inherited = (
                    member.owner == trait and member.kind == "function" and (class_path, name) not in self.members
                )
                if is_inherited and path == names.classes[trait].path:
                    yield evolve(member, path=class_path, owner=kind)

    def place_of(self, member_read: Declaration) -> Declaration | None:
        """The declaration that a method is read as; None where it is read as it stands."""
        if any(member_read.path[:length] in self.modules for length in range(1, len(member_read.path) + 1)):
            return self.refined(member_read)
        kind = self.classes.get(member_read.owner or "")
        if kind is None:
            return None
        if _has_body(member_read):
            class_path = next(path for (path, _), member in self.members.items() if member.owner == kind)
            return evolve(member_read, path=class_path, owner=kind) if self._calls_open(member_read) else None
        return next(
            (member for member in self.members.values() if member.owner == kind and member.name == member_read.name),
            None,
        )

    def _calls_open(self, member_read: Declaration) -> bool:
        """Does a method with a body name what its trait leaves open?"""
        names = {
            member.name
            for member in self.members.values()
            if member.owner == member_read.owner and member.path == member_read.path and _is_open(member)
        }
        said = text_of(member_read.node, member_read.source)
        return not names.isdisjoint(re.findall(r"[\w'?]+", said))

    def refined(self, member_read: Declaration) -> Declaration | None:
        """What a declaration of an abstract module is in the module that refines it; None where there is none."""
        for length in range(len(member_read.path), 0, -1):
            # A class in an abstract module is read as that class in the module that refines it.
            if (module := self.modules.get(member_read.path[:length])) is not None:
                return self.members.get(((*module, *member_read.path[length:]), member_read.name))
        return None


def inherited_by_datatypes(declared: Collection[Declaration], names: SymbolTable) -> Iterator[Declaration]:
    """The functions with a body that datatypes inherit from traits without type parameters, as their own."""
    own = {(member.datatype, member.name) for member in declared if member.datatype is not None}
    by_owner = grouped((member.owner, member) for member in declared if member.kind == "function" and _has_body(member))
    for datatype in (one for one in declared if one.kind == "datatype"):
        for trait in traits_of(datatype, names):
            for member in () if trait.parameters else by_owner.get(trait.name, ()):
                if (datatype.qualified, member.name) not in own:
                    path = (*datatype.path, datatype.name)
                    yield evolve(member, path=path, owner=None, datatype=datatype.qualified)


def traits_of(datatype: Declaration, names: SymbolTable) -> Collection[ClassDeclaration]:
    """The traits that a datatype extends, directly or not."""
    listed = child(datatype.node, "extends")
    written = [] if listed is None else nodes(listed, "named_type")
    paths = (tuple(str(node.children[0]) for node in nodes(each)) for each in written)
    found = (names.find(names.types, path, datatype.path) for path in paths)
    return {trait.name: trait for one in found if one is not None for trait in names.bases(one.name)}.values()


def _has_its_types(class_: ClassDeclaration, trait: ClassDeclaration, names: SymbolTable) -> bool:
    """Does a class call all type parameters what the trait calls them (`class List<T> extends Sequence<T>`)? What the
    trait says of them is then said of those of the class."""
    if class_.name == trait.name:
        return True
    for base, arguments in names.extended(class_):
        given = [] if arguments is None else [text_of(argument, class_.source) for argument in nodes(arguments)]
        declared = names.classes.get(base.name)
        if declared is None or not len(given) == len(class_.parameters) == len(declared.parameters):
            continue
        if tuple(given) == class_.parameters == declared.parameters and _has_its_types(declared, trait, names):
            return True
    return False


def _implements(
    declaration: ClassDeclaration,
    trait: ClassDeclaration,
    listed: Sequence[Declaration],
    members: Mapping[tuple[Path, str], Declaration],
) -> bool:
    """Does a class say what a trait leaves open?"""
    # A class elsewhere may be one of several that extend it.
    if declaration.path[:-1] != trait.path[:-1]:
        return False
    open_names = [implementation.name for implementation in listed if _is_open(implementation)]
    implementing = [members.get((declaration.path, name)) for name in open_names]
    return bool(open_names) and all(
        implementation is not None and not _is_open(implementation) for implementation in implementing
    )


def _left_open(module: Path, places: Mapping[Path, Sequence[Declaration]]) -> bool:
    """Does a module leave a function or method without a body?"""
    inside = (listed for path, listed in places.items() if path[: len(module)] == module)
    return any(_is_open(declaration) for listed in inside for declaration in listed)


def _is_open(declaration: Declaration) -> bool:
    return declaration.kind in ("function", "method") and not _has_body(declaration)


def _has_body(declaration: Declaration) -> bool:
    return (
        body_of(declaration.node) is not None
        if declaration.kind == "function"
        else bool(tokens(declaration.node, "BODY", "TEST_BODY"))
    )


def of_implementations(
    state: Declarations, methods: Iterable[Declaration], implementations: Implementations, called: Collection[str]
) -> Iterator[tuple[Specification, Declaration]]:
    """The specifications of methods that leave functions open, each read where these are defined, with the declaration
    whose body it is. Those that tests have `called` have the parameters that they are declared with."""
    for declaration in state.each(methods):
        if declaration.qualified in called or child(declaration.node, "ensures") is None:
            continue
        read_at = implementations.place_of(declaration)
        # With nothing to be read elsewhere, and no parameter whose trait a class stands for, it is read as it is
        # already.
        if read_at is None and (
            declaration.owner in implementations.classes
            or not any(_mentions(declaration, class_) for class_ in implementations.classes)
        ):
            continue
        body = read_at or declaration
        member = evolve(declaration, path=body.path, owner=body.owner, datatype=body.datatype)
        read = _read_as(state, member, state.names.methods.get(declaration.qualified), implementations.classes)
        if read is not None:
            yield evolve(read, name=declaration.qualified), body


def _mentions(declaration: Declaration, trait: str) -> bool:
    formals = child(declaration.node, "formals")
    last = trait.rpartition(".")[2]
    return formals is not None and any(
        str(node.children[0]) == last for typed in formals.find_data("named_type") for node in nodes(typed)[-1:]
    )


def _read_as(
    state: Declarations, member: Declaration, signature: MethodSignature | None, standing: Mapping[str, str]
) -> Specification | None:
    """The specification of a member, with classes in place of traits. What its callers see stays as it is. `signature`:
    that of what it is read for, which it has where it has none of its own."""
    # Reading a specification records what its callers are told of the method. They go on with what the trait says, so
    # that the record is put back; and `standing` may hold of nothing that is read afterwards.
    kept = state.names.methods.get(member.qualified)
    if kept is None and signature is not None:
        state.names.methods[member.qualified] = evolve(signature, name=member.qualified)
    state.standing = standing
    try:
        specification_read = state.attempt((member,), lambda member_read: specification(state, member_read))
    finally:
        state.standing = {}
        if kept is None:
            state.names.methods.pop(member.qualified, None)
        else:
            state.names.methods[member.qualified] = kept
    if (
        not specification_read
        or specification_read[0] is None
        or any(
            condition.term is None for condition in (*specification_read[0].requires, *specification_read[0].ensures)
        )
    ):
        return None
    return specification_read[0]
