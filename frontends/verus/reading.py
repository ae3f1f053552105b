"""Verus text → syntax tree. Items are found by their brackets first, and each is parsed by itself, so that what one of
them says, or how it is broken, costs no other."""

import os
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from attrs import evolve, frozen
from lark import Lark, Token, UnexpectedToken
from lark.lexer import Lexer, PatternStr

from ...core.errors import ParseError
from ..parsing import accepts, parser_of
from ..parsing.file_texts import text_of_file
from .building import NodeParser
from .roles import RESERVED, RoleToken, with_roles
from .scan import VerusSource
from .tree import Expr, ItemFn, ItemImpl, ItemMod, ItemTrait, RustItem, RustType
from .verus_limits import LIMITS

_TEXTS = {
    "IDENT": "a name",
    "INT": "a number",
    "FLOAT": "a number",
    "CHAR": "a character",
    "STRING": "a string",
    "LIFETIME": "a lifetime",
    "ATTRIBUTE": "an attribute",
    "_BODY": "'{'",
    "_OPEN_STRUCT": "'{'",
    "_OPEN_RESULT": "'('",
    "_LET_IN": "'let'",
    "_CONST_ITEM": "'const'",
    "$END": "the end",
}
"""How terminals without one text are told; those that are missing are not."""
_JOINED = (">>=", ">>", ">=")
"""What begins with `>`, the longest first."""
_TEXT_ITEMS = frozenset({"macro_rules", "global", "assume_specification"})


class _NoLexer(Lexer):
    """The parser is fed token by token."""

    def __init__(self, configuration: object) -> None:
        pass

    def lex(self, lexer_state: Any, parser_state: Any = None) -> Iterator[Token]:
        return iter(())


@lru_cache(maxsize=1)
def _parser() -> Lark:
    start = ["item", "block", "expression", "type", "pattern"]
    return parser_of(__package__, lexer=_NoLexer, start=start)


@lru_cache(maxsize=1)
def _terminals() -> dict[str, str]:
    """The word or symbol → its terminal."""
    return {
        terminal.pattern.value: terminal.name
        for terminal in _parser().terminals
        if isinstance(terminal.pattern, PatternStr)
    }


@frozen(slots=True)
class ModuleItems:
    """Items of the module with a path in the crate, without `use`: what `uses` says, and those of the modules in it, is
    the path of a module, what it imports, and the name that it gives that (`*` for all in it)."""

    path: tuple[str, ...]
    items: tuple[RustItem, ...]
    uses: tuple[tuple[tuple[str, ...], tuple[str, ...], str], ...]


@frozen(slots=True)
class SyntaxTree:
    """What a text says: the items that are read, and an error for each of the others. `here`: the path of its module in
    its crate; `elsewhere`: what it needs of other files there."""

    items: tuple[RustItem, ...]
    errors: tuple[ParseError, ...]
    here: tuple[str, ...] = ()
    elsewhere: tuple[ModuleItems, ...] = ()


def read(path: str | Path) -> VerusSource:
    """A file's text. Raises InputError when it is missing, unreadable, too large or no UTF-8 text."""
    return VerusSource(text_of_file(path), os.fspath(path))


def parse_items(source: VerusSource) -> SyntaxTree:
    """The items of a file, those in `verus!` among the others. Raises ParseError for brackets that do not match."""
    tokens = with_roles(source)
    return items_of(tokens, closing_brackets(tokens), (0, len(tokens)), source)


def parse_part(source: VerusSource, start: str) -> Any:
    """The node of a text by a start rule: item, block, expression, type or pattern. Raises ParseError."""
    return _parse(with_roles_of(source, start), start, source)


def with_roles_of(source: VerusSource, start: str) -> list[RoleToken]:
    """The tokens of a text that is no file: of an expression, braces have other roles than of items."""
    return with_roles(source, "items" if start == "item" else "list")


def parse_expression_tree(source: VerusSource) -> Expr:
    expr: Expr = parse_part(source, "expression")
    return expr


def parse_type_tree(source: VerusSource) -> RustType:
    rust_type: RustType = parse_part(source, "type")
    return rust_type


def closing_brackets(tokens: Sequence[RoleToken]) -> dict[int, int]:
    """The place of each bracket that opens → that of the one that closes it."""
    waiting, found = list[int](), dict[int, int]()
    for place, token in enumerate(tokens):
        if token.text in ("(", "[", "{"):
            waiting.append(place)
        elif token.text in (")", "]", "}"):
            found[waiting.pop()] = place
    return found


