"""`include "file"`: the texts of a program, those included before those that include them.

The files of a project (`dfyconfig.toml`, reference manual, "Dafny Project Files") are one program without includes. Of
those a file needs the ones that declare, outside of modules or as a module, a name that it mentions, and so do these.
"""

import re
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from os.path import realpath
from pathlib import Path
from typing import Any

from attrs import define, field, frozen

from ...core.checkouts import checkout_of
from ...core.errors import InputError, unreadable
from ...core.ir.contracts import Problem
from .dafny_limits import LIMITS
from .lexing.scan import DafnySource
from .literals import unescape
from .recovery import read_declarations
from .syntax import Node, nodes, read, span_of, tokens

PROJECT = "dfyconfig.toml"

_DECLARED = re.compile(
    r"^(?:(?:abstract|ghost|static|opaque|replaceable|least|greatest|twostate)\s+)*"
    r"(?:module|class|trait|(?:co)?datatype|type|newtype|const|iterator|lemma|method|function|predicate)\s+"
    r"(?:method\s+)?(?:\{:[^}]*\}\s*)*([\w'?]+)",
    re.M,
)
_INCLUDE = re.compile(r'\binclude\s+@?"([^"\n\0]*)"')
_WORD = re.compile(r"[\w'?]+")


@frozen(slots=True)
class ProgramFile:
    """A file of a program: its text, its tree by the rule `program`, and the qualified names of the declarations that
    are refused, which the tree lacks. `refined`: modules of other files that its modules refine, read in its text."""

    source: DafnySource
    tree: Node
    refused: tuple[str, ...] = ()
    refined: Node | None = None

    @property
    def trees(self) -> tuple[Node, ...]:
        """What it declares, and what it refines of other files."""
        return (self.tree,) if self.refined is None else (self.tree, self.refined)


@define(slots=True)
class _Gathering:
    root: Path
    parts: list[ProgramFile] = field(factory=list)
    problems: list[Problem] = field(factory=list)
    known: set[Path] = field(factory=set)
    open: list[Path] = field(factory=list)
    """The files whose includes are being read, outermost first."""


def gather(path: Path, root: Path | None = None) -> tuple[list[ProgramFile], list[Problem]]:
    """The file, what it includes, and what it needs of its project, itself last, each file once; the declarations that
    are refused, and the includes that are not followed.

    Only files inside the folder `root`, symbolic links resolved, are read: by default inside the checkout that the file
    is in, else its folder. In a project that contains this folder, files inside that of the project are read, too.
    Dafny allows files to include each other in a circle; here that is a problem, for it says nothing that either file
    would mean without the other. Raises InputError for the file itself, ParseError where it is outside the grammar.
    """
    resolved, project = Path(realpath(path)), _project_of(path)
    bounds = checkout_of(path.parent) if root is None else root.resolve()
    state = _Gathering(project if project is not None and bounds.is_relative_to(project) else bounds)
    _read(path, resolved, state)
    if project is not None:
        _read_project(project, resolved, state)
    return state.parts, state.problems


def sources(path: Path) -> Iterator[Path]:
    """All files that the meaning of a file may depend on, each once: itself, the settings and the files of its project,
    and what these include, wherever it is. Not all of them are read by `gather`."""
    project = _project_of(path)
    pending = [path]
    if project is not None:
        pending.append(project / PROJECT)
        with suppress(InputError):
            pending += project_files(project / PROJECT)
    known = set[Path]()
    while pending:
        file = pending.pop(0)
        resolved = Path(realpath(file))  # which ends in a loop of links, too
        if resolved in known or not resolved.is_file():
            continue
        known.add(resolved)
        yield file
        with suppress(OSError):
            text = resolved.read_text(encoding="utf-8", errors="replace")
            pending += (file.parent / name for name in _INCLUDE.findall(text))


def project_files(settings: Path) -> list[Path]:
    """The files of the project with these settings, sorted. Raises InputError for settings that cannot be read or
    understood, and for a project of more files than may be read."""
    try:
        return sorted(_files_of(settings.parent.resolve(), tomllib.loads(settings.read_text(encoding="utf-8"))))
    except OSError as error:
        raise unreadable(settings, error) from error
    except ValueError as error:
        raise InputError(str(error), file=str(settings)) from error


def _project_of(path: Path) -> Path | None:
    """The folder of the project that a file is in, None outside of projects."""
    return next((folder for folder in Path(realpath(path)).parents if (folder / PROJECT).is_file()), None)


def _read_project(folder: Path, path: Path, state: _Gathering) -> None:
    """Read what the file, the last of the parts, needs of a project, if it is of that."""
    try:
        files = project_files(folder / PROJECT)
        # A file outside of the project is read by itself.
        if path not in files:
            return
        texts = {file: read(file).text for file in files if file not in state.known and _refusal(file, state) is None}
    except InputError as error:
        state.problems.append(Problem(str(error), None))
        return
    # What each file declares, by a cheap scan of its text.
    declared = {each: frozenset(_DECLARED.findall(text)) for each, text in texts.items()}
    main = state.parts.pop()
    # Files are pulled in by the words that others mention, until nothing new is declared.
    pending = [*state.parts, main]
    while pending:
        words = frozenset(_WORD.findall(pending.pop().source.text))
        for each, names in declared.items():
            if each not in state.known and not names.isdisjoint(words):
                before = len(state.parts)
                try:
                    _read(each, each, state)
                except (InputError, OSError) as error:
                    state.known.add(each)
                    state.problems.append(Problem(f"{each.name}: {error}", None))
                pending += state.parts[before:]
    # The main file comes last, so that it may use all others.
    state.parts.append(main)


def _files_of(folder: Path, settings: dict[str, Any]) -> frozenset[Path]:
    """The files of a project. Raises ValueError for settings that are no lists of texts, and where there are too many
    files: a part of a project would be read without a word of the rest."""

    def matched(key: str, default: list[str]) -> Iterator[Path]:
        patterns = settings.get(key, default)
        if not isinstance(patterns, list) or not all(isinstance(each, str) for each in patterns):
            raise ValueError(f"{key} is no list of texts")
        return (Path(realpath(each)) for pattern in patterns for each in folder.glob(pattern))

    excluded = frozenset(matched("excludes", []))
    found = {each for each in matched("includes", ["**/*.dfy"]) if each.suffix == ".dfy" and each not in excluded}
    if len(found) > LIMITS.files:
        raise ValueError(f"{len(found):,} files, and a project has at most {LIMITS.files}: name fewer in its includes")
    return frozenset(found)


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
        # By its real path: files include each other in circles, and by links.
        if reason is None and resolved not in state.known:
            _read(target, resolved, state)
    except (InputError, OSError, ValueError) as error:
        reason = str(error)
    if reason is not None:
        state.problems.append(Problem(f"include {tokens(node, 'STRING')[0]}: {reason}", span))


def _refusal(target: Path, state: _Gathering) -> str | None:
    """Why a file is not read; None when it may be."""
    if not target.is_relative_to(state.root):
        return f"outside the folder {state.root}; --root names one further up"
    if target in state.open:
        circle = [*state.open[state.open.index(target) :], target]
        return f"files that include each other: {' > '.join(path.name for path in circle)}"
    if len(state.known) >= LIMITS.files or len(state.open) >= LIMITS.nested_files:
        return f"more than {LIMITS.files} files, or {LIMITS.nested_files} inside each other"
    return None
