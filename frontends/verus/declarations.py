"""The declarations of a file, by name. Of two that have one name, neither is taken for the other."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files

from attrs import define, evolve, field

from . import tree as t
from .printing import show_type
from .reading import SyntaxTree, parse_items
from .scan import VerusSource
from .scopes import DeclaredFunction, bound_functions
from .types import OPTION, ORDERING, RESULT, Structure, types_among

LIBRARY = "vstd"
"""The module of what is defined in `vstd.rs`."""


@define(slots=True)
class DeclaredItems:
    """`functions`: by owner and name, those of a module whose name others have, too, by `mod` and its name; `listed`:
    those of the file, in its order. `problems`: what is declared and not understood."""

    functions: dict[tuple[str, str], DeclaredFunction] = field(factory=dict)
    listed: list[DeclaredFunction] = field(factory=list)
    structures: dict[str, Structure] = field(factory=lambda: {"Option": OPTION, "Result": RESULT, "Ordering": ORDERING})
    constants: dict[tuple[str, str], t.ItemConst] = field(factory=dict)
    aliases: dict[str, t.ItemType] = field(factory=dict)
    traits: dict[str, t.ItemTrait] = field(factory=dict)
    renamed: dict[str, str] = field(factory=dict)
    problems: list[tuple[str, t.VerusNode]] = field(factory=list)
    _named: Counter[tuple[str, str]] = field(factory=Counter)
    """Kind and name of what has a place of its own → how often it is declared."""

    def add(self, items: Sequence[t.RustItem], module: str = "") -> None:
        """Declare items, which are those of a module."""
        # Traits are known before the implementations that inherit from them.
        self._traits(items)
        for item in items:
            match item:
                case t.ItemFn():
                    self._within(item, module)
                    self.listed.append(DeclaredFunction(item, None, _open_types(item), module))
                case t.ItemStruct(content=content):
                    variant = evolve(content, name=item.name)
                    self._structure(Structure(item.name, _types(item.generics), (variant,), _derived(item)))
                case t.ItemEnum():
                    self._structure(Structure(item.name, _types(item.generics), item.variants, _derived(item)))
                case t.ItemConst():
                    self._constant("", item)
                case t.ItemType():
                    self._named["type", item.name] += 1
                    self.aliases[item.name] = item
                # Only real renamings: a name that stays as it is needs no entry.
                case t.ItemUse(names):
                    renamed = {name: path[-1] for path, name in names if path and name not in (path[-1], "*", "_")}
                    self.renamed.update(renamed)
                # A module is read with its own name, so that two functions of one name are told apart.
                case t.ItemMod(name, members=tuple() as members):
                    self.add(members, name)
                case t.ItemImpl():
                    self._implementation(item, module)

    def _within(self, function: t.ItemFn, module: str) -> None:
        """Declare the items in the body of a function."""
        statements = function.body.statements if function.body is not None else ()
        self.add([statement.item for statement in statements if isinstance(statement, t.StmtItem)], module)

    def _traits(self, items: Sequence[t.RustItem]) -> None:
        """Traits come first: an implementation has what they give."""
        for item in items:
            if isinstance(item, t.ItemTrait):
                self._named["trait", item.name] += 1
                self.traits[item.name] = item

    def _structure(self, structure: Structure) -> None:
        self._named["type", structure.name] += 1
        self.structures[structure.name] = structure

    def _constant(self, owner: str, item: t.ItemConst) -> None:
        self._named[f"constant of {owner}", item.name] += 1
        self.constants[(owner, item.name)] = item

    def _implementation(self, item: t.ItemImpl, module: str) -> None:
        members = list(item.members)
        trait = self.traits.get(item.trait.path.names[-1]) if isinstance(item.trait, t.TypePath) else None
        associated = {
            f"Self::{member.name}": member.type
            for member in members
            if isinstance(member, t.ItemType) and member.type is not None
        }
        if trait is not None and isinstance(item.trait, t.TypePath):
            members = list(self._with_trait(members, trait))
            trait_arguments = types_among(item.trait.path.segments[-1].arguments)
            associated |= dict(zip(_types(trait.generics), trait_arguments, strict=False))
        for member in members:
            if isinstance(member, t.ItemFn):
                self._within(member, module)
                generics = (*_types(item.generics), *_open_types(member))
                declared = DeclaredFunction(member, item.type, generics, module, associated)
                self.listed.append(declared)
            elif isinstance(member, t.ItemConst):
                self._constant(item.type.path.names[-1] if isinstance(item.type, t.TypePath) else "", member)

    def _with_trait(self, members: Sequence[t.RustItem], trait: t.ItemTrait) -> Iterator[t.RustItem]:
        """The members of an implementation, with what the trait says of them, and those that it defines."""
        own_names = {member.name for member in members if isinstance(member, t.ItemFn)}
        promised = {member.name: member for member in trait.members if isinstance(member, t.ItemFn)}
        for member in members:
            if isinstance(member, t.ItemFn) and member.name in promised and promised[member.name].clauses:
                inherited = _inheriting(member, promised[member.name])
                if inherited is None:
                    problem = f"{member.name} with other names than in the trait {trait.name}"
                    self.problems.append((problem, member))
                else:
                    yield inherited
            else:
                yield member
        # What the trait defines and the implementation does not repeat is a member of it.
        yield from (member for name, member in promised.items() if member.body is not None and name not in own_names)

    def finish(self) -> None:
        """Look at all names: what has the name of something else is found by its module, or by nobody."""
        # What is declared here hides what is imported under the same name.
        self.renamed = {name: path for name, path in self.renamed.items() if not self._is_declared(name)}
        for (kind, name), count in self._named.items():
            # A type with two declarations is found by nobody: better unknown than the wrong one.
            if count > 1 and kind == "type":
                self.structures.pop(name, None)
                self.aliases.pop(name, None)
            elif count > 1 and kind != "trait":
                self.constants.pop((kind.removeprefix("constant of "), name), None)
        together: dict[tuple[str, str], list[int]] = {}
        for position, declared in enumerate(self.listed):
            together.setdefault((declared.owner_name, declared.item.name), []).append(position)
        # A name that is unique is found without its module.
        for key, places in together.items():
            if len(places) == 1:
                self.functions[key] = self.listed[places[0]]
                continue
            self.functions.pop(key, None)
            for position in places:
                # Others get a prefix that tells them apart, and only the module leads to them.
                self.listed[position] = evolve(self.listed[position], prefix=self._prefix(places, position))
            if not key[0]:
                modules = Counter(self.listed[position].module for position in places)
                for position in places:
                    if modules[self.listed[position].module] == 1:
                        self.functions[(f"mod {self.listed[position].module}", key[1])] = self.listed[position]

    def _prefix(self, places: Sequence[int], position: int) -> str:
        """What tells a function from others of its name: its module, else the type that it is of, else a number."""
        declared = self.listed[position]
        if len({self.listed[namesake].module for namesake in places}) == len(places):
            return f"{declared.module}::" if declared.module else ""
        owners = [
            show_type(owner) for owner in (self.listed[namesake].owner for namesake in places) if owner is not None
        ]
        if declared.owner is not None and len(set(owners)) == len(places):
            return f"{show_type(declared.owner).removeprefix(declared.owner_name)}::"
        return f"{places.index(position) + 1}::"

    def _is_declared(self, name: str) -> bool:
        return name in self.structures or any(declared.item.name == name for declared in self.listed)


def _inheriting(member: t.ItemFn, promised: t.ItemFn) -> t.ItemFn | None:
    """A function with the clauses of the trait before its own; None where they name things differently.

    `default_ensures` is a promise of the trait's own body alone (Verus guide, "Traits").
    """
    names = [[parameter.pattern for parameter in item.parameters] for item in (member, promised)]
    result = member.result
    if promised.result is not None and promised.result.pattern is not None:
        if result is None or (result.pattern is not None and result.pattern != promised.result.pattern):
            return None
        result = evolve(result, pattern=promised.result.pattern)
    if names[0] != names[1]:
        return None
    inherited = (clause for clause in promised.clauses if clause.kind != "default_ensures")
    return evolve(member, result=result, clauses=(*inherited, *member.clauses))


def _types(generics: Sequence[t.GenericParameter]) -> tuple[str, ...]:
    return tuple(generic.name for generic in generics if generic.kind == "type")


def _open_types(item: t.ItemFn) -> tuple[str, ...]:
    """The type parameters of a function but those that stand for functions, of which the bounds say the types."""
    functions = bound_functions(item)
    return tuple(name for name in _types(item.generics) if name not in functions)


_DERIVE = re.compile(r"derive\s*\(([^)]*)\)")


def _derived(item: t.ItemStruct | t.ItemEnum) -> frozenset[str]:
    listed = [name for attribute in item.attributes for name in _DERIVE.findall(attribute)]
    return frozenset(name.strip().split("::")[-1] for names in listed for name in names.split(","))


@lru_cache(maxsize=1)
def standard_library() -> Mapping[tuple[str, str], DeclaredFunction]:
    """The functions of `std.rs`, which are run in place, by owner and name."""
    text = files(__package__).joinpath("std.rs").read_text(encoding="utf-8")
    library = DeclaredItems()
    library.add(parse_items(VerusSource(text, "std.rs")).items)
    library.finish()
    return library.functions


@lru_cache(maxsize=1)
def _library() -> Mapping[tuple[str, str], DeclaredFunction]:
    """The functions that vstd defines."""
    text = files(__package__).joinpath("vstd.rs").read_text(encoding="utf-8")
    library = DeclaredItems()
    library.add(parse_items(VerusSource(text, "vstd.rs")).items, LIBRARY)
    library.finish()
    return library.functions


def declared_in(tree: SyntaxTree) -> DeclaredItems:
    """The declarations of a file, and those of vstd that it does not replace. Those of vstd know only each other."""
    declarations = DeclaredItems()
    declarations.add(tree.items)
    declarations.finish()
    for (owner, name), declared in _library().items():
        if (owner, name) in declarations.functions:
            declared = evolve(declared, prefix=f"{LIBRARY}::")
        else:
            declarations.functions[(owner, name)] = declared
        if not owner:
            declarations.functions[(f"mod {LIBRARY}", name)] = declared
    return declarations