def items_of(
    tokens: Sequence[RoleToken], closing: dict[int, int], part: tuple[int, int], source: VerusSource, depth: int = 0
) -> SyntaxTree:
    """The items between two places of the tokens, which are `depth` items deep; `closing`: the brackets of these."""
    items, errors = list[RustItem](), list[ParseError]()
    place, end = part
    # Item by item: an error costs this item and no other.
    while place < end:
        after = end_of_item(tokens, closing, place, end)
        try:
            if depth > LIMITS.item_depth:
                at = tokens[place]
                raise source.error(at.start, at.end, f"an item more than {LIMITS.item_depth} items deep")
            # The content of `verus!`, `impl`, `trait` and `mod` is read by itself, and the head without it.
            inner = inside_of_item(tokens, closing, place, after)
            if inner is not None and tokens[after_modifiers(tokens, place, after)].terminal == "VERUS":
                inner_tree = items_of(tokens, closing, inner, source, depth + 1)
                items.extend(inner_tree.items)
                errors.extend(inner_tree.errors)
            elif inner is not None:
                head = [*tokens[place : inner[0]], *tokens[inner[1] : after]]
                made = _parse(head, "item", source)
                inner_tree = items_of(tokens, closing, inner, source, depth + 1)
                errors.extend(inner_tree.errors)
                items.append(evolve(made, members=inner_tree.items, at=(tokens[place].start, tokens[after - 1].end)))
            # Attributes of the file and opaque macros are no items that say anything.
            elif (listed := tokens[place:after])[0].terminal not in ("INNER_ATTRIBUTE", "MACRO_OPAQUE"):
                if listed[0].text != ";" or len(listed) > 1:
                    # The last item of a text may end without its semicolon, as in a prompt.
                    if after == end and _is_unfinished(listed):
                        listed = [*listed, RoleToken(";", listed[-1].end, listed[-1].end)]
                    items.append(_parse(_as_text(listed, source), "item", source))
            elif listed[0].terminal == "MACRO_OPAQUE":
                items.append(_parse(_as_text(listed, source, whole=True), "item", source))
        except ParseError as error:
            errors.append(error)
        place = after
    return SyntaxTree(tuple(items), tuple(errors))


def end_of_item(tokens: Sequence[RoleToken], closing: dict[int, int], place: int, end: int) -> int:
    """The place after an item that begins here: after its body, or after its semicolon."""
    if tokens[place].terminal in ("INNER_ATTRIBUTE", "MACRO_OPAQUE"):
        is_ended = place + 1 < end and tokens[place].terminal == "MACRO_OPAQUE" and tokens[place + 1].text == ";"
        return place + 2 if is_ended else place + 1
    head = after_modifiers(tokens, place, end)
    words = [token.text for token in tokens[head : head + 2]]
    is_braced = words[0] == "macro_rules" or words == ["broadcast", "group"]
    while place < end:
        token = tokens[place]
        if token.text == ";":
            return place + 1
        if is_braced and token.text == "{":
            return closing[place] + 1
        # Brackets are passed over as a whole: a semicolon inside of them ends no item.
        if token.text in ("(", "[", "{"):
            place = closing[place]
            if token.text == "{" and token.body_of not in ("", "unknown"):
                return place + 1
        place += 1
    return end


def _is_unfinished(tokens: Sequence[RoleToken]) -> bool:
    """Is an item a function without a body, and without the semicolon that stands for one? Whoever writes a
    specification alone ends with its last clause."""
    words = {token.text for token in tokens}
    has_body = any(token.text == "{" and token.body_of not in ("", "unknown") for token in tokens)
    return "fn" in words and tokens[-1].text != ";" and not has_body


def after_modifiers(tokens: Sequence[RoleToken], place: int, end: int) -> int:
    """The place of an item's first word after its attributes, `pub` and `unsafe`."""
    while place + 1 < end and (
        tokens[place].terminal in ("ATTRIBUTE", "INNER_ATTRIBUTE", "RESTRICTED")
        or tokens[place].text in ("pub", "unsafe")
    ):
        place += 1
    return place


def inside_of_item(
    tokens: Sequence[RoleToken], closing: dict[int, int], place: int, after: int
) -> tuple[int, int] | None:
    """Where the items inside an item are: of `impl`, `trait`, `mod` and `verus!`."""
    while place < after:
        token = tokens[place]
        if token.text == "{" and token.body_of in ("impl", "trait", "mod", "verus"):
            return place + 1, closing[place]
        place = closing[place] + 1 if token.text in ("(", "[", "{") else place + 1
    return None


