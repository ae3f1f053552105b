"""`module B refines A` where A is in another file of the program.

What B inherits is joined with what it declares, node by node, and the place of a node is an offset of one text. So the
text of A is put behind that of B's file and read there once more, at the lines that it has in its own file. It declares
nothing there: A's own file does.
"""

from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve
from lark import Tree

from ...core.errors import InputError
from .classes import Path
from .dafny_limits import LIMITS
from .includes import ProgramFile
from .lexing.scan import DafnySource, MovedText
from .refinement import Refinements, refined_name
from .syntax import Node, name_of, nodes, parse, path_of


def with_refined_modules(parts: Sequence[ProgramFile]) -> list[ProgramFile]:
    """The files of a program, each with the modules of the others that its own refine, directly or through others."""
    modules = [Refinements.of(part.tree).modules for part in parts]
    declared: dict[Path, tuple[ProgramFile, Node]] = {}
    for part, own in zip(parts, modules, strict=True):
        for path, node in own.items():
            # Inside another module a text of its own would have another path.
            if path == path_of(nodes(node)[0]):
                declared.setdefault(path, (part, node))
    found = []
    for part, own in zip(parts, modules, strict=True):
        wanted = list(_of_others(own, declared))
        found.append(_beside(part, [declared[path] for path in wanted]) if wanted else part)
    return found


def _of_others(own: Mapping[Path, Node], declared: Mapping[Path, tuple[ProgramFile, Node]]) -> Iterator[Path]:
    """The modules of other files that some refine, each once."""
    pending = list(own.items())
    seen: set[Path] = set()
    while pending and len(seen) < LIMITS.refined_modules:
        path, node = pending.pop()
        target = refined_name(node)
        around = (path[:length] for length in range(len(path) - 1, -1, -1))
        candidates = () if target is None else [place + target for place in around]
        # The nearest one counts, be it here or elsewhere.
        nearest = next((candidate for candidate in candidates if candidate in own or candidate in declared), None)
        if nearest is not None and nearest not in own and nearest not in seen:
            seen.add(nearest)
            pending.append((nearest, declared[nearest][1]))
            yield nearest


def _beside(part: ProgramFile, modules: Sequence[tuple[ProgramFile, Node]]) -> ProgramFile:
    """A file with modules of others behind its text. The file as it is, where they cannot be read together."""
    text, moved = part.source.text, list[MovedText]()
    line = text.count("\n") + part.source.first_line
    for other, node in modules:
        start, end = node.meta.start_pos or 0, node.meta.end_pos or 0
        first, column = other.source.position(start)
        body = other.source.text[start:end]
        text += "\n" + " " * (column - 1) + body
        line += 1
        moved.append(MovedText(line, other.source.file, first, other.source.text))
        line += body.count("\n")
    source = DafnySource(text, part.source.file, part.source.first_line, tuple(moved))
    try:
        tree = parse(source, "program")
    except InputError:  # its declarations are too many together
        return part
    size = len(part.source.text)
    own, refined = (
        Tree(tree.data, [node for node in tree.children if _is_behind(node, size) is behind], tree.meta)
        for behind in (False, True)
    )
    return evolve(part, source=source, tree=own, refined=refined)


def _is_behind(node: object, size: int) -> bool:
    return isinstance(node, Tree) and name_of(node) == "declaration" and (node.meta.start_pos or 0) >= size
