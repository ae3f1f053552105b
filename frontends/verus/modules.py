"""What paths lead to: modules, and what `use` brings into each (Rust reference, "Paths", "Use declarations")."""

from collections.abc import Iterator, Sequence

from attrs import define, field

from .verus_limits import LIMITS

SEPARATOR = "::"
LIBRARY = "vstd"
"""The module of what is defined in `vstd.rs`."""
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
        # Depth first with a list of what is left, and no recursion: how many modules import each other in a row is up
        # to whoever wrote them. No path is followed twice from a module: they import each other in circles, too.
        waiting, seen = [(tuple(path), module)], set[tuple[tuple[str, ...], str]]()
        while waiting:
            path_here, place = waiting.pop()
            if not path_here or (path_here, place) in seen or len(path_here) > LIMITS.path_segments:
                continue
            seen.add((path_here, place))
            first, rest = path_here[0], path_here[1:]
            match first:
                case "crate" | "$crate":
                    waiting.append((rest, self.named(())))
                    continue
                case "self":
                    waiting.append((rest, place))
                    continue
                case "super":
                    waiting.append((rest, self.named(self.path(place)[:-1])))
                    continue
            following = list[tuple[tuple[str, ...], str]]()
            if not rest:
                yield place, first
            elif (inner := self.named((*self.path(place), first))) in self.paths:
                following.append((rest, inner))
            elif first == LIBRARY or first in OTHER_CRATES:
                yield first, path_here[-1]
            imported = self.names.get((place, first))
            if imported is not None:
                following.append(((*imported, *rest), place))
            following += ((path_here, source) for source in self._opened(place))
            waiting += reversed(following)