def _as_text(tokens: Sequence[RoleToken], source: VerusSource, whole: bool = False) -> Sequence[RoleToken]:
    """The tokens of an item; those of one that is read by its words only are one token."""
    place = after_modifiers(tokens, 0, len(tokens))
    words = [token.text for token in tokens[place : place + 3]]
    first = words[0] if words else ""
    kind = ""
    if whole or first.partition("!")[0] in _TEXT_ITEMS or tokens[place].terminal == "MACRO_OPAQUE":
        kind = first.partition("!")[0]
    elif "broadcast" in words and not {"use", "group"}.isdisjoint(words):
        kind = "broadcast"
    elif first == "extern" and words[1:2] != ["fn"]:
        kind = "extern"
    if not kind:
        return tokens
    start, end = tokens[0].start, tokens[-1].end
    return [RoleToken(f"{kind}\0{source.text[start:end]}", start, end, "ITEM_TEXT")]


# -- feeding the parser


def _parse(tokens: Sequence[RoleToken], start: str, source: VerusSource) -> Any:
    """The node of these tokens by a start rule. Raises ParseError."""
    parser = NodeParser.of(_parser(), start)
    place = 0
    last: Token | None = None
    try:
        while place < len(tokens):
            for token, used in _fed(tokens, place, parser):
                parser.feed(token)
                place += used
                last = token
        return parser.finish(Token.new_borrow_pos("$END", "", last) if last else Token("$END", ""))
    except UnexpectedToken as error:
        raise _syntax_error(source, error, tokens) from None


def _fed(tokens: Sequence[RoleToken], place: int, parser: NodeParser) -> Iterator[tuple[Token, int]]:
    """What the parser gets for the token here, each with the number of tokens that it takes."""
    token = tokens[place]
    # A token that has its role already is passed on.
    table = _terminals()
    if token.terminal:
        yield _made(token.terminal, token.text, token.start, token.end), 1
    # `>>` closes two lists of arguments or shifts: the parser's state says which it accepts here.
    elif token.text == ">":
        joined, size = ">", 1
        text = "".join(_adjacent(tokens, place))
        for candidate in _JOINED:
            if text.startswith(candidate) and accepts(parser, table[candidate]):
                joined, size = candidate, _count(tokens, place, len(candidate))
                break
        yield _made(table[joined], joined, token.start, token.start + len(joined)), size
    # And `<<` may open two lists.
    elif token.text in ("<<", "<<=") and not accepts(parser, table[token.text]):
        yield _made(table["<"], "<", token.start, token.start + 1), 0
        yield _made(table["<"], "<", token.start + 1, token.end), 1
    # A soft keyword is a name where the grammar has no use for the keyword.
    elif (name := table.get(token.text)) is None or (token.soft and not accepts(parser, name)):
        name = "IDENT" if token.soft else None
        if name is None and token.text in RESERVED:
            name = "IDENT" if token.text == "union" else f"reserved {token.text}"
        yield _made(name or token.text, token.text, token.start, token.end), 1
    else:
        yield _made(name, token.text, token.start, token.end), 1


def _made(terminal: str, text: str, start: int, end: int) -> Token:
    return Token(terminal, text, start_pos=start, end_pos=end)


def _adjacent(tokens: Sequence[RoleToken], place: int) -> Iterator[str]:
    """The texts of up to three tokens without anything between them."""
    yield tokens[place].text
    for ahead in (1, 2):
        if place + ahead >= len(tokens) or tokens[place + ahead].start != tokens[place + ahead - 1].end:
            return
        if tokens[place + ahead].text not in (">", "=", ">="):
            return
        yield tokens[place + ahead].text


def _count(tokens: Sequence[RoleToken], place: int, size: int) -> int:
    """How many tokens have so many characters."""
    count = 0
    while size > 0:
        size -= len(tokens[place + count].text)
        count += 1
    return count


def _syntax_error(source: VerusSource, error: UnexpectedToken, tokens: Sequence[RoleToken]) -> ParseError:
    token = error.token
    names = set(error.expected)
    texts = {name: text for text, name in _terminals().items()}
    expected = sorted({_TEXTS.get(name) or repr(texts[name]) for name in names if name in _TEXTS or name in texts})
    if len(expected) > LIMITS.expected_tokens:
        expected = ["an expression"] if "a number" in expected else []
    if token.type == "$END":
        end = tokens[-1].end if tokens else 0
        return source.error(end, end, "the end of the text", *expected)
    start, end = token.start_pos or 0, token.end_pos or 0
    shown = str(token) or source.text[start : start + 1]
    return source.error(start, end, repr(shown if len(shown) <= 40 else f"{shown[:40]}..."), *expected)


def functions_in(items: Sequence[RustItem]) -> Iterator[ItemFn]:
    """All functions, those of implementations, traits and modules among them."""
    for item in items:
        if isinstance(item, ItemFn):
            yield item
        elif isinstance(item, ItemImpl | ItemTrait | ItemMod):
            yield from functions_in(item.members or ())
