"""Single declarations, cut out of files together with what they need: an edit of one costs a fraction of the time that
an edit of its file costs, and meets the same code."""

import ast
import re
from collections.abc import Callable, Iterator, Sequence

from attrs import frozen

from specassay.core.errors import ParseError
from specassay.frontends.verus.reading import parse_items
from specassay.frontends.verus.scan import VerusSource

LARGEST = 1_000
"""Longer declarations are left to edits of whole files."""
WITH_NEEDS = 500
"""What a declaration needs is added up to about so many characters."""
_DAFNY = {
    "include",
    "import",
    "export",
    "module",
    "class",
    "trait",
    "datatype",
    "codatatype",
    "type",
    "newtype",
    "const",
} | {"var", "function", "predicate", "lemma", "method", "constructor", "iterator", "colemma", "copredicate"}
_BEFORE = {"abstract", "ghost", "static", "opaque", "opened", "twostate", "least", "greatest", "inductive", "lazy"} | {
    "protected",
    "function",
}
"""Words that stand before the keyword of a declaration and belong to it."""
_HOLDERS = frozenset(("module", "class", "trait"))
_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")
_TOKEN = re.compile(r"\s+|//[^\n]*|/\*.*?\*/|\"(?:[^\"\\\n]|\\.)*\"|[\w'?]+|.", re.DOTALL)


@frozen(slots=True)
class _Declaration:
    """`text` as it stands, what it declares, the names in it, and what is left of it where others need it."""

    text: str
    declares: frozenset[str]
    names: frozenset[str]
    needed: str


def cut(language: str, text: str) -> tuple[str, ...]:
    """Each declaration of a file with those that it names, and those that these name, in the order of the file."""
    return tuple(dict.fromkeys(_CUTS[language](text)))


def _with_needs(declarations: Sequence[_Declaration]) -> Iterator[str]:
    for place, one in enumerate(declarations):
        if len(one.text) > LARGEST:
            continue
        wanted, kept, size = sorted(one.names), {place: one.text}, len(one.text)
        seen = set(wanted)
        for name in wanted:
            for other, found in enumerate(declarations):
                if name in found.declares and other not in kept and size + len(found.needed) <= WITH_NEEDS:
                    kept[other] = found.needed
                    size += len(found.needed)
                    wanted += sorted(found.names - seen)
                    seen |= found.names
        yield "\n".join(text.strip("\n") for _, text in sorted(kept.items()))


def _of_python(text: str) -> Iterator[str]:
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return
    lines, declarations, start = text.splitlines(keepends=True), [], 0
    for node in tree.body:
        # From the end of the one before it: comments and decorators are its own.
        end = node.end_lineno or start
        part = "".join(lines[start:end])
        declares = frozenset(_declared(node))
        names = frozenset(re.findall(r"[^\W\d]\w*", part))
        declarations.append(_Declaration(part, declares, names, part))
        start = end
    yield from _with_needs(declarations)


def _declared(node: ast.stmt) -> Iterator[str]:
    for part in ast.walk(node):
        if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield part.name
        elif isinstance(part, ast.alias):
            yield (part.asname or part.name).partition(".")[0]
        elif isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
            yield part.id


def _of_dafny(text: str) -> Iterator[str]:
    parts = _parts(_TOKEN.findall(text))
    yield from _with_needs([_of_tokens(part) for part in parts])
    for part in parts:
        keyword, opening = _keyword(part), part.index("{") if "{" in part else None
        if keyword in _HOLDERS and opening is not None:
            # The members of a class are declarations of their own; they stay inside of it.
            head, inside = "".join(part[: opening + 1]), "".join(part[opening + 1 :]).rstrip().removesuffix("}")
            for piece in _of_dafny(inside):
                yield piece if keyword == "module" else f"{head}\n{piece}\n}}\n"


def _parts(tokens: Sequence[str]) -> list[list[str]]:
    """The declarations of a file: each begins with a keyword outside of brackets, and its modifiers."""
    parts: list[list[str]] = [[]]
    depth, previous = 0, ""
    for token in tokens:
        if depth == 0 and token in _DAFNY | _BEFORE and previous not in _BEFORE:
            parts.append([])
        parts[-1].append(token)
        depth = max(0, depth + (token in _OPENING) - (token in _CLOSING))
        # An attribute ends with a bracket and belongs to what follows it.
        previous = previous if token.isspace() else token
    return [part for part in parts if _keyword(part)]


def _keyword(tokens: Sequence[str]) -> str:
    found = [token for token in tokens[:12] if token in _DAFNY]
    return found[1] if found[:2] == ["function", "method"] else found[0] if found else ""


def _of_tokens(tokens: Sequence[str]) -> _Declaration:
    text = "".join(tokens)
    words = [token for token in tokens if token[0].isalpha() or token[0] == "_"]
    after = next((place for place, word in enumerate(words) if word in _DAFNY), 0)
    declared = [word for word in words[after + 1 : after + 4] if word not in _DAFNY and word not in _BEFORE][:1]
    if _keyword(tokens) in ("datatype", "codatatype", "var"):
        declared = words
    return _Declaration(text, frozenset(declared), frozenset(words), _without_body(tokens))


def _without_body(tokens: Sequence[str]) -> str:
    """A method as its callers see it: what stands in the last brackets is left out."""
    text = "".join(tokens)
    if "method" not in tokens[:12] or "function" in tokens[:12] or not text.rstrip().endswith("}"):
        return text
    depth = 0
    for place in range(len(tokens) - 1, -1, -1):
        depth += (tokens[place] == "}") - (tokens[place] == "{")
        if depth == 0 and tokens[place] == "{":
            return "".join(tokens[:place]) + "{ }\n"
    return text


def _of_verus(text: str) -> Iterator[str]:
    try:
        tree = parse_items(VerusSource(text, "fuzz.rs"))
    except ParseError:
        return
    declarations = []
    for item in tree.items:
        part = text[slice(*item.at)]
        name = getattr(item, "name", "")
        declarations.append(_Declaration(part, frozenset([name] if name else []), frozenset(_WORD.findall(part)), part))
    for piece in _with_needs(declarations):
        yield f"verus! {{\n{piece}\n}}\n"


_WORD = re.compile(r"[^\W\d]\w*")
_CUTS: dict[str, Callable[[str], Iterator[str]]] = {"dafny": _of_dafny, "python": _of_python, "verus": _of_verus}
