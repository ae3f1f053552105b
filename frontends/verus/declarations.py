"""The declarations of a file, by name. Of two that have one name, neither is taken for the other."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files

from attrs import define, evolve, field

from . import tree as t
from .modules import LIBRARY, SEPARATOR, ModuleTree, is_elsewhere
from .printing import show_type
from .reading import ModuleItems, SyntaxTree, parse_items
from .scan import VerusSource
from .scopes import DeclaredFunction, bound_functions
from .types import OPTION, ORDERING, RESULT, Structure, types_among
from .verus_limits import LIMITS


@define(slots=True)
class DeclaredItems:
    """`functions`: by owner and name, those of a module by `mod` and its path, too; `listed`: those of the file, in its
    order; `elsewhere`: those of other files of its crate, which only their modules and types lead to."""

    functions: dict[tuple[str, str], DeclaredFunction] = field(factory=dict)
    listed: list[DeclaredFunction] = field(factory=list)
    elsewhere: list[DeclaredFunction] = field(factory=list)
    structures: dict[str, Structure] = field(factory=lambda: {"Option": OPTION, "Result": RESULT, "Ordering": ORDERING})
    constants: dict[tuple[str, str], t.ItemConst] = field(factory=dict)
    aliases: dict[str, t.ItemType] = field(factory=dict)
    traits: dict[str, t.ItemTrait] = field(factory=dict)
    modules: ModuleTree = field(factory=ModuleTree)
    _named: Counter[tuple[str, str]] = field(factory=Counter)
    """Kind and name of what has a place of its own → how often it is declared."""
    _depth: int = 0
    """How many bodies deep the items are that are declared."""

    def add(self, items: Sequence[t.RustItem], module: str = "") -> None:
        """Declare items, which are those of a module."""
        # Traits are known before the implementations that inherit from them.
        self._traits(items)
        for item in items:
            match item:
                case t.ItemFn():
                    self._within(item, module)
                    constants = _constants(item.generics)
                    self.listed.append(DeclaredFunction(item, None, _open_types(item), module, constants))
                case t.ItemStruct(content=content):
                    variant = evolve(content, name=item.name)
                    self._structure(_structure_of(item, (variant,)))
                case t.ItemEnum():
                    self._structure(_structure_of(item, item.variants))
                case t.ItemConst():
                    self._constant("", item)
                case t.ItemType():
                    self._named["type", item.name] += 1
                    self.aliases[item.name] = item
                case t.ItemUse(names):
                    for path, name in names:
                        self.modules.use(module, path, name)
                # A module is read with its path, so that two functions of one name are told apart.
                case t.ItemMod(name, members=tuple() as members):
                    inner = f"{module}{SEPARATOR}{name}" if module else name
                    self.modules.paths.add(inner)
                    self.add(members, inner)
                case t.ItemImpl():
                    self._implementation(item, module)

    def _within(self, function: t.ItemFn, module: str) -> None:
        """Declare the items in the body of a function; what is too many bodies deep stays unknown."""
        statements = function.body.statements if function.body is not None else ()
        local_items = [statement.item for statement in statements if isinstance(statement, t.StmtItem)]
        if local_items and self._depth < LIMITS.item_depth:
            self._depth += 1
            self.add(local_items, module)
            self._depth -= 1

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
            # What the trait defines and the implementation leaves out is a member of the type, too.
            members += _defined_by(trait, members)
            trait_arguments = types_among(item.trait.path.segments[-1].arguments)
            associated |= dict(zip(_types(trait.generics), trait_arguments, strict=False))
        for member in members:
            if isinstance(member, t.ItemFn):
                self._within(member, module)
                generics = (*_types(item.generics), *_open_types(member))
                promised = None if trait is None else _member(trait, member.name)
                # A default of the trait promises nothing beside itself.
                promised = None if promised is member else promised
                constants = (*_constants(item.generics), *_constants(member.generics))
                declared = DeclaredFunction(member, item.type, generics, module, constants, associated, promised)
                self.listed.append(declared)
            elif isinstance(member, t.ItemConst):
                self._constant(item.type.path.names[-1] if isinstance(item.type, t.TypePath) else "", member)

    def finish(self) -> None:
        """Look at all names: what has the name of something else is found by its module, or by nobody."""
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
        free = Counter((each.module, each.item.name) for each in self.listed if each.owner is None)
        # A name that is unique is found without its module.
        for key, places in together.items():
            if len(places) == 1:
                self.functions[key] = self.listed[places[0]]
                continue
            self.functions.pop(key, None)
            for position in places:
                # Others get a prefix that tells them apart, and only the module leads to them.
                self.listed[position] = evolve(self.listed[position], prefix=self._prefix(places, position))
        for declared in self.listed:
            if declared.owner is None and free[declared.module, declared.item.name] == 1:
                self.functions[(f"mod {declared.module}", declared.item.name)] = declared

    def add_elsewhere(self, modules: Sequence[ModuleItems]) -> None:
        """Declare items of other files, whose types are declared once and are not the file's."""
        own, self.listed = self.listed, []
        # Traits are known before the implementations that inherit from them, whatever file has these.
        for of_module in modules:
            self._traits(of_module.items)
        for of_module in modules:
            name = self.modules.named(of_module.path)
            self.modules.paths |= self.modules.down_to(of_module.path)
            self.add(of_module.items, name)
            for place, path, imported in of_module.uses:
                self.modules.use(self.modules.named(place), path, imported)
        self.elsewhere = [evolve(declared, prefix=f"{declared.module}{SEPARATOR}") for declared in self.listed]
        self.listed = own
        # Of two methods of one name and type, of the file or of others, neither is taken for the other.
        count = Counter(map(_looked_up_at, (*self.listed, *self.elsewhere)))
        for declared in self.elsewhere:
            key = _looked_up_at(declared)
            self.functions.pop(key, None)
            if count[key] == 1:
                self.functions[key] = declared

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

    @property
    def renamed(self) -> dict[str, str]:
        """What `use … as` calls otherwise here, as far as all modules agree and nothing else has that name."""
        last = dict[str, set[str]]()
        for (module, name), path in self.modules.names.items():
            if not is_elsewhere(module):
                last.setdefault(name, set()).add(path[-1])
        return {
            name: named
            for name, (named, *others) in last.items()
            if not others and name not in (named, "_") and not self._is_declared(name)
        }

    def _is_declared(self, name: str) -> bool:
        return name in self.structures or any(declared.item.name == name for declared in self.listed)


