"""What a file needs of the other files of its crate (Rust reference, "Module source filenames").

A crate is large and a file needs little of it: the items that it names, those that these name, and so on. They are
found by words, before anything is parsed, in the modules that `use` and paths lead to; proofs are left out, since no
verdict rests on them.

Types are told apart by their names alone. So a type that another file declares is taken only where its name means it
wherever it is written, in the file and in what is taken of others; else it stays unknown, with all that mentions it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache
from os.path import realpath
from pathlib import Path

from attrs import define, evolve, field, frozen

from ...core.errors import InputError, ParseError
from ...core.spans import Span
from ..parsing.parsing_limits import LIMITS as PARSING
from .modules import ModuleTree
from .reading import (
    ModuleItems,
    SyntaxTree,
    after_modifiers,
    closing_brackets,
    end_of_item,
    inside_of_item,
    items_of,
    parse_items,
    read,
)
from .roles import MODIFIERS, RoleToken, with_roles
from .scan import VerusSource
from .tree import ItemUse, RustItem
from .verus_limits import LIMITS

_ROOTS = ("lib.rs", "main.rs")
_PACKAGE = "Cargo.toml"
_TYPES = frozenset({"struct", "enum", "union", "type", "trait"})
_NAMED_ALONE = _TYPES | {"const", "static"}
"""What its name alone leads to, whatever module it is in."""
_TAKEN = _NAMED_ALONE | {"fn", "impl"}
_WORD = re.compile(r"[^\W\d]\w*")
_CHAIN = re.compile(r"(?<![\w.])(?:[^\W\d]\w*\s*::\s*)+[^\W\d]\w*")
_BARE = re.compile(r"(?<![\w.>])(?<!::)[^\W\d]\w*")
_COMMENT = re.compile(r"(?:^|(?<=\s))//[^\n]*|/\*.*?\*/", re.DOTALL)
_MODULE = re.compile(r"(#\[path\b[^\]]*\]\s*)?(?:pub(?:\([^)]*\))?\s+)?\bmod\s+(\w+)\s*;")

ModulePath = tuple[str, ...]


@frozen(slots=True)
class Crate:
    """The folder and the root file of a crate, and the path of the module that a file is in it."""

    folder: Path
    root: Path
    module: ModulePath


def crate_of(path: Path) -> Crate | None:
    """The crate that declares a file as a module, or whose root it is; None of a file that stands alone."""
    resolved = Path(realpath(path))
    for folder in resolved.parents:
        for root in (folder / name for name in _ROOTS):
            if root.is_file():
                crate = Crate(folder, root, _module_path(resolved.relative_to(folder), root == resolved))
                if _is_declared(crate):
                    return crate
        if (folder / _PACKAGE).is_file():
            return None
    return None


def _module_path(file: Path, is_root: bool) -> ModulePath:
    if is_root:
        return ()
    return file.parts[:-1] if file.stem == "mod" else (*file.parts[:-1], file.stem)


def _is_declared(crate: Crate) -> bool:
    """Does each module on the way to the file declare the next one?"""
    for depth, name in enumerate(crate.module):
        file = _file_of(crate, crate.module[:depth])
        try:
            if file is None or name not in _modules_in(read(file).text):
                return False
        # What is no text, or too large for one, declares nothing.
        except InputError:
            return False
    return True


def _modules_in(text: str) -> frozenset[str]:
    """The modules that a text declares in files which their names lead to."""
    return frozenset(name for elsewhere, name in _MODULE.findall(text) if not elsewhere)


def _file_of(crate: Crate, module: ModulePath) -> Path | None:
    """The file of a module, inside the folder of the crate."""
    if not module:
        return crate.root
    place = crate.folder.joinpath(*module)
    for file in (place.with_suffix(".rs"), place / "mod.rs"):
        if file.is_file() and Path(realpath(file)).is_relative_to(crate.folder):
            return file
    return None


# -- the items of a file, before they are parsed


@frozen(eq=False)
class FoundItem:
    """An item by its tokens, from `start` to before `end`. `inner`: those of a module or an implementation, between
    `opens` and `closes`; `names`: what it declares, of an implementation the words of its type."""

    kind: str
    names: frozenset[str]
    start: int
    end: int
    module: ModulePath
    text: str
    inner: tuple["FoundItem", ...] = ()
    opens: int = 0
    closes: int = 0
    is_proof: bool = False

    @cached_property
    def words(self) -> frozenset[str]:
        return frozenset(_WORD.findall(self.text))

    @cached_property
    def bare(self) -> frozenset[str]:
        """Its words that stand behind no path and no dot."""
        return frozenset(_BARE.findall(self.text))

    @cached_property
    def chains(self) -> frozenset[ModulePath]:
        """The paths of two and more words in it."""
        return frozenset(tuple(_WORD.findall(chain)) for chain in _CHAIN.findall(self.text))


@frozen
class ModuleFile:
    """A file of a crate. `uses`: the module of each `use`, its path, and the name that it gives it; `children`: the
    modules that it declares in other files."""

    module: ModulePath
    source: VerusSource
    tokens: Sequence[RoleToken]
    items: tuple[FoundItem, ...]
    uses: tuple[tuple[ModulePath, ModulePath, str], ...]
    children: frozenset[str]

    @cached_property
    def chains(self) -> frozenset[ModulePath]:
        """The paths in its text."""
        return frozenset(tuple(_WORD.findall(chain)) for chain in _CHAIN.findall(self.source.text))


def _module_file(source: VerusSource, module: ModulePath) -> ModuleFile:
    """Raises ParseError for brackets that do not match."""
    tokens = with_roles(source)
    items = tuple(_found(tokens, closing_brackets(tokens), (0, len(tokens)), module, source))
    uses = list[tuple[ModulePath, ModulePath, str]]()
    for item in _all_items(items):
        if item.kind == "use":
            # One that cannot be read brings nothing into scope.
            part = tokens[item.start : item.end]
            parsed = items_of(part, closing_brackets(part), (0, len(part)), source)
            imported = (use.names for use in parsed.items if isinstance(use, ItemUse))
            uses += [(item.module, path, name) for names in imported for path, name in names]
    return ModuleFile(module, source, tokens, items, tuple(uses), _modules_in(source.text))


@lru_cache(maxsize=LIMITS.kept_files)
def _read_once(file: Path, module: ModulePath, changed: tuple[int, int]) -> ModuleFile:
    """The file of a module, which is read anew when it `changed`. Raises InputError, ParseError."""
    return _module_file(read(_shown(file)), module)


def _found(
    tokens: Sequence[RoleToken],
    closing: dict[int, int],
    part: tuple[int, int],
    module: ModulePath,
    source: VerusSource,
    depth: int = 0,
) -> Iterator[FoundItem]:
    place, end = part
    # What is deeper is refused where the file itself is read, and not looked for elsewhere.
    while place < end and depth <= LIMITS.item_depth:
        after = end_of_item(tokens, closing, place, end)
        head = after_modifiers(tokens, place, after)
        modifiers = set[str]()
        while head + 1 < after and (tokens[head].text in MODIFIERS or tokens[head].terminal == "RESTRICTED"):
            modifiers.add(tokens[head].text)
            head += 1
        token = tokens[head]
        kind = "const" if "const" in modifiers and token.text != "fn" else token.text
        is_const = kind == "const" and token.text != "const"
        name = tokens[head if is_const else min(head + 1, after - 1)].text
        inner = inside_of_item(tokens, closing, place, after)
        text = _COMMENT.sub("", source.text[tokens[place].start : tokens[after - 1].end])
        if "cfg(test)" in source.text[tokens[place].start : tokens[head].start]:
            pass
        elif inner is not None and token.terminal == "VERUS":
            yield from _found(tokens, closing, inner, module, source, depth + 1)
        elif inner is not None and kind == "mod":
            members = tuple(_found(tokens, closing, inner, (*module, name), source, depth + 1))
            yield FoundItem(kind, frozenset({name}), place, after, module, text, members, inner[0], inner[1])
        elif inner is not None and kind == "impl":
            members = tuple(_found(tokens, closing, inner, module, source, depth + 1))
            names = _type_words(tokens[head : inner[0] - 1])
            of_head = source.text[tokens[place].start : tokens[inner[0] - 1].start]
            yield FoundItem(kind, names, place, after, module, of_head, members, inner[0], inner[1])
        else:
            is_proof = not {"proof", "axiom"}.isdisjoint(modifiers)
            yield FoundItem(kind, frozenset({name}), place, after, module, text, is_proof=is_proof)
        place = after


def _type_words(head: Sequence[RoleToken]) -> frozenset[str]:
    """The words of the type in the head of an implementation, as `Vec` and `u8` of `impl<T> View for Vec<u8> where …`.
    None of one for all types with some bound (`impl<T: Ord> Max for T`): of which it is one, no name says."""
    words, parameters, depth = list[str](), set[str](), 0
    has_parameters = [token.text for token in head[1:2]] == ["<"]
    for token in head[1:]:
        depth += (token.text == "<") - (token.text == ">")
        if has_parameters:
            parameters.add(token.text)
            has_parameters = depth > 0
        elif token.text in ("for", "where") and depth == 0:
            if token.text == "where":
                break
            words.clear()
        elif _WORD.fullmatch(token.text):
            words.append(token.text)
    return frozenset() if parameters.issuperset(words) else frozenset(words)


def _all_items(items: Iterable[FoundItem]) -> Iterator[FoundItem]:
    """All items but the members of implementations, those of modules among them."""
    for item in items:
        yield item
        if item.kind == "mod":
            yield from _all_items(item.inner)


# -- what is needed


@define
class _CrateReading:
    crate: Crate
    files: dict[ModulePath, ModuleFile]
    needed: set[str]
    refused: list[ParseError] = field(factory=list)
    known: dict[ModulePath, ModuleFile | None] = field(factory=dict)
    """The files that were looked for; of those in `files` something may be needed."""
    size: int = 0
    taken: dict[ModulePath, set[int]] = field(factory=dict)
    """A file → the first tokens of the items that are needed of it."""

    def has_taken(self, file: ModuleFile, item: FoundItem) -> bool:
        return item.start in self.taken.get(file.module, ())

    @property
    def others(self) -> list[ModuleFile]:
        return [file for module, file in self.files.items() if module != self.crate.module]

    def run(self) -> None:
        """Read files and take items until nothing new is named."""
        before = (-1, -1)
        while before != (state := (len(self.files), len(self.needed))):
            before = state
            for file in list(self.files.values()):
                for path in self._paths(file):
                    self._load(path)
            for file in self.others:
                for item in _all_items(file.items):
                    self._take(file, item)

    def _paths(self, file: ModuleFile) -> Iterator[ModulePath]:
        """The paths in the crate that a file mentions, as far as something of them is needed."""
        for module, path, name in file.uses:
            if name == "*" or name in self.needed:
                yield from self._absolute(path, module, file)
        for chain in file.chains:
            if self.needed.issuperset(chain[-1:]):
                yield from self._absolute(chain, file.module, file)

    def _absolute(self, path: ModulePath, module: ModulePath, file: ModuleFile) -> Iterator[ModulePath]:
        match path:
            case ("crate", *rest):
                yield tuple(rest)
            case ("self", *rest):
                yield (*module, *rest)
            case ("super", *_):
                depth = next((place for place, word in enumerate(path) if word != "super"), len(path))
                yield (*module[: max(0, len(module) - depth)], *path[depth:])
            case (first, *_) if first in file.children:
                yield (*module, *path)

    def _load(self, path: ModulePath) -> None:
        """Take the file in which a path ends into account: the longest one that there is."""
        for size in range(min(len(path), LIMITS.path_segments), -1, -1):
            file = self._file(path[:size])
            if file is not None:
                if (
                    file.module not in self.files
                    and len(self.files) <= LIMITS.crate_files
                    and self.size < PARSING.file_bytes
                ):
                    self.files[file.module] = file
                    self.size += len(file.source.text)
                return

    def _file(self, module: ModulePath) -> ModuleFile | None:
        """The file of a module, which the file around it declares; None where there is none, or none that is read."""
        if module in self.files:
            return self.files[module]
        if module not in self.known:
            above = self._file(module[:-1]) if module else None
            is_declared = not module or (above is not None and module[-1] in above.children)
            path = _file_of(self.crate, module) if is_declared else None
            self.known[module] = None
            if path is not None:
                try:
                    status = path.stat()
                    self.known[module] = _read_once(path, module, (status.st_mtime_ns, status.st_size))
                except ParseError as error:
                    self.refused.append(error)
                except InputError:
                    at = Span(str(_shown(path)), 1, 1, 1, 1)
                    self.refused.append(ParseError(at, "no text that can be read"))
        return self.known[module]

    def _take(self, file: ModuleFile, item: FoundItem) -> None:
        if item.kind not in _TAKEN or item.is_proof or self.needed.isdisjoint(item.names):
            return
        taken = self.taken.setdefault(file.module, set())
        if item.start not in taken:
            taken.add(item.start)
            self.needed |= item.words
        for member in item.inner:
            if not (member.is_proof or member.start in taken or self.needed.isdisjoint(member.names)):
                taken.add(member.start)
                self.needed |= member.words


def sources(path: Path) -> Iterator[Path]:
    """All files that the meaning of a file may depend on, itself first: those of its crate."""
    yield path
    crate = crate_of(path)
    if crate is not None:
        resolved = Path(realpath(path))
        files = sorted(crate.folder.rglob("*.rs"))
        yield from (file for file in files if file != resolved and Path(realpath(file)).is_relative_to(crate.folder))


def _shown(file: Path) -> Path:
    """A file as messages name it: from the working directory where it is below that."""
    with suppress(ValueError):
        return file.relative_to(Path.cwd())
    return file


def parse_in_crate(source: VerusSource, path: Path) -> tuple[SyntaxTree, VerusSource]:
    """The items of a file and what it needs of other files of its crate, with the text that their places are in.
    Raises ParseError for brackets that do not match in the file itself."""
    crate = crate_of(path)
    if crate is None:
        return parse_items(source), source
    main = _module_file(source, crate.module)
    own = [item for item in _all_items(main.items) if not (item.is_proof or item.kind == "mod")]
    needed = {word for item in own for part in (item, *item.inner) if not part.is_proof for word in part.words}
    state = _CrateReading(crate, {crate.module: main}, needed)
    state.run()
    _leave_out_ambiguous(state, main)
    tree = items_of(main.tokens, closing_brackets(main.tokens), (0, len(main.tokens)), source)
    # The files follow each other in one text, in which each begins a line.
    texts, others, size = [source.text], list[tuple[int, str]](), len(source.text)
    for file in state.others:
        if state.taken.get(file.module):
            others.append((size + 1, file.source.file))
            texts.append(file.source.text)
            size += 1 + len(file.source.text)
    whole = VerusSource("\n".join(texts), source.file, tuple(others))
    elsewhere, errors, begins = list[ModuleItems](), [*tree.errors, *state.refused], iter(others)
    for file in state.others:
        items: tuple[RustItem, ...] = ()
        if state.taken.get(file.module):
            start, _ = next(begins)
            tokens = [
                evolve(token, start=token.start + start, end=token.end + start)
                for token in _tokens_of(state, file, file.items)
            ]
            parsed = items_of(tokens, closing_brackets(tokens), (0, len(tokens)), whole)
            items, errors = parsed.items, [*errors, *parsed.errors]
        elsewhere.append(ModuleItems(file.module, items, file.uses))
    return SyntaxTree(tree.items, tuple(errors), crate.module, tuple(elsewhere)), whole


def _tokens_of(state: _CrateReading, file: ModuleFile, items: Iterable[FoundItem]) -> Iterator[RoleToken]:
    """The tokens of the items that are taken, in the brackets of their modules and implementations."""
    for item in items:
        if state.has_taken(file, item) and not item.inner:
            yield from file.tokens[item.start : item.end]
        elif item.kind == "mod" or state.has_taken(file, item):
            yield from file.tokens[item.start : item.opens]
            yield from _tokens_of(state, file, item.inner)
            yield from file.tokens[item.closes : item.end]


# -- names that mean one type


def _leave_out_ambiguous(state: _CrateReading, main: ModuleFile) -> None:
    """Leave out the types of other files whose name means something else somewhere, and what mentions these."""
    tree = ModuleTree(state.crate.module)
    for file in state.files.values():
        tree.paths |= tree.down_to(file.module)
        for item in _all_items(file.items):
            tree.paths |= tree.down_to(item.module)
        for module, path, name in file.uses:
            tree.use(tree.named(module), path, name)
    places = {tree.named(item.module) for _, item in _taken_parts(state, main)}
    visible = {place: tree.open_to(place) for place in places}
    of_file = [item for file, item in _taken_parts(state, main) if file is main]
    # What is left out may have declared what others mention: until nothing is left out.
    while True:
        others = [(file, item) for file, item in _taken_parts(state, main) if file is not main]
        declared = dict[str, list[ModulePath]]()
        for item in (*of_file, *(item for _, item in others)):
            for name in item.names if item.kind in _NAMED_ALONE else ():
                declared.setdefault(name, []).append(item.module)
        refused = list[tuple[ModuleFile, FoundItem]]()
        for name, modules in declared.items():
            # Declarations of the file come first, and hide those of other files.
            own = modules[: sum(item.kind in _NAMED_ALONE and name in item.names for item in of_file)]
            meant = next(
                (
                    module
                    for module in own or sorted(modules)
                    if all(_agrees(name, item, module, tree, visible) for item in of_file)
                ),
                None,
            )
            refused += [
                (file, item)
                for file, item in others
                if name in item.words
                and (meant is None or _is_another(name, item, meant) or not _agrees(name, item, meant, tree, visible))
            ]
        if not refused:
            break
        for file, item in refused:
            state.taken[file.module].discard(item.start)
    _leave_out_namesakes(state)


def _leave_out_namesakes(state: _CrateReading) -> None:
    """Leave out the methods for which one of their name, of their type, is left out: which of the two a call means, its
    traits in scope say, and one of them would pass for both."""
    members = [
        (file, item, member)
        for file in state.others
        for item in _all_items(file.items)
        if item.kind == "impl" and not state.needed.isdisjoint(item.names)
        for member in item.inner
        if not (member.is_proof or state.needed.isdisjoint(member.names))
    ]
    gone = {
        (word, name)
        for file, item, member in members
        if not (state.has_taken(file, item) and state.has_taken(file, member))
        for word in item.names
        for name in member.names
    }
    for file, item, member in members:
        if not gone.isdisjoint((word, name) for word in item.names for name in member.names):
            state.taken.get(file.module, set()).discard(member.start)


def _taken_parts(state: _CrateReading, main: ModuleFile) -> Iterator[tuple[ModuleFile, FoundItem]]:
    """The items that are taken, members of implementations among them, and those of the file but proofs."""
    for file in state.files.values():
        for item in _all_items(file.items):
            for part in (item, *(item.inner if item.kind == "impl" else ())):
                if part.kind in _TAKEN and not part.is_proof and (file is main or state.has_taken(file, part)):
                    yield file, part


def _is_another(name: str, part: FoundItem, module: ModulePath) -> bool:
    """Does an item declare a name that means what another module declares?"""
    return part.kind in _NAMED_ALONE and name in part.names and part.module != module


def _agrees(
    name: str, part: FoundItem, module: ModulePath, tree: ModuleTree, visible: Mapping[str, frozenset[str]]
) -> bool:
    """Does a name mean what that module declares, wherever an item writes it as a type or a constant may be written?
    `visible`: a module → those whose names it has by `*`."""
    if name not in part.words or part.module == module:
        return True
    target, place = (tree.named(module), name), tree.named(part.module)
    if name in part.bare and target[0] not in visible[place]:
        imported = any((source, name) in tree.names for source in visible[place])
        if not imported or target not in tree.leads_to((name,), place):
            return False
    # `serde::Value` is another type; what stands behind a type, as in `Message::Push`, is a variant or its own.
    for chain in part.chains:
        for end, word in enumerate(chain):
            is_path = word == name and end > 0 and chain[end - 1][0].islower()
            if is_path and target not in tree.leads_to(chain[: end + 1], place):
                return False
    return True
