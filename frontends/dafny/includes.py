"""`include "file"`: the texts of a program, those included before those that include them."""

from os.path import realpath
from pathlib import Path

from attrs import define, field, frozen

from ...core.errors import InputError
from ...core.ir.contracts import Problem
from .lexing.scan import DafnySource
from .literals import unescape
from .recovery import read_declarations
from .syntax import Node, nodes, read, span_of, tokens

MOST_FILES = 500
"""Files that one file may include, all together. What is beyond is a problem of the file, by name."""
MAX_DEPTH = 100
"""Files that include each other in a row: reading them recurses."""


@frozen(slots=True)
class ProgramFile:
    """A file of a program: its text, its tree by the rule `program`, and the qualified names of the declarations that
    are refused, which the tree lacks."""

    source: DafnySource
    tree: Node
    refused: tuple[str, ...] = ()


@define(slots=True)
class _Gathering:
    root: Path
    parts: list[ProgramFile] = field(factory=list)
    problems: list[Problem] = field(factory=list)
    known: set[Path] = field(factory=set)
    open: list[Path] = field(factory=list)
    """The files whose includes are being read, outermost first."""


def gather(path: Path, root: Path) -> tuple[list[ProgramFile], list[Problem]]:
    """The file and what it includes, itself last, each file once; the declarations that are refused, and the includes
    that are not followed.

    Only files inside the folder `root`, symbolic links resolved, are read. Dafny allows files to include each other
    in a circle; here that is a problem, for it says nothing that either file would mean without the other. Raises
    InputError for the file itself, ParseError where it is outside the grammar.
    """
    state = _Gathering(root.resolve())
    _read(path, Path(realpath(path)), state)
    return state.parts, state.problems


def _read(name: Path, resolved: Path, state: _Gathering) -> None:
    text = read_declarations(read(name))
    state.problems.extend(text.problems)
    state.known.add(resolved)
    state.open.append(resolved)
    for include in nodes(text.tree, "include"):
        _include(include, text.source, name, state)
    state.open.pop()
    state.parts.append(ProgramFile(text.source, text.tree, text.refused))


def _include(node: Node, source: DafnySource, name: Path, state: _Gathering) -> None:
    span = span_of(node, source)
    try:
        target = name.parent / "".join(unescape(str(tokens(node, "STRING")[0]), span))
        resolved = Path(realpath(target))
        reason = _refusal(resolved, state)
        if reason is None and resolved not in state.known:
            _read(target, resolved, state)
    except (InputError, OSError, ValueError) as error:
        reason = str(error)
    if reason is not None:
        state.problems.append(Problem(f"include {tokens(node, 'STRING')[0]}: {reason}", span))


def _refusal(target: Path, state: _Gathering) -> str | None:
    """Why a file is not read; None when it may be."""
    if not target.is_relative_to(state.root):
        return f"outside the folder {state.root}"
    if target in state.open:
        circle = [*state.open[state.open.index(target) :], target]
        return f"files that include each other: {' > '.join(path.name for path in circle)}"
    if len(state.known) >= MOST_FILES or len(state.open) >= MAX_DEPTH:
        return f"more than {MOST_FILES} files, or {MAX_DEPTH} inside each other"
    return None