def _looked_up_at(declared: DeclaredFunction) -> tuple[str, str]:
    """Where calls from other files find a function: at its type, or in its module, by its name."""
    place = declared.owner_name if declared.owner is not None else f"mod {declared.module}"
    return place, declared.item.name


def _member(trait: t.ItemTrait, name: str) -> t.ItemFn | None:
    """The function of a name of a trait."""
    return next((member for member in trait.members if isinstance(member, t.ItemFn) and member.name == name), None)


def _defined_by(trait: t.ItemTrait, members: Sequence[t.RustItem]) -> list[t.RustItem]:
    """What a trait defines and an implementation with these members does not repeat."""
    repeated = {member.name for member in members if isinstance(member, t.ItemFn)}
    return [
        member
        for member in trait.members
        if isinstance(member, t.ItemFn) and member.body is not None and member.name not in repeated
    ]


def _types(generics: Sequence[t.GenericParameter]) -> tuple[str, ...]:
    return tuple(generic.name for generic in generics if generic.kind == "type")


def _constants(generics: Sequence[t.GenericParameter]) -> tuple[str, ...]:
    return tuple(generic.name for generic in generics if generic.kind == "const")


def _structure_of(item: t.ItemStruct | t.ItemEnum, variants: tuple[t.VariantDef, ...]) -> Structure:
    kinds = [generic.kind for generic in item.generics if generic.kind != "lifetime"]
    places = frozenset(place for place, kind in enumerate(kinds) if kind == "const")
    return Structure(item.name, _types(item.generics), variants, _derived(item), _constants(item.generics), places)


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
    declarations = DeclaredItems(modules=ModuleTree(here=tree.here))
    # The file itself comes last, since its implementations inherit from traits of other files.
    for of_module in tree.elsewhere:
        declarations.traits |= {item.name: item for item in of_module.items if isinstance(item, t.ItemTrait)}
    declarations.add(tree.items)
    declarations.finish()
    declarations.add_elsewhere(tree.elsewhere)
    for (owner, name), declared in _library().items():
        if (owner, name) in declarations.functions:
            declared = evolve(declared, prefix=f"{LIBRARY}::")
        else:
            declarations.functions[(owner, name)] = declared
        if not owner:
            declarations.functions[(f"mod {LIBRARY}", name)] = declared
    return declarations
