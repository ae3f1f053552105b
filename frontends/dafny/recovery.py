"""A file of which some declarations are outside the grammar: the others are read, and these are problems.

Where the declarations of a text are can be told without its grammar: by the words that begin them, inside the braces of
modules and types only. A declaration that the parser refuses gives way to blanks, so that the others stay where they
are, and the text is read again. Its name stays taken: what another scope declares by that name is not what it means.
"""

import re
from collections.abc import Iterator, Sequence

from attrs import define, frozen

from ...core.errors import ParseError
from ...core.ir.contracts import Problem
from .autocontracts import VALID
from .dafny_limits import LIMITS
from .lexing.scan import DafnySource
from .lexing.vocabulary import CONTAINERS, DECLARATIONS, FUNCTIONS, METHODS, MODIFIERS
from .syntax import Node, parse

_TOKEN = re.compile(
    r"""//[^\n]*|/\*.*?(?:\*/|\Z)|"(?:[^"\\\n]|\\.)*+"?|@"(?:[^"]|"")*+"?|'(?:\\.|[^'\\\n])'|\{:[^{}]*\}"""
    r"""|[A-Za-z_?'][\w?']*|[{};]""",
    re.DOTALL,
)
"""A string that is not closed is a token, too: looking for its end from each of its quotes takes quadratic time."""
_NEVER_INSIDE = (METHODS | FUNCTIONS | CONTAINERS | {"import", "include"}) - {"iterator", "newtype", "colemma", "type"}
"""Words that only declarations have, but for `function method` and `by method`."""
_BEFORE = MODIFIERS | {"", "{", "}", ";"}


@frozen(slots=True)
class ReadText:
    """The tree of a text; what of it is refused, and the qualified names of that."""

    source: DafnySource
    tree: Node
    problems: tuple[Problem, ...] = ()
    refused: tuple[str, ...] = ()


@frozen(slots=True)
class DeclarationExtent:
    """Where a declaration is, from its first word, its qualified name, empty for one without a name, and the word that
    says what it is."""

    start: int
    end: int
    name: str
    word: str


def read_declarations(source: DafnySource) -> ReadText:
    """The declarations of a text. Raises ParseError where none of them is inside the grammar, or where it is not known
    which one is outside of it; InputError where it is too large."""
    try:
        return ReadText(source, parse(source, "program"))
    except ParseError as error:
        first = reason = error
    problems: list[Problem] = []
    refused: list[str] = []
    while len(problems) < LIMITS.refused_declarations:
        offset = source.offset(reason.span)
        # An error is told where the parser stops, which may be behind the declaration that is wrong. A candidate is
        # right if without it the text is read beyond that place.
        for extent in _candidates(source.text, offset):
            rest = _without(source, extent)
            try:
                tree, following = parse(rest, "program"), None
            except ParseError as error:
                tree, following = None, error
            if following is None or rest.offset(following.span) > offset:
                break
        else:
            raise first
        what = extent.name or "a declaration without a name"
        problems.append(Problem(f"{what} is not read: {reason}", source.span(extent.start, extent.end)))
        refused.extend([extent.name] if extent.name else [])
        source = rest
        # Nothing is left: the error is about the whole text.
        if tree is not None and not tree.children:
            raise first
        if tree is not None:
            return ReadText(source, tree, tuple(problems), tuple(refused))
        assert following is not None
        reason = following
    raise first


def _without(source: DafnySource, extent: DeclarationExtent) -> DafnySource:
    """The text with blanks in the place of a declaration."""
    text = source.text
    blank = re.sub(r"[^\n]", " ", text[extent.start : extent.end])
    return DafnySource(text[: extent.start] + blank + text[extent.end :], source.file, source.first_line)


def _candidates(text: str, offset: int) -> Iterator[DeclarationExtent]:
    """The declarations that an error at an offset may be about, the likeliest first."""
    found = list(extents(text))
    here = [candidate for candidate in found if candidate.start == offset]
    inside = [candidate for candidate in found if candidate.start < offset < candidate.end]
    # What is found where a declaration begins, or at the end of the text, another one may lack at its end.
    before = [
        candidate
        for candidate in found
        if candidate.end <= offset and not text[candidate.end : offset].strip(" \t\r\n}")
    ]
    for listed in (before, here, inside) if here or not inside else (inside, before):
        for extent in sorted(listed, key=lambda candidate: candidate.start, reverse=True)[:1]:
            yield _with_dependents(extent, found)


def _with_dependents(refused: DeclarationExtent, found: Sequence[DeclarationExtent]) -> DeclarationExtent:
    """What is refused with a declaration: of a constructor, and of an invariant, without which the objects of a class
    are others, the class."""
    if refused.word != "constructor" and refused.name.rpartition(".")[2] != VALID:
        return refused
    around = [extent for extent in found if extent.start < refused.start and refused.end < extent.end]
    return max(around, key=lambda each: each.start, default=refused)


@define(slots=True)
class _Level:
    """The inside of a module or type, or the whole text: its qualified name, the declaration in work, how many braces
    of bodies are open."""

    path: str = ""
    start: int | None = None
    word: str = ""
    name: str = ""
    depth: int = 0

    def end(self, offset: int, text: str) -> Iterator[DeclarationExtent]:
        """The declaration in work ends before an offset."""
        if self.start is not None and self.word:
            while text[offset - 1].isspace():
                offset -= 1
            yield DeclarationExtent(self.start, offset, self.name, self.word)
        self.start, self.word, self.name = None, "", ""


def extents(text: str) -> Iterator[DeclarationExtent]:
    """The declarations of a text, what is inside others, too, in the order in which they end."""
    levels = [_Level()]
    before = ""
    for match in _TOKEN.finditer(text):
        token, level = match[0], levels[-1]
        if token.startswith(("//", "/*", "{:")):
            # Comments and attributes are no words of a declaration.
            continue
        match token:
            # Only braces of modules and types open a level in which declarations can stand; all others are counted.
            case "{" if level.depth == 0 and level.word in CONTAINERS:
                levels.append(_Level(level.name))
            case "{":
                level.depth += 1
            case "}" if level.depth > 0:
                level.depth -= 1
            case "}" if len(levels) > 1:
                yield from level.end(match.start(), text)
                levels.pop()
            case _ if _begins(text, match.start(), token, before, level):
                level.depth = 0
                # Modifiers belong to the declaration that follows, so that they begin it.
                if before not in MODIFIERS:
                    yield from level.end(match.start(), text)
                    level.start = match.start()
                level.word = "" if token in MODIFIERS else token
            case _ if level.word and not level.name and level.depth == 0 and token.isidentifier():
                named = level.word not in ("constructor", "export", "include") and token != "opened"
                level.name = f"{level.path}.{token}".lstrip(".") if named else ""
        before = token
    for level in reversed(levels):
        yield from level.end(len(text), text)


def _begins(text: str, start: int, token: str, before: str, level: _Level) -> bool:
    """Does a declaration begin with this word?"""
    if token not in DECLARATIONS | MODIFIERS or before == "by" or (token == "method" and before in FUNCTIONS):
        return False
    if level.depth:  # Where a brace is missing, these words tell it.
        return token in _NEVER_INSIDE
    at_once = before in _BEFORE or not text[text.rfind("\n", 0, start) + 1 : start].strip()
    return token in _NEVER_INSIDE or at_once
