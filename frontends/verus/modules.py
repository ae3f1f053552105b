"""What paths lead to: modules, and what `use` brings into each (Rust reference, "Paths", "Use declarations")."""

from collections.abc import Iterator, Sequence

from attrs import define, field

SEPARATOR = "::"
LIBRARY = "vstd"
"""The module of what is defined in `vstd.rs`."""
OTHER_CRATES = frozenset({"std", "core", "alloc"})
"""Where paths lead that begin so."""


@define(slots=True)
class ModuleTree:
    """The modules of a file, by their paths from the root (""), and what each imports: a name → the path that `use`
    gives it, and the paths of all that `*` stands for."""

    paths: set[str] = field(factory=lambda: {""})
    names: dict[tuple[str, str], tuple[str, ...]] = field(factory=dict)
    wholes: dict[str, list[tuple[str, ...]]] = field(factory=dict)

    def use(self, module: str, path: tuple[str, ...], name: str) -> None:
        """Declare what one name of a `use` in a module stands for."""
        if name == "*":
            self.wholes.setdefault(module, []).append(path)
        elif path:
            self.names[module, name] = path

    def leads_to(self, path: Sequence[str], module: str) -> Iterator[tuple[str, str]]:
        """The modules and the names in them that a path in a module may mean, what hides others first."""
        yield from self._within(tuple(path), module, frozenset())

    def _within(
        self, path: tuple[str, ...], module: str, followed: frozenset[tuple[str, str]]
    ) -> Iterator[tuple[str, str]]:
        """`followed`: the imports that led here, none of which is needed twice."""
        if not path:
            return
        first, *rest = path
        match first:
            case "crate" | "$crate":
                yield from self._within(tuple(rest), "", followed)
                return
            case "self":
                yield from self._within(tuple(rest), module, followed)
                return
            case "super":
                yield from self._within(tuple(rest), module.rpartition(SEPARATOR)[0], followed)
                return
        if not rest:
            yield module, first
        elif (inner := f"{module}{SEPARATOR}{first}" if module else first) in self.paths:
            yield from self._within(tuple(rest), inner, followed)
        elif first == LIBRARY or first in OTHER_CRATES:
            yield first, path[-1]
        imported = self.names.get((module, first))
        if imported is not None and (module, first) not in followed:
            yield from self._within((*imported, *rest), module, followed | {(module, first)})
        if (module, "*") in followed:
            return
        followed |= {(module, "*")}
        for whole in self.wholes.get(module, ()):
            # Which names other crates export is not known here.
            for source, _ in self._within((*whole, "*"), module, followed):
                if source in self.paths:
                    yield from self._within(path, source, followed)
