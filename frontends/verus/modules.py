"""What paths lead to: modules, and what `use` brings into each (Rust reference, "Paths", "Use declarations")."""

from collections.abc import Iterator, Sequence

from attrs import define, field

SEPARATOR = "::"
LIBRARY = "vstd"
"""The module of what is defined in `vstd.rs`."""
MOST_SEGMENTS = 100
"""A path that is longer is not followed: `use a::a` makes it longer and longer."""
OTHER_CRATES = frozenset({"std", "core", "alloc"})
"""Where paths lead that begin so."""


def is_elsewhere(module: str) -> bool:
    """Is a module neither the file's nor below it, but another one of its crate?"""
    return module.partition(SEPARATOR)[0] == "crate"


@define(slots=True)
class ModuleTree:
    """The modules of a file, by their paths from the root (""), and what each imports: a name → the path that `use`
    gives it, and the paths of all that `*` stands for. `here`: the path of the file's module in its crate; the root
    and what is beside the file are modules below `crate`."""

    here: tuple[str, ...] = ()
    paths: set[str] = field(factory=lambda: {""})
    names: dict[tuple[str, str], tuple[str, ...]] = field(factory=dict)
    wholes: dict[str, list[tuple[str, ...]]] = field(factory=dict)
    _sources: dict[str, tuple[str, ...]] = field(factory=dict)
    """A module → those that it opens, as far as they were asked for."""

    def named(self, path: tuple[str, ...]) -> str:
        """What the module with a path in the crate is called here."""
        below = path[: len(self.here)] == self.here
        return SEPARATOR.join(path[len(self.here) :] if below else ("crate", *path))

    def path(self, module: str) -> tuple[str, ...]:
        """The path in the crate of a module that is called so."""
        names = tuple(filter(None, module.split(SEPARATOR)))
        return names[1:] if names[:1] == ("crate",) else (*self.here, *names)

    def down_to(self, path: tuple[str, ...]) -> set[str]:
        """What the module with a path in the crate, and those that it is in, are called here."""
        return {self.named(path[:depth]) for depth in range(len(path) + 1)}

    def use(self, module: str, path: tuple[str, ...], name: str) -> None:
        """Declare what one name of a `use` in a module stands for."""
        self._sources.clear()
        if name == "*":
            self.wholes.setdefault(module, []).append(path)
        elif path:
            self.names[module, name] = path

    def open_to(self, module: str) -> frozenset[str]:
        """The modules all of whose names a module has, itself among them."""
        known = [module]
        for source in known:
            known += (opened for opened in self._opened(source) if opened not in known)
        return frozenset(known)

    def _opened(self, module: str) -> tuple[str, ...]:
        """The modules whose names `*` brings into one. Which names other crates export is not known here."""
        if module not in self._sources:
            # A module that opens itself, by whatever way, gains nothing.
            self._sources[module] = ()
            paths = [self._modules_at(path, module) for path in self.wholes.get(module, ())]
            self._sources[module] = tuple(dict.fromkeys(source for sources in paths for source in sources))
        return self._sources[module]

    def _modules_at(self, path: tuple[str, ...], module: str) -> Iterator[str]:
        """The modules that a path in a module leads to."""
        match path:
            case ("crate" | "$crate",):
                yield self.named(())
            case ("self",):
                yield module
            case (*rest, "super") if {*rest} <= {"self", "super"}:
                yield self.named(self.path(module)[: -1 - rest.count("super")])
            case _:
                for source, name in self.leads_to(path, module):
                    if (inner := self.named((*self.path(source), name))) in self.paths:
                        yield inner

    def leads_to(self, path: Sequence[str], module: str) -> Iterator[tuple[str, str]]:
        """The modules and the names in them that a path in a module may mean, what hides others first."""
        yield from self._within(tuple(path), module, set())

    def _within(
        self, path: tuple[str, ...], module: str, seen: set[tuple[tuple[str, ...], str]]
    ) -> Iterator[tuple[str, str]]:
        """`seen`: the paths that were followed from a module, none of which leads anywhere new: modules import each
        other in circles, and by many ways."""
        if not path or (path, module) in seen or len(path) > MOST_SEGMENTS:
            return
        seen.add((path, module))
        first, *rest = path
        match first:
            case "crate" | "$crate":
                yield from self._within(tuple(rest), self.named(()), seen)
                return
            case "self":
                yield from self._within(tuple(rest), module, seen)
                return
            case "super":
                yield from self._within(tuple(rest), self.named(self.path(module)[:-1]), seen)
                return
        if not rest:
            yield module, first
        elif (inner := self.named((*self.path(module), first))) in self.paths:
            yield from self._within(tuple(rest), inner, seen)
        elif first == LIBRARY or first in OTHER_CRATES:
            yield first, path[-1]
        imported = self.names.get((module, first))
        if imported is not None:
            yield from self._within((*imported, *rest), module, seen)
        for source in self._opened(module):
            yield from self._within(path, source, seen)
